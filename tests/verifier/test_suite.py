"""The suite: what is read from suite.json, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier.suite import Case, Reference, Suite, SuiteError, load_suite

FIELDS = "protocol entry_point converter comparator wall_limit_seconds cases references".split()


def test_a_suite_is_read_as_it_was_written(
    make_suite: Callable[..., Suite], write_suite: Callable[..., Path]
) -> None:
    fields: dict[str, Any] = {
        "entry_point": "longestWord",
        "cases": [([[1, 2]], "é"), ([[]], None)],
        "references": ["first = 1", "second = 2"],
        "wall_limit_seconds": 900,
    }
    assert load_suite(write_suite(**fields)) == make_suite(**fields)


def test_the_values_of_a_case_stay_text(write_suite: Callable[..., Path]) -> None:
    suite = load_suite(write_suite(cases=[([[1, 2.0]], 10**30)]))
    assert suite.cases == (Case("[[1, 2.0]]", str(10**30)),)


def test_references_keep_their_order_index_and_hash(write_suite: Callable[..., Path]) -> None:
    suite = load_suite(write_suite(references=["b = 1", "a = 2"]))
    assert suite.references == (Reference(0, "hash-0", "b = 1"), Reference(1, "hash-1", "a = 2"))


def test_a_missing_suite_is_an_error_that_names_the_path(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match=r"nowhere\.json cannot be read"):
        load_suite(tmp_path / "nowhere.json")


def test_a_directory_is_no_suite(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="cannot be read"):
        load_suite(tmp_path)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b'"suite"', b"{}"],
    ids=["empty", "cut off", "not UTF-8", "a list", "null", "a text", "no fields"],
)
def test_what_is_not_a_suite_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "suite.json"
    path.write_bytes(content)
    with pytest.raises(SuiteError, match="is not a suite"):
        load_suite(path)


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_an_error_that_names_it(
    write_suite: Callable[..., Path], field: str
) -> None:
    path = write_suite()
    document = json.loads(path.read_text())
    del document[field]
    path.write_text(json.dumps(document))
    with pytest.raises(SuiteError, match=field):
        load_suite(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cases", None),
        ("cases", [1]),
        ("cases", [{"input": "[1]"}]),
        ("references", 5),
        ("references", [{"index": 0, "source": ""}]),
        ("wall_limit_seconds", "long"),
        ("wall_limit_seconds", None),
    ],
)
def test_a_field_of_a_wrong_shape_is_an_error(
    write_suite: Callable[..., Path], field: str, value: object
) -> None:
    path = write_suite()
    document = json.loads(path.read_text())
    document[field] = value
    path.write_text(json.dumps(document))
    with pytest.raises(SuiteError, match="is not a suite"):
        load_suite(path)


def test_a_suite_without_cases_is_an_error(write_suite: Callable[..., Path]) -> None:
    with pytest.raises(SuiteError):
        load_suite(write_suite(cases=[]))


@pytest.mark.parametrize("comparator", ["def evaluate_offline(:", "def compare(a, b, c): ..."])
def test_a_comparator_that_defines_no_evaluate_offline_is_an_error(
    write_suite: Callable[..., Path], comparator: str
) -> None:
    with pytest.raises(SuiteError):
        _ = load_suite(write_suite(comparator=comparator)).judges_arguments


@pytest.mark.parametrize(
    "comparator",
    [
        """
def evaluate_offline(inputs, outputs, expected):
    outputs = inputs[0]
    return outputs == expected
""",
        """
def evaluate_offline(inputs, outputs, expected):
    import lctk
    outputs = lctk.binaryTree2Arr(inputs[0])
    if outputs == expected:
        return True
    return False
""",
        """
def evaluate_offline(arguments, outputs, expected):
    return arguments[0][:outputs] == expected
""",
        """
def helper(value):
    return value
def evaluate_offline(inputs, outputs, expected):
    return all(row == other for row, other in zip(helper(inputs)[0], expected))
""",
    ],
    ids=["array", "tree", "another name", "within an expression"],
)
def test_a_comparator_that_reads_its_first_parameter_judges_arguments(
    make_suite: Callable[..., Suite], comparator: str
) -> None:
    assert make_suite(comparator=comparator).judges_arguments


@pytest.mark.parametrize(
    "comparator",
    [
        """
def evaluate_offline(inputs, outputs, expected):
    return sorted(outputs) == sorted(expected)
""",
        """
def evaluate_offline(inputs, outputs, expected):
    import lctk
    outputs = lctk.linkedList2Arr(outputs)
    return outputs == expected
""",
        """
def evaluate_offline(inputs, outputs, expected):
    inputs = None
    return outputs == expected
""",
        """
def evaluate_offline(given, outputs, expected):
    inputs = outputs
    return inputs == expected
""",
        """
def look_at(inputs):
    return inputs[0]
def evaluate_offline(inputs, outputs, expected):
    return outputs == expected  # inputs[0]
""",
    ],
    ids=["any order", "linked list", "overwritten", "not the parameter", "another function's"],
)
def test_a_comparator_that_does_not_read_it_judges_no_arguments(
    make_suite: Callable[..., Suite], comparator: str
) -> None:
    assert not make_suite(comparator=comparator).judges_arguments
