"""How far a score can be repeated: the same programs, scored several times.

Run by hand, on a machine that does nothing else, for some twenty minutes::

    python benchmarks/repeatability.py SPLIT.jsonl.gz SAMPLES.jsonl.gz --output RAW.jsonl [--busy]

For each task the oracle and a model's sample are placed among the references, by this project's
verifier and, in the same run, the way its peers do it: one pass per reference, five for the
candidate, wall clock around convert, call and compare, one process each (which is not confined:
use samples that you trust). The table shows per estimator the median and the 90th percentile of
the per-task spread (largest minus smallest Beyond over the runs) and the spread of the data set's
mean. A run that was interrupted goes on where the raw results end.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from adapter.oracle import choose_oracle
from adapter.tasks import suite_json
from adapter.upstream import Row, read_rows, unlimited_integers
from verifier import prelude, record
from verifier.judge import load_function
from verifier.judgement import Judgement
from verifier.program import Program
from verifier.protocol import find_protocol
from verifier.sandbox import Sandbox
from verifier.score import beyond_at_1
from verifier.suite import Suite, load_suite
from verifier.supervisor import judge_references, verify

PROTOCOL = find_protocol("mercury-harbor-v1")
LONGEST_PASS_SECONDS = 0.005  # tasks whose references need more on average take too long
PEER_CANDIDATE_PASSES = 5
CANDIDATES = ("oracle", "sample")
AS_SCORED = "as scored"
PEERS = "the peers' way"

Result = dict[str, Any]
Cases = list[list[float]]  # the readings of each case, in seconds

ESTIMATORS: dict[str, Callable[[Cases], float]] = {
    "mean, median of cases (v1)": lambda cases: statistics.median(map(statistics.fmean, cases)),
    "median, median of cases": lambda cases: statistics.median(map(statistics.median, cases)),
    "mean, sum of cases": lambda cases: sum(map(statistics.fmean, cases)),
    "minimum, median of cases": lambda cases: statistics.median(map(min, cases)),
    "minimum, sum of cases": lambda cases: sum(map(min, cases)),
}


def score(suite: Suite, row: Row, source: str) -> Result:
    """Score a program once, by the verifier and the peers' way."""
    with tempfile.TemporaryDirectory() as directory:
        candidate = Path(directory) / "solution.py"
        candidate.write_text(source, encoding="utf-8")
        started = time.monotonic()
        outcome = verify(suite, candidate)
        wall_seconds = time.monotonic() - started
    if outcome.candidate is None or not outcome.candidate.was_timed:
        return {"status": outcome.verdict.status.value}
    details = record.details(outcome)
    references = outcome.timed_references
    programs = [outcome.candidate, *outcome.references]
    cases = [readings(program) for program in (outcome.candidate, *references)]
    scores = {AS_SCORED: record.reward(outcome)["beyond_at_1"]}
    for name, estimate in ESTIMATORS.items():
        own, *others = map(estimate, cases)
        scores[name] = beyond_at_1(own, others)
    sources = {reference.index: reference.source for reference in suite.references}
    scores[PEERS] = beyond_at_1(
        peer_seconds(row, source, PEER_CANDIDATE_PASSES),
        [peer_seconds(row, sources[int(program.name.split()[1])], 1) for program in references],
    )
    times = [PROTOCOL.solution_time([statistics.fmean(case) for case in own]) for own in cases[1:]]
    return {
        "status": outcome.verdict.status.value,
        "scores": scores,
        "charged": outcome.candidate.charge_seconds,
        "stable": details["stable"],
        "stable_reason": details["stable_reason"],
        "range_of_references": (max(times) - min(times)) / min(times),
        "wall": wall_seconds,
        "cpu": sum(program.cpu_seconds for program in programs),
        "clocked": sum(program.clocked_seconds for program in programs),
    }


def readings(program: Program) -> Cases:
    """Return the readings of a program, case by case."""
    return [program.case_readings(case, range(PROTOCOL.blocks)) for case in program.cases]


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
    convert = load_function(row.convert_offline, "convert_offline")
    evaluate = load_function(row.evaluate_offline, "evaluate_offline")
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


def _spin() -> None:
    os.sched_setaffinity(0, {0})
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


def print_table(tasks: dict[str, dict[str, list[Result]]]) -> None:
    """Print the spreads over the runs; slug -> candidate -> a result for each run."""
    for name in CANDIDATES:
        timed = [
            task[name] for task in tasks.values() if all("scores" in run for run in task[name])
        ]
        print(f"\n{name}: {len(timed)} tasks, {len(timed[0])} runs")
        print(f"{'estimator':<28} {'median':>8} {'p90':>8} {'of the mean':>12}")
        for estimator in timed[0][0]["scores"]:
            scores = [[run["scores"][estimator] for run in runs] for runs in timed]
            spreads = [max(values) - min(values) for values in scores]
            means = [statistics.fmean(values) for values in zip(*scores, strict=True)]
            print(
                f"{estimator:<28} {statistics.median(spreads):8.4f} {ninetieth(spreads):8.4f}"
                f" {max(means) - min(means):12.4f}"
            )
        runs = [run for results in timed for run in results]
        print(f"charged runs: {sum(run['charged'] > 0 for run in runs)} of {len(runs)}")
        stable = [results for results in timed if all(run["stable"] for run in results)]
        spreads = [
            max(run["scores"][AS_SCORED] for run in results)
            - min(run["scores"][AS_SCORED] for run in results)
            for results in stable
        ]
        within = sum(spread <= 0.05 for spread in spreads)
        print(f"{len(stable)} tasks called stable in every run, {within} of them within 0.05")
        print_cost(runs)


def print_cost(runs: list[Result]) -> None:
    """Print what a run of the verifier costs beside the CPU time that it measures."""
    beyond_cpu = statistics.median(run["wall"] - 1.25 * run["cpu"] for run in runs)
    print(f"wall seconds of a run, median: {statistics.median(run['wall'] for run in runs):.2f}")
    print(f"wall - 1.25 x CPU (calls, arguments, namespaces), median: {beyond_cpu:.2f} s")
    for part in ("wall", "cpu"):
        ratio = statistics.median(run[part] / run["clocked"] for run in runs)
        print(f"{part} / CPU inside the clock, median: {ratio:.2f}")


def ninetieth(values: list[float]) -> float:
    """Return the 90th percentile."""
    return statistics.quantiles(values, n=10, method="inclusive")[-1]


def suite_of(row: Row) -> Suite:
    """Return the suite that the row's task would have."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "suite.json"
        path.write_bytes(suite_json(row, PROTOCOL.name))
        return load_suite(path)


@dataclass(frozen=True)
class Task:
    """A task and the programs that are scored on it, by the names in `CANDIDATES`."""

    row: Row
    suite: Suite
    sources: dict[str, str]


def choose(rows: list[Row], samples: dict[str, str], wanted: int) -> list[Task]:
    """Return so many tasks, drawn at random but the same each time.

    Left out are tasks whose sample fails, because there is nothing to time, and those whose
    references take long, because there is no time to score them six times.
    """
    random.Random(1).shuffle(rows)
    chosen: list[Task] = []
    failing = long = 0
    for row in rows:
        if len(chosen) == wanted:
            break
        suite, sample = suite_of(row), samples[row.slug_name]
        with Sandbox() as sandbox:
            judgement = Judgement(suite, sandbox)
            sample_passes = Program("sample", sample, suite, sandbox).judge(judgement).passed
            programs = judge_references(suite, sandbox, judgement)
        statuses = [program.verdict.status.value for program in programs if program.verdict]
        index = choose_oracle(row, statuses)
        if statistics.fmean(program.cpu_seconds for program in programs) > LONGEST_PASS_SECONDS:
            long += 1
        elif not sample_passes or index is None:
            failing += 1
        else:
            oracle = row.solutions[index].solution
            chosen.append(Task(row, suite, {"oracle": oracle, "sample": sample}))
    print(
        f"{len(chosen)} tasks; left out: {long} long ones, {failing} with no right sample or oracle"
    )
    return chosen


def main() -> None:
    """Score what the raw results do not hold yet, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("split")
    parser.add_argument("samples", type=Path)
    parser.add_argument("--tasks", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--busy", action="store_true", help="with a busy process on CPU 0")
    parser.add_argument("--output", type=Path, required=True, help="raw results, JSON Lines")
    options = parser.parse_args()
    with gzip.open(options.samples, "rt", encoding="utf-8") as file:
        samples = {record["slug_name"]: record["solution"] for record in map(json.loads, file)}
    known: dict[tuple[int, str, str], Result] = {}
    if options.output.exists():
        for line in options.output.read_text().splitlines():
            entry = json.loads(line)
            known[entry["run"], entry["slug"], entry["candidate"]] = entry["result"]
    with unlimited_integers(), busy_neighbour(options.busy), options.output.open("a") as output:
        tasks = choose(read_rows(options.split), samples, options.tasks)
        jobs = [
            (run, task, name)
            for run in range(options.runs)
            for task in tasks
            for name in CANDIDATES
        ]
        for run, task, name in tqdm(jobs, disable=None):
            key = run, task.row.slug_name, name
            if key not in known:
                known[key] = score(task.suite, task.row, task.sources[name])
                entry = dict(zip(("run", "slug", "candidate"), key, strict=True))
                print(json.dumps(entry | {"result": known[key]}), file=output, flush=True)
    print_table(
        {
            task.row.slug_name: {
                name: [known[run, task.row.slug_name, name] for run in range(options.runs)]
                for name in CANDIDATES
            }
            for task in tasks
        }
    )


if __name__ == "__main__":
    main()
