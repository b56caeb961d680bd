"""A seccomp filter: system calls that computing an answer never needs fail with EPERM.

User id, limits and empty root directory already keep a worker from harming anyone. The filter
takes away what is left: networks, shared memory and time stamps (of /dev/null, even), where
something could be remembered or leaked; CPU timers, which make the kernel's CPU clock coarse;
signals, priorities, tracing.
See seccomp(2); numbers from <asm/unistd_64.h> and <asm-generic/unistd.h>.
"""

import ctypes
import errno
import os
import struct

_DENIED = {  # name -> (x86_64, aarch64)
    "socket": (41, 198), "socketpair": (53, 199),
    "shmget": (29, 194), "shmat": (30, 196), "semget": (64, 190), "msgget": (68, 186),
    "mq_open": (240, 180), "memfd_create": (319, 279), "add_key": (248, 217), "keyctl": (250, 219),
    "clone": (56, 220), "clone3": (435, 435), "fork": (57, None), "vfork": (58, None),
    "execve": (59, 221), "execveat": (322, 281), "unshare": (272, 97), "setns": (308, 268),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424),
    "alarm": (37, None), "setitimer": (38, 103), "timer_create": (222, 107),
    "timerfd_create": (283, 85), "setrlimit": (160, 164), "prlimit64": (302, 261),
    "setpriority": (141, 140), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274), "ioprio_set": (251, 30),
    "utimensat": (280, 88), "utime": (132, None), "utimes": (235, None), "futimesat": (261, None),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "personality": (135, 92), "prctl": (157, 167),
}  # fmt: skip
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, AUDIT_ARCH_*
_FIRST_X32_CALL = 0x4000_0000

_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # <linux/bpf_common.h>
_NUMBER_OFFSET, _ARCHITECTURE_OFFSET = 0, 4  # struct seccomp_data
_ALLOW, _DENY = 0x7FFF_0000, 0x0005_0000 | errno.EPERM
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2


def is_filterable() -> bool:
    """Return whether this machine's architecture is one that the filter knows."""
    return os.uname().machine in _ARCHITECTURES


def install_filter(libc: ctypes.CDLL) -> None:
    """Deny the calls above to this process, for good; ``no_new_privs`` must be set.

    Raises:
        OSError: the kernel does not take the filter.
    """
    program = _program(*_ARCHITECTURES[os.uname().machine])
    instructions = ctypes.create_string_buffer(program)
    header = struct.pack("HP", len(program) // 8, ctypes.addressof(instructions))
    if libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel does not take the system call filter")


def _program(column: int, architecture: int) -> bytes:
    numbers = [numbers[column] for numbers in _DENIED.values() if numbers[column] is not None]
    # From each test the jump to the last instruction, which denies; the one before it allows.
    tests = [(_JUMP_AT_LEAST, _FIRST_X32_CALL), *((_JUMP_EQUAL, number) for number in numbers)]
    instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE_OFFSET),
        (_JUMP_EQUAL, 0, len(tests) + 2, architecture),
        (_LOAD, 0, 0, _NUMBER_OFFSET),
        *((code, len(tests) - place, 0, value) for place, (code, value) in enumerate(tests)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _DENY),
    ]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)
