"""The row of lesson 02d: the soft margin, a machine of straight cuts.

It gets seven features of a passenger. The groups of families were formed by looking at outcomes,
which the asterisk says.
"""
from __future__ import annotations

from coursekit.scoreboard import Method
from coursekit.svm import SVC
from coursekit.titanic import titanic_pipeline

#: The penalties that the inner folds choose from.
PENALTIES = (0.001, 0.003, 0.01, 0.03, 0.1, 1, 10)

METHODS = (
    Method("SVM, linear", "7, with title and family*",
           titanic_pipeline(SVC(kernel="linear")), {"svc__C": list(PENALTIES)}),
)
