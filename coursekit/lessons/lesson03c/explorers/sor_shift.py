"""Lesson 03c: a penalised intercept depends on where the origin is."""
from __future__ import annotations

import numpy as np

from coursekit.datasets import make_overlap_60
from coursekit.explorer import above, Canvas, Explorer, LogSlider, Preset, Slider, Stage, Toggle
from coursekit.lessons.lesson03c.sor import TOL, moved, optima, slopes_left, way
from coursekit.plots import style
from coursekit.wording import plural

FAR = 60.0                  # longer than any line in the plane
ROOM = 0.9                  # around the samples
FREE, BAD = style.WORDS["male"], style.WORDS["female"]


class SORShift(Explorer):
    """The lines of two problems, b penalised and b free, and how long SOR takes to the first.

    Examples
    --------
    >>> print(SORShift(shift=0.0).status.split(". ")[-1])
    SOR with ω = 1.00 is finished after 25 sweeps.
    """

    title = "Where is the origin?"
    question = "What do the position of the samples, C and ω do to a line whose b is penalised?"
    size = (8.8, 4.9)
    controls = (
        Slider("shift", "samples moved by", 0.0, 30.0, 0.5, 30.0, "added to both features"),
        LogSlider("C", "penalty C", 1.0, 100.0, 1.0, "price of one unit of slack"),
        Slider("omega", "relaxation ω", 0.1, 2.1, 0.05, 1.0,
               "how far each step goes: 1 is the top of its parabola"),
        Toggle("centred", "centre first", False, "subtract the mean of each feature"),
    )
    presets = {
        "at the origin": Preset(
            {"shift": 0.0}, "Where is the black line now, and how many sweeps does it take?",
            shows=r"^Samples moved by 0, C = 1:"),
        "larger C": Preset(
            {"C": 100.0}, "Does a larger C bring the accuracy back? And the line?",
            shows=r"^Samples moved by 30, C = 100:"),
        "centred": Preset(
            {"centred": True}, "Where is the origin now, and where are the two lines?",
            shows=r"^Samples moved by 30 and centred, C = 1:"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane, in which the samples stay where they are and the origin moves."""
        X, _ = make_overlap_60()
        (left, bottom), (right, top) = X.min(axis=0) - ROOM, X.max(axis=0) + ROOM
        self._stage = Stage(canvas, plane=((0.015, 0.1, 0.97, 0.76), {
            "xlim": (left, right), "ylim": (bottom, top), "xticks": [], "yticks": []}))
        self._stage.plane.spines[:].set_visible(True)

    def draw(self, state: dict) -> str:
        """Solve both problems, and draw them as if the samples had never moved."""
        shift, C, omega, centred = (state[k] for k in ("shift", "C", "omega", "centred"))
        (X, y), stage, shares = moved(shift, centred), self._stage, []
        place, wrong = X - way(X), np.zeros(len(y), bool)
        for (alpha, b), look in zip(optima(shift, C, centred), ("-", "-."), strict=True):
            w = (alpha * y) @ X
            right = np.where(X @ w + b > 0, 1, -1) == y
            shares.append(float(right.mean()))
            black = look == "-"
            wrong |= ~right & black
            stage.lines(stage.plane, [_along(w, b + w @ way(X))], style.INK if black else
                        style.GREEN, 4.5, z=2 + (not black), linestyles=look)
        for c, marker in ((1, "o"), (-1, "X")):
            stage.plane.plot(*place[y == c].T, marker, color=style.COLOURS[c], markersize=9,
                             markeredgecolor="white", markeredgewidth=0.6, zorder=4)
        stage.plane.plot(*place[wrong].T, "o", markersize=19, markerfacecolor="none",
                         markeredgecolor=style.PINK, markeredgewidth=2.5, zorder=5)
        self._origin(-way(X))
        left = slopes_left(omega, shift, C, centred)
        done, sweeps = left[-1] <= TOL, len(left) - 1
        stage.word(0.015, 0.935, f"b penalised (black): {shares[0]:.0%} right", 19)
        stage.word(0.985, 0.935, f"b free (green): {shares[1]:.0%} right", 19, color=FREE,
                   ha="right")
        stage.word(0.985, 0.045, f"SOR, ω = {omega:.2f}: {plural(sweeps, 'sweep')}"
                   f"{'' if done else ', not finished'}", ha="right")
        if wrong.any():
            stage.word(0.015, 0.045, "ringed: wrong side of the black line", color=BAD)
        return (f"Samples moved by {shift:g}{' and centred' * centred}, C = {C:.3g}: with b "
                f"penalised {shares[0]:.0%} of the samples are classified correctly, with b free "
                f"{shares[1]:.0%}. SOR with ω = {omega:.2f} is "
                f"{'finished' if done else 'not finished'} after {sweeps} sweeps.")

    def details(self, state: dict) -> str:
        """Return both intercepts, and the slope at which SOR stands."""
        shift, C, omega, centred = (state[k] for k in ("shift", "C", "omega", "centred"))
        (_, one), (_, other) = optima(shift, C, centred)
        left = slopes_left(omega, shift, C, centred)
        slope = f"{left[-1]:.2g}" if left[-1] <= TOL else above(left[-1], TOL, 2)[0]
        return (f"b penalised: b = {round(one, 2) + 0.0:.2f}. b free: b = "
                f"{round(other, 2) + 0.0:.2f}. KKT gap {slope}.").replace("-", "−")

    def _origin(self, origin: np.ndarray) -> None:
        """Mark the origin, or show how far away it is and in which direction."""
        ax, stage = self._stage.plane, self._stage
        low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
        inside = np.all((low < origin) & (origin < high))
        at = origin if inside else low + (0.04, 0.07) * (high - low)
        ax.plot(*at, marker="s" if inside else (3, 0, 135), color=style.INK, markersize=12,
                zorder=6)
        if not inside:
            stage.lines(ax, [[at, at + (0.05, 0.1) * (high - low)]], width=3, z=6)
        beside = (0.0, -0.06) if inside else (0.02, 0.0)
        stage.word(*(at + beside * (high - low)), "origin" if inside else
                   f"origin: {np.hypot(*origin):.0f} away", ax=ax, zorder=7,
                   ha="center" if inside else "left")


def _along(w: np.ndarray, b: float) -> np.ndarray:
    """Return both ends of the line w x + b = 0, shape (2, 2)."""
    side = FAR * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([-b * w / (w @ w) - side, -b * w / (w @ w) + side])
