"""Environments with a given version of Harbor, made once per machine and kept."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

OLDEST = "0.23.0"
_CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "mercury-harbor"


def harbor_environment(version: str) -> Path:
    """Return the folder of a ``harbor`` command of a version, with ``uv`` on hand beside ours."""
    environment = _CACHE / f"harbor-{version}"
    _CACHE.mkdir(parents=True, exist_ok=True)
    with (_CACHE / "lock").open("w") as lock:  # two test runs at once make it once
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (environment / "complete").exists():
            uv = Path(sys.executable).with_name("uv")
            subprocess.run(
                [uv, "venv", "--quiet", "--clear", "--python", sys.executable, environment],
                check=True,
            )
            subprocess.run(
                [uv, "pip", "install", "--quiet", "--python", environment, f"harbor=={version}"],
                check=True,
            )
            (environment / "complete").touch()
    return environment / "bin"
