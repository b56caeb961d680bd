"""``mercury-harbor report``: Harbor jobs and evaluations, one or several, side by side."""

import argparse
import sys
from pathlib import Path

from adapter.reporting.sources import read_sources
from adapter.task_directory import read_dataset


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("report", help="tables and intervals of jobs and evaluations")
    parser.set_defaults(run=_run)
    add = parser.add_argument
    add("sources", type=Path, nargs="+", metavar="JOB_DIR|RESULTS.jsonl")
    add(
        "--dataset",
        type=Path,
        metavar="DIR",
        help="the data set that Harbor jobs ran on: tells difficulties and the digest",
    )
    add("--html", type=Path, metavar="FILE", help="also write one self-contained page")
    add("--seed", type=int, default=0, help="of the intervals' random draws (0)")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--csv", action="store_true", help="one line a figure instead of text")
    kinds.add_argument("--json", action="store_true", help="one JSON object instead of text")


def _run(options: argparse.Namespace) -> int:
    # Imported late: scipy takes its time, and no other command needs it.
    from adapter.reporting.summary import summarise
    from adapter.reporting.tables import as_csv
    from adapter.reporting.text import describe_report

    dataset = read_dataset(options.dataset) if options.dataset else None
    report = summarise(read_sources(options.sources, dataset), options.seed)
    for note in report.notes:
        print(f"mercury-harbor: {note}", file=sys.stderr)
    if options.html:
        from adapter.reporting.page import write_page

        write_page(report, options.html)
    if options.json:
        print(report.model_dump_json())
    elif options.csv:
        print(as_csv(report), end="")
    else:
        print(describe_report(report))
    return 0
