"""One row, one oracle and the pins -> the files of one task directory; a pure function."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import tomli_w

from adapter.upstream import Row, unlimited_integers

TEMPLATES = Path(__file__).parent / "templates"
VERIFIER = Path(__file__).parent.parent / "verifier"

DATASET_NAME = "mercury-eval"
DEFAULT_WALL_LIMIT_SECONDS = 30
_LONGER_WALL_LIMIT_SECONDS = dict.fromkeys(
    ("expression-add-operators", "burst-balloons", "arithmetic-slices-ii-subsequence"), 900
)
_VERIFIER_MARGIN_SECONDS = 60
_SHORTEST_VERIFIER_TIMEOUT_SECONDS = 1800

# What Harbor's publisher hashes (publisher/packager.py): these files and folders of a task.
_HASHED_FILES = frozenset({"task.toml", "instruction.md", "README.md"})
_HASHED_FOLDERS = frozenset({"environment", "tests", "solution"})

# What differs from task to task; every other file of a task is the same in all of them.
OWN_FILES = frozenset(
    {
        "task.toml",
        "instruction.md",
        "environment/solution.py",
        "solution/solution.py",
        "tests/suite.json",
    }
)

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class TaskPins:
    """What a task is made from besides its row."""

    protocol: str
    organisation: str
    python_image: str
    revision: str | None


def wall_limit_seconds(slug: str) -> int:
    """Return the wall-clock limit of one program of a task (upstream's, design.md section 6)."""
    return _LONGER_WALL_LIMIT_SECONDS.get(slug, DEFAULT_WALL_LIMIT_SECONDS)


def task_files(row: Row, oracle_index: int, pins: TaskPins) -> Files:
    """Return the files of a task, relative path -> content."""
    requirements = _template("requirements.txt")
    image = {"python_image": pins.python_image}
    files = {
        "task.toml": _task_toml(row, pins),
        "instruction.md": _fill(
            "instruction.md",
            entry_point=row.entry_point,
            starter=row.starter.strip(),
            problem=_problem(row),
            wall_limit=str(wall_limit_seconds(row.slug_name)),
        ),
        "environment/Dockerfile": _fill("environment/Dockerfile", **image),
        "environment/requirements.txt": requirements,
        "environment/solution.py": row.starter.encode(),
        "solution/solve.sh": _template("solution/solve.sh"),
        "solution/solution.py": _with_newline(row.solutions[oracle_index].solution),
        "tests/Dockerfile": _fill("tests/Dockerfile", **image),
        "tests/requirements.txt": requirements,
        "tests/test.sh": _template("tests/test.sh"),
        "tests/suite.json": suite_json(row, pins.protocol),
    }
    files |= {
        f"tests/verifier/{path.name}": path.read_bytes() for path in sorted(VERIFIER.glob("*.py"))
    }
    return files


def task_name(slug: str, organisation: str) -> str:
    """Return the name under which Harbor knows a task."""
    return f"{organisation}/{DATASET_NAME}__{slug}"


def pinned_packages() -> list[str]:
    """Return the run-time packages of both images, each as ``name==version``."""
    return [
        line.split()[0]
        for line in _template("requirements.txt").decode().splitlines()
        if "==" in line
    ]


def digest(content: bytes) -> str:
    """Return the digest of a file as Harbor's manifests write it."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def task_digest(files: Files) -> str:
    """Return the digest that Harbor's publisher gives a task (publisher/packager.py)."""
    outer = hashlib.sha256()
    for path in sorted(files):
        if path in _HASHED_FILES or path.split("/")[0] in _HASHED_FOLDERS:
            outer.update(f"{path}\0{hashlib.sha256(files[path]).hexdigest()}\n".encode())
    return f"sha256:{outer.hexdigest()}"


def suite_json(row: Row, protocol: str) -> bytes:
    """Return ``suite.json``: what the verifier knows of a task."""
    with unlimited_integers():
        cases = [
            {"input": json.dumps(case["input"]), "expected": json.dumps(case["expected"])}
            for case in row.cases
        ]
    suite = {
        "protocol": protocol,
        "entry_point": row.entry_point,
        "converter": row.convert_offline,
        "comparator": row.evaluate_offline,
        "wall_limit_seconds": wall_limit_seconds(row.slug_name),
        "cases": cases,
        "references": [
            {"index": index, "hash": solution.hash, "source": solution.solution}
            for index, solution in enumerate(row.solutions)
        ],
    }
    return json.dumps(suite, indent=1).encode() + b"\n"


def _problem(row: Row) -> str:
    """Return the problem text, without the name of the site that it comes from."""
    text = row.pretty_content[0].replace("\xa0", " ").strip()
    return text.replace("LeetCode", "the company")


def _task_toml(row: Row, pins: TaskPins) -> bytes:
    config: dict[str, Any] = tomllib.loads((TEMPLATES / "task.toml").read_text(encoding="utf-8"))
    programs = len(row.solutions) + 1
    config["task"]["name"] = task_name(row.slug_name, pins.organisation)
    config["task"]["description"] = (
        f"Write a correct and fast Python program: {row.slug_name.replace('-', ' ')}."
    )
    config["metadata"] |= {
        "difficulty": row.difficulty.lower(),
        "upstream_id": row.id,
        "upstream_revision": pins.revision or "none",
    }
    config["verifier"]["timeout_sec"] = float(
        max(
            programs * wall_limit_seconds(row.slug_name) + _VERIFIER_MARGIN_SECONDS,
            _SHORTEST_VERIFIER_TIMEOUT_SECONDS,
        )
    )
    return tomli_w.dumps(config).encode()


def _template(name: str) -> bytes:
    return (TEMPLATES / name).read_bytes()


def _fill(name: str, **values: str) -> bytes:
    return Template(_template(name).decode()).substitute(values).encode()


def _with_newline(text: str) -> bytes:
    return f"{text.rstrip()}\n".encode()
