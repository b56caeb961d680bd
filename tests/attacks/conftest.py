"""Says at the end of a session how many hostile programs were tried."""

from collections import Counter

import pytest

from tests.attacks.attacks import KINDS

_tried: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count the attacks that were run, whatever came of them."""
    file, _, name = report.nodeid.partition("::")
    kind = name.partition("[")[2].partition("/")[0]
    if report.when == "call" and "tests/attacks/" in file and kind in KINDS:
        _tried[kind] += 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the count, by kind."""
    if _tried:
        kinds = ", ".join(f"{kind} {_tried[kind]}" for kind in KINDS)
        terminalreporter.write_line(f"attacks: {_tried.total()} programs, {kinds}")
