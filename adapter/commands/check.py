"""``mercury-harbor check``: is this data set whole and unmodified?"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from adapter.checking import Report, check

_WHOLE, _NOT_SO = 0, 1


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("check", help="is this data set whole and unmodified?")
    parser.set_defaults(run=_run)
    parser.add_argument("directory", type=Path, metavar="DIR", help="a data set")
    parser.add_argument("--json", action="store_true", help="print the report for programs")


def _run(options: argparse.Namespace) -> int:
    report = check(options.directory)
    if options.json:
        print(json.dumps({"whole": not report.findings, **asdict(report)}, indent=1))
    else:
        _print(options.directory, report)
    return _NOT_SO if report.findings else _WHOLE


def _print(directory: Path, report: Report) -> None:
    for finding in report.findings:
        print(f"{_printable(finding.path)}: {finding.problem}")
    for note in report.notes:
        print(f"note: {note}")
    if not report.findings:
        print(f"{directory}: whole and unmodified, {report.tasks} tasks, {report.files} files")


def _printable(path: str) -> str:
    """Return a path on one line, whatever bytes its names are made of."""
    return path if path.isprintable() else ascii(path)
