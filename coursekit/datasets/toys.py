"""Small sets that are made, not loaded: the running examples of the lessons.

Each returns ``X`` of shape (n, 2) and ``y`` of shape (n,) with labels -1 and +1, and is
the same at every call; sets that are drawn take a ``seed``.
"""
from __future__ import annotations

import numpy as np
import pandas as pd

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
Labelled = tuple[np.ndarray, np.ndarray]


def make_and() -> Labelled:
    """Return logical AND: four corners of the square, only (1, 1) is +1.

    Examples
    --------
    >>> make_and()[1]
    array([-1, -1, -1,  1])
    """
    return CORNERS.copy(), np.array([-1, -1, -1, 1])


def make_xor() -> Labelled:
    """Return exclusive or: four corners that no line separates.

    Examples
    --------
    >>> make_xor()[1]
    array([-1,  1,  1, -1])
    """
    return CORNERS.copy(), np.array([-1, 1, 1, -1])


def make_two_points() -> Labelled:
    """Return the smallest problem with a margin: (0, 0) is -1, (2, 2) is +1.

    Examples
    --------
    >>> make_two_points()
    (array([[0., 0.],
           [2., 2.]]), array([-1,  1]))
    """
    return np.array([[0.0, 0.0], [2.0, 2.0]]), np.array([-1, 1])


def make_linear_40(seed: int = 54) -> Labelled:
    """Return 40 points that 4 x1 - 3 x2 = 0 separates, yet least squares does not.

    Points lie in the square [-1, 1]² and keep a distance of 0.08 from the line. With the
    default seed, linear regression on the labels puts some of them on the wrong side.

    Examples
    --------
    >>> X, y = make_linear_40()
    >>> bool(np.all(y * (4 * X[:, 0] - 3 * X[:, 1]) > 0))
    True
    """
    rng, kept = np.random.default_rng(seed), []
    while len(kept) < 40:
        x = rng.uniform(-1, 1, 2)
        if abs(4 * x[0] - 3 * x[1]) / 5 > 0.08:
            kept.append(x)
    X = np.array(kept)
    return X, np.where(4 * X[:, 0] - 3 * X[:, 1] > 0, 1, -1)


def make_overlap_60(seed: int = 0) -> Labelled:
    """Return two overlapping clouds of 30 points each, around (-1, -1) and (1, 1).

    Examples
    --------
    >>> X, y = make_overlap_60()
    >>> X.shape, int(y.sum())
    ((60, 2), 0)
    """
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.normal(centre, 1.0, (30, 2)) for centre in (-1.0, 1.0)])
    return X, np.repeat([-1, 1], 30)


def make_stripes(n: int = 200, seed: int = 0) -> Labelled:
    """Return slanted stripes: the sign of a triangle wave of (4 x1 - 3 x2) / 5.

    Points lie in [-2, 2]²; stripes are 1 wide.

    Examples
    --------
    >>> X, y = make_stripes()
    >>> bool(np.all(y == np.where(triangle_wave((4 * X[:, 0] - 3 * X[:, 1]) / 5) > 0, 1, -1)))
    True
    """
    X = np.random.default_rng(seed).uniform(-2, 2, (n, 2))
    return X, np.where(triangle_wave((4 * X[:, 0] - 3 * X[:, 1]) / 5) > 0, 1, -1)


def triangle_wave(t: np.ndarray) -> np.ndarray:
    """Return the wave of period 2 that rises from 0 to 1/2 and falls to -1/2 in straight lines.

    Parameters
    ----------
    t : ndarray
        Any shape.

    Examples
    --------
    >>> triangle_wave(np.array([0.0, 0.5, 1.0, 1.5]))
    array([ 0. ,  0.5,  0. , -0.5])
    """
    return np.abs((np.asarray(t, dtype=float) + 1.5) % 2 - 1) - 0.5


def make_spirals(n: int = 200, seed: int = 0, pitch: float = 1 / 3) -> Labelled:
    """Return two Archimedean spirals: the class is the sign of cos(r / pitch - angle).

    Parameters
    ----------
    n : int
        Number of points, drawn from the disc of radius 3.
    seed : int
        Seed of the draw.
    pitch : float
        Growth of the radius per radian.

    Examples
    --------
    >>> X, y = make_spirals()
    >>> r, angle = np.hypot(*X.T), np.arctan2(X[:, 1], X[:, 0])
    >>> bool(np.all(y == np.where(np.cos(3 * r - angle) > 0, 1, -1)))
    True
    """
    rng = np.random.default_rng(seed)
    r, angle = 3 * np.sqrt(rng.uniform(size=n)), rng.uniform(-np.pi, np.pi, n)
    X = np.column_stack([r * np.cos(angle), r * np.sin(angle)])
    return X, np.where(np.cos(r / pitch - angle) > 0, 1, -1)


def make_temperature_grid(step: float = 1.0) -> pd.DataFrame:
    """Return weather on a grid, and how it feels.

    Below 20 °C it is cold; above, dry air (humidity up to 50 %) is comfortable, and damp
    air comfortable up to 35 °C and unbearable beyond.

    Parameters
    ----------
    step : float
        Grid spacing in °C; humidity has twice that spacing in per cent.

    Returns
    -------
    DataFrame
        ``temperature`` (°C, 0 … 50), ``humidity`` (%, 0 … 100), ``feeling``.

    Examples
    --------
    >>> weather = make_temperature_grid(10)
    >>> weather.query("temperature == 40 and humidity == 80")["feeling"].item()
    'unbearable'
    """
    temperature, humidity = (a.ravel() for a in np.meshgrid(
        np.arange(0, 50 + step / 2, step), np.arange(0, 100 + step, 2 * step)))
    damp = humidity > 50
    feeling = np.select([temperature <= 20, damp & (temperature > 35)], ["cold", "unbearable"],
                        "comfortable")
    return pd.DataFrame({"temperature": temperature, "humidity": humidity, "feeling": feeling})
