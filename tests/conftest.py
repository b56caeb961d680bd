"""What tests share: how a small suite is made, and how one program is tried on it."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from verifier import supervisor
from verifier.sandbox import Sandbox
from verifier.suite import Case, Reference, Suite
from verifier.supervisor import Outcome, verify

AS_IT_IS = "def convert_offline(case):\n    return case\n"
EQUAL = "def evaluate_offline(inputs, outputs, expected):\n    return outputs == expected\n"


def _make_suite(
    *,
    entry_point: str = "answer",
    cases: Sequence[tuple[list[Any], Any]] = (([3], 6), ([-1], -2)),
    references: Sequence[str] = (),
    converter: str = AS_IT_IS,
    comparator: str = EQUAL,
    wall_limit_seconds: float = 30,
    protocol: str = "mercury-harbor-v1",
) -> Suite:
    return Suite(
        protocol=protocol,
        entry_point=entry_point,
        converter=converter,
        comparator=comparator,
        wall_limit_seconds=wall_limit_seconds,
        cases=tuple(Case(json.dumps(inputs), json.dumps(expected)) for inputs, expected in cases),
        references=tuple(
            Reference(index, f"hash-{index}", source) for index, source in enumerate(references)
        ),
    )


@pytest.fixture(scope="session")
def make_suite() -> Callable[..., Suite]:
    """Return a function that makes a suite; by default ``answer(n)`` shall return twice ``n``."""
    return _make_suite


@pytest.fixture
def write_suite(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a suite and writes it as the adapter does."""

    def write_suite(**fields: Any) -> Path:
        suite = _make_suite(**fields)
        document = {
            "protocol": suite.protocol,
            "entry_point": suite.entry_point,
            "converter": suite.converter,
            "comparator": suite.comparator,
            "wall_limit_seconds": suite.wall_limit_seconds,
            "cases": [
                {"input": case.input_text, "expected": case.expected_text} for case in suite.cases
            ],
            "references": [vars(reference) for reference in suite.references],
        }
        path = tmp_path / "suite.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return write_suite


class _SharedSandbox(Sandbox):
    """A sandbox that every verification enters and leaves, and that is closed at the very end.

    Starting one costs more than nearly all of what is tried in it.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in list(self._living.values()):
            process.end()

    def open(self) -> None:
        super().__enter__()

    def close(self) -> None:
        super().__exit__()


@pytest.fixture(scope="session")
def shared_sandbox() -> Iterator[Sandbox]:
    """Return a sandbox whose nursery serves all tests."""
    sandbox = _SharedSandbox()
    sandbox.open()
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="session")
def verify_program(
    shared_sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Outcome]:
    """Return a function that verifies the text of a program on a suite made of the rest.

    A test of what a verification starts and leaves behind calls ``verify`` itself instead.
    """

    def verify_program(program: str, **fields: Any) -> Outcome:
        path = tmp_path_factory.mktemp("candidate") / "solution.py"
        path.write_text(program, encoding="utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(supervisor, "Sandbox", lambda: shared_sandbox)
            return verify(_make_suite(**fields), path)

    return verify_program
