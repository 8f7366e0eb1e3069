"""The deciding words of sitting 03 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import re

import numpy as np
import pytest
from scipy.optimize import minimize

from coursekit.datasets import make_overlap_60
from coursekit.exercises.lesson03 import best_step, maximal_violating_pair, segment_ends
from coursekit.explorers import SMOStepper, svm_runs
from coursekit.svm import DualProblem, experiments, solve_qp, solve_smo
from page_code import page_functions
from told import UP, page_says

RNG = np.random.default_rng(0)
X, Y = make_overlap_60()
K, C, N = X @ X.T, 1.0, len(Y)
A, B = np.minimum(0, C * Y), np.maximum(0, C * Y)
PAGE = page_functions("03_smo", np=np, segment_ends=segment_ends, best_step=best_step, y=Y, K=K, A=A, B=B, C=C, n=N,
                      maximal_violating_pair=maximal_violating_pair)
move_pair = PAGE["move_pair"]
BEST = solve_smo(DualProblem(K, Y, C), tol=1e-10)


def says(words: str) -> str | list[str]:
    return page_says("03_smo", words)


def W(beta) -> float:
    return Y @ beta - beta @ K @ beta / 2


def gap(beta) -> float:
    F = Y - K @ beta
    return F[beta < B].max() - F[beta > A].min()


def feasible() -> np.ndarray:
    """A feasible point with some multipliers at their bounds."""
    alpha = np.zeros(N)
    for i, j in zip(RNG.permutation(np.flatnonzero(Y > 0)), RNG.permutation(np.flatnonzero(Y < 0))):
        alpha[[i, j]] = RNG.choice([0, RNG.uniform(0, C), C])
    return alpha * Y


def test_what_a_pair_may_do():
    less, more = says("The first gives $A_i - \\beta_i {\\le|\\ge} t {\\le|\\ge} B_i - \\beta_i$")
    both = says("The $t$ that satisfy {both|one} form an interval")
    for _ in range(100):
        i, j = RNG.uniform(0, 1), RNG.uniform(-1, 0)
        low, high = segment_ends(i, j, (0, 1), (-1, 0))
        t = RNG.uniform(-1.2, 1.2)
        one, other = 0 <= i + t <= 1, -1 <= j - t <= 0
        assert (low <= t <= high) == (one and other) and one == (-i <= t <= 1 - i)
    assert [less, more, both] == ["\\le", "\\le", "both"]


def test_slopes_and_duplicates():
    equal, symmetric = says("which are {equal|opposite} because $K$ is {symmetric|triangular}")
    assert (K == K.T).all() and (equal, symmetric) == ("equal", "symmetric")
    rows, alike, nothing, different, end = says(
        "Duplicates have equal {rows|diagonals} in $K$, so $F_i - F_j = y_i - y_j$ whatever $\\beta$ is. With "
        "{equal|different} labels this is 0, and {nothing|much} is to be gained. With {different|equal} labels it is "
        "$\\pm 2$, and $W$ rises to an {end|inner point}")
    Z = np.vstack([X, X[:1]])
    gram, beta = Z @ Z.T, np.append(feasible(), 0.3)
    assert gram[0] == pytest.approx(gram[-1]) and rows == "rows"
    for last, word in ((Y[0], "equal"), (-Y[0], "different")):
        y = np.append(Y, last)
        F = y - gram @ beta
        assert F[0] - F[-1] == pytest.approx(y[0] - y[-1])
        if word == alike:
            assert F[0] - F[-1] == pytest.approx(0) and nothing == "nothing"
        if word == different:
            t = best_step(F[0] - F[-1], 2 * gram[0, -1] - gram[0, 0] - gram[-1, -1], -0.2, 0.3)
            assert abs(F[0] - F[-1]) == pytest.approx(2) and t in (-0.2, 0.3) and end == "end"
    assert alike != different


def test_a_step_beyond_the_end_is_clipped():
    beyond, rises, best = says("If it lies {beyond|before} an end, the parabola {rises|falls} all the way to that end, "
                               "which is then {best|worst}")
    for slope, eta, high in zip(RNG.uniform(0.5, 3, 50), -RNG.uniform(0.1, 2, 50), RNG.uniform(0.1, 2, 50)):
        height = slope * (t := np.linspace(0, high, 50)) + eta * t * t / 2
        if -slope / eta > high:
            assert (np.diff(height) > 0).all() and best_step(slope, eta, 0, high) == high
        else:
            assert best_step(slope, eta, 0, high) == pytest.approx(-slope / eta)
    assert (beyond, rises, best) == ("beyond", "rises", "best")


def test_who_may_rise_and_what_m_is():
    rise, fall = says("A sample **may rise** if $\\beta_k {<|>} B_k$, and **may fall** if $\\beta_k {>|<} A_k$")
    first, second, above = says("A pair gains if $i$ may {rise|fall}, $j$ may {fall|rise}, and $F_i {>|<} F_j$")
    largest, up, smallest, down, letter = says(
        "Let $m$ be the {largest|smallest} slope of all that may {rise|fall}, and $M$ the {smallest|largest} of all that "
        "may {fall|rise} (the small letter is the {maximum|minimum})")
    positive = says("If it is {positive|negative}, the samples that attain $m$ and $M$ can gain")
    for _ in range(20):
        beta = feasible()
        F = Y - K @ beta
        i, j = RNG.integers(0, N, 2)
        new = beta + 1e-6 * (np.eye(N)[i] - np.eye(N)[j])
        gains = (new <= B).all() and (new >= A).all() and i != j and W(new) > W(beta) + 1e-12
        assert gains == (beta[i] < B[i] and beta[j] > A[j] and F[i] > F[j] + 1e-5) or abs(F[i] - F[j]) < 1e-4
        i, j = maximal_violating_pair(F, beta, A, B)
        assert F[i] == F[beta < B].max() and F[j] == F[beta > A].min()
        assert (F[i] - F[j] > 0) == (W(move_pair(K, beta, F, A, B, i, j)) > W(beta))
    assert [rise, fall, first, second, above] == ["<", ">", "rise", "fall", ">"]
    assert [largest, up, smallest, down, letter, positive] == ["largest", "rise", "smallest", "fall", "maximum", "positive"]


def test_what_the_dots_show():
    plus, minus = says("class +1 may only {rise|fall}, class −1 only {fall|rise}")
    none, right = says("At the optimum {none|one} that may rise lies to the {right|left} of one that may fall")
    assert ((A[Y > 0] == 0) & (B[Y > 0] > 0)).all() and ((B[Y < 0] == 0) & (A[Y < 0] < 0)).all()      # at β = 0
    best = BEST.alpha * Y
    best = np.where(np.abs(best - A) < 1e-9, A, np.where(np.abs(best - B) < 1e-9, B, best))
    assert abs(gap(best)) < 1e-8 and gap(np.zeros(N)) == 2
    assert [plus, minus, none, right] == ["rise", "fall", "none", "right"]
    otherwise = says("some sample may rise: otherwise every $\\beta_k$ would be {$B_k$|$A_k$}, and their sum "
                     "{positive|negative}")
    assert B.sum() > 0 > A.sum() and otherwise == ["$B_k$", "positive"]


def test_when_a_gap_of_0_proves_nothing():
    nothing = says("If $\\beta$ is not feasible, $m {\\le|>} M$ says {nothing|much}")
    beta = np.where(Y > 0, B, 0.0)              # everybody of class +1 at C: not balanced
    assert abs(beta.sum()) > 1 and nothing == ["\\le", "nothing"]
    up, ends = says("Their parabola opens {upwards|downwards}, and is highest at one of the two {ends|roots}")
    t = np.linspace(-0.3, 0.5, 81)
    height = 0.2 * t + 0.9 * t * t / 2          # η > 0
    assert np.diff(height, 2).min() > 0 and height.max() == max(height[[0, -1]]) and [up, ends] == ["upwards", "ends"]


def test_concave_and_its_tangent():
    below = says("A concave function lies {below|above} its tangent")
    concave = says("It makes $W$ {concave|convex}, because the quadratic part of $W$ is {minus half|half} of such a sum")
    for _ in range(50):
        one, other = feasible(), feasible()
        assert W(other) <= W(one) + (Y - K @ one) @ (other - one) + 1e-9
        v = RNG.normal(size=N)
        assert W(v) - Y @ v == pytest.approx(-v @ K @ v / 2) and v @ K @ v > -1e-9
    assert below == "below" and concave == ["concave", "minus half"]
    rise, at, fall, low = says("If $F_k > b \\ge m$, sample $k$ may {not rise|rise}, so $\\beta_k = {B_k|A_k} \\ge \\beta'_k$. "
                               "If $F_k < b \\le M$, it may {not fall|fall}, so $\\beta_k = {A_k|B_k} \\le \\beta'_k$")
    positive = says("In both cases the product is {not positive|positive}")
    best, F = BEST.alpha * Y, BEST.gradient * Y
    b = BEST.b
    for _ in range(50):
        other = feasible()
        assert ((F - b) * (other - best) <= 1e-7).all()
    assert np.allclose(best[F > b + 1e-6], B[F > b + 1e-6]) and np.allclose(best[F < b - 1e-6], A[F < b - 1e-6])
    assert [rise, at, fall, low, positive] == ["not rise", "B_k", "not fall", "A_k", "not positive"]


def test_how_far_w_can_still_rise():
    more = says("As no $\\beta_k$ can move by {more|less} than $C$")
    most = says("And $W$ is at {most|least} $n\\,C\\,g/2$ below its maximum")
    for _ in range(30):
        beta = feasible()
        assert W(BEST.alpha * Y) - W(beta) <= N * C * gap(beta) / 2 and most == "most"
        assert np.abs(feasible() - beta).max() <= C and more == "more"


def test_what_the_solver_says_at_its_end():
    most = says("**Certified**: the KKT gap is at {most|least} a small **tolerance**, tol")
    small = says("or the step is too {small|large} to change $\\beta$")
    nothing = says("In the last two cases {nothing|all} is proved, and it {warns|is silent}")
    smo = PAGE["smo"]
    own = smo(K, Y, C)
    assert own.end == "certified" and own.m - own.M <= 1e-3 and (most, small) == ("most", "small")
    with pytest.warns(UserWarning, match="cap"):
        cut = smo(K, Y, C, cap=3)
    with pytest.warns(UserWarning, match="rounding"):
        assert smo(K, Y, C, tol=0.0).end == "stopped by rounding"
    assert gap(cut.beta) > 1e-3 and nothing == ["nothing", "warns"]
    added = says("The code certifies a gap that is at most tol even with `floor` {added|taken off}, and takes one {below|above} "
                 "`floor` for rounding")
    assert gap(own.path[-2]) + 1e-12 > 1e-3 and added == ["added", "below"]


def test_the_gap_on_the_way():
    equal, apart = says("An unclipped step makes the slopes of its own pair {equal|unequal}. But it changes the other "
                                "slopes, too, and two of these may then lie {further apart|nearer together}")
    own = PAGE["smo"](K, Y, C)
    met, grew = 0, 0
    for old, new in zip(own.path, own.path[1:]):
        i, j = np.flatnonzero(old != new)
        F = Y - K @ new
        if not np.isin(new[[i, j]], [A[i], A[j], B[i], B[j]]).any():
            assert F[i] == pytest.approx(F[j], abs=1e-9)
            met, grew = met + 1, grew + (gap(new) > gap(old))
    assert met > 5 and grew and (equal, apart) == ("equal", "further apart")


def test_why_it_ends():
    falls, negative, least = says("The slope {falls|rises} linearly from $F_i - F_j$ and is not {negative|positive} at the end "
                                  "of the step, so a step of length $|t|$ gains at {least|most}")
    for slope, eta, high in zip(RNG.uniform(0.5, 3, 60), -RNG.uniform(0.1, 4, 60), RNG.uniform(0.1, 2, 60)):
        t = best_step(slope, eta, 0, high)
        assert slope + eta * t >= -1e-12 and slope * t + eta * t * t / 2 >= slope * t / 2 - 1e-12 and eta < 0
    assert (falls, negative, least) == ("falls", "negative", "least")
    unclipped = says("From some step on, {no|every} sample touches a bound at which its limit does not lie")
    assert unclipped == "no"            # the limits exist, and a step to a bound far from them has a length


def test_quiet_is_not_finished():
    quiet, gains, drawn = says("Ten **quiet passes** in a row, in which {no|every} pair moves"), says(
        "The samples at $m$ and $M$ are a pair that still {gains|loses}, but the run has {not|} drawn it"), says(
        "a quiet pass says only that the partners drawn, if any, did {not|} help")
    run = experiments.random_partner(K, Y, C, np.random.default_rng(0), passes=50, move_pair=move_pair)
    beta = run.at_quiet(10)
    F = Y - K @ beta
    i, j = maximal_violating_pair(F, beta, A, B)
    assert W(move_pair(K, beta, F, A, B, i, j)) > W(beta) + 1e-6 and gap(beta) > 0.1
    assert (quiet, gains, drawn) == ("no", ["gains", "not"], "not")


def test_a_step_may_take_samples_back():
    final, first, second, back, above = says(
        "3. At step {6|5}. At steps {3|5} and {4|5} all samples were there already, and step {5|4} took three of them back. "
        "The run is not certified yet: its gap is {above|below} 1")
    away = {}
    for k in range(1, 12):
        explorer = SMOStepper(partner="maximal", step=k)
        away[k] = int(re.search(r"(\d+) samples? (?:are|is) on another side", explorer.status)[1])
    assert away[int(first)] == away[int(second)] == 0 < away[int(second) - 2] and away[int(back)] == 3
    assert not any(away[k] for k in range(int(final), 12)) and away[int(final) - 1]
    now = float(re.search(r"KKT gap ([\d.]+)", SMOStepper(partner="maximal", step=6).status)[1])
    assert (now > 1) == (above == "above")


def test_what_tol_promises():
    way, half = says("and we put $b$ {half-way|a third of the way} between them"), says(
        "each condition of the three zones of lesson 02b holds up to {half|twice} the KKT gap")
    rise, fall = says("A sample that may rise has $F_k {\\le|\\ge} m = b + g/2$, one that may fall has $F_k {\\ge|\\le} M = b - g/2$")
    own = PAGE["smo"](K, Y, C, tol=0.3)
    g, b = own.m - own.M, (own.m + own.M) / 2
    yf, alpha = Y * (K @ own.beta + b), own.beta * Y
    broken = np.where(alpha == 0, 1 - yf, np.where(alpha == C, yf - 1, np.abs(yf - 1)))
    assert 0 < g and broken.max() <= g / 2 + 1e-9 and broken.max() > 0.4 * g and (way, half) == ("half-way", "half")
    F = Y - K @ own.beta
    assert F[own.beta < B].max() <= b + g / 2 + 1e-12 and F[own.beta > A].min() >= b - g / 2 - 1e-12
    assert [rise, fall] == ["\\le", "\\ge"]
    bounded = says("The error of $\\alpha$ is {not bounded|bounded}")
    twins = np.vstack([X[:1], X])
    gram, y = twins @ twins.T, np.append(Y[:1], Y)
    alpha = solve_smo(DualProblem(gram, y, C), tol=1e-8).alpha
    moved = alpha.copy()
    moved[[0, 1]] = alpha[[1, 0]]
    assert moved @ (y * (gram @ (y * moved))) == pytest.approx(alpha @ (y * (gram @ (y * alpha)))) and bounded == "not bounded"
    free, one = says("if a sample is {free|at a bound}, $m = M$, and there is only {one|two}")
    assert abs(gap(np.where(np.abs(BEST.alpha) < 1e-9, 0, BEST.alpha) * Y)) < 1e-8 and ((0.01 < BEST.alpha) & (
        BEST.alpha < 0.99)).any() and (free, one) == ("free", "one")


def test_the_letters_of_other_books():
    low, high = says("$L = {\\max|\\min}(0, \\alpha_i + \\alpha_j - C)$, $H = {\\min|\\max}(C, \\alpha_i + \\alpha_j)$")
    for a, c in RNG.uniform(0, 1, (50, 2)):         # equal labels: their sum stays
        ends = segment_ends(a, c, (0, 1), (0, 1))
        L, H = max(0, a + c - 1), min(1, a + c)
        assert sorted(c - np.array(ends)) == pytest.approx([L, H])
    assert [low, high] == ["\\max", "\\min"]
    least = minimize(lambda b: np.maximum(0, 1 - Y * (K @ (BEST.alpha * Y) + b)).sum(), 0.0, method="Nelder-Mead").x[0]
    error = says("error $E_k = f(x_k) - y_k$ | $b {-|+} F_k$")
    F = Y - K @ (BEST.alpha * Y)
    assert K @ (BEST.alpha * Y) + least - Y == pytest.approx(least - F) and error == "-"


def test_a_step_moves_two_and_never_loses():
    i, j = page_says("03_smo", "If $t$ is negative, $i$ {falls|rises} and $j$ {rises|falls}")
    assert (UP[i], UP[j]) == (-1, 1)            # β_i + t and β_j − t
    never = page_says("03_smo", "As $t = 0$ may be chosen, **$W$ never {falls|rises}.**")
    for _ in range(300):
        slope, eta = RNG.normal(), -RNG.exponential() * RNG.integers(0, 2)
        beta = RNG.uniform(0, 1, 2)
        low, high = segment_ends(*beta, (0, 1), (0, 1))
        t = best_step(slope, eta, low, high)
        assert UP[never] * (slope * t + eta * t * t / 2) <= 1e-12


def test_of_contradictory_duplicates_one_is_at_c():
    least = page_says("03_smo", "So at an optimum at {least|most} one of two such **contradictory duplicates**")
    for C in (0.3, 2.0):
        full = []
        for seed in range(20):
            rng = np.random.default_rng(seed)
            X = rng.normal(size=(12, 2))
            y = np.where(X[:, 0] + 0.8 * rng.normal(size=12) > 0, 1, -1)
            X, y = np.vstack([X, X[:1]]), np.append(y, -y[0])
            alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
            full.append(int(np.sum(alpha[[0, -1]] >= C * (1 - 1e-6))))
        assert min(full) >= 1 if least == "least" else max(full) <= 1


def test_the_run_that_is_certified():
    page = "03_smo"
    yes, no = page_says(page, "Seed {3|0} is, seed {0|3} is not")
    gaps = {seed: svm_runs.gaps("sixty samples", "random", seed)[-1] for seed in (0, 3)}
    assert gaps[int(yes)] <= 1e-3 < gaps[int(no)]
    run, seen = svm_runs.recorded("sixty samples", "random", 0), set()
    where = page_says(page, "It is clipped if −slope/η lies {outside|inside} the segment")
    for k in range(run.last):
        slope, eta, low, high = run.ends(k)
        t = run.betas[k + 1][run.pairs[k][0]] - run.betas[k][run.pairs[k][0]]
        inside = low < -slope / eta < high
        assert (t == pytest.approx(-slope / eta, rel=1e-6)) == inside
        seen.add(inside)
    assert seen == {True, False} and where == "outside"


def test_optimal_exactly_if_no_pair_can_gain():
    X, y = make_overlap_60()
    K = X @ X.T
    rise, larger, fall = page_says("03_smo", "no sample that may {rise|fall} has a {larger|smaller} slope than "
                                   "one that may {fall|rise}")
    C = 1.0
    best = solve_qp(DualProblem(K, y, C)).alpha * y
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    for beta, optimal in ((best, True), (best / 2, False), (0 * best, False)):
        F, may = y - K @ beta, {"rise": beta < B - 1e-9, "fall": beta > A + 1e-9}
        no_pair = (UP[larger] * (F[may[rise]][:, None] - F[may[fall]]) < 1e-4).all()
        assert no_pair == optimal
