"""Generated tasks as they lie on the disk: what ``score`` and ``evaluate`` need of them."""

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from adapter.errors import MercuryError, in_one_line
from adapter.tasks import Files, task_digest


class TaskDirectoryError(MercuryError):
    """A directory is no generated task or data set, or not a whole one."""


@dataclass(frozen=True)
class TaskDirectory:
    """One generated task."""

    path: Path
    name: str  # as Harbor knows it: organisation/data set__slug
    difficulty: str
    files: Files  # relative path -> content

    @property
    def slug_name(self) -> str:
        """The problem's slug, which is the directory's name."""
        return self.path.resolve().name

    @cached_property
    def suite(self) -> dict[str, Any]:
        """The content of ``suite.json``: protocol, cases, references, limits.

        Raises:
            TaskDirectoryError: it is no suite.
        """
        try:
            suite: dict[str, Any] = json.loads(self.files["tests/suite.json"])
            if isinstance(suite["references"], list) and isinstance(suite["protocol"], str):
                return suite
        except (ValueError, KeyError, TypeError, RecursionError):
            pass  # told below, like a suite of other types
        raise TaskDirectoryError(f"{self.path}/tests/suite.json is no suite; generate it again")

    @property
    def oracle(self) -> bytes:
        """The reference that is known to be right."""
        return self.files["solution/solution.py"]

    @property
    def tests(self) -> Files:
        """The files that the verifier's image is built from, relative to ``tests/``."""
        return {
            path.removeprefix("tests/"): content
            for path, content in self.files.items()
            if path.startswith("tests/")
        }

    @property
    def verifier_digest(self) -> str:
        """What identifies the verifier that the task carries, whatever its suite."""
        outer = hashlib.sha256()
        for path, content in sorted(self.tests.items()):
            if path != "suite.json":
                outer.update(f"{path}\0{hashlib.sha256(content).hexdigest()}\n".encode())
        return outer.hexdigest()


@dataclass(frozen=True)
class DatasetDirectory:
    """A generated data set: its name, its tasks, and Harbor's content hash of it all."""

    name: str
    digest: str
    tasks: list[TaskDirectory]


def read_task(path: Path) -> TaskDirectory:
    """Read a task.

    Raises:
        TaskDirectoryError: something that every generated task has is not there.
    """
    try:
        files = {
            file.relative_to(path).as_posix(): file.read_bytes()
            for file in sorted(path.rglob("*"))
            if file.is_file() and "__pycache__" not in file.parts
        }
    except OSError as error:
        raise TaskDirectoryError(f"{path} cannot be read ({in_one_line(error)})") from error
    for needed in ("task.toml", "tests/suite.json", "tests/verifier/__main__.py"):
        if needed not in files:
            raise TaskDirectoryError(
                f"{path} is no task: it has no {needed}; name a directory that "
                "`mercury-harbor generate` wrote"
            )
    try:
        config = tomllib.loads(files["task.toml"].decode())
        name, difficulty = config["task"]["name"], config["metadata"]["difficulty"]
    except (ValueError, KeyError, TypeError) as error:
        raise TaskDirectoryError(
            f"{path}/task.toml names no task and difficulty; generate it again"
        ) from error
    return TaskDirectory(path, str(name), str(difficulty), files)


def read_dataset(path: Path) -> DatasetDirectory:
    """Read a data set.

    Raises:
        TaskDirectoryError: it has no manifest or no tasks, or its tasks differ in their verifier.
    """
    try:
        manifest = tomllib.loads((path / "dataset.toml").read_text(encoding="utf-8"))
        name = str(manifest["dataset"]["name"])
        files = {entry["path"]: entry["digest"] for entry in manifest.get("files", [])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TaskDirectoryError(
            f"{path} is no data set (no dataset.toml with a name); name a directory that "
            "`mercury-harbor generate` wrote"
        ) from error
    tasks = [read_task(file.parent) for file in sorted(path.glob("*/task.toml"))]
    if not tasks:
        raise TaskDirectoryError(f"{path} has no tasks; generate it again")
    for task in tasks:
        if task.verifier_digest != tasks[0].verifier_digest:
            raise TaskDirectoryError(
                f"{tasks[0].path} and {task.path} carry different verifiers; generate "
                "the data set again"
            )
    return DatasetDirectory(name, _content_hash(tasks, files), tasks)


def _content_hash(tasks: list[TaskDirectory], files: dict[str, str]) -> str:
    """Return what Harbor's DatasetManifest.compute_content_hash says, of the tasks as they are."""
    base = ",".join(sorted(task_digest(task.files).removeprefix("sha256:") for task in tasks))
    if files:
        base += ";" + ",".join(
            sorted(f"{path}:{digest.removeprefix('sha256:')}" for path, digest in files.items())
        )
    return f"sha256:{hashlib.sha256(base.encode()).hexdigest()}"
