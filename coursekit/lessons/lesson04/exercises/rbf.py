"""Exercise "rbf": the Gaussian kernel of all pairs of samples."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edits, same_numbers


def rbf(X, Z, gamma):
    """Return exp(-gamma ‖x - z‖²) for each x of X and each z of Z, shape (n, m)."""
    differences = X[:, None] - Z[None]
    return np.exp(-gamma * np.sum(differences**2, axis=2))


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    """Give X, Z and γ."""
    yield np.array([[0.0], [1.0]]), np.array([[0.0]]), 1.0
    yield np.array([[0.0, 0.0]]), np.array([[0.6, 0.8], [3.0, 4.0]]), 0.5
    yield np.array([[1.0, 2.0], [3.0, 5.0]]), np.array([[1.0, 2.0], [3.0, 5.0]]), 0.1
    yield np.array([[2, 0], [0, 1]]), np.array([[1, 1]]), 2
    for _ in range(40):
        n, m, d = rng.integers(1, 6, 3)
        yield (rng.normal(size=(n, d)).round(2), rng.normal(size=(m, d)).round(2),
               float(rng.choice([0.1, 0.5, 2.0])))


def _rounded(case: tuple, given: Any, right: Any) -> bool:
    """Tell whether all is right but for digits that were cut off."""
    return any(np.shape(given) == right.shape
               and np.allclose(given, right.round(k), rtol=0, atol=1e-9) for k in range(1, 7))


def _turned(case: tuple, given: Any, right: Any) -> bool:
    """Tell whether rows and columns are exchanged."""
    return np.shape(given) == np.shape(right)[::-1] and np.allclose(given, np.transpose(right))


_wrong = edits()
_SQUARED = "np.sum(differences**2, axis=2)"

RBF = CodeExercise(
    key="rbf", title="The Gaussian kernel", reference=rbf, cases=_tables,
    accept=same_numbers(rtol=1e-5, atol=1e-7),
    misconceptions=(
        _wrong("distance not squared", _SQUARED, "np.linalg.norm(differences, axis=2)",
               "Your bump has a sharp tip: the distance stands in the exponent without its "
               "square."),
        _wrong("divided by gamma", f"-gamma * {_SQUARED}", f"-{_SQUARED} / gamma",
               "γ multiplies the squared distance: a larger γ makes the bump narrower."),
        _wrong("gamma taken for sigma", f"-gamma * {_SQUARED}", f"-{_SQUARED} / (2 * gamma**2)",
               "That is the formula with a width σ. How are γ and σ related?"),
        _wrong("grows with the distance", "-gamma", "gamma",
               "Your value grows with the distance. Two samples far apart should be less similar "
               "than two close ones."),
        _wrong("one row per sample of Z", "X[:, None] - Z[None]", "Z[:, None] - X[None]",
               "Rows and columns are exchanged: one row per sample of X, one column per sample of "
               "Z.", _turned),
        Misconception("pairs side by side", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * np.sum((X - Z)**2, axis=1))
            """, "X − Z pairs the first with the first, the second with the second. Every sample "
                 "of X should meet every sample of Z: give X a new axis, `X[:, None]`."),
        _wrong("wrong axis", "axis=2", "axis=1",
               "You add over the samples of Z. Over which axis do the *features* run, if "
               "`differences` has shape (n, m, d)?",
               lambda case, given, right: np.shape(given) == case[0].shape
               and np.allclose(given, np.exp(-case[2] * (
                   (case[0][:, None] - case[1][None]) ** 2).sum(axis=1)))),
        _wrong("features not added", _SQUARED, "differences**2",
               "One number per pair is wanted. Over which axis is the squared distance a sum?",
               lambda case, given, right: np.ndim(given) == 3),
        _wrong("mean of the features", "np.sum(", "np.mean(",
               "You take the mean of the squared differences. A squared distance is their sum."),
        _wrong("rounded", f"np.exp(-gamma * {_SQUARED})",
               f"np.exp(-gamma * {_SQUARED}).round(4)",
               "Right up to rounding. The lesson goes on with these numbers and needs all digits; "
               "the example rounds only what it prints.", _rounded),
    ),
    hints=("Begin with the squared distance of every pair: one row per sample of X, one column "
           "per sample of Z.",
           "`X[:, None] - Z[None]` has shape (n, m, d): all differences of all pairs.",
           "Square the differences, add along the last axis, multiply by −γ, and take `np.exp`."),
    way="`X[:, None]` has shape (n, 1, d) and `Z[None]` has shape (1, m, d). Their difference "
        "holds all pairs, shape (n, m, d). Square it and add along the last axis: that is the "
        "squared distance. The kernel is the exponential of −γ times that.",
    explanation="Row i is the bump over sample i, read off at every sample of Z.",
    fallback_hint="Take one row of X and one of Z: what is their squared distance, and the kernel?")
