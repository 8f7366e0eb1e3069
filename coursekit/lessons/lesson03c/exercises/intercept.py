"""Exercise "intercept": every b between F_up and F_low is right, and no other."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson03.pairs import PENALTIES


def intercept(F, beta, A, B):
    """Return the mean F of the free samples; where none is free, the middle of F_up and F_low."""
    free = (A < beta) & (beta < B)
    if free.any():
        return F[free].mean()
    return (F[beta < B].max() + F[beta > A].min()) / 2


def _optima(rng: np.random.Generator) -> Iterator[tuple]:
    """Give slopes at which no pair can gain: the free ones agree, the others lie on their side."""
    for C in (0.1, 5e-4):               # the second box is below many a fixed tolerance
        yield np.array([-1.0, 0.2]), np.array([-C, C]), np.array([-C, 0]), np.array([0, C])
    yield (np.array([0.3, -0.4, 0.9, 1.1]), np.array([0.5, 0, 1, -1.5]), np.array([0, 0, 0, -2.0]),
           np.array([2.0, 2, 1, 0]))
    for _ in range(80):
        n, C = int(rng.integers(3, 10)), float(rng.choice(PENALTIES))
        y = np.r_[rng.choice([-1, 1]), 1, -1, rng.choice([-1, 1], n - 3)]
        A, B = np.minimum(0, C * y), np.maximum(0, C * y)
        kind = rng.choice(["A", "B", "free"], n, p=[0.35, 0.35, 0.3])
        kind[:2] = ("A", "B")       # one may rise, one may fall, and that is a support vector
        if rng.random() < 0.4:
            kind[kind == "free"] = "A"
        beta = np.select([kind == "A", kind == "B"], [A, B], rng.uniform(0.2, 0.8, n) * (A + B))
        b, far = float(rng.normal(scale=2)), rng.exponential(size=n) + 0.1
        F = b + np.select([kind == "A", kind == "B"], [-far, far], 0.0)
        if rng.random() < 0.3:
            F += 1e-6 * rng.uniform(-1, 1, n) * (kind == "free")      # a run that just ended
        yield F, beta, A, B


def _is_allowed(case: tuple, given: float, right: float) -> bool:
    """Accept every b between F_up and F_low."""
    F, beta, A, B = case
    ends = F[beta < B].max(), F[beta > A].min()
    slop = 6e-5 + 2e-6 * np.abs(F).max()     # four decimals, or single precision
    return np.ndim(given) == 0 and bool(min(ends) - slop <= given <= max(ends) + slop)


_wrong, FREE = edits(), "free = (A < beta) & (beta < B)"
MIDDLE = "(F[beta < B].max() + F[beta > A].min()) / 2"

INTERCEPT = CodeExercise(
    key="intercept", title="The intercept", reference=intercept, cases=_optima, accept=_is_allowed,
    misconceptions=(
        _wrong("all support vectors", FREE, "free = beta != 0",
               "The mean over all support vectors is right with a hard margin. With C, where "
               "do the samples lie whose α is C?"),
        _wrong("all samples", FREE, "free = beta < np.inf",
               "That is the mean over all samples. A sample wants b = F only if it lies on its "
               "margin boundary, and most do not."),
        _wrong("nan where none is free", MIDDLE, 'float("nan")',
               "No sample is free there, so there is nothing to average. Between which two "
               "numbers may b lie?"),
        _wrong("zero where none is free", MIDDLE, "0.0",
               "Without a free sample you return 0. Does 0 lie between F_up and F_low?"),
        _wrong("sign", FREE, f"F, A, B, beta = -F, -B, -A, -beta\n    {FREE}",
               "On the margin boundary y = Kβ + b. Solve for b, and compare with F."),
        _wrong("ends over all samples", MIDDLE, "(F.max() + F.min()) / 2",
               "F_up is the largest F among the samples that may rise (β < B), F_low the "
               "smallest among those that may fall (β > A). You take the ends of all samples."),
        _wrong("largest alpha", FREE, "free = abs(beta) == abs(beta).max()",
               "The sample with the largest α is often at C. Then it has slack, and its F is "
               "not b."),
        _wrong("those above 0", FREE, "free = beta > 0",
               "A positive β may be at B: then its sample has slack. And the free samples of "
               "class −1 have a negative β."),
        _wrong("free without a condition on the box", FREE, "free = beta > A",
               "A sample with β above A may be at B. What makes a sample free?"),
    ),
    hints=("Which samples are free? Compare each β with both ends of its box.",
           "`free = (A < beta) & (beta < B)` marks them; `free.any()` says whether there are any.",
           "If none is free, take any number between F_up, the largest F of those that may rise, "
           "and F_low, the smallest of those that may fall."),
    way="A free sample lies on its margin boundary, so its F is b. After a run the F of the free "
        "samples differ a little, and the mean evens that out. If no sample is free, every b "
        "between F_up and F_low is optimal; the middle is one choice.",
    explanation="Every number between F_up and F_low is accepted, and no other.",
    fallback_hint="Compute F_up and F_low as in lesson 03. Does your b lie between them?")
