"""Paths -> systems: Harbor job directories and results files of ``evaluate``, several at once."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from adapter.errors import UsageError
from adapter.reporting.attempts import UNKNOWN_DIFFICULTY, Dataset, Source, System
from adapter.reporting.evaluations import read_evaluation
from adapter.reporting.harbor_jobs import is_job, read_job
from adapter.task_directory import DatasetDirectory
from adapter.tasks import task_digest


def read_sources(paths: Sequence[Path], dataset: DatasetDirectory | None = None) -> Source:
    """Read all paths; systems of one name are told apart by where they come from.

    Args:
        paths: Harbor job directories and results files.
        dataset: tells difficulties, and the digest, to jobs of which they are not known.

    Raises:
        UsageError: a path is not there, is named twice, or is neither.
        JobError, ResultsError: one cannot be read.
    """
    for path, count in Counter(path.resolve() for path in paths).items():
        if count > 1:
            raise UsageError(f"{path} is named {count} times; name each source once")
    sources = [_read(path) for path in paths]
    systems = [system for source in sources for system in source.systems]
    complaints = [line for source in sources for line in source.complaints]
    systems = _with_difficulties(_with_digest(systems, dataset), dataset)
    unknown = {
        attempt.slug_name
        for system in systems
        for attempt in system.attempts
        if attempt.difficulty == UNKNOWN_DIFFICULTY
    }
    if unknown:
        complaints.append(
            f"the difficulty of {len(unknown)} tasks is unknown; name their data set with --dataset"
        )
    return Source(systems=_with_names_of_their_own(systems), complaints=complaints)


def _read(path: Path) -> Source:
    if not path.exists():
        raise UsageError(f"{path} is not there; name a Harbor job directory or a results file")
    if not path.is_dir():
        return read_evaluation(path)
    if is_job(path):
        return read_job(path)
    raise UsageError(
        f"{path} is no Harbor job (it holds no trials); name the directory of one job, "
        "like jobs/2026-01-31__12-00-00"
    )


def _with_digest(systems: list[System], dataset: DatasetDirectory | None) -> list[System]:
    """Give a data set's digest to those systems whose tasks are all its own."""
    if dataset is None:
        return systems
    of_tasks = {task.slug_name: task_digest(task.files) for task in dataset.tasks}
    known = Dataset(name=dataset.name, digest=dataset.digest)
    return [
        system.model_copy(
            update={"conditions": system.conditions.model_copy(update={"dataset": known})}
        )
        if system.conditions.dataset.task_digests.items() <= of_tasks.items()
        and system.conditions.dataset.digest is None
        else system
        for system in systems
    ]


def _with_difficulties(systems: list[System], dataset: DatasetDirectory | None) -> list[System]:
    """Fill in difficulties that a source does not know and another one, or the data set, does."""
    known = {
        attempt.slug_name: attempt.difficulty
        for system in systems
        for attempt in system.attempts
        if attempt.difficulty != UNKNOWN_DIFFICULTY
    }
    known |= {task.slug_name: task.difficulty.lower() for task in dataset.tasks} if dataset else {}
    return [
        system.model_copy(
            update={
                "attempts": [
                    attempt.model_copy(
                        update={"difficulty": known.get(attempt.slug_name, UNKNOWN_DIFFICULTY)}
                    )
                    for attempt in system.attempts
                ]
            }
        )
        for system in systems
    ]


def _with_names_of_their_own(systems: list[System]) -> list[System]:
    """Add the source to names that several systems have, and a number where that is not enough."""
    names = Counter(system.name for system in systems)
    labels = [
        f"{system.name} ({system.source})" if names[system.name] > 1 else system.name
        for system in systems
    ]
    again = Counter(labels)
    seen: Counter[str] = Counter()
    renamed = []
    for system, label in zip(systems, labels, strict=True):
        seen[label] += 1
        name = f"{label} #{seen[label]}" if again[label] > 1 else label
        renamed.append(system.model_copy(update={"name": name}))
    return renamed
