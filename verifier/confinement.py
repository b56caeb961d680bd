"""What a forked process gives up before it runs anything foreign.

Applied by the process to itself, once, in an order that matters: first what needs root, then
the user id, then what must hold for the new user. Nothing here can be taken back by it.
"""

import ctypes
import os
import resource
import signal
import socket
from dataclasses import dataclass
from pathlib import Path

from verifier import system_calls

GIBIBYTE = 1 << 30
CHANNEL_DESCRIPTOR = 3
_LARGEST_UNMAPPED_ID = 1 << 31  # ids above are special to some systems

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38  # <linux/prctl.h>
_CAP_SETUID, _CAP_SYS_CHROOT = 7, 18  # <linux/capability.h>
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Limits:
    """Limits of one process, for setrlimit(2); sizes in bytes, times in seconds."""

    address_space_bytes: int = 2 * GIBIBYTE
    stack_bytes: int = GIBIBYTE // 2
    open_descriptors: int = 16

    def apply(self) -> None:
        """Set the limits of this process, hard and soft alike."""
        for kind, value in (
            (resource.RLIMIT_AS, self.address_space_bytes),
            (resource.RLIMIT_STACK, self.stack_bytes),
            (resource.RLIMIT_NOFILE, self.open_descriptors),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_MSGQUEUE, 0),
            (resource.RLIMIT_MEMLOCK, 0),
            # Counted per user id over the whole host. Zero means "no further process or
            # thread", whoever else runs under the same id in another container.
            (resource.RLIMIT_NPROC, 0),
        ):
            resource.setrlimit(kind, (value, value))


@dataclass(frozen=True)
class Confinement:
    """Where and as whom a process runs; None where this machine does not let us choose."""

    user_id: int | None
    root_directory: str | None
    cpu: int
    limits: Limits

    def enter(self, channel: socket.socket) -> socket.socket:
        """Confine this process; return its channel, the one descriptor that it keeps."""
        os.setsid()
        channel = _keep_only(channel)
        os.sched_setaffinity(0, {self.cpu})
        Path("/proc/self/oom_score_adj").write_text("1000")  # die before the supervisor does
        if self.root_directory is not None:
            os.chroot(self.root_directory)
            os.chdir("/")
        if self.user_id is not None:
            os.setgroups([])
            os.setresgid(self.user_id, self.user_id, self.user_id)
            os.setresuid(self.user_id, self.user_id, self.user_id)
        for option, argument in (
            (_PR_SET_NO_NEW_PRIVS, 1),
            (_PR_SET_DUMPABLE, 0),
            (_PR_SET_PDEATHSIG, signal.SIGKILL),
        ):
            if _libc.prctl(option, argument, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), f"prctl({option})")
        self.limits.apply()
        if system_calls.is_filterable():
            system_calls.install_filter(_libc)
        return channel


def _keep_only(channel: socket.socket) -> socket.socket:
    """Close every descriptor but the channel's; the standard streams lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    kept = os.dup(channel.detach())
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.dup2(kept, CHANNEL_DESCRIPTOR)
    os.closerange(CHANNEL_DESCRIPTOR + 1, os.sysconf("SC_OPEN_MAX"))
    return socket.socket(fileno=CHANNEL_DESCRIPTOR)


def first_free_user_id(random_number: int) -> int | None:
    """Return a user id from which on ids are free for workers; None without root.

    Random, so that two verifiers on one host hardly meet; inside what the user namespace maps
    (a rootless engine maps 65,536 ids, a plain one all).
    """
    if not _has_capability(_CAP_SETUID):
        return None
    lines = Path("/proc/self/uid_map").read_text().splitlines()
    mapped = max(int(start) + int(count) for start, _, count in map(str.split, lines))
    lowest, highest = 20_000, min(mapped, _LARGEST_UNMAPPED_ID) - 1_000
    if highest <= lowest:
        return None
    return lowest + random_number % (highest - lowest)


def can_change_root() -> bool:
    """Return whether workers can be given an empty root directory."""
    return _has_capability(_CAP_SYS_CHROOT)


def _has_capability(number: int) -> bool:
    status = Path("/proc/self/status").read_text()
    (effective,) = (line.split()[1] for line in status.splitlines() if line.startswith("CapEff:"))
    return bool(int(effective, 16) >> number & 1)
