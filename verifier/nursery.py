"""The process that workers and judges are forked from; it never saw the suite.

A new interpreter costs some 200 ms with all the modules that a solution may want; a fork of one
that has them costs one or two. It is started as a program of its own, so that nothing of the
supervisor's memory is in it, and it runs no foreign code itself.

Requests and replies are JSON datagrams on the socket given as the first argument:
``{"fork": role, ...}`` with the new process' channel attached -> ``{"pid": number}``;
``{"reap": pid}`` -> ``{"status": wait status, "max_rss_bytes": number}``.
"""

import gc
import json
import os
import random
import socket
import sys
from typing import Any

from verifier import judge, prelude, worker
from verifier.confinement import Confinement, Limits
from verifier.messages import READY

_ROLES = {"worker": worker.serve, "judge": judge.serve}
_LARGEST_DATAGRAM_BYTES = 4096


def main(descriptor: int) -> None:
    """Serve the supervisor at the other end of ``descriptor`` until it closes."""
    door = socket.socket(fileno=descriptor)
    sys.set_int_max_str_digits(0)  # test cases hold integers of more than 4,300 digits
    sys.path.clear()  # what is not loaded by now does not exist for a program
    os.environ.clear()
    prelude.fresh_namespace()
    gc.collect()
    gc.freeze()
    while True:
        message, descriptors, *_ = socket.recv_fds(door, _LARGEST_DATAGRAM_BYTES, 1)
        if not message:
            return
        request = json.loads(message)
        if "fork" in request:
            reply = {"pid": _fork(request, descriptors[0])}
        else:
            _, status, usage = os.wait4(request["reap"], 0)
            reply = {"status": status, "max_rss_bytes": usage.ru_maxrss * 1024}
        door.send(json.dumps(reply).encode())


def _fork(request: dict[str, Any], descriptor: int) -> int:
    pid = os.fork()
    if pid:
        os.close(descriptor)
        return pid
    try:
        confinement = Confinement(
            **request["confinement"] | {"limits": Limits(**request["limits"])}
        )
        channel = confinement.enter(socket.socket(fileno=descriptor))
        random.seed(0)
        channel.sendall(READY)
        _ROLES[request["fork"]](channel)
    finally:
        os._exit(70)  # whatever happened, never return into the nursery's loop


if __name__ == "__main__":
    main(int(sys.argv[1]))
