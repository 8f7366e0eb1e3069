"""What the old appendix a1 said of curves made straight and of labels, for the lesson on odds."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import curve_fit
from scipy.special import expit, log_expit
from sklearn.linear_model import LogisticRegression

from coursekit.linear import logistic_regression, logit_fit


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def growth(t, w, b):
    return 6 / (1 + np.exp(-(w * t + b)))


def surface(P, w_1, w_2, b):
    return 4 * expit(P @ [w_1, w_2] + b)


# ------------------------------------------------------------------------- 7: curves made straight

def test_both_growth_curves_are_those_of_the_page_and_direct_means_least():
    t, grown = np.arange(1.0, 6), np.array([0.4, 1, 3, 5, 5.6])
    (w,), b = logit_fit(t[:, None], grown, 6)
    direct = curve_fit(growth, t, grown, p0=(w, b))[0]
    squares = [np.sum((grown - growth(t, *found))**2) for found in ((w, b), direct)]
    assert [round(v, 4) for v in squares] == [0.0903, 0.0436]
    assert direct.round(3).tolist() == [1.522, -4.566]
    for start in ((0.5, 0), (3, -9), (1, -2)):
        assert curve_fit(growth, t, grown, p0=start)[0] == pytest.approx(direct, abs=1e-4)


@pytest.mark.parametrize("y", [0.01, 0.5, 3, 5.9])
def test_a_small_error_of_y_grows_in_the_logit_as_the_text_says(y):
    logit = np.log(y / (6 - y))
    slope = (np.log((y + 1e-6) / (6 - y - 1e-6)) - logit) / 1e-6
    assert slope == pytest.approx(6 / (y * (6 - y)), rel=1e-3)


def test_the_transform_is_biased_by_its_errors_and_by_what_it_leaves_out():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(150):
        P = rng.uniform(0, 4, (80, 2))
        noisy = surface(P, 1.5, 1.5, -6) + 0.2 * rng.normal(size=80)
        inside = (noisy > 0) & (noisy < 4)
        w, b = logit_fit(P[inside], noisy[inside], 4)
        kept, whole = (curve_fit(surface, P[k], noisy[k], p0=(*w, b))[0][0]
                       for k in (inside, np.ones(80, bool)))
        found.append([w[0], kept, whole])
    found = np.array(found)
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    logits, kept, whole = found.mean(axis=0)
    assert abs(whole - 1.5) < 3 * error[2]                  # least squares of all: no bias seen
    assert kept < 1.5 - 3 * error[1]                        # leaving samples out is a part of it
    assert logits < kept - 3 * error[0]                     # and the logits are the larger one


def test_the_year_of_a_planet_is_the_three_halves_power():
    distance = np.array([0.387, 0.723, 1, 1.524, 5.203, 9.537, 19.19, 30.07])
    year = np.array([0.2408, 0.6152, 1, 1.881, 11.86, 29.45, 84.02, 164.8])
    assert np.abs(year - distance**1.5).max() / 164.8 < 1e-3 and np.all(
        np.abs(np.log(year) - 1.5 * np.log(distance)) < 3e-3)


# ------------------------------------------------------------------------------- 8: likelihood

@pytest.mark.parametrize("seed", range(20))
def test_the_gradient_of_the_likelihood_is_features_times_residuals(seed):
    rng = np.random.default_rng(seed)
    Z, y, v = with_ones(rng.normal(size=(12, 2))), rng.integers(0, 2, 12), rng.normal(size=3)

    def likelihood(v):
        p = expit(Z @ v)
        return np.sum(y * np.log(p) + (1 - y) * np.log(1 - p))

    steps = 1e-5 * np.eye(3)
    numeric = [(likelihood(v + s) - likelihood(v - s)) / 2e-5 for s in steps]
    p = expit(Z @ v)
    assert Z.T @ (y - p) == pytest.approx(numeric, abs=1e-6)
    curvature = [(Z.T @ (expit(Z @ (v + s)) - p)) / 1e-5 for s in steps]
    assert (Z.T * (p * (1 - p))) @ Z == pytest.approx(np.array(curvature), abs=1e-3)


@pytest.mark.parametrize("seed", range(120))
def test_a_maximum_exists_exactly_if_no_hyperplane_separates(seed):
    """Separation by brute force on a line; the maximum by watching whether weights run away."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    x, y = rng.integers(0, 4, n).astype(float), rng.integers(0, 2, n)
    if len(set(y)) < 2 or len(set(x)) < 2:
        return
    separated = x[y == 0].max() <= x[y == 1].min() or x[y == 1].max() <= x[y == 0].min()
    weak = [abs(logistic_regression(x[:, None], y, lam)[0][0]) for lam in (1e-4, 1e-6)]
    assert (weak[1] > weak[0] + 1) == separated
    if separated:
        with pytest.raises(ValueError, match="separates"):
            logistic_regression(x[:, None], y)
    else:
        assert logistic_regression(x[:, None], y)[0][0] == pytest.approx(
            logistic_regression(x[:, None], y, 1e-7)[0][0], abs=1e-2)


def test_steeper_is_better_and_never_best():
    place, label = np.arange(1.0, 7), np.array([0, 0, 0, 1, 1, 1])
    values = [log_expit(np.where(label == 1, 1, -1) * s * (place - 3.5)).sum()
              for s in (1, 2, 4, 8, 16)]
    assert np.all(np.diff(values) > 0) and values[-1] < 0 and values[-1] > -1e-3


def test_a_plane_that_separates_leaves_no_maximum_even_with_samples_of_both_classes_on_it():
    x = np.array([-2.0, -1, 0, 0, 1, 2])

    def slope(y, C):
        return LogisticRegression(C=C, tol=1e-12, max_iter=10_000).fit(x[:, None], y).coef_[0, 0]
    touching, mixed = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 0, 1, 0, 1])
    assert slope(touching, 1e12) > 1.5 * slope(touching, 1e6)               # without end
    assert slope(mixed, 1e12) == pytest.approx(slope(mixed, 1e8), rel=1e-4)
