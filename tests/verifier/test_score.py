"""The scores: where a run time lies among the references' (design.md, section 8)."""

import ast
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier import score
from verifier.score import beyond_at_1, percentile

type Score = Callable[[float, list[float]], float]

times = st.floats(min_value=0, max_value=1e6)
ordinary_times = st.floats(min_value=1e-9, max_value=1e3)
references = st.lists(times, min_size=1, max_size=30)
both_scores = pytest.mark.parametrize("scored", [beyond_at_1, percentile])


@both_scores
@given(candidate=times, others=references)
def test_a_score_lies_between_0_and_1(scored: Score, candidate: float, others: list[float]) -> None:
    assert 0 <= scored(candidate, others) <= 1


@both_scores
@given(one=times, another=times, others=references)
def test_a_slower_candidate_never_scores_higher(
    scored: Score, one: float, another: float, others: list[float]
) -> None:
    faster, slower = sorted([one, another])
    assert scored(faster, others) >= scored(slower, others)


@both_scores
@given(
    candidate=ordinary_times,
    others=st.lists(ordinary_times, min_size=1, max_size=30),
    power=st.integers(-20, 20),
)
def test_a_score_does_not_depend_on_the_unit_of_time(
    scored: Score, candidate: float, others: list[float], power: int
) -> None:
    unit = 2.0**power  # scales a float without rounding
    assert scored(candidate * unit, [time * unit for time in others]) == scored(candidate, others)


@both_scores
@given(candidate=times, others=references, data=st.data())
def test_a_score_does_not_depend_on_the_order_of_the_references(
    scored: Score, candidate: float, others: list[float], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(others))
    assert scored(candidate, shuffled) == scored(candidate, others)


@both_scores
@given(candidate=times, others=references)
def test_a_score_leaves_the_list_of_references_as_it_is(
    scored: Score, candidate: float, others: list[float]
) -> None:
    before = others.copy()
    scored(candidate, others)
    assert others == before


@both_scores
def test_without_references_there_is_no_score(scored: Score) -> None:
    with pytest.raises(ValueError, match="at least one reference"):
        scored(1.0, [])


@both_scores
@pytest.mark.parametrize("nonsense", [-1e-9, math.inf, -math.inf, math.nan])
def test_a_candidate_time_that_is_no_time_is_an_error(scored: Score, nonsense: float) -> None:
    with pytest.raises(ValueError, match="finite number of seconds"):
        scored(nonsense, [1.0, 2.0])


@both_scores
@pytest.mark.parametrize("nonsense", [-1e-9, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_reference_time_that_is_no_time_is_an_error(
    scored: Score, nonsense: float, position: int
) -> None:
    others = [1.0, 2.0]
    others.insert(position, nonsense)
    with pytest.raises(ValueError, match="finite number of seconds"):
        scored(1.5, others)


@given(others=references.filter(lambda times: min(times) < max(times)))
def test_beyond_is_1_at_the_fastest_reference_and_0_at_the_slowest(others: list[float]) -> None:
    assert beyond_at_1(min(others), others) == 1
    assert beyond_at_1(max(others), others) == 0


def test_beyond_counts_evenly_from_the_slowest_reference_to_the_fastest() -> None:
    others = [1.0, 5.0, 2.0]
    assert [beyond_at_1(time, others) for time in (1.0, 2.0, 3.0, 4.0, 5.0)] == [
        1.0,
        0.75,
        0.5,
        0.25,
        0.0,
    ]


def test_beyond_gives_nothing_extra_for_beating_the_fastest_reference() -> None:
    assert beyond_at_1(0.0, [1.0, 2.0]) == 1


def test_beyond_takes_nothing_extra_for_being_slower_than_the_slowest() -> None:
    assert beyond_at_1(100.0, [1.0, 2.0]) == 0


@given(candidate=times, other=times, count=st.integers(1, 20))
def test_beyond_among_equally_fast_references_is_all_or_nothing(
    candidate: float, other: float, count: int
) -> None:
    assert beyond_at_1(candidate, [other] * count) == (1 if candidate <= other else 0)


@given(candidate=times, other=times)
def test_percentile_against_one_reference_is_a_win_a_tie_or_a_loss(
    candidate: float, other: float
) -> None:
    expected = 1 if candidate < other else 0.5 if candidate == other else 0
    assert percentile(candidate, [other]) == expected


@given(
    middle=st.integers(1_000, 2_000),
    distances=st.lists(st.integers(0, 999), min_size=1, max_size=20),
)
def test_percentile_in_the_middle_of_symmetric_references_is_a_half(
    middle: int, distances: list[int]
) -> None:
    mirrored = [float(middle + sign * distance) for distance in distances for sign in (-1, 1)]
    assert percentile(float(middle), mirrored) == 0.5


def test_percentile_counts_a_tie_half() -> None:
    assert percentile(2.0, [1.0, 2.0, 3.0, 4.0]) == (2 + 0.5) / 4


@given(candidate=times, others=references, count=st.sampled_from([2, 4, 8]))
def test_percentile_stays_when_every_reference_comes_several_times(
    candidate: float, others: list[float], count: int
) -> None:
    assert percentile(candidate, others * count) == percentile(candidate, others)


def test_scoring_is_pure_arithmetic_and_imports_nothing() -> None:
    syntax = ast.parse(Path(score.__file__).read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(syntax) if isinstance(node, ast.Import | ast.ImportFrom)]
