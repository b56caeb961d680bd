"""What the verifier knows of a task: cases, converter, comparator, references, limits."""

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class SuiteError(Exception):
    """The suite is missing or broken: a fault of the task, never of the candidate."""


@dataclass(frozen=True)
class Case:
    """One test case; both values stay JSON text until the process that needs them parses it."""

    input_text: str
    expected_text: str


@dataclass(frozen=True)
class Reference:
    """One of the task's historical solutions."""

    index: int
    hash: str
    source: str


@dataclass(frozen=True)
class Suite:
    """Everything that is needed to judge and time one task; see ``tests/suite.json``."""

    protocol: str
    entry_point: str
    converter: str
    comparator: str
    wall_limit_seconds: float
    cases: tuple[Case, ...]
    references: tuple[Reference, ...]

    @property
    def judges_arguments(self) -> bool:
        """Whether the comparator looks at the arguments (a task that changes them in place).

        Raises:
            SuiteError: the comparator defines no ``evaluate_offline``.
        """
        try:
            nodes = list(ast.walk(ast.parse(self.comparator)))
        except SyntaxError as error:
            raise SuiteError("the comparator is no Python code; generate the task again") from error
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        named = [node for node in functions if node.name == "evaluate_offline" and node.args.args]
        if not named:
            raise SuiteError("the comparator defines no evaluate_offline; generate the task again")
        function = named[0]
        inputs = function.args.args[0].arg
        return any(
            isinstance(node, ast.Name) and node.id == inputs and isinstance(node.ctx, ast.Load)
            for node in ast.walk(function)
        )


def load_suite(path: Path) -> Suite:
    """Read ``suite.json``.

    Raises:
        SuiteError: the file is missing, unreadable, no JSON, or lacks a field.
    """
    try:
        document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if document["cases"] == []:
            raise SuiteError(f"{path} has no cases; generate the task again")
        return Suite(
            protocol=document["protocol"],
            entry_point=document["entry_point"],
            converter=document["converter"],
            comparator=document["comparator"],
            wall_limit_seconds=float(document["wall_limit_seconds"]),
            cases=tuple(Case(case["input"], case["expected"]) for case in document["cases"]),
            references=tuple(
                Reference(reference["index"], reference["hash"], reference["source"])
                for reference in document["references"]
            ),
        )
    except OSError as error:
        raise SuiteError(
            f"{path} cannot be read ({error.strerror}); is this the verifier's image?"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise SuiteError(f"{path} is not a suite ({error!r}); generate the task again") from error
