"""Passengers on tickets, searches among their fates, and two ways to shuffle the fates.

Legend: ``covers`` (r, n) what each of r rules covers; ``labels`` (b, n) fates, a row per shuffle;
``B`` shuffles. A *party* is all passengers of the table on one ticket.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.lessons.lesson07.passengers import letters, sensible
from coursekit.lessons.lesson07.shuffles import Searched, all_rules
from coursekit.lessons.lesson07b.scoreboard import COLUMNS
from coursekit.rules import best_line, g_statistic, make_selectors
from coursekit.scoreboard import passengers

THIRD, SECOND, ALL = "third class", "second class", "everybody"
SINGLE, WHOLE = "single fates", "whole tickets"
SEARCH, ALONE = "whole search", "only this rule"
SHUFFLES, SEED = 200, 1912
WORLD_SEED = 6
B, WORLDS = 19, 200
NEAR = 1e-7             # values of G that are equal up to rounding
#: Shuffles of the passengers' fates, and in how many of them CN2 finds a first line whose G is at
#: least that of the true one, the babies. It takes a minute; `first_lines` counts it again.
BABY_SHUFFLES = 999
BABIES = {SINGLE: 12, WHOLE: 143}


class Table(NamedTuple):
    """Passengers, the rules that a search may choose from, and who travelled together."""

    names: list[tuple[str, ...]]
    covers: np.ndarray      # (r, n), ones and zeros
    lived: np.ndarray       # (n,) Boolean
    tickets: np.ndarray     # (n,) numbers


def third_class() -> tuple[pd.DataFrame, np.ndarray]:
    """Return letters and digits of the men of the third class, and their fates.

    Examples
    --------
    >>> len(third_class()[1])
    347
    """
    men = _men(3)
    surname = men["Name"].str.split(",").str[0]
    X = pd.DataFrame({
        "ticket ends with": pd.Categorical(men["Ticket"].str[-1]),     # as names, not as digits
        "surname begins with": surname.str[0].str.upper().to_numpy(),
        "letters in surname": surname.str.count("[A-Za-z]").to_numpy().astype(float)})
    return X, np.where(men["Survived"] == 1, "survived", "died")


def _men(travelled: int) -> pd.DataFrame:
    people = load_titanic()
    return people[(people["Sex"] == "male") & (people["Pclass"] == travelled)]


@cache
def table(data: str) -> Table:
    """Return the passengers of a table with all rules of one or two conditions."""
    X, fates = {THIRD: third_class, SECOND: letters, ALL: sensible}[data]()
    people = load_titanic() if data == ALL else _men({THIRD: 3, SECOND: 2}[data])
    names, covers = all_rules(X)
    return Table(names, covers.astype(np.float32), fates == "survived",
                 pd.factorize(people["Ticket"])[0])


def orders(tickets: np.ndarray, shuffle: str, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return random orders (count, n): all equally likely, or those that keep parties together.

    In the second case parties of equal size exchange their fates as wholes, and inside a party
    the fates are dealt anew.
    """
    n = len(tickets)
    if shuffle == SINGLE:
        return rng.permuted(np.tile(np.arange(n), (count, 1)), axis=1)
    result = np.empty((count, n), int)
    size = np.bincount(tickets)
    for s in np.unique(size[size > 0]):
        places = np.array([np.flatnonzero(tickets == t) for t in np.flatnonzero(size == s)])
        parties = rng.permuted(np.tile(np.arange(len(places)), (count, 1)), axis=1)
        result[:, places] = rng.permuted(places[parties], axis=2)
    return result


def scores(covers: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return G (r, b) of every rule in every row of labels."""
    labels = np.atleast_2d(labels)
    hits, m = (covers @ labels.T.astype(np.float32)).astype(int), covers.sum(axis=1).astype(int)
    table = _g_table(int(m.max()), labels.shape[1], tuple(np.unique(labels.sum(axis=1)).tolist()))
    return np.column_stack([table[k][m, hits[:, b]] for b, k in
                            enumerate(labels.sum(axis=1).tolist())])


@cache
def _g_table(most: int, n: int, survivors: tuple[int, ...]) -> dict[int, np.ndarray]:
    """Return G for each number of survivors, by covered samples and survivors among them."""
    m, k = np.mgrid[:most + 1, :most + 1]
    counts = np.stack([k, np.maximum(m - k, 0)], axis=-1)
    return {s: g_statistic(counts, [s, n - s]) if 0 < s < n else np.zeros(m.shape)
            for s in survivors}


@cache
def searched(data: str, shuffle: str) -> Searched:
    """Return what the search finds, and what it and the rule found get among shuffled fates."""
    names, covers, lived, tickets = table(data)
    true = scores(covers, lived)[:, 0]
    winner, m = int(true.argmax()), covers.sum(axis=1)
    shuffled = scores(covers, lived[orders(tickets, shuffle, SHUFFLES,
                                           np.random.default_rng(SEED))])
    return Searched(names[winner], int(m[winner]), int(covers[winner] @ lived), len(lived),
                    float(lived.mean()), len(covers), float(true[winner]), shuffled[winner],
                    shuffled.max(axis=0))


@cache
def worlds(fates: str, shuffle: str, score: str) -> np.ndarray:
    """Return the G of the true and of B shuffled orders (WORLDS, B + 1) where only chance rules.

    The tickets, the names, and so the rules are those of the third-class men. Fates are drawn
    anew in each world: for each man on his own, or one fate for all on a ticket.
    """
    _, covers, lived, tickets = table(THIRD)
    rng = np.random.default_rng(WORLD_SEED)
    draws = rng.random((WORLDS, len(lived))) < lived.mean()
    if fates == WHOLE:
        draws = draws[:, tickets]
    index = orders(tickets, shuffle, WORLDS * B, rng).reshape(WORLDS, B, -1)
    values = np.empty((WORLDS, B + 1))
    for w, drawn in enumerate(draws):
        G = scores(covers, np.vstack([drawn, drawn[index[w]]]))
        values[w] = G.max(axis=0)
        if score == ALONE:
            values[w, 1:] = G[G[:, 0].argmax(), 1:]
    return values


def places(values: np.ndarray) -> np.ndarray:
    """Return in each row how many values, the first included, are at least the first."""
    return np.sum(values >= values[:, :1] - NEAR, axis=1)


def first_lines(shuffle: str, shuffles: int = BABY_SHUFFLES) -> tuple[float, np.ndarray]:
    """Return G of the first line of CN2 among all passengers, and after so many shuffles."""
    people, survived, tickets = passengers()
    selectors, rng = make_selectors(people[COLUMNS]), np.random.default_rng(SEED)
    lived, everybody = survived == 1, np.ones(len(people), bool)
    dealer = rng if shuffle == SINGLE else PartyShuffler(tickets, rng)

    def first(labels: np.ndarray) -> float:
        found = best_line(selectors, np.array([~labels, labels]), everybody)
        return found.G if found else 0.0
    return first(lived), np.array([first(dealer.permutation(lived)) for _ in range(shuffles)])


class PartyShuffler:
    """A stand-in for NumPy's generator whose shuffles keep parties together.

    Examples
    --------
    >>> shuffler = PartyShuffler([4, 4, 7, 7, 9], np.random.default_rng(0))
    >>> shuffler.permutation(np.array([1, 1, 0, 0, 5])).tolist()[-1]
    5
    """

    def __init__(self, tickets, rng: np.random.Generator):
        self.tickets, self.rng = pd.factorize(np.asarray(tickets))[0], rng

    def __repr__(self) -> str:
        return "a generator that keeps parties together"

    def __getattr__(self, name: str):
        if name.startswith("_"):        # asked by copy and pickle
            raise AttributeError(name)
        raise AttributeError(f"there is no {name} that keeps parties together; "
                             "permutation(y) returns a shuffled copy of the labels")

    def permutation(self, x, axis: int = 0) -> np.ndarray:
        """Return a shuffled copy of x, or of 0 … x − 1."""
        x = np.arange(x) if np.ndim(x) == 0 else np.asarray(x)
        return x[orders(self.tickets, WHOLE, 1, self.rng)[0]]

    def permuted(self, x, axis: int | None = None) -> np.ndarray:
        """Return a shuffled copy of x, or of each of its rows."""
        return self.permutation(x) if np.ndim(x) < 2 else np.array([*map(self.permutation, x)])

    def random(self, size=None) -> np.ndarray:
        """Return numbers, or rows of them, whose `argsort` keeps parties together."""
        if np.ndim(size) == 1 and len(size) == 2:
            return np.array([self.random(size[1]) for _ in range(size[0])])
        result = np.empty(len(self.tickets))
        if np.prod(size if size is not None else 1) != len(result):
            raise ValueError(f"size must be {len(result)}, the number of passengers, got {size}; "
                             "for a shuffled copy of the labels use permutation(y)")
        result[self.permutation(len(result))] = np.sort(self.rng.random(len(result)))
        return result

    def shuffle(self, x) -> None:
        """Shuffle x itself."""
        x[:] = self.permutation(x)

    def choice(self, x, size=None, replace: bool = True, shuffle: bool = True) -> np.ndarray:
        """Return all of x in another order; there is no other draw that keeps parties."""
        if replace:
            raise ValueError("replace must be False: whole tickets exchange their labels, and none "
                             "is drawn twice")
        return self.permutation(x)
