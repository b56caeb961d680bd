"""The protocol mercury-harbor-v1: how often, in which order, which estimator, when to stop."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.protocol import MercuryHarborV1, Turn, UnknownProtocol, find_protocol

numbers_of_cases = st.integers(1, 40)
readings = st.lists(st.floats(0, 1e3), min_size=1, max_size=128)


@given(cases=numbers_of_cases)
def test_every_case_gets_128_timed_calls(cases: int) -> None:
    turns = list(MercuryHarborV1().turns(cases))
    for case in range(cases):
        assert sum(turn.timed_calls for turn in turns if turn.case == case) == 128


@given(cases=numbers_of_cases)
def test_every_case_gets_one_warm_up_call_in_its_first_turn(cases: int) -> None:
    turns = list(MercuryHarborV1().turns(cases))
    for case in range(cases):
        warm_ups = [turn.warm_up_calls for turn in turns if turn.case == case]
        assert warm_ups == [1] + [0] * (len(warm_ups) - 1)


@given(cases=numbers_of_cases)
def test_no_case_gets_a_second_turn_before_all_had_their_first(cases: int) -> None:
    turns = list(MercuryHarborV1().turns(cases))
    for start in range(0, len(turns), cases):
        assert [turn.case for turn in turns[start : start + cases]] == list(range(cases))


@given(cases=numbers_of_cases)
def test_the_turns_of_a_block_carry_its_number(cases: int) -> None:
    protocol = MercuryHarborV1()
    blocks = [turn.block for turn in protocol.turns(cases)]
    assert blocks == [block for block in range(protocol.blocks) for _ in range(cases)]


def test_programs_take_turns_in_opposite_directions_from_block_to_block() -> None:
    protocol = MercuryHarborV1()
    orders = [
        list(protocol.order(["candidate", "first", "second"], turn)) for turn in protocol.turns(1)
    ]
    there, back = ["candidate", "first", "second"], ["second", "first", "candidate"]
    assert orders == [there, back] * (protocol.blocks // 2)


@given(programs=st.lists(st.integers()), block=st.integers(0, 7))
def test_no_program_is_left_out_of_a_turn_or_takes_it_twice(
    programs: list[int], block: int
) -> None:
    order = MercuryHarborV1().order(programs, Turn(block, 0, 0, 16))
    assert sorted(order) == sorted(programs)


def test_the_time_of_a_case_is_the_mean_of_its_readings() -> None:
    assert MercuryHarborV1().case_time([1.0, 2.0, 6.0]) == 3.0


@given(readings=readings)
def test_the_time_of_a_case_lies_among_its_readings(readings: list[float]) -> None:
    time = MercuryHarborV1().case_time(readings)
    assert min(readings) * (1 - 1e-12) <= time <= max(readings) * (1 + 1e-12)


def test_the_time_of_a_program_is_the_median_of_its_cases() -> None:
    assert MercuryHarborV1().solution_time([1.0, 100.0, 2.0]) == 2.0


def test_with_an_even_number_of_cases_the_time_of_a_program_lies_between_the_middle_two() -> None:
    assert MercuryHarborV1().solution_time([1.0, 4.0, 2.0, 100.0]) == 3.0


@given(times=readings, data=st.data())
def test_the_time_of_a_program_does_not_depend_on_the_order_of_its_cases(
    times: list[float], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(times))
    assert MercuryHarborV1().solution_time(shuffled) == statistics.median(times)


@pytest.mark.parametrize(
    ("seconds_a_call", "hopeless"), [(0.9, False), (1.9, False), (2.1, True), (50.0, True)]
)
def test_a_program_is_hopeless_when_it_needs_more_than_twice_its_limit(
    seconds_a_call: float, hopeless: bool
) -> None:
    cases, calls_made = 10, 40
    limit_seconds = cases * (1 + 128)  # one second a call
    seconds_used = calls_made * seconds_a_call
    judged = MercuryHarborV1().is_hopeless(cases, calls_made, seconds_used, limit_seconds)
    assert judged is hopeless


@given(
    cases=numbers_of_cases,
    calls_made=st.integers(1, 1_000),
    used=st.floats(0, 1e3),
    more=st.floats(0, 1e3),
)
def test_a_hopeless_program_is_not_saved_by_using_more_time(
    cases: int, calls_made: int, used: float, more: float
) -> None:
    protocol = MercuryHarborV1()
    if protocol.is_hopeless(cases, calls_made, used, 30):
        assert protocol.is_hopeless(cases, calls_made, used + more, 30)


def test_a_protocol_is_found_by_its_name() -> None:
    assert find_protocol("mercury-harbor-v1").name == "mercury-harbor-v1"


def test_an_unknown_protocol_is_an_error_that_names_it_and_those_there_are() -> None:
    with pytest.raises(UnknownProtocol, match=r"mercury-harbor-v0.*mercury-harbor-v1"):
        find_protocol("mercury-harbor-v0")
