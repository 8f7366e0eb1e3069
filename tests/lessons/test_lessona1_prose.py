"""The deciding words of A1 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge

import told
from coursekit.linear import back_substitute, cholesky, forward_substitute, logit_fit, ridge
from told import page_says

RNG = np.random.default_rng(0)
UP = told.UP


def says(words: str) -> str | list[str]:
    return page_says("a1_linear_models", words)


def line(n: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Return samples about a line, not centred."""
    x = RNG.normal(3, 1, n)
    return x, 2 * x - 1 + RNG.normal(size=n)


def test_one_solution_unless_all_x_are_equal():
    equal, better = says("unless *all $x_i$ are {equal|different}*"), says("Then {no|one} slope is better than another")
    x, y = line()
    for these, alike in ((x, False), (np.full(12, 2.0), True)):
        determinant = 12 * (these**2).sum() - these.sum()**2
        assert (abs(determinant) < 1e-9) == alike
        least = [min(np.sum((w * these + b - y)**2) for b in (y - w * these).mean(keepdims=True)) for w in (-1, 0, 2)]
        assert (np.ptp(least) < 1e-9) == alike
    assert (equal, better) == ("equal", "no")


def test_where_the_minimum_is_not_the_only_one():
    smaller, least = says("There {no|a} change $u$ makes $J$ {smaller|larger}, because $\\lVert \\tilde X u \\rVert^2 \\ge 0$")
    zero, not_ = says("$\\tilde w + u$ is another minimum if and only if $\\tilde X u {=|\\ne} 0$ and $u {\\ne|=} 0$")
    through = says("The line does {not|also} pass through the origin, so the two features alone are independent")
    s = RNG.normal(size=6)
    X = np.column_stack([1 + s, 2 - 3 * s])             # on a line that misses the origin
    Z, y = np.column_stack([np.ones(6), X]), RNG.normal(size=6)
    w = np.linalg.pinv(Z) @ y
    J = lambda w: np.sum((Z @ w - y)**2)        # noqa: E731
    turned = np.linalg.svd(Z)[2][-1]
    assert np.abs(Z @ turned).max() < 1e-12 and J(w + 5 * turned) == pytest.approx(J(w))
    for u in RNG.normal(size=(50, 3)):
        assert J(w + u) >= J(w) and J(w + u) - J(w) == pytest.approx(np.sum((Z @ u)**2))
    assert np.linalg.matrix_rank(Z) == np.linalg.matrix_rank(X) == 2
    assert (smaller, least, zero, not_, through) == ("no", "smaller", "=", "\\ne", "not")
    shortest, orthogonal = says("so the {shortest|longest} is {orthogonal|parallel} to $u$")
    lengths = [np.linalg.norm(w + t * turned) for t in (-1, -0.1, 0, 0.1, 1)]
    assert abs(w @ turned) < 1e-12 and np.argmin(lengths) == 2 and (shortest, orthogonal) == ("shortest", "orthogonal")


def test_pivots():
    positive, unique = says("If all pivots are {positive|negative}, $L$ is invertible"), says(
        "The formulas leave no choice but the {sign|size} of the root, so $L$ is unique")
    squared, before = says("So the pivot is then the {squared|plain} distance of column $j$ of $\\tilde X$ from the span of the "
                           "columns {before|after} it")
    Z = RNG.normal(size=(9, 4))
    L = cholesky(Z.T @ Z)
    for j in range(4):
        span = {"before": Z[:, :j], "after": Z[:, j + 1:]}[before]
        rest = Z[:, j] - span @ np.linalg.lstsq(span, Z[:, j], rcond=None)[0]
        assert L[j, j]**2 == pytest.approx(np.linalg.norm(rest)**{"squared": 2, "plain": 1}[squared])
    assert (np.diag(L) > 0).all() and (positive, unique) == ("positive", "sign")
    signs = np.diag([1, -1, 1, -1])
    assert (L @ signs) @ (L @ signs).T == pytest.approx(Z.T @ Z)
    first, last = says("The first is done from the {first|last} equation down, **forward substitution**; the second has its single "
                       "unknown in the *{last|first}* equation")
    v = RNG.normal(size=4)
    z = forward_substitute(L, v)
    assert z[0] == pytest.approx(v[0] / L[0, 0]) and first == "first"
    assert back_substitute(L.T, z)[-1] == pytest.approx(z[-1] / L[-1, -1]) and last == "last"


def test_the_condition_number():
    top, bottom = says("of a positive definite $M$ is its {largest|smallest} eigenvalue $\\lambda_{\\max}$ divided by its "
                       "{smallest|largest}")
    worst = says("the solution of $M x = v$ changes, at {worst|best}, by so many per cent")
    least = says("For $x$ is {at least|at most} $\\lVert v \\rVert / \\lambda_{\\max}$ long")
    Z = RNG.normal(size=(8, 5))
    M = Z.T @ Z
    values = np.linalg.eigvalsh(M)
    end = {"largest": values[-1], "smallest": values[0]}
    number = end[top] / end[bottom]
    assert number == pytest.approx(np.linalg.cond(M))
    ratios = []
    for v, change in RNG.normal(size=(300, 2, 5)):
        x, moved = np.linalg.solve(M, v), np.linalg.solve(M, v + change)
        assert np.linalg.norm(x) >= np.linalg.norm(v) / values[-1] - 1e-12
        ratios.append(np.linalg.norm(moved - x) / np.linalg.norm(x) / (np.linalg.norm(change) / np.linalg.norm(v)))
    assert max(ratios) <= number + 1e-9 and (worst, least) == ("worst", "at least")


def test_what_ridge_does():
    positive, unique = says("Now all eigenvalues are {positive|negative}, so the solution is {unique|not unique}, whatever the "
                            "samples are")
    times = says("so the same effect needs a λ that is $n$ times as {large|small}")
    along, direction = says("The dots lie along $(1, {-1|1})$, the direction of the {small|large} eigenvalue")
    X = np.column_stack([x := RNG.normal(size=40), x + 0.05 * RNG.normal(size=40)])
    assert np.linalg.eigvalsh(X[:, [0, 0]].T @ X[:, [0, 0]] + 0.1 * np.eye(2))[0] > 0
    assert (positive, unique) == ("positive", "unique")
    values, vectors = np.linalg.eigh(X.T @ X)
    way = vectors[:, {"small": 0, "large": 1}[direction]]
    assert way * np.sign(way[0]) == pytest.approx(np.array([1, int(along)]) / 2**0.5, abs=0.05)
    draws = np.array([np.linalg.lstsq(X, X.sum(axis=1) + RNG.normal(size=40), rcond=None)[0] for _ in range(200)])
    assert np.var(draws @ way) > 20 * np.var(draws @ np.array([1, 1]))
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    y = Z.sum(axis=1) + RNG.normal(size=40)
    mean = np.linalg.solve(Z.T @ Z / 40 + 0.3 * np.eye(2), Z.T @ y / 40)
    factor = {"large": 40, "small": 1 / 40}[times]
    assert np.linalg.solve(Z.T @ Z + 0.3 * factor * np.eye(2), Z.T @ y) == pytest.approx(mean)


def test_units_decide_what_a_weight_costs():
    hundredth, less = says("in centimetres a height has a {hundredth|hundredfold} of the weight that it has in metres, and costs "
                           "{less|more}")
    metres, y = RNG.normal(1.7, 0.1, 60), RNG.normal(size=60)
    w = {unit: LinearRegression().fit((metres * unit)[:, None], y).coef_[0] for unit in (1, 100)}
    assert w[100] / w[1] == pytest.approx({"hundredth": 0.01, "hundredfold": 100}[hundredth])
    shrunk = {unit: Ridge(1.0).fit((metres * unit)[:, None], y).coef_[0] * unit / w[1] for unit in (1, 100)}
    assert UP[less] * (shrunk[100] - shrunk[1]) < 0     # kept the more, the less it costs


def test_the_penalised_intercept():
    mean, stay, less = says("It can, because the mean of the $x_i$ is {not zero|zero}: with centred features $w$ would "
                            "{stay|change}, and $b$ would rise by {less|more} than $100$")
    nothing, leave = says("A shift of the targets should change {nothing|all} but $b$, and by just this shift, so most libraries "
                          "leave it {free|penalised}")
    x, y = line()

    def penalised(x, y):
        Z = np.column_stack([np.ones(len(x)), x])
        return np.linalg.solve(Z.T @ Z + np.eye(2), Z.T @ y)
    for centre, stays in ((0, False), (x.mean(), True)):
        (b, w), (b2, w2) = penalised(x - centre, y), penalised(x - centre, y + 100)
        assert (abs(w2 - w) < 1e-9) == stays and UP[less] * (b2 - b - 100) > 0
    one, other = (Ridge(1.0).fit(x[:, None], t) for t in (y, y + 100))
    assert one.coef_ == pytest.approx(other.coef_) and other.intercept_ - one.intercept_ == pytest.approx(100)
    assert (mean, stay, nothing, leave) == ("not zero", "stay", "nothing", "free")
    w, b = ridge(x[:, None], y, 1.0)
    centred = Ridge(1.0, fit_intercept=False).fit((x - x.mean())[:, None], y - y.mean())
    assert w == pytest.approx(centred.coef_) and says("fit {without|with} intercept, and compute $b$ at the end") == "without"


def test_the_dual_form():
    sign, exactly = says("the matrix $X X^\\top$ has no {negative|positive} eigenvalue"), says(
        "The dual form is cheaper exactly if $n {<|>} d$")
    small, more, grow = says("For a {small|large} $\\lambda$ and $n {>|<} d$ the coefficients $\\beta$ are {large|small}")
    X = RNG.normal(size=(7, 3))
    assert np.linalg.eigvalsh(X @ X.T).min() >= -1e-12 < 1 < np.linalg.eigvalsh(X @ X.T).max() and sign == "negative"
    unknowns = {"<": (3, 7), ">": (7, 3)}[exactly]
    assert unknowns[0] < unknowns[1]                    # samples are the unknowns of the dual form
    sizes = {}
    for name, (n, d) in {">": (20, 3), "<": (3, 20)}.items():
        A, y = RNG.normal(size=(n, d)), RNG.normal(size=n)
        sizes[name] = {lam: np.abs(np.linalg.solve(A @ A.T + lam * np.eye(n), y)).max() for lam in (1e-6, 1.0)}
    assert sizes[more][{"small": 1e-6, "large": 1.0}[small]] > 1e4 > 10 * sizes["<"][1e-6] and grow == "large"
    division = says("as they are residuals {divided|multiplied} by $\\lambda$")
    beta = np.linalg.solve(A @ A.T + 0.3 * np.eye(3), y)
    rest = y - A @ (A.T @ beta)
    assert beta == pytest.approx(rest / 0.3 if division == "divided" else rest * 0.3)


def test_the_logit():
    smallest, of = says("The squares that are {smallest|largest} then are those of the *{logits|samples}*")
    large, near = says("a {large|small} one {near|far from} $0$ and near $y_{\\max}$")
    error = lambda y, top=4.0: top / (y * (top - y))        # noqa: E731
    assert min(error(0.01), error(3.99)) > 10 * error(2.0) and (large, near) == ("large", "near")
    x = np.linspace(-3, 3, 15)
    y = np.clip(4 / (1 + np.exp(-x)) + 0.3 * RNG.normal(size=15), 0.05, 3.95)
    w, b = logit_fit(x[:, None], y, 4.0)
    logits = lambda v: np.sum((np.log(y / (4 - y)) - v[0] * x - v[1])**2)       # noqa: E731
    plain = lambda v: np.sum((y - 4 / (1 + np.exp(-v[0] * x - v[1])))**2)       # noqa: E731
    found = [*w, b]
    assert minimize(logits, [1, 0]).fun == pytest.approx(logits(found), rel=1e-6)
    assert minimize(plain, [1, 0]).fun < plain(found) * 0.999 and (smallest, of) == ("smallest", "logits")
    straight, parallel = says("With two features the contour lines of $f$ are {straight|curved} and {parallel|crossing}")
    points = RNG.normal(size=(2, 2))
    v = np.array([1.0, -2])
    points[1] = points[0] + 3 * np.array([2.0, 1])      # along a line on which ⟨w, x⟩ stays
    assert np.ptp(points @ v) == pytest.approx(0) and (straight, parallel) == ("straight", "parallel")


def test_logistic_regression():
    most, larger, better = says("so that the observed labels are {most|least} probable"), says(
        "A step after which $\\ell$ is {larger|smaller} is halved"), says(
        "so has $2f$, and all probabilities are {better|worse}")
    never, lowers, none = says("The likelihood comes near to $1$ but {never|always} reaches it"), *says(
        "a step along $u$ {lowers|raises} some terms of $\\ell$ and {raises|lowers} none")
    every, worse, again = says("If none separates, {every|some} direction $u$ makes some sample {worse|better} and {worse|better}, so")
    X, y = RNG.normal(size=(40, 2)), RNG.integers(0, 2, 40)
    apart = (X @ [1, 1] > 0).astype(int)
    ell = lambda v, y: np.logaddexp(0, -(2 * y - 1) * (X @ v)).sum()        # noqa: E731
    heights = np.array([np.logaddexp(0, -(2 * apart - 1) * (X @ (t * np.ones(2)))) for t in (1, 2, 4, 8)])
    assert (np.diff(heights, axis=0) < 0).all() and heights[-1].sum() > 0
    for u in RNG.normal(size=(50, 2)):
        assert ell(50 * u / np.linalg.norm(u), y) > ell(np.zeros(2), y) + 5
    found = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10, max_iter=1000).fit(X, y).coef_[0]
    assert all(ell(found, y) <= ell(found + u, y) for u in RNG.normal(size=(50, 2)) * 0.1)
    assert (most, larger, better, never, lowers, none) == ("most", "larger", "better", "never", "lowers", "raises")
    assert (every, worse, again) == ("every", "worse", "worse")
    times = says("As in least squares, the gradient is features times {residuals|targets}")
    p = 1 / (1 + np.exp(-X @ found * 0.5))
    slope = [(ell(found * 0.5 + h, y) - ell(found * 0.5 - h, y)) / 2e-6 for h in 1e-6 * np.eye(2)]
    assert slope == pytest.approx(X.T @ {"residuals": p - y, "targets": y}[times], abs=1e-4)


def test_ridge_and_inverses():
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
