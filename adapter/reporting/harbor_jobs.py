"""Reads Harbor's job directories: one system for each agent, model and set of conditions."""

import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from adapter.errors import MercuryError
from adapter.reporting.attempts import (
    NO_VERDICT,
    UNKNOWN_DIFFICULTY,
    Attempt,
    Conditions,
    Dataset,
    Source,
    System,
    machine_identity,
    make_attempt,
)
from adapter.results import Details, Reward

_NAMED = 3  # trials that a complaint names before it says "and N more"
_Share = Annotated[float, Field(ge=0, le=1)]


class JobError(MercuryError):
    """A directory is no Harbor job."""


class _Rewards(BaseModel):
    """What Harbor kept of ``reward.json``; a key that is not there counts as 0."""

    reward: _Share = 0.0
    pass_at_1: _Share = 0.0
    beyond_at_1: _Share = 0.0
    percentile: _Share = 0.0
    efficiency_valid: _Share = 0.0


class _Verifier(BaseModel):
    rewards: dict[str, Any] | None = None


class _Exception(BaseModel):
    exception_type: str


class _Model(BaseModel):
    name: str
    provider: str | None = None


class _Agent(BaseModel):
    name: str
    version: str = ""
    model_info: _Model | None = None


class _TaskConfig(BaseModel):
    path: Path | None = None


class _Config(BaseModel):
    task: _TaskConfig = _TaskConfig()


class _TrialResult(BaseModel):
    """A trial's ``result.json``, as far as the report needs it."""

    task_name: str
    trial_name: str
    task_checksum: str
    source: str | None = None
    agent_info: _Agent
    config: _Config = _Config()
    verifier_result: _Verifier | None = None
    exception_info: _Exception | None = None

    @property
    def slug_name(self) -> str:
        """The problem's slug: what follows organisation and data set in the task's name."""
        return self.task_name.rpartition("/")[2].rpartition("__")[2]

    @property
    def system_name(self) -> str:
        """The agent, and the model if it has one."""
        model = self.agent_info.model_info
        if model is None:
            return self.agent_info.name
        provider = f"{model.provider}/" if model.provider else ""
        return f"{self.agent_info.name} {provider}{model.name}"


class _Situation(NamedTuple):
    """What the trials of one system have in common besides agent and data set."""

    protocol: str | None
    machine: str  # as JSON: comparable, sortable


_UNKNOWN_SITUATION = _Situation(None, "null")


@dataclass(frozen=True)
class _Trial:
    result: _TrialResult
    digest: str  # of the task
    difficulty: str
    reward: Reward | None
    details: Details | None

    @property
    def run(self) -> tuple[str, str, str]:
        """What was run: the system, its version, and on which data set."""
        agent = self.result.agent_info
        return (
            self.result.system_name,
            agent.version,
            self.result.source or "tasks without a data set",
        )

    @property
    def situation(self) -> _Situation:
        """Under which conditions, as its details tell."""
        if self.details is None:
            return _UNKNOWN_SITUATION
        machine = machine_identity(self.details.machine)
        return _Situation(self.details.protocol, json.dumps(machine))


def is_job(path: Path) -> bool:
    """Return whether a directory looks like a Harbor job."""
    return bool(_trial_directories(path))


def read_job(path: Path) -> Source:
    """Read a job; what is wrong with its trials becomes complaints.

    A trial that crashed before it had a reward counts as failed, as in ``metric.py``. A trial
    that has not finished, or whose result cannot be read, is not counted.

    Raises:
        JobError: the directory holds no finished trial, or one task in two versions.
    """
    complaints = _Complaints(path)
    directories = _trial_directories(path)
    found = [_read_trial(directory, complaints) for directory in directories]
    trials = [trial for trial in found if trial is not None]
    if not trials:
        raise JobError(f"{path} holds no finished trial; name the directory of a Harbor job")
    systems = []
    for (name, version, dataset), of_run in _grouped(trials, lambda trial: trial.run):
        for situation, alike in _by_situation(of_run, complaints):
            facts = {"agent version": version} if version else {}
            systems.append(
                System(
                    name=name,
                    source=path.name,
                    conditions=Conditions(
                        protocol=situation.protocol,
                        machine=json.loads(situation.machine),
                        dataset=Dataset(name=dataset, task_digests=_task_digests(path, of_run)),
                    ),
                    facts=facts | _verifier_facts(alike),
                    attempts=_attempts(alike),
                )
            )
    lines = list(complaints)
    if (missing := _total_trials(path) - len(directories)) > 0:
        lines.append(f"{path}: {missing} trials have not started; they are not counted")
    return Source(systems=systems, complaints=lines)


def _trial_directories(path: Path) -> list[Path]:
    files = ("config.json", "result.json")
    return sorted(
        child for child in path.iterdir() if any((child / name).is_file() for name in files)
    )


def _total_trials(path: Path) -> int:
    """Return how many trials the job was to have; 0 where it does not tell."""
    try:
        total = json.loads((path / "result.json").read_bytes())["n_total_trials"]
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return total if isinstance(total, int) else 0


class _Complaints:
    """One line for each kind of thing that is wrong, with the trials that it is wrong with."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._trials: dict[str, list[str]] = defaultdict(list)

    def add(self, trial: str, what: str) -> None:
        """Note that something is wrong with a trial."""
        self._trials[what].append(trial)

    def __iter__(self) -> Iterator[str]:
        for what, trials in self._trials.items():
            names = ", ".join(trials[:_NAMED]) + (", ..." if len(trials) > _NAMED else "")
            yield f"{self._path}: {len(trials)} trial(s) {what}: {names}"


def _read_trial(directory: Path, complaints: _Complaints) -> _Trial | None:
    file = directory / "result.json"
    if not file.is_file():
        complaints.add(directory.name, "have not finished; not counted")
        return None
    try:
        result = _TrialResult.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        complaints.add(directory.name, "have a result.json that cannot be read; not counted")
        return None
    reward = _read_reward(result, complaints)
    details = _read_details(directory, complaints) if reward is not None else None
    difficulty = _difficulty(directory.parent, result.config.task)
    return _Trial(result, _task_digest(directory, result), difficulty, reward, details)


def _read_reward(result: _TrialResult, complaints: _Complaints) -> Reward | None:
    rewards = result.verifier_result and result.verifier_result.rewards
    if rewards is None:
        crash = result.exception_info
        reason = f"crashed ({crash.exception_type})" if crash else "ended without a reward"
        complaints.add(result.trial_name, f"{reason}; counted as failed")
        return None
    try:
        return Reward(**_Rewards.model_validate(rewards).model_dump())
    except ValidationError:
        complaints.add(result.trial_name, "have a reward that is none of ours; counted as failed")
        return None


def _read_details(directory: Path, complaints: _Complaints) -> Details | None:
    try:
        return Details.model_validate_json((directory / "verifier/details.json").read_bytes())
    except (OSError, ValidationError) as error:
        state = "broken" if isinstance(error, ValidationError) else "no"
        complaints.add(
            directory.name, f"have {state} verifier/details.json; scores count, times are unknown"
        )
        return None


def _task_digest(directory: Path, result: _TrialResult) -> str:
    """Return the task's content hash: of the trial's lock, or Harbor's older checksum."""
    try:
        return str(json.loads((directory / "lock.json").read_bytes())["task"]["digest"])
    except (OSError, ValueError, KeyError, TypeError):
        return result.task_checksum


def _difficulty(job: Path, task: _TaskConfig) -> str:
    """Return what a task's own directory says, if it is still there.

    A relative path is from where Harbor ran: mostly where its ``jobs`` directory is.
    """
    if task.path is None:
        return UNKNOWN_DIFFICULTY
    for file in (job.resolve().parent.parent / task.path / "task.toml", task.path / "task.toml"):
        try:
            config = tomllib.loads(file.read_text(encoding="utf-8"))
            return str(config["metadata"]["difficulty"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return UNKNOWN_DIFFICULTY


def _grouped[Key: tuple[str | None, ...]](
    trials: Iterable[_Trial], key: Callable[[_Trial], Key]
) -> list[tuple[Key, list[_Trial]]]:
    groups: dict[Key, list[_Trial]] = defaultdict(list)
    for trial in trials:
        groups[key(trial)].append(trial)
    return list(groups.items())


def _by_situation(
    trials: list[_Trial], complaints: _Complaints
) -> list[tuple[_Situation, list[_Trial]]]:
    """Split trials by the conditions they ran under.

    Where all that tell were alike, those that do not tell (crashed ones) belong to them.
    """
    groups = dict(_grouped(trials, lambda trial: trial.situation))
    silent = groups.pop(_UNKNOWN_SITUATION, [])
    if len(groups) == 1:
        (situation,) = groups
        return [(situation, trials)]
    if silent and groups:
        for trial in silent:
            complaints.add(
                trial.result.trial_name,
                "do not tell on which of several machines or protocols they ran; kept apart",
            )
    return [*groups.items(), *([(_UNKNOWN_SITUATION, silent)] if silent else [])]


def _task_digests(path: Path, trials: list[_Trial]) -> dict[str, str]:
    digests: dict[str, str] = {}
    for trial in trials:
        slug = trial.result.slug_name
        if digests.setdefault(slug, trial.digest) != trial.digest:
            raise JobError(f"{path} holds {slug} in two versions; move the older trials away")
    return digests


def _verifier_facts(trials: list[_Trial]) -> dict[str, str]:
    """Return what else the details say of the verifier, where they all say the same."""
    facts = {"verifier": "verifier_version", "isolation": "isolation"}
    told = [trial.details.model_extra or {} for trial in trials if trial.details is not None]
    values = {fact: {str(extra.get(key)) for extra in told} for fact, key in facts.items()}
    return {fact: next(iter(told)) for fact, told in values.items() if len(told) == 1}


def _attempts(trials: list[_Trial]) -> list[Attempt]:
    counts: Counter[str] = Counter()
    attempts = []
    for trial in trials:
        slug, number = trial.result.slug_name, counts[trial.result.slug_name]
        counts[slug] += 1
        reward = trial.reward or Reward()
        attempt = make_attempt(slug, trial.difficulty, number, reward, trial.details)
        if trial.reward is None:
            crash = trial.result.exception_info
            reason = crash.exception_type if crash else "no reward"
            attempt = attempt.model_copy(update={"status": NO_VERDICT, "reason": reason})
        attempts.append(attempt)
    return attempts
