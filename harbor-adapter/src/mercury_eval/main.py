"""``uv run mercury-eval``: the flags that every Harbor adapter has, and those of ``generate``."""

import argparse
import sys
from pathlib import Path

from mercury_eval.adapter import MercuryEvalAdapter

_ADAPTERS = Path(__file__).parents[3]  # <checkout>/adapters/mercury-eval/src/mercury_eval/main.py


def main() -> int:
    """Generate the tasks; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="Further flags, such as --source, go to generate."
    )
    add = parser.add_argument
    add("--output-dir", type=Path, default=_ADAPTERS.parent / "datasets/mercury-eval")
    add("--limit", type=int, help="only the first N tasks")
    add("--overwrite", action="store_true", help="replace what is there")
    add("--task-ids", nargs="+", help="only these tasks")
    options, more = parser.parse_known_args()
    return MercuryEvalAdapter(**vars(options), more=more).run()


if __name__ == "__main__":
    sys.exit(main())
