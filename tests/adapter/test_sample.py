"""The built-in sample: that it is what its README and each task's ``meta_info`` say."""

import hashlib
import re

import pytest

from adapter.oracle import choose_oracle
from adapter.upstream import SAMPLE_DIRECTORY, Row, read_rows
from adapter.validation import validate_in_process

ROWS = {row.slug_name: row for row in read_rows("sample")}
# One has a reference that runs for the whole 30 s, the other costs seconds.
SLOW = {"canal-lock-crews", "balanced-crane-quartets"}
STATUSES = {"passed", "load_error", "wrong_answer", "runtime_error", "timeout"}
REQUIRED_FEATURES = [
    "plain values",
    "in-place change with no return value",
    "linked list in and out",
    "a list of linked lists in",
    "binary tree in and out",
    "floats",
    "a comparator with a tolerance",
    "integers of more than 4,300 digits in the input",
    "integers of more than 4,300 digits in the expected value",
    "answers in any order through the comparator",
    "lists, tuples and sets as return values",
    "strings with non-ASCII characters",
    "dictionaries and number theory",
    "a graph",
    "deep recursion",
    "exactly one passing reference",
    "references that are all equal in speed",
    "a wrong reference",
    "references that crash: an exception, an undefined name",
    "a reference that runs over time",
    "an expensive task",
    "a reference that passes but is too slow to be timed",
    "a solution that prints and leaves test code at its end",
    "a solution with a ListNode class of its own",
    "a solution that mutates its argument though the answer is a return value",
    (
        "references left over from Python 2: a source that does not compile, a name that is gone, "
        "an iterator in place of a list"
    ),
]

every_row = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)


def sources(row: Row) -> list[str]:
    return [solution.solution for solution in row.solutions]


def test_there_are_at_least_14_tasks_of_all_difficulties() -> None:
    assert len(ROWS) >= 14
    assert {row.difficulty for row in ROWS.values()} == {"Easy", "Medium", "Hard"}


@every_row
def test_a_task_has_3_to_8_different_references(row: Row) -> None:
    assert 3 <= len(row.solutions) <= 8
    assert len(set(sources(row))) == len(row.solutions)


@every_row
def test_a_solutions_hash_is_that_of_its_text(row: Row) -> None:
    for solution in row.solutions:
        assert solution.hash == hashlib.sha256(solution.solution.encode()).hexdigest()[:12]


@every_row
def test_a_task_tells_what_it_covers_and_what_becomes_of_each_reference(row: Row) -> None:
    assert row.meta_info["origin"] == "built-in sample"
    assert row.meta_info["covers"]
    assert len(row.meta_info["outcomes"]) == len(row.solutions)
    assert set(row.meta_info["outcomes"]) <= STATUSES


@every_row
def test_a_task_has_an_oracle(row: Row) -> None:
    oracle = choose_oracle(row, row.meta_info["outcomes"])

    assert oracle is not None
    assert row.meta_info["outcomes"][oracle] == "passed"


@pytest.mark.parametrize("feature", REQUIRED_FEATURES)
def test_a_feature_that_the_verifier_must_survive_is_covered(feature: str) -> None:
    assert any(feature in row.meta_info["covers"] for row in ROWS.values())


def test_the_readmes_table_is_what_the_tasks_say() -> None:
    readme = (SAMPLE_DIRECTORY / "README.md").read_text()

    table = re.findall(r"^\| `(\S+)` \| (\w+) \| (.+) \|$", readme, re.MULTILINE)

    assert {slug: (difficulty, covers) for slug, difficulty, covers in table} == {
        slug: (row.difficulty, "; ".join(row.meta_info["covers"])) for slug, row in ROWS.items()
    }


# What a task claims to cover, seen in its data


def integers_in(value: object) -> list[int]:
    if isinstance(value, list):
        return [number for inner in value for number in integers_in(inner)]
    return [value] if isinstance(value, int) else []


@pytest.mark.parametrize("part", ["input", "expected"])
def test_integers_of_more_than_4300_digits_are_there(part: str) -> None:
    largest = max(
        abs(number)
        for row in ROWS.values()
        for case in row.cases
        for number in integers_in(case[part])
    )

    assert largest >= 10**4_300


def test_a_character_beyond_the_basic_plane_is_there_raw_and_as_a_surrogate_pair() -> None:
    text = "".join(row.test_cases for row in ROWS.values())

    assert re.search("[\U00010000-\U0010ffff]", text)
    assert re.search(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}", text)


def test_linked_lists_and_binary_trees_are_converted_with_lctk() -> None:
    converters = "".join(row.convert_offline for row in ROWS.values())

    assert {"linkedList", "binaryTree"} <= set(re.findall(r"lctk\.(\w+)", converters))


def test_only_one_task_makes_its_user_wait_for_a_time_out() -> None:
    late = [slug for slug, row in ROWS.items() if "timeout" in row.meta_info["outcomes"]]

    assert late == ["canal-lock-crews"]


# What judging gives


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[str]]:
    """Return what running all references of all tasks but the slow ones gives."""
    quick = [row for slug, row in ROWS.items() if slug not in SLOW]
    return validate_in_process(quick, "mercury-harbor-v1")


@pytest.mark.parametrize("slug", sorted(ROWS.keys() - SLOW))
def test_judging_a_tasks_references_gives_what_the_task_says(
    outcomes: dict[str, list[str]], slug: str
) -> None:
    assert outcomes[slug] == ROWS[slug].meta_info["outcomes"]
