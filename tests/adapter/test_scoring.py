"""Drift: which references are timed again, what they tell, and how a sample is corrected."""

import math

import pytest

from adapter.results import Details, ProgramDetails, ReferenceDetails, Reward
from adapter.running import Verification
from adapter.scoring import choose_controls, measure_drift, place


def references(*seconds: float | None) -> list[ReferenceDetails]:
    return [
        ReferenceDetails(index=index, hash=f"h{index}", solution_seconds=time)
        for index, time in enumerate(seconds)
    ]


def details(*seconds: float | None, candidate: float | None = None) -> Details:
    program = ProgramDetails.model_validate(
        {"status": "passed", "solution_seconds": candidate, "case_seconds": [2.0, 4.0]}
    )
    return Details(status="passed", candidate=program, references=references(*seconds))


@pytest.mark.parametrize(
    ("seconds", "controls"),
    [
        ((3.0, 1.0, None, 9.0, 2.0), [1, 3]),
        ((None, 5.0), [1]),
        ((None, None), []),
        ((), []),
    ],
)
def test_controls_are_the_fastest_and_the_slowest_of_the_timed_references(
    seconds: tuple[float | None, ...], controls: list[int]
) -> None:
    assert choose_controls(references(*seconds)) == controls


def test_drift_is_the_geometric_mean_of_the_controls_ratios() -> None:
    drift = measure_drift(references(1.0, 2.0, 4.0), references(1.02, None, 4.0 * 1.08)[::2])

    assert drift.ratio == pytest.approx(math.sqrt(1.02 * 1.08))
    assert drift.doubt == ""
    assert [(control.index, control.then_seconds) for control in drift.controls] == [
        (0, 1.0),
        (2, 4.0),
    ]


@pytest.mark.parametrize(
    ("now", "doubt"),
    [
        ((1.2, 4.8), "the machine's pace changed by +20%"),
        ((0.8, 3.2), "the machine's pace changed by -20%"),
        ((0.95, 4.0 * 1.07), "the controls disagree by 13%"),
        ((1.0, None), "a control could not be timed"),
        ((None, None), "no control could be timed"),
    ],
)
def test_a_drift_that_one_factor_does_not_describe_is_doubted(
    now: tuple[float | None, ...], doubt: str
) -> None:
    assert measure_drift(references(1.0, 4.0), references(*now)).doubt == doubt


def test_a_sample_is_placed_among_all_references_with_its_time_corrected() -> None:
    earlier = details(1.0, 2.0, 3.0, 5.0)
    sample = Verification(Reward(), details(1.05, 5.25, candidate=2.31))
    drift = measure_drift(earlier.references, references(1.05, None, None, 5.25)[::3])

    placed = place(sample, earlier, drift)

    # 2.31 s on a machine that is slower by 5 % are 2.2 s: (5 - 2.2) / (5 - 1), and 2 of 4 beaten
    assert placed.reward.beyond_at_1 == pytest.approx(0.7)
    assert placed.reward.percentile == 2 / 4
    assert placed.reward.reward == placed.reward.efficiency_valid == 1.0
    candidate = placed.details.model_dump()["candidate"]
    assert candidate["solution_seconds"] == pytest.approx(2.2)
    assert candidate["measured_seconds"] == 2.31
    assert candidate["case_seconds"] == pytest.approx([2.0 / 1.05, 4.0 / 1.05])
    assert placed.details.reference_seconds == [1.0, 2.0, 3.0, 5.0]


def test_a_sample_that_is_too_slow_to_be_timed_is_behind_all_references() -> None:
    earlier = details(1.0, 2.0)
    sample = Verification(Reward(), details(1.0, 2.0))

    placed = place(sample, earlier, measure_drift(earlier.references, earlier.references))

    assert placed.reward == Reward(reward=1, pass_at_1=1, efficiency_valid=1)
