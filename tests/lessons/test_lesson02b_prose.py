"""The deciding words of sitting 02b are read from its page, and tried by computing which are true.

f(x) = ⟨w, x⟩ + b; P(w, b) = ½‖w‖² + C Σ max(0, 1 - y f); W(α) = Σ α - ½‖Σ α y x‖².
"""
from __future__ import annotations

import ast
from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from sklearn.svm import SVC as LibSVC

import told
from coursekit.datasets import make_and, make_linear_40, make_overlap_60, make_two_points, make_xor
from coursekit.exercise import grade
from coursekit.exercises.lesson02b import kkt_violation, perceptron
from coursekit.explorers import SlackPrice
from coursekit.explorers.slack_price import DATA, path
from coursekit.linear import optimal_intercepts
from coursekit.svm import DualProblem, solve_qp, solve_smo
from coursekit.svm.qp import standard_form
from pages import NOTEBOOKS, code_cells, read as read_page
from told import page_says, prose, read

PAGE = "02b_margins"
CODE = code_cells(read_page(next(path for path in NOTEBOOKS if path.stem == PAGE)))
STRINGS = [node.value for cell in CODE for node in ast.walk(ast.parse(cell.source))
           if isinstance(node, ast.Constant) and isinstance(node.value, str)]
PICK = {"largest": max, "smallest": min, "nearest": min, "farthest": max, "cheapest": min, "dearest": max, "minimise": min,
        "maximise": max}
SIGN = told.UP | {
    ">": 1, "<": -1, "plus": 1, "minus": -1, "lengthened": 1, "shortened": -1, "Above": 1, "Below": -1}
RNG = np.random.default_rng(0)
ALL = {"all": np.all, "some": np.any, "no": lambda v: not np.any(v)}


def says(words: str) -> str | list[str]:
    """Return what stands at the spots of the page's text, of what its cells say, or of a figure's title."""
    found, _ = read(words, [prose(PAGE), *STRINGS])
    return found[0] if len(found) == 1 else found


def machine(X, y, C: float = np.inf) -> tuple[np.ndarray, np.ndarray, float]:
    """Return α, w, and the intercept in the middle of its interval."""
    alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
    w = (alpha * y) @ X
    return alpha, w, float(np.mean(optimal_intercepts(X @ w, y)))


def hinge(X, y, w, b) -> np.ndarray:
    return np.maximum(0, 1 - y * (X @ w + b))


def P(X, y, w, b, C) -> float:
    return w @ w / 2 + C * hinge(X, y, w, b).sum()


def W(X, y, alpha) -> float:
    return alpha.sum() - np.sum(((alpha * y) @ X)**2) / 2


def feasible(rng, y, C: float = 5) -> np.ndarray:
    """Return multipliers of the box, in balance."""
    alpha = rng.random(len(y))
    for label in (1, -1):
        alpha[y == label] /= alpha[y == label].sum()
    return alpha * rng.random() * C


def front(X) -> np.ndarray:
    return np.column_stack([np.ones(len(X)), X])


def cloud(apart: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    y = np.repeat([1, -1], [7, 6 - seed % 3])
    return np.random.default_rng(seed).normal(size=(len(y), 2)) + apart * y[:, None], y


AND, SIXTY = make_and(), make_overlap_60()
TWICE, BOTH = ((np.vstack([AND[0], AND[0][3]]), np.append(AND[1], label)) for label in (1, -1))     # (1, 1) stands twice
ONE = np.array([[2.0, 2], [0, 0], [1, 0], [0, 1], [-1, 1], [1, 0]]), np.array([1, -1, -1, -1, -1, -1])
COLLINEAR = np.array([[0.0, 0], [1, 1], [1, 1], [3, 3], [4, 4]]), np.array([-1, -1, -1, 1, 1])
TIES = np.array([[0.0, 1], [1, 0], [1, 1], [1, 2]]), np.array([-1, 1, 1, 1])
GRID = np.random.default_rng(5).integers(0, 3, (12, 2)).astype(float), np.repeat([1, -1, 1], 4)
MIXED = [AND, TWICE, BOTH, ONE, COLLINEAR, make_xor(), GRID, SIXTY, *(cloud(0.6, k) for k in range(4))]
HARD = [(X, y, *machine(X, y)) for X, y in (
    AND, TWICE, ONE, COLLINEAR, TIES, make_two_points(), *(cloud(2.2, k) for k in range(4)))]
SOFT = [(X, y, C, *machine(X, y, C)) for X, y in MIXED for C in (0.01, 0.3, 4.0, 50.0)]


def test_the_side_of_a_line():
    perpendicular = says("So $w$ is {perpendicular|parallel} to the line")
    positive, side = says("$y f(x)$ is {positive|negative} exactly if $x$ lies on {its own|the other} side")
    for w0, w1, b, d, t in np.random.default_rng(0).normal(size=(50, 5)):
        w, along = np.array([w0, w1]), np.array([-w1, w0])
        foot = -b * w / (w @ w) + t * along
        assert [foot @ w + b, (foot + along) @ w + b] == pytest.approx([0, 0])
        assert perpendicular == ("perpendicular" if abs(w @ along) < 1e-9 else "parallel")
        f = (foot + d * w / np.linalg.norm(w)) @ w + b
        assert all((SIGN[positive] * y * f > 0) == ((d * y > 0) == (side == "its own")) for y in (1, -1))


def test_regression_objects_to_what_is_too_right():
    much, right = says("above $1$ as {much|little} as one far below: it objects to samples that are *too {right|wrong}*")
    side, wrong = says("to $10$, far on {its own|the other} side"), says("the sample at 2 is on the {wrong|right} side")
    old, new = (np.polyfit([0, 1, 2, last], [-1, -1, 1, 1], 1) for last in (3, 10))
    assert (side, right) == (("its own", "right") if np.polyval(old, 10) > 1 else ("the other", "wrong"))
    assert wrong == ("wrong" if np.polyval(new, 2) < 0 else "right")
    assert much == ("much" if all((1 + t - 1)**2 == (1 - t - 1)**2 for t in range(9)) else "little")


def test_the_rule_of_the_perceptron():
    wrong, one = says("only where a sample is {wrong|right}. To treat both alike, put a constant {1|0} in front")
    where, sign = says("\\langle \\tilde w, \\tilde x \\rangle {\\le|<|\\ge} 0$, replace $\\tilde w$ by $\\tilde w {+|-} y \\tilde x$")
    raises, none = says("This is an **update**; it {raises|lowers}"), says("Stop when an epoch needs {no|one} update")
    met = {"\\le": np.less_equal, "<": np.less, "\\ge": np.greater_equal}[where]
    for X, y, *_ in HARD:
        Z, w, updates = front(X) * [float(one), 1, 1], np.zeros(3), 0
        for _ in range(200):
            before = updates
            for z, label in zip(Z, y):
                if met(product := label * (w @ z), 0):
                    w, updates = w + SIGN[sign] * label * z, updates + 1
                    assert label * (w @ z) - product == pytest.approx(SIGN[raises] * (z @ z))
                    assert wrong == ("wrong" if product <= 0 else "right")
            if updates - before == {"no": 0, "one": 1}[none]:
                break
        assert updates == perceptron(X, y)[1] and w == pytest.approx(perceptron(X, y)[0])


def test_the_proof_and_what_separates():
    line, sign, wrong = says("In the {second|first} line the middle term is {not positive|positive}, because the sample was {wrong|right}")
    never, larger = says("A scalar product is {never|always} {larger|smaller} than the product of the lengths")
    every, least = says("A line **separates** the classes if {all|some}"), says("is such a $u$, and the {smallest|largest} product is")
    rng = np.random.default_rng(0)
    for X, y, _, v, b in HARD:
        best, w = np.r_[b, v], np.zeros(3)
        for z, label in list(zip(front(X), y)) * 9:
            if (product := label * (w @ z)) <= 0:
                assert ({"first": label * (z @ best), "second": 2 * product}[line] > 0) == (sign == "positive")
                assert wrong == ("right" if product > 0 else "wrong")
                w = w + label * z
        for u in [best, *rng.normal(size=(20, 3))]:
            products, right = y * (front(X) @ u), np.sign(front(X) @ u) == y
            assert ALL[every](products > 0) == right.all() and (not right.all() or (products >= PICK[least](products)).all())
    a, b = rng.normal(size=(2, 200, 3))
    more = SIGN[larger] * ((a * b).sum(axis=1) - np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)) > 0
    assert never == {0: "never", 200: "always"}[more.sum()]


def test_below_the_bound():
    orders, below = says("the {24|12} orders need"), says("The perceptron stays {below|above} Novikoff's bound")
    another, sign = says("the same line has {another|the same} intercept"), says("of length 1 and a number $\\rho {>|<} 0$")
    for shift in (-0.5, 1, 3):
        X, y = AND[0] + shift, AND[1]
        _, w, b = machine(X, y)
        assert w == pytest.approx([2, 2]) and another == ("the same" if abs(b + 3) < 1e-6 else "another")
        rho = min(SIGN[sign] * y * (X @ w + b)) / np.linalg.norm([b, *w])
        counts = [perceptron(X[list(p)], y[list(p)])[1] for p in permutations(range(4))]
        bound = (np.linalg.norm(front(X), axis=1).max() / rho)**2
        assert (SIGN[below] * (np.array(counts) - bound) > 0).all() and len(counts) == int(orders)


def test_which_line_and_who_is_near_it():
    another, largest = says("On AND the perceptron finds {another|the same}"), says("the line with the *{largest|smallest}* margin")
    nearest, which = says("call the distance of the {nearest|farthest} sample"), says("the perceptron finds {a|the best} separating line")
    closer, its, correctly = says("A new sample that lies {closer|farther} than that to an old one of {its|the other} class is classified "
                                  "{correctly|wrongly}")
    lines = [perceptron(AND[0][i], AND[1][i])[0] for i in ([0, 1, 2, 3], [0, 2, 1, 3])]
    assert another == ("the same" if np.allclose(*lines) else "another")
    rng, best = np.random.default_rng(0), []
    for X, y, _, v, c in HARD:
        b, *w = perceptron(X, y)[0]
        margins = [PICK[nearest](y * (X @ n + m)) / np.linalg.norm(n) for n, m in ((w, b), (v, c))]
        assert PICK[largest](margins) == pytest.approx(margins[1]) == pytest.approx(1 / np.linalg.norm(v))
        steps, far = rng.normal(size=(200, len(y), 2)), margins[0] * (0.999 * rng.random((200, len(y))) + (closer == "farther"))
        new = (X + steps * (far / np.linalg.norm(steps, axis=2))[..., None]) @ w + b
        assert ((y * {"its": 1, "the other": -1}[its] * new > 0) == (correctly == "correctly")).all()
        best.append(np.isclose(*margins))
    assert which == ("the best" if all(best) else "a")


def test_the_scale_of_w():
    positive, every = says("Multiplying $w$ and $b$ by a {positive|negative} number"), says("\\ge 1 \\quad\\text{for {all|some} } i")
    way, near = says("\\text{{minimise|maximise} } \\tfrac12 \\|w\\|^2 \\quad"), says("is the {smallest|largest} distance in its table")
    largest, smallest = says("it is {largest|smallest} where $\\|w\\|$, or $\\frac12 \\|w\\|^2$, is {smallest|largest}")
    nothing, larger, shortened = says("loses {nothing|much}: if all products were {larger|smaller} than 1, $w$ and $b$ could be "
                                      "{shortened|lengthened}")
    assert PICK[near](np.abs(AND[0] @ [1, 1] - 1.5) / 2**0.5) == pytest.approx(8**-0.5)
    for X, y, _, w, b in HARD:
        lines = np.vstack([np.outer([1, 0.9, 0.4, 3], np.r_[w, b]), np.r_[w, b] + np.random.default_rng(0).normal(size=(300, 3))])
        products, length = y * (lines[:, :2] @ X.T + lines[:, 2:]), np.linalg.norm(lines[:, :2], axis=1)
        assert PICK[way](length[ALL[every](products >= 1 - 1e-6, axis=1)]) == pytest.approx(length[0])
        assert nothing == ("nothing" if min(products[0]) < 1.001 else "much")
        least, length = (v[products.min(axis=1) > 1e-6] for v in (products, length))
        margin, t = least.min(axis=1) / length, {"larger": 1.5, "smaller": 0.7}[larger]
        assert (SIGN[positive] * 2.5 * least).min(axis=1) / (2.5 * length) == pytest.approx(margin)
        assert PICK[largest](margin) == pytest.approx(1 / PICK[smallest](length / least.min(axis=1)))
        assert SIGN[shortened] * (1 / min(t * products[0]) - 1) > 0         # t w, t b, and back to 1


def test_one_solution_and_only_one():
    most, shorter = says("Only $w$ with $\\|w\\|$ at {most|least} that of"), says("would be feasible and {shorter|longer}")
    bounds = says("a {positive|negative} sample bounds it from {below|above}, a {negative|positive} one from {above|below}")
    every, shortened = says("{all|no} $y_i f(x_i) > 1$, and $w$ could be {shortened|lengthened}")
    rng, b = np.random.default_rng(0), np.linspace(-50, 50, 1001)
    for label, end in (bounds[:2], bounds[2:]):
        allowed = b[SIGN[label] * (rng.normal() + b) >= 1]
        assert end == ("below" if allowed[-1] == 50 else "above") and len(allowed) < 1001
    for X, y, _, w, _ in HARD:
        u, v = rng.normal(size=(2, 2)) / 9 + w
        v *= np.linalg.norm(u) / np.linalg.norm(v)
        assert SIGN[shorter] * (np.linalg.norm((u + v) / 2) - np.linalg.norm(u)) > 0
        low, high = (1 - X[y > 0] @ (1.3 * w)).max(), (-1 - X[y < 0] @ (1.3 * w)).min()
        products = y * (X @ (1.3 * w) + (low + high) / 2)       # 1.3 w is feasible, with each b from low to high
        assert low < high and most == ("most" if np.linalg.norm(w) < np.linalg.norm(1.3 * w) else "least")
        assert ALL[every](products > 1) and SIGN[shortened] * (1 / min(products) - 1) > 0


def test_the_dual_function():
    least, kind = says("we need its {smallest|largest} value over $w$ and $b$"), says("$L$ is {convex|concave} in $w$; its gradient")
    unlike, end, like = says("If $\\sum_i \\alpha_i y_i {\\ne|=} 0$, this goes to ${-\\infty|\\infty}$. So only multipliers with "
                             "$\\sum_i \\alpha_i y_i {=|\\ne} 0$ matter")
    rng, balance = np.random.default_rng(0), np.array([0, 1, 1, 2]) @ AND[1]
    assert says("For example, {balanced|unbalanced} multipliers for AND") == ("unbalanced" if balance else "balanced")
    for X, y, *_ in HARD:
        for alpha in (feasible(rng, y), rng.random(len(y))):
            L = lambda w, b, a=alpha, X=X, y=y: w @ w / 2 - a @ (y * (X @ w + b) - 1)       # noqa: E731
            w, v, even = (alpha * y) @ X, rng.normal(size=2), abs(alpha @ y) < 1e-9
            assert kind == ("convex" if L(w + v, 0) + L(w - v, 0) > 2 * L(w, 0) else "concave")
            assert PICK[least](L(w + t * v, 0) for t in (-1, 0, 1)) == L(w, 0)
            moved = PICK[least](L(w, b) - L(w, 0) for b in (-1e9, 1e9))
            assert (abs(moved) > 1e6) == (even == (unlike == "=")) == (even == (like == "\\ne"))
            assert even or end == ("-\\infty" if moved < 0 else "\\infty")


def test_the_dual_problem():
    way, known = says("to be *{maximise|minimise}d* where all"), says("It knows the samples only by their {scalar products|lengths}")
    weak, between = says("By {weak|strong} duality the optimum lies {between|outside}")
    largest, smallest = says("the {largest|smallest} $W$ is the {smallest|largest} $\\frac12 \\|w\\|^2$")
    rng, turn = np.random.default_rng(0), np.array([[0.6, -0.8], [0.8, 0.6]])
    for X, y, best, w, b in HARD:
        alphas = [best, *(feasible(rng, y) for _ in range(50))]
        values, flips = [W(X, y, a) for a in alphas], rng.choice([-1, 1], (len(y), 1)) if known == "lengths" else 1
        assert [W(flips * X @ turn, y, a) for a in alphas] == pytest.approx(values) and PICK[way](values) == values[0]
        lines = [(w, b), *((w + v[:2], b + v[2]) for v in rng.normal(size=(300, 3)))]
        costs = [v @ v / 2 for v, c in lines if (y * (X @ v + c) >= 1 - 1e-6).all()]
        assert PICK[largest](values) == pytest.approx(PICK[smallest](costs))
    low, best, high = W(*AND, np.array([0, 1, 1, 2])), W(*AND, HARD[0][2]), 4
    assert between == ("between" if low <= best <= high + 1e-6 else "outside") and weak == ("strong" if low == high else "weak")


def test_the_nearest_points_of_the_hulls():
    same, when = says("the negative ones have the {same|opposite} sum"), says("\\qquad\\text{{largest|smallest} at } s")
    near, apart = says("looks for the *{nearest|farthest} points of"), says("The strip is as wide as {the hulls are apart|a hull is}")
    only, their = says("$\\alpha_i > 0$ {only|exactly} for samples on {their|no} margin boundary")
    on = TIES[1] * (TIES[0] @ [2, 0] - 1) == 1
    assert not kkt_violation(on * 1.0, np.array([2, 0, 2, 0]), np.inf).any() and only == ("exactly" if on.sum() == 2 else "only")
    rng = np.random.default_rng(0)
    for X, y, alpha, w, b in HARD:
        s = alpha[y > 0].sum()
        assert s == pytest.approx({"same": 1, "opposite": -1}[same] * alpha[y < 0].sum())
        strip = np.linalg.norm((alpha * (y > 0)) @ X / s - (alpha * (y < 0)) @ X / s)
        means = [rng.dirichlet(np.full(np.sum(y == c), 0.3), 200) @ X[y == c] for c in (1, -1)]
        assert PICK[near]([strip, *np.linalg.norm(means[0] - means[1], axis=1) * (1 + 1e-9)]) == pytest.approx(strip)
        height = 2 * s * (t := np.linspace(0.5, 1.5, 11)) - (s * t * strip)**2 / 2
        assert list(height).index(PICK[when](height)) == 5
        assert apart == ("the hulls are apart" if np.isclose(2 / np.linalg.norm(w), strip) else "a hull is")
        assert ((np.abs(y * (X @ w + b) - 1) < 1e-5) == (their == "their"))[alpha > 1e-6 * s].all()


def test_and_its_prices_and_its_twins():
    whole, half = says("so its $\\alpha$ is the {whole|half} sum $s$"), says("\\frac12)$, {half|twice} of $(0, 1)$ and")
    other, zero = says("{No|Many} other $\\alpha$ is possible for AND"), says("For $(0, 0)$ it would {not|also} fall at all")
    need, way = says("$\\alpha$ {need not|must} be. If the sample"), says("its two copies may share their $4$ in {any|one} way")
    number, (X, y, alpha, *_) = says("So the *number* of support vectors {need not|must} be unique"), HARD[0]
    assert alpha[3] == pytest.approx({"whole": 1, "half": 0.5}[whole] * alpha[y > 0].sum())
    assert alpha[1] / 4 == pytest.approx({"half": 0.5, "twice": 2}[half])
    rows = np.column_stack([y[1:, None] * X[1:], y[1:]])        # w and the balance, of those on the boundary
    assert other == ("No" if np.linalg.matrix_rank(rows) == 3 else "Many")
    lowered = minimize(lambda v: v[:2] @ v[:2] / 2, [2, 2, -3], constraints={
        "type": "ineq", "fun": lambda v: y * (X @ v[:2] + v[2]) - [0.9, 1, 1, 1]}).fun
    assert zero == ("not" if lowered > 4 - 1e-6 else "also")
    shares = [np.array([0, 2, 2, t, 4 - t]) for t in (0, 0.5, 2, 3, 4)]
    good = [a for a in shares if not kkt_violation(TWICE[1] * (TWICE[0] @ [2, 2] - 3), a, np.inf).any()]
    assert way == ("any" if len(good) == 5 else "one") and need == ("need not" if len(good) > 1 else "must")
    assert number == ("need not" if len({np.count_nonzero(a) for a in good}) > 1 else "must")


def test_where_the_hulls_meet():
    most, point = says("Then $W = 2 s$ has {no|a} maximum"), says("the primal problem has {no|a} feasible point")
    line, enough = says("feasible point: {no|a} line separates"), says("{One|No} place with both labels is enough")
    two, sixty = says("lets {two|five} multipliers grow without end"), says("for sixty samples that {no|a} line separates")

    def lines(X, y) -> str:
        status = linprog(np.zeros(3), A_ub=-y[:, None] * front(X), b_ub=-np.ones(len(y)), bounds=(None, None)).status
        return {0: "a", 2: "no"}[status]
    assert {lines(*make_xor()), lines(*BOTH)} == {point} == {line} and lines(*SIXTY) == sixty
    assert enough == ("No" if lines(*BOTH) == "a" else "One")
    assert most == ("no" if [W(*BOTH, s * np.array([0, 0, 0, 1, 1])) for s in (1, 1e3, 1e6)] == [2, 2e3, 2e6] else "a")
    assert [np.sum(machine(*BOTH, C)[0] > 0.9 * C) for C in (1e2, 1e3, 1e4)] == [{"two": 2, "five": 5}[two]] * 3


def test_slack_and_the_box():
    units, cheapest = says("Slack is measured in units of {$f$|distance}"), says("$b$ the {cheapest|dearest} slack is")
    rising, hard = says("and {rising|falling} by $1$ for each unit that is missing"), says("$C = \\infty$ means the {hard|soft} margin")
    unless, way = says("infimum over $\\xi_i$ is $-\\infty$ {unless|if} $\\mu_i = C"), says("with a **box**: {maximise|minimise} $W")
    signs = [says("$$ \\text{minimise } \\tfrac12 \\|w\\|^2 {+|-} C"), says("minimise $\\frac12 \\|w\\|^2$ {plus|minus} $C$"),
             says("*Objective*: $\\frac12 \\|w\\|^2$ {plus|minus} $C$")]
    xi, yf, move = np.linspace(-6, 6, 1201), np.linspace(-4, 4, 33), 0.7 * np.array([3, 4]) / 25
    slack = [PICK[cheapest](xi[(v - 1 + xi >= -1e-9) & (xi >= -1e-9)]) for v in yf]
    assert slack == pytest.approx(np.maximum(0, 1 - yf)) and rising == ("rising" if np.isclose(slack[0] - slack[4], 1) else "falling")
    assert move @ [3, 4] == pytest.approx(0.7) and units == ("distance" if np.isclose(np.linalg.norm(move), 0.7) else "$f$")
    assert all(hard == ("hard" if np.allclose(machine(X, y, 1e5)[1], w, atol=1e-4) else "soft") for X, y, _, w, _ in HARD)
    rng = np.random.default_rng(0)
    for C, alpha, other in rng.uniform(0, 2, (50, 3)):
        assert all((min((C - alpha - mu) * xi) < 0) == ((mu != C - alpha) == (unless == "unless")) for mu in (C - alpha, other))
    for X, y, C, alpha, w, b in SOFT:
        values = [W(X, y, alpha), *(W(X, y, feasible(rng, y, C)) for _ in range(20))]
        assert PICK[way](values) == values[0] or np.ptp(values) < 1e-6
        for sign in signs:
            assert P(X, y, w, b, SIGN[sign] * C) <= P(X, y, w + rng.normal(size=2) / 9, b + rng.normal() / 9, SIGN[sign] * C) + 1e-6


def test_the_three_zones():
    low, relation = says("$\\alpha = 0$: the {second|first} product gives $\\xi = 0$, so $y f {\\ge|\\le} 1$")
    high, middle = says("$\\alpha = C$: the {first|second} product gives"), says("$\\xi = 0$, and the {first|second} product gives")
    zero, sign, full = says("$y f > 1$ gives $\\alpha = {0|C}$, and $y f {<|>} 1$ gives $\\alpha = {C|0}$")
    xi, missing = (v.ravel() for v in np.meshgrid(np.linspace(0, 3, 31), np.linspace(0, 3, 31)))
    yf = 1 - xi + missing                               # all that is allowed: ξ ≥ 0, y f ≥ 1 - ξ; C is 1
    for alpha, which, gives in ((0, low, xi), (1, high, missing), (0.5, middle, missing)):
        product = {"first": alpha * missing, "second": (1 - alpha) * xi}
        assert (gives[product[which] == 0] == 0).all()
    assert relation == ("\\ge" if (yf[xi == 0] >= 1).all() else "\\le")
    on = set()
    for X, y, C, alpha, w, b in SOFT:
        beyond = y * (X @ w + b) - 1
        assert np.allclose(alpha[beyond > 1e-4], {"0": 0, "C": C}[zero], atol=1e-5 * C)
        assert np.allclose(alpha[SIGN[sign] * beyond > 1e-4], {"0": 0, "C": C}[full], atol=1e-5 * C)
        on |= set((alpha[np.abs(beyond) < 1e-6] / C).round(6))
    assert says("From $y f = 1$ {nothing|$0 < \\alpha < C$} follows") == ("nothing" if {0, 1} < on else "$0 < \\alpha < C$")


def test_the_zones_are_enough():
    zero, proves = says("both products are {zero|positive}"), says("zero violation {proves|excludes} an optimum")
    enough, bent = says("The zones are also {sufficient|necessary}"), says("At the optimum {every|no} sample lies on the bent line")
    right, ends = says("The right side is ${1|-1}$ in both"), says("the ends $0$ and $C$ must be {left out|kept}")
    rng = np.random.default_rng(0)
    for X, y, C, best, *_ in SOFT:
        for alpha in (best, feasible(rng, y, C)):
            w = (alpha * y) @ X
            b = float(np.mean(optimal_intercepts(X @ w, y)))
            yf, size = y * (X @ w + b), 1 + P(X, y, w, b, C)
            if kkt_violation(yf, alpha, C).max() < 1e-5 * size:
                products = alpha * np.maximum(yf - 1, 0), (C - alpha) * np.maximum(1 - yf, 0)
                assert zero == ("zero" if np.max(products) < 1e-3 * size else "positive")
                optimal = size - 1 - W(X, y, alpha) < 1e-3 * size
                assert (proves, enough) == (("proves", "sufficient") if optimal else ("excludes", "necessary"))
    alpha, w, b = machine(*SIXTY, 1.0)
    yf = SIXTY[1] * (SIXTY[0] @ w + b)
    assert bent == ("every" if kkt_violation(yf, alpha, 1.0).max() < 1e-5 else "no")
    assert ends == ("kept" if np.allclose(yf, 1) else "left out")
    assert (yf[alpha == 1] <= float(right) + 1e-6).all() and np.allclose(yf[(alpha > 0) & (alpha < 1)], float(right))


def test_what_a_larger_c_does():
    nothing, numbers = says("{Nothing|All} of the kind is true of the number of errors"), says("below: {1, 3 and 1|3, 1 and 3} at")
    order, first = says("Let $C_1 {<|>} C_2$, and let"), says("Then the {first|second} gives $\\Omega_1 \\le \\Omega_2$")
    good, own = says("Each optimum is at least as {good|bad} for its {own|other} $C$")
    errors = [np.sum(SIXTY[1] * (SIXTY[0] @ w + b) <= 0) for C in (0.002, 0.016, 0.063) for _, w, b in [machine(*SIXTY, C)]]
    assert "{}, {} and {}".format(*errors) == numbers and nothing == ("All" if errors == sorted(errors)[::-1] else "Nothing")
    for (X, y, low, _, w, b), (_, _, high, _, v, c) in zip(SOFT, SOFT[1:]):
        if low < high:
            half, slack = np.array([w @ w, v @ v]) / 2, np.array([hinge(X, y, w, b).sum(), hinge(X, y, v, c).sum()])
            at_low, at_high = (half + C * slack for C in ((low, high) if own == "own" else (high, low)))
            assert (at_low[0] <= at_low[1] * (1 + 1e-5) and at_high[1] <= at_high[0] * (1 + 1e-5)) == (good == "good")
            assert slack[1] <= slack[0] + 1e-4 if order == "<" else slack[0] <= slack[1] + 1e-4
    for one, two, least, more, C in np.random.default_rng(0).uniform(0, 1, (500, 5)):      # Ω₁, Ω₂, Ξ₂, Ξ₁ - Ξ₂, C
        known = {"first": one + C * (least + more) <= two + C * least, "second": two + C * least <= one + C * (least + more)}
        assert not known[first] or one <= two


def test_from_which_c_nothing_moves():
    more, largest = says("sum $s = 4$, {more|less} than the box allows"), says("\\|p_+ - p_-\\|^2$ {largest|smallest} in the box")
    smallest, most = says("The {smallest|largest} such $C$ is the {largest|smallest} $\\alpha_i$")
    choose, (below, some) = says("choose the one where it is {smallest|largest}"), says("{Below|Above} it {some|no} sample needs slack")
    equally, on = says("if they share it {equally|unequally}, a box"), says("from some $C$ {on|down}, a separable problem")
    s, shares = np.linspace(0.1, 2, 20), [np.array([0, 2, 2, t, 4 - t]) for t in (0, 1, 2, 3, 4)]
    height = 2 * s - s**2 / 4
    assert s[list(height).index(PICK[largest](height))] / 2 == pytest.approx(machine(*AND, 2.0)[1][0])
    assert more == ("more" if HARD[0][2][3] > 2 else "less")
    assert equally == ("equally" if [max(a) <= 2 for a in shares] == [a[3] == a[4] for a in shares] else "unequally")
    for data, alphas in ((AND, [HARD[0][2]]), (TWICE, shares)):
        C, edge = np.array([1, 1.9, 2, 2.1, 3.9, 4, 4.1, 9]), PICK[choose](PICK[most](a) for a in alphas)
        slack = np.array([hinge(*data, *machine(*data, c)[1:]).sum() for c in C])
        assert PICK[smallest](C[slack < 1e-5]) == pytest.approx(edge, abs=1e-5)
        assert ((slack > 1e-5) == (some == "some"))[SIGN[below] * (C - edge) > 1e-3].all()
        assert ((slack < 1e-5) == (C >= edge - 1e-5 if on == "on" else C <= edge + 1e-5)).all()


def test_a_flat_stretch():
    flat, three, equations = says("on a {flat|steep} stretch of the width; {three|two} free samples have $y f = 1$, {three|two} equations")
    C = np.geomspace(0.8, 45, 25)
    alphas, ws, _ = zip(*(machine(*make_linear_40(), c) for c in C))
    still = np.isclose(np.linalg.norm(ws[:-1], axis=1), np.linalg.norm(ws[1:], axis=1), rtol=1e-6)
    free = np.array([np.sum((a > 0) & (a < c)) for a, c in zip(alphas, C)])[:-1]
    assert set(free[still == (flat == "flat")]) == {{"three": 3, "two": 2}[word] for word in (three, equations)} and still.sum() > 4


def test_intercepts_along_the_kinks():
    unique, strictly = says("The optimal $w$ is {unique|not unique}, since $\\frac12 \\|w\\|^2$ is {strictly|nowhere} convex")
    left, plus, minus = says("Far on the {left|right} every positive sample has the slope ${-1|0}$ and every negative one the slope "
                             "${0|1}$")
    goes = says("a positive hinge goes from ${-1|0}$ to ${0|-1}$, a negative one from ${0|1}$ to ${1|0}$")
    first, after = says("starts with the slope ${-n_+|n_+}$, and {after|before} the $n_+$-th kink it is flat")
    equal, (u, v) = [], np.random.default_rng(0).normal(size=(2, 50, 2))
    for label, slope, ends in ((1, plus, goes[:2]), (-1, minus, goes[2:])):
        steps = [str(max(0, 1 - label * (b + 1)) - max(0, 1 - label * b)) for b in (-99, 99)]
        assert steps == ends and steps[{"left": 0, "right": 1}[left]] == slope
    for X, y, C, _, w, _ in SOFT:
        peer = LibSVC(kernel="linear", C=C, tol=1e-9).fit(X, y).coef_[0]
        assert unique == ("unique" if np.allclose(w, peer, atol=1e-3 * (1 + np.abs(w).max())) else "not unique")
        kinks, n = np.sort(y - X @ w), np.sum(y > 0)
        slopes = [np.sum(-y * (y * (X @ w + b) < 1)) for b in (kinks[0] - 1, *(kinks[1:] + kinks[:-1]) / 2, kinks[-1] + 1)]
        equal.append(kinks[n] - kinks[n - 1] < 1e-3)
        assert slopes[0] == {"-n_+": -n, "n_+": n}[first] and (equal[-1] or slopes[{"after": n, "before": n - 1}[after]] == 0)
    assert strictly == ("strictly" if (((u + v)**2).sum(axis=1) / 2 < (u**2 + v**2).sum(axis=1)).all() else "nowhere")
    assert says("{Mostly|Seldom} these two are equal") == ("Mostly" if np.mean(equal) > 0.5 else "Seldom")


def test_when_the_intercept_is_not_unique():
    lower, every = says("{lower|raise} $C$ of the sixty samples to its end"), says("{All|Some of} its lines are equally good")
    at, unique = says("that is $b = b_i$, at {every|one} optimum: then $b$ is {unique|not unique}")
    nobody, each = says("If $b$ is not unique, {nobody|everybody} is free, and {every|no} $\\alpha_i$ is $0$ or $C$")
    many, end = says("there are then {as many|more} positive"), says("{every|some} b from {low:.3f}")
    same, different = says("The {same|better} objective, but {different|equal} classifiers")
    assert "any b from" in SlackPrice(data="sixty", C={"lower": 2**-10, "raise": 128.0}[lower]).status
    signs = set()
    for X, y, C, alpha, w, _ in SOFT:
        low, high = optimal_intercepts(X @ w, y)
        free, costs = (alpha > 1e-6 * C) & (alpha < C * (1 - 1e-6)), [P(X, y, w, b, C) for b in np.linspace(low, high, 21)]
        assert (every, end, same) == (("All", "every", "same") if np.ptp(costs) < 1e-6 * max(costs) else ("Some of", "some", "better"))
        if high - low > 1e-4:
            assert (nobody, each) == (("everybody", "no") if free.any() else ("nobody", "every"))
            assert many == ("as many" if np.sum(y[alpha > C / 2]) == 0 else "more")
            signs.add(np.array_equal(X @ w + low > 0, X @ w + high > 0))
        if free.any():
            assert unique == ("unique" if high - low < 1e-4 else "not unique")
            assert at == ("every" if np.allclose((y - X @ w)[free], [[low], [high]], atol=1e-4) else "one")
    assert different == ("different" if False in signs else "equal")


def test_what_multipliers_tell():
    same, (which, smaller) = says("**c** Without sample 8 the {same|other} $w$ is optimal"), says(
        "**e** For every {smaller|larger} $C$, $\\alpha_7$ is {smaller|larger}")
    assert grade("what-follows", "bce").status == "right"       # so c and e must follow
    for X, y, C, alpha, w, _ in SOFT:
        if C in (0.3, 4.0) and (alpha == C).any():
            for i in np.flatnonzero(alpha == 0)[:1]:
                rest = np.arange(len(y)) != i
                assert same == ("same" if np.allclose(machine(X[rest], y[rest], C)[1], w, atol=1e-4) else "other")
            for factor in {"smaller": (0.1, 0.9), "larger": (1.1, 10)}[which]:
                assert (SIGN[smaller] * (machine(X, y, factor * C)[0] - C)[alpha == C] > 0).all()


def test_two_solvers():
    weak, between = says("by {weak|strong} duality the unknown optimum lies {between|outside} the two")
    below, ones = says("its own measure of violation is {below|above} a tolerance"), says("have the sum $0$: {all|none} would be zero")
    way, under = says("want: {minimise|maximise} $\\frac12"), says("where $G \\alpha {\\le|\\ge} h$")
    (X, y), alpha, rng = SIXTY, np.zeros(60), np.random.default_rng(0)
    peer, problem = LibSVC(kernel="linear", C=1.0).fit(X, y), DualProblem.from_data(X, y, 1.0)
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    assert SIGN[below] * (problem.gap(alpha) - 0.001) > 0 and peer.tol == 0.001
    low, high = W(X, y, alpha), P(X, y, peer.coef_[0], peer.intercept_[0], 1.0)
    assert between == ("between" if low <= solve_smo(problem, tol=1e-9).objective <= high else "outside")
    form, alphas = standard_form(problem), [alpha, *(feasible(rng, y, 1.0) for _ in range(20))]
    values, room = [a @ form.P @ a / 2 + form.q @ a for a in alphas], [form.G @ a - form.h for a in alphas]
    assert weak == ("strong" if low == high else "weak") and PICK[way](values) == values[0]
    assert under == ("\\le" if np.max(room) <= 0 else "\\ge")
    most = linprog(-np.ones(5), A_eq=np.ones((1, 5)), b_eq=[0], bounds=(0, None)).x
    assert ones == ("all" if (most == 0).all() else "none")


def test_the_perceptron_without_a_line():
    never = page_says("02b_margins", "If no line does, the perceptron {never|soon} stops")
    w, updates = perceptron(np.array([[0.0], [1], [2]]), np.array([1, -1, 1]), 500)
    assert w is None and updates >= 500 and never == "never"


def test_slack_norm_and_strip():
    slack, w, strip = page_says("02b_margins", "*the total slack never {rises|falls}*, and $\\|w\\|$ never "
                                "{falls|rises}: *the strip never becomes {wider|narrower}*")
    for data in ("AND", "sixty", "forty"):
        _, width, xi = path(data)
        assert (SIGN[slack] * np.diff(xi) <= 1e-5 * xi.max()).all()
        assert (SIGN[strip] * np.diff(width) <= 1e-5 * width.max()).all()
        assert (SIGN[w] * np.diff(2 / width) <= 1e-4 * (2 / width).max()).all()


def test_the_price_of_a_sample():
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


def test_kinks():
    rises = page_says("02b_margins", "At each kink the slope of the sum {rises|falls} by $1$")
    f, y = RNG.normal(size=9), np.repeat([1, -1], [5, 4])
    kinks = np.sort(y - f)          # y (f + b) = 1
    middles = [kinks[0] - 1, *(kinks[1:] + kinks[:-1]) / 2, kinks[-1] + 1]
    slopes = [np.sum(-y * (y * (f + b) < 1)) for b in middles]
    assert np.diff(slopes).tolist() == [SIGN[rises]] * 9


@pytest.mark.parametrize("data", ["AND", "sixty"])
def test_slack_and_strip_over_c(data):
    rises, widens = page_says("02b_margins", "With $C$ the slack never {rises|falls} and the strip never "
                              "{widens|narrows}")
    C, width, slack = path(data)
    assert C[-1] == pytest.approx(DATA[data][0][1]) and np.ptp(width) > 0
    sign = {"rises": 1, "widens": 1, "falls": -1, "narrows": -1}
    assert (sign[rises] * np.diff(slack) <= 1e-5 * slack.max()).all()
    assert (sign[widens] * np.diff(width) <= 1e-5 * width.max()).all()


def test_the_margin_is_large_where_w_is_small():
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
