"""A hub with one small repository, and the command line in a process of its own.

The client libraries read the environment when they are imported, hence the process. It is forked
from one in which what they in turn import, seconds' worth, is there already.
"""

import json
import multiprocessing
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adapter.cli import main
from tests.adapter.made_up import make_record
from tests.hub.local_hub import LocalHub, parquet

COMMIT, OLD_COMMIT, TRAIN_ONLY, DAMAGED = "c" * 40, "0" * 40, "7" * 40, "d" * 40
EVAL_FILE = "data/eval-00000-of-00001.parquet"
TRAIN_FILE = "data/train-00000-of-00001.parquet"
_CARD = b"""---
license: cc-by-nc-4.0
configs:
- config_name: default
  data_files:
  - split: train
    path: data/train-*
  - split: eval
    path: data/eval-*
---
# Tea
"""
_FORKSERVER = multiprocessing.get_context("forkserver")
_FORKSERVER.set_forkserver_preload(["adapter.cli", "pandas", "pyarrow.dataset", "httpx2"])


@dataclass(frozen=True)
class Generation:
    """What came of one ``mercury-harbor generate``."""

    status: int
    error: str
    output: Path

    @property
    def provenance(self) -> Any:
        """The data set's ``provenance.json``."""
        return json.loads((self.output / "provenance.json").read_text())

    @property
    def tasks(self) -> list[str]:
        """The tasks that were written."""
        return sorted(path.name for path in self.output.iterdir() if path.is_dir())


def refused(generation: Generation, *words: str) -> None:
    """Make sure of exit status 2, nothing written, and one line in which all of the words are."""
    assert generation.status == 2, generation.error
    (line,) = generation.error.splitlines()
    assert line.startswith("mercury-harbor: ")
    for word in words:
        assert word in line
    assert not generation.output.exists()


def make_hub() -> LocalHub:
    """Return a hub of four commits: the newest, an older, and two that are not as they should."""
    train = parquet([make_record(slug_name="trained-on")])
    newest = parquet([make_record(slug_name=slug) for slug in ("teapots", "kettles")])
    older = parquet([make_record(slug_name="samovars")])
    commits: dict[str, Mapping[str, bytes]] = {
        COMMIT: {"README.md": _CARD, TRAIN_FILE: train, EVAL_FILE: newest},
        OLD_COMMIT: {TRAIN_FILE: train, EVAL_FILE: older},
        TRAIN_ONLY: {TRAIN_FILE: train},
        DAMAGED: {"README.md": _CARD, TRAIN_FILE: train, EVAL_FILE: newest[: len(newest) // 2]},
    }
    return LocalHub(commits, {"main": COMMIT, "v1": OLD_COMMIT})


class Caller:
    """A user of a hub, who calls ``mercury-harbor generate --source hub``."""

    def __init__(self, hub: LocalHub, home: Path, folder: Path) -> None:
        self._folder = folder
        self._runs = 0
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
        self.environment = kept | {
            "HF_ENDPOINT": hub.endpoint,
            "HF_HOME": str(home),
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "NO_PROXY": "127.0.0.1",
        }

    def __call__(self, revision: str, *flags: str, **variables: str) -> Generation:
        """Generate from a revision, with variables set in the environment."""
        self._runs += 1
        output = self._folder / f"mercury-eval-{self._runs}"
        errors = self._folder / f"errors-{self._runs}"
        process = _FORKSERVER.Process(
            target=_call,
            args=(self.arguments(revision, output, *flags), self.environment | variables, errors),
        )
        process.start()
        process.join()
        assert process.exitcode is not None
        return Generation(process.exitcode, errors.read_text(), output)

    def arguments(self, revision: str, output: Path, *flags: str) -> list[str]:
        """Return the command line; without flags, the counts may differ from the pinned ones."""
        return [
            *("generate", "--source", "hub"),
            *("--revision", revision, "--validate", "none", "--output-dir", str(output)),
            *(flags or ("--allow-count-mismatch",)),
        ]


def _call(arguments: list[str], environment: Mapping[str, str], errors: Path) -> None:
    """Become the command line; what it prints as an error goes to a file."""
    assert "huggingface_hub" not in sys.modules
    os.environ.clear()
    os.environ.update(environment)
    with errors.open("wb") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.exit(main(arguments))


@pytest.fixture
def hub() -> Iterator[LocalHub]:
    """Return a hub that answers; ``main`` is its newest commit and ``v1`` the older."""
    with make_hub().serving() as hub:
        yield hub


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return where the libraries keep what they have downloaded; nothing is there yet."""
    return tmp_path / "huggingface"


@pytest.fixture
def generate(hub: LocalHub, home: Path, tmp_path: Path) -> Caller:
    """Return a user who has downloaded nothing yet."""
    return Caller(hub, home, tmp_path)


@pytest.fixture(scope="session")
def downloaded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Generation]:
    """Return a home into which ``main`` and then ``v1`` were downloaded, and what ``main`` gave."""
    folder = tmp_path_factory.mktemp("downloaded")
    with make_hub().serving() as hub:
        generate = Caller(hub, folder / "huggingface", folder)
        generation = generate("main")
        generate("v1")
    return folder / "huggingface", generation


@pytest.fixture
def filled_home(home: Path, downloaded: tuple[Path, Generation]) -> Path:
    """Return ``home``, with ``main`` and ``v1`` in it."""
    return shutil.copytree(downloaded[0], home, symlinks=True)
