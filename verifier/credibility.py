"""Holds what a candidate claims against what it cannot forge or remember.

A worker reads its own clock, and a hostile program may rewrite whatever its process says; or it
remembers answers somewhere between its calls. Two comparisons with references, which did the
same work in the same minutes, find what a claim leaves out:

* In the timed turns: the CPU time that the kernel counted but the worker did not claim. Around
  their calls all programs do the same (rebuild arguments, load the namespace), so what exceeds
  the references' is work that was hidden from the clock.
* In new processes: the first call of each case, after calls of other cases have warmed the
  process up. There is nothing to remember yet, so a program that remembers is far slower there
  than it claims, and references are not.

The difference is charged to the candidate's time. What can be hidden below the thresholds is
told in docs/security.md.
"""

import statistics
from dataclasses import dataclass

from verifier.judgement import Judgement
from verifier.program import Program
from verifier.protocol import MercuryHarborV1, Turn
from verifier.sandbox import Sandbox
from verifier.suite import Suite

_WITNESSES = 5  # references that are measured beside the candidate
_PROCESSES, _WARM_UP_CALLS = 8, 8  # each case is called first in half of the processes
_PROCESSES_OF_SLOW, _WARM_UP_CALLS_OF_SLOW = 2, 1
_SLOW_PASS_SECONDS = 0.03  # CPU time of one call of each case

# Wide enough that honest programs are rarely charged: a program that is loses more by it than a
# cheat below the threshold gains.
_UNCLAIMED_FACTOR, _UNCLAIMED_SLACK_SECONDS = 1.1, 20e-6  # per call
_FIRST_UNCLAIMED_FACTOR, _FIRST_UNCLAIMED_SLACK_SECONDS = 1.25, 50e-6
_FIRST_CALL_FACTOR, _FIRST_CALL_SLACK_SECONDS = 1.4, 10e-6
_CLOCK_STEP_SECONDS = 1e-9


@dataclass(frozen=True)
class Account:
    """What is known of one program, per case: seconds of a call."""

    claimed: list[float]
    unclaimed: list[float]
    first: list[float]  # of the first call in a new process
    first_unclaimed: list[float]


def charge_candidate(
    candidate: Program,
    references: list[Program],
    suite: Suite,
    protocol: MercuryHarborV1,
    sandbox: Sandbox,
    judgement: Judgement,
) -> None:
    """Charge a timed candidate with the seconds that its claims leave out.

    A candidate that answers wrong or fails in a new process gets that verdict.
    """
    programs = [candidate, *_choose_witnesses(references)]
    first = [_FirstCalls(program, suite) for program in programs]
    for number in range(max(calls.processes for calls in first)):
        for calls in first:  # interleaved, like the timed turns
            calls.measure(number, sandbox, judgement)
    own, *others = [calls.account() for calls in first]
    witnesses = [other for other in others if other is not None]
    if own is not None and witnesses:
        candidate.charge_seconds = max(
            _outside_the_clock(own, witnesses, protocol), _remembered(own, witnesses, protocol)
        )


def _outside_the_clock(own: Account, witnesses: list[Account], protocol: MercuryHarborV1) -> float:
    """Return by how much the program's time grows when its hidden CPU time is added."""
    whole = _with_hidden(
        own.claimed,
        own.unclaimed,
        [witness.unclaimed for witness in witnesses],
        _UNCLAIMED_FACTOR,
        _UNCLAIMED_SLACK_SECONDS,
    )
    return protocol.solution_time(whole) - protocol.solution_time(own.claimed)


def _remembered(own: Account, witnesses: list[Account], protocol: MercuryHarborV1) -> float:
    """Return by how much the program's time grows when it has nothing to remember."""

    def times_slower_at_first(account: Account) -> float:
        claimed = max(protocol.solution_time(account.claimed), _CLOCK_STEP_SECONDS)
        return protocol.solution_time(account.first) / claimed

    honest = [times_slower_at_first(witness) for witness in witnesses]
    whole = _with_hidden(
        own.first,
        own.first_unclaimed,
        [witness.first_unclaimed for witness in witnesses],
        _FIRST_UNCLAIMED_FACTOR,
        _FIRST_UNCLAIMED_SLACK_SECONDS,
    )
    claimed, first = protocol.solution_time(own.claimed), protocol.solution_time(whole)
    if first <= _FIRST_CALL_FACTOR * max(honest) * claimed + _FIRST_CALL_SLACK_SECONDS:
        return 0.0
    return first / statistics.median(honest) - claimed


def _with_hidden(
    claimed: list[float],
    unclaimed: list[float],
    witnesses_unclaimed: list[list[float]],
    factor: float,
    slack_seconds: float,
) -> list[float]:
    """Return claims, each with what was used outside of it beyond any witness' measure."""
    usual = [max(seconds) for seconds in zip(*witnesses_unclaimed, strict=True)]
    return [
        mine + max(0.0, around - most * factor - slack_seconds)
        for mine, around, most in zip(claimed, unclaimed, usual, strict=True)
    ]


def _choose_witnesses(references: list[Program]) -> list[Program]:
    """Return references from the fastest to the slowest, evenly spread."""
    ordered = sorted(references, key=lambda reference: reference.clocked_seconds)
    if len(ordered) <= _WITNESSES:
        return ordered
    step = (len(ordered) - 1) / (_WITNESSES - 1)
    return [ordered[round(number * step)] for number in range(_WITNESSES)]


class _FirstCalls:
    """Measures the first calls of one program's cases, in new processes."""

    def __init__(self, program: Program, suite: Suite) -> None:
        slow = program.judged_cpu_seconds > _SLOW_PASS_SECONDS
        self.processes = _PROCESSES_OF_SLOW if slow else _PROCESSES
        self._warm_up_calls = _WARM_UP_CALLS_OF_SLOW if slow else _WARM_UP_CALLS
        self._program = program
        self._cases = range(len(suite.cases))
        self._seconds: dict[int, list[float]] = {case: [] for case in self._cases}
        self._unclaimed: dict[int, list[float]] = {case: [] for case in self._cases}

    def measure(self, number: int, sandbox: Sandbox, judgement: Judgement) -> None:
        """Measure half of the cases, after calls of the other half; halves alternate."""
        if number >= self.processes or not self._program.in_the_running:
            return
        twin = self._program.fresh_twin(sandbox)
        others = [case for case in self._cases if (case + number) % 2]
        measured = [case for case in self._cases if (case + number) % 2 == 0]
        turns = [Turn(number, case, self._warm_up_calls, 0) for case in others]
        for turn in [*turns, *(Turn(number, case, 0, 1) for case in measured)]:
            twin.take(turn, judgement)
            if not twin.in_the_running:
                self._program.verdict, self._program.gave_up = twin.verdict, twin.gave_up
                return
        for case in measured:
            self._seconds[case] += twin.readings[case, number]
            self._unclaimed[case].append(twin.unclaimed_seconds[case])
        twin.end()

    def account(self) -> Account | None:
        """Return what is known of the program, or None where it failed in a new process."""
        if not self._program.in_the_running:
            return None
        return Account(
            claimed=[statistics.fmean(self._program.case_readings(case)) for case in self._cases],
            unclaimed=[self._program.unclaimed_seconds[case] for case in self._cases],
            first=[min(self._seconds[case]) for case in self._cases],
            first_unclaimed=[min(self._unclaimed[case]) for case in self._cases],
        )
