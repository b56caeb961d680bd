"""``score`` and ``evaluate`` in the verifier's image, beside a Harbor trial of the same program."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import docker
import pytest

from adapter.cli import main
from adapter.results import read_results
from tests.harbor.conftest import Job

pytestmark = pytest.mark.docker
SLUG = "spiral-matrix"


def containers() -> set[str]:
    """Return the verifiers' containers; those of Harbor and of validation run other commands."""
    found = docker.from_env().containers.list(all=True, ignore_removed=True)
    return {str(container.id) for container in found if container.attrs["Path"] == "cat"}


@pytest.fixture
def samples(data_set: Path, tmp_path: Path) -> Path:
    """Return a file of the oracle and a program that is wrong."""
    oracle = (data_set / SLUG / "solution/solution.py").read_text()
    path = tmp_path / "samples.jsonl"
    lines = [{"slug_name": SLUG, "solution": text} for text in (oracle, oracle + "\nSolution = 7")]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_score_evaluate_and_a_trial_agree_on_a_programs_verdict(
    data_set: Path,
    oracle_job: Job,
    samples: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (trial,) = [trial for trial in oracle_job.trials if trial["task_name"].endswith(SLUG)]
    oracle = data_set / SLUG / "solution/solution.py"
    output = tmp_path / "results.jsonl"

    assert main(["score", str(data_set / SLUG), str(oracle), "--in", "docker", "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    arguments = [str(data_set), str(samples), "--in", "docker", "--output", str(output)]
    assert main(["evaluate", *arguments]) == 0
    evaluated = read_results(output).results

    assert scored["status"] == evaluated[0].status == "passed"
    assert trial["verifier_result"]["rewards"]["pass_at_1"] == scored["pass_at_1"] == 1
    assert evaluated[1].status == "load_error"


@pytest.mark.parametrize("interruption", [signal.SIGINT, signal.SIGKILL])
def test_no_container_outlives_an_interrupted_evaluation(
    data_set: Path, samples: Path, tmp_path: Path, interruption: signal.Signals
) -> None:
    before = containers()
    output = tmp_path / "results.jsonl"
    arguments = [str(data_set), str(samples), "--in", "docker", "--output", str(output)]
    process = subprocess.Popen([sys.executable, "-m", "adapter.cli", "evaluate", *arguments])
    while not output.exists():
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(interruption)
    process.wait(30)

    deadline = time.monotonic() + 30
    while containers() - before and time.monotonic() < deadline:
        time.sleep(0.2)

    assert containers() <= before
