"""``mercury-harbor score``: one program, judged and timed as its task would, without Harbor."""

import argparse
import json
import shutil
import sys
from pathlib import Path

from adapter.errors import UsageError
from adapter.running import choose_place, open_runner
from adapter.score_text import describe
from adapter.task_directory import read_task

_WIDEST_TEXT = 100


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("score", help="one program, as its task would score it")
    parser.set_defaults(run=_run)
    parser.add_argument("task", type=Path, metavar="TASK_DIR", help="a generated task")
    parser.add_argument("solution", type=Path, metavar="SOLUTION.py", help="the program")
    parser.add_argument(
        "--in",
        dest="place",
        choices=("docker", "process"),
        help="where to run (docker where an engine answers, else process)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def _run(options: argparse.Namespace) -> int:
    task = read_task(options.task)
    try:
        candidate = options.solution.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{options.solution} cannot be read ({error.strerror}); name a Python file"
        ) from error
    place, reason = choose_place(options.place)
    if options.place is None:
        print(f"mercury-harbor: running in {place}: {reason}", file=sys.stderr)
    with open_runner(place, task) as runner:
        found = runner.score(None, candidate)
    if options.json:
        document = found.reward.model_dump() | {
            "status": found.details.status,
            "details": found.details.model_dump(exclude_unset=True),
        }
        print(json.dumps(document, allow_nan=False))
    else:
        width = min(shutil.get_terminal_size().columns, _WIDEST_TEXT)
        print(describe(found.reward, found.details, width))
    return 0
