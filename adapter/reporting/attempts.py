"""What the report knows of a run, whatever it was read from: systems and their attempts."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from adapter.results import MACHINE_IDENTITY, Details, Reward

PASSED = "passed"
FAILED = "failed"  # wrong, but nothing says how
NO_VERDICT = "no_verdict"  # the trial crashed before there was any
UNKNOWN_DIFFICULTY = "unknown"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Attempt(_Model):
    """One program for one task, and what became of it.

    ``beyond_at_1`` is None where nothing was timed at all (``evaluate --judge-only``), and
    ``percentile`` wherever the program was not placed among references.
    """

    slug_name: str
    difficulty: str
    attempt: int
    status: str
    reason: str = ""
    failing_case: int | None = None
    pass_at_1: float
    beyond_at_1: float | None
    percentile: float | None
    too_slow_to_time: bool = False
    solution_seconds: float | None = None
    reference_seconds: list[float] = Field(default_factory=list)
    references_left_out: int = 0
    stable: bool = True
    stable_reason: str = ""

    @property
    def passed(self) -> bool:
        """Whether every test case was answered right."""
        return self.pass_at_1 > 0


class Dataset(_Model):
    """What was evaluated, as far as the source tells: one digest of it all, or one per task."""

    name: str
    digest: str | None = None
    task_digests: dict[str, str] = Field(default_factory=dict, exclude=True)

    def difference_from(self, other: "Dataset") -> str:
        """Return why two sources may be of different tasks; nothing if they are of the same."""
        shared = self.task_digests.keys() & other.task_digests.keys()
        if self.digest and other.digest:
            same = self.digest == other.digest
        elif shared:
            same = all(self.task_digests[slug] == other.task_digests[slug] for slug in shared)
        else:
            return "a data set that is not known to be the same (--dataset may tell)"
        return "" if same else "another data set"


class Conditions(_Model):
    """What two results must have in common to be compared or averaged."""

    protocol: str | None
    machine: dict[str, Any] | None
    dataset: Dataset

    def differences_from(self, other: "Conditions") -> list[str]:
        """Return why results may not stand side by side; what is unknown differs from all else."""
        found = [self.dataset.difference_from(other.dataset)]
        if None in (self.protocol, other.protocol):
            found.append("an unknown protocol")
        elif self.protocol != other.protocol:
            found.append(f"another protocol ({self.protocol}, not {other.protocol})")
        if self.machine is None or other.machine is None:
            found.append("an unknown machine")
        else:
            found += [
                f"another machine ({fact} {value}, not {other.machine.get(fact)})"
                for fact, value in self.machine.items()
                if value != other.machine.get(fact)
            ]
        return list(filter(None, found))


class System(_Model):
    """What was evaluated under one set of conditions: a model's samples, or an agent."""

    name: str
    source: str
    conditions: Conditions
    timed: bool = True
    facts: dict[str, str] = Field(default_factory=dict)  # further things to state
    attempts: list[Attempt]


class Source(_Model):
    """What one path holds, and one line for each thing that is wrong with it."""

    systems: list[System]
    complaints: list[str] = Field(default_factory=list)


def machine_identity(machine: dict[str, Any]) -> dict[str, Any] | None:
    """Return the facts of a machine that do not change from one trial to the next."""
    return {fact: machine.get(fact) for fact in MACHINE_IDENTITY} if machine else None


def make_attempt(
    slug_name: str,
    difficulty: str,
    attempt: int,
    reward: Reward,
    details: Details | None,
    *,
    timed: bool = True,
) -> Attempt:
    """Return an attempt from its reward and, if there are any, its details.

    Scores are the reward's; the details tell how they came to be.
    """
    details = details or Details(status=PASSED if reward.pass_at_1 else FAILED)
    times = details.reference_seconds
    return Attempt(
        slug_name=slug_name,
        difficulty=difficulty.lower(),
        attempt=attempt,
        pass_at_1=reward.pass_at_1,
        beyond_at_1=reward.beyond_at_1 if timed else None,
        percentile=reward.percentile if reward.efficiency_valid else None,
        status=details.status,
        reason=details.reason or "",
        failing_case=details.failing_case,
        too_slow_to_time=details.candidate.too_slow_to_time,
        solution_seconds=details.candidate.solution_seconds,
        reference_seconds=times,
        references_left_out=len(details.references) - len(times),
        stable=details.stable,
        stable_reason=details.stable_reason,
    )
