"""Model selection: folds, nested cross-validation, and intervals for its scores.

>>> from coursekit.datasets import make_overlap_60
>>> from coursekit.model_selection import nested_cv
>>> from coursekit.svm import SVC
>>> result = nested_cv(SVC(kernel="linear"), {"C": [0.1, 1.0]}, *make_overlap_60())
>>> result.n_fits, len(result.scores), len(result.best_params)
(45, 5, 5)
"""
from coursekit.model_selection.choice import (
    corrected_interval, one_standard_error, paired_interval,
)
from coursekit.model_selection.nested import nested_cv
from coursekit.model_selection.result import Failure, NestedResult, OuterFold
from coursekit.model_selection.splits import folds, pairs, stratified_folds

__all__ = ["Failure", "NestedResult", "OuterFold", "corrected_interval", "folds",
           "nested_cv", "one_standard_error", "paired_interval", "pairs", "stratified_folds"]
