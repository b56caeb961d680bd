"""Many tasks -> one directory: its layout, its digests, its provenance, and how it is replaced."""

import ctypes
import json
import os
import re
import tempfile
import threading
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
from adapter.dataset import OutputError, build, count_rows, write
from adapter.project import project_file
from adapter.provenance import Validation, read_provenance
from adapter.upstream import Row, hash_rows, read_rows
from adapter.validation import NoPassingReference, choose_oracle
from tests.adapter.made_up import (
    PINNED_IMAGE,
    PROTOCOL,
    make_cases,
    make_pins,
    make_record,
    make_row,
    make_rows,
    make_solution,
    make_upstream,
    read_tree,
    write_jsonl,
    write_tree,
)

PASSED = ["passed", "passed"]
UNSOLVED = ["wrong_answer", "timeout"]
FILES_OF_THE_DATASET = {
    "dataset.toml",
    "metric.py",
    "local-eval.yaml",
    "provenance.json",
    "ATTRIBUTION.md",
    "README.md",
}


def make_dataset(
    rows: list[Row],
    outcomes: dict[str, list[str]] | None = None,
    *,
    skip_unsolved: bool = False,
) -> dict[str, bytes]:
    """Build a data set in which every reference is right, unless ``outcomes`` tells otherwise."""
    slugs = [row.slug_name for row in rows]
    all_outcomes = dict.fromkeys(slugs, PASSED) | (outcomes or {})
    validated: dict[str, Validation] = dict.fromkeys(slugs, "process")
    files = build(
        *(rows, make_pins(), make_upstream(rows), all_outcomes, validated),
        skip_unsolved=skip_unsolved,
    )
    return dict(files)


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

    assert provenance_of(files)["tasks"] == {
        "kettles": {
            "digest": manifest.tasks[0].digest,
            "oracle": {"index": 1, "hash": "also-right", "validated": "process"},
            "cases": 2,
            "references": 2,
            "outcomes": ["wrong_answer", "passed"],
        }
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

    assert references[oracle][1] == "passed"
    for index, (label, status) in enumerate(references):
        if status == "passed":
            assert (references[oracle][0], oracle) <= (label, index)


def test_a_task_without_a_right_reference_is_reported_with_its_way_out() -> None:
    with pytest.raises(NoPassingReference, match=r"^teapots: .* --skip-unsolved$"):
        make_dataset(make_rows("kettles", "teapots"), {"teapots": UNSOLVED})


def test_a_task_that_is_skipped_is_in_the_provenance_and_nowhere_else() -> None:
    rows = make_rows("kettles", "teapots")

    files = make_dataset(rows, {"teapots": UNSOLVED}, skip_unsolved=True)

    assert provenance_of(files)["skipped"] == ["teapots"]
    assert list(provenance_of(files)["tasks"]) == ["kettles"]
    assert {path.split("/")[0] for path in files} == FILES_OF_THE_DATASET | {"kettles"}
    manifest = DatasetManifest.from_toml(files["dataset.toml"].decode())
    assert [task.name for task in manifest.tasks] == ["tea-house/mercury-eval__kettles"]
    assert files["README.md"].startswith(b"# tea-house/mercury-eval\n\n1 programming task")


# Writing


def test_missing_parents_are_made(tmp_path: Path) -> None:
    write({"a": b"1"}, tmp_path / "new/newer/dataset", overwrite=False)

    assert read_tree(tmp_path) == {"new/newer/dataset/a": (b"1", 0o644)}


def test_an_empty_directory_is_filled(target: Path) -> None:
    target.mkdir()

    write({"a": b"1"}, target, overwrite=False)

    assert read_tree(target) == {"a": (b"1", 0o644)}
    assert os.listdir(target.parent) == [target.name]


def test_the_current_directory_is_filled_if_it_is_empty(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target.mkdir()
    monkeypatch.chdir(target)

    write({"a": b"1"}, Path(), overwrite=False)

    assert read_tree(target) == {"a": (b"1", 0o644)}


def test_a_directory_with_something_in_it_is_refused(target: Path) -> None:
    write_tree(target, {"mine.txt": b"keep me"})

    with pytest.raises(OutputError, match="--overwrite"):
        write({"a": b"1"}, target, overwrite=False)

    assert set(read_tree(target)) == {"mine.txt"}
    assert os.listdir(target.parent) == [target.name]


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_file_in_the_targets_place_is_refused(target: Path, overwrite: bool) -> None:
    target.write_text("mine")

    with pytest.raises(OutputError, match="--output-dir"):
        write({"a": b"1"}, target, overwrite=overwrite)

    assert target.read_text() == "mine"


@pytest.mark.parametrize("place", ["file/dataset", "/proc/dataset"])
def test_a_place_that_cannot_be_written_is_refused_with_its_way_out(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(OutputError, match=f"{place} cannot be written .*; name another"):
        write({"a": b"1"}, tmp_path / place, overwrite=False)


def test_the_systems_temporary_directory_which_may_be_another_disk_is_not_used(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")

    write({"a": b"1"}, target, overwrite=False)

    assert read_tree(target) == {"a": (b"1", 0o644)}


def test_overwriting_leaves_nothing_of_the_old_directory(target: Path) -> None:
    write_tree(target, {"old/stale.txt": b"0", "a": b"0"})

    write({"a": b"1", "b/c": b"2"}, target, overwrite=True)

    assert read_tree(target) == {"a": (b"1", 0o644), "b/c": (b"2", 0o644)}
    assert os.listdir(target.parent) == [target.name]


def test_a_reader_never_finds_the_target_missing_while_it_is_replaced(target: Path) -> None:
    write({"a": b"1"}, target, overwrite=False)
    missed, done = [], threading.Event()

    def read() -> None:
        while not done.is_set():
            if not (target / "a").exists():
                missed.append(True)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for _ in range(100):
            write({"a": b"1"}, target, overwrite=True)
    finally:
        done.set()
        reader.join()

    assert not missed


# A run that dies half-way


def assert_old_dataset_is_alone(target: Path) -> None:
    assert [path.relative_to(target.parent).as_posix() for path in target.parent.rglob("*")] == [
        target.name,
        f"{target.name}/mine.txt",
    ]
    assert (target / "mine.txt").read_bytes() == b"keep me"


@pytest.fixture
def old_target(target: Path) -> Path:
    """Return the path of a data set that an earlier run has written."""
    return write_tree(target, {"mine.txt": b"keep me"})


def fail_after(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, calls: int, error: BaseException
) -> None:
    """Let a function work for some calls and then raise the error at each further one."""
    real = getattr(owner, name)
    made = 0

    def failing(*arguments: Any, **options: Any) -> Any:
        nonlocal made
        made += 1
        if made > calls:
            raise error
        return real(*arguments, **options)

    monkeypatch.setattr(owner, name, failing)


def test_paths_that_collide_leave_the_old_directory_untouched(old_target: Path) -> None:
    with pytest.raises(OutputError):
        write({"a": b"1", "a/b": b"2"}, old_target, overwrite=True)

    assert_old_dataset_is_alone(old_target)


@pytest.mark.parametrize("written", [0, 1, 7])
def test_a_full_disk_leaves_the_old_directory_untouched(
    old_target: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    files = make_dataset(make_rows("kettles"))
    fail_after(monkeypatch, Path, "write_bytes", written, OSError(28, "No space left on device"))

    with pytest.raises(OutputError, match="No space left on device"):
        write(files, old_target, overwrite=True)

    assert_old_dataset_is_alone(old_target)


def test_an_interrupt_leaves_the_old_directory_untouched(
    old_target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = make_dataset(make_rows("kettles"))
    fail_after(monkeypatch, Path, "write_bytes", 5, KeyboardInterrupt())

    with pytest.raises(KeyboardInterrupt):
        write(files, old_target, overwrite=True)

    assert_old_dataset_is_alone(old_target)


def test_a_failure_leaves_nothing_where_nothing_was(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = make_dataset(make_rows("kettles"))
    fail_after(monkeypatch, Path, "write_bytes", 5, OSError(28, "No space left on device"))

    with pytest.raises(OutputError):
        write(files, target, overwrite=False)

    assert os.listdir(target.parent) == []


def test_a_system_that_cannot_exchange_directories_replaces_them_all_the_same(
    old_target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())

    write({"a": b"1"}, old_target, overwrite=True)

    assert read_tree(old_target) == {"a": (b"1", 0o644)}
    assert os.listdir(old_target.parent) == [old_target.name]


def test_a_failure_between_two_renames_leaves_the_old_directory_untouched(
    old_target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = os.rename

    def fail_to_put_the_new_in_place(source: Path, goal: Path) -> None:
        if (Path(source) / "new.txt").exists():
            raise OSError(5, "Input/output error")
        rename(source, goal)

    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())
    monkeypatch.setattr(os, "rename", fail_to_put_the_new_in_place)

    with pytest.raises(OutputError, match="Input/output error"):
        write({"new.txt": b"1"}, old_target, overwrite=True)

    assert_old_dataset_is_alone(old_target)
