"""What the verifier's container keeps from the programs that it runs."""

import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

import docker
import pytest
from docker.models.containers import Container

pytestmark = pytest.mark.docker

# Returns what it could see or do of all that it must not.
PROBE = """
import os

class Solution:
    def spiralOrder(self, matrix):
        found = []
        for path in ("/tests", "/tests/suite.json", "/tests/verifier", "/logs", "/app/solution.py"):
            if os.path.exists(path):
                found.append("exists " + path)
        for directory in ("/", "/tmp", "/logs", "/logs/verifier", "/dev/shm", "/var/tmp"):
            try:
                os.close(os.open(directory + "/planted", os.O_CREAT | os.O_WRONLY))
                found.append("wrote into " + directory)
            except OSError:
                pass
        for pid in range(1, 400):
            for name in ("mem", "environ", "maps", "cmdline", "fd"):
                if os.path.exists("/proc/%d/%s" % (pid, name)):
                    found.append("sees process %d" % pid)
            try:
                os.kill(pid, 0)
                if pid != os.getpid():
                    found.append("may signal process %d" % pid)
            except OSError:
                pass
        if os.getuid() == 0 or os.environ:
            found.append("is root or sees an environment")
        return found
"""


@pytest.fixture(scope="module")
def container(data_set: Path) -> Iterator[Container]:
    client = docker.from_env()
    image, _ = client.images.build(path=str(data_set / "spiral-matrix/tests"), rm=True)
    running = client.containers.run(image, ["sleep", "infinity"], detach=True, mem_limit="4g")
    yield running
    running.remove(force=True)


def put(container: Container, path: str, content: str) -> None:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        member = tarfile.TarInfo(path.lstrip("/"))
        member.size = len(content.encode())
        tar.addfile(member, io.BytesIO(content.encode()))
    assert container.put_archive("/", archive.getvalue())


def run(container: Container, command: str, user: str = "root") -> tuple[int, str]:
    code, output = container.exec_run(["sh", "-c", command], user=user)
    assert isinstance(code, int)
    assert isinstance(output, bytes)
    return code, output.decode()


def test_nobody_but_root_reads_the_tests(container: Container) -> None:
    code, output = run(container, "cat /tests/suite.json", user="12345")
    assert code != 0
    assert "Permission denied" in output


def test_a_worker_sees_neither_tests_nor_processes_and_cannot_write_anywhere(
    container: Container,
) -> None:
    suite = json.loads(run(container, "cat /tests/suite.json")[1])
    suite["cases"] = [{"input": "[[[1]]]", "expected": "[]"}]  # nothing found, nothing done
    put(container, "/tmp/suite.json", json.dumps(suite))
    put(container, "/app/solution.py", PROBE)
    command = "mkdir -p -m 777 /logs/verifier && PYTHONPATH=/tests python3 -P -m verifier score"
    code, output = run(
        container,
        f"{command} --suite /tmp/suite.json --candidate /app/solution.py --logs /logs/verifier",
    )
    assert code == 0, output
    details = json.loads(run(container, "cat /logs/verifier/details.json")[1])
    assert details["status"] == "passed", details
    assert "planted" not in run(container, "find / -name planted -not -path '/proc/*'")[1]


def test_the_script_runs_in_an_empty_environment_from_any_directory(container: Container) -> None:
    put(container, "/app/solution.py", "class Solution: pass")
    code, output = run(container, "rm -rf /logs; cd /var && env -i /bin/sh /tests/test.sh")
    assert code == 0, output
    reward = json.loads(run(container, "cat /logs/verifier/reward.json")[1])
    assert reward == dict.fromkeys(reward, 0)


def test_the_script_fails_loudly_and_leaves_no_reward_on_another_image(
    base_image: str, data_set: Path
) -> None:
    client = docker.from_env()
    other = client.containers.run(base_image, ["sleep", "infinity"], detach=True)
    try:
        script = (data_set / "spiral-matrix/tests/test.sh").read_text()
        put(other, "/tests/test.sh", script)
        code, output = run(other, "sh /tests/test.sh")
        assert code != 0
        assert output.startswith("verifier fault, no reward written:")
        assert len(output.splitlines()) == 1
        assert run(other, "find / -name 'reward.*' -not -path '/proc/*'")[1] == ""
    finally:
        other.remove(force=True)
