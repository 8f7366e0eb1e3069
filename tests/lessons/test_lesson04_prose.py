"""The deciding words of sitting 04 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext
from itertools import product
from math import comb, factorial

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import linprog, minimize
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_crescents, make_overlap_60, make_stripes, make_xor
from coursekit.explorers import kernel_map, kernel_or_not
from coursekit.kernels import is_psd, rbf
from coursekit.svm import SVC
from told import UP, page_says

RNG = np.random.default_rng(0)
COUNT = {"two": 2, "three": 3, "2": 2, "3": 3}


def says(words: str) -> str | list[str]:
    return page_says("04_kernels", words)


def separable(Z, y) -> bool:
    """Tell whether some plane has all rows of Z on the sides y."""
    rows = -np.asarray(y)[:, None] * np.column_stack([Z, np.ones(len(Z))])
    return linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(Z)), bounds=(None, None)).success


def gaussian(X, Z, gamma: float) -> np.ndarray:
    return np.exp(-gamma * ((X[:, None] - Z)**2).sum(axis=2))


def smallest(K) -> float:
    """Return the smallest eigenvalue as a share of the largest in size."""
    values = np.linalg.eigvalsh(K)
    return float(values[0] / np.abs(values).max())


def test_xor():
    no, product_ = says("**{no|one} line separates XOR**"), says(
        "Of these only the {product|sum} has, and $f = x_1 + x_2 - 2 x_1 x_2 - \\frac12$ has the right sign")
    X, y = make_xor()
    third = {"product": X[:, 0] * X[:, 1], "sum": X[:, 0] + X[:, 1]}
    assert not separable(X, y) and no == "no"
    assert separable(np.column_stack([X, third[product_]]), y)
    equal, different = says("The two sums above were {equal|different}, so a third feature must have {different|equal} "
                            "sums over the two classes")
    assert X[y > 0].sum(axis=0).tolist() == X[y < 0].sum(axis=0).tolist() and (equal, different) == ("equal", "different")
    assert third[product_][y > 0].sum() != third[product_][y < 0].sum()
    any_, grow = says("{any|only a large} positive bend is enough, and only the distances {grow|shrink}")
    gaps = [2 / np.linalg.norm(LibSVC(kernel="linear", C=1e9).fit(
        np.column_stack([X, b * X[:, 0] * X[:, 1]]), y).coef_) for b in (0.1, 0.5, 1.0)]
    assert any_ == "any" and (np.diff(gaps) > 0).all() == (grow == "grow")


def test_how_many_ways_of_splitting():
    most, corner = says("Hyperplanes split $N$ distinct points of $\\mathbb{R}^d$ in {at most|at least} $2 \\sum"), says(
        "No plane has more than ${7|6}$ of the $8$ corners right")
    X = RNG.normal(size=(5, 2))
    line = np.column_stack([np.arange(5.0), np.zeros(5)])
    bound = 2 * sum(comb(4, k) for k in range(3))
    ways = [sum(separable(points, y) for y in product([-1, 1], repeat=5)) for points in (X, line)]
    assert ways[0] == bound > ways[1] and most == "at most"
    cube = np.array([*product([0.0, 1], repeat=3)])
    passed_on = np.where(cube[:, 0], cube[:, 1], cube[:, 2]) * 2 - 1        # Fredkin's gate
    assert not separable(cube, passed_on)
    assert any(separable(np.delete(cube, k, 0), np.delete(passed_on, k)) for k in range(8)) == (corner == "7")


def test_the_loss_does_not_see_what_is_orthogonal():
    loss, penalty = says("\\text{: the {loss|penalty} does not see } w_\\perp"), says("\\text{: the {penalty|loss} does.}")
    X, y = RNG.normal(size=(3, 6)), np.array([1, -1, 1])
    across = np.linalg.svd(X)[2][-1]            # orthogonal to all samples
    w = X.T @ RNG.normal(size=3)
    moved = {"loss": np.maximum(0, 1 - y * (X @ (w + across))).sum() - np.maximum(0, 1 - y * (X @ w)).sum(),
             "penalty": (w + across) @ (w + across) - w @ w}
    assert moved[loss] == pytest.approx(0, abs=1e-12) and moved[penalty] == pytest.approx(1)


def test_the_lasso_leaves_the_span():
    no = says("is smallest at $w = (0.45, 0)$, which is {no|a} multiple of $x$")
    x = np.array([2.0, 1])
    w = minimize(lambda w: (1 - w @ x)**2 / 2 + 0.2 * np.abs(w).sum(), [0.3, 0.1], method="Nelder-Mead",
                 options={"xatol": 1e-9, "fatol": 1e-14}).x
    assert w == pytest.approx([0.45, 0], abs=1e-4)
    assert (abs(w[0] * x[1] - w[1] * x[0]) > 0.1) == (no == "no")


def test_two_forms_of_ridge():
    feature, sample = says("in the *primal* form with one unknown a {feature|sample}"), says(
        "$\\beta = (K + \\lambda I)^{-1} y$ with one a {sample|feature}, where $\\varphi$ occurs in $K$ only")
    least = says("the eigenvalues of $K + \\lambda I$ are {at least|at most} $\\lambda$")
    Z, y, lam = RNG.normal(size=(4, 7)), RNG.normal(size=4), 0.3
    w = np.linalg.solve(Z.T @ Z + lam * np.eye(7), Z.T @ y)
    beta = np.linalg.solve(Z @ Z.T + lam * np.eye(4), y)
    unknown = {"feature": 7, "sample": 4}
    assert (len(w), len(beta)) == (unknown[feature], unknown[sample]) and w == pytest.approx(Z.T @ beta)
    values = np.linalg.eigvalsh(Z.T @ Z + lam * np.eye(7))
    assert (values >= lam - 1e-9).all() and values.max() > lam and least == "at least"


def test_mistakes_of_the_perceptron():
    sign = says("where $\\beta_j$ is $y_j$ {times|plus} the number of mistakes made on sample $j$ so far")
    ends, never = says("there are {at most|at least} $\\max_i K_{ii} / \\rho^2$ mistakes"), says(
        "The linear and the quadratic perceptron have {no|a} such $w$ here")
    X = np.vstack([RNG.normal(size=(10, 2)) + 2, RNG.normal(size=(10, 2)) - 2])
    y = np.repeat([1, -1], 10)
    K, beta, mistakes = X @ X.T, np.zeros(20), np.zeros(20)
    for _ in range(200):
        for i in range(20):
            if y[i] * (K[i] @ beta) <= 0:
                beta[i] += y[i]
                mistakes[i] += 1
    assert np.array_equal(beta, {"times": y * mistakes, "plus": y + mistakes}[sign])
    w = LibSVC(kernel="linear", C=1e9).fit(X, y).coef_[0]
    rho = (y * (X @ w)).min() / np.linalg.norm(w)
    assert 0 < mistakes.sum() <= K.diagonal().max() / rho**2 and ends == "at most"
    rings, labels = make_stripes(100)
    quadratic = np.column_stack([rings, rings**2, rings.prod(axis=1)])
    assert [separable(Z, labels) for Z in (rings, quadratic)] == [False, False] and never == "no"


def test_what_psd_says():
    square, rank = says("A symmetric matrix with $v^\\top K v {\\ge|\\le} 0$ for all $v$ is called **positive semi-definite**"
                        ), says("So $K$ is PSD if and only if {no|some} eigenvalue is negative")
    finite, equal = says("and if for *{every|some}* finite set of samples its Gram matrix $K$ is PSD"), says(
        "For two, the determinant of $K$ must not be {negative|positive}")
    entries, diagonal, row = says("So a Gram matrix {may|cannot} have negative entries, but not on its {diagonal|edge}; and if "
                                  "$k(x, x) = 0$, its whole {row|diagonal} is 0")
    for _ in range(200):
        M = RNG.normal(size=(3, 3))
        K = M + M.T + RNG.uniform(-1, 5) * np.eye(3)
        lowest = min(v @ K @ v / (v @ v) for v in np.vstack([RNG.normal(size=(50, 3)), np.linalg.eigh(K)[1].T]))
        assert (lowest >= -1e-12) == (np.linalg.eigvalsh(K)[0] >= -1e-12) and rank == "no"
        if lowest >= 0:
            assert np.linalg.det(K[:2, :2]) >= 0 and (K.diagonal() >= 0).all()
    Z = np.vstack([np.zeros(2), RNG.normal(size=(6, 2))])
    G = Z @ Z.T
    assert (G < 0).any() and (G[0] == 0).all() and G[0, 0] == 0 and (G.diagonal()[1:] > 0).all()
    assert (square, finite, equal, entries, diagonal, row) == ("\\ge", "every", "negative", "may", "diagonal", "row")
    far = np.array([[0.0], [0.5], [1.0]])       # the box is PSD for some sets, not for all
    box = lambda x, p: (np.abs(x - x.T) <= p).astype(float)     # noqa: E731
    assert smallest(box(far, 1.5)) >= -1e-12 > smallest(box(far, 0.7))


def test_differences_minima_and_maxima_of_kernels():
    not_ = says("Differences, minima and maxima of kernels {need not|must} be kernels")
    home, office = np.array([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]]), np.array([[1.0, 0, 0], [0, 1, 1], [0, 1, 1]])
    v = np.array([1, -1, 1])
    assert smallest(home) >= -1e-12 <= smallest(office) and smallest(np.maximum(home, office)) < 0
    assert v @ np.maximum(home, office) @ v == -1 and smallest(home - 2 * office) < 0 and not_ == "need not"
    thirds = [RNG.normal(size=(4, 2)) for _ in range(300)]
    worst = min(smallest(np.minimum(a @ a.T, b @ b.T)) for a, b in zip(thirds, thirds[1:]))
    assert worst < -1e-3
    infinitely = says("each with features of its own, so there are {infinitely|finitely} many")
    x = np.linspace(0.2, 3, 9)[:, None]
    ranks = [np.linalg.matrix_rank(sum((x[:n] @ x[:n].T)**k / factorial(k) for k in range(40)), tol=1e-14)
             for n in (3, 5, 7)]
    assert ranks == [3, 5, 7] and infinitely == "infinitely"


def test_a_gaussian_separates_whatever_labels():
    evidence, distinct = says("So separability is {no|good} evidence of learning"), says(
        "With a Gaussian all labels of {distinct|equal} samples are separable")
    rank, singular = says("And as $K$ has rank $n$ for any number $n$ of {distinct|equal} samples, {no|a} finite number of "
                          "features is enough")
    small = says("where $\\gamma$ is {small|large}, the smallest eigenvalue is lost in rounding")
    X = RNG.normal(size=(30, 2))
    K = gaussian(X, X, 5.0)
    for _ in range(5):
        y = RNG.choice([-1, 1], 30)
        assert np.array_equal(np.sign(K @ np.linalg.solve(K, y)), y)
    twins = np.vstack([X, X[:1]])
    assert np.linalg.matrix_rank(gaussian(twins, twins, 5.0)) == 30
    floors = {"small": smallest(gaussian(X, X, 1e-4)), "large": smallest(gaussian(X, X, 50.0))}
    assert abs(floors[small]) < 1e-14 and max(floors.values()) > 1e-6
    assert (evidence, distinct, rank, singular) == ("no", "distinct", "distinct", "no")


def test_which_functions_are_refuted():
    negative, nothing = says("One {negative|positive} eigenvalue beyond rounding proves that a function is no kernel"), says(
        "Having none proves {nothing|it}")
    lower, close = says("and $(xz + p)^2$ if $p {<|>} 0$ and they are {close to|far from} 0")
    outer, above, near = says("Three refute the box (1 if $d \\le p$) if only the {outer|inner} two are farther apart than $p$, "
                              "and $e^{-d^p}$ with $p {>|<} 2$ if they are {close together|far apart}")
    root, other = says("the cosine, the tent $\\max(0, 1 - d/p)$, the minimum, $(xz + p)^2$ with $p {\\ge|\\le} 0$, and "
                       "$e^{-d^p}$ with $p {\\le|\\ge} 2$")
    x = np.array([0.1, -0.1])
    square = lambda x, p: (np.outer(x, x) + p)**2       # noqa: E731
    power = lambda x, p: np.exp(-np.abs(x[:, None] - x)**p)     # noqa: E731
    assert smallest(square(x, -1.0)) < -1e-6 and (lower, close) == ("<", "close to")
    assert smallest(square(np.array([9.0, 10.0]), -1.0)) > -1e-4        # hardly to be told from rounding
    three = np.array([0, 0.5, 1.0])
    box = lambda x, p: (np.abs(x[:, None] - x) <= p).astype(float)      # noqa: E731
    assert [smallest(box(three, p)) < -1e-9 for p in (0.4, 0.7, 1.2)] == [False, True, False] and outer == "outer"
    assert smallest(power(0.1 * three, 3.0)) < -1e-9 < smallest(power(4 * three, 3.0))
    assert (above, near) == (">", "close together")
    for _ in range(200):
        z, p = RNG.normal(size=8) * 3, RNG.uniform(0.05, 2)
        kernels = [np.cos(z[:, None] - z), np.maximum(0, 1 - np.abs(z[:, None] - z) / p), square(z, p), power(z, p),
                   np.minimum.outer(np.abs(z), np.abs(z))]
        assert min(map(smallest, kernels)) > -1e-10
    assert (root, other, negative, nothing) == ("\\ge", "\\le", "negative", "nothing")


def test_heat():
    first, third, none = says("At first all heat is in node {1|4}; in the end a {third|half} is in each node that can be reached "
                              "from it, and {none|all} in node 4")
    A = np.zeros((4, 4))
    A[0, 1] = A[1, 0] = A[1, 2] = A[2, 1] = 1
    heat = [expm(-t * (np.diag(A.sum(axis=1)) - A))[:, int(first) - 1] for t in (0, 100)]
    assert heat[0].tolist() == [1, 0, 0, 0] and heat[1] == pytest.approx([1 / 3] * 3 + [0])
    assert (third, none) == ("third", "none")


def test_where_the_smaller_class_is_wrong():
    wrong, right = says("So for $C {<|>} 0.6$ it is positive, and class $-1$ is wrong"), says(
        "for $C {>|<} 0.6$ it is negative")
    side = {"<": 0.5, ">": 0.7}
    X, y = np.arange(5.0)[:, None] * 10, np.array([1, 1, 1, -1, -1])
    f = {relation: SVC(kernel="rbf", gamma=5.0, C=C, tol=1e-9).fit(X, y).decision_function(X)
         for relation, C in side.items()}
    assert (f[wrong][y < 0] > 0).all() and (f[right][y < 0] < 0).all()
    below, hardly = says("{Below|Above} the share of the larger class, about 0.6, {hardly one|nearly every one} of the smaller "
                         "class is")
    Z, labels = make_crescents(200, seed=0)[:2]
    labels = np.where(labels == np.unique(labels)[0], -1, 1)
    keep = np.r_[np.flatnonzero(labels > 0), np.flatnonzero(labels < 0)[:len(labels) // 3]]
    Z, labels = Z[keep], labels[keep]
    share = max(np.mean(labels > 0), np.mean(labels < 0))
    smaller = labels == (-1 if np.mean(labels > 0) > 0.5 else 1)
    recall = {word: np.mean((LibSVC(gamma=1e5, C=C * share).fit(Z, labels).predict(Z) == labels)[smaller])
              for word, C in (("Below", 0.7), ("Above", 1.6))}
    assert recall[below] < 0.1 and max(recall.values()) > 0.9 and hardly == "hardly one"


def test_small_gamma_is_linear():
    linear, product_ = says("**Why {small|large} γ is linear.**"), says(
        "for {small|large} $\\gamma$ only $2\\gamma C$ matters")
    X, y = make_crescents(80, seed=1)[:2]
    values = {"small": [], "large": []}
    for word, gamma in (("small", 1e-4), ("large", 1.0)):
        for by in (1, 4):
            machine = LibSVC(gamma=gamma / by, C=0.5 * by / gamma, tol=1e-8).fit(X, y)
            values[word].append(machine.decision_function(X))
    line = LibSVC(kernel="linear", C=1.0, tol=1e-8).fit(X, y).decision_function(X)
    off = {word: np.abs(f - line).max() for word, (f, _) in values.items()}
    moved = {word: np.abs(np.subtract(*pair)).max() for word, pair in values.items()}
    assert off[linear] < 0.1 and max(off.values()) > 0.4 and moved[product_] < 0.1 and max(moved.values()) > 0.3


def test_which_gamma_a_program_takes():
    agree, no = says("Standardise the features; then “scale” and “auto” {agree|differ}, if {no|one} feature is constant")
    distance, changes = says("adding a constant to one feature changes {no|each} distance, but it changes {this|neither} $\\gamma$")
    X = RNG.normal(size=(40, 3)) * [1, 5, 20] + [3, 0, -7]
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    assert 1 / (3 * Z.var()) == pytest.approx(1 / 3) and agree == "agree" and no == "no"
    constant = np.column_stack([Z[:, :2], np.zeros(40)])
    assert 1 / (3 * constant.var()) != pytest.approx(1 / 3)
    moved = X + [50, 0, 0]
    assert np.allclose(X[:, None] - X, moved[:, None] - moved) and distance == "no"
    assert (1 / (3 * X.var()) != pytest.approx(1 / (3 * moved.var()))) == (changes == "this")


def test_gamma():
    larger, way = page_says("04_kernels", "A {larger|smaller} $\\gamma > 0$ makes it {narrower|wider}")
    far = [rbf([[0.0]], [[1.0]], gamma=g)[0, 0] for g in (0.5, 2.0)]
    assert (far[1] < far[0]) == ((larger, way) in {("larger", "narrower"), ("smaller", "wider")})
    side, whose = page_says("04_kernels", "If $C$ is {below|above} the share of the larger class, here $0.6$, no "
                            "$\\alpha_i$ can overcome $b$, which has {this|the other} class’s sign")
    X, y = RNG.normal(size=(50, 2)), np.repeat([1, -1], [30, 20])
    right = {C: np.mean(LibSVC(C=C, gamma=1e4).fit(X, y).predict(X) == y) for C in (0.5, 0.7)}
    assert right == {0.5: 0.6, 0.7: 1.0} and (side, whose) == ("below", "this")


def test_cubes_are_split_in_fewer_ways():
    fewer = page_says("04_kernels", "from $d = 3$ on the true numbers are {smaller|larger}")
    corners = np.array(list(itertools.product([0, 1], repeat=3)))
    ways = 0
    for labels in itertools.product([-1, 1], repeat=8):
        y = np.array(labels)
        found = linprog(np.zeros(4), A_ub=-y[:, None] * np.column_stack([corners, np.ones(8)]),
                        b_ub=-np.ones(8), bounds=[(None, None)] * 4)
        ways += found.status == 0
    assert UP[fewer] * (ways - 2 * sum(math.comb(7, k) for k in range(4))) > 0


def test_kernel_or_not():
    page = "04_kernels"

    def refuted(name, x, p):
        x = np.array(x, float)
        return not is_psd(kernel_or_not.FUNCTIONS[name].values(x[:, None], x, p)).psd
    together = page_says(page, "Not at width 2. {Closer together|Farther apart}, from the next step")
    assert not refuted("exp(−dᵖ)", [0, 1, 2], 4)
    width = 2 / 2**0.5 if together == "Closer together" else 2 * 2**0.5
    assert refuted("exp(−dᵖ)", [0, width / 2, width], 4)
    above, far = page_says(page, "Both. The eigenvalues are {above|below} 0, but far {below|above} what")
    pivots = []         # of Gauss's elimination, all positive if and only if all eigenvalues are
    with localcontext(prec=150):
        x = [Decimal(2 * k) / 29 for k in range(30)]
        rows = [[(-(a - c)**2).exp() for c in x] for a in x]
        for k in range(30):
            pivots.append(rows[k][k])
            for i in range(k + 1, 30):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [u - factor * v for u, v in zip(rows[i], rows[k])]
    assert (min(pivots) > 0) == (above == "above")
    assert (min(pivots) < Decimal("1e-16")) == (far == "below")


def test_the_map_of_c_and_gamma():
    page = "04_kernels"
    C, gamma = kernel_map.C_AXIS.places(), kernel_map.GAMMA_AXIS.places()
    s = kernel_map.samples("crescents")

    def cell(up: str, side: str):
        at = (C[1] if up == "lower" else C[-1]), (gamma[0] if side == "left" else gamma[-1])
        return LibSVC(C=at[0], gamma=at[1]).fit(s.X, s.y)
    larger = 1 if np.mean(s.y == 1) > 0.5 else -1
    flat = page_says(page, "1. {Lower|Upper} left and {lower|upper} right: flat, and all samples get the "
                     "{larger|smaller} class. {Upper|Lower} left: nearly a line. {Upper|Lower} right: islands")
    for word, side in zip(flat[:2], ("left", "right")):
        same = np.unique(cell(word.lower(), side).predict(s.V))
        assert same.tolist() == [larger if flat[2] == "larger" else -larger]
    line, islands = cell(flat[3].lower(), "left"), cell(flat[4].lower(), "right")
    direction = np.linalg.lstsq(np.column_stack([s.V, np.ones(1000)]), line.decision_function(s.V))[0]
    straight = np.sign(np.column_stack([s.V, np.ones(1000)]) @ direction)
    assert np.mean(straight == line.predict(s.V)) > 0.9 and islands.score(s.X, s.y) == 1


def test_a_small_gamma_is_linear():
    X, y = make_overlap_60()
    two = page_says("04_kernels", "Small $\\gamma$ is linear with penalty ${2|4}\\gamma C$")
    gamma, far = 1e-5, {}
    bent = LibSVC(C=0.1 / gamma, gamma=gamma, tol=1e-6).fit(X, y).decision_function(X)
    for factor in (1, 2, 4):
        line = LibSVC(kernel="linear", C=0.1 * factor, tol=1e-6).fit(X, y).decision_function(X)
        far[factor] = np.abs(bent - line).max()
    assert far[int(two)] == min(far.values()) < 0.02


def test_a_large_gamma_learns_by_heart_or_ignores():
    said = page_says("04_kernels", "with a large $\\gamma$, $C$ decides whether the {smaller|larger} class is "
                     "learnt by heart or ignored")
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.repeat([1, -1], [40, 20])
    small = y == (-1 if said == "smaller" else 1)
    assert (LibSVC(C=10, gamma=1e4).fit(X, y).predict(X)[small] == y[small]).all()
    assert (LibSVC(C=0.2, gamma=1e4).fit(X, y).predict(X)[small] != y[small]).all()
