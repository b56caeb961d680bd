"""``mercury-harbor generate``: upstream rows -> a Harbor data set."""

import argparse
from pathlib import Path

from adapter import dataset, output, reproduction
from adapter.engine import platforms_of_index
from adapter.errors import UsageError
from adapter.hub import HUB_DATASET, HUB_SPLIT, Snapshot, download
from adapter.journal import Journal, journal_of
from adapter.project import project_file
from adapter.provenance import (
    UNVERIFIED,
    Pins,
    Provenance,
    Validation,
    read_pins,
    read_provenance,
)
from adapter.tasks import Files, TaskPins
from adapter.upstream import Row, file_name, hash_rows, read_rows
from adapter.validation import validate_in_docker, validate_in_process

_SAMPLE = "built-in sample"  # in a provenance
_ORGANISATION = "elfsong"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("generate", help="upstream rows -> a Harbor data set")
    parser.set_defaults(run=_run)
    add = parser.add_argument
    add("--source", metavar="hub|sample|FILE", help="where rows come from (hub)")
    add("--revision", metavar="REV", help="the hub's commit, branch or tag (the pinned one)")
    add("--output-dir", type=Path, default=Path("mercury-eval"), metavar="DIR")
    add("--task-ids", nargs="+", metavar="SLUG", help="only these tasks")
    add("--limit", type=int, metavar="N", help="only the first N tasks, by slug")
    add("--overwrite", action="store_true", help="replace the output directory, in one step")
    add("--org", help=f"the organisation in names ({_ORGANISATION})")
    add("--python-image", metavar="REF", help="base image; default: the pinned one")
    add(
        "--validate",
        choices=("docker", "process", "none"),
        help="where references are run to find the right ones (docker)",
    )
    add("--provenance", type=Path, metavar="FILE", help="reproduce an earlier generation")
    add("--skip-unsolved", action="store_true", help="leave out tasks without a right reference")
    add("--allow-count-mismatch", action="store_true", help="go on when the hub's counts differ")


def _run(options: argparse.Namespace) -> int:
    output.require_free(options.output_dir, overwrite=options.overwrite)
    journal = journal_of(options.output_dir)
    files = _generate(options, journal) if options.provenance is None else _reproduce(options)
    output.write(files, options.output_dir, overwrite=options.overwrite)
    journal.remove()
    tasks = sum(path.endswith("/task.toml") for path in files)
    print(f"{options.output_dir}: {tasks} tasks, {len(files)} files")
    return 0


def _generate(options: argparse.Namespace, journal: Journal) -> Files:
    source = options.source or "hub"
    organisation = _ORGANISATION if options.org is None else options.org
    _require_name(organisation)
    pins = read_pins(project_file("provenance.json"))
    from_hub = source == "hub"
    if options.revision is not None and not from_hub:
        raise UsageError("--revision is of the hub; leave it out, or use --source hub")
    snapshot = download(_revision(options, pins)) if from_hub else None
    revision = None if snapshot is None else snapshot.commit
    rows = read_rows(snapshot or source)
    if from_hub:
        _check_counts(rows, pins, options.allow_count_mismatch)
    rows = _select(rows, options.task_ids, options.limit)
    upstream = pins.upstream.model_copy(
        update={
            "source": HUB_DATASET if from_hub else _source_name(source),
            "split": HUB_SPLIT if from_hub else "none",
            "licence": pins.upstream.licence if source != "sample" else "MIT",
            "revision": revision,
            "counts": dataset.count_rows(rows),
            "rows_sha256": hash_rows(rows),
            "files": {} if snapshot is None else dict(snapshot.files),
        }
    )
    task_pins = TaskPins(
        protocol=pins.protocol,
        organisation=organisation,
        python_image=options.python_image or pins.python_image,
        revision=revision,
    )
    return dataset.build(
        rows,
        task_pins,
        upstream,
        _outcomes(options.validate, rows, task_pins, journal),
        dict.fromkeys((row.slug_name for row in rows), options.validate or "docker"),
        skip_unsolved=options.skip_unsolved,
        python_image_verified=_verify_image(options.validate, task_pins.python_image),
    )


def _revision(options: argparse.Namespace, pins: Pins) -> str:
    revision: str | None = pins.upstream.revision if options.revision is None else options.revision
    if not revision:
        raise UsageError(
            "--source hub needs --revision REV (none is pinned in provenance.json yet)"
        )
    return revision


def _reproduce(options: argparse.Namespace) -> Files:
    earlier = read_provenance(options.provenance)
    reproduction.require_same_version(earlier)
    source = options.source or _source_of(earlier)
    _require_agreement(options, earlier)
    snapshot = _download_again(earlier) if source == "hub" else None
    rows = read_rows(snapshot or source)
    made_from = reproduction.select(rows, earlier)
    selects = options.task_ids is not None or options.limit is not None
    if selects and _select(rows, options.task_ids, options.limit) != made_from:
        raise UsageError(
            "--task-ids and --limit name other tasks than --provenance; leave them out"
        )
    return reproduction.reproduce(made_from, earlier)


def _download_again(earlier: Provenance) -> Snapshot:
    revision = earlier.upstream.revision
    if revision is None:
        raise UsageError(
            f"--provenance was made from {earlier.upstream.source}, not from the hub; say where "
            "that is with --source"
        )
    snapshot = download(revision)
    reproduction.require_same_files(snapshot.files, earlier)
    return snapshot


def _source_of(earlier: Provenance) -> str:
    """Return the ``--source`` that a provenance names, where it is no file."""
    name = earlier.upstream.source
    if name == HUB_DATASET:
        return "hub"
    if name == _SAMPLE:
        return "sample"
    raise UsageError(f"--provenance was made from {name}; say where that file is with --source")


def _require_agreement(options: argparse.Namespace, earlier: Provenance) -> None:
    """Refuse flags that ask for something else than a provenance says."""
    for flag, given, recorded in (
        ("--org", options.org, earlier.organisation),
        ("--python-image", options.python_image, earlier.python_image),
        ("--revision", options.revision, earlier.upstream.revision),
    ):
        if given not in (None, recorded):
            raise UsageError(
                f"{flag} {given} contradicts --provenance, which says {recorded}; leave {flag} out"
            )
    if options.validate not in (None, "none"):
        raise UsageError(
            f"--validate {options.validate} contradicts --provenance, which holds what an earlier "
            "validation found; leave one of them out"
        )


def _require_name(organisation: str) -> None:
    try:
        file_name(organisation)
    except ValueError as error:
        raise UsageError(f"--org {organisation!r} {error}") from error


def _select(rows: list[Row], slugs: list[str] | None, limit: int | None) -> list[Row]:
    if slugs is not None:
        unknown = sorted(set(slugs) - {row.slug_name for row in rows})
        if unknown:
            raise UsageError(f"--task-ids: the source has no {', '.join(unknown)}")
        rows = [row for row in rows if row.slug_name in slugs]
    if limit is not None and limit < 1:
        raise UsageError("--limit must be at least 1")
    return rows[:limit]


def _check_counts(rows: list[Row], pins: Pins, allow_mismatch: bool) -> None:
    counts = dataset.count_rows(rows)
    if counts != pins.upstream.counts and not allow_mismatch:
        raise UsageError(
            f"the source's counts ({counts!r}) are not the pinned revision's "
            f"({pins.upstream.counts!r}); go on with --allow-count-mismatch"
        )


def _outcomes(
    validate: Validation | None, rows: list[Row], pins: TaskPins, journal: Journal
) -> dict[str, list[str]] | None:
    """Return slug -> a status per reference, or None where nothing is run."""
    if validate == "none":
        return None
    if validate == "process":
        return validate_in_process(rows, pins.protocol, journal)
    return validate_in_docker(rows, pins, journal)


def _verify_image(validate: Validation | None, image: str) -> str:
    """Return what is known of the base image's digest, for the provenance."""
    if validate in ("process", "none"):
        return UNVERIFIED
    if "@" not in image:
        return "no digest: the name may stand for another image elsewhere"
    platforms = platforms_of_index(image)
    if platforms is None:
        return UNVERIFIED
    verified = f"an index of {', '.join(platforms)}" if platforms else "no index: of one platform"
    print(f"base image {image}: {verified}")
    return verified


def _source_name(source: str) -> str:
    return _SAMPLE if source == "sample" else Path(source).name
