"""The rows of lesson 04: a machine of straight cuts, and one of Gaussian bumps.

Both get the same seven features of a passenger. The groups of families were formed by looking at
outcomes, which the asterisk says.
"""
from __future__ import annotations

from coursekit.scoreboard import Method
from coursekit.svm import SVC
from coursekit.titanic import titanic_pipeline

FEATURES = "7, with title and family*"

METHODS = (
    Method("SVM, linear", FEATURES, titanic_pipeline(SVC(kernel="linear")),
           {"svc__C": [0.01, 0.1, 1]}),
    Method("SVM, Gaussian", FEATURES, titanic_pipeline(SVC()),
           {"svc__C": [1, 10], "svc__gamma": [0.01, 0.03]}),
)
