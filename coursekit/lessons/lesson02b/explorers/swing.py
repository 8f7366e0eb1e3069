"""Lesson 02b: a bowl that swings about the fence, and the height of its bottom over λ.

Legend: f valley (objective), t place of the fence, c = x - t ≥ 0 room to the fence, λ (``lam``)
push, L = f - λ c bowl, q(λ) its lowest value, v(t) height of the ball, the lowest allowed f.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.plots import style

FENCE, SHADE, GAP = "#7A4A2A", "#E2E2E2", "#9C3C72"
BOWL, BOWL_WORDS = style.COLOURS["multiplier"], "#00704F"
MOST = 2.4              # λ
LEVEL = 1e-6            # two bottoms closer than this are level
LEAST_GAP = 5e-4        # a smaller one would be printed as 0.000
FINE = 241              # points of the curve q
SPREAD = 0.15           # least distance between two names in the margin, as a share of its height


class Valley(NamedTuple):
    """A function of one variable, its derivative's coefficients, and a frame around its graph."""

    f: Callable[[np.ndarray], np.ndarray]
    slope: tuple[float, ...]
    across: tuple[float, float]
    up: tuple[float, float]
    ticks: tuple[list[float], list[float]]
    fence: tuple[float, float]


VALLEYS = {
    "one valley": Valley(lambda x: x**2 / 2, (1.0, 0.0), (-1.7, 2.9), (-0.95, 2.0),
                         ([-1, 0, 1, 2], [0, 1, 2]), (-0.5, 1.6)),
    "two valleys": Valley(lambda x: x**4 - 2 * x**2 + x / 2, (4.0, 0.0, -4.0, 0.5), (-1.8, 1.8),
                          (-2.05, 1.0), ([-1, 0, 1], [-2, -1, 0, 1]), (-0.5, 1.1))}


def _stationary(valley: Valley, lam: float) -> np.ndarray:
    """Return the places where f' = λ."""
    roots = np.roots([*valley.slope[:-1], valley.slope[-1] - lam])
    return np.sort(roots.real[np.abs(roots.imag) < 1e-9])


def bottoms(valley: Valley, lam: float, t: float) -> tuple[np.ndarray, float]:
    """Return the places where L(·, λ) is lowest, one or two, and its height q(λ) there.

    Examples
    --------
    >>> bottoms(VALLEYS["one valley"], 0.5, t=1.0)
    (array([0.5]), 0.375)
    """
    x = _stationary(valley, lam)
    L = valley.f(x) - lam * (x - t)
    return x[L - L.min() < LEVEL], float(L.min())


def ball(valley: Valley, t: float) -> tuple[float, float]:
    """Return where f is lowest among the allowed x ≥ t, and v(t), the height there."""
    x = _stationary(valley, 0.0)
    x = np.append(x[x > t], t)
    f = valley.f(x)
    return float(x[f.argmin()]), float(f.min())


@lru_cache
def _curve(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return λ, and the lowest height of L(·, λ) if the fence were at 0."""
    lams = np.linspace(0, MOST, FINE)
    return lams, np.array([bottoms(VALLEYS[name], lam, 0.0)[1] for lam in lams])


class Swing(Explorer):
    """A valley with a fence, the bowl L that passes through it, and the height of its bottom.

    Examples
    --------
    >>> Swing(lam=0.5).status
    'One valley, fence t = 1.0, push λ = 0.50: the bottom of the bowl is at height 0.375, below \
the ball at 0.500; a gap of 0.125 is left.'
    """

    title = "Swing"
    question = "How high can the bottom of the bowl get?"
    size = (8.8, 5.1)
    controls = (
        Slider("lam", "push λ", 0.0, MOST, 0.05, 0.4,
               "multiplier λ ≥ 0 in the bowl L = f − λ·(x − t)"),
        Slider("t", "fence t", -0.5, 1.6, 0.1, 1.0, "allowed is x ≥ t"),
        Choice("valley", "valley f", tuple(VALLEYS), "one valley",
               "½x², which is convex, or x⁴ − 2x² + ½x, which is not"))
    presets = {
        "no push": Preset(
            {"lam": 0.0}, "Without a push, the bowl is the valley itself. What does its bottom "
            "say about the ball?", shows=r"λ = 0\.00.*bottom.*0\.000, below the ball at 0\.500"),
        "pushed too far": Preset(
            {"lam": 1.8}, "On which side of the fence is the bottom now?",
            shows=r"λ = 1\.80.*a gap of 0\.320"),
        "fence left of the ball": Preset(
            {"t": -0.5, "lam": 0.4}, "The fence does not touch the ball. Which λ is best now?",
            shows=r"t = −0\.5.*below the ball at 0\.000"),
        "two valleys": Preset(
            {"valley": "two valleys", "t": 0.0, "lam": 0.2}, "Raise λ. Why does the bottom stop "
            "rising, long before it reaches the ball?",
            shows=r"Two valleys.*λ = 0\.20.*below the ball at −0\.517")}

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Keep the fence inside the picture of the valley."""
        return {"t": VALLEYS[state["valley"]].fence}

    def build(self, canvas: Canvas) -> None:
        """Create the valley, the height of the bottom over λ, and what is written."""
        canvas.figure.set_layout_engine("none")
        self._left = canvas.figure.add_axes((0.075, 0.125, 0.475, 0.685))
        self._right = canvas.figure.add_axes((0.61, 0.125, 0.26, 0.685), xlim=(-0.1, 3.2),
                                             xticks=[0, 1, 2])
        self._left.set(xlabel="place x", ylabel="height")
        self._right.set(xlabel="push λ (multiplier)")
        for ax in (self._left, self._right):
            ax.grid(False)
        self._build_valley(canvas, self._left)
        self._build_bound(canvas, self._right)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        paper.text(0.075, 0.88, "dashed: valley f", fontsize=14, va="center")
        paper.text(0.075, 0.835, "green: bowl L = f − λ·(x − t)", fontsize=14, va="center",
                   color=BOWL_WORDS, weight="bold")
        paper.text(0.61, 0.835, "height q of its bottom", fontsize=14, va="center",
                   color=BOWL_WORDS, weight="bold")
        self._title = canvas.moving(paper.text(0.015, 0.945, "", fontsize=16, weight="bold",
                                               va="center"))
        self._names = [canvas.moving(paper.text(0.885, 0.5, "", fontsize=15, weight="bold",
                                                va="center", linespacing=1.05, color=colour))
                       for colour in (style.INK, BOWL_WORDS)]

    def _build_valley(self, canvas: Canvas, ax: Axes) -> None:
        self._forbidden = canvas.moving(ax.axvspan(-3, 0, color=SHADE, zorder=0))
        self._word = canvas.moving(ax.text(
            0.02, 0.035, "not\nallowed", fontsize=14, color="#4A4A4A", linespacing=1.0,
            transform=ax.transAxes))
        self._fence = canvas.moving(ax.plot([], [], color=FENCE, lw=7, zorder=1)[0])
        (self._valley,) = ax.plot([], [], "--", color=style.INK, lw=2.6, zorder=2)
        (self._bowl,) = ax.plot([], [], color=BOWL, lw=5, zorder=3)
        (self._over,) = ax.plot([], [], ":", color=BOWL_WORDS, lw=2.4, zorder=2, clip_on=False)
        (self._level,) = ax.plot([], [], ":", color=style.GREY, lw=2.4, zorder=1, clip_on=False)
        (self._ball,) = ax.plot([], [], "o", color=style.INK, markersize=24, zorder=6,
                                markeredgecolor="white", markeredgewidth=2)
        (self._lowest,) = ax.plot([], [], "D", color=BOWL, markersize=12, zorder=7,
                                  markeredgecolor="white", markeredgewidth=2)
        for artist in (self._valley, self._bowl, self._over, self._level, self._ball,
                       self._lowest):
            canvas.moving(artist)

    def _build_bound(self, canvas: Canvas, ax: Axes) -> None:
        (self._q,) = ax.plot([], [], color=BOWL, lw=5, zorder=3)
        (self._v,) = ax.plot([], [], ":", color=style.GREY, lw=2.4, zorder=1)
        (self._gap,) = ax.plot([], [], color=GAP, lw=7, zorder=2, solid_capstyle="butt")
        (self._mark,) = ax.plot([], [], "D", color=BOWL, markersize=14, zorder=7,
                                markeredgecolor="white", markeredgewidth=2, clip_on=False)
        self._gap_word = ax.text(0, 0, "gap", fontsize=15, weight="bold", color=GAP, va="center")
        for artist in (self._q, self._v, self._gap, self._mark, self._gap_word):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Swing the bowl to the given push, about the given fence."""
        name, lam, t = state["valley"], state["lam"], state["t"]
        valley = VALLEYS[name]
        low, high = self._frame(name, valley)
        (x, q), (place, v) = bottoms(valley, lam, t), ball(valley, t)
        q, v = round(q, 9) + 0.0, round(v, 9) + 0.0
        self._draw_valley(valley, lam, t, x, q, place, v)
        lams, at_zero = _curve(name)
        drawn = lams <= lam + 1e-9
        self._q.set_data(lams[drawn], (at_zero + lams * t)[drawn])
        self._v.set_data([-0.1, 3.2], [v, v])
        shown = max(q, low)
        self._gap.set_data([lam, lam], [shown, v])
        self._gap_word.set_position((lam + 0.16, (shown + v) / 2))
        self._gap_word.set_visible(v - shown > 0.09 * (high - low))
        self._mark.set_data([lam], [shown])
        self._mark.set_marker("D" if q >= low else "v")
        self._write(q, v, low, high, x.min() < t < x.max())
        return _status(name, lam, t, q, v, len(x))

    def details(self, state: dict) -> str:
        """Return where bottom and ball are."""
        valley = VALLEYS[state["valley"]]
        x, _ = bottoms(valley, state["lam"], state["t"])
        place, _ = ball(valley, state["t"])
        where = " and ".join(f"{at + 0.0:.2f}" for at in np.round(x, 9))
        return f"Bottom at x = {where}, ball at x = {place:.2f}.".replace("-", "−")

    def _frame(self, name: str, valley: Valley) -> tuple[float, float]:
        """Set the limits of a valley; return those of the height."""
        if self._left.get_xlim() != valley.across:
            self._left.set(xlim=valley.across, ylim=valley.up, xticks=valley.ticks[0],
                           yticks=valley.ticks[1])
            self._right.set(ylim=valley.up, yticks=[])
        self.canvas.invalidate(key=name)
        return valley.up

    def _draw_valley(self, valley: Valley, lam: float, t: float, x: np.ndarray, q: float,
                     place: float, v: float) -> None:
        left, right = valley.across
        low, high = valley.up
        along = np.linspace(left, right, 301)
        self._valley.set_data(along, valley.f(along))
        self._bowl.set_data(along, valley.f(along) - lam * (along - t))
        self._forbidden.set_x(left)
        self._forbidden.set_width(t - left)
        self._fence.set_data([t, t], [low, high])
        self._ball.set_data([place], [v])
        self._lowest.set_data(x, np.full(len(x), q))
        beyond = right + (right - left) * 0.06 / 0.475      # to the axes on the right
        self._level.set_data([left, beyond], [v, v])
        self._over.set_data([x.min(), beyond], [q, q])
        self._over.set_visible(q >= low)

    def _write(self, q: float, v: float, low: float, high: float, astride: bool) -> None:
        """Name ball and bottom in the margin, at their heights but never over one another."""
        at = [0.125 + 0.685 * (min(max(height, low), high) - low) / (high - low)
              for height in (v, q)]
        push = max(0.0, SPREAD - (at[0] - at[1])) / 2
        lowest = max(0.165, at[1] - push)
        for name, y, words in zip(self._names, (max(at[0] + push, lowest + SPREAD), lowest),
                                  ("ball", "bottom"), strict=True):
            name.set_y(y)
            name.set_text(f"{words}\n{_signed(v if words == 'ball' else q, 3)}")
        self._title.set_text(_finding(q, v, astride))


def _finding(q: float, v: float, astride: bool) -> str:
    if v - q < LEVEL:
        return "The bottom is as high as the ball: no gap is left"
    if astride:
        return f"Two bottoms, level: a gap of {v - q:.3f} is left, and no λ closes it"
    return f"The bottom of the bowl is below the ball: a gap {_size(v - q)}"


def _status(name: str, lam: float, t: float, q: float, v: float, count: int) -> str:
    start = (f"{name.capitalize()}, fence t = {_signed(t, 1)}, push λ = {lam:.2f}: the bottom of "
             f"the bowl is at height {_signed(q, 3)}")
    if v - q < LEVEL:
        return f"{start}, as high as the ball; no gap is left."
    where = ", at two places" if count > 1 else ""
    where += ", outside the frame" if q < VALLEYS[name].up[0] else ""
    return f"{start}{where}, below the ball at {_signed(v, 3)}; a gap {_size(v - q)} is left."


def _size(gap: float) -> str:
    return f"of {gap:.3f}" if gap > LEAST_GAP else "below 0.001"


def _signed(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.replace("-", "" if not float(text) else "−")
