"""Frames in, numbers out: how a tree reads a table.

A number stays a number. Text, categories and booleans of a frame are nominal: they become the
codes 0 … L - 1 of their levels, which splits treat as a set, never as an order. NaN means
missing, whatever it was called before; so does a level that was not there at ``fit``. Ordered
categories are refused: a set of levels would lose their order.
"""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from pandas.api import types
from sklearn.utils.validation import check_is_fitted, validate_data

from coursekit.labels import require_labels


@dataclass(frozen=True, eq=False)
class Columns:
    """What ``fit`` learnt about the columns of a table.

    >>> Columns.of(pd.DataFrame({"sex": ["m", "f"], "age": [30, None]}))
    Columns(names=('sex', 'age'), levels=(array(['f', 'm'], dtype=object), None))
    """

    names: tuple[str, ...]  # as in the frame, else x[0], x[1], …
    levels: tuple[np.ndarray | None, ...]  # of each column; None if it is numeric
    nominal: list[int] = field(init=False, repr=False)  # positions of the columns
    numeric: list[int] = field(init=False, repr=False)
    splittable: list[int] = field(init=False, repr=False)  # nominal, of two levels or more
    max_levels: int = field(init=False, repr=False)  # of a column, 0 if none is nominal
    numeric_index: np.ndarray = field(init=False, repr=False)  # its place, -1 if nominal

    @classmethod
    def of(cls, X: pd.DataFrame | np.ndarray) -> Columns:
        """Return the columns of a frame, or of an array (all numeric)."""
        if not isinstance(X, pd.DataFrame):
            return cls(tuple(f"x[{j}]" for j in range(X.shape[1])), (None,) * X.shape[1])
        return cls(tuple(map(str, X.columns)), tuple(_levels(X.iloc[:, j])
                                                     for j in range(X.shape[1])))

    def __post_init__(self):
        nominal = np.array([levels is not None for levels in self.levels], dtype=bool)
        sizes = [0 if levels is None else len(levels) for levels in self.levels]
        derived = {"nominal": np.flatnonzero(nominal).tolist(),
                   "numeric": np.flatnonzero(~nominal).tolist(),
                   "splittable": [j for j, size in enumerate(sizes) if size > 1],
                   "max_levels": max(sizes, default=0),
                   "numeric_index": np.where(nominal, -1, (~nominal).cumsum() - 1)}
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def encode(self, X: pd.DataFrame) -> np.ndarray:
        """Return the frame as floats, shape (n, d): numbers as they are, levels as codes.

        >>> frame = pd.DataFrame({"sex": ["m", "f", "m"], "age": [30, 20, None]})
        >>> Columns.of(frame).encode(frame)
        array([[ 1., 30.],
               [ 0., 20.],
               [ 1., nan]])
        """
        columns = [_codes(X.iloc[:, j], levels) if levels is not None
                   else _numbers(X.iloc[:, j], self.names[j])
                   for j, levels in enumerate(self.levels)]
        return np.column_stack(columns) if columns else np.empty((len(X), 0))


def has_text(X: object) -> bool:
    """Return whether X is a frame with at least one column that is not numeric."""
    return isinstance(X, pd.DataFrame) and any(_is_nominal(X.iloc[:, j])
                                               for j in range(X.shape[1]))


def _is_nominal(column: pd.Series) -> bool:
    return types.is_bool_dtype(column) or not types.is_numeric_dtype(column.infer_objects())


def _levels(column: pd.Series) -> np.ndarray | None:
    if not _is_nominal(column):
        return None
    if column.dtype == bool:    # nothing is missing, and False comes before True
        return np.unique(column).astype(object)
    if isinstance(column.dtype, pd.CategoricalDtype):
        if column.cat.ordered:
            raise TypeError(f"column {column.name!r} is an ordered categorical, and a tree would "
                            "ask about sets of its levels without regard to their order; give "
                            ".cat.codes to keep the order, or .cat.as_unordered() to drop it")
        return column.cat.categories.to_numpy(dtype=object)
    if types.is_datetime64_any_dtype(column) or types.is_timedelta64_dtype(column):
        raise TypeError(f"column {column.name!r} holds dates, which a tree cannot order as they "
                        "are; turn them into numbers first, for example days since a start")
    values = column.dropna().unique()
    return np.array(sorted(values, key=lambda v: (str(type(v)), v)), dtype=object)


def _codes(column: pd.Series, levels: np.ndarray) -> np.ndarray:
    if column.dtype == bool:    # ten times as fast as the general way
        place = {level: k for k, level in enumerate(levels.tolist())}
        return np.where(column, place.get(True, np.nan), place.get(False, np.nan)).astype(float)
    codes = pd.Index(levels, dtype=object).get_indexer(column.astype(object))
    return np.where((codes < 0) | column.isna().to_numpy(), np.nan, codes)


def _numbers(column: pd.Series, name: str) -> np.ndarray:
    try:
        values = pd.to_numeric(column).to_numpy(dtype=float, na_value=np.nan)
    except (TypeError, ValueError):
        odd = column[pd.to_numeric(column, errors="coerce").isna() & column.notna()]
        raise ValueError(f"column {name!r} was numeric at fit, got {odd.iloc[0]!r}; "
                         "pass numbers, or fit on a frame whose column is text") from None
    if np.isinf(values).any():
        raise ValueError(f"column {name!r} contains infinity; a threshold needs finite numbers, "
                         "use NaN for a value that is not known")
    return values


class TableReader:
    """How an estimator reads a frame or an array at ``fit``, and again at ``predict``."""

    def _learn(self, X, y, *, numbers: bool) -> tuple[np.ndarray, np.ndarray]:
        """Check X and y, learn the columns, and return the encoded table and y."""
        y = y if numbers else require_labels(y)
        columns = Columns.of(X) if isinstance(X, pd.DataFrame) else None
        if columns is not None and columns.nominal:
            X = pd.DataFrame(columns.encode(X), columns=X.columns)
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan",
                             y_numeric=numbers)
        self.columns_ = Columns.of(X) if columns is None else columns
        return X, y

    def _encode(self, X) -> np.ndarray:
        check_is_fitted(self)
        nominal = [self.columns_.names[j] for j in self.columns_.nominal]
        if not nominal and not has_text(X):
            return validate_data(self, X, reset=False, dtype=np.float64,
                                 ensure_all_finite="allow-nan")
        if not isinstance(X, pd.DataFrame):
            raise TypeError(f"this model was fitted on a frame with the nominal columns {nominal}, "
                            f"got {type(X).__name__}; pass a DataFrame with the same columns")
        validate_data(self, X, reset=False, skip_check_array=True)
        return self.columns_.encode(X)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        # Text is taken in frames only. The tags for text speak of arrays, and setting them
        # would switch off checks that these models pass.
        tags.input_tags.allow_nan = True
        return tags
