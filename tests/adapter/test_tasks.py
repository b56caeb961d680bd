"""One row -> the files of one task: what is in them, what is not, and what Harbor says of them."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from harbor.lint import lint_task  # type: ignore[import-untyped]
from harbor.models.task.config import TaskConfig  # type: ignore[import-untyped]
from harbor.publisher.packager import Packager  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adapter.tasks import (
    VERIFIER,
    suite_json,
    task_digest,
    task_files,
    wall_limit_seconds,
)
from adapter.upstream import Row, RowError, parse_rows, unlimited_integers
from tests.adapter.made_up import (
    ENTRY_POINT,
    PINNED_IMAGE,
    PROTOCOL,
    RIGHT,
    SLUG,
    make_cases,
    make_pins,
    make_record,
    make_row,
    make_solution,
    write_tree,
)
from verifier.suite import Suite, load_suite

FILES_OF_EVERY_TASK = {
    "task.toml",
    "instruction.md",
    "environment/Dockerfile",
    "environment/requirements.txt",
    "environment/solution.py",
    "solution/solve.sh",
    "solution/solution.py",
    "tests/Dockerfile",
    "tests/requirements.txt",
    "tests/test.sh",
    "tests/suite.json",
}
DOCKERFILES = ["environment/Dockerfile", "tests/Dockerfile"]
both_dockerfiles = pytest.mark.parametrize("dockerfile", DOCKERFILES)
SLOW_SLUGS = ["expression-add-operators", "burst-balloons", "arithmetic-slices-ii-subsequence"]


def make_files(row: Row | None = None, oracle: int = 0, **pins: Any) -> dict[str, bytes]:
    return dict(task_files(row or make_row(), oracle, make_pins(**pins)))


def make_config(row: Row | None = None, **pins: Any) -> Any:
    return TaskConfig.model_validate_toml(make_files(row, **pins)["task.toml"].decode())


def read_suite(directory: Path, row: Row) -> Suite:
    path = directory / "suite.json"
    path.write_bytes(suite_json(row, PROTOCOL))
    return load_suite(path)


# The directory


def test_a_task_consists_of_exactly_these_files() -> None:
    verifier_files = {f"tests/verifier/{path.name}" for path in VERIFIER.glob("*.py")}

    assert set(make_files()) == FILES_OF_EVERY_TASK | verifier_files


def test_the_verifier_is_copied_as_it_is() -> None:
    files = make_files()

    for path in VERIFIER.glob("*.py"):
        assert files[f"tests/verifier/{path.name}"] == path.read_bytes()


def test_the_same_row_gives_the_same_bytes_again() -> None:
    assert make_files() == make_files()


def test_the_bytes_do_not_depend_on_the_machine() -> None:
    program = (
        "from adapter.tasks import task_digest, task_files\n"
        "from tests.adapter.made_up import make_pins, make_row\n"
        "print(task_digest(task_files(make_row(), 0, make_pins())))"
    )
    elsewhere = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "7", "TZ": "Asia/Singapore"}

    result = subprocess.run(
        [sys.executable, "-c", program],
        env=elsewhere | {"PYTHONPATH": str(VERIFIER.parent)},
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.stdout.strip() == task_digest(make_files())


def test_the_digest_is_the_one_that_harbor_computes(tmp_path: Path) -> None:
    files = make_files()

    content_hash, _ = Packager.compute_content_hash(write_tree(tmp_path, files))

    assert task_digest(files) == f"sha256:{content_hash}"


def test_the_digest_leaves_out_what_harbor_does_not_publish(tmp_path: Path) -> None:
    files = make_files() | {"notes.txt": b"mine", "environments/Dockerfile": b"FROM scratch"}

    content_hash, _ = Packager.compute_content_hash(write_tree(tmp_path, files))

    assert task_digest(files) == f"sha256:{content_hash}" == task_digest(make_files())


@pytest.mark.parametrize("path", sorted(FILES_OF_EVERY_TASK))
def test_the_digest_changes_with_every_file(path: str) -> None:
    files = make_files()

    assert task_digest(files | {path: files[path] + b"#"}) != task_digest(files)


def test_harbors_linter_finds_nothing(tmp_path: Path) -> None:
    write_tree(tmp_path, make_files(python_image=PINNED_IMAGE))

    assert lint_task(tmp_path) == []


def test_harbors_linter_finds_an_image_that_is_not_pinned_and_nothing_else(tmp_path: Path) -> None:
    write_tree(tmp_path, make_files(python_image="python:3.12-slim"))

    assert {finding.rule.value for finding in lint_task(tmp_path)} == {"unpinned-image"}


# task.toml


def test_the_configuration_is_one_of_harbors_schema_1_4() -> None:
    assert make_config().schema_version == "1.4"


def test_the_configuration_states_only_fields_that_harbor_knows() -> None:
    stated = tomllib.loads(make_files()["task.toml"].decode())

    known = make_config().model_dump(mode="json")

    assert contains(known, stated)


def contains(known: Any, stated: Any) -> bool:
    """Say whether a parsed configuration holds everything that its text states."""
    if isinstance(stated, dict):
        return all(key in known and contains(known[key], stated[key]) for key in stated)
    if isinstance(stated, list):
        return len(known) == len(stated) and all(map(contains, known, stated))
    return bool(known == stated)


def test_only_the_solution_is_collected() -> None:
    assert make_config().artifacts == ["/app/solution.py"]


def test_the_verifier_has_an_environment_of_its_own_with_1_cpu_and_4096_mb() -> None:
    verifier = make_config().verifier

    assert verifier.environment_mode == "separate"
    assert (verifier.environment.cpus, verifier.environment.memory_mb) == (1, 4096)


def test_the_agent_is_not_root() -> None:
    assert make_config().agent.user not in (None, 0, "0", "root")


@pytest.mark.parametrize(
    ("slug", "references", "seconds"),
    [
        pytest.param(SLUG, 1, 1800, id="at least half an hour"),
        pytest.param(SLUG, 57, 1800, id="58 programs need exactly half an hour"),
        pytest.param(SLUG, 58, 59 * 30 + 60, id="one more needs more"),
        *(pytest.param(slug, 1, 2 * 900 + 60, id=f"{slug}, few") for slug in SLOW_SLUGS),
        *(pytest.param(slug, 19, 20 * 900 + 60, id=f"{slug}, many") for slug in SLOW_SLUGS),
    ],
)
def test_the_verifier_may_take_the_limits_of_all_programs_and_a_minute(
    slug: str, references: int, seconds: int
) -> None:
    row = make_row(slug_name=slug, solutions=[make_solution()] * references)

    assert make_config(row).verifier.timeout_sec == seconds


def test_the_name_is_made_of_organisation_data_set_and_slug() -> None:
    config = make_config(organisation="my-lab")

    assert config.task.name == f"my-lab/mercury-eval__{SLUG}"


def test_the_metadata_says_where_the_task_comes_from() -> None:
    row = make_row(difficulty="Hard", id="made-up-9")

    assert make_config(row, revision="abc123").metadata == {
        "difficulty": "hard",
        "category": "programming",
        "upstream_id": "made-up-9",
        "upstream_revision": "abc123",
    }


def test_a_source_without_revisions_has_the_revision_none() -> None:
    assert make_config(revision=None).metadata["upstream_revision"] == "none"


def test_the_benchmarks_authors_are_named() -> None:
    names = {author.name for author in make_config().task.authors}

    assert {"Mingzhe Du", "Anh Tuan Luu", "Bin Ji", "Qian Liu", "See-Kiong Ng"} == names


# The starter


def load_solution(code: str) -> Any:
    """Return an instance of the class that the code defines."""
    namespace: dict[str, Any] = {}
    exec(compile(code, "solution.py", "exec"), namespace)
    return namespace["Solution"]()


def test_the_starter_raises_not_implemented_error_from_the_entry_point() -> None:
    starter = make_files()["environment/solution.py"].decode()

    with pytest.raises(NotImplementedError):
        getattr(load_solution(starter), ENTRY_POINT)([1, 2], 3)


def test_the_starter_keeps_the_prompts_signature_and_docstring() -> None:
    starter = make_row().starter

    assert "def fillKettles(self, litres, guests):" in starter
    assert ":type litres: List[int]" in starter


def test_a_comment_before_the_class_stays_in_the_starter() -> None:
    comment = "# Definition for a kettle.\n# class Kettle:\n#     pass\n"
    row = make_row(prompt=comment + make_row().prompt)

    assert row.starter.startswith(comment)


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param("", id="nothing"),
        pytest.param("class Solution(object):", id="no method"),
        pytest.param("class Solution(object)\n    def fillKettles(self):", id="no Python"),
        pytest.param("class Solution(object):\n    def emptyKettles(self):", id="another method"),
        pytest.param("def fillKettles(self):", id="no class"),
        pytest.param("class Kitchen:\n    def fillKettles(self):", id="another class"),
    ],
)
def test_a_prompt_that_would_not_give_a_starter_is_refused(prompt: str) -> None:
    with pytest.raises(RowError, match=rf"{SLUG}\b.*: field prompt: "):
        parse_rows([make_record(prompt=prompt)], "tea.jsonl")


def test_of_two_methods_the_body_is_given_to_the_entry_point_or_the_prompt_is_refused() -> None:
    prompt = (
        "class Solution(object):\n"
        "    def fillKettles(self):\n        'Fill all.'\n"
        "    def emptyKettles(self):\n        'Empty all.'"
    )
    try:
        starter = make_row(prompt=prompt).starter
    except ValidationError:
        return
    with pytest.raises(NotImplementedError):
        load_solution(starter).fillKettles()


# The instruction


@pytest.mark.parametrize(
    "needed",
    [
        pytest.param("`/app/solution.py`", id="where to write"),
        pytest.param("class `Solution`", id="the class"),
        pytest.param(f"method `{ENTRY_POINT}`", id="the entry point"),
        pytest.param("def fillKettles(self, litres, guests):", id="the signature"),
        pytest.param(":type litres: List[int]", id="the types"),
        pytest.param("Each guest wants every kettle filled once.", id="the problem"),
        pytest.param("30 seconds", id="the limit of time"),
        pytest.param("2 GiB", id="the limit of memory"),
        pytest.param("Python 3.12", id="the version"),
        pytest.param("Speed counts", id="that speed counts"),
        pytest.param("ListNode(val=0, next=None)", id="names that are there"),
    ],
)
def test_the_instruction_tells_what_an_agent_needs(needed: str) -> None:
    assert needed in make_files()["instruction.md"].decode()


def test_the_instruction_names_neither_the_benchmark_nor_its_source() -> None:
    instruction = make_files(make_row(id="made-up-31337"))["instruction.md"].decode()

    assert not re.search("leetcode|mercury|beyond|elfsong|made-up-31337", instruction, re.I)


@pytest.mark.parametrize("slug", SLOW_SLUGS)
def test_the_three_tasks_with_a_longer_limit_say_so(slug: str, tmp_path: Path) -> None:
    row = make_row(slug_name=slug)

    assert wall_limit_seconds(slug) == 900
    assert "900 seconds" in make_files(row)["instruction.md"].decode()
    assert read_suite(tmp_path, row).wall_limit_seconds == 900


@pytest.mark.parametrize(
    "text", ["$x$ and ${y}", "{braces} %s \\1", "`code` ``` fence", "日本 — 🫖", "a < b && c > d"]
)
def test_the_problems_text_comes_through_unchanged(text: str) -> None:
    row = make_row(pretty_content=[text])

    assert f"## The problem\n\n{text}\n\n## " in make_files(row)["instruction.md"].decode()


def test_only_the_first_text_of_a_row_is_the_problem() -> None:
    row = make_row(pretty_content=["Fill the kettles.", "an editorial that tells how"])

    assert b"editorial" not in make_files(row)["instruction.md"]


# What the agent must not see


def agents_files(row: Row) -> dict[str, bytes]:
    files = make_files(row)
    return {
        path: content
        for path, content in files.items()
        if path == "instruction.md" or path.startswith("environment/")
    }


def test_no_hidden_case_is_in_what_the_agent_gets() -> None:
    row = make_row(test_cases=make_cases(([[918273645], 1], 564738291)))

    for content in agents_files(row).values():
        assert b"918273645" not in content
        assert b"564738291" not in content


def test_no_reference_is_in_what_the_agent_gets() -> None:
    row = make_row(solutions=[make_solution(f"{RIGHT}# a reference's last line")])

    for content in agents_files(row).values():
        assert b"a reference's last line" not in content
        assert b"sum(litres)" not in content


def test_no_code_of_the_judge_is_in_what_the_agent_gets() -> None:
    for content in agents_files(make_row()).values():
        assert b"evaluate_offline" not in content
        assert b"convert_offline" not in content


# The oracle


@pytest.mark.parametrize("oracle", [0, 1])
def test_the_oracle_is_the_chosen_references_text(oracle: int) -> None:
    row = make_row()

    text = make_files(row, oracle)["solution/solution.py"].decode()

    assert text.strip() == row.solutions[oracle].solution.strip()
    assert text.endswith("\n")


# The images


@both_dockerfiles
@pytest.mark.parametrize("image", [PINNED_IMAGE, "localhost:5000/my/python:$tag"])
def test_an_image_is_made_from_the_base_image_as_given(dockerfile: str, image: str) -> None:
    lines = make_files(python_image=image)[dockerfile].decode().splitlines()

    assert [line for line in lines if line.startswith("FROM")] == [f"FROM {image}"]


@both_dockerfiles
def test_a_container_is_ended_by_sigkill(dockerfile: str) -> None:
    assert "STOPSIGNAL SIGKILL" in make_files()[dockerfile].decode().splitlines()


def layers_of(row: Row, dockerfile: str) -> list[str]:
    return re.findall("^[A-Z]+ .*", make_files(row)[dockerfile].decode(), re.MULTILINE)


def test_all_images_have_the_layers_up_to_the_packages_in_common() -> None:
    rows = make_row(), make_row(slug_name="another", difficulty="Hard")

    beginnings = {tuple(layers_of(row, file)[:4]) for row in rows for file in DOCKERFILES}

    ((*_, last),) = beginnings
    assert last.startswith("RUN python3 -m pip install ")


def test_all_images_get_the_same_packages_pinned_by_version_and_hash() -> None:
    files = make_files()
    requirements = files["tests/requirements.txt"].decode().replace("\\\n", "").splitlines()

    assert files["environment/requirements.txt"] == files["tests/requirements.txt"]
    assert {re.split("==", line)[0] for line in requirements} == {"lctk", "sortedcontainers"}
    for line in requirements:
        assert re.fullmatch(r"\S+==\S+(\s+--hash=sha256:[0-9a-f]{64})+\s*", line)


@pytest.mark.parametrize(
    ("dockerfile", "foreign"),
    [("environment/Dockerfile", "suite|verifier|solve|/tests"), ("tests/Dockerfile", "/app|solve")],
)
def test_an_image_is_given_nothing_of_the_other_side(dockerfile: str, foreign: str) -> None:
    assert not re.search(foreign, make_files()[dockerfile].decode())


def test_the_folder_of_the_suite_is_roots_alone() -> None:
    assert "RUN install -d -m 0700 /tests" in make_files()["tests/Dockerfile"].decode()


# The suite


def test_the_verifier_can_load_the_suite(tmp_path: Path) -> None:
    row = make_row()

    suite = read_suite(tmp_path, row)

    assert suite.protocol == PROTOCOL
    assert suite.entry_point == ENTRY_POINT
    assert suite.converter == row.convert_offline
    assert suite.comparator == row.evaluate_offline
    assert suite.wall_limit_seconds == 30


def test_the_suite_holds_every_reference_in_upstreams_order(tmp_path: Path) -> None:
    row = make_row()

    references = read_suite(tmp_path, row).references

    assert [(reference.index, reference.hash, reference.source) for reference in references] == [
        (index, solution.hash, solution.solution) for index, solution in enumerate(row.solutions)
    ]


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers() | st.text() | st.none() | st.floats(allow_nan=False)),
            st.booleans() | st.text() | st.lists(st.integers()),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_the_suite_holds_every_case_unchanged(
    tmp_path_factory: pytest.TempPathFactory, cases: list[tuple[list[Any], Any]]
) -> None:
    row = make_row(test_cases=make_cases(*cases))

    suite = read_suite(tmp_path_factory.mktemp("suite"), row)

    assert [
        (json.loads(case.input_text), json.loads(case.expected_text)) for case in suite.cases
    ] == cases


def test_the_suite_holds_integers_of_more_than_4300_digits(tmp_path: Path) -> None:
    number = 7 * 10**5_000
    with unlimited_integers():
        row = make_row(test_cases=make_cases(([[number], 2], -number)))

    (case,) = read_suite(tmp_path, row).cases

    assert case.input_text == f"[[7{'0' * 5_000}], 2]"
    assert case.expected_text == f"-7{'0' * 5_000}"
