"""Lesson 03c: one multiplier at a time zigzags along a ridge; how narrow it is, the origin says.

Legend: as in `coursekit.lessons.lesson03c.sor`. Both axes of the map are in shares of the optimum:
the star stays, and only the ridge changes.
"""
from __future__ import annotations

import numpy as np
from contourpy import contour_generator

from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson03c.sor import BOX, PATIENCE, TOL, Run, climb, gained
from coursekit.plots import style
from coursekit.wording import plural, signed

SEEN = (-0.1, 1.6)                  # of both multipliers, in shares of their optimum
DRAWN = 20                          # sweeps of the staircase that are drawn
LEVELS = 1 - np.array([2, 1.3, 0.8, 0.45, 0.2, 0.07, 0.015])     # of W, in shares of its maximum
LEFT = 0.625                        # where the words beside the map begin


class Zigzag(Explorer):
    """Contours of W over two multipliers with the staircase of SOR.

    The two samples stand beside them once they have moved, a step's parabola once ω is not 1.

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

    def build(self, canvas: Canvas) -> None:
        """Set the map of W, and room for the samples and for a parabola."""
        self._stage = stage = Stage(
            canvas,
            map=((0.075, 0.135, 0.51, 0.745), {
                "xlim": SEEN, "ylim": SEEN, "xlabel": "multiplier α of the blue sample",
                "ylabel": "α of the orange sample"}),
            rays=((LEFT, 0.6, 0.365, 0.2), {"xlim": (-1.5, 5.4), "ylim": (-0.6, 1.35)}),
            hill=((LEFT, 0.135, 0.365, 0.33), {
                "xlim": (-0.3, 2.45), "ylim": (-1.0, 1.25), "yticks": []}))
        stage.map.set_xticks([0, 1], ["0", "best"], fontsize=14)
        stage.map.set_yticks([0, 1], ["0", "best"], fontsize=14, rotation=90, va="center")
        stage.rays.set_axis_off()
        stage.hill.set_xticks([0, 1, 2], ["start", "ω = 1", "2"], fontsize=14)

    def draw(self, state: dict) -> str:
        """Show the ridge with its staircase; the samples and a step once they have changed."""
        shift, omega, stage = state["shift"], state["omega"], self._stage
        run = climb(shift, omega)
        beside = shift != 1, omega != 1
        stage.rays.set_visible(beside[0])
        stage.hill.set_visible(beside[1])
        self._map(run)
        if beside[0]:
            self._rays(shift, run.angle)
        if beside[1]:
            self._hill(omega)
        if not any(beside):
            for y, words, colour in ((0.62, "→ the blue α moves", "survived"),
                                     (0.52, "↑ the orange α moves", "died"),
                                     (0.42, "★ the top of W", "male")):
                stage.word(LEFT, y, words, 16, color=style.WORDS[colour])
            stage.word(LEFT, 0.36, "(it hides the last sweeps)", 13, fontweight="normal")
        many = plural(run.sweeps, "sweep")
        stage.word(0.012, 0.945, f"{many}, one multiplier at a time" if run.done else
                   f"Not at the top after {PATIENCE} sweeps", 18)
        where = " and ".join(signed(x, ".3g") for x in (shift - 1, shift + 1))
        ends = f"{many} until the KKT gap is at most {TOL:g}" if run.done else \
            f"not finished after {PATIENCE} sweeps"
        return (f"Samples at {where}, ω = {omega:.3g}: {ends}. {_says(omega)}. The vectors "
                f"(x, 1) are {run.angle:.0f}° apart.")

    def details(self, state: dict) -> str:
        """Return the optimum, and where the run stands."""
        run = climb(state["shift"], state["omega"])
        best, end = (", ".join(f"{v:.3g}" for v in a) for a in (run.best, run.path[-1]))
        return f"C = {BOX:g}. Best multipliers {best}; at the end {end}."

    def _map(self, run: Run) -> None:
        """Draw the lines of equal height, the star at the top, and the first sweeps."""
        stage, side = self._stage, np.linspace(*SEEN, 90)
        a1, a2 = (best * side for best in run.best)
        (q11, q12), (_, q22) = run.Q
        W = (a1[None] + a2[:, None]
             - (q11 * a1[None]**2 + 2 * q12 * a1[None] * a2[:, None] + q22 * a2[:, None]**2) / 2)
        lines = contour_generator(side, side, W / (run.best.sum() / 2))
        stage.lines(stage.map, [s for level in LEVELS for s in lines.lines(level)], style.SKY, 1.8,
                    z=1)
        stage.map.plot(*(run.path[:2 * DRAWN + 1] / run.best).T, "-", color=style.INK, lw=2.6,
                       zorder=3)
        stage.map.plot([0], [0], "o", color=style.INK, markersize=10, zorder=4)
        stage.map.plot([1], [1], "*", color=style.GREEN, markersize=26, zorder=5,
                       markeredgecolor="white")
        if run.sweeps > DRAWN:
            stage.word(SEEN[1] - 0.03, 0.0, f"the first {DRAWN} drawn", 13, ax=stage.map,
                       ha="right", fontweight="normal", zorder=6,
                       bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})

    def _rays(self, shift: float, angle: float) -> None:
        """Draw both samples with their 1, seen from the origin."""
        stage, ax = self._stage, self._stage.rays
        stage.word(LEFT, 0.84, f"both (x, 1): {angle:.0f}° apart", 16)
        ax.plot([-1.5, 5.4], [0, 0], color=style.GREY, lw=1.2)
        for x, c, marker in ((shift + 1, 1, "o"), (shift - 1, -1, "X")):
            ax.plot([0, x], [0, 1], color=style.COLOURS[c], lw=3.5)
            ax.plot([x], [1], marker, color=style.COLOURS[c], markersize=13,
                    markeredgecolor="white")
        ax.plot([0], [0], "s", color=style.INK, markersize=9)
        stage.word(0, -0.36, "origin", 14, ax=ax, ha="center", fontweight="normal")

    def _hill(self, omega: float) -> None:
        """Draw the parabola of a step, and where a step with this ω ends."""
        stage, ax, u = self._stage, self._stage.hill, np.linspace(-0.3, 2.45, 100)
        height, rises = gained(omega), gained(omega) > 1e-9
        words = f"a step {'gains' if rises else 'loses'} {abs(height):.0%}"
        stage.word(LEFT, 0.505, "a step gains nothing" if abs(height) < 1e-9 else words, 16,
                   color=style.WORDS["male" if rises else "female"])
        ax.axhline(0, color=style.GREY, lw=1.2)
        ax.plot(u, gained(u), color=style.INK, lw=4)
        colour = style.GREEN if rises else style.PINK
        ax.plot([omega, omega], [0, height], color=colour, lw=6, zorder=3)
        ax.plot([0], [0], "o", color=style.INK, markersize=12, markeredgecolor="white", zorder=5)
        ax.plot([omega], [height], "*", color=colour, markersize=26, markeredgecolor="white",
                zorder=6)


def _says(omega: float) -> str:
    share = gained(omega)
    if abs(share) < 1e-9:
        return "An unclipped step leaves W as it was"
    if share < 0:
        return f"An unclipped step lowers W by {-share:.0%} of the possible height"
    return f"An unclipped step gains {share:.0%} of the possible height"
