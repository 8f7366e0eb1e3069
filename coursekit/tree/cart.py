"""CART estimators: read a table, grow a tree, prune it."""
from __future__ import annotations

import copy
import html

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_between, require_squares, require_whole
from coursekit.labels import LabelReader
from coursekit.tree import export
from coursekit.tree.builder import grow
from coursekit.tree.criteria import find_criterion
from coursekit.tree.encoding import TableReader
from coursekit.tree.level_sets import require_few_levels
from coursekit.tree.pruning import PruningPath, prune, pruning_path
from coursekit.tree.training import StoppingRules, TrainingSet


class _CART(TableReader, BaseEstimator):
    """The base of both trees: reading X, growing, pruning, and export."""

    to_text = export.to_text
    to_rules = export.to_rules
    path = export.path

    def _fit(self, X, y, n_classes: int) -> None:
        """Grow and prune on an encoded table and coded targets."""
        criterion = find_criterion(self.criterion, counts_classes=n_classes > 0)
        columns = self.columns_
        for j in columns.nominal:
            require_few_levels(columns.names[j], len(columns.levels[j]), n_classes)
        trace = [] if self.trace else None
        self.full_tree_ = grow(TrainingSet(X, columns, y, n_classes, criterion),
                               self._stopping_rules(), trace)
        self.tree_ = self._prune(self.cp, self.ccp_alpha)
        if self.trace:
            self.trace_ = trace

    def _stopping_rules(self) -> StoppingRules:
        split = require_whole("min_samples_split", self.min_samples_split, 2)
        depth, leaf = np.inf, max(1, round(split / 3))
        if self.max_depth is not None:
            depth = require_whole("max_depth", self.max_depth, 1)
        if self.min_samples_leaf is not None:
            leaf = require_whole("min_samples_leaf", self.min_samples_leaf, 1)
        surrogates = require_whole("max_surrogates", self.max_surrogates, 0)
        return StoppingRules(depth, split, leaf, surrogates, self.allow_zero_gain)

    def _prune(self, cp: float | None, ccp_alpha: float):
        require_between("ccp_alpha", ccp_alpha, 0, np.inf)
        if cp is None:
            return prune(self.full_tree_, ccp_alpha, "impurity") if ccp_alpha else self.full_tree_
        require_between("cp", cp, 0, np.inf)
        if ccp_alpha > 0:
            raise ValueError(f"got cp={cp!r} and ccp_alpha={ccp_alpha!r}, two scales "
                             "(relative errors, weighted impurity) that cannot be converted; "
                             "set cp=None to prune by ccp_alpha")
        return prune(self.full_tree_, cp, "risk")

    def apply(self, X: pd.DataFrame | ArrayLike) -> np.ndarray:
        """Return the number of the leaf of each sample, shape (n,)."""
        X = self._encode(X)
        return self.tree_.apply(X)

    def get_n_leaves(self) -> int:
        """Return the number of leaves."""
        check_is_fitted(self)
        return len(self.tree_.leaves)

    def get_depth(self) -> int:
        """Return the depth: the largest number of splits on a path to a leaf."""
        check_is_fitted(self)
        return int(self.tree_.depth.max())

    def pruned(self, *, cp: float | None = None, ccp_alpha: float = 0.0) -> _CART:
        """Return a copy of the fitted tree, pruned at another price, or unpruned by default."""
        check_is_fitted(self)
        other = copy.copy(self).set_params(cp=cp, ccp_alpha=ccp_alpha)
        other.tree_ = self._prune(cp, ccp_alpha)
        return other

    def pruning_path(self, scale: str = "risk") -> PruningPath:
        """Return all trees of cost-complexity pruning; "risk" for cp, "impurity" for ccp_alpha."""
        check_is_fitted(self)
        return pruning_path(self.full_tree_, scale)

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        call = super().__repr__(N_CHAR_MAX)
        return f"{call}\n  {export.summary(self)}" if hasattr(self, "tree_") else call

    def _html_repr(self) -> str:
        if not hasattr(self, "tree_"):
            return super()._html_repr()
        text = repr(self) if self.get_n_leaves() > 40 else f"{self!r}\n\n{self.to_text()}"
        return f"<pre>{html.escape(text)}</pre>"


class CARTClassifier(LabelReader, _CART):
    """A classification tree, grown greedily and pruned by cost-complexity, as in rpart.

    Frames may hold text, categories (also of numbers) and booleans: they are split into sets of
    levels; ordered categories, dates and intervals raise an error. The type of a column is
    decided at ``fit``, see `coursekit.tree.encoding`. Missing values are allowed: a split is scored
    on the samples that have its feature; the others follow a surrogate or, failing that, the
    majority. A level not seen at ``fit`` counts as missing; a column of only such levels gets a
    warning, and one without any value at ``fit`` is never split on. Samples with x < threshold go
    left. In a tie of gains the first feature and its smallest threshold win; in a tie of counts
    the first class is predicted.

    Parameters
    ----------
    criterion : str
        The splitting criterion: "gini", "entropy" (in bits), or another criterion for classes in
        `coursekit.tree.criteria.CRITERIA`.
    max_depth : int or None
        Largest number of splits on a path to a leaf (rpart: maxdepth).
    min_samples_split : int
        A node with fewer samples is a leaf (rpart: minsplit).
    min_samples_leaf : int or None
        Smallest number of samples, of those that have the feature, on either side of a split
        (rpart: minbucket); None: a third of ``min_samples_split``, rounded.
    cp : float or None
        Price of a leaf as a proportion of the root's errors (rpart: cp). 0 removes splits that
        save no error; None does not prune by errors at all.
    ccp_alpha : float
        Price of a leaf in weighted impurity, as in scikit-learn; needs ``cp=None``. The two
        scales cannot be converted.
    max_surrogates : int
        Largest number of surrogates per split (rpart: maxsurrogate). 0 sends missing values with
        the majority, and fits faster; that differs from rpart's 0, see Notes.
    allow_zero_gain : bool
        Split impure nodes even if the gain is 0, as scikit-learn does and rpart does not.
    trace : bool
        Record how the tree grew, in ``trace_``.

    Attributes
    ----------
    classes_ : ndarray, shape (K,)
        Labels.
    tree_, full_tree_ : coursekit.tree.tree.Tree
        After and before pruning.
    columns_ : coursekit.tree.encoding.Columns
        Names of the columns and levels of the nominal ones.
    trace_ : list of coursekit.tree.trace.GrowthStep
        One record per node of ``full_tree_``; only if ``trace``.

    Notes
    -----
    Splits, surrogates and counts agree with rpart 4.1.19 on the tables compared, with these
    exceptions. rpart leaves samples with a missing value at a node if ``maxsurrogate=0``, and
    also where the known ones split evenly; here they go with the majority, and left if there is
    none. In rpart a new sample that can answer no question goes to the larger child, here with
    the majority of the known. rpart drops rows without any value, and keeps the order of
    ordered factors; here such rows stay, and such columns raise an error. If gains differ by
    rounding only, rpart may take the later one. Pruning is exact here; see `pruning.cp_table`.

    References
    ----------
    L. Breiman, J. Friedman, R. Olshen, C. Stone (1984), *Classification and Regression Trees*;
    T. Therneau, E. Atkinson, *An introduction to recursive partitioning using the rpart
    routines*.

    Examples
    --------
    >>> from coursekit.datasets import load_ptitanic
    >>> people = load_ptitanic()
    >>> model = CARTClassifier().fit(people[["sex", "age", "sibsp"]], people["survived"])
    >>> print(model.to_text())
    all: died (809/500) n=1309
      sex = female: survived (127/339) n=466
        sibsp < 2.5: survived (109/332) n=441 *
        sibsp >= 2.5: died (18/7) n=25 *
      sex = male: died (682/161) n=843
        age < 9.5: survived (22/25) n=47
          sibsp < 2.5: survived (3/24) n=27 *
          sibsp >= 2.5: died (19/1) n=20 *
        age >= 9.5: died (660/136) n=796 *
    """

    def __init__(self, criterion: str = "gini", *, max_depth: int | None = 30,
                 min_samples_split: int = 20, min_samples_leaf: int | None = None,
                 cp: float | None = 0.01, ccp_alpha: float = 0.0, max_surrogates: int = 5,
                 allow_zero_gain: bool = False, trace: bool = False):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.cp = cp
        self.ccp_alpha = ccp_alpha
        self.max_surrogates = max_surrogates
        self.allow_zero_gain = allow_zero_gain
        self.trace = trace

    def fit(self, X, y) -> CARTClassifier:
        """Grow and prune a tree; X of shape (n, d), labels y of shape (n,)."""
        X, y = self._learn(X, y, numbers=False)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self._fit(X, codes, len(self.classes_))
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the proportion of each class in the leaf of each sample, shape (n, K)."""
        leaf = self.apply(X)
        return (self.tree_.value / self.tree_.n_node_samples[:, None])[leaf]

    def predict(self, X) -> np.ndarray:
        """Return the majority class of the leaf of each sample, shape (n,)."""
        leaf = self.apply(X)
        return self.classes_[self.tree_.value.argmax(axis=1)][leaf]


class CARTRegressor(RegressorMixin, _CART):
    """A regression tree: the mean of y in boxes chosen by squared error, pruned as in rpart.

    Parameters and attributes are those of `CARTClassifier`; the criterion is "squared_error",
    ``cp`` is a proportion of the root's squared error, ``ccp_alpha`` in units of y squared.

    Examples
    --------
    >>> model = CARTRegressor(min_samples_split=2).fit([[1], [2], [3]], [1.0, 1.0, 4.0])
    >>> model.predict([[1.2], [9.0]])
    array([1., 4.])
    """

    def __init__(self, criterion: str = "squared_error", *, max_depth: int | None = 30,
                 min_samples_split: int = 20, min_samples_leaf: int | None = None,
                 cp: float | None = 0.01, ccp_alpha: float = 0.0, max_surrogates: int = 5,
                 allow_zero_gain: bool = False, trace: bool = False):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.cp = cp
        self.ccp_alpha = ccp_alpha
        self.max_surrogates = max_surrogates
        self.allow_zero_gain = allow_zero_gain
        self.trace = trace

    def fit(self, X, y) -> CARTRegressor:
        """Grow and prune a tree; X of shape (n, d), numbers y of shape (n,)."""
        X, y = self._learn(X, y, numbers=True)
        self._fit(X, require_squares("y", y), 0)
        return self

    def predict(self, X) -> np.ndarray:
        """Return the mean of the leaf of each sample, shape (n,)."""
        leaf = self.apply(X)
        return self.tree_.value[leaf, 0]
