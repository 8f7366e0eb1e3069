"""The contract of every explorer, kept without a browser."""
from __future__ import annotations

import asyncio
import json

import matplotlib.pyplot as plt
import numpy as np
import pytest

from coursekit import explorers
from coursekit.explorers.base import Explorer
from coursekit.explorers.controls import Choice, LogSlider, Slider, Toggle
from coursekit.explorers.titanic_bins import bin_rates
from coursekit.explorers.titanic_confounder import FEATURES, STRATA, adjusted
from coursekit.explorers.titanic_imputation import POLICIES, filled

NAMES = sorted(set(explorers._HOME) - {"Explorer"})
each = pytest.mark.parametrize("name", NAMES)


def extremes(control):
    if isinstance(control, (Slider, LogSlider)):
        return [control.low, control.high]
    return list(control.options) if isinstance(control, Choice) else [False, True]


@each
def test_it_opens_in_words_and_with_a_question(name):
    explorer = getattr(explorers, name)()
    assert explorer.title and explorer.question.endswith("?")
    assert len(explorer.status) > 40 and "Something went wrong" not in explorer.status
    assert all(c.tip and c.label for c in explorer.controls)
    assert 2 <= len(explorer.presets) <= 4 and all(look for _, look in explorer.presets.values())


@each
def test_start_and_presets_lie_on_the_steps_of_their_slider(name):
    """A browser moves every other value to the next step, and the words beside it go wrong."""
    kind = getattr(explorers, name)
    for control in kind.controls:
        starts = [control.default] if isinstance(control, (Slider, LogSlider)) else []
        for value in starts + [look[control.name] for look, _ in kind.presets.values()
                               if starts and control.name in look]:
            steps = (np.log(value / control.low) / np.log(control.base) * control.steps
                     if isinstance(control, LogSlider) else (value - control.low) / control.step)
            assert steps == pytest.approx(round(steps), abs=1e-6), (control.name, value)


@each
def test_every_extreme_of_every_control_can_be_drawn(name):
    explorer = getattr(explorers, name)()
    for control in explorer.controls:
        for value in extremes(control):
            explorer.set(**{control.name: value})
            assert "Something went wrong" not in explorer.status, (control.name, value)
            assert explorer.state()[control.name] == value
        explorer.reset()


@each
def test_every_control_changes_the_picture_or_the_words(name):
    for control in getattr(explorers, name).controls:
        explorer = getattr(explorers, name)()
        before = explorer.png(), explorer.status
        other = next(v for v in extremes(control) if v != explorer.state()[control.name])
        explorer.set(**{control.name: other})
        assert (explorer.png(), explorer.status) != before


@each
def test_a_state_is_a_dictionary_that_opens_the_same_picture(name):
    first = getattr(explorers, name)()
    for preset in first.presets:
        first.preset(preset)
        again = getattr(explorers, name)(**json.loads(json.dumps(first.state())))
        assert (again.png(), again.status) == (first.png(), first.status)
    first.reset()
    assert first.png() == getattr(explorers, name)().png()


@each
def test_it_carries_widget_picture_and_words_in_one_bundle(name):
    explorer = getattr(explorers, name)()
    bundle = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == f"{explorer.title}. {explorer.status}"
    assert bundle["image/png"].startswith("iVBOR")
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert plt.get_fignums() == []


@pytest.mark.parametrize("state, words", [
    ({"bin": 3}, "no control 'bin'; it has"), ({"bins": 0}, "between 1 and 40, got 0"),
    ({"bins": 2.5}, "whole number"), ({"bins": "three"}, "must be a number"),
    ({"bins": float("nan")}, "finite"), ({"sex": "boys"}, "one of"), ({"intervals": 1}, "one of"),
])
def test_a_bad_state_is_refused_in_words(state, words):
    with pytest.raises((ValueError, TypeError), match=words):
        explorers.AgeBins(**state)
    with pytest.raises((ValueError, TypeError), match=words):
        explorers.AgeBins().set(**state)


def test_a_misspelt_explorer_or_preset_is_answered():
    with pytest.raises(AttributeError, match="there are Explorer"):
        explorers.AgeBin  # noqa: B018
    with pytest.raises(ValueError, match="there are"):
        explorers.AgeBins().preset("nine bins")


class Fragile(Explorer):
    """Fails above five."""

    title, question = "Fragile", "Will it hold?"
    controls = (Slider("x", "x", 0, 10, 1, 1, "a number"), Toggle("loud", "loud", False, "no use"))

    def build(self, canvas):
        ax = canvas.figure.subplots()
        self.drawn = []
        (self.dot,) = ax.plot([0], [0], "o")
        canvas.moving(self.dot)
        ax.set_xlim(-1, 11)

    def draw(self, state):
        if state["x"] > 5:
            raise ValueError("too heavy.")
        self.dot.set_xdata([state["x"]])
        self.drawn.append(state["x"])
        return f"x is {state['x']}"


def test_an_error_is_shown_and_the_last_good_picture_stays():
    explorer = Fragile()
    explorer.widget()
    good = explorer._image.value
    explorer._widgets["x"].value = 9
    assert explorer.status == "Something went wrong: too heavy. Press Reset to go on."
    assert "too heavy" in explorer._line.value and explorer._image.value == good
    explorer.reset()
    assert explorer.status == "x is 1" == explorer._line.value.split(">")[1].split("<")[0]


def test_a_burst_of_moves_is_drawn_few_times_and_ends_on_the_last():
    async def burst(explorer):
        for value in [1, 2, 3, 4, 5] * 12:
            explorer._widgets["x"].value = value
        await asyncio.sleep(0.1)
    explorer = Fragile()
    explorer.widget()
    before = explorer.frames
    asyncio.run(burst(explorer))
    assert explorer.drawn[-1] == 5 and explorer.frames - before <= 2
    assert explorer.state()["x"] == 5 and "x is 5" in explorer._line.value


def test_the_status_line_is_announced_and_cannot_inject_markup():
    explorer = Fragile()
    explorer.draw = lambda state: "<img onerror=alert(1)>"
    explorer.set(x=2)
    explorer.widget()
    assert 'role="status"' in explorer._line.value and 'aria-live="polite"' in explorer._line.value
    assert "<img" not in explorer._line.value


def test_setting_a_state_moves_the_sliders_along():
    explorer = Fragile()
    explorer.widget()
    explorer.set(x=4)
    assert explorer._widgets["x"].value == 4 and "x is 4" in explorer._line.value


def test_the_picture_is_the_same_bytes_at_every_run():
    assert explorers.AgeBins().png() == explorers.AgeBins().png()


# What the explorers of lesson 01 compute.

def test_bins_lose_nobody_and_shrink_like_one_over_the_root_of_n():
    rng = np.random.default_rng(0)
    age, survived = rng.uniform(0, 80, 4000), rng.integers(0, 2, 4000)
    half = {}
    for bins in (4, 16):
        for shift in (0, 3, 9):
            found = bin_rates(age, survived, bins, shift)
            assert found.n.sum() == 4000
            assert np.isclose(np.nansum(found.rate * found.n), survived.sum())
            assert np.all(np.diff(found.edges) > 0)
        half[bins] = np.mean(found.high - found.low)
    assert half[16] / half[4] == pytest.approx(2, rel=0.15)


def test_the_port_loses_half_of_its_gap_and_sex_hardly_any():
    port, sex = adjusted("port", "class and sex"), adjusted("sex", "class")
    gap = port.loc["C"] - port.loc["S"]
    assert 100 * gap["raw"] == pytest.approx(21.7, abs=0.05)
    assert 100 * gap["standardised"] == pytest.approx(10.8, abs=0.05)
    gap = sex.loc["female"] - sex.loc["male"]
    assert gap["standardised"] / gap["raw"] > 0.9


@pytest.mark.parametrize("feature", FEATURES)
def test_with_nothing_held_fixed_nothing_changes(feature):
    table = adjusted(feature, "nothing")
    assert np.allclose(table["raw"], table["standardised"])
    assert set(STRATA) == {"nothing", "class", "sex", "class and sex"}


def test_the_policies_keep_what_they_say():
    kept = {p: filled(p) for p in POLICIES}
    assert [len(kept[p].age) for p in POLICIES] == [714, 891, 891, 891]
    assert all(f.known.sum() == 714 and np.isfinite(f.age).all() for f in kept.values())
    assert kept["median of all"].age.std() < kept["drop the rows"].age.std()
    assert kept["median of the title"].title_share > kept["median of all"].title_share
