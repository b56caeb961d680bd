"""The page: whole in itself, safe, and with words beside every figure."""

import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from adapter.cli import main
from adapter.reporting.page import render_page
from adapter.reporting.sources import read_sources
from adapter.reporting.summary import summarise
from tests.adapter.reporting.runs import MACHINE, make_result, write_results

Attributes = dict[str, str | None]


class Page(HTMLParser):
    """Every element of a page, with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def having(self, attribute: str) -> list[str]:
        """Return the values of an attribute, wherever it is."""
        return [value for _, found in self.elements if (value := found.get(attribute))]


def page_of(*paths: Path) -> str:
    return render_page(summarise(read_sources(paths)))


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a page of two systems over two tasks."""
    return page_of(two_systems(tmp_path_factory.mktemp("two systems")))


def two_systems(path: Path) -> Path:
    results = [
        make_result("a-plus-b", 1.0, model="parrot"),
        make_result("a-plus-b", 0.25, model="magpie"),
        make_result("b-minus-a", None, model="parrot", difficulty="hard"),
        make_result("b-minus-a", 0.5, model="magpie", difficulty="hard"),
    ]
    return write_results(path / "r.jsonl", results)


def test_nothing_is_loaded_from_elsewhere(text: str) -> None:
    page = Page(text)

    assert page.having("src") == []
    assert [tag for tag, _ in page.elements if tag == "link"] == []
    assert all(link.startswith("#") for link in page.having("href"))


def test_every_link_leads_somewhere_on_the_page(text: str) -> None:
    page = Page(text)

    links = {*page.having("href"), *re.findall(r'"href": ?"([^"]+)"', text)}
    assert "#g1-task-a-plus-b" in links
    assert {link.removeprefix("#") for link in links} <= set(page.having("id"))


def test_every_figure_has_a_text_alternative_with_its_figures(text: str) -> None:
    page = Page(text)

    labels = [
        found.get("aria-label") or "" for _, found in page.elements if "chart" in found.values()
    ]
    assert len(labels) == 4 + 1 + 2  # measures; the distribution; strips, easy and hard
    assert any("parrot, easy: 1.000" in label for label in labels)
    assert any("easy, magpie: 1 passed, median 0.25" in label for label in labels)
    assert any("1 tasks with 3 references and 2 timed programs" in label for label in labels)


def test_machine_protocol_and_data_set_are_stated(text: str) -> None:

    for stated in ("mercury-harbor-v1", "Abacus 1 (2 CPUs)", "sha256:aa", "own user ids"):
        assert stated in text


def test_what_is_kept_apart_is_said_and_has_sections_of_its_own(tmp_path: Path) -> None:
    elsewhere = write_results(
        *(tmp_path / "there.jsonl", [make_result("a-plus-b", 0.5)]),
        machine=MACHINE | {"cpu_model": "Abacus 2"},
    )

    text = page_of(two_systems(tmp_path), elsewhere)

    assert "group 2 (there) is kept apart from group 1: another machine" in text
    assert {"g1-table", "g2-table"} <= set(Page(text).having("id"))


def test_names_are_never_markup(tmp_path: Path) -> None:
    name = "</script><script>alert(1)</script><b>"
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.5, model=name)])

    text = page_of(path)

    assert name not in text
    assert "b" not in [tag for tag, _ in Page(text).elements]


def test_the_embedded_libraries_do_not_end_their_script_early(text: str) -> None:

    assert text.count("</script>") == sum(tag == "script" for tag, _ in Page(text).elements)


def test_what_was_only_judged_has_a_page_without_times(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", None)], mode="judge-only")

    page = Page(page_of(path))

    charts = [found for _, found in page.elements if "chart" in found.values()]
    assert [chart["id"] for chart in charts] == ["g1-pass_at_1"]


@pytest.mark.parametrize(
    "details",
    [
        {"candidate": {"status": "passed", "too_slow_to_time": True}},
        {"references": []},
        {"references": [{"index": 0, "hash": "h", "solution_seconds": 0.0}]},
        {"candidate": {"status": "passed", "solution_seconds": 0.0}},
    ],
    ids=["too slow", "no references", "a reference of no time", "no time at all"],
)
def test_times_that_cannot_be_shown_on_a_log_axis_stay_away(
    tmp_path: Path, details: dict[str, Any]
) -> None:
    path = write_results(tmp_path / "r.jsonl", [make_result("a", 0.0, **details)])

    text = page_of(path)

    assert "Infinity" not in text.partition("<script>")[0]


def test_two_systems_over_256_tasks_fit_into_6_mb(tmp_path: Path) -> None:
    draw = random.Random(1)
    results = []
    for number in range(256):
        references = [
            {"index": index, "hash": "h", "status": "passed", "solution_seconds": draw.random()}
            for index in range(19)
        ]
        for model in ("parrot", "magpie"):
            results.append(
                make_result(
                    f"a-task-of-some-usual-length-{number}",
                    draw.random(),
                    model=model,
                    difficulty=("easy", "medium", "hard")[number % 3],
                    references=references,
                )
            )

    text = page_of(write_results(tmp_path / "r.jsonl", results))

    assert len(text.encode()) < 6_000_000


def test_a_page_that_cannot_be_written_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = two_systems(tmp_path)

    assert main(["report", str(source), "--html", str(tmp_path / "nowhere/page.html")]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "name another with --html" in printed.err
