"""One program on trial: its process, what is left of its time, its verdict and its readings."""

import builtins
import secrets
import signal
import statistics
import time
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


class Program:
    """A candidate or a reference, from its source to its verdict and its times."""

    def __init__(self, name: str, source: str, suite: Suite, sandbox: Sandbox) -> None:
        self.name = name
        self.verdict: Verdict | None = None
        self.gave_up = False  # passed, but cannot finish its timed calls within its limit
        self.readings: dict[tuple[int, int], tuple[float, ...]] = {}  # (case, block) -> seconds
        self.wall_seconds = 0.0  # of its own turns
        self.cpu_seconds = 0.0  # of its own turns, as the kernel counts
        self.clocked_seconds = 0.0  # of its calls, as the worker says
        self.judged_cpu_seconds = 0.0  # of the one pass that decided Pass
        self.charge_seconds = 0.0  # added to its time, see credibility.py
        self._calls_made = 0
        self._unclaimed_seconds: dict[int, list[float]] = {}  # case -> a call's, turn by turn
        self._source = source
        self._suite = suite
        self._sandbox = sandbox
        self._process: Process | None = None

    @property
    def in_the_running(self) -> bool:
        """Whether the program passed so far and may still be timed."""
        return self.verdict is not None and self.verdict.passed and not self.gave_up

    @property
    def was_timed(self) -> bool:
        """Whether the program passed and has readings of all its timed calls."""
        return self.in_the_running and bool(self.readings)

    def judge(self, judgement: Judgement) -> Verdict:
        """Run the program once through all cases; this decides Pass."""
        self.verdict = Verdict(Status.PASSED)
        for case in range(len(self._suite.cases)):
            self.take(Turn(block=-1, case=case, warm_up_calls=1, timed_calls=0), judgement)
            if not self.verdict.passed:
                break
        self.judged_cpu_seconds = self.cpu_seconds
        return self.verdict

    def fresh_twin(self, sandbox: Sandbox) -> "Program":
        """Return the same program as if it had never run."""
        twin = Program(self.name, self._source, self._suite, sandbox)
        twin.verdict = Verdict(Status.PASSED)
        return twin

    def case_readings(self, case: int) -> list[float]:
        """Return all readings of a case, in seconds."""
        return [
            reading
            for (number, _), block in sorted(self.readings.items())
            if number == case
            for reading in block
        ]

    @property
    def unclaimed_seconds(self) -> dict[int, float]:
        """CPU time per call around the clock, by case: mean over the turns."""
        return {case: statistics.fmean(calls) for case, calls in self._unclaimed_seconds.items()}

    def take(self, turn: Turn, judgement: Judgement) -> None:
        """Take a turn: keep the readings, or change the verdict."""
        outcome = self._run(turn)
        if isinstance(outcome, Readings):
            started = time.monotonic()
            objection = judgement.objection(turn.case, outcome.result)
            self.wall_seconds += time.monotonic() - started  # who keeps the judge busy pays
            if objection:
                outcome = Verdict(Status.WRONG_ANSWER, turn.case, objection)
        if isinstance(outcome, Verdict):
            self._fail(outcome, timed=turn.timed_calls > 0)
        elif turn.timed_calls:
            self.readings[turn.case, turn.block] = tuple(t / 1e9 for t in outcome.nanoseconds)

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

    def _fail(self, verdict: Verdict, timed: bool) -> None:
        if timed and verdict.status is Status.TIMEOUT:
            self.gave_up = True
        else:
            self.verdict = verdict
        self.end()

    def _run(self, turn: Turn) -> Readings | Verdict:
        if self._process is None:
            self._process = self._sandbox.start("worker")
            load = {
                "source": self._source,
                "entry_point": self._suite.entry_point,
                "converter": self._suite.converter,
            }
            loaded = self._ask(self._process, load, None)
            if isinstance(loaded, Verdict):
                return loaded
        request = {
            "input_text": self._suite.cases[turn.case].input_text,
            "warm_up_calls": turn.warm_up_calls,
            "timed_calls": turn.timed_calls,
            "checked_call": secrets.randbelow(turn.warm_up_calls + turn.timed_calls),
            "with_arguments": self._suite.judges_arguments,
        }
        outcome = self._ask(self._process, request, turn)
        self._calls_made += turn.warm_up_calls + turn.timed_calls
        if isinstance(outcome, Readings) and self._process.resident_bytes() > LARGEST_WAITING_BYTES:
            self.end()
        return outcome

    def _ask(
        self, process: Process, request: dict[str, Any], turn: Turn | None
    ) -> Readings | Verdict:
        """Let the process answer; return its readings or what became of the program."""
        case = None if turn is None else turn.case
        timed_calls = 0 if turn is None else turn.timed_calls
        remaining = self._suite.wall_limit_seconds - self.wall_seconds
        try:
            answer = process.ask(request, timeout_seconds=remaining)
            reply = unpack_reply(answer.payload, timed_calls)
        except TurnTimeout:
            self.wall_seconds = self._suite.wall_limit_seconds
            return Verdict(Status.TIMEOUT, case)
        except ProcessDied as death:
            return _verdict_on_death(death.exit, case)
        except MalformedReply as error:
            return Verdict(Status.TAMPERING, case, str(error))
        self.wall_seconds += answer.wall_seconds
        self.cpu_seconds += answer.cpu_seconds
        if isinstance(reply, Failure):
            return _verdict_on_failure(reply, case)
        clocked_seconds = sum(reply.nanoseconds) / 1e9
        if clocked_seconds > answer.cpu_seconds + _CLOCK_STEP_SECONDS:
            return Verdict(Status.TAMPERING, case, "more time on its clock than on the kernel's")
        self.clocked_seconds += clocked_seconds
        if turn is not None and turn.timed_calls:
            calls = turn.warm_up_calls + turn.timed_calls
            unclaimed = (answer.cpu_seconds - clocked_seconds) / calls
            self._unclaimed_seconds.setdefault(turn.case, []).append(unclaimed)
        return reply


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
