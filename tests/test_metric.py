"""``metric.py``: the rewards of a job's trials -> four numbers, whatever the lines hold."""

import importlib.util
import json
import math
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

SCRIPT = Path(__file__).parent.parent / "metric.py"
KEYS = ["pass_at_1", "beyond_at_1", "percentile", "efficiency_coverage"]

Reward = dict[str, Any] | None


def load_metric() -> ModuleType:
    """Import the script, which belongs to no package, from its path."""
    spec = importlib.util.spec_from_file_location("metric", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


METRIC = load_metric()


def compute(*rewards: Any) -> dict[str, float]:
    metric: dict[str, float] = METRIC.compute(list(rewards))
    return metric


def run_script(folder: Path, text: str) -> dict[str, Any]:
    """Run the script on a file as Harbor does; return what it wrote."""
    rewards, output = folder / "rewards.jsonl", folder / "metric.json"
    rewards.write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, SCRIPT, "-i", rewards, "-o", output], check=True, cwd=folder)
    metric: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return metric


def make_reward(beyond: float = 0.5, percentile: float = 0.25, **changes: Any) -> dict[str, Any]:
    """Return the reward of a program that passed and was placed, with some keys changed."""
    reward = {"reward": 1.0, "pass_at_1": 1.0, "beyond_at_1": beyond, "percentile": percentile}
    return reward | {"efficiency_valid": 1.0} | changes


FAILED = dict.fromkeys(make_reward(), 0.0)
PASSED_BUT_NOT_PLACED = make_reward(beyond=0.0, percentile=0.0, efficiency_valid=0.0)


# The four numbers


def test_pass_and_beyond_are_means_over_all_lines() -> None:
    metric = compute(make_reward(beyond=1.0), make_reward(beyond=0.5), FAILED, FAILED)

    assert (metric["pass_at_1"], metric["beyond_at_1"]) == (0.5, 0.375)


def test_a_trial_without_a_reward_counts_as_a_failed_one() -> None:
    assert compute(make_reward(), None) == compute(make_reward(), FAILED)


def test_percentile_is_the_mean_over_the_lines_that_were_placed() -> None:
    metric = compute(make_reward(percentile=1.0), make_reward(percentile=0.5), FAILED, None)

    assert metric["percentile"] == 0.75


def test_percentile_of_a_line_that_was_not_placed_is_left_out() -> None:
    metric = compute(make_reward(percentile=0.5), make_reward(percentile=1.0, efficiency_valid=0.0))

    assert metric["percentile"] == 0.5


def test_coverage_is_the_share_of_passed_lines_that_were_placed() -> None:
    metric = compute(make_reward(), make_reward(), make_reward(), PASSED_BUT_NOT_PLACED, FAILED)

    assert metric["efficiency_coverage"] == 0.75


def test_coverage_is_1_when_none_passed() -> None:
    assert compute(FAILED, None)["efficiency_coverage"] == 1.0


def test_the_keys_stand_in_their_order() -> None:
    assert list(compute(make_reward())) == KEYS


# Whatever the lines hold


@pytest.mark.parametrize("rewards", [[], [None], [None, None], [{}]], ids=str)
def test_without_any_reward_everything_is_0_and_nothing_is_uncovered(rewards: list[Any]) -> None:
    assert compute(*rewards) == {
        "pass_at_1": 0.0,
        "beyond_at_1": 0.0,
        "percentile": 0.0,
        "efficiency_coverage": 1.0,
    }


def test_unknown_keys_change_nothing() -> None:
    assert compute(make_reward(tokens=10**6, note="slow", nested={"a": [1]})) == compute(
        make_reward()
    )


def test_integers_count_as_floats() -> None:
    as_integers = {key: int(value) for key, value in make_reward(1.0, 1.0).items()}

    metric = compute(as_integers, FAILED)

    assert metric == compute(make_reward(1.0, 1.0), FAILED)
    assert all(isinstance(value, float) for value in metric.values())


@pytest.mark.parametrize("key", ["pass_at_1", "beyond_at_1"])
def test_a_missing_key_counts_as_0(key: str) -> None:
    reward = make_reward()
    del reward[key]

    assert compute(reward, make_reward()) == compute(make_reward() | {key: 0}, make_reward())


@pytest.mark.parametrize("key", ["pass_at_1", "beyond_at_1", "percentile", "efficiency_valid"])
@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, -math.inf, "0.5", "", None, [], {}, 10**400, -(10**400)],
    ids=lambda value: repr(value)[:8],
)
def test_a_value_that_is_no_finite_number_counts_as_0(key: str, value: Any) -> None:
    metric = compute(make_reward() | {key: value}, make_reward())

    assert metric == compute(make_reward() | {key: 0.0}, make_reward())


def test_true_and_false_count_as_1_and_0() -> None:
    reward = make_reward(pass_at_1=True, efficiency_valid=True)

    assert compute(reward, FAILED | {"pass_at_1": False}) == compute(make_reward(), FAILED)


@pytest.mark.parametrize("line", [7, 0.5, "text", True, [], [make_reward()]], ids=repr)
def test_a_line_that_is_no_object_counts_as_none(line: Any) -> None:
    assert compute(make_reward(), line) == compute(make_reward(), None)


# Bounds, for whatever the verifier writes

unit = st.floats(0, 1) | st.integers(0, 1)


@st.composite
def rewards_of_the_verifier(draw: st.DrawFn) -> Reward:
    """Draw a reward as the verifier writes it: only what passed can be placed."""
    kind = draw(st.sampled_from(["none", "failed", "passed", "placed"]))
    if kind == "none":
        return None
    if kind == "failed":
        return FAILED
    if kind == "passed":
        return PASSED_BUT_NOT_PLACED
    return make_reward(draw(unit), draw(unit))


@given(st.lists(rewards_of_the_verifier()))
def test_every_number_lies_between_0_and_1(rewards: list[Reward]) -> None:
    assert all(0 <= value <= 1 for value in compute(*rewards).values())


@given(st.lists(rewards_of_the_verifier()))
def test_beyond_never_exceeds_pass(rewards: list[Reward]) -> None:
    metric = compute(*rewards)

    assert metric["beyond_at_1"] <= metric["pass_at_1"]


@given(st.lists(rewards_of_the_verifier()), st.randoms(use_true_random=False))
def test_the_order_of_lines_changes_nothing(rewards: list[Reward], randomness: Any) -> None:
    shuffled = rewards.copy()
    randomness.shuffle(shuffled)

    assert compute(*shuffled) == compute(*rewards)


@given(st.lists(st.none() | st.dictionaries(st.sampled_from([*make_reward(), "other"]), unit)))
def test_every_number_lies_between_0_and_1_even_if_lines_are_incomplete(
    rewards: list[Reward],
) -> None:
    assert all(0 <= value <= 1 for value in compute(*rewards).values())


# The script


def test_the_script_reads_lines_and_writes_the_four_numbers_in_order(tmp_path: Path) -> None:
    lines = [json.dumps(make_reward()), "null", json.dumps(FAILED), json.dumps({"pass_at_1": 1})]

    metric = run_script(tmp_path, "\n".join(lines) + "\n")

    assert list(metric) == KEYS
    assert metric == {
        "pass_at_1": 0.5,
        "beyond_at_1": 0.125,
        "percentile": 0.25,
        "efficiency_coverage": 0.5,
    }


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="an empty file"),
        pytest.param("\n\n", id="blank lines"),
        pytest.param("null\nnull\n", id="only nulls"),
        pytest.param('{"pass_at_1": NaN, "beyond_at_1": Infinity}\n', id="NaN and infinity"),
        pytest.param('{"pass_at_1": false, "efficiency_valid": false}\n', id="false"),
        pytest.param('{"pass_at_1": "1"}\r\n{"other": 3}', id="CRLF, no newline at the end"),
        pytest.param('{"pass_at_1": 0, "pokój": "żółty"}\n', id="not only ASCII"),
    ],
)
def test_the_script_answers_a_file_without_any_success(tmp_path: Path, text: str) -> None:
    assert run_script(tmp_path, text) == {
        "pass_at_1": 0.0,
        "beyond_at_1": 0.0,
        "percentile": 0.0,
        "efficiency_coverage": 1.0,
    }


def test_the_script_needs_no_package() -> None:
    header = SCRIPT.read_text().partition("# ///\n")[0]

    assert header.startswith("# /// script\n")
    assert "# dependencies = []\n" in header
