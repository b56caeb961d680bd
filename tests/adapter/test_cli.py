"""The command line: what each flag changes, and the one line that says what is wrong."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import docker.errors
import pytest
import requests

from adapter import VERSION
from adapter.cli import main
from tests.adapter.made_up import (
    ALSO_RIGHT,
    NO_PYTHON,
    RAISING,
    RIGHT,
    WRONG,
    make_record,
    make_solution,
    read_tree,
    write_jsonl,
)

OUTCOMES = {
    "kettles": ["passed", "wrong_answer", "runtime_error", "load_error"],
    "teapots": ["passed"],
}


def make_records() -> list[dict[str, Any]]:
    """Return two rows, of whose references ``OUTCOMES`` tells what becomes."""
    references = [RIGHT, WRONG, RAISING, NO_PYTHON]
    return [
        make_record(slug_name="teapots", solutions=[make_solution(ALSO_RIGHT)]),
        make_record(
            slug_name="kettles",
            solutions=[
                make_solution(source, "9ms", f"h{n}") for n, source in enumerate(references)
            ],
        ),
    ]


def generate(*arguments: object) -> int:
    return main(["generate", *map(str, arguments)])


def tasks_of(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir() if path.is_dir())


def provenance_of(directory: Path) -> Any:
    return json.loads((directory / "provenance.json").read_text())


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a file of two rows."""
    return write_jsonl(tmp_path / "rows.jsonl", make_records())


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Return the path of a data set that is yet to be written."""
    return tmp_path / "mercury-eval"


Refused = Callable[[Sequence[object], str], None]


@pytest.fixture
def refused(output: Path, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Return a check that a generation is refused in one line which names a way out."""

    def check(arguments: Sequence[object], way_out: str) -> None:
        status = generate(*arguments, "--output-dir", output)

        assert status == 2
        printed = capsys.readouterr()
        (line,) = printed.err.splitlines()
        assert line.startswith("mercury-harbor: ")
        assert way_out in line
        assert printed.out == ""
        assert not output.exists()

    return check


def must_not_be_called(*_: object, **__: object) -> NoReturn:
    pytest.fail("references were run, which takes long and was not necessary")


# The built-in sample


def test_the_sample_is_generated_without_a_network_and_without_an_engine(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    assert generate("--source", "sample", "--validate", "none", "--output-dir", output) == 0

    assert len(tasks_of(output)) == 16
    assert provenance_of(output)["upstream"]["source"] == "built-in sample"
    assert provenance_of(output)["upstream"]["licence"] == "MIT"


def test_a_generation_says_where_it_went(
    source: Path, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    generate("--source", source, "--validate", "none", "--output-dir", output)

    printed = capsys.readouterr()
    assert printed.out.startswith(f"{output}: ")
    assert printed.err == ""


def test_without_output_dir_the_data_set_goes_to_mercury_eval(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    generate("--source", source, "--validate", "none")

    assert tasks_of(tmp_path / "mercury-eval") == ["kettles", "teapots"]


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])

    assert caught.value.code == 0
    assert capsys.readouterr().out.strip() == VERSION


# Selection and names


@pytest.mark.parametrize(
    ("flags", "tasks"),
    [
        ([], ["kettles", "teapots"]),
        (["--limit", 1], ["kettles"]),
        (["--limit", 99], ["kettles", "teapots"]),
        (["--task-ids", "teapots"], ["teapots"]),
        (["--task-ids", "teapots", "kettles"], ["kettles", "teapots"]),
        (["--task-ids", "teapots", "teapots"], ["teapots"]),
        (["--task-ids", "teapots", "kettles", "--limit", 1], ["kettles"]),
    ],
    ids=str,
)
def test_task_ids_and_limit_select_tasks(
    source: Path, output: Path, flags: list[object], tasks: list[str]
) -> None:
    generate("--source", source, "--validate", "none", "--output-dir", output, *flags)

    assert tasks_of(output) == tasks
    assert provenance_of(output)["upstream"]["counts"]["rows"] == len(tasks)


def test_org_is_the_organisation_in_all_names(source: Path, output: Path) -> None:
    generate("--source", source, "--validate", "none", "--output-dir", output, "--org", "my-lab")

    assert 'name = "my-lab/mercury-eval"' in (output / "dataset.toml").read_text()
    for slug in ("kettles", "teapots"):
        name = f'name = "my-lab/mercury-eval__{slug}"'
        assert name in (output / slug / "task.toml").read_text()
        assert name in (output / "dataset.toml").read_text()


@pytest.mark.parametrize("name", ["my lab", "", "a/b", "-x", "a..b"])
def test_an_organisation_that_harbor_would_not_accept_is_refused(
    source: Path, refused: Refused, name: str
) -> None:
    refused(["--source", source, "--validate", "none", f"--org={name}"], "--org")


def test_python_image_is_the_base_of_both_images(source: Path, output: Path) -> None:
    generate(
        *("--source", source, "--validate", "none", "--output-dir", output),
        *("--python-image", "my/python:3.12"),
    )

    assert provenance_of(output)["python_image"] == "my/python:3.12"
    for folder in ("environment", "tests"):
        dockerfile = output / "kettles" / folder / "Dockerfile"
        assert dockerfile.read_text().startswith("FROM my/python:3.12\n")


def test_the_provenance_of_a_file_keeps_its_name_and_not_its_path(
    source: Path, output: Path, tmp_path: Path
) -> None:
    generate("--source", source, "--validate", "none", "--output-dir", output)

    assert provenance_of(output)["upstream"]["source"] == "rows.jsonl"
    for path, (content, _) in read_tree(output).items():
        assert str(tmp_path).encode() not in content, path


# Wrong usage


@pytest.mark.parametrize(
    ("flags", "way_out"),
    [
        pytest.param(["--task-ids", "samovars"], "--task-ids", id="unknown task"),
        pytest.param(["--task-ids", "kettles", "samovars"], "samovars", id="one unknown task"),
        pytest.param(["--limit", 0], "--limit must be at least 1", id="limit 0"),
        pytest.param(["--limit", -3], "--limit must be at least 1", id="negative limit"),
        pytest.param(["--provenance", "nowhere.json"], "--provenance", id="missing provenance"),
        pytest.param(["--source", "nowhere.jsonl"], "--source", id="missing source"),
        pytest.param(["--source", "sampel"], "sample", id="mistyped source"),
        pytest.param(["--source", "hub"], "--revision", id="hub without a revision"),
        pytest.param(["--source", "hub", "--revision", ""], "--revision", id="empty revision"),
        pytest.param(["--revision", "main"], "use --source hub", id="revision of a file"),
        pytest.param(
            ["--source", "sample", "--revision", "main"],
            "--revision is of the hub",
            id="revision of the sample",
        ),
    ],
)
def test_wrong_usage_is_answered_by_one_line_with_the_way_out(
    source: Path, refused: Refused, flags: list[object], way_out: str
) -> None:
    refused(["--source", source, "--validate", "none", *flags], way_out)


def test_a_broken_provenance_is_refused_by_file_and_field(
    source: Path, tmp_path: Path, refused: Refused
) -> None:
    path = tmp_path / "provenance.json"
    path.write_text('{"protocol": 7}')

    refused(["--source", source, "--provenance", path], f"{path}: field protocol: ")


def test_a_malformed_row_is_refused_by_file_row_slug_and_field(
    tmp_path: Path, refused: Refused
) -> None:
    bad = make_record(slug_name="samovars", test_cases="[]")
    path = write_jsonl(tmp_path / "bad.jsonl", [*make_records(), bad])

    refused(["--source", path], f"{path}: row 3 (samovars): field test_cases: ")


def test_a_prompt_without_the_entry_point_is_refused_before_references_are_run(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapter.commands.generate.validate_in_process", must_not_be_called)
    path = write_jsonl(tmp_path / "bad.jsonl", [make_record(prompt="class Solution:\n    x = 1")])

    refused(["--source", path, "--validate", "process"], "field prompt: ")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "command"),
        (["destroy"], "destroy"),
        (["generate", "--limit", "few"], "--limit"),
        (["generate", "--validate", "no"], "--validate"),
        (["generate", "--no-such-flag"], "--no-such-flag"),
        (["generate", "--task-ids"], "--task-ids"),
    ],
    ids=str,
)
def test_a_command_that_cannot_be_parsed_is_answered_by_one_line_that_says_what_is_wrong(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)

    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("mercury-harbor: ")
    assert word in line
    assert line.endswith("--help")


# The output directory


def test_an_output_directory_with_something_in_it_is_refused(
    source: Path, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output.mkdir()
    (output / "mine.txt").touch()

    assert generate("--source", source, "--validate", "none", "--output-dir", output) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert "--overwrite" in line
    assert set(read_tree(output)) == {"mine.txt"}


def test_with_overwrite_the_output_directory_is_replaced(source: Path, output: Path) -> None:
    arguments = ("--source", source, "--validate", "none", "--output-dir", output)
    generate(*arguments)

    assert generate(*arguments, "--task-ids", "teapots", "--overwrite") == 0

    assert tasks_of(output) == ["teapots"]


def test_an_output_directory_is_refused_before_references_are_run(
    source: Path, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapter.commands.generate.validate_in_process", must_not_be_called)
    output.mkdir()
    (output / "mine.txt").touch()

    assert generate("--source", source, "--validate", "process", "--output-dir", output) == 2


def test_an_interrupt_leaves_nothing(
    source: Path,
    output: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("adapter.commands.generate.validate_in_process", interrupt)

    assert generate("--source", source, "--validate", "process", "--output-dir", output) == 130

    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not output.exists()


# Validation in local processes


@pytest.fixture(scope="module")
def validated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a source and a data set whose references were run."""
    folder = tmp_path_factory.mktemp("validated")
    path = write_jsonl(folder / "rows.jsonl", make_records())
    assert (
        generate("--source", path, "--validate", "process", "--output-dir", folder / "first") == 0
    )
    return folder


def test_references_are_run_and_what_became_of_each_is_recorded(validated: Path) -> None:
    tasks = provenance_of(validated / "first")["tasks"]

    assert {slug: task["outcomes"] for slug, task in tasks.items()} == OUTCOMES
    assert {task["oracle"]["validated"] for task in tasks.values()} == {"process"}


def test_the_oracle_is_a_reference_that_was_right(validated: Path) -> None:
    assert provenance_of(validated / "first")["tasks"]["kettles"]["oracle"]["hash"] == "h0"
    oracle = (validated / "first/kettles/solution/solution.py").read_text()
    assert oracle.strip() == RIGHT.strip()


def test_a_task_without_a_right_reference_is_refused_and_names_the_way_out(
    tmp_path: Path, refused: Refused
) -> None:
    unsolved = make_record(slug_name="samovars", solutions=[make_solution(WRONG)])
    path = write_jsonl(tmp_path / "unsolved.jsonl", [unsolved])

    refused(["--source", path, "--validate", "process"], "samovars (1 wrong_answer)")
    refused(["--source", path, "--validate", "process"], "--skip-unsolved")


@pytest.mark.parametrize(
    ("field", "code"),
    [
        pytest.param(
            "convert_offline", "def convert_offline(case):\n    return case[0][5]", id="converter"
        ),
        pytest.param(
            "evaluate_offline",
            "import no_such_module\ndef evaluate_offline(inputs, outputs, expected):\n    pass",
            id="comparator that cannot be loaded",
        ),
        pytest.param(
            "evaluate_offline", "def evaluate_offline():\n    pass", id="comparator of nothing"
        ),
    ],
)
def test_a_task_whose_own_code_does_not_work_is_refused_by_name(
    tmp_path: Path, refused: Refused, field: str, code: str
) -> None:
    record = make_record(slug_name="samovars", **{field: code})
    path = write_jsonl(tmp_path / "bad.jsonl", [record])

    refused(["--source", path, "--validate", "process"], "samovars")


# An earlier generation's provenance


def test_with_an_earlier_provenance_the_directory_is_reproduced_byte_for_byte(
    validated: Path, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapter.commands.generate.validate_in_process", must_not_be_called)
    monkeypatch.setattr("adapter.commands.generate.validate_in_docker", must_not_be_called)
    first, source = validated / "first", validated / "rows.jsonl"

    status = generate(
        *("--source", source, "--output-dir", output),
        *("--provenance", first / "provenance.json"),
    )

    assert status == 0
    assert read_tree(output) == read_tree(first)


def test_a_generation_that_left_out_a_task_can_be_reproduced_too(
    tmp_path: Path, output: Path
) -> None:
    unsolved = make_record(slug_name="samovars", solutions=[make_solution(WRONG)])
    source = write_jsonl(tmp_path / "rows.jsonl", [*make_records(), unsolved])
    arguments = ("--source", source, "--skip-unsolved")
    generate(*arguments, "--validate", "process", "--output-dir", tmp_path / "first")
    assert provenance_of(tmp_path / "first")["skipped"] == ["samovars"]

    status = generate(
        *(*arguments, "--output-dir", output),
        *("--provenance", tmp_path / "first/provenance.json"),
    )

    assert status == 0
    assert read_tree(output) == read_tree(tmp_path / "first")


def test_an_earlier_provenance_of_other_rows_is_refused(
    validated: Path, tmp_path: Path, refused: Refused
) -> None:
    records = make_records()
    records[0]["pretty_content"] = ["Another problem."]
    path = write_jsonl(tmp_path / "rows.jsonl", records)

    refused(
        ["--source", path, "--provenance", validated / "first/provenance.json"],
        "--provenance is of other rows",
    )


@pytest.mark.parametrize(
    "flags",
    [
        [],
        ["--org", "elfsong", "--validate", "none", "--limit", 2],
        ["--task-ids", "teapots", "kettles"],
        ["--skip-unsolved"],
    ],
    ids=str,
)
def test_flags_that_agree_with_an_earlier_provenance_are_fine(
    validated: Path, output: Path, flags: list[object]
) -> None:
    status = generate(
        *("--source", validated / "rows.jsonl", "--output-dir", output, *flags),
        *("--provenance", validated / "first/provenance.json"),
    )

    assert status == 0
    assert read_tree(output) == read_tree(validated / "first")


@pytest.mark.parametrize(
    ("flags", "way_out"),
    [
        (["--org", "my-lab"], "leave --org out"),
        (["--python-image", "my/python"], "leave --python-image out"),
        (["--revision", "0" * 40], "leave --revision out"),
        (["--validate", "process"], "leave one of them out"),
        (["--validate", "docker"], "leave one of them out"),
        (["--limit", 1], "leave them out"),
        (["--task-ids", "kettles"], "leave them out"),
        (["--task-ids", "samovars"], "samovars"),
        (["--source", "hub"], "rows.jsonl, not from the hub"),
    ],
    ids=str,
)
def test_flags_that_contradict_an_earlier_provenance_are_refused(
    validated: Path, refused: Refused, flags: list[object], way_out: str
) -> None:
    arguments = ["--source", validated / "rows.jsonl"]
    refused([*arguments, "--provenance", validated / "first/provenance.json", *flags], way_out)


def test_the_file_of_rows_that_a_provenance_was_made_from_must_be_named(
    validated: Path, refused: Refused
) -> None:
    refused(
        ["--provenance", validated / "first/provenance.json"], "made from rows.jsonl; say where"
    )


def test_what_an_earlier_generation_was_made_with_needs_no_flags(
    validated: Path, tmp_path: Path, output: Path
) -> None:
    generate(
        *("--source", validated / "rows.jsonl", "--output-dir", tmp_path / "first"),
        *("--validate", "none", "--org", "my-lab", "--python-image", "my/python:3.12"),
        *("--task-ids", "teapots"),
    )
    renamed = write_jsonl(tmp_path / "renamed.jsonl", make_records())

    status = generate(
        *("--source", renamed, "--output-dir", output),
        *("--provenance", tmp_path / "first/provenance.json"),
    )

    assert status == 0
    assert read_tree(output) == read_tree(tmp_path / "first")


def test_the_built_in_sample_is_reproduced_without_naming_it(tmp_path: Path, output: Path) -> None:
    generate("--source", "sample", "--validate", "none", "--output-dir", tmp_path / "first")

    status = generate("--provenance", tmp_path / "first/provenance.json", "--output-dir", output)

    assert status == 0
    assert read_tree(output) == read_tree(tmp_path / "first")


def changed(value: Any, place: str, new: object) -> Any:
    """Return parsed JSON with the value at a dotted place changed."""
    key, _, rest = place.partition(".")
    if isinstance(value, list):
        index = int(key)
        return [*value[:index], changed(value[index], rest, new) if rest else new]
    return value | {key: changed(value[key], rest, new) if rest else new}


@pytest.mark.parametrize(
    ("place", "new", "way_out"),
    [
        ("adapter_version", "9.8.7", "install mercury-harbor==9.8.7"),
        ("packages", ["lctk==0.0.7"], f"install the mercury-harbor {VERSION} that wrote it"),
        ("upstream.rows_sha256", "0" * 64, "other rows"),
        ("protocol", "mercury-harbor-v0", "digest"),
        ("organisation", "my-lab", "digest"),
        ("python_image", "my/python:3.12", "shared_files.environment/Dockerfile"),
        ("upstream.revision", "0" * 40, "digest"),
        ("upstream.counts.cases", 7, "upstream.counts.cases is 7"),
        ("shared_files", {}, "shared_files"),
        ("skipped", ["samovars"], "skipped"),
        ("tasks.kettles.digest", "sha256:0", "tasks.kettles.digest is 'sha256:0'"),
        ("tasks.kettles.oracle.index", 1, "tasks.kettles.oracle.index is 1"),
        ("tasks.kettles.oracle.hash", "h1", "tasks.kettles.oracle.hash is 'h1'"),
        ("tasks.kettles.cases", 1, "tasks.kettles.cases is 1"),
        ("tasks.kettles.references", 1, "tasks.kettles.references is 1"),
        ("tasks.kettles.outcomes", ["passed"], "4 outcomes in tasks.kettles"),
        ("tasks.kettles.outcomes.0", "wrong_answer", "tasks.kettles"),
        ("tasks.teapots.outcomes", None, "1 outcomes in tasks.teapots"),
        ("tasks.teapots.outcomes", ["timeout"], "teapots"),
    ],
    ids=str,
)
def test_a_provenance_that_was_changed_is_refused_by_what_is_wrong(
    validated: Path, tmp_path: Path, refused: Refused, place: str, new: object, way_out: str
) -> None:
    path = tmp_path / "provenance.json"
    path.write_text(json.dumps(changed(provenance_of(validated / "first"), place, new)))

    refused(["--source", validated / "rows.jsonl", "--provenance", path], way_out)


# Validation in Docker, without an engine


@pytest.mark.parametrize("flags", [[], ["--validate", "docker"]], ids=["by default", "asked for"])
def test_without_an_engine_the_way_out_is_to_validate_in_processes(
    source: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch, flags: list[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    refused(["--source", source, *flags], "--validate process")


class DyingContainer:
    """A container whose engine goes away as soon as something is asked of it."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def attach_socket(self, **_: object) -> io.BytesIO:
        """Return the standard input."""
        return io.BytesIO()

    def start(self) -> None:
        """Succeed."""

    def put_archive(self, *_: object) -> NoReturn:
        """Fail."""
        raise self._error


class DyingEngine:
    """A Docker client that gets as far as a running container."""

    def __init__(self, container: DyingContainer) -> None:
        self.images = self.containers = self
        self.id = "image"
        self._container = container

    def build(self, **_: object) -> tuple["DyingEngine", list[object]]:
        """Return an image and its log."""
        return self, []

    def get(self, _: str) -> "DyingEngine":
        """Return an image."""
        return self

    def create(self, *_: object, **__: object) -> DyingContainer:
        """Return the container."""
        return self._container

    def list(self, **_: object) -> list[DyingContainer]:
        """Return what is to be removed: nothing, so that the first failure is the one told."""
        return []

    def close(self) -> None:
        """Succeed."""


@pytest.mark.parametrize(
    "error",
    [docker.errors.APIError("container is not running"), requests.ConnectionError("gone away")],
    ids=lambda error: type(error).__name__,
)
def test_an_engine_that_goes_away_is_reported_in_one_line(
    source: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    engine = DyingEngine(DyingContainer(error))
    monkeypatch.setattr("docker.from_env", lambda **_: engine)

    refused(["--source", source, "--validate", "docker"], str(error))
