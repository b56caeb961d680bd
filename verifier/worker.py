"""The hostile process: runs one program on one case at a time and says what came out.

Everything in here is in the program's reach. Nothing that it sends is believed: results are
data for the judge, readings are held against the kernel's (see ``supervisor.py``).
"""

import gc
import json
import re
import socket
import sys
from time import thread_time_ns
from types import CodeType
from typing import Any

from verifier import codec
from verifier.messages import (
    LARGEST_RESULT_BYTES,
    Failure,
    Readings,
    pack_reply,
    receive_frame,
    send_frame,
    unpack_request,
)
from verifier.prelude import fresh_namespace

# LeetCode's own limit. Since Python 3.11 a Python call needs no C stack, so this many frames
# cost memory only; recursion through C code has the interpreter's own, lower limit.
RECURSION_LIMIT = 550_000
_LONG_CALL_NANOSECONDS = 10_000_000  # after which a collection costs next to nothing


class ResultTooLarge(Exception):
    """The result is larger than any right one."""


class NoSolutionClass(Exception):
    """The program defines no class of the name that the task asks for."""


class Program:
    """A candidate's or reference's source, compiled once, and how it is called."""

    def __init__(self, source: str, entry_point: str, converter: str) -> None:
        self._code: CodeType = compile(source, "solution.py", "exec", dont_inherit=True)
        self._entry_point = entry_point
        self._classes: list[Any] = []  # a Solution of a fresh namespace for each call to come
        converters: dict[str, Any] = {}
        exec(converter, converters)
        self._convert = converters["convert_offline"]
        getattr(self._fresh_class(), entry_point)

    def prepare(self, calls: int) -> None:
        """Load a fresh namespace for each of so many calls, of a case that is not yet known."""
        while len(self._classes) < calls:
            self._classes.append(self._fresh_class())

    def call(self, input_text: str) -> tuple[int, Any, Any]:
        """Call the program once on fresh arguments in a fresh namespace.

        The clock is that of the only thread, which is the process' CPU time, user plus system.
        The process' own clock says the same, but in steps of a timer tick as soon as a program
        arms a CPU timer or a CPU limit is set.

        Returns:
            CPU time of the call in nanoseconds, the result, the arguments after the call.
        """
        solution_class = self._classes.pop()
        re.purge()  # or a pattern would be compiled in first calls only
        arguments, _ = self._convert((json.loads(input_text), None))
        started = thread_time_ns()
        result = getattr(solution_class(), self._entry_point)(*arguments)
        elapsed = thread_time_ns() - started
        return elapsed, result, arguments

    def _fresh_class(self) -> Any:
        namespace = fresh_namespace()
        exec(self._code, namespace)
        if "Solution" not in namespace:
            raise NoSolutionClass
        return namespace["Solution"]


def serve(channel: socket.socket) -> None:
    """Answer the supervisor's requests until it closes the channel.

    The first request holds the program; each later one either asks to ``prepare`` so many calls
    or to make calls.
    """
    sys.setrecursionlimit(RECURSION_LIMIT)
    gc.disable()
    program: Program | None = None
    while True:
        header, _ = unpack_request(receive_frame(channel))
        stage = "load" if program is None else "call"
        reply: Readings | Failure = Readings((), b"")
        try:
            if program is None:
                program = Program(**header)
            elif "prepare" in header:
                gc.collect()  # of what earlier turns left behind
                program.prepare(header["prepare"])
            else:
                reply = make_calls(program, **header)
        except BaseException as error:  # a program may raise anything, SystemExit included
            reply = Failure(stage, codec.type_name(error))
            del error
        send_frame(channel, pack_reply(reply))


def make_calls(
    program: Program, input_text: str, calls: int, checked_call: int, with_arguments: bool
) -> Readings:
    """Call the program on one case; return the readings and the result of the checked call."""
    program.prepare(calls)
    nanoseconds, checked = [], b""
    for number in range(calls):
        elapsed, result, arguments = program.call(input_text)
        if number == checked_call:
            checked = codec.encode([result, arguments if with_arguments else None])
            if len(checked) > LARGEST_RESULT_BYTES:
                raise ResultTooLarge
        nanoseconds.append(elapsed)
        del result, arguments
        if elapsed > _LONG_CALL_NANOSECONDS:
            gc.collect()
    return Readings(tuple(nanoseconds), checked)
