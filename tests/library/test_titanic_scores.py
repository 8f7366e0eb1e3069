"""The ten-fold scores of many models on the Titanic, by the choice that golden.json states.

Scores of models that draw, or that break ties by the order of columns, are not among them.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn import svm as peers
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import load_titanic
from coursekit.svm import SVC
from coursekit.titanic import FamilyGrouper, TitleExtractor

PEOPLE = load_titanic().dropna(subset="Embarked")
FOLDS = StratifiedKFold(10, shuffle=True, random_state=0)
MODELS = {
    "dummy": DummyClassifier(),
    "LogisticRegression": LogisticRegression(max_iter=1000),
    "SVC rbf C=1 gamma=scale": peers.SVC(),
    "SVC rbf C=1 gamma=1/n": peers.SVC(gamma=1 / len(PEOPLE)),
    "SVC linear C=1": peers.SVC(kernel="linear"),
    "KNeighbors 5": KNeighborsClassifier(),
    "DecisionTree depth 4": DecisionTreeClassifier(max_depth=4, random_state=0),
    "GaussianNB": GaussianNB(),
    "GradientBoosting": GradientBoostingClassifier(random_state=0),
}
OURS = {"SVC rbf C=1 gamma=1/n": SVC(gamma=1 / len(PEOPLE)), "SVC linear C=1": SVC(kernel="linear")}


@pytest.fixture(scope="module")
def table() -> tuple[pd.DataFrame, np.ndarray]:
    """Return the groups as 0 and 1, and who survived."""
    title = TitleExtractor().fit_transform(PEOPLE)["Title"]
    age = PEOPLE["Age"].fillna(PEOPLE["Age"].groupby(title).transform("median"))
    groups = pd.get_dummies(pd.DataFrame({
        "sex": PEOPLE["Sex"], "title": title, "port": PEOPLE["Embarked"],
        "family": FamilyGrouper().fit_transform(PEOPLE)["Family"],
        "class": PEOPLE["Pclass"].astype(str),
        "fare": np.select([PEOPLE["Fare"] <= 10, PEOPLE["Fare"] <= 50], ["low", "middle"], "high"),
        "age": np.select([age < 12, age < 30], ["child", "young"], "older")})).astype(float)
    groups["cabin known"] = PEOPLE["Cabin"].notna().astype(float)
    return groups, PEOPLE["Survived"].to_numpy()


@pytest.mark.parametrize("name", MODELS)
def test_a_model_scores_what_the_table_says(golden, table, name):
    found = cross_val_score(MODELS[name], *table, cv=FOLDS)
    assert found.mean() == pytest.approx(golden["titanic_kfold"]["scores"][name], abs=6e-5)
    if name in OURS:
        assert np.array_equal(cross_val_score(OURS[name], *table, cv=FOLDS), found)


def test_the_rule_women_live_scores_what_the_table_says(golden, table):
    right = (PEOPLE["Sex"] == "female").to_numpy() == table[1]
    mean = np.mean([right[test].mean() for _, test in FOLDS.split(*table)])
    assert mean == pytest.approx(golden["titanic_kfold"]["scores"]["sex rule"], abs=1e-4)
