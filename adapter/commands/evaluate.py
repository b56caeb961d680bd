"""``mercury-harbor evaluate``: a file of model samples against a data set; resumable."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from adapter.evaluation import default_output, evaluate
from adapter.evaluation_table import choose_ks, table
from adapter.results import Mode, Results
from adapter.running import choose_place
from adapter.samples import Samples, SamplesError, read_samples
from adapter.task_directory import DatasetDirectory, read_dataset


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("evaluate", help="many model samples against a data set")
    parser.set_defaults(run=_run)
    add = parser.add_argument
    add("dataset", type=Path, metavar="DIR", help="a generated data set")
    add("samples", type=Path, metavar="SAMPLES.jsonl", help="slug_name and solution a line; or .gz")
    add("--output", type=Path, metavar="RESULTS.jsonl", help="continued if it is there")
    add("--extract", action="store_true", help="take programs out of answers with code blocks")
    add("--judge-only", action="store_true", help="Pass only, on all cores; nothing is timed")
    add("--skip-broken", action="store_true", help="leave out lines that cannot be used")
    add("--k", type=int, nargs="+", metavar="K", help="Pass@K to print (of 1, 5, 10, 100 all)")
    add(
        "--in",
        dest="place",
        choices=("docker", "process"),
        help="where to run (docker where an engine answers, else process)",
    )


def _run(options: argparse.Namespace) -> int:
    dataset = read_dataset(options.dataset)
    samples = read_samples(options.samples, dataset.tasks, extract=options.extract)
    _report_lines(samples, options.samples, skip_broken=options.skip_broken)
    per_task = Counter(sample.task.slug_name for sample in samples.samples)
    ks = choose_ks(options.k, per_task.values())
    place, reason = choose_place(options.place)
    if options.place is None:
        print(f"mercury-harbor: running in {place}: {reason}", file=sys.stderr)
    output = options.output or default_output(options.samples)
    mode: Mode = "judge-only" if options.judge_only else "timed"
    results = evaluate(dataset, samples, output, mode, place)
    print(table(results, ks))
    for line in _notes(dataset, samples, results):
        print(line)
    print(f"results: {output}")
    return 0


def _report_lines(samples: Samples, path: Path, *, skip_broken: bool) -> None:
    """Tell of every line that is broken or empty; stop on broken ones unless told to go on."""
    for complaint in samples.broken:
        print(f"mercury-harbor: {complaint}", file=sys.stderr)
    if samples.broken and not skip_broken:
        raise SamplesError(
            f"{path}: {len(samples.broken)} line(s) cannot be used, nothing was run; mend them, "
            "or leave them out with --skip-broken"
        )
    if not samples.samples:
        raise SamplesError(f"{path} has no line that can be used; mend it")
    for sample in samples.samples:
        if not sample.solution.strip():
            print(
                f"mercury-harbor: {path}: line {sample.line + 1}: the solution is empty; it counts "
                "as a failed sample (load_error)",
                file=sys.stderr,
            )


def _notes(dataset: DatasetDirectory, samples: Samples, results: Results) -> list[str]:
    """Return what a reader of the table has to know."""
    lines = results.results.values()
    without = len(dataset.tasks) - len({line.slug_name for line in lines})
    unplaced = sum(line.status == "passed" and not line.reward.efficiency_valid for line in lines)
    unstable = sum(not line.details.stable for line in lines)
    empty = sum(not sample.solution.strip() for sample in samples.samples)
    timed = results.header.mode == "timed"
    return [
        note
        for number, note in (
            (without, f"{without} of {len(dataset.tasks)} tasks have no sample: not counted"),
            (len(samples.broken), f"{len(samples.broken)} broken lines left out: not counted"),
            (empty, f"{empty} empty solutions: counted as failed"),
            (timed * unplaced, f"{unplaced} passed without a timed reference: Beyond 0"),
            (timed * unstable, f"{unstable} times not stable: see details"),
        )
        if number
    ]
