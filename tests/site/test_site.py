"""The course as web pages, opened as files in Chromium with the network off.

``make test-site`` builds the pages and runs this; without them it is skipped, and says so.
"""
from __future__ import annotations

import itertools
import json
import os
import pathlib
import re
import urllib.parse

import pytest
from coursekit.explorer import explorer_names, find_explorer
from lab import FLAGS, chromium
from pages import NOTEBOOKS, explorers_of, name, read
from pictures import pictures_of
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
pytestmark = pytest.mark.browser
if chromium() is None or not (SITE / "index.html").exists():
    missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    missing("needs Chromium, and the pages that `make site` writes", **(
        {"allow_module_level": True} if missing is pytest.skip else {"pytrace": False}))
Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe

OTHERS = ["index.html", "glossary.html", "formulas/index.html", "TEACHING.html", "search.html"]
PAGES = [f"notebooks/{path.stem}.html" for path in NOTEBOOKS]
DESK, PHONE = {"width": 1280, "height": 720}, {"width": 375, "height": 720}
# Text outside code that still looks like a formula's source.
RAW = r"""() => {
  const walker = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  const raw = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.replace(/“.*/s, "");   // printed so by a source
    const around = walker.currentNode.parentElement;
    if (around.closest("pre, code, mjx-container, script, style")) continue;
    if (/\$|\\\(|\\\[|\\[a-z]{2,}/i.test(text)) raw.push(text.trim().slice(0, 80));
  }
  return {raw, formulas: document.querySelectorAll("mjx-container").length,
          wrong: document.querySelectorAll("mjx-merror, [data-mjx-error]").length};
}"""
TOO_WIDE = """() => [...document.querySelectorAll("article *")].filter(e => {
  const box = e.getBoundingClientRect();
  if (!box.width || !box.height) return false;
  for (let up = e.parentElement; up; up = up.parentElement)
    if (getComputedStyle(up).overflowX !== "visible") return false;
  return box.right > innerWidth + 1 || box.left < -1;
}).map(e => e.tagName + "." + e.className).slice(0, 5)"""

# A stop or a comma that stands in the line below its formula.
LEFT_BEHIND = r"""() => [
  ...document.querySelectorAll("article mjx-container:not([display])")
].filter(e => {
  const after = e.nextSibling || e.parentElement.nextSibling;
  if (after?.nodeType !== Node.TEXT_NODE || !/^[.,;:!?)]/.test(after.data)) return false;
  const range = document.createRange();
  range.setStart(after, 0); range.setEnd(after, 1);
  return range.getBoundingClientRect().left < e.getBoundingClientRect().left;
}).map(e => e.parentElement.textContent.slice(0, 60))"""
CUT_CODE = """() => [...document.querySelectorAll("article pre")].filter(
  e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1
  ).map(e => e.innerText.slice(0, 60))"""
# Colours change gradually; half-way between two themes some words are hard to read.
SETTLED = "() => Promise.all(document.getAnimations().map(a => a.finished.catch(() => {})))"


@pytest.fixture(scope="module")
def browser():
    """Return a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser):
    """Return a function that opens a page of the site, and sees that it asks nobody for
    anything."""
    contexts, asked, errors = [], [], []

    def open_page(address: str, size: dict = DESK):
        contexts.append(browser.new_context(viewport=size, offline=True))
        page = contexts[-1].new_page()
        page.on("request", lambda r: None if r.url.startswith(("file:", "data:"))
                else asked.append(r.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        file, _, query = address.partition("?")
        page.goto((SITE / file).as_uri() + (f"?{query}" if query else ""))
        page.wait_for_function(
            "() => !window.MathJax || !MathJax.startup || MathJax.startup.document?.state() >= 10"
            " || MathJax.startup.promise.then(() => true)", timeout=60_000)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert asked == [] and errors == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_every_page_shows_its_formulas_and_figures(visit, path):
    page = visit(f"notebooks/{path.stem}.html")
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    seen = page.evaluate(RAW)
    assert seen["raw"] == [] and seen["wrong"] == 0
    typed = sum(len(re.findall(r"\$[^$]+\$", cell.source)) for cell in read(path).cells
                if cell.cell_type == "markdown")
    assert seen["formulas"] >= typed // 2
    pictures = page.evaluate("() => [...document.querySelectorAll('article .picture img')].map("
                             "i => [i.naturalWidth, i.alt.length])")
    drawn = [png for cell in read(path).cells for png in pictures_of(cell.get("outputs", []))]
    assert len(pictures) == len(drawn)
    assert all(width > 0 and words > 20 for width, words in pictures)


@pytest.mark.parametrize("address", OTHERS + PAGES)
def test_nothing_is_cut_off_on_a_phone(visit, address):
    page = visit(address, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_no_stop_begins_a_line_and_no_code_is_cut_off(visit, path):
    page = visit(f"notebooks/{path.stem}.html")
    assert page.evaluate(CUT_CODE) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate(LEFT_BEHIND) == []
    page.set_viewport_size({"width": 680, "height": 960})       # of A4 between its margins
    page.emulate_media(media="print")
    assert page.evaluate(CUT_CODE) == []


@pytest.mark.parametrize("address", OTHERS + PAGES)
def test_axe_finds_nothing_serious_light_or_dark(visit, address):
    page = visit(address)
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("s => document.documentElement.dataset.theme === s", arg=scheme)
        page.evaluate(SETTLED)
        violations = Axe().run(page).response["violations"]
        found = [f"{v['id']}: {v['help']}: " + "; ".join(n["html"][:160] for n in v["nodes"][:3])
                 for v in violations if v["impact"] in ("serious", "critical")]
        assert found == [], scheme


def test_links_between_pages_lead_somewhere(visit):
    anchors: dict[pathlib.Path, set[str]] = {}
    broken = []
    for file in sorted(SITE.rglob("*.html")):
        if "_static" in file.parts:
            continue
        for link in re.findall(r'<a\b[^>]*?\bhref="([^"]+)"', file.read_text("utf-8")):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//"):
                continue
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() \
                if parts.path else file
            if target not in anchors and target.suffix == ".html" and target.exists():
                anchors[target] = set(re.findall(r'\bid="([^"]+)"', target.read_text("utf-8")))
            fragment = urllib.parse.unquote(parts.fragment)
            if not target.exists() or fragment and fragment not in anchors.get(target, set()):
                broken.append(f"{file.relative_to(SITE)}: {link}")
    assert broken == []


def test_the_first_button_is_above_the_moving_picture(visit):
    page = visit("index.html")
    button, picture = page.locator(".begin a").first, page.locator("img[src*='explorer.gif']")
    assert button.bounding_box()["y"] < picture.bounding_box()["y"]


def test_search_works_without_a_server(visit):
    for words, found in (("multiplier", "02_lagrange_kkt"), ("overfitting", "05_cross_validation"),
                         ("confusion matrix", "05d_errors_and_costs")):
        page = visit(f"search.html?q={words}")
        page.wait_for_selector("#search-results li a", timeout=20_000)
        results = page.eval_on_selector_all("#search-results li a", "all => all.map(a => a.href)")
        assert any(found in address for address in results), words
    page.goto((SITE / "search.html").as_uri() + "?q=zzzzqqq")
    page.wait_for_function("document.querySelector('#search-results').innerText.length > 20")
    assert page.locator("#search-results li a").count() == 0


def explorer_pages() -> list[pathlib.Path]:
    """Return the notebooks with an explorer."""
    return [path for path in NOTEBOOKS if explorers_of(path)]


@pytest.mark.parametrize("path", [p for p in explorer_pages() if p.stem != "a3_sources"], ids=name)
def test_an_explorer_is_moved_by_keyboard(visit, path):
    page = visit(f"notebooks/{path.stem}.html")
    for box in page.locator(".explorer").all():
        data = json.loads(box.locator("script").text_content())
        start = box.locator("img").get_attribute("src")
        seen = {start}
        for control in box.locator("[data-axis]").all():
            axis = data["axes"][int(control.get_attribute("data-axis"))]
            box.get_by_role("button", name="Reset").click()
            control.focus()
            page.keyboard.press("Home")
            for at, number in enumerate(axis["frames"]):
                frame = data["frames"][number]
                assert box.locator("[role=status]").inner_text() \
                    == " ".join(frame["status"].split()) \
                    or at == 0
                assert box.locator("img").get_attribute("alt") == frame["alt"] or at == 0
                if control.evaluate("e => e.tagName") == "INPUT":
                    assert control.get_attribute("aria-valuetext") == axis["texts"][at]
                seen.add(box.locator("img").get_attribute("src"))
                page.keyboard.press("ArrowRight" if control.get_attribute("type") else "ArrowDown")
        assert len(seen) > 1
        box.get_by_role("button", name="Reset").click()
        assert box.locator("img").get_attribute("src") == start
        loaded = page.evaluate("""all => Promise.all(all.map(src => new Promise(done => {
            const image = new Image(); image.onload = () => done(true);
            image.onerror = () => done(false); image.src = src; })))""",
            [frame["picture"] for frame in data["frames"]])
        assert all(loaded)


def test_controls_that_move_together_keep_their_places(visit):
    """In each corner of the grid the sentence is that of the explorer itself."""
    page = visit("notebooks/04b_c_gamma_tolerance.html")
    box = page.locator(".explorer", has=page.locator("[id$='-tol']")).first
    data = json.loads(box.locator("script").text_content())
    assert len(data["grid"]["frames"]) == 125
    live = find_explorer("ThreeKnobs")(C=100.0, gamma=31.6227766017, beside="hidden fresh samples")
    start = live.state()["C"]
    controls = {c.name: box.locator(f"[id$='-{c.name}']") for c in live.controls}
    for keys in itertools.product(("Home", "End"), repeat=3):
        for key, which in zip(keys, live.together, strict=True):
            controls[which].focus()
            page.keyboard.press(key)
        live.set(**{c.name: c.low if key == "Home" else c.high for c in live.controls
                    for key, which in zip(keys, live.together, strict=True) if c.name == which})
        assert box.locator("[role=status]").inner_text() == " ".join(live.status.split())
        at = [controls[which].get_attribute("aria-valuetext") for which in live.together]
        assert at == [c.text(live.state()[c.name]) for c in live.controls
                      if c.name in live.together]
    controls["beside"].select_option(index=0)        # another control: all others to their start
    assert controls["C"].get_attribute("aria-valuetext") == f"{start:g}"


@pytest.mark.parametrize("path", [p for p in explorer_pages() if p.stem != "a3_sources"], ids=name)
def test_a_preset_puts_every_control_where_it_says(visit, path):
    page = visit(f"notebooks/{path.stem}.html")
    kinds = [find_explorer(name) for name in explorer_names()]
    told = {kind.title: kind for kind in kinds if getattr(kind, "controls", ())}
    for box in page.locator(".explorer").all():
        live = told[box.get_attribute("aria-label").removeprefix("Explorer: ")]()
        assert not re.search(r"[?!.]\.$", box.locator(".explorer-title strong").inner_text())
        buttons = [button.inner_text() for button in box.get_by_role("button").all()]
        shown_presets = [preset for preset in live.presets if preset in buttons]
        assert shown_presets in ([], list(live.presets)), "with few controls there are none"
        for preset in shown_presets:
            box.get_by_role("button", name=preset, exact=True).click()
            live.preset(preset)
            for control in live.controls:
                shown = box.locator(f"[id$='-{control.name}']").first
                assert shown.get_attribute("aria-valuetext") \
                    == control.text(live.state()[control.name])
                if shown.evaluate("e => e.tagName") == "SELECT":
                    assert shown.locator("option:checked").inner_text() == \
                        control.text(live.state()[control.name])
            assert box.locator("[role=status]").inner_text() == " ".join(live.status.split())


def test_hints_are_folded_and_no_solution_is_shown(visit):
    page = visit("notebooks/00_start_here.html")
    hint = page.locator("details.hint").first
    assert hint.evaluate("e => e.open") is False
    hint.locator("summary").click()
    assert len(hint.locator("p").inner_text()) > 10


def test_hidden_inputs_and_answers_are_folded_until_they_are_wanted(visit):
    page = visit("notebooks/02_lagrange_kkt.html")
    fold = page.locator("details.answer").first
    answer = fold.locator("strong").nth(1)
    assert not answer.is_visible() and fold.locator("xpath=ancestor::details").count() == 0
    fold.locator("summary").click()
    assert answer.is_visible()
    assert "reveal(" not in page.content() and "answer_" not in page.locator("main").inner_text()


def test_print_shows_the_page_without_what_cannot_be_used_on_paper(visit):
    page = visit("notebooks/02_lagrange_kkt.html")
    page.emulate_media(media="print")
    assert not page.locator(".explorer-controls").first.is_visible()
    assert not page.get_by_text("Hint 1 of 3").first.is_visible()
    assert page.locator(".explorer img").first.is_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    fading = page.evaluate("""() => [...document.querySelectorAll("details > *")].filter(
        e => getComputedStyle(e).opacity < 1).length""")
    assert fading == 0 and page.evaluate("document.getAnimations().length") == 0
    assert "Toggle hidden content" not in page.locator("main").aria_snapshot()


def test_the_tab_key_goes_to_controls_not_to_formulas(visit):
    page = visit("notebooks/03_smo.html")
    assert page.locator("mjx-container[tabindex='0']").count() < 5      # those that scroll
    assert page.locator("mjx-assistive-mml").count() > 100


def test_on_a_phone_a_picture_fits_and_a_tap_makes_its_letters_large(visit):
    page = visit("notebooks/03_smo.html", PHONE)
    pictures, width = page.locator(".picture img:visible"), "i => i.clientWidth"
    assert pictures.count() and all(p.evaluate(width) <= PHONE["width"] for p in pictures.all())
    pictures.first.click()
    assert pictures.first.evaluate(width) >= 800
    pictures.first.click()
    assert pictures.first.evaluate(width) <= PHONE["width"]
    for box in page.locator(".explorer").all():
        control = box.locator("[data-axis]").first
        before = control.bounding_box()["y"] - box.bounding_box()["y"]
        for preset in box.locator("[data-preset]").all():
            preset.click()
            assert abs(control.bounding_box()["y"] - box.bounding_box()["y"] - before) < 1
    assert not page.locator(".bd-sidebar-primary").is_visible()
