"""An explorer that draws at once: what `draw` adds is drawn for one state, and gone in the next."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.explorer.base import Explorer
from coursekit.explorer.canvas import MAX_BACKGROUNDS, Canvas
from coursekit.explorer.controls import Slider, Toggle


class AtOnce(Explorer):
    """Marks, bars, words, a key, limits and ticks that follow the state, and a panel that goes."""

    title, question, size = "At once", "What stands here?", (4.0, 3.0)
    controls = (Slider("x", "x", 0, 9, 1, 3, "a number"), Toggle("wide", "wide", False, "limits"),
                Toggle("alone", "alone", False, "the lower panel is hidden"),
                Toggle("broken", "broken", False, "draw fails half way"))

    def build(self, canvas):
        canvas.figure.set_layout_engine("none")     # else the first title would shift the axes
        self._ax, self._low = canvas.figure.subplots(2)
        self._ax.plot([0, 10], [0, 10])
        self._low.plot([0, 9], [0, 1], "--")

    def draw(self, state):
        x = state["x"]
        if state["wide"]:
            self._ax.set(xlim=(-20, 20), xticks=[-x, 0, x], title=f"{x}")
        else:
            self._ax.set(xlim=(-1, 10), xticks=[0, 5], title="")
        self._ax.plot([x], [x], "o", label="here")
        self._ax.legend(loc="lower right")
        self._low.bar(range(x), np.arange(x) / 9)
        if state["broken"]:
            raise ValueError("half way.")
        self._low.set_visible(not state["alone"])
        self._low.text(x, 0.5, f"x = {x}")
        self._low.figure.text(0.02, 0.95, "●" * x)
        return f"x is {x}."


def seen(explorer):
    return explorer.canvas.pixels().copy()


STATES = [{"x": x, "wide": wide, "alone": alone} for x in (0, 3, 9) for wide in (False, True)
          for alone in (False, True)]


def test_a_picture_depends_on_its_state_alone():
    fresh = [seen(AtOnce(**state)) for state in STATES]
    assert len({picture.tobytes() for picture in fresh}) == len(STATES)
    explorer = AtOnce()
    for k in np.random.default_rng(0).integers(len(STATES), size=30):
        explorer.set(**STATES[k])
        assert np.array_equal(seen(explorer), fresh[k]), STATES[k]


def test_what_moves_is_drawn_as_matplotlib_draws_it_standing_still():
    explorer = AtOnce(x=5)
    live = seen(explorer)[..., :3].astype(int)
    figure = explorer.canvas.figure
    for artist in figure.findobj(lambda artist: artist.get_animated()):
        artist.set_animated(False)
    figure.canvas.draw()
    still = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert (abs(live - still).max(axis=2) > 60).mean() < 0.002


def test_nothing_is_left_of_the_states_before():
    explorer = AtOnce(x=9)
    parts = len(explorer.canvas.figure.findobj())
    for _ in range(5):
        explorer.set(x=2)
        explorer.set(x=9)
    assert len(explorer.canvas.figure.findobj()) == parts
    assert [len(ax.containers) for ax in explorer.canvas.figure.axes] == [0, 1]


def test_limits_are_those_of_build_until_they_are_set():
    explorer = AtOnce()
    limits = [ax.get_ylim() for ax in explorer.canvas.figure.axes]
    for x in (0, 9):
        explorer.set(x=x)
        assert [ax.get_ylim() for ax in explorer.canvas.figure.axes] == limits


@pytest.mark.parametrize("start", [{}, {"wide": True}])
def test_a_picture_that_fails_half_way_leaves_nothing_in_the_next(start):
    explorer = AtOnce(**start)
    before = seen(explorer)
    explorer.set(x=8, broken=True)
    assert explorer.failed
    explorer.set(**{"x": 3, "broken": False} | start)
    assert np.array_equal(seen(explorer), before)


def test_the_background_is_drawn_once_while_it_stays_the_same(monkeypatch):
    explorer, drawn = AtOnce(), []
    seen(explorer)
    canvas = explorer.canvas.figure.canvas
    draw = canvas.draw
    monkeypatch.setattr(canvas, "draw", lambda: drawn.append(1) or draw())
    for x in (0, 4, 9, 4):
        explorer.set(x=x)
        seen(explorer)
    assert len(drawn) == 0
    for wide in (True, False, True):
        explorer.set(wide=wide)
        seen(explorer)
    assert len(drawn) == 1


def test_few_backgrounds_are_kept():
    canvas = Canvas(1.0, 1.0)
    ax = canvas.figure.subplots()

    def shown(title):
        with canvas.drawing():
            ax.set_title(title)
        return canvas.pixels().copy()
    first = shown("0")
    for k in range(MAX_BACKGROUNDS + 3):
        shown(str(k))
    assert len(canvas._kept) == MAX_BACKGROUNDS and np.array_equal(shown("0"), first)
