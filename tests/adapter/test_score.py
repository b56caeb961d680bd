"""``mercury-harbor score``: one program as its task would score it, for people and programs."""

import json
import shutil
from pathlib import Path
from typing import Any

import docker.errors
import pytest

from adapter.cli import main
from tests.adapter.made_up import RIGHT, WRONG, read_tree

REWARD = {"reward", "pass_at_1", "beyond_at_1", "percentile", "efficiency_valid"}


@pytest.fixture
def solution(tmp_path: Path) -> Path:
    path = tmp_path / "solution.py"
    path.write_text(RIGHT)
    return path


def score(task: Path, solution: Path, *flags: str) -> int:
    return main(["score", str(task), str(solution), *flags])


def test_people_get_verdict_scores_scale_and_stability(
    data_set: Path, solution: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(data_set / "kettles", solution, "--in", "process") == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "passed"
    assert [line.split()[0] for line in lines[1:5]] == [
        "Beyond", "percentile", "time", "references",
    ]  # fmt: skip
    assert lines[5].count("*") == 1
    assert "stable: Beyond varies by ±" in lines[-1]


def test_programs_get_one_object_with_reward_status_and_details(
    data_set: Path, solution: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(data_set / "kettles", solution, "--in", "process", "--json") == 0

    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found.keys() == REWARD | {"status", "details"}
    assert found["reward"] == found["efficiency_valid"] == 1
    assert found["beyond_at_1"] > 0.9
    assert found["details"]["scores"] == {name: found[name] for name in REWARD}
    assert found["details"]["step_seconds"].keys() == {
        "judge_candidate",
        "judge_references",
        "time",
    }
    assert len(found["details"]["references"]) == 4


def test_a_wrong_program_is_an_answer_too(
    data_set: Path, solution: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solution.write_text(WRONG)

    assert score(data_set / "kettles", solution, "--in", "process", "--json") == 0

    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "wrong_answer"
    assert {name: found[name] for name in REWARD} == dict.fromkeys(REWARD, 0)


def test_without_an_engine_it_runs_in_a_process_and_says_so(
    data_set: Path,
    solution: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_engine(**_: object) -> None:
        raise docker.errors.DockerException("no engine")

    monkeypatch.setattr(docker, "from_env", no_engine)

    assert score(data_set / "kettles", solution) == 0

    assert capsys.readouterr().err == (
        "mercury-harbor: running in process: no Docker engine answers\n"
    )


def test_docker_that_is_not_there_is_told_with_a_way_out(
    data_set: Path,
    solution: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_engine(**_: object) -> None:
        raise docker.errors.DockerException("no engine")

    monkeypatch.setattr(docker, "from_env", no_engine)

    assert score(data_set / "kettles", solution, "--in", "docker") == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert "--in process" in line


def test_the_task_stays_as_it_is(data_set: Path, solution: Path) -> None:
    before = read_tree(data_set)

    assert score(data_set / "kettles", solution, "--in", "process") == 0

    assert read_tree(data_set) == before


def test_a_program_that_is_not_there_is_told(
    data_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(data_set / "kettles", tmp_path / "nowhere.py", "--in", "process") == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert "nowhere.py cannot be read" in line


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("tests/suite.json", "no tests/suite.json"),
        ("task.toml", "no task.toml"),
        ("tests/verifier/__main__.py", "no tests/verifier/__main__.py"),
    ],
)
def test_a_directory_that_is_no_task_is_told(
    data_set: Path,
    solution: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    damage: str,
    complaint: str,
) -> None:
    task = shutil.copytree(data_set / "kettles", tmp_path / "kettles")
    (task / damage).unlink()

    assert score(task, solution, "--in", "process") == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_a_suite_that_the_verifier_cannot_use_is_told_in_one_line(
    data_set: Path, solution: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = shutil.copytree(data_set / "kettles", tmp_path / "kettles")
    suite = json.loads((task / "tests/suite.json").read_text())
    (task / "tests/suite.json").write_text(json.dumps(suite | {"protocol": "mercury-harbor-v0"}))

    assert score(task, solution, "--in", "process") == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert "no verdict was reached" in line
    assert "mercury-harbor-v0" in line
