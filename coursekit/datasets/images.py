"""Images of handwritten digits, and results computed from them."""
from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets.files import read_data


def load_digits() -> pd.DataFrame:
    """Return the small digits that scikit-learn ships, 8 × 8 pixels.

    Returns
    -------
    DataFrame, shape (1797, 65)
        ``pixel_0_0`` … ``pixel_7_7`` (row, column; ink, whole numbers 0 … 16, as floats) and
        ``digit`` (0 … 9). Nothing is missing.

    Notes
    -----
    UCI "Optical Recognition of Handwritten Digits", test part (E. Alpaydin and C. Kaynak,
    1998), CC BY 4.0.
    """
    from sklearn import datasets

    ink, digit = datasets.load_digits(return_X_y=True)
    names = [f"pixel_{row}_{column}" for row in range(8) for column in range(8)]
    return pd.DataFrame(ink, columns=names).assign(digit=digit.astype(np.int64))


class Shifts(NamedTuple):
    """Numbers of test images misclassified by machines trained on a hundred digits."""

    plain: np.ndarray   # (2 kernels, 20 splits), misclassified without moved copies
    kept: np.ndarray    # (2, 20), support vectors without copies
    wrong: np.ndarray   # (2, 3 sets of directions, 9 fractions, 20), with copies
    mended: np.ndarray  # (2, 3, 9, 20), misclassified without copies, not with them


def load_shifts() -> Shifts:
    """Return the effect of virtual support vectors on the small digits.

    Notes
    -----
    Precomputed, as it takes minutes: a Gaussian and a cubic machine; copies in all four
    directions, left and right, up and down, moved by 0, ¼, … 2 pixels; 1697 test images.
    """
    with np.load(io.BytesIO(read_data("digit_shifts.npz"))) as archive:
        return Shifts(*(archive[name].astype(np.int64) for name in Shifts._fields))
