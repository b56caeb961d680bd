"""``mercury-harbor evaluate``: verdicts, times, and what becomes of them after an interruption."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from adapter.cli import main
from adapter.results import Results, read_results
from tests.adapter.conftest import SLOW
from tests.adapter.made_up import ALSO_RIGHT, NO_PYTHON, RAISING, RIGHT, WRONG, read_tree

PROGRAMS = {
    "passed": RIGHT,
    "wrong_answer": WRONG,
    "runtime_error": RAISING,
    "load_error": NO_PYTHON,
}
UNREADABLE = {
    "empty": "",
    "large": "#" * (1 << 20) + RIGHT,
    "no UTF-8": "# \ud800" + RIGHT,
    "no such class": "x = 1",
}


def sample(solution: str, slug: str = "kettles", **fields: Any) -> dict[str, Any]:
    return {"slug_name": slug, "solution": solution, **fields}


class Evaluation:
    """A file of samples, where its results go, and how it is evaluated in local processes."""

    def __init__(self, data_set: Path, directory: Path) -> None:
        self.samples = directory / "samples.jsonl"
        self.output = directory / "results.jsonl"
        self.temporary = directory / "temporary"
        self._arguments = ["evaluate", str(data_set), str(self.samples), "--in", "process"]
        self._arguments += ["--output", str(self.output)]

    def write(self, samples: Sequence[dict[str, Any]]) -> None:
        self.samples.write_text("".join(json.dumps(line) + "\n" for line in samples))

    def run(self, *flags: str) -> int:
        return main([*self._arguments, *flags])

    def start(self, *flags: str) -> "subprocess.Popen[str]":
        self.temporary.mkdir()
        return subprocess.Popen(
            [sys.executable, "-m", "adapter.cli", *self._arguments, *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"TMPDIR": str(self.temporary)},
        )

    def all_has_ended(self) -> bool:
        """Wait until of what was started nothing runs any more; return whether that is so."""
        deadline = time.monotonic() + 10
        while self.is_running() and time.monotonic() < deadline:
            time.sleep(0.1)
        return not self.is_running()

    def is_running(self) -> bool:
        """Return whether a verifier, or what one started, runs."""
        return any(map(self._started, psutil.pids()))

    def _started(self, pid: int) -> bool:
        # Verifiers, nurseries and workers alike have a path in the temporary directory.
        with contextlib.suppress(OSError):
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            return f"{self.temporary}/".encode() in environment
        return False  # it has ended meanwhile, or is somebody else's

    @property
    def results(self) -> Results:
        return read_results(self.output)

    @property
    def statuses(self) -> list[str]:
        return [line.status for _, line in sorted(self.results.results.items())]


@pytest.fixture
def evaluation(data_set: Path, tmp_path: Path) -> Evaluation:
    return Evaluation(data_set, tmp_path)


@pytest.mark.parametrize("flags", [[], ["--judge-only"]])
def test_each_sample_gets_its_verdict(evaluation: Evaluation, flags: list[str]) -> None:
    evaluation.write([sample(program) for program in PROGRAMS.values()])

    assert evaluation.run(*flags) == 0

    assert evaluation.statuses == list(PROGRAMS)


def test_what_is_no_program_fails_to_load(evaluation: Evaluation) -> None:
    evaluation.write([sample(text) for text in UNREADABLE.values()])

    assert evaluation.run("--judge-only") == 0

    assert evaluation.statuses == ["load_error"] * len(UNREADABLE)


def test_a_byte_order_mark_and_other_line_ends_are_no_fault(evaluation: Evaluation) -> None:
    evaluation.write([sample("\ufeff" + RIGHT.replace("\n", "\r\n"))])

    assert evaluation.run() == 0

    assert evaluation.statuses == ["passed"]


def test_more_samples_than_are_judged_together_all_get_their_own_verdict(
    evaluation: Evaluation,
) -> None:
    programs = [WRONG if number % 3 else RIGHT for number in range(40)]
    evaluation.write([sample(program) for program in programs])

    assert evaluation.run("--judge-only") == 0

    assert evaluation.statuses == [
        "wrong_answer" if number % 3 else "passed" for number in range(40)
    ]


def test_samples_are_placed_among_the_tasks_references(evaluation: Evaluation) -> None:
    evaluation.write([sample(RIGHT), sample(SLOW), sample(SLOW.replace("300", "9000"))])

    assert evaluation.run() == 0

    fast, slow, slowest = (line.reward for _, line in sorted(evaluation.results.results.items()))
    assert slowest.beyond_at_1 == slowest.percentile == 0
    assert 0 < slow.beyond_at_1 < fast.beyond_at_1 <= 1
    assert fast.efficiency_valid == slow.efficiency_valid == slowest.efficiency_valid == 1


def test_the_first_sample_meets_all_references_and_later_ones_two_controls(
    evaluation: Evaluation,
) -> None:
    evaluation.write([sample(RIGHT), sample(ALSO_RIGHT)])

    assert evaluation.run() == 0

    first, second = (line.details for _, line in sorted(evaluation.results.results.items()))
    assert first.drift is None
    assert len(first.reference_seconds) == len(second.reference_seconds) == 4
    if second.drift is not None:  # else the machine was not quiet, and all were timed again
        assert [control.index for control in second.drift.controls][-1] == 3
        assert len(second.drift.controls) == 2
        measured = (second.candidate.model_extra or {})["measured_seconds"]
        assert second.candidate.solution_seconds == pytest.approx(measured / second.drift.ratio)


def test_when_the_machine_changed_all_references_are_timed_again(
    evaluation: Evaluation,
) -> None:
    evaluation.write([sample(RIGHT)])
    assert evaluation.run() == 0
    lines = [json.loads(line) for line in evaluation.output.read_text().splitlines()]
    (earlier,) = [line for line in lines if line["kind"] == "references"]
    for reference in earlier["details"]["references"]:
        reference["solution_seconds"] /= 3
    evaluation.output.write_text("".join(json.dumps(line) + "\n" for line in lines[:2]))

    assert evaluation.run() == 0

    again = evaluation.results.references["kettles"]
    assert "the machine's pace changed by +" in again.timed_for
    (line,) = evaluation.results.results.values()
    assert line.details.reference_seconds == again.details.reference_seconds


def test_other_fields_and_the_number_of_the_attempt_are_in_the_results(
    evaluation: Evaluation,
) -> None:
    evaluation.write([sample(RIGHT, model="m"), sample(WRONG, "teapots"), sample(WRONG, n=[7])])

    assert evaluation.run("--judge-only") == 0

    found = evaluation.results.results
    assert [found[n].carried for n in range(3)] == [{"model": "m"}, {}, {"n": [7]}]
    assert [found[n].attempt for n in range(3)] == [0, 0, 1]
    assert found[1].task_name == "tea-house/mercury-eval__teapots"
    assert (found[0].difficulty, found[1].difficulty) == ("easy", "hard")


def test_the_header_tells_what_the_results_are_of(evaluation: Evaluation) -> None:
    evaluation.write([sample(RIGHT)])

    assert evaluation.run("--judge-only") == 0

    header = evaluation.results.header
    assert header.protocol == "mercury-harbor-v1"
    assert header.dataset.digest.startswith("sha256:")
    assert header.machine["python"].startswith("3.12.")
    assert (header.mode, header.place, header.samples) == ("judge-only", "process", 1)


def test_programs_are_taken_out_of_answers_when_asked_for(evaluation: Evaluation) -> None:
    evaluation.write([sample(f"Sure:\n\n```python\n{RIGHT}```")])

    assert evaluation.run("--judge-only", "--extract") == 0

    assert evaluation.statuses == ["passed"]


def test_the_table_and_its_notes_are_printed(
    evaluation: Evaluation, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation.write([sample(RIGHT), sample("")])

    assert evaluation.run("--judge-only") == 0

    output, complaints = capsys.readouterr()
    assert output.splitlines()[-4:] == [
        "all       1        2   0.500",
        "1 of 2 tasks have no sample: not counted",
        "1 empty solutions: counted as failed",
        f"results: {evaluation.output}",
    ]
    assert complaints.splitlines() == [
        f"mercury-harbor: {evaluation.samples}: line 2: the solution is empty; it counts as a "
        "failed sample (load_error)"
    ]


def test_broken_lines_stop_the_evaluation_before_anything_is_run(
    evaluation: Evaluation, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation.write([sample(RIGHT), sample(RIGHT, "spoons"), {}])

    assert evaluation.run() == 2

    first, second, last = capsys.readouterr().err.splitlines()
    assert "line 2: the data set has no task 'spoons'" in first
    assert "line 3: no field slug_name" in second
    assert "--skip-broken" in last
    assert not evaluation.output.exists()


def test_broken_lines_are_left_out_when_asked_for_and_counted(
    evaluation: Evaluation, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation.write([sample(RIGHT, "spoons"), sample(RIGHT)])

    assert evaluation.run("--judge-only", "--skip-broken") == 0

    assert list(evaluation.results.results) == [1]
    assert evaluation.results.header.lines_refused == 1
    assert "1 broken lines left out: not counted" in capsys.readouterr().out


def test_a_task_without_a_timed_reference_is_told(
    data_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = shutil.copytree(data_set, tmp_path / "broken-eval")
    suite = broken / "kettles/tests/suite.json"
    document = json.loads(suite.read_text())
    for reference in document["references"]:
        reference["source"] = WRONG
    suite.write_text(json.dumps(document))
    other = Evaluation(broken, tmp_path)
    other.write([sample(RIGHT), sample(RIGHT)])

    assert other.run() == 0

    assert [line.reward.efficiency_valid for line in other.results.results.values()] == [0, 0]
    assert "2 passed without a timed reference: Beyond 0" in capsys.readouterr().out


def test_the_data_set_stays_as_it_is(evaluation: Evaluation, data_set: Path) -> None:
    before = read_tree(data_set)
    evaluation.write([sample(RIGHT)])

    assert evaluation.run() == 0

    assert read_tree(data_set) == before


def test_a_finished_evaluation_is_not_run_again(evaluation: Evaluation) -> None:
    evaluation.write([sample(RIGHT), sample(WRONG)])
    assert evaluation.run() == 0
    content = evaluation.output.read_bytes()

    assert evaluation.run() == 0

    assert evaluation.output.read_bytes() == content


def test_results_of_other_samples_are_not_continued(
    evaluation: Evaluation, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation.write([sample(RIGHT)])
    assert evaluation.run("--judge-only") == 0
    evaluation.write([sample(WRONG)])

    assert evaluation.run("--judge-only") == 2

    assert "results of another file of samples" in capsys.readouterr().err


@pytest.mark.parametrize("interruption", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_after_an_interruption_nothing_is_lost_and_nothing_is_there_twice(
    evaluation: Evaluation, interruption: signal.Signals
) -> None:
    evaluation.write([sample(program) for program in (RIGHT, WRONG, SLOW, ALSO_RIGHT, RAISING)])
    process = evaluation.start()
    while not evaluation.output.exists() or evaluation.output.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(interruption)
    process.communicate()
    assert process.returncode == (-9 if interruption == signal.SIGKILL else 130)
    assert evaluation.all_has_ended()
    with evaluation.output.open("r+b") as file:  # as a power cut might leave it
        file.truncate(file.seek(0, os.SEEK_END) - 20)

    assert evaluation.run() == 0

    assert evaluation.statuses == [
        "passed", "wrong_answer", "passed", "passed", "runtime_error",
    ]  # fmt: skip


def test_an_interruption_while_judging_is_told_in_one_line(evaluation: Evaluation) -> None:
    endless = RIGHT.replace("return", "while True: pass\n        return")
    evaluation.write([sample(endless), sample(endless, "teapots")])
    process = evaluation.start("--judge-only")
    while not evaluation.output.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    time.sleep(1)
    assert evaluation.is_running()
    process.send_signal(signal.SIGINT)

    _, complaints = process.communicate(timeout=20)

    assert complaints.splitlines() == ["mercury-harbor: interrupted"]
    assert evaluation.all_has_ended()
    assert list(evaluation.temporary.iterdir()) == []
