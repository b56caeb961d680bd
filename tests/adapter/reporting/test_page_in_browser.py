"""The page in a real browser: it draws, sorts, searches and links, silently and offline.

Without a Chromium these tests are skipped; with MERCURY_REQUIRE_BROWSER=1, as in CI, they fail.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from adapter.cli import main
from tests.adapter.reporting.runs import make_result, write_results

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    executable = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if executable is None and os.environ.get("MERCURY_REQUIRE_BROWSER") == "1":
        pytest.fail("MERCURY_REQUIRE_BROWSER is set, but there is no Chromium")
    if executable is None:
        pytest.skip("no Chromium")
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not work for root.
        sandboxed = os.geteuid() != 0
        started = playwright.chromium.launch(
            executable_path=executable, chromium_sandbox=sandboxed, args=["--disable-gpu"]
        )
        yield started
        started.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page of two systems over three tasks."""
    folder = tmp_path_factory.mktemp("report")
    results = [
        make_result("add-apples", 0.9, model="parrot"),
        make_result("add-apples", 0.2, model="magpie"),
        make_result("boil-eggs", 0.6, model="parrot", difficulty="medium"),
        make_result("boil-eggs", None, model="magpie", difficulty="medium"),
        make_result("cut-bread", 0.1, model="parrot", difficulty="hard"),
        make_result("cut-bread", 0.4, model="magpie", difficulty="hard"),
    ]
    source = write_results(folder / "r.jsonl", results)
    page = folder / "page.html"
    assert main(["report", str(source), "--html", str(page)]) == 0
    return page


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    """Return the page, opened without a network; whatever its console says fails the test."""
    context = browser.new_context(offline=True)
    opened = context.new_page()
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("requestfailed", lambda request: said.append(f"failed: {request.url[:80]}"))
    opened.goto(report.as_uri())
    opened.wait_for_selector("html[data-ready]", state="attached")
    yield opened
    context.close()
    assert said == []


def expect_tasks(page: Page, *slugs: str) -> None:
    expect(page.locator("table.tasks tbody tr:visible th")).to_have_text(list(slugs))


def test_every_figure_is_drawn_and_has_words_for_who_cannot_see_it(page: Page) -> None:
    charts = page.locator(".chart")

    expect(charts).to_have_count(4 + 1 + 3)  # measures; the distribution; strips by difficulty
    for chart in charts.all():
        expect(chart.locator("svg.marks")).to_have_count(1)
        expect(chart).to_have_accessible_name(re.compile(".{30}"))


def test_a_strip_shows_every_reference_and_the_candidates(page: Page) -> None:
    strip = page.locator("#g1-strips-easy-1")

    assert strip.locator(".mark-rect.role-mark path").count() == 3  # references, as ticks
    marks = strip.locator(".mark-symbol.role-mark path")
    assert marks.evaluate_all("marks => marks.map(mark => mark.ariaLabel)") == [
        "add-apples, parrot: 4 ms, 4 x the fastest reference, Beyond 0.900",
        "add-apples, magpie: 4 ms, 4 x the fastest reference, Beyond 0.200",
    ]


def test_the_search_leaves_what_was_searched_for(page: Page) -> None:
    expect_tasks(page, "add-apples", "boil-eggs", "cut-bread")

    page.get_by_label("Search").fill("eggs")
    expect_tasks(page, "boil-eggs")

    page.get_by_label("Search").fill("wrong answer")
    expect_tasks(page, "boil-eggs")

    page.get_by_label("Search").fill("")
    expect_tasks(page, "add-apples", "boil-eggs", "cut-bread")


def test_a_click_on_a_heading_sorts(page: Page) -> None:
    page.locator("table.tasks thead th", has_text="Beyond").first.click()

    expect_tasks(page, "cut-bread", "boil-eggs", "add-apples")


def test_difficulties_sort_from_easy_to_hard(page: Page) -> None:
    heading = page.locator("table.tasks thead th", has_text="difficulty")

    heading.click()
    expect_tasks(page, "add-apples", "boil-eggs", "cut-bread")
    heading.click()
    expect_tasks(page, "cut-bread", "boil-eggs", "add-apples")


def test_a_mark_leads_to_its_task(page: Page) -> None:
    page.locator("#g1-strips-hard-1 .mark-symbol.role-mark path").last.click()

    page.wait_for_url("**/page.html#g1-task-cut-bread")
    assert page.locator("tr:target th").inner_text() == "cut-bread"


def test_a_strips_name_leads_to_its_task(page: Page) -> None:
    page.locator("#g1-strips-medium-1 svg text", has_text="boil-eggs").click()

    page.wait_for_url("**/page.html#g1-task-boil-eggs")


def test_a_phone_scrolls_in_one_direction_only(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")

    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_scripts_every_number_is_there(browser: Browser, report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    bare = context.new_page()
    bare.goto(report.as_uri())

    expect_tasks(bare, "add-apples", "boil-eggs", "cut-bread")
    expect(bare.locator("#g1-task-cut-bread")).to_contain_text("0.400")
    context.close()
