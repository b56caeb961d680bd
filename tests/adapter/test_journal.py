"""The journal of a validation: what a run that dies leaves to the next."""

from pathlib import Path

import pytest

from adapter.journal import Journal, JournalError, journal_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the journal of a data set ``tmp_path/mercury-eval`` is."""
    return tmp_path / ".mercury-eval.validation.jsonl"


def test_what_was_appended_is_read_by_the_next_run(tmp_path: Path) -> None:
    journal_of(tmp_path / "mercury-eval").append("k1", ["passed", "timeout"])
    journal_of(tmp_path / "mercury-eval").append("k2", ["wrong_answer"])

    known = journal_of(tmp_path / "mercury-eval").read()

    assert known == {"k1": ["passed", "timeout"], "k2": ["wrong_answer"]}


def test_it_stands_beside_the_output_directory_and_not_in_it(tmp_path: Path, path: Path) -> None:
    journal_of(tmp_path / "mercury-eval").append("k1", ["passed"])

    assert list(tmp_path.iterdir()) == [path]


def test_where_there_is_none_nothing_is_known(path: Path) -> None:
    assert Journal(path).read() == {}


@pytest.mark.parametrize("end", [1, 10, -2, -1], ids=lambda end: f"cut at {end}")
def test_a_line_that_was_cut_short_costs_itself_alone(path: Path, end: int) -> None:
    journal = Journal(path)
    journal.append("k1", ["passed"])
    whole = path.read_bytes()
    journal.append("k2", ["passed"])
    path.write_bytes(whole + path.read_bytes()[len(whole) :].rstrip(b"\n")[:end])

    journal.append("k3", ["timeout"])

    assert Journal(path).read() == {"k1": ["passed"], "k3": ["timeout"]}


def test_after_a_finished_generation_it_is_removed(path: Path) -> None:
    journal = Journal(path)
    journal.append("k1", ["passed"])

    journal.remove()

    assert not path.exists()
    journal.remove()  # twice is fine


def test_one_that_cannot_be_used_is_named_with_a_way_out(path: Path) -> None:
    path.mkdir()
    journal = Journal(path)

    for use in (journal.read, lambda: journal.append("k1", ["passed"]), journal.remove):
        with pytest.raises(JournalError, match=rf"{path}, .* --output-dir$"):
            use()
