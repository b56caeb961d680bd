"""Invented upstream rows for the adapter's tests: small, complete, and nobody's problem."""

import json
from pathlib import Path
from typing import Any

from adapter.dataset import build, count_rows
from adapter.provenance import Upstream, Validation
from adapter.tasks import TaskPins
from adapter.upstream import Row, hash_rows

SLUG = "kettles-for-guests"
ENTRY_POINT = "fillKettles"
PROTOCOL = "mercury-harbor-v1"
REVISION = "0123456789abcdef0123456789abcdef01234567"
PINNED_IMAGE = f"python:3.12-slim@sha256:{'5' * 64}"
PASSED = ["passed", "passed"]

PROMPT = '''
class Solution(object):
    def fillKettles(self, litres, guests):
        """
        :type litres: List[int]
        :type guests: int
        :rtype: int
        """
        '''
RIGHT = """
class Solution(object):
    def fillKettles(self, litres, guests):
        return sum(litres) * guests
"""
ALSO_RIGHT = """
class Solution:
    def fillKettles(self, litres: List[int], guests: int) -> int:
        return sum(litre for litre in litres for _ in range(guests))
"""
WRONG = """
class Solution(object):
    def fillKettles(self, litres, guests):
        return len(litres)
"""
RAISING = """
class Solution(object):
    def fillKettles(self, litres, guests):
        return litres[len(litres)]
"""
NO_PYTHON = """
class Solution(object):
    def fillKettles(self, litres, guests):
        print "kettles"
"""


def make_solution(
    source: str = RIGHT, runtime: str = "48ms", name: str = "right"
) -> dict[str, str]:
    """Return one historical solution in the upstream schema."""
    return {"hash": name, "runtime": runtime, "solution": source}


def make_cases(*cases: tuple[list[Any], Any]) -> str:
    """Return pairs of arguments and expected value as a row's ``test_cases``."""
    return json.dumps([{"input": inputs, "expected": expected} for inputs, expected in cases])


def make_record(**changes: Any) -> dict[str, Any]:
    """Return a well-formed record of the upstream schema, with some fields changed."""
    record = {
        "slug_name": SLUG,
        "meta_info": {"origin": "made up"},
        "id": "made-up-7301",
        "difficulty": "Easy",
        "pretty_content": ["Each guest wants every kettle filled once. How many litres is that?"],
        "solutions": [
            make_solution(RIGHT, "48ms", "right"),
            make_solution(ALSO_RIGHT, "64ms", "also-right"),
        ],
        "prompt": PROMPT,
        "generator_code": "def generate_test_case():\n    raise NotImplementedError\n",
        "convert_online": "def convert_online(case):\n    return case\n",
        "convert_offline": "def convert_offline(case):\n    return case\n",
        "evaluate_offline": (
            "def evaluate_offline(inputs, outputs, expected):\n    return outputs == expected\n"
        ),
        "entry_point": ENTRY_POINT,
        "test_cases": make_cases(([[2, 3], 4], 20), ([[], 7], 0)),
    }
    return record | changes


def make_row(**changes: Any) -> Row:
    """Return a row made of :func:`make_record`."""
    return Row.model_validate(make_record(**changes))


def make_rows(*slugs: str) -> list[Row]:
    """Return one row for each slug."""
    return [make_row(slug_name=slug) for slug in slugs]


def make_pins(**changes: Any) -> TaskPins:
    """Return pins with a pinned image, with some of them changed."""
    pins = {
        "protocol": PROTOCOL,
        "organisation": "tea-house",
        "python_image": PINNED_IMAGE,
        "revision": REVISION,
    }
    return TaskPins(**pins | changes)


def make_upstream(rows: list[Row]) -> Upstream:
    """Return a provenance's statement of where the rows come from."""
    return Upstream(
        source="made-up.jsonl",
        revision=REVISION,
        split="none",
        licence="MIT",
        counts=count_rows(rows),
        rows_sha256=hash_rows(rows),
    )


def make_dataset(
    rows: list[Row],
    outcomes: dict[str, list[str]] | None = None,
    *,
    skip_unsolved: bool = False,
) -> dict[str, bytes]:
    """Build a data set in which every reference is right, unless ``outcomes`` tells otherwise."""
    slugs = [row.slug_name for row in rows]
    all_outcomes = dict.fromkeys(slugs, PASSED) | (outcomes or {})
    validated: dict[str, Validation] = dict.fromkeys(slugs, "process")
    files = build(
        *(rows, make_pins(), make_upstream(rows), all_outcomes, validated),
        skip_unsolved=skip_unsolved,
    )
    return dict(files)


def write_jsonl(path: Path, records: list[dict[str, Any]]) -> Path:
    """Write records as JSON lines; return the path."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def write_tree(directory: Path, files: dict[str, bytes]) -> Path:
    """Write files, relative path -> content, into a directory; return it."""
    for relative_path, content in files.items():
        path = directory / relative_path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return directory


def read_tree(directory: Path) -> dict[str, tuple[bytes, int]]:
    """Return all files of a directory: relative path -> content and permissions."""
    return {
        path.relative_to(directory).as_posix(): (path.read_bytes(), path.stat().st_mode & 0o777)
        for path in directory.rglob("*")
        if path.is_file()
    }
