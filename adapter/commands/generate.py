"""``mercury-harbor generate``: upstream rows -> a Harbor data set."""

import argparse
from pathlib import Path

from adapter import dataset, hub
from adapter.errors import UsageError
from adapter.project import project_file
from adapter.provenance import Pins, Provenance, Validation, read_pins, read_provenance
from adapter.tasks import TaskPins
from adapter.upstream import Row, file_name, hash_rows, read_rows
from adapter.validation import validate_in_docker, validate_in_process

_LEFT_OUT = "left out"  # of an earlier generation: none of the references is right


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("generate", help="upstream rows -> a Harbor data set")
    parser.set_defaults(run=_run)
    add = parser.add_argument
    add("--source", default="hub", metavar="hub|sample|FILE", help="where rows come from (hub)")
    add(
        "--revision", metavar="REV", help="the hub's commit, branch or tag; default: the pinned one"
    )
    add("--output-dir", type=Path, default=Path("mercury-eval"), metavar="DIR")
    add("--task-ids", nargs="+", metavar="SLUG", help="only these tasks")
    add("--limit", type=int, metavar="N", help="only the first N tasks, by slug")
    add("--overwrite", action="store_true", help="replace the output directory, in one step")
    add("--org", default="elfsong", help="the organisation in names (elfsong)")
    add("--python-image", metavar="REF", help="base image; default: the pinned one")
    add(
        "--validate",
        choices=("docker", "process", "none"),
        help="where references are run to find the right ones (docker; none with --provenance)",
    )
    add("--provenance", type=Path, metavar="FILE", help="take oracles from an earlier generation")
    add("--skip-unsolved", action="store_true", help="leave out tasks without a right reference")
    add("--allow-count-mismatch", action="store_true", help="go on when the hub's counts differ")


def _run(options: argparse.Namespace) -> int:
    dataset.require_free(options.output_dir, overwrite=options.overwrite)
    _require_name(options.org)
    pins = read_pins(project_file("provenance.json"))
    earlier = None if options.provenance is None else read_provenance(options.provenance)
    from_hub = options.source == "hub"
    if options.revision is not None and not from_hub:
        raise UsageError("--revision is of the hub; leave it out, or use --source hub")
    snapshot = hub.download(options.revision or pins.upstream.revision) if from_hub else None
    revision = None if snapshot is None else snapshot.commit
    rows = read_rows(options.source, revision)
    if from_hub:
        _check_counts(rows, pins, options.allow_count_mismatch)
    rows = _select(rows, options.task_ids, options.limit)
    skip_unsolved = options.skip_unsolved or bool(earlier and earlier.skipped)
    upstream = pins.upstream.model_copy(
        update={
            "source": hub.HUB_DATASET if from_hub else _source_name(options.source),
            "split": hub.HUB_SPLIT if from_hub else "none",
            "licence": pins.upstream.licence if options.source != "sample" else "MIT",
            "revision": revision,
            "counts": dataset.count_rows(rows),
            "rows_sha256": hash_rows(rows),
            "files": {} if snapshot is None else dict(snapshot.files),
        }
    )
    task_pins = TaskPins(
        protocol=pins.protocol,
        organisation=options.org,
        python_image=options.python_image or pins.python_image,
        revision=revision,
    )
    outcomes, validated = _outcomes(options.validate, earlier, rows, task_pins)
    files = dataset.build(
        rows, task_pins, upstream, outcomes, validated, skip_unsolved=skip_unsolved
    )
    dataset.write(files, options.output_dir, overwrite=options.overwrite)
    print(f"{options.output_dir}: {len(rows)} rows, {len(files)} files")
    return 0


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
    validate: Validation | None,
    earlier: Provenance | None,
    rows: list[Row],
    pins: TaskPins,
) -> tuple[dict[str, list[str]] | None, dict[str, Validation]]:
    """Return slug -> a status per reference (or None), and slug -> how they were found."""
    slugs = [row.slug_name for row in rows]
    if earlier is not None and validate in (None, "none"):
        if earlier.upstream.rows_sha256 != hash_rows(rows):
            raise UsageError("--provenance is of other rows; name the source that it was made from")
        records = earlier.tasks
        left_out = {
            row.slug_name: [_LEFT_OUT] * len(row.solutions)
            for row in rows
            if row.slug_name in earlier.skipped
        }
        found = {slug: record.outcomes for slug, record in records.items() if record.outcomes}
        if not set(slugs) <= set(found) | set(left_out):
            raise UsageError("--provenance was made without a validation; use --validate")
        validated = {slug: record.oracle.validated for slug, record in records.items()}
        return found | left_out, validated
    if validate == "none":
        return None, dict.fromkeys(slugs, "none")
    if validate == "process":
        return validate_in_process(rows, pins.protocol), dict.fromkeys(slugs, "process")
    return validate_in_docker(rows, pins), dict.fromkeys(slugs, "docker")


def _source_name(source: str) -> str:
    return "built-in sample" if source == "sample" else Path(source).name
