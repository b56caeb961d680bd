"""``mercury-harbor report``: what it prints, where, and its exit status."""

import csv
import io
import json
from pathlib import Path

import pytest

from adapter.cli import main
from tests.adapter.reporting.runs import MACHINE, crash, make_result, write_results, write_trial

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    """Two systems over two tasks, under the same conditions."""
    parrot = [make_result("a", 1.0, model="parrot"), make_result("b", 0.5, model="parrot")]
    magpie = [
        make_result("a", 0.25, model="magpie"),
        make_result("b", None, model="magpie", status="timeout"),
    ]
    paths = (
        write_results(tmp_path / "parrot.jsonl", parrot),
        write_results(tmp_path / "magpie.jsonl", magpie),
    )
    return list(map(str, paths))


def test_the_text_shows_scores_with_intervals_and_differences(
    sources: list[str], capsys: Capture
) -> None:
    assert main(["report", *sources]) == 0

    printed = capsys.readouterr()
    assert printed.err == ""
    for expected in (
        "my-lab/mercury-eval (sha256:aa); mercury-harbor-v1; Abacus 1 (2 CPUs)",
        "0.750 [0.500, 1.000]",
        "difference, paired by task: parrot minus magpie",
        "+0.625 [+0.500, +0.750]",
        "code execution 1 (timeout 1)",
        "1 of 2 attempts passed",
        "slowest    a: 4 ms, 4 x the fastest reference",
        "95% intervals, bootstrapped over tasks",
    ):
        assert expected in printed.out


def test_the_csv_has_a_line_for_each_figure(sources: list[str], capsys: Capture) -> None:
    assert main(["report", "--csv", *sources]) == 0

    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 3 * 2 * 4  # two systems and their difference; easy and all; measures
    (row,) = (
        row
        for row in rows
        if (row["system"], row["minus"], row["difficulty"], row["measure"])
        == ("parrot", "magpie", "all", "beyond_at_1")
    )
    figures = [float(row[key]) for key in ("value", "low", "high")]
    assert figures == pytest.approx([0.625, 0.5, 0.75])


def test_the_json_is_one_object_with_everything(sources: list[str], capsys: Capture) -> None:
    assert main(["report", "--json", *sources]) == 0

    report = json.loads(capsys.readouterr().out)
    (group,) = report["groups"]
    assert group["conditions"]["machine"] == MACHINE
    parrot = group["systems"][0]
    assert parrot["scores"]["all"]["beyond_at_1"]["value"] == 0.75
    assert [attempt["slug_name"] for attempt in parrot["system"]["attempts"]] == ["a", "b"]


def test_what_was_only_judged_shows_no_column_of_times(tmp_path: Path, capsys: Capture) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.0)], mode="judge-only")

    main(["report", str(path)])

    printed = capsys.readouterr().out
    assert "Pass@1" in printed
    assert "Beyond@1" not in printed
    assert "judged only" in printed


def test_complaints_go_to_standard_error_one_a_line(tmp_path: Path, capsys: Capture) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    crash(tmp_path / "job", "b")

    assert main(["report", str(tmp_path / "job"), "--json"]) == 0

    printed = capsys.readouterr()
    lines = printed.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("mercury-harbor: ") for line in lines)
    assert [f"mercury-harbor: {note}" for note in json.loads(printed.out)["notes"]] == lines


def test_a_broken_source_is_refused_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.5)])
    path.write_text(path.read_text() + "no json\n")

    assert main(["report", str(path)]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert "r.jsonl: line 3" in line
