"""The prelude: what a program finds without importing it.

Importing the prelude changes ``lctk`` for the whole process, so these programs run in another.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

type Run = Callable[[str], Any]

SERVER = """
import json, sys
from verifier.prelude import fresh_namespace
for line in sys.stdin:
    namespace = fresh_namespace()
    exec(json.loads(line), namespace)
    print(json.dumps(namespace["answer"]), flush=True)
"""


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Return a function that runs a program in a fresh namespace and returns its ``answer``."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        stdin, stdout = server.stdin, server.stdout
        assert stdin is not None
        assert stdout is not None

        def run(program: str) -> Any:
            print(json.dumps(program), file=stdin, flush=True)
            return json.loads(stdout.readline())

        yield run
        stdin.close()


@pytest.mark.parametrize(
    "module",
    """
    bisect collections copy datetime functools heapq itertools lctk math operator random re
    sortedcontainers string sys
    """.split(),
)
def test_a_module_has_its_name_even_where_a_wildcard_brings_another_of_that_name(
    run: Run, module: str
) -> None:
    assert run(f"answer = [type({module}).__name__, {module}.__name__]") == ["module", module]


@pytest.mark.parametrize(
    "name",
    """
    List Optional Dict deque defaultdict OrderedDict namedtuple deepcopy timedelta heappush heapify
    gcd inf sqrt findall ascii_lowercase randint accumulate product permutations lru_cache
    cache reduce cmp_to_key itemgetter add
    """.split(),
)
def test_names_that_wildcards_bring_are_there(run: Run, name: str) -> None:
    assert run(f"answer = {name} is not None") is True


def test_bisect_left_is_the_function_and_bisect_the_module_that_has_it(run: Run) -> None:
    assert run("answer = [bisect_left([1, 3], 2), bisect.bisect_right([1, 3], 3)]") == [1, 2]


def test_datetime_is_the_module_so_that_its_class_needs_a_dot(run: Run) -> None:
    assert run("answer = datetime.datetime(2024, 2, 29).weekday()") == 3


def test_counter_counts_and_is_not_the_one_of_typing(run: Run) -> None:
    assert run('answer = Counter("abca").most_common(1)') == [["a", 2]]


@pytest.mark.parametrize("name", "pow abs print open compile sum map filter any all".split())
def test_a_built_in_name_has_its_built_in_meaning(run: Run, name: str) -> None:
    assert run(f"import builtins; answer = {name} is builtins.{name}") is True


def test_pow_takes_a_modulus(run: Run) -> None:
    assert run("answer = pow(2, 10, 1000)") == 24


def test_sorted_containers_are_there(run: Run) -> None:
    program = "answer = [list(SortedList([2, 1])), list(SortedSet([2, 1])), list(SortedDict(a=1))]"
    assert run(program) == [[1, 2], [1, 2], ["a"]]


def test_a_list_node_needs_no_argument(run: Run) -> None:
    assert run("node = ListNode(); answer = [node.val, node.next]") == [0, None]


def test_a_list_node_takes_value_and_next_node_by_position_and_by_name(run: Run) -> None:
    program = "node = ListNode(1, ListNode(val=2, next=None)); answer = [node.val, node.next.val]"
    assert run(program) == [1, 2]


def test_a_tree_node_needs_no_argument(run: Run) -> None:
    assert run("node = TreeNode(); answer = [node.val, node.left, node.right]") == [0, None, None]


def test_a_tree_node_takes_value_and_children_by_position_and_by_name(run: Run) -> None:
    program = """
node = TreeNode(1, TreeNode(2), TreeNode(val=3, left=None, right=TreeNode(4)))
answer = [node.val, node.left.val, node.right.val, node.right.right.val]
"""
    assert run(program) == [1, 2, 3, 4]


def test_a_linked_list_of_lctk_is_made_of_the_list_nodes_that_the_program_knows(run: Run) -> None:
    program = """
head = lctk.linkedList([1, 2])
answer = [type(head) is ListNode, type(head.next) is ListNode, lctk.linkedList2Arr(head)]
"""
    assert run(program) == [True, True, [1, 2]]


def test_a_binary_tree_of_lctk_is_made_of_the_tree_nodes_that_the_program_knows(run: Run) -> None:
    program = """
root = lctk.binaryTree([1, None, 2])
answer = [type(root) is TreeNode, type(root.right) is TreeNode, lctk.binaryTree2Arr(root)]
"""
    assert run(program) == [True, True, [1, None, 2]]


def test_lctk_can_print_nodes_that_the_program_makes(run: Run) -> None:
    assert run("answer = lctk.linkedList2Arr(ListNode(1, ListNode(2)))") == [1, 2]


def test_what_a_program_adds_is_not_there_for_the_next(run: Run) -> None:
    assert run("remembered = answer = 1") == 1
    assert run("answer = 'remembered' in globals()") is False


def test_what_a_program_overwrites_is_restored_for_the_next(run: Run) -> None:
    run("ListNode = Counter = bisect = answer = None")
    assert run("answer = None in (ListNode, Counter, bisect)") is False


def test_a_program_is_not_the_main_module_so_test_code_that_was_left_behind_rests(
    run: Run,
) -> None:
    assert run("answer = __name__ == '__main__'") is False


@pytest.mark.parametrize(
    "module", "csv ctypes decimal graphlib json queue statistics struct threading typing".split()
)
def test_further_standard_modules_can_be_imported_without_a_file_system(
    run: Run, module: str
) -> None:
    assert run(f"import sys; answer = {module!r} in sys.modules") is True
