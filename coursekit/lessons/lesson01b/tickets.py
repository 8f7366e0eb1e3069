"""Two groups that share tickets: the difference of their rates, with tickets as units."""
from __future__ import annotations

import numpy as np
import pandas as pd

Z = 1.96        # for 95%


def difference_by_tickets(frame: pd.DataFrame, first: pd.Series) -> tuple[float, float, float]:
    """Return the rate of ``first`` minus that of the others, and the ends of its interval.

    A ticket may have passengers of both groups; different tickets are taken as independent. One
    ticket adds to the difference what its survivors exceed the rate of their group by, divided by
    the size of the group.

    Parameters
    ----------
    frame : DataFrame
        Columns Ticket and Survived, one row per passenger.
    first : Series of bool
        Who belongs to the first group.
    """
    value, excess = 0.0, np.zeros(len(frame))
    for sign, group in ((1, first.to_numpy()), (-1, ~first.to_numpy())):
        fates = frame["Survived"].to_numpy()[group]
        value += sign * fates.mean()
        excess[group] = sign * (fates - fates.mean()) / len(fates)
    by_ticket = pd.Series(excess).groupby(frame["Ticket"].to_numpy()).sum()
    reach = Z * np.sqrt((by_ticket**2).sum() * len(by_ticket) / (len(by_ticket) - 1))
    return value, value - reach, value + reach
