"""``check``: whatever is done to a data set, it names the file; and it tells what leaks."""

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harbor.publisher.packager import Packager  # type: ignore[import-untyped]

from adapter.checking import Finding, NoDatasetError, check
from adapter.cli import main
from adapter.dataset import root_files
from adapter.output import write
from adapter.provenance import read_provenance
from adapter.tasks import OWN_FILES, digest, task_digest
from tests.adapter.made_up import (
    RIGHT,
    make_cases,
    make_dataset,
    make_row,
    write_tree,
)

CASES = [([[number] * 90, 2], number * 180) for number in range(10, 18)]
FILES = make_dataset([make_row(slug_name="kettles", test_cases=make_cases(*CASES))])
STARTER = FILES["kettles/environment/solution.py"].decode()
DOCKERFILE = FILES["kettles/environment/Dockerfile"].decode()
INSTRUCTION = FILES["kettles/instruction.md"].decode()


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Return a freshly generated data set of one task."""
    target = tmp_path / "mercury-eval"
    write(FILES, target, overwrite=False)
    return target


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set that each test puts back as it was."""
    target = tmp_path_factory.mktemp("checking") / "mercury-eval"
    write(FILES, target, overwrite=False)
    return target


def findings_on(dataset: Path, path: str) -> list[Finding]:
    return [finding for finding in check(dataset).findings if finding.path == path]


def kinds_on(dataset: Path, path: str) -> set[str]:
    return {finding.kind for finding in findings_on(dataset, path)}


def test_an_untouched_data_set_has_no_findings(dataset: Path) -> None:
    report = check(dataset)

    assert report.findings == ()
    assert report.notes == ()
    assert (report.tasks, report.files) == (1, len(FILES))


# Whatever is done to a file


@pytest.mark.parametrize("path", sorted(FILES))
def test_one_byte_changed_anywhere_names_the_file(shared: Path, path: str) -> None:
    content = FILES[path]
    file = shared / path
    try:
        for place in sorted({0, len(content) // 3, len(content) // 2, len(content) - 1}):
            for mask in (0x01, 0x20, 0x80):
                changed = bytearray(content)
                changed[place] ^= mask
                file.write_bytes(changed)

                assert findings_on(shared, path), (place, mask)
    finally:
        file.write_bytes(content)


@pytest.mark.parametrize("path", ["provenance.json", "dataset.toml"])
def test_every_single_byte_of_the_files_that_say_how_things_should_be_is_checked(
    shared: Path, path: str
) -> None:
    content = FILES[path]
    try:
        for place in range(0, len(content), 7):
            changed = bytearray(content)
            changed[place] ^= 0x01
            (shared / path).write_bytes(changed)

            assert findings_on(shared, path), place
    finally:
        (shared / path).write_bytes(content)


@pytest.mark.parametrize("path", sorted(FILES))
@pytest.mark.parametrize("more", [b"\n", b" ", b"\0"], ids=repr)
def test_one_byte_more_names_the_file(shared: Path, path: str, more: bytes) -> None:
    try:
        (shared / path).write_bytes(FILES[path] + more)

        assert findings_on(shared, path)
    finally:
        (shared / path).write_bytes(FILES[path])


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_file_that_was_emptied_is_named(shared: Path, path: str) -> None:
    try:
        (shared / path).write_bytes(b"")

        assert findings_on(shared, path)
    finally:
        (shared / path).write_bytes(FILES[path])


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_file_that_is_missing_is_named(shared: Path, path: str) -> None:
    try:
        (shared / path).unlink()

        assert kinds_on(shared, path) == {"missing"}
    finally:
        write_tree(shared, {path: FILES[path]})


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_file_that_became_a_link_to_its_own_copy_is_named(
    shared: Path, tmp_path: Path, path: str
) -> None:
    file = shared / path
    copy = tmp_path / "copy"
    copy.write_bytes(FILES[path])
    try:
        file.unlink()
        file.symlink_to(copy)

        assert "changed" in kinds_on(shared, path)
    finally:
        file.unlink()
        file.write_bytes(FILES[path])


FOLDERS = sorted({"", *(str(Path(path).parent) for path in FILES)} - {"."})


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("name", ["more.txt", ".hidden", "__pycache__/score.cpython-312.pyc", "x~"])
def test_a_file_that_was_added_is_named(dataset: Path, folder: str, name: str) -> None:
    path = str(Path(folder) / name)
    write_tree(dataset, {path: b""})

    assert "added" in kinds_on(dataset, path)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_directory_that_was_added_is_named(dataset: Path, folder: str) -> None:
    path = str(Path(folder) / "empty")
    (dataset / path).mkdir()

    assert kinds_on(dataset, path) == {"added"}


def test_a_task_that_was_added_is_named_file_by_file(dataset: Path) -> None:
    shutil.copytree(dataset / "kettles", dataset / "teapots")

    added = {finding.path for finding in check(dataset).findings if finding.kind == "added"}

    assert added == {path.replace("kettles", "teapots") for path in FILES if "/" in path}


def test_a_task_that_is_missing_is_named_file_by_file(dataset: Path) -> None:
    shutil.rmtree(dataset / "kettles")

    missing = {finding.path for finding in check(dataset).findings if finding.kind == "missing"}

    assert missing == {path for path in FILES if "/" in path}


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.fspath(path))


def make_link_to_a_directory(path: Path) -> None:
    path.symlink_to("/usr")


def make_dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize(
    "make", [make_pipe, make_socket, make_link_to_a_directory, make_dangling_link]
)
@pytest.mark.parametrize("name", ["jobs", "kettles/environment/x", "x"])
def test_special_files_and_links_are_named_and_not_opened(
    dataset: Path, make: Callable[[Path], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(dataset)  # a socket's path must be short
    make(Path(name))

    assert "added" in kinds_on(dataset, name)


def test_harbors_job_results_are_no_finding(dataset: Path) -> None:
    write_tree(dataset, {"jobs/first/kettles/result.json": b"{}"})

    report = check(dataset)

    assert report.findings == ()
    (note,) = report.notes
    assert "jobs/" in note


# Digests


def test_the_digest_of_a_changed_task_is_harbors_and_both_records_of_it_differ(
    dataset: Path,
) -> None:
    (dataset / "kettles/instruction.md").write_text("Make coffee.")
    actual, _ = Packager.compute_content_hash(dataset / "kettles")

    problems = [finding.problem for finding in findings_on(dataset, "kettles")]

    assert len(problems) == 2
    assert all(f"has digest sha256:{actual}" in problem for problem in problems)
    assert any("dataset.toml says" in problem for problem in problems)
    assert any("provenance.json says" in problem for problem in problems)


# What its provenance says


def change_json(path: Path, change: Callable[[Any], None]) -> None:
    """Change a JSON file as a forger would, keeping its form."""
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value, indent=1) + "\n")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda task: task.update(cases=3), "tasks.kettles.cases is 3"),
        (lambda task: task.update(references=3), "tasks.kettles.references is 3"),
        (lambda task: task.update(outcomes=["passed"]), "tasks.kettles.outcomes is 1 long"),
        (lambda task: task.update(outcomes=["timeout", "passed"]), "oracle.index is 0"),
        (lambda task: task.update(outcomes=None), "oracle.validated is process"),
        (lambda task: task["oracle"].update(index=9), "oracle.index is 9"),
        (lambda task: task["oracle"].update(index=-1), "oracle.index is -1"),
        (lambda task: task["oracle"].update(hash="x"), "oracle.hash is x"),
        (lambda task: task["oracle"].update(validated="none"), "oracle.validated is none"),
    ],
)
def test_a_record_of_a_task_that_is_not_so_is_told(
    dataset: Path, change: Callable[[Any], None], problem: str
) -> None:
    change_json(dataset / "provenance.json", lambda value: change(value["tasks"]["kettles"]))

    found = [finding.problem for finding in findings_on(dataset, "provenance.json")]

    assert any(problem in text for text in found), found


def test_counts_that_are_not_the_tasks_are_told(dataset: Path) -> None:
    change_json(
        dataset / "provenance.json", lambda value: value["upstream"]["counts"].update(cases=9)
    )

    found = [finding.problem for finding in findings_on(dataset, "provenance.json")]

    assert any("cases is 9" in text for text in found), found


@pytest.mark.parametrize(
    ("field", "files"),
    [
        ("organisation", ["dataset.toml", "kettles/task.toml", "README.md"]),
        ("python_image", ["kettles/environment/Dockerfile", "kettles/tests/Dockerfile"]),
        ("protocol", ["kettles/tests/suite.json"]),
    ],
)
def test_files_that_are_of_another_provenance_are_told(
    dataset: Path, field: str, files: list[str]
) -> None:
    change_json(dataset / "provenance.json", lambda value: value.update({field: "another"}))

    for path in files:
        assert "provenance" in kinds_on(dataset, path), path


def forge(dataset: Path, path: str, content: bytes) -> None:
    """Change a file of a task and every digest of it, as a careful forger would."""
    (dataset / path).write_bytes(content)
    slug, _, name = path.partition("/")
    files = {
        file.relative_to(dataset / slug).as_posix(): file.read_bytes()
        for file in (dataset / slug).rglob("*")
        if file.is_file()
    }
    provenance = read_provenance(dataset / "provenance.json")
    record = provenance.tasks[slug]
    if name in OWN_FILES:
        record = record.model_copy(update={"files": record.files | {name: digest(content)}})
    shared = provenance.shared_files
    if name not in OWN_FILES:
        shared = shared | {name: digest(content)}
    record = record.model_copy(update={"digest": task_digest(files)})
    forged = provenance.model_copy(
        update={"tasks": provenance.tasks | {slug: record}, "shared_files": shared}
    )
    write_tree(dataset, dict(root_files(forged)))


@pytest.mark.parametrize(
    "name",
    [
        "environment/Dockerfile",
        "environment/requirements.txt",
        "solution/solve.sh",
        "solution/solution.py",
        "task.toml",
        "tests/Dockerfile",
        "tests/test.sh",
        "tests/verifier/score.py",
        "tests/verifier/protocol.py",
    ],
)
def test_a_file_that_was_exchanged_with_all_its_digests_is_not_what_this_version_makes(
    dataset: Path, name: str
) -> None:
    path = f"kettles/{name}"
    forge(dataset, path, FILES[path] + b"# harmless\n")

    assert {finding.path for finding in check(dataset).findings} == {path}
    assert kinds_on(dataset, path) == {"provenance"}


def test_a_data_set_of_another_version_is_checked_by_its_digests_and_the_note_says_so(
    dataset: Path,
) -> None:
    other = read_provenance(dataset / "provenance.json").model_copy(
        update={"adapter_version": "9.8.7"}
    )
    write_tree(dataset, dict(root_files(other)))

    report = check(dataset)

    assert report.findings == ()
    (note,) = report.notes
    assert "install mercury-harbor==9.8.7" in note
    (dataset / "kettles/tests/test.sh").write_bytes(b"")
    assert kinds_on(dataset, "kettles/tests/test.sh") == {"changed"}


# Leaks


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("environment/suite.json", FILES["kettles/tests/suite.json"].decode()),
        ("environment/docker-compose.yaml", "services: {}"),
        ("environment/.dockerignore", ""),
        ("environment/solution/solution.py", ""),
        ("environment/Dockerfile", f"{DOCKERFILE}COPY . /app\n"),
        ("environment/Dockerfile", f"{DOCKERFILE}copy ../tests /app\n"),
        ("environment/Dockerfile", f"{DOCKERFILE}COPY solution.py \\\n  ../tests /app/\n"),
        ("environment/Dockerfile", f'{DOCKERFILE}COPY ["../tests", "/app"]\n'),
        ("environment/Dockerfile", f"{DOCKERFILE}COPY --from=tests /tests /tests\n"),
        ("environment/Dockerfile", f"{DOCKERFILE}ADD https://example.org/suite.json /app\n"),
        ("environment/Dockerfile", f"{DOCKERFILE}RUN --mount=type=bind,target=/all true\n"),
        ("environment/Dockerfile", f"{DOCKERFILE}# {RIGHT}\n"),
        ("environment/solution.py", RIGHT),
        ("environment/solution.py", f"{STARTER}\n# {RIGHT}"),
        ("environment/solution.py", f"{STARTER}\n    def help(self):\n        return 1\n"),
        ("environment/solution.py", "not Python("),
        ("environment/requirements.txt", f"# {CASES[0][0]}\n# {RIGHT}"),
        ("instruction.md", f"{INSTRUCTION}\n{RIGHT}"),
        (
            "instruction.md",
            f"{INSTRUCTION}\nreturn sum(litre for litre in litres for _ in range(guests))",
        ),
        ("instruction.md", f'{INSTRUCTION}\n{{"input": {CASES[0][0]}}}'),
        ("instruction.md", f'{INSTRUCTION}\n"expected": "{CASES[1][1]}"'),
        ("instruction.md", INSTRUCTION + FILES["kettles/tests/suite.json"].decode()),
        ("instruction.md", f"{INSTRUCTION}\n{[arguments for arguments, _ in CASES]}"),
    ],
)
def test_tests_or_references_that_the_agent_could_see_are_told(
    dataset: Path, name: str, content: str
) -> None:
    write_tree(dataset, {f"kettles/{name}": content.encode()})

    assert "leak" in kinds_on(dataset, f"kettles/{name}")


def test_an_example_in_the_problem_text_that_is_a_hidden_case_too_is_no_leak(
    dataset: Path,
) -> None:
    inputs, expected = CASES[0]
    example = f"litres, guests = {inputs}\nOutput: {expected}"
    write_tree(dataset, {"kettles/instruction.md": f"{INSTRUCTION}\n{example}".encode()})

    assert "leak" not in kinds_on(dataset, "kettles/instruction.md")


# The command


def run(*arguments: object) -> int:
    return main(["check", *map(str, arguments)])


def test_a_whole_data_set_is_answered_with_one_line_and_status_0(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(dataset) == 0

    (line,) = capsys.readouterr().out.splitlines()
    assert line == f"{dataset}: whole and unmodified, 1 tasks, {len(FILES)} files"


def test_findings_are_a_line_each_and_status_1(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_tree(dataset, {"more.txt": b"", "kettles/two\nlines": b""})
    with open(os.fsencode(dataset) + b"/\xff", "wb"):
        pass

    assert run(dataset) == 1

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(check(dataset).findings) == 3
    assert "more.txt: is a file that does not belong here" in lines


def test_json_is_the_whole_report_for_programs(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(dataset, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "whole": True,
        "tasks": 1,
        "files": len(FILES),
        "findings": [],
        "notes": [],
    }

    (dataset / "README.md").unlink()
    assert run(dataset, "--json") == 1
    printed = json.loads(capsys.readouterr().out)
    assert not printed["whole"]
    assert {"path": "README.md", "kind": "missing", "problem": "is missing"} in printed["findings"]


@pytest.mark.parametrize("name", ["nowhere", "file", "empty", "other"])
def test_what_is_no_data_set_is_refused_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    write_tree(tmp_path, {"file": b"", "other/metric.py": b""})
    (tmp_path / "empty").mkdir()

    assert run(tmp_path / name) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"mercury-harbor: {tmp_path / name} ")


def test_a_data_set_with_neither_provenance_nor_manifest_is_none(dataset: Path) -> None:
    (dataset / "provenance.json").unlink()
    assert kinds_on(dataset, "provenance.json") == {"missing"}

    (dataset / "dataset.toml").unlink()
    with pytest.raises(NoDatasetError):
        check(dataset)
