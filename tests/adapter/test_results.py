"""The results file: appended to, cut off, continued, and never taken for another."""

from pathlib import Path
from typing import Any

import pytest

from adapter.results import (
    DatasetIdentity,
    Details,
    Header,
    ReferencesLine,
    ResultLine,
    ResultsError,
    ResultsWriter,
    Reward,
    read_results,
)

HEADER = Header(
    dataset=DatasetIdentity(name="tea-house/mercury-eval", digest="sha256:1"),
    protocol="mercury-harbor-v1",
    mode="timed",
    place="process",
    verifier_version="1.0.0",
    isolation="own user ids",
    machine={"cpu_model": "abacus", "cpus": 2, "kernel": "6.1", "python": "3.12.1", "load": 1},
    samples_digest="sha256:2",
    samples=3,
)


def result(sample: int, **changes: Any) -> ResultLine:
    fields = {
        "slug_name": "kettles",
        "task_name": "tea-house/mercury-eval__kettles",
        "difficulty": "easy",
        "sample": sample,
        "attempt": sample,
        "carried": {"model": "m"},
        "status": "passed",
        "reward": Reward(reward=1.0, pass_at_1=1.0),
        "details": Details(status="passed"),
    }
    return ResultLine.model_validate(fields | changes)


def references(why: str) -> ReferencesLine:
    return ReferencesLine(
        slug_name="kettles",
        task_name="tea-house/mercury-eval__kettles",
        difficulty="easy",
        timed_for=why,
        details=Details(status="passed"),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file with a header, references and the results of samples 0 and 1."""
    path = tmp_path / "results.jsonl"
    with ResultsWriter(path, HEADER) as writer:
        for line in (references("first"), result(0), result(1)):
            writer.append(line)
    return path


def test_what_was_appended_is_read_again(path: Path) -> None:
    results = read_results(path)

    assert results.header == HEADER
    assert results.results == {0: result(0), 1: result(1)}
    assert results.references == {"kettles": references("first")}


def test_later_references_of_a_task_replace_earlier_ones(path: Path) -> None:
    with ResultsWriter(path, HEADER) as writer:
        writer.append(references("again"))

    assert read_results(path).references == {"kettles": references("again")}


def test_wherever_the_file_was_cut_off_it_is_continued_with_what_is_whole(path: Path) -> None:
    content = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(content) if byte == ord("\n")]

    for length in range(0, len(content) + 1, 7):
        path.write_bytes(content[:length])
        with ResultsWriter(path, HEADER) as writer:
            whole = sum(end <= length for end in ends)
            assert len(writer.results.results) == max(0, whole - 2)
            for sample in {0, 1, 2} - writer.results.results.keys():
                writer.append(result(sample))
        assert read_results(path).results.keys() == {0, 1, 2}


def test_an_unfinished_last_line_is_not_read(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"kind": "result", "slug_na')

    assert read_results(path).results.keys() == {0, 1}


def test_a_sample_that_is_there_twice_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[-1]]))

    with pytest.raises(ResultsError, match="line 5: sample 1 is there twice"):
        read_results(path)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"{\n", "line 5"),
        (b'{"kind": "guess"}\n', "line 5"),
        (b'{"kind": "result", "slug_name": "kettles"}\n', "line 5: .*task_name Field required"),
    ],
)
def test_a_whole_line_that_is_broken_is_refused(path: Path, line: bytes, complaint: str) -> None:
    with path.open("ab") as file:
        file.write(line)

    with pytest.raises(ResultsError, match=complaint):
        read_results(path)


def test_a_second_header_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes() + path.read_bytes())

    with pytest.raises(ResultsError, match="line 5: one header, first"):
        read_results(path)


def test_an_empty_file_holds_no_results_but_can_be_filled(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.touch()

    with pytest.raises(ResultsError, match="is empty"):
        read_results(path)
    with ResultsWriter(path, HEADER) as writer:
        assert writer.results.results == {}


@pytest.mark.parametrize("content", [b"my notes", b"my notes\nmore\n", b'{"slug_name": "kettles"}'])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)

    with pytest.raises(ResultsError, match="is no results file"), ResultsWriter(path, HEADER):
        pass

    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"dataset": DatasetIdentity(name="other", digest="sha256:1")}, "data set "),
        ({"dataset": DatasetIdentity(name=HEADER.dataset.name, digest="sha256:9")}, "digest"),
        ({"protocol": "mercury-harbor-v2"}, "protocol"),
        ({"mode": "judge-only"}, "mode"),
        ({"place": "docker"}, "place"),
        ({"verifier_version": "2.0.0"}, "verifier"),
        ({"isolation": "none"}, "isolation"),
        ({"samples_digest": "sha256:9"}, "file of samples"),
        ({"machine": HEADER.machine | {"cpu_model": "slide rule"}}, "cpu_model"),
        ({"machine": HEADER.machine | {"cpus": 3}}, "cpus"),
        ({"machine": HEADER.machine | {"kernel": "6.2"}}, "kernel"),
        ({"machine": HEADER.machine | {"python": "3.12.2"}}, "python"),
    ],
)
def test_results_of_something_else_are_not_continued(
    path: Path, change: dict[str, Any], what: str
) -> None:
    content = path.read_bytes()

    with (
        pytest.raises(ResultsError, match=f"results of another .*{what}.*--output"),
        ResultsWriter(path, HEADER.model_copy(update=change)),
    ):
        pass

    assert path.read_bytes() == content


def test_another_load_of_the_same_machine_does_not_matter(path: Path) -> None:
    header = HEADER.model_copy(update={"machine": HEADER.machine | {"load": 7}})

    with ResultsWriter(path, header) as writer:
        assert writer.results.header == HEADER


def test_verdicts_without_times_may_be_continued_on_another_machine(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    judged = HEADER.model_copy(update={"mode": "judge-only"})
    with ResultsWriter(path, judged):
        pass

    with ResultsWriter(path, judged.model_copy(update={"machine": {"cpu_model": "other"}})):
        pass


def test_two_evaluations_do_not_write_to_one_file(path: Path) -> None:
    with (
        ResultsWriter(path, HEADER),
        pytest.raises(ResultsError, match="another evaluation"),
        ResultsWriter(path, HEADER),
    ):
        pass


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="cannot be written"), ResultsWriter(tmp_path, HEADER):
        pass


def test_unknown_fields_of_details_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    details = Details.model_validate({"status": "passed", "step_seconds": {"time": 2.5}})
    with ResultsWriter(path, HEADER) as writer:
        writer.append(result(0, details=details))

    (line,) = read_results(path).results.values()
    assert line.details.model_dump()["step_seconds"] == {"time": 2.5}
