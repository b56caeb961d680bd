"""Ten thousand hostile replies at the supervisor's door: none crashes it, hangs it or passes."""

import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier import codec
from verifier.judgement import Judgement
from verifier.messages import (
    ChannelClosed,
    Failure,
    Readings,
    pack_reply,
    receive_frame,
    send_frame,
)
from verifier.program import Program
from verifier.sandbox import Exit, Process, Sandbox
from verifier.suite import Case, Suite
from verifier.verdict import Status

# No mutation of another answer arrives at this one by chance.
RIGHT_ANSWER = "f0b1c9b0e5a64d1c8a37b1f4d2e96c35"
SUITE = Suite(
    protocol="mercury-harbor-v1",
    entry_point="answer",
    converter="def convert_offline(case):\n    return case\n",
    comparator="def evaluate_offline(inputs, outputs, expected):\n    return outputs == expected\n",
    wall_limit_seconds=5,
    cases=(Case("[1]", f'"{RIGHT_ANSWER}"'),),
    references=(),
)
LOADED = pack_reply(Readings((), b""))
WRONG_REPLIES = [
    pack_reply(Readings((0,), codec.encode([value, None])))
    for value in ("another answer", [1, [2.5, None], {"a": (3, 4)}], 10**40, None)
] + [pack_reply(Failure("call", "ValueError"))]


class HostileProcesses:
    """Stands in for the sandbox: its one "worker" is dead, and the test speaks for it."""

    def __init__(self) -> None:
        self.stream = b""  # what comes instead of the answer to the first call
        self._dead = subprocess.Popen(["true"])
        while not self._is_zombie():
            time.sleep(0.001)

    def start(self, role: str) -> Process:
        assert role == "worker"
        channel, far_end = socket.socketpair()
        threading.Thread(target=self._speak, args=(far_end,), daemon=True).start()
        return Process(cast(Sandbox, self), self._dead.pid, channel)

    def reap(self, _: int) -> Exit:
        return Exit(-9, 0)

    def close(self) -> None:
        self._dead.wait()

    def _is_zombie(self) -> bool:
        return Path(f"/proc/{self._dead.pid}/stat").read_text().split()[2] == "Z"

    def _speak(self, far_end: socket.socket) -> None:
        with far_end:
            try:
                receive_frame(far_end)
                send_frame(far_end, LOADED)
                receive_frame(far_end)
                far_end.sendall(self.stream)
            except (ChannelClosed, OSError):
                return  # the supervisor has had enough


@pytest.fixture(scope="module")
def judgement() -> Iterator[Judgement]:
    with Sandbox() as sandbox:
        yield Judgement(SUITE, sandbox)


@pytest.fixture(scope="module")
def processes() -> Iterator[HostileProcesses]:
    processes = HostileProcesses()
    yield processes
    processes.close()


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


@st.composite
def mutated_replies(draw: st.DrawFn) -> bytes:
    reply = bytearray(framed(draw(st.sampled_from(WRONG_REPLIES))))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(reply)))
        end = draw(st.integers(start, min(start + 6, len(reply))))
        reply[start:end] = draw(st.binary(max_size=6))
    return bytes(reply)


STREAMS: st.SearchStrategy[bytes] = st.one_of(
    st.binary(max_size=200), st.binary(max_size=200).map(framed), mutated_replies()
)


@settings(max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(stream=STREAMS)
def test_no_hostile_reply_crashes_or_hangs_the_supervisor_or_passes(
    stream: bytes, judgement: Judgement, processes: HostileProcesses
) -> None:
    processes.stream = stream
    program = Program("candidate", "", SUITE, cast(Any, processes))
    verdict = program.judge(judgement)
    program.end()
    assert verdict.status in set(Status) - {Status.PASSED, Status.TIMEOUT}


def test_the_right_answer_would_pass_at_this_door(
    judgement: Judgement, processes: HostileProcesses
) -> None:
    processes.stream = framed(pack_reply(Readings((0,), codec.encode([RIGHT_ANSWER, None]))))
    program = Program("candidate", "", SUITE, cast(Any, processes))
    assert program.judge(judgement).status is Status.PASSED
    program.end()
