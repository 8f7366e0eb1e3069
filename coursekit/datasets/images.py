"""Pictures of handwritten digits, and what was computed from them."""
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
    """Test images that machines of a hundred digits have wrong, without and with moved copies."""

    plain: np.ndarray   # (2 kernels, 20 splits), wrong without copies
    kept: np.ndarray    # (2, 20), support vectors without copies
    wrong: np.ndarray   # (2, 3 sets of directions, 9 fractions, 20), wrong with copies
    mended: np.ndarray  # (2, 3, 9, 20), wrong without and right with copies


def load_shifts() -> Shifts:
    """Return what virtual support vectors did on the small digits.

    Notes
    -----
    Computed beforehand, since it takes minutes: a Gaussian and a cubic machine, copies on all four
    sides, left and right, up and down, moved by 0, ¼, … 2 pixels; 1697 images test.
    """
    with np.load(io.BytesIO(read_data("digit_shifts.npz"))) as archive:
        return Shifts(*(archive[name].astype(np.int64) for name in Shifts._fields))
