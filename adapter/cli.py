"""The command line ``mercury-harbor``."""

import argparse
import signal
import sys
from typing import NoReturn

from adapter import VERSION
from adapter.commands import check, evaluate, generate, registry, report, score
from adapter.errors import MercuryError

_COMMANDS = (generate, check, registry, score, evaluate, report)
_WRONG_INPUT, _INTERRUPTED = 2, 130


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, as all other errors are said."""

    def error(self, message: str) -> NoReturn:
        """End with exit status 2."""
        self.exit(_WRONG_INPUT, f"mercury-harbor: {message}; see {self.prog} --help\n")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit status (design.md section 10)."""
    parser = _Parser(prog="mercury-harbor", description="Mercury for Harbor.")
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in _COMMANDS:
        command.add_parser(commands)
    options = parser.parse_args(arguments)
    # A polite end is an interrupt: containers, processes and half-written files are cleared away.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        status: int = options.run(options)
    except MercuryError as error:
        print(f"mercury-harbor: {error}", file=sys.stderr)
        return _WRONG_INPUT
    except KeyboardInterrupt:
        print("mercury-harbor: interrupted", file=sys.stderr)
        return _INTERRUPTED
    return status


if __name__ == "__main__":
    sys.exit(main())
