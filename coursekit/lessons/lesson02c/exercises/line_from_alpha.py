"""Exercise "line-from-alpha": w, b and the margin of the line that the multipliers give."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.datasets import make_and
from coursekit.exercise import CodeExercise, edits
from coursekit.svm import DualProblem, solve_qp


def line_from_alpha(X, y, alpha):
    """Return w, b and the margin of the line with these optimal multipliers."""
    X, y, alpha = np.array(X), np.array(y), np.array(alpha)
    w = (alpha * y) @ X
    i = np.argmax(alpha)                # a support vector: there y f = 1, so f = y
    b = y[i] - X[i] @ w
    return w, float(b), float(1 / np.linalg.norm(w))


def _optima(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (X, y, alpha): optima by hand, then those of random separable samples."""
    X, y = make_and()
    yield [[1.0], [3.0]], [-1, 1], [0.5, 0.5]               # the example of the docstring
    yield [[3.0], [1.0]], [-1, 1], [0.5, 0.5]               # the positive class on the left
    yield [[0.0], [1.0], [3.0]], [-1, -1, 1], [0, 0.5, 0.5]     # the first is not needed
    yield [[9.0], [3.0], [1.0]], [1, 1, -1], [0, 0.5, 0.5]
    yield [[0.0, 0.0], [3.0, 4.0]], [-1, 1], [0.08, 0.08]
    yield X, y, np.array([0, 2, 2, 4])
    yield X, np.array([1, 1, -1, 1]), np.array([2, 0, 4, 2])
    yield np.vstack([X, X[3:]]), np.append(y, 1), np.array([0, 2, 2, 2, 2])     # (1, 1) twice
    for d in (1, 2, 3) * 8:
        X = rng.normal(size=(8, d))
        f = X @ rng.normal(size=d)
        y = np.where(f > np.sort(f)[3:5].mean(), 1, -1)      # four samples on each side
        yield X, y, solve_qp(DualProblem.from_data(X, y, np.inf)).alpha


def _same_line(case: tuple, given: Any, right: tuple) -> bool:
    """Take a list for an array."""
    w, b, margin = given
    return np.shape(w) == right[0].shape and bool(np.allclose(
        [*w, b, margin], [*right[0], *right[1:]], rtol=1e-6, atol=1e-6))


_wrong = edits()

LINE_FROM_ALPHA = CodeExercise(
    key="line-from-alpha", title="From α to the line", reference=line_from_alpha, cases=_optima,
    accept=_same_line,
    misconceptions=(
        _wrong("without the labels", "(alpha * y) @ X", "alpha @ X",
               "Your w is the sum of α x. Samples of class −1 pull the other way: each "
               "term needs its label."),
        _wrong("b from any sample", "np.argmax(alpha)", "0",
               "You take b from the first sample, even where its α is 0. Which samples "
               "are sure to have y f = 1?"),
        _wrong("b from all samples", "y[i] - X[i] @ w", "np.mean(y - X @ w)",
               "You average over all samples. Only those with α > 0 are sure to have "
               "y f = 1."),
        _wrong("class +1 only", "y[i] - X[i] @ w", "1 - X[i] @ w",
               "You set f = 1 at every support vector. At one of class −1, y f = 1 gives "
               "another f."),
        _wrong("b not multiplied", "y[i] - X[i] @ w", "1 - y[i] * (X[i] @ w)",
               "In y (⟨w, x⟩ + b) = 1 the label multiplies b, too."),
        _wrong("sign of b", "y[i] - X[i] @ w", "X[i] @ w - y[i]",
               "Your b has the wrong sign: f is ⟨w, x⟩ + b."),
        _wrong("the whole street", "float(1 /", "float(2 /",
               "w and b are right. 2/‖w‖ is the width of the whole street; the "
               "margin is the distance from the line to the nearest sample."),
        _wrong("squared length", "np.linalg.norm(w)", "(w @ w)",
               "w and b are right. You divide by ‖w‖²; the margin is 1/‖w‖."),
        _wrong("without the margin", ", float(1 / np.linalg.norm(w))", "",
               "You return two things. Return three: w, b and the margin."),
    ),
    hints=("The theorem gives w as a sum over all samples. For b, find a sample whose y f you "
           "know: what does α > 0 tell you?",
           "`(alpha * y) @ X` is the sum for w. A sample with α > 0 lies on its margin boundary: "
           "y (⟨w, x⟩ + b) = 1.",
           "The label is 1 or −1, so there f = y and b = y − ⟨w, x⟩. The sample `np.argmax(alpha)` "
           "will do. For the margin you need `np.linalg.norm(w)`."),
    way="w is the sum of α y x. The sample with the largest α is a support vector, so "
        "y (⟨w, x⟩ + b) = 1 there; multiplied by the label, this is ⟨w, x⟩ + b = y, and "
        "b = y − ⟨w, x⟩. The smallest y f is 1, so the margin is 1/‖w‖.",
    explanation="The samples with α > 0 determine the line.",
    by_case=((lambda case, given, right: case[2][0] == 0, "In this case the first sample has "
              "α = 0. Does it enter w, and does it tell you b?"),),
    fallback_hint="Do this case by hand: w = Σ α y x first, then b from one sample with α > 0, "
                  "then 1/‖w‖.")
