"""The deciding words of the recaps that close the pages, read from there and tried in numbers."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.svm import SVC as LibSVC, SVR as LibSVR

from coursekit.datasets import make_overlap_60
from coursekit.exercises.lesson01 import standardised_rate
from coursekit.explorers import optimism
from coursekit.explorers.slack_price import DATA, path
from coursekit.statistics import wilson
from coursekit.svm import DualProblem, solve_qp
from coursekit.tree.naive import gain
from told import page_says

HOW = {"most": np.less_equal, "least": np.greater_equal, "larger": np.greater, "smaller": np.less}


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X, y, X @ X.T


def test_01_wilson_s_interval():
    far, often = page_says("01_titanic_eda", "the rate is at {most|least} $z$ standard errors away. In "
                           "about ${95|90|5}\\,\\%$ of all repetitions")
    p, z = np.linspace(0.001, 0.999, 999), 1.96
    low, high = wilson(7, 40, z)
    kept = HOW[far](np.abs(7 / 40 - p), z * np.sqrt(p * (1 - p) / 40))
    assert (kept == ((low <= p) & (p <= high))).all()
    k = np.arange(41)
    ends = np.array([wilson(hits, 40, z) for hits in k])
    share = [binom.pmf(k, 40, c) @ ((ends[:, 0] <= c) & (c <= ends[:, 1])) for c in np.linspace(0.1, 0.9, 81)]
    assert np.mean(share) == pytest.approx(int(often) / 100, abs=0.01)


def test_01_the_mix_that_makes_an_interval_long():
    small, large, long = page_says("01_titanic_eda", "A {small|large} stratum with a {large|small} weight "
                                   "makes the interval {long|short}")
    width = {}
    for weights in ((0.9, 0.1), (0.1, 0.9)):
        _, low, high = standardised_rate([2, 200], [4, 400], weights)
        width[weights] = high - low
    assert width[0.9, 0.1] > 3 * width[0.1, 0.9]        # the first stratum is the small one
    assert (small, large, long) == ("small", "large", "long")


@pytest.mark.parametrize("data", ["AND", "sixty"])
def test_02b_slack_and_strip_over_c(data):
    rises, widens = page_says("02b_margins", "With $C$ the slack never {rises|falls} and the strip never "
                              "{widens|narrows}")
    C, width, slack = path(data)
    assert C[-1] == pytest.approx(DATA[data][0][1]) and np.ptp(width) > 0
    sign = {"rises": 1, "widens": 1, "falls": -1, "narrows": -1}
    assert (sign[rises] * np.diff(slack) <= 1e-5 * slack.max()).all()
    assert (sign[widens] * np.diff(width) <= 1e-5 * width.max()).all()


def test_02b_the_margin_is_large_where_w_is_small():
    large, small, nearest = page_says("02b_margins", "The {largest|smallest} margin is the {smallest|largest} "
                                      "$\\|w\\|$ with all $y f \\ge 1$; the dual looks for the "
                                      "{nearest|farthest} points of two hulls")
    X, y = np.array([[0.0, 0], [0, 1], [3, 0], [4, 2]]), np.array([-1, -1, 1, 1])
    w = LibSVC(kernel="linear", C=1e6, tol=1e-9).fit(X, y).coef_[0]
    ends = [a - b for a in X[y > 0] for b in X[y < 0]]
    assert 2 / np.linalg.norm(w) == pytest.approx(min(map(np.linalg.norm, ends)))     # here at corners
    assert (large == "largest") == (small == "smallest") and nearest == "nearest"
    wider = 1.1 * w                 # feasible, too, and its strip is narrower
    b = 1 - (X[y > 0] @ wider).min()
    assert (y * (X @ wider + b) >= 1 - 1e-9).all() and large == "largest"


def test_03_optimal_exactly_if_no_pair_can_gain(cloud):
    _, y, K = cloud
    rise, larger, fall = page_says("03_smo", "no sample that may {rise|fall} has a {larger|smaller} slope than "
                                   "one that may {fall|rise}")
    C = 1.0
    best = solve_qp(DualProblem(K, y, C)).alpha * y
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    for beta, optimal in ((best, True), (best / 2, False), (0 * best, False)):
        F, may = y - K @ beta, {"rise": beta < B - 1e-9, "fall": beta > A + 1e-9}
        no_pair = not HOW[larger](F[may[rise]][:, None], F[may[fall]] + (1e-4 if larger == "larger" else -1e-4)
                                  ).any()
        assert no_pair == optimal


def test_03b_scaled_features(cloud):
    X, y, _ = cloud
    under = page_says("03b_solvers", "Features times $a$ ask for $C {/|\\cdot} a^2$")
    C = 0.7 / 9 if under == "/" else 0.7 * 9
    one, other = (LibSVC(kernel="linear", C=c, tol=1e-8).fit(k * X, y) for k, c in ((1, 0.7), (3, C)))
    assert other.decision_function(3 * X) == pytest.approx(one.decision_function(X), abs=1e-4)


def test_04_a_small_gamma_is_linear(cloud):
    X, y, _ = cloud
    two = page_says("04_kernels", "Small $\\gamma$ is linear with penalty ${2|4}\\gamma C$")
    gamma, far = 1e-5, {}
    bent = LibSVC(C=0.1 / gamma, gamma=gamma, tol=1e-6).fit(X, y).decision_function(X)
    for factor in (1, 2, 4):
        line = LibSVC(kernel="linear", C=0.1 * factor, tol=1e-6).fit(X, y).decision_function(X)
        far[factor] = np.abs(bent - line).max()
    assert far[int(two)] == min(far.values()) < 0.02


def test_04_a_large_gamma_learns_by_heart_or_ignores():
    said = page_says("04_kernels", "with a large $\\gamma$, $C$ decides whether the {smaller|larger} class is "
                     "learnt by heart or ignored")
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.repeat([1, -1], [40, 20])
    small = y == (-1 if said == "smaller" else 1)
    assert (LibSVC(C=10, gamma=1e4).fit(X, y).predict(X)[small] == y[small]).all()
    assert (LibSVC(C=0.2, gamma=1e4).fit(X, y).predict(X)[small] != y[small]).all()


def test_05_the_best_of_many_scores():
    never, mostly = page_says("05_nested_cv", "on average, never {below|above} the winner's true value and "
                              "mostly {above|below} it")
    best, _ = optimism.scores(80, 16)
    sign = {"below": -1, "above": 1}
    assert sign[mostly] * (best.mean() - 0.5) > 0 and sign[never] == -sign[mostly]


def test_06_the_best_constant_is_the_mean():
    assert page_says("06_cart", "The best constant is the {mean|median}.") == "mean"
    rng = np.random.default_rng(0)
    y = rng.exponential(size=31)
    assert np.sum((y - y.mean())**2) < np.sum((y - np.median(y))**2)
    assert page_says("06_cart", "Greedy growing stops where no single question {gains|loses}") == "gains"
    a = np.array([0, 0, 1, 1])      # exclusive or: no single question gains
    y = np.array([0.0, 1, 1, 0])
    assert gain(y, a == 0) == 0 and gain(y, np.array([0, 1, 0, 1]) == 0) == 0


def test_a2_who_has_a_coefficient():
    most, where = page_says("a2_support_vector_regression", "Residuals of at {most|least} $\\varepsilon$ are "
                            "free; only samples on the border of the tube or {outside|inside} have")
    rng = np.random.default_rng(1)
    X, y = np.sort(rng.uniform(0, 6, 40))[:, None], rng.normal(size=40)
    model = LibSVR(epsilon=0.5, C=1.0, tol=1e-8).fit(X, y)
    off = np.abs(y - model.predict(X)) - 0.5
    inside, out = np.flatnonzero(off < -1e-4), np.flatnonzero(off > 1e-4)
    side, other = (out, inside) if where == "outside" else (inside, out)
    assert len(inside) and len(out) and most == "most"
    assert set(side) <= set(model.support_) and not set(other) & set(model.support_)
