"""Every notebook is opened and run as a learner would; every control of every explorer is moved."""
from __future__ import annotations

import re

import pytest
from lab import Notebook
from pages import NOTEBOOKS, name

pytestmark = pytest.mark.browser
WITH_EXPLORERS = [p for p in NOTEBOOKS if re.search(r'"explorers\.\w+\(', p.read_text("utf-8"))]


@pytest.fixture
def broken(page):
    """Collect what the page's own scripts complain about."""
    found = []
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_before_it_is_run_the_page_shows_pictures_not_dead_widgets(lab, page):
    """The committed page, just opened: the explorers' pictures are there without a kernel."""
    notebook = Notebook(page, lab, WITH_EXPLORERS[0].name)
    pictures = 0
    for _ in notebook.scroll():
        assert page.get_by_text("model not found").count() == 0
        assert page.locator(".coursekit-explorer").count() == 0
        pictures = max(pictures, page.locator(".jp-RenderedImage img").count())
    assert pictures > 0


@pytest.mark.parametrize("path", WITH_EXPLORERS, ids=name)
def test_every_control_moves_picture_and_words(lab, page, broken, path):
    notebook = Notebook(page, lab, path.name)
    notebook.run_all()
    used = []
    for explorer in notebook.explorers():
        used.append(explorer.title)
        start = explorer.status()
        move_sliders(explorer)
        move_choices_and_ticks(explorer)
        press_buttons(explorer)
        reset(explorer)
        assert explorer.status() == start, "Reset does not lead back to the start"
    calls = re.findall(r'"explorers\.\w+\(', path.read_text("utf-8"))
    assert len(used) == len(calls), used
    for _ in notebook.scroll():
        assert notebook.errors() == []
    assert broken == []


def move_sliders(explorer):
    for k in range(explorer.sliders().count()):
        before = explorer.now()
        explorer.press(explorer.sliders().nth(k), "ArrowRight")
        if not explorer.changes(before, timeout=2):  # it may open at its upper end
            explorer.press(explorer.sliders().nth(k), "ArrowLeft")
            assert explorer.changes(before), f"slider {k}: nothing happened"
    for k in range(explorer.box.locator(".widget-readout").count()):
        readout = explorer.box.locator(".widget-readout").nth(k)
        before, value = explorer.now(), readout.text_content()
        readout.click()
        explorer.page.keyboard.press("Control+A")
        explorer.page.keyboard.type("7" if value != "7" else "9")
        explorer.page.keyboard.press("Enter")
        assert explorer.changes(before), f"slider {k}: a typed number does nothing"


def move_choices_and_ticks(explorer):
    for k in range(explorer.choices().count()):
        row = explorer.choices().nth(k).locator("button")
        other = 1 if "mod-active" in row.nth(0).get_attribute("class") else 0
        before = explorer.now()
        explorer.press(row.nth(other), "Space")
        assert explorer.changes(before), f"choice {k}: nothing happened"
    for k in range(explorer.ticks().count()):
        before = explorer.now()
        explorer.press(explorer.ticks().nth(k), "Space")
        assert explorer.changes(before, words=False), f"tick {k}: nothing happened"


def press_buttons(explorer):
    """Each preset leads somewhere; the picture is drawn anew even if it looks the same."""
    for k in range(1, explorer.buttons().count()):
        before = explorer.now()
        explorer.press(explorer.buttons().nth(k), "Space")
        assert explorer.changes(before, words=False), f"preset {k}: nothing happened"
        assert explorer.buttons().nth(k).get_attribute("title"), "a preset without a tooltip"


def reset(explorer):
    before = explorer.now()
    explorer.press(explorer.buttons().first, "Space")
    explorer.changes(before, words=False, timeout=2)
    explorer.page.wait_for_timeout(200)
