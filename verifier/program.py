"""One program on trial: its process, what is left of its time, its verdict and its readings."""

import builtins
import secrets
import signal
import time
from dataclasses import dataclass
from typing import Any

from verifier.judgement import Judgement
from verifier.messages import MEBIBYTE, Failure, MalformedReply, Readings, unpack_reply
from verifier.protocol import MercuryHarborV1, Turn
from verifier.sandbox import Exit, Process, ProcessDied, Sandbox, TurnTimeout
from verifier.suite import Suite
from verifier.verdict import Status, Verdict

# A process that keeps more than this is replaced after its turn, so that twenty that wait for
# theirs fit into the container together.
LARGEST_WAITING_BYTES = 128 * MEBIBYTE
_SURELY_OUT_OF_MEMORY_BYTES = 512 * MEBIBYTE
_KNOWN_EXCEPTIONS = frozenset(dir(builtins)) | {"ResultTooLarge", "NoSolutionClass"}
_CLOCK_STEP_SECONDS = 1e-6  # rounding of sums; the kernel counts in nanoseconds


class _Failed(Exception):
    """The program did what ends its trial, with this verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


@dataclass(frozen=True)
class Answered:
    """An honest-looking reply, and the CPU time in seconds that the kernel counted for it."""

    reply: Readings
    cpu_seconds: float


@dataclass(frozen=True)
class Measurement:
    """One turn of a program, in seconds of CPU time.

    All but the readings are the kernel's account of what the process did in between two
    messages, which nothing inside the process can forge.
    """

    load_seconds: float  # of one namespace, mean
    first_seconds: float  # the whole of the first call: request, arguments, call, result
    readings: tuple[float, ...]  # of the timed calls, as the worker claims
    unclaimed_seconds: float  # per timed call, around the readings


class Program:
    """A candidate or a reference, from its source to its verdict and its times."""

    def __init__(self, name: str, source: str, suite: Suite, sandbox: Sandbox) -> None:
        self.name = name
        self.verdict: Verdict | None = None
        self.gave_up = False  # passed, but cannot finish its timed calls within its limit
        self.measurements: dict[tuple[int, int], Measurement] = {}  # by case and block
        self.wall_seconds = 0.0  # of its own turns
        self.cpu_seconds = 0.0  # of its own turns, as the kernel counts
        self.clocked_seconds = 0.0  # of its calls, as the worker says
        self.charge_seconds = 0.0  # added to its time, see credibility.py
        self._calls_made = 0
        self._source = source
        self._suite = suite
        self._sandbox = sandbox
        self._process: Process | None = None

    @property
    def has_passed(self) -> bool:
        """Whether the program was right on every case so far."""
        return self.verdict is not None and self.verdict.passed

    @property
    def in_the_running(self) -> bool:
        """Whether the program passed so far and may still be timed."""
        return self.has_passed and not self.gave_up

    @property
    def was_timed(self) -> bool:
        """Whether the program passed and has readings of all its timed calls."""
        return self.in_the_running and bool(self.measurements)

    def judge(self, judgement: Judgement) -> Verdict:
        """Run the program once through all cases; this decides Pass."""
        self.verdict = Verdict(Status.PASSED)
        for case in self.cases:
            try:
                self._call(case, 1, judgement)
            except _Failed as failure:
                self._fail(failure.verdict)
                break
        return self.verdict

    @property
    def cases(self) -> range:
        """The numbers of the task's cases."""
        return range(len(self._suite.cases))

    def case_readings(self, case: int, blocks: range) -> list[float]:
        """Return all readings of a case in some blocks, in seconds."""
        return [reading for block in blocks for reading in self.measurements[case, block].readings]

    def take(self, turn: Turn, judgement: Judgement) -> None:
        """Take a turn: keep what was measured, or change the verdict."""
        try:
            loaded = self._ask({"prepare": 1 + turn.timed_calls}, turn.case, 0)
            first = self._call(turn.case, 1, judgement)
            timed = self._call(turn.case, turn.timed_calls, judgement)
        except _Failed as failure:
            if failure.verdict.status is Status.TIMEOUT:
                self.gave_up = True  # it passed, but is too slow to be timed
                self.end()
            else:
                self._fail(failure.verdict)
            return
        readings = tuple(nanoseconds / 1e9 for nanoseconds in timed.reply.nanoseconds)
        self.measurements[turn.case, turn.block] = Measurement(
            load_seconds=loaded.cpu_seconds / (1 + turn.timed_calls),
            first_seconds=first.cpu_seconds,
            readings=readings,
            unclaimed_seconds=(timed.cpu_seconds - sum(readings)) / turn.timed_calls,
        )
        if self._process is not None and self._process.resident_bytes() > LARGEST_WAITING_BYTES:
            self.end()

    def give_up_if_hopeless(self, protocol: MercuryHarborV1) -> None:
        """Stop timing a program that would surely not finish within its limit."""
        self.gave_up = self.gave_up or protocol.is_hopeless(
            len(self._suite.cases),
            self._calls_made,
            self.cpu_seconds,
            self._suite.wall_limit_seconds,
        )
        if self.gave_up:
            self.end()

    def finish(self) -> None:
        """End the program's process after its last turn; what it said unasked voids it."""
        try:
            if self._process is not None:
                self._process.refuse_unasked_data()
        except MalformedReply as error:
            self.verdict = Verdict(Status.TAMPERING, reason=str(error))
        self.end()

    def end(self) -> None:
        """End the program's process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _call(self, case: int, calls: int, judgement: Judgement) -> Answered:
        """Let the program make calls of a case."""
        request = {
            "input_text": self._suite.cases[case].input_text,
            "calls": calls,
            "checked_call": secrets.randbelow(calls),
            "with_arguments": self._suite.judges_arguments,
        }
        answer = self._ask(request, case, calls)
        self._calls_made += calls
        started = time.monotonic()
        objection = judgement.objection(case, answer.reply.result)
        self.wall_seconds += time.monotonic() - started  # who keeps the judge busy pays
        if objection:
            raise _Failed(Verdict(Status.WRONG_ANSWER, case, objection))
        return answer

    def _ask(self, request: dict[str, Any], case: int, calls: int) -> Answered:
        """Let the program's process answer, a new one if it has none."""
        if self._process is None:
            self._process = self._sandbox.start("worker")
            load = {
                "source": self._source,
                "entry_point": self._suite.entry_point,
                "converter": self._suite.converter,
            }
            self._exchange(self._process, load, None, 0)
        return self._exchange(self._process, request, case, calls)

    def _exchange(
        self, process: Process, request: dict[str, Any], case: int | None, calls: int
    ) -> Answered:
        remaining = self._suite.wall_limit_seconds - self.wall_seconds
        try:
            answer = process.ask(request, timeout_seconds=remaining)
            reply = unpack_reply(answer.payload, calls)
        except TurnTimeout as error:
            self.wall_seconds = self._suite.wall_limit_seconds
            raise _Failed(Verdict(Status.TIMEOUT, case)) from error
        except ProcessDied as death:
            raise _Failed(_verdict_on_death(death.exit, case)) from death
        except MalformedReply as error:
            raise _Failed(Verdict(Status.TAMPERING, case, str(error))) from error
        self.wall_seconds += answer.wall_seconds
        self.cpu_seconds += answer.cpu_seconds
        if isinstance(reply, Failure):
            raise _Failed(_verdict_on_failure(reply, case))
        clocked_seconds = sum(reply.nanoseconds) / 1e9
        if clocked_seconds > answer.cpu_seconds + _CLOCK_STEP_SECONDS:
            reason = "more time on its clock than on the kernel's"
            raise _Failed(Verdict(Status.TAMPERING, case, reason))
        self.clocked_seconds += clocked_seconds
        return Answered(reply, answer.cpu_seconds)

    def _fail(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.end()


def _verdict_on_failure(failure: Failure, case: int | None) -> Verdict:
    if failure.type_name == "MemoryError":
        return Verdict(Status.MEMORY, case, failure.type_name)
    status = Status.LOAD_ERROR if failure.stage == "load" else Status.RUNTIME_ERROR
    known = failure.type_name in _KNOWN_EXCEPTIONS
    # A name of the program's own may hold anything, a hidden input too.
    return Verdict(status, case, failure.type_name if known else "an exception of its own")


def _verdict_on_death(ending: Exit, case: int | None) -> Verdict:
    if ending.code == -signal.SIGKILL and ending.max_rss_bytes > _SURELY_OUT_OF_MEMORY_BYTES:
        return Verdict(Status.MEMORY, case, "killed by the kernel, out of memory")
    return Verdict(Status.CRASHED, case, f"exit code {ending.code}")
