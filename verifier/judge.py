"""The judge: decides on decoded data whether a result is right.

It runs in a process of its own, confined like a worker, because it parses what hostile
processes sent; but only trusted code runs in it, and it alone holds an expected value.
"""

import json
import socket
from collections.abc import Callable
from typing import Any

from verifier import codec
from verifier.messages import receive_frame, send_frame, unpack_request


def serve(channel: socket.socket) -> None:
    """Answer requests until the supervisor closes the channel.

    The first request holds the task's ``converter`` and ``comparator``; each later one a case
    (``input_text``, ``expected_text``) and an encoded result, and is answered by the objection
    to it, or by the ``fault`` of a case that the converter cannot handle.
    """
    header, _ = unpack_request(receive_frame(channel))
    convert = load_function(header["converter"], "convert_offline")
    evaluate = load_function(header["comparator"], "evaluate_offline")
    reply: dict[str, str] = {}
    while True:
        send_frame(channel, json.dumps(reply).encode())
        header, encoded = unpack_request(receive_frame(channel))
        try:
            convert((json.loads(header["input_text"]), None))  # as in the worker
            case = (json.loads(header["input_text"]), json.loads(header["expected_text"]))
            inputs, expected = convert(case)
        except Exception as error:
            reply = {"fault": repr(error)}
        else:
            reply = {"objection": objection(evaluate, inputs, expected, encoded)}


def objection(
    evaluate: Callable[[Any, Any, Any], Any], inputs: Any, expected: Any, encoded: bytes
) -> str:
    """Return why an encoded result is wrong, or an empty string where it is right.

    The contract is upstream's (design.md section 4): ``evaluate_offline(inputs, outputs,
    expected)``, where ``inputs`` are the arguments as the program left them, if it sent them.
    """
    try:
        result, arguments = codec.decode(encoded)
        right = evaluate(inputs if arguments is None else arguments, result, expected)
    except codec.UndecodableValue:
        return "the result cannot be decoded"
    except Exception as error:  # the comparator cannot handle the value, so it is not right
        return f"the comparator raised {type(error).__name__}"
    return "" if right else "not the expected value"


def load_function(source: str, name: str) -> Callable[..., Any]:
    """Return the function of that name that a task's converter or comparator defines."""
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    function: Callable[..., Any] = namespace[name]
    return function
