"""The oldest Harbor that is supported and the newest: a registry run, and an agent that is idle.

Three tasks of the built-in sample. What the newest does with eight others, the idle agent
included, is in test_harbor_jobs.py.
"""

import subprocess
from pathlib import Path

import pytest

from adapter import cli
from tests.harbor.conftest import NEWEST, run_harbor
from tests.harbor.environments import OLDEST, harbor_environment

pytestmark = pytest.mark.docker
TASKS = ("count-quiet-hours", "gap-to-next-alike", "keep-last-signs")
AT_ONCE = ("--n-concurrent", "3")  # no time is looked at here


@pytest.fixture(scope="module", params=[OLDEST, "newest"])
def harbor(request: pytest.FixtureRequest) -> Path:
    return NEWEST if request.param == "newest" else harbor_environment(request.param)


@pytest.fixture(scope="module")
def sample(base_image: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("versions") / "sample"
    arguments = ["generate", "--source", "sample", "--output-dir", str(directory)]
    arguments += ["--python-image", base_image, "--validate", "none", "--task-ids", *TASKS]
    assert cli.main(arguments) == 0
    assert cli.main(["registry", str(directory), "--output", f"{directory}.json"]) == 0
    return directory


def test_the_oldest_version_is_what_it_says() -> None:
    command: list[str | Path] = [harbor_environment(OLDEST) / "harbor", "--version"]

    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == (
        OLDEST
    )


def test_the_oracle_passes_on_a_data_set_that_a_registry_names(
    harbor: Path, sample: Path, tmp_path: Path
) -> None:
    source = ["-d", "mercury-eval", "--registry-path", f"{sample}.json", *AT_ONCE]

    job = run_harbor(harbor, tmp_path, "oracle", tmp_path / "jobs", *source)

    assert [trial["exception_info"] for trial in job.trials] == [None] * len(TASKS)
    assert set(job.metric) == {"pass_at_1", "beyond_at_1", "percentile", "efficiency_coverage"}
    assert job.metric["pass_at_1"] == 1
    assert job.metric["efficiency_coverage"] == 1


def test_an_agent_that_does_nothing_scores_zero_with_the_oldest_too(
    sample: Path, tmp_path: Path
) -> None:
    source = ["-c", "local-eval.yaml", "-p", ".", "--n-tasks", "1"]

    job = run_harbor(harbor_environment(OLDEST), sample, "nop", tmp_path / "jobs", *source)

    assert [trial["exception_info"] for trial in job.trials] == [None]
    assert job.metric["pass_at_1"] == job.metric["beyond_at_1"] == 0
    assert job.metric["efficiency_coverage"] == 1
