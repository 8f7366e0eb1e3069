"""The rows of lesson 05c: five machines of scikit-learn on the features of lessons 02d and 04.

Each gets the whole pipeline, so features, columns and scales are learned in the training folds.
All settings but one were fixed before any score was looked at; the depth of the tree is chosen in
the inner folds. The groups of families were formed by looking at outcomes, which the asterisk says.
"""
from __future__ import annotations

from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from coursekit.scoreboard import Method
from coursekit.titanic import titanic_pipeline

FEATURES = "7, with title and family*"
DEPTHS = (2, 4, 8)

METHODS = (
    Method("logistic regression", FEATURES, titanic_pipeline(LogisticRegression(max_iter=1000))),
    Method("naive Bayes", FEATURES, titanic_pipeline(BernoulliNB())),
    Method("fifteen neighbours", FEATURES, titanic_pipeline(KNeighborsClassifier(15))),
    Method("forest", FEATURES, titanic_pipeline(
        RandomForestClassifier(100, min_samples_leaf=3, random_state=0))),
    Method("tree, depth chosen inside", FEATURES,
           titanic_pipeline(DecisionTreeClassifier(random_state=0)),
           {"decisiontreeclassifier__max_depth": list(DEPTHS)}),
)
