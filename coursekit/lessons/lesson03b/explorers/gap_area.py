"""Lesson 03b: the duality gap as an area, a bar for each sample, and what it is worth.

Legend: as in `coursekit.lessons.lesson03b.runs`. Across, F is measured from the middle of F_up and
F_low in half tolerances, upwards room in units of C: a square of the picture is worth C·tol/2.
"""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Rectangle

from coursekit.explorer import Canvas, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson03b.runs import Certified, Y, certified
from coursekit.plots import style

WIDE, HIGH, FULL = 1.6, 5.7, 4      # of the left panel: half tolerances, rooms; the grid's height
LEAST = 1e-8                # the smallest share of W that the right panel shows
BAND = "#DDEFE7"            # of the tolerance
SMALL = "under 10⁻⁸ of W"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
BARS = (("truly missing", style.GREY, "#5A5A5A"), ("duality gap: the areas", style.INK, style.INK),
        ("tolerance alone: n·C·tol/2", style.GREEN, style.WORDS["male"]))


def short(value: float) -> str:
    """Return a number with three digits, and a power of ten where it is tiny or huge.

    Examples
    --------
    >>> short(0.0246), short(0.0000246), short(0.0), short(15000.0)
    ('0.0246', '2.5·10⁻⁵', '0', '15,000')
    """
    if value >= 1000:
        return f"{value:,.0f}"
    if value and abs(value) < 1e-3:
        factor, power = f"{value:.1e}".split("e")
        return f"{factor.removesuffix('.0')}·10{str(int(power)).translate(RAISED)}"
    return f"{value:.3g}"


class GapArea(Explorer):
    """The duality gap of a run that has stopped: distance from b times room, sample by sample.

    Examples
    --------
    >>> GapArea().status.split(":")[0]
    'Tolerance 0.1, C = 1, b in the middle'
    """

    title = "What is a gap worth?"
    question = "Each bar is a sample: distance from b times room left. How far can W still rise?"
    size = (8.8, 5.1)
    controls = (
        LogSlider("tol", "tolerance", 1e-5, 0.199526231497, 0.1,
                  "the run stops when the KKT gap is at most this"),
        LogSlider("C", "penalty C", 1, 1000, 1, "the length of every box"),
        Slider("shift", "b", -1.0, 1.0, 0.1, 0.0,
               "where b lies: half tolerances from the middle of F_up and F_low"))
    presets = {
        "coarse": Preset({"tol": 0.199526231497}, "How many samples have an area?",
                         shows=r"^Tolerance 0\.2, C = 1,"),
        "fine": Preset({"tol": 1e-3}, "The picture hardly changes. What has become of a square?",
                       shows=r"^Tolerance 0\.001, C = 1,"),
        "C = 1000": Preset({"tol": 1e-3, "C": 1000.0},
                           "The same tolerance. What is a square worth now?",
                           shows=r"^Tolerance 0\.001, C = 1,000,.* squares of 0\.5 each"),
        "b too high": Preset({"shift": 1.0}, "Which gap notices, and which does not?",
                             shows=r"b half a tolerance too high")}

    # -- what is drawn ---------------------------------------------------------------

    def build(self, canvas: Canvas) -> None:
        """Create both panels and what is written."""
        canvas.figure.set_layout_engine("none")
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        left = canvas.figure.add_axes((0.075, 0.145, 0.45, 0.68), xlim=(-WIDE, WIDE),
                                      ylim=(0, HIGH))
        style.label(left, "", "wanted intercept F, from the middle", "room left, in units of C")
        self._build_areas(canvas, left)
        right = canvas.figure.add_axes((0.575, 0.145, 0.4, 0.68), xlim=(LEAST, 30),
                                       ylim=(-0.15, 3), xscale="log")
        self._build_bars(canvas, right)

        def words(x: float, y: float, text: str, size: int = 14, weight: str = "bold"):
            return canvas.moving(paper.text(x, y, text, fontsize=size, weight=weight, va="center"))
        self._title = words(0.015, 0.95, "", 17)
        self._square = words(0.075, 0.87, "", 14)
        words(0.575, 0.87, "How much is missing from W?", 14)

    def _build_areas(self, canvas: Canvas, ax) -> None:
        ax.grid(False)
        ax.add_patch(Rectangle((-1, 0), 2, HIGH, facecolor=BAND, lw=0, zorder=0))
        ax.set_xticks([-1, 0, 1], ["−tol/2", "0", "+tol/2"], fontsize=14)
        ax.set_yticks(range(FULL + 1))
        for x in (-1, 0, 1):
            ax.plot([x, x], [0, FULL], color="#8A8A8A", lw=1, zorder=1)
        for y in range(1, FULL + 1):
            ax.plot([-1, 1], [y, y], color="#8A8A8A", lw=1, zorder=1)
        self._areas = {c: canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=style.COLOURS[c], edgecolor="white", linewidth=1.2, zorder=2,
            hatch="" if c > 0 else "//"))) for c in (1, -1)}
        self._ends = [canvas.moving(ax.plot([], [], "--", color=style.INK, lw=2, zorder=3)[0])
                      for _ in "ul"]
        self._b = canvas.moving(ax.plot([], [], color=style.INK, lw=4, zorder=4)[0])
        self._names = [canvas.moving(ax.text(0, y, name, fontsize=15, weight="bold", ha=side,
                                             va="center", zorder=5))
                       for name, y, side in (("$F_{\\mathrm{up}}$", 4.62, "left"),
                                             ("$F_{\\mathrm{low}}$", 4.62, "right"),
                                             ("b", 5.12, "center"))]
        ax.text(0, HIGH - 0.1, "within the tolerance", fontsize=13, color=style.WORDS["male"],
                ha="center", va="top")
        for y, c, words in ((3.5, 1, "class\n+1"), (2.4, -1, "class\n−1")):
            ax.text(WIDE * 0.98, y, words, fontsize=13, weight="bold", ha="right", va="center",
                    color=style.WORDS["survived" if c > 0 else "died"])

    def _build_bars(self, canvas: Canvas, ax) -> None:
        ax.grid(False)
        ax.set(yticks=[], xlabel="share of the largest W", ylabel="")
        ax.set_xticks([1e-8, 1e-6, 1e-4, 1e-2, 1], ["10⁻⁸", "10⁻⁶", "10⁻⁴", "1%", "all"],
                      fontsize=13)
        ax.minorticks_off()
        ax.spines["left"].set_visible(False)
        self._bars, self._told = [], []
        for y, (_, colour, dark) in zip((2.0, 1.0, 0.0), BARS, strict=True):
            self._bars.append(canvas.moving(ax.add_patch(Rectangle(
                (LEAST, y), 0, 0.34, facecolor=colour, lw=0))))
            self._told.append(canvas.moving(ax.text(
                0.0, y + 0.55, "", fontsize=14, color=dark, weight="bold", va="center",
                transform=ax.get_yaxis_transform())))

    # -- one state -------------------------------------------------------------------

    def draw(self, state: dict) -> str:
        """Show the areas of a run that has stopped, and the three numbers that bound W."""
        tol, penalty, shift = state["tol"], state["C"], state["shift"]
        run = certified(penalty, tol)
        middle, half = (run.up + run.low) / 2, tol / 2
        b, square = middle + shift * half, penalty * half
        self._draw_areas(run, b, middle, half, penalty)
        for stroke, at in zip([*self._ends, self._b], (run.up, run.low, b), strict=True):
            top = 4.4 if stroke is not self._b else 4.85
            stroke.set_data([(at - middle) / half] * 2, [0, top])
        for name, at, side in zip(self._names, (run.up, run.low, b), (0.04, -0.04, 0), strict=True):
            name.set_x((at - middle) / half + side)
        gap = float(run.areas(b).sum())
        found = max(run.best - run.W, 0.0), gap, len(Y) * square
        for bar, told, value, (words, *_) in zip(self._bars, self._told, found, BARS,
                                                 strict=True):
            share = value / run.best
            bar.set_width(max(share, LEAST) - LEAST)
            told.set_text(f"{words}{' =' if 'tol/2' in words else ':'} "
                          f"{self._amount(value, run)}")
        squares = gap / square
        self._title.set_text("Duality gap = "
                             f"{squares:.2f} squares × {short(square)} = {self._amount(gap, run)}")
        self._square.set_text(f"one square = C · tol/2 = {short(square)}")
        return self._say(state, run, squares, square, gap)

    @staticmethod
    def _amount(value: float, run: Certified) -> str:
        """Return an amount of W; one that rounding may have made is only called small."""
        return short(value) if value > LEAST * run.best else SMALL

    def _draw_areas(self, run: Certified, b: float, middle: float, half: float,
                    penalty: float) -> None:
        far, room = np.abs(run.F - b), run.room(b) / penalty
        corners, bottom = {1: [], -1: []}, 0.0
        for k in np.argsort(-far, kind="stable"):
            if far[k] * room[k] <= 1e-9 * half:
                continue
            start, end = ((at - middle) / half for at in (b, run.F[k]))
            corners[int(Y[k])].append([(start, bottom), (end, bottom), (end, bottom + room[k]),
                                       (start, bottom + room[k])])
            bottom += room[k]
        for c, drawn in self._areas.items():
            drawn.set_verts(corners[c])

    def _say(self, state: dict, run: Certified, squares: float, square: float, gap: float) -> str:
        shift = state["shift"]
        far = "half a tolerance" if abs(shift) == 1 else f"{abs(shift) / 2:.2g} tolerances"
        where = f"{far} too {'high' if shift > 0 else 'low'}" if shift else "in the middle"
        missing = max(run.best - run.W, 0.0)
        truth = f"{short(missing)} is" if missing > LEAST * run.best else "less than 10⁻⁸ of it is"
        return (f"Tolerance {short(state['tol'])}, C = {short(state['C'])}, b {where}: the areas "
                f"add up to {squares:.2f} squares of {short(square)} each, a duality gap of "
                f"{self._amount(gap, run)}. In truth {truth} missing from W. The tolerance "
                f"alone would allow n·C·tol/2 = {short(len(Y) * square)}.")

    def details(self, state: dict) -> str:
        """Return W, its maximum, and the KKT gap, which does not depend on b."""
        run = certified(state["C"], state["tol"])
        gap = run.up - run.low
        return (f"W = {run.W:.4g}, its maximum {run.best:.4g}; KKT gap "
                f"{short(gap) if gap > 1e-9 else '0 up to rounding'}, whatever b is.")
