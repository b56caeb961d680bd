"""Files of model samples: which lines can be used, what is wrong with the others, extraction."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from adapter.samples import Samples, SamplesError, extract_program, read_samples
from adapter.task_directory import read_dataset
from tests.adapter.made_up import RIGHT, write_jsonl

LINE = {"slug_name": "kettles", "solution": RIGHT}


@pytest.fixture
def read(data_set: Path, tmp_path: Path) -> Any:
    """Return a function that writes lines, texts or objects, and reads them as samples."""

    def read(*lines: str | dict[str, Any], extract: bool = False) -> Samples:
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path = tmp_path / "samples.jsonl"
        path.write_text("\n".join(texts))
        return read_samples(path, read_dataset(data_set).tasks, extract=extract)

    return read


@pytest.mark.parametrize(
    "named",
    [
        {"slug_name": "kettles"},
        {"task_name": "tea-house/mercury-eval__kettles"},
        {"task_name": "mercury-eval__kettles"},
        {"task": "kettles"},
    ],
)
def test_a_task_is_named_by_slug_or_by_harbors_name(read: Any, named: dict[str, str]) -> None:
    (sample,) = read({**named, "solution": RIGHT}).samples

    assert sample.task.slug_name == "kettles"


def test_other_fields_are_carried_through(read: Any) -> None:
    (sample,) = read({**LINE, "task": "of theirs", "model": "m", "logits": [0.5, None]}).samples

    assert sample.carried == {"task": "of theirs", "model": "m", "logits": [0.5, None]}


def test_samples_of_a_task_are_numbered_in_the_files_order(read: Any) -> None:
    samples = read(LINE, {**LINE, "slug_name": "teapots"}, "", LINE).samples

    assert [(sample.line, sample.task.slug_name, sample.attempt) for sample in samples] == [
        (0, "kettles", 0),
        (1, "teapots", 0),
        (3, "kettles", 1),
    ]


def test_a_gzipped_file_is_read_whatever_its_name(data_set: Path, tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_bytes(gzip.compress(json.dumps(LINE).encode()))

    assert len(read_samples(path, read_dataset(data_set).tasks, extract=False).samples) == 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not JSON"),
        ('{"slug_name": NaN}', "NaN is no JSON number"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "not a JSON object"),
        ({"solution": RIGHT}, "no field slug_name or task_name"),
        ({**LINE, "slug_name": "spoons"}, "no task 'spoons'"),
        ({**LINE, "slug_name": 7}, "no task 7"),
        ({"slug_name": "kettles"}, "no field solution"),
        ({**LINE, "solution": None}, "no field solution that holds a text"),
        ('{"slug_name": "kettles", "solution": "", "x": 1e999}', "too large"),
        ('{"slug_name": "kettles", "solution": "", "x": "\\ud800"}', "surrogate"),
    ],
)
def test_a_broken_line_gets_one_complaint_with_its_number(
    read: Any, line: Any, complaint: str
) -> None:
    samples = read(LINE, line, LINE)

    (broken,) = samples.broken
    assert "line 2: " in broken
    assert complaint in broken
    assert "\n" not in broken
    assert len(samples.samples) == 2


@pytest.mark.parametrize(
    ("content", "way_out"),
    [
        (b"", "write one JSON object a line"),
        (b"\n\n", "write one JSON object a line"),
        (gzip.compress(b"{}\n" * 99)[:-9], "compress it again"),
        (b"\x1f\x8bnonsense", "name a file"),
    ],
)
def test_a_file_without_samples_is_refused(
    data_set: Path, tmp_path: Path, content: bytes, way_out: str
) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_bytes(content)

    with pytest.raises(SamplesError, match=way_out):
        read_samples(path, read_dataset(data_set).tasks, extract=False)


def test_a_missing_file_is_refused(data_set: Path, tmp_path: Path) -> None:
    with pytest.raises(SamplesError, match="cannot be read"):
        read_samples(tmp_path / "nowhere", read_dataset(data_set).tasks, extract=False)


def test_the_digest_tells_samples_apart(read: Any) -> None:
    digests = {
        read(*lines).digest
        for lines in (
            [LINE],
            [LINE, LINE],
            [{**LINE, "solution": ""}],
            [{**LINE, "slug_name": "teapots"}],
            [{**LINE, "model": "m"}],
        )
    }

    assert len(digests) == 5


def test_the_digest_does_not_depend_on_compression(data_set: Path, tmp_path: Path) -> None:
    plain = write_jsonl(tmp_path / "plain.jsonl", [LINE, LINE])
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    tasks = read_dataset(data_set).tasks

    plain_digest = read_samples(plain, tasks, extract=False).digest
    assert read_samples(packed, tasks, extract=False).digest == plain_digest


PROGRAM = "class Solution:\n    pass\n"


@pytest.mark.parametrize(
    ("answer", "program"),
    [
        (f"Here:\n\n```python\n{PROGRAM}```\nIt is fast.", PROGRAM),
        (f"```\n{PROGRAM}```", PROGRAM),
        (f"~~~ py\n{PROGRAM}~~~", PROGRAM),
        (f"```python\nclass Solution: draft\n```\nBetter:\n```python\n{PROGRAM}```", PROGRAM),
        (f"```python\n{PROGRAM}```\nUse:\n```python\nprint(Solution())\n```", PROGRAM),
        (f"```python\n{PROGRAM}```\nIn C++:\n```cpp\nclass Solution {{}};\n```", PROGRAM),
        ("1. So:\n\n   ```python\n   class Solution:\n       pass\n   ```\n", PROGRAM),
        (f"```python\n{PROGRAM}", PROGRAM),  # the model was cut off
        (PROGRAM, PROGRAM),
        ("I cannot do that.", "I cannot do that."),
        ("```python\nx = 1\n```", "x = 1\n"),
        ("```python\n```", ""),
    ],
)
def test_the_program_is_taken_out_of_an_answer(answer: str, program: str) -> None:
    assert extract_program(answer) == program


def test_without_extract_the_solution_is_taken_as_it_is(read: Any) -> None:
    answer = f"```python\n{PROGRAM}```"

    assert read({**LINE, "solution": answer}).samples[0].solution == answer
    assert read({**LINE, "solution": answer}, extract=True).samples[0].solution == PROGRAM
