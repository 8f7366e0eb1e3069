"""Lesson 06c: a large tree of the passengers as slabs, cut back step by step."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.colors import to_rgb

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06c.titanic import breaks_at, stages, standing, tree, who
from coursekit.plots import style

OWN, BOTH = "their own passengers", "new passengers, too"
TALL, LEVELS = 0.135, 4                 # height of the upper levels, and how many there are
LETTER = 0.094                          # inches
LARGE = 0.18                            # part of the picture from which a leaf has large letters
WIDE, HIGH = 5.1, 3.86                  # inches of the slabs
GREEN = style.WORDS["male"]             # words in green


@cache
def edges() -> np.ndarray:
    """Return left end, width, upper edge and lower edge of each slab, in parts of the picture."""
    t = tree()
    left, n = np.zeros(len(t.depth)), t.n_node_samples
    for k in t.inner:
        a, b = t.children_left[k], t.children_right[k]
        left[a], left[b] = left[k], left[k] + n[a]
    top, low = (1 - TALL * np.minimum(t.depth + more, LEVELS) for more in (0, 1))
    low[t.depth >= LEVELS] = 0
    return np.column_stack([left / n[0], n / n[0], top, low])


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
        """Set the places of slabs and curves, and what is written below."""
        width, height = self.size
        self._stage = stage = Stage(
            canvas,
            slabs=((0.012, 0.125, WIDE / width, HIGH / height), {"xlim": (0, 1), "ylim": (0, 1)}),
            curves=((0.685, 0.125, 0.295, 0.56), {
                "xscale": "log", "xlim": (1.7, 150), "ylim": (0, 330),
                "xlabel": "leaves (log scale)", "yticks": range(0, 301, 100)}))
        stage.slabs.set_axis_off()
        stage.curves.grid(True, axis="y")
        stage.curves.set_xticks([2, 4, 10, 22, 50, 120], ["2", "4", "10", "22", "50", "120"])
        stage.curves.set_xticks([], minor=True)
        stage.word(0.625, 0.872, f"wrong, of {tree().n_node_samples[0]:,} passengers", 14, None,
                   "normal")
        for x, name in ((0.012, "survived"), (0.2, "died")):
            stage.word(x, 0.07, f"most {name}", 14, color=style.WORDS[name])

    def draw(self, state: dict) -> str:
        """Show what stands after so many cuts, and how often it is wrong."""
        stage, both = stages()[state["cut"]], state["count"] == BOTH
        alive = standing(stage.since)
        following = stages()[state["cut"] + 1].since if state["cut"] + 1 < len(stages()) else None
        self._slabs(alive)
        if following is not None:
            self._next(alive, following)
        self._curves(stage, both)
        self._stage.word(0.012, 0.953, _finding(state["cut"], both), 16)
        n = f"{tree().n_node_samples[0]:,}"
        told = f"{stage.leaves} leaves, wrong for {stage.errors} of the {n} passengers they know"
        if both:
            told += f" and for {stage.held_out:.0f} of {n} others"
        if following is None:
            return told + "; the only question left is about sex."
        if not state["cut"]:
            return told + "."
        saved = f"{following:.3g} error{'s' * (following != 1)}"
        return told + f"; what is cut next saves {saved} per extra leaf."

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

    def _slabs(self, alive: np.ndarray) -> None:
        """Draw the upper levels with their words; below them, a tint for each leaf alone."""
        t, place, p = tree(), edges(), shares()
        grown = np.zeros(len(alive), dtype=bool)            # asks a question that still stands
        grown[t.inner] = alive[t.children_left[t.inner]]
        upper = np.flatnonzero(alive & (t.depth < LEVELS))
        deep = np.flatnonzero(alive & (t.depth >= LEVELS) & ~grown)
        low = np.where(grown, place[:, 3], 0)
        for shown, edge in ((deep, 0.3), (upper, 0.8)):
            x, w, top, bottom = place[shown, 0], place[shown, 1], place[shown, 2], low[shown]
            self._stage.areas(self._stage.slabs, np.stack([
                np.column_stack(corner) for corner in (
                    (x, top), (x + w, top), (x + w, bottom), (x, bottom))], axis=1),
                [_tint(p[k], grown[k]) for k in shown], edge, 1,
                edgecolors="#8A8A8A")
        for k in upper:
            if words := _fitting(who()[k], p[k], place[k, 1], t.depth[k]):
                body = not grown[k] and place[k, 1] > LARGE
                up = place[k, 2]
                self._stage.word(
                    place[k, 0] + place[k, 1] / 2,
                    (up + low[k]) / 2 if body else up - min(up - low[k], TALL) / 2, words,
                    _size(words, place[k, 1], body), self._stage.slabs,
                    "normal" if grown[k] else "bold", ha="center", linespacing=1.2, zorder=3)

    def _next(self, alive: np.ndarray, following: float) -> None:
        """Frame the largest branch that goes with the next cut."""
        t, breaks = tree(), breaks_at()
        weak = [k for k in t.inner if alive[k] and alive[t.children_left[k]]
                and breaks[k] <= following + 1e-9]
        x, w, top, _ = edges()[max(weak, key=lambda k: t.n_node_samples[k])]
        self._stage.areas(self._stage.slabs, [[(x, 0), (x + w, 0), (x + w, top), (x, top)]],
                          "none", 5, 4, edgecolors=style.GREEN)
        more = f" + {len(weak) - 1} more" if len(weak) > 1 else ""
        self._stage.word(0.592, 0.07, f"cut next{more}", 14, color=GREEN, ha="right")

    def _curves(self, now, both: bool) -> None:
        """Draw the errors of all sizes, those of a single question, and where we are."""
        stage, ax = self._stage, self._stage.curves
        many, one = [s.leaves for s in stages()], stages()[-1].errors
        stage.lines(ax, [[(1.7, one), (150, one)]], style.GREY, 2, 2, linestyles="--")
        stage.word(1.9, one + 18, f"one question, sex: {one}", 12, ax, color=style.GREY)
        ax.plot(many, [s.errors for s in stages()], "o-", color=style.GREY, markersize=6)
        stage.word(9, 205, "own", ax=ax, color=style.GREY, ha="right")
        stage.word(0.625, 0.808, f"own: {now.errors}", 18, color=style.GREY)
        stage.word(0.625, 0.745, f"new: {now.held_out:.0f}" if both else "new: ?", 18)
        dots = [now.errors]
        if both:
            ax.plot(many, [s.held_out for s in stages()], "s-", color=style.INK, markersize=6)
            stage.word(24, 245, "new", ax=ax)
            dots.append(now.held_out)
        ax.plot([now.leaves] * len(dots), dots, "o", color=style.GREEN, markersize=14,
                markeredgecolor="white", zorder=5)


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
        return f"{stage.leaves} leaves: {stage.errors} of their own passengers wrong"
    if not cut:
        return (f"Wrong for {stage.errors} of its own passengers, for {stage.held_out:.0f} of as "
                "many others")
    lower = whole.held_out - stage.held_out
    return (f"Cut from {whole.leaves} leaves to {stage.leaves}: {abs(lower):.0f} "
            f"{'fewer' if lower > 0 else 'more'} wrong among new passengers")
