"""The rows of lesson 04: a machine of straight cuts, and one of Gaussian bumps.

Both get the same seven features of a passenger. The groups of families were formed by looking at
outcomes, which the asterisk says.
"""
from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from coursekit.scoreboard import Method
from coursekit.svm import SVC
from coursekit.titanic import AgeBands, AgeImputer, FamilyGrouper, FareBands, TitleExtractor

FEATURES = "7, with title and family*"


def seven_features(model: BaseEstimator) -> Pipeline:
    """Return an unfitted pipeline from the passenger list to the model."""
    features = ColumnTransformer([
        ("title", TitleExtractor(), ["Name"]),
        ("family", FamilyGrouper(), ["SibSp", "Parch"]),
        ("fare", FareBands(), ["Fare"]),
        ("age", make_pipeline(AgeImputer(), AgeBands()), ["Name", "Age"]),
        ("given", "passthrough", ["Sex", "Pclass", "Embarked"])])
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return make_pipeline(features, one_hot, StandardScaler(), model)


METHODS = (
    Method("SVM, linear", FEATURES, seven_features(SVC(kernel="linear")),
           {"svc__C": [0.01, 0.1, 1]}),
    Method("SVM, Gaussian", FEATURES, seven_features(SVC()),
           {"svc__C": [1, 10], "svc__gamma": [0.01, 0.03]}),
)
