"""The 714 passengers whose age is known, and what may tell it: title, class, family, fare."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from sklearn.model_selection import GroupKFold

from coursekit.datasets import load_titanic
from coursekit.titanic import TitleExtractor

FOLDS = 10
MOST_SIBLINGS, MOST_PARENTS = 4, 3      # larger numbers count as these


def known_ages() -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Return the passengers of known age with their titles, their features, and their ages.

    One column per title and per class; siblings and spouses, parents and children, and the
    logarithm of the fare are divided by two, so that all columns have about the same size.

    Examples
    --------
    >>> people, F, age = known_ages()
    >>> F.shape, float(age.max())
    ((714, 11), 80.0)
    """
    titanic = load_titanic()
    titanic["Title"] = TitleExtractor().fit_transform(titanic)["Title"].to_numpy()
    people = titanic[titanic["Age"].notna()].reset_index(drop=True)
    F = pd.get_dummies(people[["Title", "Pclass"]].astype(str), dtype=float)
    F["siblings"] = people["SibSp"].clip(0, MOST_SIBLINGS) / 2
    F["parents"] = people["Parch"].clip(0, MOST_PARENTS) / 2
    F["fare"] = np.log1p(people["Fare"]) / 2
    return people, F.to_numpy(float), people["Age"].to_numpy(float)


def years_off(predict: Callable, people: pd.DataFrame, seed: int = 0) -> np.ndarray:
    """Return by how many years each passenger's age is missed, (n,), each judged by other folds.

    ``predict(train, test)`` returns ages for the rows ``test``, having seen the rows ``train``.
    Passengers with one ticket are in one fold; ``seed`` divides them.
    """
    age, off = people["Age"].to_numpy(), np.zeros(len(people))
    folds = GroupKFold(FOLDS, shuffle=True, random_state=seed)
    for train, test in folds.split(people, groups=people["Ticket"]):
        off[test] = np.abs(age[test] - predict(train, test))
    return off


def median_by(people: pd.DataFrame, *columns: str) -> Callable:
    """Return a rule that answers the median age of those of the same title, class, and so on.

    A combination that no training passenger has gets the median of its first column's group, or of
    all passengers.
    """
    def predict(train: np.ndarray, test: np.ndarray) -> np.ndarray:
        seen, asked = people.iloc[train], people.iloc[test]
        answer = pd.Series(seen["Age"].median(), asked.index)
        for k in range(1, len(columns) + 1):
            keys = list(columns[:k])
            known = seen.groupby(keys)["Age"].median().rename("median")
            found = asked.join(known, on=keys)["median"]
            answer = found.fillna(answer)
        return answer.to_numpy()
    return predict
