"""Whether a candidate's claims agree with the kernel's account, and what it is charged if not.

The readings of a program are taken inside its own process, where a hostile one can rewrite them
or let work wait until the clock stands still. Three things cannot be forged, because the kernel
counts them from outside:

* the CPU time of timed calls, whole. Around their calls all programs do the same (rebuild
  arguments, encode one result), so what exceeds the references' was hidden from the clock;
* the CPU time of the first call of each case in a new process, when there is nothing to
  remember. Where it exceeds the references' by more than later calls do, later calls were
  answered from memory;
* the CPU time of loading a namespace, which happens before the case is known.

References show how far an honest program's accounts may disagree. Within that a candidate keeps
its claim; beyond it, the unforgeable time is taken instead. docs/security.md tells what can be
hidden below.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from verifier.program import Program
from verifier.protocol import MercuryHarborV1

# Allowed beyond what the references show, so that honest programs are not charged where there
# are few references to learn from. From measurements, see docs/measurement.md.
_FACTOR = 1.25
_HIDDEN_SLACK_SECONDS, _HIDDEN_SHARE = 1e-6, 0.02
_REMEMBERED_SLACK_SECONDS, _REMEMBERED_SHARE = 8e-6, 0.1
_LOADING_SLACK_SECONDS = 100e-6


def charge_candidate(
    candidate: Program, references: list[Program], protocol: MercuryHarborV1
) -> None:
    """Charge a timed candidate, per call, with the seconds that its claims leave out.

    Args:
        candidate: it was timed; its ``charge_seconds`` is set.
        references: those that were timed beside it.
        protocol: how readings become times.
    """
    if not references:
        return
    own, *others = (_account(program, protocol) for program in (candidate, *references))
    claimed = protocol.solution_time(own.claimed)
    candidate.charge_seconds = max(
        _charge(
            _excess(own, others, lambda account: account.unclaimed, protocol),
            _HIDDEN_SLACK_SECONDS + _HIDDEN_SHARE * claimed,
        ),
        _charge(
            _excess(own, others, lambda account: account.at_first, protocol),
            _REMEMBERED_SLACK_SECONDS + _REMEMBERED_SHARE * claimed,
        ),
    )
    usual = _FACTOR * max(other.loading for other in others) + _LOADING_SLACK_SECONDS
    candidate.charge_seconds += max(0.0, own.loading - usual)


@dataclass(frozen=True)
class _Account:
    """What is known of one program, in seconds of CPU time; lists are per case."""

    claimed: list[float]  # of a timed call, mean
    unclaimed: list[float]  # around a timed call, mean
    at_first: list[float]  # of a first call beyond what is claimed for later ones
    loading: float  # of a namespace


def _account(program: Program, protocol: MercuryHarborV1) -> _Account:
    blocks = range(protocol.blocks)
    measured = [[program.measurements[case, block] for block in blocks] for case in program.cases]
    claimed = [protocol.case_time(program.case_readings(case, blocks)) for case in program.cases]
    return _Account(
        claimed=claimed,
        unclaimed=[statistics.fmean(m.unclaimed_seconds for m in case) for case in measured],
        at_first=[
            statistics.median(m.first_seconds for m in case) - claim
            for case, claim in zip(measured, claimed, strict=True)
        ],
        loading=statistics.median(m.load_seconds for case in measured for m in case),
    )


def _excess(
    own: _Account,
    others: list[_Account],
    around: Callable[[_Account], list[float]],
    protocol: MercuryHarborV1,
) -> tuple[float, float]:
    """Return how much longer than claimed a program takes when the time around counts.

    What all programs need around their calls is taken off: the references' median of the case.

    Returns:
        the candidate's seconds, and the most of a reference.
    """
    usual = list(map(statistics.median, zip(*map(around, others), strict=True)))

    def excess(account: _Account) -> float:
        whole = [
            claim + beyond - common
            for claim, beyond, common in zip(account.claimed, around(account), usual, strict=True)
        ]
        return protocol.solution_time(whole) - protocol.solution_time(account.claimed)

    return excess(own), max(map(excess, others))


def _charge(excess: tuple[float, float], slack_seconds: float) -> float:
    own, longest = excess
    return own if own > max(_FACTOR * longest, slack_seconds) else 0.0
