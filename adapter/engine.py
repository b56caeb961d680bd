"""All talk to the Docker engine: images from files, containers that end with us, commands in them.

A container's main process reads its standard input, which this process holds open: when this
process ends, however it ends, the engine closes that input, the container stops and is removed.
What a dead process could not even start is found by its label and removed by the next one.
"""

import io
import os
import platform
import tarfile
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import docker
import psutil
import requests
from docker.context import ContextAPI
from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container

from adapter.errors import MercuryError, in_one_line
from adapter.tasks import Files

_LABEL = "mercury-harbor.owner"
# Ends with its standard input; the longest life is for engines that do not tell it that.
_MAIN_PROCESS = ["timeout", "86400", "cat"]
_LONGEST_COMMAND_SECONDS = 4 * 3600
_REGISTRY_SECONDS = 30
_IMAGE_INDEXES = frozenset(
    {
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
    }
)

type _Client = Any  # docker.DockerClient, whose stubs know half of it


class EngineError(MercuryError):
    """The Docker engine does not answer or does not do what it was asked for."""


@dataclass(frozen=True)
class Finished:
    """How a command in a container ended."""

    exit_status: int
    output: bytes
    errors: bytes


class Engine:
    """A Docker engine; when it is left, all containers that it started are removed.

    Its methods may be called from several threads.
    """

    def __init__(self) -> None:
        self._owner = _Owner.of_this_process()
        self._inputs: list[Any] = []
        self._starting = threading.Lock()  # none is started while, or after, all are removed
        self._left = False

    def __enter__(self) -> Self:
        with _way_out("start a Docker engine, or use --validate process"):
            self._client = connect(_LONGEST_COMMAND_SECONDS)
            self._remove_leftovers()
        return self

    def __exit__(self, *_: object) -> None:
        self.remove_containers()
        self._client.close()

    def build_image(self, context: Files, tag: str) -> str:
        """Build an image from a Dockerfile and its context; return its id.

        Raises:
            EngineError: it cannot be built.
        """
        with _way_out(
            "name a base image that the engine has or can pull with --python-image, or use "
            "--validate process"
        ):
            image, _ = self._client.images.build(
                fileobj=io.BytesIO(tar(context)), custom_context=True, forcerm=True, tag=tag
            )
            return str(image.id)

    def image_id(self, reference: str) -> str:
        """Return the id of an image that the engine has.

        Raises:
            EngineError: it has none of that name.
        """
        with _way_out("generate again"):
            return str(self._client.images.get(reference).id)

    def start_container(self, image: str, memory_bytes: int) -> Container:
        """Start a container without network that does nothing until it is given commands.

        Raises:
            EngineError: it cannot be started, or all have been removed.
        """
        with _way_out("see the engine's log, or use --validate process"), self._starting:
            if self._left:
                raise DockerException("no container is started any more")
            container: Container = self._client.containers.create(
                image,
                _MAIN_PROCESS,
                auto_remove=True,
                labels={_LABEL: str(self._owner)},
                mem_limit=memory_bytes,
                network_mode="none",
                stdin_open=True,
            )
            self._inputs.append(container.attach_socket(params={"stdin": 1, "stream": 1}))
            container.start()
            return container

    def put_files(self, container: Container, directory: str, files: Files) -> None:
        """Write files, relative path -> content, into a directory of a container.

        Raises:
            EngineError: the engine or the container is gone.
        """
        with _way_out("look after the Docker engine and start again"):
            container.put_archive(directory, tar(files))

    def execute(
        self, container: Container, command: Sequence[str], environment: dict[str, str]
    ) -> Finished:
        """Run a command in a container, as its user and in its root directory, to its end.

        Raises:
            EngineError: the engine or the container is gone.
        """
        with _way_out("look after the Docker engine and start again"):
            answer: Any = container.exec_run(
                list(command), environment=environment, workdir="/", demux=True
            )
            status, (output, errors) = answer
            if status is None:
                raise APIError("the container ended under a command")
            return Finished(status, output or b"", errors or b"")

    def remove_containers(self) -> None:
        """Remove all containers that were started, whatever runs in them; no more will be."""
        advice = f"remove what is left of the containers with the label {_LABEL}"
        with _way_out(advice), self._starting:
            self._left = True
            for stream in self._inputs:
                stream.close()
            self._inputs.clear()
            for container in self._labelled(f"{_LABEL}={self._owner}"):
                _remove(container)

    def _remove_leftovers(self) -> None:
        for container in self._labelled(_LABEL):
            if _Owner.parse(container.labels[_LABEL]).is_dead_here():
                _remove(container)

    def _labelled(self, label: str) -> list[Container]:
        containers: list[Container] = self._client.containers.list(
            all=True, filters={"label": label}, ignore_removed=True
        )
        return containers


def connect(timeout_seconds: int) -> _Client:
    """Return a client of the engine that the ``docker`` command would use.

    That is ``DOCKER_HOST``'s, else the context's in use: rootless engines announce themselves so.

    Raises:
        EngineError: there is no such context.
        DockerException: no engine answers.
    """
    if os.environ.get("DOCKER_HOST"):
        return docker.from_env(timeout=timeout_seconds)
    name = os.environ.get("DOCKER_CONTEXT")
    context = ContextAPI.get_context(name)
    if context is None:
        raise EngineError(f"there is no Docker context {name or 'in use'}; see docker context ls")
    if context.Name == "default":
        return docker.from_env(timeout=timeout_seconds)
    return docker.DockerClient(
        base_url=context.Host, tls=context.TLSConfig or False, timeout=timeout_seconds
    )


def platforms_of_index(reference: str) -> list[str] | None:
    """Ask the registry, through the engine, for which platforms an image reference stands.

    Returns:
        The platforms of the multi-architecture index that the reference names, sorted; an
        empty list where it names the image of one platform; None where nobody answers.
    """
    try:
        client = connect(_REGISTRY_SECONDS)
        try:
            answer = client.images.get_registry_data(reference).attrs
        finally:
            client.close()
    except (EngineError, DockerException, OSError):  # OSError: requests' errors
        return None
    if answer["Descriptor"]["mediaType"] not in _IMAGE_INDEXES:
        return []
    # Attestations are listed in an index beside the images, for a platform "unknown".
    return sorted(
        "/".join(filter(None, (of["os"], of["architecture"], of.get("variant"))))
        for of in answer["Platforms"]
        if of["os"] != "unknown"
    )


@dataclass(frozen=True)
class _Owner:
    """The process that containers belong to, told apart from others with the same number."""

    place: str  # machine, and its process namespace
    pid: str
    started: str
    engine: str  # one process may use several engines, one after the other or at once

    @classmethod
    def of_this_process(cls) -> Self:
        pid = os.getpid()
        return cls(_place(), str(pid), _start_of(pid), uuid.uuid4().hex)

    @classmethod
    def parse(cls, text: str) -> Self:
        place, pid, started, engine = text.split(" ")
        return cls(place, pid, started, engine)

    def __str__(self) -> str:
        return f"{self.place} {self.pid} {self.started} {self.engine}"

    def is_dead_here(self) -> bool:
        """Return whether it was a process of this machine, and is no more."""
        if self.place != _place():
            return False
        try:
            return _start_of(int(self.pid)) != self.started
        except psutil.NoSuchProcess:
            return True


def _place() -> str:
    namespace = Path("/proc/self/ns/pid")  # where it is not there, there is but one
    return f"{platform.node()}/{namespace.readlink() if namespace.is_symlink() else ''}"


def _start_of(pid: int) -> str:
    return f"{psutil.Process(pid).create_time():.2f}"


def _remove(container: Container) -> None:
    try:
        container.remove(force=True)
    except NotFound:
        return  # it ended by itself
    except APIError as error:
        if error.status_code != requests.codes.conflict:  # is being removed already
            raise


@contextmanager
def _way_out(advice: str) -> Iterator[None]:
    try:
        yield
    except (DockerException, OSError) as error:  # OSError: requests' errors, and broken sockets
        raise EngineError(f"the Docker engine: {in_one_line(error)}; {advice}") from error


def tar(files: Files) -> bytes:
    """Return files, relative path -> content, as an archive whose files are root's."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for path, content in files.items():
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(content), 0o644
            tar.addfile(member, io.BytesIO(content))
    return archive.getvalue()
