"""Scores: pure arithmetic on times, importing nothing.

Both formulas place one program's run time among those of the references. ``beyond_at_1`` is
Mercury's Beyond for one sample (arXiv 2402.07844, section 3), with run times bounded by the
fastest and the slowest reference.
"""


def beyond_at_1(candidate_time: float, reference_times: list[float]) -> float:
    """Return how far the candidate lies from the slowest reference towards the fastest.

    Args:
        candidate_time: the candidate's solution time in seconds.
        reference_times: the references' solution times in seconds; at least one.

    Returns:
        clamp((max - t) / (max - min), 0, 1); where all references are equally fast,
        1 for a candidate that is no slower than they are, else 0.

    Raises:
        ValueError: there is no reference, or a time is negative or not finite.
    """
    _require_times(candidate_time, reference_times)
    fastest, slowest = min(reference_times), max(reference_times)
    if slowest == fastest:
        return 1.0 if candidate_time <= slowest else 0.0
    return min(1.0, max(0.0, (slowest - candidate_time) / (slowest - fastest)))


def percentile(candidate_time: float, reference_times: list[float]) -> float:
    """Return the share of references that are slower than the candidate, ties counted half.

    Args and errors are those of :func:`beyond_at_1`; the result lies in [0, 1].
    """
    _require_times(candidate_time, reference_times)
    slower = sum(time > candidate_time for time in reference_times)
    equal = sum(time == candidate_time for time in reference_times)
    return (slower + equal / 2) / len(reference_times)


def _require_times(candidate_time: float, reference_times: list[float]) -> None:
    if not reference_times:
        raise ValueError("a score needs at least one reference time")
    for time in (candidate_time, *reference_times):
        if not 0 <= time < float("inf"):
            raise ValueError(
                f"a run time is a finite number of seconds, not negative, unlike {time!r}"
            )
