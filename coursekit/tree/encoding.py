"""Encode tables as numbers: how a tree reads a frame.

The values of a column decide its kind, not its dtype. Numbers stay numbers, of any type
(decimals, fractions, whole numbers of any size). Text, booleans and unordered categories, even of
numbers, are nominal: they become the codes 0 … L - 1 of their levels, which splits treat as a set,
never as an order. Missing values of any kind become NaN; so does a level not seen at ``fit``.
Columns that would lose their order raise an error: ordered categories, dates, intervals.

The kind of a column is decided at ``fit`` and kept. A column without any value is nominal with no
levels: no split can use it, and all later values count as missing.
"""
from __future__ import annotations

import warnings
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted, validate_data

from coursekit.checks import (
    floats, how_to_numbers, is_number, one_of_each, outside, refuse_no_number, refuse_no_numbers,
    require_unique, to_pandas,
)
from coursekit.labels import require_labels

MANY_LEVELS, MOST = 10, 0.9     # a text column of more levels, so many of them numbers, warns


def read_table(X) -> object:
    """Return a table of any library as a DataFrame, or an array with missing values as NaN.

    Duplicate column names and dates in arrays raise an error. All other checks of an array are
    left to scikit-learn.
    """
    X = to_pandas(X)
    if isinstance(X, pd.DataFrame):
        require_unique(map(str, X.columns), "coursekit")
        return X
    refuse_no_numbers("X", X)
    try:
        array = np.asarray(X)
    except ValueError:      # rows of different lengths
        return X
    gaps = array.dtype == object and array.ndim == 2
    return np.where(pd.isna(array), np.nan, array) if gaps else X


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of a table, as learnt by ``fit``.

    >>> Columns.of(pd.DataFrame({"sex": ["m", "f"], "age": [30, None]}))
    Columns(names=('sex', 'age'), levels=(array(['f', 'm'], dtype=object), None))
    """

    names: tuple[str, ...]  # as in the frame, else x[0], x[1], …
    levels: tuple[np.ndarray | None, ...]  # of each column; None if it is numeric
    nominal: list[int] = field(init=False, repr=False)  # positions of the columns
    numeric: list[int] = field(init=False, repr=False)
    splittable: list[int] = field(init=False, repr=False)  # nominal, of two levels or more
    max_levels: int = field(init=False, repr=False)  # largest number, or 0
    numeric_index: np.ndarray = field(init=False, repr=False)  # among the numeric, else -1

    @classmethod
    def of(cls, X: pd.DataFrame | np.ndarray, known: Columns | None = None) -> Columns:
        """Return the columns of a frame, or of an array (all numeric).

        Columns whose names occur in ``known`` keep their kind there.
        """
        if not isinstance(X, pd.DataFrame):
            return cls(tuple(f"x[{j}]" for j in range(X.shape[1])), (None,) * X.shape[1])
        names = tuple(map(str, X.columns))
        kept = {} if known is None else dict(zip(known.names, known.levels))
        return cls(names, tuple(kept[name] if name in kept else _levels(X.iloc[:, j])
                                for j, name in enumerate(names)))

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
        """Return the frame as floats, shape (n, d): numbers unchanged, levels as codes.

        >>> frame = pd.DataFrame({"sex": ["m", "f", "m"], "age": [30, 20, None]})
        >>> Columns.of(frame).encode(frame)
        array([[ 1., 30.],
               [ 0., 20.],
               [ 1., nan]])
        """
        columns = [_encoded(X.iloc[:, j], name, levels)
                   for j, (name, levels) in enumerate(zip(self.names, self.levels))]
        return np.column_stack(columns) if columns else np.empty((len(X), 0))


def _levels(column: pd.Series) -> np.ndarray | None:
    """Return the levels of a column (perhaps an empty array), or None if it holds numbers."""
    name, kind = f"column {column.name!r}", column.dtype.kind
    if isinstance(column.dtype, pd.CategoricalDtype):
        return _categories(column, name)
    if not column.notna().to_numpy().any():
        return np.array([], dtype=object)
    if kind in "iuf":
        return None
    if column.dtype == bool:    # False comes before True
        return np.unique(column).astype(object)
    values = column.dropna()
    if kind != "b" and not isinstance(column.dtype, pd.StringDtype) and _are_numbers(values, name):
        return None
    levels = sorted(values.unique(), key=lambda v: (str(type(v)), v))
    _warn_of_numbers_as_text(column, levels)
    return np.array(levels, dtype=object)


def _warn_of_numbers_as_text(column: pd.Series, levels: list) -> None:
    """Warn if most of many levels are numbers written as text: a tree would ask about sets."""
    if len(levels) > MANY_LEVELS and pd.to_numeric(
            pd.Series(levels, dtype=object), errors="coerce").notna().mean() >= MOST:
        warnings.warn(f"column {column.name!r} is taken as {len(levels)} names, but most of them "
                      f"are numbers ({how_to_numbers(column)})", stacklevel=outside())


def _categories(column: pd.Series, name: str) -> np.ndarray:
    categories = column.cat.categories
    for value in one_of_each(categories):
        refuse_no_number(name, value, "holds")
    if column.cat.ordered:
        raise TypeError(f"{name} is an ordered categorical, and a tree would "
                        "ask about sets of its levels without regard to their order; give "
                        ".cat.codes to keep the order, or .cat.as_unordered() to drop it")
    return categories.to_numpy(dtype=object)


def _are_numbers(values: pd.Series, name: str) -> bool:
    """Return whether values are numbers, not names; reject other types and mixtures."""
    numbers, names = [], []
    for value in one_of_each(values):
        refuse_no_number(name, value, "holds")
        if isinstance(value, (str, bytes, bool, np.bool_)):
            names.append(value)
        elif is_number(value):
            numbers.append(value)
        else:
            raise TypeError(f"{name} must hold numbers, text or booleans, got "
                            f"{type(value).__name__}; .astype('string') converts them to text")
    if numbers and names:
        raise TypeError(f"{name} must hold numbers or names, got both, such as {numbers[0]!r} and "
                        f"{names[0]!r}; convert all to numbers by pd.to_numeric(..., "
                        "errors='coerce'), or to text by .astype('string')")
    return bool(numbers)


def _encoded(column: pd.Series, name: str, levels: np.ndarray | None) -> np.ndarray:
    """Return a column as floats: numbers, or codes of levels; NaN where missing."""
    if levels is None and column.dtype.kind in "iufb":
        return _finite(column.to_numpy(dtype=float, na_value=np.nan), name)
    there = column.notna().to_numpy()
    if not there.any() or (levels is not None and not len(levels)):
        return np.full(len(column), np.nan)
    if levels is None:
        return _numbers(column, name)
    codes = _codes(column, levels)
    if np.isnan(codes[there]).all():
        warnings.warn(f"no value of column {name!r} was seen at fit, so all count as missing: "
                      f"it holds {_some(column[there].unique())}, at fit it held "
                      f"{_some(levels)}; are they spelt differently?", stacklevel=outside())
    return codes


def _some(values) -> str:
    return ", ".join(f"{value!r:.40}" for value in values[:3].tolist()) + ", …" * (len(values) > 3)


def _codes(column: pd.Series, levels: np.ndarray) -> np.ndarray:
    if column.dtype == bool:    # ten times as fast as the general code
        place = {level: k for k, level in enumerate(levels.tolist())}
        return np.where(column, place.get(True, np.nan), place.get(False, np.nan)).astype(float)
    codes = pd.Index(levels, dtype=object).get_indexer(column.astype(object))
    return np.where((codes < 0) | column.isna().to_numpy(), np.nan, codes)


def _numbers(column: pd.Series, name: str) -> np.ndarray:
    for value in one_of_each(column):
        refuse_no_number(f"column {name!r}", value, "holds")
        if not is_number(value):
            raise ValueError(f"column {name!r} was numeric at fit, got {value!r:.80}; pass "
                             "numbers, or fit on a frame whose column is text")
    return _finite(floats(f"column {name!r}", column), name)


def _finite(values: np.ndarray, name: str) -> np.ndarray:
    if np.isinf(values).any():
        raise ValueError(f"column {name!r} contains infinity; a threshold needs finite numbers, "
                         "use NaN for a missing value")
    return values


class TableReader:
    """Mixin that reads a frame or an array at ``fit`` and at ``predict``."""

    def _learn(self, X, y, *, numbers: bool) -> tuple[np.ndarray, np.ndarray]:
        """Check X and y, learn the columns, and return the encoded table and y."""
        y = y if numbers else require_labels(y)
        X, columns = read_table(X), None
        if isinstance(X, pd.DataFrame):
            columns = Columns.of(X)
            X = pd.DataFrame(columns.encode(X), columns=X.columns)
        if numbers:
            refuse_no_numbers("y", y)
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan",
                             y_numeric=numbers)
        self.columns_ = Columns.of(X) if columns is None else columns
        return X, y

    def _encode(self, X) -> np.ndarray:
        check_is_fitted(self)
        X = read_table(X)
        if isinstance(X, pd.DataFrame):
            validate_data(self, X, reset=False, skip_check_array=True)
            return self.columns_.encode(X)
        nominal = [self.columns_.names[j] for j in self.columns_.nominal
                   if len(self.columns_.levels[j])]
        if nominal:
            raise TypeError(f"this model was fitted on a frame with the nominal columns {nominal}, "
                            f"got {type(X).__name__}; pass a DataFrame with the same columns")
        return validate_data(self, X, reset=False, dtype=np.float64,
                             ensure_all_finite="allow-nan")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        # Text is accepted only in frames. The tags for text are about arrays, and setting them
        # would switch off checks that these models pass.
        tags.input_tags.allow_nan = True
        return tags
