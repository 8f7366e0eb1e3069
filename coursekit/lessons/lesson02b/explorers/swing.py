"""Lesson 02b: a bowl that swings about the fence, and the height of its bottom over λ.

Legend: f valley (objective), t place of the fence, c = x - t ≥ 0 room to the fence, λ (``lam``)
push, L = f - λ c bowl, q(λ) its lowest value, v(t) height of the ball, the lowest allowed f.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.patheffects import withStroke

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.plots import style

FENCE, SHADE, GAP = "#7A4A2A", "#E2E2E2", "#9C3C72"
BOWL, BOWL_WORDS = style.COLOURS["multiplier"], "#00704F"
MOST = 2.4              # λ
LEVEL = 1e-6            # two bottoms closer than this are level
LEAST_GAP = 5e-4        # a smaller one would be printed as 0.000
FINE = 241              # points of the curve q
NAMED = 0.75            # where the curves have their names, as a share of the upper end
HALO = [withStroke(linewidth=3.5, foreground="white")]
SPREAD = 0.115           # least distance of a name in the margin from the next, as a share of it
FLOOR, HIGH = 0.125, 0.735      # of both panels: their lower end and their height, as shares


class Valley(NamedTuple):
    """A function of one variable, its derivative's coefficients, and a frame around its graph."""

    f: Callable[[np.ndarray], np.ndarray]
    slope: tuple[float, ...]
    across: tuple[float, float]
    up: tuple[float, float]
    ticks: tuple[list[float], list[float]]
    fence: tuple[float, float]


VALLEYS = {
    "one valley": Valley(lambda x: x**2 / 2, (1.0, 0.0), (-2.6, 3.3), (-0.6, 1.6),
                         ([-2, -1, 0, 1, 2, 3], [0, 1]), (-0.5, 1.6)),
    "two valleys": Valley(lambda x: x**4 - 2 * x**2 + x / 2, (4.0, 0.0, -4.0, 0.5), (-2.6, 2.9),
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

    title = "The swinging bowl"
    question = "How high can the bottom of the bowl get?"
    size = (8.8, 5.1)
    controls = (
        Slider("lam", "push λ", 0.0, MOST, 0.05, 0.2,
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
        """Make room for the valley, the height of the bottom over λ, and names in the margin."""
        self._stage = Stage(canvas, left=((0.075, FLOOR, 0.475, HIGH), {}),
                            right=((0.61, FLOOR, 0.235, HIGH), {"xlim": (-0.1, 2.6)}))
        self._stage.left.set(xlabel="place x", ylabel="height")
        self._stage.right.set(xlabel="push λ (multiplier)", xticks=[0, 1, 2], yticks=[])

    def draw(self, state: dict) -> str:
        """Swing the bowl to the given push, about the given fence."""
        name, lam, t = state["valley"], state["lam"], state["t"]
        valley = VALLEYS[name]
        (x, q), (place, v) = bottoms(valley, lam, t), ball(valley, t)
        q, v = round(q, 9) + 0.0, round(v, 9) + 0.0
        if self._stage.left.get_xlim() != valley.across:
            self._stage.left.set(xlim=valley.across, ylim=valley.up, xticks=valley.ticks[0],
                                 yticks=valley.ticks[1])
            self._stage.right.set(ylim=valley.up)
        self._stage.word(0.015, 0.945, _finding(q, v, x.min() < t < x.max()), 16)
        self._draw_valley(valley, t, place, v)
        self._draw_bowl(valley, lam, t, x, q)
        self._draw_bound(name, lam, t, q)
        self._draw_margin(valley, float(x.min()), q, v)
        return _status(name, lam, t, q, v, len(x))

    def details(self, state: dict) -> str:
        """Return where bottom and ball are."""
        valley = VALLEYS[state["valley"]]
        x, _ = bottoms(valley, state["lam"], state["t"])
        place, _ = ball(valley, state["t"])
        where = " and ".join(f"{at + 0.0:.2f}" for at in np.round(x, 9))
        return f"Bottom at x = {where}, ball at x = {place:.2f}.".replace("-", "−")

    def _draw_valley(self, valley: Valley, t: float, place: float, v: float) -> None:
        """Draw the valley with its fence, and the ball."""
        ax, (left, right) = self._stage.left, valley.across
        along = np.linspace(left, right, 301)
        ax.axvspan(left, t, color=SHADE, zorder=0)
        self._stage.word(0.02, 0.07, "not\nallowed", 14, ax, "normal", color="#4A4A4A",
                         linespacing=1.0, transform=ax.transAxes)
        self._stage.lines(ax, [[(t, valley.up[0]), (t, valley.up[1])]], FENCE, 7, 1)
        ax.plot(along, valley.f(along), "--", color=style.INK, lw=2.6, zorder=2)
        self._stage.word(left + 0.05, NAMED * valley.up[1], "valley f", 14, ax, "normal",
                         path_effects=HALO)
        ax.plot(place, v, "o", color=style.INK, markersize=24, zorder=6, markeredgecolor="white",
                markeredgewidth=2)

    def _draw_bowl(self, valley: Valley, lam: float, t: float, x: np.ndarray, q: float) -> None:
        """Draw the bowl and its bottom, and the name of the bowl where there is room."""
        ax, (left, right), low = self._stage.left, valley.across, valley.up[0]
        along = np.linspace(left, right, 301)
        L = valley.f(along) - lam * (along - t)
        ax.plot(along, L, color=BOWL, lw=5, zorder=3)
        ax.plot(x, np.full(len(x), q), "D", color=BOWL, markersize=12, zorder=7,
                markeredgecolor="white", markeredgewidth=2)
        if q >= low:
            side, *place = _room_for_the_name(along, L, float(x[0]), q, valley.up)
            self._stage.word(*place, "bowl L", 14, ax, ha=side, color=BOWL_WORDS, zorder=5,
                             path_effects=HALO)

    def _draw_bound(self, name: str, lam: float, t: float, q: float) -> None:
        """Draw the height of the bottom, as far as the bowl was turned."""
        ax, low = self._stage.right, VALLEYS[name].up[0]
        lams, at_zero = _curve(name)
        drawn = lams <= lam + 1e-9
        ax.plot(lams[drawn], (at_zero + lams * t)[drawn], color=BOWL, lw=5, zorder=3)
        ax.plot(lam, max(q, low), "D" if q >= low else "v", color=BOWL, markersize=14, zorder=7,
                markeredgecolor="white", markeredgewidth=2, clip_on=False)
        self._stage.word(0.04, 0.95, "height q of the bottom", 13, ax, "normal",
                         transform=ax.transAxes, color=BOWL_WORDS, path_effects=HALO)

    def _draw_margin(self, valley: Valley, x: float, q: float, v: float) -> None:
        """Draw the heights of ball and bottom across, and name them in the margin, with the gap."""
        low, high = valley.up
        at = [FLOOR + HIGH * (min(max(height, low), high) - low) / (high - low)
              for height in (v, q)]
        left, right = valley.across
        begin = 0.075 + 0.475 * min(max(x - left, 0) / (right - left), 1)
        self._stage.lines(self._stage.paper, [[(0.075, at[0]), (0.86, at[0])],
                                              [(begin, at[1]), (0.86, at[1])]],
                          [style.GREY, BOWL_WORDS], 2.4, 1, linestyles=":")
        middle, spread = sum(at) / 2, SPREAD if v - q > LEAST_GAP else SPREAD / 2
        middle = max(middle, 0.06 + 2 * spread)
        reach = max((at[0] - at[1]) / 2 + 0.06, spread)
        for y, words, colour in ((middle + reach, f"ball\n{_signed(v, 3)}", style.INK),
                                 (middle - reach, f"bottom\n{_signed(q, 3)}", BOWL_WORDS)):
            self._stage.word(0.873, y, words, 15, linespacing=1.05, color=colour)
        if v - q > LEAST_GAP:
            self._stage.lines(self._stage.paper, [[(0.86, at[1]), (0.86, at[0])]], GAP, 7,
                              capstyle="butt")
            self._stage.word(0.873, middle, f"gap\n{v - q:.3f}", 15, linespacing=1.05, color=GAP)


def _room_for_the_name(along: np.ndarray, L: np.ndarray, x: float, q: float,
                       up: tuple[float, float]) -> tuple[str, float, float]:
    """Return on which side of which place the bowl is named: beside its right arm if it can be."""
    level, span = NAMED * up[1], up[1] - up[0]
    arm = along[L <= level].max(initial=-np.inf)    # where the bowl comes up to that height
    if -np.inf < arm < along[-1] - 0.2 * np.ptp(along):
        return "left", arm + 0.12, level
    above = q + 0.2 * span
    return "center", x, above if above < up[1] - 0.05 * span else q - 0.12 * span


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
