"""What a timing protocol decides: how often, in which order, which estimator, when to stop.

The suite names its protocol; nothing else in the verifier knows which one runs.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


class UnknownProtocol(Exception):
    """The suite asks for a protocol that this verifier does not have."""


@dataclass(frozen=True)
class Turn:
    """What a program does of one case in one go: a first call, then the timed ones."""

    block: int
    case: int
    timed_calls: int


class MercuryHarborV1:
    """``mercury-harbor-v1``: 1 + 128 calls a case, mean per case, median over cases.

    Readings that the machine disturbed do not count (see :meth:`case_time`).

    The 128 calls are made in blocks. In each block every program gets a new process and takes
    its turn at every case, so a machine that speeds up or slows down does so for all alike, and
    there are as many first calls, which nothing can be remembered for, as there are blocks.
    Programs rotate, in alternating directions, so that none always follows the same neighbour
    or itself; cases rotate, so that none always comes first in its process.
    """

    name = "mercury-harbor-v1"
    blocks = 8
    timed_calls = 128
    # A program is given up when it would need more than this many times its limit: less could
    # be a slow start, more only costs everybody's time and ends the same.
    _HOPELESS = 2.0
    # A call that takes longer than this many times the usual one was disturbed: by an interrupt,
    # by another machine on the same host, by a cache that somebody else has filled. The kernel's
    # count of context switches does not tell; figures in docs/measurement.md.
    _DISTURBED = 1.2

    def turns(self, cases: int) -> Iterator[list[Turn]]:
        """Yield the turns of each block in order; every program takes each before the next."""
        for block in range(self.blocks):
            rotated = [(block * cases // self.blocks + case) % cases for case in range(cases)]
            yield [Turn(block, case, self.timed_calls // self.blocks) for case in rotated]

    def order[T](self, programs: Sequence[T], turn: Turn) -> Sequence[T]:
        """Return the order in which the programs take a turn."""
        first = (turn.block + turn.case) % len(programs)
        rotated = [*programs[first:], *programs[:first]]
        return rotated if turn.case % 2 == 0 else rotated[::-1]

    def is_hopeless(
        self, cases: int, calls_made: int, seconds_used: float, limit_seconds: float
    ) -> bool:
        """Say whether a program surely cannot finish within its limit, at its pace so far."""
        calls = cases * (self.blocks + self.timed_calls)
        return seconds_used * calls / calls_made > self._HOPELESS * limit_seconds

    def case_time(self, readings: Sequence[float]) -> float:
        """Return the time of a case, given its readings in seconds.

        It is the mean of the undisturbed ones, which are always at least half of them.
        """
        largest = self._DISTURBED * statistics.median(readings)
        return statistics.fmean(reading for reading in readings if reading <= largest)

    def solution_time(self, case_times: Sequence[float]) -> float:
        """Return the time of a program, given the times of its cases: their median."""
        return statistics.median(case_times)


def find_protocol(name: str) -> MercuryHarborV1:
    """Return the protocol of that name.

    Raises:
        UnknownProtocol: there is none.
    """
    protocols = {protocol.name: protocol for protocol in (MercuryHarborV1(),)}
    if name not in protocols:
        raise UnknownProtocol(f"no protocol {name!r}; this verifier has {', '.join(protocols)}")
    return protocols[name]
