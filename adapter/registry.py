"""A registry file: a local data set under a name, for ``harbor run -d NAME --registry-path FILE``.

Harbor's models/registry.py says what such a file holds; this is the one place that knows it here.
"""

import json
import tomllib
from pathlib import Path

from pydantic import BaseModel, ValidationError

from adapter.errors import MercuryError
from adapter.provenance import read_provenance
from adapter.tasks import DATASET_NAME


class RegistryError(MercuryError):
    """A directory that is no generated data set cannot be registered."""


class _Task(BaseModel):
    name: str


class _Dataset(BaseModel):
    description: str


class _Manifest(BaseModel):
    dataset: _Dataset
    tasks: list[_Task]


def registry_json(directory: Path) -> bytes:
    """Return a registry of one data set, named without its organisation, version: the adapter's.

    Tasks and metric are named by absolute paths, because Harbor reads relative ones from wherever
    it happens to be started; such a file is for the machine that it was made on.

    Raises:
        RegistryError: the manifest is missing or broken, or a task of it is not there.
        ProvenanceError: the provenance is missing or broken.
    """
    directory = directory.resolve()
    manifest = _read_manifest(directory)
    version = read_provenance(directory / "provenance.json").adapter_version
    metric = {"type": "uv-script", "kwargs": {"script_path": str(directory / "metric.py")}}
    dataset = {
        "name": DATASET_NAME,
        "version": version,
        "description": manifest.dataset.description,
        "tasks": [
            {"name": task.name, "path": str(_task_directory(directory, task.name))}
            for task in manifest.tasks
        ],
        "metrics": [metric],
    }
    return json.dumps([dataset], indent=1).encode() + b"\n"


def _read_manifest(directory: Path) -> _Manifest:
    path = directory / "dataset.toml"
    try:
        return _Manifest.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise RegistryError(
            f"{path} cannot be read ({error.strerror}); name a data set that `generate` wrote"
        ) from error
    except (ValidationError, ValueError) as error:
        raise RegistryError(f"{path} is no data set's manifest; generate the data set") from error


def _task_directory(directory: Path, name: str) -> Path:
    task = directory / name.rpartition("__")[2]
    if not (task / "task.toml").is_file():
        raise RegistryError(f"{directory}: task {name} is not there; generate the data set again")
    return task
