"""The question that C4.5 asks at a node, found again by plain loops."""
from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from scipy.stats import entropy

from coursekit.tree.c45 import grow_c45


class Question(NamedTuple):
    gain: float
    split_info: float
    cut: float | None = None

    @property
    def ratio(self) -> float:
        return self.gain / self.split_info


def bits(counts) -> float:
    """Return the entropy of counts."""
    return float(entropy(list(counts), base=2)) if sum(counts) else 0.0


def worth(answers: list, y: list) -> tuple[float, float]:
    """Return gain and split info of answers, None where the value is missing."""
    known = [(a, label) for a, label in zip(answers, y) if a is not None]
    before = bits(Counter(label for _, label in known).values())
    sizes = Counter(a for a, _ in known)
    after = sum(size / len(known) * bits(Counter(label for a, label in known if a == branch).values())
                for branch, size in sizes.items())
    sizes["missing"] = len(y) - len(known)
    return len(known) / len(y) * (before - after), bits(sizes.values())


def question(column: pd.Series, y: list) -> Question | None:
    """Return what a column has to offer, if anything."""
    values = [None if pd.isna(v) else v for v in column]
    if not pd.api.types.is_numeric_dtype(column):
        sizes = Counter(v for v in values if v is not None)
        if sum(size >= 2 for size in sizes.values()) < 2:
            return None
        found = Question(*worth(values, y))
        return found if found.gain > -1e-3 else None
    known = sorted(v for v in values if v is not None)
    least = max(2.0, min(25.0, 0.1 * len(known) / len(set(y))))
    cuts = [low for low, high in zip(known, known[1:]) if low < high
            and least <= sum(v <= low for v in known) <= len(known) - least]
    found = [Question(*worth([None if v is None else v <= cut for v in values], y), cut) for cut in cuts]
    found = [q._replace(gain=q.gain - np.log2(len(cuts)) / len(y)) for q in found]
    best = max(found, key=lambda q: q.gain, default=None)
    return best if best and best.gain > 0 else None


def table(seed: int) -> tuple[pd.DataFrame, list]:
    """Return columns of many and of few levels, lopsided ones, numbers, and missing values."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(12, 60))
    y = rng.choice(["a", "b", "c"][:rng.integers(2, 4)], n)
    y[:2] = "a", "b"
    X = pd.DataFrame({
        "many": rng.choice(list("pqrstu"), n), "two": np.where(rng.random(n) < 0.3, y, "a"),
        "rare": np.where((rng.random(n) < 0.12) & (y == "b"), "yes", "no"),
        "number": (y == "a") * rng.random() + rng.normal(size=n).round(1), "whole": rng.integers(0, 4, n) * 1.0})
    gone = rng.random(X.shape) < rng.choice([0, 0.15])
    return X.astype({"many": object, "two": object, "rare": object}).mask(gone), y.tolist()


@pytest.mark.parametrize("seed", range(40))
def test_the_root_has_the_best_ratio_among_questions_of_average_gain(seed):
    X, y = table(seed)
    root, found = grow_c45(X, y).root, {name: question(X[name], y) for name in X}
    found = {name: q for name, q in found.items() if q}
    bar = np.mean([q.gain for q in found.values()]) - 1e-3
    fair = {name: q for name, q in found.items() if q.gain >= bar}
    if root.is_leaf:        # a question that saves no error is not asked
        return
    best = max(fair, key=lambda name: fair[name].ratio)
    assert root.feature == best and (root.cut is None) == (found[best].cut is None)
    assert (root.gain, root.split_info) == pytest.approx(found[best][:2])
    if root.cut is not None:
        assert root.cut == pytest.approx(found[best].cut)


def test_a_question_of_small_gain_stays_out_however_high_its_ratio():
    y = ["a"] * 10 + ["b"] * 10
    X = pd.DataFrame({"most": ["k"] * 7 + ["l"] * 3 + ["l"] * 8 + ["k"] * 2, "rare": ["no"] * 18 + ["yes"] * 2})
    most, rare = (question(X[name], y) for name in X)
    assert rare.ratio > most.ratio and rare.gain < (most.gain + rare.gain) / 2
    assert grow_c45(X, y).root.feature == "most"
