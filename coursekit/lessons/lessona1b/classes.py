"""Lesson a1b: the odds ratio of a woman in each class, with intervals by resampled tickets.

Legend: ``Z`` (n, d) features after a column of ones, ``y`` (n,) labels 0 and 1, ``counts`` (B, n)
how often a passenger is in each of B resamples.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import expit

ORDINALS = ("first", "second", "third")
STEPS = 12      # of Newton's method: from weights of zero it has then long arrived
SEED, RESAMPLES = 0, 2000


class Share(NamedTuple):
    """Women or men of a class: which share the model expects to survive, and which did."""

    name: str
    expected: float
    survived: float


def weighted_fits(Z: np.ndarray, y: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression per row of counts, shape (B, d).

    Examples
    --------
    >>> weighted_fits(np.ones((2, 1)), np.array([0, 1]), np.array([[1, 1], [1, 3]])).round(3)
    array([[0.   ],
           [1.099]])
    """
    weights = np.zeros((len(counts), Z.shape[1]))
    squares = (Z[:, :, None] * Z[:, None, :]).reshape(len(Z), -1)
    for _ in range(STEPS):
        p = expit(weights @ Z.T)
        curvature = (counts * p * (1 - p)) @ squares
        gradient = (counts * (y - p)) @ Z
        weights += np.linalg.solve(curvature.reshape(-1, Z.shape[1], Z.shape[1]),
                                   gradient[:, :, None])[:, :, 0]
    return weights


def resampled(tickets: pd.Series, rng: np.random.Generator) -> np.ndarray:
    """Return how often each passenger is drawn when the tickets are drawn anew, shape (B, n)."""
    codes, names = pd.factorize(tickets)
    drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), RESAMPLES)
    return drawn[:, codes]


def third_class(people: pd.DataFrame) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a third-class woman's odds ratio, age held."""
    people = people[people["Pclass"] == 3]
    Z = np.column_stack([np.ones(len(people)), people["Sex"] == "female", people["Age"] / 10])
    counts = resampled(people["Ticket"], np.random.default_rng(SEED))
    ratios = np.exp(weighted_fits(Z, people["Survived"].to_numpy(), counts)[:, 1])
    return tuple(np.percentile(ratios, [2.5, 97.5]))


def missed(people: pd.DataFrame, features: pd.DataFrame) -> tuple[float, float]:
    """Return the ends of the 95 % interval of the excess that a model with ``features`` expects
    among the women of the third class.
    """
    Z, y = np.column_stack([np.ones(len(people)), features]), people["Survived"].to_numpy()
    counts = resampled(people["Ticket"], np.random.default_rng(SEED))
    excess = expit(weighted_fits(Z, y, counts) @ Z.T) - y
    them = ((people["Sex"] == "female") & (people["Pclass"] == 3)).to_numpy()
    found = (counts[:, them] * excess[:, them]).sum(axis=1) / counts[:, them].sum(axis=1)
    return tuple(np.percentile(found, [2.5, 97.5]))


def shares(people: pd.DataFrame, p: np.ndarray) -> list[Share]:
    """Return what the model expects and what happened, by class, women first."""
    out = []
    for k, ordinal in enumerate(ORDINALS, start=1):
        for sex, name in (("female", "women"), ("male", "men")):
            mine = ((people["Sex"] == sex) & (people["Pclass"] == k)).to_numpy()
            out.append(Share(f"{name}, {ordinal} class", float(p[mine].mean()),
                             float(people["Survived"][mine].mean())))
    return out
