"""The passengers of lesson 04b, by seven features."""
from __future__ import annotations

import numpy as np
import pandas as pd
from coursekit.datasets import load_titanic
from coursekit.titanic import titanic_pipeline


def passenger_table() -> tuple[np.ndarray, np.ndarray]:
    """Return the 891 passengers as standardised columns, and their fates, 1 and -1."""
    titanic: pd.DataFrame = load_titanic().fillna({"Embarked": "unknown"})
    return (titanic_pipeline("passthrough").fit_transform(titanic),
            np.where(titanic["Survived"] == 1, 1, -1))
