"""Lesson 06e: at which error rate would so few errors in a leaf still be no surprise?"""
from __future__ import annotations

import numpy as np
from scipy.stats import binom

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06e.bounds import upper_bound
from coursekit.plots import style
from coursekit.wording import plural

LEAVES = {2: style.INK, 7: style.GREEN, 70: style.PINK}     # samples of a leaf
WORDS = {2: style.INK, 7: style.WORDS["male"], 70: style.WORDS["female"]}
ROWS = {2: 0.80, 7: 0.63, 70: 0.46}                         # heights of the leaves on the paper
PER_LINE = 14
FEW = ("none", "one", "two")


class HowBad(Explorer):
    """Three leaves with the same few errors, and how likely these are at an error rate.

    Examples
    --------
    >>> HowBad(p=0.5).status.split(":")[0]
    'Error rate 50%, no errors'
    """

    title = "How bad may a leaf be?"
    question = "Up to which error rate would so few errors be no surprise?"
    size = (8.8, 5.1)
    controls = (
        Slider("p", "true error rate p", 0, 1, 0.01, 0.1, "of all passengers who reach the leaf"),
        Choice("errors", "errors in each leaf", FEW, FEW[0], "among its samples"),
        Slider("chance", "surprise below", 0.05, 0.5, 0.05, 0.25,
               "so few errors are a surprise if their chance is smaller than this"))
    presets = {
        "no error": Preset({"p": 1}, "Which leaf promises least, though it has no error?",
                           shows=r"2 samples: 0%.*not ruled out up to 50%.*70 samples"),
        "one error": Preset({"p": 1, "errors": "one"}, "How far does one error move each crossing?",
                            shows=r"not ruled out up to 87%"),
        "stricter": Preset({"p": 1, "chance": 0.05}, "Which of the three moves most?",
                           shows=r"not ruled out up to 78%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the chances."""
        self._stage = stage = Stage(canvas, chances=((0.115, 0.145, 0.50, 0.74), {
            "xlim": (0, 1.02), "ylim": (0, 1.04), "xlabel": "true error rate p",
            "ylabel": "chance of so few errors", "xticks": np.arange(0, 1.1, 0.25),
            "yticks": np.arange(0, 1.1, 0.25)}))
        stage.chances.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        stage.chances.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")

    def draw(self, state: dict) -> str:
        """Draw each chance up to the rate, and where it falls below the surprise."""
        p, chance, stage = state["p"], state["chance"], self._stage
        errors = FEW.index(state["errors"])
        stage.lines(stage.chances, [[(0, chance), (1.02, chance)]], style.GREY, 2, 1,
                    linestyles="--")
        stage.word(0.655, 0.16, f"below the dashes:\na surprise ({chance:.0%})", color=style.GREY)
        told = []
        for n, colour in LEAVES.items():
            bound = upper_bound(errors, n, chance)
            crossed = p >= bound and errors < n
            self._curve(n, p, errors, colour, (bound, chance) if crossed else None)
            likely = binom.cdf(errors, n, p)
            now = "under 1%" if 0 < likely < 0.005 else f"{likely:.0%}"
            self._leaf(n, errors, now)
            told.append(f"among {n} samples: {now}" + (
                f", not ruled out up to {bound:.0%}" if crossed else ""))
        few = "no errors" if not errors else plural(errors, "error")
        stage.word(0.012, 0.955, f"At an error rate of {p:.0%}, how likely "
                   f"{'is' if errors == 1 else 'are'} {few}{' or fewer' * bool(errors)}?", 16)
        return f"Error rate {p:.0%}, {few}{' or fewer' * bool(errors)}: chance " \
            + "; ".join(told) + "."

    def _curve(self, n: int, p: float, errors: int, colour: str,
               crossing: tuple[float, float] | None) -> None:
        stage, rates = self._stage, np.linspace(0, p, 201)
        stage.lines(stage.chances, [np.column_stack([rates, binom.cdf(errors, n, rates)])], colour,
                    3.5, 3)
        stage.chances.plot([p], [binom.cdf(errors, n, p)], "o", color=colour, markersize=11,
                           markeredgecolor="white", zorder=5, clip_on=False)
        if crossing:
            bound, chance = crossing
            stage.lines(stage.chances, [[(bound, 0), (bound, chance)]], colour, 2, 2)
            stage.word(bound + 0.01, chance + 0.04, f"{bound:.0%}", 14, stage.chances,
                       color=WORDS[n], zorder=4)

    def _leaf(self, n: int, errors: int, now: str) -> None:
        """Draw the samples of a leaf as squares, the errors crossed, and the chance beside."""
        stage, top, side = self._stage, ROWS[n], 0.0175
        stage.word(0.655, top + 0.045, f"{n} samples: {now}", 16, color=WORDS[n])
        corners = []
        for k in range(n):
            x, y = 0.655 + side * (k % PER_LINE), top - 0.03 * (k // PER_LINE)
            corners.append([(x, y), (x + 0.9 * side, y), (x + 0.9 * side, y - 0.027),
                            (x, y - 0.027)])
        wrong = [k < errors for k in range(n)]
        stage.areas(stage.paper, corners, ["white" if bad else style.LIGHT_SKY for bad in wrong])
        for corner, bad in zip(corners, wrong, strict=True):
            if bad:
                stage.word(corner[0][0] + 0.45 * side, corner[0][1] - 0.014, "×", 14, ha="center",
                           color=WORDS[n])
