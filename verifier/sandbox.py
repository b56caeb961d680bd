"""The one door: starts the confined processes, talks to them, ends them.

Nothing else in the verifier starts a process or reads what one sends.
"""

import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from verifier import confinement, system_calls
from verifier.confinement import Confinement, Limits
from verifier.messages import (
    LARGEST_REPLY_BYTES,
    READY,
    ChannelClosed,
    MalformedReply,
    pack_request,
    receive_frame,
    send_frame,
)

_CLOCK_OF_PROCESS = 2  # CPUCLOCK_SCHED, see clock_getcpuclockid(3)
_NURSERY_TIMEOUT_SECONDS = 60


class SandboxError(Exception):
    """No confined process can be started: a fault of this machine, never of a candidate."""


class TurnTimeout(Exception):
    """A process did not answer within the time that it was given."""


@dataclass(frozen=True)
class Exit:
    """How a process ended: exit code, or minus the number of the signal that ended it."""

    code: int
    max_rss_bytes: int


class ProcessDied(Exception):
    """A process ended instead of answering."""

    def __init__(self, ending: Exit) -> None:
        super().__init__(f"exit code {ending.code}")
        self.exit = ending


@dataclass(frozen=True)
class Answer:
    """A process' reply, with the wall and CPU time that its turn took, in seconds.

    The CPU time is the kernel's account, which the process cannot forge.
    """

    payload: bytes
    wall_seconds: float
    cpu_seconds: float


class Process:
    """One confined process; it runs only during its turns and is stopped in between."""

    def __init__(self, sandbox: "Sandbox", pid: int, channel: socket.socket) -> None:
        self._sandbox = sandbox
        self._pid = pid
        self._channel = channel
        self._exit: Exit | None = None

    def ask(self, header: dict[str, Any], blob: bytes = b"", *, timeout_seconds: float) -> Answer:
        """Let the process answer one request.

        Raises:
            TurnTimeout: it did not answer in time; it has been killed.
            ProcessDied: it ended.
            MalformedReply: it sent more than one reply, or too large a one; it has been killed.
        """
        started = time.monotonic()
        deadline = started + timeout_seconds
        if timeout_seconds <= 0:
            self.end()
            raise TurnTimeout
        try:
            cpu_before = self.cpu_seconds()
            self.refuse_unasked_data()
            os.kill(self._pid, signal.SIGCONT)
            self._channel.settimeout(timeout_seconds)
            send_frame(self._channel, pack_request(header, blob))
            payload = receive_frame(self._channel, LARGEST_REPLY_BYTES, deadline)
            os.kill(self._pid, signal.SIGSTOP)
        except TimeoutError as error:
            self.end()
            raise TurnTimeout from error
        except (ChannelClosed, OSError) as error:
            if self._survives(seconds=1):
                self.end()
                raise MalformedReply("a closed channel of a living process") from error
            raise ProcessDied(self.end()) from error
        except MalformedReply:
            self.end()
            raise
        return Answer(payload, time.monotonic() - started, self.cpu_seconds() - cpu_before)

    def cpu_seconds(self) -> float:
        """Return the CPU time, user plus system, that the process has used so far."""
        return time.clock_gettime((~self._pid << 3) | _CLOCK_OF_PROCESS)

    def resident_bytes(self) -> int:
        """Return the memory that the process occupies."""
        pages = Path(f"/proc/{self._pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> Exit:
        """Kill the process if it still runs; return how it ended."""
        if self._exit is None:
            self._channel.close()
            os.kill(self._pid, signal.SIGKILL)  # a zombie until it is reaped: never another's pid
            self._exit = self._sandbox.reap(self._pid)
        return self._exit

    def _survives(self, seconds: float) -> bool:
        descriptor = os.pidfd_open(self._pid)
        try:
            return not select.select([descriptor], [], [], seconds)[0]
        finally:
            os.close(descriptor)

    def refuse_unasked_data(self) -> None:
        """Raise MalformedReply if the process has sent anything that it was not asked for."""
        self._channel.settimeout(0)
        try:
            unasked = self._channel.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return
        if unasked:
            raise MalformedReply("data that nobody asked for")


class Sandbox:
    """A nursery and the processes that were forked from it; ends them all when it is left."""

    def __init__(self) -> None:
        self._limits = Limits()
        self._first_user_id = confinement.first_free_user_id(secrets.randbits(64))
        self._own_cpus = os.sched_getaffinity(0)
        self._cpu = secrets.choice(sorted(self._own_cpus))
        self._started = 0
        self._living: dict[int, Process] = {}

    @property
    def isolation(self) -> str:
        """What separates workers from the machine, in words, for ``details.json``."""
        user = "no user id of their own" if self._first_user_id is None else "own user ids"
        root = ", empty root directory" if confinement.can_change_root() else ""
        return user + root + (", system call filter" if system_calls.is_filterable() else "")

    def __enter__(self) -> Self:
        # The supervisor shares its workers' CPU: while it reads their clocks, none runs.
        os.sched_setaffinity(0, {self._cpu})
        self._root_directory = tempfile.mkdtemp(prefix="mercury-root-")
        # Empty, and not even its access time can be touched: there is nothing to read in it.
        os.chmod(self._root_directory, 0o111)  # noqa: S103
        self._door, far_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._door.settimeout(_NURSERY_TIMEOUT_SECONDS)
        with far_end:
            self._nursery = subprocess.Popen(
                [sys.executable, "-s", "-P", "-B", "-m", "verifier.nursery", str(far_end.fileno())],
                pass_fds=[far_end.fileno()],
                env={
                    "PYTHONPATH": str(Path(__file__).parent.parent),
                    "PYTHONHASHSEED": "0",
                    "LC_ALL": "C.UTF-8",
                },
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        return self

    def __exit__(self, *_: object) -> None:
        for process in list(self._living.values()):
            process.end()
        self._door.close()
        self._nursery.wait(_NURSERY_TIMEOUT_SECONDS)
        os.rmdir(self._root_directory)
        os.sched_setaffinity(0, self._own_cpus)

    def start(self, role: str) -> Process:
        """Fork a confined process that serves as a "worker" or as a "judge".

        Raises:
            SandboxError: the nursery does not run on this machine.
        """
        channel, far_end = socket.socketpair()
        user_id = self._first_user_id
        place = Confinement(
            user_id=None if user_id is None else user_id + self._started,
            root_directory=self._root_directory if confinement.can_change_root() else None,
            cpu=self._cpu,
            limits=self._limits,
        )
        with far_end:
            reply = self._ask_nursery({"fork": role, **_as_request(place)}, far_end)
        channel.settimeout(_NURSERY_TIMEOUT_SECONDS)
        if channel.recv(len(READY)) != READY:
            raise SandboxError("a process cannot be confined on this machine; see the lines above")
        self._started += 1
        process = Process(self, reply["pid"], channel)
        self._living[reply["pid"]] = process
        return process

    def reap(self, pid: int) -> Exit:
        """Wait for a killed process and return how it ended."""
        reply = self._ask_nursery({"reap": pid})
        del self._living[pid]
        return Exit(os.waitstatus_to_exitcode(reply["status"]), reply["max_rss_bytes"])

    def _ask_nursery(self, request: dict[str, Any], *attached: socket.socket) -> dict[str, Any]:
        try:
            descriptors = [channel.fileno() for channel in attached]
            socket.send_fds(self._door, [json.dumps(request).encode()], descriptors)
            reply = self._door.recv(4096)
        except OSError as error:
            raise SandboxError(
                f"the process that starts workers does not answer: {error}"
            ) from error
        if not reply:
            raise SandboxError("the process that starts workers has ended; see the lines above")
        answer: dict[str, Any] = json.loads(reply)
        return answer


def _as_request(place: Confinement) -> dict[str, Any]:
    fields = asdict(place)
    return {"limits": fields.pop("limits"), "confinement": fields}
