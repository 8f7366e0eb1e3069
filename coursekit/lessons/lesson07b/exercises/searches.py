"""Searches that test a p-value of lesson 07b: they note how they were called."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Real

import numpy as np

from coursekit.lessons.lesson07b.parties import PartyShuffler


class Search:
    """A search for the tests: labels in, best value out; ``chance`` is P(T_b ≥ T_0)."""

    def __init__(self, what: str, function: Callable, chance: float):
        self.what, self.function, self.chance = what, function, chance
        self.start(())

    def start(self, y) -> None:
        """Forget the calls, and remember the true labels."""
        self.true = np.asarray(y).tolist()
        self.labels = sorted(self.true)
        self.calls, self.strange, self.orders = 0, 0, set()

    def turned(self) -> bool:
        """Tell whether all orders met are rotations of the true one, where that is no chance."""
        n, twice = len(self.true), self.true * 2
        rotations = {tuple(twice[i:i + n]) for i in range(n)}
        return len(rotations) == n > 5 and len(self.orders) > 2 and self.orders <= rotations

    def __call__(self, y):  # noqa: D102
        if y is None:
            raise TypeError("search was given None and no labels")
        self.calls += 1
        order = np.asarray(y).tolist()
        self.orders.add(tuple(order))
        self.strange += sorted(order) != self.labels
        return self.function(np.asarray(y))

    def __repr__(self) -> str:
        return f"a search that {self.what}"


class Tried(float):
    """A p-value, with what was asked of the search on the way to it."""

    calls = strange = orders = 0
    turned = unused = False


def call(answer: Callable, search: Search, y, B: int, rng) -> Tried:
    """Call a learner's function, and note what it asked of the search.

    The page's stand-in for a generator has few methods; it is asked only of what is else in order.
    """
    if isinstance(rng, PartyShuffler):
        plain = call(answer, search, y, B, np.random.default_rng(B))
        if isinstance(plain, Tried) and not is_fair((search, y, B), plain):
            return plain
    search.start(y)
    before = _state(rng)
    result = answer(search, y, B, rng)
    if not isinstance(result, (Real, np.ndarray)) or np.ndim(result):
        return result
    tried = Tried(result)
    tried.calls, tried.strange, tried.orders = search.calls, search.strange, len(search.orders)
    tried.turned = search.turned()
    tried.unused = _state(rng) == before
    return tried


def _state(rng) -> dict:
    return getattr(rng, "rng", rng).bit_generator.state


def searches(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield searches of which it is known how often a shuffle reaches the true value."""
    def case(what: str, function: Callable, chance: float, y, B: int) -> tuple:
        return Search(what, function, chance), y, B, np.random.default_rng(B)

    for B in (3, 9, 19):
        y = np.arange(30)
        yield case("finds the same in any order", lambda y: 1.0, 1, y, B)
        yield case("finds most in the true order",
                   lambda y: float(np.array_equal(y, np.arange(30))), 0, y, B)
        yield case("finds least in the true order",
                   lambda y: -float(np.array_equal(y, np.arange(30))), 1, y, B)
    words = np.array(["yes", "no", "no", "no", "no"])
    yield case("looks at the first label", lambda y: float(y[0] == "yes"), 0.2, words, 999)
    yield case("looks at the number that is the first label", lambda y: int(y[0]), 0.8,
               np.tile([1, 0, 2, 2, 2], 20), 999)
    for share in (0.1, 0.5, 0.8):
        y = (np.arange(100) < 100 * share).astype(int)
        yield case("looks at the first label", lambda y: int(y[0]), share, y, 999)
    alone = PartyShuffler(np.arange(10), np.random.default_rng(0))     # as the page hands one in
    yield (Search("asks whether the first label is below 5", lambda y: int(y[0] < 5), 0.5),
           np.arange(10), 199, alone)


def is_p(case: tuple, given: Tried, right: Tried) -> bool:
    """Accept what shuffles give by chance: six standard deviations about the known p."""
    search, _, B, _ = case
    return is_fair(case, given) and about(case, given, (1 + B * search.chance) / (B + 1))


def is_fair(case: tuple, given: Tried) -> bool:
    """Tell whether the search met the true labels and B shuffles of them."""
    return given.calls > case[2] and given.strange == 0 and given.orders > 2 \
        and not given.turned and not given.unused


def about(case: tuple, given: float, value: float) -> bool:
    """Tell whether a p-value is a given one, to within six standard deviations."""
    chance, B = case[0].chance, case[2]
    return bool(abs(given - value) <= 6 * np.sqrt(chance * (1 - chance) / B) + 1e-6)
