"""Harbor runs the data set whole: build, agent, separate verifier, metric."""

import json

import pytest

from tests.harbor.conftest import TASKS, Job

pytestmark = pytest.mark.docker


def rewards_of(job: Job) -> list[dict[str, float]]:
    return [trial["verifier_result"]["rewards"] for trial in job.trials]


def test_every_oracle_passes_and_is_placed(oracle_job: Job) -> None:
    metric = oracle_job.metric
    assert len(oracle_job.trials) == len(TASKS)
    assert metric["pass_at_1"] == 1
    assert metric["efficiency_coverage"] == 1
    assert 0 < metric["beyond_at_1"] <= 1


def test_no_oracle_trial_ends_with_an_exception(oracle_job: Job) -> None:
    assert [trial["exception_info"] for trial in oracle_job.trials] == [None] * len(TASKS)


def test_the_metric_table_shows_four_columns(oracle_job: Job) -> None:
    for column in ("Pass_At_1", "Beyond_At_1", "Percentile", "Efficiency_Coverage"):
        assert column in oracle_job.output


def test_each_trial_keeps_the_details_of_its_verdict(oracle_job: Job) -> None:
    for path in oracle_job.directory.glob("*/verifier/details.json"):
        details = json.loads(path.read_text())
        assert details["status"] == "passed"
        assert details["isolation"] == ("own user ids, empty root directory, system call filter")
        assert details["references_timed"] >= 1
    assert len(list(oracle_job.directory.glob("*/verifier/details.json"))) == len(TASKS)


def test_an_agent_that_does_nothing_scores_zero_without_an_exception(nop_job: Job) -> None:
    assert [trial["exception_info"] for trial in nop_job.trials] == [None] * len(TASKS)
    for rewards in rewards_of(nop_job):
        assert rewards == dict.fromkeys(rewards, 0)
        assert "efficiency_valid" in rewards


def test_the_metric_of_an_agent_that_does_nothing_is_zero(nop_job: Job) -> None:
    assert nop_job.metric == {
        "pass_at_1": 0,
        "beyond_at_1": 0,
        "percentile": 0,
        "efficiency_coverage": 1,
    }
