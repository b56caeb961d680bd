"""How far a score can be repeated: the same programs, scored several times.

Run by hand, on a machine that does nothing else; minutes to an hour::

    python benchmarks/repeatability.py SPLIT.jsonl.gz SAMPLES.jsonl.gz --tasks 60 --runs 3 [--busy]

For each task the oracle and a model's sample are placed among the references, by this project's
verifier and, in the same run, the way its peers do it: one pass per reference, five for the
candidate, wall clock around convert, call and compare, one process each. The table shows per
estimator the median and the 90th percentile of the per-task spread (largest minus smallest
Beyond over the runs) and the spread of the data set's mean.
"""

import argparse
import gzip
import json
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tqdm import tqdm

from adapter.tasks import suite_json
from adapter.upstream import Row, read_rows, unlimited_integers
from verifier import prelude, record
from verifier.judge import _function
from verifier.judgement import Judgement
from verifier.program import Program
from verifier.protocol import find_protocol
from verifier.sandbox import Sandbox
from verifier.score import beyond_at_1
from verifier.suite import Suite, load_suite
from verifier.supervisor import Outcome, judge_references, time_programs
from verifier.verdict import Verdict

PROTOCOL = find_protocol("mercury-harbor-v1")
LONGEST_PASS_SECONDS = 0.02  # tasks whose references need more in sum would take minutes each
PEER_CANDIDATE_PASSES = 5

Readings = dict[tuple[int, int], tuple[float, ...]]


def by_case(readings: Readings) -> list[list[float]]:
    """Return the readings of each case, all blocks together."""
    cases = 1 + max(case for case, _ in readings)
    return [
        [
            value
            for (number, _), block in sorted(readings.items())
            if number == case
            for value in block
        ]
        for case in range(cases)
    ]


ESTIMATORS: dict[str, Callable[[Readings], float]] = {
    "v1: mean, median of cases": lambda r: statistics.median(map(statistics.fmean, by_case(r))),
    "median, median of cases": lambda r: statistics.median(map(statistics.median, by_case(r))),
    "mean, sum of cases": lambda r: sum(map(statistics.fmean, by_case(r))),
    "minimum, median of cases": lambda r: statistics.median(map(min, by_case(r))),
    "minimum, sum of cases": lambda r: sum(map(min, by_case(r))),
}


def score(row: Row, sources: dict[str, str], peer: bool) -> dict[str, Any] | None:
    """Score programs of a task once; None where one fails or the task takes too long."""
    suite = _suite(row)
    started = time.monotonic()
    with Sandbox() as sandbox:
        judgement = Judgement(suite, sandbox)
        candidates = {name: Program(name, text, suite, sandbox) for name, text in sources.items()}
        if not all(candidate.judge(judgement).passed for candidate in candidates.values()):
            return None
        references = judge_references(suite, sandbox, judgement)
        passes = sum(program.cpu_seconds for program in references)
        if passes / len(references) > LONGEST_PASS_SECONDS:
            return None
        programs = [*candidates.values(), *references]
        time_programs(programs, suite, PROTOCOL, judgement)
        wall_seconds = time.monotonic() - started
    timed = [reference for reference in references if reference.in_the_running]
    if not timed or not all(candidate.in_the_running for candidate in candidates.values()):
        return None
    result: dict[str, Any] = {"wall": wall_seconds, "clocked": 0.0, "cpu": 0.0, "scores": {}}
    result["clocked"] = sum(program.clocked_seconds for program in programs)
    result["cpu"] = sum(program.cpu_seconds for program in programs)
    for name, candidate in candidates.items():
        outcome = Outcome(suite, PROTOCOL, candidate.verdict or Verdict, "", candidate, references)  # type: ignore[arg-type]
        result[f"stable {name}"] = record.details(outcome)["stable"]
        for estimator, estimate in ESTIMATORS.items():
            times = [estimate(reference.readings) for reference in timed]
            value = beyond_at_1(estimate(candidate.readings), times)
            result["scores"][f"{estimator} | {name}"] = value
            if estimator.startswith("v1"):
                result[f"reference spread {name}"] = (max(times) - min(times)) / min(times)
    if peer:
        references_seconds = [
            peer_seconds(row, suite.references[int(program.name.split()[1])].source, 1)
            for program in timed
        ]
        for name, text in sources.items():
            seconds = peer_seconds(row, text, PEER_CANDIDATE_PASSES)
            result["scores"][f"the peers' way | {name}"] = beyond_at_1(seconds, references_seconds)
    return result


def peer_seconds(row: Row, source: str, passes: int) -> float:
    """Return the mean wall-clock seconds of a pass, as the peers measure it, in a new process."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_peer_process, args=(sender, row, source, passes))
    process.start()
    seconds = float(receiver.recv())
    process.join()
    return seconds


def _peer_process(sender: Any, row: Row, source: str, passes: int) -> None:
    sys.setrecursionlimit(100_000)
    namespace = prelude.fresh_namespace()
    exec(source, namespace)
    convert = _function(row.convert_offline, "convert_offline")
    evaluate = _function(row.evaluate_offline, "evaluate_offline")
    total = 0.0
    for _ in range(passes):
        cases = row.cases
        started = time.time()
        for case in cases:
            inputs, expected = convert((case["input"], case["expected"]))
            outputs = getattr(namespace["Solution"](), row.entry_point)(*inputs)
            evaluate(inputs, outputs, expected)
        total += time.time() - started
    sender.send(total / passes)


def _suite(row: Row) -> Suite:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "suite.json"
        path.write_bytes(suite_json(row, PROTOCOL.name))
        return load_suite(path)


def _spin() -> None:
    while True:
        pass


@contextmanager
def busy_neighbour(wanted: bool) -> Iterator[None]:
    """Keep one other process of the machine busy, if wanted."""
    process = multiprocessing.Process(target=_spin, daemon=True)
    if wanted:
        process.start()
    try:
        yield
    finally:
        if wanted:
            process.kill()


def print_table(runs: list[dict[str, dict[str, Any]]]) -> None:
    """Print the spreads over the runs; each run maps a slug to its result."""
    slugs = sorted(set.intersection(*(set(run) for run in runs)))
    print(f"{len(slugs)} tasks, {len(runs)} runs")
    print(f"{'estimator | candidate':<44} {'median':>8} {'p90':>8} {'of the mean':>12}")
    for key in runs[0][slugs[0]]["scores"]:
        scores = [[run[slug]["scores"][key] for run in runs] for slug in slugs]
        spreads = sorted(max(values) - min(values) for values in scores)
        means = [statistics.fmean(values) for values in zip(*scores, strict=True)]
        print(
            f"{key:<44} {statistics.median(spreads):8.4f} {quantile(spreads, 0.9):8.4f}"
            f" {max(means) - min(means):12.4f}"
        )
    results = [run[slug] for run in runs for slug in slugs]
    print(f"wall seconds of a run, median: {statistics.median(r['wall'] for r in results):.2f}")
    ratios = [result["wall"] / result["cpu"] for result in results]
    print(f"wall / CPU of all programs, median: {statistics.median(ratios):.2f}")
    ratios = [result["cpu"] / result["clocked"] for result in results]
    print(f"CPU of all programs / CPU inside the clock, median: {statistics.median(ratios):.2f}")
    for name in ("oracle", "sample"):
        stable = []
        for slug in slugs:
            values = [run[slug]["scores"][f"v1: mean, median of cases | {name}"] for run in runs]
            if all(run[slug][f"stable {name}"] for run in runs):
                stable.append(max(values) - min(values))
        within = sum(spread <= 0.05 for spread in stable)
        print(f"{name}: {len(stable)} tasks called stable, {within} of them within 0.05")


def quantile(ordered: list[float], share: float) -> float:
    """Return the value below which a share of ordered values lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    """Score, then print the table; raw results go to a file if one is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("split")
    parser.add_argument("samples", type=Path)
    parser.add_argument("--tasks", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--busy", action="store_true", help="with a busy second process")
    parser.add_argument("--no-peer", action="store_true", help="leave out the peers' way")
    parser.add_argument("--output", type=Path, help="raw results, JSON")
    options = parser.parse_args()
    with gzip.open(options.samples, "rt", encoding="utf-8") as file:
        samples = {record["slug_name"]: record["solution"] for record in map(json.loads, file)}
    rows = read_rows(options.split)
    random.Random(1).shuffle(rows)
    runs: list[dict[str, dict[str, Any]]] = []
    with unlimited_integers(), busy_neighbour(options.busy):
        for number in range(options.runs):
            results: dict[str, dict[str, Any]] = {}
            progress = tqdm(total=options.tasks, desc=f"run {number + 1}", disable=None)
            for row in rows if number == 0 else [r for r in rows if r.slug_name in runs[0]]:
                if len(results) == options.tasks:
                    break
                oracle = next(iter(row.solutions)).solution
                sources = {"oracle": oracle, "sample": samples[row.slug_name]}
                result = score(row, sources, not options.no_peer)
                if result is not None:
                    results[row.slug_name] = result
                    progress.update()
            progress.close()
            runs.append(results)
    if options.output is not None:
        options.output.write_text(json.dumps(runs))
    print_table(runs)


if __name__ == "__main__":
    main()
