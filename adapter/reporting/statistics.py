"""Means over tasks with their intervals, and paired differences; arithmetic on numbers."""

from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict
from scipy import stats

CONFIDENCE = 0.95
RESAMPLES = 9_999


class Estimate(BaseModel):
    """A mean over tasks with its interval; no value without a task, no interval with one."""

    model_config = ConfigDict(frozen=True)

    value: float | None
    low: float | None
    high: float | None
    tasks: int


def estimate(values: Sequence[float], seed: int) -> Estimate:
    """Return the mean of one value a task, with its 95 % interval.

    The interval is the percentile bootstrap's over tasks: 9,999 times as many tasks as there
    are, drawn with replacement, and of their means the middle 95 %. It tells how much the mean
    depends on which tasks are in the data set, not how precisely each was measured.

    Args:
        values: one number a task.
        seed: with the same one, the same values give the same interval.
    """
    if not values:
        return Estimate(value=None, low=None, high=None, tasks=0)
    mean = float(np.mean(values))
    if len(values) == 1:
        return Estimate(value=mean, low=None, high=None, tasks=1)
    interval = stats.bootstrap(
        (np.asarray(values, dtype=float),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Estimate(
        value=mean, low=float(interval.low), high=float(interval.high), tasks=len(values)
    )


def paired_difference(
    first: Mapping[str, float], second: Mapping[str, float], seed: int
) -> Estimate:
    """Return the mean of first minus second over the tasks that both have, with its interval.

    Both values of a task are drawn together, so that what makes a task hard for both cancels.

    Args:
        first: a value by task.
        second: the other's.
        seed: as for :func:`estimate`.
    """
    shared = sorted(first.keys() & second.keys())
    return estimate([first[task] - second[task] for task in shared], seed)
