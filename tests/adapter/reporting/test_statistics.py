"""Means over tasks, bootstrap intervals and paired differences, against known results."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adapter.reporting.statistics import Estimate, estimate, paired_difference


def test_two_tasks_one_right_may_as_well_have_been_none_or_both() -> None:
    # Of the four equally likely draws of two, one has mean 0 and one has mean 1: 25 % each.
    assert estimate([0, 1], seed=0) == Estimate(value=0.5, low=0, high=1, tasks=2)


def test_the_interval_of_three_tasks_is_that_of_all_27_draws() -> None:
    values = (0.0, 0.3, 0.9)
    means = sorted(sum(draw) / 3 for draw in product(values, repeat=3))
    # 1 of 27 draws is 3.7 %, more than the 2.5 % that are cut off at each end.
    assert (means[0], means[-1]) == pytest.approx((0.0, 0.9))

    found = estimate(values, seed=0)

    assert (found.low, found.high) == pytest.approx((0.0, 0.9))
    assert found.value == pytest.approx(0.4)


@pytest.mark.parametrize(("right", "tasks"), [(13, 20), (223, 256), (94, 256)])
def test_the_interval_of_a_pass_rate_is_the_binomial_distributions(right: int, tasks: int) -> None:
    found = estimate([1.0] * right + [0.0] * (tasks - right), seed=0)

    exact = stats.binom(tasks, right / tasks).ppf([0.025, 0.975]) / tasks
    assert (found.low, found.high) == pytest.approx(tuple(exact), abs=1.01 / tasks)


def test_the_interval_of_many_tasks_is_the_normal_distributions() -> None:
    values = list(np.random.default_rng(1).uniform(size=400))
    found = estimate(values, seed=0)
    assert found.low is not None
    assert found.high is not None

    half_width = 1.96 * np.std(values) / math.sqrt(len(values))

    assert (found.high - found.low) / 2 == pytest.approx(half_width, rel=0.03)


def test_the_same_seed_gives_the_same_interval_and_another_one_another() -> None:
    values = [0.1, 0.4, 0.35, 0.8, 0.77, 0.2, 0.93]
    assert estimate(values, seed=3) == estimate(values, seed=3)
    assert estimate(values, seed=3) != estimate(values, seed=4)


def test_one_task_has_a_mean_and_no_interval() -> None:
    assert estimate([0.7], seed=0) == Estimate(value=0.7, low=None, high=None, tasks=1)


def test_without_tasks_there_is_no_mean_rather_than_zero() -> None:
    assert estimate([], seed=0) == Estimate(value=None, low=None, high=None, tasks=0)


def test_tasks_that_are_all_alike_leave_nothing_to_draw() -> None:
    assert estimate([1.0] * 5, seed=0) == Estimate(value=1, low=1, high=1, tasks=5)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8))
def test_an_interval_lies_among_the_values(values: list[float]) -> None:
    found = estimate(values, seed=0)
    assert found.low is not None
    assert found.high is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_a_paired_difference_is_over_the_tasks_that_both_have() -> None:
    first = {"a": 0.9, "b": 0.5, "only here": 0.0}
    second = {"a": 0.4, "b": 0.2, "only there": 1.0}

    found = paired_difference(first, second, seed=0)

    assert found.value == pytest.approx(0.4)  # of 0.5 and 0.3
    assert (found.low, found.high) == pytest.approx((0.3, 0.5))
    assert found.tasks == 2


def test_a_constant_advantage_is_certain_however_much_the_tasks_differ() -> None:
    second = {str(number): number / 10 for number in range(9)}
    first = {task: value + 0.1 for task, value in second.items()}

    found = paired_difference(first, second, seed=0)

    assert (found.low, found.value, found.high) == pytest.approx((0.1, 0.1, 0.1))


def test_the_interval_of_a_paired_difference_is_scipys_own_paired_bootstrap() -> None:
    draw = np.random.default_rng(2)
    first = {f"{number:03}": float(draw.uniform()) for number in range(60)}
    second = {task: value * 0.8 for task, value in first.items()}

    found = paired_difference(first, second, seed=5)

    scipys = stats.bootstrap(
        (list(first.values()), list(second.values())),
        lambda one, two, axis=-1: np.mean(one - two, axis=axis),
        paired=True,
        vectorized=True,
        method="percentile",
        rng=np.random.default_rng(6),
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((scipys.low, scipys.high), abs=0.005)


def test_without_a_shared_task_there_is_no_difference() -> None:
    assert paired_difference({"a": 1.0}, {"b": 0.0}, seed=0).value is None
