"""Failure classes: the paper's three, refined, and what the paper does not know."""

import pytest

from adapter.reporting.attempts import Attempt
from adapter.reporting.failures import CLASS_OF_STATUS, Failures, classify
from verifier.verdict import Status


def make_attempt(status: str) -> Attempt:
    return Attempt(
        slug_name="a",
        difficulty="easy",
        attempt=0,
        status=status,
        pass_at_1=float(status == "passed"),
        beyond_at_1=0.0,
        percentile=None,
    )


def test_failures_are_counted_by_class_and_status_and_passes_are_not() -> None:
    statuses = ["wrong_answer", "passed", "timeout", "runtime_error", "runtime_error", "load_error"]

    assert classify(map(make_attempt, statuses)) == [
        Failures(failure_class="code generation", status="load_error", count=1),
        Failures(failure_class="code execution", status="runtime_error", count=2),
        Failures(failure_class="code execution", status="timeout", count=1),
        Failures(failure_class="test case", status="wrong_answer", count=1),
    ]


@pytest.mark.parametrize("status", [status for status in Status if status != Status.PASSED])
def test_every_way_to_fail_has_a_class(status: Status) -> None:
    assert status in CLASS_OF_STATUS


def test_a_status_of_a_later_verifier_is_counted_as_unknown() -> None:
    (found,) = classify([make_attempt("bored")])

    assert (found.failure_class, found.status) == ("unknown", "bored")
