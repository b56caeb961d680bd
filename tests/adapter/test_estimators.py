"""Pass@k and Beyond@k: worked by hand, against all draws, and against scipy."""

import itertools
import statistics

import pytest
from scipy.stats import hypergeom

from adapter.estimators import beyond_at_k, pass_at_k


@pytest.mark.parametrize(
    ("samples", "passed", "k", "expected"),
    [
        (1, 0, 1, 0.0),
        (1, 1, 1, 1.0),
        (5, 2, 1, 2 / 5),  # with one draw, the share of right samples
        (5, 2, 2, 7 / 10),  # 1 - C(3, 2) / C(5, 2) = 1 - 3/10
        (4, 1, 2, 1 / 2),  # 1 - C(3, 2) / C(4, 2) = 1 - 3/6
        (10, 3, 5, 11 / 12),  # 1 - C(7, 5) / C(10, 5) = 1 - 21/252
        (5, 2, 4, 1.0),  # four draws of five cannot all be among the three wrong ones
        (5, 0, 5, 0.0),
    ],
)
def test_pass_at_k_is_what_the_formula_says_by_hand(
    samples: int, passed: int, k: int, expected: float
) -> None:
    assert pass_at_k(samples, passed, k) == pytest.approx(expected, abs=1e-12)


def test_pass_at_k_is_the_share_of_draws_that_hold_a_right_sample() -> None:
    outcomes = [True, False, False, True, False, False]
    draws = list(itertools.combinations(outcomes, 3))

    share = sum(map(any, draws)) / len(draws)

    assert pass_at_k(6, 2, 3) == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize(("samples", "passed", "k"), [(20, 7, 5), (200, 13, 100), (200, 199, 10)])
def test_pass_at_k_agrees_with_the_hypergeometric_distribution(
    samples: int, passed: int, k: int
) -> None:
    none_right = hypergeom(samples, passed, k).pmf(0)

    assert pass_at_k(samples, passed, k) == pytest.approx(1 - none_right, abs=1e-9)


def test_pass_at_k_of_ten_thousand_samples_is_a_number() -> None:
    assert 0 < pass_at_k(10_000, 1, 100) == pytest.approx(0.01)


@pytest.mark.parametrize(("samples", "passed", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4)])
def test_pass_at_k_refuses_numbers_that_do_not_go_together(
    samples: int, passed: int, k: int
) -> None:
    with pytest.raises(ValueError, match="k from 1 to n"):
        pass_at_k(samples, passed, k)


def test_beyond_at_k_is_the_mean_of_the_mean_over_all_draws() -> None:
    beyonds = [0.9, 0.0, 0.4, 0.7]
    means = [statistics.fmean(draw) for draw in itertools.combinations(beyonds, 3)]

    assert beyond_at_k(beyonds, 3) == pytest.approx(statistics.fmean(means), abs=1e-12)


def test_beyond_at_k_of_all_samples_is_the_papers_mean_and_a_wrong_one_counts_zero() -> None:
    assert beyond_at_k([1.0, 0.5, 0.0], 3) == pytest.approx(0.5)


@pytest.mark.parametrize("k", [0, 3])
def test_beyond_at_k_refuses_more_draws_than_samples(k: int) -> None:
    with pytest.raises(ValueError, match="number of samples"):
        beyond_at_k([0.1, 0.2], k)
