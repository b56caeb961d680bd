"""The results file of ``evaluate``: its lines as models, reading it, and appending to it.

JSON Lines. The first line is the header, which says what the results are of; then one line for
each task's references (timed mode) and one for each sample. Lines are only ever appended, each
flushed to the disk, so whatever ends the program leaves at worst one line unfinished.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from adapter.errors import MercuryError

Mode = Literal["timed", "judge-only"]

# What every results file begins with; nothing else is ever cut or written to.
_BEGINNING = b'{"kind": "mercury-harbor-results"'

# Facts of a machine that must not change within one results file; its load may.
MACHINE_IDENTITY = ("cpu_model", "cpus", "kernel", "python")


class ResultsError(MercuryError):
    """A results file is broken, in use, or of something else."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class Reward(_Model):
    """The five numbers of ``reward.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reward: float = 0.0
    pass_at_1: float = 0.0
    beyond_at_1: float = 0.0
    percentile: float = 0.0
    efficiency_valid: float = 0.0


class ProgramDetails(_Model):
    """What ``details.json`` says of one program; what was not run has no status."""

    status: str | None = None
    failing_case: int | None = None
    reason: str | None = None
    too_slow_to_time: bool = False
    solution_seconds: float | None = None
    charged_seconds: float = 0.0


class ReferenceDetails(ProgramDetails):
    """One reference; ``solution_seconds`` only if it passed and was timed."""

    index: int
    hash: str


class Control(_Model):
    """One reference that was timed again beside a sample."""

    index: int
    then_seconds: float
    now_seconds: float


class Drift(_Model):
    """How much slower the machine runs than when the references were timed.

    ``ratio`` is the geometric mean of the controls' times now to then; times now are divided by
    it. ``doubt`` says why the correction is too large, or too uncertain, to be relied on.
    """

    ratio: float
    controls: list[Control]
    doubt: str = ""


class Details(_Model):
    """What ``details.json`` says of a verification.

    In a result of ``evaluate`` with a ``drift`` the candidate's times are corrected by it, and
    the references' are those of the task's latest ``references`` line.
    """

    status: str
    failing_case: int | None = None
    reason: str | None = None
    stable: bool = True
    stable_reason: str = ""
    candidate: ProgramDetails = ProgramDetails()
    references: list[ReferenceDetails] = Field(default_factory=list)
    protocol: str | None = None
    machine: dict[str, Any] = Field(default_factory=dict)
    drift: Drift | None = None

    @property
    def reference_seconds(self) -> list[float]:
        """The solution times of the references that were timed, in seconds."""
        times = (reference.solution_seconds for reference in self.references)
        return [time for time in times if time is not None]


class DatasetIdentity(_Model):
    """Which data set was evaluated; the digest is Harbor's content hash of its manifest."""

    name: str
    digest: str


class Header(_Model):
    """The first line: what all other lines are of."""

    kind: Literal["mercury-harbor-results"] = "mercury-harbor-results"
    version: Literal[1] = 1
    dataset: DatasetIdentity
    protocol: str
    mode: Mode
    place: Literal["docker", "process"]
    verifier_version: str
    isolation: str
    machine: dict[str, Any]
    samples_digest: str
    samples: int
    lines_refused: int = 0


class ReferencesLine(_Model):
    """A task's references as they were timed; a later line of the same task replaces it.

    They were timed beside the sample whose result follows.
    """

    kind: Literal["references"] = "references"
    slug_name: str
    task_name: str
    difficulty: str
    timed_for: str = Field(description="why they were timed, or timed again")
    details: Details


class ResultLine(_Model):
    """What became of one sample."""

    kind: Literal["result"] = "result"
    slug_name: str
    task_name: str
    difficulty: str
    sample: int = Field(description="index of the sample's line in the samples file, from 0")
    attempt: int = Field(description="which of the task's samples it is, from 0")
    carried: dict[str, Any] = Field(default_factory=dict)
    status: str
    reward: Reward
    details: Details


Line = Annotated[Header | ReferencesLine | ResultLine, Field(discriminator="kind")]
_LINE: TypeAdapter[Header | ReferencesLine | ResultLine] = TypeAdapter(Line)


class Results(BaseModel):
    """A results file as it is read."""

    header: Header
    references: dict[str, ReferencesLine] = Field(default_factory=dict)  # by slug
    results: dict[int, ResultLine] = Field(default_factory=dict)  # by the sample's line


def read_results(path: Path) -> Results:
    """Read a results file; a last line that was cut off is left out.

    Raises:
        ResultsError: it cannot be read, is none, or holds a broken line or one sample twice.
    """
    try:
        results, _ = _parse(path.read_bytes(), path)
    except OSError as error:
        raise ResultsError(f"{path} cannot be read ({error.strerror}); name a file") from error
    if results is None:
        raise ResultsError(f"{path} is empty; run `mercury-harbor evaluate` to fill it")
    return results


class ResultsWriter:
    """Appends lines to a results file that nobody else writes to meanwhile."""

    def __init__(self, path: Path, header: Header) -> None:
        """Remember what to open; ``header`` is what a file that is there must be of."""
        self._path = path
        self.results = Results(header=header)

    def __enter__(self) -> Self:
        """Open the file, cut off an unfinished last line, and write the header if there is none.

        Raises:
            ResultsError: the file is of something else, broken, or in use.
        """
        try:
            self._file = _open_alone(self._path)
        except OSError as error:
            raise ResultsError(
                f"{self._path} cannot be written ({error.strerror}); name another with --output"
            ) from error
        try:
            self._continue()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    def append(self, line: Header | ReferencesLine | ResultLine) -> None:
        """Add a line and wait until it is on the disk."""
        self._file.write(_as_json(line))
        self._file.flush()
        os.fsync(self._file.fileno())
        if isinstance(line, ReferencesLine):
            self.results.references[line.slug_name] = line
        elif isinstance(line, ResultLine):
            self.results.results[line.sample] = line

    def _continue(self) -> None:
        header = self.results.header
        there, whole_bytes = _parse(self._file.read(), self._path)
        self._file.truncate(whole_bytes)
        self._file.seek(whole_bytes)
        if there is None:
            self.append(header)
            return
        for what, old, new in _identities(there.header, header):
            if old != new:
                raise ResultsError(
                    f"{self._path} holds results of another {what} ({old}, not {new}); "
                    "name another file with --output"
                )
        self.results = there


def _open_alone(path: Path) -> IO[bytes]:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise ResultsError(
            f"{path} is being written to by another evaluation; wait for it, or name another "
            "file with --output"
        ) from error
    return file


def _identities(old: Header, new: Header) -> Iterator[tuple[str, object, object]]:
    yield "data set", old.dataset.name, new.dataset.name
    yield "data set's digest", old.dataset.digest, new.dataset.digest
    yield "protocol", old.protocol, new.protocol
    yield "mode", old.mode, new.mode
    yield "place", old.place, new.place
    yield "verifier", old.verifier_version, new.verifier_version
    yield "isolation", old.isolation, new.isolation
    yield "file of samples", old.samples_digest, new.samples_digest
    if new.mode == "timed":
        for fact in MACHINE_IDENTITY:
            yield f"machine ({fact})", old.machine.get(fact), new.machine.get(fact)


def _parse(content: bytes, path: Path) -> tuple[Results | None, int]:
    """Return what whole lines say, and how many bytes they are."""
    if not content.startswith(_BEGINNING[: len(content)]):
        raise ResultsError(f"{path} is no results file; name another one")
    whole_bytes = content.rfind(b"\n") + 1
    results: Results | None = None
    for number, text in enumerate(content[:whole_bytes].splitlines(), start=1):
        try:
            line = _LINE.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise ResultsError(
                f"{path}: line {number}: {where} {first['msg']}; this is no whole results file"
            ) from error
        if isinstance(line, Header) is not (results is None):
            raise ResultsError(f"{path}: line {number}: one header, first, then everything else")
        if isinstance(line, Header):
            results = Results(header=line)
        elif results is not None:
            _add(line, results, f"{path}: line {number}")
    return results, whole_bytes


def _add(line: ReferencesLine | ResultLine, results: Results, where: str) -> None:
    if isinstance(line, ReferencesLine):
        results.references[line.slug_name] = line
    elif line.sample in results.results:
        raise ResultsError(f"{where}: sample {line.sample} is there twice; remove one of the lines")
    else:
        results.results[line.sample] = line


def _as_json(line: BaseModel) -> bytes:
    # Keeps the fields that no model names; what was not set stays away.
    document = {"kind": getattr(line, "kind"), **line.model_dump(exclude_unset=True)}  # noqa: B009
    if isinstance(line, Header):
        document["version"] = line.version
    return json.dumps(document, allow_nan=False).encode() + b"\n"
