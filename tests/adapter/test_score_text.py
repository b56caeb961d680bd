"""What ``score`` tells people: the verdict, the scores, and a scale of times."""

from typing import Any

import pytest

from adapter.results import Details, Reward
from adapter.score_text import describe, in_units, scale

PLACED = Reward(reward=1, pass_at_1=1, beyond_at_1=0.75, percentile=0.5, efficiency_valid=1)


def details(*reference_seconds: float | None, **changes: Any) -> Details:
    references = [
        {"index": index, "hash": f"h{index}", "solution_seconds": seconds}
        for index, seconds in enumerate(reference_seconds)
    ]
    document = {"status": "passed", "references": references, "stable_reason": "it varies by ±0.1"}
    return Details.model_validate(document | changes)


def test_a_placed_program_is_told_with_times_scale_and_stability() -> None:
    text = describe(PLACED, details(1e-3, 5e-3, None, candidate={"solution_seconds": 2e-3}), 80)

    assert text.splitlines() == [
        "passed",
        "Beyond      0.750",
        "percentile  0.500",
        "time        2 ms",
        "references  1 ms to 5 ms (2 references, 1 left out)",
        scale(2e-3, [1e-3, 5e-3], 80),
        "fast (log scale) slow;  | a reference, 2-9 several, * the program",
        "stable: it varies by ±0.1",
    ]


def test_a_time_that_is_not_stable_says_why() -> None:
    found = details(1.0, 2.0, candidate={"solution_seconds": 1.0}, stable=False)

    assert "not stable: it varies by ±0.1" in describe(PLACED, found, 80)


def test_a_charge_is_told() -> None:
    candidate = {"solution_seconds": 3e-3, "charged_seconds": 1e-3}

    text = describe(PLACED, details(1e-3, 5e-3, candidate=candidate), 80)

    assert "time        3 ms, 1 ms of it charged for work outside the clock" in text


def test_a_wrong_program_is_told_with_its_reason_and_case() -> None:
    found = details(status="wrong_answer", reason="not the expected value", failing_case=3)

    assert describe(Reward(), found, 80).splitlines() == [
        "wrong answer: not the expected value (test case 3)",
        "Beyond      0.000 (a wrong program is not timed)",
    ]


def test_a_program_that_is_too_slow_to_be_timed_is_told() -> None:
    reward = Reward(reward=1, pass_at_1=1, efficiency_valid=1)

    text = describe(reward, details(1.0, 2.0), 80)

    assert "time        too slow to be timed" in text
    assert "*" not in text.splitlines()[5]
    assert "stable" not in text


def test_a_task_without_timed_references_is_told() -> None:
    text = describe(Reward(reward=1, pass_at_1=1), details(None), 80)

    assert "no reference could be timed" in text


def test_no_line_is_wider_than_the_terminal() -> None:
    text = describe(PLACED, details(1e-3, 5e-3, candidate={"solution_seconds": 2e-3}), 40)

    assert max(map(len, text.splitlines())) <= 40


def test_the_scale_is_logarithmic_and_fast_is_left() -> None:
    assert scale(0.01, [0.001, 0.1, 1.0], 31) == "|.........*.........|.........|"


def test_references_at_the_same_place_are_counted() -> None:
    assert scale(None, [1.0] * 3 + [100.0] * 10, 11) == "3.........+"


def test_the_program_is_seen_among_references_at_its_place() -> None:
    assert scale(1.0, [1.0, 10.0], 5) == "*...|"


def test_equal_times_and_zero_have_a_place() -> None:
    assert scale(1.0, [1.0, 1.0], 5) == "*...."
    assert scale(0.0, [1.0, 10.0], 5) == "*...|"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.0312, "31.2 ms"), (4.2e-5, "42 µs"), (3e-7, "300 ns"), (0.0, "0 ns")],
)
def test_a_time_has_the_unit_that_suits_it(seconds: float, text: str) -> None:
    assert in_units(seconds) == text
