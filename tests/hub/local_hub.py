"""A hub of our own: the part of the hub's HTTP interface that loading a data set uses.

``GET /api/datasets/REPOSITORY/revision/REVISION``   the commit of a revision
``GET /api/datasets/REPOSITORY/tree/COMMIT``         the files of a commit
``HEAD, GET /datasets/REPOSITORY/resolve/COMMIT/FILE``  one file, or from some byte on
"""

import enum
import hashlib
import io
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

import pyarrow
import pyarrow.parquet

REPOSITORY = "Elfsong/Mercury"
_API = re.compile(rf"/api/datasets/{REPOSITORY}/(?P<what>revision|tree)/(?P<revision>[^/]+)")
_FILE = re.compile(rf"/datasets/{REPOSITORY}/resolve/(?P<revision>[^/]+)/(?P<path>.+)")
_RANGE = re.compile(r"bytes=(\d+)-")


class Fault(enum.Enum):
    """What can be wrong with a hub."""

    EVERY_REQUEST_IS_A_500 = enum.auto()
    EVERY_FILE_IS_A_500 = enum.auto()
    FILES_ARE_TRUNCATED = enum.auto()  # and the hub takes that for the whole
    CONNECTIONS_ARE_CUT = enum.auto()  # half-way through the first file, and then at once
    FIRST_CONNECTION_IS_CUT = enum.auto()  # half-way, and the rest can be had
    FILES_STALL = enum.auto()  # half-way, until the hub is told to resume
    NOBODY_MAY_READ = enum.auto()


def parquet(records: list[dict[str, Any]]) -> bytes:
    """Return records as a Parquet file."""
    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), file)
    return file.getvalue()


@dataclass
class LocalHub:
    """One repository, its commits, and what is to go wrong.

    Attributes:
        commits: commit -> path -> content.
        references: branch or tag -> commit.
        fault: what is to go wrong, if anything.
        requests: method and path of each request so far.
        tokens: what each request had in its ``Authorization``.
        stalled: set when a file has stalled.
        resumed: set it to let the rest follow.
    """

    commits: dict[str, Mapping[str, bytes]]
    references: dict[str, str]
    fault: Fault | None = None
    requests: list[str] = field(default_factory=list)
    tokens: list[str | None] = field(default_factory=list)
    endpoint: str = ""
    cut: int = 0
    stalled: threading.Event = field(default_factory=threading.Event)
    resumed: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def serving(self) -> Iterator["LocalHub"]:
        """Answer requests in a thread; ``endpoint`` says where."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": self}))
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.endpoint = f"http://127.0.0.1:{server.server_port}"
        try:
            yield self
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def commit_of(self, revision: str) -> str | None:
        """Return what a commit, branch or tag stands for."""
        commit = self.references.get(revision, revision)
        return commit if commit in self.commits else None


class _Handler(BaseHTTPRequestHandler):
    hub: LocalHub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        path = urlsplit(self.path).path
        self.hub.requests.append(f"{self.command} {unquote(path)}")
        self.hub.tokens.append(self.headers.get("Authorization"))
        api, file = _API.fullmatch(path), _FILE.fullmatch(path)
        if self.hub.fault is Fault.EVERY_REQUEST_IS_A_500:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
        elif self.hub.fault is Fault.NOBODY_MAY_READ or not (found := api or file):
            self._refuse(HTTPStatus.UNAUTHORIZED, "RepoNotFound")
        elif (commit := self.hub.commit_of(unquote(found["revision"]))) is None:
            self._refuse(HTTPStatus.NOT_FOUND, "RevisionNotFound")
        elif api:
            self._send_json(_commit(commit) if api["what"] == "revision" else self._tree(commit))
        elif unquote(found["path"]) not in self.hub.commits[commit]:
            self._refuse(HTTPStatus.NOT_FOUND, "EntryNotFound")
        else:
            self._send_file(commit, self.hub.commits[commit][unquote(found["path"])])

    def _tree(self, commit: str) -> list[dict[str, Any]]:
        return [
            {
                "type": "file",
                "path": path,
                "size": len(content),
                "oid": hashlib.sha1(content).hexdigest(),
                "lfs": {"oid": _sha256(content), "size": len(content), "pointerSize": 130},
            }
            for path, content in self.hub.commits[commit].items()
        ]

    def _refuse(self, status: HTTPStatus, code: str | None = None) -> None:
        self.send_response(status)
        if code is not None:
            self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send_json(self, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _send_file(self, commit: str, content: bytes) -> None:
        fault = self.hub.fault
        downloads = self.command == "GET"
        if downloads and fault is Fault.EVERY_FILE_IS_A_500:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
            return
        wanted = _RANGE.match(self.headers.get("Range", ""))
        rest = content[int(wanted[1]) if wanted else 0 :]
        if downloads and fault is Fault.FILES_ARE_TRUNCATED:
            rest = rest[: len(rest) // 2]
        self.send_response(HTTPStatus.PARTIAL_CONTENT if wanted else HTTPStatus.OK)
        if wanted:
            start = len(content) - len(rest)
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        for name, value in (
            ("Content-Length", len(rest)),
            ("ETag", f'"{_sha256(content)}"'),
            ("X-Linked-ETag", f'"{_sha256(content)}"'),
            ("X-Linked-Size", len(content)),
            ("X-Repo-Commit", commit),
            ("Accept-Ranges", "bytes"),
        ):
            self.send_header(name, str(value))
        self.end_headers()
        if downloads and fault is Fault.FILES_STALL:
            self._send_after_a_stall(rest)
        elif downloads:
            self.wfile.write(rest[: self._bytes_before_the_cut(len(rest))])

    def _send_after_a_stall(self, content: bytes) -> None:
        half = len(content) // 2
        self.wfile.write(content[:half])
        self.wfile.flush()
        self.hub.stalled.set()
        self.hub.resumed.wait()
        with suppress(ConnectionError):
            self.wfile.write(content[half:])

    def _bytes_before_the_cut(self, size: int) -> int:
        """Return how much of an answer to send; if not all of it, nothing follows."""
        first = self.hub.cut == 0
        if self.hub.fault is Fault.CONNECTIONS_ARE_CUT or (
            self.hub.fault is Fault.FIRST_CONNECTION_IS_CUT and first
        ):
            self.hub.cut += 1
            self.close_connection = True
            return size // 2 if first else 0
        return size


def _commit(commit: str) -> dict[str, Any]:
    return {"id": REPOSITORY, "sha": commit, "siblings": [], "tags": []}


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
