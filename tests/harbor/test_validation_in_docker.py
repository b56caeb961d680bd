"""Validation in the verifier's image: what a run leaves behind, however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import docker
import pytest
from docker.models.containers import Container

from adapter import cli, validation
from adapter.engine import Engine
from adapter.journal import journal_of
from adapter.project import project_file
from adapter.provenance import read_provenance
from tests.adapter.made_up import (
    ALSO_RIGHT,
    NO_PYTHON,
    RAISING,
    RIGHT,
    WRONG,
    make_record,
    make_solution,
    write_jsonl,
)

pytestmark = pytest.mark.docker

ENDLESS = """
class Solution(object):
    def fillKettles(self, litres, guests):
        while True:
            pass
"""
LABEL = "mercury-harbor.owner"
QUICK, SLOW = ("cups", "kettles", "samovars"), ("y", "z")
SECONDS_TO_GO = 30

Generate = Callable[..., list[str]]


def generation_of(process: "subprocess.Popen[str]") -> list[Container]:
    """Return the containers, running or not, that belong to a process."""
    every = docker.from_env().containers.list(
        all=True, ignore_removed=True, filters={"label": LABEL}
    )
    return [each for each in every if each.labels[LABEL].split(" ")[1] == str(process.pid)]


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Return the path of a data set that is yet to be written."""
    return tmp_path / "mercury-eval"


@pytest.fixture
def arguments(base_image: str, output: Path, tmp_path: Path) -> list[str]:
    """Return a generation from three tasks that take no time and two that take all there is."""
    records = [
        make_record(slug_name=slug, solutions=[make_solution(text, name=slug)])
        for text, slugs in ((RIGHT, QUICK), (ENDLESS, SLOW))
        for slug in slugs
    ]
    source = write_jsonl(tmp_path / "rows.jsonl", records)
    command = ["generate", "--source", str(source), "--output-dir", str(output)]
    return [*command, "--validate", "docker", "--python-image", base_image]


@pytest.fixture
def half_way(arguments: list[str], output: Path) -> "subprocess.Popen[str]":
    """Return a process that has validated three tasks and is at the last two."""
    process = subprocess.Popen(
        [sys.executable, "-m", "adapter.cli", *arguments],
        cwd=project_file("pyproject.toml").parent,
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(journal_of(output).read()) < len(QUICK):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.05)
    assert generation_of(process)
    return process


def must_not_run(_: object, slug: str, __: bytes) -> NoReturn:
    pytest.fail(f"{slug} was run, which was not necessary")


def goes_on_with_the_finished_tasks_alone(
    arguments: list[str], output: Path, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Generate what was finished, and nothing else, without running anything."""
    monkeypatch.setattr(validation._ContainerVerifiers, "run", must_not_run)
    assert cli.main([*arguments, "--task-ids", *QUICK]) == 0
    tasks = read_provenance(output / "provenance.json").tasks
    outcomes = {slug: task.outcomes for slug, task in tasks.items()}
    return outcomes == {slug: ["passed"] for slug in QUICK}


@pytest.mark.parametrize("polite", [signal.SIGINT, signal.SIGTERM], ids=lambda sent: sent.name)
def test_an_interrupt_leaves_no_container_and_loses_the_tasks_in_flight_alone(
    half_way: "subprocess.Popen[str]",
    arguments: list[str],
    output: Path,
    monkeypatch: pytest.MonkeyPatch,
    polite: signal.Signals,
) -> None:
    half_way.send_signal(polite)

    _, errors = half_way.communicate(timeout=SECONDS_TO_GO)
    assert half_way.returncode == 130
    assert errors.splitlines()[-1] == "mercury-harbor: interrupted"
    assert not generation_of(half_way)
    assert not output.exists()
    assert goes_on_with_the_finished_tasks_alone(arguments, output, monkeypatch)


def test_a_killed_run_leaves_no_container_and_loses_the_tasks_in_flight_alone(
    half_way: "subprocess.Popen[str]",
    arguments: list[str],
    output: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    half_way.kill()

    half_way.communicate()
    end = time.monotonic() + SECONDS_TO_GO
    while generation_of(half_way):
        assert time.monotonic() < end, "its containers live on"
        time.sleep(0.1)
    assert not output.exists()
    assert goes_on_with_the_finished_tasks_alone(arguments, output, monkeypatch)


def test_a_container_that_dies_is_told_in_one_line_and_takes_the_others_with_it(
    half_way: "subprocess.Popen[str]", output: Path
) -> None:
    generation_of(half_way)[0].kill()

    _, errors = half_way.communicate(timeout=SECONDS_TO_GO)
    assert half_way.returncode == 2
    (line,) = errors.splitlines()
    assert "cannot be validated: its verifier was ended from outside" in line
    assert not generation_of(half_way)
    assert len(journal_of(output).read()) == len(QUICK)


def test_the_right_reference_with_the_lowest_label_is_the_oracle(
    base_image: str, output: Path, tmp_path: Path
) -> None:
    solutions = [
        make_solution(RIGHT, "40ms", "right but slower"),
        make_solution(WRONG, "10ms", "quick but wrong"),
        make_solution(RAISING, "10ms", "quick but raising"),
        make_solution(NO_PYTHON, "10ms", "quick but no Python"),
        make_solution(ALSO_RIGHT, "30ms", "right"),
        make_solution(RIGHT, "30ms", "right, but not the first"),
    ]
    source = write_jsonl(tmp_path / "rows.jsonl", [make_record(solutions=solutions)])
    command = ["generate", "--source", str(source), "--output-dir", str(output)]

    assert cli.main([*command, "--validate", "docker", "--python-image", base_image]) == 0

    (record,) = read_provenance(output / "provenance.json").tasks.values()
    right, wrong = "passed", ["wrong_answer", "runtime_error", "load_error"]
    assert record.outcomes == [right, *wrong, right, right]
    assert (record.oracle.hash, record.oracle.validated) == ("right", "docker")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mercury-eval", "rows.jsonl"]


def test_engines_that_are_used_at_once_leave_each_other_alone(base_image: str) -> None:
    memory = 64 << 20
    with Engine() as first:
        container = first.start_container(base_image, memory)
        with Engine() as second:
            second.start_container(base_image, memory)
        assert first.execute(container, ["true"], {}).exit_status == 0


def test_what_a_dead_process_could_not_even_start_is_removed_by_the_next(base_image: str) -> None:
    dying = (
        "import docker, os, sys; from adapter.engine import _LABEL, _Owner; "
        "labels = {_LABEL: str(_Owner.of_this_process())}; "
        "docker.from_env().containers.create(sys.argv[1], ['true'], labels=labels); os._exit(9)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", dying, base_image],
        cwd=project_file("pyproject.toml").parent,
        env=os.environ | {"PYTHONPATH": "."},
        text=True,
    )
    process.wait()
    assert len(generation_of(process)) == 1

    with Engine():
        assert not generation_of(process)
