"""The hostile programs: where they are, what they expect, and how one is tried."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.attacks.tasks import HONEST, SUITES
from verifier.verdict import Status

HERE = Path(__file__).parent
KINDS = ("verdict", "time", "host")
# What two scores of the same program may differ by on a busy machine, on tasks like these.
NOISE = 0.15
# Much more than any attack needs within the limits of the suites: who takes longer hangs.
HANGS_SECONDS = 90
# A judge has 20 seconds for one decision, which is long for a suite of hostile data.
DECISION_SECONDS = 4
LAUNCHER = HERE / "launcher.py"

_HEADER = re.compile(r"# (task|status|honest twin|tried|stopped by): (.+)")


@dataclass(frozen=True)
class Attack:
    """One hostile program and what must become of it."""

    path: Path
    task: str
    statuses: frozenset[str]
    honest_twin: str | None
    tried: str
    stopped_by: str

    @property
    def kind(self) -> str:
        """The folder: verdict, time or host."""
        return self.path.parent.name

    @property
    def name(self) -> str:
        """How the attack is called in tests."""
        return f"{self.kind}/{self.path.stem}"


@dataclass(frozen=True)
class Seen:
    """What came of one program."""

    returned: int | None  # None: it had to be killed
    output: str
    reward: dict[str, float] | None
    details: dict[str, Any]
    left_behind: tuple[str, ...]  # processes, files, kernel objects

    def objections(self, attack: Attack, honest_beyond: float | None) -> list[str]:
        """Return what is not as it must be, given the Beyond of the honest twin."""
        if self.returned is None:
            return ["the verifier did not return"]
        if self.returned != 0 or self.reward is None:
            return [f"a lost trial: exit status {self.returned}: {self.output[-500:]}"]
        found = [f"left behind: {thing}" for thing in self.left_behind]
        status = self.details["status"]
        if status not in attack.statuses:
            found.append(f"status {status} ({self.details['reason']})")
        if self.reward["reward"] != float(status == Status.PASSED):
            found.append(f"reward {self.reward} with status {status}")
        beyond = self.reward["beyond_at_1"]
        if honest_beyond is not None and beyond > honest_beyond + NOISE:
            found.append(f"Beyond {beyond:.2f}, its honest twin has {honest_beyond:.2f}")
        return found


def all_attacks() -> list[Attack]:
    """Return all attacks, in the order of their kinds and names."""
    return [read_attack(path) for kind in KINDS for path in sorted((HERE / kind).glob("*.py"))]


def read_attack(path: Path) -> Attack:
    """Read the comments at the top of a hostile program.

    Raises:
        ValueError: they are not in the fixed form, or name what does not exist.
    """
    fields: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not (match := _HEADER.fullmatch(line)):
            break
        fields[match[1]] = match[2]
    try:
        statuses = frozenset(Status(name.strip()) for name in fields["status"].split(","))
        attack = Attack(
            path=path,
            task=fields["task"],
            statuses=frozenset(status.value for status in statuses),
            honest_twin=fields.get("honest twin"),
            tried=fields["tried"],
            stopped_by=fields["stopped by"],
        )
    except KeyError as error:
        raise ValueError(f"{path}: no line {error}") from error
    if attack.task not in SUITES:
        raise ValueError(f"{path}: no task {attack.task}")
    if attack.honest_twin is not None and not (HONEST / f"{attack.honest_twin}.py").exists():
        raise ValueError(f"{path}: no honest program {attack.honest_twin}")
    if Status.PASSED in statuses and attack.honest_twin is None:
        raise ValueError(f"{path}: what may pass needs an honest twin")
    return attack


def score(suite: Path, candidate: Path, logs: Path) -> Seen:
    """Let the real verifier score a program on this machine."""
    root = os.environ.get("MERCURY_VERIFIER_ROOT", str(HERE.parents[1]))
    finished = subprocess.run(
        [sys.executable, "-P", str(LAUNCHER)]
        + ["--root", root, "--timeout", str(HANGS_SECONDS)]
        + ["--decision-seconds", str(DECISION_SECONDS)]
        + ["--suite", str(suite), "--candidate", str(candidate), "--logs", str(logs)],
        capture_output=True,
        text=True,
        check=True,
    )
    return read_seen(finished.stdout)


def read_seen(text: str) -> Seen:
    """Return what the launcher says."""
    seen = json.loads(text)
    return Seen(
        seen["returned"],
        seen["output"],
        seen["reward"],
        seen["details"] or {},
        tuple(seen["left_behind"]),
    )
