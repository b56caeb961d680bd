"""The same hostile programs inside one container made of a task's verifier image."""

import io
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import docker
import pytest
from docker.models.containers import Container

from adapter.tasks import task_files
from tests.adapter.made_up import make_pins, make_row, write_tree
from tests.attacks.attacks import (
    HANGS_SECONDS,
    HERE,
    LAUNCHER,
    Attack,
    Seen,
    all_attacks,
    read_seen,
)
from tests.attacks.tasks import HONEST, write_suites
from tests.harbor.conftest import base_image

__all__ = ["base_image"]  # a fixture

pytestmark = pytest.mark.docker

COPIED = "/root/attacks"


@pytest.fixture(scope="module")
def container(base_image: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    files = task_files(make_row(), 0, make_pins(python_image=base_image))
    task = write_tree(tmp_path_factory.mktemp("task"), dict(files))
    suites = tmp_path_factory.mktemp("suites")
    write_suites(suites)
    client = docker.from_env()
    image, _ = client.images.build(path=str(task / "tests"), rm=True)
    running = client.containers.run(
        image, ["sleep", "infinity"], detach=True, mem_limit="4g", nano_cpus=10**9
    )
    try:
        programs = {path.relative_to(HERE): path for path in HERE.glob("*/*.py")}
        files_in_container = {
            f"{COPIED}/launcher.py": LAUNCHER,
            **{f"{COPIED}/suites/{path.name}": path for path in suites.iterdir()},
            **{f"{COPIED}/{relative}": path for relative, path in programs.items()},
        }
        assert running.put_archive("/", _archive(files_in_container))
        before = _files(running)
        yield running
        left_behind = _files(running) - before
        assert left_behind == {"/logs/verifier/details.json", "/logs/verifier/reward.json"}
    finally:
        running.remove(force=True)


@pytest.fixture(scope="module")
def honest_beyond(container: Container) -> Callable[[Attack], float | None]:
    """Return a function that scores an attack's honest twin, each once."""
    found: dict[tuple[str, str], float] = {}

    def honest_beyond(attack: Attack) -> float | None:
        if attack.honest_twin is None:
            return None
        key = attack.task, attack.honest_twin
        if key not in found:
            seen = score(container, attack.task, HONEST / f"{attack.honest_twin}.py")
            assert seen.reward is not None, seen.output
            assert seen.reward["reward"] == 1, seen
            found[key] = seen.reward["beyond_at_1"]
        return found[key]

    return honest_beyond


@pytest.mark.parametrize(
    "attack", [pytest.param(attack, id=attack.name) for attack in all_attacks()]
)
def test_it_gets_what_it_deserves_and_leaves_nothing_behind(
    attack: Attack, container: Container, honest_beyond: Callable[[Attack], float | None]
) -> None:
    twin = honest_beyond(attack)
    seen = score(container, attack.task, attack.path)
    assert seen.objections(attack, twin) == [], attack.tried


def score(container: Container, task: str, program: Path) -> Seen:
    """Let the container's verifier score a program, as root."""
    command = ["python3", "-P", f"{COPIED}/launcher.py", "--root", "/tests"]
    command += ["--timeout", str(HANGS_SECONDS), "--suite", f"{COPIED}/suites/{task}.json"]
    command += ["--candidate", f"{COPIED}/{program.relative_to(HERE)}", "--logs", "/logs/verifier"]
    return read_seen(_run(container, command))


def _run(container: Container, command: list[str]) -> str:
    code, output = container.exec_run(command, user="root")
    assert isinstance(output, bytes)
    assert code == 0, output.decode()
    return output.decode()


def _archive(files: dict[str, Path]) -> bytes:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for name, path in files.items():
            member = tarfile.TarInfo(name.lstrip("/"))
            member.size = path.stat().st_size
            tar.addfile(member, io.BytesIO(path.read_bytes()))
    return archive.getvalue()


def _files(container: Container) -> set[str]:
    command = ["find", "/", "-xdev", "-not", "-type", "d", "-not", "-path", "*/__pycache__/*"]
    return set(_run(container, command).splitlines())
