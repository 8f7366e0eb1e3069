"""Lesson 03: who is out, who is free, who is bound, as the penalty grows."""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.datasets import make_overlap_60
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Choice, LogSlider
from coursekit.explorers.artists import Plane, rings
from coursekit.kernels import linear, rbf
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_smo

BENDS = {"straight": None, "bent, γ = 0.1": 0.1, "bent, γ = 1": 1.0, "bent, γ = 10": 10.0}


def similarity(bend: str, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return the kernel values of all pairs, shape (len(A), len(B)).

    Examples
    --------
    >>> similarity("bent, γ = 1", np.zeros((1, 2)), np.ones((1, 2))).round(4)
    array([[0.1353]])
    """
    gamma = BENDS[bend]
    return linear(A, B) if gamma is None else rbf(A, B, gamma=gamma)


@lru_cache(maxsize=8)
def gram(bend: str) -> DualProblem:
    """Return the problem of the sixty points under a kernel, at C = 1."""
    X, y = make_overlap_60()
    return DualProblem(similarity(bend, X, X), y, 1.0)


@lru_cache(maxsize=1024)
def solved(bend: str, C: float) -> Solution:
    """Return the optimum at a penalty, to a gap of a thousandth.

    Examples
    --------
    >>> solved("straight", 1.0).support.size
    6
    """
    return solve_smo(gram(bend).with_C(C))


def finished(gap: float) -> str:
    """Say how a run at its end stands; where all are at a bound, wishes may leave room.

    Examples
    --------
    >>> finished(5e-4), finished(-1.9)
    ('converged, gap 5e-04', 'converged, and no pair wants to move')
    """
    return "converged, " + (f"gap {gap:.0e}" if gap > 0 else "and no pair wants to move")


class Zones(Explorer):
    """Sixty points, their multipliers, and the street between them.

    Examples
    --------
    >>> print(Zones().status.split(".")[0])
    C = 1: 54 samples are out (α = 0), 3 free, 3 bound (α = C)
    """

    title = "Three zones"
    question = "Who is out, who is free and who is bound, and what does a larger C do to them?"
    size = (10.5, 5.0)
    controls = (
        LogSlider("C", "penalty C", 0.01, 1000, 1.0, "price of one unit of slack"),
        Choice("kernel", "kernel", tuple(BENDS), "straight", "a line, or a bent one of width 1/γ"),
    )
    presets = {
        "soft": ({"C": 0.01}, "a wide street that holds half of the samples, all of them bound"),
        "hard": ({"C": 1000.0}, "one contradiction stays bound, whatever it costs"),
        "bent": ({"C": 10.0, "kernel": "bent, γ = 1"}, "the street follows the clouds"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane and the bars of the multipliers."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1.15, 1])
        style.label(left, "The street", "x1", "x2")
        style.label(right, "The multipliers", "samples, largest first", "α as a share of C")
        self._X, self._y = make_overlap_60()
        self._plane = Plane(canvas, left, self._X, self._y)
        self._kernel = {bend: similarity(bend, self._plane.grid, self._X) for bend in BENDS}
        self._free, free = rings(canvas, left, style.GREEN, "free")
        self._bound, bound = rings(canvas, left, style.INK, "bound, α = C")
        self._bars = canvas.moving(right.add_collection(LineCollection([], linewidths=3.4)))
        right.set(xlim=(-1, len(self._y)), ylim=(-0.02, 1.25))
        right.legend(handles=[free, bound], loc="upper left", ncols=2)

    def draw(self, state: dict) -> str:
        """Solve, draw the street, ring the support vectors."""
        C, bend = state["C"], state["kernel"]
        solution, y = solved(bend, C), self._y
        beta, zones = solution.alpha * y, gram(bend).with_C(C).zones(solution.alpha)
        self._plane.show(self._kernel[bend] @ beta + solution.b)
        self._free.set_offsets(self._X[zones == 1])
        self._bound.set_offsets(self._X[zones == 2])
        order = np.argsort(-solution.alpha, kind="stable")
        self._bars.set_segments([[(k, 0), (k, solution.alpha[i] / C)] for k, i in enumerate(order)])
        self._bars.set_color([(style.GREY, style.GREEN, style.INK)[zones[i]] for i in order])
        f = y - y * solution.gradient + solution.b         # K·beta + b
        out, free, bound = (int(np.sum(zones == k)) for k in range(3))
        width = "" if BENDS[bend] else \
            f" The street is {2 / np.linalg.norm(beta @ self._X):.2f} wide."
        return (f"C = {C:.3g}: {out} samples are out (α = 0), {free} free, {bound} bound (α = C)."
                f"{width} {np.mean(np.where(f > 0, 1, -1) == y):.0%} of the samples are on their "
                f"side; {finished(solution.gap)}.")
