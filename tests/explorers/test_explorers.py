"""The contract of every explorer, kept without a browser."""
from __future__ import annotations

import ast
import base64
import io
import json
import pathlib
import re
from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from PIL import Image

from coursekit.datasets import load_titanic
from coursekit.explorer import explorer_names, find_explorer
from coursekit.explorer.base import Explorer
from coursekit.explorer.canvas import MAX_BACKGROUNDS, Canvas
from coursekit.explorer.controls import LogSlider, Slider, Toggle
from coursekit.lessons.lesson01.explorers.age_bins import bin_rates
from cases import some
from panels import marked, panels, strokes
from guide import GUIDE, quoted_explorers
from guards import FEWEST_PRESETS, LARGEST_PICTURE, MOST_PRESETS, SHORTEST_STATUS
from sentences import numbers
from walk import covered

NAMES = explorer_names()
each = pytest.mark.parametrize("name", NAMES)


# What is counted in the sentences, for one and for several.
COUNTED = {"bin": "bins", "condition": "conditions", "conjunction": "conjunctions",
           "error": "errors",
           "fit": "fits", "fold": "folds", "free sample": "free samples", "interval": "intervals",
           "leaf": "leaves", "partition": "partitions", "passenger": "passengers", "quiet pass":
           "quiet passes", "rule": "rules", "sample": "samples", "setting": "settings",
           "stays": "stay",
           "step": "steps", "sweep": "sweeps", "voter": "voters", "winner": "winners"}
ONE = rf"(?<![\d.,])1 (?:different |inner |outer )?({'|'.join(COUNTED.values())})\b"
SEVERAL = rf"(?<![\d.,])(?:0|[2-9]|\d[\d,]*\d) (?:different |inner |outer )?({'|'.join(COUNTED)})\b"


def test_the_picture_that_is_sent_has_no_blocks_and_no_faded_lines(explorer):
    """No letter or line is off by 40 grey levels of 255 but for a few pixels."""
    sent = np.asarray(Image.open(io.BytesIO(explorer.canvas.encode())).convert("RGB"), int)
    assert (abs(sent - explorer.canvas.pixels()[..., :3]).max(axis=2) > 40).sum() <= 50


@each
def test_it_opens_in_words_and_with_a_question(name):
    kind = find_explorer(name)
    assert kind.title and kind.question.endswith("?")
    # larger: ticks too small on a laptop
    assert np.all(np.array(kind.size) <= LARGEST_PICTURE)
    assert all(c.tip and c.label for c in kind.controls)
    assert FEWEST_PRESETS <= len(kind.presets) <= MOST_PRESETS \
        and all(preset.look_for for preset in kind.presets.values())


@each
def test_start_and_presets_lie_on_the_steps_of_their_slider(name):
    """A browser moves every other value to the next step, and the words beside it go wrong."""
    kind = find_explorer(name)
    for control in kind.controls:
        starts = [control.default] if isinstance(control, (Slider, LogSlider)) else []
        for value in starts + [look[control.name] for look, *_ in kind.presets.values()
                               if starts and control.name in look]:
            steps = (np.log(value / control.low) / np.log(control.base) * control.steps
                     if isinstance(control, LogSlider) else (value - control.low) / control.step)
            assert steps == pytest.approx(round(steps), abs=1e-6), (control.name, value)


@each
def test_a_slider_goes_through_its_whole_range_in_steps_that_a_key_can_use(name):
    """Four places at least, more where the number is no count, and its last place is the end."""
    for control in find_explorer(name).controls:
        if isinstance(control, Slider):
            steps = (control.high - control.low) / control.step
            counted = control.step == int(control.step) and control.low >= 0
            assert steps == pytest.approx(round(steps), abs=1e-6), control.name
            assert (3 if counted else 8) <= steps <= 200, control.name
        elif isinstance(control, LogSlider):
            places = control.places()
            assert (places[0], places[-1]) == pytest.approx((control.low, control.high)), \
                control.name
            assert 5 <= len(places) <= 200 and control.high / control.low >= 32, control.name


def test_every_state_shows_its_subject_and_tells_it(walked):
    for look in walked.looks:
        assert not look.failed, (look.state, look.status)
        assert len(look.status) > SHORTEST_STATUS and re.search(r"\d", look.status), look.state
        assert not re.search(r"\bnan\b|\binf\b|None|-0\.0+\b", look.status), \
            (look.state, look.status)
        assert not re.search(f"{ONE}|{SEVERAL}", look.status), (look.state, look.status)
        assert look.inked > 50, f"an empty picture at {look.state}"
    assert len({look.status for look in walked.looks}) > len(walked.presets)


def test_every_preset_leads_away_from_the_start_and_to_a_place_of_its_own(walked):
    states, words = [], []
    for look in walked.marked:
        assert look.state not in states, "it leads where Reset or another preset does"
        assert look.status not in words, f"{look.state} says nothing of its own"
        states.append(look.state)
        words.append(look.status)


def test_the_unit_of_an_axis_is_spoken_of_and_a_log_scale_is_one(walked):
    """An axis in months would have its numbers a page long in years."""
    controls = walked.kind.controls
    spoken = [walked.kind.question, *(f"{c.label} {c.tip}" for c in controls),
              *(look.status for look in walked.marked)]
    units = set()
    for label, scale in (axis for look in walked.marked for axis in look.closer.axes):
        units |= set(re.findall(r"\(([a-z]+)\)$", label))
        assert scale == "log" or "(log scale)" not in label, label
    for unit in units:
        assert re.search(rf"\b{unit}\b", " ".join(spoken)), f"nobody speaks of {unit}"
    named = {unit for control in controls
             for unit in re.findall(r"\(([a-z]+)\)$", control.label)}
    assert named <= units, f"no axis is in {named - units}"


#: Units that a tip may name, and how the sentence or an axis has them.
UNITS = {"per cent": "%|per cent", "points": "points", "years": "years|age", "months": "months",
         "days": "days", "bits": "bits?",
         "nats": "nats?", "pixels": "px|pixels", "degrees": "degrees|°|turn", "radians": "radians",
         "pounds": "pounds|£"}


def test_the_unit_of_a_tip_is_that_of_what_is_said_or_drawn(walked):
    asked = {unit for control in walked.kind.controls for unit in UNITS
             if re.search(rf"\b{unit}\b", f"{control.label} {control.tip}")}
    said = [look.status for look in walked.marked]
    walked.explorer.preset(list(walked.presets)[-1])
    for ax in walked.explorer.canvas.figure.axes:
        said += [ax.get_xlabel(), ax.get_ylabel(),
                 *(text.get_text() for text in [*ax.texts, *ax.get_xticklabels(),
                                                *ax.get_yticklabels()])]
    assert [unit for unit in asked if not re.search(UNITS[unit], " ".join(said))] == []


#: Where marks may lie outside the frame without a word that says so, and why.
BEYOND = {"Repeats": "both ends of an interval are told"}


def test_a_mark_outside_the_frame_is_told(walked):
    assert walked.name in BEYOND or [
        look.state for look in walked.looks
        if look.outside and not re.search("outside|above the frame", look.status)] == []


def test_no_legend_lies_on_a_curve(walked):
    for look in walked.looks:
        assert look.covered == [], f"{look.state}: put the legend elsewhere"


def test_no_word_is_cut_off_by_the_edge_of_the_picture(walked):
    assert [(look.state, look.cut) for look in walked.looks if look.cut] == []


def test_a_legend_on_a_curve_is_seen():
    for where, wanted in (("upper right", ["green"]), ("lower right", [])):
        figure = Figure()
        ax = figure.subplots()
        ax.plot([0, 0.5, 1], [0.5, 0.6, 0.95], color="green", label="a curve")
        ax.legend(loc=where)
        figure.draw_without_rendering()
        assert covered(figure) == wanted, where


def test_each_explorer_is_called_by_a_title_of_its_own():
    titles = [find_explorer(name).title for name in NAMES]
    assert sorted(titles) == sorted(set(titles))


def test_every_control_changes_the_words_somewhere(walked):
    """The status line names what was moved; who does not see the picture has nothing else."""
    for name, ends in walked.ends.items():
        assert [look.state[name] for look in ends.values()] == list(ends)
        assert {look.status for look in ends.values()} - {walked.start.status}, \
            f"the words do not change with {name}"


def test_a_state_that_cannot_be_drawn_has_no_details(monkeypatch):
    explorer = find_explorer("Passengers")(fates="shown")
    more = explorer.details(explorer.state())
    assert more and more in explorer.alt_text
    monkeypatch.setattr(explorer, "draw", lambda state: 1 / 0)
    explorer.set(fates="hidden")
    assert explorer.failed and explorer.alt_text.endswith(explorer.status)


TESTS = pathlib.Path(__file__).parents[1]


def named(text: str) -> set[str]:
    """Return the strings of a program, and the names of the arguments that it passes."""
    return {node.arg if isinstance(node, ast.keyword) else node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.keyword)
            or isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def of_lessons() -> dict[str, set[str]]:
    """Return the tests of single explorers, each file with what it names."""
    texts = [path.read_text("utf-8") for path in [
        *TESTS.glob("lessons/test_*.py"), TESTS / "explorers" / "test_explorer_sentences.py"]]
    return {text: named(text) for text in texts}


@each
def test_a_test_of_its_own_names_each_of_its_controls(name):
    """What holds for all explorers says nothing of whether this one is right: what a control is
    called, and what it moves."""
    opens = re.compile(rf"\bexplorers\.{name}\b|\b{name}\(|\"{name}\""
                       rf"|^ *(?:from|import) .*\b{name}\b", re.M)
    words = [words for text, words in of_lessons().items() if opens.search(text)]
    assert words, f"no test but those for all explorers opens {name}"
    controls = {control.name for control in find_explorer(name).controls}
    assert controls - set().union(*words) == set(), f"name them in a test of what {name} says"


quoted = cache(lambda: quoted_explorers(GUIDE))


def test_it_opens_as_the_instructors_guide_shows_it_and_says_the_quoted_numbers(walked):
    """The guide may quote the first digits of a number."""
    for _, wanted, words in (found for found in quoted() if found.kind == walked.name):
        look = walked.at(wanted)
        reached = {control: look.state[control] for control in wanted}
        assert reached == pytest.approx(wanted) and not look.failed, wanted
        assert all(any(number.startswith(number_quoted) for number in numbers(look.status))
                   for number_quoted in numbers(words)), (wanted, words)


def test_a_state_is_a_dictionary_that_opens_the_same_picture(walked):
    """Whatever was shown before: here they come in the opposite order."""
    states = some(walked.marked[::-1], 3)
    again = walked.kind(**json.loads(json.dumps(states[0].state)))
    for look in states:
        again.set(**look.state)
        assert (again.status, again.alt_text) == (look.status, look.alt)
        assert hash(again.canvas.pixels().tobytes()) == look.picture, look.state


def test_it_carries_widget_picture_and_words_in_one_bundle(explorer):
    bundle, metadata = explorer._repr_mimebundle_()
    ended = explorer.title if explorer.title.endswith("?") else f"{explorer.title}."
    assert bundle["text/plain"] == f"{ended} {explorer.status}"
    assert bundle["image/png"].startswith("iVBOR")
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"]
    words = metadata["image/png"]["alt"]
    assert all(part in words for part in (explorer.title, explorer.question, explorer.status))
    height = int.from_bytes(base64.b64decode(bundle["image/png"])[20:24], "big")
    assert height > explorer.canvas.pixels().shape[0] + 60, "no room for the words"
    assert plt.get_fignums() == []


def test_the_text_alternative_has_status_and_details_of_the_state(walked):
    for look in walked.looks:
        assert look.alt.endswith(f"{look.status} {look.details}".rstrip())


@each
def test_what_is_shown_is_what_is_in_the_state(name):
    """A slider's text, its value and the state agree at every step, without noise of floats."""
    for control in find_explorer(name).controls:
        if isinstance(control, LogSlider):
            texts = [control.text(value) for value in control.places()]
            assert len(set(texts)) == len(texts), "neighbouring steps look alike"
            assert [control.check(v) for v in control.places()] == control.places()
            assert all("e" not in text for text in texts)
        elif isinstance(control, Slider):
            steps = round((control.high - control.low) / control.step)
            values = [control.nearest(control.low + k * control.step) for k in range(steps + 1)]
            assert len({control.text(v) for v in values}) == len(values)
            assert all(float(control.text(v)) == v == control.check(
                min(v + 1e-13 * (v < 0), control.high))
                       for v in values if not control.whole)
            assert all(type(v) is (int if control.whole else float) for v in values)


@pytest.mark.parametrize("state, words", [
    ({"bin": 3}, "no control 'bin'; it has"), ({"bins": 0}, "between 1 and 40, got 0"),
    ({"bins": 2.5}, "whole number"), ({"bins": "three"}, "must be a number"),
    ({"bins": float("nan")}, "finite"), ({"sex": "boys"}, "one of"), ({"intervals": 1}, "one of"),
])
def test_a_bad_state_is_refused_in_words(state, words):
    with pytest.raises((ValueError, TypeError), match=words):
        find_explorer("AgeBins")(**state)
    with pytest.raises((ValueError, TypeError), match=words):
        find_explorer("AgeBins")().set(**state)


def test_a_misspelt_explorer_or_preset_is_answered():
    with pytest.raises(ValueError, match="there are .*AgeBins"):
        find_explorer("AgeBin")
    with pytest.raises(ValueError, match="there are"):
        find_explorer("AgeBins")().preset("nine bins")


class Fragile(Explorer):
    """Fails above five."""

    title, question = "Fragile", "Will it hold?"
    controls = (Slider("x", "x", 0, 10, 1, 1, "a number"), Toggle("loud", "loud", False, "no use"))

    def build(self, canvas):
        self.ax = canvas.figure.subplots()
        self.ax.set(xlim=(-1, 11), ylim=(-1, 1))
        self.drawn = []

    def draw(self, state):
        if state["x"] > 5:
            raise ValueError("too heavy.")
        self.ax.plot([state["x"]], [0], "o")
        self.drawn.append(state["x"])
        return f"x is {state['x']}"


@pytest.mark.parametrize("own", ["_asked", "_state", "status", "draw", "next"])
def test_an_artist_with_the_name_of_something_that_explorers_have_is_refused(own):
    def build(self, canvas):
        setattr(self, own, canvas.figure.subplots().plot([], [])[0])
    kind = type("Taken", (Explorer,), {"build": build, "draw": lambda self, state: "Drawn."})
    with pytest.raises(AttributeError,
                       match=rf"Taken.build sets self\.{own}, .* take another name"):
        kind()


def test_an_error_is_shown_and_the_last_good_picture_stays():
    explorer = Fragile()
    page = explorer.widget()
    good = page.shown["picture"]
    explorer.receive({"values": {"x": 9}, "ask": "view:1"})
    assert explorer.failed and page.shown["failed"]
    assert explorer.status == "Something went wrong: too heavy. Press Reset to go on."
    assert page.shown["status"] == explorer.status and page.shown["picture"] == good
    assert page.shown["answers"] == "view:1", "the page would wait for ever"
    explorer.receive({"reset": True})
    assert not explorer.failed and page.shown["status"] == "x is 1"


def test_what_comes_from_the_page_is_moved_to_what_is_allowed():
    explorer = Fragile()
    page = explorer.widget()
    for typed, got in ((4.4, 4), (-3, 0), (1e9, 10)):
        explorer.receive({"values": {"x": typed, "unknown": 1}, "ask": "v:1"})
        assert explorer.state()["x"] == got == page.shown["values"]["x"]
        assert page.shown["texts"]["x"] == str(got)
    explorer.receive({"action": "_draw"})       # no button of its own: nothing happens
    explorer.receive({})


@pytest.mark.parametrize("message", [{"action": "_draw"}, {}, {"click": [0.001, 0.001]}], ids=str)
def test_the_page_is_answered_where_nothing_is_to_be_drawn(message):
    """Else it says after a while that the kernel is silent."""
    for explorer in (Fragile(), find_explorer("Votes")(), find_explorer("CGammaMap")()):
        page, told = explorer.widget(), []
        page.observe(lambda change: told.append(change["new"]["status"]), "shown")
        explorer.receive(message)
        explorer.receive(message)
        assert told == [explorer.status] * 2


def test_a_slider_with_half_steps_keeps_them_whatever_its_default_looks_like():
    slider = Slider("shift", "shift", 0, 9, 0.5, 0, "years")
    assert not slider.whole and slider.digits == 1 and slider.check(3.5) == 3.5
    assert [slider.text(v) for v in (0, 0.5, 9)] == ["0.0", "0.5", "9.0"]
    assert Slider("s", "s", 0, 1, 0.005, 0, "s").text(0.305) == "0.305"


def test_setting_a_state_tells_the_page():
    explorer = Fragile()
    page = explorer.widget()
    explorer.set(x=4)
    assert page.shown["values"]["x"] == 4 and page.shown["status"] == "x is 4"
    assert "x 4" in page.shown["alt"] and "loud off" in page.shown["alt"]


def test_the_picture_is_the_same_bytes_at_every_run():
    assert find_explorer("AgeBins")().png() == find_explorer("AgeBins")().png()


def test_a_canvas_keeps_so_many_backgrounds_and_draws_the_oldest_again(monkeypatch):
    canvas, drawn = Canvas(1, 1), []
    ax = canvas.figure.subplots()
    monkeypatch.setattr(canvas.figure.canvas, "draw", lambda: drawn.append(1))
    monkeypatch.setattr(canvas.figure.canvas, "copy_from_bbox", lambda box: len(drawn))
    monkeypatch.setattr(canvas.figure.canvas, "restore_region", lambda background: None)

    def shown(k):
        with canvas.drawing():
            ax.set_title(str(k))
        canvas.clear()
        return len(drawn)
    assert [shown(k) for k in range(MAX_BACKGROUNDS)][-1] == MAX_BACKGROUNDS
    assert [shown(k) for k in (0, MAX_BACKGROUNDS, 1, 0)] == [
        MAX_BACKGROUNDS, MAX_BACKGROUNDS + 1, MAX_BACKGROUNDS + 1, MAX_BACKGROUNDS + 2]


# What the explorers of lesson 01 compute.

def test_bins_lose_nobody_and_shrink_like_one_over_the_root_of_n():
    rng = np.random.default_rng(0)
    age, survived = rng.uniform(0, 80, 4000), rng.integers(0, 2, 4000)
    half = {}
    for bins in (4, 16):
        for shift in (0, 3, 4.5):
            found = bin_rates(age, survived, bins, shift)
            assert found.n.sum() == 4000
            assert np.isclose(np.nansum(found.rate * found.n), survived.sum())
            assert np.all(np.diff(found.edges) > 0)
        half[bins] = np.mean(found.high - found.low)
    assert half[16] / half[4] == pytest.approx(2, rel=0.15)


def test_what_stands_out_by_chance_is_what_shuffling_finds():
    """The mean over shuffles is 1.7 bins of forty, and grows with their number."""
    rng, people = np.random.default_rng(0), load_titanic().dropna(subset="Age")
    age, survived = people["Age"].to_numpy(), people["Survived"].to_numpy()
    found = {}
    for bins in (8, 20, 40):
        shuffled = [bin_rates(age, rng.permutation(survived), bins, 0.0).apart.sum()
                    for _ in range(200)]
        found[bins] = bin_rates(age, survived, bins, 0.0).apart_by_chance
        assert found[bins] == pytest.approx(np.mean(shuffled), abs=3.5 * np.std(shuffled) / 14)
    assert found[8] < found[20] < found[40] == pytest.approx(1.7, abs=0.2)


@pytest.fixture(scope="module")
def age_bins() -> Explorer:
    return find_explorer("AgeBins")()


@pytest.mark.parametrize("sex", ["all", "women", "men"])
@pytest.mark.parametrize("bins", [8, 20, 40])
def test_a_bin_of_rate_0_is_seen_and_an_empty_one_is_not(age_bins, bins, sex):
    """As many marks as the sentence counts: a bar of no height shows nothing."""
    age_bins.set(bins=bins, sex=sex)
    (panel,) = panels(age_bins)
    plain, apart = marked(panel, "o"), marked(panel, "D")
    told = re.search(r"(\d+) of the (\d+) intervals", age_bins.status)
    assert [len(apart), len(plain) + len(apart)] == [int(n) for n in told.groups()]
    whiskers = {line[0, 0]: line[:, 1] for line in strokes(panel)}
    for x, rate in np.vstack([plain, apart]):
        assert whiskers[x][0] - 1e-9 <= rate <= whiskers[x][1] + 1e-9
    lowest = np.vstack([plain, apart])[:, 1].min()
    assert panel.get_ylim()[0] < lowest
    assert lowest == 0 or bins < 40, "no bin of rate 0: nothing was tested"


@pytest.mark.parametrize("state", [{}, {"shift": 9}, {"bins": 2, "shift": 9},
                                   {"bins": 12, "shift": 6.5}, {"bins": 40, "shift": 1}])
def test_marks_whiskers_and_counts_stand_in_the_middle_of_their_bins(state):
    explorer = find_explorer("AgeBins")(**state)
    (ax,), bins = explorer.canvas.figure.axes, explorer.state()["bins"]
    edges = np.r_[0, np.linspace(0, 80, bins + 1)[1:-1] + explorer.state()["shift"], 80]
    middle = edges[:-1] + np.diff(edges) / 2
    marks = np.concatenate([line.get_xydata() for line in ax.lines if line.get_marker() != "None"])
    whiskers = [segment[:, 0].mean() for lines in ax.collections
                if isinstance(lines, LineCollection) for segment in lines.get_segments()]
    places = [text.get_position()[0] for text in ax.texts if text.get_visible()]
    assert np.sort(marks[:, 0]) == pytest.approx(middle)
    assert np.sort(whiskers) == pytest.approx(np.sort(marks[np.isfinite(marks[:, 1]), 0])) \
        and len(whiskers) > 0.8 * bins
    assert not places or places == pytest.approx(middle)


def test_no_edge_passes_the_next_and_every_shift_shows(age_bins):
    for bins in (2, 8, 16, 40):
        age_bins.reset()
        age_bins.set(bins=bins, shift=9.0)
        most = age_bins.state()["shift"]
        assert most == age_bins.limits(age_bins.state())["shift"][1] < 80 / bins
        told = set()
        for shift in np.arange(0, most + 0.1, 0.5):
            age_bins.set(shift=float(shift))
            told.add(age_bins.status)
        assert len(told) == round(2 * most) + 1, "a position of the slider that does nothing"
