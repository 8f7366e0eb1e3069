"""Small synthetic data sets: the running examples of the lessons.

Each returns ``X``, float of shape (n, 2), and ``y``, int of shape (n,) with labels -1 and
+1 (the weather: a frame), new arrays with the same numbers at every call. Random sets take a
``seed`` if a lesson looks at other draws.
"""
from __future__ import annotations

import numpy as np
import pandas as pd

from coursekit.checks import require_between, require_finite, require_whole

MAX_PERIOD = 50.0   # or pitch; far beyond, a set would have no second class
CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
Labelled = tuple[np.ndarray, np.ndarray]


def make_and() -> Labelled:
    """Return logical AND, 4 points: the corners of the square, only (1, 1) is +1."""
    return CORNERS.copy(), np.array([-1, -1, -1, 1])


def make_xor() -> Labelled:
    """Return exclusive or, 4 points: corners that no line separates."""
    return CORNERS.copy(), np.array([-1, 1, 1, -1])


def make_two_points() -> Labelled:
    """Return the smallest problem with a margin: (0, 0) is -1, (2, 2) is +1."""
    return np.array([[0.0, 0.0], [2.0, 2.0]]), np.array([-1, 1])


def _along(X: np.ndarray) -> np.ndarray:
    """Return the signed distance from the line 4 x1 - 3 x2 = 0."""
    return (4 * X[:, 0] - 3 * X[:, 1]) / 5


def make_linear_40(seed: int = 79, gap: float = 0.25) -> Labelled:
    """Return 20 points on each side of 4 x1 - 3 x2 = 0, which least squares may not separate.

    They lie in the square [-4, 4]² and keep a distance of ``gap``, at most 1, from the line. With
    the defaults, linear regression on the labels puts exactly two of them on the wrong side, as
    with 20 of the seeds 0 to 199.
    """
    require_between("gap", gap, 0, 1)
    X = _random(seed).uniform(-4, 4, (400, 2))
    return _halves(X, _along(X), 40, gap)


def make_overlap_60(seed: int = 3) -> Labelled:
    """Return two clouds of 30 points, normal around (-1.5, -1.5) and (1.5, 1.5), that overlap.

    With the default seed no line separates them.
    """
    # The older generator on purpose: published figures of this course use its points.
    rng = np.random.RandomState(require_whole("seed", seed, least=0))
    X = np.vstack([rng.normal(centre, 1.0, (30, 2)) for centre in (-1.5, 1.5)])
    return X, np.repeat([-1, 1], 30)


def triangle_wave(t: np.ndarray, period: float = 3.0) -> np.ndarray:
    """Return the wave that climbs and falls with slope 1, through 0 at t = 0.

    Its values lie between -period / 4 and period / 4.

    Examples
    --------
    >>> triangle_wave(np.array([0.0, 0.5, 1.0, 1.5]), period=2)
    array([ 0. ,  0.5,  0. , -0.5])
    """
    require_between("period", period, 0, MAX_PERIOD, open_ends=True)
    shifted = require_finite("t", t) + 0.75 * period
    return np.abs(shifted % period - period / 2) - period / 4


def make_stripes(n: int = 40, seed: int = 1, period: float = 3.0) -> Labelled:
    """Return slanted stripes: the sign of a triangle wave of (4 x1 - 3 x2) / 5.

    The n points (an even number) lie in [-2, 4]², half of them in each class, and keep a distance
    of 0.25 from the edges of the stripes, each half a ``period`` (above 1) wide.
    """
    require_between("period", period, 1, MAX_PERIOD, open_ends=True)
    X = _random(seed).uniform(-2, 4, (_enough(n), 2))
    return _halves(X, triangle_wave(_along(X), period), n, gap=0.25)


def make_spirals(n: int = 200, seed: int = 0, pitch: float = 0.8) -> Labelled:
    """Return two Archimedean spirals: the class is the sign of cos(r / pitch - angle).

    The n points (an even number) lie in the disc of radius 6, half of them in each class; where
    the cosine is below 0.4 in size there are none, so that the arms stay apart. ``pitch`` is the
    growth of the radius of an arm per radian.
    """
    require_between("pitch", pitch, 0, MAX_PERIOD, open_ends=True)
    X = _random(seed).uniform(-6, 6, (_enough(n), 2))
    r, angle = np.hypot(X[:, 0], X[:, 1]), np.arctan2(X[:, 1], X[:, 0])
    return _halves(X, np.where(r < 6, np.cos(r / pitch - angle), 0), n, gap=0.4)


def _random(seed: int) -> np.random.Generator:
    return np.random.default_rng(require_whole("seed", seed, least=0))


def _enough(n: int) -> int:
    """Return how many points to draw to get n outside the gaps."""
    if require_whole("n", n, least=2) % 2:
        raise ValueError(f"n must be an even number, got {n!r}: half of the points in each class")
    return 8 * n + 200


def _halves(X: np.ndarray, score: np.ndarray, n: int, gap: float) -> Labelled:
    """Return the first n / 2 points outside the gap with each sign, in the order drawn."""
    rows = np.sort(np.concatenate([np.flatnonzero(sign * score > gap)[:n // 2]
                                   for sign in (-1, 1)]))
    return X[rows], np.where(score[rows] > 0, 1, -1)


def make_noisy_spirals(seed: int = 6) -> Labelled:
    """Return ``make_spirals(400)``, with each label flipped with probability 0.1.

    Examples
    --------
    >>> X, y = make_noisy_spirals()
    >>> X.shape, int((y != make_spirals(400)[1]).sum())
    ((400, 2), 42)
    """
    X, y = make_spirals(400)
    turned = _random(seed).uniform(size=len(y)) < 0.1
    return X, np.where(turned, -y, y)


def make_crescents(n: int = 200, seed: int = 0, share: float = 0.1) -> Labelled:
    """Return two interlocking crescents, with labels flipped with probability ``share``.

    Before that, 60% of the points are +1. The n points scatter, with normal noise of 0.36, around
    half circles of radius 10/7 whose centres are a little off the origin.

    Examples
    --------
    >>> X, y = make_crescents(1000, share=0)
    >>> X.shape, int((y == 1).sum())
    ((1000, 2), 600)
    """
    rng, n = _random(seed), require_whole("n", n, least=5)
    require_between("share", share, 0, 1)
    y = np.where(np.arange(n) < 0.6 * n, 1, -1)
    angle = rng.uniform(0, np.pi, n)
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    X = np.where((y > 0)[:, None], upper, [1, 0.5] - upper) + rng.normal(scale=0.25, size=(n, 2))
    return (X - [0.5, 0.25]) / 0.7, np.where(rng.uniform(size=n) < share, -y, y)


def make_row_of_three() -> Labelled:
    """Return three classes "left", "middle" and "right" in a row, 20 samples each.

    They lie on x1 from -3 to -2, from -½ to ½ and from 2 to 3, at the heights x2 = ±½.

    Examples
    --------
    >>> X, y = make_row_of_three()
    >>> X[0].tolist(), y[0].item(), X.sum(axis=0).round(9).tolist()
    ([-3.0, -0.5], 'left', [0.0, 0.0])
    """
    x1 = np.concatenate([np.repeat(np.linspace(low, low + 1, 10), 2) for low in (-3, -0.5, 2)])
    return (np.column_stack([x1, np.tile([-0.5, 0.5], 30)]),
            np.repeat(["left", "middle", "right"], 20))


def make_three_clouds(n: int = 90, seed: int = 2) -> Labelled:
    """Return three overlapping round clouds "a", "b" and "c", n samples, the classes in turn.

    Examples
    --------
    >>> X, y = make_three_clouds(30)
    >>> X.shape, y[:4].tolist()
    ((30, 2), ['a', 'b', 'c', 'a'])
    """
    codes = np.arange(require_whole("n", n, least=3)) % 3
    centres = 1.5 * np.array([[-1.0, -0.6], [1.0, -0.6], [0.0, 1.1]])
    X = centres[codes] + _random(seed).normal(scale=0.8, size=(n, 2))
    return X, np.array(list("abc"))[codes]


def make_staircase() -> tuple[np.ndarray, np.ndarray]:
    """Return a noisy step at 0.5: x in [0, 1] in order, and y, about 0 below and 1 above.

    Both are of shape (15,); y is a number, not a label.
    """
    rng = np.random.default_rng(6)
    x = np.sort(rng.uniform(0, 1, 15))
    return x, (x > 0.5) + rng.normal(0, 0.25, 15)


def make_eight_points() -> tuple[np.ndarray, np.ndarray]:
    """Return x = 1 … 8, shape (8, 1), and numbers y that grow with x, shape (8,)."""
    return np.arange(1, 9.0)[:, None], np.array([1, 3, 2, 3, 4, 3, 5, 6.0])


def make_wave(seed: int = 0, n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Return a noisy sine: x in [0, 9] in order, shape (n, 1), and y, shape (n,).

    y is 2 sin x, plus normal noise of standard deviation 0.6.
    """
    rng = _random(seed)
    x = np.sort(rng.uniform(0, 9, require_whole("n", n, least=2)))
    return x[:, None], 2 * np.sin(x) + rng.normal(0, 0.6, n)


def make_temperature_grid(step: float = 1.0) -> pd.DataFrame:
    """Return weather on a grid, and how it feels.

    Up to 20 °C it is cold. Above, dry air (humidity up to 50%) is comfortable; damp air is
    comfortable up to 35 °C and unbearable beyond. The step is the grid spacing in °C, 0.1 to 50;
    humidity has twice that spacing in per cent.

    Returns
    -------
    DataFrame, shape (2601, 3) for a step of 1
        ``temperature`` (°C, 0 … 50), ``humidity`` (%, 0 … 100), ``feeling`` (cold,
        comfortable, unbearable).
    """
    require_between("step", step, 0.1, 50)
    celsius = np.arange(0, 50 + step / 2, step)
    temperature, humidity = (a.ravel() for a in np.meshgrid(celsius, 2 * celsius))
    unbearable = (humidity > 50) & (temperature > 35)
    code = np.select([temperature <= 20, unbearable], [0, 2], default=1)
    levels = pd.Index(["cold", "comfortable", "unbearable"], dtype=object)
    return pd.DataFrame({"temperature": temperature, "humidity": humidity,
                         "feeling": pd.Categorical.from_codes(code, levels)})
