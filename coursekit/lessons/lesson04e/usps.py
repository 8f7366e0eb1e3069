"""Virtual samples on the USPS digits, 16 × 16 pixels: as a source prints it, and as we found it.

Our own numbers come from `tests/bench/usps.py`, which takes minutes.
"""
from __future__ import annotations

from typing import NamedTuple

import pandas as pd

TESTED = 2007       # test images


class Row(NamedTuple):
    """Training images, mean support vectors of the ten machines, and test error in per cent."""

    size: int
    support_vectors: float
    error: float


TRAINED_ON = ("all images", "support vectors only", "support vectors and their copies",
              "all images and their copies")
PRINTED = (Row(7291, 274, 4.0), Row(1677, 268, 4.1), Row(8385, 686, 3.2), Row(36455, 719, 3.4))
OURS = (Row(7291, 272.6, 4.24), Row(1674, 272.3, 4.24), Row(8370, 708.9, 3.59),
        Row(36455, 757.0, 3.54))


def usps_table() -> pd.DataFrame:
    """Return the printed rows beside ours.

    Examples
    --------
    >>> usps_table().loc["all images", ("error, %", "printed")]
    '4.0'
    """
    def column(rows, field, form):
        return [format(getattr(row, field), form) for row in rows]
    names = (("images", "size", "d", "d"), ("support vectors", "support_vectors", "d", ".1f"),
             ("error, %", "error", ".1f", ".2f"))
    return pd.DataFrame(
        {(name, who): column(rows, field, form) for name, field, printed, own in names
         for who, rows, form in (("printed", PRINTED, printed), ("ours", OURS, own))},
        index=pd.Index(TRAINED_ON, name="trained on"))
