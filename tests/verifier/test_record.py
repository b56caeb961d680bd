"""What a verification leaves behind: the reward, the details, the exit status."""

import json
import math
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier import VERSION, __main__, record
from verifier.program import Measurement
from verifier.record import details, reward
from verifier.suite import Suite
from verifier.supervisor import Outcome, verify

type Verify = Callable[..., Outcome]

RIGHT = """
class Solution:
    def answer(self, n):
        return n + n
"""
WRONG = """
class Solution:
    def answer(self, n):
        return n
"""
KEYS = ["reward", "pass_at_1", "beyond_at_1", "percentile", "efficiency_valid"]
PROGRAMS = {
    "passed": RIGHT,
    "load_error": "class Solution(:",
    "wrong_answer": WRONG,
    "runtime_error": "class Solution:\n    def answer(self, n):\n        raise ValueError(n)",
    "timeout": "class Solution:\n    def answer(self, n):\n        while True: pass",
    "memory": "class Solution:\n    def answer(self, n):\n        return [0] * (1 << 40)",
    "crashed": "import os\nclass Solution:\n    def answer(self, n):\n        os._exit(1)",
    "tampering": (
        "import os\nclass Solution:\n    def answer(self, n):\n        os.write(3, b'junk')"
    ),
}


def outcome_of(verify_program: Verify, status: str, **fields: Any) -> Outcome:
    """Return the outcome of a program that gets this status."""
    limit = 0.5 if status == "timeout" else 30
    fields = {"references": [RIGHT], "wall_limit_seconds": limit} | fields
    outcome = verify_program(PROGRAMS[status], **fields)
    assert outcome.verdict.status == status
    return outcome


@pytest.fixture(scope="module", params=list(PROGRAMS))
def any_outcome(verify_program: Verify, request: pytest.FixtureRequest) -> Outcome:
    """Return an outcome of each status in turn."""
    return outcome_of(
        verify_program,
        request.param,
        cases=[([918273645], 1836547290), ([564738291], 1129476582)],
        references=[RIGHT + "# the text of a reference\n"],
    )


# --- the reward ---------------------------------------------------------------------------------


def test_the_reward_has_every_key_and_numbers_only(any_outcome: Outcome) -> None:
    scores = reward(any_outcome)
    assert list(scores) == KEYS
    assert all(type(score) is float and math.isfinite(score) for score in scores.values())


def test_the_reward_is_whether_the_program_passed(any_outcome: Outcome) -> None:
    scores = reward(any_outcome)
    assert scores["reward"] == scores["pass_at_1"] == any_outcome.verdict.passed


def test_a_missing_candidate_gets_a_reward_of_zeros(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    assert reward(verify(make_suite(), tmp_path / "nowhere.py")) == dict.fromkeys(KEYS, 0)


def test_references_that_are_all_equally_fast_do_not_disturb(verify_program: Verify) -> None:
    outcome = outcome_of(verify_program, "passed", references=[RIGHT])
    assert outcome.candidate is not None
    outcome.references[0].measurements = outcome.candidate.measurements
    outcome.candidate.charge_seconds = 0.0  # beside one witness, noise is charged now and then
    scores = reward(outcome)
    assert (scores["beyond_at_1"], scores["percentile"]) == (1, 0.5)


# --- the details --------------------------------------------------------------------------------


def test_the_details_tell_status_failing_case_and_scores(any_outcome: Outcome) -> None:
    described = details(any_outcome)
    assert described["status"] == any_outcome.verdict.status
    assert described["failing_case"] == any_outcome.verdict.failing_case
    assert described["scores"] == reward(any_outcome)
    assert described["protocol"] == "mercury-harbor-v1"
    assert described["verifier_version"] == VERSION


def test_the_details_hold_no_input_expected_value_or_source(any_outcome: Outcome) -> None:
    written = json.dumps(details(any_outcome))
    for hidden in ("918273645", "1836547290", "564738291", "1129476582", "class Solution", "text"):
        assert hidden not in written


def test_a_program_cannot_tell_an_input_by_the_name_of_its_exception(
    verify_program: Verify,
) -> None:
    program = """
class Solution:
    def answer(self, n):
        raise type(f"Input{n}", (Exception,), {})
"""
    assert "918273645" not in json.dumps(details(verify_program(program, cases=[([918273645], 1)])))


def test_the_details_tell_the_times_of_each_timed_program(verify_program: Verify) -> None:
    described = details(outcome_of(verify_program, "passed", references=[RIGHT, RIGHT]))
    for program in (described["candidate"], *described["references"]):
        assert program["solution_seconds"] > 0
        assert len(program["case_seconds"]) == len(program["case_spread"]) == 2
        assert program["clocked_seconds"] <= program["cpu_seconds"]
    assert described["references_timed"] == 2


def test_the_details_tell_which_references_were_left_out_and_why(verify_program: Verify) -> None:
    sleepy = (
        "class Solution:\n    def answer(self, n):\n        time.sleep(0.02)\n        return 2 * n"
    )
    references = [WRONG, PROGRAMS["runtime_error"], sleepy, RIGHT]
    outcome = outcome_of(verify_program, "passed", references=references, wall_limit_seconds=1)
    described = details(outcome)["references"]
    assert [(reference["index"], reference["hash"]) for reference in described] == [
        (0, "hash-0"),
        (1, "hash-1"),
        (2, "hash-2"),
        (3, "hash-3"),
    ]
    assert [reference["status"] for reference in described] == [
        "wrong_answer",
        "runtime_error",
        "passed",
        "passed",
    ]
    assert [reference["reason"] for reference in described[:2]] == [
        "not the expected value",
        "ValueError",
    ]
    assert [reference["too_slow_to_time"] for reference in described[2:]] == [True, False]
    assert "solution_seconds" not in described[2]


def test_the_details_tell_how_long_each_step_took(verify_program: Verify) -> None:
    steps = details(outcome_of(verify_program, "passed"))["step_seconds"]
    assert list(steps)[:3] == ["judge_candidate", "judge_references", "time"]
    assert all(seconds > 0 for seconds in steps.values())


def test_the_details_tell_where_the_times_were_measured(verify_program: Verify) -> None:
    machine = details(outcome_of(verify_program, "wrong_answer"))["machine"]
    assert set(machine) >= {"cpu_model", "kernel", "python", "load_average", "cgroup"}


def test_the_details_say_whether_the_score_is_stable(any_outcome: Outcome) -> None:
    described = details(any_outcome)
    assert type(described["stable"]) is bool
    assert described["stable_reason"]


def with_block_times(outcome: Outcome, candidate: list[float], references: list[float]) -> Outcome:
    """Give an outcome these times: the candidate's from block to block, the references' fixed."""
    assert outcome.candidate is not None
    outcome.candidate.charge_seconds = 0.0
    for block, seconds in enumerate(candidate):
        for case in (0, 1):
            programs = (outcome.candidate, *outcome.references)
            for program, reading in zip(programs, (seconds, *references), strict=True):
                program.measurements[case, block] = Measurement(0, reading, (reading,) * 16, 0)
    return outcome


def test_a_score_that_is_the_same_in_every_block_is_stable(verify_program: Verify) -> None:
    outcome = outcome_of(verify_program, "passed", references=[RIGHT, RIGHT])
    described = details(with_block_times(outcome, [2.0] * 8, [1.0, 3.0]))
    assert described["stable"] is True
    assert described["scores"]["beyond_at_1"] == 0.5


def test_a_score_that_differs_from_block_to_block_is_not_stable(verify_program: Verify) -> None:
    outcome = outcome_of(verify_program, "passed", references=[RIGHT, RIGHT])
    described = details(with_block_times(outcome, [1.0, 3.0] * 4, [1.0, 3.0]))
    assert described["stable"] is False
    assert "block to block" in described["stable_reason"]


# --- the files ----------------------------------------------------------------------------------


def test_both_files_are_written_and_nothing_else(any_outcome: Outcome, tmp_path: Path) -> None:
    record.write(tmp_path, any_outcome)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["details.json", "reward.json"]
    assert json.loads((tmp_path / "reward.json").read_text()) == reward(any_outcome)
    written = json.loads((tmp_path / "details.json").read_text())
    assert written["status"] == any_outcome.verdict.status


def test_a_program_that_stops_its_clock_still_gets_its_files(
    verify_program: Verify, tmp_path: Path
) -> None:
    outcome = verify_program(f"time.thread_time_ns = lambda: 0\n{RIGHT}", references=[RIGHT])
    record.write(tmp_path, outcome)
    assert (tmp_path / "reward.json").exists()


def test_without_details_there_is_no_reward(
    verify_program: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Outcome) -> dict[str, Any]:
        raise OSError("no space left")

    outcome = outcome_of(verify_program, "wrong_answer")
    monkeypatch.setattr(record, "details", fail)
    with pytest.raises(OSError, match="no space left"):
        record.write(tmp_path, outcome)
    assert not (tmp_path / "reward.json").exists()


# --- the command --------------------------------------------------------------------------------


def run_command(
    *arguments: object, prefix: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m verifier`` as ``test.sh`` does."""
    return subprocess.run(
        [*prefix, sys.executable, "-m", "verifier", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(record.__file__).parent.parent,
    )


def score(suite: Path, candidate: Path, logs: Path) -> subprocess.CompletedProcess[str]:
    return run_command("score", "--suite", suite, "--candidate", candidate, "--logs", logs)


@pytest.fixture
def candidate(tmp_path: Path) -> Path:
    """Return the path of a right program."""
    path = tmp_path / "candidate.py"
    path.write_text(RIGHT)
    return path


def test_the_command_makes_the_logs_directory_and_both_files(
    write_suite: Callable[..., Path], candidate: Path, tmp_path: Path
) -> None:
    finished = score(write_suite(references=[RIGHT]), candidate, tmp_path / "logs" / "verifier")
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.startswith("passed ")
    rewards = json.loads((tmp_path / "logs" / "verifier" / "reward.json").read_text())
    assert list(rewards) == KEYS
    assert (tmp_path / "logs" / "verifier" / "details.json").exists()


def test_a_wrong_program_is_no_fault_of_the_verifier(
    write_suite: Callable[..., Path], candidate: Path, tmp_path: Path
) -> None:
    candidate.write_text(WRONG)
    finished = score(write_suite(), candidate, tmp_path / "logs")
    assert finished.returncode == 0
    assert json.loads((tmp_path / "logs" / "reward.json").read_text())["reward"] == 0


@pytest.mark.parametrize(
    "kind",
    [
        "missing",
        "link",
        "pipe",
        pytest.param("directory"),
    ],
)
def test_a_candidate_that_is_no_file_gets_a_reward_of_zeros(
    write_suite: Callable[..., Path], tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "solution.py"
    if kind == "link":
        path.symlink_to("/etc/passwd")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    finished = score(write_suite(), path, tmp_path / "logs")
    assert finished.returncode == 0
    rewards = json.loads((tmp_path / "logs" / "reward.json").read_text())
    assert rewards == dict.fromkeys(KEYS, 0)


def test_a_missing_suite_is_a_fault_of_one_line_and_no_reward(
    candidate: Path, tmp_path: Path
) -> None:
    finished = score(tmp_path / "nowhere.json", candidate, tmp_path / "logs")
    assert finished.returncode == 70
    assert finished.stderr.count("\n") == 1
    assert "verifier fault, no reward written" in finished.stderr
    assert "nowhere.json" in finished.stderr
    assert list((tmp_path / "logs").iterdir()) == []


def test_a_fault_leaves_no_reward_of_an_earlier_run(candidate: Path, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "reward.json").write_text('{"reward": 1.0}')
    assert score(tmp_path / "nowhere.json", candidate, logs).returncode == 70
    assert not (logs / "reward.json").exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"protocol": "mercury-harbor-v0"},
        {"comparator": "import missing\ndef evaluate_offline(inputs, outputs, expected): ..."},
        pytest.param({"comparator": "def evaluate_offline(:"}),
        pytest.param({"cases": []}),
    ],
    ids=["protocol", "comparator", "comparator that does not compile", "no cases"],
)
def test_a_suite_that_cannot_be_used_is_a_fault_of_one_line_and_no_reward(
    write_suite: Callable[..., Path], candidate: Path, tmp_path: Path, fields: dict[str, Any]
) -> None:
    finished = score(write_suite(**fields), candidate, tmp_path / "logs")
    assert finished.returncode == 70
    assert "verifier fault" in finished.stderr.splitlines()[-1]
    assert list((tmp_path / "logs").iterdir()) == []


def test_a_machine_that_cannot_start_workers_is_a_fault_and_no_reward(
    write_suite: Callable[..., Path],
    candidate: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logs = tmp_path / "logs"
    command = ["score", "--suite", write_suite(), "--candidate", candidate, "--logs", logs]
    monkeypatch.setattr(sys, "argv", ["verifier", *map(str, command)])
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert __main__.main() == 70
    assert list(logs.iterdir()) == []


def test_logs_that_cannot_be_written_are_a_fault(
    write_suite: Callable[..., Path], candidate: Path, tmp_path: Path
) -> None:
    (tmp_path / "logs").write_text("a file")
    assert score(write_suite(), candidate, tmp_path / "logs").returncode == 70


def mode_of(directory: Path) -> int:
    return stat.S_IMODE(directory.stat().st_mode)


@pytest.mark.parametrize("suite_is_there", [True, False])
def test_the_logs_directory_gets_its_mode_back(
    write_suite: Callable[..., Path], candidate: Path, tmp_path: Path, suite_is_there: bool
) -> None:
    suite = write_suite()
    if not suite_is_there:
        suite.unlink()
    logs = tmp_path / "logs"
    logs.mkdir()
    logs.chmod(0o777)
    score(suite, candidate, logs)
    assert mode_of(logs) == 0o777


def test_the_logs_directory_is_closed_to_others_while_programs_run(
    write_suite: Callable[..., Path],
    candidate: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logs, modes = tmp_path / "logs", []

    def verify_and_look(suite: Suite, path: Path) -> Outcome:
        modes.append(mode_of(logs))
        return verify(suite, path)

    command = ["score", "--suite", write_suite(), "--candidate", candidate, "--logs", logs]
    monkeypatch.setattr(sys, "argv", ["verifier", *map(str, command)])
    monkeypatch.setattr(__main__, "verify", verify_and_look)
    assert __main__.main() == 0
    assert modes == [0o700]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory away")
def test_a_logs_directory_of_somebody_else_that_cannot_be_closed_gets_its_reward(
    write_suite: Callable[..., Path], candidate: Path, tmp_path: Path
) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    logs.chmod(0o777)
    os.chown(logs, 1000, 1000)
    command = ["score", "--suite", write_suite(), "--candidate", candidate, "--logs", logs]
    finished = run_command(*command, prefix=("setpriv", "--bounding-set", "-fowner"))
    assert finished.returncode == 0, finished.stderr
    assert (logs / "reward.json").exists()


def test_wrong_usage_is_exit_status_2() -> None:
    assert run_command("score").returncode == 2


def test_validation_says_of_every_reference_what_became_of_it(
    write_suite: Callable[..., Path],
) -> None:
    references = [RIGHT, WRONG, PROGRAMS["runtime_error"], PROGRAMS["load_error"]]
    finished = run_command("validate", "--suite", write_suite(references=references))
    assert finished.returncode == 0
    assert json.loads(finished.stdout) == [
        {"index": 0, "hash": "hash-0", "status": "passed", "failing_case": None, "reason": ""},
        {
            "index": 1,
            "hash": "hash-1",
            "status": "wrong_answer",
            "failing_case": 0,
            "reason": "not the expected value",
        },
        {
            "index": 2,
            "hash": "hash-2",
            "status": "runtime_error",
            "failing_case": 0,
            "reason": "ValueError",
        },
        {
            "index": 3,
            "hash": "hash-3",
            "status": "load_error",
            "failing_case": None,
            "reason": "SyntaxError",
        },
    ]


def test_validation_without_a_suite_is_a_fault(tmp_path: Path) -> None:
    finished = run_command("validate", "--suite", tmp_path / "nowhere.json")
    assert finished.returncode == 70
    assert finished.stdout == ""
