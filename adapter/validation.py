"""Which references are right: found by running them in the verifier, never by trusting a label."""

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import docker
import requests
from docker.errors import DockerException
from docker.models.containers import Container
from tqdm import tqdm

from adapter.errors import MercuryError, in_one_line
from adapter.tasks import VERIFIER, Files, TaskPins, suite_json, task_files
from adapter.upstream import Row

_TASKS_AT_ONCE = 2
_CONTAINER_MEMORY = "8g"  # two tasks at once, each within the task's own 4 GiB
_PASSED = "passed"

# Takes a suite, returns what `python -m verifier validate` printed for it.
RunVerifier = Callable[[bytes, str], str]


class ValidationError(MercuryError):
    """References cannot be run here."""


class NoPassingReference(MercuryError):
    """A task has no reference that is right on every case."""


def choose_oracle(row: Row, outcomes: list[str] | None) -> int:
    """Return the index of the reference that becomes the oracle.

    The rule: right on every case; among those the one whose upstream label claims the least
    time; among equals the first. Upstream's labels are the same on every machine, times
    measured here are not. Without outcomes every reference counts as right.

    Raises:
        NoPassingReference: none is right.
    """
    right = [
        index
        for index in range(len(row.solutions))
        if outcomes is None or outcomes[index] == _PASSED
    ]
    if not right:
        raise NoPassingReference(
            f"{row.slug_name}: none of its {len(row.solutions)} references is right on every case; "
            "leave the task out with --skip-unsolved"
        )
    return min(right, key=lambda index: (row.solutions[index].runtime_milliseconds, index))


def validate_in_process(rows: list[Row], protocol: str) -> dict[str, list[str]]:
    """Run every reference of every row in local processes; slug -> a status per reference."""
    with tempfile.TemporaryDirectory(prefix="mercury-validation-") as directory:

        def run(suite: bytes, slug: str) -> str:
            path = Path(directory) / f"{slug}.json"
            path.write_bytes(suite)
            command = [sys.executable, "-m", "verifier", "validate", "--suite", str(path)]
            result = subprocess.run(
                command, cwd=VERIFIER.parent, capture_output=True, text=True, check=False
            )
            if result.returncode != 0:
                reason = result.stderr.strip().splitlines()[-1:]
                raise ValidationError(f"{slug} cannot be validated: {' '.join(reason)}")
            return result.stdout

        return _validate(rows, protocol, run)


def validate_in_docker(rows: list[Row], pins: TaskPins) -> dict[str, list[str]]:
    """Run every reference of every row in one container of the verifier's image.

    Raises:
        ValidationError: no engine answers, or the image cannot be built.
    """
    with _verifier_container(task_files(rows[0], 0, pins)) as container:

        def run(suite: bytes, slug: str) -> str:
            path = f"/tests/suites/{slug}.json"
            container.put_archive("/", _tar({path.lstrip("/"): suite}))
            command = ["python3", "-s", "-P", "-m", "verifier", "validate", "--suite", path]
            code, output = container.exec_run(
                command, environment={"PYTHONPATH": "/tests"}, workdir="/"
            )
            printed = b"".join([output] if isinstance(output, bytes) else output).decode().strip()
            if code != 0:
                reason = printed.splitlines()[-1:]
                raise ValidationError(f"{slug} cannot be validated: {' '.join(reason)}")
            return printed

        try:
            return _validate(rows, pins.protocol, run)
        except (DockerException, requests.RequestException) as error:
            raise ValidationError(
                f"the Docker engine went away ({in_one_line(error)}); start it and generate again"
            ) from error


def _validate(rows: list[Row], protocol: str, run: RunVerifier) -> dict[str, list[str]]:
    def statuses(row: Row) -> list[str]:
        outcomes = json.loads(run(suite_json(row, protocol), row.slug_name))
        return [outcome["status"] for outcome in outcomes]

    pool = ThreadPoolExecutor(_TASKS_AT_ONCE)
    try:
        results = tqdm(
            pool.map(statuses, rows), total=len(rows), desc="validating", unit="task", disable=None
        )
        return dict(zip((row.slug_name for row in rows), results, strict=True))
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _verifier_container(files: Files) -> Iterator[Container]:
    """Build the verifier's image from a task's files and keep a container of it running."""
    context = {
        path.removeprefix("tests/"): content
        for path, content in files.items()
        if path.startswith("tests/")
    }
    try:
        client = docker.from_env(timeout=3600)
        image, _ = client.images.build(
            fileobj=io.BytesIO(_tar(context)), custom_context=True, rm=True
        )
        container = client.containers.run(
            image,
            ["sleep", "infinity"],
            detach=True,
            mem_limit=_CONTAINER_MEMORY,
            network_mode="none",
        )
    except DockerException as error:
        reason = in_one_line(error)
        raise ValidationError(
            f"the verifier's image cannot be run ({reason}); start a Docker engine, name a base "
            "image that it has with --python-image, or use --validate process"
        ) from error
    try:
        yield container
    finally:
        container.remove(force=True)


def _tar(files: Files) -> bytes:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for path, content in files.items():
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(content), 0o644
            tar.addfile(member, io.BytesIO(content))
    return archive.getvalue()
