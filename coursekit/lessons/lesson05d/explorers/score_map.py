"""Lesson 05d: inner scores on the map of C and gamma, and where their winners are.

The scores were computed beforehand (`load_score_maps`): the pipeline inside, folds of tickets.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap

from coursekit.datasets import ScoreMaps, load_score_maps
from coursekit.explorer import Canvas, Choice, Explorer, Numbers, Preset, Slider, Toggle
from coursekit.plots import style

SHOWN = ("mean", "sd", "behind the best")
NUMBERS = dict(zip(SHOWN, ("mean inner score in %", "sd over the inner folds, in points",
                           "points behind the best")))
FRAMES = ("one standard error", "paired, corrected")
PALE = LinearSegmentedColormap.from_list("pale", ["#FFFFFF", "#8FC1E8"])
FAR = 6.0       # points below the best from which on all cells look alike
STEP = 0.45     # the darkest shade of a cell that is not framed; framed ones have 1
RIDGE = -0.5    # correlation of the places of framed cells from which on they lie along a line


class Map(NamedTuple):
    """What the inner loop of one outer fold found, in points, a row of C and a column of gamma."""

    mean: np.ndarray
    sd: np.ndarray
    behind: np.ndarray          # mean difference to the best cell
    error: float                # standard error of the best mean
    apart: np.ndarray           # sd of the differences to the best cell
    paired: np.ndarray          # corrected standard error of their mean
    best: tuple[int, int]       # the first of the highest means
    outer: np.ndarray           # score on the outer test part

    def medians(self, framed: np.ndarray) -> tuple[float, float]:
        """Return medians over framed cells but the best: sd of the scores, of the differences."""
        others = framed.copy()
        others[self.best] = False
        return float(np.median(self.sd[others])), float(np.median(self.apart[others]))

    def framed(self, how: str) -> np.ndarray:
        """Return which cells lie within one standard error of the best."""
        return self.behind <= (self.error if how == FRAMES[0] else self.paired) + 1e-9


@cache
def record() -> ScoreMaps:
    """Return the scores, read once."""
    return load_score_maps()


@cache
def score_map(partition: int, fold: int) -> Map:
    """Return the map of an outer fold; both are counted from 1."""
    data = record()
    tested = data.tested[partition - 1, fold - 1]
    scores = 100 * data.right[partition - 1, fold - 1] / tested
    inner = scores[..., :-1]
    mean = inner.mean(axis=-1).round(9)     # so that equal means are ties, and the first one wins
    best = np.unravel_index(mean.argmax(), mean.shape)
    behind = inner[best] - inner
    k = inner.shape[-1]
    sd, apart = inner.std(axis=-1, ddof=1), behind.std(axis=-1, ddof=1)
    return Map(mean, sd, behind.mean(axis=-1), sd[best] / k**0.5,
               apart, apart * (1 / k + 1 / (k - 1))**0.5,
               (int(best[0]), int(best[1])), scores[..., -1])


class ScoreMap(Explorer):
    """Mean inner score, its sd or its distance to the best, for each C and gamma.

    Examples
    --------
    >>> ScoreMap(partition=1, fold=1).status.split(":")[0]
    'Partition 1, outer fold 1'
    """

    title = "The plateau of good settings"
    question = "Do C and γ matter where the best cell is one of many?"
    size = (8.4, 4.7)
    controls = (
        Slider("partition", "partition", 1, 6, 1, 1, "other random folds of the same passengers"),
        Slider("fold", "outer fold", 1, 5, 1, 2, "whose inner scores are shown"),
        Choice("show", "show", SHOWN, SHOWN[2],
               "mean of the four inner scores, their sd, or how far the mean is below the best"),
        Choice("frame", "frame", FRAMES, FRAMES[0],
               "by the best cell's own standard error, or by that of the paired difference"),
        Toggle("others", "other winners", False, "dots where the other four outer folds are best"),
    )
    presets = {
        "far apart": Preset(
            {"partition": 4, "others": True},
            "compare the C of the five winners",
            shows=r"^Partition 4, .*C from 1 to 100"),
        "one framed": Preset(
            {"fold": 1},
            "how sure is a standard error from four scores?",
            shows=r"1 of 49 cells lies"),
        "scatter": Preset(
            {"show": "sd"},
            "how large is it beside the sd of the differences?",
            shows=r"Sd over the inner folds"),
        "paired": Preset(
            {"frame": FRAMES[1]},
            "which cells can be told from the best?",
            shows=r"corrected standard error.*Framed cells lie"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the map: cells, their numbers, frames, the star and the dots."""
        data = record()
        rows, columns = len(data.C), len(data.gamma)
        canvas.figure.set_layout_engine("none")
        ax = canvas.figure.subplots(gridspec_kw={"left": 0.09, "right": 0.985, "top": 0.82,
                                                 "bottom": 0.12})
        style.label(ax, "", "γ (inverse squared width)", "penalty C")
        self._title = canvas.moving(canvas.figure.text(0.02, 0.945, "", fontsize=16, va="center",
                                                       weight="bold"))
        self._note = canvas.moving(canvas.figure.text(0.02, 0.87, "", fontsize=13, va="center"))
        ax.set(xticks=range(columns), yticks=range(rows),
               xticklabels=[f"{g:g}" for g in data.gamma], yticklabels=[f"{c:g}" for c in data.C])
        ax.grid(False)
        self._cells = canvas.moving(ax.imshow(np.zeros((rows, columns)), cmap=PALE, vmin=0, vmax=1,
                                              origin="lower", aspect="auto",
                                              interpolation="nearest"))
        self._frames = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor="none", edgecolor=style.ORANGE, linewidth=2.5, joinstyle="miter")))
        self.numbers = [Numbers(canvas, ax, 13, weight) for weight in ("normal", "bold")]
        (self._star,) = ax.plot([], [], "*", ms=17, color=style.INK, ls="none",
                                label="best of this fold")
        (self._dots,) = ax.plot([], [], "o", ms=9, color="white", mec=style.INK, mew=2, ls="none",
                                label="best of another fold")
        for artist in (self._star, self._dots):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Show one outer fold, and with the toggle the winners of the others."""
        now = score_map(state["partition"], state["fold"])
        maps = [score_map(state["partition"], k) for k in range(1, 6)]
        values = dict(zip(SHOWN, (now.mean, now.sd, now.behind)))[state["show"]]
        framed = now.framed(state["frame"])
        shade = now.sd / FAR if state["show"] == "sd" else np.where(
            framed, 1, STEP * (1 - now.behind / FAR))
        self._cells.set_data(np.clip(shade, 0, 1))
        self._title.set_text(_finding(framed))
        self._note.set_text(f"{NUMBERS[state['show']]}   ★ best cell of this fold"
                            + "   ○ of another fold" * state["others"])
        self._frames.set_verts([[(x - 0.47, y - 0.46), (x + 0.47, y - 0.46), (x + 0.47, y + 0.46),
                                 (x - 0.47, y + 0.46)] for y, x in np.argwhere(framed)])
        for numbers, best in zip(self.numbers, (False, True)):
            numbers.show([(x, y, f"{values[y, x]:.1f}") for y, x in np.argwhere(framed)
                          if ((y, x) == now.best) == best])
        self._star.set_data([now.best[1] - 0.37], [now.best[0]])
        dots = []
        for k, other in enumerate(maps, 1):
            if state["others"] and k != state["fold"]:
                same = sum(other.best == earlier.best for j, earlier in enumerate(maps[:k - 1], 1)
                           if j != state["fold"])
                dots.append((other.best[1] + 0.37 - 0.13 * (same // 3),
                             other.best[0] + (0, -0.3, 0.3)[same % 3]))
        self._dots.set_data(*zip(*dots) if dots else ([], []))
        return _words(state, now, maps, framed)

    def details(self, state: dict) -> str:
        """Return what the winners of all five outer folds reach where they were not chosen."""
        maps = [score_map(state["partition"], k) for k in range(1, 6)]
        return ("The mean outer score of the five winners is "
                f"{np.mean([other.outer[other.best] for other in maps]):.1f}%.")


def _finding(framed: np.ndarray) -> str:
    if framed.sum() == 1:
        return f"Only the best of {framed.size} settings is framed"
    places = np.argwhere(framed)
    ridge = len(places) > 2 and np.corrcoef(places.T)[0, 1] <= RIDGE
    return (f"{framed.sum()} of {framed.size} settings are close to the best"
            + ", along a ridge" * bool(ridge))


def _words(state: dict, now: Map, maps: list[Map], framed: np.ndarray) -> str:
    """Say where the winners are, and how many cells are as good."""
    data = record()
    C, gamma = data.C[now.best[0]], data.gamma[now.best[1]]
    if state["frame"] == FRAMES[0]:
        within = f"within one standard error of the best, {now.error:.1f} points"
    else:
        within = "within one corrected standard error of their difference to the best"
    around = f"The sd over the inner folds is {now.sd[now.best]:.1f} points in the best cell."
    if framed.sum() > 1:
        score, apart = now.medians(framed)
        around = (f"Sd over the inner folds, median of the other framed cells: {score:.1f} points; "
                  f"sd of their differences to the best: {apart:.1f}.")
    lie = "cells lies" if framed.sum() == 1 else "cells lie"
    shown = {"mean": f"On the outer test part this winner has {now.outer[now.best]:.1f}%.",
             "sd": around,
             "behind the best": f"Framed cells lie at most {now.behind[framed].max():.1f} points "
                                "below the best."}[state["show"]]
    penalties = [data.C[other.best[0]] for other in maps]
    widths = [data.gamma[other.best[1]] for other in maps]
    winners = (f" The five winners: C from {min(penalties):g} to {max(penalties):g}, γ from "
               f"{min(widths):g} to {max(widths):g}.") * state["others"]
    return (f"Partition {state['partition']}, outer fold {state['fold']}: C = {C:g}, γ = {gamma:g} "
            f"wins with {now.mean[now.best]:.1f}%, and {framed.sum()} of {framed.size} {lie} "
            f"{within}. {shown}{winners}")
