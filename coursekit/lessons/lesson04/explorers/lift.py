"""Lesson 04: samples get one more coordinate, and a straight cut becomes a bent border.

Legend: ``X`` (n, d) samples, ``z`` (n,) the added coordinate times ``lift``.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson04.machines import Cut, best_sides, cut, widest
from coursekit.lessons.lesson04.samples import make_line, make_ring
from coursekit.lessons.lesson04.views import SIDE, box_of, in_box, net
from coursekit.plots import style
from coursekit.plots.kernels import project
from coursekit.wording import plural

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
        """Create both views of the line, both of the plane, and what is written."""
        canvas.figure.set_layout_engine("none")
        figure = canvas.figure
        self._top = figure.add_axes((0.105, 0.37, 0.66, 0.50), xlim=ACROSS)
        self._strip = figure.add_axes((0.105, 0.135, 0.66, 0.12), xlim=ACROSS, ylim=(-1, 1))
        self._side = figure.add_axes((0.0, 0.07, 0.47, 0.78))
        self._above = figure.add_axes((0.475, 0.16, 0.29, 0.29 * 8.8 / 5.1))
        self._build_line(canvas)
        self._build_plane(canvas)
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.015, 0.955, "", fontsize=16, weight="bold",
                                                va="center"))
        self._count = canvas.moving(paper.text(0.785, 0.62, "", fontsize=26, weight="bold",
                                                va="center"))
        self._counted = canvas.moving(paper.text(0.785, 0.50, "", fontsize=13, linespacing=1.2,
                                                  va="center"))

    def _build_line(self, canvas: Canvas) -> None:
        for ax in (self._top, self._strip):
            ax.grid(False)
        self._strip.set(yticks=[], xlabel="position x of a sample")
        self._strip.spines[["left"]].set_visible(False)
        self._strip.set_title("seen from above", fontsize=14, fontweight="normal", pad=6)
        self._tints = [canvas.moving(ax.imshow(
            np.zeros((2, 2)), origin="lower", cmap=TINT, vmin=-1, vmax=1, aspect="auto",
            interpolation="nearest", zorder=0)) for ax in (self._top, self._strip)]
        (self._wire,) = self._top.plot([], [], color=style.GREY, lw=2.5, zorder=1)
        (self._line,) = self._top.plot([], [], color=style.INK, lw=4, zorder=2)
        self._drops = [ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=1.8, linestyles=":", zorder=2))
            for ax in (self._top, self._strip)]
        self._dots = {(ax, c): ax.plot([], [], marker, color=style.COLOURS[c], markersize=12,
                                       markeredgecolor="white", zorder=4)[0]
                      for ax in (self._top, self._strip) for c, marker in FACES}
        (self._rings,) = self._top.plot([], [], "o", markersize=21, markerfacecolor="none",
                                        markeredgecolor=style.INK, markeredgewidth=2.2, zorder=3)
        self._of_line = [canvas.moving(a) for a in (
            self._wire, self._line, *self._drops, *self._dots.values(), self._rings)]

    def _build_plane(self, canvas: Canvas) -> None:
        X, y = DATA["ring"]()
        for ax in (self._side, self._above):
            ax.grid(False)
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set_visible(False)
        self._side.set(xlim=(-1.42, 1.42), ylim=(-1.35, 1.35))
        self._above.set(xlim=(-SIDE, SIDE), ylim=(-SIDE, SIDE), xlabel="$x_1$", ylabel="$x_2$")
        for ax, words in ((self._side, "from the side"), (self._above, "from above")):
            ax.set_title(words, fontsize=14, fontweight="normal", pad=6)
        self._ground = canvas.moving(self._above.imshow(
            np.zeros((2, 2)), origin="lower", cmap=TINT, vmin=-1, vmax=1, aspect="auto",
            interpolation="nearest", extent=(-SIDE, SIDE, -SIDE, SIDE), zorder=0))
        self._net = self._side.add_collection(LineCollection([], colors="#8C8C8C", linewidths=0.9,
                                                             zorder=1))
        (self._sheet,) = self._side.fill([0], [0], facecolor=style.LIGHT_GREEN, alpha=0.75,
                                         edgecolor=style.GREEN, lw=2, zorder=2)
        self._borders = [ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=3.5, zorder=3)) for ax in (self._side, self._above)]
        self._points = {(ax, c): ax.plot([], [], marker, color=style.COLOURS[c], markersize=9,
                                         markeredgecolor="white", zorder=4)[0]
                        for ax in (self._side, self._above) for c, marker in FACES}
        for c, _ in FACES:
            self._points[self._above, c].set_data(*X[y == c].T)
        self._of_plane = [canvas.moving(a) for a in (
            self._net, self._sheet, *self._borders, *self._points.values())]

    def draw(self, state: dict) -> str:
        """Lift the samples and cut."""
        data, feature, lift = state["data"], state["feature"], state["lift"]
        (X, y), found = DATA[data](), best_cut(data, feature, lift)
        flat = data != "ring"
        for artist in (*self._of_line, *self._tints):
            artist.set_visible(flat)
        for artist in (*self._of_plane, self._ground):
            artist.set_visible(not flat)
        for ax in (self._top, self._strip):
            ax.set_visible(flat)
        for ax in (self._side, self._above):
            ax.set_visible(not flat)
        (self._draw_line if flat else self._draw_plane)(X, y, feature, lift, found)
        wrong, n = int(found.wrong.sum()), len(y)
        self._title.set_text(_finding(data, feature, lift, wrong, n))
        self._count.set_text(f"{wrong} of {n}")
        self._counted.set_text("misclassified by\nthe best straight\ncut ("
                               + ("black line)" if flat else "green sheet)")
                               + (",\nringed in black" if flat and wrong else ""))
        name = f"{feature}, summed over both coordinates" if not flat else feature
        return (f"{data.capitalize()}, new coordinate {name}, lift {lift:.2f}: the best straight "
                f"cut misclassifies {wrong} of {n} samples. {_seen(data, feature, lift)}")

    def details(self, state: dict) -> str:
        """Return where the borders are, and which samples are misclassified."""
        data, feature, lift = state["data"], state["feature"], state["lift"]
        found = best_cut(data, feature, lift)
        w = ", ".join(f"{v:.3g}" for v in found.w)
        told = f"Weights {w}; b = {found.b:.3g}.".replace("-", "−")
        if data != "ring":
            places = ", ".join(f"{x:.2f}" for x in borders(data, feature, lift))
            told += f" Borders at x = {places}.".replace("-", "−")
        return told

    def _draw_line(self, X: np.ndarray, y: np.ndarray, feature: str, lift: float, found: Cut
                   ) -> None:
        low, high = HEIGHTS[feature]
        if self._top.get_ylabel() != f"lift · ({feature})" or self._top.get_ylim() != (low, high):
            self._top.set(ylim=(low, high), ylabel=f"lift · ({feature})")
        self.canvas.invalidate(key=("line", feature))
        x, z = X[:, 0], lift * added(X, feature)
        t, h = (np.linspace(*ends, k) for ends, k in zip((ACROSS, (low, high)), FINE, strict=True))
        self._wire.set_data(t, lift * FEATURES[feature](t))
        plane = found.w[0] * t + found.w[1] * h[:, None] + found.b
        self._tints[0].set(data=np.sign(plane), extent=(*ACROSS, low, high))
        self._tints[1].set(data=np.sign(_along(t, feature, lift, found))[None],
                           extent=(*ACROSS, -1, 1))
        self._line.set_data(*_straight(found, low, high))
        places = borders_of(feature, lift, found)
        self._drops[0].set_segments([[(p, low), (p, lift * FEATURES[feature](p))] for p in places])
        self._drops[1].set_segments([[(p, -1), (p, 1)] for p in places])
        for c, _ in FACES:
            self._dots[self._top, c].set_data(x[y == c], z[y == c])
            self._dots[self._strip, c].set_data(x[y == c], 0 * x[y == c])
        self._rings.set_data(x[found.wrong], z[found.wrong])

    def _draw_plane(self, X: np.ndarray, y: np.ndarray, feature: str, lift: float, found: Cut
                    ) -> None:
        self.canvas.invalidate(key="ring")
        box = box_of(added(X, feature))

        def seen(points: np.ndarray) -> np.ndarray:
            return project((points - box.middle) / box.half, 25, 14)
        self._net.set_segments([seen(line) for line in net(
            lambda P: lift * added(P, feature))])
        self._sheet.set_xy(seen(in_box(found.w, found.b, box)))
        side = np.linspace(-SIDE, SIDE, 141)
        grid = np.column_stack([g.ravel() for g in np.meshgrid(side, side)])
        f = found.f(np.column_stack([grid, lift * added(grid, feature)])).reshape(141, 141)
        self._ground.set_data(np.sign(f))
        lines = contour_generator(side, side, f).lines(0.0)
        self._borders[1].set_segments(lines)
        self._borders[0].set_segments([seen(np.column_stack([line, lift * added(line, feature)]))
                                       for line in lines if np.hypot(*line.T).max() < SIDE])
        top = seen(np.column_stack([X, lift * added(X, feature)]))
        for c, _ in FACES:
            self._points[self._side, c].set_data(*top[y == c].T)


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
