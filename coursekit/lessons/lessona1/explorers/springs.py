"""Lesson a1: a rod tied to the samples by springs; its two balances are the normal equations.

Legend: ``r`` residuals, ``w`` slope, ``h`` height over the mean of x, ``lam`` the penalty λ.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.lessons.lessona1.rod import PIVOT, X, Y, Rod, at_rest
from coursekit.plots import style

ENDS = np.array([-0.1, 9.3])
EXTRA_AT = 8.75          # where the extra spring holds the rod
COILS = 7
NAME, HIGHEST = 2.2, 7.0        # length of "held here"; no name stands above this y
ZERO = 0.005            # a pull below this is called 0
REACH = 42.0            # half of either bar: 1 is as long in both
SLACK = "#9C3C72"       # words about springs: 4.5 : 1 on white


def settled(slope: float, height: float, let_go: float, lam: float) -> Rod:
    """Return the rod on its way from the hand, at 0, to rest, at 1."""
    held, rest = np.array([slope, height]), np.array(at_rest(lam))
    return Rod(*(float(v) for v in held + let_go * (rest - held)))


class Springs(Explorer):
    """A rod held by hand or let go, the springs of eight samples, and both balances.

    Examples
    --------
    >>> Springs(let_go=1.0).status.split("; ")[-1]
    'the energy is 3.58.'
    """

    title = "Springs"
    question = "Where does the rod come to rest?"
    size = (8.8, 5.1)
    controls = (
        Slider("slope", "slope w", 0.0, 0.8, 0.025, 0.2, "slope at which you hold the rod"),
        Slider("height", "height", 2.0, 4.25, 0.125, 2.0,
               "height at which you hold the rod over the black triangle"),
        Slider("let_go", "let go", 0.0, 1.0, 0.1, 0.0, "0: held; 1: the rod has come to rest"),
        Slider("lam", "spring λ", 0, 30, 5, 0, "an extra spring turns the rod back by λ w"))
    presets = {
        "let go": Preset({"let_go": 1.0}, "Both dark bars are gone. What do the springs still do?",
                         shows=r"at rest.*the energy is 3\.58"),
        "no pull": Preset({"slope": 0.2, "height": 3.375},
                          "The pulls cancel. Is it at rest?", shows=r"Σ r = 0\.0 and turn it by "
                          r"\+16\.1"),
        "extra spring": Preset({"let_go": 1.0, "lam": 20},
                               "One more spring holds the rod level. Which bar feels it?",
                               shows=r"λ = 20, at rest with slope 0\.40"),
        "strong": Preset({"let_go": 1.0, "lam": 30},
                         "What would an endlessly strong one do?", shows=r"slope 0\.34")}

    def build(self, canvas: Canvas) -> None:
        """Create the rod with its springs, both bars, and what is written."""
        canvas.figure.set_layout_engine("none")
        figure = canvas.figure
        self._left = figure.add_axes((0.055, 0.11, 0.555, 0.77), xlim=(-0.3, 9.95),
                                     ylim=(-1.3, 8.0), xlabel="x", ylabel="y")
        self._left.grid(False)
        self._build_rod(canvas)
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=-1)
        paper.set_axis_off()

        def words(x: float, y: float, size: float, **more):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **more))
        self._title = words(0.015, 0.95, 16, weight="bold")
        self._bars = {name: _Balance(canvas, figure.add_axes((0.645, bottom, 0.34, 0.09)), words,
                                     bottom)
                      for name, bottom in (("pull", 0.71), ("turn", 0.435))}
        paper.text(0.815, 0.275, "both bars have the same scale", fontsize=12.5, color=style.GREY,
                   va="center", ha="center")
        self._energy = words(0.815, 0.195, 20, weight="bold", ha="center")
        self._parts = words(0.815, 0.125, 14, ha="center")
        self._before = words(0.815, 0.06, 14, ha="center", color=style.GREY)

    def _build_rod(self, canvas: Canvas) -> None:
        ax = self._left
        (self._held,) = ax.plot([], [], color="#8E8E8E", lw=4, solid_capstyle="round", zorder=1)
        (self._level,) = ax.plot([], [], color=style.GREEN, lw=2, ls=(0, (4, 3)), zorder=2)
        self._springs = ax.add_collection(LineCollection([], colors=style.COLOURS["slack"],
                                                         linewidths=2.4, zorder=3))
        (self._extra,) = ax.plot([], [], color=style.GREEN, lw=4.5, zorder=3)
        (self._rod,) = ax.plot([], [], color=style.INK, lw=6, solid_capstyle="round", zorder=4)
        (self._pivot,) = ax.plot([], [], "^", color=style.INK, ms=15, mec="white", zorder=7)
        ax.plot(X, Y, "o", color=style.INK, ms=11, mec="white", mew=1.2, zorder=6)
        self._held_name = ax.text(0, 0, "held here", color=style.GREY, fontsize=13, zorder=8)
        self._extra_name = ax.text(9.9, -0.75, "", color="#00704F", fontsize=14, weight="bold",
                                   ha="right", va="center", zorder=8)
        ax.plot([0.05], [-0.72], "^", color=style.INK, ms=11)
        ax.text(0.3, -0.75, "x̄, mean of x", fontsize=13, va="center")
        ax.text(-0.1, 7.5, "springs from the samples", color=SLACK, fontsize=14, va="center")
        for artist in (self._held, self._level, self._springs, self._extra, self._rod, self._pivot,
                       self._held_name, self._extra_name):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Move the rod, stretch the springs, and weigh their pulls."""
        lam, let_go = state["lam"], state["let_go"]
        held = Rod(state["slope"], state["height"])
        rod = settled(state["slope"], state["height"], let_go, lam)
        self._draw_rod(rod, held, lam, let_go)
        down, up = rod.pull()
        self._bars["pull"].show(f"pull Σ r = {_signed(up - down)}", ("down", down, 0.0),
                                ("up", up))
        back, on = rod.turn()
        turn = on - back - lam * rod.w
        less = f" − λ w = {_signed(turn)}" if lam else f" = {_signed(turn)}"
        self._bars["turn"].show(f"turn Σ r (x − x̄){less}",
                                ("right end down", back, lam * rod.w), ("right end up", on))
        energy = rod.energy(lam)
        self._energy.set_text(f"energy {energy:.2f}" if lam else f"energy Σ r² = {energy:.2f}")
        self._parts.set_text(f"Σ r² + λ w² = {rod.energy():.2f} + {lam * rod.w**2:.2f}" if lam
                             else "r: spring length, upwards +")
        self._before.set_text(f"held: {held.energy(lam):.2f}" if let_go else "")
        pull = up - down
        self._title.set_text(_finding(pull, turn, lam, rod))
        how = {0.0: "held", 1.0: "at rest"}.get(let_go, "on its way")
        extra = f"Extra spring λ = {lam}, " if lam else "Rod "
        return (f"{extra}{how} with slope {rod.w:.2f} and height {rod.h:.2f}"
                + (f" (held at {held.w:.3f} and {held.h:.3f})" if let_go else "")
                + f": all springs pull it by Σ r = {_signed(pull)} and turn it by {_signed(turn)}; "
                f"the energy is {energy:.2f}.").replace("-", "−")

    def details(self, state: dict) -> str:
        """Return the intercept and all residuals."""
        rod = settled(state["slope"], state["height"], state["let_go"], state["lam"])
        each = ", ".join(f"{r:+.2f}" for r in rod.residuals())
        return f"Intercept b = {rod.b:.2f}. Residuals from left to right: {each}.".replace("-", "−")

    def _draw_rod(self, rod: Rod, held: Rod, lam: float, let_go: float) -> None:
        self._rod.set_data(ENDS, rod.h + rod.w * (ENDS - PIVOT))
        self._pivot.set_data([PIVOT], [rod.h - 0.32])
        foot = rod.h + rod.w * (X - PIVOT)
        self._springs.set_segments([coil(x, a, y) for x, a, y in zip(X, foot, Y, strict=True)])
        for artist in (self._level, self._extra, self._extra_name):
            artist.set_visible(bool(lam))
        tip = rod.h + rod.w * (EXTRA_AT - PIVOT)
        self._extra.set_data(*coil(EXTRA_AT, rod.h, tip, 0.2).T)
        self._level.set_data([PIVOT, 9.6], [rod.h, rod.h])
        self._extra_name.set_text(f"extra spring, λ = {lam:g}")
        there = held.h + held.w * (ENDS - PIVOT)
        self._held.set_data(ENDS, there)
        apart = np.abs(there - (rod.h + rod.w * (ENDS - PIVOT)))
        self._held.set_visible(let_go > 0 and apart.max() > 0.3)
        end = int(np.where(there > HIGHEST, -1, apart).argmax())
        self._held_name.set_visible(self._held.get_visible())
        self._held_name.set_ha("left" if end == 0 else "right")
        under = there[end] < (rod.h + rod.w * (ENDS - PIVOT))[end]
        self._held_name.set_va("top" if under else "bottom")
        away = 0.25 + (NAME * held.w if under == bool(end) else 0)
        self._held_name.set_position((ENDS[end], there[end] + (-away if under else away)))


class _Balance:
    """Pulls one way and the other, in pale pink and green, with their sum as a dark bar."""

    def __init__(self, canvas: Canvas, ax: Axes, words, bottom: float):
        ax.set(xlim=(-REACH, REACH), ylim=(-1, 1))
        ax.set_axis_off()
        canvas.moving(ax.plot([0, 0], [-1, 1], color=style.INK, lw=2.5, zorder=4)[0])
        colours = {"down": style.COLOURS["slack"], "up": style.COLOURS["slack"],
                   "extra": style.GREEN, "sum": style.INK}
        self._boxes = {name: canvas.moving(ax.add_patch(Rectangle(
            (0, -0.8), 0, 1.6, facecolor=colour, lw=0,
            zorder=3 if name == "sum" else 2))) for name, colour in colours.items()}
        self._boxes["sum"].set(y=-0.33, height=0.66)
        self._head = words(0.815, bottom + 0.125, 13.5, weight="bold", ha="center")
        self._below = {"down": words(0.65, bottom - 0.055, 13, ha="left"),
                       "up": words(0.98, bottom - 0.055, 13, ha="right")}

    def show(self, head: str, down: tuple, up: tuple) -> None:
        """Draw the pulls down, with the extra spring's, and up; their sum as the dark bar."""
        (low, back, extra), (high, on) = down, up
        for name, start, width in (("down", -back, back), ("extra", -back - extra, extra),
                                   ("up", 0, on), ("sum", 0, on - back - extra)):
            self._boxes[name].set(x=start, width=width)
        self._head.set_text(head)
        also = f" + {extra:.1f}" if extra else ""
        self._below["down"].set_text(f"{low}\n{back:.1f}{also}")
        self._below["up"].set_text(f"{high}\n{on:.1f}")


def coil(x: float, foot: float, tip: float, half: float = 0.13) -> np.ndarray:
    """Return the zigzag of a spring from (x, foot) to (x, tip): (points, 2)."""
    side = np.r_[0, 0, np.tile([half, -half], COILS), 0, 0]
    if abs(tip - foot) < 0.15:
        side = np.zeros_like(side)
    return np.column_stack([x + side, np.linspace(foot, tip, len(side))])


def _signed(value: float) -> str:
    if abs(value) < ZERO:
        return "0.0"
    return f"{value:+.{1 if abs(value) >= 0.1 else 2}f}".replace("-", "−")


def _finding(pull: float, turn: float, lam: float, rod: Rod) -> str:
    if abs(pull) < ZERO and abs(turn) < ZERO:
        return (f"At rest: the extra spring holds the slope down to {rod.w:.2f}" if lam
                else "At rest: the pulls cancel, and so do the turns")
    if abs(pull) < ZERO:
        return "The pulls cancel, but the springs still turn the rod"
    if abs(turn) < ZERO:
        return "The turns cancel, but the springs still pull the rod"
    return f"The springs pull the rod {'up' if pull > 0 else 'down'} and " \
        f"{'raise' if turn > 0 else 'lower'} its right end"
