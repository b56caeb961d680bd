"""Messages: frames on a socket, requests from the trusted side, replies from the hostile one."""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verifier.messages import (
    ChannelClosed,
    Failure,
    MalformedReply,
    Readings,
    pack_reply,
    pack_request,
    receive_frame,
    send_frame,
    unpack_reply,
    unpack_request,
)

headers = st.dictionaries(
    st.text(st.characters()),
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    max_size=5,
)
nanoseconds = st.lists(st.integers(0, 2**64 - 1), max_size=20).map(tuple)
type_names = st.text(min_size=1, max_size=80).filter(str.isprintable)


@pytest.fixture
def channel() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Return the two ends of a channel."""
    near, far = socket.socketpair()
    with near, far:
        yield near, far


type Channel = tuple[socket.socket, socket.socket]


# --- requests -----------------------------------------------------------------------------------


@given(header=headers, blob=st.binary(max_size=100))
def test_a_request_arrives_as_it_was_packed(header: dict[str, Any], blob: bytes) -> None:
    assert unpack_request(pack_request(header, blob)) == (header, blob)


def test_a_request_without_a_blob_has_an_empty_one() -> None:
    assert unpack_request(pack_request({"a": 1})) == ({"a": 1}, b"")


# --- replies ------------------------------------------------------------------------------------


@given(nanoseconds=nanoseconds, result=st.binary(max_size=100))
def test_readings_arrive_as_they_were_packed(nanoseconds: tuple[int, ...], result: bytes) -> None:
    readings = Readings(nanoseconds, result)
    assert unpack_reply(pack_reply(readings), len(nanoseconds)) == readings


@given(stage=st.sampled_from(["load", "call"]), type_name=type_names)
def test_a_failure_arrives_as_it_was_packed(stage: str, type_name: str) -> None:
    failure = Failure(stage, type_name)
    assert unpack_reply(pack_reply(failure), 16) == failure


def test_a_long_type_name_is_cut() -> None:
    assert unpack_reply(pack_reply(Failure("call", "E" * 1_000)), 0) == Failure("call", "E" * 80)


def test_a_type_name_with_a_surrogate_still_arrives() -> None:
    assert unpack_reply(pack_reply(Failure("call", "E\ud800")), 0) == Failure("call", "E?")


@given(nanoseconds=nanoseconds, asked=st.integers(0, 20))
def test_another_number_of_readings_than_asked_for_is_malformed(
    nanoseconds: tuple[int, ...], asked: int
) -> None:
    if asked != len(nanoseconds):
        with pytest.raises(MalformedReply, match="readings"):
            unpack_reply(pack_reply(Readings(nanoseconds, b"")), asked)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"R",
        b"R\0\0",
        b"R" + struct.pack(">I", 2) + b"\0" * 15,
        b"F",
        b"Fcall",
        b"Fcall\0",
        b"Fjudge\0ValueError",
        b"Fcall\0Value\0Error",
        b"Fcall\0Value\nError",
        b"Fcall\0\xff",
        b"X",
    ],
    ids=[
        "empty",
        "no count",
        "half a count",
        "too few readings",
        "no stage",
        "no name",
        "an empty name",
        "an unknown stage",
        "a third part",
        "a name of two lines",
        "a name that is not UTF-8",
        "an unknown kind",
    ],
)
def test_what_no_honest_worker_sends_is_malformed(payload: bytes) -> None:
    with pytest.raises(MalformedReply):
        unpack_reply(payload, 2)


@settings(max_examples=1_000)
@given(
    payload=st.binary(max_size=60)
    | st.binary(max_size=60).map(b"R".__add__)
    | st.binary(max_size=60).map(b"R\0\0\0\2".__add__)
    | st.binary(max_size=60).map(b"Fcall\0".__add__),
    asked=st.integers(0, 3),
)
@example(payload=b"R\xff\xff\xff\xff", asked=0xFFFFFFFF)
def test_any_payload_is_a_reply_or_malformed(payload: bytes, asked: int) -> None:
    try:
        reply = unpack_reply(payload, asked)
    except MalformedReply:
        return
    if isinstance(reply, Readings):
        assert len(reply.nanoseconds) == asked
        assert all(reading >= 0 for reading in reply.nanoseconds)
    else:
        assert reply.stage in ("load", "call")
        assert reply.type_name.isprintable()


# --- frames -------------------------------------------------------------------------------------


@given(payloads=st.lists(st.binary(max_size=200), max_size=5))
def test_frames_arrive_whole_and_apart_from_each_other(payloads: list[bytes]) -> None:
    near, far = socket.socketpair()
    with near, far:
        for payload in payloads:
            send_frame(near, payload)
        assert [receive_frame(far) for _ in payloads] == payloads


def test_a_frame_larger_than_any_buffer_arrives_whole(channel: Channel) -> None:
    near, far = channel
    payload = bytes(range(256)) * 20_000
    sender = threading.Thread(target=send_frame, args=(near, payload))
    sender.start()
    received = receive_frame(far)
    sender.join()
    assert received == payload


def test_a_frame_as_large_as_allowed_arrives(channel: Channel) -> None:
    near, far = channel
    send_frame(near, b"12345")
    assert receive_frame(far, largest_bytes=5) == b"12345"


def test_a_larger_frame_is_malformed_before_it_is_read(channel: Channel) -> None:
    near, far = channel
    near.sendall(struct.pack(">I", 6))  # nothing follows
    with pytest.raises(MalformedReply, match="6 bytes"):
        receive_frame(far, largest_bytes=5, deadline=time.monotonic() + 5)


@pytest.mark.parametrize("sent", [b"", b"\0\0", b"\0\0\0\5", b"\0\0\0\5four"])
def test_a_channel_that_is_closed_before_the_end_of_a_frame_is_closed(
    channel: Channel, sent: bytes
) -> None:
    near, far = channel
    near.sendall(sent)
    near.close()
    with pytest.raises(ChannelClosed):
        receive_frame(far)


def test_sending_to_a_closed_channel_is_an_os_error(channel: Channel) -> None:
    near, far = channel
    far.close()
    with pytest.raises(OSError, match="Broken pipe"):
        send_frame(near, b"payload")


@pytest.mark.parametrize("sent", [b"", b"\0\0", b"\0\0\0\5", b"\0\0\0\5four"])
def test_a_frame_that_is_not_there_by_the_deadline_is_a_timeout(
    channel: Channel, sent: bytes
) -> None:
    near, far = channel
    near.sendall(sent)
    with pytest.raises(TimeoutError):
        receive_frame(far, deadline=time.monotonic() + 0.05)


def test_a_deadline_holds_for_the_whole_frame_however_it_trickles_in(channel: Channel) -> None:
    near, far = channel
    over = threading.Event()

    def trickle() -> None:
        near.sendall(struct.pack(">I", 1_000_000))
        while not over.wait(0.01):
            near.sendall(b".")

    sender = threading.Thread(target=trickle)
    sender.start()
    try:
        with pytest.raises(TimeoutError):
            receive_frame(far, deadline=time.monotonic() + 0.2)
    finally:
        over.set()
        sender.join()


def test_a_frame_before_the_deadline_arrives(channel: Channel) -> None:
    near, far = channel
    send_frame(near, b"payload")
    assert receive_frame(far, deadline=time.monotonic() + 60) == b"payload"


def test_a_frame_after_the_deadline_is_a_timeout_even_if_it_is_there(channel: Channel) -> None:
    near, far = channel
    send_frame(near, b"payload")
    with pytest.raises(TimeoutError):
        receive_frame(far, deadline=time.monotonic() - 1)
