"""``mercury-harbor report`` over what Harbor really leaves behind."""

from pathlib import Path

import pytest

from adapter.reporting.sources import read_sources
from adapter.reporting.summary import SystemSummary, summarise
from adapter.task_directory import read_dataset
from tests.harbor.conftest import TASKS, Job

pytestmark = pytest.mark.docker


def report_of(job: Job, data_set: Path) -> SystemSummary:
    report = summarise(read_sources([job.directory], read_dataset(data_set)))
    assert report.notes == []
    ((system,),) = (group.systems for group in report.groups)
    return system


def test_the_report_agrees_with_the_jobs_metric(oracle_job: Job, data_set: Path) -> None:
    scores = report_of(oracle_job, data_set).scores["all"]

    for measure in ("pass_at_1", "beyond_at_1", "percentile"):
        assert scores[measure].value == pytest.approx(oracle_job.metric[measure])
        assert scores[measure].tasks == len(TASKS)


def test_protocol_machine_and_the_data_sets_digest_are_known(
    oracle_job: Job, data_set: Path
) -> None:
    conditions = report_of(oracle_job, data_set).system.conditions

    assert conditions.protocol == "mercury-harbor-v1"
    assert conditions.machine is not None
    assert conditions.dataset.digest == read_dataset(data_set).digest


def test_an_agent_that_does_nothing_fails_by_running(nop_job: Job, data_set: Path) -> None:
    (failures,) = report_of(nop_job, data_set).failures

    assert (failures.failure_class, failures.count) == ("code execution", len(TASKS))
