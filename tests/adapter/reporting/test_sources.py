"""Reading: what is counted, what is not, and the one line that says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from adapter.errors import MercuryError
from adapter.reporting.attempts import Attempt, Source, System
from adapter.reporting.sources import read_sources
from adapter.task_directory import DatasetDirectory, TaskDirectory
from adapter.tasks import task_digest
from tests.adapter.reporting.runs import (
    MACHINE,
    PROTOCOL,
    REFERENCE_SECONDS,
    crash,
    make_details,
    make_result,
    write_results,
    write_trial,
)


def only_system(source: Source) -> System:
    (system,) = source.systems
    return system


def only_attempt(source: Source) -> Attempt:
    (attempt,) = only_system(source).attempts
    return attempt


# Results of evaluate


def test_a_results_file_is_read_with_its_conditions(tmp_path: Path) -> None:
    path = write_results(tmp_path / "mine.results.jsonl", [make_result("a", 0.25, model="parrot")])

    source = read_sources([path])

    system = only_system(source)
    assert system.name == "parrot"
    assert system.conditions.protocol == PROTOCOL
    assert system.conditions.machine == MACHINE
    assert system.conditions.dataset.digest == "sha256:aa"
    assert source.complaints == []
    attempt = only_attempt(source)
    assert (attempt.slug_name, attempt.difficulty) == ("a", "easy")
    assert (attempt.pass_at_1, attempt.beyond_at_1, attempt.percentile) == (1, 0.25, 0.25)
    assert tuple(attempt.reference_seconds) == REFERENCE_SECONDS


def test_a_system_without_a_model_has_its_files_name(tmp_path: Path) -> None:
    path = write_results(tmp_path / "mine.results.jsonl", [make_result("a", 0.25)])

    assert only_system(read_sources([path])).name == "mine"


def test_models_in_one_file_are_systems_of_their_own(tmp_path: Path) -> None:
    results = [make_result("a", 0.5, model="parrot"), make_result("a", None, model="magpie")]

    systems = read_sources([write_results(tmp_path / "both.jsonl", results)]).systems

    assert [system.name for system in systems] == ["parrot", "magpie"]
    assert [[attempt.pass_at_1 for attempt in system.attempts] for system in systems] == [[1], [0]]


def test_what_was_only_judged_has_no_beyond_rather_than_zero(tmp_path: Path) -> None:
    result = make_result("a", 0.0) | {"reward": {"reward": 1, "pass_at_1": 1}}
    path = write_results(tmp_path / "r.jsonl", [result], mode="judge-only")

    attempt = only_attempt(read_sources([path]))

    assert (attempt.pass_at_1, attempt.beyond_at_1, attempt.percentile) == (1, None, None)


def test_samples_that_are_not_evaluated_yet_are_told(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.5)], samples=3)

    (complaint,) = read_sources([path]).complaints

    assert "2 of 3 samples are not evaluated yet" in complaint


def test_a_line_that_is_no_json_is_refused_by_file_and_line(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.5)])
    path.write_text(path.read_text() + "{oops\n" + "{oops\n")

    with pytest.raises(MercuryError, match=r"r\.jsonl: line 3: "):
        read_sources([path])


# Harbor jobs


def test_a_job_is_read_with_its_conditions(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 0.25)

    source = read_sources([tmp_path / "job"])

    system = only_system(source)
    assert system.name == "robot"
    assert system.conditions.protocol == PROTOCOL
    assert system.conditions.machine == MACHINE
    assert system.conditions.dataset.task_digests == {"a": "sha256:11"}
    attempt = only_attempt(source)
    assert (attempt.slug_name, attempt.beyond_at_1, attempt.solution_seconds) == ("a", 0.25, 0.004)


def test_agents_and_models_of_a_job_are_systems_of_their_own(tmp_path: Path) -> None:
    model = {"name": "parrot-2", "provider": "zoo"}
    info = {"name": "robot", "version": "1.2", "model_info": model}
    write_trial(tmp_path / "job", "a", 0.25, agent_info=info)
    write_trial(tmp_path / "job", "b", 0.5, agent="oracle")

    systems = read_sources([tmp_path / "job"]).systems

    assert sorted(system.name for system in systems) == ["oracle", "robot zoo/parrot-2"]


def test_several_trials_of_a_task_are_its_attempts(tmp_path: Path) -> None:
    for number, beyond in enumerate((0.25, None, 0.75)):
        write_trial(tmp_path / "job", "a", beyond, number=number)

    attempts = only_system(read_sources([tmp_path / "job"])).attempts

    assert [(attempt.attempt, attempt.beyond_at_1) for attempt in attempts] == [
        (0, 0.25),
        (1, 0),
        (2, 0.75),
    ]


def test_a_crashed_trial_counts_as_failed_and_is_told(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    crash(tmp_path / "job", "b", "EnvironmentBuildError")

    source = read_sources([tmp_path / "job"])

    crashed = only_system(source).attempts[1]
    assert (crashed.status, crashed.pass_at_1, crashed.beyond_at_1) == ("no_verdict", 0, 0)
    assert crashed.reason == "EnvironmentBuildError"
    told = [line for line in source.complaints if "crashed" in line]
    assert len(told) == 1
    assert "1 trial(s) crashed (EnvironmentBuildError); counted as failed: b__1" in told[0]


def test_many_crashes_of_one_kind_are_one_line(tmp_path: Path) -> None:
    for slug in "abcdef":
        crash(tmp_path / "job", slug)

    told = [line for line in read_sources([tmp_path / "job"]).complaints if "crashed" in line]

    assert len(told) == 1
    assert "6 trial(s)" in told[0]


def test_an_agent_that_ran_out_of_time_keeps_the_reward_that_it_got(tmp_path: Path) -> None:
    timeout = {"exception_type": "AgentTimeoutError", "exception_message": ""}
    write_trial(tmp_path / "job", "a", 0.5, exception_info=timeout)

    assert only_attempt(read_sources([tmp_path / "job"])).beyond_at_1 == 0.5


def test_a_trial_without_details_keeps_its_scores_and_is_told(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    trial = write_trial(tmp_path / "job", "b", 0.5)
    (trial / "verifier/details.json").unlink()

    source = read_sources([tmp_path / "job"])

    bare = only_system(source).attempts[1]
    assert (bare.status, bare.beyond_at_1, bare.solution_seconds) == ("passed", 0.5, None)
    assert any("1 trial(s) have no verifier/details.json" in line for line in source.complaints)


def test_a_job_without_any_details_is_of_an_unknown_machine(tmp_path: Path) -> None:
    trial = write_trial(tmp_path / "job", "a", 0.5)
    (trial / "verifier/details.json").write_text("{broken")

    source = read_sources([tmp_path / "job"])

    assert only_system(source).conditions.machine is None
    assert any("have broken verifier/details.json" in line for line in source.complaints)


@pytest.mark.parametrize(
    "rewards",
    [{"pass_at_1": 7}, {"pass_at_1": None}, {"beyond_at_1": "NaN"}, {"pass_at_1": "x"}],
    ids=str,
)
def test_a_reward_that_is_none_of_ours_counts_as_failed_and_is_told(
    tmp_path: Path, rewards: dict[str, Any]
) -> None:
    write_trial(tmp_path / "job", "a", 1.0, verifier_result={"rewards": rewards})

    source = read_sources([tmp_path / "job"])

    assert only_attempt(source).pass_at_1 == 0
    assert any("a reward that is none of ours" in line for line in source.complaints)


@pytest.mark.parametrize("state", ["unfinished", "broken"])
def test_a_trial_without_a_result_is_not_counted_and_is_told(tmp_path: Path, state: str) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    file = write_trial(tmp_path / "job", "b", 1.0) / "result.json"
    if state == "broken":
        file.write_text('{"task_name": ')
    else:
        file.unlink()

    source = read_sources([tmp_path / "job"])

    assert [attempt.slug_name for attempt in only_system(source).attempts] == ["a"]
    (told,) = [line for line in source.complaints if "not counted" in line]
    assert "b__1" in told


def test_trials_that_have_not_started_are_told(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    (tmp_path / "job/result.json").write_text(json.dumps({"n_total_trials": 256}))

    complaints = read_sources([tmp_path / "job"]).complaints

    assert any("255 trials have not started; they are not counted" in line for line in complaints)


def test_trials_of_one_job_on_two_machines_are_kept_apart(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    elsewhere = make_details(0.5, machine=MACHINE | {"cpu_model": "Abacus 2"})
    write_trial(tmp_path / "job", "b", 0.5, details=elsewhere)
    crash(tmp_path / "job", "c")

    source = read_sources([tmp_path / "job"])

    slugs = [[attempt.slug_name for attempt in system.attempts] for system in source.systems]
    assert slugs == [["a"], ["b"], ["c"]]
    assert any("which of several machines or protocols" in line for line in source.complaints)


def test_a_busier_machine_is_still_the_same_one(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    busy = make_details(0.5, machine=MACHINE | {"load_average": [9, 9, 9]})
    write_trial(tmp_path / "job", "b", 0.5, details=busy)

    assert len(only_system(read_sources([tmp_path / "job"])).attempts) == 2


def test_a_task_in_two_versions_within_a_job_is_refused(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0, number=1)
    write_trial(tmp_path / "job", "a", 1.0, number=2, digest="sha256:22")

    with pytest.raises(MercuryError, match="a in two versions"):
        read_sources([tmp_path / "job"])


# Difficulties, which Harbor does not record


def test_a_difficulty_is_read_from_the_tasks_own_directory(tmp_path: Path) -> None:
    task = tmp_path / "tasks/a"
    task.mkdir(parents=True)
    (task / "task.toml").write_text('[metadata]\ndifficulty = "hard"\n')
    write_trial(tmp_path / "job", "a", 1.0, task_path=task)

    source = read_sources([tmp_path / "job"])

    assert only_attempt(source).difficulty == "hard"
    assert source.complaints == []


def test_a_relative_task_path_is_sought_beside_the_jobs_directory(tmp_path: Path) -> None:
    task = tmp_path / "mercury-eval/a"
    task.mkdir(parents=True)
    (task / "task.toml").write_text('[metadata]\ndifficulty = "hard"\n')
    job = tmp_path / "mercury-eval/jobs/monday"
    write_trial(job, "a", 1.0, task_path=Path("a"))

    assert only_attempt(read_sources([job])).difficulty == "hard"


def test_a_difficulty_is_taken_from_another_source(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    evaluated = write_results(tmp_path / "r.jsonl", [make_result("a", 0.5, difficulty="medium")])

    systems = read_sources([tmp_path / "job", evaluated]).systems

    assert [system.attempts[0].difficulty for system in systems] == ["medium", "medium"]


def test_an_unknown_difficulty_is_told(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)

    source = read_sources([tmp_path / "job"])

    assert only_attempt(source).difficulty == "unknown"
    assert source.complaints == [
        "the difficulty of 1 tasks is unknown; name their data set with --dataset"
    ]


def test_the_data_set_tells_difficulties_and_its_digest(tmp_path: Path) -> None:
    task = TaskDirectory(Path("a"), "my-lab/mercury-eval__a", "hard", {"task.toml": b""})
    dataset = DatasetDirectory("my-lab/mercury-eval", "sha256:aa", [task])
    write_trial(tmp_path / "job", "a", 1.0, digest=task_digest(task.files))
    write_trial(tmp_path / "other", "a", 1.0, digest="sha256:22")

    systems = read_sources([tmp_path / "job", tmp_path / "other"], dataset).systems

    assert [system.attempts[0].difficulty for system in systems] == ["hard", "hard"]
    assert [system.conditions.dataset.digest for system in systems] == ["sha256:aa", None]


# Paths


def test_systems_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [
        write_results(tmp_path / name, [make_result("a", 0.5, model="parrot")])
        for name in ("monday.jsonl", "tuesday.jsonl")
    ]

    names = [system.name for system in read_sources(paths).systems]

    assert names == ["parrot (monday.jsonl)", "parrot (tuesday.jsonl)"]


@pytest.mark.parametrize("name", ["nothing", "empty directory"])
def test_what_is_no_source_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty directory").mkdir()

    with pytest.raises(MercuryError, match=r"name (a|the) .*(job|directory)"):
        read_sources([tmp_path / name])


def test_a_source_that_is_named_twice_is_refused(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.5)])

    with pytest.raises(MercuryError, match="named 2 times"):
        read_sources([path, path])
