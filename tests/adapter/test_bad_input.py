"""Malformed rows through the command line: named by row and field, and nothing is written.

What else generation is given and must refuse (design.md, section 11): flags, output directories
and tasks without a right reference in test_cli.py; revisions, counts and networks in tests/hub;
engines and base images in tests/harbor; interrupts in test_validation.py and test_output.py. All
that a row can be, field by field, is in test_upstream.py.
"""

from pathlib import Path
from typing import Any

import pytest

from adapter.cli import main
from tests.adapter.made_up import make_record, read_tree, write_jsonl


def without(field: str) -> dict[str, Any]:
    """Return a record that lacks a field."""
    record = make_record(slug_name="samovars")
    del record[field]
    return record


@pytest.mark.parametrize(
    ("record", "place"),
    [
        pytest.param(without("entry_point"), "(samovars): field entry_point", id="no such field"),
        pytest.param(
            make_record(slug_name="samovars", difficulty=3),
            "(samovars): field difficulty",
            id="wrong type",
        ),
        pytest.param(
            make_record(slug_name="samovars", test_cases='[{"input": [1'),
            "(samovars): field test_cases",
            id="broken JSON",
        ),
        pytest.param(
            make_record(slug_name="samovars", test_cases="[]"),
            "(samovars): field test_cases",
            id="no cases",
        ),
        pytest.param(
            make_record(slug_name="../samovars"),
            "(../samovars): field slug_name",
            id="no name",
        ),
        pytest.param(
            make_record(slug_name="README.md"), "(README.md): field slug_name", id="name taken"
        ),
        pytest.param(
            make_record(slug_name="kettles"), "(kettles): field slug_name", id="slug stands twice"
        ),
    ],
)
def test_a_malformed_row_is_named_with_its_field_and_the_old_data_set_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: dict[str, Any], place: str
) -> None:
    output = tmp_path / "mercury-eval"
    good = write_jsonl(tmp_path / "good.jsonl", [make_record(slug_name="kettles")])
    flags = ["--validate", "none", "--output-dir", str(output)]
    assert main(["generate", "--source", str(good), *flags]) == 0
    before = read_tree(output)
    bad = write_jsonl(tmp_path / "bad.jsonl", [make_record(slug_name="kettles"), record])
    capsys.readouterr()

    assert main(["generate", "--source", str(bad), *flags, "--overwrite"]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"mercury-harbor: {bad}: row 2 {place}: ")
    assert read_tree(output) == before
    assert set(tmp_path.iterdir()) == {good, bad, output}
