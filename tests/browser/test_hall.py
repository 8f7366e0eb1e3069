"""Every page in presenter mode, run and scrolled through: nothing that a room sees is cut off.

`make test` opens the start page that way (``test_routes.py``), `make test-hall` all pages.
"""
from __future__ import annotations

import pytest
from commands import START, started
from guards import HALL, LAPTOP
from lab import Notebook, browser_page
from pages import NOTEBOOKS, name

pytestmark = [pytest.mark.browser, pytest.mark.walk]
SCREENS = {"laptop": LAPTOP, "hall": HALL}
# What is in view and does not fit into the width of its cell, and the smallest type of what is
# written there. (MathJax hides a copy of each formula, for screen readers, at its right.)
LOOK = r"""() => {
  const cut = [], shown = e => e.checkVisibility({contentVisibilityAuto: true});
  const right = e => e.getBoundingClientRect().right;
  const panel = right(document.querySelector(".jp-WindowedPanel-outer"));
  for (const e of document.querySelectorAll(".jp-Cell .cm-scroller, .jp-RenderedText pre")) {
    if (shown(e) && e.scrollWidth > e.clientWidth + 1) cut.push(e.innerText.trim().slice(0, 90));
  }
  for (const e of document.querySelectorAll(".jp-RenderedMarkdown *, .jp-OutputArea-output *")) {
    if (!e.closest("mjx-assistive-mml, pre") && shown(e) && right(e) > panel + 1) {
      cut.push((e.alt || e.innerText || e.className).slice(0, 90));
    }
  }
  const type = e => parseFloat(getComputedStyle(e).fontSize);
  const smallest = Math.min(...Array.from(document.querySelectorAll(
    ".jp-RenderedMarkdown p, .cm-line, .ck-question, .coursekit-status, .jp-RenderedText pre"))
    .filter(shown).map(type));
  const raw = Array.from(document.querySelectorAll(".jp-RenderedMarkdown p")).filter(
    e => shown(e) && /\$[^$]+\$/.test(e.innerText)).map(e => e.innerText);
  return {cut, raw, smallest};
}"""


@pytest.fixture(scope="module")
def hall(course):
    """Return what leads from a page's name to its address in presenter mode."""
    with started(course, "present", f"NB={START}") as address:
        yield lambda page: address.replace(START, page)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_a_page_in_presenter_mode_is_whole_on_a_laptop_and_in_a_hall(hall, path):
    with browser_page() as page:
        notebook = Notebook.at(page, hall(path.stem))
        assert page.locator(".jp-LabShell[data-shell-mode='single-document']").count() == 1
        notebook.run_all()
        assert notebook.errors() == []
        for kind, size in SCREENS.items():
            page.set_viewport_size(size)
            for _ in notebook.scroll():
                page.wait_for_function(f"!({LOOK})().raw.length")   # formulas are set a little later
                seen = page.evaluate(LOOK)
                assert seen["cut"] == [], kind
                assert seen["smallest"] >= 14, kind
            for explorer in notebook.explorers():
                explorer.box.scroll_into_view_if_needed()
                box = explorer.box.bounding_box()
                assert box["height"] <= size["height"] - 60, (kind, explorer.title)
