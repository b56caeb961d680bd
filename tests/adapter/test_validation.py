"""Which references are run, and which are not again; in local processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import psutil
import pytest

from adapter import validation
from adapter.cli import main
from adapter.journal import Journal, journal_of
from adapter.project import project_file
from adapter.validation import validate_in_process
from tests.adapter.made_up import (
    PROTOCOL,
    RIGHT,
    WRONG,
    make_record,
    make_row,
    make_solution,
    write_jsonl,
)

ENDLESS = """
class Solution(object):
    def fillKettles(self, litres, guests):
        while True:
            pass
"""
RIGHT_ONE, WRONG_ONE = [make_solution(RIGHT)], [make_solution(WRONG)]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Return an empty journal."""
    return Journal(tmp_path / "journal.jsonl")


@pytest.fixture
def nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function after which running a reference fails the test."""

    def run(_: object, slug: str, __: bytes) -> NoReturn:
        pytest.fail(f"{slug} was run, which was not necessary")

    return lambda: monkeypatch.setattr(validation._LocalVerifiers, "run", run)


def test_what_a_journal_knows_is_not_run_again(
    journal: Journal, nothing_is_run: Callable[[], None]
) -> None:
    rows = [make_row(slug_name="kettles"), make_row(slug_name="teapots", solutions=WRONG_ONE)]
    first = validate_in_process(rows, PROTOCOL, journal)
    nothing_is_run()

    again = validate_in_process(rows, PROTOCOL, journal)

    assert first == again == {"kettles": ["passed", "passed"], "teapots": ["wrong_answer"]}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"solutions": WRONG_ONE}, id="other references"),
        pytest.param({"test_cases": '[{"input": [[2], 4], "expected": 9}]'}, id="other cases"),
        pytest.param(
            {"evaluate_offline": "def evaluate_offline(i, o, e):\n    return False\n"},
            id="another comparator",
        ),
    ],
)
def test_what_a_journal_knows_of_another_state_of_the_task_does_not_count(
    journal: Journal, changes: dict[str, object]
) -> None:
    validate_in_process([make_row(solutions=RIGHT_ONE)], PROTOCOL, journal)
    changed = make_row(**{"solutions": RIGHT_ONE, **changes})

    outcomes = validate_in_process([changed], PROTOCOL, journal)

    assert outcomes == {changed.slug_name: ["wrong_answer"]}


def test_what_a_journal_knows_of_another_verifier_does_not_count(
    journal: Journal, nothing_is_run: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [make_row(solutions=RIGHT_ONE)]
    validate_in_process(rows, PROTOCOL, journal)
    nothing_is_run()
    monkeypatch.setattr(validation, "_RUN_TIME_PACKAGES", ("lctk",))

    with pytest.raises(pytest.fail.Exception, match="was run"):
        validate_in_process(rows, PROTOCOL, journal)


def test_a_failed_task_does_not_lose_the_others(
    tmp_path: Path, nothing_is_run: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    records = [
        make_record(slug_name=slug, solutions=[make_solution(text, name=slug)])
        for slug, text in (("kettles", RIGHT), ("samovars", WRONG), ("teapots", WRONG))
    ]
    source, output = write_jsonl(tmp_path / "rows.jsonl", records), tmp_path / "mercury-eval"
    arguments = ["generate", "--source", str(source), "--output-dir", str(output)]
    arguments += ["--validate", "process"]
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "samovars (1 wrong_answer), teapots (1 wrong_answer)" in line
    assert "--skip-unsolved" in line
    assert len(journal_of(output).read()) == 3
    nothing_is_run()

    assert main([*arguments, "--skip-unsolved"]) == 0

    assert (output / "kettles").is_dir()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mercury-eval", "rows.jsonl"]


@pytest.mark.parametrize("polite", [signal.SIGINT, signal.SIGTERM], ids=lambda sent: sent.name)
def test_an_interrupt_ends_all_processes_and_loses_what_was_in_flight_alone(
    tmp_path: Path, polite: signal.Signals
) -> None:
    records = [
        make_record(slug_name=slug, solutions=[make_solution(text, name=slug)])
        for slug, text in (("cups", RIGHT), ("kettles", RIGHT), ("y", ENDLESS), ("z", ENDLESS))
    ]
    source, output = write_jsonl(tmp_path / "rows.jsonl", records), tmp_path / "out/mercury-eval"
    command = [sys.executable, "-m", "adapter.cli", "generate", "--source", str(source)]
    generation = subprocess.Popen(
        [*command, "--output-dir", str(output), "--validate", "process"],
        cwd=project_file("pyproject.toml").parent,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    running = psutil.Process(generation.pid)
    while len(journal_of(output).read()) < 2 or len(running.children()) < 2:
        assert generation.poll() is None
        time.sleep(0.05)
    children = running.children(recursive=True)

    generation.send_signal(polite)

    _, errors = generation.communicate()
    assert generation.returncode == 130
    assert errors.splitlines()[-1] == "mercury-harbor: interrupted"
    assert not psutil.wait_procs(children, timeout=20)[1]
    assert len(journal_of(output).read()) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "rows.jsonl"]
