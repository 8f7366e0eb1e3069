"""One PDF a page of the course, printed by Chromium."""
from __future__ import annotations

import os
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# On paper nothing can be unfolded: answers and asides are open there, hints and hidden code are not.
OPEN = """() => document.querySelectorAll("details:not(.above-input, .hint, .figure-in-words)")
  .forEach((part) => { part.open = true; })"""
MARGIN = dict.fromkeys(("top", "right", "bottom", "left"), "15mm")


def write(site: pathlib.Path) -> None:
    """Print the pages of the course to the folder ``pdf`` of the site."""
    program = os.environ.get("COURSEKIT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        sys.exit("The site is written. To print it Chromium is needed: install it, or name it in "
                 "COURSEKIT_CHROMIUM.")
    folder = site / "pdf"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_context(offline=True, color_scheme="light").new_page()
        for file in sorted((site / "notebooks").glob("*.html")):
            page.goto(file.as_uri())
            page.wait_for_function("() => !window.MathJax || MathJax.startup.promise.then(() => true)",
                                   timeout=60_000)     # a page without formulas has none
            page.emulate_media(media="print")
            page.evaluate(OPEN)
            page.pdf(path=folder / f"{file.stem}.pdf", format="A4", print_background=True,
                     margin=MARGIN)
        browser.close()
    print(f"printed to {folder.relative_to(site.parent.parent)}")
