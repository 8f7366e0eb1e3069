"""`make lab` and `make present`, started as a person starts them, in a browser without a past."""
from __future__ import annotations

import pathlib
import re
import socket
import subprocess

import nbformat
import pytest
from commands import ROOT, START, make, started
from lab import PATIENCE, Explorer, Notebook, browser_page

pytestmark = pytest.mark.browser


def news(page) -> int:
    return page.locator(".Toastify__toast").count()


def test_make_lab_opens_the_start_page_from_the_root(course):
    with started(course, "lab") as address, browser_page() as page:
        assert f"/lab/tree/notebooks/{START}.ipynb" in address
        Notebook.at(page, address)
        page.locator(".jp-RenderedMarkdown h1").first.wait_for()
        for link in links_out(course):
            page.locator(f".jp-RenderedMarkdown a[href*='{link.name}']").first.click()
            page.wait_for_function(SHOWN, arg=str(link))
            assert page.get_by_text("Could not find path").count() == 0
            page.locator(".lm-TabBar-tabLabel", has_text=START).first.click()
        assert news(page) == 0      # the question would have come up long ago


# A file is open, in front, and has been read.
SHOWN = """path => {
  const {context} = jupyterapp.shell.currentWidget ?? {};
  return context?.path === path && context.isReady;
}"""


def links_out(course: pathlib.Path) -> list[pathlib.Path]:
    """Return the files outside notebooks/ to which the start page links."""
    start = nbformat.read(course / "notebooks" / f"{START}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in start.cells if cell.cell_type == "markdown")
    files = [pathlib.Path(target) for target in re.findall(r"\]\(\.\./([^)#]+)\)", text)]
    assert all((ROOT / f).is_file() for f in files), files
    return files


def test_make_present_is_ready_for_a_hall(course):
    with started(course, "present", f"NB={START}") as address, browser_page() as page:
        assert f"/doc/tree/notebooks/{START}.ipynb" in address
        page.set_viewport_size({"width": 1280, "height": 720})
        Notebook.at(page, address)
        assert page.locator(".jp-LabShell[data-shell-mode='single-document']").count() == 1
        assert page.locator("#jp-left-stack:visible, #jp-right-stack:visible").count() == 0
        body = page.locator(".jp-RenderedMarkdown p:visible").first
        assert float(body.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 20
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        box = page.locator(".coursekit-explorer").first
        box.wait_for()
        explorer = Explorer(page, box, "")
        before = explorer.now()
        explorer.press(explorer.sliders().first, "ArrowRight")
        assert explorer.changes(before, words=False)
        status = box.locator(".coursekit-status")
        assert float(status.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 16
        assert news(page) == 0


def refused(course: pathlib.Path, *words: str) -> str:
    command, env = make(course, *words)
    ran = subprocess.run(command, env=env, text=True, capture_output=True, timeout=PATIENCE)
    assert ran.returncode != 0
    return ran.stdout + ran.stderr


def test_a_page_that_is_not_there_is_answered_with_those_that_are(course):
    said = refused(course, "present", "NB=99")
    assert "There is no page '99'" in said and f"make present NB={START}" in said
    assert "Traceback" not in said


def test_a_busy_port_is_named_with_a_remedy(course):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        said = refused(course, "present", f"NB={START}", f"PORT={port}")
    assert f"Port {port} is in use" in said and "leave PORT" in said and "Traceback" not in said
