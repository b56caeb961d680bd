"""Verdicts: what became of a program, in plain data."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """What became of a program."""

    PASSED = "passed"
    LOAD_ERROR = "load_error"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    TAMPERING = "tampering"


@dataclass(frozen=True)
class Verdict:
    """A status with its reason; never an input, an expected value or a program's own text."""

    status: Status
    failing_case: int | None = None
    reason: str = ""

    @property
    def passed(self) -> bool:
        """Whether every case was answered right."""
        return self.status is Status.PASSED
