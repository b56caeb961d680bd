"""Model samples: reading a file of them, and taking the program out of a model's answer."""

import gzip
import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from adapter.errors import MercuryError, in_one_line
from adapter.task_directory import TaskDirectory

_TASK_FIELDS = ("slug_name", "task_name", "task")
_PYTHON_TAGS = frozenset({"python", "python3", "py"})
_GZIP_MAGIC = b"\x1f\x8b"


class SamplesError(MercuryError):
    """A file of samples cannot be read, or lines of it cannot be used."""


class BrokenLine(Exception):
    """A line holds no usable sample; the message says why."""


@dataclass(frozen=True)
class Sample:
    """One program for one task."""

    line: int  # index in the file, from 0
    task: TaskDirectory
    attempt: int  # which of the task's samples it is, from 0
    solution: str
    carried: dict[str, Any]  # the line's other fields


@dataclass(frozen=True)
class Samples:
    """A file of samples: the usable lines, and one complaint for each that is not."""

    samples: list[Sample]
    broken: list[str]

    @property
    def digest(self) -> str:
        """What identifies the samples that are evaluated, extraction included."""
        outer = hashlib.sha256()
        for sample in self.samples:
            fields = [sample.line, sample.task.slug_name, sample.solution, sample.carried]
            outer.update(json.dumps(fields, sort_keys=True).encode() + b"\n")
        return f"sha256:{outer.hexdigest()}"


def read_samples(path: Path, tasks: list[TaskDirectory], *, extract: bool) -> Samples:
    """Read JSON Lines, gzipped or not; blank lines are skipped but counted.

    Args:
        path: the file.
        tasks: the data set's tasks; a line names one by slug or by Harbor's name.
        extract: whether ``solution`` is a model's whole answer, see :func:`extract_program`.

    Raises:
        SamplesError: the file cannot be read, or has no samples at all.
    """
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP_MAGIC):
            content = gzip.decompress(content)
    except OSError as error:
        reason = error.strerror or in_one_line(error)
        raise SamplesError(f"{path} cannot be read ({reason}); name a file of samples") from error
    except (EOFError, zlib.error) as error:
        raise SamplesError(f"{path} is no whole gzip file; compress it again") from error
    by_name = {name: task for task in tasks for name in _names(task)}
    attempts: Counter[str] = Counter()
    samples, broken = [], []
    for line, text in enumerate(content.split(b"\n")):
        if not text.strip():
            continue
        try:
            task, solution, carried = _parse(text, by_name)
        except BrokenLine as error:
            broken.append(f"{path}: line {line + 1}: {error}")
            continue
        if extract:
            solution = extract_program(solution)
        samples.append(Sample(line, task, attempts[task.slug_name], solution, carried))
        attempts[task.slug_name] += 1
    if not samples and not broken:
        raise SamplesError(f"{path} has no samples; write one JSON object a line")
    return Samples(samples, broken)


def extract_program(answer: str) -> str:
    """Return the program in a model's answer.

    Of the fenced code blocks that define ``class Solution``, or of all if none does, those that
    are tagged as Python, or all if none is; of these the last, since drafts come before the
    final answer. An answer without a fenced block is taken whole.
    """
    blocks = [token for token in MarkdownIt().parse(answer) if token.type == "fence"]
    blocks = [block for block in blocks if "class Solution" in block.content] or blocks
    tagged = [block for block in blocks if block.info.strip().lower() in _PYTHON_TAGS]
    chosen = tagged or blocks
    return chosen[-1].content if chosen else answer


def _names(task: TaskDirectory) -> set[str]:
    return {task.slug_name, task.name, task.name.rpartition("/")[2]}


def _parse(
    text: bytes, tasks: Mapping[str, TaskDirectory]
) -> tuple[TaskDirectory, str, dict[str, Any]]:
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BrokenLine(f"not JSON ({in_one_line(error)})") from error
    if not isinstance(document, dict):
        raise BrokenLine("not a JSON object")
    given = [field for field in _TASK_FIELDS if field in document]
    if not given:
        raise BrokenLine("no field slug_name or task_name")
    name = document[given[0]]
    if not isinstance(name, str) or name not in tasks:
        raise BrokenLine(f"the data set has no task {name!r}")
    solution = document.get("solution")
    if not isinstance(solution, str):
        raise BrokenLine("no field solution that holds a text")
    carried = {key: value for key, value in document.items() if key not in (given[0], "solution")}
    try:
        json.dumps(carried, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        raise BrokenLine("half of a surrogate pair outside of solution") from error
    except ValueError as error:
        raise BrokenLine("a number that is too large") from error
    return tasks[name], solution, carried


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")
