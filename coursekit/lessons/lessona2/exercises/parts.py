"""When several parts of an answer are right, and when only their shape is wrong."""
from __future__ import annotations

import numpy as np


def same_parts(case: tuple, given, right) -> bool:
    """Accept the right parts as lists, Series or float32, in the shapes the page goes on with."""
    return same_numbers(given, right) and all(
        np.shape(g) == np.shape(r) for g, r in zip(given, right, strict=True))


def same_numbers(given, right) -> bool:
    """Tell whether all numbers are right, in whatever shapes."""
    return len(given) == len(right) and all(
        np.size(g) == np.size(r) and np.allclose(np.ravel(g).astype(float), np.ravel(r),
                                                 rtol=1e-5, atol=1e-5)
        for g, r in zip(given, right, strict=True))


def other_shape(case: tuple, given, right) -> bool:
    """Tell whether the numbers are right and their shapes are not."""
    return same_numbers(given, right) and not same_parts(case, given, right)
