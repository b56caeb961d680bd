"""What a data set is made from: the pins that generation reads and the facts that it records."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapter.errors import MercuryError

Validation = Literal["docker", "process", "none"]

UNVERIFIED = "unverified here: no registry was asked, or none answered"


class ProvenanceError(MercuryError):
    """A provenance file is missing, broken, or of other rows."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Counts(_Model):
    """How much there is of everything."""

    rows: int
    cases: int
    solutions: int
    easy: int
    medium: int
    hard: int


class Upstream(_Model):
    """Where the rows come from.

    ``revision`` is a commit, never a branch; ``files`` are the hub's files that the rows were
    read from, path in the repository -> SHA-256.
    """

    source: str
    revision: str | None
    split: str
    licence: str
    counts: Counts
    rows_sha256: str | None = None
    files: dict[str, str] = Field(default_factory=dict)


class Oracle(_Model):
    """The reference that Harbor's oracle agent installs, and how it was proven right."""

    index: int
    hash: str
    validated: Validation


class TaskRecord(_Model):
    """What is known of one generated task.

    ``outcomes`` has one status per reference; ``files`` the digests of the files that are this
    task's own.
    """

    digest: str
    oracle: Oracle
    cases: int
    references: int
    outcomes: list[str] | None
    files: dict[str, str]


class Provenance(_Model):
    """``provenance.json``: no time stamps, no paths (design.md section 9).

    ``shared_files`` holds the digests of the files that every task has alike.
    """

    protocol: str
    adapter_version: str
    upstream: Upstream
    organisation: str
    python_image: str
    python_image_verified: str = UNVERIFIED
    packages: list[str]
    shared_files: dict[str, str]
    skipped: list[str] = Field(default_factory=list)
    tasks: dict[str, TaskRecord] = Field(default_factory=dict)


class Pins(_Model):
    """``provenance.json`` at the root: what the published data set is to be made from."""

    protocol: str
    upstream: Upstream
    python_image: str
    python_image_note: str


def read_pins(path: Path) -> Pins:
    """Read the root's pins.

    Raises:
        ProvenanceError: the file is missing or broken.
    """
    return _read(Pins, path)


def read_provenance(path: Path) -> Provenance:
    """Read a generated data set's provenance.

    Raises:
        ProvenanceError: the file is missing or broken.
    """
    return _read(Provenance, path)


def _read[Model: BaseModel](model: type[Model], path: Path) -> Model:
    try:
        return model.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ProvenanceError(
            f"{path} cannot be read ({error.strerror}); name a data set's provenance.json with "
            "--provenance"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ProvenanceError(f"{path}: field {field}: {first['msg']}") from error
