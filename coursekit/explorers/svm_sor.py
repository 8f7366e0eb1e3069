"""Lesson 03: an intercept that is penalised knows where the origin is."""
from __future__ import annotations

import warnings
from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_overlap_60
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider, Toggle
from coursekit.explorers.artists import Plane
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_qp, solve_smo, solve_sor

MOST = 40   # sweeps that one picture may wait for


@lru_cache(maxsize=512)
def swept(omega: float, shift: float, centred: bool) -> Solution:
    """Return what SOR makes of the sixty points, moved by ``shift`` in both directions.

    It gets at most 40 sweeps; its gap tells what was left to do.

    Examples
    --------
    >>> [bool(swept(1.0, shift, False).converged) for shift in (0.0, 30.0)]
    [True, False]
    """
    X, y = moved(shift, centred)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)   # the gap is shown
        return solve_sor(DualProblem(X @ X.T, y, 1.0), omega=omega, tol=1e-6, max_iter=MOST)


@lru_cache(maxsize=128)
def optima(shift: float, centred: bool) -> tuple[Solution, Solution]:
    """Return where SOR would arrive, whatever ω, with b penalised; and SMO's answer, with b free.

    Examples
    --------
    >>> round(optima(0.0, False)[0].b, 3) == round(swept(1.0, 0.0, False).b, 3)
    True
    """
    X, y = moved(shift, centred)
    problem = DualProblem(X @ X.T, y, 1.0)
    return solve_qp(problem.with_C(1.0, penalised=True)), solve_smo(problem)


def moved(shift: float, centred: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the samples that the solvers see, and their labels.

    Examples
    --------
    >>> X, y = moved(30.0, centred=True)
    >>> bool(np.allclose(X.mean(axis=0), 0))
    True
    """
    X, y = make_overlap_60()
    X = X + shift
    return (X - X.mean(axis=0) if centred else X), y


class SORShift(Explorer):
    """The lines of SOR and of SMO, far from the origin and near it.

    Examples
    --------
    >>> print(SORShift(shift=0.0).status.split(".")[1])
    00 on points moved by 0 ends after 37 sweeps
    """

    title = "Where is the origin?"
    question = "What does a move of all points, or a larger ω, do to SOR, and what to SMO?"
    size = (9.6, 4.6)
    controls = (
        Slider("shift", "points moved by", 0.0, 30.0, 0.5, 3.0, "added to both features"),
        Slider("omega", "relaxation ω", 0.1, 1.95, 0.05, 1.0,
               "share of the way to the top of each parabola; above 1 beyond it"),
        Toggle("centred", "centre first", False, "subtract the mean of each feature"),
    )
    presets = {
        "at home": ({"shift": 0.0}, "near the origin both lines agree"),
        "far away": ({"shift": 30.0}, "SOR has hardly begun, and even at its end b is held back"),
        "centred": ({"shift": 30.0, "centred": True}, "subtract the mean, and the trap is gone"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane with both lines, and the bars of the accuracies."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1.6, 1])
        style.label(left, "Three lines", "x1 (moved back)", "x2 (moved back)")
        style.label(right, "Samples on their side", "", "training accuracy")
        X, y = make_overlap_60()
        self._plane = Plane(canvas, left, X, y)
        self._smo = canvas.moving(left.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=4, linestyles="-.", zorder=4)))
        self._end = canvas.moving(left.add_collection(LineCollection(
            [], colors=style.PINK, linewidths=4.5, linestyles=":", zorder=4)))
        self._bars = [canvas.moving(*right.bar([k], [0.5], color=colour, width=0.6))
                      for k, colour in enumerate((style.INK, style.PINK, style.GREEN))]
        right.set_xticks(range(3), [f"SOR, {MOST}\nsweeps\n(solid)", "SOR, at\nits end\n(dotted)",
                                    "SMO, b\nis free\n(dash-dot)"])
        right.set(xlim=(-0.6, 2.6), ylim=(0, 1.05))
        right.axhline(0.5, color=style.GREY, ls=":")

    def draw(self, state: dict) -> str:
        """Run both solvers; the plane is drawn as if the points had never moved."""
        shift, omega = state["shift"], state["omega"]
        X, y = moved(shift, state["centred"])
        offset = X[0] - make_overlap_60()[0][0]
        sor, (end, smo) = swept(omega, shift, state["centred"]), optima(shift, state["centred"])
        lines = [((s.alpha * y) @ X, s.b) for s in (sor, end, smo)]
        f_sor, f_end, f_smo = ((self._plane.grid + offset) @ w + b for w, b in lines)
        self._plane.show(f_sor)
        self._end.set_segments(self._plane.level(f_end, 0.0))
        self._smo.set_segments(self._plane.level(f_smo, 0.0))
        shares = [float(np.mean(np.where(X @ w + b > 0, 1, -1) == y)) for w, b in lines]
        for bar, share in zip(self._bars, shares, strict=True):
            bar.set_height(share)
        place = f"moved by {shift:g}" + (" and centred" if state["centred"] else "")
        how = (f"ends after {sor.n_iter} sweeps" if sor.converged else
               f"is cut off after {MOST} sweeps with a gap of {sor.gap:.2g}")
        intercepts = [round(s.b, 2) + 0.0 for s in (sor, end, smo)]     # + 0.0: never -0.00
        told = ", ".join(f"{name} {share:.0%} (b = {b:.2f})" for name, share, b in zip(
            ("SOR", "at its end", "SMO"), shares, intercepts, strict=True))
        return f"SOR with ω = {omega:.2f} on points {place} {how}. On their side: {told}."
