"""Every page in presenter mode, run and scrolled through: nothing that a room sees is cut off.

`make test` opens the start page that way (``test_routes.py``), `make test-hall` all pages.
"""
from __future__ import annotations

import pytest
from commands import START, started
from lab import Notebook, browser_page
from pages import NOTEBOOKS, name

pytestmark = [pytest.mark.browser, pytest.mark.walk]
SCREENS = {"laptop": {"width": 1280, "height": 720}, "hall": {"width": 1920, "height": 1080}}
# What does not fit into the width of its cell, and the smallest type of what is written there.
LOOK = r"""() => {
  const cut = [], shown = e => e.getBoundingClientRect().width > 0;
  const panel = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
  let smallest = 99;
  for (const e of document.querySelectorAll(
      ".jp-Cell .cm-scroller, .jp-Cell .jp-RenderedMarkdown, .jp-Cell .jp-OutputArea-output")) {
    if (shown(e) && e.scrollWidth > e.clientWidth + 1) cut.push(e.innerText.trim().slice(0, 90));
  }
  for (const e of document.querySelectorAll(".jp-Cell img, .coursekit-explorer")) {
    const box = e.getBoundingClientRect();
    if (shown(e) && box.right > panel.right + 1) cut.push(e.alt || e.innerText.slice(0, 90));
  }
  for (const e of document.querySelectorAll(".jp-RenderedMarkdown p, .cm-line, .ck-question, " +
                                            ".coursekit-status, .jp-RenderedText pre")) {
    if (shown(e)) smallest = Math.min(smallest, parseFloat(getComputedStyle(e).fontSize));
  }
  const raw = Array.from(document.querySelectorAll(".jp-RenderedMarkdown p")).filter(
    e => shown(e) && /\$[^$]+\$|\\(frac|sum|begin)\b/.test(e.innerText)).map(e => e.innerText);
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
        notebook.run_all(300)
        assert notebook.errors() == []
        for kind, size in SCREENS.items():
            page.set_viewport_size(size)
            page.wait_for_timeout(500)
            for _ in notebook.scroll():
                seen = page.evaluate(LOOK)
                assert seen["cut"] == [] and seen["raw"] == [], kind
                assert seen["smallest"] >= 14, kind
            for explorer in notebook.explorers():
                explorer.box.scroll_into_view_if_needed()
                box = explorer.box.bounding_box()
                assert box["height"] <= size["height"] - 60, (kind, explorer.title)
