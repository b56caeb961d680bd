"""The sandbox: starts confined processes, talks to them, ends them, whatever they do."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.messages import Failure, Readings, unpack_reply
from verifier.sandbox import Process, ProcessDied, Sandbox, SandboxError, TurnTimeout

HAS_BEEN_ENDED = {-9, 70}  # killed, or gone by itself because its channel was closed
CONVERTER = "def convert_offline(case): return case"


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """Return a sandbox that is left after the test."""
    with Sandbox() as sandbox:
        yield sandbox


def load(process: Process, source: str, timeout_seconds: float = 30) -> Readings | Failure:
    """Let a worker load a program; return what it says."""
    header = {"source": source, "entry_point": "answer", "converter": CONVERTER}
    return unpack_reply(process.ask(header, timeout_seconds=timeout_seconds).payload, 0)


def case(input_text: str = "[]", **fields: Any) -> dict[str, Any]:
    """Return the request to call a program once."""
    return {
        "input_text": input_text,
        "calls": 1,
        "checked_call": 0,
        "with_arguments": False,
    } | fields


RIGHT = "class Solution:\n    def answer(self): return 1"
ENDLESS = "class Solution:\n    def answer(self):\n        while True: pass"
SAY_LOADED = "import os; os.write(3, bytes([0, 0, 0, 5, 82, 0, 0, 0, 0]))"
EXITING = "import os\nclass Solution:\n    def answer(self): os._exit(5)"


def test_a_worker_answers_and_its_cpu_time_is_counted(sandbox: Sandbox) -> None:
    process = sandbox.start("worker")
    assert load(process, RIGHT) == Readings((), b"")
    answer = process.ask(case(), timeout_seconds=30)
    assert isinstance(unpack_reply(answer.payload, 1), Readings)
    assert 0 < answer.cpu_seconds <= process.cpu_seconds()
    assert answer.wall_seconds > 0


def test_a_worker_that_does_not_answer_in_time_is_killed(sandbox: Sandbox) -> None:
    process = sandbox.start("worker")
    load(process, ENDLESS)
    with pytest.raises(TurnTimeout):
        process.ask(case(), timeout_seconds=0.2)
    assert process.end().code == -9


@pytest.mark.parametrize(
    "seconds",
    [
        0,
        pytest.param(-1e-6),
    ],
)
def test_a_worker_without_any_time_left_is_out_of_time(sandbox: Sandbox, seconds: float) -> None:
    process = sandbox.start("worker")
    load(process, RIGHT)
    with pytest.raises(TurnTimeout):
        process.ask(case(), timeout_seconds=seconds)


def test_a_worker_that_ends_has_died_and_its_exit_code_is_known(sandbox: Sandbox) -> None:
    process = sandbox.start("worker")
    load(process, EXITING)
    with pytest.raises(ProcessDied) as death:
        process.ask(case(), timeout_seconds=30)
    assert death.value.exit.code == 5


def test_a_worker_that_ends_after_its_reply_has_died_by_the_next_request(sandbox: Sandbox) -> None:
    process = sandbox.start("worker")
    assert load(process, f"{SAY_LOADED}\nos._exit(5)") == Readings((), b"")
    with pytest.raises(ProcessDied) as death:
        process.ask(case(), timeout_seconds=30)
    assert death.value.exit.code == 5


def test_a_worker_does_not_run_between_its_turns(sandbox: Sandbox) -> None:
    process = sandbox.start("worker")
    load(process, f"{SAY_LOADED}\nwhile True: pass")
    time.sleep(0.1)  # the signal that stops it may need a moment
    before = process.cpu_seconds()
    time.sleep(0.2)
    assert process.cpu_seconds() == before


def test_ending_a_process_twice_is_ending_it_once(sandbox: Sandbox) -> None:
    process = sandbox.start("worker")
    assert process.end() == process.end()


def test_leaving_the_sandbox_ends_every_process_and_removes_its_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Sandbox() as sandbox:
        workers = [sandbox.start("worker") for _ in range(3)]
        assert len(list(tmp_path.iterdir())) == 1
    assert {worker.end().code for worker in workers} <= HAS_BEEN_ENDED
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_ends_every_process_too() -> None:
    workers = []

    def start_and_interrupt() -> None:
        with Sandbox() as sandbox:
            workers.append(sandbox.start("worker"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start_and_interrupt()
    assert workers[0].end().code in HAS_BEEN_ENDED


def test_a_machine_that_cannot_start_processes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Sandbox() as sandbox, pytest.raises(SandboxError):
        sandbox.start("worker")
