"""Starts the verifier once and says as JSON what came of it and what is left behind.

It is a process of its own, and a "subreaper": whatever the verifier's processes leave behind
becomes its child, so that survivors are found (and ended) wherever they have gone. It needs the
standard library only, so that it runs inside the verifier's container too.
"""

import argparse
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
# Attacks name all that they leave behind after this word, as far as they can choose ...
_PLANTED = "planted"
_PLACES = "/ /tmp /var/tmp /dev /dev/shm /logs /logs/verifier /app /tests /home /root".split()
# ... and the keys of System V objects start with these two bytes.
_KEY_PREFIX = 0x4D48
_IN_LESS_TIME = """
import sys
from verifier import __main__, judgement
judgement._DECISION_SECONDS = {seconds}
sys.exit(__main__.main())
"""


def main() -> None:
    """Score one program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", required=True, help="the directory that holds the verifier")
    parser.add_argument("--timeout", type=float, required=True, help="who takes longer hangs")
    parser.add_argument("--decision-seconds", type=float, help="less than a judge usually has")
    for name in ("--suite", "--candidate", "--logs"):
        parser.add_argument(name, type=Path, required=True)
    arguments = parser.parse_args()
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    logs: Path = arguments.logs
    logs.mkdir(parents=True, exist_ok=True)
    for path in logs.iterdir():
        path.unlink()
    before = set(_planted_things())
    seen = _score(arguments)
    left_behind = [*_end_children(), *sorted(set(_planted_things()) - before)]
    names = {path.name for path in logs.iterdir()}
    left_behind += [f"{logs / name}" for name in names - {"reward.json", "details.json"}]
    documents = {
        name: json.loads((logs / f"{name}.json").read_text()) if f"{name}.json" in names else None
        for name in ("reward", "details")
    }
    print(json.dumps({**seen, **documents, "left_behind": left_behind}))


def _score(arguments: argparse.Namespace) -> dict[str, object]:
    how = ["-m", "verifier"]
    if arguments.decision_seconds:
        how = ["-c", _IN_LESS_TIME.format(seconds=arguments.decision_seconds)]
    what = ["score", "--suite", arguments.suite, "--candidate", arguments.candidate]
    verifier = subprocess.Popen(
        [sys.executable, "-P", *how, *what, "--logs", arguments.logs],
        env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PYTHONPATH": arguments.root},
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        output, _ = verifier.communicate(timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        verifier.kill()
        output, _ = verifier.communicate()
        _end_children()
        return {"returned": None, "output": output}
    return {"returned": verifier.returncode, "output": output}


def _children() -> dict[int, str]:
    """Return the state of each process whose parent this one is."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = path.read_text().splitlines()
        except OSError:  # it has ended meanwhile
            continue
        status = {name: rest.strip() for name, _, rest in (line.partition(":") for line in lines)}
        if int(status["PPid"]) == os.getpid():
            found[int(path.parent.name)] = f"{status['State']}, user {status['Uid'].split()[0]}"
    return found


def _end_children() -> list[str]:
    """End and reap all children; return those that lived."""
    lived = []
    while children := _children():
        for pid, state in children.items():
            if not state.startswith("Z"):
                lived.append(f"process {pid}: {state}")
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        time.sleep(0.01)  # their own children come next
    return lived


def _planted_things() -> Iterator[str]:
    """Yield the files and kernel objects that attacks have left on this machine."""
    for place in _PLACES:
        try:
            names = os.listdir(place)
        except OSError:
            continue
        yield from (f"{place}/{name}" for name in names if _PLANTED in name)
    for path in Path("/proc/sysvipc").glob("*"):
        for line in path.read_text().splitlines()[1:]:
            key, identifier = map(int, line.split()[:2])
            if key >> 16 == _KEY_PREFIX:
                yield f"System V {path.name} {identifier}"
    try:
        keys = Path("/proc/keys").read_text().splitlines()
    except OSError:
        keys = []
    yield from (line for line in keys if _PLANTED in line)


if __name__ == "__main__":
    main()
