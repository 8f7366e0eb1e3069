"""Labels as people have them: numbers in object columns work, what is no label is refused by
name."""
from __future__ import annotations

import datetime
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.exceptions import DataConversionWarning

from coursekit.labels import require_labels
from coursekit.lessons.lesson04e.virtual import fit_virtual
from coursekit.lessons.lesson06e.pruning_families import prune_reduced_error
from coursekit.linear import logistic_regression, optimal_intercepts
from coursekit.model_selection import nested_cv, stratified_folds
from coursekit.rules import CN2, C45Rules, Table, condition_bits
from coursekit.svm import SVC, SVR, DualProblem, OneVsOne, OneVsRest, fit_sigmoid, hinge_sgd
from coursekit.tree import CARTClassifier, best_split, cross_validated_cp
from coursekit.tree.c45 import grow_c45

from cases import some

RNG = np.random.default_rng(0)
X = RNG.normal(size=(24, 2))
Y = (X[:, 0] > 0).astype(int)
TEXT = np.where(Y, "yes", "no").astype(object)
SIGNS = 2 * Y - 1
TREE = CARTClassifier(min_samples_split=2)
ESTIMATORS = {"SVC": SVC(), "one vs rest": OneVsRest(), "one vs one": OneVsOne(), "CART": TREE,
              "CN2": CN2(alpha=0.5), "C45Rules": C45Rules()}


class Foreign:
    """A series of another library: NumPy can read it, and nothing else is known of it."""

    def __init__(self, values):
        self.values = list(values)

    def __len__(self):
        return len(self.values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype)


def with_one(odd, labels=Y) -> np.ndarray:
    changed = np.array(labels, dtype=object)
    changed[3] = odd
    return changed


CLEAN = {   # the labels, and what they are read as
    "object numbers": (Y.astype(object), Y), "a series of them": (pd.Series(Y.astype(object)), Y),
    "object truth values": (Y.astype(bool).astype(object), Y.astype(bool)),
    "object floats": (Y.astype(float).astype(object), Y.astype(float)),
    "numbers and truth values": (with_one(bool(Y[3])), Y), "a list": (Y.tolist(), Y),
    "Int64": (pd.Series(Y, dtype="Int64"), Y),
    "boolean": (pd.Series(Y == 1, dtype="boolean"), Y == 1),
    "Float64": (pd.Series(Y, dtype="Float64"), Y.astype(float)),
    "Decimal": (np.array([Decimal(int(k)) for k in Y]), Y.astype(float)),
    "string": (pd.Series(TEXT, dtype="string"), TEXT), "words in a list": (TEXT.tolist(), TEXT),
    "categories": (pd.Series(TEXT, dtype="category"), TEXT),
    "categories of numbers": (pd.Categorical(Y), Y),
    "an index": (pd.Index(TEXT), TEXT), "another library": (Foreign(Y), Y),
    "words of another library": (Foreign(TEXT), TEXT),
}
MISSING = {
    "None among words": with_one(None, TEXT), "NaN among words": with_one(np.nan, TEXT),
    "NA among words": with_one(pd.NA, TEXT), "in a list": [*TEXT[1:], np.nan],
    "a series": pd.Series(with_one(None, TEXT)),
    "string": pd.Series(with_one(pd.NA, TEXT), dtype="string"),
    "Int64": pd.Series(with_one(pd.NA), dtype="Int64"),
    "boolean": pd.Series(with_one(pd.NA, Y == 1), dtype="boolean"),
    "NaN": with_one(np.nan).astype(float),
    "None among numbers": with_one(None), "NA among numbers": with_one(pd.NA),
    "NaT": with_one(pd.NaT),
    "categories": pd.Series(with_one(None, TEXT), dtype="category"), "all": [None] * 24,
    "masked": np.ma.masked_array(Y, np.arange(24) == 3),
}
MIXED = {"1 and '1'": with_one("1"), "1 and a": with_one("a"), "in a list": with_one("a").tolist(),
         "True and a": with_one("a", Y == 1),
         "words and a date": with_one(datetime.date(2020, 1, 1), TEXT)}
NO_LABELS = {
    "None": (None, "1d array"), "a word": ("yes", "1d array"),
    "a dictionary": (dict(enumerate(Y)), "1d array"),
    "a generator": ((k for k in Y), "1d array"), "two columns": (np.eye(2)[Y], "1d array"),
    "a frame of two": (pd.DataFrame({"a": Y, "b": Y}), "1d array"),
    "pairs": ([(1, 2), (3, 4)] * 12, "1d array"),
    "lists": (pd.Series([[1], [2]] * 12), "list"), "ragged": ([[1], [1, 2]] * 12, "y"),
    "dates": (np.array(["2020", "2021"], "M8[D]")[Y], "date"),
    "date objects": ([datetime.date(2020 + k, 1, 1) for k in Y], "date"),
    "time spans": (pd.Series(pd.to_timedelta(Y, unit="D")), "timedelta"),
    "periods": (pd.period_range("2020", periods=24, freq="D"), "Period"),
    "bytes": (np.where(Y, b"y", b"n"), "decode"), "complex": (Y + 0j, "holds"),
    "sparse": (scipy.sparse.csr_matrix(Y), "toarray"),
    "measurements": (X[:, 1], "continuous"),
    "object measurements": (X[:, 1].astype(object), "continuous"),
    "infinity": (with_one(np.inf).astype(float), "infinity"),
    "too large": (np.array([10**30, 10**30 + 1], object)[Y], "too large"),
}
BAD = [*((y, "lacks") for y in MISSING.values()), *((y, "mixes") for y in MIXED.values()),
       *NO_LABELS.values()]
NAMES = [*(f"missing: {k}" for k in MISSING), *(f"mixed: {k}" for k in MIXED), *NO_LABELS]


@pytest.mark.parametrize("case", CLEAN)
@pytest.mark.parametrize("name", some(ESTIMATORS, 3))
def test_clean_labels_are_read_as_what_they_are(name, case):
    """The machine is that of plain labels, its classes are of their kind, and it can be scored."""
    (given, plain), model = CLEAN[case], ESTIMATORS[name]
    found, other = clone(model).fit(X, given), clone(model).fit(X, plain)
    assert found.classes_.tolist() == np.unique(plain).tolist()
    assert [type(c) for c in found.classes_.tolist()] == [type(c)
                                                          for c in np.unique(plain).tolist()]
    assert found.predict(X).tolist() == other.predict(X).tolist()
    assert found.score(X, given) == other.score(X, plain) > 0.9


@pytest.mark.parametrize("y, word", BAD, ids=NAMES)
def test_what_is_no_label_is_refused_by_name(y, word):
    for fit in (SVC().fit, OneVsRest().fit, TREE.fit, CN2().fit, C45Rules().fit):
        with warnings.catch_warnings(), pytest.raises((TypeError, ValueError), match=f"y.*{word}"):
            warnings.simplefilter("error")
            fit(X, y)
    if y is not None and not hasattr(y, "__next__"):
        with pytest.raises((TypeError, ValueError), match=f"y.*{word}"):
            SVC().fit(X, Y).score(X, y)


FUNCTIONS = {
    "grow_c45": lambda y: grow_c45(pd.DataFrame(X), y),
    "best_split": lambda y: best_split(X[:, 0], y),
    "cross_validated_cp": lambda y: cross_validated_cp(TREE, X, y, 3),
    "prune_reduced_error": lambda y: prune_reduced_error(TREE.fit(X, Y), X, y),
    "condition_bits": lambda y: condition_bits(pd.DataFrame(X), y),
    "a table of rules": lambda y: CN2().fit(Table.of(X), y),
    "fit_sigmoid": lambda y: fit_sigmoid(X[:, 0], y),
    "fit_virtual": lambda y: fit_virtual(SVC(), X, y, []),
    "stratified_folds": lambda y: stratified_folds(y, 2, np.random.default_rng(0)),
    "logistic_regression": lambda y: logistic_regression(X, y, 1.0),
    "nested_cv": lambda y: nested_cv(TREE, {}, X, y, outer=2, inner=2),
    "hinge_sgd": lambda y: hinge_sgd(X, y),
    "optimal_intercepts": lambda y: optimal_intercepts(X[:, 0], y),
    "DualProblem": lambda y: DualProblem(X @ X.T, y),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_read_labels_as_estimators_do(name):
    plain = SIGNS if name in ("hinge_sgd", "optimal_intercepts", "DualProblem") else Y
    FUNCTIONS[name](plain.astype(object))
    FUNCTIONS[name](pd.Series(plain, dtype="Int64"))
    for odd, word in ((None, "lacks"), (pd.NA, "lacks"), ("a", "mixes")):
        with pytest.raises((TypeError, ValueError), match=f"y.*{word}"):
            FUNCTIONS[name](with_one(odd, plain))
        with pytest.raises((TypeError, ValueError), match=f"y.*{word}"):
            FUNCTIONS[name](with_one(odd, plain).tolist())


@pytest.mark.parametrize("column", [Y[:, None], pd.DataFrame({"y": Y}), pd.DataFrame({"y": TEXT}),
                                    Foreign(Y[:, None])],
                         ids=["array", "frame", "words", "another library"])
def test_a_table_of_one_column_is_its_column_with_a_warning(column):
    with pytest.warns(DataConversionWarning, match="column"):
        labels = require_labels(column)
    assert labels.shape == (24,) and len(set(labels.tolist())) == 2


def test_the_classes_of_c45_keep_the_order_of_their_categories():
    y = pd.Series(pd.Categorical(TEXT, categories=["yes", "maybe", "no"]))
    assert grow_c45(pd.DataFrame(X), y).classes == ("yes", "maybe", "no")


def test_a_tree_of_one_class_can_be_cross_validated():
    table = cross_validated_cp(TREE, X, np.zeros(24, int), 3)
    assert table["nsplit"].tolist() == [0] and table["xerror"].tolist() == [0]


@pytest.mark.parametrize("model", [SVC(), SVR(), OneVsRest()], ids=str)
@pytest.mark.parametrize("missing", [pd.NA, pd.NaT, None, np.nan])
def test_what_is_missing_in_an_object_table_is_named(model, missing):
    table = X.astype(object)
    table[3, 1] = missing
    for form in (table, table.tolist(), pd.DataFrame(table)):
        with pytest.raises(ValueError, match="X.*contains NaN"):
            model.fit(form, Y)
        with pytest.raises(ValueError, match="X.*contains NaN"):
            model.fit(X, Y).predict(form)


@pytest.mark.parametrize("y, word", [(with_one(pd.NA), "NaN"), (TEXT, "text"),
                                     (pd.Series(with_one(pd.NA), dtype="Int64"), "NaN"),
                                     ([datetime.date(2020, 1, 1)] * 24, "date"),
                                     (pd.Series(Y == 1, dtype="string"), "text")])
def test_targets_that_are_no_numbers_are_refused_by_name(y, word):
    with pytest.raises((TypeError, ValueError), match=f"y.*{word}"):
        SVR().fit(X, y)
