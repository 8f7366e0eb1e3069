"""Lesson 06c: a large tree of the passengers as slabs, cut back step by step."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson06c.titanic import breaks_at, stages, standing, tree, who
from coursekit.plots import style

OWN, BOTH = "their own passengers", "new passengers, too"
TALL, LEVELS = 0.135, 4                 # height of the upper levels, and how many there are
LETTER = 0.094                          # inches
LARGE = 0.18                            # part of the picture from which a leaf has large letters
WIDE, HIGH = 5.1, 3.86                  # inches of the slabs
GREEN = "#00704F"


@cache
def edges() -> np.ndarray:
    """Return left end, width, upper edge and lower edge of each slab, in parts of the picture."""
    t = tree()
    left, n = np.zeros(len(t.depth)), t.n_node_samples
    for k in t.inner:
        a, b = t.children_left[k], t.children_right[k]
        left[a], left[b] = left[k], left[k] + n[a]
    deep = t.depth.max() + 1
    levels = np.r_[np.arange(LEVELS) * TALL, np.linspace(LEVELS * TALL, 1, deep - LEVELS + 1)]
    return np.column_stack([left / n[0], n / n[0], 1 - levels[t.depth], 1 - levels[t.depth + 1]])


@cache
def shares() -> np.ndarray:
    """Return the share of survivors in each node."""
    return tree().value[:, 1] / tree().value.sum(axis=1)


class Slabs(Explorer):
    """The tree of the Titanic, cut back, and its errors on passengers seen and unseen.

    Examples
    --------
    >>> Slabs(cut=14).status.split(",")[0]
    '2 leaves'
    """

    title = "Cutting back"
    question = "How much of this tree holds for other passengers?"
    size = (8.8, 5.1)
    controls = (
        Slider("cut", "cut back, steps", 0, len(stages()) - 1, 1, 0,
               "each step removes the branches that save the fewest errors per extra leaf"),
        Choice("count", "count errors of", (OWN, BOTH), OWN,
               "passengers on whom the tree was grown; or also as many who were held out"))
    presets = {
        "10 leaves": Preset({"cut": 10}, "Which questions are left?", shows=r"^10 leaves"),
        "one question": Preset({"cut": 14}, "What does this tree say in words?",
                               shows=r"^2 leaves"),
        "others, 120 leaves": Preset({"count": BOTH}, "How far apart are the two curves?",
                                   shows=r"^120 leaves.*299 of 1,309 others"),
        "others, 10 leaves": Preset({"cut": 10, "count": BOTH},
                                    "Where is the black curve lowest, and where the grey one?",
                                    shows=r"^10 leaves.*255 of 1,309 others"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the slabs, the curves, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        width, height = self.size
        self._plane = figure.add_axes((0.012, 0.125, WIDE / width, HIGH / height), xlim=(0, 1),
                                      ylim=(0, 1))
        self._plane.set_axis_off()
        self._slabs = canvas.moving(self._plane.add_collection(PolyCollection(
            [], edgecolors="#8A8A8A", linewidths=0.5, zorder=1)))
        self._frame = canvas.moving(self._plane.add_patch(Rectangle(
            (0, 0), 0, 0, fill=False, edgecolor=GREEN, linewidth=3.5, zorder=4)))
        self._words = [canvas.moving(self._plane.text(
            0, 0, "", ha="center", va="center", fontsize=12, linespacing=1.2, zorder=3))
            for _ in range(20)]
        self._curves = figure.add_axes((0.685, 0.125, 0.295, 0.56), xscale="log", xlim=(1.7, 150),
                                       ylim=(145, 315), xlabel="leaves",
                                       yticks=range(150, 301, 50))
        self._curves.set_xticks([2, 4, 10, 22, 50, 120], ["2", "4", "10", "22", "50", "120"])
        self._curves.set_xticks([], minor=True)
        many = [stage.leaves for stage in stages()]
        self._curves.plot(many, [stage.errors for stage in stages()], "o-", color=style.GREY,
                          markersize=6)
        self._others = canvas.moving(*self._curves.plot(
            many, [stage.held_out for stage in stages()], "s-", color=style.INK, markersize=6))
        self._curves.text(9, 196, "own", fontsize=14, fontweight="bold", color=style.GREY,
                          ha="right")
        self._name = canvas.moving(self._curves.text(32, 296, "new", fontsize=14,
                                                     fontweight="bold", ha="right"))
        self._here = [canvas.moving(*self._curves.plot([], [], "o", color=style.GREEN,
                                                       markersize=14, markeredgecolor="white",
                                                       zorder=5)) for _ in range(2)]
        self._write(canvas)

    def _write(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.953, "", fontsize=16, fontweight="bold",
                                               va="center"))
        paper.text(0.625, 0.872, f"wrong, of {tree().n_node_samples[0]:,} passengers", fontsize=14,
                   va="center")
        self._own, self._new = (canvas.moving(paper.text(0.625, y, "", fontsize=18, color=colour,
                                                         fontweight="bold", va="center"))
                                for y, colour in ((0.808, style.GREY), (0.745, style.INK)))
        for x, name in ((0.012, "survived"), (0.215, "died")):
            paper.text(x, 0.085, f"■ most {name}", fontsize=13, color=style.WORDS[name],
                       fontweight="bold", va="center")
        self._frames = canvas.moving(paper.text(0.38, 0.085, "", fontsize=13,
                                                color=GREEN, fontweight="bold", va="center"))
        paper.text(0.012, 0.035, "width: passengers; each question splits a slab into the slabs "
                   "below it", fontsize=12, color=style.GREY, va="center")

    def draw(self, state: dict) -> str:
        """Show what stands after so many cuts, and how often it is wrong."""
        stage, both = stages()[state["cut"]], state["count"] == BOTH
        alive = standing(stage.since)
        self._fill(alive)
        last = state["cut"] == len(stages()) - 1
        following = None if last else stages()[state["cut"] + 1].since
        self._mark(alive, following)
        self._own.set_text(f"own: {stage.errors}")
        self._new.set_text(f"new: {stage.held_out:.0f}" if both else "new: ?")
        self._others.set_visible(both)
        self._name.set_visible(both)
        self._here[0].set_data([stage.leaves], [stage.errors])
        self._here[1].set_data(*([[stage.leaves], [stage.held_out]] if both else [[], []]))
        self._title.set_text(_finding(state["cut"], both))
        n = f"{tree().n_node_samples[0]:,}"
        told = f"{stage.leaves} leaves, wrong for {stage.errors} of the {n} passengers they know"
        if both:
            told += f" and for {stage.held_out:.0f} of {n} others"
        if following is None:
            return told + "; the only question left is about sex."
        return told + f"; what is cut next saves {following:.3g} errors per extra leaf."

    def details(self, state: dict) -> str:
        """Return the largest branch that was cut and the smallest split that stands."""
        stage, t = stages()[state["cut"]], tree()
        alive, breaks = standing(stage.since), breaks_at()
        leaf = [k for k in t.inner if alive[k] and breaks[k] <= stage.since + 1e-9]
        asks = [k for k in t.inner if breaks[k] > stage.since + 1e-9 and alive[k]]
        small = min(asks, key=lambda k: t.n_node_samples[k])
        told = f"The smallest group that is still divided has {t.n_node_samples[small]} passengers."
        if leaf:
            large = max(leaf, key=lambda k: t.n_node_samples[k])
            told += (f" The largest group whose branch was cut has {t.n_node_samples[large]}, "
                     f"and it saved {breaks[large]:.3g} errors per extra leaf.")
        return told

    def _fill(self, alive: np.ndarray) -> None:
        t, place, p = tree(), edges(), shares()
        grown = np.zeros(len(alive), dtype=bool)            # asks a question that still stands
        grown[t.inner] = alive[t.children_left[t.inner]]
        shown = np.flatnonzero(alive)
        x, w, top = place[shown, 0], place[shown, 1], place[shown, 2]
        low = np.where(grown[shown], place[shown, 3], 0)
        self._slabs.set_verts(np.stack([np.column_stack([x, top]), np.column_stack([x + w, top]),
                                        np.column_stack([x + w, low]), np.column_stack([x, low])],
                                       axis=1))
        self._slabs.set_facecolor([_tint(p[k], grown[k]) for k in shown])
        texts = iter(self._words)
        for k, up, down in zip(shown, top, low, strict=True):
            if t.depth[k] < LEVELS and (words := _fitting(who()[k], p[k], place[k, 1], t.depth[k])):
                body = not grown[k] and place[k, 1] > LARGE
                next(texts).set(text=words, fontsize=_size(words, place[k, 1], body), position=(
                    place[k, 0] + place[k, 1] / 2,
                    (up + down) / 2 if body else up - min(up - down, TALL) / 2),
                    fontweight="normal" if grown[k] else "bold")
        for text in texts:
            text.set_text("")

    def _mark(self, alive: np.ndarray, following: float | None) -> None:
        """Frame the largest branch that goes with the next cut."""
        t, breaks = tree(), breaks_at()
        if following is None:
            self._frame.set_visible(False)
            self._frames.set_text("")
            return
        weak = [k for k in t.inner if alive[k] and alive[t.children_left[k]]
                and breaks[k] <= following + 1e-9]
        k = max(weak, key=lambda k: t.n_node_samples[k])
        x, w, top, _ = edges()[k]
        self._frame.set(visible=True, bounds=(x, 0, w, top))
        more = f" (one of {len(weak)})" if len(weak) > 1 else ""
        self._frames.set_text(f"□ cut next{more}")


def _tint(share: float, asks: bool) -> tuple[float, ...]:
    colour = np.array(to_rgb(style.COLOURS["survived" if share > 0.5 else "died"]))
    strength = 0.14 + 0.35 * abs(share - 0.5) if asks else 0.3 + 1.1 * abs(share - 0.5)
    return tuple(1 - strength * (1 - colour))


def _fitting(name: str, share: float, width: float, depth: int) -> str:
    """Return as many words as fit into a slab."""
    percent = f"{share:.0%}"
    room = width * WIDE / LETTER
    if depth == 0:
        return f"{name}: {percent} survived"
    if len(name) <= room:
        return f"{name}\n{percent}" + (" survived" if room > 14 else "")
    return percent if len(percent) <= room else ""


def _size(words: str, width: float, body: bool) -> int:
    """Return the size of letters: large in a wide leaf if the words fit."""
    longest = max(map(len, words.split("\n")))
    return 12 if not body else 16 if longest * 1.45 * LETTER < width * WIDE else 13


def _finding(cut: int, both: bool) -> str:
    stage, whole = stages()[cut], stages()[0]
    if not both:
        return f"{stage.leaves} leaves are wrong for {stage.errors} of their own passengers"
    if not cut:
        return (f"Wrong for {stage.errors} of its own passengers, for {stage.held_out:.0f} of as "
                "many others")
    lower = whole.held_out - stage.held_out
    return (f"Cut from {whole.leaves} leaves to {stage.leaves}: {abs(lower):.0f} "
            f"{'fewer' if lower > 0 else 'more'} wrong among new passengers")
