"""``mercury-harbor registry``: a local data set under a name that ``harbor run -d`` knows."""

import argparse
from pathlib import Path

from adapter.errors import UsageError
from adapter.registry import registry_json
from adapter.tasks import DATASET_NAME


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's flags."""
    parser = commands.add_parser("registry", help="a registry file for `harbor run -d`")
    parser.set_defaults(run=_run)
    parser.add_argument("directory", type=Path, metavar="DIR", help="a generated data set")
    parser.add_argument(
        "--output", type=Path, default=Path("registry.json"), metavar="FILE", help="(registry.json)"
    )


def _run(options: argparse.Namespace) -> int:
    content = registry_json(options.directory)
    try:
        options.output.write_bytes(content)
    except OSError as error:
        raise UsageError(
            f"{options.output} cannot be written ({error.strerror}); name another with --output"
        ) from error
    print(f"harbor run -d {DATASET_NAME} --registry-path {options.output} -a AGENT -m MODEL")
    return 0
