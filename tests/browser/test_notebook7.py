"""A page in Jupyter Notebook 7: its explorers are alive there, by mouse and by keyboard."""
from __future__ import annotations

import shutil

import pytest
from lab import TOKEN, Explorer, Notebook, browser_page, chromium, running_lab
from night import nightly
from pages import NOTEBOOKS
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, nightly]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """Return the start page in Notebook 7, run up to the explorer with all its controls."""
    if chromium() is None:
        pytest.skip("no Chromium found, so no page was opened in Notebook 7")
    folder = tmp_path_factory.mktemp("notebook7")
    shutil.copy(NOTEBOOKS[0], folder)
    with running_lab(folder, app="notebook") as address, browser_page() as page:
        # What is run before the kernel is there is lost.
        notebook = Notebook.at(page, f"{address}/notebooks/{NOTEBOOKS[0].name}?token={TOKEN}")
        page.locator(".jp-Notebook .jp-Cell").first.click()
        for _ in range(8):
            page.keyboard.press("Shift+Enter")
        yield notebook


@pytest.fixture
def explorer(notebook):
    """Return its explorer at the start, with nothing of the last test on its way to the page."""
    found = Explorer(notebook.page, notebook.page.locator(".coursekit-explorer").nth(1), "")
    found.box.locator(".coursekit-status:not(:empty)").wait_for()
    notebook.rest()
    found.reset()
    notebook.rest()
    return found


def test_a_number_that_is_typed_and_a_click_move_it(explorer):
    number, start = explorer.numbers().first, explorer.now()
    number.fill("5")
    number.press("Enter")
    assert explorer.changes(start)
    expect(explorer.sliders().first).to_have_value("5")
    slider = explorer.sliders().first
    place = slider.bounding_box()
    slider.click(position={"x": place["width"] - 3, "y": place["height"] / 2})
    expect(number).to_have_value(slider.get_attribute("max"))


def test_the_arrow_keys_move_it_and_not_the_notebook(explorer):
    slider, page = explorer.sliders().first, explorer.page
    slider.focus()
    for key, value in [("ArrowRight", "1"), ("ArrowUp", "2"), ("ArrowLeft", "1"), ("ArrowDown", "0"),
                       ("End", slider.get_attribute("max")), ("Home", "0")]:
        page.keyboard.press(key)
        expect(slider).to_have_value(value)
        expect(slider).to_be_focused()
    choice = explorer.choices().first.locator("input")
    choice.first.focus()
    page.keyboard.press("ArrowDown")
    expect(choice.nth(1)).to_be_checked()


def test_shift_enter_runs_the_cell_and_goes_on(explorer):
    explorer.sliders().first.focus()
    before = explorer.page.locator(".jp-Notebook .jp-Cell.jp-mod-selected").element_handle()
    explorer.page.keyboard.press("Shift+Enter")
    explorer.page.wait_for_function("cell => !cell.classList.contains('jp-mod-selected')", arg=before)
