"""The layout that `harbor adapter review` checks; its structural checks, as we read them.

Harbor keeps the checks themselves in its repository (scripts/validate_adapter.py), not in its
package. MERCURY_HARBOR_CHECKOUT names a checkout to run them for real as well.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adapter.project import project_file
from adapter.provenance import read_pins

ROOT = Path(__file__).parents[2]
SECTIONS = (
    "Overview",
    "What is",
    "Adapter Features",
    "Generated Task Structure",
    "Run Evaluation",
    "Usage",
    "Comparison with Original Benchmark",
    "Notes & Caveats",
    "Installation / Prerequisites",
    "Troubleshooting",
    "Citation",
    "Authors & Contributions",
)


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    adapters = tmp_path_factory.mktemp("checkout") / "adapters"
    subprocess.run([ROOT / "scripts/harbor-adapter", adapters], check=True)
    return adapters / "mercury-eval"


def entry_of(layout: Path, name: str) -> dict[str, Any]:
    (entry,) = json.loads((layout / name).read_text())
    assert isinstance(entry, dict)
    return entry


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "adapter_metadata.json",
        "parity_experiment.json",
        "pyproject.toml",
        "run_mercury-eval.yaml",
        "src/mercury_eval/__init__.py",
        "src/mercury_eval/adapter.py",
        "src/mercury_eval/main.py",
        "src/mercury_eval/task-template/task.toml",
        "src/mercury_eval/task-template/instruction.md",
        "src/mercury_eval/task-template/environment/Dockerfile",
        "src/mercury_eval/task-template/tests/test.sh",
        "src/mercury_eval/task-template/solution/solve.sh",
    ],
)
def test_a_file_that_the_conventions_ask_for_is_there(layout: Path, path: str) -> None:
    assert (layout / path).is_file()


def test_the_template_of_a_task_has_a_name_and_authors_inside_its_task_table(layout: Path) -> None:
    text = (layout / "src/mercury_eval/task-template/task.toml").read_text()
    (table,) = re.findall(r"^\[task\]\n(.*?)^\[", text, re.MULTILINE | re.DOTALL)

    assert re.search(r"^name = \"", table, re.MULTILINE)
    assert re.search(r"^authors = \[", table, re.MULTILINE)


def test_the_verifiers_script_names_where_the_reward_goes(layout: Path) -> None:
    assert (
        "/logs/verifier/reward"
        in (layout / "src/mercury_eval/task-template/tests/test.sh").read_text()
    )


def test_the_metadata_have_every_field_of_harbors_template(layout: Path) -> None:
    ours = entry_of(layout, "adapter_metadata.json")
    harbors = harbors_template("adapter_metadata.json")

    assert set(ours) == set(harbors)
    assert set(ours["original_benchmark"][0]) == set(harbors["original_benchmark"][0])
    assert set(ours["harbor_adapter"][0]) == set(harbors["harbor_adapter"][0])
    assert ours["adapter_builders"]


def test_the_parity_record_has_every_field_of_harbors_template(layout: Path) -> None:
    ours = entry_of(layout, "parity_experiment.json")
    harbors = harbors_template("parity_experiment.json")

    assert set(ours) == set(harbors)
    for metric in ours["metrics"]:
        assert set(metric) == set(harbors["metrics"][0])


def test_links_of_the_parity_record_are_null_or_a_list_that_is_not_empty(layout: Path) -> None:
    record = entry_of(layout, "parity_experiment.json")

    for links in ("adapter_pr", "dataset_pr", "parity_pr"):
        assert record[links] is None or all(
            re.match(r"https?://\S+$", link) for link in record[links] or [""]
        )


def test_no_figure_is_given_that_was_not_measured(layout: Path) -> None:
    record = entry_of(layout, "parity_experiment.json")

    assert record["number_of_runs"] == 0
    for metric in record["metrics"]:
        assert metric["original"] is None
        assert metric["harbor"] is None
        assert metric["original_runs"] == metric["harbor_runs"] == []


def test_names_and_sizes_agree(layout: Path) -> None:
    metadata = entry_of(layout, "adapter_metadata.json")
    record = entry_of(layout, "parity_experiment.json")
    (adapted,) = metadata["harbor_adapter"]
    pins = read_pins(project_file("provenance.json"))

    assert metadata["adapter_name"] == record["adapter_name"] == layout.name
    assert metadata["original_benchmark"][0]["size"] == pins.upstream.counts.rows
    for size in ("adapted_benchmark_size", "parity_benchmark_size"):
        assert adapted[size] == record[size]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_readme_has_the_section(layout: Path, section: str) -> None:
    assert f"\n## {section}" in (layout / "README.md").read_text()


def test_the_readmes_parity_table_has_its_seven_columns_and_commands_to_repeat_it(
    layout: Path,
) -> None:
    text = (layout / "README.md").read_text()
    parity = text.partition("\n## Comparison with Original Benchmark")[2].partition("\n## ")[0]
    (heading,) = [line for line in parity.splitlines() if line.startswith("| Agent |")]

    assert len(heading.strip("|").split("|")) == 7
    assert "```bash" in parity


def test_no_file_holds_a_canary_string(layout: Path) -> None:
    texts = [path.read_bytes() for path in layout.rglob("*") if path.is_file()]

    assert not [text for text in texts if b"canary " + b"GUID" in text]


def test_its_dependencies_are_the_projects(layout: Path) -> None:
    here, there = (
        tomllib.loads((place / "pyproject.toml").read_text())["project"] for place in (ROOT, layout)
    )

    for field in ("version", "requires-python", "dependencies", "license"):
        assert there[field] == here[field]


def test_it_generates_tasks_by_itself_where_the_conventions_want_them(layout: Path) -> None:
    command = [sys.executable, "-P", "-m", "mercury_eval.main", "--limit", "1", "--overwrite"]

    subprocess.run(
        [*command, "--source", "sample", "--validate", "none"],
        env=os.environ | {"PYTHONPATH": str(layout / "src")},
        cwd=layout,
        check=True,
    )

    data_set = layout.parents[1] / "datasets/mercury-eval"
    assert len(list(data_set.glob("*/task.toml"))) == 1
    assert (data_set / "metric.py").is_file()


def test_harbors_own_review_runs_to_its_end(layout: Path) -> None:
    """Without a checkout it has no structural checks to run, and then says so itself."""
    checkout = os.environ.get("MERCURY_HARBOR_CHECKOUT")
    command: list[str | Path] = [Path(sys.executable).with_name("harbor"), "adapter", "review"]
    command += ["--path", layout, "--skip-ai", "--output", layout.parent / "review.md"]

    review = subprocess.run(
        command,
        cwd=checkout or layout.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )

    assert review.returncode == 0, review.stdout + review.stderr
    assert ("validate_adapter.py not found" in review.stdout + review.stderr) is (checkout is None)


def test_an_adapter_that_is_there_already_is_not_overwritten(layout: Path) -> None:
    again = subprocess.run(
        [ROOT / "scripts/harbor-adapter", layout.parent], capture_output=True, check=False
    )

    assert again.returncode == 2
    assert b"is there already" in again.stderr


def harbors_template(name: str) -> dict[str, Any]:
    """Return the one entry of a file of Harbor's own adapter template."""
    import harbor  # type: ignore[import-untyped]

    template = Path(harbor.__file__).parent / "cli/template-adapter" / name
    (entry,) = json.loads(template.read_text())
    assert isinstance(entry, dict)
    return entry
