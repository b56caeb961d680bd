"""A data set's files -> a directory: written beside its target, then swapped in in one step."""

import ctypes
import fcntl
import glob
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ValidationError

from adapter.dataset import COPIED_FILES, MANIFEST, PROVENANCE
from adapter.errors import MercuryError, in_one_line
from adapter.project import JOBS
from adapter.tasks import Files

_EXECUTABLES = frozenset({"solution/solve.sh", "tests/test.sh"})
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # <fcntl.h>, <linux/fs.h>


class OutputError(MercuryError):
    """The output directory cannot be written or replaced."""


class _AnyProvenance(BaseModel):
    """What tells a data set of ours, by whatever version, from any other directory."""

    adapter_version: str
    tasks: dict[str, object]


class _ManifestFile(BaseModel):
    path: str


class _AnyManifest(BaseModel):
    files: list[_ManifestFile] = []


def require_free(target: Path, *, overwrite: bool) -> None:
    """Make sure that a data set may be written to a target, before any work is done.

    Raises:
        OutputError: the target has something in it and may not be replaced.
    """
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is no directory; name another with --output-dir")
    if not target.is_dir() or not any(target.iterdir()):
        return
    if not overwrite:
        raise OutputError(f"{target} is not empty; use --overwrite to replace it")
    strangers = sorted({path.name for path in target.iterdir()} - _replaceable(target))
    if strangers:
        raise OutputError(
            f"{target} holds {strangers[0]}, which no generation wrote and --overwrite would "
            "delete; move it away, or name another directory with --output-dir"
        )


def _replaceable(dataset: Path) -> set[str]:
    """Return the names that a data set's root holds by its own account, and Harbor's jobs.

    Raises:
        OutputError: the directory is no data set of ours.
    """
    try:
        provenance = _AnyProvenance.model_validate_json((dataset / PROVENANCE).read_bytes())
        manifest = _AnyManifest.model_validate(
            tomllib.loads((dataset / MANIFEST).read_text(encoding="utf-8"))
        )
    except (OSError, ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OutputError(
            f"{dataset} is no data set that generate wrote, so --overwrite does not replace it; "
            "delete it yourself, or name another directory with --output-dir"
        ) from error
    listed = {file.path for file in manifest.files}
    return {PROVENANCE, MANIFEST, "README.md", JOBS, *COPIED_FILES, *listed, *provenance.tasks}


def write(files: Files, target: Path, *, overwrite: bool) -> None:
    """Write a data set beside its target, then put it in the target's place in one step.

    Harbor's job results in the old directory move over into the new one.

    Raises:
        OutputError: the target has something in it and may not be replaced, or writing fails.
    """
    target = target.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _lock(target.parent) as alone:
            if alone:
                _sweep(target)
            require_free(target, overwrite=overwrite)
            with tempfile.TemporaryDirectory(dir=target.parent, prefix=_prefix(target)) as beside:
                fresh = Path(beside) / target.name
                _write_tree(files, fresh)
                _put_in_place(fresh, target)
    except OSError as error:
        reason = in_one_line(error)
        raise OutputError(
            f"{target} cannot be written ({reason}); name another with --output-dir"
        ) from error


def _write_tree(files: Files, root: Path) -> None:
    for path, content in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(0o755 if path.split("/", 1)[-1] in _EXECUTABLES else 0o644)
    for directory in (root, *filter(Path.is_dir, root.rglob("*"))):
        directory.chmod(0o755)  # whatever the umask: the container's users read them


def _prefix(target: Path) -> str:
    return f".{target.name}-writing-"


@contextmanager
def _lock(parent: Path) -> Iterator[bool]:
    """Wait for other writers beside the target; yields whether a lock could be had at all."""
    descriptor = os.open(parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            alone = True
        except OSError:  # a network file system that locks no directories
            alone = False
        yield alone
    finally:
        os.close(descriptor)


def _sweep(target: Path) -> None:
    """Delete what killed writers left beside a target, but keep job results that they held."""
    for name in glob.glob(f"{glob.escape(_prefix(target))}*", root_dir=target.parent):
        leftover = target.parent / name
        if _move_jobs(leftover / target.name, target):
            shutil.rmtree(leftover)


def _put_in_place(fresh: Path, target: Path) -> None:
    """Let ``fresh`` become ``target``; what was there is deleted, but for its job results."""
    if not target.exists():
        fresh.rename(target)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    exchange = getattr(libc, "renameat2", None)  # Linux with glibc 2.28 or later
    if exchange is not None and not exchange(
        _AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(target), _RENAME_EXCHANGE
    ):
        _move_jobs(fresh, target)  # a writer killed before this: see _sweep
        return
    # Not one step, but the old one is never where it would be deleted with the temporary.
    old = target.with_name(f".{target.name}-old-{os.getpid()}")
    target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        old.rename(target)
        raise
    _move_jobs(old, target)
    shutil.rmtree(old)


def _move_jobs(old: Path, new: Path) -> bool:
    """Move Harbor's job results from one directory to another; return whether none is left."""
    if not (old / JOBS).exists():
        return True
    if not new.is_dir() or (new / JOBS).exists():
        return False
    (old / JOBS).rename(new / JOBS)
    return True
