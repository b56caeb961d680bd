"""A data set made again from its provenance: on a fresh clone, in another place, the same bytes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adapter.cli import main
from adapter.project import project_file
from tests.adapter.made_up import (
    ALSO_RIGHT,
    RAISING,
    RIGHT,
    WRONG,
    make_record,
    make_solution,
    read_tree,
    write_jsonl,
)

PROJECT = project_file("pyproject.toml").parent
CLONED = (
    *("adapter", "verifier"),
    *("metric.py", "local-eval.yaml", "dataset.toml", "provenance.json", "ATTRIBUTION.md"),
)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh copy of the project, in a directory of another name."""
    root = tmp_path_factory.mktemp("elsewhere") / "a fresh clone"
    root.mkdir()
    for name in CLONED:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    return root


def run(clone: Path, *arguments: object) -> str:
    """Run the clone's command line, under another hash seed, time zone and umask."""
    result = subprocess.run(
        [sys.executable, "-m", "adapter.cli", *map(str, arguments)],
        cwd=clone,
        env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_validated_data_set_is_made_again_byte_for_byte_on_a_fresh_clone(
    clone: Path, tmp_path: Path
) -> None:
    references = [make_solution(source, "9ms", source[-9:]) for source in (WRONG, RIGHT, RAISING)]
    records = [
        make_record(slug_name="teapots", solutions=references),
        make_record(slug_name="samovars", solutions=[make_solution(WRONG)]),
        make_record(slug_name="kettles", solutions=[make_solution(ALSO_RIGHT)]),
        make_record(slug_name="urns"),
    ]
    source = write_jsonl(tmp_path / "rows.jsonl", records)
    first, second = tmp_path / "first", tmp_path / "deeper/second"
    status = main(
        [
            *("generate", "--source", str(source), "--output-dir", str(first)),
            *("--task-ids", "kettles", "samovars", "teapots", "--skip-unsolved"),
            *("--validate", "process", "--org", "tea-house", "--python-image", "python:3.12"),
        ]
    )
    assert status == 0
    renamed = write_jsonl(tmp_path / "same rows.jsonl", list(reversed(records)))

    run(
        clone,
        *("generate", "--provenance", first / "provenance.json"),
        *("--source", renamed, "--output-dir", second),
    )

    assert read_tree(second) == read_tree(first)
    assert "whole and unmodified, 2 tasks" in run(clone, "check", first)
    assert main(["check", str(second)]) == 0


def test_the_built_in_sample_is_made_again_byte_for_byte_on_a_fresh_clone(
    clone: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    arguments = ["--source", "sample", "--validate", "none", "--output-dir", str(first)]
    assert main(["generate", *arguments]) == 0

    run(clone, "generate", "--provenance", first / "provenance.json", "--output-dir", second)

    assert read_tree(second) == read_tree(first)
    assert "whole and unmodified, 16 tasks" in run(clone, "check", first)
    assert main(["check", str(second)]) == 0
