"""Which reference becomes a task's oracle: the rule, in its one place."""

from collections import Counter
from collections.abc import Mapping, Sequence

from adapter.errors import MercuryError
from adapter.upstream import Row

_PASSED = "passed"


class NoPassingReference(MercuryError):
    """Tasks have no reference that is right on every case."""

    def __init__(self, outcomes: Mapping[str, Sequence[str]]) -> None:
        """Name all of them, slug -> a status per reference."""
        tasks = ", ".join(f"{slug} ({_count(statuses)})" for slug, statuses in outcomes.items())
        super().__init__(
            f"no reference is right on every case of {tasks}; leave out what has none with "
            "--skip-unsolved (what was found is kept: nothing is run again)"
        )


def choose_oracle(row: Row, outcomes: Sequence[str] | None) -> int | None:
    """Return the index of the reference that becomes the oracle, or None where none is right.

    The rule: right on every case; among those the one whose upstream label claims the least
    time; among equals the first. Upstream's labels are the same on every machine, times
    measured here are not. Without outcomes every reference counts as right.
    """
    right = (
        index
        for index in range(len(row.solutions))
        if outcomes is None or outcomes[index] == _PASSED
    )
    return min(
        right, key=lambda index: (row.solutions[index].runtime_milliseconds, index), default=None
    )


def _count(statuses: Sequence[str]) -> str:
    return ", ".join(f"{count} {status}" for status, count in Counter(statuses).items())
