"""Explorers and boxes can be read on any page: light or dark, whatever is known of it.

A push tries explorers that have one of each control between them, the night all of them.
"""
from __future__ import annotations

import re

import gallery
import hosts
import pytest
from cases import some
from guards import MARK, WORDS
from lab import browser_page, chromium

from coursekit.exercise import feedback

pytestmark = [pytest.mark.browser, pytest.mark.skipif(chromium() is None, reason="no Chromium")]
SCHEMES = ["light", "dark"]
EACH_IN_BOTH = [(name, prefers) for name in hosts.HOSTS for prefers in SCHEMES]

# What is painted behind an element, and how far a colour stands out from it.
COLOURS = """
const parts = (colour) => {
  const [r, g, b, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
  return [r, g, b, alpha];
};
const over = ([r, g, b, alpha], ground) =>
  [r, g, b].map((v, k) => alpha * v + (1 - alpha) * ground[k]);
const light = (colour) => colour.map((v) => v / 255)
  .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
const contrast = (one, other) => {
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
};
const known = new Map([[null, [[255, 255, 255], 1]]]);
const seen = (element) => {         // the ground in an element, and the opacity of what is in it
  if (!known.has(element)) {
    const [ground, above] = seen(element.parentElement);
    const style = getComputedStyle(element), opacity = above * Number(style.opacity);
    const [r, g, b, alpha] = parts(style.backgroundColor);
    if (style.backgroundImage !== "none") throw new Error("a picture as ground is not tried");
    known.set(element, [over([r, g, b, alpha * opacity], ground), opacity]);
  }
  return known.get(element);
};
const ink = (element, colour) => {
  const [ground, opacity] = seen(element), [r, g, b, alpha] = parts(colour);
  return contrast(over([r, g, b, alpha * opacity], ground), ground);
};
"""
# All words of the page, in text, fields and in place of pictures, that stand out too little.
FAINT = """(least) => {""" + COLOURS + """
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), faint = [];
  let tried = 0;
  const tell = (element, text) => {
    if (!text.trim() || element.closest("style, script, template") ||
        !element.checkVisibility({ visibilityProperty: true })) return;
    tried += 1;
    const found = ink(element, getComputedStyle(element).color);
    if (!(found >= least)) faint.push(`${found.toFixed(2)}: ${text.trim().slice(0, 40)}`);
  };
  while (words.nextNode()) tell(words.currentNode.parentElement, words.currentNode.data);
  for (const field of document.querySelectorAll("input[type=text]")) tell(field, field.value);
  for (const picture of document.querySelectorAll("img")) tell(picture, picture.alt);
  if (tried < 10) throw new Error("nothing was tried");
  return faint;
}"""

# Frames, and the ring around what has the focus, against the ground that they stand on.
MARKS = """(least) => {""" + COLOURS + """
  const faint = [];
  const tell = (element, colour, what) => {
    const [r, g, b, alpha] = parts(colour), [ground] = seen(element.closest(".ck-controls"));
    const found = contrast(over([r, g, b, alpha], ground), ground);
    if (!(found >= least)) faint.push(`${found.toFixed(2)}: ${what} ${element.className}`);
  };
  for (const control of document.querySelectorAll(".ck-controls :is(button, input)")) {
    const drawn = control.type === "radio" ? control.nextElementSibling : control;
    const style = () => getComputedStyle(drawn);
    if (drawn.matches("button, span, .ck-number")) {
      if (style().borderTopStyle !== "solid") faint.push("no frame: " + drawn.className);
      tell(drawn, style().borderTopColor, "frame");
    }
    control.focus({ focusVisible: true });
    if (document.activeElement !== control) throw new Error("no focus");
    if (style().outlineStyle === "none") faint.push("no ring: " + drawn.className);
    tell(drawn, style().outlineColor, "ring");
  }
  return faint;
}"""

UNFOLD = "() => document.querySelectorAll('details').forEach((fold) => { fold.open = true })"


@pytest.fixture(scope="module")
def fragments():
    """Everything that pages show as HTML, and a box of each kind as it is made now."""
    made = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(feedback, "_show", lambda bundle: made.append(bundle["text/html"]))
        for answer in (None, lambda said, truth: (said == truth).sum(),
                       lambda said, truth: (said == truth).mean()):
            feedback.check("share-right", answer)
        feedback.hint("share-right", level=1)
        feedback.hint("no such exercise")
        feedback.solution("share-right")
        feedback.progress("00")
    return made + hosts.boxes()


@pytest.fixture(scope="module")
def page(fragments):
    """Every explorer and every box on one page, which each test dresses as another host."""
    with browser_page() as page:
        page.set_content(hosts.page_of(hosts.explorers_sent(gallery.SOME), fragments))
        page.wait_for_selector("body[data-ready]")
        page.evaluate(UNFOLD)
        yield page


def dress(page, name, prefers="light"):
    page.emulate_media(color_scheme=prefers)
    page.evaluate(hosts.DRESS, hosts.HOSTS[name])


@pytest.mark.parametrize("name, prefers", some(EACH_IN_BOTH, 15))
def test_every_letter_is_read_and_every_control_is_seen(page, name, prefers):
    dress(page, name, prefers)
    assert page.evaluate(FAINT, WORDS) == []
    assert page.evaluate(MARKS, MARK) == []


STYLE = r"<style.*?</style>"
CLEANED = {"JupyterLab": STYLE, "GitHub": STYLE + r'| (style|class|role)="[^"]*"'}


@pytest.fixture(scope="module", params=CLEANED)
def cleaned(request, page, fragments):
    """Boxes without what a host takes away where it does not trust a page."""
    left = [re.sub(CLEANED[request.param], "", f, flags=re.S) for f in fragments]
    other = page.context.browser.new_page()
    other.set_content(hosts.page_of([], left))
    other.evaluate(UNFOLD)
    return other


@pytest.mark.parametrize("name", some(hosts.HOSTS, 4))
def test_where_styles_are_taken_away_the_words_are_read(cleaned, name):
    dress(cleaned, name)
    assert cleaned.evaluate(FAINT, WORDS) == []


@pytest.mark.parametrize("prefers", SCHEMES)
@pytest.mark.parametrize("name", [name for name, host in hosts.HOSTS.items() if len(host) > 1])
def test_the_mark_of_a_host_counts_more_than_what_the_reader_prefers(page, name, prefers):
    dress(page, name, prefers)
    dark = "light" not in name
    for part in (".coursekit-explorer", "[role=status].coursekit-themed"):
        white = page.locator(part).first.evaluate(
            "e => getComputedStyle(e).backgroundColor === 'rgb(255, 255, 255)'")
        assert white != dark


def test_on_paper_the_ink_is_dark(page):
    dress(page, "JupyterLab dark", "dark")
    page.emulate_media(media="print")
    for part in (".coursekit-explorer .ck-title", "[role=status].coursekit-themed"):
        ink = page.locator(part).first.evaluate("e => getComputedStyle(e).color")
        assert ink == "rgb(27, 27, 27)"
    page.emulate_media(media="screen")
