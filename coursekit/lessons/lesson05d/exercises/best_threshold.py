"""Exercise "best-threshold": the cheapest threshold on given samples."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception


def best_threshold(p, y, cost_fp, cost_fn):
    """Return a threshold t for which "yes where p >= t" costs least on these samples."""
    p, y = np.asarray(p), np.asarray(y)
    tried = [*np.unique(p), np.inf]
    costs = [cost_fp * np.sum((p >= t) & (y == 0)) + cost_fn * np.sum((p < t) & (y == 1))
             for t in tried]
    return tried[int(np.argmin(costs))]


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    yield [.1, .4, .6, .9], [0, 1, 0, 1], 1, 4
    yield [.1, .4, .6, .9], [0, 1, 0, 1], 4, 1
    yield [.3, .7], [0, 0], 1, 4                    # never yes
    yield [.3, .7], [1, 1], 1, 4                    # always yes
    yield [.5, .5, .5], [0, 1, 1], 1, 1             # all alike
    yield [.5, .5, .5], [0, 0, 1], 1, 1
    yield np.array([.2, .8, .8, .8]), np.array([1, 0, 1, 0]), 1, 1     # ties
    yield [.3, 1.], [0, 0], 1, 4                    # never yes, even where p is 1
    yield [.30002, .30004, .30006], [0, 1, 0], 1, 4     # closer than any grid
    yield [-1.3, .2, 1.7], [0, 0, 0], 1, 4          # values f of a machine: never yes
    yield [-1.3, .2, 1.4, 1.7], [0, 0, 0, 1], 1, 1
    yield [-1.3, -.4, .2], [0, 1, 1], 1, 1
    for _ in range(50):
        n = int(rng.integers(3, 30))
        y = rng.integers(0, 2, n)
        p = np.clip(0.5 + 0.3 * (y - 0.5) + rng.normal(0, 0.25, n), 0.001, 0.999)
        yield p.round(int(rng.integers(1, 4))), y, int(rng.integers(1, 6)), int(rng.integers(1, 12))


def cost_of(t: float, p, y, cost_fp: float, cost_fn: float, *, strict: bool = False) -> float:
    """Return what "yes where p >= t" costs on these samples."""
    p, y = np.asarray(p), np.asarray(y)
    yes = p > t if strict else p >= t
    return float(cost_fp * np.sum(yes & (y == 0)) + cost_fn * np.sum(~yes & (y == 1)))


def _least(p, y, cost_fp: float, cost_fn: float) -> float:
    return min(cost_of(t, p, y, cost_fp, cost_fn) for t in [*np.unique(p), np.inf])


def _is_cheapest(case: tuple, given, right) -> bool:
    is_number = np.ndim(given) == 0 and not isinstance(given, (bool, str)) and not np.isnan(given)
    return bool(is_number and cost_of(given, *case) <= _least(*case) + 1e-9)


def _optimal_for(case: tuple, given, cost_fp: float, cost_fn: float) -> bool:
    p, y = case[:2]
    return cost_of(given, p, y, cost_fp, cost_fn) <= _least(p, y, cost_fp, cost_fn) + 1e-9


def _best_of_a_grid(case: tuple, given) -> bool:
    """Return whether this is the cheapest of the tenths, the hundredths or the thousandths."""
    for steps in (10, 100, 1000):
        k = np.arange(1, steps)
        grids = k / steps, np.arange(1 / steps, 1, 1 / steps), k * (1 / steps)  # 0.3, or more
        if abs(steps * given - round(steps * given)) < 1e-6 and cost_of(given, *case) <= max(
                min(cost_of(t, *case) for t in grid) for grid in grids):
            return True
    return False


def _threshold(costs: str, tried: str = "[*np.unique(p), np.inf]",
               back: str = "tried[int(np.argmin(costs))]") -> str:
    """Return the source of a search for a threshold with another cost, other tries, another end."""
    return ("def best_threshold(p, y, cost_fp, cost_fn):\n    p, y = np.asarray(p), np.asarray(y)\n"
            f"    tried = {tried}\n    costs = [{costs} for t in tried]\n    return {back}\n")


COSTS = "cost_fp * np.sum((p >= t) & (y == 0)) + cost_fn * np.sum((p < t) & (y == 1))"

THRESHOLD = CodeExercise(
    key="best-threshold", title="The cheapest threshold", reference=best_threshold, cases=_tables,
    accept=_is_cheapest,
    misconceptions=(
        Misconception("the formula of the costs", _threshold(
            "0", back="cost_fp / (cost_fp + cost_fn)"),
            "That is the best threshold if the probabilities are right. This exercise asks for "
            "the cheapest threshold *on these samples*: use p and y.",
            lambda case, given, right: abs(given - case[2] / (case[2] + case[3])) < 1e-9),
        Misconception("the cost returned", _threshold(COSTS, back="min(costs)"),
                      "You return the lowest cost itself. Return the threshold that reaches it.",
                      lambda case, given, right: abs(given - _least(*case)) < 1e-9),
        Misconception("place returned", _threshold(COSTS, back="int(np.argmin(costs))"),
                      "You return the position of a threshold in your list. Return the threshold.",
                      lambda case, given, right: isinstance(given, (int, np.integer))),
        Misconception("costs swapped", _threshold(
            "cost_fn * np.sum((p >= t) & (y == 0)) + cost_fp * np.sum((p < t) & (y == 1))"),
            "Your threshold would be best if the two costs were swapped. Which cost belongs to "
            "a sample that is a 1 and lies below t?",
            lambda case, given, right: _optimal_for(case, given, case[3], case[2])),
        Misconception("errors counted", _threshold("np.sum((p >= t) != (y == 1))"),
                      "Your threshold makes the fewest errors. It need not be the cheapest: the "
                      "two kinds of error have different costs.",
                      lambda case, given, right: _optimal_for(case, given, 1, 1)),
        Misconception("never always no", _threshold(COSTS, "list(np.unique(p))"),
                      "Sometimes it is cheapest to answer no for everybody. Which t does that?",
                      lambda case, given, right: cost_of(1e9, *case) <= _least(*case) + 1e-9),
        Misconception("yes where p > t", _threshold(COSTS.replace(">=", ">").replace("<", "<=")),
                      "At p = t the rule says yes. Yours seems to say no there.",
                      lambda case, given, right: np.ndim(given) == 0 and cost_of(
                          given, *case, strict=True) <= min(
                          cost_of(t, *case, strict=True) for t in [*case[0], np.inf]) + 1e-9),
        Misconception("most expensive", _threshold(COSTS, back="tried[int(np.argmax(costs))]"),
                      "Your threshold is the most expensive of all.",
                      lambda case, given, right: cost_of(given, *case) >= max(
                          cost_of(t, *case) for t in [*np.unique(case[0]), np.inf]) - 1e-9),
        Misconception("round numbers only", _threshold(COSTS, "np.arange(0.1, 1, 0.1)"),
                      "A cheaper threshold lies between those that you tried. Where do the "
                      "answers change at all?",
                      lambda case, given, right: _best_of_a_grid(case, given)),
    ),
    hints=("When t rises from one p to the next, what changes? How many thresholds are worth "
           "trying?",
           "Try each p, and one number above them all. For each, count those below t that are 1, "
           "and those at or above t that are 0.",
           "The cost at t is cost_fp · (zeros with p ≥ t) + cost_fn · (ones with p < t). Return "
           "the t with the lowest cost."),
    way="The answers change only where t passes a p. So try every p, and a number above all of "
        "them for “always no”. At each, add cost_fp for every 0 with p ≥ t and cost_fn for every 1 "
        "with p < t; return the t with the smallest sum.",
    explanation="Any threshold that reaches the lowest cost is accepted.",
    fallback_hint="What does your t cost on these samples, and what would its neighbours cost?")
