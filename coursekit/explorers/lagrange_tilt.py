"""Lesson 02: the smallest point of L(·, λ) beside the dual function q.

Legend: f = ½‖x‖² objective, c = x1 + x2 - t ≥ 0 constraint, L = f - λ c Lagrangian with its
smallest point x_λ = λ (1, 1), q(λ) = L(x_λ, λ) = λ t - λ² dual function, v(t) smallest feasible f.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Slider
from coursekit.lagrange import inequality_qp
from coursekit.plots import style

LOW, HIGH, FAR, TINY = -1.0, 2.2, 9.0, 1e-9
HIGHEST = 1.25             # λ
CIRCLE = np.stack([np.cos(a := np.linspace(0, 2 * np.pi, 121)), np.sin(a)], axis=1)
RADII = np.sqrt(2 * np.arange(0.25, 8, 0.25))      # contours of L a quarter apart


def lowest_point(lam: float) -> np.ndarray:
    """Return x_λ, where L(·, λ) is smallest: its gradient x - λ (1, 1) is 0 there."""
    return np.array([lam, lam])


def dual_value(lam: float, t: float) -> float:
    """Return q(λ) = L(x_λ, λ).

    Examples
    --------
    >>> dual_value(0.5, t=1.0)
    0.25
    """
    x = lowest_point(lam)
    return float(x @ x / 2 - lam * (x.sum() - t))


def best_value(t: float) -> float:
    """Return v(t), the smallest feasible f."""
    x, _ = inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [t])
    return float(x @ x / 2)


class LagrangeTilt(Explorer):
    """Contours of L(·, λ) with its smallest point, and the dual function with its bound.

    Examples
    --------
    >>> LagrangeTilt(t=1.0, lam=0.5).status.split(";")[0]
    'λ = 0.500, t = 1.00: L is smallest at (0.500, 0.500), on the boundary, c = 0.000'
    """

    title = "The Lagrangian and the dual function"
    question = "For which λ is the smallest point of L the minimum of the constrained problem?"
    size = (8.8, 4.8)
    controls = (
        Slider("lam", "multiplier λ", 0.0, HIGHEST, 0.025, 0.25,
               "λ ≥ 0 in L = ½‖x‖² − λ (x1 + x2 − t)"),
        Slider("t", "constraint t", -0.5, 2.0, 0.05, 1.0, "feasible is x1 + x2 ≥ t"))
    presets = {
        "t below 0": Preset(
            {"t": -0.5, "lam": 0.25},
            "where is the free minimum now?",
            shows=r"t = −0\.50: .*inside the feasible side"),
        "small λ": Preset(
            {"t": 1.0, "lam": 0.2},
            "on which side of the boundary is the diamond?",
            shows=r"^λ = 0\.200.*raise λ"),
        "large λ": Preset(
            {"t": 1.0, "lam": 0.8},
            "on which side of the boundary is the diamond?",
            shows=r"^λ = 0\.800.*lower λ"),
        "t above 1": Preset(
            {"t": 1.6, "lam": 0.2},
            "how far is q from v?",
            shows=r"t = 1\.60: .*gap v − q = 0\.36"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane with its constraint, and the dual function."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1, 1.25])
        style.label(left, "contours of L(·, λ)", "$x_1$", "$x_2$")
        style.label(right, "dual function", "multiplier λ", "q(λ)")
        self._build_plane(canvas, left)
        self._build_dual(canvas, right)
        dot = {"ls": "none", "markersize": 11}
        handles = [
            Patch(facecolor=style.GREY, alpha=0.35, label="not feasible"),
            Line2D([], [], marker="D", color=style.ORANGE, label="x_λ: L smallest", **dot),
            Line2D([], [], marker="o", mfc="none", mec=style.INK, mew=2,
                   label="constrained minimum", **dot),
            Line2D([], [], color=style.BLUE, lw=3, label="q(λ)"),
            Line2D([], [], color=style.GREEN, ls="--", lw=2.5, label="v(t)"),
            Line2D([], [], color=style.INK, ls=":", lw=2, label="gap v − q"),
            Line2D([], [], color=style.ORANGE, lw=4, label="slope of q")]
        canvas.figure.legend(handles=handles, loc="outside lower center", ncols=3)
        self._fit_dual(self.controls[1].low)        # the layout must not depend on the state
        canvas.figure.draw_without_rendering()
        canvas.figure.set_layout_engine("none")

    def _build_plane(self, canvas: Canvas, ax: Axes) -> None:
        ax.grid(False)
        self._contours = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.SKY, linewidths=1.6, zorder=0)))
        self._forbidden = canvas.moving(ax.add_patch(Polygon(
            np.zeros((4, 2)), facecolor=style.GREY, alpha=0.35, zorder=1)))
        self._boundary = canvas.moving(*ax.plot([], [], color=style.INK, lw=3, zorder=2))
        self._minimum = canvas.moving(*ax.plot([], [], "o", mfc="none", mec=style.INK, mew=2.5,
                                               markersize=17, zorder=3))
        self._lowest = canvas.moving(*ax.plot([], [], "D", color=style.ORANGE, markersize=10,
                                              zorder=4))
        ax.set(xlim=(LOW, HIGH), ylim=(LOW, HIGH), aspect="equal", xticks=range(-1, 3),
               yticks=range(-1, 3))

    def _build_dual(self, canvas: Canvas, ax: Axes) -> None:
        self._lams = np.linspace(0, HIGHEST, 126)
        self._curve = canvas.moving(*ax.plot([], [], color=style.BLUE, lw=3, zorder=2))
        self._bound = canvas.moving(*ax.plot([], [], "--", color=style.GREEN, lw=2.5, zorder=1))
        self._gap = canvas.moving(*ax.plot([], [], ":", color=style.INK, lw=2, zorder=1))
        self._slope = canvas.moving(*ax.plot([], [], color=style.ORANGE, lw=4, zorder=3))
        self._mark = canvas.moving(*ax.plot([], [], "D", color=style.ORANGE, markersize=10,
                                            zorder=4))
        ax.set(xlim=(-0.2, 1.45))
        ax.yaxis.set_major_formatter("{x:.2f}")    # of one width
        canvas.moving(ax.yaxis, in_layout=True)

    def _fit_dual(self, t: float) -> None:
        """Fit the vertical axis to q and v, which depend on t alone: at t = 1 q is a low hump."""
        low, high = min(0, (t - HIGHEST) * HIGHEST), max(0, t)**2 / 4
        room = 0.14 * (high - low)
        self._mark.axes.set_ylim(low - room, high + room)

    def draw(self, state: dict) -> str:
        """Move the smallest point of L to the given λ, and the constraint to the given t."""
        lam, t = (round(state[name], 9) + 0.0 for name in ("lam", "t"))
        x, c, q, v = lowest_point(lam), 2 * lam - t, dual_value(lam, t), best_value(t)
        self._contours.set_segments([x + r * CIRCLE for r in RADII])
        self._fit_dual(t)
        middle, along = np.full(2, t / 2), np.array([FAR, -FAR])
        ends = np.array([middle + along, middle - along])
        self._boundary.set_data(*ends.T)
        self._forbidden.set_xy([*ends, *(ends[::-1] - FAR)])
        self._lowest.set_data(*x[:, None])
        self._minimum.set_data(*np.full((2, 1), max(0, t / 2)))
        self._curve.set_data(self._lams, self._lams * t - self._lams**2)
        self._bound.set_data([0, HIGHEST], [v, v])
        self._gap.set_data([lam, lam], [q, v])
        ends = lam + np.array([-0.18, 0.18])
        self._slope.set_data(ends, q - c * (ends - lam))
        self._mark.set_data([lam], [q])
        return _words(lam, t, c, q, v)


def _words(lam: float, t: float, c: float, q: float, v: float) -> str:
    if c < -TINY:
        where = (f"which violates the constraint, c = −{-c:.3f}; q rises with slope {-c:.3f}, so "
                 "raise λ.")
    elif abs(c) <= TINY:
        where = "on the boundary, c = 0.000; q has slope 0: this λ is the best one."
    elif lam > TINY:
        where = (f"inside the feasible side, c = {c:.3f}, although λ > 0; q falls with slope "
                 f"−{c:.3f}, so lower λ.")
    else:
        where = (f"which is feasible, c = {c:.3f}; q falls from here on, so λ = 0 is the best: the "
                 "constraint is inactive.")
    bound = "q = v: no gap." if v - q <= TINY else f"gap v − q = {v - q:.4f}."
    q, t = (f"{'−' if number < 0 else ''}{abs(number):.{digits}f}" for number, digits in
            ((q, 4), (t, 2)))
    return (f"λ = {lam:.3f}, t = {t}: L is smallest at ({lam:.3f}, {lam:.3f}), {where} "
            f"q(λ) = {q}, smallest feasible value v = {v:.4f}; {bound}")
