"""Many tasks -> one data set: its layout, its digests and its provenance."""

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harbor.cli.sync import sync_dataset  # type: ignore[import-untyped]
from harbor.models.dataset.manifest import DatasetManifest  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from adapter import VERSION
from adapter.dataset import count_rows
from adapter.oracle import NoPassingReference, choose_oracle
from adapter.output import write
from adapter.project import project_file
from adapter.provenance import read_provenance
from adapter.tasks import OWN_FILES, digest
from adapter.upstream import hash_rows, read_rows
from tests.adapter.made_up import (
    PINNED_IMAGE,
    PROTOCOL,
    make_cases,
    make_dataset,
    make_record,
    make_row,
    make_rows,
    make_solution,
    read_tree,
    write_jsonl,
)

UNSOLVED = ["wrong_answer", "timeout"]
FILES_OF_THE_DATASET = {
    "dataset.toml",
    "metric.py",
    "local-eval.yaml",
    "provenance.json",
    "ATTRIBUTION.md",
    "README.md",
}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path of a data set that is yet to be written, alone in its parent."""
    parent = tmp_path / "parent"
    parent.mkdir()
    return parent / "mercury-eval"


@pytest.fixture
def dataset(target: Path) -> Path:
    """Return a written data set of two tasks."""
    write(make_dataset(make_rows("kettles", "teapots")), target, overwrite=False)
    return target


# Layout and manifest


def test_a_dataset_holds_its_own_files_and_a_directory_for_each_task(dataset: Path) -> None:
    assert set(os.listdir(dataset)) == FILES_OF_THE_DATASET | {"kettles", "teapots"}


def test_a_tasks_directory_holds_the_tasks_files(dataset: Path) -> None:
    assert set(os.listdir(dataset / "kettles")) == {
        "task.toml",
        "instruction.md",
        "environment",
        "solution",
        "tests",
    }


@pytest.mark.parametrize("name", ["metric.py", "local-eval.yaml", "ATTRIBUTION.md"])
def test_a_file_of_the_project_is_copied_as_it_is(dataset: Path, name: str) -> None:
    assert (dataset / name).read_bytes() == project_file(name).read_bytes()


def test_the_manifest_is_one_of_harbors(dataset: Path) -> None:
    manifest = DatasetManifest.from_toml_file(dataset / "dataset.toml")

    assert manifest.dataset.name == "tea-house/mercury-eval"
    assert [task.name for task in manifest.tasks] == [
        "tea-house/mercury-eval__kettles",
        "tea-house/mercury-eval__teapots",
    ]
    assert {file.path for file in manifest.files} == FILES_OF_THE_DATASET - {"dataset.toml"}


def test_the_manifest_keeps_who_the_data_set_is(dataset: Path) -> None:
    project = tomllib.loads(project_file("dataset.toml").read_text())["dataset"]
    written = tomllib.loads((dataset / "dataset.toml").read_text())["dataset"]

    assert written == project | {
        "name": "tea-house/mercury-eval",
        "description": (
            f"{project['description']} Made from made-up.jsonl, which is not the published split."
        ),
    }


def test_harbor_finds_every_digest_unchanged(dataset: Path) -> None:
    changes = sync_dataset(dataset)

    assert len(changes) == 2 + len(FILES_OF_THE_DATASET - {"dataset.toml"})
    assert {change.source for change in changes} == {"unchanged"}


def test_harbor_writes_the_manifest_as_we_do(dataset: Path) -> None:
    before = (dataset / "dataset.toml").read_bytes()

    sync_dataset(dataset)

    assert (dataset / "dataset.toml").read_bytes() == before


def test_harbor_finds_the_digest_of_a_changed_task_changed(dataset: Path) -> None:
    (dataset / "teapots/instruction.md").write_text("Make coffee.")

    changed = [change.name for change in sync_dataset(dataset) if change.source != "unchanged"]

    assert changed == ["tea-house/mercury-eval__teapots"]


@pytest.fixture(params=[0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run with the mask of a usual and of a careful user."""
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_of_all_files_the_two_scripts_alone_may_be_executed(target: Path) -> None:
    write(make_dataset(make_rows("kettles")), target, overwrite=False)

    modes = {path: mode for path, (_, mode) in read_tree(target).items()}

    scripts = {"kettles/solution/solve.sh", "kettles/tests/test.sh"}
    assert modes == {path: 0o755 if path in scripts else 0o644 for path in modes}
    assert scripts <= set(modes)


@pytest.mark.usefixtures("umask")
def test_every_user_may_enter_the_directories(target: Path) -> None:
    write(make_dataset(make_rows("kettles")), target, overwrite=False)

    modes = {path.stat().st_mode & 0o777 for path in target.rglob("*") if path.is_dir()}

    assert modes | {target.stat().st_mode & 0o777} == {0o755}


# Determinism


def test_the_order_of_rows_in_the_source_changes_nothing(tmp_path: Path) -> None:
    records = [make_record(slug_name=slug) for slug in ("teapots", "kettles", "samovars")]
    trees = []
    for number, order in enumerate([records, records[::-1], records]):
        source = write_jsonl(tmp_path / f"{number}.jsonl", order)
        target = tmp_path / f"{number}"
        write(make_dataset(read_rows(str(source))), target, overwrite=False)
        trees.append(read_tree(target))

    assert trees[0] == trees[1] == trees[2]


# Provenance


def provenance_of(files: dict[str, bytes]) -> Any:
    return json.loads(files["provenance.json"])


def test_the_provenance_says_what_the_data_set_is_made_from() -> None:
    rows = make_rows("kettles", "teapots")

    provenance = provenance_of(make_dataset(rows))

    assert provenance["protocol"] == PROTOCOL
    assert provenance["adapter_version"] == VERSION
    assert provenance["organisation"] == "tea-house"
    assert provenance["python_image"] == PINNED_IMAGE
    assert provenance["packages"] == ["lctk==0.0.6", "sortedcontainers==2.4.0"]
    assert provenance["upstream"]["rows_sha256"] == hash_rows(rows)
    assert provenance["skipped"] == []


def test_the_provenance_counts_rows_cases_solutions_and_difficulties() -> None:
    one_case = make_cases(([[1], 1], 1))
    rows = [
        make_row(slug_name="a", difficulty="Hard", test_cases=one_case),
        make_row(slug_name="b", difficulty="Hard"),
        make_row(slug_name="c", difficulty="Medium"),
        make_row(slug_name="d"),
    ]

    counts = provenance_of(make_dataset(rows))["upstream"]["counts"]

    assert counts == count_rows(rows).model_dump()
    assert counts == {
        "rows": 4,
        "cases": 7,
        "solutions": 8,
        "easy": 1,
        "medium": 1,
        "hard": 2,
    }


def test_the_provenance_knows_of_each_task_its_oracle_and_its_numbers() -> None:
    rows = make_rows("kettles")
    files = make_dataset(rows, {"kettles": ["wrong_answer", "passed"]})
    manifest = DatasetManifest.from_toml(files["dataset.toml"].decode())

    tasks = provenance_of(files)["tasks"]
    assert set(tasks["kettles"].pop("files")) == OWN_FILES
    assert tasks == {
        "kettles": {
            "digest": manifest.tasks[0].digest,
            "oracle": {"index": 1, "hash": "also-right", "validated": "process"},
            "cases": 2,
            "references": 2,
            "outcomes": ["wrong_answer", "passed"],
        }
    }


def test_the_provenance_has_the_digest_of_every_file_of_every_task() -> None:
    rows = [make_row(slug_name="kettles"), make_row(slug_name="teapots", difficulty="Hard")]
    files = make_dataset(rows)
    provenance = provenance_of(files)

    for slug, record in provenance["tasks"].items():
        assert record["files"] | provenance["shared_files"] == {
            path.removeprefix(f"{slug}/"): digest(content)
            for path, content in files.items()
            if path.startswith(f"{slug}/")
        }


def test_the_provenance_can_be_read_back(dataset: Path) -> None:
    provenance = read_provenance(dataset / "provenance.json")

    assert list(provenance.tasks) == ["kettles", "teapots"]


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *texts_in(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
    else:
        yield str(value)


def test_the_provenance_holds_no_time_stamps_and_no_paths() -> None:
    texts = list(texts_in(provenance_of(make_dataset(make_rows("kettles", "teapots")))))

    assert len(texts) > 40
    for text in texts:
        assert not text.startswith(("/", "~", "./"))
        assert not re.search(r"\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d\b", text)
        assert not re.fullmatch(r"\d{10}(\.\d+)?", text)


# The oracle


@pytest.mark.parametrize(
    ("runtimes", "outcomes", "oracle"),
    [
        pytest.param(["90ms", "8ms", "70ms"], ["passed"] * 3, 1, id="the least label"),
        pytest.param(["90ms", "8ms"], ["passed", "wrong_answer"], 0, id="right comes first"),
        pytest.param(["90ms", "8ms"], ["passed", "timeout"], 0, id="a time-out is not right"),
        pytest.param(["70ms", "70 ms", "70ms"], ["passed"] * 3, 0, id="first among equals"),
        pytest.param(
            ["70ms", "70ms", "70ms"],
            ["memory", "passed", "passed"],
            1,
            id="first of the right among equals",
        ),
        pytest.param(["90ms", "8ms"], None, 1, id="without outcomes all count as right"),
    ],
)
def test_the_oracle_is_the_right_reference_of_the_least_label(
    runtimes: list[str], outcomes: list[str] | None, oracle: int
) -> None:
    row = make_row(solutions=[make_solution(runtime=runtime) for runtime in runtimes])

    assert choose_oracle(row, outcomes) == oracle


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from(["passed", "wrong_answer", "crashed"])),
        min_size=1,
        max_size=8,
    ).filter(lambda references: any(status == "passed" for _, status in references))
)
def test_no_right_reference_has_a_lower_label_or_an_equal_one_before_the_oracle(
    references: list[tuple[int, str]],
) -> None:
    row = make_row(solutions=[make_solution(runtime=f"{label}ms") for label, _ in references])

    oracle = choose_oracle(row, [status for _, status in references])

    assert oracle is not None
    assert references[oracle][1] == "passed"
    for index, (label, status) in enumerate(references):
        if status == "passed":
            assert (references[oracle][0], oracle) <= (label, index)


def test_all_tasks_without_a_right_reference_are_reported_with_their_way_out() -> None:
    rows = make_rows("kettles", "samovars", "teapots")
    outcomes = {"samovars": ["timeout", "timeout"], "teapots": ["wrong_answer", "crashed"]}

    with pytest.raises(NoPassingReference) as caught:
        make_dataset(rows, outcomes)

    assert "samovars (2 timeout), teapots (1 wrong_answer, 1 crashed)" in str(caught.value)
    assert "kettles" not in str(caught.value)
    assert "--skip-unsolved" in str(caught.value)


def test_a_task_that_is_skipped_is_in_the_provenance_and_nowhere_else() -> None:
    rows = make_rows("kettles", "teapots")

    files = make_dataset(rows, {"teapots": UNSOLVED}, skip_unsolved=True)

    assert provenance_of(files)["skipped"] == ["teapots"]
    assert list(provenance_of(files)["tasks"]) == ["kettles"]
    assert {path.split("/")[0] for path in files} == FILES_OF_THE_DATASET | {"kettles"}
    manifest = DatasetManifest.from_toml(files["dataset.toml"].decode())
    assert [task.name for task in manifest.tasks] == ["tea-house/mercury-eval__kettles"]
    assert files["README.md"].startswith(b"# tea-house/mercury-eval\n\n1 programming task")
