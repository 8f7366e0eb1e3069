"""What the exercises of lesson a1 share: numbers that agree, and shapes that do not."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import same_numbers

same = same_numbers(rtol=1e-4, atol=1e-4)


def other_shape(case: tuple, given, right) -> bool:
    """Recognise the right numbers in a column or a row of a table."""
    given = np.asarray(given, dtype=float)
    return given.shape != right.shape and same(case, given.reshape(right.shape), right)
