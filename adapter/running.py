"""Runs a task's own verifier, in its container or in a local process, and reads what it says.

Whatever ends this program, nothing of it stays: a container ends with the connection that holds
its standard input open, a local verifier with the process that started it.
"""

import compileall
import contextlib
import io
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import requests
from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container
from pydantic import BaseModel, ValidationError

from adapter.engine import EngineError, connect, tar
from adapter.errors import MercuryError, in_one_line
from adapter.results import Details, Reward
from adapter.task_directory import TaskDirectory
from adapter.tasks import Files

Place = Literal["docker", "process"]

_MEMORY_BYTES_PER_VERIFIER = 4 << 30  # what a task's task.toml gives its verifier
_PING_SECONDS = 30
_ENGINE_TIMEOUT_SECONDS = 24 * 3600  # the longest task may time for hours without a word
# Sets the CPUs that a verifier may use ("-": all of them), and lets it die with who started it.
_LAUNCH = (
    "import ctypes, os, sys; "
    "sys.argv[1] == '-' or os.sched_setaffinity(0, {int(sys.argv[1])}); "
    "ctypes.CDLL(None).prctl(1, 9); "  # PR_SET_PDEATHSIG, SIGKILL
    "os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
)


class RunError(MercuryError):
    """The verifier cannot be run here, or it failed; no verdict was reached."""


class Judged(BaseModel):
    """What ``python -m verifier validate`` says of one program."""

    index: int
    status: str
    failing_case: int | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Verification:
    """What ``python -m verifier score`` left behind."""

    reward: Reward
    details: Details


class Runner(ABC):
    """A place where verifications run, several at once if need be."""

    place: Place

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._free_cpus: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.cpus = sorted(os.sched_getaffinity(0))
        for cpu in self.cpus:
            self._free_cpus.put(cpu)

    def score(self, suite: dict[str, Any] | None, candidate: bytes) -> Verification:
        """Judge and time a candidate; without a suite by the task's own.

        Raises:
            RunError: no verdict was reached.
        """
        files = {"solution.py": candidate} | _suite_file(suite)
        with self._directory(files) as directory:
            path = "/tests/suite.json" if suite is None else f"{directory}/suite.json"
            arguments = ["score", "--suite", self._own(path)]
            arguments += ["--candidate", f"{directory}/solution.py", "--logs", f"{directory}/logs"]
            self._run("-", arguments)
            try:
                return Verification(
                    Reward.model_validate_json(self._read(f"{directory}/logs/reward.json")),
                    Details.model_validate_json(self._read(f"{directory}/logs/details.json")),
                )
            except ValidationError as error:
                raise RunError(
                    f"the task's verifier is of another version ({in_one_line(error)}); generate "
                    "the task again"
                ) from error

    def validate(self, suite: dict[str, Any]) -> list[Judged]:
        """Judge all references of a suite, on one CPU that no other judging uses meanwhile.

        Raises:
            RunError: no verdicts were reached.
        """
        cpu = self._free_cpus.get()
        try:
            with self._directory(_suite_file(suite)) as directory:
                arguments = ["validate", "--suite", f"{directory}/suite.json"]
                output = self._run(str(cpu), arguments)
        finally:
            self._free_cpus.put(cpu)
        return [Judged.model_validate(outcome) for outcome in json.loads(output)]

    @abstractmethod
    def stop(self) -> None:
        """End everything that runs; may be called from another thread."""

    @abstractmethod
    def _directory(self, files: Files) -> contextlib.AbstractContextManager[str]:
        """Make a directory with these files; remove it when it is left."""

    @abstractmethod
    def _own(self, path: str) -> str:
        """Return where a file of the task's own tests is."""

    @abstractmethod
    def _read(self, path: str) -> bytes: ...

    @abstractmethod
    def _run(self, cpu: str, arguments: list[str]) -> str:
        """Run the verifier; return what it printed."""


class ProcessRunner(Runner):
    """Runs a copy of the verifier that a task carries in fresh interpreters of this machine."""

    place: Place = "process"

    def __init__(self, tests: Files, directory: Path) -> None:
        """Lay out the task's tests in an empty directory, with the byte code of the verifier."""
        super().__init__()
        self._tests = directory / "tests"
        self._parent = directory
        for name, content in tests.items():
            path = self._tests / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        compileall.compile_dir(self._tests / "verifier", quiet=2)
        self._living: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def stop(self) -> None:
        """Kill all verifiers with what they started."""
        with self._lock:
            self._stopped = True
            for process in self._living:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    @contextmanager
    def _directory(self, files: Files) -> Iterator[str]:
        with tempfile.TemporaryDirectory(dir=self._parent) as directory:
            for name, content in files.items():
                (Path(directory) / name).write_bytes(content)
            yield directory

    def _own(self, path: str) -> str:
        return path.replace("/tests", str(self._tests), 1) if path.startswith("/tests/") else path

    def _read(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def _run(self, cpu: str, arguments: list[str]) -> str:
        command = [sys.executable, "-I", "-S", "-c", _LAUNCH, cpu]
        command += ["-s", "-P", "-m", "verifier", *arguments]
        environment = {
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": str(self._tests),
            "TMPDIR": str(self._parent),
        }
        with self._lock:
            if self._stopped:
                raise RunError("the verifier was stopped")
            process = subprocess.Popen(
                command,
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,  # an interrupt is ours to handle
            )
            self._living.add(process)
        try:
            output, complaint = process.communicate()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            with self._lock:
                self._living.discard(process)
        return _checked(process.returncode, output, complaint)


class ContainerRunner(Runner):
    """Runs the verifier in a container of its image."""

    place: Place = "docker"

    def __init__(self, container: Container) -> None:
        super().__init__()
        self._container = container

    def stop(self) -> None:
        """Kill the container."""
        with contextlib.suppress(NotFound, APIError):
            self._container.kill()

    @contextmanager
    def _directory(self, files: Files) -> Iterator[str]:
        directory = f"/tests/run-{next(self._numbers)}"  # /tests is root's alone
        content = {f"{directory}/{name}".lstrip("/"): text for name, text in files.items()}
        with _engine_errors():
            self._container.put_archive("/", tar(content))
        yield directory
        self._exec(["rm", "-rf", directory])

    def _own(self, path: str) -> str:
        return path

    def _read(self, path: str) -> bytes:
        code, output, _ = self._exec(["cat", path])
        if code != 0:
            raise RunError(f"the verifier's container has no {path}; generate the task again")
        return output

    def _run(self, cpu: str, arguments: list[str]) -> str:
        # What the task's test.sh does.
        command = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"]
        command += ["PYTHONPATH=/tests", "/usr/local/bin/python3", "-I", "-S", "-c", _LAUNCH, cpu]
        command += ["-s", "-P", "-m", "verifier", *arguments]
        code, output, complaint = self._exec(command)
        return _checked(code, output.decode(), complaint.decode())

    def _exec(self, command: list[str]) -> tuple[int, bytes, bytes]:
        """Run a command in the container; return its status and what it printed."""
        with _engine_errors():
            code, streams = self._container.exec_run(command, workdir="/", demux=True)
        output, complaint = cast(tuple[bytes | None, bytes | None], streams)
        return -1 if code is None else code, output or b"", complaint or b""


def choose_place(wanted: Place | None) -> tuple[Place, str]:
    """Return where to run, and why: as wanted, or in Docker where an engine answers."""
    if wanted is not None:
        return wanted, "as asked for"
    try:
        connect(_PING_SECONDS).close()
    except (EngineError, DockerException, requests.RequestException):
        return "process", "no Docker engine answers"
    return "docker", "a Docker engine answers"


@contextmanager
def open_runner(place: Place, task: TaskDirectory, *, parallel: bool = False) -> Iterator[Runner]:
    """Make a place to run a task's verifier in; nothing of it is left afterwards.

    Args:
        place: where.
        task: whose verifier.
        parallel: for one verification on each CPU, instead of one on one CPU as in Harbor.

    Raises:
        RunError: no engine answers, or the image cannot be built.
    """
    if place == "process":
        with tempfile.TemporaryDirectory(prefix="mercury-harbor-") as directory:
            local = ProcessRunner(task.tests, Path(directory).resolve())
            try:
                yield local
            finally:
                local.stop()
        return
    verifiers = len(os.sched_getaffinity(0)) if parallel else 1
    with _container(task.tests, verifiers) as container:
        yield ContainerRunner(container)


@contextmanager
def _container(tests: Files, verifiers: int) -> Iterator[Container]:
    """Build the verifier's image and keep a container of it that lives as long as we do."""
    try:
        client = connect(_ENGINE_TIMEOUT_SECONDS)
        image, _ = client.images.build(fileobj=io.BytesIO(tar(tests)), custom_context=True, rm=True)
        # `cat` ends when its standard input does: with the one connection that is attached to it.
        created = client.api.create_container(
            image.id,
            ["cat"],
            stdin_open=True,
            host_config=client.api.create_host_config(
                auto_remove=True,
                mem_limit=verifiers * _MEMORY_BYTES_PER_VERIFIER,
                nano_cpus=verifiers * 10**9,
                network_mode="none",
            ),
        )
    except (DockerException, requests.RequestException) as error:
        raise RunError(
            f"the verifier's image cannot be run ({in_one_line(error)}); start a Docker engine "
            "that has the task's base image, or use --in process"
        ) from error
    container = client.containers.get(created["Id"])
    try:
        with _engine_errors():
            connection = client.api.attach_socket(created["Id"], {"stdin": 1, "stream": 1})
            container.start()
        with contextlib.closing(connection):
            yield container
    finally:
        with contextlib.suppress(NotFound, APIError):  # it may be removing itself already
            container.remove(force=True)
        client.close()


@contextmanager
def _engine_errors() -> Iterator[None]:
    try:
        yield
    except (DockerException, requests.RequestException) as error:
        raise RunError(
            f"the Docker engine went away ({in_one_line(error)}); start it and try again"
        ) from error


def _checked(code: int, output: str, complaint: str) -> str:
    if code == 0:
        return output
    lines = complaint.strip().splitlines() or output.strip().splitlines()
    reason = lines[-1] if lines else f"it ended with status {code}"
    raise RunError(f"no verdict was reached: {reason}")


def _suite_file(suite: dict[str, Any] | None) -> dict[str, bytes]:
    return {} if suite is None else {"suite.json": json.dumps(suite).encode()}
