"""Lesson 03c: one multiplier at a time zigzags along a ridge; how narrow it is, the origin says.

Two samples at ``shift`` + 1 (class +1) and ``shift`` - 1 (class -1) on a line, with penalised b.
Legend: ``Q`` y_k y_l (x_k x_l + 1), ``alpha`` the two multipliers, ``best`` their optimum, ``W``
the dual objective, ``omega`` how far a step goes, in ways to the top of its parabola. On the left
both axes are in shares of the optimum: the star stays, and only the ridge changes.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection

from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.plots import style
from coursekit.wording import plural, signed

C, TOL, MOST = 20.0, 1e-3, 1000     # penalty; KKT gap at the end; sweeps
SEEN = (-0.1, 1.6)                  # of both multipliers, in shares of their optimum
DRAWN = 20                          # sweeps of the staircase that are drawn
LEVELS = 1 - np.array([2, 1.3, 0.8, 0.45, 0.2, 0.07, 0.015])     # of W, in shares of its maximum
SWEPT, FALLS = style.WORDS["died"], style.WORDS["female"]


class Run(NamedTuple):
    """A run of SOR on two samples: every point of its staircase, and the number of sweeps."""

    Q: np.ndarray
    best: np.ndarray
    path: np.ndarray
    sweeps: int
    done: bool

    @property
    def angle(self) -> float:
        """The angle between the two vectors (x, 1), in degrees."""
        cosine = -self.Q[0, 1] / np.sqrt(self.Q[0, 0] * self.Q[1, 1])
        return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def matrix(shift: float) -> np.ndarray:
    """Return Q of the two samples.

    Examples
    --------
    >>> matrix(0.0).tolist(), matrix(3.0).tolist()
    ([[2.0, 0.0], [0.0, 2.0]], [[17.0, -9.0], [-9.0, 5.0]])
    """
    y, Z = np.array([1.0, -1]), np.array([[shift + 1, 1], [shift - 1, 1]])
    return np.outer(y, y) * (Z @ Z.T) + 0.0


@lru_cache(maxsize=1024)
def climb(shift: float, omega: float) -> Run:
    """Return the run of SOR from 0 until the KKT gap is at most the tolerance.

    Examples
    --------
    >>> [climb(s, 1.0).sweeps for s in (0.0, 1.0, 2.0, 3.0)]
    [1, 6, 37, 166]
    """
    Q = matrix(shift)
    (q11, q12), (_, q22) = Q.tolist()
    a1 = a2 = 0.0
    path, sweeps = [(a1, a2)], 0
    while True:
        g1, g2 = 1 - q11 * a1 - q12 * a2, 1 - q12 * a1 - q22 * a2
        gap = max(*(g for g, a in ((g1, a1), (g2, a2)) if a < C),
                  *(-g for g, a in ((g1, a1), (g2, a2)) if a > 0), 0.0, -1.0)
        if gap <= TOL or sweeps == MOST:
            return Run(Q, np.linalg.solve(Q, np.ones(2)), np.array(path), sweeps, gap <= TOL)
        a1 = min(max(a1 + omega * g1 / q11, 0.0), C)
        path.append((a1, a2))
        a2 = min(max(a2 + omega * (1 - q12 * a1 - q22 * a2) / q22, 0.0), C)
        path.append((a1, a2))
        sweeps += 1


def gained(omega: float) -> float:
    """Return the height of an unclipped step, as a share of the height of its parabola's top.

    Examples
    --------
    >>> gained(1.0), gained(1.5), gained(2.0)
    (1.0, 0.75, 0.0)
    """
    return omega * (2 - omega)


class Zigzag(Explorer):
    """Contours of W over two multipliers with the staircase of SOR; and the parabola of a step.

    Examples
    --------
    >>> Zigzag(shift=3.0).status.split(":")[0]
    'Samples at 2 and 4, ω = 1'
    """

    title = "One at a time"
    question = "How many sweeps, and what do the origin and ω do to them?"
    size = (8.8, 4.9)
    controls = (
        Slider("shift", "samples moved by s", 0.0, 4.0, 0.1, 1.0,
               "the two samples lie at s + 1 and s − 1"),
        Slider("omega", "relaxation ω", 0.3, 2.2, 0.05, 1.0,
               "how far each step goes: 1 is the top of its parabola"))
    presets = {
        "at the origin": Preset({"shift": 0.0}, "How many sweeps? Which angle?",
                                shows=r"^Samples at −1 and 1, ω = 1: 1 sweep"),
        "far away": Preset({"shift": 3.0}, "What has become of the angle, and of the ridge?",
                           shows=r"^Samples at 2 and 4, ω = 1: \d{3} sweeps"),
        "beyond the top": Preset({"shift": 3.0, "omega": 1.5},
                                 "Each step gains less. And the run?",
                                 shows=r"ω = 1\.5: \d\d sweeps.*75%"),
        "too far": Preset({"shift": 3.0, "omega": 2.1}, "What does each step do to W?",
                          shows=r"ω = 2\.1: not finished.*lowers W")}

    # -- what is drawn ---------------------------------------------------------------

    def build(self, canvas: Canvas) -> None:
        """Create the two vectors, the map of W and the parabola."""
        canvas.figure.set_layout_engine("none")
        self._rays = canvas.figure.add_axes((0.02, 0.72, 0.46, 0.16))
        self._map = canvas.figure.add_axes((0.095, 0.125, 0.385, 0.525))
        self._hill = canvas.figure.add_axes((0.575, 0.125, 0.41, 0.755))
        self._build_rays(canvas)
        self._build_map(canvas)
        self._build_hill(canvas)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: int, colour: str = style.INK):
            return canvas.moving(paper.text(x, y, "", fontsize=size, weight="bold", va="center",
                                            color=colour))
        self._count, self._reach = words(0.015, 0.945, 18, SWEPT), words(0.575, 0.945, 18)
        self._between = words(0.105, 0.675, 14)

    def _build_rays(self, canvas: Canvas) -> None:
        ax = self._rays
        ax.set(xlim=(-1.5, 5.4), ylim=(-0.6, 1.4), xticks=[], yticks=[])
        ax.set_axis_off()
        ax.plot([-1.5, 5.4], [0, 0], color=style.GREY, lw=1.2)
        ax.plot([-1.5, 5.4], [1, 1], ":", color=style.GREY, lw=1.2)
        ax.plot([0], [0], "s", color=style.INK, markersize=9)
        ax.text(0, -0.14, "origin", fontsize=12.5, ha="center", va="top")
        self._arrows, self._ends = [], []
        for colour, marker in ((style.COLOURS[1], "o"), (style.COLOURS[-1], "X")):
            self._arrows += ax.plot([], [], color=colour, lw=3.5)
            self._ends += ax.plot([], [], marker, color=colour, markersize=13,
                                  markeredgecolor="white")
        for artist in (*self._arrows, *self._ends):
            canvas.moving(artist)

    def _build_map(self, canvas: Canvas) -> None:
        ax = self._map
        ax.set(xlim=SEEN, ylim=SEEN, xticks=[0, 1], yticks=[0, 1])
        ax.set_xticklabels(["0", "best"], fontsize=13)
        ax.set_yticklabels(["0", "best"], fontsize=13, rotation=90, va="center")
        ax.set_xlabel("multiplier α of the blue sample", fontsize=13, labelpad=0)
        ax.set_ylabel("of the orange one", fontsize=13, labelpad=5)
        ax.grid(False)
        self._contours = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.SKY, linewidths=1.8, zorder=1)))
        (self._stairs,) = ax.plot([], [], "-", color=style.ORANGE, lw=2.4, zorder=3)
        (self._origin,) = ax.plot([0], [0], "o", color=style.INK, markersize=9, zorder=4)
        (self._star,) = ax.plot([1], [1], "*", color=style.GREEN, markersize=24, zorder=5,
                                markeredgecolor="white")
        for artist in (self._stairs, self._origin, self._star):
            canvas.moving(artist)
        self._drawn = canvas.moving(ax.text(
            0.985, 0.05, "", fontsize=12.5, transform=ax.transAxes, ha="right", zorder=6,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5}))

    def _build_hill(self, canvas: Canvas) -> None:
        ax, u = self._hill, np.linspace(-0.3, 2.45, 200)
        ax.set(xlim=(-0.3, 2.45), ylim=(-1.0, 1.42), yticks=[])
        ax.set_xticks([0, 1, 2], ["0", "to the top: 1", "2"], fontsize=13)
        ax.set_xlabel("one step, ω times the way to the top", fontsize=13, labelpad=2)
        ax.set_ylabel("objective W", fontsize=13)
        ax.grid(False)
        ax.axhline(0, color=style.GREY, lw=1.2)
        ax.plot(u, gained(u), color=style.INK, lw=4.5)
        ax.plot([0], [0], "o", color=style.INK, markersize=14, markeredgecolor="white", zorder=5)
        (self._gain,) = ax.plot([], [], lw=6, zorder=3)
        (self._end,) = ax.plot([], [], "*", markersize=28, markeredgecolor="white", zorder=6)
        self._told = ax.text(1.0, -0.55, "", fontsize=15, weight="bold", ha="center",
                             va="center", zorder=7)
        for artist in (self._gain, self._end, self._told):
            canvas.moving(artist)

    # -- one state -------------------------------------------------------------------

    def draw(self, state: dict) -> str:
        """Show the two vectors, the ridge with its staircase, and one step."""
        shift, omega = state["shift"], state["omega"]
        run = climb(shift, omega)
        for x, arrow, end in zip((shift + 1, shift - 1), self._arrows, self._ends, strict=True):
            arrow.set_data([0, x], [0, 1])
            end.set_data([x], [1])
        self._draw_map(run)
        self._draw_step(omega)
        self._between.set_text(f"(x, 1) of both samples: {run.angle:.0f}° apart")
        many = plural(run.sweeps, "sweep")
        self._count.set_text(f"{many} to the optimum" if run.done
                             else f"Not there after {MOST} sweeps")
        self._drawn.set_text(f"the first {DRAWN} drawn" if run.sweeps > DRAWN else "all drawn")
        where = " and ".join(signed(x, ".3g") for x in (shift - 1, shift + 1))
        ends = f"{many} until the KKT gap is at most {TOL:g}" if run.done else \
            f"not finished after {MOST} sweeps"
        return (f"Samples at {where}, ω = {omega:.3g}: {ends}. {self._says(omega)}. The vectors "
                f"(x, 1) are {run.angle:.0f}° apart.")

    def details(self, state: dict) -> str:
        """Return the optimum, and where the run stands."""
        run = climb(state["shift"], state["omega"])
        best, end = (", ".join(f"{v:.3g}" for v in a) for a in (run.best, run.path[-1]))
        return f"C = {C:g}. Best multipliers {best}; at the end {end}."

    @staticmethod
    def _says(omega: float) -> str:
        share = gained(omega)
        if abs(share) < 1e-9:
            return "An unclipped step leaves W as it was"
        if share < 0:
            return f"An unclipped step lowers W by {-share:.0%} of the possible height"
        return f"An unclipped step gains {share:.0%} of the possible height"

    def _draw_map(self, run: Run) -> None:
        side = np.linspace(*SEEN, 90)
        a1, a2 = (best * side for best in run.best)
        (q11, q12), (_, q22) = run.Q
        W = (a1[None] + a2[:, None]
             - (q11 * a1[None]**2 + 2 * q12 * a1[None] * a2[:, None] + q22 * a2[:, None]**2) / 2)
        lines = contour_generator(side, side, W / (run.best.sum() / 2))
        self._contours.set_segments([s for level in LEVELS for s in lines.lines(level)])
        self._stairs.set_data(*(run.path[:2 * DRAWN + 1] / run.best).T)

    def _draw_step(self, omega: float) -> None:
        height = gained(omega)
        colour = style.GREEN if height > 1e-9 else style.PINK
        self._gain.set_data([omega, omega], [0, height])
        self._end.set_data([omega], [height])
        for artist in (self._gain, self._end):
            artist.set_color(colour)
        self._end.set_markeredgecolor("white")
        side = "short of the top" if omega < 0.999 else "beyond the top" if omega > 1.001 else \
            "exactly to the top"
        self._reach.set_text(f"ω = {omega:.3g}: {side}")
        rises = height > 1e-9
        words = f"W {'rises' if rises else 'falls'} by {abs(height):.0%}\nof the top's height"
        self._told.set_text("W stays\nas it was" if abs(height) < 1e-9 else
                            words)
        self._told.set_color(style.WORDS["male"] if rises else FALLS)
