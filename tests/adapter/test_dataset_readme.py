"""What a data set's README tells someone who knows neither Mercury nor this project."""

import re

import pytest

from adapter import VERSION
from adapter.dataset_readme import dataset_readme
from adapter.provenance import Counts, Oracle, Provenance, TaskRecord, Upstream, Validation

COUNTS = Counts(rows=3, cases=17, solutions=23, easy=1, medium=0, hard=2)


def make_record(outcomes: list[str] | None, validated: Validation = "docker") -> TaskRecord:
    return TaskRecord(
        digest=f"sha256:{'0' * 64}",
        oracle=Oracle(index=0, hash="first", validated=validated),
        cases=4,
        references=2,
        outcomes=outcomes,
        files={},
    )


def make_readme(source: str = "Elfsong/Mercury", licence: str = "MIT", **changes: object) -> str:
    facts: dict[str, object] = {
        "protocol": "some-protocol-v7",
        "adapter_version": VERSION,
        "upstream": Upstream(
            source=source, revision="abc123", split="eval", licence=licence, counts=COUNTS
        ),
        "organisation": "tea-house",
        "python_image": "python:of-tea",
        "packages": [],
        "shared_files": {},
        "tasks": {"kettles": make_record(["passed", "wrong_answer"])},
    }
    return dataset_readme(Provenance.model_validate(facts | changes)).decode()


def test_every_placeholder_is_filled_in() -> None:
    assert not re.search(r"\{\w*\}", make_readme())


def test_the_published_and_the_local_copy_can_be_run() -> None:
    readme = make_readme()

    assert "harbor run -d tea-house/mercury-eval -a AGENT -m MODEL" in readme
    assert "harbor run -c local-eval.yaml -p . -a oracle" in readme


@pytest.mark.parametrize(
    "number", ["pass_at_1", "beyond_at_1", "percentile", "efficiency_coverage"]
)
def test_every_number_of_the_metric_is_explained(number: str) -> None:
    assert f"| `{number}` |" in make_readme()


def test_figures_are_those_of_the_provenance() -> None:
    readme = make_readme()

    assert readme.startswith("# tea-house/mercury-eval\n\n1 programming task")
    assert "| rows | 3: 1 Easy, 0 Medium, 2 Hard |" in readme
    assert "| test cases, solutions | 17, 23 |" in readme
    assert "`Elfsong/Mercury`, split `eval`, revision `abc123`" in readme
    assert "`some-protocol-v7`" in readme
    assert "`python:of-tea`" in readme


def test_it_says_how_oracles_were_validated_and_how_many_references_are_right() -> None:
    tasks = {
        "kettles": make_record(["passed", "wrong_answer"]),
        "teapots": make_record(["passed", "passed"], "process"),
    }

    readme = make_readme(tasks=tasks)

    assert "1 by running all its references in the verifier's own image; 1 by running" in readme
    assert "3 of the 4 references that were run are right" in readme


def test_oracles_that_were_not_validated_are_not_said_to_be_right() -> None:
    readme = make_readme(tasks={"kettles": make_record(None, "none")})

    assert "1 not at all: nothing was run, and the oracle may be wrong |" in readme


@pytest.mark.parametrize(("skipped", "told"), [([], "none"), (["cups", "jugs"], "`cups`, `jugs`")])
def test_it_names_the_tasks_that_were_left_out(skipped: list[str], told: str) -> None:
    assert f"no solution of theirs is right | {told} |" in make_readme(skipped=skipped)


def test_rows_of_another_source_are_not_passed_off_as_mercurys() -> None:
    warning = "**It was not made from Mercury's published split but from `rows.jsonl`**"

    assert warning in make_readme("rows.jsonl")
    assert "**It was not made" not in make_readme()


def test_a_licence_that_forbids_commercial_use_is_spelt_out() -> None:
    assert "CC-BY-NC-4.0: not for commercial use" in make_readme(licence="CC-BY-NC-4.0")
    assert "not for commercial use" not in make_readme(licence="MIT")
