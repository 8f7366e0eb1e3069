"""The front end of the explorers in a real browser: what is seen, heard, pressed and dragged."""
from __future__ import annotations

import functools
import io
import re

import gallery
import numpy as np
import pytest
from cases import ALL
from night import nightly
from colours import contrast
from guards import HIGHEST_BOX, LAPTOP
from lab import CHANGED, FAINT, PATIENCE, Explorer, Notebook, browser_page
from PIL import Image
from playwright.sync_api import expect

from coursekit.explorer import find_explorer
from coursekit.explorer.controls import Choice, LogSlider, Slider, Toggle
from coursekit.explorer.player import PAUSE

pytestmark = pytest.mark.browser
VIEWPORTS = [tuple(LAPTOP.values()), (1366, 650), (1280, 600)]
SEEN = [(size, bar) for size in VIEWPORTS for bar in ("open", "closed")] if ALL else \
    [((1280, 600), "open")]    # the least room
# A page of 66 explorers is laid out anew at each move: in sight is the one that is looked at.
ONE_AT_A_TIME = ".jp-Notebook.one-at-a-time .jp-Cell:not(.looked-at) { display: none }"
DRAWN = "n => document.querySelectorAll('.coursekit-explorer img[data-frame]').length === n"


@pytest.fixture(scope="module")
def opened(lab):
    """The gallery, run once for all tests of this module."""
    with browser_page() as page:
        complaints = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        notebook = Notebook(page, lab, "gallery.ipynb")
        page.add_style_tag(content=ONE_AT_A_TIME)
        one_at_a_time(page, True)
        notebook.run_all()
        page.wait_for_function(DRAWN, arg=len(gallery.NAMES) + 1)
        assert notebook.errors() == [] and complaints == []
        yield notebook
        assert complaints == []


@pytest.fixture
def page(opened):
    return opened.page


def one_at_a_time(page, wanted: bool) -> None:
    page.locator(".jp-Notebook").evaluate(
        "(all, wanted) => all.classList.toggle('one-at-a-time', wanted)", wanted)


def find(page, title) -> Explorer:
    """Return an explorer, and bring its cell, and no other, into sight."""
    box = page.locator(f'.coursekit-explorer[aria-label="{title}"]')
    box.evaluate("""box => {
        for (const cell of document.querySelectorAll(".looked-at")) cell.classList.remove("looked-at");
        box.closest(".jp-Cell").classList.add("looked-at");
        box.scrollIntoView({block: "nearest"}) }""")
    return Explorer(page, box, title)


@pytest.fixture
def explorer(page, name):
    found = find(page, find_explorer(name).title)
    found.reset()
    return found


@functools.cache
def at_start(name) -> dict:
    """Return state, status and alternative text of an explorer that was just opened."""
    own = find_explorer(name)()
    return {"state": own.state(), "status": own.status, "alt": own.alt_text}


# What a screen reader is told.

# What Chromium's own tree leaves out: the value that is spoken for a slider, and the status.
SPOKEN = """all => Object.fromEntries(all.map(box => [box.ariaLabel, {
  status: box.querySelector("[role=status]").textContent,
  sliders: Object.fromEntries([...box.querySelectorAll("input[type=range]")].map(
    e => [e.labels[0].textContent, e.getAttribute("aria-valuetext")])),
}]))"""


@pytest.fixture(scope="module")
def spoken(opened) -> dict[str, dict]:
    """The status and the values of the sliders in words, by the explorer's title."""
    return opened.page.locator(".coursekit-explorer").evaluate_all(SPOKEN)


@pytest.fixture(scope="module")
def heard(opened) -> dict[str, list[dict]]:
    """The accessibility tree as (role, name, …) of each node, by the explorer above it.

    Read once, before anything is moved: the tests that use it come first.
    """
    page = opened.page
    one_at_a_time(page, False)
    client = page.context.new_cdp_session(page)
    nodes = {n["nodeId"]: n for n in client.send("Accessibility.getFullAXTree")["nodes"]}
    client.detach()
    one_at_a_time(page, True)

    def plain(node):
        told = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
        return {"role": node.get("role", {}).get("value"), "parent": node.get("parentId"),
                "name": node.get("name", {}).get("value", ""),
                "value": node.get("value", {}).get("value"),
                "description": node.get("description", {}).get("value", ""), **told}

    def below(node):
        for child in node.get("childIds", []):
            if child in nodes:
                yield nodes[child]
                yield from below(nodes[child])
    titles = {find_explorer(name).title for name in gallery.NAMES}
    groups = [n for n in nodes.values() if n.get("role", {}).get("value") == "group"]
    return {top["name"]["value"]: [plain(n) for n in below(top) if not n.get("ignored")]
            for top in groups if top.get("name", {}).get("value") in titles}


@pytest.mark.parametrize("name", gallery.NAMES)
def test_a_screen_reader_hears_every_control_with_name_and_value(heard, spoken, name):
    kind, start = find_explorer(name), at_start(name)
    told, state = heard[kind.title], start["state"]

    def one(role, label):
        found = [t for t in told if t["role"] == role and t["name"] == label]
        assert len(found) == 1, (role, label, found)
        return found[0]
    for control in kind.controls:
        value = control.text(state[control.name])
        if isinstance(control, (Slider, LogSlider)):
            assert control.tip in one("slider", control.label)["description"]
            assert spoken[kind.title]["sliders"][control.label] == value
            assert one("textbox", f"{control.label}, as a number")["value"] == value
        elif any(t["role"] == "combobox" and t["name"] == control.label for t in told):
            assert one("combobox", control.label)["value"] == value
        elif isinstance(control, Choice):
            one("group", control.label)
            for option in control.options:
                radios = [t for t in told if t["role"] == "radio" and t["name"] == option]
                assert radios
            assert value in [t["name"] for t in told if t["role"] == "radio"
                             and t["checked"] == "true"]
        elif isinstance(control, Toggle):
            assert (one("checkbox", control.label)["checked"] == "true") == state[control.name]
    for label, (_, look_for, _) in kind.presets.items():
        assert one("button", label)["description"] == look_for
    one("button", "Reset")
    (picture,) = [t for t in told if t["role"] in ("image", "img")]
    assert picture["name"] == start["alt"]
    (status,) = [t for t in told if t["role"] == "status"]
    assert status["live"] == "polite"
    assert spoken[kind.title]["status"] == start["status"]


@pytest.mark.parametrize("name", gallery.SOME)
def test_one_live_region_stays_and_its_words_follow_with_the_picture(explorer, name):
    node = explorer.box.locator("[role=status]").element_handle()
    other = find_explorer(name)()
    start = other.status
    for preset in other.presets:
        other.preset(preset)
        if other.status != start:
            break
    before = explorer.now()
    explorer.press(explorer.box.get_by_role("button", name=preset, exact=True), "Space")
    assert explorer.changes(before)
    assert node.evaluate("n => n.isConnected && n.textContent") == other.status
    assert explorer.box.locator("img").get_attribute("alt") == other.alt_text
    assert explorer.box.locator("[role=status]").count() == 1


def test_a_log_slider_says_its_value_and_not_its_exponent(page):
    explorer = find(page, find_explorer("SlackPrice").title)
    explorer.reset()
    slider, before = explorer.sliders().first, explorer.now()
    control = find_explorer("SlackPrice").controls[0]
    places = control.places()
    value = control.text(places[places.index(control.default) + 1])
    explorer.press(slider, "ArrowRight")
    assert explorer.changes(before)
    assert slider.get_attribute("aria-valuetext") == value
    assert explorer.numbers().first.input_value() == value and f"C = {value}" in explorer.status()


# What is seen.

@pytest.mark.parametrize("size, side_bar", SEEN, ids=lambda s: s if isinstance(s, str) else f"{s[0]}x{s[1]}")
def test_every_explorer_is_seen_at_once(page, size, side_bar):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    if page.locator("#jp-left-stack").is_visible() != (side_bar == "open"):
        page.locator(".jp-NotebookPanel-toolbar").click()
        page.keyboard.press("Control+B")
    expect(page.locator("#jp-left-stack")).to_be_visible(visible=side_bar == "open")
    panel = page.locator(".jp-WindowedPanel-outer").first.evaluate("e => e.clientHeight")
    try:
        for name in gallery.NAMES:
            explorer = find(page, find_explorer(name).title)
            for preset, height in explorer.box.evaluate(HEIGHTS, PATIENCE):
                assert height <= min(HIGHEST_BOX, panel), (name, preset, height, panel)
            sees = explorer.box.evaluate(LOOKS)
            assert sees["tick"] >= 11 and sees["status"] >= 14, (name, sees)
            assert sees["cut"] == [], (name, sees)
            assert sees["beside"] and sees["column"] <= 300
            assert min(sees["targets"]) >= 24, (name, sees)
    finally:
        page.set_viewport_size(LAPTOP)


# Reset and each preset, pressed one after the other, and how high the explorer stands then.
HEIGHTS = f"""async (box, patience) => {{
  const heights = [], changed = {CHANGED.strip()};
  for (const button of box.querySelectorAll("[aria-label='Reset and presets'] button")) {{
    const next = changed(box, [box.querySelector("img").dataset.frame, "", false, patience]);
    button.click();
    if (!await next) throw new Error(`${{button.textContent}}: nothing was drawn`);
    heights.push([button.textContent, box.getBoundingClientRect().height]);
  }}
  return heights;
}}"""
LOOKS = """
box => {
  const image = box.querySelector('img'), at = e => e.getBoundingClientRect();
  const scale = Math.min(at(image).width / image.naturalWidth,
                         at(image).height / image.naturalHeight);
  const column = at(box.querySelector('.ck-controls'));
  return {
    tick: 12 * 100 / 72 * scale,
    status: parseFloat(getComputedStyle(box.querySelector('[role=status]')).fontSize),
    beside: at(image).left >= column.right && at(image).top < column.bottom,
    column: column.width,
    cut: [...box.querySelectorAll('*')].filter(e => e.scrollWidth > e.clientWidth + 1 &&
      e.clientWidth && e.tagName !== 'INPUT').map(e => e.className || `${e.tagName}: ${e.textContent}`),
    targets: [...box.querySelectorAll('button, input')].flatMap(e =>
      [at(e).width, at(e).height]),
  };
}
"""


def test_on_a_phone_the_picture_stands_below_the_controls(page):
    one_at_a_time(page, False)
    wrong = page.locator(".coursekit-explorer").evaluate_all("""all => {
        for (const box of all) box.style.width = "340px";
        const wrong = all.filter(box => {
            const at = s => box.querySelector(s).getBoundingClientRect();
            return !(at("img").top >= at(".ck-controls").bottom && at("img").width > 300 &&
                     box.scrollWidth <= box.clientWidth) });
        for (const box of all) box.style.width = "";
        return wrong.map(box => box.ariaLabel) }""")
    one_at_a_time(page, True)
    assert wrong == []


def test_the_focus_is_seen(page):
    explorer = find(page, "Bins of age")
    explorer.sliders().first.focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen = page.evaluate("""() => { const e = document.activeElement;
            if (e.closest('.coursekit-explorer')?.ariaLabel !== 'Bins of age') return 'left';
            const shown = e.type === 'radio' ? e.nextElementSibling : e, style = getComputedStyle(shown);
            return [style.outlineStyle + style.outlineWidth, style.outlineColor] }""")
        if seen == "left":
            break
        outline, colour = seen
        assert outline == "solid3px" and contrast(np.array(re.findall(r"\d+", colour)[:3], float) / 255, "white") >= 3, colour
    assert seen == "left", "the keyboard does not leave the explorer"


# What a hand does.

@pytest.mark.parametrize("name", ["AgeBins", "Swing", "SlackPrice"])
def test_keys_reach_the_slider_and_not_the_notebook(opened, page, explorer):
    cells = page.locator(".jp-Cell").count()
    slider = explorer.sliders().first
    for key in ("ArrowRight", "ArrowUp", "PageUp", "End", "Home", "ArrowLeft", "ArrowRight"):
        before = slider.get_attribute("aria-valuetext")
        explorer.press(slider, key)
        if key != "ArrowLeft":
            expect(slider).not_to_have_attribute("aria-valuetext", before)
    for key in "bxadm":
        page.keyboard.press(key)
    opened.rest()
    assert page.locator(".jp-Cell").count() == cells
    assert page.evaluate("document.activeElement.type") == "range"


def says(explorer, start: str) -> None:
    """Wait until the status begins so."""
    expect(explorer.box.get_by_role("status")).to_have_text(re.compile(f"^{re.escape(start)}"))


def test_a_typed_number_is_taken_moved_or_refused(page):
    explorer = find(page, "Bins of age")
    explorer.reset()
    field = explorer.numbers().first
    for typed, shown in (("12", "12"), ("400", "40"), ("7,6", "8"), ("many", "8")):
        field.fill(typed)
        field.press("Enter")
        says(explorer, f"{shown} bins")
        expect(field).to_have_value(shown)
    field.fill("20")
    field.press("Enter")
    says(explorer, "20 bins")
    field.fill("many")              # without leaving the field
    field.press("Enter")
    assert field.input_value() == "20"
    shift = explorer.numbers().nth(1)
    shift.fill("3.5")
    shift.press("Enter")
    expect(explorer.sliders().nth(1)).to_have_attribute("aria-valuetext", "3.5")


QUICK = ["AgeBins", "SMOStepper", "Swing", "SORShift", "SplitScanner"]


@pytest.mark.parametrize("name", QUICK if ALL else QUICK[:2])
def test_three_hundred_quick_moves_end_on_the_last_value(opened, page, explorer, name):
    slider = explorer.sliders().first
    slider.scroll_into_view_if_needed()
    at = slider.bounding_box()
    y, rng = at["y"] + at["height"] / 2, np.random.default_rng(0)
    frames = int(explorer.box.locator("img").get_attribute("data-frame"))
    page.mouse.move(at["x"] + at["width"] / 2, y)
    page.mouse.down()
    for share in rng.uniform(0.05, 0.95, 300):
        page.mouse.move(at["x"] + share * at["width"], y)
    page.mouse.move(at["x"] + 0.7 * at["width"], y)
    page.mouse.up()
    opened.rest()
    control = find_explorer(name).controls[0]
    value = explorer.numbers().first.input_value()
    assert value == slider.get_attribute("aria-valuetext")
    state = {control.name: float(value)}
    again = find_explorer(name)(**state)
    if not isinstance(control, LogSlider):       # the text of a log slider is rounded
        assert explorer.status() == again.status
    assert int(explorer.box.locator("img").get_attribute("data-frame")) - frames > 3
    assert value in explorer.box.locator("img").get_attribute("alt")


MOVES_AND_RESETS = """box => {
    const slider = box.querySelector('input[type=range]');
    for (const value of [slider.min, slider.max, slider.min]) {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
    }
    [...box.querySelectorAll('button')].find(b => b.textContent === 'Reset').click();
}"""


@pytest.mark.parametrize("name", ["AgeBins", "Swing", "SlackPrice"])
def test_what_was_moved_before_a_reset_does_not_come_after_it(opened, explorer, name):
    explorer.box.evaluate(MOVES_AND_RESETS)
    opened.rest()                       # a move that comes late is there by now
    assert explorer.status() == at_start(name)["status"]


def test_an_error_is_shown_in_the_status_and_reset_leads_out(page):
    explorer = find(page, "Fragile")
    explorer.reset()
    before = explorer.now()
    explorer.press(explorer.sliders().first, "End")
    expect(explorer.box.get_by_role("status")).to_have_text(
        "Something went wrong: too heavy. Press Reset to go on.")
    explorer.reset()
    assert explorer.status() == before[1]


# Milliseconds until the kernel has answered an empty question.
ECHO = """async () => {
  const {kernel} = jupyterapp.shell.currentWidget.sessionContext.session, start = performance.now();
  await kernel.requestExecute({code: "", silent: true}).done;
  return performance.now() - start }"""


def test_the_picture_follows_a_key_within_a_blink(page):
    """The bench measures it to the millisecond. Here other work may delay many, and the kernel."""
    explorer = find(page, find_explorer("Swing").title)
    explorer.reset()
    times, empty = [], []
    for _ in range(30):
        times.append(explorer.timed(explorer.sliders().first, "ArrowRight"))
        empty.append(page.evaluate(ECHO))
    times = np.nan_to_num(times, nan=np.inf)
    assert np.quantile(times, 0.2) <= max(400, 10 * np.quantile(empty, 0.2)), (times, empty)


def test_playing_goes_on_by_itself_and_a_hand_ends_it(opened, page):
    explorer = find(page, find_explorer("SMOStepper").title)
    explorer.reset()
    field = explorer.numbers().first
    start = field.input_value()
    explorer.box.get_by_role("button", name="Play", exact=True).click()
    expect(field).not_to_have_value(start)
    explorer.press(explorer.sliders().first, "Home")
    says(explorer, "Step 0 ")
    opened.rest(1.5 * PAUSE)
    assert field.input_value() == "0"


def test_what_is_being_typed_stays_while_it_plays(page):
    explorer = find(page, find_explorer("SMOStepper").title)
    explorer.reset()
    explorer.box.get_by_role("button", name="Play", exact=True).click()
    step = explorer.numbers().first
    step.press("ControlOrMeta+a")
    two_more(explorer)
    step.press_sequentially("12")
    two_more(explorer)
    assert step.input_value() == "12" and not explorer.status().startswith("Step 0 ")
    step.press("Enter")
    says(explorer, "Step 12 ")


def two_more(explorer) -> None:
    """Wait for two further pictures."""
    for _ in range(2):
        assert explorer.changes(explorer.now(), words=False)


def test_a_pause_and_a_click_beside_the_map_are_answered(opened, page):
    """Else the page says, after two and a half seconds, that the kernel is silent."""
    stepper = find(page, find_explorer("SMOStepper").title)
    stepper.reset()
    play = stepper.box.get_by_role("button", name="Play", exact=True)
    play.click()
    play.click()
    votes = find(page, find_explorer("Votes").title)
    votes.reset()
    votes.box.locator("img").first.click(position={"x": 3, "y": 3})
    opened.rest(2.7)
    for explorer in (votes, stepper):
        assert "kernel" not in explorer.status()


def test_the_tip_of_a_number_says_how_far_it_goes_now(page):
    explorer = find(page, find_explorer("Repeats").title)
    explorer.reset()
    field, slider = explorer.numbers().first, explorer.sliders().first
    assert field.get_attribute("title").endswith("from 1 to 120")
    explorer.go("ten partitions")
    assert field.get_attribute("title").endswith(f"from 1 to {slider.get_attribute('max')}")
    assert slider.get_attribute("max") == "12"


def test_chords_with_control_or_command_reach_the_notebook(page):
    explorer = find(page, "Bins of age")
    explorer.sliders().first.focus()
    page.evaluate("""() => { window.heard = [];
        window.listens = e => window.heard.push([e.key, e.ctrlKey, e.metaKey]);
        document.body.addEventListener('keydown', window.listens) }""")
    for chord in ("j", "Control+j", "Meta+j"):
        page.keyboard.press(chord)
    heard = page.evaluate("() => { document.body.removeEventListener('keydown', window.listens); "
                          "return window.heard.filter(([key]) => key === 'j') }")
    assert heard == [["j", True, False], ["j", False, True]]


def test_nothing_pops_up_over_the_page(page):
    """The settings that the course puts into its JupyterLab keep questions about news away."""
    assert page.locator(".Toastify__toast").count() == 0


@pytest.mark.parametrize("size", VIEWPORTS if ALL else VIEWPORTS[-1:])
def test_a_click_on_the_map_chooses_the_cell_that_is_seen_there(page, size):
    kind = find_explorer("CGammaMap")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    explorer = find(page, kind.title)
    explorer.reset()
    own = kind()
    own.png()       # the layout is found with the first picture
    ax, pixels = own._stage.map, own.canvas.figure.bbox.size
    picture = explorer.box.locator("img").first
    seen = picture.bounding_box()
    scale = min(seen["width"] / pixels[0], seen["height"] / pixels[1])
    for row, column, words in ((9, 1, "C = 316, γ = 0.00316"), (2, 10, "C = 0.1, γ = 100")):
        x, y = ax.transData.transform((column, row))
        before = explorer.now()
        picture.click(position={"x": scale * x, "y": scale * (pixels[1] - y)})
        assert explorer.changes(before)
        assert explorer.status().startswith(words)
    page.set_viewport_size(LAPTOP)


def test_a_sample_is_added_and_removed_by_click_and_by_key(page):
    explorer = find(page, find_explorer("ThreeKnobs").title)
    explorer.reset()
    start, picture = explorer.status(), explorer.box.locator("img").first
    cells = page.locator(".jp-Cell").count()

    def presses(*keys):
        for key in keys:
            before = explorer.now()
            explorer.press(picture, key)
            assert explorer.changes(before), key

    presses(*["ArrowDown"] * 19, "ArrowLeft", "Enter")      # the first shows the cross
    assert "1 added" in explorer.status() and "14% of the height" in explorer.status()
    presses(" ")
    assert "added" not in explorer.status() and page.locator(".jp-Cell").count() == cells
    explorer.reset()
    assert explorer.status() == start
    seen = picture.bounding_box()
    for words in ("1 added", start):
        before = explorer.now()
        picture.click(position={"x": 0.06 * seen["width"], "y": 0.4 * seen["height"]})
        assert explorer.changes(before)
        assert words in explorer.status()


THEMES = pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])


def change_theme(page, theme) -> None:
    page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', {theme})", theme)
    page.wait_for_function("dark => (document.body.dataset.jpThemeLight === 'false') === dark",
                           arg=theme.endswith("Dark"))
    page.wait_for_function("!document.getElementById('jupyterlab-splash')")


@THEMES
def test_all_words_can_be_read_in_a_dark_theme_and_in_a_light_one(page, theme):
    change_theme(page, theme)
    faint = page.locator(".coursekit-explorer").evaluate_all(
        f"(all, words) => all.flatMap(box => ({FAINT})(box, words))",
        "p, label > span, label, button, legend, input.ck-number")
    assert faint == []


def pixels_around(page, locator, beside: int = 6) -> np.ndarray:
    """Return what is seen of an element and of so many pixels beside it, as rows of colours."""
    locator.scroll_into_view_if_needed()
    at = locator.bounding_box()
    clip = {"x": round(at["x"]) - beside, "y": round(at["y"]) - beside,
            "width": round(at["width"]) + 2 * beside, "height": round(at["height"]) + 2 * beside}
    return np.asarray(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")) / 255


def clearest(rows: np.ndarray, ground) -> float:
    """Return the highest contrast among some pixels with what lies behind them."""
    return max(contrast(pixel, ground) for pixel in rows.reshape(-1, 3))


@THEMES
def test_what_is_pressed_and_moved_stands_out_from_the_page(page, theme):
    """Handles, tracks, frames, the chosen option and the focus: at least 3 to 1 (WCAG 1.4.11)."""
    change_theme(page, theme)
    explorer = find(page, "Bins of age")
    explorer.reset()
    page.mouse.move(2, 2)
    before = explorer.now()
    explorer.press(explorer.sliders().first, "Home")
    assert explorer.changes(before)
    explorer.sliders().first.blur()
    seen = pixels_around(page, explorer.sliders().first, beside=0)
    middle, ground = len(seen) // 2, seen[1, -40]
    handle, track = seen[middle, 12], seen[middle, -40]
    assert contrast(handle, ground) >= 3 and contrast(track, ground) >= 3
    assert (seen[middle - 7:middle + 8, 12] == handle).all(), "the handle is small"
    framed = [explorer.numbers().first, explorer.ticks().first, explorer.buttons().first]
    for control in framed:
        seen = pixels_around(page, control)
        edge = seen[len(seen) // 2 - 3:len(seen) // 2 + 3, 4:9]
        assert clearest(edge, ground) >= 3, control
    fields = find(page, find_explorer("CGammaMap").title).box.locator(".ck-choice").first.locator("label")
    chosen, others = [], []
    for k in range(fields.count()):
        seen = pixels_around(page, fields.nth(k), beside=0)[4, 4]
        (chosen if fields.nth(k).locator("input").is_checked() else others).append(seen)
    assert len(chosen) == 1 and others
    assert min(contrast(chosen[0], other) for other in others) >= 3
    find(page, "Bins of age")
    for control in (explorer.numbers().first, explorer.buttons().nth(1)):
        plain = pixels_around(page, control)
        control.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")          # a key gave it the focus
        seen = pixels_around(page, control)
        changed = (plain != seen).any(axis=2) & (np.indices(seen.shape[:2])[1] < 6)
        assert changed[6:-6].any() and clearest(seen[changed], ground) >= 3, control
        control.blur()


def test_the_words_that_come_are_read_as_a_whole_and_groups_have_names(page):
    found = dict(page.locator(".coursekit-explorer").evaluate_all("""all => all.map(box => [box.ariaLabel, [
        box.querySelector("[role=status]").ariaAtomic,
        Array.from(box.querySelectorAll("[role=group]"), group => group.ariaLabel)]])"""))
    for name in gallery.NAMES:
        steps = ["Steps"] * bool(find_explorer(name).buttons)
        assert found[find_explorer(name).title] == ["true", [*steps, "Reset and presets"]], name


def test_a_failure_looks_like_one_until_it_is_over(page):
    explorer = find(page, "Fragile")
    explorer.reset()
    status = explorer.box.locator("[role=status]")

    def looks(border: str, weight: str) -> None:
        expect(status).to_have_css("border-left-width", border)
        expect(status).to_have_css("font-weight", weight)
    looks("0px", "400")
    explorer.press(explorer.sliders().first, "End")
    looks("4px", "600")
    explorer.reset()
    looks("0px", "400")


# The milliseconds until each line of the status that comes now.
LINES = """box => {
  const status = box.querySelector("[role=status]"), start = performance.now();
  window.lines = [];
  new MutationObserver(() => window.lines.push([status.textContent, performance.now() - start]))
    .observe(status, {childList: true}) }"""


def test_a_kernel_that_is_silent_is_said_to_be_and_its_answer_takes_the_words_place(page):
    explorer = find(page, "Fragile")
    explorer.reset()
    explorer.numbers().first.fill("5")          # there it thinks for eight seconds
    explorer.box.evaluate(LINES)
    explorer.numbers().first.press("Enter")
    expect(explorer.box.get_by_role("status")).to_have_text("the weight is 5")
    (silent, after), (answer, _) = page.evaluate("window.lines")
    assert silent.startswith("The kernel has not answered yet.") and after >= 2400
    assert answer == "the weight is 5"


def test_either_minus_may_be_typed_and_what_is_left_is_forgotten(opened, page):
    explorer = find(page, find_explorer("Swing").title)
    explorer.reset()
    control = next(c for c in find_explorer("Swing").controls if isinstance(c, Slider) and c.low < 0)
    field = explorer.box.get_by_label(f"{control.label}, as a number")
    for minus in "-−":
        value = control.text(control.low + (control.high - control.low) / 10 // control.step * control.step)
        typed = value.lstrip("-−")
        field.fill("0")
        field.press("Enter")
        opened.rest()
        field.fill(minus + typed)
        field.press("Enter")
        opened.rest()
        assert float(field.input_value().replace("−", "-")) == -float(typed)
    before = field.input_value(), explorer.status()
    field.fill("many")
    field.blur()
    assert (field.input_value(), explorer.status()) == before


def test_enter_is_the_fields_and_with_shift_the_notebooks(page):
    explorer = find(page, "Bins of age")
    explorer.reset()
    page.evaluate("""() => { window.entered = [];
        window.listens = e => e.key === 'Enter' && window.entered.push(e.shiftKey);
        document.body.addEventListener('keydown', window.listens) }""")
    explorer.buttons().first.focus()
    for chord in ("Enter", "Shift+Enter"):
        page.keyboard.press(chord)
    heard = page.evaluate("() => { document.body.removeEventListener('keydown', window.listens); "
                          "return window.entered }")
    assert heard == [True]


def test_typing_takes_the_place_of_the_number_that_stood_there(page):
    explorer = find(page, "Bins of age")
    explorer.reset()
    field = explorer.numbers().first
    explorer.sliders().first.focus()
    page.keyboard.press("Tab")
    page.keyboard.type("9")
    assert field.input_value() == "9"
    page.keyboard.press("Enter")
    says(explorer, "9 bins")


@nightly
def test_after_a_restart_the_status_says_what_to_do(page):
    """The last test of the gallery, whose kernel it ends."""
    nodes = page.evaluate_handle("[...document.querySelectorAll('.coursekit-explorer [role=status]')]")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name=re.compile("^Restart Kernel…")).click()
    page.locator(".jp-Dialog button.jp-mod-accept").click()
    page.wait_for_function("""nodes => nodes.every(n => n.isConnected &&
        n.textContent === "The kernel was restarted: run this cell again.")""", arg=nodes)
    assert nodes.evaluate("nodes => nodes.length") == len(gallery.NAMES) + 1
