"""Many tasks -> the files of one data set; a pure function."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import toml

from adapter import VERSION
from adapter.dataset_readme import dataset_readme
from adapter.hub import HUB_DATASET
from adapter.oracle import NoPassingReference, choose_oracle
from adapter.project import project_file
from adapter.provenance import (
    UNVERIFIED,
    Counts,
    Oracle,
    Provenance,
    TaskRecord,
    Upstream,
    Validation,
)
from adapter.tasks import (
    DATASET_NAME,
    OWN_FILES,
    Files,
    TaskPins,
    digest,
    pinned_packages,
    task_digest,
    task_files,
    task_name,
)
from adapter.upstream import Row

MANIFEST = "dataset.toml"
COPIED_FILES = ("metric.py", "local-eval.yaml", "ATTRIBUTION.md")
PROVENANCE = "provenance.json"
_STAND_IN = " Made from {}, which is not the published split."


def count_rows(rows: list[Row]) -> Counts:
    """Return how many rows, cases, solutions and rows of each difficulty there are."""
    difficulties = Counter(row.difficulty for row in rows)
    return Counts(
        rows=len(rows),
        cases=sum(len(row.cases) for row in rows),
        solutions=sum(len(row.solutions) for row in rows),
        easy=difficulties["Easy"],
        medium=difficulties["Medium"],
        hard=difficulties["Hard"],
    )


def build(
    rows: list[Row],
    pins: TaskPins,
    upstream: Upstream,
    outcomes: Mapping[str, list[str]] | None,
    validated: Mapping[str, Validation],
    *,
    skip_unsolved: bool = False,
    python_image_verified: str = UNVERIFIED,
) -> Files:
    """Return all files of a data set, relative path -> content.

    Args:
        rows: the rows, ordered by slug.
        pins: what every task is made from besides its row.
        upstream: where the rows come from, for the provenance.
        outcomes: slug -> a status per reference, or None where nothing was run.
        validated: slug -> how the outcomes were found.
        skip_unsolved: leave out a task without a right reference instead of failing.
        python_image_verified: what a registry said of the base image's digest.

    Raises:
        NoPassingReference: tasks have no right reference, and are not to be skipped.
    """
    files: dict[str, bytes] = {}
    records: dict[str, TaskRecord] = {}
    shared_files: dict[str, str] = {}
    unsolved: dict[str, list[str]] = {}
    for row in rows:
        statuses = None if outcomes is None else outcomes[row.slug_name]
        oracle = choose_oracle(row, statuses)
        if oracle is None:
            unsolved[row.slug_name] = statuses or []
            continue
        task = task_files(row, oracle, pins)
        files |= {f"{row.slug_name}/{path}": content for path, content in task.items()}
        digests = {path: digest(content) for path, content in sorted(task.items())}
        shared_files = {path: value for path, value in digests.items() if path not in OWN_FILES}
        records[row.slug_name] = TaskRecord(
            digest=task_digest(task),
            oracle=Oracle(
                index=oracle,
                hash=row.solutions[oracle].hash,
                validated=validated[row.slug_name],
            ),
            cases=len(row.cases),
            references=len(row.solutions),
            outcomes=statuses,
            files={path: digests[path] for path in sorted(OWN_FILES)},
        )
    if unsolved and not skip_unsolved:
        raise NoPassingReference(unsolved)
    provenance = Provenance(
        protocol=pins.protocol,
        adapter_version=VERSION,
        upstream=upstream,
        organisation=pins.organisation,
        python_image=pins.python_image,
        python_image_verified=python_image_verified,
        packages=pinned_packages(),
        shared_files=shared_files,
        skipped=list(unsolved),
        tasks=records,
    )
    return {**files, **root_files(provenance)}


def root_files(provenance: Provenance) -> Files:
    """Return the files beside the tasks, name -> content: all that a provenance decides."""
    files = {name: project_file(name).read_bytes() for name in COPIED_FILES}
    files[PROVENANCE] = provenance.model_dump_json(indent=1).encode() + b"\n"
    files["README.md"] = dataset_readme(provenance)
    return {**files, MANIFEST: _manifest(provenance, files)}


def _manifest(provenance: Provenance, files: Files) -> bytes:
    """Return the manifest as Harbor itself writes it: `sync` and `publish` always write it anew."""
    manifest: dict[str, Any] = tomllib.loads(project_file(MANIFEST).read_text(encoding="utf-8"))
    manifest["dataset"]["name"] = f"{provenance.organisation}/{DATASET_NAME}"
    if provenance.upstream.source != HUB_DATASET:
        manifest["dataset"]["description"] += _STAND_IN.format(provenance.upstream.source)
    manifest["tasks"] = [
        {"name": task_name(slug, provenance.organisation), "digest": record.digest}
        for slug, record in provenance.tasks.items()
    ]
    manifest["files"] = [
        {"path": path, "digest": digest(content)} for path, content in sorted(files.items())
    ]
    parts = ("dataset", "tasks", "files")
    return "\n".join(toml.dumps({part: manifest[part]}) for part in parts).encode()
