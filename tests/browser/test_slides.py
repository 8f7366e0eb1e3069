"""Every slide of every page, walked with the network off."""
from __future__ import annotations

import importlib.util
import os
import pathlib
import subprocess
import sys

import nbformat
import pytest
from lab import FLAGS, chromium
from pages import NOTEBOOKS, name
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).parents[2]
pytestmark = pytest.mark.browser
# What a viewer would see of the slide that is shown, in the slide's own pixels.
LOOK = r"""() => {
  const slide = Reveal.getCurrentSlide(), scale = Reveal.getScale();
  const frame = document.querySelector(".slides").getBoundingClientRect();
  let right = 0, bottom = 0, raw = [], smallest = 99;
  for (const e of slide.querySelectorAll("*")) {
    if (e.closest("aside.notes") || (e.closest("details") && !e.closest("summary"))) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height || e.closest("mjx-assistive-mml")) continue;
    right = Math.max(right, (box.right - frame.left) / scale);
    bottom = Math.max(bottom, (box.bottom - frame.top) / scale);
  }
  const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement, text = walker.currentNode.textContent;
    if (!text.trim() || parent.closest("aside.notes, pre, code, mjx-container, style")) continue;
    if (/\$|\\\(|\\\[|\\[a-z]{2,}/i.test(text)) raw.push(text.trim().slice(0, 80));
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const zoom = parent.currentCSSZoom || 1;
    smallest = Math.min(smallest, parseFloat(getComputedStyle(parent).fontSize) * zoom);
  }
  const shown = e => e.getBoundingClientRect().height > 0;
  const notes = Array.from(document.querySelectorAll("aside.notes")).filter(shown).length;
  const blocks = slide.querySelectorAll(":scope > .block, :scope > h1").length;
  const pictures = slide.querySelectorAll(".figure img");
  return {right, bottom, raw, notes, blocks, smallest, pictures: pictures.length,
          alone: slide.querySelectorAll(":scope > .block").length,
          broken: Array.from(pictures).filter(i => !i.naturalWidth || !i.alt).length,
          errors: slide.querySelectorAll("mjx-merror, [data-mjx-error]").length,
          text: slide.innerText.trim().slice(0, 60)};
}"""


@pytest.fixture(scope="module")
def shows():
    """Write the slide shows; return their folder."""
    missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    if chromium() is None:
        missing("no Chromium found, so no slide was looked at")
    if not list((ROOT / "build" / "vendor").glob("*.whl")):
        missing("build/vendor/ is empty: `make slides` (or `make test`) fills it")
    subprocess.run([sys.executable, "tools/slides.py"], cwd=ROOT, check=True, text=True)
    return ROOT / "build" / "slides"


@pytest.fixture(scope="module")
def offline():
    """Return a browser without a network, which notes who asks for it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 720}, offline=True)
        yield context
        browser.close()


def open_show(context, file: pathlib.Path):
    """Return the page of a show, its requests to elsewhere and its errors."""
    page, asked, errors = context.new_page(), [], []
    page.on("request", lambda r: asked.append(r.url) if r.url.startswith("http") else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto(file.as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady && Reveal.isReady()", timeout=60_000)
    return page, asked, errors


def walk(page):
    """Yield what each slide shows, first to last."""
    for _ in range(page.evaluate("Reveal.getTotalSlides()")):
        yield page.evaluate(LOOK)
        page.evaluate("Reveal.next()")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_every_slide_fits_and_shows_something(shows, offline, path):
    page, asked, errors = open_show(offline, shows / f"{path.stem}.html")
    seen = list(walk(page))
    assert len(seen) > 3
    assert page.evaluate("Reveal.isLastSlide()")
    for k, slide in enumerate(seen, start=1):
        check_slide(f"slide {k}, {slide['text']!r}: {slide}", slide)
    assert asked == [] and errors == []
    page.close()


def check_slide(where: str, slide: dict) -> None:
    """Assert what holds of every slide."""
    assert slide["bottom"] <= 720 and slide["right"] <= 1280, where
    assert slide["blocks"] and slide["text"] or slide["pictures"], f"empty: {where}"
    assert slide["raw"] == [] and slide["errors"] == 0, f"raw formula: {where}"
    assert slide["notes"] == 0, f"notes are visible: {where}"
    assert slide["pictures"] <= 1 and slide["broken"] == 0, where
    assert not slide["pictures"] or slide["alone"] == 1, f"beside a figure: {where}"
    assert slide["smallest"] >= 11, where


def test_what_is_too_much_for_a_slide_goes_on_on_the_next(shows, offline):
    """A page of everything that is long: nothing is cut off, and no row or line is lost."""
    cells = [nbformat.v4.new_markdown_cell(text) for text in (
        "# " + "A long title " * 6, "## Only a heading", "### And another",
        "word " * 150, "\n".join(f"1. item {k} " + "of a list " * 12 for k in range(30)),
        "$$ " + " + ".join(f"x_{{{k}}}" for k in range(60)) + " $$",
        '<div class="alert alert-warning">\n\n' + "**Pitfall.** " + "word " * 140 + "\n\n</div>")]
    rows = "".join(f"<tr><td>row-{k}</td>" + "<td>0.123456</td>" * 14 + "</tr>" for k in range(60))
    table = "<table><thead><tr><th>head</th></tr></thead><tbody>" + rows + "</tbody></table>"
    outputs = [
        nbformat.v4.new_output("display_data", {"text/html": table}),
        nbformat.v4.new_output("stream", text="\n".join(f"line-{k}" for k in range(90))),
        nbformat.v4.new_output("stream", text="a-word-without-end" * 40)]
    cells.append(nbformat.v4.new_code_cell("x = 1\n" * 15, outputs=outputs))
    cells.append(nbformat.v4.new_code_cell("y = 1\n" * 25, outputs=[]))
    page_file = shows / "too-much.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), page_file)
    show = slides_tool().write(page_file, shows)
    page, asked, errors = open_show(offline, show)
    words = []
    for k in range(page.evaluate("Reveal.getTotalSlides()")):
        slide = page.evaluate(LOOK)
        check_slide(f"slide {k}: {slide}", slide)
        words += page.evaluate("Reveal.getCurrentSlide().innerText").split()
        page.evaluate("Reveal.next()")
    for kind, count in (("row", 60), ("line", 90)):
        assert [w for w in words if w.startswith(f"{kind}-")] == [f"{kind}-{k}" for k in range(count)]
    assert sum(w == "item" for w in words) == 30
    assert asked == [] and errors == []
    page_file.unlink()
    show.unlink()


def slides_tool():
    """Return tools/slides.py as a module."""
    spec = importlib.util.spec_from_file_location("slides", ROOT / "tools" / "slides.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_speaker_notes_come_in_their_own_window(shows, offline):
    written = next(p for p in sorted(shows.glob("*.html"))
                   if 'class="notes"' in p.read_text("utf-8"))
    page, _, errors = open_show(offline, written)
    page.evaluate("""() => { const notes = document.querySelector("aside.notes");
        const at = Reveal.getIndices(notes.closest("section")); Reveal.slide(at.h, at.v); }""")
    note = page.evaluate("Reveal.getCurrentSlide().querySelector('aside.notes').textContent").strip()
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    speaker = opened.value
    speaker.wait_for_function("document.querySelector('.speaker-controls-notes .value')"
                              "?.textContent.trim().length > 0", timeout=20_000)
    shown = speaker.text_content(".speaker-controls-notes .value")
    assert "".join(note.split())[:40] in "".join(shown.split())
    assert errors == []
