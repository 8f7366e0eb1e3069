"""Lesson 03: SMO, step by step."""
from __future__ import annotations

import asyncio
import warnings
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_and, make_overlap_60, make_two_points
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Button, Choice, Slider
from coursekit.explorers.plane import FACES, Plane, rings
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_smo
from coursekit.svm.traces import segment
from coursekit.svm.traces import Step, replay

DATA = {"two points": (make_two_points, 10.0), "AND": (make_and, 10.0),
        "sixty points": (make_overlap_60, 1.0)}
CHOICES = {"by lot": "random", "worst pair": "first", "second order": "second"}
MOST = 70         # the slider's last step; a run that ends before stays at its end
VIEW = np.array([1.12, 1.09])   # how far the panel of the box shows its two axes
PAUSE = 0.35      # seconds a step is shown while playing


class Run(NamedTuple):
    """A recorded run: its problem and solution, and the states it went through."""

    problem: DualProblem
    solution: Solution
    alphas: np.ndarray
    duals: np.ndarray
    gaps: np.ndarray


@lru_cache(maxsize=16)
def recorded(data: str, partner: str) -> Run:
    """Return the run of a data set and a choice of pairs; by lot it ends after ten quiet passes.

    Examples
    --------
    >>> recorded("two points", "worst pair").solution.n_iter
    1
    """
    make, C = DATA[data]
    X, y = make()
    problem = DualProblem(X @ X.T, y, C)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)   # the gap is shown
        solution = solve_smo(problem, selection=CHOICES[partner], trace=True, max_passes=10,
                             kkt_tol=1e-3, tol=1e-9 if partner == "by lot" else 1e-3)
    return Run(problem, solution, *replay(solution))


def told(step: Step, y: np.ndarray) -> str:
    """Say what a step did.

    Examples
    --------
    >>> step, = recorded("two points", "worst pair").solution.trace
    >>> told(step, np.array([-1, 1])).split(";")[0]
    'samples 2 (+1) and 1 (-1)'
    """
    clip = "the top of the parabola" if step.alpha_j == step.unclipped else \
        f"clipped from {step.unclipped:.3f}"
    return (f"samples {step.i + 1} ({y[step.i]:+d}) and {step.j + 1} ({y[step.j]:+d}); between L = "
            f"{step.L:.3f} and H = {step.H:.3f}, η = {step.eta:.3g}: α_j goes from "
            f"{step.old_j:.3f} to {step.alpha_j:.3f}, {clip}; b = {step.b:.3f}")


def steps_of(state: dict) -> int:
    """Return how many steps the run of a state has, as far as it can be shown."""
    return min(recorded(state["data"], state["partner"]).solution.n_iter, MOST)


def into_view(start: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """Return the goal, or the last point on the way to it that the panel of the box shows.

    Examples
    --------
    >>> into_view(np.array([0.0, 0.0]), np.array([5.0, 10.0])).round(3)
    array([0.545, 1.09 ])
    """
    way = goal - start
    room = np.where(way > 0, VIEW - start, start - (1 - VIEW))
    return start + way * min(1.0, float(np.min(room / np.maximum(np.abs(way), 1e-12))))


class SMOStepper(Explorer):
    """A recorded run, one pair at a time.

    Examples
    --------
    >>> stepper = SMOStepper(data="two points", step=1)
    >>> print(stepper.status.split(":")[0])
    Step 1 of 1
    """

    title = "Two at a time"
    question = "Which pair moves, what stops it, and how much is left to do?"
    size = (10.5, 7.0)
    controls = (
        Slider("step", "step", 0, MOST, 1, 4, "how many pairs have moved"),
        Choice("data", "data", tuple(DATA), "sixty points", "two points and AND are hard, C = 10; "
                                                            "the sixty points overlap, C = 1"),
        Choice("partner", "pair", tuple(CHOICES), "by lot", "how the pair is chosen"),
    )
    presets = {
        "start": ({"step": 0}, "all multipliers zero, no street"),
        "worst pair, end": ({"step": MOST, "partner": "worst pair"},
                            "the gap is below a thousandth"),
        "by lot, quiet": ({"step": MOST, "partner": "by lot"},
                          "ten quiet passes: a source would stop here; look at the gap"),
        "AND": ({"step": MOST, "data": "AND", "partner": "worst pair"},
                "α = (0, 2, 2, 4), after many small steps"),
    }

    buttons = (
        Button("Back", "One step back", "back"),
        Button("Next", "One step on", "next"),
        Button("Play", "Play to the end; again to pause", "play"),
    )

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of the run in view: the slider ends where the run ends."""
        return {"step": (0, steps_of(state))}

    def build(self, canvas: Canvas) -> None:
        """Create the four panels."""
        canvas.figure.set_layout_engine("none")     # ticks change with the data: keep the places
        (plane, bars), (box, curve) = canvas.figure.subplots(
            2, 2, width_ratios=[1.25, 1], gridspec_kw={
                "left": 0.1, "right": 0.98, "top": 0.93, "bottom": 0.12, "hspace": 0.75,
                "wspace": 0.24})
        style.label(plane, "The street, and the pair", "x1", "x2")
        style.label(bars, "The multipliers", "sample", "α as a share of C")
        style.label(box, "The box of the pair", "α_i as a share of C", "α_j as a share of C")
        style.label(curve, "What is left", "step", "KKT gap; share of W")
        self._build_street(plane, bars)
        self._build_box(box)
        self._build_curve(curve)
        self._task: asyncio.Task | None = None
        self._shown = ""

    def _build_street(self, plane, bars) -> None:
        X, y = make_two_points()
        self._plane = Plane(self.canvas, plane, X, y)
        self._pair, _ = rings(self.canvas, plane, style.INK, "pair")
        self._bars = self.canvas.moving(bars.add_collection(LineCollection([], linewidths=4)))
        self._picked = [self.canvas.moving(*bars.plot([], [], marker=f"${name}$", ls="none",
                                                      color=style.INK, markersize=13))
                        for name in "ij"]
        bars.set(ylim=(-0.02, 1.15))
        self._bar_axes = bars

    def _build_box(self, ax) -> None:
        ax.add_patch(Rectangle((0, 0), 1, 1, facecolor="#F2F2F2", edgecolor=style.INK))
        ax.set(xlim=(-0.15, 2.0), ylim=(-0.12, 1.12), xticks=[0, 0.5, 1])
        ax.grid(False)
        moving = self.canvas.moving
        self._segment = moving(*ax.plot([], [], "-", color=style.BLUE, lw=5, alpha=0.5,
                                        label="may move here"))
        self._before = moving(*ax.plot([], [], "o", color=style.ORANGE, markersize=13,
                                       label="before"))
        self._top = moving(*ax.plot([], [], "^", color=style.GREY, markersize=12,
                                    label="top of the parabola"))
        self._after = moving(*ax.plot([], [], "D", color=style.GREEN, markersize=9, label="after"))
        _legend(ax, "center right")

    def _build_curve(self, ax) -> None:
        ax.set_yscale("log")
        ax.set(xlim=(-1, MOST + 1), ylim=(5e-7, 30))
        moving = self.canvas.moving
        self._curves = [moving(*ax.plot([], [], style_, color=colour, label=name))
                        for style_, colour, name in (("-", style.BLUE, "KKT gap"),
                                                     ("--", style.GREY, "missing share of W"))]
        self._marks = moving(*ax.plot([], [], "D", color=style.ORANGE, markersize=11))
        tolerance = ax.axhline(1e-3, color=style.GREEN, ls=":", label="tolerance")
        _legend(ax, "lower right", [*self._curves, tolerance])

    def _show_data(self, data: str) -> None:
        """Put another data set into the panels."""
        make, _ = DATA[data]
        self._X, self._y = make()
        self._plane.place(self._X, self._y, room=0.35 if len(self._y) < 9 else 0.12)
        n = len(self._y)
        self._bar_axes.set_xlim(-1, n)
        self._bar_axes.set_xticks(range(n) if n < 9 else range(0, n, 10),
                                  [str(k + 1) for k in (range(n) if n < 9 else range(0, n, 10))])
        self.canvas.invalidate()
        self._shown = data

    def draw(self, state: dict) -> str:
        """Show the state after a step, and the pair that made it."""
        run = recorded(state["data"], state["partner"])
        if state["data"] != self._shown:
            self._show_data(state["data"])
        k = min(state["step"], run.solution.n_iter)
        self._draw_street(run, k)
        self._draw_box(run, k)
        best = max(run.solution.objective, recorded(state["data"], "second order").duals[-1])
        missing = 1 - run.duals / best
        for curve, values in zip(self._curves, (run.gaps, missing), strict=True):
            curve.set_data(np.arange(len(values)), np.maximum(values, 1e-6))
        self._marks.set_data([k], [max(run.gaps[k], 1e-6)])
        what = told(run.solution.trace[k - 1], self._y.astype(int)) if k else \
            "all multipliers are zero, and so is f"
        end = "" if k < run.solution.n_iter else self._end(run, state["partner"])
        return (f"Step {k} of {run.solution.n_iter}: {what}; W = {run.duals[k]:.4f}, KKT gap "
                f"{run.gaps[k]:.2g}.{end}")

    def _end(self, run: Run, partner: str) -> str:
        """Say what ended the run."""
        if partner != "by lot":
            return " The run is at its end: the gap is below the tolerance."
        left = "has agreed" if run.gaps[-1] <= 1e-3 else "is still open"
        return f" Ten quiet passes: the source would stop here. The gap {left}."

    def _draw_street(self, run: Run, k: int) -> None:
        alpha, y, C = run.alphas[k], self._y, run.problem.C
        w, b = (alpha * y) @ self._X, run.solution.trace[k - 1].b if k else 0.0
        self._plane.show(self._plane.grid @ w + b)
        pair = [run.solution.trace[k - 1].i, run.solution.trace[k - 1].j] if k else []
        self._pair.set_offsets(self._X[pair] if pair else np.empty((0, 2)))
        self._bars.set_segments([[(i, 0), (i, a / c)] for i, (a, c) in enumerate(zip(alpha, C))])
        colour = {c: shade for c, _, shade in FACES}
        self._bars.set_color([colour[label] for label in y])
        for letter, i in zip(self._picked, pair or [None, None], strict=True):
            letter.set_data(*([], []) if i is None else ([i], [alpha[i] / C[i] + 0.08]))

    def _draw_box(self, run: Run, k: int) -> None:
        if not k:
            for artist in (self._segment, self._before, self._top, self._after):
                artist.set_data([], [])
            return
        step, y, C = run.solution.trace[k - 1], self._y, run.problem.C
        C_i, C_j, sign = C[step.i], C[step.j], y[step.i] * y[step.j]
        ends = np.array(segment(step.old_i, step.old_j, C_i, C_j, sign > 0)) / [C_i, C_j]
        top_i = step.old_i + sign * (step.old_j - step.unclipped)
        self._segment.set_data(*ends.T)
        before, top, after = np.array([[step.old_i, step.old_j], [top_i, step.unclipped],
                                       [step.alpha_i, step.alpha_j]]) / [C_i, C_j]
        for artist, place in ((self._before, before), (self._top, into_view(before, top)),
                              (self._after, after)):
            artist.set_data(place[:1], place[1:])

    # -- back, next, play ----------------------------------------------------------

    def steps(self) -> int:
        """Return how many steps the run in view has."""
        return steps_of(self._state)

    def back(self) -> None:
        """Go one step back."""
        self.set(step=max(0, min(self._state["step"], self.steps()) - 1))

    def next(self) -> None:
        """Go one step on."""
        self.set(step=min(self.steps(), self._state["step"] + 1))

    def play(self) -> None:
        """Go on step by step to the end; when it plays already, pause.

        Raises
        ------
        RuntimeError
            Where no event loop runs, as in a script: call ``next`` there.
        """
        if self._pause():
            return
        loop = asyncio.get_running_loop()
        if self._state["step"] >= self.steps():
            self.set(step=0)
        self._task = loop.create_task(self._play())

    async def _play(self) -> None:
        while self._state["step"] < self.steps():
            await asyncio.sleep(PAUSE)
            super().set(step=min(self.steps(), self._state["step"] + 1))

    def _pause(self) -> bool:
        """End the play, if there is one; tell whether there was."""
        task, self._task = self._task, None
        return task is not None and not task.done() and task.cancel()

    def set(self, **state) -> None:
        """Move some controls and draw at once; this, like a hand on a control, ends the play."""
        self._pause()
        super().set(**state)


def _legend(ax, place: str, handles: Any = None) -> None:
    """Add a legend to axes whose artists move: its own entries must not."""
    box = ax.legend(loc=place, fontsize=10) if handles is None else \
        ax.legend(handles=handles, loc=place, fontsize=10)
    for entry in box.legend_handles:
        entry.set_animated(False)
