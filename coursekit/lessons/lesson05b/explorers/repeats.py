"""Lesson 05b: which score would be reported if the same samples were cut differently?

The scores were computed beforehand (`load_repeats`): a tuned machine, 120 partitions of the owls.
A *run* is what one person does: some partitions, and the mean of their scores.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import PolyCollection

from coursekit.datasets import load_repeats
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.model_selection import corrected_interval
from coursekit.plots import style
from coursekit.wording import plural

N, PARTITIONS, MOST = 135, 120, 10          # samples, partitions, partitions of one run
OPEN = 74           # a run in which the two scores differ as they do on average
FOLDS = ("3", "5", "10")
EDGES = (np.arange(N // 2, N + 1) - 0.5) / N    # a score of one partition is a count of N samples
HEIGHTS = 0.32, 0.8  # share of runs at the upper end of a panel: one partition per run, or more
LOOKS, NAMES = (style.YELLOW, style.COLOURS["test"]), ("best plain CV", "nested CV")
RARE = 10**9        # so many training samples a test sample: no second term under the root


class Runs(NamedTuple):
    """What each run reports, (runs,), and the nested scores of all its folds, (runs, folds)."""

    plain: np.ndarray
    nested: np.ndarray
    scores: np.ndarray

    def interval(self, run: int, folds: int, corrected: bool = True) -> tuple[float, float]:
        """Return the interval of a nested score, counted from 0."""
        test = round(N / folds)
        return corrected_interval(self.scores[run], *((N - test, test) if corrected else (RARE, 1)))


@lru_cache(maxsize=64)
def runs(folds: int, repeats: int) -> Runs:
    """Return the runs of so many partitions each; no two of them share a partition."""
    sizes = np.array([len(test) for test in np.array_split(np.arange(N), folds)])
    shares = load_repeats()[folds] / sizes
    count = PARTITIONS // repeats

    def by_run(values):
        return values[:count * repeats].reshape(count, -1)
    best, nested = shares[:, :-1].mean(axis=2).max(axis=1), shares[:, -1]
    return Runs(by_run(best).mean(axis=1), by_run(nested.mean(axis=1)).mean(axis=1),
                by_run(nested))


class Repeats(Explorer):
    """Scores of the same samples, cut into folds in different ways.

    Examples
    --------
    >>> Repeats(run=2).status.split(":")[0]
    'Run 2 of 120, 1 partition into 5 folds'
    """

    title = "Cut again"
    question = "How far apart are two scores if the same samples are cut differently?"
    size = (8.4, 4.8)
    controls = (
        Slider("run", "run", 1, PARTITIONS, 1, OPEN, "whose score is marked"),
        Slider("repeats", "partitions per run", 1, MOST, 1, 1,
               "over how many partitions a run takes the mean"),
        Choice("folds", "folds", FOLDS, "5", "into how many (outer) folds a partition cuts"))
    presets = {
        "another run": Preset(
            {"run": 8},
            "Is the nested score always the lower one?",
            shows=r"^Run 8 of 120"),
        "ten partitions": Preset(
            {"repeats": 10},
            "What gets narrower, and what does not?",
            shows=r"^Run 12 of 12, 10 partitions"),
        "three folds": Preset(
            {"folds": "3"},
            "What is an interval from three scores worth?",
            shows=r"into 3 folds")}

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the runs that there are."""
        return {"run": (1, PARTITIONS // state["repeats"])}

    def build(self, canvas: Canvas) -> None:
        """Make a panel for each kind of score, and one for the intervals, on one scale."""
        *self._heaps, self._below = canvas.figure.subplots(
            3, 1, sharex=True, height_ratios=(5, 5, 4))
        for ax in self._heaps:
            style.label(ax, "", "", "runs")
            ax.grid(False)
        self._below.set_ylabel("intervals")
        self._below.set(xlim=(0.55, 1), ylim=(1.4, -0.75), xlabel="accuracy", yticks=[])
        self._below.grid(False)
        self._heaps[0].set_title(" ")           # room for a title that the state decides

    def draw(self, state: dict) -> str:
        """Draw the scores of all runs, a stroke at that of one run, and its two intervals."""
        folds, run = int(state["folds"]), state["run"] - 1
        found, high = runs(folds, state["repeats"]), HEIGHTS[state["repeats"] > 1]
        for ax, colour, name, values in zip(self._heaps, LOOKS, NAMES, found):
            shares = np.histogram(values, EDGES)[0] / len(values)
            ax.add_collection(PolyCollection(
                [[(a, 0), (a, share), (b, share), (b, 0)]
                 for a, b, share in zip(EDGES, EDGES[1:], shares) if share], facecolor=colour,
                edgecolor=style.INK, zorder=2))
            ax.plot([values[run]] * 2, [0, high], color=style.INK, lw=4, label="this run",
                    zorder=3)
            ax.text(0.56, 0.93 * high, f"{name}:\n{values[run]:.3f} in this run", fontsize=15,
                    va="top", fontweight="bold")
            ax.set(ylim=(0, high), yticks=[])
        self._below.axvline(found.nested[run], color=style.INK, lw=4, zorder=1)
        for y, (corrected, colour) in enumerate(((True, style.GREEN), (False, style.GREY))):
            low, high = found.interval(run, folds, corrected)
            name = "corrected" if corrected else "uncorrected: no second term"
            self._below.plot([low, high], [y, y], color=colour, lw=8, label=name)
            self._below.text(0.56, y - 0.42, name, fontsize=13, va="center", fontweight="bold",
                             color=style.WORDS["male"] if corrected else style.GREY)
        lower = np.mean(found.nested < found.plain - 1e-9)
        self._heaps[0].set_title(f"Cut again: the nested score is lower in {lower:.0%} of the runs")
        return _words(state, found)

    def details(self, state: dict) -> str:
        """Return how the scores of all runs scatter, and which one is the lower."""
        found = runs(int(state["folds"]), state["repeats"])
        spread = "; ".join(
            f"{name} {values.min():.3f} to {values.max():.3f} (standard deviation "
            f"{100 * values.std(ddof=1):.1f} points)"
            for name, values in (("plain", found.plain), ("nested", found.nested)))
        gap = 100 * (found.plain.mean() - found.nested.mean())
        lower = np.mean(found.nested < found.plain - 1e-9)
        return (f"All runs, on the same {N} samples: {spread}. The nested score is lower in "
                f"{lower:.0%} of them, by {gap:.1f} points on average over all.")


def _words(state: dict, found: Runs) -> str:
    """Say what this run reports, and what the others would have reported."""
    run, folds, repeats = state["run"] - 1, int(state["folds"]), state["repeats"]
    (low, high), (low2, high2) = (found.interval(run, folds, corrected)
                                  for corrected in (True, False))
    return (f"Run {state['run']} of {len(found.plain)}, {plural(repeats, 'partition')} "
            f"into {folds} folds: best plain CV score {found.plain[run]:.3f}, nested CV "
            f"{found.nested[run]:.3f} [{low:.2f}, {min(high, 1):.2f}]; without the second term "
            f"[{low2:.2f}, {min(high2, 1):.2f}].")
