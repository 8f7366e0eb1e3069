"""The data sets of the course, one loader each.

Every loader returns a fresh object: change it as you like, the next call is unharmed.
Origin and terms of each file: ``data/SOURCES.md``.
"""
from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.checks import require_choice
from coursekit.datasets.files import read_data


def _csv(name: str, **options) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(read_data(name)), **options)


def _ordered(frame: pd.DataFrame, **levels: list[str]) -> pd.DataFrame:
    """Turn text columns into categories with the levels in the stated order."""
    return frame.astype({name: pd.CategoricalDtype(order) for name, order in levels.items()})


def load_titanic() -> pd.DataFrame:
    """Return the passenger list of the Titanic, 891 passengers of known fate.

    Returns
    -------
    DataFrame, shape (891, 12)
        ``PassengerId`` (1 … 891), ``Survived`` (0 died, 1 survived; 342 survived), ``Pclass``
        (1, 2, 3), ``Name``, ``Sex`` (female, male), ``Age`` (years; 177 missing), ``SibSp``
        (siblings and spouses aboard), ``Parch`` (parents and children aboard), ``Ticket``,
        ``Fare`` (pounds of 1912), ``Cabin`` (687 missing), ``Embarked`` (C Cherbourg,
        Q Queenstown, S Southampton; 2 missing).

    Notes
    -----
    Published for the Kaggle competition "Titanic – Machine Learning from Disaster".

    Examples
    --------
    >>> titanic = load_titanic()
    >>> titanic.shape, int(titanic["Survived"].sum())
    ((891, 12), 342)
    """
    return _csv("titanic.csv")


def load_ptitanic() -> pd.DataFrame:
    """Return the ``ptitanic`` data of R's rpart.plot, all 1309 passengers.

    Returns
    -------
    DataFrame, shape (1309, 6)
        ``pclass`` (1st, 2nd, 3rd), ``survived`` (died 809, survived 500), ``sex`` (female,
        male), ``age`` (years; 263 missing), ``sibsp`` and ``parch`` (counts of relatives).

    Notes
    -----
    titanic3 by Frank E. Harrell Jr., Vanderbilt Biostatistics, after Encyclopedia Titanica.

    Examples
    --------
    >>> load_ptitanic()["survived"].value_counts().to_dict()
    {'died': 809, 'survived': 500}
    """
    return _ordered(_csv("ptitanic.csv"), pclass=["1st", "2nd", "3rd"],
                    survived=["died", "survived"], sex=["female", "male"])


def load_owls() -> pd.DataFrame:
    """Return the owls: four lengths and the species, 45 birds of each.

    The rows are rows of Fisher's Iris under other names, in an order that matters.

    Returns
    -------
    DataFrame, shape (135, 5)
        ``body_length``, ``wing_length``, ``body_width``, ``wing_width`` (unit not stated by
        the source) and ``species`` (BarnOwl, LongEaredOwl, SnowyOwl).

    Examples
    --------
    >>> load_owls()["species"].value_counts().sort_index().to_dict()
    {'BarnOwl': 45, 'LongEaredOwl': 45, 'SnowyOwl': 45}
    """
    return _ordered(_csv("owls.csv"), species=["BarnOwl", "LongEaredOwl", "SnowyOwl"])


ZOO_TYPES = ["mammal", "bird", "reptile", "fish", "amphibian", "insect", "invertebrate"]


def load_zoo() -> pd.DataFrame:
    """Return the zoo: 101 animals, fifteen yes-or-no attributes, legs and the type.

    Returns
    -------
    DataFrame, shape (101, 17), indexed by the animal's name
        Fifteen Boolean columns (``hair`` … ``catsize``), ``legs`` (0, 2, 4, 5, 6, 8) and
        ``type`` (mammal 41, bird 20, reptile 5, fish 13, amphibian 4, insect 8, invertebrate
        10). The name is an identifier, hence the index and no attribute.

    Notes
    -----
    UCI Machine Learning Repository (R. Forsyth, 1990), CC BY 4.0.

    Examples
    --------
    >>> zoo = load_zoo()
    >>> zoo.shape, int(zoo.loc["aardvark", "legs"])
    ((101, 17), 4)
    """
    zoo = _csv("zoo.csv").set_index("animal")
    yes_or_no = zoo.columns.difference(["legs", "type"], sort=False)
    return _ordered(zoo.astype({c: bool for c in yes_or_no}), type=ZOO_TYPES)


def load_hypothyroid(part: str = "train") -> pd.DataFrame:
    """Return the thyroid records that were distributed with C4.5.

    Parameters
    ----------
    part : {"train", "test"}
        2514 or 1258 records.

    Returns
    -------
    DataFrame, shape (2514, 30) or (1258, 30)
        22 nominal columns (text; t/f for yes/no), seven metric ones (``age`` in years,
        laboratory values ``TSH``, ``T3``, ``TT4``, ``T4U``, ``FTI``, ``TBG``) and ``class``
        (negative, compensated hypothyroid, primary hypothyroid, secondary hypothyroid). Many
        values are missing; ``TBG`` has none at all.

    Notes
    -----
    Garvan Institute, Sydney, and Ross Quinlan; UCI "Thyroid Disease", CC BY 4.0.

    Examples
    --------
    >>> load_hypothyroid()["class"].value_counts().iloc[0]
    np.int64(2320)
    """
    require_choice("part", part, ("train", "test"))
    frame = _csv(f"hypothyroid_{part}.csv")
    return _ordered(frame, **{"class": ["negative", "compensated hypothyroid",
                                        "primary hypothyroid", "secondary hypothyroid"]})


def load_adult_counts() -> pd.DataFrame:
    """Return the US census of 1994, counted by education, weekly hours and salary.

    Returns
    -------
    DataFrame, shape (123, 4)
        ``education`` (16 levels), ``hours`` (part-time ≤ 25 < full-time ≤ 40 < overtime ≤ 60 <
        workaholic, hours a week), ``salary`` (<=50K, >50K dollars a year) and ``count``
        (persons; 48842 in all).

    Notes
    -----
    UCI "Adult" (B. Becker and R. Kohavi, 1996), CC BY 4.0; training and test part together.

    Examples
    --------
    >>> int(load_adult_counts()["count"].sum())
    48842
    """
    return _ordered(_csv("adult_counts.csv"), salary=["<=50K", ">50K"],
                    hours=["part-time", "full-time", "overtime", "workaholic"])


def load_drug() -> pd.DataFrame:
    """Return the twelve patients on which Aq is taught.

    Returns
    -------
    DataFrame, shape (12, 4)
        ``sex``, ``age`` (years), ``blood_pressure`` (low, normal, high), ``drug`` (A, B).

    Examples
    --------
    >>> load_drug()["drug"].value_counts().to_dict()
    {'A': 6, 'B': 6}
    """
    return _ordered(_csv("drug.csv"), sex=["female", "male"], drug=["A", "B"],
                    blood_pressure=["low", "normal", "high"])


class Digits(NamedTuple):
    """Images of digits, split once and for all.

    Attributes
    ----------
    X_train, X_test : ndarray of float32, shape (n, 256)
        Ink in [-1, 1], row by row of 16 × 16 pixels.
    y_train, y_test : ndarray of int, shape (n,)
        The digit, 0 … 9.
    """

    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def load_usps() -> Digits:
    """Return the handwritten digits of the US Postal Service, 16 × 16 pixels.

    Returns
    -------
    Digits
        7291 training and 2007 test images, flattened, ink in [-1, 1].

    Notes
    -----
    LeCun et al. (1990), redistributed with *The Elements of Statistical Learning*. No
    licence text travels with them: for teaching and research.

    Examples
    --------
    >>> load_usps().X_test.shape
    (2007, 256)
    """
    with np.load(io.BytesIO(read_data("usps.npz"))) as archive:
        X_train, X_test = (archive[k].astype(np.float32).reshape(-1, 256) / np.float32(1000) - 1
                           for k in ("X_train", "X_test"))
        return Digits(X_train, archive["y_train"].astype(int),
                      X_test, archive["y_test"].astype(int))


def load_iris() -> pd.DataFrame:
    """Return Fisher's Iris as scikit-learn ships it.

    Returns
    -------
    DataFrame, shape (150, 5)
        ``sepal_length``, ``sepal_width``, ``petal_length``, ``petal_width`` (cm) and
        ``species`` (setosa, versicolor, virginica: 50 each).

    Examples
    --------
    >>> load_iris().shape
    (150, 5)
    """
    from sklearn import datasets

    iris = datasets.load_iris()
    columns = [name.removesuffix(" (cm)").replace(" ", "_") for name in iris.feature_names]
    frame = pd.DataFrame(iris.data, columns=columns)
    frame["species"] = pd.Categorical.from_codes(iris.target, list(iris.target_names))
    return frame


def load_digits() -> tuple[np.ndarray, np.ndarray]:
    """Return the small digits that scikit-learn ships.

    Returns
    -------
    X : ndarray of float, shape (1797, 64)
        8 × 8 pixels, ink 0 … 16.
    y : ndarray of int, shape (1797,)
        The digit.

    Examples
    --------
    >>> load_digits()[0].shape
    (1797, 64)
    """
    from sklearn import datasets

    return datasets.load_digits(return_X_y=True)
