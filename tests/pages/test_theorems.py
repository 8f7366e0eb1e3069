"""The words on which a theorem rests are read from its box; with the opposite word it would be false.

A condition is tried by an example that has its opposite and not the conclusion.
"""
from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_and
from coursekit.exercises.lesson02b import perceptron
from coursekit.exercises.lesson03b import sor_sweep
from coursekit.exercises.lesson06b_cases import random_tree
from coursekit.kernels import rbf
from coursekit.linear import cholesky
from coursekit.rules.aq import cover_class, star
from coursekit.svm import DualProblem, solve_qp
from coursekit.tree.naive_pruning import inner_nodes, leaves, weakest_link
from pages import LESSONS, markdown_cells, read as read_page
from told import page_says, pattern

RNG = np.random.default_rng(0)
READ: list[tuple[str, str]] = []


def theorem(page: str, words: str):
    """Give a test the words that stand at the spots of a theorem."""
    READ.append((page, words))

    def of(test):
        @functools.wraps(test)
        def run():
            test(page_says(page, words))
        del run.__wrapped__         # pytest would ask for a fixture `said`
        return run
    return of


def test_of_every_theorem_some_words_are_tried():
    for path in LESSONS:
        for cell in markdown_cells(read_page(path)):
            if "alert-warning" in cell.source:
                text = " ".join(cell.source.split())
                assert any(page == path.stem and pattern(words)[0].search(text) for page, words in READ
                           ), f"{path.stem}, {cell.id}: no word of this theorem is tried"


@theorem("01_titanic_eda", "If* the $n$ fates are {independent|linked} with one chance")
def test_01_independent_fates(said):
    p, z = 0.4, 1.96

    def coverage(n, copies):
        k = np.arange(n + 1)
        near = np.abs(k / n - p) <= z * math.sqrt(p * (1 - p) / (copies * n))
        return binom.pmf(k, n, p)[near].sum()
    alone, pairs = coverage(10_000, 1), coverage(10_000, 2)        # pairs: the second copies the first
    assert abs(alone - 0.95) < 0.003 and pairs < 0.9 and said == "independent"


@theorem("01_titanic_eda", "tends to the promised one ($95\\,\\%$ for $z = 1.96$) as $n$ {grows|shrinks}.")
def test_01_the_limit(said):
    def worst(n):
        return max(abs(sum(binom.pmf(k, n, p) for k in range(n + 1)
                           if abs(k / n - p) <= 1.96 * math.sqrt(p * (1 - p) / n)) - 0.95) for p in (0.3, 0.5))
    assert (worst(2000) < worst(5)) == (said == "grows")


@theorem("01b_titanic_features", "and the profiles be defined {without|by} looking at the outcomes")
def test_01b_profiles(said):
    y = RNG.random(200) < 0.6           # nothing is known: the best rule is right in 60 %
    assert said == "without"
    profile = y                         # "defined by the outcomes": left out one by one, all are right
    right = [(y[np.flatnonzero((profile == profile[i]) & (np.arange(200) != i))].mean() > 0.5) == y[i]
             for i in range(200)]
    assert np.mean(right) > 0.95


@theorem("01b_titanic_features", "Let the rows be {independent|linked} draws from one population")
def test_01b_rows(said):
    answers = []
    for seed in range(200):             # twins: who is left out is told by the twin
        y = np.repeat(np.random.default_rng(seed).random(30) < 0.5, 2)
        profile = np.repeat(np.arange(30), 2)
        answers.append(np.mean([y[(profile == profile[i]) & (np.arange(60) != i)].mean() == y[i]
                                for i in range(60)]))
    assert np.mean(answers) == 1 and said == "independent"      # and ½ is the ceiling


def global_minimum(f, x, c=lambda x: np.ones_like(x)):
    grid = np.linspace(-3, 3, 6001)
    return f(x) <= f(grid[c(grid) >= 0]).min() + 1e-6


@theorem("02_lagrange_kkt", "If $f$ is {convex|concave} and all $c_i$ are {concave|convex} (a **convex problem**), "
         "every point that satisfies the four conditions is a global {minimum|maximum}")
def test_02_sufficient(said):
    # f = (x − ½)², c = 1 − x²: stationary inside
    assert global_minimum(lambda x: (x - 0.5)**2, 0.5, lambda x: 1 - x * x)
    # c = x² − 1 is convex: at x = −1, f' = −3 = λ c' with λ = 1.5, but x = 1 is lower
    assert not global_minimum(lambda x: (x - 0.5)**2, -1.0, lambda x: x * x - 1)
    # f = −x² is concave, both c affine: x = 0 is stationary and free
    assert not global_minimum(lambda x: -x * x, 0.0, lambda x: 1 - np.abs(x))
    assert said == ["convex", "concave", "minimum"]


@theorem("02_lagrange_kkt", "**affine**: the active constraints are {affine|concave}; or **LICQ**: the gradients of "
         "the active constraints are linearly {independent|dependent}")
def test_02_necessary(said):
    # minimise x where −x² ≥ 0: c is concave, its gradient 0 (dependent), 1 = λ·0 has no λ
    x = 0.0
    assert -x * x >= 0 and -2 * x == 0 and said == ["affine", "independent"]


@theorem("02_lagrange_kkt", "Let $x^*$ be a local {minimum|maximum}, and let one of these")
def test_02_of_which_point(said):
    slope, c_slope = 2 * 1.0, -1.0          # f = x² at its largest where 1 − x ≥ 0 and x ≥ 0: x = 1
    assert slope / c_slope < 0 and said == "minimum"


@theorem("02_lagrange_kkt", "Let $x^*$ be a {minimum|maximum} of a {convex|concave} problem, and let one of the three "
         "qualifications of section 4 hold. Then the {maximum|minimum} of $q$")
def test_02_strong_duality(said):
    lam = np.linspace(0, 8, 801)                    # minimise x² where x − 1 ≥ 0: q = λ − λ²/4
    q = lam - lam**2 / 4
    assert q.max() == pytest.approx(1) and q.min() < 0 and said == ["minimum", "convex", "maximum"]


@theorem("02b_margins", "makes at {most|least} $(R / \\rho)^2$ updates, {whatever|given} the order")
def test_02b_perceptron(said):
    tried = 0
    for seed in range(120):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(20, 2))
        y = np.where(X @ rng.normal(size=2) + rng.normal() > 0, 1, -1)
        Z = np.column_stack([np.ones(20), X])
        if len(set(y)) == 2:
            w = LibSVC(kernel="linear", C=1e9).fit(Z, y).coef_[0]
            rho = (y * (Z @ w)).min() / np.linalg.norm(w)
            updates = [perceptron(X[o], y[o], 100_000)[1] for o in (np.arange(20), rng.permutation(20))]
            bound = np.max(np.sum(Z**2, axis=1)) / rho**2
            tried += rho > 0 and max(updates) <= bound and updates[0] < bound
    assert tried > 10 and said == ["most", "whatever"]


@theorem("02b_margins", "**if and only if** {some|every} optimal $\\alpha$ of the hard margin has all $\\alpha_i "
         "{\\le|\\ge} C$")
def test_02b_large_enough(said):
    X, y = np.array([[-1.0], [-1], [1], [1]]), [-1, -1, 1, 1]      # twins: α may be (½, 0) or (¼, ¼)
    hard = {C: abs(LibSVC(kernel="linear", C=C, tol=1e-9).fit(X, y).coef_[0, 0] - 1) < 1e-6
            for C in (0.2, 0.3, 0.6)}
    assert hard == {0.2: False, 0.3: True, 0.6: True} and said == ["some", "\\le"]


@theorem("03_smo", "Then $\\beta$ {maximises|minimises} $W$ **if and only if** $m {\\le|\\ge} M$")
def test_03_gap(said):
    X, y = make_and()
    K, C = X @ X.T, 2.0
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)

    def ends(beta):
        F = y - K @ beta
        return F[beta < high - 1e-9].max(), F[beta > low + 1e-9].min()
    best = solve_qp(DualProblem.from_data(X, y, C)).alpha * y
    best = np.where(np.abs(best) < 1e-6, 0, np.where(np.abs(np.abs(best) - C) < 1e-6, C * y, best))
    m, M = ends(best)
    other, Mo = ends(np.zeros(len(y)))
    assert m <= M + 1e-5 and other > Mo + 1 and said == ["maximises", "\\le"]


@theorem("03b_solvers", "So $w$ is at {most|least} $\\sqrt")
def test_03b_distance(said):
    X, y = make_and()
    best = LibSVC(kernel="linear", C=1, tol=1e-10).fit(X, y)
    for _ in range(200):
        w, b = best.coef_[0] + RNG.normal(size=2), RNG.normal()
        P = w @ w / 2 + np.maximum(0, 1 - y * (X @ w + b)).sum()
        least = best.coef_[0] @ best.coef_[0] / 2 + np.maximum(0, 1 - y * best.decision_function(X)).sum()
        far = np.linalg.norm(w - best.coef_[0])
        assert far <= math.sqrt(2 * (P - least)) + 1e-6 if said == "most" else False


@theorem("03b_solvers", "optimal intercepts are exactly the $b$ with $m {\\le|\\ge} b {\\le|\\ge} M$. If {a|no} sample "
         "is free, $0 < \\alpha_k < C$, there is only one: $b = F_k$. If {none|one} is free, there may be an interval")
def test_03b_intercepts(said):
    X, y = np.array([[-1.0], [1.0]]), np.array([-1, 1])

    def optimal(C):
        beta = min(0.5, C) * y
        b = np.linspace(-2, 2, 4001)
        P = np.maximum(0, 1 - y * ((X * X.T) @ beta + b[:, None])).sum(axis=1)
        F, low, high = y - (X * X.T) @ beta, np.minimum(0, C * y), np.maximum(0, C * y)
        return b[P <= P.min() + 1e-9], F[beta < high].max(), F[beta > low].min()
    bounded, m, M = optimal(0.2)
    assert (bounded.min(), bounded.max()) == pytest.approx((m, M)) and M - m > 1
    assert np.ptp(optimal(0.7)[0]) < 1e-6 and said == ["\\le", "\\le", "a", "none"]


@theorem("03b_solvers", "For $0 < \\omega < {2|3|1}$ the sweeps of SOR converge to an optimum of the problem with a "
         "{penalised|free} intercept")
def test_03b_sor(said):
    X, y = RNG.normal(size=(12, 2)), np.repeat([1, -1], 6)
    Q = np.outer(y, y) * (X @ X.T + 1)
    top = minimize(lambda a: a @ Q @ a / 2 - a.sum(), np.full(12, 0.2), jac=lambda a: Q @ a - 1,
                   bounds=[(0, 0.7)] * 12, tol=1e-14).fun

    def after(omega, sweeps=3000):
        alpha = np.zeros(12)
        for _ in range(sweeps):
            alpha = sor_sweep(Q, alpha, 0.7, omega)
        return alpha @ Q @ alpha / 2 - alpha.sum() - top
    assert max(after(0.1), after(1.0), after(1.9)) < 1e-7 < 1e-3 < max(after(2.3), after(2.9))
    assert said == ["2", "penalised"]           # Q has the constant 1 of a penalised b


@theorem("04_kernels", "and a strictly {increasing|decreasing} penalty $\\Omega$. Then {every|no} minimiser of $J$")
def test_04_representer(said):
    x, across = np.array([1.0, 0]), np.array([0, 1.0])

    def J(w, penalty):
        return (w @ x - 1)**2 + penalty(np.linalg.norm(w))
    w = 0.7 * x
    assert J(w + across, np.square) > J(w, np.square)
    assert J(w + across, lambda r: -r) < J(w, lambda r: -r)
    assert said == ["increasing", "every"]


@theorem("04_kernels", "For {every|no} kernel $k$ there is a feature map $\\varphi$ with")
def test_04_feature_maps(said):
    for _ in range(20):
        A = RNG.normal(size=(6, 6))
        values, vectors = np.linalg.eigh(A @ A.T)
        features = vectors * np.sqrt(values)
        assert features @ features.T == pytest.approx(A @ A.T) and said == "every"


@theorem("04_kernels", "For {distinct|equal} samples the Gaussian Gram matrix is strictly positive {definite|semidefinite}"
         ": $v^\\top K v {>|\\ge|<} 0$ for all $v \\ne 0$. So with a Gaussian **{any|no}** labels of {distinct|equal}")
def test_04_gaussian(said):
    X = RNG.normal(size=(8, 2))
    assert np.linalg.eigvalsh(rbf(X, X, gamma=1.0)).min() > 1e-8
    X[0] = X[1]
    assert np.linalg.eigvalsh(rbf(X, X, gamma=1.0)).min() < 1e-12
    X[0] = RNG.normal(size=2)
    for _ in range(20):
        y = RNG.choice([-1, 1], 8)
        if len(set(y)) == 2:
            assert LibSVC(gamma=1.0, C=1e9).fit(X, y).score(X, y) == 1
    assert said == ["distinct", "definite", ">", "any", "distinct"]


@theorem("04_kernels", "$C \\to 0$ with $\\gamma$ fixed: everything gets the {larger|smaller} class")
def test_04_flat_machines(said):
    X, y = RNG.normal(size=(30, 2)), np.repeat([1, -1], [18, 12])
    for C, gamma in ((1e-6, 1.0), (1.0, 1e-9)):
        assert (LibSVC(C=C, gamma=gamma, tol=1e-12).fit(X, y).predict(X) == 1).all() and said == "larger"


@theorem("04_kernels", "with $C {>|<} \\pi$ fixed: {every|no} training sample is right, all else gets the "
         "{larger|smaller} class. With $C {<|>} \\pi$ even training samples of the {smaller|larger} class get it")
def test_04_narrow_machines(said):
    X, y = RNG.normal(size=(50, 2)), np.repeat([1, -1], [30, 20])
    above, below = (LibSVC(C=C, gamma=1e5).fit(X, y) for C in (0.7, 0.5))
    assert above.score(X, y) == 1 and (above.predict(X + 0.5) == 1).all() and (below.predict(X) == 1).all()
    assert said == [">", "every", "larger", "<", "smaller"]


@theorem("05_nested_cv", "chosen {without|by} looking at the samples, and $A$ sees {nothing|much} of its test fold")
def test_05_what_may_be_seen(said):
    y = np.repeat([0, 1], 30)
    by_label = [np.mean(y[test] == round(y[~test].mean())) for test in (y == 0, y == 1)]
    assert np.mean(by_label) == 0 and said == ["without", "nothing"]        # ½ is true; seen, all are right


@theorem("05_nested_cv", "is *on average* at {least|most} the true value of the {best|worst} setting, and so at "
         "{least|most} the true value of the setting that wins")
def test_05_winners_curse(said):
    truth = np.array([0.6, 0.7, 0.65])
    scores = RNG.normal(truth, 0.05, (5000, 3))
    best, wins = scores.max(axis=1).mean(), truth[scores.argmax(axis=1)].mean()
    assert best > truth.max() + 0.01 and best > wins and said == ["least", "best", "least"]


@theorem("05_nested_cv", "Equality holds {only|even} if one and the same best setting has the highest score")
def test_05_equality(said):
    alike = RNG.normal([0.7, 0.7], 0.05, (5000, 2)).max(axis=1).mean()      # two best ones, in turn
    apart = RNG.uniform(-0.05, 0.05, (5000, 2)) + [0.5, 0.8]
    assert alike > 0.72 and apart.max(axis=1).mean() == pytest.approx(0.8, abs=0.002) and said == "only"


def impurity_gain(Q, left, right):
    both = left + right
    return (both.sum() * Q(both / both.sum()) - left.sum() * Q(left / left.sum()) - right.sum() * Q(
        right / right.sum()))


@theorem("06_cart", "Let $Q$ be {concave|convex}, and both sides non-empty. Then $\\Delta {\\ge|\\le} 0$. If $Q$ is "
         "strictly concave, $\\Delta = 0$ exactly when $p_L {=|\\ne} p_R$. For the error, $\\Delta = 0$ exactly when some "
         "class is a {most|least} frequent one on *{both|no}* sides")
def test_06_concavity(said):
    for _ in range(500):
        left, right = RNG.integers(0, 5, (2, 3)) + np.eye(3, dtype=int)[RNG.integers(0, 3, 2)]
        gini = impurity_gain(lambda p: 1 - np.sum(p * p), left, right)
        error = impurity_gain(lambda p: 1 - p.max(), left, right)
        convex = impurity_gain(lambda p: np.sum(p * p), left, right)
        assert gini > -1e-9 and convex < 1e-9
        assert (gini < 1e-9) == np.allclose(left / left.sum(), right / right.sum())
        assert (error < 1e-9) == bool(np.any((left == left.max()) & (right == right.max())))
    assert said == ["concave", "\\ge", "=", "most", "both"]


def prunings(tree):
    """Return (risk, leaves) of each pruning; its leaves by name."""
    ways = [(tree["risk"], frozenset([tree["name"]]))]
    if "left" in tree:
        ways += [(r + s, f | g) for r, f in prunings(tree["left"]) for s, g in prunings(tree["right"])]
    return ways


@theorem("06b_pruning", "Let the risks be numbers with $R(T_t) {\\le|\\ge} R(t)$ for all branches. (1) For each $\\alpha "
         "\\ge 0$, among the prunings with the {smallest|largest} $C_\\alpha$ there is one, $T(\\alpha)$, that is a "
         "pruning of {all|none of} the others. (2) If $\\alpha {<|>} \\beta$, then $T(\\beta)$ is a pruning of $T(\\alpha)$")
def test_06b_nested_prunings(said):
    rng, ties = np.random.default_rng(0), 0
    for _ in range(60):
        tree = random_tree(rng, int(rng.integers(2, 7)))
        assert all(sum(leaf["risk"] for leaf in leaves(node)) <= node["risk"] for node in inner_nodes(tree))
        ways, last = prunings(tree), None
        for alpha in sorted({0.0, weakest_link(tree)[0], *rng.uniform(0, 8, 4)}):
            least = min(r + alpha * len(f) for r, f in ways)
            cheap = [f for r, f in ways if r + alpha * len(f) <= least + 1e-9]
            mine = min(cheap, key=len)
            below = [*cheap] + ([last] if last else [])
            assert all(any(leaf.startswith(name) for name in mine) for f in below for leaf in f)
            ties, last = ties + (len(cheap) > 1), mine
    assert ties > 20 and said == ["\\le", "smallest", "all", "<"]


@theorem("06b_pruning", "nothing changes until the price reaches $\\alpha' = \\{min|max}_t g(t)$")
def test_06b_next_price(said):
    tree = random_tree(np.random.default_rng(3), 6)
    g, nodes = weakest_link(tree)
    every = [(n["risk"] - sum(x["risk"] for x in leaves(n))) / (len(leaves(n)) - 1) for n in inner_nodes(tree)]
    ways = prunings(tree)
    before = min(ways, key=lambda w: w[0] + (g - 1e-6) * len(w[1]))
    after = min(ways, key=lambda w: w[0] + (g + 1e-6) * len(w[1]))
    assert len(before[1]) == len(leaves(tree)) > len(after[1]) and g == min(every) < max(every) and said == "min"


@theorem("07_rule_learning", "then a seed's conjunction excludes {all|some} negatives after at {most|least} $n^-$ rounds, "
         "and at {most|least} $n^+$ seeds explain {all|some} positives")
def test_07_aq(said):
    few = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        S = rng.random((14, 12)) < 0.5
        S = np.vstack([S, ~S])
        positive = rng.random(12) < 0.5
        if len({tuple(c) for c in S.T}) == 12 and 0 < positive.sum() < 12:
            first = int(np.flatnonzero(positive)[0])
            rounds = list(star(S, positive, ~positive, first, 1, lambda c: int(c[0])))
            rules, _ = cover_class(S, positive)
            assert len(rounds) <= (~positive).sum() and len(rules) <= positive.sum()
            few += len(rounds) < (~positive).sum() and len(rules) < positive.sum()
            fires = np.array([S[list(rule)].all(axis=0) for rule in rules])
            assert fires.any(axis=0).tolist() == positive.tolist()
    assert few > 10 and said == ["all", "most", "most", "all"]


@theorem("07_rule_learning", "Let the rule be fixed {beforehand|afterwards}, let all")
def test_07_wilks_needs_a_fixed_rule(said):
    theta, m = np.full(3, 1 / 3), 60
    draws = RNG.multinomial(m, theta, (3000, 20))
    G = 2 * np.sum(draws * np.log(np.where(draws > 0, draws, 1) / (m / 3)), axis=-1)
    limit = chi2.ppf(0.95, 2)
    assert np.mean(G[:, 0] > limit) == pytest.approx(0.05, abs=0.02) and np.mean(G.max(axis=1) > limit) > 0.4
    assert said == "beforehand"


@theorem("07_rule_learning", "As $m$ {grows|shrinks}, the distribution of $G$ tends to χ² with $c {-|+} 1$ degrees")
def test_07_wilks_limit(said):
    theta = np.array([0.1, 0.2, 0.3, 0.4])

    def mean(m):
        draws = RNG.multinomial(m, theta, 20_000)
        return np.mean(2 * np.sum(draws * np.log(np.where(draws > 0, draws, 1) / (m * theta)), axis=1))
    assert mean(500) == pytest.approx(3, abs=0.06) and abs(mean(5) - 3) > 0.2 and said == ["grows", "-"]


@theorem("07_rule_learning", "T_b {\\ge|>} T_0")
def test_07_ties_count_as_chance(said):
    T = RNG.integers(0, 2, (20_000, 20))        # T takes two values; T_0 is the first
    p = {"\\ge": (1 + (T[:, 1:] >= T[:, :1]).sum(axis=1)) / 20, ">": (1 + (T[:, 1:] > T[:, :1]).sum(axis=1)) / 20}
    assert np.mean(p["\\ge"] <= 0.05) <= 0.05 < np.mean(p[">"] <= 0.05) and said == "\\ge"


@theorem("07_rule_learning", "all orders of the labels are equally {likely|good}, and $T_1, \\dots, T_B$ come from "
         "{independent|linked} random shuffles")
def test_07_shuffles(said):
    T = RNG.normal(size=(20_000, 20))
    T[:, 2:] = T[:, 1:2]                        # one shuffle, counted nineteen times
    p = (1 + (T[:, 1:] >= T[:, :1]).sum(axis=1)) / 20
    assert np.mean(p <= 0.05) > 0.4 and said == ["likely", "independent"]


@theorem("07b_rules_from_trees", "Let $T {>|<} 0$ be fixed, and all $L(s)$ {finite|infinite}. Then the probabilities "
         "$\\pi(s) = e^{{-|+}L(s)/T} \\big/ \\sum_{s'} e^{{-|+}L(s')/T}$ {do not change|change} in a step")
def test_07b_metropolis(said):
    L, T = RNG.uniform(0, 5, 6), 1.3
    step = np.minimum(1, np.exp(-(L[None] - L[:, None]) / T)) / 5           # any other state is proposed
    np.fill_diagonal(step, 0)
    step += np.diag(1 - step.sum(axis=1))
    kept = {sign: np.allclose(np.exp(k * L / T) @ step, np.exp(k * L / T)) for sign, k in (("-", -1), ("+", 1))}
    assert kept == {"-": True, "+": False} and said == [">", "finite", "-", "-", "do not change"]


@theorem("a1_linear_models", "Least squares {always|seldom} has a solution. These are equivalent: the solution is unique; "
         "the columns of $\\tilde X$ are linearly {independent|dependent}; $\\tilde X^\\top \\tilde X$ is positive "
         "{definite|semidefinite}")
def test_a1_unique(said):
    for X in (RNG.normal(size=(6, 2)), np.outer(np.arange(6.0), [1, 2])):
        Z, y = np.column_stack([np.ones(6), X]), RNG.normal(size=6)
        w = np.linalg.lstsq(Z, y, rcond=None)[0]
        assert Z.T @ (Z @ w - y) == pytest.approx(np.zeros(3), abs=1e-9)
    null = np.array([0, 2.0, -1])               # of the second: samples on a line, columns dependent
    assert Z @ (w + null) == pytest.approx(Z @ w) and np.linalg.eigvalsh(Z.T @ Z)[0] == pytest.approx(0, abs=1e-9)
    assert said == ["always", "independent", "definite"]


@theorem("a1_linear_models", "the samples do {not lie|lie} in one hyperplane of $\\mathbb{R}^d$ (which need {not|} "
         "contain the origin)")
def test_a1_hyperplane(said):
    X = np.column_stack([np.arange(6.0), 3 - np.arange(6.0)])               # x₁ + x₂ = 3: not through 0
    assert np.linalg.matrix_rank(X) == 2 and np.linalg.matrix_rank(np.column_stack([np.ones(6), X])) == 2
    assert said == ["not lie", "not"]


@theorem("a1_linear_models", "A symmetric matrix $M$ is positive definite if and only if {all|some} pivots are "
         "{positive|negative}. Then $M = L L^\\top$ with exactly {one|two} {lower|upper} triangular $L$ that has a "
         "{positive|negative} diagonal")
def test_a1_cholesky(said):
    A = RNG.normal(size=(4, 4))
    L = cholesky(A @ A.T)
    assert np.allclose(L, np.tril(L)) and (np.diag(L) > 0).all() and L @ L.T == pytest.approx(A @ A.T)
    indefinite = np.array([[1.0, 2], [2, 1]])   # first pivot 1, second 1 − 4
    assert np.linalg.eigvalsh(indefinite)[0] < 0
    with pytest.raises(ValueError):
        cholesky(indefinite)
    assert said == ["all", "positive", "one", "lower", "positive"]


@theorem("a1_linear_models", "Let {both labels|one label} occur, and let the columns of $\\tilde X$ be "
         "{independent|dependent}. If a hyperplane separates the labels, {even|unless} with samples of both classes on "
         "it, the likelihood has {no|a} maximum. Otherwise it has exactly {one|two}")
def test_a1_likelihood(said):
    x = np.array([-2.0, -1, 0, 0, 1, 2])

    def fitted(y, C):
        return LogisticRegression(C=C, tol=1e-12, max_iter=10_000).fit(x[:, None], y).coef_[0, 0]
    touching, mixed = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 0, 1, 0, 1])
    assert fitted(touching, 1e12) > 1.5 * fitted(touching, 1e6)             # without end
    assert fitted(mixed, 1e12) == pytest.approx(fitted(mixed, 1e8), rel=1e-4)
    assert said == ["both labels", "independent", "even", "no", "one"]
