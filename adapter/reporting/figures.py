"""The page's figures, as Vega-Lite specifications that Altair makes."""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from adapter.reporting.attempts import Attempt
from adapter.reporting.summary import (
    ALL,
    MEASURE_NAMES,
    Group,
    SystemSummary,
    difficulties,
    slowness,
)
from adapter.reporting.text import describe_estimate, describe_time, shown_measures
from adapter.score_text import in_units

# Okabe and Ito's colours, which nearly everybody can tell apart; shapes for those who cannot.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_SHAPES = ("circle", "diamond", "triangle-up", "square", "cross", "triangle-down", "stroke")
_GREY, _INK = "#8a8f98", "#1d2129"
_STRIP_PIXELS, _ROW_PIXELS, _INTERVAL_PIXELS = 38, 64, 20
_LABEL_UP, _MARKS_DOWN = -8, 7  # pixels from the middle of a row to its label and its marks
_JITTER = [-0.99, 1.45]  # puts places in [0, 1) around the marks of a row
_STRIPS_CAPTION = (
    "A strip a task, on a log axis: grey lines are the references, coloured marks the programs "
    "that passed. Beside the name: the fastest and the slowest reference. Follow a name or a mark "
    "to the task."
)
_STRIPS = 22  # in one figure: with its axis in sight, and on a sheet of paper
_TICKS = [digit * 10**power for power in range(-3, 6) for digit in (1, 2, 5)]

Row = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One figure: what to draw, and the same in words."""

    name: str
    title: str
    caption: str
    text: str  # what a reader who sees no figure gets instead
    specification: dict[str, Any]

    @property
    def described(self) -> dict[str, Any]:
        """The specification with the words that Vega hands on to screen readers."""
        return self.specification | {"description": f"{self.title}. {self.text}"}


def score_figures(group: Group, prefix: str) -> list[Figure]:
    """Return a figure for each measure: all systems with their intervals, by difficulty."""
    measures = {
        measure: None for summary in group.systems for measure in shown_measures(summary.scores)
    }
    return [_score_figure(group, prefix, measure) for measure in measures]


def distribution_figure(group: Group, prefix: str) -> Figure | None:
    """Return where the passed programs lie on Beyond's scale, by difficulty and system."""
    points: list[Row] = []
    labels: list[Row] = []
    words = []
    for number, (difficulty, summary, placed) in enumerate(_placed_by_difficulty(group)):
        beyonds = [attempt.beyond_at_1 or 0.0 for attempt in placed]
        low, middle, high = _quartiles(beyonds)
        label = f"{difficulty}, {summary.system.name}: {len(placed)} passed, median {middle:.2f}"
        words.append(f"{label}, middle half {low:.2f} to {high:.2f}")
        labels.append({"row": number, "label": label, "low": low, "middle": middle, "high": high})
        for place, attempt in enumerate(placed):
            points.append(
                _candidate(attempt, summary, prefix)
                | {"row": number, "beyond": attempt.beyond_at_1, "jitter": _spread(place)}
            )
    if not points:
        return None
    row = alt.Y("row:O", axis=None)
    boxes = alt.Chart(alt.InlineData(values=labels)).encode(y=row)
    return Figure(
        name=f"{prefix}-distribution",
        title="Beyond of the programs that passed",
        caption=(
            "One mark a program; 1 is as fast as the fastest reference, 0 as slow as the slowest. "
            "Grey: the middle half, and the median. Follow a mark to its task."
        ),
        text="; ".join(words),
        specification=_finished(
            boxes.mark_bar(color="#e4e7ec", yOffset=_MARKS_DOWN, height=30, aria=False).encode(
                x=alt.X("low:Q"), x2="high:Q"
            ),
            boxes.mark_tick(
                color=_GREY, thickness=3, height=30, yOffset=_MARKS_DOWN, aria=False
            ).encode(x="middle:Q"),
            alt.Chart(alt.InlineData(values=points))
            .mark_point(filled=True, size=38, opacity=0.75, yOffset=_MARKS_DOWN)
            .encode(
                x=alt.X(
                    "beyond:Q",
                    title="Beyond (1 is fast)",
                    scale=alt.Scale(domain=[0, 1]),
                ),
                y=row,
                yOffset=alt.YOffset("jitter:Q", scale=alt.Scale(domain=_JITTER)),
                href="href:N",
                description="words:N",
                tooltip=_candidate_tooltip(),
                **_by_system(group),
            ),
            boxes.mark_text(align="left", yOffset=-24, color=_INK).encode(
                x=alt.value(0), text="label:N"
            ),
            height=_ROW_PIXELS * len(labels),
        ),
    )


def strip_figures(group: Group, prefix: str) -> list[Figure]:
    """Return for each difficulty a strip a task: its references and the candidates, log time."""
    attempts = [attempt for summary in group.systems for attempt in summary.system.attempts]
    figures = []
    for difficulty in difficulties(attempts):
        timed = [a for a in attempts if a.difficulty == difficulty and _has_times(a)]
        slugs = sorted({attempt.slug_name for attempt in timed})
        for start in range(0, len(slugs), _STRIPS):
            some = slugs[start : start + _STRIPS]
            numbers = f"{start + 1} to {start + len(some)} of {len(slugs)}"
            figures.append(
                Figure(
                    name=f"{prefix}-strips-{difficulty}-{start + 1}",
                    title=f"Times of the {difficulty} tasks, {numbers}",
                    caption="" if start else _STRIPS_CAPTION,
                    **_strips(group, prefix, some, _ratio_domain(timed)),
                )
            )
    return figures


def _ratio_domain(attempts: Sequence[Attempt]) -> list[float]:
    """Return the least and the largest time of all, in multiples of the fastest reference."""
    ratios = [1.0]
    for attempt in attempts:
        ratios.append(max(attempt.reference_seconds) / min(attempt.reference_seconds))
        if attempt.solution_seconds:
            ratios.append(slowness(attempt))
    return [min(ratios), max(ratios)]


def _score_figure(group: Group, prefix: str, measure: str) -> Figure:
    name = MEASURE_NAMES[measure]
    rows: list[Row] = []
    for summary in group.systems:
        for difficulty, scores in summary.scores.items():
            found = scores[measure]
            if found.value is not None:
                shown = describe_estimate(found)
                rows.append(
                    {"system": summary.system.name, "difficulty": difficulty, "shown": shown}
                    | found.model_dump()
                )
    order = [*difficulties(a for s in group.systems for a in s.system.attempts), ALL]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y("difficulty:N", sort=order, title=None),
        yOffset=alt.YOffset("system:N", sort=_names(group)),
        color=_by_system(group)["color"],
        tooltip=["system:N", "difficulty:N", alt.Tooltip("shown:N", title=name), "tasks:Q"],
    )
    value = alt.X(
        "value:Q",
        title=name,
        scale=alt.Scale(domain=[0, 1] if measure != "gap" else alt.Undefined),
    )
    return Figure(
        name=f"{prefix}-{measure}",
        title=name,
        caption="",
        text="; ".join(f"{row['system']}, {row['difficulty']}: {row['shown']}" for row in rows),
        specification=_finished(
            base.mark_rule(strokeWidth=2, aria=False).encode(x=alt.X("low:Q"), x2="high:Q"),
            base.mark_point(filled=True, size=70).encode(x=value, shape=_by_system(group)["shape"]),
            height=_INTERVAL_PIXELS * len(group.systems) * len(order),
        ),
    )


@dataclass
class _StripRows:
    """What strips are drawn from."""

    references: list[Row] = field(default_factory=list)
    candidates: list[Row] = field(default_factory=list)
    labels: list[Row] = field(default_factory=list)


def _strip_rows(group: Group, prefix: str, slugs: list[str]) -> _StripRows:
    """Collect references, timed candidates and labels; times relative to the fastest reference."""
    rows = _StripRows()
    for slug in slugs:
        found = [
            (summary, attempt)
            for summary in group.systems
            for attempt in summary.system.attempts
            if attempt.slug_name == slug
        ]
        times = next(attempt.reference_seconds for _, attempt in found if _has_times(attempt))
        fastest = min(times)
        rows.references += [
            {"task": slug, "time": in_units(time), "ratio": time / fastest}
            for time in sorted(times)
        ]
        rows.candidates += [
            _candidate(attempt, summary, prefix) | {"ratio": slowness(attempt)}
            for summary, attempt in found
            if 0 < slowness(attempt) < math.inf
        ]
        label = f"{slug} · {in_units(fastest)} to {in_units(max(times))}"
        too_slow = [summary.system.name for summary, attempt in found if attempt.too_slow_to_time]
        rows.labels.append(
            {
                "task": slug,
                "label": label + (f" · too slow: {', '.join(too_slow)}" if too_slow else ""),
                "href": task_link(prefix, slug),
                "low": 1,
                "high": max(times) / fastest,
            }
        )
    return rows


def _strips(group: Group, prefix: str, slugs: list[str], domain: list[float]) -> dict[str, Any]:
    """Return the words and the specification of a figure of strips."""
    rows = _strip_rows(group, prefix, slugs)
    row = alt.Y("task:N", axis=None, sort=slugs)
    time = alt.X(
        "ratio:Q",
        title="time / fastest reference (log)",
        scale=alt.Scale(type="log", domain=domain, nice=False, padding=12),
        axis=alt.Axis(orient="top", values=_TICKS, format="~g", labelOverlap="greedy"),
    )
    names = alt.Chart(alt.InlineData(values=rows.labels)).encode(y=row)
    return {
        "text": (
            f"{len(slugs)} tasks with {len(rows.references)} references and "
            f"{len(rows.candidates)} timed programs; the same figures stand in the "
            "table of all tasks."
        ),
        "specification": _finished(
            names.mark_rule(color="#d5d9e0", yOffset=_MARKS_DOWN, aria=False).encode(
                x=alt.X("low:Q"), x2="high:Q"
            ),
            alt.Chart(alt.InlineData(values=rows.references))
            .mark_tick(
                color=_GREY,
                thickness=1.5,
                height=13,
                yOffset=_MARKS_DOWN,
                aria=False,
            )
            .encode(x=time, y=row, tooltip=["task:N", alt.Tooltip("time:N", title="reference")]),
            alt.Chart(alt.InlineData(values=rows.candidates))
            .mark_point(filled=True, size=70, opacity=0.9, yOffset=_MARKS_DOWN)
            .encode(
                *(time, row),
                href="href:N",
                description="words:N",
                tooltip=_candidate_tooltip(),
                **_by_system(group),
            ),
            names.mark_text(align="left", yOffset=_LABEL_UP, color=_INK).encode(
                x=alt.value(0), text="label:N", href="href:N"
            ),
            height=_STRIP_PIXELS * len(slugs),
        ),
    }


def task_link(prefix: str, slug: str) -> str:
    """Return the link to a task's row in the table of all tasks."""
    return f"#{prefix}-task-{slug}"


def _finished(*layers: alt.Chart, height: int) -> dict[str, Any]:
    chart = alt.layer(*layers).properties(width="container", height=height)
    specification: dict[str, Any] = (
        chart.configure(
            font="system-ui, sans-serif",
            autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
        )
        .configure_view(stroke=None)
        .configure_axis(gridColor="#eceff3", domain=False, ticks=False, labelColor=_INK)
        .configure_axisX(titleFontWeight="normal", titleColor=_INK)
        .configure_legend(orient="top", direction="vertical", title=None, labelLimit=320)
        .to_dict()
    )
    return specification


def _by_system(group: Group) -> dict[str, Any]:
    names = _names(group)

    def scale(values: Sequence[str]) -> alt.Scale:
        repeated = [values[number % len(values)] for number in range(len(names))]
        return alt.Scale(domain=names, range=repeated)

    return {
        "color": alt.Color("system:N", scale=scale(_COLOURS)),
        "shape": alt.Shape("system:N", scale=scale(_SHAPES)),
    }


def _names(group: Group) -> list[str]:
    return [summary.system.name for summary in group.systems]


def _placed_by_difficulty(group: Group) -> Iterator[tuple[str, SystemSummary, list[Attempt]]]:
    attempts = [attempt for summary in group.systems for attempt in summary.system.attempts]
    for difficulty in difficulties(attempts):
        for summary in group.systems:
            placed = [
                attempt
                for attempt in summary.system.attempts
                if attempt.difficulty == difficulty and attempt.percentile is not None
            ]
            if placed:
                yield difficulty, summary, placed


def _has_times(attempt: Attempt) -> bool:
    return bool(attempt.reference_seconds) and min(attempt.reference_seconds) > 0


def _candidate(attempt: Attempt, summary: SystemSummary, prefix: str) -> Row:
    system, time = summary.system.name, describe_time(attempt)
    return {
        "task": attempt.slug_name,
        "system": system,
        "time": time,
        "Beyond": f"{attempt.beyond_at_1:.3f}",
        "words": f"{attempt.slug_name}, {system}: {time}, Beyond {attempt.beyond_at_1:.3f}",
        "href": task_link(prefix, attempt.slug_name),
    }


def _candidate_tooltip() -> list[str]:
    return ["task:N", "system:N", "time:N", "Beyond:N"]


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def _spread(number: int) -> float:
    """Return places in [0, 1) that keep neighbours apart: the golden ratio's multiples."""
    return number * 0.618034 % 1
