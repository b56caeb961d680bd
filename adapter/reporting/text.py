"""The report in a terminal: tables and lines."""

from collections.abc import Iterator, Sequence

from adapter.reporting.attempts import Attempt, Conditions
from adapter.reporting.statistics import Estimate
from adapter.reporting.summary import (
    MEASURE_NAMES,
    Group,
    Report,
    Scores,
    SystemSummary,
    slowness,
)
from adapter.score_text import in_units

_UNSTABLE = 10  # that are named


def describe_report(report: Report) -> str:
    """Return the report as text, a section for each group."""
    several = len(report.groups) > 1
    lines: list[str] = []
    for number, group in enumerate(report.groups, start=1):
        title = f"group {number}: " if several else ""
        lines += [title + describe_conditions(group.conditions), ""]
        lines += _group(group)
    lines.append(
        f"Means over tasks; in brackets {report.confidence:.0%} intervals, bootstrapped over tasks "
        f"({report.resamples} resamples, seed {report.seed})."
    )
    return "\n".join(lines)


def describe_conditions(conditions: Conditions) -> str:
    """Return data set, protocol and machine in one line."""
    dataset = conditions.dataset
    digest = dataset.digest or "digest not recorded"
    machine = describe_machine(conditions)
    return f"{dataset.name} ({digest}); {conditions.protocol or 'unknown protocol'}; {machine}"


def describe_machine(conditions: Conditions) -> str:
    """Return the machine in a few words."""
    machine = conditions.machine
    if machine is None:
        return "unknown machine"
    return (
        f"{machine.get('cpu_model')} ({machine.get('cpus')} CPUs), Linux {machine.get('kernel')}, "
        f"Python {machine.get('python')}"
    )


def describe_estimate(estimate: Estimate, *, signed: bool = False) -> str:
    """Return a value with its interval, as ``0.750 [0.700, 0.800]``."""
    form = "+.3f" if signed else ".3f"
    if estimate.value is None:
        return "-"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} [{estimate.low:{form}}, {estimate.high:{form}}]"


def shown_measures(scores: Scores) -> list[str]:
    """Return the measures that have a value for at least one difficulty."""
    return [
        measure
        for measure in MEASURE_NAMES
        if any(measures[measure].tasks for measures in scores.values())
    ]


def describe_failures(summary: SystemSummary) -> str:
    """Return the failure classes with their numbers, each with its statuses."""
    classes: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for item in summary.failures:
        name = item.failure_class
        classes.setdefault(name, []).append(f"{item.status} {item.count}")
        counts[name] = counts.get(name, 0) + item.count
    return "; ".join(
        f"{name} {counts[name]} ({', '.join(statuses)})" for name, statuses in classes.items()
    )


def describe_time(attempt: Attempt) -> str:
    """Return a program's time beside the fastest reference's."""
    if attempt.solution_seconds is None:
        return "too slow to time" if attempt.too_slow_to_time else "not timed"
    ratio = slowness(attempt)
    return f"{in_units(attempt.solution_seconds)}, {ratio:.3g} x the fastest reference"


def _group(group: Group) -> Iterator[str]:
    for summary in group.systems:
        yield f"{summary.system.name}  [{summary.system.source}]"
        yield from _table(summary.scores, signed=False)
        yield from _remarks(summary)
        yield ""
    for difference in group.differences:
        yield f"difference, paired by task: {difference.first} minus {difference.second}"
        yield from _table(difference.scores, signed=True)
        yield ""


def _table(scores: Scores, *, signed: bool) -> list[str]:
    shown = shown_measures(scores)
    rows = [["", "tasks", *(MEASURE_NAMES[measure] for measure in shown)]]
    for name, measures in scores.items():
        cells = [describe_estimate(measures[measure], signed=signed) for measure in shown]
        rows.append([name, str(measures["pass_at_1"].tasks), *cells])
    return _aligned(rows)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _remarks(summary: SystemSummary) -> Iterator[str]:
    coverage = summary.coverage
    yield (
        f"coverage   {coverage.passed} of {coverage.attempts} attempts passed"
        + (f", {coverage.placed} of them placed among references" if summary.system.timed else "")
        + (f", {coverage.too_slow_to_time} too slow to time" if coverage.too_slow_to_time else "")
    )
    if summary.failures:
        yield f"failures   {describe_failures(summary)}"
    if not summary.system.timed:
        yield "not timed  judged only: Pass@1, no Beyond and no percentile"
        return
    if summary.unstable:
        named = [attempt.slug_name for attempt in summary.unstable[:_UNSTABLE]]
        more = ", ..." if len(summary.unstable) > _UNSTABLE else ""
        yield f"unstable   {len(summary.unstable)}: {', '.join(named)}{more}"
    for attempt in summary.slowest:
        label = "slowest    " if attempt is summary.slowest[0] else " " * 11
        yield f"{label}{attempt.slug_name}: {describe_time(attempt)}"
