"""A verification in a few lines for people, with a small log scale of the references' times."""

import math
import textwrap

from adapter.results import Details, Reward

_NARROWEST_SCALE = 20


def describe(reward: Reward, details: Details, width: int) -> str:
    """Return verdict, scores, scale and stability, each on its line, for a terminal's width."""
    lines = [_verdict(details)]
    if reward.efficiency_valid:
        lines.append(f"Beyond      {reward.beyond_at_1:.3f}")
        lines.append(f"percentile  {reward.percentile:.3f}")
        lines += _times(details, width)
        if details.candidate.solution_seconds is not None:
            lines.append(f"{'stable' if details.stable else 'not stable'}: {details.stable_reason}")
    elif details.status == "passed":
        lines.append("Beyond      none: no reference could be timed to place it among")
    else:
        lines.append("Beyond      0.000 (a wrong program is not timed)")
    return "\n".join(line for text in lines for line in _wrapped(text, width))


def scale(candidate_seconds: float | None, reference_seconds: list[float], width: int) -> str:
    """Return times on a log axis: ``|`` a reference, ``2``-``9`` several, ``+`` more, ``*`` it.

    The axis spans the references and the candidate; fast is left.
    """
    times = [*reference_seconds, *([] if candidate_seconds is None else [candidate_seconds])]
    smallest = min(time for time in times if time > 0) if any(times) else 1.0
    logarithms = [math.log(max(time, smallest)) for time in times]
    low, span = min(logarithms), (max(logarithms) - min(logarithms)) or 1.0
    columns = [round((logarithm - low) / span * (width - 1)) for logarithm in logarithms]
    counts = [columns[: len(reference_seconds)].count(column) for column in range(width)]
    marks = ["." if not n else "|" if n == 1 else str(n) if n < 10 else "+" for n in counts]
    if candidate_seconds is not None:
        marks[columns[-1]] = "*"
    return "".join(marks)


def in_units(seconds: float) -> str:
    """Return a time with three digits and a unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _verdict(details: Details) -> str:
    text = details.status.replace("_", " ")
    if details.reason:
        text += f": {details.reason}"
    return text if details.failing_case is None else f"{text} (test case {details.failing_case})"


def _times(details: Details, width: int) -> list[str]:
    references = details.reference_seconds
    seconds = details.candidate.solution_seconds
    left_out = len(details.references) - len(references)
    count = f"{len(references)} references" + (f", {left_out} left out" if left_out else "")
    charged = details.candidate.charged_seconds
    time = "too slow to be timed" if seconds is None else in_units(seconds)
    if charged:
        time += f", {in_units(charged)} of it charged for work outside the clock"
    return [
        f"time        {time}",
        f"references  {in_units(min(references))} to {in_units(max(references))} ({count})",
        scale(seconds, references, max(width, _NARROWEST_SCALE)),
        "fast (log scale) slow;  | a reference, 2-9 several, * the program",
    ]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, _NARROWEST_SCALE)) or [""]
