"""Lesson 03b: the duality gap as an area, a bar for each sample.

Legend: as in `coursekit.lessons.lesson03b.runs`. Across, F is measured from the middle of F_up and
F_low in half tolerances, upwards room in units of C.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Explorer, LogSlider, Preset, Slider, Stage
from coursekit.lessons.lesson03b.runs import Certified, Y, certified
from coursekit.plots import style
from coursekit.wording import signed

WIDE = 1.75                 # half tolerances
FULL = 1.25                 # rooms in the picture, or more if the bars fill more of them
APART = 0.075               # share of the height between the words of neighbours
LEAST = 1e-8                # the smallest share of W that is called more than rounding
BAND = "#DDEFE7"            # of the tolerance
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


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
        "fine": Preset({"tol": 1e-3}, "The picture hardly changes. What has become of the areas?",
                       shows=r"^Tolerance 0\.001, C = 1,"),
        "C = 1000": Preset({"tol": 1e-3, "C": 1000.0},
                           "The same tolerance. What are the areas worth now?",
                           shows=r"^Tolerance 0\.001, C = 1,000,"),
        "b above": Preset({"shift": 1.0}, "Which gap notices, and which does not?",
                          shows=r"b half a tolerance above the middle")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane of distance and room."""
        self._stage = stage = Stage(canvas, plane=((0.075, 0.2, 0.91, 0.67), {
            "xlim": (-WIDE, WIDE), "xticks": [-1, 0, 1]}))
        stage.plane.axvspan(-1, 1, facecolor=BAND, lw=0, zorder=0)
        style.label(stage.plane, "", "wanted intercept F, from the middle (green: within the "
                    "tolerance)", "room left")
        for y, c in ((0.95, 1), (0.87, -1)):
            stage.word(0.99, y, f"class {signed(c)}", ax=stage.plane, ha="right",
                       color=style.WORDS["survived" if c > 0 else "died"],
                       transform=stage.plane.transAxes)

    def draw(self, state: dict) -> str:
        """Show the areas of a run that has stopped, and what they promise."""
        tol, penalty, shift = state["tol"], state["C"], state["shift"]
        run, half, stage = certified(penalty, tol), tol / 2, self._stage
        middle = (run.up + run.low) / 2
        b, crude = middle + shift * half, len(Y) * penalty * half
        high = self._areas(run, b, middle, half, penalty)
        for name, at, top, side in (("$F_{\\mathrm{up}}$", run.up, 0.83 * high, 0.05),
                                    ("$F_{\\mathrm{low}}$", run.low, 0.83 * high, -0.05),
                                    ("b", b, 0.92 * high, 0)):
            x = (at - middle) / half
            stage.lines(stage.plane, [[(x, 0), (x, top)]], width=2 if side else 4, z=3,
                        linestyles="--" if side else "-")
            stage.word(x + side, top + 0.04 * high, name, 16, ax=stage.plane,
                       ha="left" if side > 0 else "right" if side else "center")
        stage.plane.set_xticks([-1, 0, 1], [f"−{short(half)}", "0", short(half)], fontsize=14)
        gap, missing = float(run.areas(b).sum()), max(run.best - run.W, 0.0)
        known = missing > LEAST * run.best
        told = _amount(gap, run)
        stage.word(0.012, 0.945, f"The areas add up to {told}: no more is missing from W"
                   if gap > LEAST * run.best else f"The areas add up to {told}", 17)
        stage.word(0.012, 0.045, f"Of W: truly missing {_share(missing, run)},  areas "
                   f"{_share(gap, run)},  n·C·tol/2 {_share(crude, run)}", 15)
        return (f"Tolerance {short(tol)}, C = {short(penalty)}, b {_where(shift)}: the areas add "
                f"up to a duality gap of {told}. In truth "
                f"{short(missing) if known else 'less than 10⁻⁸ of W'} is missing"
                f"{' from W' * known}. The tolerance alone would allow n·C·tol/2 = "
                f"{short(crude)}.")

    def _areas(self, run: Certified, b: float, middle: float, half: float, penalty: float) -> float:
        """Pile up the bars on both sides of b, the farthest at the bottom; write their products.

        Returns the height of the picture, in rooms.
        """
        far, room, stage = np.abs(run.F - b), run.room(b), self._stage
        some = far * room > 1e-9 * half * penalty
        piles = [room[some & ((b < run.F) == above)].sum() / penalty for above in (True, False)]
        high = max(FULL, *piles) / 0.8
        stage.plane.set_ylim(0, high)
        ticks = range(int(high) + 1)
        stage.plane.set_yticks(ticks, [f"{k} C" if k > 1 else "0C"[k] for k in ticks], fontsize=14)
        corners, colours = [], []
        start, floor, free = (b - middle) / half, {1: 0.0, -1: 0.0}, {1: 0.0, -1: 0.0}
        for k in np.argsort(-far, kind="stable"):
            if not some[k]:
                continue
            end, side = (run.F[k] - middle) / half, 1 if run.F[k] > b else -1
            low, top = floor[side], floor[side] + room[k] / penalty
            corners.append([(start, low), (end, low), (end, top), (start, top)])
            colours.append(style.COLOURS[int(Y[k])])
            floor[side], at = top, max((low + top) / 2, free[side] + APART * high / 2)
            free[side] = at + APART * high / 2
            edge = ((run.up if side > 0 else run.low) - middle) / half      # a dashed line
            beside = edge if 0 < side * (edge - end) < 0.6 else end
            stage.word(beside + 0.03 * side, at, f"{_two(far[k])} × {_two(room[k])}",
                       ax=stage.plane, ha="left" if side > 0 else "right",
                       color=style.WORDS["survived" if Y[k] > 0 else "died"])
        stage.areas(stage.plane, corners, colours, edgecolors="white")
        return high

    def details(self, state: dict) -> str:
        """Return W, its maximum, and the KKT gap, which does not depend on b."""
        run = certified(state["C"], state["tol"])
        gap = run.up - run.low
        return (f"W = {run.W:.4g}, its maximum {run.best:.4g}; KKT gap "
                f"{short(gap) if gap > 1e-9 else '0 up to rounding'}, whatever b is.")


def _amount(value: float, run: Certified) -> str:
    """Return an amount of W; one that rounding may have made is only called small."""
    return short(value) if value > LEAST * run.best else "under 10⁻⁸ of W"


def _two(value: float) -> str:
    """Return a number with two digits."""
    return short(float(f"{value:.2g}"))


def _share(value: float, run: Certified) -> str:
    """Return an amount as a share of the largest W."""
    return f"{_two(100 * value / run.best)}%" if value > LEAST * run.best else "< 10⁻⁶%"


def _where(shift: float) -> str:
    far = "half a tolerance" if abs(shift) == 1 else f"{abs(shift) / 2:.2g} tolerances"
    return f"{far} {'above' if shift > 0 else 'below'} the middle" if shift else "in the middle"
