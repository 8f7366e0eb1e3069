"""Lesson 04: samples get one more coordinate, and a straight cut becomes a bent border.

Legend: ``X`` (n, d) samples, ``z`` (n,) the added coordinate times ``lift``.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson04.machines import Cut, best_sides, cut, widest
from coursekit.lessons.lesson04.samples import make_line, make_ring
from coursekit.lessons.lesson04.views import SIDE, box_of, in_box, net
from coursekit.plots import style
from coursekit.plots.kernels import project
from coursekit.wording import plural, signed

FEATURES: dict[str, Callable] = {"3x + 1": lambda x: 3 * x + 1, "x²": lambda x: x**2,
                                 "x³": lambda x: x**3}
DATA = {"line": make_line, "line with a stray": lambda: make_line(stray=True),
        "ring": lambda: make_ring(40)}
TINT = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])
HEIGHTS = {"3x + 1": (-12.0, 14.0), "x²": (-2.0, 13.0), "x³": (-42.0, 42.0)}
ACROSS = (-3.9, 4.0)
FINE = (240, 160)       # points across and up at which the sides of a cut are drawn
FACES = ((1, "o"), (-1, "X"))


def added(X: np.ndarray, feature: str) -> np.ndarray:
    """Return the added coordinate of points (m, d): the feature, summed over the coordinates."""
    return FEATURES[feature](X).sum(axis=1)


@lru_cache
def sides_of(data: str, feature: str) -> np.ndarray:
    """Return the best division by a straight cut; no feature is meant by an empty text."""
    X, y = DATA[data]()
    Z = np.column_stack([X, added(X, feature)]) if feature else X
    return widest(Z, y, best_sides(Z, y))


@lru_cache(maxsize=512)
def best_cut(data: str, feature: str, lift: float) -> Cut:
    """Return the best straight cut; of several the one with the widest margin."""
    X, y = DATA[data]()
    Z = np.column_stack([X, lift * added(X, feature)])
    return cut(Z, y, sides_of(data, feature if lift else ""))


class Lift(Explorer):
    """Samples on a line or in a plane, lifted by a feature, with the best straight cut.

    Examples
    --------
    >>> int(best_cut("line", "x²", 1.0).wrong.sum())
    0
    """

    title = "Lift"
    question = "Which second coordinate lets one straight cut separate the colours?"
    size = (8.8, 5.1)
    controls = (
        Choice("data", "samples", tuple(DATA), "line",
               "eleven on a line, the same with one label changed, or forty in the plane"),
        Choice("feature", "new coordinate", tuple(FEATURES), "3x + 1",
               "what is computed from a sample; in the plane, summed over both coordinates"),
        Slider("lift", "lift", 0.0, 1.0, 0.05, 0.0, "factor before the new coordinate"))
    presets = {
        "x³ lifted": Preset(
            {"feature": "x³", "lift": 1.0}, "The wire bends. Does it turn back?",
            shows=r"x³, lift 1\.00.*3 of 11"),
        "x² lifted": Preset(
            {"feature": "x²", "lift": 1.0}, "Where does the cut meet the wire?",
            shows=r"x², lift 1\.00.*0 of 11"),
        "one stray": Preset(
            {"data": "line with a stray", "feature": "x²", "lift": 1.0},
            "One label has changed. Does the same coordinate still do?",
            shows=r"stray.*1 of 11"),
        "ring": Preset(
            {"data": "ring", "feature": "x²", "lift": 1.0},
            "What is a flat cut from the side, seen from above?",
            shows=r"Ring.*0 of 40")}

    def build(self, canvas: Canvas) -> None:
        """Make room for both views of the line, and for both of the plane."""
        self._stage = stage = Stage(
            canvas, top=((0.105, 0.37, 0.66, 0.50), {
                "xlim": ACROSS, "ylabel": "new coordinate × lift"}),
            strip=((0.105, 0.135, 0.66, 0.12), {
                "xlim": ACROSS, "ylim": (-1, 1), "yticks": [], "xlabel": "position x of a sample"}),
            side=((0.0, 0.07, 0.47, 0.78), {"xlim": (-1.42, 1.42), "ylim": (-1.35, 1.35)}),
            above=((0.475, 0.16, 0.29, 0.29 * 8.8 / 5.1), {
                "xlim": (-SIDE, SIDE), "ylim": (-SIDE, SIDE)}))
        stage.strip.spines[["left"]].set_visible(False)
        stage.side.set_axis_off()
        stage.above.set_axis_off()

    def draw(self, state: dict) -> str:
        """Lift the samples and cut."""
        data, feature, lift = state["data"], state["feature"], state["lift"]
        (X, y), found, stage = DATA[data](), best_cut(data, feature, lift), self._stage
        flat = data != "ring"
        stage.top.axison = stage.strip.axison = flat
        (self._draw_line if flat else self._draw_plane)(X, y, feature, lift, found)
        wrong, n = int(found.wrong.sum()), len(y)
        stage.word(0.015, 0.955, _finding(data, feature, lift, wrong, n), 16)
        stage.word(0.785, 0.62, f"{wrong} of {n}", 26)
        stage.word(0.785, 0.50, "misclassified by\nthe best straight\ncut ("
                   + ("black line)" if flat else "green sheet)")
                   + (",\nringed in black" if flat and wrong else ""), 13, fontweight="normal",
                   linespacing=1.2)
        name = f"{feature}, summed over both coordinates" if not flat else feature
        return (f"{data.capitalize()}, new coordinate {name}, lift {lift:.2f}: the best straight "
                f"cut misclassifies {wrong} of {n} samples. {_seen(data, feature, lift)}")

    def details(self, state: dict) -> str:
        """Return where the borders are, and which samples are misclassified."""
        data, feature, lift = state["data"], state["feature"], state["lift"]
        found = best_cut(data, feature, lift)
        w = ", ".join(signed(v, ".3g") for v in found.w)
        told = f"Weights {w}; b = {signed(found.b, '.3g')}."
        if data != "ring":
            places = ", ".join(signed(x, ".2f") for x in borders(data, feature, lift))
            told += f" Borders at x = {places}."
        return told

    def _draw_line(self, X: np.ndarray, y: np.ndarray, feature: str, lift: float, found: Cut
                   ) -> None:
        """Draw the lifted line and the cut, and under it the line with the sides of the cut."""
        stage, (low, high) = self._stage, HEIGHTS[feature]
        stage.top.set_ylim(low, high)
        stage.word(0, 1.18, "seen from above", 14, stage.strip, fontweight="normal",
                   transform=stage.strip.transAxes)
        x, z = X[:, 0], lift * added(X, feature)
        t, h = (np.linspace(*ends, k) for ends, k in zip((ACROSS, (low, high)), FINE, strict=True))
        sides = (np.sign(found.w[0] * t + found.w[1] * h[:, None] + found.b),
                 np.sign(_along(t, feature, lift, found))[None])
        for ax, side in zip((stage.top, stage.strip), sides, strict=True):
            ax.imshow(side, origin="lower", cmap=TINT, vmin=-1, vmax=1, aspect="auto", zorder=0,
                      interpolation="nearest", extent=(*ACROSS, *ax.get_ylim()))
        stage.top.plot(t, lift * FEATURES[feature](t), color=style.GREY, lw=2.5, zorder=1)
        stage.top.plot(*_straight(found, low, high), color=style.INK, lw=4, zorder=2)
        places = borders_of(feature, lift, found)
        for ax, ends in ((stage.top, [(low, lift * FEATURES[feature](p)) for p in places]),
                         (stage.strip, [(-1, 1)] * len(places))):
            stage.lines(ax, [[(p, end) for end in pair]
                             for p, pair in zip(places, ends, strict=True)], width=1.8, z=2,
                        linestyles=":", gid="border")
        for ax, height in ((stage.top, z), (stage.strip, 0 * x)):
            _dots(ax, np.column_stack([x, height]), y, 12)
        stage.top.plot(x[found.wrong], z[found.wrong], "o", markersize=21, markerfacecolor="none",
                       markeredgecolor=style.INK, markeredgewidth=2.2, zorder=3)

    def _draw_plane(self, X: np.ndarray, y: np.ndarray, feature: str, lift: float, found: Cut
                    ) -> None:
        """Draw the bent plane with the flat cut, and beside it the plane from above."""
        stage, box = self._stage, box_of(added(X, feature))
        for ax, x, words in ((stage.side, 0.04, "from the side"), (stage.above, 0, "from above")):
            stage.word(x, 1.04, words, 14, ax, fontweight="normal", transform=ax.transAxes)
        for x, y_, words in ((0.62, 0.125, "$x_1$"), (0.455, 0.41, "$x_2$")):
            stage.word(x, y_, words, 13, fontweight="normal")

        def seen(points: np.ndarray) -> np.ndarray:
            return project((points - box.middle) / box.half, 25, 14)
        stage.lines(stage.side, [seen(line) for line in net(lambda P: lift * added(P, feature))],
                    "#8C8C8C", 0.9, z=1)
        stage.areas(stage.side, [seen(in_box(found.w, found.b, box))], style.LIGHT_GREEN, 2, z=2,
                    alpha=0.75, edgecolors=style.GREEN)
        side = np.linspace(-SIDE, SIDE, 141)
        grid = np.column_stack([g.ravel() for g in np.meshgrid(side, side)])
        f = found.f(np.column_stack([grid, lift * added(grid, feature)])).reshape(141, 141)
        stage.above.imshow(np.sign(f), origin="lower", cmap=TINT, vmin=-1, vmax=1, aspect="auto",
                           interpolation="nearest", extent=(-SIDE, SIDE, -SIDE, SIDE), zorder=0)
        lines = contour_generator(side, side, f).lines(0.0)
        stage.lines(stage.above, lines, width=3.5, gid="border")
        stage.lines(stage.side, [seen(np.column_stack([line, lift * added(line, feature)]))
                                 for line in lines if np.hypot(*line.T).max() < SIDE], width=3.5)
        _dots(stage.above, X, y, 9)
        _dots(stage.side, seen(np.column_stack([X, lift * added(X, feature)])), y, 9)


def _dots(ax: Axes, places: np.ndarray, y: np.ndarray, size: float) -> None:
    for c, marker in FACES:
        ax.plot(*places[y == c].T, marker, color=style.COLOURS[c], markersize=size,
                markeredgecolor="white", zorder=4)


def _along(t: np.ndarray, feature: str, lift: float, found: Cut) -> np.ndarray:
    return found.w[0] * t + found.w[1] * lift * FEATURES[feature](t) + found.b


def _straight(found: Cut, low: float, high: float) -> np.ndarray:
    """Return both ends of the cut, far outside the frame: (2, 2)."""
    frame = np.array([ACROSS[1] - ACROSS[0], high - low])
    w = found.w * frame
    nearest = -found.b * w / (w @ w)                # in units of the frame
    ends = nearest + np.outer([-9, 9], [-w[1], w[0]]) / np.linalg.norm(w)
    return (ends * frame).T


def borders_of(feature: str, lift: float, found: Cut) -> np.ndarray:
    """Return the places inside the frame where the answer of a cut changes along the line."""
    t = np.linspace(*ACROSS, 4001)
    f = _along(t, feature, lift, found)
    k = np.flatnonzero(np.sign(f[:-1]) != np.sign(f[1:]))
    return t[k] - f[k] * (t[k + 1] - t[k]) / (f[k + 1] - f[k])


def borders(data: str, feature: str, lift: float) -> np.ndarray:
    """Return the places where the answer of the best cut changes along the line."""
    return borders_of(feature, lift, best_cut(data, feature, lift))


def _finding(data: str, feature: str, lift: float, wrong: int, n: int) -> str:
    if not lift:
        return "Unlifted, no straight cut separates the colours"
    if feature == "3x + 1":
        return "Moved and stretched, the samples are as flat as before"
    if data == "ring":
        return "A circle from above is a flat cut from the side" if not wrong else \
            "This lift bends the plane, but not around the disc"
    if wrong:
        return "x³ bends the line, but never turns it back" if feature == "x³" else \
            "The bowl lifts the stray out of reach"
    return "In the bent space one straight cut is enough"


def _seen(data: str, feature: str, lift: float) -> str:
    if data == "ring":
        return "From above, the border is where the flat cut meets the bent plane."
    count = len(borders(data, feature, lift))
    return f"Seen from above, the cut is {plural(count, 'border')} on the line."
