"""Features of the Titanic, as scikit-learn transformers that learn only in ``fit``.

Each takes a DataFrame with the columns it names and returns a DataFrame with one new
column and the same index. What is learned (fare bands, median ages) comes from the rows
given to ``fit`` and from nowhere else, so inside a pipeline nothing leaks between folds.
"""
from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import (
    how_to_numbers, outside, require_choice, require_columns, require_increasing, require_whole,
    to_pandas,
)

COMMON_TITLES = ("Mr", "Miss", "Mrs", "Master")
RAW_COLUMNS = ["Sex", "Pclass", "Age", "SibSp", "Parch", "Fare", "Embarked"]


def title_of(name: str) -> str | None:
    """Return what stands between the comma and the first full stop after it.

    None if the name has no comma, no full stop after it, or nothing between them.

    >>> title_of("Braund, Mr. Owen Harris")
    'Mr'
    """
    _, comma, rest = name.partition(",")
    title, stop, _ = rest.partition(".")
    return (title.strip() or None) if comma and stop else None


def raw_titles(names: pd.Series) -> pd.Series:
    """Return the title in each name: the text between the comma and the first full stop.

    It is missing if a name has no title, and a warning says so if no name has one; anything but
    a Series of names raises a TypeError.

    >>> raw_titles(pd.Series(["Braund, Mr. Owen Harris"])).item()
    'Mr'
    """
    names = to_pandas(names)
    is_series = isinstance(names, pd.Series)
    if not is_series or (is_numeric_dtype(names) and names.notna().any()):
        came = f"a Series of {names.dtype}" if is_series else type(names).__name__
        raise TypeError(f'raw_titles needs a Series of names, got {came}; give it frame["Name"]')
    titles = _titles(names)
    _warn_unless(titles.notna(), names, "a title between its comma and a full stop")
    return titles


def _titles(names: pd.Series) -> pd.Series:
    found = [title_of(name) if isinstance(name, str) else None for name in names]
    return pd.Series([np.nan if title is None else title for title in found],
                     index=names.index, name=names.name, dtype=object)


def _warn_unless(found: pd.Series, names: pd.Series, what: str) -> None:
    """Warn if there are names, and nothing was found in any."""
    if names.notna().any() and not found.any():
        warnings.warn(f"no name has {what}: {names.dropna().iloc[0]!r}; this list writes its names "
                      "in another form, so bring them into that of 'Braund, Mr. Owen Harris'",
                      stacklevel=outside())


def _numbers(frame: pd.DataFrame, column: str, who: str) -> pd.Series:
    """Return a column as floats; raise a ValueError for other text."""
    try:
        values = frame[column]
        known = np.where(values.isna(), np.nan, values.astype(object))
        return pd.Series(known, index=values.index, name=column, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{who} needs numbers in column {column!r}, "
                         f"{how_to_numbers(frame[column])}") from None


def _banded(values: pd.Series, edges: np.ndarray, names: list[str]) -> pd.Series:
    """Return the band of each value; an edge belongs to the band below; missing stays missing."""
    band = np.digitize(values, edges, right=True)
    named = pd.Series(np.array(names, dtype=object)[band], index=values.index, dtype=object)
    return named.where(values.notna())


class _OneColumn(TransformerMixin, BaseEstimator):
    """A transformer from some named columns to one new column."""

    needs: tuple[str, ...] = ()
    makes = ""

    def fit(self, X: pd.DataFrame, y=None):
        """Learn from these rows, and from no others."""
        X = self._require(X)
        self._learn(X)
        self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: pd.DataFrame) -> pd.DataFrame:
        """Return the new column for these rows."""
        check_is_fitted(self, "feature_names_in_")
        X = self._require(X)
        column = self._make(X).rename(self.makes)
        return (column if is_numeric_dtype(column) else column.astype(object)).to_frame()

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """Return the name of the new column."""
        return np.array([self.makes], dtype=object)

    def _require(self, X) -> pd.DataFrame:
        return require_columns(X, self.needs, type(self).__name__)

    def _learn(self, X: pd.DataFrame) -> None:
        pass


class TitleExtractor(_OneColumn):
    """Title of a passenger; those that are not ``common`` are pooled as ``rest``.

    A name without a title counts as rare.

    >>> from coursekit.datasets import load_titanic
    >>> TitleExtractor().fit_transform(load_titanic())["Title"].value_counts().to_dict()
    {'Mr': 517, 'Miss': 182, 'Mrs': 125, 'Master': 40, 'Res': 27}
    """

    needs, makes = ("Name",), "Title"

    def __init__(self, common: tuple[str, ...] = COMMON_TITLES, rest: str = "Res"):
        self.common = common
        self.rest = rest

    def _learn(self, X):
        _warn_unless(self._is_common(X["Name"]), X["Name"], f"one of the titles {self.common}")

    def _make(self, X):
        return _titles(X["Name"]).where(self._is_common(X["Name"]), self.rest)

    def _is_common(self, names: pd.Series) -> pd.Series:
        if not isinstance(self.common, (list, tuple, set, frozenset)):
            raise TypeError("common must be a tuple of titles such as ('Mr', 'Miss'), "
                            f"got {type(self.common).__name__}")
        return _titles(names).isin(self.common)


class FamilyGrouper(_OneColumn):
    """Number of relatives aboard in three groups: alone, 1-3, 4+.

    >>> toy = pd.DataFrame({"SibSp": [0, 1, 4], "Parch": [0, 2, 2]})
    >>> FamilyGrouper().fit_transform(toy)["Family"].tolist()
    ['alone', '1-3', '4+']
    """

    needs, makes = ("SibSp", "Parch"), "Family"

    def _make(self, X):
        sibsp, parch = (_numbers(X, column, "FamilyGrouper") for column in self.needs)
        if not ((sibsp >= 0) & (parch >= 0)).all():
            raise ValueError("FamilyGrouper needs counts of 0 and more in SibSp and Parch, got a "
                             "negative or missing one; correct or drop those rows")
        return _banded(sibsp + parch, np.array([0, 3]), ["alone", "1-3", "4+"])


class FareBands(_OneColumn):
    """Fare in bands of equal size, whose edges are learned in ``fit``.

    There are ``n_bands``, or fewer if quantiles coincide. ``edges`` gives inner edges (pounds of
    1912) instead of learned ones; ``edges_`` holds those in use. An edge belongs to the band
    below.

    >>> from coursekit.datasets import load_titanic
    >>> FareBands().fit(load_titanic()).edges_.tolist()
    [8.6625, 26.0]
    """

    needs, makes = ("Fare",), "Fare"

    def __init__(self, n_bands: int = 3, edges: tuple[float, ...] | None = None):
        self.n_bands = n_bands
        self.edges = edges

    def _learn(self, X):
        if self.edges is None:
            self.edges_ = self._quantiles(X)
        else:
            self.edges_ = require_increasing("edges", self.edges)

    def _quantiles(self, X) -> np.ndarray:
        require_whole("n_bands", self.n_bands, least=2)
        fares = _numbers(X, "Fare", "FareBands")
        if fares.isna().all():
            raise ValueError("FareBands cannot learn from fares that are all missing; fit it on "
                             "rows with a fare, or give edges=(...)")
        return np.unique(fares.quantile(np.arange(1, self.n_bands) / self.n_bands))

    def _make(self, X):
        names = [f"band {k + 1}" for k in range(len(self.edges_) + 1)]
        return _banded(_numbers(X, "Fare", "FareBands"), self.edges_, names)


class AgeImputer(_OneColumn):
    """Age, with missing values filled by a median learned in ``fit``.

    The strategy "title_median" takes the median (years) of the passengers with the same pooled
    title, ``title_medians_``, or that of all, ``median_``, for a title without a known age in
    ``fit``; "median" always takes that of all.

    >>> from coursekit.datasets import load_titanic
    >>> AgeImputer().fit(load_titanic()).title_medians_["Master"]
    np.float64(3.5)
    """

    needs, makes = ("Name", "Age"), "Age"

    def __init__(self, strategy: str = "title_median"):
        self.strategy = strategy

    def _require(self, X) -> pd.DataFrame:
        require_choice("strategy", self.strategy, ("title_median", "median"))
        needs = self.needs if self.strategy == "title_median" else ("Age",)
        return require_columns(X, needs, type(self).__name__)

    def _learn(self, X):
        ages = _numbers(X, "Age", "AgeImputer")
        if ages.isna().all():
            raise ValueError("AgeImputer cannot learn from ages that are all missing; fit it on "
                             "rows of which some have an age")
        self.median_ = float(ages.median())
        self.title_medians_ = pd.Series(dtype=float)
        if self.strategy == "title_median":
            self.title_medians_ = ages.groupby(TitleExtractor()._make(X)).median().dropna()

    def _make(self, X):
        ages = _numbers(X, "Age", "AgeImputer")
        if self.strategy == "title_median":
            titles = TitleExtractor()._make(X)
            ages = ages.fillna(titles.map(self.title_medians_).astype(float))
        return ages.fillna(self.median_)


class AgeBands(_OneColumn):
    """Age in bands between ``edges`` in years; each edge belongs to the band below it.

    A missing age stays missing.

    >>> AgeBands().fit_transform(pd.DataFrame({"Age": [12, 13, 80]}))["Age"].tolist()
    ['up to 12', '12 to 30', 'over 50']
    """

    needs, makes = ("Age",), "Age"

    def __init__(self, edges: tuple[float, ...] = (12, 30, 50)):
        self.edges = edges

    def _learn(self, X):
        self.edges_ = require_increasing("edges", self.edges)

    def _make(self, X):
        text = [np.format_float_positional(edge, trim="-") for edge in self.edges_]
        between = [f"{low} to {high}" for low, high in zip(text, text[1:], strict=False)]
        names = [f"up to {text[0]}", *between, f"over {text[-1]}"]
        return _banded(_numbers(X, "Age", "AgeBands"), self.edges_, names)


def titanic_pipeline(model) -> Pipeline:
    """Return an unfitted Pipeline that takes the passenger list and ends with model.

    Seven features: title, family, fare band, age band, sex, class and port; each level becomes a
    standardised column. Every step learns in ``fit`` alone.

    >>> from coursekit.datasets import load_titanic
    >>> passengers = load_titanic().fillna({"Embarked": "unknown"})
    >>> titanic_pipeline("passthrough").fit_transform(passengers).shape
    (891, 24)
    """
    features = ColumnTransformer([
        ("title", TitleExtractor(), ["Name"]),
        ("family", FamilyGrouper(), ["SibSp", "Parch"]),
        ("fare", FareBands(), ["Fare"]),
        ("age", make_pipeline(AgeImputer(), AgeBands()), ["Name", "Age"]),
        ("given", "passthrough", ["Sex", "Pclass", "Embarked"])])
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return make_pipeline(features, one_hot, StandardScaler(), model)


def raw_pipeline(model, *, title: bool = False) -> Pipeline:
    """Return an unfitted Pipeline of the seven raw columns, none regrouped; its last step: "model".

    Sex, class, port, and the title if wanted, get one column per level; an unknown age becomes the
    median of the rows in ``fit``; all columns are standardised.

    >>> from coursekit.datasets import load_titanic
    >>> passengers = load_titanic().fillna({"Embarked": "unknown"})
    >>> raw_pipeline("passthrough").fit_transform(passengers).shape
    (891, 13)
    """
    levels = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    columns = [("levels", levels, ["Sex", "Pclass", "Embarked"]),
               ("age", SimpleImputer(strategy="median"), ["Age"]),
               ("numbers", "passthrough", ["SibSp", "Parch", "Fare"])]
    if title:
        columns.append(("title", make_pipeline(TitleExtractor(), levels), ["Name"]))
    return Pipeline([("columns", ColumnTransformer(columns)), ("scale", StandardScaler()),
                     ("model", model)])
