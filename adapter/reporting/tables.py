"""The report as CSV: one line a figure, whatever it is of."""

import csv
import io
from collections.abc import Iterator

from adapter.reporting.summary import Report, Scores

_COLUMNS = (
    *("group", "dataset", "digest", "protocol", "system", "minus"),
    *("difficulty", "measure", "value", "low", "high", "tasks"),
)


def as_csv(report: Report) -> str:
    """Return all scores and paired differences; ``minus`` names what was subtracted, if any."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for number, group in enumerate(report.groups, start=1):
        dataset = group.conditions.dataset
        where = (number, dataset.name, dataset.digest, group.conditions.protocol)
        for summary in group.systems:
            writer.writerows(_rows((*where, summary.system.name, None), summary.scores))
        for difference in group.differences:
            prefix = (*where, difference.first, difference.second)
            writer.writerows(_rows(prefix, difference.scores))
    return file.getvalue()


def _rows(prefix: tuple[object, ...], scores: Scores) -> Iterator[tuple[object, ...]]:
    for difficulty, measures in scores.items():
        for measure, estimate in measures.items():
            figures = (estimate.value, estimate.low, estimate.high, estimate.tasks)
            yield (*prefix, difficulty, measure, *figures)
