"""A beam search recorded as a lattice: what each round keeps, from which parents, and what it cuts.

Legend: ``S`` (s, n) and ``Y`` (c, n) Boolean, selectors and classes; ``m`` covered samples;
``H`` the entropy of their classes in bits; ``G`` against all samples.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets import load_zoo
from coursekit.lessons.lesson07.passengers import sensible
from coursekit.rules import CN2, Selectors, g_statistic, make_selectors
from coursekit.tree import entropy

ROUNDS = 3
LINES_ABOVE = 4     # of the zoo's list; the animals that they leave make an example of their own
PASSENGERS, ZOO, LEFT = "passengers", "101 animals", "21 animals"
ENTROPY, STATISTIC = "entropy H", "statistic G"
PHRASES = {     # a feature of the animals: how it reads if true, and if false
    "eggs": ("lays eggs", "no eggs"), "airborne": ("flies", "cannot fly"),
    "aquatic": ("in water", "on land"), "toothed": ("teeth", "no teeth"),
    "breathes": ("breathes", "no breath"), "venomous": ("venom", "no venom"),
    "catsize": ("cat size", "not cat size")}

RELATIVES = {"1 to 3": "1–3", "4 or more": "4+"}


class Node(NamedTuple):
    """A conjunction that was scored."""

    selectors: frozenset[int]
    counts: tuple[int, ...]     # covered samples of each class
    H: float
    G: float
    parents: tuple[int, ...]    # places of its parents in the beam before

    @property
    def m(self) -> int:
        """The number of covered samples."""
        return sum(self.counts)


class Round(NamedTuple):
    """One round: what stays, best first; the covers of what is cut, largest first; best so far."""

    kept: tuple[Node, ...]
    cut: tuple[int, ...]
    best: Node


class Example(NamedTuple):
    """Samples, their conditions, and the names of the classes."""

    what: str       # in the plural
    selectors: Selectors
    Y: np.ndarray
    classes: tuple[str, ...]


def _example(what: str, X: pd.DataFrame, y: np.ndarray) -> Example:
    classes = np.unique(y)
    return Example(what, make_selectors(X), y == classes[:, None], tuple(map(str, classes)))


def zoo() -> tuple[pd.DataFrame, np.ndarray]:
    """Return the animals of the zoo and their types."""
    animals = load_zoo()
    return animals.drop(columns="type"), animals["type"].astype(str).to_numpy()


def leftover_animals() -> tuple[pd.DataFrame, np.ndarray]:
    """Return the animals that the first lines of CN2's list leave, and their types."""
    X, y = zoo()
    left = CN2().fit(X, y).rules_.first_match(X) >= LINES_ABOVE
    return X[left].reset_index(drop=True), y[left]


@cache
def example(data: str) -> Example:
    """Return an example by its name."""
    if data == PASSENGERS:
        return _example("passengers", *sensible())
    return _example("animals", *(leftover_animals() if data == LEFT else zoo()))


def phrase(condition: str) -> str:
    """Return a condition in few words.

    Examples
    --------
    >>> phrase("backbone = False"), phrase("legs > 7.0"), phrase("class = third")
    ('no backbone', 'legs > 7', 'third class')
    """
    feature, sign, value = condition.split(" ", 2)
    if value in ("True", "False"):
        return PHRASES.get(feature, (feature, f"no {feature}"))[value == "False"]
    if sign == "=":
        if feature == "family" and value != "alone":
            return f"{RELATIVES[value]} relatives"
        if value == "unknown":
            return f"{feature} unknown"
        return f"{value} class" if feature == "class" else value
    return f"{feature.replace('_', ' ')} {sign.replace('<=', '≤')} {float(value):g}"


def name(data: str, node: Node) -> str:
    """Return a conjunction in words."""
    known = example(data).selectors.conditions
    return ", ".join(phrase(str(known[j])) for j in sorted(node.selectors))


def _scored(S: np.ndarray, Y: np.ndarray, beam: dict) -> dict[frozenset, Node]:
    """Return all conjunctions one selector longer that cover less, but somebody."""
    parents: dict[frozenset, list[int]] = {}
    covers = {}
    for place, (conjunction, cover) in enumerate(beam.items()):
        inside = S & cover
        m = inside.sum(axis=1)
        for j in np.flatnonzero((m > 0) & (m < cover.sum())).tolist():
            parents.setdefault(conjunction | {j}, []).append(place)
            covers[conjunction | {j}] = inside[j]
    if not covers:
        return {}
    counts = np.array([Y[:, cover].sum(axis=1) for cover in covers.values()])
    H, G = entropy(counts).round(9), g_statistic(counts, Y.sum(axis=1)).round(9)
    return {c: Node(c, tuple(counts[i].tolist()), float(H[i]), float(G[i]), tuple(parents[c]))
            for i, c in enumerate(covers)}


@lru_cache(maxsize=256)
def search(data: str, width: int, rank: str, distinct: bool) -> tuple[Round, ...]:
    """Return the rounds of a beam search: at most three, fewer if nothing is left to extend."""
    _, selectors, Y, _ = example(data)

    def order(node: Node) -> tuple:
        return (node.H if rank == ENTROPY else -node.G, -node.m, sorted(node.selectors))

    beam, best, rounds = {frozenset(): np.ones(Y.shape[1], bool)}, None, []
    for _ in range(ROUNDS):
        ranked = sorted(_scored(selectors.S, Y, beam).values(), key=order)
        if not ranked:
            break
        kept, seen = [], set()
        for node in ranked:
            cover = selectors.S[list(node.selectors)].all(axis=0).tobytes()
            if len(kept) < width and not (distinct and cover in seen):
                seen.add(cover)
                kept.append(node)
        best = min(filter(None, (best, ranked[0])), key=lambda node: order(node)[:2])
        cut = sorted((node.m for node in ranked if node not in kept), reverse=True)
        rounds.append(Round(tuple(kept), tuple(cut), best))
        beam = {node.selectors: selectors.S[list(node.selectors)].all(axis=0) for node in kept}
    return tuple(rounds)
