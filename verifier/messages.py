"""Messages between the supervisor and the processes it talks to.

A frame is a length (4 bytes, big-endian) and a payload. Requests come from the trusted side: a
JSON header and a blob of bytes. Replies of a worker come from the hostile side: a fixed binary
layout that is parsed without trust, so that a forged one is at worst :class:`MalformedReply`.
"""

import json
import socket
import struct
import time
from dataclasses import dataclass
from typing import Any

READY = b"+"  # what a new process sends once it is confined, before anything foreign runs
MEBIBYTE = 1 << 20
LARGEST_RESULT_BYTES = 16 * MEBIBYTE
LARGEST_REPLY_BYTES = 64 * MEBIBYTE
LONGEST_TYPE_NAME = 80  # characters

_LENGTH = struct.Struct(">I")
_READINGS, _FAILURE = b"R", b"F"


class MalformedReply(Exception):
    """A worker sent what no honest worker sends."""


class ChannelClosed(Exception):
    """The other side of the channel is gone."""


@dataclass(frozen=True)
class Readings:
    """What a worker says of a turn: the CPU time of each timed call, one result as data."""

    nanoseconds: tuple[int, ...]
    result: bytes


@dataclass(frozen=True)
class Failure:
    """Why a program could not be loaded ("load") or did not return ("call")."""

    stage: str
    type_name: str


def pack_request(header: dict[str, Any], blob: bytes = b"") -> bytes:
    """Return the payload of a request."""
    text = json.dumps(header).encode()
    return _LENGTH.pack(len(text)) + text + blob


def unpack_request(payload: bytes) -> tuple[dict[str, Any], bytes]:
    """Return header and blob of a request of :func:`pack_request`."""
    end = _LENGTH.size + _LENGTH.unpack_from(payload)[0]
    return json.loads(payload[_LENGTH.size : end]), payload[end:]


def pack_reply(reply: Readings | Failure) -> bytes:
    """Return the payload of a worker's reply."""
    if isinstance(reply, Failure):
        name = reply.type_name.encode("utf-8", "replace")
        return _FAILURE + b"\0".join((reply.stage.encode(), name))
    count = len(reply.nanoseconds)
    return _READINGS + struct.pack(f">I{count}Q", count, *reply.nanoseconds) + reply.result


def unpack_reply(payload: bytes, timed_calls: int) -> Readings | Failure:
    """Return what a worker says of so many timed calls.

    Raises:
        MalformedReply: the payload differs from the layout of :func:`pack_reply`.
    """
    kind, body = payload[:1], payload[1:]
    try:
        if kind == _READINGS:
            (count,) = _LENGTH.unpack_from(body)
            if count != timed_calls:
                raise MalformedReply(f"{count} readings of {timed_calls} calls")
            nanoseconds = struct.unpack_from(f">{count}Q", body, _LENGTH.size)
            return Readings(nanoseconds, body[_LENGTH.size + 8 * count :])
        if kind == _FAILURE:
            stage, type_name = body.decode().split("\0")
            if stage in ("load", "call") and type_name and type_name.isprintable():
                return Failure(stage, type_name[:LONGEST_TYPE_NAME])
    except (ValueError, struct.error) as error:
        raise MalformedReply(str(error)) from error
    raise MalformedReply("neither readings nor a failure")


def send_frame(channel: socket.socket, payload: bytes) -> None:
    """Send one frame.

    Raises:
        OSError: the other side is gone, or the channel's time-out has passed.
    """
    channel.sendall(_LENGTH.pack(len(payload)) + payload)


def receive_frame(
    channel: socket.socket, largest_bytes: int = 1 << 32, deadline: float | None = None
) -> bytes:
    """Receive one frame.

    Args:
        channel: where it comes from.
        largest_bytes: what the frame may hold at the most.
        deadline: the time, as ``time.monotonic()`` counts, by which all of it must be here.

    Raises:
        ChannelClosed: the other side closed the channel.
        MalformedReply: the frame says that it is larger than ``largest_bytes``.
        OSError: the deadline has passed (``TimeoutError``), or the other side is gone.
    """
    (length,) = _LENGTH.unpack(_receive_exactly(channel, _LENGTH.size, deadline))
    if length > largest_bytes:
        raise MalformedReply(f"a frame of {length} bytes")
    return bytes(_receive_exactly(channel, length, deadline))


def _receive_exactly(channel: socket.socket, length: int, deadline: float | None) -> bytearray:
    data = bytearray()
    while len(data) < length:
        if deadline is not None:
            channel.settimeout(max(deadline - time.monotonic(), 1e-3))
        chunk = channel.recv(min(length - len(data), MEBIBYTE))
        if not chunk:
            raise ChannelClosed
        data += chunk
        if deadline is not None and time.monotonic() > deadline:
            raise TimeoutError
    return data
