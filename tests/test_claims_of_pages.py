"""Sentences of pages that say which way something goes: the words are read there, and tried."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import binom, entropy
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC as LibSVC, SVR as LibSVR

from coursekit.datasets import load_titanic, make_and, make_overlap_60
from coursekit.exercises.lesson02b import perceptron
from coursekit.exercises.lesson03 import best_step, segment_ends
from coursekit.exercises.lesson03b import sor_sweep
from coursekit.exercises.lesson06b import weakest_link
from coursekit.explorers import optimism
from coursekit.explorers.slack_price import path
from coursekit.kernels import rbf
from coursekit.statistics import upper_error_bound, wilson
from coursekit.svm import SVR
from coursekit.svm import DualProblem, fit_sigmoid, solve_qp
from coursekit.tree.naive import gain
from told import page_says

UP = {"rises": 1, "falls": -1, "rise": 1, "fall": -1, "grows": 1, "shrinks": -1, "larger": 1, "smaller": -1,
      "more": 1, "less": -1, "fewer": -1, "wider": 1, "narrower": -1, "positive": 1, "negative": -1,
      "worse": 1, "better": -1, "upwards": 1, "downwards": -1}
RNG = np.random.default_rng(0)


def test_01_the_interval_and_who_is_outside():
    page = "01_titanic_eda"
    opens, where = page_says(page, "a parabola in $p$ that opens {upwards|downwards}, so it is at most 0 "
                             "{between|outside} its two roots")
    n, share, z = 40, 0.3, 1.96
    low, high = np.roots([n + z * z, -2 * n * share - z * z, n * share**2])[::-1].real
    p = np.linspace(0, 1, 500)
    values = n * (share - p)**2 - z * z * p * (1 - p)
    assert np.sign(values[-1] - 2 * values[len(p) // 2] + values[0]) == UP[opens]
    inside = (low <= p) & (p <= high)
    assert ((values <= 0) == (inside if where == "between" else ~inside)).all()
    to = page_says(page, "but it moves towards {0|1} (and its mirror image towards {1|0}) as $n$ grows")
    ends = [wilson(1, n, z)[0] for n in (10, 100, 1000)]
    assert (np.diff(ends) < 0).all() and ends[-1] < 0.001 and to == ["0", "1"]
    sides, more = page_says(page, "the two rates lie on {different|equal} sides of the rate of all, and they "
                            "differ by {more|less} than our rate is off")
    alive = RNG.permutation(np.arange(900) < 340)
    ours, theirs = alive[:600].mean(), alive[600:].mean()
    assert ((ours - alive.mean()) * (theirs - alive.mean()) < 0) == (sides == "different")
    assert UP[more] * (abs(ours - theirs) - abs(ours - alive.mean())) > 0


def test_01_girls_women_and_ports():
    page, people = "01_titanic_eda", load_titanic()
    females = people[(people["Sex"] == "female") & people["Age"].notna()]
    girls = females[females["Age"] < 12]
    women = females[females["Age"] >= 12]
    which, rates, share, second = page_says(
        page, "Most of these girls travelled {third|second|first} class, where rates are {low|high}, and a "
        "{larger|smaller} share of the women {second|third}")
    number = {"first": 1, "second": 2, "third": 3}
    assert (girls["Pclass"] == number[which]).mean() > 0.5
    rate = females.groupby("Pclass")["Survived"].mean()
    assert (rate[number[which]] == rate.min()) == (rates == "low")
    assert UP[share] * np.subtract(*((part["Pclass"] == number[second]).mean() for part in (women, girls))) > 0
    far, here, there = page_says(page, "For these women $v$ is far {smaller|larger} in {first|third} class than in "
                                 "{third|first}")
    p = women.groupby("Pclass")["Survived"].mean()
    v = p * (1 - p)
    assert UP[far] * np.log(v[number[here]] / v[number[there]]) > np.log(2)
    more, often = page_says(page, "Passengers from Cherbourg (C) survived {more|less} often than those from "
                            "{Southampton|Queenstown} (S)")
    port = people.groupby("Embarked")["Survived"].mean()
    assert UP[more] * (port["C"] - port[["S", "Q"]].max()) > 0 and often == "Southampton"


def test_01b_tickets_that_agree_are_worth_less():
    agree, differ = page_says("01b_titanic_features", "it {grows|shrinks} if fates agree ($\\rho > 0$), and "
                              "{shrinks|grows} if they tend to differ")
    rng = np.random.default_rng(0)
    spread = {}
    for rho in (0.5, 0.0, -0.9):        # two a ticket; the second copies the first or its opposite
        first = rng.integers(0, 2, (4000, 50))
        copied = rng.random(first.shape) < abs(rho)
        second = np.where(copied, first if rho > 0 else 1 - first, rng.integers(0, 2, first.shape))
        spread[rho] = np.var((first + second).mean(axis=1) / 2)
    assert UP[agree] * (spread[0.5] - spread[0.0]) > 0 and UP[differ] * (spread[-0.9] - spread[0.0]) > 0


def test_02b_the_perceptron_without_a_line():
    never = page_says("02b_margins", "If no line does, the perceptron {never|soon} stops")
    w, updates = perceptron(np.array([[0.0], [1], [2]]), np.array([1, -1, 1]), 500)
    assert w is None and updates >= 500 and never == "never"


def test_02b_slack_norm_and_strip():
    slack, w, strip = page_says("02b_margins", "*the total slack never {rises|falls}*, and $\\|w\\|$ never "
                                "{falls|rises}: *the strip never becomes {wider|narrower}*")
    for data in ("AND", "sixty", "forty"):
        _, width, xi = path(data)
        assert (UP[slack] * np.diff(xi) <= 1e-5 * xi.max()).all()
        assert (UP[strip] * np.diff(width) <= 1e-5 * width.max()).all()
        assert (UP[w] * np.diff(2 / width) <= 1e-4 * (2 / width).max()).all()


def test_02b_the_price_of_a_sample():
    falls = page_says("02b_margins", "then $\\frac12 \\|w\\|^2$ {falls|rises} from $4$ to $3.61$")
    X, y = make_and()

    def least(need):
        """Minimise ½‖w‖² with y f ≥ need, by the dual of SciPy's linear program on a fine cone of w."""
        best = np.inf
        for angle in np.linspace(0, np.pi / 2, 2001):
            d = np.array([np.cos(angle), np.sin(angle)])
            found = linprog([1, 0], A_ub=-np.column_stack([y * (X @ d), y]), b_ub=-np.asarray(need),
                            bounds=[(0, None), (None, None)])
            best = min(best, found.x[0]**2 / 2) if found.status == 0 else best
        return best
    at = np.array([1.0, 1, 1, 1])
    at[np.flatnonzero((X == 1).all(axis=1))] = 0.9
    assert least(at) == pytest.approx(3.61, abs=0.01) and falls == "falls"


def test_02b_kinks():
    rises = page_says("02b_margins", "At each kink the slope of the sum {rises|falls} by $1$")
    f, y = RNG.normal(size=9), np.repeat([1, -1], [5, 4])
    kinks = np.sort(y - f)          # y (f + b) = 1
    middles = [kinks[0] - 1, *(kinks[1:] + kinks[:-1]) / 2, kinks[-1] + 1]
    slopes = [np.sum(-y * (y * (f + b) < 1)) for b in middles]
    assert np.diff(slopes).tolist() == [UP[rises]] * 9


def test_03_a_step_moves_two_and_never_loses():
    i, j = page_says("03_smo", "If $t$ is negative, $i$ {falls|rises} and $j$ {rises|falls}")
    assert (UP[i], UP[j]) == (-1, 1)            # β_i + t and β_j − t
    never = page_says("03_smo", "As $t = 0$ may be chosen, **$W$ never {falls|rises}.**")
    for _ in range(300):
        slope, eta = RNG.normal(), -RNG.exponential() * RNG.integers(0, 2)
        beta = RNG.uniform(0, 1, 2)
        low, high = segment_ends(*beta, (0, 1), (0, 1))
        t = best_step(slope, eta, low, high)
        assert UP[never] * (slope * t + eta * t * t / 2) <= 1e-12


def test_03_of_contradictory_duplicates_one_is_at_c():
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


def test_03b_which_partner_gains():
    smaller, nearer = page_says("03b_solvers", "A {smaller|larger} slope to a sample that is much "
                                "{nearer|farther} may gain more")
    slope, distance = {"smaller": 1.0, "larger": 2.0}, {"nearer": 0.4, "farther": 2.0}
    other = 2.0 if smaller == "smaller" else 1.0
    assert slope[smaller]**2 / (2 * distance[nearer]**2) > other**2 / (2 * 1.0**2)
    less = page_says("03b_solvers", "If a segment ends before the top, the gain is {smaller|larger}")
    slope, eta = 1.0, -1.0
    gains = [slope * t + eta * t * t / 2 for t in (best_step(slope, eta, 0, 0.4), best_step(slope, eta, 0, 9))]
    assert UP[less] * (gains[0] - gains[1]) > 0


def test_03b_sor_never_loses():
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


def test_04_gamma():
    larger, way = page_says("04_kernels", "A {larger|smaller} $\\gamma > 0$ makes it {narrower|wider}")
    far = [rbf([[0.0]], [[1.0]], gamma=g)[0, 0] for g in (0.5, 2.0)]
    assert (far[1] < far[0]) == ((larger, way) in {("larger", "narrower"), ("smaller", "wider")})
    side, whose = page_says("04_kernels", "If $C$ is {below|above} the share of the larger class, here $0.6$, no "
                            "$\\alpha_i$ can overcome $b$, which has {this|the other} class’s sign")
    X, y = RNG.normal(size=(50, 2)), np.repeat([1, -1], [30, 20])
    right = {C: np.mean(LibSVC(C=C, gamma=1e4).fit(X, y).predict(X) == y) for C in (0.5, 0.7)}
    assert right == {0.5: 0.6, 0.7: 1.0} and (side, whose) == ("below", "this")


def test_04_cubes_are_split_in_fewer_ways():
    fewer = page_says("04_kernels", "from $d = 3$ on the true numbers are {smaller|larger}")
    corners = np.array(list(itertools.product([0, 1], repeat=3)))
    ways = 0
    for labels in itertools.product([-1, 1], repeat=8):
        y = np.array(labels)
        found = linprog(np.zeros(4), A_ub=-y[:, None] * np.column_stack([corners, np.ones(8)]),
                        b_ub=-np.ones(8), bounds=[(None, None)] * 4)
        ways += found.status == 0
    assert UP[fewer] * (ways - 2 * sum(math.comb(7, k) for k in range(4))) > 0


def test_04b_values_for_probabilities():
    sign, more = page_says("04b_many_classes", "So $A {<|>} 0$ if larger $f$ means {more|less} of class $+1$")
    f = RNG.normal(size=200)
    A, _ = fit_sigmoid(f, np.where(f + RNG.normal(size=200) > 0, 1, -1))
    assert (A < 0) == (sign == "<") and more == "more"
    out, than = page_says("04b_many_classes", "A machine pushes those of its *training* samples "
                          "{outwards|inwards}, to $\\pm 1$ and beyond, so they separate {better|worse} than fresh")
    X = RNG.normal(size=(400, 5))
    y = np.where(X[:, 0] + RNG.normal(size=400) > 0, 1, -1)
    model = LibSVC(C=10, gamma=1.0).fit(X[:200], y[:200])
    old, new = (y[part] * model.decision_function(X[part]) for part in (slice(200), slice(200, 400)))
    assert old.mean() > new.mean() + 0.3 and (out, than) == ("outwards", "better")


def test_06_a_gain_is_never_negative():
    never = page_says("06_cart", "By the last form the gain is never {negative|positive}, and 0 exactly when")
    for _ in range(200):
        y, left = RNG.normal(size=7), RNG.random(7) < 0.5
        assert UP[never] * gain(y, left) <= 1e-12
    pure = page_says("07_rule_learning", "the {smaller|larger} the **entropy** $H$ of its classes the better, and "
                     "{0|1} is a pure cover")
    assert entropy([5, 0]) == float(pure[1]) and entropy([3, 2]) > entropy([4, 1]) and pure[0] == "smaller"


def test_06b_links_bounds_and_averages():
    page = "06b_pruning"
    worse = page_says(page, "So the average is never {worse|better} than its members *on average*")
    f, y = RNG.normal(size=(8, 200)), RNG.normal(size=200)
    assert (UP[worse] * ((f.mean(axis=0) - y)**2 - ((f - y)**2).mean(axis=0)) <= 1e-12).all()
    falls, rises = page_says(page, "For $e < n$ it {falls|rises} from 1 to 0 as $p$ {rises|falls}")
    chance = binom.cdf(3, 10, np.linspace(0, 1, 50))
    assert (UP[falls] * UP[rises] * np.diff(chance) >= -1e-12).all() and chance[0] == 1 and chance[-1] == 0
    less, larger = page_says(page, "adds {less|more} to the same rate if $n$ is {larger|smaller}")
    added = [upper_error_bound(n // 5, n, 0.5) - 0.2 for n in (10, 100, 1000)]
    assert (UP[less] * UP[larger] * np.diff(added) > 0).all()
    fewer = page_says(page, "the tree that is best at price 0 can have far {fewer|more} leaves than")
    g, nodes = weakest_link({"risk": 5.0, "left": {"risk": 2.0}, "right": {
        "risk": 1.0, "left": {"risk": 0.5}, "right": {"risk": 0.5}}})
    assert g == 0 and [node["risk"] for node in nodes] == [1.0] and fewer == "fewer"
    first, smallest = page_says(page, "The inner node with the {smallest|largest} $g$ is the **weakest link**: when "
                                "$\\alpha$ {rises|falls} from 0")
    assert (first, smallest) == ("smallest", "rises")


def test_07b_bounds_and_names():
    page = "07b_rules_from_trees"
    errors, cover = page_says(page, "$U$ {rises|falls} with the errors and {falls|rises} with the cover")
    U = np.array([[upper_error_bound(e, n, 0.25) for n in range(6, 12)] for e in range(6)])
    assert (UP[errors] * np.diff(U, axis=0) > 0).all() and (UP[cover] * np.diff(U, axis=1) > 0).all()
    most, fewer = page_says(page, "of $M$ possibilities at {most|least} $2^b - 1$ can have a name with {fewer|more} "
                            "than $b$ bits")
    for b in range(1, 8):
        names = [name for k in range(12) for name in range(2**k) if (k < b) == (fewer == "fewer")]
        assert len(names) == 2**b - 1 and most == "most"
    up = page_says(page, "A step that {lengthens|shortens} the message by $\\Delta L$ is accepted with probability "
                   "$e^{-\\Delta L / T}$")
    assert (math.exp(-3.0 / 2) < 1) and up == "lengthens"       # the other would be above 1


def test_a1_ridge_and_inverses():
    page = "a1_linear_models"
    smaller, grow, total = page_says(page, "of two far apart, the {smaller|larger} one may {grow|shrink}. In "
                                     "exchange their sum becomes, on average, a little {smaller|larger}")
    rng, sums, grew = np.random.default_rng(0), [], 0
    for _ in range(300):
        z = rng.normal(size=40)
        X = z[:, None] + 0.2 * rng.normal(size=(40, 2))
        y = X @ [2.0, 0.2] + 0.3 * rng.normal(size=40)
        none, some = (Ridge(lam).fit(X, y).coef_ for lam in (1e-9, 5.0))
        sums.append(some.sum() - none.sum())
        k = np.abs(none).argmin()
        grew += abs(some[k]) > abs(none[k])
    assert UP[total] * np.mean(sums) > 0 and grew > 150 and (smaller, grow) == ("smaller", "grow")
    sign = page_says(page, "hence never for $n {>|<} d$")
    K = {">": RNG.normal(size=(6, 3)), "<": RNG.normal(size=(3, 6))}[sign]
    assert np.linalg.matrix_rank(K @ K.T) < len(K)


def test_a2_pulls():
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


def test_05_the_majority_is_always_wrong():
    page = "05_nested_cv"
    says, side = page_says(page, "$29$ yes stand against $30$ no, so the answer is {no|yes}; and the other way"
                           ), page_says(page, "so what is left out is always in the {minority|majority}")
    y = np.repeat([1, 0], 30)
    for i in range(60):
        rest = np.delete(y, i)
        assert (int(rest.mean() > 0.5) == y[i]) == (side == "majority")
    assert says == ("yes" if np.delete(y, 0).mean() > 0.5 else "no")


def test_05_folds_settings_and_sizes():
    page = "05_nested_cv"
    less = page_says(page, "means over five folds scatter {less|more}")
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = X[:, 0] + rng.normal(size=60) > 0
    one, five = [], []
    for _ in range(60):
        order = rng.permutation(60)
        parts = [np.mean(y[t] == KNeighborsClassifier(5).fit(np.delete(X, t, 0), np.delete(y, t)).predict(X[t]))
                 for t in np.array_split(order, 5)]
        one.append(parts[0])
        five.append(np.mean(parts))
    assert UP[less] * (np.std(five) - np.std(one)) > 0
    grows, falls = page_says(page, "So the curse {grows|shrinks} slowly with the number of settings and "
                             "{falls|rises} with the scatter of a score")
    gap = {key: optimism.scores(*key)[0].mean() - 0.5 for key in ((80, 4), (80, 16), (80, 64), (320, 16))}
    assert (UP[grows] * np.diff([gap[80, 4], gap[80, 16], gap[80, 64]]) > 0).all()
    scatter = [optimism.scores(n, 1)[0].std() for n in (80, 320)]
    assert scatter[1] < scatter[0] and (gap[320, 16] < gap[80, 16]) == (falls == "falls")
    larger, faster = page_says(page, "the {larger|smaller} $\\gamma$, the {faster|slower} two samples cease to be alike")
    alike = [rbf([[0.0]], [[0.5]], gamma=g)[0, 0] for g in (1.0, 4.0)]
    assert alike[1] < alike[0] and (larger == "larger") == (faster == "faster")
    least = page_says(page, "So on average the best score is at {least|most} the largest $\\mu_l$")
    draws = np.random.default_rng(1).normal([0.6, 0.7, 0.65], 0.05, (2000, 3)).max(axis=1)
    assert (draws.mean() > 0.7) == (least == "least")


def test_05b_degrees_costs_and_kernels():
    page = "05b_pipelines"
    lower, never = page_says(page, "Each degree contains the {lower|higher} ones, so the *training* error never "
                             "{rises|falls}")
    x = RNG.uniform(-2, 2, 30)
    t = 1 + x - x**2 + RNG.normal(size=30)
    rss = [np.sum((np.polyval(np.polyfit(x, t, d), x) - t)**2) for d in range(8)]
    assert (UP[never] * np.diff(rss) <= 1e-9).all() and lower == "lower"
    again = page_says(page, "is $n \\ln(\\mathrm{RSS}/n)$. This never {rises|falls} with the degree")
    assert (UP[again] * np.diff(30 * np.log(np.array(rss) / 30)) <= 1e-9).all()
    least, lowest = page_says(page, "Cross-validation takes the degree with the {least|most} mean error; by the "
                              "**one-standard-error rule** the *{lowest|highest}* whose mean is within")
    assert (least, lowest) == ("least", "lowest")       # as the exercise and `choose_cp` do
    grows = page_says(page, "the training error times a factor that {grows|shrinks} with $m$")
    assert (UP[grows] * np.diff(np.exp(2 * np.arange(1, 9) / 30)) > 0).all()
    more = page_says(page, "So yes costs no {more|less} than no exactly if")
    for p, fp, fn in RNG.uniform(0.05, 1, (200, 3)):
        assert (UP[more] * ((1 - p) * fp - p * fn) <= 0) == (p >= fp / (fp + fn))
    larger, narrower = page_says(page, "and $\\gamma$: the {larger|smaller}, the {narrower|wider} the kernel")
    assert (larger == "larger") == (narrower == "narrower")
