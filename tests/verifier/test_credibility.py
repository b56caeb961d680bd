"""Whether a candidate's claims agree with the kernel's account, and what it is charged if not."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.credibility import charge_candidate
from verifier.program import Measurement, Program
from verifier.protocol import MercuryHarborV1
from verifier.suite import Case, Suite

PROTOCOL = MercuryHarborV1()
CASES = 3
SUITE = Suite(
    protocol=PROTOCOL.name,
    entry_point="answer",
    converter="",
    comparator="",
    wall_limit_seconds=30,
    cases=(Case("[1]", "1"),) * CASES,
    references=(),
)
MICROSECOND = 1e-6
CALL_SECONDS = 100 * MICROSECOND  # what a call of an honest program takes
AROUND_SECONDS = 5 * MICROSECOND  # what the worker needs around it
LOAD_SECONDS = 50 * MICROSECOND


def program(
    *,
    claimed: float = CALL_SECONDS,
    unclaimed: float = AROUND_SECONDS,
    first: float = CALL_SECONDS + AROUND_SECONDS,
    load: float = LOAD_SECONDS,
) -> Program:
    """Return a program whose turns were all like this, in seconds a call."""
    measured = Program("program", "", SUITE, cast(Any, None))
    for case in range(CASES):
        for block in range(PROTOCOL.blocks):
            measured.measurements[case, block] = Measurement(
                load, first, (claimed,) * 16, unclaimed
            )
    return measured


def charge(candidate: Program, *references: Program) -> float:
    """Return what a candidate is charged, in seconds a call."""
    charge_candidate(candidate, list(references), PROTOCOL)
    return candidate.charge_seconds


def test_a_program_like_the_references_is_not_charged() -> None:
    assert charge(program(), program(), program()) == 0


@given(faster=st.floats(0.01, 1))
def test_an_honest_faster_program_is_not_charged(faster: float) -> None:
    seconds = CALL_SECONDS * faster
    fast = program(claimed=seconds, first=seconds + AROUND_SECONDS)
    assert charge(fast, program(), program()) == 0


def test_without_references_nothing_is_known_of_honest_accounts() -> None:
    assert charge(program(claimed=0)) == 0


@given(hidden=st.floats(5e-6, 1))
def test_time_that_the_clock_did_not_see_is_charged_whole(hidden: float) -> None:
    hiding = program(claimed=0, unclaimed=AROUND_SECONDS + hidden, first=AROUND_SECONDS + hidden)
    assert charge(hiding, program(), program()) == pytest.approx(hidden)


@given(remembered=st.floats(20e-6, 1))
def test_first_calls_that_take_longer_than_later_ones_are_charged(remembered: float) -> None:
    remembering = program(claimed=0, first=AROUND_SECONDS + remembered)
    assert charge(remembering, program(), program()) == pytest.approx(remembered)


def test_first_calls_that_take_longer_with_every_honest_program_are_not() -> None:
    def warming_up() -> Program:
        return program(first=2 * CALL_SECONDS)

    assert charge(warming_up(), warming_up(), warming_up()) == 0


def test_references_show_how_far_an_honest_account_may_be_off() -> None:
    off = AROUND_SECONDS + 20 * MICROSECOND
    references = [program(), program(), program(unclaimed=off)]
    assert charge(program(unclaimed=off), *references) == 0
    assert charge(program(unclaimed=off), *references[:2]) > 0


def test_a_program_that_works_while_it_is_loaded_is_charged_for_it() -> None:
    charged = charge(program(claimed=0, first=AROUND_SECONDS, load=1e-3), program(), program())
    assert charged == pytest.approx(1e-3, rel=0.2)


def test_what_hides_in_fewer_than_half_of_the_cases_does_not_count() -> None:
    hiding = program()
    for block in range(PROTOCOL.blocks):  # the time of a program is the median of its cases
        hiding.measurements[0, block] = Measurement(LOAD_SECONDS, 1.0, (0.0,) * 16, 1.0)
    assert charge(hiding, program(), program()) == 0


@given(claimed=st.floats(0, 1e-2), unclaimed=st.floats(0, 1e-2), first=st.floats(0, 1e-2))
def test_a_charge_is_never_negative(claimed: float, unclaimed: float, first: float) -> None:
    candidate = program(claimed=claimed, unclaimed=unclaimed, first=first)
    assert charge(candidate, program(), program()) >= 0
