# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""Rewards of a job's trials -> Pass@1, Beyond@1, percentile, efficiency coverage.

Harbor starts it as ``uv run metric.py -i rewards.jsonl -o metric.json`` (metrics/uv_script.py).
One line a trial: a JSON object of numbers, or ``null`` for a trial without a reward.
"""

import argparse
import json
import math
from pathlib import Path

_LARGEST = 1e308


def compute(rewards):
    """Return the metric of trials.

    Args:
        rewards: one dict of numbers a trial, or None; missing keys count as 0.

    Returns:
        ``pass_at_1`` and ``beyond_at_1``, means over all trials; ``percentile``, the mean over
        the trials that were placed among references; ``efficiency_coverage``, the share of
        passed trials that were (1 when none passed).
    """
    trials = [reward if isinstance(reward, dict) else {} for reward in rewards]
    passed = [trial for trial in trials if _number(trial, "pass_at_1") > 0]
    placed = [trial for trial in passed if _number(trial, "efficiency_valid") > 0]
    return {
        "pass_at_1": _mean(trials, "pass_at_1"),
        "beyond_at_1": _mean(trials, "beyond_at_1"),
        "percentile": _mean(placed, "percentile"),
        "efficiency_coverage": len(placed) / len(passed) if passed else 1.0,
    }


def _mean(trials, key):
    return math.fsum(_number(trial, key) for trial in trials) / len(trials) if trials else 0.0


def _number(trial, key):
    value = trial.get(key, 0)
    is_number = isinstance(value, (int, float)) and -_LARGEST < value < _LARGEST
    return float(value) if is_number else 0.0


def main():
    """Read the rewards, write the metric."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-i", "--input", type=Path, required=True, help="rewards.jsonl")
    parser.add_argument("-o", "--output", type=Path, required=True, help="metric.json")
    arguments = parser.parse_args()
    lines = arguments.input.read_text(encoding="utf-8").splitlines()
    metric = compute([json.loads(line) for line in lines if line.strip()])
    arguments.output.write_text(json.dumps(metric) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
