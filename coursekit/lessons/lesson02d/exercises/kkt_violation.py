"""Exercise "kkt-violation": how far y·f lies outside what the multiplier of a sample allows."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits, same_numbers


def kkt_violation(yf, alpha, C):
    """Return by how much y·f of each sample lies outside what its multiplier allows."""
    yf, alpha = np.array(yf), np.array(alpha)
    below, above = np.maximum(0, 1 - yf), np.maximum(0, yf - 1)
    return np.where(alpha == 0, below, np.where(alpha == C, above, below + above))


def _states(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (yf, alpha, C): each zone left of 1, at 1 and right of it; then random ones."""
    yield [1.5, 1.5, 0.2], [0, 0.5, 1], 1                   # the example of the docstring
    for alpha in (0, 0.5, 1):
        for yf in (1, 1.5, 0.5, 0, -1, -2):
            yield [yf], [alpha], 1
    yield [0.9995, 0.9995, 1.0005], [0, 0.5, 1], 1          # small, but no zeros
    yield [0.5], [0.25], 0.25
    yield [1.5], [7], 7
    yield [1.5, 0.5], [3e-5, 0.99997], 1                    # free, though near a bound
    yield [1.5], [2**-21], 1                                # free, though very near to a bound
    for C in (0.25, 1, 7):
        yield [0.5], [C * (1 - 2**-20)], C
    yield [0.2], [3e-5], 3e-5                               # at C, though C is small
    yield [2, 0.5, 1.5], [0, 3, 3], np.inf                  # no sample is at C
    yield np.array([3.0, 1, 1, 1]), np.array([0, 2, 2, 4]), 4       # AND at its optimum
    yield np.array([1.5, 1, 1, -0.5]), np.array([0, 0.5, 0.5, 1]), 1
    for C in (0.25, 1.0, 7.0) * 12:
        yf = rng.choice([1.0, *rng.normal(1, 1, size=6)], size=5)
        yield yf, rng.choice([0, C, 0.3 * C, 0.7 * C], size=5), C


_wrong = edits()

VIOLATION = CodeExercise(
    key="kkt-violation", title="KKT violation", reference=kkt_violation, cases=_states,
    accept=same_numbers(rtol=2e-6, atol=2e-6),          # six decimals, or single precision
    misconceptions=(
        _wrong("bounded means wrong side", "alpha == C, above", "alpha == C, np.maximum(0, yf)",
               "For α = C you ask that the sample be on the wrong side. It needs slack at most; a "
               "little slack does not make it wrong."),
        Misconception("ends exchanged", edit(("alpha == 0, below", "alpha == C, below"),
                                             ("np.where(alpha == C, above",
                                              "np.where(alpha == 0, above")),
                      "You have exchanged α = 0 and α = C. Which of the two is far from the "
                      "line, on its own side?"),
        _wrong("every support vector at 1", "alpha == C, above", "alpha == C, below + above",
               "For α = C you ask for y f = 1. There ξ may be positive, so y f may be smaller."),
        _wrong("slack for all", "above, below + above", "below, below",
               "You return the slack of every sample. With α = C slack is allowed; with α > 0 a "
               "sample with y f > 1 is a violation, too."),
        _wrong("no slack forbidden", "alpha == 0, below", "alpha == 0, 0 * below",
               "With α = 0 you allow everything. There (C − α) ξ = 0, so what is ξ?"),
        _wrong("free like bounded", "above, below + above", "above, above",
               "For 0 < α < C you allow y f < 1. There both products must be zero."),
        _wrong("both at −1", "alpha == C, above, below + above",
               "alpha == C, np.maximum(0, yf + 1), abs(yf + 1)",
               "For α = C you ask for y f ≤ −1, and for 0 < α < C for y f = −1. What is y f on a "
               "sample's own edge of the street? The label is already in y f."),
        Misconception("a tolerance", edit(("alpha == 0", "alpha < 1e-2"),
                                          ("alpha == C", "alpha > C - 1e-2")),
                      "You take α for 0 or for C where it is only near. A free multiplier may be "
                      "small, and so may C: test `alpha == 0` and `alpha == C`."),
        _wrong("C taken as 1", "alpha == C", "alpha == 1",
               "For some C you do not see that α is at its bound. Compare α with C itself."),
        _wrong("a list compared", "np.array(yf), np.array(alpha)", "np.array(yf), alpha",
               "Right where α is an array. A list as a whole is never equal to a number: make it "
               "an array first."),
    ),
    hints=("Three cases: α = 0, α = C, between. For each find what both products and ξ ≥ 0, "
           "y f ≥ 1 − ξ say about y f.",
           "α = 0 turns (C − α) ξ = 0 into ξ = 0, so y f ≥ 1. Between, both products give an "
           "equation. α = C leaves ξ ≥ 0, and y f = 1 − ξ.",
           "`np.array` both, then `np.where(alpha == 0, ..., np.where(alpha == C, ..., ...))`. A "
           "violation of y f ≥ 1 is `np.maximum(0, 1 - yf)`."),
    way="α = 0: the second product gives ξ = 0, so y f ≥ 1. 0 < α < C: the second gives ξ = 0, "
        "the first y f = 1. α = C: the first gives y f = 1 − ξ ≤ 1. The violation is what is "
        "missing to the condition: max(0, 1 − y f), |y f − 1|, max(0, y f − 1).",
    explanation="With α in the box, Σ α y = 0 and w = Σ α y x, zero violation proves an optimum.",
    fallback_hint="Take one sample at a time: which of the three cases is it, and where may y f "
                  "lie?")
