"""Searches among true and shuffled labels, for the first doubt of lesson 07.

Legend: ``covers`` (r, n) what each of r rules covers; ``m`` samples that it covers.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.lessons.lesson07.passengers import letters, sensible
from coursekit.rules import g_statistic, make_selectors

LEAST = 5           # samples that a rule must cover
SHUFFLES, SEED = 200, 1912
LETTERS, SENSIBLE = "letters", "sex, class …"
DATA = {LETTERS: letters, SENSIBLE: sensible}


class Searched(NamedTuple):
    """What a search found, and what it and the rule found get among shuffled labels."""

    conditions: tuple[str, ...]
    m: int
    survived: int
    n: int
    base: float             # survivors among all samples
    rules: int              # that were scored
    G: float
    alone: np.ndarray       # (SHUFFLES,) G of the rule found
    best: np.ndarray        # (SHUFFLES,) G of the best rule of each search


def all_rules(X: pd.DataFrame) -> tuple[list[tuple[str, ...]], np.ndarray]:
    """Return all rules of one or two conditions that cover enough, one per cover."""
    selectors = make_selectors(X)
    S, found = selectors.S, {}
    pairs = [(i,) for i in range(len(S))] + [(i, j) for i in range(len(S)) for j in range(i)]
    for rule in pairs:
        cover = S[list(rule)].all(axis=0)
        if LEAST <= cover.sum() < len(cover):
            found.setdefault(cover.tobytes(), (rule, cover))
    rules, covers = zip(*found.values(), strict=True)
    return [tuple(map(str, selectors.names(rule))) for rule in rules], np.array(covers)


@cache
def searched(data: str) -> Searched:
    """Return what the search finds in a data set and in its shuffles."""
    X, fates = DATA[data]()
    names, covers = all_rules(X)
    lived, m = fates == "survived", covers.sum(axis=1)

    def scores(labels: np.ndarray) -> np.ndarray:
        k = covers.astype(float) @ labels
        return g_statistic(np.column_stack([k, m - k]), [lived.sum(), (~lived).sum()])

    rng, true = np.random.default_rng(SEED), scores(lived)
    winner = int(true.argmax())
    shuffled = np.array([scores(rng.permutation(lived)) for _ in range(SHUFFLES)])
    return Searched(names[winner], int(m[winner]), int((covers[winner] & lived).sum()), len(lived),
                    float(lived.mean()), len(covers), float(true[winner]), shuffled[:, winner],
                    shuffled.max(axis=1))


def reached(values: np.ndarray, G: float) -> int:
    """Return how many values are as large as G or larger, up to rounding."""
    return int(np.sum(values >= G - 1e-9))
