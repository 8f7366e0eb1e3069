"""A page that was run and saved shows its pictures tomorrow, and nothing dead."""
from __future__ import annotations

import json

import pytest
from commands import START, started
from lab import ALL_CELLS, Notebook, browser_page
from pages import NOTEBOOKS, explorers_of

pytestmark = pytest.mark.browser


@pytest.fixture
def all_cells(course):
    """Have JupyterLab keep the cells that are out of view on the page."""
    for plugin, settings in ALL_CELLS.items():
        folder, _, name = plugin.partition(":")
        path = course / "home/config/lab/user-settings" / folder
        name = name or path.name
        path = path.parent if path.name == name else path
        path.mkdir(parents=True, exist_ok=True)
        (path / f"{name}.jupyterlab-settings").write_text(json.dumps(settings), "utf-8")


def test_a_page_reopened_on_a_new_server_shows_its_pictures(course, all_cells):
    with started(course, "lab") as address, browser_page() as page:
        notebook = Notebook.at(page, address)
        notebook.run_all()
        with page.expect_response(lambda r: r.request.method == "PUT" and START in r.url) as saved:
            page.keyboard.press("Control+s")
        assert saved.value.ok
        assert page.locator(".coursekit-explorer").count() >= len(explorers_of(NOTEBOOKS[0]))
    with started(course, "lab") as address, browser_page() as page:
        notebook = Notebook.at(page, address)
        assert page.get_by_text("model not found").count() == 0
        assert page.locator("[data-mime-type='application/vnd.jupyter.widget-view+json']").count() == 0
        assert page.locator(".jp-RenderedImage img").count() >= len(explorers_of(NOTEBOOKS[0]))
        assert notebook.errors() == []
