"""C4.5 trees: gain ratio, one branch per level, and fractional samples.

A sample that lacks the value a node asks for goes down every branch, with a weight equal to the
branch's proportion of the samples that have it.

Legend: ``w`` weights of samples, ``H`` entropy of the classes in bits, ``known`` the weight of
the samples that have a value; gain = (known/w)·(H(known) - Σ_b (w_b/known)·H(b)), split info =
entropy of the branches, those without a value being one; ratio = gain / split info.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import xlogy

from coursekit.checks import require_columns
from coursekit.labels import require_labels
from coursekit.tree.conditions import Condition, Threshold, in_words
from coursekit.tree.encoding import Columns, read_table

_MIN_GAIN_BITS = 1e-3       # C4.5 treats smaller gains as 0
_MIN_SAMPLES = 2.0          # in at least two branches
_TIE_TOL = 1e-9             # numbers that differ by less are equal: rounding never decides


@dataclass(frozen=True)
class C45Node:
    """A node: a leaf, or a question with one child for each answer."""

    counts: tuple[float, ...]  # weight of each class
    label: object  # the class with most weight; the parent's if the node is empty
    feature: str | None = None  # None at a leaf
    cut: float | None = None  # children are value <= cut and value > cut; None if nominal
    levels: tuple = ()  # the answers of the children of a nominal feature
    gain: float = 0.0
    split_info: float = 0.0
    children: tuple[C45Node, ...] = field(default=(), repr=False)

    @property
    def is_leaf(self) -> bool:
        """Whether the node has no children."""
        return not self.children

    @property
    def n(self) -> float:
        """Weight of all samples."""
        return sum(self.counts)

    @property
    def errors(self) -> float:
        """Weight of the misclassified samples if the node were a leaf."""
        return self.n - max(self.counts)

    def leaf_errors(self) -> float:
        """Weight of the misclassified samples of all leaves below."""
        return self.errors if self.is_leaf else sum(c.leaf_errors() for c in self.children)

    def branches(self) -> Iterator[tuple[Condition, C45Node]]:
        """Yield each answer with the child it leads to."""
        for k, child in enumerate(self.children):
            yield (Condition(self.feature, "in", (self.levels[k],)) if self.cut is None
                   else Condition(self.feature, ("<=", ">")[k], self.cut)), child

    def leaves(self, path: tuple[Condition, ...] = ()) -> Iterator[tuple]:
        """Yield the conditions on the path to each leaf, and the leaf."""
        if self.is_leaf:
            yield path, self
        for test, child in self.branches():
            yield from child.leaves((*path, test))


class C45Tree(NamedTuple):
    """A grown tree, with its classes and columns."""

    root: C45Node
    classes: tuple  # in the order of the counts
    columns: Columns

    def predict_proba(self, X: pd.DataFrame) -> np.ndarray:
        """Return class probabilities, (n, K), over each sample's leaves by its fractions."""
        X = read_table(X)
        if isinstance(X, pd.DataFrame):
            X = X.set_axis(X.columns.map(str), axis=1)
        require_columns(X, self.columns.names, "C45Tree.predict")
        codes = self.columns.encode(X[list(self.columns.names)])
        shares = np.zeros((len(codes), len(self.classes)))
        self._descend(self.root, codes, np.arange(len(codes)), np.ones(len(codes)), shares)
        return shares

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        """Return the most probable class, shape (n,)."""
        return np.array(self.classes, dtype=object)[_first_largest(self.predict_proba(X))]

    def _descend(self, node: C45Node, X: np.ndarray, sample: np.ndarray, w: np.ndarray,
                 shares: np.ndarray) -> None:
        if node.is_leaf or not sample.size:
            n = node.n
            each = (np.array(node.counts) / n if n
                    else np.array([c == node.label for c in self.classes], dtype=float))
            np.add.at(shares, sample, w[:, None] * each)
            return
        share = _branch_shares(self._column(node, X, sample), len(node.children),
                               np.array([child.n for child in node.children]))
        for k, child in enumerate(node.children):
            goes = share[:, k] > 0
            self._descend(child, X, sample[goes], w[goes] * share[goes, k], shares)

    def _column(self, node: C45Node, X: np.ndarray, sample: np.ndarray) -> np.ndarray:
        x = X[sample, self.columns.names.index(node.feature)]
        return x if node.cut is None else np.where(np.isnan(x), np.nan, x > node.cut)

    def to_text(self) -> str:
        """Return the tree as indented text; leaves show their weight and errors as in C4.5."""
        lines = []

        def write(node: C45Node, depth: int) -> None:
            for test, child in node.branches():
                leaf = f": {child.label} ({child.n:.1f}/{child.errors:.1f})" * child.is_leaf
                lines.append(f"{'|   ' * depth}{test}{leaf}")
                write(child, depth + 1)

        write(self.root, 0)
        return "\n".join(lines) or f"{self.root.label} ({self.root.n:.1f}/{self.root.errors:.1f})"

    def to_rules(self) -> pd.DataFrame:
        """Return one row per leaf: ``rule``, ``conditions``, ``prediction``, ``n``, ``wrong``."""
        return pd.DataFrame([
            {"rule": in_words(path), "conditions": path,
             "prediction": leaf.label, "n": leaf.n, "wrong": leaf.errors}
            for path, leaf in self.root.leaves()])


def grow_c45(X: pd.DataFrame, y: pd.Series) -> C45Tree:
    """Return the tree that C4.5 (release 8) grows, before it prunes.

    Numbers in the frame X (n, d) are numeric; text, categories and booleans are nominal, see
    `coursekit.tree.encoding`; missing values are allowed. Classes y (n,) of a categorical series
    keep their order, and count even without a sample.

    A question needs at least the average gain. Nominal features with 0.3·n levels or more are
    left out of this average, unless all features are such. Ratios, gains and weights that differ by
    less than 1e-9 are equal; of equal questions the first feature wins, then the lowest cut.

    Like release 8, and unlike Weka's J48, it may ask a nominal feature whose gain is exactly 0,
    which finds the exclusive or; a question that saves no error in the end is removed.

    Source: J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*; J. R. Quinlan (1996),
    *Improved use of continuous attributes in C4.5*, for the penalty on cuts.

    >>> X = pd.DataFrame({"windy": ["y", "n"] * 4, "warm": [1.0, 2.0] + [3.0] * 6})
    >>> print(grow_c45(X, ["stay", "go"] * 4).to_text())
    windy = n: go (4.0/0.0)
    windy = y: stay (4.0/0.0)
    """
    X = require_columns(read_table(X), (), "grow_c45")
    labels = require_labels(y)
    y = pd.Categorical(y if isinstance(getattr(y, "dtype", None), pd.CategoricalDtype) else labels)
    if len(y) != len(X) or not len(X):
        raise ValueError(f"y must hold one class for each of the {len(X)} rows of X, got {len(y)}; "
                         "give a frame with at least one row, and a label for each")
    columns = Columns.of(X)
    grower = _Grower(columns.encode(X), columns, y.codes.astype(int), list(y.categories),
                     _averaged(columns, len(X)))
    all_samples = np.arange(len(X))
    return C45Tree(grower.grow(all_samples, np.ones(len(X)), frozenset(), None),
                   tuple(y.categories), columns)


def _averaged(columns: Columns, n: int) -> set[int]:
    """Return the features in the average gain: those with fewer than 0.3·n levels, or else all."""
    few = {j for j, levels in enumerate(columns.levels)
           if levels is None or 10 * len(levels) < 3 * n}
    return few or set(range(len(columns.levels)))


class _Question(NamedTuple):
    """The best question on a feature in a node."""

    gain: float
    split_info: float
    cut: float | None = None


class _Grower(NamedTuple):
    X: np.ndarray
    columns: Columns
    y: np.ndarray
    classes: list
    averaged: set[int]

    def grow(self, sample: np.ndarray, w: np.ndarray, asked: frozenset, parent) -> C45Node:
        counts = np.bincount(self.y[sample], w, len(self.classes))
        label = self.classes[int(_first_largest(counts))] if sample.size else parent
        leaf = C45Node(tuple(counts.tolist()), label)
        if leaf.errors <= _TIE_TOL or leaf.n < 2 * _MIN_SAMPLES - _TIE_TOL:
            return leaf
        questions = {j: self.best_question(j, sample, w) for j in range(self.X.shape[1])
                     if j not in asked}
        best = self.choose({j: question for j, question in questions.items() if question})
        if best is None:
            return leaf
        node = self.divide(leaf, best, questions[best], sample, w, asked)
        # Drop a question that saves no error.
        return leaf if node.leaf_errors() >= leaf.errors - _MIN_GAIN_BITS else node

    def choose(self, questions: dict[int, _Question]) -> int | None:
        averaged = [question.gain for j, question in questions.items() if j in self.averaged]
        if not averaged:
            return None
        # The ratio favours questions that split off few samples, so exclude small gains.
        bar = np.mean(averaged) - _MIN_GAIN_BITS
        ratio = {j: question.gain / question.split_info for j, question in questions.items()
                 if question.gain >= bar and question.split_info > _MIN_GAIN_BITS}
        return list(ratio)[_first_largest(list(ratio.values()))] if ratio else None

    def divide(self, leaf: C45Node, j: int, question: _Question, sample: np.ndarray,
               w: np.ndarray, asked: frozenset) -> C45Node:
        x, levels = self.X[sample, j], self.columns.levels[j]
        if question.cut is None:
            asked = asked | {j}
        else:
            x = np.where(np.isnan(x), np.nan, x > question.cut)
        n_branches = 2 if levels is None else len(levels)
        known = ~np.isnan(x)
        weight = np.bincount(x[known].astype(int), w[known], n_branches)
        share = _branch_shares(x, n_branches, weight)
        children = tuple(self.grow(sample[share[:, k] > 0], (w * share[:, k])[share[:, k] > 0],
                                   asked, leaf.label) for k in range(n_branches))
        return C45Node(leaf.counts, leaf.label, self.columns.names[j], question.cut,
                       () if levels is None else tuple(levels), question.gain,
                       question.split_info, children)

    def best_question(self, j: int, sample: np.ndarray, w: np.ndarray) -> _Question | None:
        x = self.X[sample, j]
        there = np.flatnonzero(~np.isnan(x))
        there = there[np.argsort(x[there], kind="stable")]
        if not there.size:
            return None
        tally = np.zeros((there.size, len(self.classes)))
        tally[np.arange(there.size), self.y[sample[there]]] = w[there]
        ask = self.nominal if self.columns.levels[j] is not None else self.metric
        return ask(j, x[there], tally, w.sum())

    def nominal(self, j: int, x: np.ndarray, tally: np.ndarray, total: float) -> _Question | None:
        branches = np.zeros((len(self.columns.levels[j]), tally.shape[1]))
        np.add.at(branches, x.astype(int), tally)
        if np.sum(branches.sum(axis=1) >= _MIN_SAMPLES - _TIE_TOL) < 2:
            return None
        gain, info = self.gain_and_info(branches[None], total)
        return _Question(float(gain[0]), float(info[0])) if gain[0] > -_MIN_GAIN_BITS else None

    def metric(self, j: int, x: np.ndarray, tally: np.ndarray, total: float) -> _Question | None:
        below = tally.cumsum(axis=0)
        known, low = below[-1].sum(), below.sum(axis=1)
        # On either side at least a tenth of the average class size, but no more than 25.
        margin = max(_MIN_SAMPLES, min(25.0, 0.1 * known / len(self.classes)))
        usable = np.flatnonzero((x[1:] - x[:-1] > 1e-5 + _TIE_TOL) & (low[:-1] >= margin - _TIE_TOL)
                               & (low[:-1] <= known - margin + _TIE_TOL))
        if not usable.size:
            return None
        branches = np.stack([below[usable], below[-1] - below[usable]], axis=1)
        gain, info = self.gain_and_info(branches, total)
        gain = gain - np.log2(usable.size) / total       # release 8: the penalty for choosing a cut
        k = int(_first_largest(gain))
        if gain[k] <= _TIE_TOL:
            return None
        below, above = x[usable[k]], x[usable[k] + 1]
        middle = (below + above) / 2
        values = self.X[:, j]      # the cut is a value that occurs in the table
        low = values[(values <= middle + _TIE_TOL * max(1, abs(middle))) & (values < above)].max()
        threshold = Threshold(low, below=low, above=values[values > low].min(initial=np.inf))
        return _Question(float(gain[k]), float(info[k]), threshold)

    def gain_and_info(self, branches: np.ndarray, total: float) -> tuple[np.ndarray, np.ndarray]:
        """Return gain and split info of s splits, from weights of shape (s, branches, classes)."""
        size = branches.sum(axis=2)
        known = size.sum(axis=1)
        after = _information(branches).sum(axis=1)
        gain = (_information(branches.sum(axis=1)) - after) / total
        return gain, _information(np.column_stack([size, total - known])) / total


def _information(weights: np.ndarray) -> np.ndarray:
    """Return total weight times entropy along the last axis: the bits that encode all classes."""
    weights = np.maximum(weights, 0)
    total = weights.sum(axis=-1)
    return (xlogy(total, total) - xlogy(weights, weights).sum(axis=-1)) / np.log(2)


def _first_largest(values: ArrayLike) -> np.ndarray:
    """Return the index of the largest value along the last axis, the first in a tie."""
    values = np.asarray(values)
    return np.argmax(values >= values.max(axis=-1, keepdims=True) - _TIE_TOL, axis=-1)


def _branch_shares(x: np.ndarray, n_branches: int, weight: np.ndarray) -> np.ndarray:
    """Return the fraction of each sample per branch: 1 in one, or that of all others if unknown."""
    share = np.tile(weight / weight.sum(), (len(x), 1))
    known = np.flatnonzero(~np.isnan(x))
    share[known] = np.eye(n_branches)[x[known].astype(int)]
    return share
