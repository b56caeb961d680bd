"""``make demo``: the built-in sample's oracle through the whole chain.

With Docker and Harbor where an engine answers and has (or can pull) a base image, else in local
processes. It says which and why, and ends with the metric's table.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from docker.errors import DockerException, ImageNotFound
from tqdm import tqdm

from adapter import cli
from adapter.engine import EngineError, connect
from adapter.errors import MercuryError
from adapter.project import project_file
from adapter.provenance import read_pins

DIRECTORY = Path("build/demo")
DATASET = DIRECTORY / "mercury-eval"
# The stand-in that .ci/base-image builds where no image can be pulled.
STAND_IN_IMAGE = "mercury-base:local"

_ENGINE_TIMEOUT_SECONDS = 600  # pulls an image
_HEADINGS = {
    "pass_at_1": "Pass@1",
    "beyond_at_1": "Beyond@1",
    "percentile": "percentile",
    "efficiency_coverage": "efficiency coverage",
}


class NoImage(MercuryError):
    """Docker cannot be used; the message says why."""


def main() -> int:
    """Run the demonstration; return 0 if every oracle passed and was placed."""
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    try:
        image = find_image()
    except NoImage as reason:
        print(f"Local processes, without Docker and Harbor: {reason}.")
        metric = _run_in_processes()
    else:
        print(f"Docker and Harbor, base image {image}.")
        metric = _run_in_harbor(image)
    _print_table(metric)
    return 0 if metric["pass_at_1"] == metric["efficiency_coverage"] == 1 else 1


def find_image() -> str:
    """Return a base image that the engine has or can pull.

    Raises:
        NoImage: no engine answers, Compose is missing, or there is no such image.
    """
    pinned = read_pins(project_file("provenance.json")).python_image
    named = os.environ.get("MERCURY_PYTHON_IMAGE")
    try:
        client = connect(_ENGINE_TIMEOUT_SECONDS)
    except (EngineError, DockerException) as error:
        raise NoImage("no Docker engine answers") from error
    command = shutil.which("docker")
    if (
        command is None
        or subprocess.run(
            [command, "compose", "version"], capture_output=True, check=False
        ).returncode
    ):
        raise NoImage("the docker command with Compose v2, which Harbor needs, is not there")
    for image in (named,) if named else (pinned, STAND_IN_IMAGE):
        try:
            client.images.get(image)
            return image
        except ImageNotFound:
            continue
    try:
        client.images.pull(named or pinned)
        return named or pinned
    except DockerException as error:
        raise NoImage(f"the engine neither has nor can pull {named or pinned}") from error


def _run_in_harbor(image: str) -> dict[str, float]:
    _generate("docker", "--python-image", image)
    # Harbor starts the metric with `uv`, which is installed beside it.
    tools = Path(sys.executable).parent
    subprocess.run(
        [tools / "harbor", "run", "-c", "local-eval.yaml", "-p", ".", "-a", "oracle", "-y"],
        cwd=DATASET,
        env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"},
        check=True,
    )
    (result,) = DATASET.glob("jobs/*/result.json")
    (evaluation,) = json.loads(result.read_text(encoding="utf-8"))["stats"]["evals"].values()
    (metric,) = evaluation["metrics"]
    return dict(metric)


def _run_in_processes() -> dict[str, float]:
    _generate("process")
    rewards = DIRECTORY / "rewards.jsonl"
    with rewards.open("w", encoding="utf-8") as file:
        tasks = sorted(path.parent for path in DATASET.glob("*/task.toml"))
        for task in tqdm(tasks, desc="scoring oracles", unit="task", disable=None):
            file.write(_score_oracle(task) + "\n")
    output = DIRECTORY / "metric.json"
    command: list[str | Path] = [sys.executable, DATASET / "metric.py"]
    command += ["-i", rewards, "-o", output]
    subprocess.run(command, check=True)
    metric: dict[str, float] = json.loads(output.read_text(encoding="utf-8"))
    return metric


def _score_oracle(task: Path) -> str:
    """Return the reward of a task's oracle as one line of JSON."""
    logs = DIRECTORY / "logs" / task.name
    command = [sys.executable, "-m", "verifier", "score"]
    command += ["--suite", str((task / "tests/suite.json").resolve())]
    command += ["--candidate", str((task / "solution/solution.py").resolve())]
    command += ["--logs", str(logs.resolve())]
    # Byte code would be a stranger in the data set, and `check` says so.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        command, cwd=task / "tests", env=environment, stdout=subprocess.DEVNULL, check=True
    )
    return json.dumps(json.loads((logs / "reward.json").read_text(encoding="utf-8")))


def _generate(validate: str, *more: str) -> None:
    arguments = ["generate", "--source", "sample", "--output-dir", str(DATASET)]
    if cli.main([*arguments, "--validate", validate, *more]) != 0:
        sys.exit("the sample could not be generated; see the line above")


def _print_table(metric: dict[str, float]) -> None:
    print()
    for key, heading in _HEADINGS.items():
        print(f"{heading:>20}  {metric[key]:.3f}")


if __name__ == "__main__":
    sys.exit(main())
