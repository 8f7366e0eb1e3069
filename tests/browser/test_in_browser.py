"""Notebooks are opened and run as a learner would; every control of every explorer is moved.

A push runs three of them, the night all.
"""
from __future__ import annotations

import pytest
from cases import ALL
from lab import Notebook
from pages import NOTEBOOKS, explorers_of, name

pytestmark = pytest.mark.browser
KEPT = ("00_", "02c_", "06_")       # the start, a page of the SVM and one of trees
WITH_EXPLORERS = [p for p in NOTEBOOKS if explorers_of(p) and (ALL or p.name.startswith(KEPT))]


@pytest.fixture
def broken(page):
    """Collect what the page's own scripts complain about."""
    found = []
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.mark.parametrize("path", WITH_EXPLORERS, ids=name)
def test_a_page_shows_pictures_at_first_and_live_explorers_once_run(lab, page, broken, path):
    """A page is executed here once; what an explorer can do is tried in ``test_front.py``."""
    notebook = Notebook(page, lab, path.name)
    calls = explorers_of(path)
    page.wait_for_function(
        "n => document.querySelectorAll('.jp-RenderedImage img').length >= n", arg=len(calls))
    assert page.get_by_text("model not found").count() == 0
    assert page.locator(".coursekit-explorer").count() == 0
    notebook.run_all()
    used = []
    for explorer in notebook.explorers():
        used.append(explorer.title)
        explorer.reset()        # a lesson may open it in another state
        start = explorer.status()
        move_sliders(explorer)
        move_choices_and_ticks(explorer)
        press_buttons(explorer)
        explorer.reset()
        assert explorer.status() == start, "Reset does not lead back to the start"
    assert len(set(used)) == len(set(calls)), used
    assert notebook.errors() == []
    assert broken == []


def move_sliders(explorer):
    for k in range(explorer.sliders().count()):
        before, slider = explorer.now(), explorer.sliders().nth(k)
        explorer.press(slider, slider.evaluate("e => e.value === e.max ? 'ArrowLeft' : 'ArrowRight'"))
        assert explorer.changes(before, words=False), f"slider {k}: nothing happened"


def move_choices_and_ticks(explorer):
    for k in range(explorer.choices().count()):
        other = explorer.choices().nth(k).locator("input:not(:checked)").first
        before = explorer.now()
        explorer.press(other, "Space")
        # Its words need not change in each state (test_every_control_changes_the_words_somewhere).
        assert explorer.changes(before, words=False), f"choice {k}: nothing happened"
    for k in range(explorer.ticks().count()):
        before = explorer.now()
        explorer.press(explorer.ticks().nth(k), "Space")
        assert explorer.changes(before), f"tick {k}: nothing happened"


def press_buttons(explorer):
    """Each preset leads somewhere; the picture is drawn anew even if it looks the same."""
    for k in range(1, explorer.buttons().count()):
        before = explorer.now()
        explorer.press(explorer.buttons().nth(k), "Space")
        assert explorer.changes(before, words=False), f"preset {k}: nothing happened"
