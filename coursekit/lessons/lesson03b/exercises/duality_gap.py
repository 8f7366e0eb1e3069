"""Exercise "duality-gap": the primal minus the dual objective."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson03.pairs import PENALTIES, feasible


def duality_gap(K, y, C, beta, b):
    """Return the primal minus the dual objective, for β in its box with Σ β = 0 and any b."""
    w_squared = beta @ K @ beta
    slack = np.maximum(0, 1 - y * (K @ beta + b))
    primal = w_squared / 2 + C * slack.sum()
    return primal - (y @ beta - w_squared / 2)


def _machines(rng: np.random.Generator) -> Iterator[tuple]:
    two, labels = np.array([[0.0, 0], [0, 8]]), np.array([-1, 1])
    yield two, labels, 10.0, np.zeros(2), -1.0
    yield two, labels, 10.0, np.array([-0.25, 0.25]), -1.0
    yield two, labels, 0.1, np.array([-0.1, 0.1]), 0.5
    for _ in range(60):
        n = int(rng.integers(2, 9))
        X, y = rng.normal(size=(n, 2)), rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
        C = float(rng.choice(PENALTIES))
        A, B = np.minimum(0, C * y), np.maximum(0, C * y)
        yield X @ X.T, y, C, feasible(rng, A, B), float(rng.normal(scale=2))


def _is_close(case: tuple, given: float, right: float) -> bool:
    """Take numbers of four decimals or of single precision, in which the objectives are held."""
    K, _, _, beta, _ = case
    slop = 6e-5 + 2e-6 * (abs(right) + beta @ K @ beta)
    return np.ndim(given) == 0 and bool(abs(given - right) <= slop)


#: A right answer by the sum over the samples.
AREAS = """
def duality_gap(K, y, C, beta, b):
    F, A, B = y - K @ beta, np.minimum(0, C * y), np.maximum(0, C * y)
    return (abs(F - b) * np.where(F > b, B - beta, beta - A)).sum()
"""

_wrong, _wrong_area = edits(), edits(of=AREAS)

GAP = CodeExercise(
    key="duality-gap", title="The duality gap", reference=duality_gap, cases=_machines,
    accept=_is_close,
    misconceptions=(
        _wrong("no half", "primal = w_squared / 2", "primal = w_squared",
               "Which factor stands before ‖w‖² in P, and which in W?"),
        _wrong("C forgotten", "C * slack.sum()", "slack.sum()",
               "C is missing. In P it multiplies the sum of the slacks."),
        _wrong("slack not cut at 0", "np.maximum(0, 1 - y * (K @ beta + b))",
               "1 - y * (K @ beta + b)",
               "In your version, samples outside the margin make the gap smaller. How much "
               "slack do they have?"),
        _wrong("b left out", "K @ beta + b", "K @ beta",
               "Your result does not depend on b. Where is b: in f, or in the distances?"),
        _wrong("halves cancel", "(y @ beta - w_squared / 2)", "(y @ beta + w_squared / 2)",
               "In your version the two halves of ‖w‖² cancel. Which sign has each in P − W?"),
        _wrong("sum of beta in W", "(y @ beta", "(beta.sum()",
               "W begins with the sum of the α. You took the sum of the β, which is 0. How do "
               "you write the sum of the α with β and y?"),
        _wrong_area("sides exchanged", "B - beta, beta - A", "beta - A, B - beta",
                    "A sample whose F lies above b would rise. Which room does it need: "
                    "that above β, or that below?"),
        _wrong_area("distances with a sign", "abs(F - b)", "(F - b)",
                    "Samples below b lower your sum. Neither a distance nor a room is negative."),
        _wrong_area("KKT gap", "(abs(F - b) * np.where(F > b, B - beta, beta - A)).sum()",
                    "F[beta < B].max() - F[beta > A].min()",
                    "That is F_up − F_low, the KKT gap, in units of f. The question asks for a "
                    "difference of two objectives."),
        _wrong("W minus P", "return primal - (y @ beta - w_squared / 2)",
               "return (y @ beta - w_squared / 2) - primal",
               "Your result is never positive. But the primal objective is never below the dual "
               "one, and no area is negative."),
    ),
    hints=("Compute ‖w‖², the slacks, P and W one after the other; or the distances, and for each "
           "the room on its side.",
           "‖w‖² is `beta @ K @ beta`, and `K @ beta + b` holds the f of all samples. For the sum "
           "over the samples you need F, which is `y - K @ beta`, and the ends of the boxes.",
           "The slack of a sample is 1 − y f, cut at 0 by `np.maximum`; W is the sum of y β minus "
           "half of ‖w‖². By the sum: `np.where(F > b, ..., ...)` chooses each room."),
    way="With w = Σ β x the squared norm is βᵀKβ, and the decision values are Kβ + b. The slack is "
        "1 − y f, cut at 0. P is half the squared norm plus C times the sum of the slacks; W is "
        "Σ y β minus half the squared norm. Return P − W.",
    explanation="It needs no solver: every feasible β has a duality gap, with any b.",
    fallback_hint="Work this case out by hand, once as P − W and once as a sum of areas. At "
                  "which step does your code differ?")
