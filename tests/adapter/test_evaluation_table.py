"""The table at the end of an evaluation: means over tasks, by difficulty and in total."""

import pytest

from adapter.errors import UsageError
from adapter.evaluation_table import choose_ks, table
from adapter.results import Mode, Results, Reward
from tests.adapter.test_results import HEADER, result


def results(mode: Mode, **beyonds_by_slug: list[float | None]) -> Results:
    """Return results of tasks, each with a Beyond a sample, None for a wrong one."""
    flat = [(slug, beyond) for slug, beyonds in beyonds_by_slug.items() for beyond in beyonds]
    lines = [
        result(
            number,
            slug_name=slug,
            difficulty="hard" if slug == "teapots" else "easy",
            status="wrong_answer" if beyond is None else "passed",
            reward=Reward(beyond_at_1=beyond or 0.0),
        )
        for number, (slug, beyond) in enumerate(flat)
    ]
    header = HEADER.model_copy(update={"mode": mode})
    return Results(header=header, results={line.sample: line for line in lines})


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_scores_are_means_over_tasks_by_difficulty_and_in_total() -> None:
    found = results("timed", kettles=[1.0, None], spoons=[0.5, 0.5], teapots=[None, None])

    # Pass@2: kettles 1, spoons 1, teapots 0; Beyond: 0.5, 0.5, 0
    assert cells(table(found, [1, 2])) == [
        ["tasks", "samples", "Pass@1", "Pass@2", "Beyond@1", "Beyond@2"],
        ["easy", "2", "4", "0.750", "1.000", "0.500", "0.500"],
        ["hard", "1", "2", "0.000", "0.000", "0.000", "0.000"],
        ["all", "3", "6", "0.500", "0.667", "0.333", "0.333"],
    ]


def test_a_task_with_more_samples_does_not_weigh_more() -> None:
    found = results("judge-only", kettles=[1.0], teapots=[None, None, None])

    assert cells(table(found, [1]))[-1] == ["all", "2", "4", "0.500"]


def test_without_times_there_is_no_beyond() -> None:
    assert "Beyond" not in table(results("judge-only", kettles=[0.0]), [1])


def test_the_usual_ks_are_those_that_every_task_has_samples_for() -> None:
    assert choose_ks(None, [10, 200, 12]) == [1, 5, 10]


def test_wanted_ks_are_taken_once_and_in_order() -> None:
    assert choose_ks([3, 1, 3], [3, 4]) == [1, 3]


@pytest.mark.parametrize("k", [0, 4])
def test_a_k_that_some_task_has_no_samples_for_is_refused(k: int) -> None:
    with pytest.raises(UsageError, match="some task has 3 sample"):
        choose_ks([k], [3, 9])
