"""Cases for the exercise "simplify": conjunctions, what they cover, and bounds."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.statistics import upper_error_bound


class Counts:
    """What a conjunction covers: right and wrong samples, for the tests."""

    def __init__(self, holds: dict[str, np.ndarray], right: np.ndarray):
        self.holds, self.right = holds, right

    def __call__(self, conditions: list[str]) -> tuple[int, int]:
        """Return how many samples the conjunction covers rightly and wrongly."""
        cover = np.ones(len(self.right), bool)
        for condition in conditions:
            cover &= self.holds[condition]
        return int((cover & self.right).sum()), int((cover & ~self.right).sum())

    def __repr__(self) -> str:
        """Return what a learner reads in place of the object."""
        return f"the counts in {len(self.right)} samples, {self.right.sum()} of the class"


def bound(e: int, n: int) -> float:
    """Return the bound of the page."""
    return upper_error_bound(e, n)


def share(e: int, n: int) -> float:
    """Return the observed error rate, 1 without a sample."""
    return e / n if n else 1.0


def _count(right: str, **holds: str) -> tuple:
    """Return a case from strings of 0 and 1, one for each condition."""
    truth = {name: np.array(list(row)) == "1" for name, row in holds.items()}
    return list(truth), Counts(truth, np.array(list(right)) == "1"), bound


def rules(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield conditions, a counter and a bound: small cases and ties first, then random ones."""
    yield _count("111100", a="111100", b="110011")      # b goes, a stays
    yield _count("1100", a="1100")                      # nothing to gain
    yield _count("1100", a="1100", b="1100")            # twins: of equals the first
    yield _count("111111110", a="111100000")            # the empty rule is best
    yield _count("111100", a="111100", b="000011")      # nobody is covered
    yield _count("00", a="10", b="01")                  # never right
    yield *_count("1110", a="1000")[:2], share          # another bound, another end
    for charge in (bound, share) * 35:
        n, k = int(rng.integers(2, 60)), int(rng.integers(1, 6))
        right = rng.random(n) < rng.choice([0.2, 0.5, 0.9])
        holds = {name: rng.random(n) < np.where(right, 0.9, rng.choice([0.3, 0.7]))
                 for name in "abcde"[:k]}
        yield list(holds), Counts(holds, right), charge
