"""Upstream rows: what is accepted, what is refused and how, and what a row's hash depends on."""

import gzip
import json
import random
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapter.upstream import (
    Row,
    RowError,
    SourceError,
    hash_rows,
    parse_rows,
    read_rows,
    unlimited_integers,
)
from tests.adapter.made_up import (
    SLUG,
    make_cases,
    make_record,
    make_row,
    make_rows,
    make_solution,
    write_jsonl,
)

Records = list[dict[str, Any]]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def write_gzip(path: Path, records: Records) -> Path:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    path.write_bytes(gzip.compress(lines.encode()))
    return path


def write_parquet(path: Path, records: Records) -> Path:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), path)
    return path


FORMATS = {".jsonl": write_jsonl, ".jsonl.gz": write_gzip, ".parquet": write_parquet}
every_format = pytest.mark.parametrize(("extension", "write"), FORMATS.items(), ids=FORMATS)


def make_records() -> Records:
    return [make_record(slug_name=slug) for slug in ("teapots", "kettles", "samovars")]


def refusal_of(*records: Any) -> str:
    """Return the message with which records of a source called "tea.jsonl" are refused."""
    with pytest.raises(RowError) as caught:
        parse_rows(records, "tea.jsonl")
    return str(caught.value)


# What is accepted


@every_format
def test_rows_are_read_from_each_file_format(
    tmp_path: Path, extension: str, write: Callable[[Path, Records], Path]
) -> None:
    path = write(tmp_path / f"rows{extension}", make_records())

    assert read_rows(str(path)) == make_rows("kettles", "samovars", "teapots")


def test_blank_lines_between_rows_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f"\n{json.dumps(make_record())}\n   \n\n")

    assert read_rows(str(path)) == [make_row()]


def test_fields_that_the_schema_does_not_know_are_ignored() -> None:
    assert parse_rows([make_record(a_new_field=1)], "tea.jsonl") == [make_row()]


@given(json_values)
def test_meta_info_may_be_anything(meta_info: Any) -> None:
    (row,) = parse_rows([make_record(meta_info=meta_info)], "tea.jsonl")

    assert row.meta_info == meta_info


def test_meta_info_may_hold_what_only_parquet_knows(tmp_path: Path) -> None:
    noon = datetime(2020, 2, 3, 12, tzinfo=UTC)
    path = write_parquet(tmp_path / "rows.parquet", [make_record(meta_info={"brewed": noon})])

    assert re.fullmatch("[0-9a-f]{64}", hash_rows(read_rows(str(path))))


@pytest.mark.parametrize("digits", [4_300, 4_301, 20_000])
def test_integers_of_any_length_survive(tmp_path: Path, digits: int) -> None:
    number = 10**digits - 1
    with unlimited_integers():
        record = make_record(test_cases=make_cases(([[number], 1], -number)))
    path = write_jsonl(tmp_path / "rows.jsonl", [record])

    (row,) = read_rows(str(path))

    assert row.cases == [{"input": [[number], 1], "expected": -number}]


def test_the_interpreters_limit_on_integers_is_put_back_after_a_failure() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(5_000)
    try:
        with pytest.raises(ZeroDivisionError), unlimited_integers():
            _ = 1 / 0

        assert sys.get_int_max_str_digits() == 5_000
    finally:
        sys.set_int_max_str_digits(before)


@given(st.integers(min_value=0, max_value=10**9), st.sampled_from(["ms", " ms"]))
def test_a_runtime_label_is_read_as_milliseconds(milliseconds: int, unit: str) -> None:
    row = make_row(solutions=[make_solution(runtime=f"{milliseconds}{unit}")])

    assert row.solutions[0].runtime_milliseconds == milliseconds


@given(st.text(max_size=120) | st.from_regex(r"[A-Za-z0-9./_-]{1,110}", fullmatch=True))
def test_a_slug_that_is_accepted_names_a_file_in_its_directory(slug: str) -> None:
    try:
        parse_rows([make_record(slug_name=slug)], "tea.jsonl")
    except RowError:
        return
    assert Path("/data", slug).parent == Path("/data")
    assert re.fullmatch(r"[\w-]+", slug, re.ASCII)


# What is refused: rows


@pytest.mark.parametrize("field", sorted(set(Row.model_fields) - {"slug_name"}))
def test_a_row_without_a_field_is_refused(field: str) -> None:
    record = make_record()
    del record[field]

    message = refusal_of(make_record(slug_name="good"), record)

    assert message.startswith(f"tea.jsonl: row 2 ({SLUG}): field {field}: ")


def test_a_row_without_a_slug_is_refused() -> None:
    record = make_record()
    del record["slug_name"]

    assert refusal_of(record).startswith("tea.jsonl: row 1 (None): field slug_name: ")


@pytest.mark.parametrize("field", sorted(set(Row.model_fields) - {"slug_name", "meta_info"}))
@pytest.mark.parametrize("value", [None, 7, {}, b"bytes"], ids=repr)
def test_a_row_with_a_field_of_a_wrong_type_is_refused(field: str, value: Any) -> None:
    message = refusal_of(make_record(**{field: value}))

    assert message.startswith(f"tea.jsonl: row 1 ({SLUG}): field {field}: ")


@pytest.mark.parametrize("field", ["hash", "runtime", "solution"])
@pytest.mark.parametrize("value", [None, 48], ids=repr)
def test_a_solution_with_a_field_of_a_wrong_type_is_refused(field: str, value: Any) -> None:
    solution: dict[str, Any] = make_solution() | {field: value}

    message = refusal_of(make_record(solutions=[make_solution(), solution]))

    assert message.startswith(f"tea.jsonl: row 1 ({SLUG}): field solutions.1.{field}: ")


@pytest.mark.parametrize("record", [None, 7, "text", [make_record()]], ids=type)
def test_a_record_that_is_no_object_is_refused(record: Any) -> None:
    assert refusal_of(record).startswith("tea.jsonl: row 1 (None): field the row itself: ")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param('[{"input": [1], "expected": 2', id="cut off"),
        pytest.param("[{'input': [1], 'expected': 2}]", id="Python instead of JSON"),
        pytest.param("null", id="null"),
        pytest.param("[]", id="no case"),
        pytest.param('{"input": [1], "expected": 2}', id="a case instead of a list"),
        pytest.param("[[1, 2]]", id="a list instead of a case"),
        pytest.param('[{"expected": 2}]', id="no input"),
        pytest.param('[{"input": 1, "expected": 2}]', id="an input that is no list"),
        pytest.param('[{"input": [1]}]', id="no expected value"),
        pytest.param('[{"input": [1], "expected": 2}, {"input": [1]}]', id="a bad second case"),
        pytest.param(f'[{{"input": [{"[" * 9_999}{"]" * 9_999}], "expected": 2}}]', id="too deep"),
    ],
)
def test_test_cases_that_are_no_list_of_cases_are_refused(text: str) -> None:
    message = refusal_of(make_record(test_cases=text))

    assert message.startswith(f"tea.jsonl: row 1 ({SLUG}): field test_cases: ")


def test_the_message_about_a_bad_case_says_which_case_it_is() -> None:
    text = '[{"input": [1], "expected": null}, {"input": [1]}]'

    assert "case 1 must have an expected value" in refusal_of(make_record(test_cases=text))


@pytest.mark.parametrize(
    "slug", ["", ".", "..", "a/b", "/etc", "-rf", ".hidden", "a..b", "two words", "thé", "x" * 101]
)
def test_a_slug_that_is_no_file_name_is_refused(slug: str) -> None:
    message = refusal_of(make_record(slug_name=slug))

    assert message.startswith(f"tea.jsonl: row 1 ({slug}): field slug_name: ")


@pytest.mark.parametrize("slug", ["README.md", "metric.py", "provenance.json", "jobs", "a__b"])
def test_a_slug_that_a_data_set_has_another_use_for_is_refused(slug: str) -> None:
    message = refusal_of(make_record(slug_name=slug))

    assert message.startswith(f"tea.jsonl: row 1 ({slug}): field slug_name: ")


@pytest.mark.parametrize("slug", [None, 7])
def test_a_slug_of_a_wrong_type_is_refused(slug: Any) -> None:
    message = refusal_of(make_record(slug_name=slug))

    assert message.startswith(f"tea.jsonl: row 1 ({slug}): field slug_name: ")


def test_a_refusal_is_one_line_even_if_the_slug_is_not() -> None:
    assert "\n" not in refusal_of(make_record(slug_name="tea\nwith milk"))


def test_a_slug_that_stands_twice_is_refused_at_its_second_row() -> None:
    message = refusal_of(make_record(), make_record(slug_name="other"), make_record())

    assert message.startswith(f"tea.jsonl: row 3 ({SLUG}): field slug_name: ")


@pytest.mark.parametrize("field", ["convert_offline", "evaluate_offline"])
@pytest.mark.parametrize(
    "code",
    [
        pytest.param("", id="nothing"),
        pytest.param("def {field}(case) return case", id="no code"),
        pytest.param("def another_name(case):\n    return case", id="another function"),
        pytest.param("{field} = 7", id="no function"),
        pytest.param("class Box:\n    def {field}(self): pass", id="a method"),
        pytest.param("def {field}(case):\n    return '\0'", id="a null character"),
        pytest.param("def {field}(case):\n    return " + "-" * 99_999 + "1", id="too deep"),
    ],
)
def test_code_that_does_not_define_its_function_is_refused(field: str, code: str) -> None:
    message = refusal_of(make_record(**{field: code.replace("{field}", field)}))

    assert message.startswith(f"tea.jsonl: row 1 ({SLUG}): field {field}: ")


def test_a_regular_expression_in_the_code_of_a_row_causes_no_warning(
    recwarn: pytest.WarningsRecorder,
) -> None:
    code = "def convert_offline(case):\n    return re.sub('\\d', '', case)\n"

    make_row(convert_offline=code)

    assert not recwarn.list


@pytest.mark.parametrize(
    "runtime", ["", "48", "ms", "48 s", "4.8ms", "-48ms", "48ms ", "48MS", "about 48ms", "48ms\n"]
)
def test_a_runtime_label_that_is_no_number_of_milliseconds_is_refused(runtime: str) -> None:
    message = refusal_of(make_record(solutions=[make_solution(runtime=runtime)]))

    assert message.startswith(f"tea.jsonl: row 1 ({SLUG}): field solutions.0.runtime: ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("difficulty", "Harder"),
        ("difficulty", "easy"),
        ("pretty_content", []),
        ("solutions", []),
        ("entry_point", "two words"),
        ("entry_point", ""),
        ("entry_point", "class"),
    ],
)
def test_a_value_that_the_schema_does_not_allow_is_refused(field: str, value: Any) -> None:
    message = refusal_of(make_record(**{field: value}))

    assert message.startswith(f"tea.jsonl: row 1 ({SLUG}): field {field}: ")


@pytest.mark.parametrize("field", ["prompt", "evaluate_offline", "convert_offline", "id"])
def test_text_that_cannot_be_written_as_utf_8_is_refused(field: str) -> None:
    record = make_record()
    record[field] += "# half a sign: \ud83c"

    assert refusal_of(record).startswith(f"tea.jsonl: row 1 ({SLUG}): field {field}: ")


@pytest.mark.parametrize(
    "line", ["{", "nonsense", "\ufeff{}", "[" * 99_999], ids=["cut off", "text", "mark", "too deep"]
)
def test_a_line_that_is_no_json_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{json.dumps(make_record())}\n{line}\n", encoding="utf-8")

    with pytest.raises(RowError, match=f"^{re.escape(str(path))}: row 2: not JSON"):
        read_rows(str(path))


def test_a_broken_line_and_a_broken_row_in_the_same_place_are_given_the_same_number(
    tmp_path: Path,
) -> None:
    numbers = []
    for bad_line in ("{", "{}"):
        path = tmp_path / "rows.jsonl"
        path.write_text(f"{json.dumps(make_record())}\n\n{bad_line}\n")
        with pytest.raises(RowError) as caught:
            read_rows(str(path))
        numbers.append(re.findall(r"row (\d+)", str(caught.value)))

    assert numbers[0] == numbers[1]


# What is refused: sources

WAY_OUT = re.compile("--source|export it again|must be a .jsonl, .jsonl.gz or .parquet file")


def assert_source_is_refused(path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read_rows(str(path))
    message = str(caught.value)
    assert str(path) in message
    assert WAY_OUT.search(message)
    assert "\n" not in message


@pytest.mark.parametrize("extension", FORMATS)
def test_a_source_that_is_not_there_is_refused(tmp_path: Path, extension: str) -> None:
    assert_source_is_refused(tmp_path / f"rows{extension}")


@pytest.mark.parametrize("extension", FORMATS)
def test_a_source_that_is_a_directory_is_refused(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"rows{extension}"
    path.mkdir()

    assert_source_is_refused(path)


@pytest.mark.parametrize("extension", FORMATS)
def test_an_empty_file_is_refused(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"rows{extension}"
    path.touch()

    assert_source_is_refused(path)


@pytest.mark.parametrize("extension", [".jsonl.gz", ".parquet"])
def test_a_file_whose_content_is_of_another_format_is_refused(
    tmp_path: Path, extension: str
) -> None:
    assert_source_is_refused(write_jsonl(tmp_path / f"rows{extension}", [make_record()]))


def test_a_parquet_file_without_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([make_record()]).slice(0, 0), path)

    assert_source_is_refused(path)


@pytest.mark.parametrize("extension", [".jsonl.gz", ".parquet"])
def test_a_truncated_file_is_refused(tmp_path: Path, extension: str) -> None:
    path = FORMATS[extension](tmp_path / f"rows{extension}", make_records())
    path.write_bytes(path.read_bytes()[:-40])

    assert_source_is_refused(path)


def test_a_gzip_file_with_damage_inside_is_refused(tmp_path: Path) -> None:
    path = write_gzip(tmp_path / "rows.jsonl.gz", make_records())
    content = bytearray(path.read_bytes())
    content[40:60] = b"\xff" * 20
    path.write_bytes(content)

    assert_source_is_refused(path)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(json.dumps(make_record(id="thé"), ensure_ascii=False).encode("latin-1"))

    assert_source_is_refused(path)


@pytest.mark.parametrize("name", ["rows.csv", "rows.json", "rows", "rows.jsonl.zip", "sampel"])
def test_a_file_of_an_unknown_extension_is_refused(tmp_path: Path, name: str) -> None:
    assert_source_is_refused(write_jsonl(tmp_path / name, [make_record()]))


# What the hash of rows depends on


@every_format
@settings(max_examples=20)
@given(st.randoms())
def test_the_hash_depends_neither_on_the_order_of_rows_nor_on_the_file_format(
    tmp_path_factory: pytest.TempPathFactory,
    extension: str,
    write: Callable[[Path, Records], Path],
    randomness: random.Random,
) -> None:
    records = make_records()
    randomness.shuffle(records)
    path = write(tmp_path_factory.mktemp("source") / f"any-name{extension}", records)

    assert hash_rows(read_rows(str(path))) == hash_rows(parse_rows(make_records(), "memory"))


def test_the_hash_does_not_depend_on_the_order_of_keys() -> None:
    record = make_record(meta_info={"a": 1, "b": 2})
    turned = dict(reversed(record.items())) | {"meta_info": {"b": 2, "a": 1}}

    assert hash_rows(parse_rows([turned], "tea")) == hash_rows(parse_rows([record], "tea"))


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "made-up-7302"},
        {"meta_info": None},
        {"pretty_content": ["Another question."]},
        {"test_cases": make_cases(([[2, 3], 4], 21))},
        {"solutions": [make_solution(runtime="49ms")]},
        {"generator_code": ""},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_the_hash_changes_with_every_field(changes: dict[str, Any]) -> None:
    assert hash_rows([make_row(**changes)]) != hash_rows([make_row()])


def test_the_hash_changes_with_the_order_of_a_rows_solutions() -> None:
    solutions = make_record()["solutions"]

    assert hash_rows([make_row(solutions=solutions[::-1])]) != hash_rows([make_row()])
