"""Many tasks -> one data set directory, written beside its target and swapped in."""

import ctypes
import hashlib
import os
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from adapter import VERSION
from adapter.errors import MercuryError, in_one_line
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
    TEMPLATES,
    Files,
    TaskPins,
    task_digest,
    task_files,
    task_name,
)
from adapter.upstream import Row
from adapter.validation import NoPassingReference, choose_oracle

MANIFEST = "dataset.toml"
COPIED_FILES = ("metric.py", "local-eval.yaml", "ATTRIBUTION.md")
_EXECUTABLES = frozenset({"solution/solve.sh", "tests/test.sh"})
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # <fcntl.h>, <linux/fs.h>


class OutputError(MercuryError):
    """The output directory cannot be written or replaced."""


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
        NoPassingReference: a task has no right reference, and it is not to be skipped.
    """
    files: dict[str, bytes] = {}
    records: dict[str, TaskRecord] = {}
    digests: dict[str, str] = {}
    skipped: list[str] = []
    for row in rows:
        statuses = None if outcomes is None else outcomes[row.slug_name]
        try:
            oracle = choose_oracle(row, statuses)
        except NoPassingReference:
            if not skip_unsolved:
                raise
            skipped.append(row.slug_name)
            continue
        task = task_files(row, oracle, pins)
        files |= {f"{row.slug_name}/{path}": content for path, content in task.items()}
        digests[task_name(row, pins.organisation)] = task_digest(task)
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
        )
    provenance = Provenance(
        protocol=pins.protocol,
        adapter_version=VERSION,
        upstream=upstream,
        organisation=pins.organisation,
        python_image=pins.python_image,
        python_image_verified=python_image_verified,
        packages=_packages(),
        skipped=skipped,
        tasks=records,
    )
    dataset_files = {name: project_file(name).read_bytes() for name in COPIED_FILES}
    dataset_files["provenance.json"] = provenance.model_dump_json(indent=1).encode() + b"\n"
    dataset_files["README.md"] = _readme(provenance)
    files |= dataset_files
    files[MANIFEST] = _manifest(pins.organisation, digests, dataset_files)
    return files


def require_free(target: Path, *, overwrite: bool) -> None:
    """Make sure that a data set may be written to a target, before any work is done.

    Raises:
        OutputError: the target has something in it and may not be replaced.
    """
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is no directory; name another with --output-dir")
    if target.is_dir() and any(target.iterdir()) and not overwrite:
        raise OutputError(f"{target} is not empty; use --overwrite to replace it")


def write(files: Files, target: Path, *, overwrite: bool) -> None:
    """Write a data set beside its target, then put it in the target's place in one step.

    Raises:
        OutputError: the target has something in it and may not be replaced, or writing fails.
    """
    require_free(target, overwrite=overwrite)
    target = target.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as beside:
            fresh = Path(beside) / target.name
            for path, content in files.items():
                file = fresh / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
                file.chmod(0o755 if path.split("/", 1)[-1] in _EXECUTABLES else 0o644)
            for directory in (fresh, *filter(Path.is_dir, fresh.rglob("*"))):
                directory.chmod(0o755)  # whatever the umask: the container's users read them
            _put_in_place(fresh, target)
    except OSError as error:
        reason = in_one_line(error)
        raise OutputError(
            f"{target} cannot be written ({reason}); name another with --output-dir"
        ) from error


def _put_in_place(fresh: Path, target: Path) -> None:
    """Let ``fresh`` become ``target``; what was there ends up beside it and is deleted."""
    if not target.exists():
        fresh.rename(target)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    exchange = getattr(libc, "renameat2", None)  # Linux with glibc 2.28 or later
    if exchange is not None and not exchange(
        _AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(target), _RENAME_EXCHANGE
    ):
        return
    # Not one step, but the old one is never where it would be deleted with the temporary.
    old = target.with_name(f".{target.name}-old-{os.getpid()}")
    target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old)


def _manifest(organisation: str, digests: Mapping[str, str], dataset_files: Files) -> bytes:
    manifest: dict[str, Any] = tomllib.loads(project_file(MANIFEST).read_text(encoding="utf-8"))
    manifest["dataset"]["name"] = f"{organisation}/{DATASET_NAME}"
    manifest["tasks"] = [{"name": name, "digest": digest} for name, digest in digests.items()]
    manifest["files"] = [
        {"path": path, "digest": f"sha256:{hashlib.sha256(content).hexdigest()}"}
        for path, content in sorted(dataset_files.items())
    ]
    return tomli_w.dumps(manifest).encode()


def _packages() -> list[str]:
    lines = (TEMPLATES / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if "==" in line]


def _readme(provenance: Provenance) -> bytes:
    counts, upstream = provenance.upstream.counts, provenance.upstream
    template = (TEMPLATES / "dataset-readme.md").read_text(encoding="utf-8")
    values = {
        "name": f"{provenance.organisation}/{DATASET_NAME}",
        "tasks": len(provenance.tasks),
        "cases": counts.cases,
        "solutions": counts.solutions,
        "difficulties": f"{counts.easy} Easy, {counts.medium} Medium, {counts.hard} Hard",
        "source": upstream.source,
        "revision": upstream.revision or "none",
        "licence": upstream.licence,
        "protocol": provenance.protocol,
        "python_image": provenance.python_image,
    }
    return template.format(**values).encode()
