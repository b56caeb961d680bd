"""The table at the end of an evaluation: Pass@k and Beyond@k, by difficulty and in total."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from adapter.errors import UsageError
from adapter.estimators import beyond_at_k, pass_at_k
from adapter.results import ResultLine, Results

_USUAL_KS = (1, 5, 10, 100)
_DIFFICULTIES = ("easy", "medium", "hard")


def choose_ks(wanted: Sequence[int] | None, samples_per_task: Iterable[int]) -> list[int]:
    """Return the ks to print: as wanted, or the usual ones that every task has samples for.

    Raises:
        UsageError: a k is wanted that is below 1 or above the smallest number of samples.
    """
    smallest = min(samples_per_task)
    if wanted is None:
        return [k for k in _USUAL_KS if k <= smallest]
    for k in wanted:
        if not 1 <= k <= smallest:
            raise UsageError(f"--k {k}: some task has {smallest} sample(s); name 1 to {smallest}")
    return sorted(set(wanted))


def table(results: Results, ks: Sequence[int]) -> str:
    """Return the table; a mean over tasks, each by the estimate from all its samples."""
    timed = results.header.mode == "timed"
    by_task: dict[str, list[ResultLine]] = defaultdict(list)
    for line in results.results.values():
        by_task[line.slug_name].append(line)
    found = {lines[0].difficulty for lines in by_task.values()}
    groups = [name for name in _DIFFICULTIES if name in found]
    groups += sorted(found - set(_DIFFICULTIES))
    headings = ["", "tasks", "samples", *(f"Pass@{k}" for k in ks)]
    headings += [f"Beyond@{k}" for k in ks] if timed else []
    rows = [headings]
    for name in [*groups, "all"]:
        tasks = [lines for lines in by_task.values() if name in (lines[0].difficulty, "all")]
        rows.append([name, str(len(tasks)), str(sum(map(len, tasks))), *_means(tasks, ks, timed)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    )


def _means(tasks: list[list[ResultLine]], ks: Sequence[int], timed: bool) -> list[str]:
    passes = [
        [pass_at_k(len(lines), sum(line.status == "passed" for line in lines), k) for k in ks]
        for lines in tasks
    ]
    beyonds = [
        [beyond_at_k([line.reward.beyond_at_1 for line in lines], k) for k in ks] for lines in tasks
    ]
    columns = [*zip(*passes, strict=True), *(zip(*beyonds, strict=True) if timed else ())]
    return [f"{math.fsum(column) / len(column):.3f}" for column in columns]
