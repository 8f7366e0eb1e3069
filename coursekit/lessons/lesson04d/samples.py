"""Samples of three classes in the plane: clouds, a row, irises, passengers by ticket class."""
from __future__ import annotations

from functools import cache

import numpy as np

from coursekit.datasets import load_iris, load_titanic, make_row_of_three, make_three_clouds

NAMES = {1: "1st", 2: "2nd", 3: "3rd"}
DECADE = 10     # years


def _sepals() -> tuple[np.ndarray, np.ndarray]:
    iris = load_iris()
    return iris[["sepal_length", "sepal_width"]].to_numpy(), iris["species"].to_numpy(str)


@cache
def ticket_classes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return log₁₀ fare per person and age in decades, ticket classes, and tickets.

    A fare is that of a whole ticket, so it is divided by the passengers on it. Passengers without
    a fare or a known age are left out.

    Examples
    --------
    >>> X, y, tickets = ticket_classes()
    >>> X.shape, np.unique(y).tolist()
    ((707, 2), ['1st', '2nd', '3rd'])
    """
    table = load_titanic()
    fare = table["Fare"] / table.groupby("Ticket")["Ticket"].transform("size")
    known = (fare > 0) & table["Age"].notna()
    X = np.column_stack([np.log10(fare[known]), table["Age"][known] / DECADE])
    return X, table["Pclass"][known].map(NAMES).to_numpy(str), table["Ticket"][known].to_numpy(str)


#: Samples, and what the two axes are.
PLANES = {
    "three clouds": (make_three_clouds, "$x_1$", "$x_2$"),
    "iris sepals": (_sepals, "sepal length in cm", "sepal width in cm"),
    "row of three": (make_row_of_three, "$x_1$", "$x_2$"),
    "ticket classes": (lambda: ticket_classes()[:2], "fare per person, log₁₀ of pounds",
                       "age in decades"),
}


@cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the samples and the names of their classes of one of the names in `PLANES`."""
    return PLANES[data][0]()
