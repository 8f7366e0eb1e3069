"""Linear models without kernels: intercepts, least squares and ridge, logistic curves."""
from coursekit.linear.intercepts import optimal_intercepts
from coursekit.linear.logistic import logistic_regression, logit_fit
from coursekit.linear.ridge import ridge
from coursekit.linear.triangular import (
    back_substitute,
    cholesky,
    forward_substitute,
    solve_positive_definite,
)

__all__ = ["back_substitute", "cholesky", "forward_substitute", "logistic_regression", "logit_fit",
           "optimal_intercepts", "ridge", "solve_positive_definite"]
