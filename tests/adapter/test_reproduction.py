"""A data set made again from its provenance: on a fresh clone, in another place, the same bytes."""

from pathlib import Path

import pytest

from adapter.cli import main
from tests.adapter.fresh_clone import make_clone, run
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


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh copy of the project."""
    return make_clone(tmp_path_factory.mktemp("elsewhere"))


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
