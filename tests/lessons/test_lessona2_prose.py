"""The deciding words of A2 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import Ridge
from sklearn.svm import SVR as LibSVR

from coursekit.datasets import make_wave
from coursekit.kernels import nadaraya_watson
from coursekit.svm import SVR, kernel_ridge
from pages import ROOT
from told import UP, page_says, read

RNG = np.random.default_rng(0)
X = np.sort(RNG.uniform(0, 6, 24))[:, None]
Y = np.sin(X[:, 0]) + 0.3 * RNG.normal(size=24)
C, EPSILON = 2.0, 0.2


def says(words: str) -> str | list[str]:
    return page_says("a2_support_vector_regression", words)


def fitted(epsilon: float = EPSILON, C: float = C, rows=slice(None), **options) -> LibSVR:
    return LibSVR(gamma=0.5, C=C, epsilon=epsilon, tol=1e-8, **options).fit(X[rows], Y[rows])


def coefficients(machine: LibSVR, n: int = 24) -> np.ndarray:
    beta = np.zeros(n)
    beta[machine.support_] = machine.dual_coef_[0]
    return beta


def test_the_tube():
    most, only = says("The points whose height differs from $f(x)$ by {at most|at least} $\\varepsilon$ form the **tube**"), says(
        "a sample is charged {only|twice} for its **slack** $\\xi_i$")
    machine = SVR(gamma=0.5, C=C, epsilon=EPSILON, tol=1e-8).fit(X, Y)
    rest, f = np.abs(Y - machine.predict(X)), coefficients(fitted())
    K = np.exp(-0.5 * (X - X.T)**2)
    primal = f @ K @ f / 2 + C * np.maximum(0, rest - EPSILON).sum()
    assert machine.dual_objective_ == pytest.approx(primal, abs=1e-4) and (most, only) == ("at most", "only")
    assert (np.abs(f[rest < EPSILON - 1e-3]) < 1e-9).all()


def test_half_the_range_is_enough():
    half, smallest = says("{Half|Twice} the range of the targets is enough: then a level line has all samples in its tube and "
                          "$P = 0$, the {smallest|largest} value possible")
    free, law = says("For a {larger|smaller} $\\varepsilon$ even the height is free"), says(
        "That a {wider|narrower} tube has a flatter line is {no|a} law")
    reach = np.ptp(Y) / 2
    steep = {e: np.abs(LibSVR(kernel="linear", C=C, epsilon=e * reach, tol=1e-8).fit(X, Y).coef_).max()
             for e in (0.9, 1.001, 1.5)}
    assert steep[0.9] > 1e-3 > max(steep[1.001], steep[1.5]) and (half, smallest) == ("Half", "smallest")
    for factor, room in (("larger", 1.5), ("smaller", 0.9)):
        ends = Y.max() - room * reach, Y.min() + room * reach
        assert (ends[0] < ends[1]) == (factor == free)
    turns = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        x, y = np.arange(5.0)[:, None], rng.normal(size=5)
        w = [abs(LibSVR(kernel="linear", C=10, epsilon=e, tol=1e-9).fit(x, y).coef_[0, 0]) for e in np.linspace(0, 1, 6)]
        turns += (np.diff(w) > 1e-3).any()
    assert turns and law == ["wider", "no"]


def test_the_two_multipliers_of_a_sample():
    never = says("**The two multipliers of a sample are {never|always} both positive** if $\\varepsilon {>|=} 0$")
    inside, upper, above = says("{strictly inside|outside} the tube, $|r_i| < \\varepsilon$: both multipliers are 0"), says(
        "on its {upper|lower} border, $r_i = \\varepsilon$"), says("- {above|below} the tube, $r_i > \\varepsilon$")
    zones = says("lie on the border of the tube or {outside|inside}. If all others were left out of the training, the {same|other} "
                 "curve would still be optimal")
    machine = SVR(gamma=0.5, C=C, epsilon=EPSILON, tol=1e-8).fit(X, Y)
    up, down = machine.solution_.alpha.reshape(2, -1)
    assert not ((up > 1e-9) & (down > 1e-9)).any() and never == ["never", ">"]
    r = Y - machine.predict(X)
    assert (up[np.abs(r) < EPSILON - 1e-6] == 0).all() and (down[np.abs(r) < EPSILON - 1e-6] == 0).all()
    assert up[r > EPSILON + 1e-6] == pytest.approx(C) and down[r < -EPSILON - 1e-6] == pytest.approx(C)
    assert (r[up > 0] > EPSILON - 1e-6).all() and (inside, upper, above) == ("strictly inside", "upper", "above")
    keep = up + down > 0
    again = fitted(rows=keep)
    assert 0 < keep.sum() < 24 and again.predict(X) == pytest.approx(machine.predict(X), abs=1e-4) and zones == [
        "outside", "same"]


def test_every_sample_twice():
    twice, up, down = says("if **each sample appears {twice|once}**"), *says(
        "Copy $i$, with $\\beta_i = \\alpha_i$, pushes the curve {up|down}; copy $n + i$, with $\\beta_{n+i} = -\\alpha_i^*$, pushes it "
        "{down|up}")
    K = np.exp(-0.5 * (X - X.T)**2)
    machine = SVR(gamma=0.5, C=C, epsilon=EPSILON, tol=1e-8).fit(X, Y)
    assert machine.solution_.alpha.size == {"twice": 2, "once": 1}[twice] * len(X)
    first, second = machine.solution_.alpha.reshape(2, -1)
    f = K @ (first - second) + machine.intercept_
    pushed = K @ (first - second + 0.1 * np.eye(24)[3]) + machine.intercept_
    assert machine.predict(X) == pytest.approx(f) and (pushed[3] > f[3]) == (up == "up") != (down == "up")
    zero = says("The two copies of a sample are duplicates, with $\\eta {=|<} 0$")
    double = np.vstack([np.hstack([K, K])] * 2)
    assert 2 * double[3, 27] - double[3, 3] - double[27, 27] == 0 and zero == "="


def test_squared_slack():
    place, bound = says("**$K + \\frac1C I$ takes the place of $K$, and $|\\beta_i|$ has {no|an} upper bound.**"), says(
        "**ridge regression whose intercept is {not|also} penalised**")
    machine = SVR(gamma=0.5, C=C, epsilon=0.0, slack="squared", tol=1e-9).fit(X, Y)
    K = np.exp(-0.5 * (X - X.T)**2)
    (beta, b), (beta_moved, b_moved) = (kernel_ridge(K, targets, 1 / C) for targets in (Y, Y + 50))
    ridge = K @ beta + b
    assert machine.predict(X) == pytest.approx(ridge, abs=1e-4) and place == "no"
    assert K @ beta_moved + b_moved == pytest.approx(ridge + 50) and bound == "not"
    r = Y - ridge
    assert beta / C == pytest.approx(r) and abs(r.sum()) < 1e-9
    negative, more = says("a {negative|positive} slack would only cost {more|less}")
    assert (negative, more) == ("negative", "more") and (-0.1)**2 > 0


def test_ridge_among_the_lines_that_are_no_steeper():
    smallest, steeper = says("So ridge with $\\lambda$ has the {smallest|largest} squared error among all lines that are not "
                             "{steeper|flatter} than its own")
    ridge = Ridge(5.0).fit(X, Y)
    own = np.sum((Y - ridge.predict(X))**2)
    for w in np.linspace(-1, 1, 41) * abs(ridge.coef_[0]):
        rest = Y - w * X[:, 0]
        assert np.sum((rest - rest.mean())**2) >= own - 1e-9
    steep = 1.01 * ridge.coef_[0] * X[:, 0]
    assert np.sum((Y - steep - (Y - steep).mean())**2) < own and (smallest, steeper) == ("smallest", "steeper")
    through, turns = says("ridge regression *through the {origin|mean}*"), says(
        "the line {turns|stays} if all $y_i$ are raised by the same number")
    slopes = [Ridge(5.0, fit_intercept=False).fit(X, Y + by).coef_[0] for by in (0, 10)]
    centred = [Ridge(5.0, fit_intercept=False).fit(X - X.mean(), Y + by).coef_[0] for by in (0, 10)]
    assert (abs(slopes[1] - slopes[0]) > 0.1) == (turns == "turns") and centred[0] == pytest.approx(centred[1])
    assert Ridge(5.0, fit_intercept=False).fit(X, Y).predict([[0.0]])[0] == 0 and through == "origin"


def test_a_weighted_mean():
    never, far = says("The weights are $\\ge 0$ and add up to 1, so the result {never|always} leaves the range of the targets"), says(
        "SVR does {not|also} divide: far away $f(x)$ is nearly $b$")
    new = np.linspace(-20, 40, 200)[:, None]
    mean = nadaraya_watson(X, Y, new, 1.0)
    assert Y.min() - 1e-12 <= mean.min() and mean.max() <= Y.max() + 1e-12 and never == "never"
    machine = fitted()
    assert machine.predict([[90.0]])[0] == pytest.approx(machine.intercept_[0]) and far == "not"
    last, most = says("All $k(x_i, x)$ are {tiny|large} there, but they are divided by their sum, and the last one is {most|none} of "
                      "that sum")
    weights = np.exp(-(12 - X[:, 0])**2 / 2)
    assert weights.max() < 1e-6 and weights[-1] / weights.sum() > 0.5 and (last, most) == ("tiny", "most")
    total, zero, one = says("| coefficients | any sign, sum {0|1}, {many|few} are 0 | targets, with weights $\\ge 0$ of sum {1|0} |")
    beta = coefficients(fitted(epsilon=0.6))
    (question,), _ = read("Can a curve be fitted so that {most|few} samples do not matter?", [(ROOT / "README.md").read_text("utf-8")])
    assert question == "most"       # of this table's row
    assert abs(beta.sum()) < 1e-9 and (beta == 0).mean() > 0.5 and (beta < 0).any() and (total, zero) == ("0", "many")
    assert nadaraya_watson(X, np.ones(24), new, 1.0) == pytest.approx(np.full(200, float(one)))


def test_how_many_support_vectors_a_tube_has():
    tendency, no = says("That the number {falls|rises} is a {tendency|law}, no theorem")
    tubes = np.linspace(0.02, 0.8, 30)
    sizes = np.array([len(fitted(epsilon=e).support_) for e in tubes])
    assert sizes[-1] < sizes[0] and tendency == "falls"
    rises = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        y = np.sin(X[:, 0]) + 0.4 * rng.normal(size=24)
        counts = [len(LibSVR(gamma=0.5, C=C, epsilon=e, tol=1e-9).fit(X, y).support_) for e in tubes]
        rises += (np.diff(counts) > 0).any()
    assert rises and no == "tendency"


def test_p_is_the_smallest_of_all_curves():
    against = says("a penalty $C > 0$ weighs the slacks against the size of $w$, and $b$ is {not|also} penalised")
    x, y = np.arange(6.0), np.array([0.1, 0.9, 2.2, 2.9, 4.3, 4.8])

    def P(v, penalty=0.0):
        return v[0]**2 / 2 + penalty * v[1]**2 / 2 + C * np.maximum(0, np.abs(y + 7 - v[0] * x - v[1]) - EPSILON).sum()
    machine = LibSVR(kernel="linear", C=C, epsilon=EPSILON, tol=1e-9).fit(x[:, None], y + 7)
    found = [machine.coef_[0, 0], machine.intercept_[0]]
    best = minimize(P, [1, 7], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-12, "maxiter": 9000})
    assert P(found) == pytest.approx(best.fun, abs=1e-4) and against == "not"
    assert minimize(P, [1, 7], args=(1.0,), method="Nelder-Mead", options={"maxiter": 9000}).fun < P(found, 1.0) - 1


def test_pulls():
    page = "a2_support_vector_regression"
    more, way = page_says(page, "With linear slack no sample pulls with {more|less} than $C$: a sample above the tube "
                          "may move {up|down} as far as it likes")
    grows = page_says(page, "With squared slack its pull $C \\xi_i$ {grows|shrinks} with the distance")
    X, y = np.arange(8.0)[:, None], np.sin(np.arange(8.0))
    y[3] = 5.0
    low = LibSVR(kernel="linear", C=1.0, epsilon=0.1, tol=1e-9).fit(X, y)
    y[3] += 40 * (1 if way == "up" else -1)
    high = LibSVR(kernel="linear", C=1.0, epsilon=0.1, tol=1e-9).fit(X, y)
    assert high.predict(X) == pytest.approx(low.predict(X), abs=1e-6)
    assert UP[more] * (np.abs(high.dual_coef_).max() - 1.0) <= 1e-9
    assert grows == "grows"         # C ξ for C > 0
    moved = {}
    for slack in ("linear", "squared"):
        fits = [SVR(C=1.0, epsilon=0.1, kernel="linear", slack=slack).fit(X, np.where(X.ravel() == 3, at, y)) for at in (5.0, 45.0)]
        moved[slack] = np.ptp([fit.predict(X) for fit in fits], axis=0).max()
    better = page_says(page, "So targets that are *outliers* speak for {linear|squared} slack")
    assert min(moved, key=moved.get) == better


def test_what_the_explorers_answers_say():
    page = "a2_support_vector_regression"
    assert page_says(page, "From {half|twice} the range of the targets on, whatever $C$ and $h$ are") == "half"
    assert page_says(page, "2. Those of the samples {outside|inside} the tube") == "outside"
    assert page_says(page, "every $k(x_i, x)$ is nearly {0|1} there") == "0"
    rng = np.random.default_rng(0)
    X, y = np.sort(rng.uniform(0, 10, 30))[:, None], rng.normal(size=30)
    for C, gamma in ((0.1, 0.5), (10.0, 50.0)):
        flat, bent = (SVR(C, epsilon=share * np.ptp(y), gamma=gamma).fit(X, y) for share in (0.5, 0.4))
        assert not flat.beta_.any() and bent.beta_.any()
    level, curved = page_says(page, "The {weighted mean|SVR} is level. {SVR|The weighted mean} is curved")
    small, nearly = page_says(page, "With a {small|large} $C$ it is nearly {level|curved}, too: the $\\beta_i$ add up to")
    x, t = make_wave()
    reach = {"SVR": {C: np.ptp(SVR(C, gamma=1 / 200).fit(x, t).predict(x)) for C in (0.01, 10.0)},
             "weighted mean": {C: np.ptp(nadaraya_watson(x, t, x, 10.0)) for C in (0.01, 10.0)}}
    assert reach[level][10.0] < 0.5 < 1 < reach[curved.removeprefix("The ")][10.0]
    assert (reach["SVR"][0.01] < 0.5) == (nearly == "level") and small == "small"
    out = np.abs(y - bent.predict(X)) > bent.epsilon + 1e-2
    assert (np.abs(bent.beta_[out]) == 10.0).all()


def test_who_has_a_coefficient():
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
