"""Validation of class labels, for all classifiers.

A label is text, a whole number or a truth value, of the same kind for all samples.
"""
from __future__ import annotations

import warnings
from decimal import Decimal
from numbers import Integral, Real

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.exceptions import DataConversionWarning

from coursekit.checks import quoted

VALID_LABELS = "labels are all text, all whole numbers, or all True and False"
FIX_AS_TEXT = "convert them to text with [str(label) for label in y]"


def require_labels(y, name: str = "y") -> np.ndarray:
    """Return class labels as an array that can be sorted and compared, shape (n,).

    ``y`` (n,): numbers and truth values in an object column, or in a nullable one of pandas, are
        converted to NumPy's; categories become their values.

    Raises ValueError if a label is missing (NaN, None, pd.NA) or infinite, numbers are not whole,
    or y is not one column; TypeError if text and numbers are mixed, or labels have another type:
    bytes, dates, lists.

    Warns with a DataConversionWarning if y is a table of one column, as scikit-learn does.

    >>> require_labels(pd.Series([0, 1, True], dtype=object))
    array([0, 1, 1])
    >>> require_labels(["yes", None, "no"])
    Traceback (most recent call last):
        ...
    ValueError: y lacks 1 of 3 labels (NaN, None or pd.NA); leave out samples without a label: of \
a frame, frame.dropna(subset=[...]) before X and y are taken
    """
    labels = _one_column(name, y)
    missing = np.ma.getmaskarray(y).ravel() if np.ma.isMaskedArray(y) else pd.isna(labels)
    if missing.any():
        raise ValueError(f"{name} lacks {missing.sum()} of {len(labels)} labels (NaN, None or "
                         "pd.NA); leave out samples without a label: of a frame, "
                         "frame.dropna(subset=[...]) before X and y are taken")
    if labels.dtype.kind == "O":
        labels = _of_one_kind(name, labels, keep=not isinstance(y, (list, tuple)))
    if labels.dtype.kind not in "biufUO":
        raise _no_labels(name, labels[0])
    if labels.dtype.kind == "f":
        _require_whole_numbers(name, labels)
    return labels


class LabelReader(ClassifierMixin):
    """scikit-learn's ClassifierMixin, with a ``score`` that reads labels as ``fit`` does."""

    def score(self, X, y, sample_weight=None) -> float:
        """Return the accuracy, weighted by ``sample_weight`` if given."""
        return super().score(X, require_labels(y), sample_weight)


def _one_column(name: str, y) -> np.ndarray:
    """Return y as an array (n,), with the labels unchanged."""
    if hasattr(y, "toarray"):
        raise TypeError(f"{name} must be a dense array of labels, got {type(y).__name__}; convert "
                        f"it with {name}.toarray().ravel()")
    # In a list with words, NumPy would convert NaN to "nan" and 1 to "1".
    listed = isinstance(y, (list, tuple))
    try:
        labels = np.array(y, dtype=object) if listed else np.asarray(y)
    except ValueError:
        raise ValueError(f"{name} should be a 1d array of labels, got rows of different "
                         "lengths") from None
    if labels.ndim == 2 and labels.shape[1] == 1:
        warnings.warn(f"A column-vector {name} was passed when a 1d array was expected; its one "
                      f'column is taken. Give {name}.ravel(), or frame["name"] in place of '
                      'frame[["name"]]', DataConversionWarning, stacklevel=4)
        labels = labels[:, 0]
    if labels.ndim != 1:
        came = f"shape {labels.shape}" if labels.ndim else quoted(y)
        raise ValueError(f"{name} should be a 1d array of labels, one per sample, got {came}; give "
                         "a list, an array or a column of a frame")
    return labels.astype(object) if labels.dtype.kind == "T" else labels


def _of_one_kind(name: str, labels: np.ndarray, *, keep: bool) -> np.ndarray:
    """Return an object array as numbers, truth values, or text (NumPy's unless ``keep``)."""
    first: dict[type, object] = {}
    for label in labels.tolist():
        first.setdefault(type(label), label)
    if _all(first, str):
        return labels if keep or not first else labels.astype(str)
    if _all(first, (bool, np.bool_)):
        return labels.astype(bool)
    if not _all(first, (Real, Decimal, np.bool_)) or _some(first, np.timedelta64):
        if _some(first, str) or _some(first, (Real, Decimal)):
            shown = " and ".join(f"{quoted(label)} ({kind.__name__})"
                                 for kind, label in list(first.items())[:3])
            raise TypeError(f"{name} mixes labels of different types, got {shown}; {VALID_LABELS}: "
                            f"{FIX_AS_TEXT}; then 1 and '1' are the same class")
        raise _no_labels(name, next(iter(first.values())))
    whole = _all(first, (Integral, np.bool_))
    try:
        return labels.astype(np.int64 if whole else float)
    except OverflowError:
        raise ValueError(f"{name} holds numbers that are too large for labels; "
                         f"{FIX_AS_TEXT}") from None


def _all(first: dict, kinds) -> bool:
    return all(issubclass(kind, kinds) for kind in first)


def _some(first: dict, kinds) -> bool:
    return any(issubclass(kind, kinds) for kind in first)


def _no_labels(name: str, label) -> Exception:
    if isinstance(label, (complex, np.complexfloating)):
        return ValueError(f"Complex data not supported: {name} holds labels such as "
                          f"{quoted(label)}; {VALID_LABELS}")
    remedy = f"decode them with [label.decode() for label in {name}]" \
        if isinstance(label, bytes) else FIX_AS_TEXT
    return TypeError(f"{name} holds {type(label).__name__} such as {quoted(label)}, which cannot "
                     f"be labels; {VALID_LABELS}: {remedy}")


def _require_whole_numbers(name: str, labels: np.ndarray) -> None:
    if np.isinf(labels).any():
        raise ValueError(f"{name} contains infinity ({np.isinf(labels).sum()} of {len(labels)} "
                         f"labels); {VALID_LABELS}")
    odd = labels[labels != np.round(labels)]
    if odd.size:
        raise ValueError(f"Unknown label type: {name} holds continuous numbers such as "
                         f"{quoted(odd[0])}; {VALID_LABELS}. Use a regressor, or cut the numbers "
                         "into classes with pd.cut")
