"""`make lab` and `make present`, started as a person starts them, in a browser without a past."""
from __future__ import annotations

import pathlib
import socket
import subprocess

import pytest
from commands import START, make, started
from lab import PATIENCE, Explorer, Notebook, browser_page
from pages import NOTEBOOKS

pytestmark = pytest.mark.browser


def news(page) -> int:
    return page.locator(".Toastify__toast").count()


def test_make_lab_opens_the_start_page_in_the_learners_folder(course):
    with started(course, "lab") as address, browser_page() as page:
        assert f"/lab/tree/{START}.ipynb" in address
        assert {p.name for p in (course / "my_course").glob("*.ipynb")} >= {p.name for p in NOTEBOOKS}
        Notebook.at(page, address)
        page.locator(".jp-RenderedMarkdown h1").first.wait_for()
        page.locator(".jp-RenderedImage img").first.wait_for()
        assert news(page) == 0
        link = page.locator(".jp-RenderedMarkdown a[href*='.ipynb']").first
        other = link.get_attribute("href").split("/")[-1].split("#")[0].split("?")[0]
        link.click()
        page.locator(".lm-TabBar-tabLabel", has_text=other).first.wait_for()
        page.locator(".jp-RenderedMarkdown h1").nth(1).wait_for()


def test_make_present_is_ready_for_a_hall(course):
    with started(course, "present", f"NB={START}") as address, browser_page() as page:
        assert f"/doc/tree/{START}.ipynb" in address
        page.set_viewport_size({"width": 1280, "height": 720})
        Notebook.at(page, address)
        assert page.locator(".jp-LabShell[data-shell-mode='single-document']").count() == 1
        assert page.locator("#jp-left-stack:visible, #jp-right-stack:visible").count() == 0
        body = page.locator(".jp-RenderedMarkdown p:visible").first
        assert float(body.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 20
        assert page.locator(".jp-OutputArea-output:visible:not(.jp-RenderedImage)").count() == 0
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        box = page.locator(".coursekit-explorer").first
        box.wait_for()
        explorer = Explorer(page, box, "")
        before = explorer.now()
        explorer.press(explorer.sliders().first, "ArrowRight")
        assert explorer.changes(before, words=False)
        status, picture = box.locator(".coursekit-status"), box.locator(".ck-picture")
        size = {}
        for height in (720, 1080):                      # a laptop, and a hall's projector
            page.set_viewport_size({"width": height * 16 // 9, "height": height})
            size[height] = (picture.bounding_box()["height"], float(
                status.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")))
        assert size[720][1] >= 16 and size[1080][1] >= 24
        assert size[1080][0] > 1.4 * size[720][0]
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
