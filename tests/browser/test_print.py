"""What a page of the web site shows on paper."""
import importlib.util

import pytest
from commands import ROOT
from lab import browser_page, chromium

pytestmark = pytest.mark.browser
WEBSITE = ROOT / "tools" / "website"
PAGE = """<!DOCTYPE html><meta charset="utf-8"><link rel="stylesheet" href="{css}"><article>
<p>A question.</p><details><summary>Why?</summary>The answer.</details>
<details class="hint"><summary>Hint</summary>Where it is found.</details>
<details class="above-input"><summary>Code</summary>x = 3</details>
<details class="figure-in-words"><summary>In words</summary>A line.</details></article>"""


@pytest.fixture(scope="module")
def print_pages():
    spec = importlib.util.spec_from_file_location("print_pages", WEBSITE / "print_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(chromium() is None, reason="no Chromium, so nothing was printed")
def test_answers_are_open_on_paper_and_hints_and_hidden_code_are_not_there(print_pages, tmp_path):
    folder = tmp_path / "build" / "site" / "notebooks"
    folder.mkdir(parents=True)
    file = folder / "02_a_page.html"
    file.write_text(PAGE.format(css=(WEBSITE / "course.css").as_uri()), "utf-8")
    with browser_page() as page:
        page.goto(file.as_uri())
        page.emulate_media(media="print")
        page.evaluate(print_pages.OPEN)
        seen = page.locator("article").inner_text()
    assert "The answer." in seen and not any(word in seen for word in ("Hint", "found", "Code", "x = 3", "In words"))
    print_pages.write(folder.parent)
    assert (folder.parent / "pdf" / "02_a_page.pdf").read_bytes().startswith(b"%PDF")
