"""The data set's own README: what its provenance knows, told to someone who knows nothing."""

from collections import Counter

from adapter.hub import HUB_DATASET
from adapter.provenance import Provenance, Validation
from adapter.tasks import DATASET_NAME, TEMPLATES

_TEMPLATE = TEMPLATES / "dataset-readme.md"
_HOW_VALIDATED: dict[Validation, str] = {
    "docker": "by running all its references in the verifier's own image",
    "process": "by running all its references in local processes, outside the verifier's image",
    "none": "not at all: nothing was run, and the oracle may be wrong",
}
_PUBLISHED = "It holds Mercury's evaluation split, from the revision that is named below."
_STAND_IN = (
    "**It was not made from Mercury's published split but from `{source}`**: its results say "
    "nothing about Mercury."
)


def dataset_readme(provenance: Provenance) -> bytes:
    """Return ``README.md`` of a data set; every figure in it is one of the provenance's."""
    counts, upstream = provenance.upstream.counts, provenance.upstream
    origin = _PUBLISHED if upstream.source == HUB_DATASET else _STAND_IN
    values = {
        "name": f"{provenance.organisation}/{DATASET_NAME}",
        "tasks": len(provenance.tasks),
        "origin": origin.format(source=upstream.source),
        "rows": counts.rows,
        "cases": counts.cases,
        "solutions": counts.solutions,
        "difficulties": f"{counts.easy} Easy, {counts.medium} Medium, {counts.hard} Hard",
        "source": upstream.source,
        "split": upstream.split,
        "revision": upstream.revision or "none",
        "licence": upstream.licence,
        "terms": _terms(upstream.licence),
        "protocol": provenance.protocol,
        "python_image": provenance.python_image,
        "python_image_verified": provenance.python_image_verified,
        "adapter_version": provenance.adapter_version,
        "validation": _validation(provenance),
        "skipped": _skipped(provenance),
    }
    return _TEMPLATE.read_text(encoding="utf-8").format(**values).encode()


def _terms(licence: str) -> str:
    return ": not for commercial use, and with attribution" if "-NC-" in licence else ""


def _validation(provenance: Provenance) -> str:
    ways = Counter(task.oracle.validated for task in provenance.tasks.values())
    parts = [f"{ways[way]} {how}" for way, how in _HOW_VALIDATED.items() if ways[way]]
    outcomes = [status for task in provenance.tasks.values() for status in task.outcomes or ()]
    right = outcomes.count("passed")
    ran = f"; {right} of the {len(outcomes)} references that were run are right" if outcomes else ""
    return "; ".join(parts) + ran


def _skipped(provenance: Provenance) -> str:
    if not provenance.skipped:
        return "none"
    return ", ".join(f"`{slug}`" for slug in provenance.skipped)
