"""Exercise "stop-at": after how many steps does a solver with some tolerance stop?"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits


def stop_at(gaps, tol):
    """Return the first step at which the gap is no larger than tol, or else the last step."""
    for step, gap in enumerate(gaps):
        if gap <= tol:
            return step
    return len(gaps) - 1


def _runs(rng: np.random.Generator) -> Iterator[tuple]:
    """Give the gaps of a run, which begin at 2 and do not only fall, and a tolerance."""
    yield np.array([2.0, 1.5]), 2
    yield np.array([2.0, 2.4, 0.9, 1.3, 0.4]), 1
    yield np.array([2.0, 1.2]), 0.5             # the run never gets there
    yield np.array([2.0]), 1
    yield np.array([2.0, 0.5, 0.0]), 0
    for _ in range(60):
        n = int(rng.integers(3, 12))
        gaps = 2 * np.exp(-0.3 * np.arange(n) + 0.4 * rng.normal(size=n)).round(2)
        gaps[0] = 2.0
        yield gaps, float(rng.choice([*gaps, 1, 0.1, 0.05]))


LOOP = """    for step, gap in enumerate(gaps):
        if gap <= tol:
            return step
    return len(gaps) - 1"""
STOPS, NEVER = "            return step", "return len(gaps) - 1"
turned = edits()

STOP_AT = CodeExercise(
    key="stop-at", title="Where does the solver stop?", reference=stop_at, cases=_runs,
    misconceptions=(
        turned("number of gaps if never", NEVER, "return len(gaps)",
               "There is one gap more than steps: gaps[0] is the gap before the first step."),
        turned("counts the gaps above", LOOP, "    return sum(gap > tol for gap in gaps)",
               "You count all gaps above tol, later ones, too. The gap does not only fall; a "
               "solver that has stopped makes no more steps.",
               lambda case, given, right: given == np.sum(case[0] > case[1])),
        turned("after the last time above", LOOP,
               "    above = [k for k, gap in enumerate(gaps) if gap > tol]\n"
               "    return min(above[-1] + 1, len(gaps) - 1) if above else 0",
               "You wait until the gap stays small. Does the solver know, when it stops, whether "
               "the gap would rise again?"),
        turned("strictly below", "gap <= tol", "gap < tol",
               "What if a gap is exactly tol? It is small enough."),
        turned("search by halving", LOOP, "    return int(np.searchsorted(-gaps, -tol))",
               "A search by halving needs gaps that only fall. Do they?"),
        turned("0 if never", NEVER, "return 0",
               "No gap is small enough here, so the run goes on to its last step."),
        turned("nothing if never", NEVER, "return None",
               "If the run never gets there, return its last step."),
        turned("one step too many", STOPS, STOPS + " + 1",
               "gaps[k] is the gap after k steps. Which k is the answer?"),
        turned("returns the gap", STOPS, "            return gap",
               "That is the gap at which it stops. After how many steps is it reached?"),
    ),
    hints=("Be the solver: look at gaps[0], then at gaps[1], and so on. When do you stop?",
           "`for step, gap in enumerate(gaps):` gives both numbers.",
           "Return step as soon as `gap <= tol`. After the loop, return the last step."),
    way="Go through the gaps in their order, `for step, gap in enumerate(gaps)`, and return the "
        "step at the first `gap <= tol`. If there is none, the last step is `len(gaps) - 1`, as "
        "the first gap belongs to step 0.",
    explanation="The solver stops at the first gap that is small enough, even if a later one is "
                "larger again.",
    fallback_hint="Go through this run gap by gap: which is the first one that is small enough?")
