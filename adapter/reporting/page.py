"""The report as one HTML page that holds everything it needs."""

import base64
import statistics
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import vl_convert
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from adapter.errors import UsageError
from adapter.reporting.attempts import UNKNOWN_DIFFICULTY, Attempt
from adapter.reporting.figures import (
    Figure,
    distribution_figure,
    score_figures,
    strip_figures,
    task_link,
)
from adapter.reporting.summary import MEASURE_NAMES, Group, Report
from adapter.reporting.text import (
    describe_estimate,
    describe_machine,
    describe_time,
    shown_measures,
)
from adapter.score_text import in_units

_SAID_ENOUGH = "wrong_answer"  # a verdict whose reason tells a reader nothing more
# What the bundle's snippet leaves for the page's own script to use.
_GLOBALS = "window.vegaEmbed = vegaEmbed;"


@dataclass(frozen=True)
class _Cells:
    """What the table of tasks shows of one system on one task."""

    verdict: str
    reason: str
    beyond: float | None
    seconds: float | None
    time: str


@dataclass(frozen=True)
class _TaskRow:
    slug_name: str
    difficulty: str
    references: str
    cells: list[_Cells]


def write_page(report: Report, path: Path) -> None:
    """Write the page.

    Raises:
        UsageError: the file cannot be written.
    """
    try:
        path.write_text(render_page(report), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror}); name another with --html"
        ) from error


def render_page(report: Report) -> str:
    """Return the page: text, figures and the libraries that draw them and sort its tables."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "estimate": describe_estimate,
        "seconds": in_units,
        "time": describe_time,
        "machine": describe_machine,
    }
    table_library = _of_itables("dt_bundle.js").encode()
    return environment.get_template("page.html").render(
        report=report,
        groups=[_sections(group, f"g{number}") for number, group in enumerate(report.groups, 1)],
        measure_names=MEASURE_NAMES,
        task_link=task_link,
        chart_library=_chart_library(),
        table_library=base64.b64encode(table_library).decode(),
        table_style=_of_itables("dt_bundle.css"),
    )


@cache
def _chart_library() -> str:
    return vl_convert.javascript_bundle(_GLOBALS)


def _of_itables(name: str) -> str:
    """Return a file of DataTables as itables bundles it, to be embedded."""
    return (resources.files("itables") / "html" / name).read_text(encoding="utf-8")


def _sections(group: Group, prefix: str) -> dict[str, Any]:
    measures = {m: None for summary in group.systems for m in shown_measures(summary.scores)}
    distribution = distribution_figure(group, prefix)
    figures: list[Figure] = [
        *([distribution] if distribution else []),
        *strip_figures(group, prefix),
    ]
    return {
        "prefix": prefix,
        "group": group,
        "measures": list(measures),
        "score_figures": score_figures(group, prefix),
        "figures": figures,
        "rows": _rows(group),
        "facts": _facts(group),
    }


def _facts(group: Group) -> dict[str, str]:
    """Return what is known of how each system was run; once where it is the same for all."""
    told: dict[str, list[str]] = {}
    for summary in group.systems:
        for fact, value in summary.system.facts.items():
            values = told.setdefault(fact, [])
            if value not in values:
                values.append(value)
    return {fact: "; ".join(values) for fact, values in told.items()}


def _rows(group: Group) -> list[_TaskRow]:
    """Return the table of all tasks."""
    by_system: list[dict[str, list[Attempt]]] = []
    for summary in group.systems:
        of_system: dict[str, list[Attempt]] = {}
        for attempt in summary.system.attempts:
            of_system.setdefault(attempt.slug_name, []).append(attempt)
        by_system.append(of_system)
    rows = []
    for slug in sorted({slug for of_system in by_system for slug in of_system}):
        everyones = [of_system.get(slug, []) for of_system in by_system]
        together = [attempt for attempts in everyones for attempt in attempts]
        times = next((a.reference_seconds for a in together if a.reference_seconds), [])
        rows.append(
            _TaskRow(
                slug_name=slug,
                difficulty=next((a.difficulty for a in together), UNKNOWN_DIFFICULTY),
                references=_span(times),
                cells=[_cells(attempts) for attempts in everyones],
            )
        )
    return rows


def _span(times: list[float]) -> str:
    return f"{len(times)}: {in_units(min(times))} to {in_units(max(times))}" if times else ""


def _cells(attempts: list[Attempt]) -> _Cells:
    """Return a system's cells; of several attempts the means, and the median time."""
    if not attempts:
        return _Cells("no attempt", "", None, None, "")
    beyonds = [a.beyond_at_1 for a in attempts if a.beyond_at_1 is not None]
    times = [a.solution_seconds for a in attempts if a.solution_seconds is not None]
    seconds = statistics.median(times) if times else None
    passed = sum(attempt.passed for attempt in attempts)
    one = attempts[0]
    return _Cells(
        verdict=(
            f"{passed} of {len(attempts)} passed"
            if len(attempts) > 1
            else one.status.replace("_", " ") + ("" if one.stable else " (unstable)")
        ),
        reason=one.reason if len(attempts) == 1 and one.status != _SAID_ENOUGH else "",
        beyond=statistics.fmean(beyonds) if beyonds else None,
        seconds=seconds,
        time="" if seconds is None else in_units(seconds),
    )
