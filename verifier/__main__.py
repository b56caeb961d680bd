"""``python -m verifier score|validate``: what a task's ``test.sh`` and the adapter start."""

import argparse
import json
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from verifier import record
from verifier.judgement import Judgement
from verifier.protocol import UnknownProtocol
from verifier.sandbox import Sandbox, SandboxError
from verifier.suite import SuiteError, load_suite
from verifier.supervisor import judge_references, verify

_FAULT = 70


def main() -> int:
    """Run one command; return 0, or 70 after a fault of the verifier itself."""
    parser = argparse.ArgumentParser(prog="python -m verifier", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("score", help="judge and time a candidate")
    score.add_argument("--suite", type=Path, required=True)
    score.add_argument("--candidate", type=Path, required=True)
    score.add_argument("--logs", type=Path, required=True, help="gets reward.json, details.json")
    validate = commands.add_parser("validate", help="judge all references; JSON on stdout")
    validate.add_argument("--suite", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        if arguments.command == "score":
            _score(arguments.suite, arguments.candidate, arguments.logs)
        else:
            _validate(arguments.suite)
    except (SuiteError, UnknownProtocol, SandboxError, OSError) as error:
        print(f"verifier fault, no reward written: {error}", file=sys.stderr)
        return _FAULT
    except Exception as error:  # a mistake of ours: still one line, and no reward
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        print(f"verifier fault, no reward written: {error!r} at {where}", file=sys.stderr)
        return _FAULT
    return 0


def _score(suite_path: Path, candidate_path: Path, logs: Path) -> None:
    logs.mkdir(parents=True, exist_ok=True)
    with _closed_to_others(logs):
        for name in ("reward", "details"):
            (logs / f"{name}.json").unlink(missing_ok=True)
        outcome = verify(load_suite(suite_path), candidate_path)
        record.write(logs, outcome)
    verdict = outcome.verdict
    print(f"{verdict.status.value} {verdict.reason}".rstrip(), record.reward(outcome))


def _validate(suite_path: Path) -> None:
    suite = load_suite(suite_path)
    with Sandbox() as sandbox:
        programs = judge_references(suite, sandbox, Judgement(suite, sandbox))
    outcomes = [
        {
            "index": reference.index,
            "hash": reference.hash,
            "status": program.verdict.status.value if program.verdict else None,
            "failing_case": program.verdict.failing_case if program.verdict else None,
            "reason": program.verdict.reason if program.verdict else None,
        }
        for reference, program in zip(suite.references, programs, strict=True)
    ]
    print(json.dumps(outcomes))


@contextmanager
def _closed_to_others(directory: Path) -> Iterator[None]:
    """Keep workers out of a directory that Harbor leaves open to every user.

    Where it is somebody else's, as with bind mounts of rootless engines, it cannot be closed; the
    workers' empty root directory keeps them out all the same.
    """
    mode = directory.stat().st_mode
    with suppress(PermissionError):
        directory.chmod(0o700)
    try:
        yield
    finally:
        with suppress(PermissionError):
            directory.chmod(mode)


if __name__ == "__main__":
    sys.exit(main())
