"""The judge: upstream's comparators, run on decoded data."""

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest

from verifier.codec import encode
from verifier.judge import objection, serve
from verifier.messages import ChannelClosed, pack_request, receive_frame, send_frame

EQUAL = """
def evaluate_offline(inputs, outputs, expected):
    if outputs == expected:
        return True
    return False
"""
ANY_ORDER = """
def evaluate_offline(inputs, outputs, expected):
    return sorted([sorted(item) for item in outputs]) == sorted([sorted(item) for item in expected])
"""
LINKED_LIST = """
def evaluate_offline(inputs, outputs, expected):
    import lctk
    outputs = lctk.linkedList2Arr(outputs)
    return outputs == expected
"""
BINARY_TREE = """
def evaluate_offline(inputs, outputs, expected):
    import lctk
    outputs = lctk.binaryTree2Arr(outputs)
    return outputs == expected
"""
IN_PLACE = """
def evaluate_offline(inputs, outputs, expected):
    outputs = inputs[0]
    return outputs == expected
"""
AS_IT_IS = "def convert_offline(case):\n    return case\n"


def comparator(source: str) -> Callable[[Any, Any, Any], Any]:
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    function: Callable[[Any, Any, Any], Any] = namespace["evaluate_offline"]
    return function


def judged(
    source: str, result: Any, expected: Any, *, inputs: Any = (), arguments: Any = None
) -> str:
    """Return the objection to a result that a worker sent, and maybe to its arguments."""
    return objection(comparator(source), inputs, expected, encode([result, arguments]))


class ListNode:
    def __init__(self, val: int, following: "ListNode | None" = None) -> None:
        self.val = val
        self.next = following


class TreeNode:
    def __init__(self, val: int) -> None:
        self.val = val
        self.left: TreeNode | None = None
        self.right: TreeNode | None = None


class EqualsEverything(list[int]):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


# --- objections ---------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, "text", None, [1, [2]], {"a": 1}, 1.5, 10**40])
def test_there_is_no_objection_to_the_expected_value(value: object) -> None:
    assert judged(EQUAL, value, value) == ""


@pytest.mark.parametrize("result", [[1], [1, 2, 3], [2, 1], (1, 2), "12", None, 12])
def test_another_value_is_not_the_expected_one(result: object) -> None:
    assert judged(EQUAL, result, [1, 2]) == "not the expected value"


def test_a_result_in_another_order_is_right_where_the_comparator_says_so() -> None:
    assert judged(ANY_ORDER, [["c"], ["b", "a"]], [["a", "b"], ["c"]]) == ""


def test_a_result_that_the_comparator_cannot_handle_is_wrong() -> None:
    assert judged(ANY_ORDER, None, [["a"]]) == "the comparator raised TypeError"


def test_an_objection_does_not_tell_what_the_comparator_said() -> None:
    source = "def evaluate_offline(inputs, outputs, expected): raise ValueError(expected)"
    assert "secret" not in judged(source, 1, "secret")


def test_what_the_comparator_returns_counts_as_true_or_false() -> None:
    assert judged("def evaluate_offline(inputs, outputs, expected): return 1", 1, 1) == ""
    assert judged("def evaluate_offline(inputs, outputs, expected): return []", 1, 1) != ""


def test_a_linked_list_is_right_whatever_its_class() -> None:
    assert judged(LINKED_LIST, ListNode(1, ListNode(2)), [1, 2]) == ""


def test_a_linked_list_with_a_wrong_value_is_wrong() -> None:
    assert judged(LINKED_LIST, ListNode(1, ListNode(3)), [1, 2]) == "not the expected value"


def test_an_array_instead_of_a_linked_list_is_wrong() -> None:
    assert judged(LINKED_LIST, [1, 2], [1, 2]) != ""


def test_a_binary_tree_is_right_whatever_its_class() -> None:
    root = TreeNode(1)
    root.right = TreeNode(2)
    assert judged(BINARY_TREE, root, [1, None, 2]) == ""


def test_a_binary_tree_of_another_shape_is_wrong() -> None:
    root = TreeNode(1)
    root.left = TreeNode(2)
    assert judged(BINARY_TREE, root, [1, None, 2]) == "not the expected value"


@pytest.mark.parametrize("expected", [None, True, 1, "text", [1, 2], []])
def test_an_object_that_claims_to_equal_everything_is_wrong(expected: object) -> None:
    assert judged(EQUAL, EqualsEverything(), expected) == "not the expected value"


def test_a_list_of_objects_that_claim_to_equal_everything_is_wrong() -> None:
    assert judged(EQUAL, [EqualsEverything()], [1]) == "not the expected value"


def test_a_value_nested_too_deep_to_compare_is_wrong() -> None:
    def nested() -> list[Any]:
        value: list[Any] = []
        for _ in range(100_000):
            value = [value]
        return value

    assert judged(EQUAL, nested(), nested()) == "the comparator raised RecursionError"


@pytest.mark.parametrize("encoded", [b"", b"junk", b"\xff", b"[[0],[]]", b"[" * 10_000])
def test_a_result_that_cannot_be_decoded_is_wrong(encoded: bytes) -> None:
    assert objection(comparator(EQUAL), [], 1, encoded) == "the result cannot be decoded"


@pytest.mark.parametrize("sent", [1, [1], [1, None, 2], None, "ab", {}])
def test_a_result_that_is_not_a_pair_with_arguments_is_wrong(sent: object) -> None:
    always = comparator("def evaluate_offline(inputs, outputs, expected): return outputs == 1")
    assert objection(always, [], 1, encode(sent)) != ""


# --- arguments that a program changes in place --------------------------------------------------


def test_arguments_as_the_program_left_them_decide_where_the_comparator_looks_at_them() -> None:
    assert judged(IN_PLACE, None, [1, 2], inputs=[[2, 1]], arguments=[[1, 2]]) == ""


def test_arguments_that_the_program_left_unchanged_are_wrong() -> None:
    objected = judged(IN_PLACE, [1, 2], [1, 2], inputs=[[2, 1]], arguments=[[2, 1]])
    assert objected == "not the expected value"


def test_arguments_that_are_gone_are_wrong() -> None:
    assert judged(IN_PLACE, None, [1, 2], inputs=[[1, 2]], arguments=[]) != ""


def test_the_original_inputs_are_used_where_no_arguments_were_sent() -> None:
    assert judged(IN_PLACE, None, [1, 2], inputs=[[1, 2]]) == ""


# --- the process that serves --------------------------------------------------------------------


def served(
    *cases: tuple[str, str, bytes], converter: str = AS_IT_IS, comparator: str = EQUAL
) -> list[dict[str, str]]:
    """Return the replies of a judge to its first request and to each case."""
    near, far = socket.socketpair()
    with near, far:
        send_frame(near, pack_request({"converter": converter, "comparator": comparator}))
        for input_text, expected_text, encoded in cases:
            request = {"input_text": input_text, "expected_text": expected_text}
            send_frame(near, pack_request(request, encoded))
        near.shutdown(socket.SHUT_WR)
        with pytest.raises(ChannelClosed):
            serve(far)
        return [json.loads(receive_frame(near)) for _ in range(len(cases) + 1)]


def test_a_judge_that_has_its_functions_says_that_it_is_ready() -> None:
    assert served() == [{}]


def test_a_judge_answers_case_after_case() -> None:
    right, wrong = encode([3, None]), encode([4, None])
    replies = served(("[1]", "3", right), ("[1]", "3", wrong), ("[2]", "4", wrong))
    assert replies[1:] == [
        {"objection": ""},
        {"objection": "not the expected value"},
        {"objection": ""},
    ]


def test_a_judge_converts_inputs_and_expected_value_before_it_compares() -> None:
    converter = "def convert_offline(case): return [case[0][0] * 2], case[1] and case[1] * 2"
    source = "def evaluate_offline(inputs, outputs, expected): return [*inputs, expected] == [4, 6]"
    case = ("[2]", "3", encode([None, None]))
    assert served(case, converter=converter, comparator=source)[1] == {"objection": ""}


def test_what_a_comparator_does_to_the_expected_value_does_not_last() -> None:
    source = """
def evaluate_offline(inputs, outputs, expected):
    expected.append(1)
    return expected == [1]
"""
    case = ("[]", "[]", encode([None, None]))
    assert served(case, case, comparator=source)[1:] == [{"objection": ""}] * 2


def test_a_case_that_the_converter_cannot_handle_is_a_fault_and_no_objection() -> None:
    converter = "def convert_offline(case): raise KeyError('inputs')"
    replies = served(("[]", "1", encode([1, None])), converter=converter)
    assert replies[1] == {"fault": "KeyError('inputs')"}


def test_a_case_that_is_not_json_is_a_fault() -> None:
    assert "fault" in served(("[", "1", encode([1, None])))[1]
