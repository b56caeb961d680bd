"""Places a sample among references that were timed earlier, corrected for the machine's drift."""

import math
from collections.abc import Sequence

from adapter.results import Control, Details, Drift, ReferenceDetails, Reward
from adapter.running import Verification
from verifier.score import beyond_at_1, percentile

# A machine that runs by more than this slower or faster, or does so for one control and not for
# the other, has changed in a way that one factor does not describe.
LARGEST_DRIFT = 0.10


def choose_controls(references: Sequence[ReferenceDetails]) -> list[int]:
    """Return the indices of the two references to time again beside each sample.

    They are the fastest and the slowest: Beyond rests on them, so that the verifier's own
    ``stable`` speaks of the same range. That the one was perhaps measured too fast and the other
    too slow to become what they are cancels in the mean of their ratios.
    """
    timed = sorted(
        (reference.solution_seconds, reference.index)
        for reference in references
        if reference.solution_seconds is not None
    )
    return sorted({timed[0][1], timed[-1][1]}) if timed else []


def measure_drift(then: Sequence[ReferenceDetails], now: Sequence[ReferenceDetails]) -> Drift:
    """Compare the controls' solution times now with those of the same references then."""
    earlier = {reference.index: reference.solution_seconds for reference in then}
    controls = [
        Control(index=control.index, then_seconds=before, now_seconds=control.solution_seconds)
        for control in now
        if control.solution_seconds and (before := earlier.get(control.index))
    ]
    if not controls:
        return Drift(ratio=1.0, controls=[], doubt="no control could be timed")
    ratios = [control.now_seconds / control.then_seconds for control in controls]
    ratio = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
    doubts = []
    if abs(ratio - 1) > LARGEST_DRIFT:
        doubts.append(f"the machine's pace changed by {ratio - 1:+.0%}")
    if max(ratios) / min(ratios) - 1 > LARGEST_DRIFT:
        doubts.append(f"the controls disagree by {max(ratios) / min(ratios) - 1:.0%}")
    if len(controls) < len(now):
        doubts.append("a control could not be timed")
    return Drift(ratio=ratio, controls=controls, doubt="; ".join(doubts))


def place(sample: Verification, earlier: Details, drift: Drift) -> Verification:
    """Return a sample's verification as if all references had been timed beside it.

    Args:
        sample: that of a sample that passed, with the controls as its only references.
        earlier: the task's references as they were timed earlier; at least one was.
        drift: what the controls tell of the machine since.
    """
    references = earlier.reference_seconds
    candidate = sample.details.candidate
    reward = Reward(reward=1.0, pass_at_1=1.0, efficiency_valid=1.0)
    if candidate.solution_seconds is not None:
        corrected = candidate.solution_seconds / drift.ratio
        reward = Reward(
            reward=1.0,
            pass_at_1=1.0,
            beyond_at_1=beyond_at_1(corrected, references),
            percentile=percentile(corrected, references),
            efficiency_valid=1.0,
        )
        candidate = candidate.model_copy(
            update={
                "solution_seconds": corrected,
                "measured_seconds": candidate.solution_seconds,
                **_corrected_cases(candidate.model_extra or {}, drift.ratio),
            }
        )
    changes = {
        "scores": reward.model_dump(),
        "candidate": candidate,
        "references_timed": len(references),
        "drift": drift,
    }
    placed = Verification(reward, sample.details.model_copy(update=changes))
    return without_case_times(placed, earlier.references)


def without_case_times(
    sample: Verification, references: Sequence[ReferenceDetails]
) -> Verification:
    """Return a verification with these references, less what nobody needs once per sample."""
    kept = set(ReferenceDetails.model_fields)
    brief = [
        ReferenceDetails.model_validate(reference.model_dump(include=kept, exclude_unset=True))
        for reference in references
    ]
    return Verification(sample.reward, sample.details.model_copy(update={"references": brief}))


def _corrected_cases(fields: dict[str, object], ratio: float) -> dict[str, object]:
    seconds = fields.get("case_seconds")
    if not isinstance(seconds, list):
        return {}
    return {"case_seconds": [second / ratio for second in seconds]}
