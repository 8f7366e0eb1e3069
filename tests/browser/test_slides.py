"""Every slide of every page, walked with the network off, on a laptop and in a hall.

`make test` walks one page at either size, `make test-slides` and the night all of them.
"""
from __future__ import annotations

import functools
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import nbformat
import pytest
from cases import ALL
from guards import HALL, LAPTOP
from lab import FAINT, FLAGS, PATIENCE, chromium
from pages import NOTEBOOKS, name
from pictures import pictures_of
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).parents[2]
pytestmark = pytest.mark.browser
KEPT = {(1280, "02_lagrange_kkt"), (1920, "06_cart")}       # walked by `make test`, too
WALKS = [pytest.param(size, path, id=f"{size['width']}-{name(path)}",
                      marks=() if ALL or (size["width"], path.stem) in KEPT else pytest.mark.walk)
         for size in (LAPTOP, HALL) for path in NOTEBOOKS]
SMALL_TYPE = 10 / 72 * 100      # pixels of a figure's smallest words, where its inch has a hundred
READABLE = 18                   # pixels of the hall's screen that they need
WORDS = "h1, h2, h3, p, li, td, th, summary, pre, pre span, code, strong, em, a"
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
  const magnified = Array.from(pictures, image => {
    const box = image.getBoundingClientRect(), cut = getComputedStyle(image).objectFit === "cover";
    const sides = [box.width / (image.getAttribute("width") || image.naturalWidth),
                   box.height / (image.getAttribute("height") || image.naturalHeight)];
    return {alt: image.alt, by: (cut ? Math.max : Math.min)(...sides)};
  });
  return {right, bottom, raw, notes, blocks, smallest, magnified, pictures: pictures.length,
          alone: slide.querySelectorAll(":scope > .block").length,
          answered: slide.querySelectorAll(".block:has(.alert-info) ~ .block").length,
          broken: Array.from(pictures).filter(i => !i.naturalWidth || !i.alt).length,
          errors: slide.querySelectorAll("mjx-merror, [data-mjx-error]").length,
          text: slide.innerText.trim().slice(0, 60)};
}"""


@pytest.fixture(scope="module")
def shows():
    """Write scripts, styles and the slide shows of two pages; return their folder."""
    missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    if chromium() is None:
        missing("no Chromium found, so no slide was looked at")
    if not list((ROOT / "build" / "vendor").glob("*.whl")):
        missing("build/vendor/ is empty: `make slides` (or `make test`) fills it")
    kept = sorted(page for _, page in KEPT)
    subprocess.run([sys.executable, "tools/slides.py", *kept], cwd=ROOT, check=True, text=True)
    return ROOT / "build" / "slides"


@pytest.fixture(scope="module")
def browser():
    """Return a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def offline(browser):
    """Return a laptop's screen in a browser without a network."""
    return browser.new_context(viewport=LAPTOP, offline=True)


def open_show(context, file: pathlib.Path):
    """Return the page of a show, its requests to elsewhere and its errors."""
    page, asked, errors = context.new_page(), [], []
    page.on("request", lambda r: asked.append(r.url) if r.url.startswith("http") else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto(file.as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady && Reveal.isReady()",
                           timeout=1000 * PATIENCE)
    return page, asked, errors


def look(page) -> dict:
    """Return what the slide shows that is open."""
    faint = f"words => ({FAINT})(Reveal.getCurrentSlide(), words)"
    return {**page.evaluate(LOOK), "faint": page.evaluate(faint, WORDS)}


def walk(page):
    """Yield what each slide shows, first to last."""
    for _ in range(page.evaluate("Reveal.getTotalSlides()")):
        yield look(page)
        page.evaluate("Reveal.next()")


@pytest.mark.parametrize("size, path", WALKS)
def test_every_slide_fits_and_shows_something(shows, browser, size, path):
    screen = browser.new_context(viewport=size, offline=True)
    page, asked, errors = open_show(screen, slides_tool().write(path, shows))
    seen = list(walk(page))
    assert len(seen) > 3
    assert page.evaluate("Reveal.isLastSlide()")
    assert page.evaluate("Reveal.getScale()") == pytest.approx(size["width"] / 1280)
    for k, slide in enumerate(seen, start=1):
        check_slide(f"slide {k}, {slide['text']!r}: {slide}", slide)
    check_type([picture for slide in seen for picture in slide["magnified"]], size)
    assert asked == [] and errors == []
    screen.close()


def check_type(pictures: list[dict], size: dict) -> None:
    """Assert that each figure, whole or in parts, can be read from the last row of a hall."""
    largest: dict[str, float] = {}
    for picture in pictures:
        largest[picture["alt"]] = max(picture["by"], largest.get(picture["alt"], 0))
    hall = HALL["width"] / size["width"]
    small = {alt: SMALL_TYPE * by * hall for alt, by in largest.items()
             if SMALL_TYPE * by * hall < READABLE}
    assert small == {}


def check_slide(where: str, slide: dict) -> None:
    """Assert what holds of every slide."""
    assert slide["bottom"] <= 720 and slide["right"] <= 1280, where
    assert slide["blocks"] and slide["text"] or slide["pictures"], f"empty: {where}"
    assert slide["raw"] == [] and slide["errors"] == 0, f"raw formula: {where}"
    assert slide["notes"] == 0, f"notes are visible: {where}"
    assert slide["pictures"] <= 1 and slide["broken"] == 0, where
    assert not slide["pictures"] or slide["alone"] == 1, f"beside a figure: {where}"
    assert slide["answered"] == 0, f"a question, and what follows it: {where}"
    assert slide["smallest"] >= 11, where
    assert slide["faint"] == [], where


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
        slide = look(page)
        check_slide(f"slide {k}: {slide}", slide)
        words += page.evaluate("Reveal.getCurrentSlide().innerText").split()
        page.evaluate("Reveal.next()")
    noted = page.evaluate("""() => Array.from(document.querySelectorAll(".stack"), stack =>
        Array.from(stack.children, slide => Boolean(slide.querySelector(":scope > aside.notes"))))""")
    assert any(all(stack) for stack in noted), "each part of a section has its notes"
    assert all(len(set(stack)) == 1 for stack in noted), "each part of a section has its notes"
    for kind, count in (("row", 60), ("line", 90)):
        assert [w for w in words if w.startswith(f"{kind}-")] == [f"{kind}-{k}" for k in range(count)]
    assert sum(w == "item" for w in words) == 30
    assert asked == [] and errors == []
    page_file.unlink()
    show.unlink()


@functools.cache
def slides_of(path: pathlib.Path) -> tuple:
    """Return a page and its slides."""
    page = nbformat.read(path, as_version=4)
    return page, slides_tool().slides_of(page)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_each_section_and_exercise_has_its_heading_on_a_slide(path):
    tool, (page, slides) = slides_tool(), slides_of(path)
    shown = "\n".join(tool.parse(slide.heading).get_text() for slide in slides)
    for cell in page.cells:
        if cell.cell_type == "markdown":
            for heading in tool.parse(tool.markdown2html(cell.source)).find_all(["h2", "h3"]):
                assert heading.get_text() in shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_a_hall_sees_each_picture_and_nothing_that_is_for_a_learner_alone(path):
    """Not the state of an exercise, nor that a choice is missing, nor input that is hidden."""
    tool, (page, slides) = slides_tool(), slides_of(path)
    shown = tool.parse("".join(slide.html() for slide in slides))
    seen = " ".join(shown.get_text(" ").split())
    assert "Choose first" not in seen and "Predict a number first" not in seen
    cells = [c for c in page.cells if c.cell_type == "code" and
             c.metadata.get("slideshow", {}).get("slide_type") not in ("skip", "notes")]
    outputs = [output.get("data", {}) for cell in cells for output in cell.outputs]
    pictures = pictures_of([output for cell in cells for output in cell.outputs])
    assert [i["src"].split(",")[1] for i in shown.select(".figure img")] == ["".join(p.split()) for p in pictures]
    for data in outputs:
        told = tool.parse(data.get("text/html", ""))
        for state in told.select("[role=status]"):
            assert " ".join(state.get_text(" ").split()) not in seen
    hidden = [cell for cell in cells if {"hide-input", "remove-input"} & {*cell.metadata.get("tags", [])}]
    for cell in hidden:
        assert " ".join(cell.source.split()) not in seen


def test_what_is_left_to_the_speaker_is_in_the_notes():
    """A cell that is marked so, and long prose; what a page skips is on no slide."""
    kinds = {"## One": "slide", "Seen.": "", "long " * 50: "", "Left out.": "skip",
             '<div class="alert alert-danger">A mistake.</div>': "skip",
             '<div class="alert alert-info">A question.</div>': "skip", "| A |\n|---|\n| table |": "skip",
             "<details><summary>To ask</summary>Why so?</details>": "notes"}
    cells = [nbformat.v4.new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}})
             for text, kind in kinds.items()]
    tool = slides_tool()
    (slide,) = tool.slides_of(nbformat.v4.new_notebook(cells=cells))
    notes = [tool.parse(note).get_text().split() for note in slide.notes]
    assert notes == [["long"] * 50, ["To", "askWhy", "so?"]]
    shown = tool.parse(slide.html())
    assert [p.get_text(" ", strip=True) for p in shown.select(".block")] == ["Seen.", "A mistake.", "A question.", "A table"]
    assert "so?" in shown.select_one("aside.notes").get_text()


def of_code(source: str, *outputs, tags: tuple = ()) -> str:
    """Return the slide, as HTML, of a section that has a cell of code with these outputs."""
    tool, v4 = slides_tool(), nbformat.v4
    cell = v4.new_code_cell(source, outputs=list(outputs), metadata={"tags": list(tags)})
    (slide,) = tool.slides_of(v4.new_notebook(cells=[v4.new_markdown_cell("## One"), cell]))
    return slide.html()


def output(**data) -> nbformat.NotebookNode:
    """Return what a cell displays: ``html="..."``, ``markdown="..."``."""
    return nbformat.v4.new_output("display_data", {f"text/{kind}": text for kind, text in data.items()})


@pytest.mark.parametrize("source, tags", [
    ("x = 1", ("hide-input",)), ('say(f"{x}")', ()), ("import math\nfrom math import pi", ()), ('begin("02c")', ()),
    ("SlackPrice()", ())], ids=str)
def test_input_that_is_hidden_or_only_says_something_is_on_no_slide(source, tags):
    shown = of_code(source, output(markdown="Five lines."), tags=tags)
    assert "<code" not in shown and "highlight" not in shown
    assert ("Five lines." in shown) == (not source.startswith(("import", "begin")))      # that is for learners


@pytest.mark.parametrize("lines, tags, folded", [(16, (), False), (17, (), True), (2, ("fold",), True)])
def test_long_code_is_folded_under_its_number_of_lines(lines, tags, folded):
    shown = of_code("\n".join(["x = 1"] * lines), tags=tags)
    assert "highlight" in shown and (f"<summary>The code, {lines} lines</summary>" in shown) == folded


def test_of_what_a_cell_says_the_slide_has_what_is_for_the_hall():
    v4 = nbformat.v4
    told = v4.new_output("stream", name="stdout", text="Two.")
    progress = v4.new_output("stream", name="stderr", text="50%")
    picture = v4.new_output("display_data", {"image/png": "QUJD", "text/plain": "<Figure>"},
                            metadata={"image/png": {"alt": "A curve.", "width": 90}})
    shown = of_code("f(2)", told, progress, picture, output(plain="A curve."), output(plain="[3, 4]"),
                    output(html="<table><tr><td>Five</td></tr></table>"), output(html="<p role='status'>Six</p>"),
                    output(plain="interactive(children=(FloatSlider(value=0.0), Output()))"),
                    output(html="<details>Seven</details>"), output(markdown='<details class="answer"><summary>Choose.</summary>\n\n'
                                    '**Eight**.\n\n<img alt="Nine" src="data:">\n\n</details>'))
    blocks = [b.get_text(strip=True) for b in slides_tool().parse(shown).select(".block")][1:]
    assert blocks == ["Two.", "", "[3, 4]", "Five", "Eight.", ""]
    assert slides_tool().parse(shown).select(".figure img")[1]["alt"] == "Nine"
    assert '<img alt="A curve." width="90" src="data:image/png;base64,QUJD">' in shown.replace(" />", ">")


def test_of_a_long_paragraph_the_slide_has_terms_and_formulas_and_the_speaker_the_words():
    tool, v4 = slides_tool(), nbformat.v4
    cell = v4.new_markdown_cell("## One\n\n" + "long " * 50 + "$$a = b$$ and so on. A **term** is new. That is **loud**."
                                "\n\n<details>Kept.</details>")
    (slide,) = tool.slides_of(v4.new_notebook(cells=[cell]))
    assert [tool.parse(b).get_text() for b in slide.blocks] == ["$$a = b$$", "A term is new."]
    assert ["and so on" in slide.notes[0], "Kept." in slide.notes[1]] == [True, True]


def test_links_lead_to_other_shows_if_they_are_there():
    text = '<a href="06_cart.ipynb#3">six</a>, <a class="next" href="07_rule_learning.ipynb">seven</a>, <a href="https://a.b">b</a>'
    told = slides_tool().leading(text, {"06_cart"})
    assert told == '<a href="06_cart.html">six</a>, seven, <a href="https://a.b">b</a>'


@functools.cache
def slides_tool():
    """Return tools/slides.py as a module."""
    spec = importlib.util.spec_from_file_location("slides", ROOT / "tools" / "slides.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_speaker_notes_come_in_their_own_window(shows, offline):
    written = next(file for _, page in sorted(KEPT) if 'class="notes"' in
                   (file := shows / f"{page}.html").read_text("utf-8"))
    key = re.search(r"\(key (\w)\)", (ROOT / "README.md").read_text("utf-8"))[1]
    page, _, errors = open_show(offline, written)
    assert f"{key}: speaker notes" in page.inner_text("body")
    page.evaluate("""() => { const notes = document.querySelector("aside.notes");
        const at = Reveal.getIndices(notes.closest("section")); Reveal.slide(at.h, at.v); }""")
    note = page.evaluate("Reveal.getCurrentSlide().querySelector('aside.notes').textContent").strip()
    with page.expect_popup() as opened:
        page.keyboard.press(key.lower())
    speaker = opened.value
    speaker.wait_for_function("document.querySelector('.speaker-controls-notes .value')"
                              "?.textContent.trim().length > 0", timeout=1000 * PATIENCE)
    shown = speaker.text_content(".speaker-controls-notes .value")
    assert "".join(note.split())[:40] in "".join(shown.split())
    assert errors == []
