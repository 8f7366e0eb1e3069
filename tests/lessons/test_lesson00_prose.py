"""The deciding words of sitting 00 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import numpy as np

from coursekit.datasets import load_titanic
from coursekit.explorers.titanic_bins import bin_rates
from told import UP, page_says


def test_narrower_bins_have_longer_intervals():
    people = load_titanic().dropna(subset="Age")
    half = [np.nanmean(found.high - found.low) for found in
            (bin_rates(people["Age"].to_numpy(), people["Survived"].to_numpy(), bins, 0.0)
             for bins in (4, 8, 20, 40))]
    longer, bins, few, less = page_says(
        "00_start_here", "They become {longer|shorter}: the {narrower|wider} a bin, the "
        "{fewer|more} people are in it, and the {less|more} is known")
    assert (UP[longer] * np.diff(half) > 0).all()
    assert (bins, few, less) == ("narrower", "fewer", "less")       # n a bin is 714 / bins
