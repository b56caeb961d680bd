"""Systems -> the report: scores, failures, coverage, differences; apart what must be apart."""

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from adapter import VERSION
from adapter.reporting.attempts import Attempt, Conditions, Source, System
from adapter.reporting.failures import Failures, classify
from adapter.reporting.statistics import (
    CONFIDENCE,
    RESAMPLES,
    Estimate,
    estimate,
    paired_difference,
)

ALL = "all"
MEASURES = ("pass_at_1", "beyond_at_1", "percentile", "gap")
MEASURE_NAMES = {
    "pass_at_1": "Pass@1",
    "beyond_at_1": "Beyond@1",
    "percentile": "percentile",
    "gap": "Pass - Beyond",
}
_DIFFICULTIES = ("easy", "medium", "hard")
_SLOWEST = 10

Scores = dict[str, dict[str, Estimate]]  # difficulty or "all" -> measure -> estimate


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Coverage(_Model):
    """How much the scores rest on."""

    tasks: int
    attempts: int
    passed: int
    placed: int = Field(description="of those passed, placed among at least one timed reference")
    too_slow_to_time: int
    unstable: int
    references_left_out: int = Field(description="failed or were too slow, over all tasks")

    @property
    def efficiency(self) -> float:
        """The share of passed attempts that were placed; 1 when none passed, as in metric.py."""
        return self.placed / self.passed if self.passed else 1.0


class SystemSummary(_Model):
    """What became of one system."""

    system: System
    scores: Scores
    coverage: Coverage
    failures: list[Failures]
    unstable: list[Attempt]
    slowest: list[Attempt] = Field(description="passed, slowest beside the fastest reference")


class Difference(_Model):
    """First minus second, over the tasks that both have."""

    first: str
    second: str
    scores: Scores


class Group(_Model):
    """Systems whose results may stand side by side."""

    conditions: Conditions
    systems: list[SystemSummary]
    differences: list[Difference]


class Report(_Model):
    """Everything that text, tables and page show."""

    kind: Literal["mercury-harbor-report"] = "mercury-harbor-report"
    version: str = VERSION
    confidence: float = CONFIDENCE
    resamples: int = RESAMPLES
    seed: int
    groups: list[Group]
    notes: list[str]


def summarise(source: Source, seed: int = 0) -> Report:
    """Return the report on all systems; those under different conditions in groups of their own."""
    groups: list[list[System]] = []
    for system in source.systems:
        for group in groups:
            if not any(system.conditions.differences_from(other.conditions) for other in group):
                group.append(system)
                break
        else:
            groups.append([system])
    return Report(
        seed=seed,
        groups=[_summarise_group(group, seed) for group in groups],
        notes=[*source.complaints, *_kept_apart(groups)],
    )


def difficulties(attempts: Iterable[Attempt]) -> list[str]:
    """Return the difficulties that attempts have, from easy to hard, then any others."""
    found = {attempt.difficulty for attempt in attempts}
    return [name for name in _DIFFICULTIES if name in found] + sorted(found - {*_DIFFICULTIES})


def slowness(attempt: Attempt) -> float:
    """Return how many times as long as the fastest reference a program took; inf if too slow."""
    fastest = min(attempt.reference_seconds, default=0.0)
    if attempt.solution_seconds is None or not fastest:
        return float("inf")
    return attempt.solution_seconds / fastest


def _kept_apart(groups: list[list[System]]) -> list[str]:
    """Say of each group but the first in what it differs from that."""
    notes = []
    for number, group in enumerate(groups[1:], start=2):
        reasons = [
            reason
            for other in groups[0]
            if (reason := "; ".join(group[0].conditions.differences_from(other.conditions)))
        ]
        names = ", ".join(system.name for system in group)
        notes.append(f"group {number} ({names}) is kept apart from group 1: {reasons[0]}")
    return notes


def _summarise_group(systems: Sequence[System], seed: int) -> Group:
    return Group(
        conditions=systems[0].conditions,
        systems=[_summarise_system(system, seed) for system in systems],
        differences=[_compare(first, second, seed) for first, second in combinations(systems, 2)],
    )


def _compare(first: System, second: System, seed: int) -> Difference:
    return Difference(
        first=first.name,
        second=second.name,
        scores=_for_each(
            [*first.attempts, *second.attempts],
            lambda measure, difficulty: paired_difference(
                _by_task(first.attempts, measure, difficulty),
                _by_task(second.attempts, measure, difficulty),
                seed,
            ),
        ),
    )


def _summarise_system(system: System, seed: int) -> SystemSummary:
    attempts = system.attempts
    passed = [attempt for attempt in attempts if attempt.passed]
    placed = [attempt for attempt in passed if attempt.percentile is not None]
    unstable = [attempt for attempt in attempts if not attempt.stable]
    references = {attempt.slug_name: attempt.references_left_out for attempt in placed}
    return SystemSummary(
        system=system,
        scores=_for_each(
            attempts,
            lambda measure, difficulty: estimate(
                list(_by_task(attempts, measure, difficulty).values()), seed
            ),
        ),
        coverage=Coverage(
            tasks=len({attempt.slug_name for attempt in attempts}),
            attempts=len(attempts),
            passed=len(passed),
            placed=len(placed),
            too_slow_to_time=sum(attempt.too_slow_to_time for attempt in passed),
            unstable=len(unstable),
            references_left_out=sum(references.values()),
        ),
        failures=classify(attempts),
        unstable=sorted(unstable, key=lambda attempt: attempt.slug_name),
        slowest=sorted(placed, key=slowness, reverse=True)[:_SLOWEST],
    )


def _for_each(
    attempts: Sequence[Attempt], make: Callable[[str, str], Estimate]
) -> dict[str, dict[str, Estimate]]:
    return {
        difficulty: {measure: make(measure, difficulty) for measure in MEASURES}
        for difficulty in (*difficulties(attempts), ALL)
    }


def _by_task(attempts: Sequence[Attempt], measure: str, difficulty: str) -> dict[str, float]:
    """Return each task's mean over its attempts; a task without a value is left out."""
    values: dict[str, list[float]] = defaultdict(list)
    for attempt in attempts:
        value = _value(attempt, measure)
        if difficulty in (ALL, attempt.difficulty) and value is not None:
            values[attempt.slug_name].append(value)
    return {slug: statistics.fmean(of_task) for slug, of_task in sorted(values.items())}


def _value(attempt: Attempt, measure: str) -> float | None:
    if measure != "gap":
        value: float | None = getattr(attempt, measure)
        return value
    if attempt.beyond_at_1 is None:
        return None
    return attempt.pass_at_1 - attempt.beyond_at_1
