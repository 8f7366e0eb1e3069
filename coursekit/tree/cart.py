"""CART, the classic: estimators over the reader of tables, the grower and the pruner."""
from __future__ import annotations

import copy
import html
from numbers import Integral, Real

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from coursekit.tree import export
from coursekit.tree.book import Limits, Problem
from coursekit.tree.grow import grow
from coursekit.tree.impurity import criterion
from coursekit.tree.subset import require_few_levels
from coursekit.tree.table import Columns, has_text
from coursekit.tree.weakest_link import PruningPath, cp_table, prune, pruning_path


class _CART(BaseEstimator):
    """What both trees share: reading X, growing, pruning, and telling about it."""

    _criteria: tuple[str, ...]

    def _fit(self, X, y, n_classes: int) -> None:
        """Grow and prune on an encoded table and coded targets."""
        rule = criterion(self.criterion, self._criteria)
        for name, levels in zip(self.columns_.names, self.columns_.levels):
            if levels is not None:
                require_few_levels(name, len(levels), n_classes - 1)
        record = [] if self.trace else None
        self.full_tree_ = grow(Problem(X, self.columns_, y, n_classes, rule, self._limits()),
                               record)
        self.tree_ = self._prune(self.cp, self.ccp_alpha)
        if self.trace:
            self.trace_ = record

    def _limits(self) -> Limits:
        split, leaf = self.min_samples_split, self.min_samples_leaf
        _require_count("min_samples_split", split, 2)
        _require_count("max_surrogates", self.max_surrogates, 0)
        if leaf is not None:
            _require_count("min_samples_leaf", leaf, 1)
        if self.max_depth is not None:
            _require_count("max_depth", self.max_depth, 1)
        return Limits(np.inf if self.max_depth is None else self.max_depth, split,
                      max(1, round(split / 3)) if leaf is None else leaf,
                      self.max_surrogates, self.allow_zero_gain)

    def _prune(self, cp: float | None, ccp_alpha: float):
        for name, value in (("cp", cp), ("ccp_alpha", ccp_alpha)):
            if not (value is None and name == "cp" or isinstance(value, Real) and value >= 0):
                raise ValueError(f"{name} must be a number of at least 0, got {value!r}; "
                                 "cp=None and ccp_alpha=0 leave the tree as grown")
        if cp is not None and ccp_alpha > 0:
            raise ValueError(f"got cp={cp!r} and ccp_alpha={ccp_alpha!r}, two scales of one knob "
                             "(relative errors, weighted impurity) that cannot be converted; "
                             "set cp=None to prune by ccp_alpha")
        if cp is not None:
            return prune(self.full_tree_, cp, "risk")
        return prune(self.full_tree_, ccp_alpha, "impurity") if ccp_alpha else self.full_tree_

    def _learn(self, X, y, *, numbers: bool) -> tuple[np.ndarray, np.ndarray]:
        """Check X and y, learn the columns, and return the encoded table and y."""
        if has_text(X):
            self.columns_ = Columns.of(X)
            X = pd.DataFrame(self.columns_.encode(X), columns=X.columns)
            return validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan",
                                 y_numeric=numbers)
        frame = X
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan",
                             y_numeric=numbers)
        self.columns_ = Columns.of(frame if isinstance(frame, pd.DataFrame) else X)
        return X, y

    def _encode(self, X) -> np.ndarray:
        check_is_fitted(self)
        nominal = [self.columns_.names[j] for j in self.columns_.nominal]
        if not nominal and not has_text(X):
            return validate_data(self, X, reset=False, dtype=np.float64,
                                 ensure_all_finite="allow-nan")
        if not isinstance(X, pd.DataFrame):
            raise TypeError(f"this tree was fitted on a frame with the nominal columns {nominal}, "
                            f"got {type(X).__name__}; pass a DataFrame with the same columns")
        validate_data(self, X, reset=False, skip_check_array=True)
        return self.columns_.encode(X)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        # Text is taken in frames only. The tags for text speak of arrays, and setting them
        # would switch off checks that a tree passes.
        tags.input_tags.allow_nan = True
        return tags

    def apply(self, X: pd.DataFrame | ArrayLike) -> np.ndarray:
        """Return the number of the leaf of each case, shape (n,)."""
        X = self._encode(X)
        return self.tree_.apply(X)

    def get_n_leaves(self) -> int:
        """Return the number of leaves."""
        check_is_fitted(self)
        return len(self.tree_.leaves)

    def get_depth(self) -> int:
        """Return the largest number of questions on the way to a leaf."""
        check_is_fitted(self)
        return int(self.tree_.depth.max())

    def pruned(self, *, cp: float | None = None, ccp_alpha: float = 0.0) -> _CART:
        """Return a copy of the fitted tree, pruned at another price from what was grown.

        Parameters
        ----------
        cp, ccp_alpha : float
            One of the two; both absent give the tree as grown.
        """
        check_is_fitted(self)
        other = copy.copy(self).set_params(cp=cp, ccp_alpha=ccp_alpha)
        other.tree_ = self._prune(cp, ccp_alpha)
        return other

    def pruning_path(self, scale: str = "risk") -> PruningPath:
        """Return all trees of cost-complexity pruning; "risk" for cp, "impurity" for ccp_alpha."""
        check_is_fitted(self)
        return pruning_path(self.full_tree_, scale)

    def cp_table(self) -> pd.DataFrame:
        """Return rpart's table of CP, nsplit and rel_error, down to the cp of this tree."""
        check_is_fitted(self)
        return cp_table(self.full_tree_, 0.0 if self.cp is None else self.cp)

    def to_text(self) -> str:
        """Return the tree as indented text; see `coursekit.tree.export.to_text`."""
        return export.to_text(self)

    def to_rules(self, *, merge: bool = False) -> pd.DataFrame:
        """Return one rule a leaf; see `coursekit.tree.export.to_rules`."""
        return export.to_rules(self, merge=merge)

    def to_arrays(self) -> export.TreeArrays:
        """Return arrays named as scikit-learn names them; see `coursekit.tree.export`."""
        return export.to_arrays(self)

    def path(self, x: pd.DataFrame | ArrayLike) -> pd.DataFrame:
        """Return the way of one case to its leaf; see `coursekit.tree.export.path`."""
        return export.path(self, x)

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        call = super().__repr__(N_CHAR_MAX)
        return f"{call}\n  {export.summary(self)}" if hasattr(self, "tree_") else call

    def _html_repr(self) -> str:
        if not hasattr(self, "tree_"):
            return super()._html_repr()
        text = repr(self) if self.get_n_leaves() > 40 else f"{self!r}\n\n{self.to_text()}"
        return f"<pre>{html.escape(text)}</pre>"


def _require_count(name: str, value, least: int) -> None:
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")


class CARTClassifier(ClassifierMixin, _CART):
    """A classification tree, grown greedily and pruned by cost-complexity, as rpart does it.

    Frames may hold text, categories and booleans: they are split into sets of levels. Missing
    values are welcome: a split is judged on the cases that know its feature, the others follow
    a stand-in (surrogate) or, failing that, the majority. A level never seen at ``fit`` counts
    as missing. Cases with x < threshold go left. Of equal gains the first feature and its
    smallest threshold win; of equal counts the first class is predicted.

    Parameters
    ----------
    criterion : {"gini", "entropy", "misclassification"}
        What a split is to gain; entropy in bits.
    max_depth : int or None
        Most questions on the way to a leaf (rpart: maxdepth).
    min_samples_split : int
        A node with fewer cases is a leaf (rpart: minsplit).
    min_samples_leaf : int or None
        Fewest cases, of those that know the feature, on either side of a split (rpart:
        minbucket); None: a third of ``min_samples_split``, rounded.
    cp : float or None
        Price of a leaf as a share of the root's errors (rpart: cp). 0 removes splits that save
        no error; None does not prune by errors at all.
    ccp_alpha : float
        Price of a leaf in weighted impurity, as in scikit-learn; needs ``cp=None``. The two
        scales cannot be converted.
    max_surrogates : int
        Most stand-ins a split keeps (rpart: maxsurrogate); 0 sends the unknown with the
        majority, and fits faster.
    allow_zero_gain : bool
        Split impure nodes even if nothing is gained at once, as scikit-learn does and rpart
        does not.
    trace : bool
        Record how the tree grew, in ``trace_``.

    Attributes
    ----------
    classes_ : ndarray, shape (K,)
        Labels.
    tree_, full_tree_ : coursekit.tree.structure.Tree
        After and before pruning.
    columns_ : coursekit.tree.table.Columns
        Names of the columns and levels of the nominal ones.
    trace_ : list of coursekit.tree.trace.GrowthStep
        One record a node of ``full_tree_``; only if ``trace``.

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

    _criteria = ("gini", "entropy", "misclassification")

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
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self._fit(X, codes, len(self.classes_))
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the share of each class in the leaf of each case, shape (n, K)."""
        leaf = self.apply(X)
        return (self.tree_.value / self.tree_.n[:, None])[leaf]

    def predict(self, X) -> np.ndarray:
        """Return the majority class of the leaf of each case, shape (n,)."""
        leaf = self.apply(X)
        return self.classes_[self.tree_.value.argmax(axis=1)][leaf]


class CARTRegressor(RegressorMixin, _CART):
    """A regression tree: the mean of y in boxes that squared error draws, pruned as in rpart.

    Parameters
    ----------
    criterion : {"squared_error"}
        What a split is to gain.
    max_depth, min_samples_split, min_samples_leaf, max_surrogates, allow_zero_gain, trace
        As in `CARTClassifier`.
    cp : float or None
        Price of a leaf as a share of the root's squared error (rpart: cp); None: no pruning.
    ccp_alpha : float
        The same price in units of y squared, as in scikit-learn; needs ``cp=None``.

    Attributes
    ----------
    tree_, full_tree_, columns_, trace_
        As in `CARTClassifier`.

    Examples
    --------
    >>> model = CARTRegressor(min_samples_split=2).fit([[1], [2], [3]], [1.0, 1.0, 4.0])
    >>> model.predict([[1.2], [9.0]])
    array([1., 4.])
    """

    _criteria = ("squared_error",)

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
        self._fit(X, np.asarray(y, dtype=float), 0)
        return self

    def predict(self, X) -> np.ndarray:
        """Return the mean of the leaf of each case, shape (n,)."""
        leaf = self.apply(X)
        return self.tree_.value[leaf, 0]
