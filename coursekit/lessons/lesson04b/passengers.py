"""The passengers of lesson 04b: men and boys by age, and everybody by seven features."""
from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from coursekit.datasets import load_titanic
from coursekit.titanic import AgeBands, AgeImputer, FamilyGrouper, FareBands, TitleExtractor


def men_by_age() -> tuple[np.ndarray, np.ndarray]:
    """Return ages, shape (n, 1), and fates (1 survived, -1 died) of the men and boys.

    Examples
    --------
    >>> ages, fates = men_by_age()
    >>> len(ages), int((fates == 1).sum())
    (453, 93)
    """
    titanic = load_titanic()
    men = titanic[(titanic["Sex"] == "male") & titanic["Age"].notna()]
    return men[["Age"]].to_numpy(), np.where(men["Survived"] == 1, 1, -1)


def seven_features(*, model=None) -> Pipeline:
    """Return an unfitted pipeline from the passenger list to standardised columns, or to a model.

    Title, family, fare band, age band, sex, class and port: each level is a column of its own.

    Examples
    --------
    >>> seven_features().fit_transform(load_titanic().fillna({"Embarked": "unknown"})).shape
    (891, 24)
    """
    features = ColumnTransformer([
        ("title", TitleExtractor(), ["Name"]),
        ("family", FamilyGrouper(), ["SibSp", "Parch"]),
        ("fare", FareBands(), ["Fare"]),
        ("age", make_pipeline(AgeImputer(), AgeBands()), ["Name", "Age"]),
        ("given", "passthrough", ["Sex", "Pclass", "Embarked"])])
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    steps = (features, one_hot, StandardScaler())
    return make_pipeline(*steps) if model is None else make_pipeline(*steps, model)


def passenger_table() -> tuple[np.ndarray, np.ndarray]:
    """Return the 891 passengers as standardised columns, and their fates, 1 and -1."""
    titanic: pd.DataFrame = load_titanic().fillna({"Embarked": "unknown"})
    return seven_features().fit_transform(titanic), np.where(titanic["Survived"] == 1, 1, -1)
