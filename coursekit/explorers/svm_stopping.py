"""Lesson 03: when may a solver with random partners stop?"""
from __future__ import annotations

import warnings
from functools import lru_cache

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_overlap_60
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import LogSlider, Slider
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_smo
from coursekit.svm.traces import replay

WANTED = 1e-3     # the gap at which a run counts as finished
MIDDLE = 70        # updates; beyond, words stand to the left of the end
LEAST = 1e-6      # what is smaller is drawn at the bottom


@lru_cache(maxsize=1)
def problem() -> tuple[DualProblem, Solution]:
    """Return the sixty points at C = 1, and their optimum.

    Examples
    --------
    >>> round(problem()[1].objective, 3)
    3.395
    """
    X, y = make_overlap_60()
    dual = DualProblem(X @ X.T, y, 1.0)
    return dual, solve_smo(dual, tol=1e-10)


@lru_cache(maxsize=512)
def ended(max_passes: int, tol: float, seed: int) -> tuple[Solution, np.ndarray, np.ndarray]:
    """Return a run that ended quietly: its solution, and dual values and gaps of its states.

    Examples
    --------
    >>> ended(1, 1e-3, 0)[0].n_iter
    10
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)     # that it is early is the point
        run = solve_smo(problem()[0], tol=1e-12, selection="random", seed=seed, trace=True,
                        max_passes=max_passes, kkt_tol=tol)
    return run, *replay(run)[1:]


class Stopping(Explorer):
    """Random partners: what quiet passes, tolerance and luck make of the end.

    Examples
    --------
    >>> print(Stopping(max_passes=1).status.split(";")[0])
    1 quiet pass, tolerance 0.001, seed 0: ended after 10 updates with 8 support vectors, 6 at the \
optimum
    """

    title = "When may it stop?"
    question = "Which of these numbers tells you that a run is finished, whatever the seed?"
    size = (10.5, 4.6)
    controls = (
        Slider("max_passes", "quiet passes", 1, 30, 1, 3, "passes without a change that end it"),
        LogSlider("tol", "KKT tolerance", 1e-4, 0.1, 1e-3,
                  "by how much a sample may break its condition unnoticed"),
        Slider("seed", "seed", 0, 19, 1, 0, "which partners are drawn"),
    )
    presets = {
        "hasty": ({"max_passes": 1}, "stray support vectors, and a large gap"),
        "ten passes": ({"max_passes": 10, "seed": 1}, "as many support vectors as the optimum has, "
                                                      "yet not there"),
        "patient, lucky": ({"max_passes": 30, "seed": 18}, "quiet for long, and finished"),
        "patient, unlucky": ({"max_passes": 30, "seed": 9}, "as quiet for as long: far from it"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create both curves with their ends."""
        panels = canvas.figure.subplots(1, 2)
        self._curves, self._ends = [], []
        for ax, title, label in zip(panels, ("The dual value", "The certificate"),
                                    ("missing share of the optimum", "KKT gap"), strict=True):
            style.label(ax, title, "updates", label)
            ax.set_yscale("log")
            ax.set(xlim=(-2, 120), ylim=(LEAST / 2, 20))
            self._curves.append(canvas.moving(*ax.plot([], [], color=style.BLUE, lw=2.6)))
            self._ends.append(canvas.moving(*ax.plot([], [], "s", color=style.ORANGE,
                                                     markersize=12, label="quiet: it ends here")))
        self._passes = canvas.moving(panels[0].text(0, 1, "", fontsize=13, va="center"))
        self._tol = canvas.moving(panels[1].axhline(1e-3, color=style.GREY, ls="-.",
                                                    label="KKT tolerance of one sample"))
        panels[1].axhline(WANTED, color=style.GREEN, ls="--", label="finished below this line")
        for handle in panels[1].legend(loc="lower right", fontsize=11).legend_handles:
            handle.set_animated(False)

    def draw(self, state: dict) -> str:
        """Run until quiet, and compare with the optimum."""
        run, duals, gaps = ended(**state)
        _, best = problem()
        missing = 1 - duals / best.objective
        for curve, end, values in zip(self._curves, self._ends, (missing, gaps), strict=True):
            values = np.maximum(values, LEAST)
            curve.set_data(np.arange(len(values)), values)
            end.set_data([len(values) - 1], values[-1:])
        self._tol.set_ydata([state["tol"]] * 2)
        passes = state["max_passes"]
        left = run.n_iter < MIDDLE
        self._passes.set_text(f"{passes} quiet pass{'es' * (passes > 1)}")
        self._passes.set_position((run.n_iter + (4 if left else -4), max(missing[-1], LEAST)))
        self._passes.set_horizontalalignment("left" if left else "right")
        verdict = "finished" if run.gap <= WANTED else "not finished"
        return (f"{passes} quiet pass{'es' * (passes > 1)}, tolerance {state['tol']:.2g}, seed "
                f"{state['seed']}: ended after {run.n_iter} updates with {len(run.support)} "
                f"support vectors, {len(best.support)} at the optimum; {1 - missing[-1]:.2%} of "
                f"the dual value; KKT gap {run.gap:.2g}: {verdict}.")
