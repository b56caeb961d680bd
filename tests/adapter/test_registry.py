"""A registry file: a local data set under a name that Harbor's own client resolves."""

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from harbor.metrics.factory import MetricFactory  # type: ignore[import-untyped]
from harbor.models.job.config import DatasetConfig  # type: ignore[import-untyped]
from harbor.models.task.task import Task  # type: ignore[import-untyped]
from harbor.registry.client.json import JsonRegistryClient  # type: ignore[import-untyped]

from adapter import VERSION, cli


@pytest.fixture
def data_set(tmp_path: Path) -> Path:
    """Return a data set of two tasks of the built-in sample."""
    directory = tmp_path / "data set"
    arguments = ["generate", "--source", "sample", "--validate", "none", "--limit", "2"]
    assert cli.main([*arguments, "--output-dir", str(directory)]) == 0
    return directory


def register(data_set: Path) -> Path:
    output = data_set.parent / "registry.json"
    assert cli.main(["registry", str(data_set), "--output", str(output)]) == 0
    return output


def test_harbors_client_finds_the_data_set_by_its_name(data_set: Path) -> None:
    client = JsonRegistryClient(path=register(data_set))

    (summary,) = asyncio.run(client.list_datasets())

    assert (summary.name, summary.version, summary.task_count) == ("mercury-eval", VERSION, 2)


def test_harbor_resolves_every_task_to_its_directory(data_set: Path) -> None:
    config = DatasetConfig(name="mercury-eval", registry_path=register(data_set))

    tasks = asyncio.run(config.get_task_configs())

    directories = {path.parent for path in data_set.glob("*/task.toml")}
    assert {Path(task.path) for task in tasks} == directories
    assert {Task(path).name.partition("__")[2] for path in directories} == {
        path.name for path in directories
    }


def test_the_metric_is_the_data_sets_own(data_set: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Harbor starts it with `uv`, which is installed beside the interpreter.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    client = JsonRegistryClient(path=register(data_set))

    (metric,) = asyncio.run(client.get_dataset_metadata("mercury-eval")).metrics

    reward = {"reward": 1, "pass_at_1": 1, "beyond_at_1": 1, "percentile": 1, "efficiency_valid": 1}
    computed = MetricFactory.create_metric(metric.type, **metric.kwargs).compute([reward, None])
    assert computed["pass_at_1"] == 0.5


def test_paths_do_not_depend_on_where_harbor_is_started(
    data_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data_set)

    assert cli.main(["registry", ".", "--output", "../registry.json"]) == 0

    (entry,) = json.loads((data_set.parent / "registry.json").read_text())
    assert all(Path(task["path"]).is_absolute() for task in entry["tasks"])


def test_a_directory_that_is_no_data_set_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["registry", str(tmp_path)]) == 2
    assert "name a data set that `generate` wrote" in capsys.readouterr().err


@pytest.mark.parametrize("manifest", ["not TOML", "[dataset]\n"])
def test_a_broken_manifest_is_refused(
    data_set: Path, manifest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (data_set / "dataset.toml").write_text(manifest)

    assert cli.main(["registry", str(data_set)]) == 2
    assert "is no data set's manifest" in capsys.readouterr().err


def test_a_task_that_is_not_there_is_named(
    data_set: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = min(path.parent for path in data_set.glob("*/task.toml"))
    shutil.rmtree(gone)

    assert cli.main(["registry", str(data_set)]) == 2
    assert f"mercury-eval__{gone.name} is not there" in capsys.readouterr().err


def test_an_output_that_cannot_be_written_is_refused(
    data_set: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["registry", str(data_set), "--output", str(data_set)]) == 2
    assert "name another with --output" in capsys.readouterr().err
