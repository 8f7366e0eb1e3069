"""Lesson 05c: columns of pure noise, chosen by all samples or by the training part alone.

On the left each dot is a column. Its place across is its difference between the classes in the
training part, its height the same in the locked test fold, turned so that the training part has a
positive sign. A choice by all samples cuts at a slant; a choice by the training part cuts upright.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson05c.noise import (
    COLUMNS, FOLDS, KEPT, N, TABLES, TEST, WAYS, differences, run)
from coursekit.plots import style
from coursekit.wording import signed

NOBODY = "nobody yet"
WIDEST, TALLEST = 1.0, 1.9          # differences, at the edges of the left panel
LOW, HIGH = 15, 105                 # per cent right, on the right panel
SHARE = TEST / N                    # of the test fold in the difference over all samples
LEFT, RIGHT = (0.095, 0.135, 0.475, 0.685), (0.655, 0.135, 0.335, 0.685)
LINES = dict(zip(WAYS, (style.COLOURS["test"], style.COLOURS["train"])))
INKS = dict(zip(WAYS, (style.WORDS["died"], style.WORDS["survived"])))
HEIGHTS = np.linspace(-1.58, 1.58, 50)        # of the cut; beyond are words


class NoiseColumns(Explorer):
    """What cross-validation reports about noise, if the best columns are chosen before or inside.

    Examples
    --------
    >>> NoiseColumns(way="all samples").status.split(":")[0]
    'Table 1, 2000 columns of noise, 50 kept, chosen by all samples'
    """

    title = "The best columns of noise"
    question = "The truth is 50%. Which samples may choose the columns?"
    size = (8.8, 4.9)
    controls = (
        Choice("columns", "columns", tuple(map(str, COLUMNS)), "2000", "columns of noise"),
        Choice("kept", "kept", tuple(map(str, KEPT)), "50",
               "columns that are kept, those with the largest difference between the classes"),
        Choice("way", "chosen by", (NOBODY, *WAYS), NOBODY,
               "all 100 samples, once, or the 80 samples of each training part"),
        Slider("fold", "test fold", 1, FOLDS, 1, 1, "the fold whose 20 samples are locked"),
        Slider("table", "table", 1, TABLES, 1, 1, "another table of random numbers"))
    presets = {
        "by all samples": Preset(
            {"way": WAYS[0]},
            "The best 50 of 2000. Where do the chosen columns lie in the test fold?",
            shows=r"2000 columns .*all samples: .*reports 9\d\.\d%.*difference of \+0\.\d"),
        "chosen inside": Preset(
            {"way": WAYS[1]},
            "The same table, chosen in each training part. What has become of the slope?",
            shows=r"2000 columns .*each training part: .*reports (4|5)\d\.\d%"),
        "only two": Preset(
            {"way": WAYS[0], "kept": "2"},
            "Two columns of 2000. Is that harmless?",
            shows=r"2 kept, .*reports (6|7)\d\.\d%"),
        "300 columns": Preset(
            {"way": WAYS[0], "columns": "300"},
            "Fewer columns to choose from. How much luck is left?",
            shows=r"300 columns .*reports [78]\d\.\d%")}

    def build(self, canvas: Canvas) -> None:
        """Make both panels, and draw the truth."""
        self._stage = stage = Stage(canvas, plane=(LEFT, {
            "xlim": (0, WIDEST), "ylim": (-TALLEST, TALLEST), "yticks": [-1, 0, 1],
            "xlabel": f"difference in the {N - TEST} training samples",
            "ylabel": f"difference in the {TEST} locked samples"}), bars=(RIGHT, {
                "xlim": (-0.6, 2.1), "ylim": (LOW, HIGH), "yticks": [25, 50, 75, 100],
                "xticks": [0, 1], "xticklabels": ["all samples\nchoose", "training\nparts choose"],
                "ylabel": "% right"}))
        stage.plane.axhline(0, color=style.INK, lw=1.2)
        stage.bars.plot([-0.6, 1.42], [50, 50], color=style.INK, lw=2.5, ls=(0, (4, 2)))
        stage.word(1.47, 50, "truth\n50%", ax=stage.bars, fontweight="normal")
        stage.word(WIDEST, TALLEST - 0.04, "same sign as in training", ax=stage.plane, va="top",
                   ha="right", fontweight="normal")
        stage.word(0.015, -TALLEST + 0.04, "opposite sign", ax=stage.plane, va="bottom",
                   fontweight="normal")
        for ax in (stage.plane, stage.bars):
            ax.grid(True, axis="y")
            ax.tick_params(labelsize=13)
            ax.xaxis.label.set_size(14)
            ax.yaxis.label.set_size(14)

    def draw(self, state: dict) -> str:
        """Draw all columns with those that are kept, and the scores of both ways to choose."""
        columns, kept = int(state["columns"]), int(state["kept"])
        way, fold, number = state["way"], state["fold"] - 1, state["table"]
        d, runs = differences(number), {w: run(number, columns, kept, w) for w in WAYS}
        across = np.abs(d.train[fold, :columns])
        height = d.test[fold, :columns] * np.sign(d.train[fold, :columns])
        chosen = runs[way].chosen[fold] if way in WAYS else np.array([], dtype=int)
        others = np.setdiff1d(np.arange(columns), chosen)
        plane = self._stage.plane
        plane.plot(across[others], height[others], "o", color=style.GREY, markersize=2.5, zorder=2,
                   label="columns left out" if way in WAYS else "columns")
        plane.plot(across[chosen], height[chosen], "o", color=style.INK, markersize=8, zorder=4,
                   markeredgecolor="white", label="columns kept")
        self._stage.word(LEFT[0], 0.865, f"test fold {fold + 1}", fontweight="normal")
        told = f"Table {number}, {columns} columns of noise, "
        if way == NOBODY:
            self._draw_scores(runs, way, fold)
            self._stage.word(0.015, 0.955, "How well do " + (
                f"all {kept} columns of noise do?" if columns == kept else
                f"the best {kept} of {columns} columns of noise do?"), 17)
            inside = 100 * runs[WAYS[1]].scores.mean()
            return (f"{told}{kept} to be kept; test fold {fold + 1} is locked. If each training "
                    f"part chooses its own, cross-validation reports {inside:.1f}%, and the truth "
                    "is 50%. If all samples choose: ?")
        mean = float(height[chosen].mean())
        if columns > kept:
            least = np.abs(d.all if way == WAYS[0] else d.train[fold])[chosen].min()
            self._draw_cuts(float(least), mean, way)
        self._draw_scores(runs, way, fold)
        score = 100 * runs[way].scores.mean()
        how = "All 50 columns" if columns == kept else f"Best {kept} of {columns} by {_who(way)}"
        self._stage.word(0.015, 0.955, f"{how}: {score:.0f}% right on noise", 17)
        told += (f"{kept} kept, chosen by {_who(way)}: cross-validation reports {score:.1f}%, "
                 "where the truth is 50%. ")
        if columns == kept:
            return (f"{told}Test fold {fold + 1} is locked. All columns are kept, so there is "
                    "nothing to choose yet.")
        return (f"{told}With test fold {fold + 1} locked, the kept columns have a mean difference "
                f"of {signed(mean, '+.2f')} there (positive: same sign as in training).")

    def _draw_cuts(self, least: float, mean: float, way: str) -> None:
        """Draw where the least difference that was kept lies, for either sign, and the mean."""
        plane, colour = self._stage.plane, LINES[way]
        cuts = [np.full_like(HEIGHTS, least)]
        if way == WAYS[0]:
            cuts = [(sign * least - SHARE * HEIGHTS) / (1 - SHARE) for sign in (1, -1)]
        for cut, name in zip(cuts, ("the cut", "the cut, other sign")):
            plane.plot(cut[cut >= 0], HEIGHTS[cut >= 0], lw=3.5, zorder=3, color=colour, label=name)
        plane.plot([least if way == WAYS[1] else (least - SHARE * mean) / (1 - SHARE), WIDEST],
                   [mean, mean], lw=5, zorder=5, color=colour, solid_capstyle="butt",
                   label="mean of the kept columns")
        self._stage.word(LEFT[0] + LEFT[2], 0.865, f"mean of the kept: {signed(mean, '+.2f')}",
                         ha="right", color=INKS[way])

    def _draw_scores(self, runs: dict, way: str, fold: int) -> None:
        """Draw the scores of the folds and their mean, unless they would answer the question."""
        bars = self._stage.bars
        for place, w in enumerate(WAYS):
            if way == NOBODY and w == WAYS[0]:
                self._stage.word(place, 50, "?", 60, bars, ha="center", color=INKS[w])
                continue
            scores = 100 * runs[w].scores
            bars.plot(place + np.linspace(-0.24, 0.24, FOLDS), scores, "o", markersize=9,
                      color=LINES[w], zorder=3, markeredgecolor="white", label=f"folds, {w}")
            bars.plot([place - 0.36, place + 0.36], [scores.mean()] * 2, lw=5, color=style.INK,
                      zorder=4, solid_capstyle="butt", label=f"mean, {w}")
            self._stage.word(place, HIGH - 1, f"{scores.mean():.0f}%", 28 if w == way else 18, bars,
                             "bold" if w == way else "normal", ha="center", va="bottom",
                             color=INKS[w])
        if way in WAYS:
            bars.plot([WAYS.index(way) - 0.24 + 0.12 * fold], [100 * runs[way].scores[fold]], "o",
                      markersize=16, markerfacecolor="none", zorder=5, markeredgecolor=style.INK,
                      markeredgewidth=2, label="the fold on the left")

    def details(self, state: dict) -> str:
        """Return the scores of the five folds, and the mean of the other way to choose."""
        if state["way"] == NOBODY:
            return ""
        asked = int(state["table"]), int(state["columns"]), int(state["kept"])
        other = WAYS[1 - WAYS.index(state["way"])]
        scores = ", ".join(f"{100 * score:.0f}" for score in run(*asked, state["way"]).scores)
        return (f"The five folds have {scores}%. Chosen by {_who(other)}, the same table has "
                f"{100 * run(*asked, other).scores.mean():.1f}%.")


def _who(way: str) -> str:
    return way if way == WAYS[0] else "each training part"
