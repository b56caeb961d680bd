"""Every hostile program against the real verifier, as root, in local processes.

What is tried and what stops it stands at the top of each program; the rules are in
``attacks.Seen.objections``.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.attacks.attacks import KINDS, Attack, Seen, all_attacks, score
from tests.attacks.tasks import HONEST, write_suites

ATTACKS = all_attacks()

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0, reason="without root, hostile programs would run as this very user"
)


@pytest.fixture(scope="module")
def suites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_suites(tmp_path_factory.mktemp("suites"))


@pytest.fixture(scope="module")
def honest_beyond(
    suites: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Attack], float | None]:
    """Return a function that scores an attack's honest twin, each once."""
    found: dict[tuple[str, str], float] = {}

    def honest_beyond(attack: Attack) -> float | None:
        if attack.honest_twin is None:
            return None
        key = attack.task, attack.honest_twin
        if key not in found:
            logs = tmp_path_factory.mktemp("twin") / "logs"
            seen = score(suites[attack.task], HONEST / f"{attack.honest_twin}.py", logs)
            assert seen.reward is not None, seen.output
            assert seen.reward["reward"] == 1, seen
            found[key] = seen.reward["beyond_at_1"]
        return found[key]

    return honest_beyond


@pytest.mark.parametrize("attack", [pytest.param(attack, id=attack.name) for attack in ATTACKS])
def test_it_gets_what_it_deserves_and_leaves_nothing_behind(
    attack: Attack,
    suites: dict[str, Path],
    honest_beyond: Callable[[Attack], float | None],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    twin = honest_beyond(attack)
    seen = score(suites[attack.task], attack.path, tmp_path / "logs")
    request.node.user_properties.append(("seen", _told(seen, twin)))
    assert seen.objections(attack, twin) == [], attack.tried


def test_there_are_enough_of_every_kind() -> None:
    assert len(ATTACKS) >= 70
    assert {attack.kind for attack in ATTACKS} == set(KINDS)
    assert all(sum(attack.kind == kind for attack in ATTACKS) >= 15 for kind in KINDS)


def _told(seen: Seen, twin: float | None) -> str:
    beyond = seen.reward["beyond_at_1"] if seen.reward else None
    return f"{seen.details.get('status')} {seen.details.get('reason')} {beyond} twin {twin}"
