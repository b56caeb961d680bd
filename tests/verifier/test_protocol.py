"""The protocol mercury-harbor-v1: how often, in which order, which estimator, when to stop."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.protocol import MercuryHarborV1, Turn, UnknownProtocol, find_protocol

numbers_of_cases = st.integers(1, 40)
readings = st.lists(st.floats(0, 1e3), min_size=1, max_size=128)


def all_turns(cases: int) -> list[Turn]:
    return [turn for block in MercuryHarborV1().turns(cases) for turn in block]


@given(cases=numbers_of_cases)
def test_every_case_gets_128_timed_calls(cases: int) -> None:
    for case in range(cases):
        assert sum(turn.timed_calls for turn in all_turns(cases) if turn.case == case) == 128


@given(cases=numbers_of_cases)
def test_every_block_has_one_turn_of_each_case(cases: int) -> None:
    for block in MercuryHarborV1().turns(cases):
        assert sorted(turn.case for turn in block) == list(range(cases))


@given(cases=numbers_of_cases)
def test_the_turns_of_a_block_carry_its_number(cases: int) -> None:
    for number, block in enumerate(MercuryHarborV1().turns(cases)):
        assert {turn.block for turn in block} == {number}


@given(cases=st.integers(8, 40))
def test_every_block_begins_with_another_case(cases: int) -> None:
    protocol = MercuryHarborV1()
    firsts = {block[0].case for block in protocol.turns(cases)}
    assert len(firsts) == protocol.blocks


def test_programs_take_turns_in_opposite_directions_from_case_to_case() -> None:
    programs = ["candidate", "first", "second"]
    there, back = (MercuryHarborV1().order(programs, Turn(0, case, 16)) for case in (0, 3))
    assert there == programs
    assert back == programs[::-1]


def test_in_each_block_another_program_comes_first() -> None:
    programs = ["candidate", "first", "second"]
    firsts = [MercuryHarborV1().order(programs, Turn(block, 0, 16))[0] for block in range(3)]
    assert firsts == programs


@given(programs=st.lists(st.integers(), min_size=1), block=st.integers(0, 7), case=st.integers(0))
def test_no_program_is_left_out_of_a_turn_or_takes_it_twice(
    programs: list[int], block: int, case: int
) -> None:
    order = MercuryHarborV1().order(programs, Turn(block, case, 16))
    assert sorted(order) == sorted(programs)


def test_the_time_of_a_case_is_the_mean_of_its_readings() -> None:
    assert MercuryHarborV1().case_time([1.0, 1.1, 1.2]) == pytest.approx(1.1)


def test_a_reading_that_was_disturbed_does_not_count() -> None:
    assert MercuryHarborV1().case_time([1.0, 1.1, 1.2, 1.4, 50.0] + [1.1] * 4) < 1.2


def test_half_of_the_readings_cannot_be_called_disturbed() -> None:
    assert MercuryHarborV1().case_time([1.0] * 63 + [2.0] * 65) == pytest.approx(193 / 128)


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
    limit_seconds = cases * (8 + 128)  # one second a call
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
