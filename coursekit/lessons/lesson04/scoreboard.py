"""The row of lesson 04: a machine of Gaussian bumps.

It gets the same seven features of a passenger as that of straight cuts in lesson 02d. The groups
of families were formed by looking at outcomes, which the asterisk says.
"""
from __future__ import annotations

from coursekit.scoreboard import Method
from coursekit.svm import SVC
from coursekit.titanic import titanic_pipeline

FEATURES = "7, with title and family*"

METHODS = (
    Method("SVM, Gaussian", FEATURES, titanic_pipeline(SVC()),
           {"svc__C": [1, 10], "svc__gamma": [0.01, 0.03]}),
)
