"""The deciding words of sitting 03b are read from its page, and tried by computing which are true."""
from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_overlap_60
from coursekit.exercises.lesson03 import best_step
from coursekit.exercises.lesson03b import sor_sweep
from coursekit.explorers import svm_sor
from coursekit.svm import DualProblem, solve_qp, solve_smo, solve_sor
from told import UP, page_says

RNG = np.random.default_rng(0)
X, Y = make_overlap_60()
K, C, N = X @ X.T, 1.0, len(Y)
A, B = np.minimum(0, C * Y), np.maximum(0, C * Y)         # the bounds of β = α y


def says(words: str) -> str | list[str]:
    return page_says("03b_solvers", words)


def feasible() -> np.ndarray:
    """Return a feasible β, some of it at the bounds."""
    alpha = np.zeros(N)
    for i, j in zip(RNG.permutation(np.flatnonzero(Y > 0)), RNG.permutation(np.flatnonzero(Y < 0))):
        alpha[[i, j]] = RNG.choice([0, RNG.uniform(0, C), C])
    return alpha * Y


def slopes(beta) -> np.ndarray:
    return Y - K @ beta


def W(beta) -> float:
    return Y @ beta - beta @ K @ beta / 2


def P(w, b) -> float:
    return w @ w / 2 + C * np.maximum(0, 1 - Y * (X @ w + b)).sum()


def extremes(beta) -> tuple[float, float]:
    """Return m and M."""
    F = slopes(beta)
    return F[beta < B].max(), F[beta > A].min()


BEST = solve_smo(DualProblem(K, Y, C), tol=1e-9)


def test_m_and_the_smaller_m():
    largest, smallest = says("$m$ is the {largest|smallest} slope of the samples that may rise, $M$ the {smallest|largest} of "
                             "those that may fall")
    below, most = says("No $P$ is {below|above} any $W$ (weak duality), so $W$ is {at most|at least} $P - W$ below its maximum")
    for _ in range(30):
        beta, (w, b) = feasible(), (RNG.normal(size=2), RNG.normal())
        assert P(w, b) >= W(beta) and BEST.objective - W(beta) <= P(w, b) - W(beta) + 1e-9
        m, M = extremes(beta)
        gains = [k for k in range(N) if beta[k] < B[k] and slopes(beta)[k] > M + 1e-12]
        assert (len(gains) > 0) == (m > M + 1e-12)
    assert (largest, smallest, below, most) == ("largest", "smallest", "below", "at most")


def test_the_duality_gap_is_a_sum_of_areas():
    distance, room = says("**The duality gap is a sum of areas: {distance|room} from $b$ times the {room|distance} $r_k$ that is "
                          "left to move on that side.**")
    most, half, zero = says("the duality gap is {at most|at least} {half|twice} the KKT gap times the sum of all rooms**; with this "
                            "$b$ it is 0 exactly if $m {\\le|\\ge} M$")
    for _ in range(30):
        beta = feasible()
        F, (m, M) = slopes(beta), extremes(beta)
        b = (m + M) / 2
        gap = P(X.T @ beta, b) - W(beta)
        rooms = np.where(F > b, B - beta, beta - A)
        assert gap == pytest.approx(np.sum(np.abs(F - b) * rooms))
        if m >= M:
            assert gap <= {"half": 0.5, "twice": 2}[half] * (m - M) * rooms.sum() + 1e-9
            assert gap <= 0.5 * (m - M) * rooms.sum() + 1e-9
    sharp = DualProblem.from_data([[0.0], [0.0]], [1, -1], 1.0)      # here half is reached
    m, M = 1.0, -1.0
    assert sharp.primal(np.zeros(2), 0.0) == pytest.approx(0.5 * (m - M) * 2)
    beta = BEST.alpha * Y
    m, M = extremes(beta)
    assert m <= M + 1e-8 and P(X.T @ beta, (m + M) / 2) - W(beta) < 1e-6
    assert (distance, room, most, half, zero) == ("distance", "room", "at most", "half", "\\le")
    only = says("The KKT gap looks at {distances|rooms} only")
    assert only == "distances"


def test_how_far_w_may_be_off():
    weak, least = says("The right half is {weak|strong} duality (lesson 02b)"), says(
        "and it is {at least|at most} $W^*$. So")
    best = X.T @ (BEST.alpha * Y)
    for _ in range(50):
        w, b, beta = best + RNG.normal(size=2) * 0.3, BEST.b + RNG.normal() * 0.3, feasible()
        assert np.sum((w - best)**2) / 2 <= P(w, b) - BEST.objective + 1e-9 <= P(w, b) - W(beta) + 2e-9
        for t in (0.1, 0.5, 0.9):
            on_the_way = P((1 - t) * best + t * w, (1 - t) * BEST.b + t * b)
            assert on_the_way >= BEST.objective - 1e-9
    assert (weak, least) == ("weak", "at least")


def test_which_intercepts_are_right():
    above, below = says("no sample that may rise lies {above|below} $b$, none that may fall {below|above}")
    equal, nothing = says("so $F_k \\le m \\le M \\le F_k$: all are {equal|different}"), says(
        "If {no|some} sample is free, nothing forces $m$ and $M$ together")
    beta = BEST.alpha * Y
    F, free = slopes(beta), (beta > A + 1e-9) & (beta < B - 1e-9)
    assert np.ptp(F[free]) < 1e-6 and equal == "equal"
    assert (F[beta < B - 1e-9] <= BEST.b + 1e-6).all() and (F[beta > A + 1e-9] >= BEST.b - 1e-6).all()
    narrow = DualProblem.from_data([[0.0], [1.0]], [-1, 1], 0.1)
    flat = solve_qp(narrow)
    m, M = narrow.intercept_bounds(flat.alpha)
    assert M - m > 0.1 and (above, below, nothing) == ("above", "below", "no")
    contains = says("The KKT gap does {not|also} contain $b$")
    problem = DualProblem.from_data(X, Y, C)
    assert problem.gap(BEST.alpha) == pytest.approx(np.subtract(*extremes(beta)), abs=1e-9) and contains == "not"


def test_the_choice_of_the_pair():
    keeps, largest = says("keeps the $i$ that holds ${m|M}$, and takes the $j$ with the {largest|smallest} gain")
    same, better = says("on a dashed ray all have the {same|largest} gain, and a {steeper|flatter} ray is better")
    for s, d in RNG.uniform(0.1, 3, (20, 2)):
        gain = lambda s, d: s * s / (2 * d * d)         # noqa: E731
        t = np.linspace(0, 2 * s / d**2, 1001)
        assert gain(s, d) == pytest.approx((s * t - d * d * t * t / 2).max(), rel=1e-5)
        assert gain(2 * s, 2 * d) == pytest.approx(gain(s, d)) and gain(2 * s, d) > gain(s, d)
    assert (keeps, largest, same, better) == ("m", "largest", "same", "steeper")


def test_what_scaling_the_features_does():
    shrink, same = says("The boxes must {shrink|grow} with $\\beta$, by the {same|opposite} factor")
    nothing = says("**a value of $C$ means {nothing|everything} without the scale of the features**")
    for a in (0.5, 3.0):
        scaled = solve_smo(DualProblem.from_data(a * X, Y, C / a**2), tol=1e-9)
        assert scaled.alpha * a**2 == pytest.approx(BEST.alpha, abs=1e-5) and scaled.b == pytest.approx(BEST.b, abs=1e-6)
    other = solve_smo(DualProblem.from_data(3.0 * X, Y, C), tol=1e-9)
    assert np.abs(3 * (3 * X).T @ (other.alpha * Y) - X.T @ (BEST.alpha * Y)).max() > 0.05
    assert (shrink, same, nothing) == ("shrink", "same", "nothing")


def test_a_penalised_intercept():
    without, slack = says("It is the problem {without|with} an intercept, for the samples $(x, 1)$ with weights $(w, b)$"), says(
        "the last one is $b = \\sum_k {\\alpha_k y_k|\\alpha_k}$")
    positive, shrinks = says("At the optimum no $\\alpha_k$ that may grow has a {positive|negative} slope, and none that may shrink a "
                             "{negative|positive} one")
    problem = DualProblem.from_data(X, Y, C, penalised=True)
    found = solve_sor(problem, tol=1e-8)
    Z = np.column_stack([X, np.ones(N)])
    w = Z.T @ (found.alpha * Y)
    assert [found.b, np.sum(found.alpha * Y)] == pytest.approx([w[-1]] * 2)
    g = 1 - Y * (Z @ w)
    assert g[found.alpha < C].max() < 1e-7 and g[found.alpha > 0].min() > -1e-7
    assert (without, slack, positive, shrinks) == ("without", "\\alpha_k y_k", "positive", "negative")
    two = says("this is positive if and only if $0 < \\omega < {2|1}$")
    for omega in (0.1, 1.0, 1.9, 2.1, 3.0):
        g, q = 0.7, 1.3
        t = omega * g / q
        assert (g * t - q * t * t / 2 > 0) == (omega < int(two))


def test_far_from_the_origin():
    slow, same = says("SOR is {slow|fast} far from the origin: the farther, the more nearly all vectors $(x_k, 1)$ point "
                      "{the same way|apart}")
    only = says("With a free intercept, moving all samples by a vector $c$ changes {only|neither} $b$ and the slopes")
    sweeps, angles = [], []
    for shift in (0.0, 1.0, 2.0):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sweeps.append(solve_sor(DualProblem.from_data(X + shift, Y, C, penalised=True), tol=1e-3,
                                    max_iter=20_000).n_iter)
        Z = np.column_stack([X + shift, np.ones(N)])
        Z /= np.linalg.norm(Z, axis=1)[:, None]
        angles.append((Z @ Z.T).min())
        moved = solve_smo(DualProblem.from_data(X + shift, Y, C), tol=1e-9)
        assert moved.alpha == pytest.approx(BEST.alpha, abs=1e-5)
    assert (np.diff(sweeps) > 0).all() and (np.diff(angles) > 0).all()
    assert moved.b != pytest.approx(BEST.b) and (slow, same, only) == ("slow", "the same way", "only")


def test_which_partner_gains():
    smaller, nearer = page_says("03b_solvers", "A {smaller|larger} slope to a sample that is much "
                                "{nearer|farther} may gain more")
    slope, distance = {"smaller": 1.0, "larger": 2.0}, {"nearer": 0.4, "farther": 2.0}
    other = 2.0 if smaller == "smaller" else 1.0
    assert slope[smaller]**2 / (2 * distance[nearer]**2) > other**2 / (2 * 1.0**2)
    less = page_says("03b_solvers", "If a segment ends before the top, the gain is {smaller|larger}")
    slope, eta = 1.0, -1.0
    gains = [slope * t + eta * t * t / 2 for t in (best_step(slope, eta, 0, 0.4), best_step(slope, eta, 0, 9))]
    assert UP[less] * (gains[0] - gains[1]) > 0


def test_sor_never_loses():
    end = page_says("03b_solvers", "so for $\\omega \\le 2$ it still ends between the start and its mirror image, "
                    "and $W$ never {falls|rises}")
    X, y = make_overlap_60()
    Q = np.outer(y, y) * (X @ X.T + 1)
    for omega in (0.5, 1.0, 1.9, 2.0):
        alpha, last = np.zeros(60), 0.0
        for _ in range(30):
            alpha = sor_sweep(Q, alpha, 1.0, omega)
            W = alpha.sum() - alpha @ Q @ alpha / 2
            assert UP[end] * (W - last) <= 1e-9
            last = W


def test_where_the_origin_is():
    page, b, right = "03b_solvers", {}, {}
    for C, centred in ((1.0, False), (100.0, False), (1.0, True)):
        X, y = svm_sor.moved(30.0, centred)
        (alpha, penalised), (_, free) = svm_sor.optima(30.0, C, centred)
        b[C, centred] = abs(penalised), abs(free)
        right[C, centred] = np.mean(np.sign((alpha * y) @ X @ X.T + penalised) == y)
    smaller = page_says(page, "It stays {smaller|larger}, and the line turns until samples lie on the "
                        "{wrong|right} side")
    assert smaller == ["smaller", "wrong"] and b[1.0, False][0] < b[1.0, False][1] / 10
    assert page_says(page, "A {larger|smaller} $C$, because the slack then outweighs") == "larger"
    assert right[100.0, False] > right[1.0, False] + 0.2
    assert page_says(page, "leaves {little|much} for $b$ to do: now they {nearly|hardly} agree") == [
        "little", "nearly"]
    assert abs(np.subtract(*b[1.0, True])) < 0.1
    told = page_says(page, "is {8|12}, {12|8}, {35|98}, {98|35} for moves of 0, 1, 2, 3")
    for move, number in enumerate(told):
        Z = np.column_stack([make_overlap_60()[0] + move, np.ones(60)])
        assert round(np.linalg.cond(Z.T @ Z)) == int(number)


def test_scaled_features():
    X, y = make_overlap_60()
    under = page_says("03b_solvers", "Features times $a$ ask for $C {/|\\cdot} a^2$")
    C = 0.7 / 9 if under == "/" else 0.7 * 9
    one, other = (LibSVC(kernel="linear", C=c, tol=1e-8).fit(k * X, y) for k, c in ((1, 0.7), (3, C)))
    assert other.decision_function(3 * X) == pytest.approx(one.decision_function(X), abs=1e-4)
