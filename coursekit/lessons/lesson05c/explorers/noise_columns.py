"""Lesson 05c: columns of pure noise, chosen by all samples or by the training part alone.

On the left each dot is a column. Its place across is its difference between the classes in the
training part, its height the same in the locked test fold, turned so that the training part has a
positive sign. A choice by all samples cuts at a slant; a choice by the training part cuts upright.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson05c.noise import (
    COLUMNS, FOLDS, KEPT, N, TABLES, TEST, WAYS, differences, run)
from coursekit.plots import style
from coursekit.wording import signed

WIDEST, TALLEST = 1.0, 1.9          # differences, at the edges of the left panel
LOW, HIGH = 15, 105                 # per cent right, on the right panel
SHARE = TEST / N                    # of the test fold in the difference over all samples
LEFT, RIGHT = (0.095, 0.135, 0.475, 0.685), (0.655, 0.135, 0.335, 0.685)
LINES = dict(zip(WAYS, (style.COLOURS["test"], style.COLOURS["train"])))
INKS = dict(zip(WAYS, (style.WORDS["died"], style.WORDS["survived"])))
NAMES = dict(zip(WAYS, ("all samples\nchoose", "training\nparts choose")))
HEIGHTS = np.linspace(-1.58, 1.58, 50)        # of the cut; beyond are words


class NoiseColumns(Explorer):
    """What cross-validation reports about noise, if the best columns are chosen before or inside.

    Examples
    --------
    >>> NoiseColumns().status.split(":")[0]
    'Table 1, 50 columns of noise, 50 kept, chosen by all samples'
    """

    title = "The best columns of noise"
    question = "The truth is 50%. Which samples may choose the columns?"
    size = (8.8, 4.9)
    controls = (
        Choice("columns", "columns", tuple(map(str, COLUMNS)), "50", "columns of noise"),
        Choice("kept", "kept", tuple(map(str, KEPT)), "50",
               "columns that are kept, those with the largest difference between the classes"),
        Choice("way", "chosen by", WAYS, WAYS[0],
               "all 100 samples, once, or the 80 samples of each training part"),
        Slider("fold", "test fold", 1, FOLDS, 1, 1, "the fold whose 20 samples are locked"),
        Slider("table", "table", 1, TABLES, 1, 1, "another table of random numbers"))
    presets = {
        "many columns": Preset(
            {"columns": "2000"},
            "The best 50 of 2000. Where do the chosen columns lie in the test fold?",
            shows=r"2000 columns .*all samples: .*reports 9\d\.\d%.*difference of \+0\.\d"),
        "chosen inside": Preset(
            {"columns": "2000", "way": WAYS[1]},
            "The same table, chosen in each training part. What has become of the slope?",
            shows=r"2000 columns .*each training part: .*reports (4|5)\d\.\d%"),
        "only two": Preset(
            {"columns": "2000", "kept": "2"},
            "Two columns of 2000. Is that harmless?",
            shows=r"2 kept, .*reports (6|7)\d\.\d%"),
        "300 columns": Preset(
            {"columns": "300"},
            "Fewer columns to choose from. How much luck is left?",
            shows=r"300 columns .*reports [78]\d\.\d%")}

    def build(self, canvas: Canvas) -> None:
        """Create both panels, the dots, the cut and what is written beside them."""
        canvas.figure.set_layout_engine("none")
        self._plane = canvas.figure.add_axes(LEFT, xlim=(0, WIDEST), ylim=(-TALLEST, TALLEST),
                                             yticks=[-1, 0, 1])
        self._plane.set(xlabel=f"difference in the {N - TEST} training samples",
                        ylabel=f"difference in the {TEST} locked samples")
        self._plane.axhline(0, color=style.INK, lw=1.2)
        self._bars = canvas.figure.add_axes(RIGHT, xlim=(-0.6, 2.1), ylim=(LOW, HIGH),
                                            yticks=[25, 50, 75, 100], xticks=[0, 1])
        self._bars.set_xticklabels(list(NAMES.values()))
        self._bars.set_ylabel("% right")
        self._bars.plot([-0.6, 1.42], [50, 50], color=style.INK, lw=2.5, ls=(0, (4, 2)))
        self._bars.text(1.47, 50, "truth\n50%", fontsize=14, va="center")
        for ax in (self._plane, self._bars):
            ax.tick_params(labelsize=13)
            ax.xaxis.label.set_size(14)
            ax.yaxis.label.set_size(14)
        self._plane.text(WIDEST, TALLEST - 0.04, "agrees with training", fontsize=14, va="top",
                         ha="right")
        self._plane.text(0.015, -TALLEST + 0.04, "disagrees", fontsize=14, va="bottom")
        self._build_marks(canvas)

    def _build_marks(self, canvas: Canvas) -> None:
        plane, bars = self._plane, self._bars
        (self._others,) = plane.plot([], [], "o", color=style.GREY, markersize=2.5, zorder=2,
                                     label="columns left out")
        (self._kept,) = plane.plot([], [], "o", color=style.INK, markersize=8, zorder=4,
                                   markeredgecolor="white", label="columns kept")
        self._cuts = [plane.plot([], [], lw=3.5, zorder=3, label=name)[0]
                      for name in ("the cut", "the cut, other sign")]
        (self._mean,) = plane.plot([], [], lw=5, zorder=5, label="mean of the kept columns",
                                   solid_capstyle="butt")
        self._dots = [bars.plot([], [], "o", markersize=9, color=LINES[way], zorder=3,
                                markeredgecolor="white", label=f"folds, {way}")[0]
                      for way in WAYS]
        self._means = [bars.plot([], [], lw=5, color=style.INK, zorder=4, solid_capstyle="butt",
                                 label=f"mean, {way}")[0] for way in WAYS]
        (self._ring,) = bars.plot([], [], "o", markersize=16, markerfacecolor="none", zorder=5,
                                  markeredgecolor=style.INK, markeredgewidth=2,
                                  label="the fold on the left")
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=6)
        paper.set_axis_off()
        paper.patch.set_visible(False)
        self._headline = paper.text(0.015, 0.955, "", fontsize=17, weight="bold", va="center")
        self._who = paper.text(LEFT[0], 0.865, "", fontsize=14, va="center")
        edge = LEFT[0] + LEFT[2]
        self._told = paper.text(edge, 0.865, "", fontsize=14, weight="bold", va="center",
                                ha="right")
        self._numbers = [bars.text(x, HIGH - 1, "", ha="center", va="bottom") for x in (0, 1)]
        for artist in (self._others, self._kept, *self._cuts, self._mean, *self._dots,
                       *self._means, self._ring, self._headline, self._who, self._told,
                       *self._numbers):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Show the columns of one fold on the left, and the scores of both ways on the right."""
        columns, kept, way = int(state["columns"]), int(state["kept"]), state["way"]
        number, fold = int(state["table"]), int(state["fold"]) - 1
        d, runs = differences(number), {w: run(number, columns, kept, w) for w in WAYS}
        chosen = runs[way].chosen[fold]
        x, y = np.abs(d.train[fold, :columns]), d.test[fold] * np.sign(d.train[fold])
        y = y[:columns]
        self._others.set_data(np.delete(x, chosen), np.delete(y, chosen))
        self._kept.set_data(x[chosen], y[chosen])
        judged = np.abs(d.all if way == WAYS[0] else d.train[fold])[chosen].min()
        self._draw_cuts(judged if kept < columns else None, way)
        mean = float(y[chosen].mean())
        choice = kept < columns
        self._mean.set_data([0, WIDEST] if choice else [], [mean, mean] if choice else [])
        self._mean.set_color(INKS[way])
        self._told.set_text(f"mean of the kept: {_signed(mean)}" if choice else "")
        self._told.set_color(INKS[way])
        self._who.set_text(f"test fold {fold + 1}")
        self._draw_scores(runs, way, fold)
        score = runs[way].scores.mean()
        how = "All 50 columns" if columns == kept else f"Best {kept} of {columns} by {_who(way)}"
        self._headline.set_text(f"{how}: {100 * score:.0f}% right on noise")
        words = (f"Table {number}, {columns} columns of noise, {kept} kept, chosen by {_who(way)}: "
                 f"cross-validation reports {100 * score:.1f}%, where the truth is 50%. ")
        if not choice:
            return (f"{words}Test fold {fold + 1} is locked. All columns are kept, so there is "
                    "nothing to choose yet.")
        return (f"{words}With test fold {fold + 1} locked, the kept columns have a mean difference "
                f"of {_signed(mean)} there (positive: same sign as in training).")

    def _draw_cuts(self, judged: float | None, way: str) -> None:
        """Draw where the least difference that was kept lies, for either sign, if some are not."""
        if judged is None:
            lines = [([], []), ([], [])]
        elif way == WAYS[1]:
            lines = [(np.full_like(HEIGHTS, judged), HEIGHTS), ([], [])]
        else:
            across = [(sign * judged - SHARE * HEIGHTS) / (1 - SHARE) for sign in (1, -1)]
            lines = [(line[line >= 0], HEIGHTS[line >= 0]) for line in across]
        for cut, line in zip(self._cuts, lines):
            cut.set_data(*line)
            cut.set_color(LINES[way])

    def _draw_scores(self, runs: dict, way: str, fold: int) -> None:
        for place, (dots, bar, number, w) in enumerate(zip(
                self._dots, self._means, self._numbers, WAYS)):
            scores = 100 * runs[w].scores
            dots.set_data(place + np.linspace(-0.24, 0.24, FOLDS), scores)
            bar.set_data([place - 0.36, place + 0.36], [scores.mean(), scores.mean()])
            number.set(text=f"{scores.mean():.0f}%", fontsize=28 if w == way else 18,
                       color=INKS[w], weight="bold" if w == way else "normal")
        at = WAYS.index(way)
        self._ring.set_data([at - 0.24 + 0.12 * fold], [100 * runs[way].scores[fold]])

    def details(self, state: dict) -> str:
        """Return the scores of the five folds, and the mean of the other way to choose."""
        columns, kept, way = int(state["columns"]), int(state["kept"]), state["way"]
        number = int(state["table"])
        other = WAYS[1 - WAYS.index(way)]
        scores = ", ".join(f"{100 * score:.0f}" for score in
                           run(number, columns, kept, way).scores)
        mean = 100 * run(number, columns, kept, other).scores.mean()
        return (f"The five folds have {scores}%. Chosen by {_who(other)}, the same table has "
                f"{mean:.1f}%.")


def _who(way: str) -> str:
    return way if way == WAYS[0] else "each training part"


def _signed(value: float) -> str:
    return signed(value, "+.2f")
