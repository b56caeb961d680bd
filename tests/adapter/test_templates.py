"""The two shell scripts of a task, run away from the images that they are made for."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from adapter.tasks import TEMPLATES

TEST_SH = TEMPLATES / "tests/test.sh"
SOLVE_SH = TEMPLATES / "solution/solve.sh"
REWARD = Path("/logs/verifier/reward.json")
NOBODY = 65534
CLEAN_ENVIRONMENT = ["env", "-i", "sh"]

both_scripts = pytest.mark.parametrize("script", [TEST_SH, SOLVE_SH], ids=lambda path: path.name)
not_in_the_image = pytest.mark.skipif(
    Path("/tests/suite.json").exists(), reason="this is the verifier's image"
)


@both_scripts
def test_a_script_is_posix_shell(script: Path) -> None:
    assert script.read_text().startswith("#!/bin/sh\n")

    result = subprocess.run(["sh", "-n", script], capture_output=True, text=True, check=False)

    assert (result.returncode, result.stderr) == (0, "")


# test.sh on a machine that is not the verifier's image


def assert_is_fault(result: subprocess.CompletedProcess[str], reason: str) -> None:
    """Check that the verifier failed by itself: one clear line, and no zero for the candidate."""
    assert result.returncode != 0
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("verifier fault, no reward written: ")
    assert reason in line
    assert not REWARD.exists()


@not_in_the_image
@pytest.mark.skipif(os.geteuid() != 0, reason="only root gets as far as the files")
def test_without_its_image_the_verifier_names_what_is_missing(tmp_path: Path) -> None:
    script = shutil.copy(TEST_SH, tmp_path)

    result = subprocess.run(
        [*CLEAN_ENVIRONMENT, script], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert_is_fault(result, "/tests/suite.json is missing; this is not the verifier's image")


@not_in_the_image
def test_without_root_the_verifier_says_that_it_needs_to_be_root() -> None:
    user = NOBODY if os.geteuid() == 0 else None

    with TEST_SH.open() as script:
        result = subprocess.run(
            CLEAN_ENVIRONMENT,
            stdin=script,
            user=user,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )

    assert_is_fault(result, "it must run as root")


# test.sh with every path moved into a directory, so that the image can be made up

PYTHON_THAT_TELLS = """#!/bin/sh
case "$1" in
    -I) exit {check_status} ;;
    *) echo "$@"; echo; env ;;
esac
"""


def make_image(root: Path, check_status: int = 0) -> Path:
    """Make up the verifier's image in a directory; return the script that belongs to it."""
    (root / "tests/verifier").mkdir(parents=True)
    (root / "tests/verifier/__main__.py").touch()
    (root / "tests/suite.json").touch()
    python = root / "usr/local/bin/python3"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON_THAT_TELLS.format(check_status=check_status))
    python.chmod(0o755)
    moved = re.sub(r"(?<![\w/])/(tests|usr/local/bin/python3)", rf"{root}/\1", TEST_SH.read_text())
    script = root / "test.sh"
    script.write_text(moved.replace('"$(id -u)"', "0"))
    return script


def run(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", script], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "missing", ["tests/suite.json", "tests/verifier/__main__.py", "usr/local/bin/python3"]
)
def test_a_missing_piece_of_the_image_is_named(tmp_path: Path, missing: str) -> None:
    script = make_image(tmp_path)
    (tmp_path / missing).unlink()

    assert_is_fault(run(script), missing.removesuffix("/__main__.py"))


def test_a_python_without_the_packages_is_a_fault(tmp_path: Path) -> None:
    script = make_image(tmp_path, check_status=1)

    assert_is_fault(run(script), "Python 3.12 with lctk and sortedcontainers is missing")


def test_in_its_image_the_verifier_is_started_on_the_candidate(tmp_path: Path) -> None:
    result = run(make_image(tmp_path))

    command = result.stdout.splitlines()[0]
    assert result.returncode == 0
    assert command == (
        f"-s -P -m verifier score --suite {tmp_path}/tests/suite.json "
        "--candidate /app/solution.py --logs /logs/verifier"
    )


def test_the_verifier_inherits_no_environment(tmp_path: Path) -> None:
    result = run(make_image(tmp_path), PYTHONPATH="/evil", PYTHONSTARTUP="/evil", HOME="/evil")

    assert f"PYTHONPATH={tmp_path}/tests" in result.stdout.splitlines()
    assert "evil" not in result.stdout


# solve.sh with its target moved


def test_the_solution_beside_the_script_is_installed(tmp_path: Path) -> None:
    beside = tmp_path / "a folder with spaces"
    beside.mkdir()
    (beside / "solution.py").write_text("# an oracle\n")
    target = tmp_path / "app/solution.py"
    target.parent.mkdir()
    target.write_text("# a starter, which is longer\n")
    script = beside / "solve.sh"
    script.write_text(SOLVE_SH.read_text().replace("/app/solution.py", str(target)))

    subprocess.run(["sh", script], cwd="/", check=True)

    assert target.read_text() == "# an oracle\n"


def test_a_solution_that_cannot_be_installed_is_a_failure(tmp_path: Path) -> None:
    script = tmp_path / "solve.sh"
    script.write_text(SOLVE_SH.read_text().replace("/app/", f"{tmp_path}/missing/"))
    (tmp_path / "solution.py").write_text("# an oracle\n")

    result = subprocess.run(["sh", script], capture_output=True, check=False)

    assert result.returncode != 0
