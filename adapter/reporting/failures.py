"""Failure classes: those of the Mercury paper's Table 4, refined by our status."""

from collections import Counter
from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from adapter.reporting.attempts import FAILED, NO_VERDICT, Attempt
from verifier.verdict import Status

# The paper tells code that cannot be loaded from code that fails while it runs, and both from
# code that runs and answers wrong (arXiv 2402.07844). What it does not know stands below.
CLASS_OF_STATUS = {
    Status.LOAD_ERROR: "code generation",
    Status.RUNTIME_ERROR: "code execution",
    Status.TIMEOUT: "code execution",
    Status.MEMORY: "code execution",
    Status.CRASHED: "code execution",
    Status.WRONG_ANSWER: "test case",
    Status.TAMPERING: "tampering",
    NO_VERDICT: "no verdict",
    FAILED: "unknown",
}
_UNKNOWN = "unknown"


class Failures(BaseModel):
    """How many attempts failed in one way."""

    model_config = ConfigDict(frozen=True)

    failure_class: str
    status: str
    count: int


def classify(attempts: Iterable[Attempt]) -> list[Failures]:
    """Count the failed attempts by class and status; the paper's classes first."""
    counts = Counter(attempt.status for attempt in attempts if not attempt.passed)
    order = list(dict.fromkeys(CLASS_OF_STATUS.values()))
    failures = [
        Failures(failure_class=CLASS_OF_STATUS.get(status, _UNKNOWN), status=status, count=count)
        for status, count in counts.items()
    ]
    return sorted(failures, key=lambda item: (order.index(item.failure_class), -item.count))
