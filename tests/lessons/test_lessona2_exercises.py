"""The exercises of appendix a2: right in any form that the page can go on with."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lessona2 import kernel_ridge, tube_dual


@pytest.mark.parametrize("answer", [
    lambda *case: [part.tolist() for part in tube_dual(*case)],
    lambda *case: np.array(tube_dual(*case)),
    lambda *case: tuple(pd.Series(part) for part in tube_dual(*case)),
    lambda *case: tuple(np.float32(part) for part in tube_dual(*case)),
])
def test_the_dual_of_the_tube_in_any_form(answer):
    assert grade("tube-dual", answer).status == "right"


def by_elimination(K, y, lam):
    inverse = np.linalg.inv(K + lam * np.eye(len(y)))
    b = inverse.sum(axis=0) @ y / inverse.sum()
    return inverse @ (y - b), b


def by_centring(K, y, lam):
    H = np.eye(len(y)) - 1 / len(y)
    beta = np.linalg.solve(H @ K @ H + lam * np.eye(len(y)), H @ y)
    return beta.tolist(), np.mean(y - K @ beta)


def in_halves(K, y, lam):
    beta, b = kernel_ridge(K, y, lam)
    return pd.Series(beta), np.float32(b)


@pytest.mark.parametrize("answer", [by_elimination, by_centring, in_halves])
def test_ridge_with_its_intercept_in_any_form(answer):
    assert grade("kernel-ridge", answer).status == "right"


@pytest.mark.parametrize("key, answer", [
    ("tube-dual", lambda *case: [part.reshape(2, -1) for part in tube_dual(*case)]),
    ("tube-dual", lambda *case: [part[:, None] for part in tube_dual(*case)]),
    ("kernel-ridge", lambda *case: (kernel_ridge(*case)[0][:, None], kernel_ridge(*case)[1])),
    ("kernel-ridge", lambda *case: (kernel_ridge(*case)[0], [kernel_ridge(*case)[1]])),
])
def test_shapes_that_the_page_cannot_go_on_with_are_told(key, answer):
    told = grade(key, answer)
    assert told.status == "wrong" and "right numbers in another shape" in told.message
