"""``harbor publish`` over a generated data set, up to the door of the registry.

The command runs whole; the registry's database and storage, which want an account, are replaced
by two that keep what they are sent.
"""

import io
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from harbor.cli.main import app  # type: ignore[import-untyped]
from harbor.models.dataset.manifest import DatasetManifest  # type: ignore[import-untyped]
from harbor.models.task.task import Task  # type: ignore[import-untyped]
from harbor.publisher import publisher  # type: ignore[import-untyped]
from harbor.publisher.packager import Packager  # type: ignore[import-untyped]
from typer.testing import CliRunner, Result

from adapter import cli
from tests.adapter.made_up import read_tree

ORGANISATION = "tea-house"
TASKS = ("count-quiet-hours", "keep-last-signs")


@dataclass
class Registry:
    """Keeps what is published, and says yes to everything."""

    files: dict[str, bytes] = field(default_factory=dict)
    organisations: set[str] = field(default_factory=set)
    tasks: list[dict[str, Any]] = field(default_factory=list)
    data_sets: list[dict[str, Any]] = field(default_factory=list)

    async def get_user_id(self) -> str:
        return "somebody"

    async def ensure_org(self, org: str) -> None:
        self.organisations.add(org)

    async def task_version_exists(self, *_: str) -> bool:
        return False

    async def upload_file(self, file_path: Path, remote_path: str) -> None:
        self.files[remote_path] = file_path.read_bytes()

    async def publish_task_version(self, **version: Any) -> dict[str, Any]:
        self.tasks.append(version)
        return {"created": True, "revision": 1}

    async def publish_dataset_version(self, **version: Any) -> dict[str, Any]:
        self.data_sets.append(version)
        return {"created": True, "revision": 1, "content_hash": "0" * 64}


@pytest.fixture
def data_set(tmp_path: Path) -> Path:
    directory = tmp_path / "mercury-eval"
    arguments = ["generate", "--source", "sample", "--org", ORGANISATION, "--validate", "none"]
    assert cli.main([*arguments, "--task-ids", *TASKS, "--output-dir", str(directory)]) == 0
    return directory


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    registry = Registry()
    monkeypatch.setattr(publisher, "RegistryDB", lambda: registry)
    monkeypatch.setattr(publisher, "SupabaseStorage", lambda: registry)
    return registry


def publish(data_set: Path) -> Result:
    """Run the command of docs/publishing.md."""
    return CliRunner().invoke(app, ["publish", str(data_set), "--tag", "v1.0.0"])


def manifest_of(data_set: Path) -> Any:
    return DatasetManifest.from_toml_file(data_set / "dataset.toml")


def test_every_task_is_published_under_the_manifests_name_and_digest(
    data_set: Path, registry: Registry
) -> None:
    assert publish(data_set).exit_code == 0

    published = {f"{task['org']}/{task['name']}": task["content_hash"] for task in registry.tasks}
    assert published == {
        task.name: task.digest.removeprefix("sha256:") for task in manifest_of(data_set).tasks
    }
    assert all(set(task["tags"]) == {"latest", "v1.0.0"} for task in registry.tasks)


def test_the_data_set_is_published_as_its_manifest_says(data_set: Path, registry: Registry) -> None:
    assert publish(data_set).exit_code == 0

    manifest = manifest_of(data_set)
    (version,) = registry.data_sets
    assert (version["org"], version["name"]) == (ORGANISATION, "mercury-eval")
    assert version["description"] == manifest.dataset.description
    assert [author["name"] for author in version["authors"]] == [
        "Mingzhe Du",
        "Anh Tuan Luu",
        "Bin Ji",
        "Qian Liu",
        "See-Kiong Ng",
    ]
    assert {task["digest"] for task in version["tasks"]} == {task.digest for task in manifest.tasks}
    assert version["readme"] == (data_set / "README.md").read_text()


def test_the_files_beside_the_tasks_go_with_it_metric_and_provenance_included(
    data_set: Path, registry: Registry
) -> None:
    assert publish(data_set).exit_code == 0

    (version,) = registry.data_sets
    stored = {file["path"]: registry.files[file["storage_path"]] for file in version["files"]}
    beside = {path.name for path in data_set.iterdir() if path.is_file()} - {"dataset.toml"}
    assert stored == {name: (data_set / name).read_bytes() for name in beside}
    assert {"metric.py", "provenance.json", "README.md"} <= set(stored)


def test_what_is_unpacked_from_the_registry_is_the_same_task(
    data_set: Path, registry: Registry, tmp_path: Path
) -> None:
    assert publish(data_set).exit_code == 0

    for task in registry.tasks:
        unpacked = tmp_path / task["name"]
        archive = io.BytesIO(registry.files[task["archive_path"]])
        with tarfile.open(fileobj=archive) as members:
            members.extractall(unpacked, filter="data")
        assert Task(unpacked).name == f"{ORGANISATION}/{task['name']}"
        assert Packager.compute_content_hash(unpacked)[0] == task["content_hash"]
        assert read_tree(unpacked) == read_tree(data_set / task["name"].partition("__")[2])


def test_results_of_local_jobs_are_not_published(data_set: Path, registry: Registry) -> None:
    (data_set / "jobs/yesterday").mkdir(parents=True)
    (data_set / "jobs/yesterday/result.json").write_text("{}")

    assert publish(data_set).exit_code == 0

    assert len(registry.tasks) == len(TASKS)
    assert not [path for path in registry.files if "result.json" in path]


def test_publishing_changes_nothing_in_the_directory(data_set: Path, registry: Registry) -> None:
    before = read_tree(data_set)

    assert publish(data_set).exit_code == 0

    assert read_tree(data_set) == before
    assert registry.organisations == {ORGANISATION}


def test_without_an_account_the_command_says_what_to_do_and_stops(
    data_set: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from harbor.auth import credentials  # type: ignore[import-untyped]

    monkeypatch.delenv("HARBOR_API_KEY", raising=False)
    monkeypatch.setattr(credentials, "CREDENTIALS_PATH", tmp_path / "none.json")

    refused = publish(data_set)

    assert refused.exit_code == 1
    assert "harbor auth login" in refused.output
