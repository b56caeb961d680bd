"""An earlier generation's provenance and its rows -> the same data set again, nothing run."""

from collections.abc import Mapping
from typing import Any

from adapter import VERSION
from adapter.dataset import PROVENANCE, build, count_rows
from adapter.provenance import Provenance, ProvenanceError
from adapter.tasks import Files, TaskPins, pinned_packages
from adapter.upstream import Row, hash_rows

_LEFT_OUT = "left out"  # of the earlier generation: none of the references is right


def require_same_version(provenance: Provenance) -> None:
    """Make sure that this adapter is the one that wrote a provenance.

    Raises:
        ProvenanceError: the version or the packages that it pins are others.
    """
    version = provenance.adapter_version
    if version != VERSION:
        raise ProvenanceError(
            f"--provenance was written by mercury-harbor {version}, and this is {VERSION}; "
            f"install mercury-harbor=={version}"
        )
    if provenance.packages != pinned_packages():
        raise ProvenanceError(
            f"--provenance pins {', '.join(provenance.packages)}, and this mercury-harbor pins "
            f"{', '.join(pinned_packages())}; install the mercury-harbor {version} that wrote it"
        )


def require_same_files(files: Mapping[str, str], provenance: Provenance) -> None:
    """Make sure that the hub's files, path -> SHA-256, are those that a provenance names.

    Raises:
        ProvenanceError: they are not.
    """
    difference = _first_difference(provenance.upstream.files, files, "upstream.files")
    if difference:
        raise ProvenanceError(
            f"--provenance was changed: {difference}; take the file from an unchanged data set"
        )


def select(rows: list[Row], provenance: Provenance) -> list[Row]:
    """Return the rows that a provenance was made from, tasks and skipped ones.

    Raises:
        ProvenanceError: the rows are of another source.
    """
    wanted = {*provenance.tasks, *provenance.skipped}
    rows = [row for row in rows if row.slug_name in wanted]
    if provenance.upstream.rows_sha256 != hash_rows(rows):
        raise ProvenanceError(
            "--provenance is of other rows; name the source that it was made from with --source"
        )
    return rows


def reproduce(rows: list[Row], provenance: Provenance) -> Files:
    """Return the files of the data set that a provenance tells of, from :func:`select`'s rows.

    Raises:
        ProvenanceError: the provenance is not of these rows or contradicts itself.
    """
    pins = TaskPins(
        protocol=provenance.protocol,
        organisation=provenance.organisation,
        python_image=provenance.python_image,
        revision=provenance.upstream.revision,
    )
    files = build(
        rows,
        pins,
        provenance.upstream.model_copy(update={"counts": count_rows(rows)}),
        _outcomes(rows, provenance),
        {slug: record.oracle.validated for slug, record in provenance.tasks.items()},
        skip_unsolved=True,
        python_image_verified=provenance.python_image_verified,
    )
    made = Provenance.model_validate_json(files[PROVENANCE])
    difference = _first_difference(provenance.model_dump(), made.model_dump())
    if difference:
        raise ProvenanceError(
            f"--provenance says {difference} of these rows; it was changed, or an altered "
            f"mercury-harbor {VERSION} wrote it"
        )
    return files


def _outcomes(rows: list[Row], provenance: Provenance) -> dict[str, list[str]] | None:
    """Return slug -> a status per reference, or None where nothing was run."""
    outcomes = {slug: record.outcomes for slug, record in provenance.tasks.items()}
    if not provenance.skipped and all(statuses is None for statuses in outcomes.values()):
        return None
    found: dict[str, list[str]] = {}
    for row in rows:
        references = len(row.solutions)
        statuses = outcomes.get(row.slug_name, [_LEFT_OUT] * references)
        if statuses is None or len(statuses) != references:
            raise ProvenanceError(
                f"--provenance must have {references} outcomes in tasks.{row.slug_name}, one a "
                "reference; take the file from an unchanged data set"
            )
        found[row.slug_name] = statuses
    return found


def _first_difference(said: object, made: object, place: str = "") -> str | None:
    if isinstance(said, Mapping) and isinstance(made, Mapping):
        for key in sorted({*said, *made}):
            inner = f"{place}.{key}" if place else str(key)
            if found := _first_difference(_get(said, key), _get(made, key), inner):
                return found
        return None
    return None if said == made else f"{place} is {said!r}, and this adapter makes {made!r}"


def _get(mapping: Mapping[Any, Any], key: object) -> object:
    return mapping.get(key, "missing")
