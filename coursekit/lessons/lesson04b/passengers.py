"""The passengers of lesson 04b: men and boys by age, and everybody by seven features."""
from __future__ import annotations

import numpy as np
import pandas as pd
from coursekit.datasets import load_titanic
from coursekit.titanic import titanic_pipeline


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


def passenger_table() -> tuple[np.ndarray, np.ndarray]:
    """Return the 891 passengers as standardised columns, and their fates, 1 and -1."""
    titanic: pd.DataFrame = load_titanic().fillna({"Embarked": "unknown"})
    return (titanic_pipeline("passthrough").fit_transform(titanic),
            np.where(titanic["Survived"] == 1, 1, -1))
