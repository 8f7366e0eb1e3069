"""Features of passengers for the rules of lesson 07: some that matter, some that cannot."""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from coursekit.datasets import load_titanic

CHILD = 12          # years; below it a passenger is called a child


@cache
def sensible() -> tuple[pd.DataFrame, np.ndarray]:
    """Return sex, class, age group, relatives and port of all 891, and their fates.

    Examples
    --------
    >>> X, fates = sensible()
    >>> list(X.columns), len(fates)
    (['sex', 'class', 'age', 'family', 'port'], 891)
    """
    people = load_titanic()
    relatives = people["SibSp"] + people["Parch"]
    X = pd.DataFrame({
        "sex": people["Sex"],
        "class": people["Pclass"].map({1: "first", 2: "second", 3: "third"}),
        "age": np.where(people["Age"].isna(), "unknown",
                        np.where(people["Age"] < CHILD, "under 12", "12 or older")),
        "family": pd.cut(relatives, [-1, 0, 3, 20], labels=["alone", "1 to 3", "4 or more"]
                         ).astype(str),
        "port": people["Embarked"].fillna("unknown").replace(
            {"S": "Southampton", "C": "Cherbourg", "Q": "Queenstown"})})
    return X, np.where(people["Survived"] == 1, "survived", "died")


@cache
def letters() -> tuple[pd.DataFrame, np.ndarray]:
    """Return letters and digits of the men of the second class, and their fates.

    Examples
    --------
    >>> len(letters()[1])
    108
    """
    people = load_titanic()
    people = people[(people["Sex"] == "male") & (people["Pclass"] == 2)]
    surname = people["Name"].str.split(",").str[0]
    X = pd.DataFrame({
        "ticket ends with": people["Ticket"].str[-1].to_numpy(),
        "surname begins with": surname.str[0].str.upper().to_numpy(),
        "letters in surname": surname.str.count("[A-Za-z]").to_numpy().astype(float)})
    return X, np.where(people["Survived"] == 1, "survived", "died")
