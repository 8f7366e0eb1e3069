"""Lesson 06: drag a cut along a feature, and watch both means and the loss."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.plots import style


def staircase(seed: int = 6, n: int = 15) -> tuple[np.ndarray, np.ndarray]:
    """Return a noisy step at 0.5: x in [0, 1] in order, y about 0 below and 1 above.

    Examples
    --------
    >>> x, y = staircase()
    >>> x.shape, bool(np.all(np.diff(x) > 0))
    ((15,), True)
    """
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 1, n))
    return x, (x > 0.5) + rng.normal(0, 0.25, n)


def missed_steps(rng: np.random.Generator, draws: int = 2000,
                 n: int = 15) -> tuple[float, float]:
    """Return how far two habits miss a step at 0.5, on average over samples from [0, 1].

    Parameters
    ----------
    rng : Generator
        Draws the samples.
    draws, n : int
        How many samples, and of how many points.

    Returns
    -------
    at_point, at_middle : float
        Cutting at the data point above the step, and in the middle of its gap.

    Examples
    --------
    >>> at_point, at_middle = missed_steps(np.random.default_rng(0))
    >>> at_middle < at_point
    True
    """
    x = rng.uniform(size=(draws, n))
    below, above = np.where(x < 0.5, x, 0).max(axis=1), np.where(x < 0.5, 1, x).min(axis=1)
    return float(np.mean(above - 0.5)), float(np.mean(abs((below + above) / 2 - 0.5)))


def two_means(x: np.ndarray, y: np.ndarray, s: float) -> tuple[float, float, float]:
    """Return both means and the squared error of a cut at s; an empty side has mean NaN.

    Examples
    --------
    >>> two_means(np.array([0.0, 1.0]), np.array([2.0, 4.0]), 0.5)
    (2.0, 4.0, 0.0)
    """
    sides = [y[x < s], y[x >= s]]
    means = [float(side.mean()) if side.size else float("nan") for side in sides]
    loss = sum(float(np.sum((side - side.mean()) ** 2)) for side in sides if side.size)
    return means[0], means[1], loss


class SplitScanner(Explorer):
    """One feature, one cut, two constants.

    Examples
    --------
    >>> print(SplitScanner(s=0.5).status.split(";")[0])
    s = 0.500: 7 cases left with mean 0.20, 8 right with mean 0.84
    """

    title = "Where to cut?"
    question = "Which threshold makes two constants fit best, and is there only one?"
    controls = (Slider("s", "threshold s", 0.0, 1.0, 0.005, 0.3, "cases with x < s go left"),)
    presets = {
        "too early": ({"s": 0.2}, "the right side still holds the whole step"),
        "at the step": ({"s": 0.5}, "the loss is at its lowest"),
        "no cut": ({"s": 0.0}, "one side is empty: nothing gained"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create points, constants and the loss curve."""
        self._x, self._y = staircase()
        top, bottom = canvas.figure.subplots(2, 1, sharex=True)
        style.label(top, "Two constants", "", "y")
        style.label(bottom, "Their loss", "x and threshold s", "squared error")
        top.plot(self._x, self._y, "o", color=style.BLUE)
        cuts = np.linspace(0, 1, 1001)
        self._losses = np.array([two_means(self._x, self._y, s)[2] for s in cuts])
        bottom.plot(cuts, self._losses, color=style.BLUE)
        bottom.set_ylim(0, 1.1 * self._losses.max())
        self._cut = [canvas.moving(ax.axvline(0.5, color=style.GREY, ls="--"))
                     for ax in (top, bottom)]
        self._means = canvas.moving(top.add_collection(LineCollection(
            [], color=style.ORANGE, linewidth=4)))
        (self._mark,) = bottom.plot([], [], "D", color=style.ORANGE, markersize=11)
        canvas.moving(self._mark)

    def draw(self, state: dict) -> str:
        """Move the cut."""
        s = state["s"]
        left, right, loss = two_means(self._x, self._y, s)
        self._means.set_segments([[(a, m), (b, m)] for a, b, m in ((0, s, left), (s, 1, right))
                                  if np.isfinite(m)])
        for line in self._cut:
            line.set_xdata([s, s])
        self._mark.set_data([s], [loss])
        n = int(np.sum(self._x < s))
        if n in (0, len(self._x)):
            return f"s = {s:.3f}: one side is empty, nothing is gained; loss {loss:.3f}."
        near = "the lowest of all" if loss < self._losses.min() + 1e-9 else "not the lowest"
        return (f"s = {s:.3f}: {n} cases left with mean {left:.2f}, {len(self._x) - n} right with "
                f"mean {right:.2f}; loss {loss:.3f}, {near}. Between two neighbouring cases the "
                "loss does not change.")
