"""Features of the Titanic, as scikit-learn transformers that learn only in ``fit``.

Each takes a DataFrame with the columns it names and returns a DataFrame with one new
column and the same index. What is learned (fare bands, median ages) comes from the rows
given to ``fit`` and from nowhere else, so inside a pipeline nothing leaks between folds.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_choice, require_columns
from coursekit.statistics import Ceiling, profile_ceiling

TITLE = r",\s*([^.]+)\."
COMMON_TITLES = ("Mr", "Miss", "Mrs", "Master")
#: The thirds of the fares as pandas prints them. The exact first third ends at 8.6625
#: pounds, the price of thirteen tickets, which the printed edge puts into the middle band.
PRINTED_FARE_THIRDS = (8.662, 26.0)


def raw_titles(names: pd.Series) -> pd.Series:
    """Return the title in each name: what stands between the comma and the first full stop.

    Parameters
    ----------
    names : Series of str
        "Braund, Mr. Owen Harris" and the like.

    Returns
    -------
    Series of str
        Same index and name; missing where a name has no title.

    Examples
    --------
    >>> raw_titles(pd.Series(["Braund, Mr. Owen Harris"])).item()
    'Mr'
    """
    if not isinstance(names, pd.Series):
        raise TypeError(f"raw_titles needs a Series of names, got {type(names).__name__}; "
                        'give it frame["Name"]')
    return names.str.extract(TITLE)[0].rename(names.name)


class _OneColumn(TransformerMixin, BaseEstimator):
    """A transformer from some named columns to one new column."""

    needs: tuple[str, ...] = ()
    makes = ""

    def fit(self, X: pd.DataFrame, y=None):
        """Learn what there is to learn from these rows, and from no others."""
        self._require(X)
        self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        self.n_features_in_ = X.shape[1]
        self._learn(X)
        return self

    def transform(self, X: pd.DataFrame) -> pd.DataFrame:
        """Return the new column for these rows."""
        check_is_fitted(self, "feature_names_in_")
        self._require(X)
        return self._make(X).rename(self.makes).to_frame()

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """Return the name of the new column."""
        return np.array([self.makes], dtype=object)

    def _require(self, X) -> None:
        require_columns(X, self.needs, type(self).__name__)

    def _learn(self, X: pd.DataFrame) -> None:
        pass


class TitleExtractor(_OneColumn):
    """Title of a passenger, the rare ones pooled.

    Parameters
    ----------
    common : tuple of str
        Titles that keep a group of their own.
    rest : str
        Name of the group of all others.

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> TitleExtractor().fit_transform(load_titanic())["Title"].value_counts().to_dict()
    {'Mr': 517, 'Miss': 182, 'Mrs': 125, 'Master': 40, 'Res': 27}
    """

    needs, makes = ("Name",), "Title"

    def __init__(self, common: tuple[str, ...] = COMMON_TITLES, rest: str = "Res"):
        self.common = common
        self.rest = rest

    def _make(self, X):
        titles = raw_titles(X["Name"])
        return titles.where(titles.isin(self.common), self.rest)


class FamilyGrouper(_OneColumn):
    """Number of relatives aboard in three groups: alone, 1-3, 4+.

    Examples
    --------
    >>> toy = pd.DataFrame({"SibSp": [0, 1, 4], "Parch": [0, 2, 2]})
    >>> FamilyGrouper().fit_transform(toy)["Family"].tolist()
    ['alone', '1-3', '4+']
    """

    needs, makes = ("SibSp", "Parch"), "Family"

    def _make(self, X):
        relatives = X["SibSp"] + X["Parch"]
        if (relatives < 0).any() or relatives.isna().any():
            raise ValueError("FamilyGrouper needs counts of relatives of 0 and more in SibSp and "
                             "Parch; found a negative or missing one")
        return pd.cut(relatives, [-1, 0, 3, np.inf], labels=["alone", "1-3", "4+"]).astype(str)


class CabinKnown(_OneColumn):
    """Whether a cabin number was preserved: known or lost.

    Examples
    --------
    >>> CabinKnown().fit_transform(pd.DataFrame({"Cabin": ["C85", None]}))["Cabin"].tolist()
    ['known', 'lost']
    """

    needs, makes = ("Cabin",), "Cabin"

    def _make(self, X):
        return X["Cabin"].notna().map({True: "known", False: "lost"})


class FareBands(_OneColumn):
    """Fare in bands of equal size, whose edges are learned in ``fit``.

    Parameters
    ----------
    n_bands : int
        Number of bands.
    edges : tuple of float, optional
        Inner edges (pounds of 1912, each belongs to the band below), instead of learned ones.

    Attributes
    ----------
    edges_ : ndarray
        Inner edges in use.

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> bands = FareBands().fit(load_titanic())
    >>> bands.edges_.round(4).tolist()
    [8.6625, 26.0]
    """

    needs, makes = ("Fare",), "Fare"

    def __init__(self, n_bands: int = 3, edges: tuple[float, ...] | None = None):
        self.n_bands = n_bands
        self.edges = edges

    def _learn(self, X):
        if self.edges is None and (not isinstance(self.n_bands, int) or self.n_bands < 2):
            raise ValueError(f"n_bands must be a whole number of at least 2, got {self.n_bands!r}")
        if self.edges is None and X["Fare"].isna().all():
            raise ValueError("FareBands cannot learn from fares that are all missing; "
                             "give edges=(...) instead")
        shares = np.arange(1, self.n_bands) / self.n_bands
        learned = X["Fare"].quantile(shares).to_numpy() if self.edges is None else self.edges
        self.edges_ = np.unique(np.asarray(learned, dtype=float))

    def _make(self, X):
        band = np.digitize(X["Fare"], self.edges_, right=True)
        names = np.array([f"band {k + 1}" for k in range(len(self.edges_) + 1)], dtype=object)
        return pd.Series(names[band], index=X.index).where(X["Fare"].notna())


class AgeImputer(_OneColumn):
    """Age with its gaps filled by a median that is learned in ``fit``.

    Parameters
    ----------
    strategy : {"title_median", "median"}
        The median of the passengers with the same title, or of all. A title that ``fit`` never
        saw with an age falls back to the median of all.

    Attributes
    ----------
    median_ : float
        Years.
    title_medians_ : Series
        Years, by title; empty for strategy "median".

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> AgeImputer().fit(load_titanic()).title_medians_["Master"]
    np.float64(3.5)
    """

    needs, makes = ("Name", "Age"), "Age"

    def __init__(self, strategy: str = "title_median"):
        self.strategy = strategy

    def _require(self, X):
        needs = self.needs if self.strategy == "title_median" else ("Age",)
        require_columns(X, needs, type(self).__name__)

    def _learn(self, X):
        require_choice("strategy", self.strategy, ("title_median", "median"))
        if X["Age"].isna().all():
            raise ValueError("AgeImputer cannot learn from ages that are all missing; fit it on "
                             "rows of which some have an age")
        self.median_ = float(X["Age"].median())
        by_title = self.strategy == "title_median"
        self.title_medians_ = (X["Age"].groupby(self._titles(X)).median().dropna() if by_title
                               else pd.Series(dtype=float))

    def _titles(self, X):
        return TitleExtractor().fit(X)._make(X)

    def _make(self, X):
        ages = X["Age"].astype(float)
        if self.strategy == "title_median":
            ages = ages.fillna(self._titles(X).map(self.title_medians_))
        return ages.fillna(self.median_)


class AgeBands(_OneColumn):
    """Age in bands; each edge belongs to the band below it.

    Parameters
    ----------
    edges : tuple of float
        Inner edges in years.

    Examples
    --------
    >>> AgeBands().fit_transform(pd.DataFrame({"Age": [12, 13, 80]}))["Age"].tolist()
    ['up to 12', '12 to 30', 'over 50']
    """

    needs, makes = ("Age",), "Age"

    def __init__(self, edges: tuple[float, ...] = (12, 30, 50)):
        self.edges = edges

    def _learn(self, X):
        if len(self.edges) < 1 or np.any(np.diff(self.edges) <= 0):
            raise ValueError(f"edges must be increasing ages in years, got {self.edges!r}")

    def _make(self, X):
        inner = zip(self.edges, self.edges[1:], strict=False)
        names = [f"up to {self.edges[0]}", *(f"{a} to {b}" for a, b in inner),
                 f"over {self.edges[-1]}"]
        band = np.digitize(X["Age"], self.edges, right=True)
        return pd.Series(np.array(names, dtype=object)[band], index=X.index) \
            .where(X["Age"].notna())


class _Keep(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Hand columns on as they are, as text."""

    def fit(self, X, y=None):
        self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        check_is_fitted(self)
        return X.astype(object).where(X.isna(), X.astype(str))


def titanic_features(fare_edges: tuple[float, ...] | None = None) -> ColumnTransformer:
    """Return the transformer from the passenger list to eight grouped features.

    Title, family, fare band, age band (gaps filled by the title's median), cabin, sex, class
    and port, all as text. It learns fare edges and median ages in ``fit``, so it belongs
    inside a pipeline, in front of a one-hot encoder.

    Parameters
    ----------
    fare_edges : tuple of float, optional
        Fixed edges of the fare bands (pounds of 1912) instead of learned thirds.

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> titanic_features().fit_transform(load_titanic()).shape
    (891, 8)
    """
    columns = ColumnTransformer([
        ("title", TitleExtractor(), ["Name"]),
        ("family", FamilyGrouper(), ["SibSp", "Parch"]),
        ("fare", FareBands(edges=fare_edges), ["Fare"]),
        ("age", make_pipeline(AgeImputer(), AgeBands()), ["Name", "Age"]),
        ("cabin", CabinKnown(), ["Cabin"]),
        ("keep", _Keep(), ["Sex", "Pclass", "Embarked"]),
    ], verbose_feature_names_out=False)
    return columns.set_output(transform="pandas")


def design_matrix(frame: pd.DataFrame) -> tuple[pd.DataFrame, pd.Series]:
    """Return the eight grouped features, one column a level, and the outcome.

    Parameters
    ----------
    frame : DataFrame
        The passenger list, as ``load_titanic`` returns it.

    Returns
    -------
    X : DataFrame of float, shape (889, 25) for the whole list
        Zeros and ones; rows without a port are left out, after the ages were learned. Fares
        are cut at ``PRINTED_FARE_THIRDS``.
    y : Series of int
        ``Survived`` of the same rows.

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> X, y = design_matrix(load_titanic())
    >>> X.shape
    (889, 25)
    """
    require_columns(frame, ["Survived"], "design_matrix")
    groups = titanic_features(PRINTED_FARE_THIRDS).fit_transform(frame)
    groups = groups[groups["Embarked"].notna()]
    return pd.get_dummies(groups, dtype=float), frame.loc[groups.index, "Survived"]


def titanic_ceiling(frame: pd.DataFrame) -> Ceiling:
    """Return the best accuracy any classifier can reach on the design matrix.

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> best = titanic_ceiling(load_titanic())
    >>> round(best.accuracy, 4), best.profiles
    (0.8751, 209)
    """
    X, y = design_matrix(frame)
    return profile_ceiling(X, y)
