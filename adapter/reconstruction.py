"""The files of a task -> as much of its row as they hold; the inverse of ``tasks.py``.

What is the task's own (problem, starter, cases, references) is taken from its files, everything
else is made again: a file that then differs is not what this adapter makes of these pins.
"""

import tomllib
from typing import Any

from pydantic import BaseModel

from adapter.errors import MercuryError
from adapter.tasks import Files, TaskPins, task_files
from adapter.upstream import Row, Solution, unlimited_integers

_PROBLEM, _JUDGEMENT = "\n\n## The problem\n\n", "\n\n## How it is judged\n\n"
_OPEN_END = "        raise NotImplementedError\n"


class ReconstructionError(MercuryError):
    """A file of a task does not hold what generation puts there; the message begins with it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class _Case(BaseModel):
    input: str
    expected: str


class _Reference(BaseModel):
    hash: str
    source: str


class Suite(BaseModel):
    """``suite.json``, as far as it comes from a row."""

    entry_point: str
    converter: str
    comparator: str
    cases: list[_Case]
    references: list[_Reference]


class _Metadata(BaseModel):
    difficulty: str
    upstream_id: str


class _TaskToml(BaseModel):
    metadata: _Metadata


def read_suite(files: Files) -> Suite:
    """Return a task's suite.

    Raises:
        ReconstructionError: it is missing or broken.
    """
    path = "tests/suite.json"
    try:
        return Suite.model_validate_json(files[path])
    except (KeyError, ValueError) as error:
        raise ReconstructionError(path, "is no suite") from error


def remake(slug: str, files: Files, oracle_index: int, pins: TaskPins) -> Files:
    """Return the files that generation makes of a task's row, as far as the task tells it.

    Raises:
        ReconstructionError: a file does not hold what generation puts there.
    """
    suite = read_suite(files)
    metadata = _metadata(files)
    instruction = _text(files, "instruction.md")
    _, found_problem, rest = instruction.partition(_PROBLEM)
    problem, found_judgement, _ = rest.rpartition(_JUDGEMENT)
    if not (found_problem and found_judgement):
        raise ReconstructionError("instruction.md", "has no problem text")
    starter = _text(files, "environment/solution.py")
    if not starter.endswith(_OPEN_END):
        raise ReconstructionError("environment/solution.py", "does not raise NotImplementedError")
    fields: dict[str, Any] = {
        "slug_name": slug,
        "meta_info": None,
        "id": metadata.upstream_id,
        "difficulty": metadata.difficulty.capitalize(),
        "pretty_content": [problem],
        "solutions": [
            Solution(hash=reference.hash, runtime="0ms", solution=reference.source)
            for reference in suite.references
        ],
        "entry_point": suite.entry_point,
        "prompt": starter.removesuffix(_OPEN_END),
        "generator_code": "",
        "convert_online": "",
        "convert_offline": suite.converter,
        "evaluate_offline": suite.comparator,
        "test_cases": _test_cases(suite),
    }
    try:
        with unlimited_integers():
            return task_files(Row.model_validate(fields), oracle_index, pins)
    except (ValueError, IndexError, RecursionError) as error:
        raise ReconstructionError("tests/suite.json", "is not made of an upstream row") from error


def _test_cases(suite: Suite) -> str:
    cases = [f'{{"input": {case.input}, "expected": {case.expected}}}' for case in suite.cases]
    return f"[{', '.join(cases)}]"


def _metadata(files: Files) -> _Metadata:
    try:
        task = tomllib.loads(_text(files, "task.toml"))
        return _TaskToml.model_validate(task).metadata
    except ValueError as error:
        raise ReconstructionError("task.toml", "lacks difficulty or upstream_id") from error


def _text(files: Files, path: str) -> str:
    try:
        return files[path].decode()
    except KeyError as error:
        raise ReconstructionError(path, "is missing") from error
    except UnicodeDecodeError as error:
        raise ReconstructionError(path, "is not UTF-8") from error
