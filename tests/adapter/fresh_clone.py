"""A fresh copy of the project in another place, and its command line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from adapter.project import project_file

_PROJECT = project_file("pyproject.toml").parent
_CLONED = (
    *("adapter", "verifier"),
    *("metric.py", "local-eval.yaml", "dataset.toml", "provenance.json", "ATTRIBUTION.md"),
)


def make_clone(folder: Path) -> Path:
    """Return a fresh copy of the project, in a directory of another name."""
    root = folder / "a fresh clone"
    root.mkdir()
    for name in _CLONED:
        source = _PROJECT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    return root


def run(clone: Path, *arguments: object, **variables: str) -> str:
    """Run the clone's command line, under another hash seed, time zone and umask."""
    result = subprocess.run(
        [sys.executable, "-m", "adapter.cli", *map(str, arguments)],
        cwd=clone,
        env={**os.environ, **variables, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
