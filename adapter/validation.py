"""Which references are right: found by running them in the verifier, never by trusting a label."""

import hashlib
import importlib.metadata
import json
import platform
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Protocol

from docker.models.containers import Container
from tqdm import tqdm

from adapter.engine import Engine
from adapter.errors import MercuryError
from adapter.journal import Journal
from adapter.tasks import VERIFIER, TaskPins, suite_json, task_files
from adapter.upstream import Row

_TASKS_AT_ONCE = 2
_CONTAINER_MEMORY_BYTES = 4 << 30  # what a task's own verifier container gets
_IMAGE_TAG = "mercury-harbor-validation"
_RUN_TIME_PACKAGES = ("lctk", "sortedcontainers")
_SECONDS_TO_CLEAN_UP = 10

Outcomes = dict[str, list[str]]  # slug -> a status per reference


class ValidationError(MercuryError):
    """References cannot be run here."""


def validate_in_process(rows: list[Row], protocol: str, journal: Journal | None = None) -> Outcomes:
    """Run every reference of every row in local processes.

    Args:
        rows: the rows.
        protocol: the protocol that suites name.
        journal: knows what earlier runs found, and gets what this one finds.

    Raises:
        ValidationError: the verifier fails.
    """
    versions = [f"{name}=={importlib.metadata.version(name)}" for name in _RUN_TIME_PACKAGES]
    circumstances = _digest(
        {
            "python": f"process {platform.python_version()} {' '.join(versions)}".encode(),
            **{path.name: path.read_bytes() for path in VERIFIER.glob("*.py")},
        }
    )
    with tempfile.TemporaryDirectory(prefix="mercury-validation-") as directory:
        verifiers = _LocalVerifiers(Path(directory))
        return _validate(rows, protocol, verifiers, circumstances, journal)


def validate_in_docker(rows: list[Row], pins: TaskPins, journal: Journal | None = None) -> Outcomes:
    """Run every reference of every row in containers of one verifier image.

    Args:
        rows: the rows.
        pins: what the image is made from.
        journal: knows what earlier runs found, and gets what this one finds.

    Raises:
        EngineError: no engine answers, or the image cannot be built.
        ValidationError: the verifier fails.
    """
    context = {
        path.removeprefix("tests/"): content
        for path, content in task_files(rows[0], 0, pins).items()
        if path.startswith("tests/")
    }
    with Engine() as engine:
        image = engine.build_image(context, _IMAGE_TAG)
        # The base image counts by its content: a local tag may be given to another one.
        base = engine.image_id(pins.python_image).encode()
        circumstances = _digest(context | {"suite.json": b"", "base image": base})
        verifiers = _ContainerVerifiers(engine, image)
        return _validate(rows, pins.protocol, verifiers, circumstances, journal)


class _Verifiers(Protocol):
    """Where ``python -m verifier validate`` runs, at most `_TASKS_AT_ONCE` at a time."""

    def run(self, slug: str, suite: bytes) -> bytes:
        """Return what it printed for a suite."""

    def stop(self) -> None:
        """End what runs; nothing more will be run."""


def _validate(
    rows: list[Row],
    protocol: str,
    verifiers: _Verifiers,
    circumstances: str,
    journal: Journal | None,
) -> Outcomes:
    suites = {row.slug_name: suite_json(row, protocol) for row in rows}
    keys = {
        slug: _digest({"circumstances": circumstances.encode(), "suite.json": suite})
        for slug, suite in suites.items()
    }
    known = journal.read() if journal else {}
    found = {slug: known[key] for slug, key in keys.items() if key in known}

    def validate(slug: str) -> None:
        outcomes = json.loads(verifiers.run(slug, suites[slug]))
        found[slug] = [outcome["status"] for outcome in outcomes]
        if journal:
            journal.append(keys[slug], found[slug])

    waiting = [slug for slug in suites if slug not in found]
    with tqdm(
        total=len(rows), initial=len(found), desc="validating", unit="task", disable=None
    ) as progress:
        _for_each(waiting, validate, verifiers.stop, progress.update)
    return {slug: found[slug] for slug in suites}


def _for_each(
    slugs: list[str],
    work: Callable[[str], None],
    stop: Callable[[], None],
    tell: Callable[[], object],
) -> None:
    """Do the work for each, some at a time; the first failure or an interrupt stops all."""
    pool = ThreadPoolExecutor(_TASKS_AT_ONCE)
    try:
        for done in as_completed([pool.submit(work, slug) for slug in slugs]):
            done.result()
            tell()
    except BaseException:  # an interrupt as well; else the pool would wait for what still runs
        pool.shutdown(wait=False, cancel_futures=True)
        stop()
        raise
    finally:
        pool.shutdown()


class _ContainerVerifiers:
    """Containers of the verifier's image, one for each task at a time, started when wanted."""

    def __init__(self, engine: Engine, image: str) -> None:
        self._engine = engine
        self._image = image
        self._idle: queue.SimpleQueue[Container] = queue.SimpleQueue()

    def run(self, slug: str, suite: bytes) -> bytes:
        try:
            container = self._idle.get_nowait()
        except queue.Empty:
            container = self._engine.start_container(self._image, _CONTAINER_MEMORY_BYTES)
        self._engine.put_files(container, "/tests", {"suite.json": suite})
        command = ["python3", "-s", "-P", "-m", "verifier", "validate"]
        finished = self._engine.execute(
            container, [*command, "--suite", "/tests/suite.json"], {"PYTHONPATH": "/tests"}
        )
        if finished.exit_status != 0:
            raise _failure(slug, finished.exit_status, finished.errors)
        self._idle.put(container)
        return finished.output

    def stop(self) -> None:
        self._engine.remove_containers()


class _LocalVerifiers:
    """Processes of this machine, in a session of their own: an interrupt reaches us alone."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False
        self._lock = threading.Lock()

    def run(self, slug: str, suite: bytes) -> bytes:
        path = self._directory / f"{slug}.json"
        path.write_bytes(suite)
        with self._lock:
            if self._stopped:
                raise ValidationError(f"{slug} was not validated")
            process = subprocess.Popen(
                [sys.executable, "-m", "verifier", "validate", "--suite", str(path)],
                cwd=VERIFIER.parent,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            self._running.add(process)
        output, errors = process.communicate()
        with self._lock:
            self._running.remove(process)
        if process.returncode != 0:
            raise _failure(slug, process.returncode, errors)
        return output

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            running = list(self._running)
        for process in running:
            process.send_signal(signal.SIGINT)  # lets the verifier end its workers
        for process in running:
            try:
                process.wait(_SECONDS_TO_CLEAN_UP)
            except subprocess.TimeoutExpired:
                process.kill()


def _failure(slug: str, status: int, errors: bytes) -> ValidationError:
    lines = errors.decode(errors="replace").strip().splitlines()
    reason = lines[-1] if lines else f"its verifier was ended from outside, with status {status}"
    return ValidationError(
        f"{slug} cannot be validated: {reason}; generate again, and only what is missing is run"
    )


def _digest(parts: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(parts.items()):
        digest.update(f"{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()
