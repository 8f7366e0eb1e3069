"""Letters of 01d, features of the Titanic data."""
import numpy as np


def a_rate(draw: np.random.Generator) -> dict:
    """The rate of fates that are counted."""
    fates = draw.integers(0, 2, int(draw.integers(2, 40)))
    return {"n": len(fates), "k": fates.sum(), "hat p": fates.mean()}


def profiles(draw: np.random.Generator) -> dict:
    """Fates by profile; how many of them are those of the majority."""
    x, y = draw.integers(0, 4, 40), draw.integers(0, 2, 40)
    alive = np.array([y[x == profile].sum() for profile in range(4)])
    size = np.bincount(x, minlength=4)
    majority = np.array([y[x == profile].mean() > 0.5 for profile in range(4)])
    return {"n": len(y), "k_": alive, "d_": size - alive, "over": {"x": range(1, 5)},
            "A": np.mean(majority[x] == y)}
