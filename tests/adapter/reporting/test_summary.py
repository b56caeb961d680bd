"""The report's figures: averages, differences, and what is kept apart."""

from pathlib import Path
from typing import Any

import pytest

from adapter.reporting.attempts import Attempt
from adapter.reporting.sources import read_sources
from adapter.reporting.summary import Report, summarise
from tests.adapter.reporting.runs import (
    MACHINE,
    crash,
    make_details,
    make_result,
    write_results,
    write_trial,
)


def report_of(path: Path, results: list[dict[str, Any]], **header: Any) -> Report:
    return summarise(read_sources([write_results(path / "r.jsonl", results, **header)]))


def values_of(report: Report, difficulty: str = "all") -> dict[str, float | None]:
    ((summary,),) = (group.systems for group in report.groups)
    return {name: found.value for name, found in summary.scores[difficulty].items()}


def test_scores_are_means_over_tasks_in_total_and_by_difficulty(tmp_path: Path) -> None:
    report = report_of(
        tmp_path,
        [
            make_result("a", 1.0, difficulty="easy"),
            make_result("b", 0.5, difficulty="easy"),
            make_result("c", None, difficulty="hard"),
            make_result("d", None, difficulty="hard"),
        ],
    )

    assert values_of(report) == {
        "pass_at_1": 0.5,
        "beyond_at_1": 0.375,  # failures count as 0
        "percentile": 0.75,  # only of those that were placed
        "gap": 0.125,
    }
    assert values_of(report, "easy")["pass_at_1"] == 1
    assert values_of(report, "hard") == {
        "pass_at_1": 0,
        "beyond_at_1": 0,
        "percentile": None,
        "gap": 0,
    }


def test_a_task_counts_once_however_many_attempts_it_has(tmp_path: Path) -> None:
    report = report_of(
        tmp_path,
        [
            make_result("a", 1.0),
            *(make_result("b", beyond, attempt=n) for n, beyond in enumerate((None, None, 0.5))),
        ],
    )

    values = values_of(report)
    assert values["pass_at_1"] == pytest.approx((1 + 1 / 3) / 2)
    assert values["beyond_at_1"] == pytest.approx((1 + 0.5 / 3) / 2)


def test_a_program_that_passed_unplaced_counts_as_beyond_0_and_without_percentile(
    tmp_path: Path,
) -> None:
    unplaced = make_result("a", 0.0)
    unplaced["reward"] |= {"efficiency_valid": 0.0}

    report = report_of(tmp_path, [unplaced, make_result("b", 0.5)])

    assert values_of(report) == pytest.approx(
        {"pass_at_1": 1, "beyond_at_1": 0.25, "percentile": 0.5, "gap": 0.75}
    )
    assert report.groups[0].systems[0].coverage.efficiency == 0.5


def test_crashed_trials_lower_the_averages_and_unfinished_ones_do_not(tmp_path: Path) -> None:
    write_trial(tmp_path / "job", "a", 1.0)
    crash(tmp_path / "job", "b")
    (write_trial(tmp_path / "job", "c", 1.0) / "result.json").unlink()

    values = values_of(summarise(read_sources([tmp_path / "job"])))

    assert (values["pass_at_1"], values["beyond_at_1"]) == (0.5, 0.5)


def test_systems_side_by_side_are_compared_by_task(tmp_path: Path) -> None:
    paths = [
        write_results(
            tmp_path / f"{model}.jsonl",
            [make_result(slug, beyond, model=model) for slug, beyond in beyonds.items()],
        )
        for model, beyonds in (
            ("parrot", {"a": 1.0, "b": 0.5, "only parrot": 0.0}),
            ("magpie", {"a": 0.5, "b": None}),
        )
    ]

    ((difference,),) = (group.differences for group in summarise(read_sources(paths)).groups)

    assert (difference.first, difference.second) == ("parrot", "magpie")
    scores = difference.scores["all"]
    assert (scores["pass_at_1"].value, scores["pass_at_1"].tasks) == (0.5, 2)
    assert scores["beyond_at_1"].value == 0.5
    assert (scores["percentile"].value, scores["percentile"].tasks) == (0.5, 1)
    assert scores["gap"].value == 0


@pytest.mark.parametrize(
    ("header", "named"),
    [
        ({"protocol": "mercury-harbor-v2"}, "another protocol"),
        ({"machine": MACHINE | {"cpu_model": "Abacus 2"}}, "another machine"),
        ({"machine": MACHINE | {"python": "3.12.9"}}, "another machine"),
        ({"dataset": {"name": "my-lab/mercury-eval", "digest": "sha256:cc"}}, "another data set"),
    ],
    ids=str,
)
def test_what_was_measured_otherwise_is_kept_apart_and_it_is_said(
    tmp_path: Path, header: dict[str, Any], named: str
) -> None:
    paths = [
        write_results(tmp_path / "one.jsonl", [make_result("a", 1.0)]),
        write_results(tmp_path / "two.jsonl", [make_result("a", 0.0)], **header),
    ]

    report = summarise(read_sources(paths))

    assert len(report.groups) == 2
    assert [group.differences for group in report.groups] == [[], []]
    (note,) = report.notes
    assert note.startswith("group 2 (two) is kept apart from group 1: ")
    assert named in note


def test_jobs_over_tasks_of_the_same_digests_stand_side_by_side(tmp_path: Path) -> None:
    for job, agent in (("one", "robot"), ("two", "android")):
        write_trial(tmp_path / job, "a", 1.0, agent=agent)

    assert len(summarise(read_sources([tmp_path / "one", tmp_path / "two"])).groups) == 1


def test_jobs_over_another_version_of_a_task_are_kept_apart(tmp_path: Path) -> None:
    write_trial(tmp_path / "one", "a", 1.0)
    write_trial(tmp_path / "two", "a", 1.0, digest="sha256:22")

    report = summarise(read_sources([tmp_path / "one", tmp_path / "two"]))

    assert len(report.groups) == 2
    assert any("another data set" in note for note in report.notes)


def test_two_unknown_machines_are_not_one(tmp_path: Path) -> None:
    for job in ("one", "two"):
        trial = write_trial(tmp_path / job, "a", 1.0)
        (trial / "verifier/details.json").unlink()

    assert len(summarise(read_sources([tmp_path / "one", tmp_path / "two"])).groups) == 2


def slugs(attempts: list[Attempt]) -> list[str]:
    return [attempt.slug_name for attempt in attempts]


def test_the_slowest_are_those_that_take_longest_beside_the_fastest_reference(
    tmp_path: Path,
) -> None:
    def took(seconds: float) -> dict[str, Any]:
        return {"candidate": {"status": "passed", "solution_seconds": seconds}}

    report = report_of(
        tmp_path,
        [
            make_result("quick", 1.0, **took(0.001)),
            make_result("slow", 0.1, **took(0.1)),
            make_result("wrong", None),
            make_result("never ended", 0.0, candidate={"too_slow_to_time": True}),
        ],
    )

    (summary,) = report.groups[0].systems
    assert slugs(summary.slowest) == ["never ended", "slow", "quick"]
    assert summary.coverage.too_slow_to_time == 1


def test_unstable_tasks_are_named(tmp_path: Path) -> None:
    shaky = make_result("shaky", 0.5, stable=False, stable_reason="Beyond varies by ±0.1")

    (summary,) = report_of(tmp_path, [make_result("firm", 0.5), shaky]).groups[0].systems

    assert slugs(summary.unstable) == ["shaky"]
    assert summary.coverage.unstable == 1


def test_references_that_were_left_out_are_counted_once_a_task(tmp_path: Path) -> None:
    references = make_details(0.5)["references"]
    references.append({"index": 3, "hash": "h3", "status": "timeout"})

    (summary,) = (
        report_of(
            tmp_path,
            [make_result("a", 0.5, attempt=number, references=references) for number in range(2)],
        )
        .groups[0]
        .systems
    )

    assert summary.coverage.references_left_out == 1
