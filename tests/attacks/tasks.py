"""The small tasks that the hostile programs are candidates for, as ``suite.json`` documents.

The slow honest way of a task takes some tenths of a millisecond a call and the fast one next to
nothing, so that a program that hides its work would be told from its honest twin by its Beyond.
"""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

WALL_LIMIT_SECONDS = 2

_AS_IT_IS = "def convert_offline(case):\n    return case\n"
_LINKED_LIST = """
def convert_offline(case):
    import lctk
    inputs, expected = case
    inputs = (lctk.linkedList(inputs[0]),)
    return inputs, expected
"""
_TREE = _LINKED_LIST.replace("linkedList", "binaryTree")
_EQUAL = """
def evaluate_offline(inputs, outputs, expected):
    if outputs == expected:
        return True
    return False
"""
_IN_PLACE = """
def evaluate_offline(inputs, outputs, expected):
    outputs = inputs[0]
    if outputs == expected:
        return True
    return False
"""
_LINKED_LIST_OUT = """
def evaluate_offline(inputs, outputs, expected):
    import lctk
    outputs = lctk.linkedList2Arr(outputs)
    if outputs == expected:
        return True
    return False
"""
_TREE_OUT = _LINKED_LIST_OUT.replace("linkedList2Arr", "binaryTree2Arr")
_ANY_ORDER = """
def evaluate_offline(inputs, outputs, expected):
    return sorted(outputs) == sorted(expected)
"""

HONEST = Path(__file__).parent / "honest"


def _numbers(count: int, seed: int) -> list[int]:
    return random.Random(seed).choices(range(1000), k=count)


def _prefix_sums(numbers: list[int]) -> list[int]:
    return [sum(numbers[: end + 1]) for end in range(len(numbers))]


def _suite(
    entry_point: str,
    function: Callable[..., Any],
    inputs: Sequence[Sequence[Any]],
    *references: str,
    converter: str = _AS_IT_IS,
    comparator: str = _EQUAL,
) -> dict[str, Any]:
    return {
        "protocol": "mercury-harbor-v1",
        "entry_point": entry_point,
        "converter": converter,
        "comparator": comparator,
        "wall_limit_seconds": WALL_LIMIT_SECONDS,
        "cases": [
            {"input": json.dumps(arguments), "expected": json.dumps(function(*arguments))}
            for arguments in inputs
        ],
        "references": [
            {
                "index": index,
                "hash": name,
                "source": (HONEST / f"{name}.py").read_text(encoding="utf-8"),
            }
            # Twice, because the verifier learns from references how far honest times differ,
            # and real tasks have some eighteen.
            for index, name in enumerate(references * 2)
        ],
    }


def _has_pair(numbers: list[int], total: int) -> bool:
    return any(
        first + second == total
        for place, first in enumerate(numbers)
        for second in numbers[place + 1 :]
    )


_LISTS = [[_numbers(count, count)] for count in (140, 143, 137)]
_SUM_LIST = ("sum_list_slow", "sum_list_medium", "sum_list_fast")


def _pairs() -> list[list[Any]]:
    lists = [_numbers(90, seed) for seed in range(5)]
    return [
        [numbers, 2500 if seed % 2 else sum(numbers[70:72])] for seed, numbers in enumerate(lists)
    ]


SUITES: dict[str, dict[str, Any]] = {
    "sum_list": _suite("sumList", sum, _LISTS, *_SUM_LIST),
    "sum_list_two_cases": _suite("sumList", sum, _LISTS[:2], *_SUM_LIST),
    "sum_list_one_case": _suite("sumList", sum, _LISTS[:1], *_SUM_LIST),
    "sum_short_list": _suite(  # as short as the calls of most real tasks: some 10 microseconds
        "sumList", sum, [[numbers[:30]] for (numbers,) in _LISTS], *_SUM_LIST
    ),
    "prefix_sums": _suite(
        "prefixSums", _prefix_sums, _LISTS, "prefix_sums_slow", "prefix_sums_fast"
    ),
    "reverse_in_place": _suite(
        "reverseInPlace",
        lambda numbers: numbers[::-1],
        _LISTS,
        "reverse_in_place_slow",
        "reverse_in_place_fast",
        comparator=_IN_PLACE,
    ),
    "reverse_linked_list": _suite(
        "reverseList",
        lambda numbers: numbers[::-1],
        [[numbers[:120]] for (numbers,) in _LISTS],
        "reverse_linked_list_slow",
        "reverse_linked_list_fast",
        converter=_LINKED_LIST,
        comparator=_LINKED_LIST_OUT,
    ),
    "same_tree": _suite(
        "sameTree",
        lambda values: values,
        [[[3, 1, 2]], [[7, None, 5]]],
        "same_tree_slow",
        "same_tree_fast",
        converter=_TREE,
        comparator=_TREE_OUT,
    ),
    "negatives_of": _suite(  # nothing is ever found: every expected value is empty
        "negativesOf",
        lambda numbers: [],
        _LISTS,
        "negatives_of_slow",
        "negatives_of_fast",
        comparator=_ANY_ORDER,
    ),
    "has_negative": _suite(  # every expected value is false
        "hasNegative", lambda numbers: False, _LISTS, "has_negative_slow", "has_negative_fast"
    ),
    "has_pair": _suite("hasPair", _has_pair, _pairs(), "has_pair_slow", "has_pair_fast"),
    "sum_matrix": _suite(  # building the arguments costs more than a call
        "sumMatrix",
        lambda matrix: sum(map(sum, matrix)),
        [[[_numbers(50, seed + row) for row in range(60)]] for seed in (0, 100, 200)],
        "sum_matrix_slow",
        "sum_matrix_medium",
        "sum_matrix_fast",
    ),
}


def write_suites(directory: Path) -> dict[str, Path]:
    """Write every suite; return where each is."""
    paths = {}
    for name, suite in SUITES.items():
        paths[name] = directory / f"{name}.json"
        paths[name].write_text(json.dumps(suite), encoding="utf-8")
    return paths
