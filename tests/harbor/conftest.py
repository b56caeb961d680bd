"""A data set of eight stand-in tasks, and Harbor jobs over it with a real Docker engine.

Without an engine, a base image or the stand-in, these tests are skipped and say why; with
MERCURY_REQUIRE_DOCKER=1, as in CI, they fail instead.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

from adapter import cli
from adapter.demo import NoImage, find_image

ROOT = Path(__file__).parents[2]
NEWEST = Path(sys.executable).parent  # the folder of the Harbor that is installed here
STAND_IN = ROOT.parent / "shared/upstream/eval.jsonl.gz"
TASKS = (
    "add-two-numbers",  # linked lists in and out
    "invert-binary-tree",  # binary tree in and out
    "merge-k-sorted-lists",  # a list of lists; Hard
    "regular-expression-matching",  # Hard
    "reorder-list",  # in place, linked list
    "sort-colors",  # in place
    "spiral-matrix",
    "subsets",  # any order
)


@dataclass(frozen=True)
class Job:
    """What a Harbor job left behind."""

    output: str
    result: dict[str, Any]
    trials: list[dict[str, Any]]
    directory: Path

    @property
    def metric(self) -> dict[str, float]:
        """The one metric of the job's one evaluation."""
        (evaluation,) = self.result["stats"]["evals"].values()
        (metric,) = evaluation["metrics"]
        return dict(metric)


@pytest.fixture(scope="session")
def base_image() -> str:
    try:
        return find_image()
    except NoImage as reason:
        _lacking(str(reason))


@pytest.fixture(scope="session")
def data_set(base_image: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not STAND_IN.exists():
        _lacking(f"{STAND_IN} is not there")
    directory = tmp_path_factory.mktemp("harbor") / "mercury-eval"
    arguments = ["generate", "--source", str(STAND_IN), "--output-dir", str(directory)]
    arguments += ["--python-image", base_image, "--validate", "docker", "--task-ids", *TASKS]
    assert cli.main(arguments) == 0
    return directory


@pytest.fixture(scope="session")
def oracle_job(data_set: Path) -> Job:
    return run_job(data_set, "oracle")


@pytest.fixture(scope="session")
def nop_job(data_set: Path) -> Job:
    return run_job(data_set, "nop")


def run_job(data_set: Path, agent: str) -> Job:
    """Run an agent over a data set, from inside it, with the command that its README names."""
    return run_harbor(
        *(NEWEST, data_set, agent, data_set / "jobs" / agent), "-c", "local-eval.yaml", "-p", "."
    )


def run_harbor(harbor: Path, place: Path, agent: str, jobs: Path, *source: str) -> Job:
    """Run an agent with the Harbor of a folder over what ``source`` names."""
    command = [str(harbor / "harbor"), "run", *source, "-a", agent]
    finished = subprocess.run(
        [*command, "-y", "--jobs-dir", str(jobs)],
        cwd=place,
        # Harbor starts the metric with `uv`, which is installed beside the newest.
        env=os.environ | {"PATH": f"{harbor}:{NEWEST}:{os.environ['PATH']}", "COLUMNS": "160"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    (result,) = jobs.glob("*/result.json")
    trials = [json.loads(path.read_text()) for path in sorted(result.parent.glob("*/result.json"))]
    return Job(finished.stdout, json.loads(result.read_text()), trials, result.parent)


def _lacking(reason: str) -> NoReturn:
    if os.environ.get("MERCURY_REQUIRE_DOCKER") == "1":
        pytest.fail(f"MERCURY_REQUIRE_DOCKER is set, but {reason}")
    pytest.skip(f"no Harbor run: {reason}")
