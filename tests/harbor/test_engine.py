"""What a registry says of a base image, asked through the real engine; which engine that is."""

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import docker
import pytest

from adapter.engine import EngineError, connect, platforms_of_index

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("base_image")]  # hence an engine

OCI = "application/vnd.oci.image"
INDEX, MANIFEST, CONFIG = f"{OCI}.index.v1+json", f"{OCI}.manifest.v1+json", f"{OCI}.config.v1+json"

Publish = Callable[[str, dict[str, Any]], str]


def digest_of(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def described(media_type: str, **more: object) -> dict[str, object]:
    return {"mediaType": media_type, "digest": digest_of(b"{}"), "size": 2, **more}


class Registry(ThreadingHTTPServer):
    """As much of a registry as an engine needs to look up a manifest by its digest."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), RegistryHandler)
        self.content = {digest_of(b"{}"): (CONFIG, b"{}")}

    def publish(self, media_type: str, manifest: dict[str, Any]) -> str:
        """Add a manifest; return the image reference that names it."""
        content = json.dumps({"schemaVersion": 2, "mediaType": media_type, **manifest}).encode()
        self.content[digest_of(content)] = media_type, content
        return f"127.0.0.1:{self.server_port}/python@{digest_of(content)}"


class RegistryHandler(BaseHTTPRequestHandler):
    """Answers by digest, whether a manifest or a blob is asked for."""

    server: Registry

    def do_GET(self) -> None:
        if self.path == "/v2/":
            media_type, content = "application/json", b"{}"
        elif (digest := self.path.rpartition("/")[2]) in self.server.content:
            media_type, content = self.server.content[digest]
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def publish() -> Iterator[Publish]:
    """Return a function that puts a manifest into a registry of this machine."""
    with Registry() as registry:
        threading.Thread(target=registry.serve_forever).start()
        yield registry.publish
        registry.shutdown()


def test_an_index_is_told_with_its_platforms_and_without_its_attestations(
    publish: Publish,
) -> None:
    platforms = [
        {"os": "linux", "architecture": "arm64", "variant": "v8"},
        {"os": "linux", "architecture": "amd64"},
        {"os": "unknown", "architecture": "unknown"},
    ]
    manifests = [described(MANIFEST, platform=platform) for platform in platforms]

    reference = publish(INDEX, {"manifests": manifests})

    assert platforms_of_index(reference) == ["linux/amd64", "linux/arm64/v8"]


def test_an_image_of_one_platform_is_told_from_an_index(publish: Publish) -> None:
    reference = publish(MANIFEST, {"config": described(CONFIG), "layers": []})

    assert platforms_of_index(reference) == []


def test_a_digest_that_the_registry_does_not_have_stays_unverified(publish: Publish) -> None:
    reference = publish(INDEX, {"manifests": []})

    assert platforms_of_index(f"{reference.partition('@')[0]}@{digest_of(b'other')}") is None


@pytest.mark.parametrize("host", ["unix:///nowhere/docker.sock", None], ids=["engine", "registry"])
def test_where_nobody_answers_an_image_stays_unverified(
    monkeypatch: pytest.MonkeyPatch, host: str | None
) -> None:
    if host:
        monkeypatch.setenv("DOCKER_HOST", host)

    assert platforms_of_index(f"127.0.0.1:9/python@{digest_of(b'')}") is None


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Return a function that makes a context of a name and a host, and puts it in use."""
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))

    def make(name: str, host: str) -> None:
        meta = tmp_path / "contexts/meta" / hashlib.sha256(name.encode()).hexdigest()
        meta.mkdir(parents=True)
        endpoints = {"docker": {"Host": host, "SkipTLSVerify": False}}
        document = {"Name": name, "Metadata": {}, "Endpoints": endpoints}
        (meta / "meta.json").write_text(json.dumps(document))
        (tmp_path / "config.json").write_text(json.dumps({"currentContext": name}))

    return make


def test_the_engine_is_that_of_the_context_in_use(context: Callable[[str, str], None]) -> None:
    context("rootless", "unix:///nowhere/docker.sock")

    with pytest.raises(docker.errors.DockerException):
        connect(5)


def test_a_context_of_the_real_engine_works(context: Callable[[str, str], None]) -> None:
    context("rootless", "unix:///var/run/docker.sock")

    client = connect(5)

    assert client.ping()
    client.close()


def test_the_environment_goes_before_the_context(
    context: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    context("rootless", "unix:///nowhere/docker.sock")
    monkeypatch.setenv("DOCKER_HOST", "unix:///var/run/docker.sock")

    assert connect(5).ping()


def test_a_context_that_is_not_there_is_named(
    context: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    context("rootless", "unix:///var/run/docker.sock")
    monkeypatch.setenv("DOCKER_CONTEXT", "gone")

    with pytest.raises(EngineError, match="gone"):
        connect(5)
