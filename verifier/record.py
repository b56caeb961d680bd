"""What a verification leaves behind: ``reward.json`` for Harbor, ``details.json`` for people."""

import json
import math
import os
import statistics
from pathlib import Path
from typing import Any

from verifier import VERSION
from verifier.machine import describe_machine
from verifier.program import Program
from verifier.score import beyond_at_1, percentile
from verifier.supervisor import Outcome

# Half of the width of the 95 % interval of Beyond, from block to block of one run; above it,
# a second run may well give another score.
LARGEST_STABLE_HALF_WIDTH = 0.01


def reward(outcome: Outcome) -> dict[str, float]:
    """Return the reward: numbers only, every key on every path (design.md section 8)."""
    rewards = dict.fromkeys(
        ("reward", "pass_at_1", "beyond_at_1", "percentile", "efficiency_valid"), 0.0
    )
    if not outcome.verdict.passed or outcome.candidate is None:
        return rewards
    rewards["reward"] = rewards["pass_at_1"] = 1.0
    reference_times = [_solution_time(outcome, program) for program in outcome.timed_references]
    if reference_times:
        rewards["efficiency_valid"] = 1.0
        if outcome.candidate.was_timed:
            candidate_time = _solution_time(outcome, outcome.candidate)
            rewards["beyond_at_1"] = beyond_at_1(candidate_time, reference_times)
            rewards["percentile"] = percentile(candidate_time, reference_times)
    return rewards


def details(outcome: Outcome) -> dict[str, Any]:
    """Return everything that a person or the report may want to know of a verification."""
    stable, reason = _stability(outcome)
    return {
        "status": outcome.verdict.status.value,
        "failing_case": outcome.verdict.failing_case,
        "reason": outcome.verdict.reason,
        "scores": reward(outcome),
        "stable": stable,
        "stable_reason": reason,
        "candidate": _describe(outcome, outcome.candidate),
        "references": [
            {"index": reference.index, "hash": reference.hash, **_describe(outcome, program)}
            for reference, program in zip(
                outcome.suite.references, outcome.references, strict=False
            )
        ],
        "references_timed": len(outcome.timed_references),
        "step_seconds": outcome.step_seconds,
        "protocol": outcome.protocol.name,
        "verifier_version": VERSION,
        "isolation": outcome.isolation,
        "machine": describe_machine(),
    }


def write(directory: Path, outcome: Outcome) -> None:
    """Write ``details.json`` and, last and in one step, ``reward.json``."""
    for name, document in (("details", details(outcome)), ("reward", reward(outcome))):
        unfinished = directory / f".{name}.json"
        unfinished.write_text(json.dumps(document, indent=2, allow_nan=False) + "\n")
        os.replace(unfinished, directory / f"{name}.json")


def _describe(outcome: Outcome, program: Program | None) -> dict[str, Any]:
    if program is None or program.verdict is None:
        return {}
    description: dict[str, Any] = {
        "status": program.verdict.status.value,
        "failing_case": program.verdict.failing_case,
        "reason": program.verdict.reason,
        "too_slow_to_time": program.gave_up,
        "wall_seconds": program.wall_seconds,
        "cpu_seconds": program.cpu_seconds,
        "clocked_seconds": program.clocked_seconds,
    }
    if program.was_timed:
        description |= {
            "solution_seconds": _solution_time(outcome, program),
            "case_seconds": _case_times(outcome, program, range(outcome.protocol.blocks)),
            "case_spread": _case_spreads(outcome, program),
            "charged_seconds": program.charge_seconds,
        }
    return description


def _case_times(outcome: Outcome, program: Program, blocks: range) -> list[float]:
    return [
        outcome.protocol.case_time(program.case_readings(case, blocks))
        for case in range(len(outcome.suite.cases))
    ]


def _solution_time(outcome: Outcome, program: Program, blocks: range | None = None) -> float:
    blocks = blocks or range(outcome.protocol.blocks)
    measured = outcome.protocol.solution_time(_case_times(outcome, program, blocks))
    return measured + program.charge_seconds


def _case_spreads(outcome: Outcome, program: Program) -> list[float]:
    """Return per case the standard deviation of the block means, relative to their mean."""

    def spread(times: tuple[float, ...]) -> float:
        mean = statistics.fmean(times)
        return statistics.stdev(times) / mean if mean else 0.0

    by_block = [
        _case_times(outcome, program, range(block, block + 1))
        for block in range(outcome.protocol.blocks)
    ]
    return [spread(times) for times in zip(*by_block, strict=True)]


def _stability(outcome: Outcome) -> tuple[bool, str]:
    """Say whether a second run may be expected to give the same Beyond, and why not."""
    candidate = outcome.candidate
    if candidate is None or not candidate.was_timed or not outcome.timed_references:
        return True, "nothing was timed"
    scores = []
    for block in range(outcome.protocol.blocks):
        times = [
            _solution_time(outcome, program, range(block, block + 1))
            for program in (candidate, *outcome.timed_references)
        ]
        scores.append(beyond_at_1(times[0], times[1:]))
    half_width = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
    reason = f"Beyond varies by ±{half_width:.3f} (95 %) from block to block"
    return half_width <= LARGEST_STABLE_HALF_WIDTH, reason
