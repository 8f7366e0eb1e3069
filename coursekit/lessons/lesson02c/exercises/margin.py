"""Exercise "margin": how far the nearest sample is from a line, on its own side or not."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.datasets import make_and
from coursekit.exercise import CodeExercise, edits


def margin(X, y, w, b):
    """Return the distance of the nearest sample, negative if a sample is misclassified."""
    X, y, w = (np.asarray(v, dtype=float) for v in (X, y, w))
    return float(np.min(y * (X @ w + b)) / np.linalg.norm(w))


def _lines(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (X, y, w, b): lines that separate, and lines that do not."""
    X, y = make_and()
    yield [[1.0], [3.0], [8.0]], [-1, 1, 1], [4.0], -10.0           # the example of the docstring
    yield [[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]], [-1, 1, -1], [3.0, 4.0], -5.0   # the last is wrong
    yield [[0.0, 0.0], [3.0, 4.0]], [-1, 1], [3.0, 4.0], -10.0
    yield [[2.0]], [1], [0.5], 0.0
    yield [[2.0], [5.0]], [1, -1], [1.0], -2.0                      # on the line, and wrong
    yield X, y, np.array([2.0, 2.0]), -3.0
    yield X, -y, np.array([2.0, 2.0]), -3.0                         # all four are wrong
    yield X, np.array([1, 1, -1, 1]), np.array([-2.0, 2.0]), 1.0
    for d in (1, 2, 3) * 6:
        X, w, b = rng.normal(size=(7, d)), 3 * rng.normal(size=d), rng.normal()
        y = np.where(X @ w + b > 0, 1, -1)
        yield X, y * rng.choice([1, 1, 1, -1], len(y)), w, b
        yield X, y, w, b


_wrong = edits()

MARGIN = CodeExercise(
    key="margin", title="The margin of a line", reference=margin, cases=_lines,
    misconceptions=(
        _wrong("the whole street", "float(np", "float(2 * np",
               "You return the width of the street. The margin reaches from the line to the "
               "nearest sample only."),
        _wrong("not divided", " / np.linalg.norm(w)", "",
               "f is no distance yet: with 2w and 2b it would be twice as large, though the line "
               "is the same. By what do you divide it?"),
        _wrong("absolute distances", "y * (X @ w + b)", "np.abs(X @ w + b)",
               "You return how far the nearest sample is from the line, on whichever side. A "
               "sample on the wrong side must count as negative: what does its label do to f?"),
        _wrong("without the labels", "y * (X @ w + b)", "X @ w + b",
               "A sample of class −1 should have a negative f. What makes its product positive?"),
        _wrong("the farthest", "np.min", "np.max",
               "You return the distance of the sample that is farthest on its own side."),
        _wrong("squared length", "np.linalg.norm(w)", "(w @ w)",
               "You divide by ‖w‖². Walk the distance d in the direction of w: by how much does f "
               "grow?"),
        _wrong("sum of the weights", "np.linalg.norm(w)", "np.abs(w).sum()",
               "You divide by the sum of all |w|. The length of w is the root of its sum of "
               "squares."),
        _wrong("always 1/‖w‖", "np.min(y * (X @ w + b))", "1",
               "1/‖w‖ is right only where the nearest sample has y f = 1. Here it does not: w and "
               "b come as they are."),
        _wrong("b left out", "X @ w + b", "X @ w",
               "Your line goes through the origin. f has one more term."),
        _wrong("b inside the length", "np.linalg.norm(w)", "np.linalg.norm(np.append(w, b))",
               "You divide by the length of (w, b). Shifting the line changes b, and must not "
               "change the unit in which you measure."),
    ),
    hints=("For each sample: f first, then the distance with a sign that says whether the sample "
           "is on its own side.",
           "`X @ w + b` is f at all samples, and its product with y is positive for those on "
           "their own side.",
           "The smallest product belongs to the nearest sample. `np.linalg.norm(w)` turns it into "
           "a distance."),
    way="f/‖w‖ is the signed distance of each sample from the line. Times the label it is positive "
        "on the sample's own side. The smallest of these is the margin.",
    explanation="If it is positive, the line separates, and its street is twice as wide.",
    by_case=((lambda case, given, right: right < 0, "In this case a sample is misclassified, so "
              "the margin is negative. Which sample has the smallest y f?"),),
    fallback_hint="Do this case by hand: f at each sample, times its label, divided by ‖w‖. Which "
                  "is the smallest?")
