"""The supervisor: from a program and a suite to a verdict, with real confined processes.

Unless a test says otherwise, ``answer(n)`` shall return twice ``n`` (see ``conftest.py``).
"""

import dataclasses
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adapter.upstream import unlimited_integers
from verifier.judgement import Judgement
from verifier.program import Program
from verifier.protocol import MercuryHarborV1, Turn, UnknownProtocol
from verifier.record import details, reward
from verifier.sandbox import Sandbox
from verifier.suite import Case, Suite, SuiteError
from verifier.supervisor import Outcome, time_programs, verify
from verifier.verdict import Status, Verdict

type Verify = Callable[..., Outcome]

needs_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can give a worker a user id and a root directory"
)

RIGHT = """
class Solution:
    def answer(self, n):
        return n + n
"""
WRONG = """
class Solution:
    def answer(self, n):
        return n
"""
BY_ADDING_UP = """
class Solution:
    def answer(self, n):
        return sum(range(n))
"""
NOTHING_EXPECTED = "def evaluate_offline(inputs, outputs, expected): return outputs == []"
IN_PLACE = """
def evaluate_offline(inputs, outputs, expected):
    outputs = inputs[0]
    return outputs == expected
"""


def body(statements: str) -> str:
    """Return a program whose method consists of these statements."""
    lines = [f"        {line}" for line in statements.strip().splitlines()]
    return "\n".join(["class Solution:", "    def answer(self, n):", *lines, ""])


# --- right and wrong ----------------------------------------------------------------------------


def test_a_program_that_answers_every_case_right_passes(verify_program: Verify) -> None:
    outcome = verify_program(RIGHT)
    assert outcome.verdict.status is Status.PASSED
    assert outcome.verdict.failing_case is None


def test_a_wrong_answer_is_one_with_the_number_of_the_first_failing_case(
    verify_program: Verify,
) -> None:
    outcome = verify_program(WRONG, cases=[([0], 0), ([1], 2), ([2], 4)])
    assert outcome.verdict.status is Status.WRONG_ANSWER
    assert outcome.verdict.failing_case == 1


@pytest.mark.parametrize("program", [WRONG, body("return 1 / 0"), "class Solution: pass"])
def test_a_program_that_does_not_pass_scores_0_everywhere(
    verify_program: Verify, program: str
) -> None:
    assert set(reward(verify_program(program, references=[RIGHT])).values()) == {0.0}


def test_a_program_may_print(verify_program: Verify) -> None:
    program = body("print(n); print(n, file=sys.stderr); sys.stdout.flush(); return 2 * n")
    assert verify_program(program).verdict.passed


def test_a_program_reads_nothing_from_its_input(verify_program: Verify) -> None:
    outcome = verify_program(body("return 2 * n if sys.stdin.read() == '' else 0"))
    assert outcome.verdict.passed


def test_test_code_that_a_program_leaves_behind_does_not_run(verify_program: Verify) -> None:
    program = f"{RIGHT}\nif __name__ == '__main__':\n    raise SystemExit\n"
    assert verify_program(program).verdict.passed


def test_a_program_may_define_its_own_nodes(verify_program: Verify) -> None:
    program = """
class ListNode:
    def __init__(self, x):
        self.val = x
        self.next = None

class Solution:
    def answer(self, head):
        copy = ListNode(head.val * 2)
        copy.next = head.next
        return copy
"""
    outcome = verify_program(
        program,
        cases=[([[1, 5]], [2, 5])],
        converter="""
def convert_offline(case):
    import lctk
    inputs, expected = case
    return (lctk.linkedList(inputs[0]),), expected
""",
        comparator="""
def evaluate_offline(inputs, outputs, expected):
    import lctk
    return lctk.linkedList2Arr(outputs) == expected
""",
    )
    assert outcome.verdict.passed


def test_big_integers_and_infinity_reach_the_program_and_come_back(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    big = "1" + "0" * 5_000
    case = Case(f"[{big}, Infinity]", f"[-{big}, -Infinity]")
    path = tmp_path / "solution.py"
    path.write_text("class Solution:\n    def answer(self, a, b):\n        return [-a, -b]\n")
    assert verify(dataclasses.replace(make_suite(), cases=(case,)), path).verdict.passed


def test_an_object_that_claims_to_equal_everything_is_a_wrong_answer(
    verify_program: Verify,
) -> None:
    program = """
class Agreeable(int):
    __eq__ = lambda self, other: True

class Solution:
    def answer(self, n):
        return Agreeable()
"""
    assert verify_program(program).verdict.status is Status.WRONG_ANSWER


def test_the_results_of_timed_calls_are_checked_too(verify_program: Verify) -> None:
    program = f"""
calls = math.__dict__.setdefault("calls", [])
{body("calls.append(n); return 2 * n if len(calls) < 3 else n")}
"""
    outcome = verify_program(program, cases=[([3], 6)], references=[RIGHT])
    assert outcome.verdict.status is Status.WRONG_ANSWER
    assert set(reward(outcome).values()) == {0.0}


def test_a_class_that_is_made_anew_forgets_what_the_last_call_left_in_it(
    verify_program: Verify,
) -> None:
    program = """
seen = []

class Solution:
    known = {}

    def answer(self, n, default=[]):
        remembered = len(seen) + len(self.known) + len(default)
        seen.append(n)
        default.append(n)
        self.known[n] = n
        return 2 * n + remembered
"""
    assert verify_program(program).verdict.passed


# --- arguments changed in place -----------------------------------------------------------------

SORTING: dict[str, Any] = {"cases": [([[3, 1, 2]], [1, 2, 3])], "comparator": IN_PLACE}


def test_a_program_that_changes_its_argument_passes_a_task_that_asks_for_it(
    verify_program: Verify,
) -> None:
    assert verify_program(body("n.sort()"), **SORTING).verdict.passed


def test_an_answer_that_is_only_returned_does_not(verify_program: Verify) -> None:
    outcome = verify_program(body("return sorted(n)"), **SORTING)
    assert outcome.verdict.status is Status.WRONG_ANSWER


def test_a_name_that_is_only_bound_anew_changes_nothing(verify_program: Verify) -> None:
    outcome = verify_program(body("n = sorted(n)"), **SORTING)
    assert outcome.verdict.status is Status.WRONG_ANSWER


def test_arguments_are_made_anew_for_every_call(verify_program: Verify) -> None:
    program = body("n.append(len(n)); return n")
    assert verify_program(program, cases=[([[7]], [7, 1])], references=[program]).verdict.passed


# --- programs that cannot be loaded -------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("class Solution:\n    def answer(self, n)\n", "SyntaxError"),
        ("class Solution:\n  def answer(self, n):\n\treturn n\n", "TabError"),
        ("print 'Python 2'", "SyntaxError"),
        ("class Solution: pass\0", "SyntaxError"),
        ("", "NoSolutionClass"),
        ("# nothing but a comment", "NoSolutionClass"),
        ("class Answer:\n    def answer(self, n):\n        return n\n", "NoSolutionClass"),
        ("class Solution:\n    def reply(self, n):\n        return n\n", "AttributeError"),
        (f"{RIGHT}\nimport numpy\n", "ModuleNotFoundError"),
        (f"{RIGHT}\nundefined_name\n", "NameError"),
        (f"{RIGHT}\nraise SystemExit\n", "SystemExit"),
    ],
    ids=[
        "syntax error",
        "tabs and blanks",
        "Python 2",
        "null character",
        "empty",
        "comment",
        "missing class",
        "missing method",
        "missing package",
        "undefined name",
        "exit",
    ],
)
def test_a_program_that_cannot_be_loaded_is_a_load_error_of_no_case(
    verify_program: Verify, program: str, reason: str
) -> None:
    verdict = verify_program(program).verdict
    assert (verdict.status, verdict.failing_case) == (Status.LOAD_ERROR, None)
    assert verdict.reason == reason


def test_a_missing_file_is_a_load_error(make_suite: Callable[..., Suite], tmp_path: Path) -> None:
    verdict = verify(make_suite(), tmp_path / "solution.py").verdict
    assert verdict.status is Status.LOAD_ERROR
    assert "No such file" in verdict.reason


def test_a_directory_is_a_load_error(make_suite: Callable[..., Suite], tmp_path: Path) -> None:
    (tmp_path / "solution.py").mkdir()
    verdict = verify(make_suite(), tmp_path / "solution.py").verdict
    assert verdict.status is Status.LOAD_ERROR


def test_a_path_through_a_file_is_a_load_error(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    (tmp_path / "app").write_text("")
    assert verify(make_suite(), tmp_path / "app" / "solution.py").verdict.status is (
        Status.LOAD_ERROR
    )


def test_a_link_is_a_load_error_even_to_a_right_program(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    (tmp_path / "elsewhere.py").write_text(RIGHT)
    (tmp_path / "solution.py").symlink_to(tmp_path / "elsewhere.py")
    assert verify(make_suite(), tmp_path / "solution.py").verdict.status is Status.LOAD_ERROR


def test_a_pipe_is_a_load_error_and_nobody_waits_for_it(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "solution.py")
    verdict = verify(make_suite(), tmp_path / "solution.py").verdict
    assert (verdict.status, verdict.reason) == (Status.LOAD_ERROR, "it is not a regular file")


def test_a_device_is_a_load_error(make_suite: Callable[..., Suite]) -> None:
    verdict = verify(make_suite(), Path("/dev/zero")).verdict
    assert (verdict.status, verdict.reason) == (Status.LOAD_ERROR, "it is not a regular file")


def test_a_program_of_1_mebibyte_passes(verify_program: Verify) -> None:
    assert verify_program(RIGHT.ljust(1 << 20, "#")).verdict.passed


def test_a_larger_program_is_a_load_error(verify_program: Verify) -> None:
    verdict = verify_program(RIGHT.ljust((1 << 20) + 1, "#")).verdict
    assert (verdict.status, verdict.reason) == (Status.LOAD_ERROR, "it is larger than 1 MiB")


def test_a_file_of_200_megabytes_is_a_load_error(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    path = tmp_path / "solution.py"
    path.touch()
    os.truncate(path, 200_000_000)
    assert verify(make_suite(), path).verdict.status is Status.LOAD_ERROR


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-32"])
def test_a_program_that_is_not_utf_8_is_a_load_error(
    make_suite: Callable[..., Suite], tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "solution.py"
    path.write_bytes(f"# -*- coding: {encoding} -*-\n# Größe\n{RIGHT}".encode(encoding))
    assert verify(make_suite(), path).verdict.status is Status.LOAD_ERROR


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + RIGHT.encode(),
        RIGHT.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + RIGHT.replace("\n", "\r\n").encode(),
        RIGHT.rstrip().encode(),
        f"# Größe: 你好 😀\n{RIGHT}".encode(),
    ],
    ids=["byte order mark", "CRLF", "both", "no newline at the end", "beyond ASCII"],
)
def test_a_program_is_read_as_people_save_it(
    make_suite: Callable[..., Suite], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "solution.py"
    path.write_bytes(content)
    assert verify(make_suite(), path).verdict.passed


# --- programs that fail in a call ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("raise ValueError('text')", "ValueError"),
        ("raise NotImplementedError", "NotImplementedError"),
        ("raise SystemExit", "SystemExit"),
        ("exit()", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise BaseExceptionGroup('all', [SystemExit()])", "BaseExceptionGroup"),
        ("return self.answer(n)", "RecursionError"),
        ("return undefined_name", "NameError"),
        ("return input()", "EOFError"),
        ("import numpy", "ModuleNotFoundError"),
    ],
)
def test_an_exception_is_a_runtime_error_that_names_its_type(
    verify_program: Verify, statement: str, reason: str
) -> None:
    verdict = verify_program(body(statement)).verdict
    assert (verdict.status, verdict.reason) == (Status.RUNTIME_ERROR, reason)
    assert verdict.failing_case == 0


def test_a_runtime_error_comes_with_the_number_of_its_case(verify_program: Verify) -> None:
    outcome = verify_program(body("return 2 // n * n * n"), cases=[([1], 2), ([0], 0)])
    assert outcome.verdict.status is Status.RUNTIME_ERROR
    assert outcome.verdict.failing_case == 1


def test_a_method_that_takes_other_arguments_is_a_runtime_error(verify_program: Verify) -> None:
    verdict = verify_program(RIGHT, cases=[([1, 2], 2)]).verdict
    assert (verdict.status, verdict.reason) == (Status.RUNTIME_ERROR, "TypeError")


def test_a_result_of_more_than_16_mebibytes_is_a_runtime_error(verify_program: Verify) -> None:
    verdict = verify_program(body("return 'x' * (1 << 25)")).verdict
    assert (verdict.status, verdict.reason) == (Status.RUNTIME_ERROR, "ResultTooLarge")


def test_100_000_python_frames_are_not_too_many(verify_program: Verify) -> None:
    program = """
class Solution:
    def answer(self, n):
        return 0 if n == 0 else self.answer(n - 1) + 2
"""
    assert verify_program(
        program, cases=[([100_000], 200_000)], wall_limit_seconds=1
    ).verdict.passed


@pytest.mark.parametrize(
    "statement",
    [
        "return lru_cache(None)(lambda m: self.answer(m))(n)",
        "return sorted([n], key=self.answer)",
        "return list(map(self.answer, [n]))",
        "return str(self)",
        "return self == self",
        "return self.computed",
    ],
    ids=["lru_cache", "sorted", "map", "str", "comparison", "property"],
)
def test_an_endless_recursion_through_c_code_gets_a_verdict(
    verify_program: Verify, statement: str
) -> None:
    methods = """
    def __str__(self):
        return str(self)

    def __eq__(self, other):
        return self == other

    @property
    def computed(self):
        return getattr(self, "computed")
"""
    verdict = verify_program(body(statement) + methods).verdict
    assert (verdict.status, verdict.reason) == (Status.RUNTIME_ERROR, "RecursionError")


@pytest.mark.parametrize(
    "statement",
    [
        "while True: pass",
        """
while True:
    try:
        while True: pass
    except BaseException:
        pass
""",
        """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: pass
""",
        "time.sleep(60)",
        "return re.match('(a*)*b', 'a' * 40)",
        "return 7 ** 10 ** 9",
    ],
    ids=["busy", "catches everything", "ignores signals", "sleeps", "in the re module", "in C"],
)
def test_a_program_that_does_not_end_is_a_timeout(verify_program: Verify, statement: str) -> None:
    verdict = verify_program(body(statement), wall_limit_seconds=0.5).verdict
    assert (verdict.status, verdict.failing_case) == (Status.TIMEOUT, 0)


def test_a_program_that_does_not_end_while_it_is_loaded_is_a_timeout_of_no_case(
    verify_program: Verify,
) -> None:
    verdict = verify_program("while True: pass", wall_limit_seconds=0.5).verdict
    assert (verdict.status, verdict.failing_case) == (Status.TIMEOUT, None)


def test_the_limit_holds_for_all_cases_together(verify_program: Verify) -> None:
    outcome = verify_program(
        body("time.sleep(0.3); return 2 * n"),
        cases=[([n], 2 * n) for n in range(10)],
        wall_limit_seconds=1,
    )
    assert outcome.verdict.status is Status.TIMEOUT
    assert 1 <= (outcome.verdict.failing_case or 0) <= 3


@pytest.mark.parametrize(
    "statement",
    [
        "return bytearray(3 << 30)",
        "blocks = []\nwhile True: blocks.append(bytes(1 << 26))",
        "return [0] * (1 << 40)",
        "return list(range(1 << 40))",
    ],
    ids=["at once", "piece by piece", "absurdly much", "element by element"],
)
def test_more_than_2_gibibytes_are_too_much_memory(verify_program: Verify, statement: str) -> None:
    verdict = verify_program(body(statement)).verdict
    assert (verdict.status, verdict.failing_case) == (Status.MEMORY, 0)


def test_too_much_memory_while_loading_is_a_matter_of_memory_too(verify_program: Verify) -> None:
    verdict = verify_program(f"table = bytearray(3 << 30)\n{RIGHT}").verdict
    assert (verdict.status, verdict.failing_case) == (Status.MEMORY, None)


def test_1_gibibyte_is_not_too_much_memory(verify_program: Verify) -> None:
    program = body("return len(bytes(1 << 30)) // (1 << 30) * 2 * n")
    assert verify_program(program, cases=[([1], 2)]).verdict.passed


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("import os; os._exit(0)", "exit code 0"),
        ("import os; os._exit(7)", "exit code 7"),
        ("import ctypes; ctypes.string_at(0)", "exit code -11"),
        ("import os; os.abort()", "exit code -"),
    ],
    ids=["exit", "exit with a code", "segmentation fault", "abort"],
)
def test_a_program_that_ends_its_process_has_crashed(
    verify_program: Verify, statement: str, reason: str
) -> None:
    verdict = verify_program(body(statement)).verdict
    assert (verdict.status, verdict.failing_case) == (Status.CRASHED, 0)
    assert verdict.reason.startswith(reason)


# --- programs that lie --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "os.write(3, b'junk that is no frame')",
        "os.write(3, b'\\0\\0\\0\\1X')",
        "os.write(3, b'\\0\\0\\0\\0')",
        "os.write(3, b'\\xff\\xff\\xff\\xff')",
        "os.close(3); time.sleep(5)",
    ],
    ids=["junk", "an unknown reply", "an empty one", "a huge one", "closed"],
)
def test_a_program_that_uses_the_channel_itself_is_tampering(
    verify_program: Verify, statement: str
) -> None:
    program = body(f"import os\n{statement}\nreturn 2 * n")
    outcome = verify_program(program)
    assert outcome.verdict.status is Status.TAMPERING
    assert set(reward(outcome).values()) == {0.0}


def test_a_program_that_closes_the_channel_and_returns_does_not_pass(
    verify_program: Verify,
) -> None:
    verdict = verify_program(body("import os; os.close(3); return 2 * n")).verdict
    assert verdict.status in (Status.TAMPERING, Status.CRASHED)


def test_two_replies_to_one_request_are_tampering(verify_program: Verify) -> None:
    program = body("""
import os
from verifier.codec import encode
from verifier.messages import Readings, pack_reply
reply = pack_reply(Readings((), encode([2 * n, None])))
os.write(3, 2 * (struct.pack(">I", len(reply)) + reply))
return 2 * n
""")
    assert verify_program(program).verdict.status is Status.TAMPERING


def test_a_reply_in_advance_does_not_pass(verify_program: Verify) -> None:
    program = f"""
import os
{RIGHT}
os.write(3, b"\\0\\0\\0\\5R\\0\\0\\0\\0")  # what an honest worker says when it has loaded
"""
    verdict = verify_program(program).verdict
    assert verdict.status in (Status.TAMPERING, Status.WRONG_ANSWER)


def test_more_time_than_the_kernel_has_counted_is_tampering(verify_program: Verify) -> None:
    program = f"""
readings = iter(range(0, 10**15, 10**9))
sys.modules['verifier.worker'].thread_time_ns = lambda: next(readings)
{RIGHT}
"""
    outcome = verify_program(program, references=[RIGHT])
    assert outcome.verdict.status is Status.TAMPERING


HONEST = body("return [sum(range(n)), n]")
SIZES = (40_000, 50_000, 60_000)
ADDING_UP: dict[str, Any] = {
    "cases": [([size], [sum(range(size)), size]) for size in SIZES],
    "references": [HONEST],
}
STOPPED_CLOCK = f"sys.modules['verifier.worker'].thread_time_ns = lambda: 0\n{HONEST}"
SLOW_CLOCK = f"""
honest_clock = time.process_time_ns
sys.modules['verifier.worker'].thread_time_ns = lambda: honest_clock() // 100
{HONEST}
"""
ANSWERS_WHEN_CHECKED = body("""
frame = sys._getframe()
while frame.f_code.co_name != "make_calls":
    frame = frame.f_back
if frame.f_locals["number"] == frame.f_locals["checked_call"]:
    return [sum(range(n)), n]
""")
REMEMBERS = f"""
memory = math.__dict__.setdefault("memory", {{}})
{body("return memory.get(n) or memory.setdefault(n, [sum(range(n)), n])")}
"""
ANSWERS_WHEN_READ = """
class Claims(type):
    def __hash__(cls):
        return hash(list)
    def __eq__(cls, other):
        return True

class Late(list, metaclass=Claims):
    def __iter__(self):
        return iter([sum(range(self.n)), self.n])

class Solution:
    def answer(self, n):
        late = Late()
        late.n = n
        return late
"""

ANSWERS_WHEN_CHECKED_AND_HIDES_IT = body("""
frame = sys._getframe()
while frame.f_code.co_name != "make_calls":
    frame = frame.f_back
turn = frame.f_locals
if turn["calls"] == 1:  # judged, or the first call of a case, measured in a new process
    worker = sys.modules["verifier.worker"]
    clock = worker.thread_time_ns
    started = clock()
    def clock_that_stood_still():
        worker.thread_time_ns = clock
        return started
    result = [sum(range(n)), n]
    worker.thread_time_ns = clock_that_stood_still
    return result
if turn["number"] == turn["checked_call"]:
    return [sum(range(n)), n]
""")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            ANSWERS_WHEN_CHECKED_AND_HIDES_IT,
            id="answers only in the call that is checked and hides what its first call took",
        ),
        pytest.param(STOPPED_CLOCK, id="stops the clock"),
        pytest.param(SLOW_CLOCK, id="slows the clock"),
        pytest.param(ANSWERS_WHEN_CHECKED, id="answers only in the call that is checked"),
        pytest.param(REMEMBERS, id="remembers the answer in a module"),
        pytest.param(ANSWERS_WHEN_READ, id="answers only when its result is read"),
    ],
)
def test_a_program_does_not_look_faster_than_it_is(verify_program: Verify, program: str) -> None:
    outcome = verify_program(program, **ADDING_UP)
    if outcome.verdict.passed:
        described = details(outcome)
        seconds = described["candidate"].get("solution_seconds", math.inf)
        assert seconds > described["references"][0]["solution_seconds"] / 2


# --- what a worker can reach --------------------------------------------------------------------


def finds(verify_program: Verify, expression: str, expected: object, setup: str = "pass") -> bool:
    """Return whether a program finds the value of ``expression`` to be the expected one."""
    program = body(f"import os, resource, socket\n{setup}\nreturn {expression}")
    return verify_program(program, cases=[([0], expected)]).verdict.passed


def children_of_this_process() -> set[str]:
    """Return the process ids of the children, dead ones that nobody asked for included."""
    stat_files = Path("/proc").glob("[0-9]*/stat")
    fields = [path.read_text().rpartition(")") for path in stat_files if path.exists()]
    return {
        before.split()[0] for before, _, after in fields if int(after.split()[1]) == os.getpid()
    }


ERROR_OF = """
def error_of(action):
    try: action()
    except Exception as error: return type(error).__name__
"""


@needs_root
def test_its_root_directory_is_empty(verify_program: Verify) -> None:
    assert finds(verify_program, "error_of(lambda: os.listdir('/'))", "PermissionError", ERROR_OF)
    assert finds(verify_program, "os.path.exists('/tests')", False)


@needs_root
@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/1/environ", "/proc/self/mem", "/dev/null"])
def test_it_cannot_open_files(verify_program: Verify, path: str) -> None:
    action = f"error_of(lambda: open({path!r}))"
    assert finds(verify_program, action, "FileNotFoundError", ERROR_OF)


@needs_root
def test_it_cannot_create_files(verify_program: Verify) -> None:
    action = "error_of(lambda: open('/file', 'w'))"
    assert finds(verify_program, action, "PermissionError", ERROR_OF)


@needs_root
def test_it_cannot_leave_its_root_directory(verify_program: Verify) -> None:
    assert finds(verify_program, "error_of(lambda: os.chroot('/'))", "PermissionError", ERROR_OF)
    assert finds(verify_program, "os.path.exists('../../../etc')", False)


def test_it_cannot_fork(verify_program: Verify) -> None:
    refused = "error_of(os.fork) in ('BlockingIOError', 'PermissionError')"
    assert finds(verify_program, refused, True, ERROR_OF)


def test_it_cannot_start_threads(verify_program: Verify) -> None:
    action = "error_of(threading.Thread(target=print).start)"
    assert finds(verify_program, action, "RuntimeError", ERROR_OF)


@needs_root
@pytest.mark.parametrize("other", ["1", "os.getppid()"])
def test_it_cannot_send_signals_to_others(verify_program: Verify, other: str) -> None:
    action = f"error_of(lambda: os.kill({other}, 18))"
    assert finds(verify_program, action, "PermissionError", ERROR_OF)


@needs_root
def test_it_can_try_to_kill_everybody_and_nobody_dies(verify_program: Verify) -> None:
    killer = body("""
import os
try: os.kill(-1, 9)
except PermissionError: pass
return 2 * n
""")
    outcome = verify_program(killer, references=[RIGHT, killer])
    assert outcome.verdict.passed
    assert len(outcome.timed_references) == 2


@needs_root
def test_it_is_not_root(verify_program: Verify) -> None:
    assert finds(verify_program, "all([*os.getresuid(), *os.getresgid()])", True)


@needs_root
def test_it_has_none_of_the_groups_of_the_supervisor(
    make_suite: Callable[..., Suite], tmp_path: Path
) -> None:
    path = tmp_path / "solution.py"
    path.write_text(body("import os; return os.getgroups()"))
    groups = os.getgroups()
    os.setgroups([4, 5])
    try:
        outcome = verify(make_suite(cases=[([0], [])]), path)
    finally:
        os.setgroups(groups)
    assert outcome.verdict.passed


@needs_root
def test_it_cannot_become_root_again(verify_program: Verify) -> None:
    assert finds(verify_program, "error_of(lambda: os.setuid(0))", "PermissionError", ERROR_OF)


@needs_root
def test_no_two_workers_have_the_same_user_id(verify_program: Verify) -> None:
    program = body("import os; return ['{name}', os.getuid()]")
    first, second, third = (program.format(name=name) for name in ("first", "second", "third"))
    outcome = verify_program(
        first,
        references=[second, third],
        comparator="""
names = {}
def evaluate_offline(inputs, outputs, expected):
    name, user_id = outputs
    return names.setdefault(user_id, name) == name
""",
    )
    assert outcome.verdict.passed
    assert all(program.in_the_running for program in outcome.references)


def test_its_environment_is_empty(
    make_suite: Callable[..., Suite], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("API_KEY_OF_THE_SUPERVISOR", "secret")
    path = tmp_path / "solution.py"
    path.write_text(body("import os; return dict(os.environ)"))
    assert verify(make_suite(cases=[([0], {})]), path).verdict.passed


def test_its_hash_seed_is_the_same_in_every_verification(verify_program: Verify) -> None:
    order_of_a_set = "list(set('any text that is long enough'))"
    elsewhere = subprocess.run(
        [sys.executable, "-c", f"import json; print(json.dumps({order_of_a_set}))"],
        env={"PYTHONHASHSEED": "0"},
        capture_output=True,
        check=True,
    )
    assert finds(verify_program, order_of_a_set, json.loads(elsewhere.stdout))


def test_it_has_no_descriptor_but_the_standard_streams_and_its_channel(
    verify_program: Verify,
) -> None:
    opened = "[number for number in range(256) if error_of(lambda: os.fstat(number)) is None]"
    assert finds(verify_program, opened, [0, 1, 2, 3], ERROR_OF)


def test_it_can_have_few_descriptors(verify_program: Verify) -> None:
    action = "error_of(lambda: [os.dup(3) for _ in range(100)])"
    assert finds(verify_program, action, "OSError", ERROR_OF)


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("Max address space", 2 << 30),
        ("Max processes", 0),
        ("Max file size", 0),
        ("Max core file size", 0),
    ],
)
def test_its_limits_are_hard_ones(limit: str, value: int) -> None:
    with Sandbox() as sandbox:
        worker = sandbox.start("worker")
        limits = Path(f"/proc/{worker._pid}/limits").read_text().splitlines()
    (line,) = (line for line in limits if line.startswith(limit))
    assert line.removeprefix(limit).split()[:2] == [str(value), str(value)]


@needs_root
def test_it_cannot_raise_its_limits(verify_program: Verify) -> None:
    action = "error_of(lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)))"
    assert finds(verify_program, f"{action} in ('ValueError', 'PermissionError')", True, ERROR_OF)


def test_it_runs_on_one_cpu(verify_program: Verify) -> None:
    assert finds(verify_program, "len(os.sched_getaffinity(0))", 1)


def test_its_memory_holds_its_own_source_and_the_inputs_of_the_case_alone(
    verify_program: Verify,
) -> None:
    program = body("""
import gc
mark, found, seen = "".join(["sec", "ret-"]), set(), set()
frame, pending = sys._getframe(), [vars(module) for module in sys.modules.values()]
while frame is not None:
    pending.append(dict(frame.f_locals))
    frame = frame.f_back
pending.extend(item for item in gc.get_objects() if item is not pending)
pending.extend(part for item in list(pending) for part in gc.get_referents(item))
while pending:
    item = pending.pop()
    if type(item) is str and mark in item and item is not mark:
        found.add(item)
    elif type(item) in (list, tuple, dict, set) and id(item) not in seen:
        seen.add(id(item))
        pending.extend(gc.get_referents(item))
return sorted(text for text in found if "class Solution" not in text)
""")
    outcome = verify_program(
        program,
        cases=[(["secret-first"], "secret-expected"), (["secret-second"], "secret-expected")],
        references=["name = 'secret-reference'"],
        wall_limit_seconds=1,
        comparator="""
def evaluate_offline(inputs, outputs, expected):
    name = "secret-comparator"
    return outputs == ['["secret-first"]', "secret-first"] or (
        outputs == ['["secret-second"]', "secret-second"]
    )
""",
    )
    assert outcome.verdict.passed


def test_nothing_of_a_verification_is_left_behind(
    make_suite: Callable[..., Suite], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    path = tmp_path / "solution.py"
    path.write_text(RIGHT)
    children = children_of_this_process()
    verify(make_suite(references=[RIGHT]), path)
    assert list(tmp_path.iterdir()) == [path]
    assert children_of_this_process() == children


# --- references and time ------------------------------------------------------------------------


def test_references_that_pass_are_timed_with_the_candidate(verify_program: Verify) -> None:
    outcome = verify_program(RIGHT, references=[RIGHT, body("return n * 2")])
    assert outcome.timed_references == outcome.references
    assert len(outcome.references) == 2


def test_every_case_of_a_timed_program_has_128_readings(verify_program: Verify) -> None:
    outcome = verify_program(RIGHT, references=[RIGHT])
    assert outcome.candidate is not None
    for program in (outcome.candidate, *outcome.references):
        for case in (0, 1):
            assert len(program.case_readings(case, range(MercuryHarborV1.blocks))) == 128


def test_a_candidate_without_references_has_no_place_among_them(verify_program: Verify) -> None:
    scores = reward(verify_program(RIGHT, references=[]))
    assert (scores["pass_at_1"], scores["efficiency_valid"]) == (1, 0)


def test_references_that_fail_are_left_out(verify_program: Verify) -> None:
    failing = [WRONG, "class Solution:", body("return 1 / 0"), body("import os; os._exit(1)")]
    outcome = verify_program(RIGHT, references=[*failing, RIGHT])
    statuses = [program.verdict.status for program in outcome.references if program.verdict]
    assert statuses == ["wrong_answer", "load_error", "runtime_error", "crashed", "passed"]
    assert outcome.timed_references == outcome.references[-1:]


def test_where_all_references_fail_the_candidate_has_no_place_among_them(
    verify_program: Verify,
) -> None:
    scores = reward(verify_program(RIGHT, references=[WRONG, WRONG]))
    assert (scores["pass_at_1"], scores["efficiency_valid"]) == (1, 0)


def test_when_the_candidate_fails_no_reference_is_run(verify_program: Verify) -> None:
    outcome = verify_program(WRONG, references=[RIGHT])
    assert outcome.references == []
    assert list(outcome.step_seconds) == ["judge_candidate"]


@pytest.mark.parametrize(("place", "beyond", "percentile"), [(0, 1, 0.75), (1, 0, 0.25)])
def test_a_candidate_gets_its_place_among_references(
    verify_program: Verify, place: int, beyond: int, percentile: float
) -> None:
    fast, slow = (body(f"for _ in range({loops}): pass\nreturn 2 * n") for loops in (0, 20_000))
    outcome = verify_program([fast, slow][place], cases=[([3], 6)], references=[fast, slow])
    scores = reward(outcome)
    assert scores["beyond_at_1"] == pytest.approx(beyond, abs=0.2)
    assert abs(scores["percentile"] - percentile) <= 0.25
    assert scores["efficiency_valid"] == 1


def test_a_candidate_that_is_too_slow_to_time_keeps_its_pass(verify_program: Verify) -> None:
    slow = body("time.sleep(0.05); return 2 * n")
    outcome = verify_program(slow, cases=[([3], 6)], references=[RIGHT], wall_limit_seconds=1)
    assert outcome.verdict.passed
    assert reward(outcome) == {
        "reward": 1,
        "pass_at_1": 1,
        "beyond_at_1": 0,
        "percentile": 0,
        "efficiency_valid": 1,
    }


def test_a_candidate_that_is_hopelessly_slow_is_not_timed_at_all(verify_program: Verify) -> None:
    slow = body("for _ in range(5_000_000): pass\nreturn 2 * n")
    outcome = verify_program(slow, cases=[([3], 6)], references=[RIGHT], wall_limit_seconds=2)
    assert outcome.candidate is not None
    assert outcome.candidate.gave_up
    assert outcome.candidate.measurements == {}
    assert reward(outcome)["efficiency_valid"] == 1


def test_a_reference_that_is_too_slow_to_time_is_left_out(verify_program: Verify) -> None:
    slow = body("time.sleep(0.05); return 2 * n")
    outcome = verify_program(
        RIGHT, cases=[([3], 6)], references=[slow, RIGHT], wall_limit_seconds=1
    )
    assert outcome.timed_references == [outcome.references[1]]
    assert outcome.references[0].gave_up


def test_a_program_that_keeps_much_memory_is_timed_nevertheless(verify_program: Verify) -> None:
    program = f"sys.hoard = vars(sys).get('hoard') or bytearray(150 << 20)\n{RIGHT}"
    outcome = verify_program(program, cases=[([3], 6)], references=[RIGHT])
    assert reward(outcome)["efficiency_valid"] == 1


class Recorder(Program):
    """Notes when it takes a turn, runs nothing, and fails in the block that it is told."""

    def __init__(self, name: str, notes: list[Any], suite: Suite, fails_in: int = -1) -> None:
        super().__init__(name, "", suite, Sandbox())
        self.verdict = Verdict(Status.PASSED)
        self._notes = notes
        self._fails_in = fails_in

    def give_up_if_hopeless(self, _protocol: MercuryHarborV1) -> None:
        pass

    def take(self, turn: Turn, _judgement: Judgement) -> None:
        self._notes.append((self.name, turn.block, turn.case))
        if turn.block == self._fails_in:
            self.verdict = Verdict(Status.WRONG_ANSWER)


def take_turns(suite: Suite, *programs: Program) -> None:
    protocol, judgement = MercuryHarborV1(), Judgement(suite, Sandbox())
    time_programs(list(programs), suite, protocol, judgement)


def test_all_programs_take_a_turn_before_the_next_one_comes(
    make_suite: Callable[..., Suite],
) -> None:
    notes: list[tuple[str, int, int]] = []
    suite = make_suite(cases=[([1], 2), ([2], 4)])
    take_turns(suite, Recorder("first", notes, suite), Recorder("second", notes, suite))
    for start in range(0, len(notes), 2):
        (one, *turn), (other, *other_turn) = notes[start : start + 2]
        assert {one, other} == {"first", "second"}
        assert turn == other_turn
    assert len(notes) == 2 * 2 * MercuryHarborV1.blocks


def test_a_program_that_fails_takes_no_further_turn_and_the_others_do(
    make_suite: Callable[..., Suite],
) -> None:
    notes: list[tuple[str, int, int]] = []
    suite = make_suite(cases=[([1], 2)])
    take_turns(
        suite, Recorder("other", notes, suite), Recorder("failing", notes, suite, fails_in=1)
    )
    assert [block for name, block, _ in notes if name == "failing"] == [0, 1]
    assert [block for name, block, _ in notes if name == "other"] == list(range(8))


def test_a_candidate_that_fails_in_a_timed_turn_leaves_no_times_behind(
    verify_program: Verify,
) -> None:
    program = f"""
calls = math.__dict__.setdefault("calls", [])
{body("calls.append(1); return n + n if len(calls) <= 2 else None")}
"""
    outcome = verify_program(program, references=[RIGHT])
    assert outcome.verdict.status is Status.WRONG_ANSWER
    assert outcome.timed_references == []
    assert set(reward(outcome).values()) == {0}
    assert details(outcome)["status"] == "wrong_answer"


def test_integers_of_ten_thousand_digits_are_read_and_written(verify_program: Verify) -> None:
    program = body("return [int(n) + 1, str(10**12_000)]")
    cases = [(["9" * 10_000], [10**10_000, "1" + "0" * 12_000])]
    with unlimited_integers():
        assert verify_program(program, cases=cases).verdict.passed


# --- faults of the verifier itself --------------------------------------------------------------


def test_an_unknown_protocol_is_a_fault(verify_program: Verify) -> None:
    with pytest.raises(UnknownProtocol):
        verify_program(RIGHT, protocol="mercury-harbor-v0")


def test_a_case_that_the_judge_cannot_convert_is_a_fault(verify_program: Verify) -> None:
    converter = """
def convert_offline(case):
    inputs, expected = case
    return inputs, None if expected is None else expected["missing"]
"""
    with pytest.raises(SuiteError, match="case 0 cannot be converted"):
        verify_program(RIGHT, converter=converter, cases=[([3], {})])


@pytest.mark.parametrize("converter", ["def convert_offline(:", "def convert_offline(case): 1 / 0"])
def test_a_converter_that_does_not_work_is_a_fault_and_not_the_candidates(
    verify_program: Verify, converter: str
) -> None:
    with pytest.raises(SuiteError):
        verify_program(RIGHT, converter=converter)


def test_a_comparator_that_does_not_compile_is_a_fault(verify_program: Verify) -> None:
    with pytest.raises(SuiteError):
        verify_program(RIGHT, comparator="def evaluate_offline(:")


def test_a_comparator_that_cannot_be_loaded_is_a_fault(verify_program: Verify) -> None:
    comparator = "import missing\ndef evaluate_offline(inputs, outputs, expected): return True"
    with pytest.raises(SuiteError, match="converter or comparator"):
        verify_program(RIGHT, comparator=comparator)
