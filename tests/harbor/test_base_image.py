"""A base image that is nowhere to be had."""

from pathlib import Path

import pytest

from adapter.cli import main
from tests.adapter.made_up import make_record, write_jsonl


@pytest.mark.docker
@pytest.mark.usefixtures("base_image")
def test_a_base_image_that_is_not_there_is_answered_by_one_line_with_the_ways_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, output = write_jsonl(tmp_path / "rows.jsonl", [make_record()]), tmp_path / "out"

    status = main(
        [
            *("generate", "--source", str(source), "--output-dir", str(output)),
            *("--validate", "docker", "--python-image", "localhost:9/no-such-image:1"),
        ]
    )

    assert status == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--python-image" in line
    assert "--validate process" in line
    assert not output.exists()
