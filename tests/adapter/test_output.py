"""A data set's directory: how it is written, replaced, and not replaced."""

import ctypes
import errno
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NoReturn

import pytest

from adapter.output import OutputError, write
from adapter.project import project_file
from tests.adapter.made_up import make_dataset, make_rows, read_tree, write_tree

OLD = {
    "dataset.toml": b"",
    "provenance.json": b'{"adapter_version": "0.9.0", "tasks": {"kettles": {}}}',
    "kettles/task.toml": b"old",
    "jobs/first/result.json": b"keep me",
}
NEW = OLD | {"README.md": b"new", "kettles/task.toml": b"new"}
del NEW["jobs/first/result.json"]


def contents(directory: Path) -> dict[str, bytes]:
    """Return all files of a directory: relative path -> content."""
    return {path: content for path, (content, _) in read_tree(directory).items()}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path of a data set that is yet to be written, alone in its parent."""
    parent = tmp_path / "parent"
    parent.mkdir()
    return parent / "mercury-eval"


@pytest.fixture
def old_target(target: Path) -> Path:
    """Return the path of a data set that an earlier run has written, and Harbor run on."""
    return write_tree(target, OLD)


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


# Overwriting


def test_overwriting_leaves_nothing_of_the_old_data_set_but_harbors_job_results(
    old_target: Path,
) -> None:
    write(NEW, old_target, overwrite=True)

    assert contents(old_target) == NEW | {"jobs/first/result.json": b"keep me"}
    assert os.listdir(old_target.parent) == [old_target.name]


def test_a_generated_data_set_can_be_overwritten_by_another(target: Path) -> None:
    write(make_dataset(make_rows("kettles")), target, overwrite=False)
    new = make_dataset(make_rows("teapots"))

    write(new, target, overwrite=True)

    assert contents(target) == new


@pytest.mark.parametrize(
    "files",
    [
        {"mine.txt": b"keep me"},
        {"dataset.toml": b"", "metric.py": b""},
        {"provenance.json": OLD["provenance.json"]},
        {"dataset.toml": b"", "provenance.json": b'{"protocol": "mercury-harbor-v1"}'},
        {"dataset.toml": b"not TOML", "provenance.json": OLD["provenance.json"]},
        {"dataset.toml": b"\xff", "provenance.json": OLD["provenance.json"]},
        {"dataset.toml": b"", "provenance.json": b"not JSON"},
        {
            name: project_file(name).read_bytes() for name in ("dataset.toml", "provenance.json")
        },  # this project's own checkout
    ],
    ids=str,
)
def test_a_directory_that_is_no_data_set_is_not_overwritten(
    target: Path, files: dict[str, bytes]
) -> None:
    write_tree(target, files)

    with pytest.raises(OutputError, match="is no data set that generate wrote"):
        write(NEW, target, overwrite=True)

    assert contents(target) == files


def test_a_data_set_that_holds_a_file_of_somebody_elses_is_not_overwritten(
    old_target: Path,
) -> None:
    write_tree(old_target, {"notes.txt": b"mine"})

    with pytest.raises(OutputError, match=r"holds notes\.txt"):
        write(NEW, old_target, overwrite=True)

    assert contents(old_target) == OLD | {"notes.txt": b"mine"}


def test_a_data_set_of_another_version_with_files_that_we_do_not_know_is_overwritten(
    target: Path,
) -> None:
    manifest = b'[[files]]\npath = "registry.json"\n'
    write_tree(target, OLD | {"dataset.toml": manifest, "registry.json": b"{}"})

    write(NEW, target, overwrite=True)

    assert contents(target) == NEW | {"jobs/first/result.json": b"keep me"}


def test_what_a_killed_writer_left_beside_the_target_is_deleted(old_target: Path) -> None:
    write_tree(old_target.parent / ".mercury-eval-writing-abc/mercury-eval", {"README.md": b""})

    write(NEW, old_target, overwrite=True)

    assert os.listdir(old_target.parent) == [old_target.name]


def test_job_results_that_a_killed_writer_was_about_to_move_are_found_again(
    old_target: Path,
) -> None:
    leftover = old_target.parent / ".mercury-eval-writing-abc/mercury-eval"
    leftover.mkdir(parents=True)
    (old_target / "jobs").rename(leftover / "jobs")

    write(NEW, old_target, overwrite=True)

    assert contents(old_target)["jobs/first/result.json"] == b"keep me"
    assert os.listdir(old_target.parent) == [old_target.name]


def test_job_results_of_a_killed_writer_are_never_deleted_for_newer_ones(
    old_target: Path,
) -> None:
    leftover = old_target.parent / ".mercury-eval-writing-abc/mercury-eval"
    write_tree(leftover, {"jobs/older/result.json": b"keep me too"})

    write(NEW, old_target, overwrite=True)

    assert contents(old_target)["jobs/first/result.json"] == b"keep me"
    assert contents(leftover) == {"jobs/older/result.json": b"keep me too"}


def test_directories_of_others_beside_the_target_are_left_alone(old_target: Path) -> None:
    others = {".mercury-eval-2-writing-abc/a": b"", "mercury-eval-writing/b": b"", ".cache/c": b""}
    write_tree(old_target.parent, others)

    write(NEW, old_target, overwrite=True)

    assert others.items() <= contents(old_target.parent).items()


def test_a_writer_that_is_killed_leaves_the_old_data_set_and_the_next_one_tidies_up(
    old_target: Path,
) -> None:
    killed = """
import os, signal, sys
from pathlib import Path
from adapter.output import write
real = Path.write_bytes
def write_bytes(path, content):
    if path.name == "README.md":
        os.kill(os.getpid(), signal.SIGKILL)
    return real(path, content)
Path.write_bytes = write_bytes
write({"metric.py": b"1", "README.md": b"2"}, Path(sys.argv[1]), overwrite=True)
"""
    result = subprocess.run([sys.executable, "-c", killed, old_target], check=False)

    assert result.returncode == -signal.SIGKILL
    assert contents(old_target) == OLD
    assert len(os.listdir(old_target.parent)) == 2

    write(NEW, old_target, overwrite=True)

    assert os.listdir(old_target.parent) == [old_target.name]


def test_a_file_system_that_locks_no_directories_is_written_to_all_the_same(
    old_target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("fcntl.flock", refuse)
    leftover = old_target.parent / ".mercury-eval-writing-abc"
    leftover.mkdir()

    write(NEW, old_target, overwrite=True)

    assert contents(old_target) == NEW | {"jobs/first/result.json": b"keep me"}
    assert leftover.exists()  # it may be another writer's that is at work


def test_a_reader_never_finds_the_target_missing_while_it_is_replaced(target: Path) -> None:
    write(NEW, target, overwrite=False)
    missed, done = [], threading.Event()

    def read() -> None:
        while not done.is_set():
            if not (target / "README.md").exists():
                missed.append(True)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for _ in range(100):
            write(NEW, target, overwrite=True)
    finally:
        done.set()
        reader.join()

    assert not missed


# A run that dies half-way


def assert_old_dataset_is_alone(target: Path) -> None:
    assert os.listdir(target.parent) == [target.name]
    assert contents(target) == OLD


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

    write(NEW, old_target, overwrite=True)

    assert contents(old_target) == NEW | {"jobs/first/result.json": b"keep me"}
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
