"""Where a measurement was made: the facts that a reader of a score may ask for."""

import os
import platform
from pathlib import Path
from typing import Any

_CGROUP_FILES = {  # fact -> where cgroup v2 and v1 keep it
    "cpu_limit": ("cpu.max", "cpu/cpu.cfs_quota_us"),
    "memory_limit_bytes": ("memory.max", "memory/memory.limit_in_bytes"),
    "cpu_statistics": ("cpu.stat", "cpu/cpu.stat"),
}


def describe_machine() -> dict[str, Any]:
    """Return CPU model, kernel, Python, cgroup limits and throttling, and the load."""
    return {
        "cpu_model": _cpu_model(),
        "cpus": len(os.sched_getaffinity(0)),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "cgroup": {fact: _first_readable(paths) for fact, paths in _CGROUP_FILES.items()},
    }


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _first_readable(relative_paths: tuple[str, ...]) -> str | None:
    for relative_path in relative_paths:
        path = Path("/sys/fs/cgroup") / relative_path
        if path.is_file():
            return path.read_text().strip()
    return None
