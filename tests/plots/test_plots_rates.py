"""The bars of lesson 01 are as high, and their intervals as long, as the table says."""
from __future__ import annotations

import pandas as pd

from coursekit.plots.alt_text import alt_text
from coursekit.plots.rates import plot_rate_panels

TABLE = pd.DataFrame({"n": [10, 40], "rate": [0.1, 0.75], "low": [0.02, 0.6],
                      "high": [0.4, 0.86]}, index=["men", "women"])
TOLD = "men, n=10: 0.1 [0.02 to 0.4]; women, n=40: 0.75 [0.6 to 0.86]"


def test_bars_and_their_lopsided_intervals_are_those_of_the_table():
    panels = plot_rate_panels({"sex": TABLE, "again": TABLE}, "Twice")
    assert alt_text(panels).count(TOLD) == 2
