"""Is a directory a whole and unmodified data set? Reads alone, and returns what it finds."""

import os
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ValidationError

from adapter import VERSION
from adapter.dataset import COPIED_FILES, MANIFEST, PROVENANCE, root_files
from adapter.errors import MercuryError
from adapter.leaks import find_leaks
from adapter.project import JOBS
from adapter.provenance import Provenance, TaskRecord
from adapter.reconstruction import ReconstructionError, read_suite, remake
from adapter.tasks import Files, TaskPins, digest, task_digest, task_name

Kind = Literal["missing", "added", "changed", "digest", "provenance", "leak"]
_ROOT_FILES = frozenset({MANIFEST, PROVENANCE, "README.md", *COPIED_FILES})
_PASSED = "passed"


class NoDatasetError(MercuryError):
    """The directory to be checked is no data set at all."""


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that is wrong; ``path`` is relative to the data set, of a file or of a task."""

    path: str
    kind: Kind
    problem: str


@dataclass(frozen=True)
class Report:
    """What a check has found; ``notes`` are worth knowing and not wrong."""

    tasks: int
    files: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class _Tree:
    """A directory: its regular files, and whatever else stands in it, path -> what it is."""

    files: dict[str, bytes] = field(default_factory=dict)
    oddities: dict[str, str] = field(default_factory=dict)
    directories: set[str] = field(default_factory=set)

    def task(self, slug: str) -> Files:
        """Return the files of a task, by path in it."""
        return self._folders.get(slug, {})

    @cached_property
    def _folders(self) -> dict[str, dict[str, bytes]]:
        folders: dict[str, dict[str, bytes]] = {}
        for path, content in self.files.items():
            folder, slash, rest = path.partition("/")
            if slash:
                folders.setdefault(folder, {})[rest] = content
        return folders


class _Entry(BaseModel):
    digest: str
    name: str = ""
    path: str = ""


class _Manifest(BaseModel):
    """``dataset.toml``, as far as it holds digests."""

    tasks: list[_Entry] = []
    files: list[_Entry] = []


def check(directory: Path) -> Report:
    """Compare a data set with its manifest, its provenance and this adapter.

    Raises:
        NoDatasetError: the directory has neither manifest nor provenance, or cannot be read.
    """
    try:
        names = set(os.listdir(directory))
        tree = _read_tree(directory)
    except OSError as error:
        raise NoDatasetError(
            f"{directory} cannot be read ({error.strerror}); name a data set's directory"
        ) from error
    if not {MANIFEST, PROVENANCE} & names:
        raise NoDatasetError(
            f"{directory} is no data set: it has neither {MANIFEST} nor {PROVENANCE}; "
            "name a directory that generate wrote"
        )
    findings: list[Finding] = []
    notes: list[str] = []
    manifest = _manifest(tree, findings)
    provenance = _provenance(tree, findings)
    findings += _inventory(tree, manifest, provenance)
    named = {finding.path for finding in findings} - {PROVENANCE}
    findings += _manifest_digests(tree, manifest)
    slugs = sorted(_slugs(tree))
    if provenance is not None:
        for slug, record in provenance.tasks.items():
            facts = _task_facts(slug, tree.task(slug), record)
            findings += (finding for finding in facts if finding.path not in named)
        findings += _sums(provenance)
        findings += _names(manifest, provenance)
        if provenance.adapter_version == VERSION:
            remade = _remade(tree, provenance)
            findings += (finding for finding in remade if finding.path not in named)
        else:
            version = provenance.adapter_version
            notes.append(
                f"made by mercury-harbor {version}, so not compared with what this {VERSION} makes;"
                f" install mercury-harbor=={version} for that"
            )
    for slug in slugs:
        findings += [
            Finding(f"{slug}/{path}", "leak", problem)
            for path, problem in find_leaks(tree.task(slug))
        ]
    if JOBS in tree.directories:
        notes.append(f"{JOBS}/ holds Harbor's results, which are no part of the data set")
    return Report(
        tasks=len(provenance.tasks) if provenance else len(slugs),
        files=len(tree.files),
        findings=tuple(sorted(set(findings))),
        notes=tuple(notes),
    )


def _read_tree(root: Path) -> _Tree:
    """Read a directory without following a link and without opening a pipe or a device."""
    tree = _Tree()
    folders = [""]
    while folders:
        folder = folders.pop()
        for entry in os.scandir(root / folder):
            path = f"{folder}/{entry.name}" if folder else entry.name
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                tree.directories.add(path)
                if path != JOBS:
                    folders.append(path)
            elif stat.S_ISREG(mode):
                _read_file(Path(entry.path), path, tree)
            else:
                tree.oddities[path] = "a link" if stat.S_ISLNK(mode) else "a special file"
    return tree


def _read_file(file: Path, path: str, tree: _Tree) -> None:
    try:
        tree.files[path] = file.read_bytes()
    except OSError as error:
        tree.oddities[path] = f"a file that cannot be read ({error.strerror})"


def _slugs(tree: _Tree) -> set[str]:
    return {path.split("/")[0] for path in tree.files if path.endswith("/task.toml")}


def _manifest(tree: _Tree, findings: list[Finding]) -> _Manifest | None:
    if MANIFEST not in tree.files:
        return None  # missing or a link: the inventory says so
    try:
        return _Manifest.model_validate(tomllib.loads(tree.files[MANIFEST].decode()))
    except ValueError:
        findings.append(Finding(MANIFEST, "changed", "is no manifest of a data set any more"))
        return None


def _provenance(tree: _Tree, findings: list[Finding]) -> Provenance | None:
    if PROVENANCE not in tree.files:
        return None
    try:
        return Provenance.model_validate_json(tree.files[PROVENANCE])
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        problem = f"is no provenance any more: {place}: {first['msg']}"
        findings.append(Finding(PROVENANCE, "changed", problem))
        return None


def _inventory(
    tree: _Tree, manifest: _Manifest | None, provenance: Provenance | None
) -> Iterator[Finding]:
    """Yield every file that is missing, added, changed or no regular file."""
    recorded = _recorded_digests(manifest, provenance)
    for path, expected in recorded.items():
        if path in tree.files:
            actual = digest(tree.files[path])
            if expected and actual != expected:
                source = PROVENANCE if "/" in path else MANIFEST
                yield Finding(path, "changed", f"is {actual}, and {source} says {expected}")
        elif path not in tree.oddities:
            yield Finding(path, "missing", "is missing")
    for path, what in tree.oddities.items():
        if path in recorded:
            yield Finding(path, "changed", f"is {what} in the place of a file")
        else:
            yield Finding(path, "added", f"is {what} that does not belong here")
    known = set(recorded) | set(tree.oddities)
    for path in tree.files:
        if path not in known and not _is_unrecorded(path, manifest, provenance):
            yield Finding(path, "added", "is a file that does not belong here")
    parents = _parents({*recorded, *tree.files, *tree.oddities})
    for path in tree.directories - parents - {JOBS}:
        yield Finding(path, "added", "is a directory that does not belong here")


def _recorded_digests(
    manifest: _Manifest | None, provenance: Provenance | None
) -> dict[str, str | None]:
    """Return the path of each file that should be there -> its digest, if one is recorded."""
    recorded: dict[str, str | None] = dict.fromkeys(_ROOT_FILES)
    if manifest is not None:
        recorded |= {file.path: file.digest for file in manifest.files}
    if provenance is not None:
        for slug, record in provenance.tasks.items():
            own = provenance.shared_files | record.files
            recorded |= {f"{slug}/{path}": value for path, value in own.items()}
    return recorded


def _is_unrecorded(path: str, manifest: _Manifest | None, provenance: Provenance | None) -> bool:
    """Return whether nothing that could be read tells if a file belongs here."""
    if provenance is not None or "/" not in path:
        return False
    if manifest is None:
        return True
    slug = path.split("/", maxsplit=1)[0]
    return any(task.name.endswith(f"__{slug}") for task in manifest.tasks)


def _parents(paths: Iterable[str]) -> set[str]:
    return {parent.as_posix() for path in paths for parent in Path(path).parents}


def _manifest_digests(tree: _Tree, manifest: _Manifest | None) -> Iterator[Finding]:
    """Yield each task whose digest, by Harbor's rules, is not the manifest's."""
    for task in manifest.tasks if manifest else ():
        slug = task.name.rpartition("__")[2]
        yield from _compare_digest(slug, tree.task(slug), task.digest, MANIFEST)


def _compare_digest(slug: str, files: Files, expected: str, source: str) -> Iterator[Finding]:
    actual = task_digest(files)
    if actual != expected:
        yield Finding(slug, "digest", f"has digest {actual}, and {source} says {expected}")


def _task_facts(slug: str, files: Files, record: TaskRecord) -> Iterator[Finding]:
    """Yield what a provenance says of a task and its files do not."""
    yield from _compare_digest(slug, files, record.digest, PROVENANCE)
    try:
        suite = read_suite(files)
    except ReconstructionError as error:
        yield Finding(f"{slug}/{error.path}", "changed", error.reason)
        return

    def wrong(name: str, said: object, found: object) -> Finding:
        problem = f"tasks.{slug}.{name} is {said}, and the task has {found}"
        return Finding(PROVENANCE, "provenance", problem)

    oracle, outcomes = record.oracle, record.outcomes
    if record.cases != len(suite.cases):
        yield wrong("cases", record.cases, len(suite.cases))
    if record.references != len(suite.references):
        yield wrong("references", record.references, len(suite.references))
    if outcomes is not None and len(outcomes) != len(suite.references):
        yield wrong("outcomes", f"{len(outcomes)} long", f"{len(suite.references)} references")
    if (outcomes is None) != (oracle.validated == "none"):
        yield wrong("oracle.validated", oracle.validated, "outcomes that say otherwise")
    if not 0 <= oracle.index < len(suite.references):
        yield wrong("oracle.index", oracle.index, f"{len(suite.references)} references")
        return
    reference = suite.references[oracle.index]
    if oracle.hash != reference.hash:
        yield wrong("oracle.hash", oracle.hash, f"{reference.hash} at that index")
    if outcomes is not None and outcomes[oracle.index : oracle.index + 1] != [_PASSED]:
        yield wrong("oracle.index", oracle.index, "an outcome there that is not passed")
    installed = files.get("solution/solution.py", b"").decode(errors="replace")
    if installed.strip() != reference.source.strip():
        yield Finding(
            f"{slug}/solution/solution.py", "provenance", f"is not reference {oracle.index}"
        )


def _sums(provenance: Provenance) -> Iterator[Finding]:
    counts, tasks, skipped = provenance.upstream.counts, provenance.tasks, provenance.skipped
    found = {"rows": len(tasks) + len(skipped)}
    if not skipped:
        found["cases"] = sum(task.cases for task in tasks.values())
        found["solutions"] = sum(task.references for task in tasks.values())
    found["easy + medium + hard"] = counts.rows
    said = counts.model_dump() | {"easy + medium + hard": counts.easy + counts.medium + counts.hard}
    for name, number in found.items():
        if said[name] != number:
            problem = f"upstream.counts: {name} is {said[name]}, and the tasks have {number}"
            yield Finding(PROVENANCE, "provenance", problem)


def _names(manifest: _Manifest | None, provenance: Provenance) -> Iterator[Finding]:
    """Yield each task that only one of manifest and provenance has."""
    if manifest is None:
        return
    listed = {task.name for task in manifest.tasks}
    made = {task_name(slug, provenance.organisation) for slug in provenance.tasks}
    for name in sorted(listed ^ made):
        one, other = (MANIFEST, PROVENANCE) if name in listed else (PROVENANCE, MANIFEST)
        yield Finding(MANIFEST, "provenance", f"{name} is in {one} and not in {other}")


def _remade(tree: _Tree, provenance: Provenance) -> Iterator[Finding]:
    """Yield each file that is not what this adapter makes of the provenance and the task."""
    yield from _differences("", tree.files, root_files(provenance))
    pins = TaskPins(
        protocol=provenance.protocol,
        organisation=provenance.organisation,
        python_image=provenance.python_image,
        revision=provenance.upstream.revision,
    )
    for slug, record in provenance.tasks.items():
        files = tree.task(slug)
        try:
            made = remake(slug, files, record.oracle.index, pins)
        except ReconstructionError as error:
            yield Finding(f"{slug}/{error.path}", "changed", error.reason)
        else:
            yield from _differences(f"{slug}/", files, made)


def _differences(prefix: str, files: Files, made: Mapping[str, bytes]) -> Iterator[Finding]:
    for path, content in made.items():
        if path in files and files[path] != content:
            problem = f"is not what mercury-harbor {VERSION} makes of {PROVENANCE}"
            yield Finding(f"{prefix}{path}", "provenance", problem)
