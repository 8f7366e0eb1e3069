"""Lesson 04c: its triangle, its explorers and figures, and what the page claims of kernels.

Separability is judged by linear programs, machines by scikit-learn, sums by brute force.
"""
from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.linalg import expm
from scipy.optimize import linprog
from sklearn.svm import SVC as LibSVC

from coursekit import kernels
from coursekit.datasets import load_titanic, make_overlap_60, make_stripes, make_xor
from coursekit.kernels import eigen_map, gram, is_psd, squared_distances
from coursekit.lessons.lesson04c import KernelOrNot, Triangle, figures
from coursekit.lessons.lesson04c.exercises.witness import WITNESS, witness
from coursekit.lessons.lesson04c.explorers import kernel_or_not, triangle
from coursekit.svm import SVC
from page_code import page_functions
from panels import panels
from sentences import numbers
from states import corners, preset_states

threshold_functions = page_functions("04c_which_kernels", product=product)["threshold_functions"]


def separable(X, y):
    """Ask a linear program for w and b with y_i (<w, x_i> + b) >= 1 for all i."""
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(X)),
                   bounds=(None, None)).status == 0


def cube(d):
    return np.array(list(product([0.0, 1.0], repeat=d)))


def in_a_row(g, t, n=3):
    """Return the Gram matrix of n samples in a row, t apart, for a function of the distance."""
    x = t * np.arange(n)
    return g(np.abs(x[:, None] - x))


# -- the triangle -----------------------------------------------------------------------

FORMULAS = {"exp(−d²)": lambda d: np.exp(-d * d), "exp(−d⁴)": lambda d: np.exp(-d * d * d * d),
            "exp(−d)": lambda d: 1 / np.exp(d),
            "tent: 1 − d, at least 0": lambda d: np.where(d < 1, 1 - d, 0),
            "box: 1 if d ≤ 1, else 0": lambda d: (d < 1 + 1e-6) * 1.0}
KERNELS = {"exp(−d²)", "exp(−d)", "tent: 1 − d, at least 0"}
STEPS = np.arange(0.4, 1.201, 0.05).round(2)


def sides_drawn(explorer, panel):
    """Return the ends of the base and both tips of the legs, (2, 2) each, from a panel."""
    lines = {line.get_label(): line.get_xydata() for line in panels(explorer)[panel].lines}
    return lines["base"], lines.get("tips")


@pytest.mark.parametrize("name", list(FORMULAS)[1:])
def test_the_triangles_that_are_drawn_have_the_sides_of_the_similarities(name):
    explorer, pair = Triangle(function=name, corner=True), ("exp(−d²)", name)
    for t in STEPS:
        explorer.set(t=float(t))
        assert not explorer.failed
        words = explorer.status.split(". ", 1)[1].split("; ")
        for panel, (g, said) in enumerate(zip(pair, words, strict=True), start=1):
            a, b = FORMULAS[g](np.array([t, 2 * t]))
            leg, base = np.sqrt(2 - 2 * a), np.sqrt(2 - 2 * b)
            closes, possible = 2 * leg >= base - 1e-9, b >= 2 * a * a - 1 - 1e-9
            ends, tips = sides_drawn(explorer, panel)
            assert np.hypot(*np.diff(ends, axis=0)[0]) == pytest.approx(base, abs=1e-9)
            assert np.hypot(*(tips - ends).T) == pytest.approx([leg, leg], abs=1e-9)
            assert np.allclose(*tips, atol=1e-7) == closes
            assert ("do not meet" in said) == (not closes)
            assert ("too flat" in said) == (closes and not possible)
            told = [float(n) for n in numbers(said.split("legs of")[1])[:2]]
            assert told == pytest.approx([leg, base], abs=0.0051)
            assert g not in KERNELS or possible


def test_the_triangles_are_hidden_until_they_are_asked_for():
    explorer = Triangle()
    for corner in (False, True):
        explorer.set(corner=corner)
        assert all((sides_drawn(explorer, k)[1] is not None) == corner for k in (1, 2))
        assert ("legs" in explorer.status) == corner


def test_three_unit_vectors_exist_exactly_if_the_circle_through_their_ends_is_small_enough():
    seen = set()
    for name, t in product(FORMULAS, STEPS):
        found = triangle.sides(name, float(t))
        if found.leg > 1e-6 and found.closes:
            # R = abc / (4 area), by Heron
            half = found.leg + found.base / 2
            area = np.sqrt(half * (half - found.base) * (found.base / 2)**2)
            assert found.radius == pytest.approx(found.leg**2 * found.base / (4 * area), rel=1e-6)
            assert (found.radius <= 1 + 1e-9) == found.possible
            seen.add(found.possible)
    assert seen == {True, False}
    refuted = [t for t in STEPS if not triangle.sides("exp(−d⁴)", float(t)).possible]
    flat = [t for t in refuted if triangle.sides("exp(−d⁴)", float(t)).closes]
    assert flat == [refuted[-1]]            # task 2: one step between closing and green


@pytest.mark.parametrize("kind", [Triangle, KernelOrNot])
def test_every_corner_of_an_explorer_can_be_drawn(kind):
    explorer = kind()
    for state in [*corners(kind)[::3], *preset_states(kind)]:
        explorer.reset()
        explorer.set(**{k: v for k, v in state.items() if k != "p"})
        assert not explorer.failed and len(explorer.status) < 330, explorer.status
    for preset in kind.presets:
        explorer.reset()
        explorer.preset(preset)
        assert not explorer.failed


@pytest.mark.parametrize("a, b", [(0.9, 0.9), (0.2, 0.7), (-0.5, 0.9), (1.0, 0.3)])
def test_the_third_similarity_lies_between_the_sum_and_difference_of_angles(a, b):
    far, near = np.cos(np.arccos(a) + np.arccos(b)), np.cos(np.arccos(a) - np.arccos(b))
    for c in np.linspace(-1, 1, 401):
        K = np.array([[1, a, c], [a, 1, b], [c, b, 1]])
        if min(abs(c - far), abs(c - near)) > 1e-6:
            assert is_psd(K).psd == (far < c < near)


# -- small steps ------------------------------------------------------------------------


def test_the_steps_of_the_figure_are_those_of_the_formula():
    figure = figures.plot_steps({name: FORMULAS[name] for name in
                                 ("exp(−d)", "exp(−d²)", "exp(−d⁴)")}, "steps")
    lines = {line.get_label(): line for line in figure.axes[0].lines}
    for p, name in ((1, "exp(−d)"), (2, "exp(−d²)"), (4, "exp(−d⁴)")):
        n, way = lines[name].get_data()
        assert n.tolist() == [1, 2, 4, 8, 16, 32, 64]
        assert way**2 == pytest.approx(n**2 * (2 - 2 * np.exp(-1 / n**p)), rel=1e-6)
    assert lines["straight line"].get_ydata() == pytest.approx(np.sqrt(2 - 2 / np.e))


def test_the_tiles_are_as_large_as_the_terms_and_the_sum_is_their_sum():
    v, K = np.array([1, -2, 1]), in_a_row(FORMULAS["exp(−d⁴)"], 0.5)
    ax = figures.plot_terms({"k": K}, v, "terms", "abc").axes[0]
    areas = np.array([r.get_width() * r.get_height() for r in ax.patches]).reshape(3, 3)
    assert areas / areas[1, 1] == pytest.approx(np.abs(np.outer(v, v) * K) / 4)
    total = next(t.get_text() for t in ax.texts if "=" in t.get_text())
    plus, minus, value = map(float, numbers(total.replace(" − ", " ; ")))
    assert value == pytest.approx(v @ K @ v, abs=0.0051)
    assert plus - minus == pytest.approx(value, abs=0.0151)


# -- kernel or not ----------------------------------------------------------------------


def values(state):
    """Return the Gram matrix from the formulas as they are written."""
    x, p = np.linspace(0, state["width"], state["n"]), state["p"]
    d, low, xz = np.abs(x[:, None] - x), np.minimum(x[:, None], x), np.outer(x, x)
    return {"exp(−dᵖ)": lambda: np.exp(-d**p), "−dᵖ": lambda: -d**p,
            "cos(pd)": lambda: np.cos(p * d),
            "max(0, 1 − d/p)": lambda: np.where(d < p, 1 - d / p, 0),
            "1 if d ≤ p, else 0": lambda: np.where(d < p + 1e-9, 1.0, 0.0),
            "min(x, z)ᵖ": lambda: low**p, "(xz + p)²": lambda: xz**2 + 2 * p * xz + p * p,
            "tanh(pxz)": lambda: np.tanh(p * xz)}[state["function"]]()


def some_states():
    rng, places = np.random.default_rng(3), KernelOrNot.controls[3].places()
    for name, chosen in kernel_or_not.FUNCTIONS.items():
        for p, n, width in product((chosen.low, chosen.high), (2, 30), (0.25, 16.0)):
            yield {"function": name, "p": p, "n": n, "width": width}
        for _ in range(4):
            yield {"function": name, "p": 0.25 * rng.integers(4 * chosen.low, 4 * chosen.high + 1),
                   "n": int(rng.integers(2, 31)), "width": places[rng.integers(len(places))]}


def test_the_words_and_dots_are_those_of_the_eigenvalues():
    candidate, refuted = KernelOrNot(), set()
    for state in some_states():
        candidate.set(**state)
        state, words = candidate.state(), candidate.status.replace("−", "-")
        K = values(state)
        found = np.sort(np.linalg.eigvalsh(K))[::-1]
        size, negative = np.abs(found).max(), int(np.sum(found < -1e-10 * np.abs(found).max()))
        if (np.abs(np.abs(found) - 1e-10 * size) < 1e-14 * size).any():
            continue                                            # may fall to either side
        after = words.split("samples from 0 to")[1].split(": ", 1)[1]
        assert numbers(after)[:2] == [str(negative), str(state["n"])]
        assert ("no kernel" in words) == (negative > 0) != ("do not refute" in words)
        if abs(found[-1]) <= 1e-10 * size:
            assert "the smallest is 0 up to rounding" in words
        else:
            assert float(numbers(after)[2]) == pytest.approx(found[-1], rel=0.006)
        if negative:
            refuted.add(state["function"])
        lines = {line.get_label(): line.get_xydata() for line in panels(candidate)[1].lines}
        dots = np.vstack([lines[label] for label in ("negative", "positive", "0 up to rounding")])
        assert dots[np.argsort(-dots[:, 1]), 0] == pytest.approx(found, abs=1e-8 * size)
        assert len(lines["negative"]) == negative
    assert refuted == {"exp(−dᵖ)", "−dᵖ", "1 if d ≤ p, else 0", "(xz + p)²", "tanh(pxz)"}


def test_theory_calls_a_kernel_exactly_what_no_samples_refute():
    near = np.array([[0, 0.1], [0.1, 0.2], [0, 0.3]])
    for chosen in kernel_or_not.FUNCTIONS.values():
        for p in np.arange(chosen.low, chosen.high + 0.1, 0.25):
            tried = [*near, *(h * np.arange(3) for h in (0.1, 0.3, 0.7 * abs(p))),
                     np.arange(30) / 7]
            refuted = any(not is_psd(chosen.values(x[:, None], x, p)).psd for x in tried)
            assert chosen.is_kernel(p) != refuted
            assert chosen.theory(p).startswith("no" if refuted else "a")


def test_the_tasks_of_the_explorer_have_the_answers_of_the_page():
    def against(n, width):
        x = np.linspace(0, width, n)
        return {p for p in np.arange(0.25, 4.1, 0.25)
                if not is_psd(np.exp(-np.abs(x[:, None] - x)**p)).psd}
    steps = KernelOrNot.controls[3].places()
    assert [width for width in steps if 4.0 in against(3, width)] == [w for w in steps if w < 2]
    first = max(w for w in steps if w < 2)
    assert against(3, first) == set(np.arange(3.5, 4.1, 0.25))
    assert against(3, 1.0) == set(np.arange(2.5, 4.1, 0.25))
    assert against(10, first) == against(10, 1.0) == set(np.arange(2.25, 4.1, 0.25))


# -- rules ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_rules_make_kernels_and_differences_maxima_and_minima_do_not(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 2))
    A, B, h = X @ X.T, kernels.laplace_l2(X), rng.normal(size=12)
    for K in (3 * A, A + B, h[:, None] * A * h, A * B, np.exp(A), (A + 1)**5 + 2 * B):
        assert is_psd(K).psd
    assert not is_psd(A - B).psd


def test_laplace_is_a_mixture_of_gaussians():
    for r in (0.1, 1.0, 3.0):
        value = quad(lambda s: 2 / np.sqrt(np.pi) * np.exp(-s**2 - r**2 / (4 * s**2)), 0, np.inf)[0]
        assert value == pytest.approx(np.exp(-r), abs=1e-8)
    X = np.random.default_rng(0).normal(size=(20, 3))
    each = np.prod([kernels.laplace_l2(X[:, [k]]) for k in range(3)], axis=0)
    assert each == pytest.approx(kernels.laplace_l1(X))


@pytest.mark.parametrize("seed", range(5))
def test_a_gaussian_separates_any_labels_of_distinct_samples_and_not_of_equal_ones(seed):
    X, rng = make_overlap_60()[0], np.random.default_rng(seed)
    K, y = gram("rbf", X, gamma=2.0), rng.choice([-1, 1], 60)
    assert is_psd(K).eigenvalue > 1e-7 and np.linalg.matrix_rank(K) == 60
    assert np.sign(K @ np.linalg.solve(K, y)).astype(int).tolist() == y.tolist()
    assert SVC(C=1e6, gamma=2.0).fit(X, y).score(X, y) == 1
    X[0] = X[1]
    assert np.linalg.eigvalsh(gram("rbf", X, gamma=2.0)).min() < 1e-12


def test_ties_of_passengers_can_be_counted_but_not_merely_noticed():
    table = load_titanic()
    ticket, name = table["Ticket"].to_numpy(), table["Name"].str.split(",").str[0].to_numpy()
    same = [(of[:, None] == of).astype(float) for of in (ticket, name)]
    assert all(is_psd(K).psd for K in (*same, sum(same)))
    assert not is_psd(np.maximum(*same)).psd
    three = [int(table.index[table["Name"].str.contains(who, regex=False)][0])
             for who in ("Francatelli", "Sir. Cosmo", "Duff Gordon, Lady")]
    assert np.maximum(*same)[np.ix_(three, three)].tolist() == [[1, 1, 0], [1, 1, 1], [0, 1, 1]]


# -- Boolean functions ------------------------------------------------------------------


def test_only_the_product_separates_xor_and_the_formula_of_the_page_does():
    X, y = make_xor()
    more = {"none": X, "sum": np.c_[X, X.sum(1)], "square": np.c_[X, X**2],
            "product": np.c_[X, X.prod(1)]}
    assert [name for name, Z in more.items() if separable(Z, y)] == ["product"]
    f = X.sum(axis=1) - 2 * X.prod(axis=1) - 0.5
    assert np.all(y * f > 0)
    left, right = figures.plot_xor("xor").axes
    drawn = {tuple(np.round([*line.get_xdata(), *line.get_ydata()], 9)) for line in right.lines
             if len(line.get_xdata()) == 1}
    assert drawn == {(float(a), float(b)) for a, b in zip(X.sum(1), X.prod(1), strict=True)}
    border = next(line for line in right.lines if line.get_label() == "f = 0")
    assert np.allclose(border.get_xdata() - 2 * border.get_ydata(), 0.5)
    assert len(left.lines) == 4


@pytest.mark.parametrize("m, count, bound", [(1, 4, 4), (2, 14, 14), (3, 104, 128),
                                             (4, 1882, 3882)])
def test_separable_functions_are_counted_rightly(m, count, bound):
    found = threshold_functions(m)
    assert len(found) == count
    assert 2 * sum(comb(2**m - 1, k) for k in range(m + 1)) == bound >= count
    if m <= 3:      # the linear program knows of no weights
        by_program = {labels for labels in product([False, True], repeat=2**m)
                      if separable(cube(m), np.where(labels, 1, -1))}
        assert by_program == found


def test_no_plane_has_more_than_seven_corners_of_the_multiplexer():
    X = cube(3)
    y = np.where(np.where(X[:, 0] == 0, X[:, 1], X[:, 2]) == 1, 1, -1)
    right = [np.sum(np.where(labels, 1, -1) == y) for labels in threshold_functions(3)]
    assert max(right) == 7


# -- second reading ---------------------------------------------------------------------


def test_xor_by_hand_is_an_eighth_each():
    X, y = make_xor()
    X = 2 * X - 1
    K = (X @ X.T + 1) ** 2
    assert np.outer(y, y).ravel() @ K.ravel() == 32 and K[0].tolist() == [9, 1, 1, 1]
    model = SVC(C=1.0, kernel="poly", degree=2, gamma=1.0, coef0=1.0, tol=1e-10).fit(X, y)
    assert model.alpha_ == pytest.approx([1 / 8] * 4) and model.intercept_[0] == pytest.approx(0)
    new = np.random.default_rng(0).normal(size=(50, 2))
    assert model.decision_function(new) == pytest.approx(-new.prod(axis=1))


def test_sums_to_zero_see_minus_half_the_squared_distance_as_the_linear_kernel():
    X, y = make_overlap_60()
    K = -squared_distances(X) / 2
    assert not is_psd(K).psd
    for seed in range(20):
        v = np.random.default_rng(seed).normal(size=60)
        v -= v.mean()
        assert v @ K @ v == pytest.approx(v @ X @ X.T @ v) and v @ K @ v >= 0
    peer, linear = (LibSVC(kernel=k, tol=1e-9) for k in ("precomputed", "linear"))
    assert peer.fit(K, y).decision_function(K) == pytest.approx(
        linear.fit(X, y).decision_function(X), abs=1e-5)


def test_the_counts_of_multipliers_are_as_the_advice_says_for_some_c_only():
    X, y = make_overlap_60()
    for C, counts in ((0.001, (0, 60, 0)), (0.1, (48, 9, 3)), (10.0, (55, 2, 3))):
        alpha = SVC(C=C, kernel="linear", tol=1e-8).fit(X, y).alpha_ / C
        assert counts == (np.sum(alpha < 1e-6), np.sum(alpha > 1 - 1e-6),
                          np.sum((alpha > 1e-6) & (alpha < 1 - 1e-6)))


def test_the_eigen_map_is_one_of_many():
    X = make_stripes()[0]
    T = eigen_map(kernels.rbf(X, gamma=0.5))
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=T.shape))[0]
    assert (T @ Q) @ (T @ Q).T == pytest.approx(T @ T.T, abs=1e-10)


def test_a_subsequence_counts_its_letters_from_the_first_to_the_last():
    K = kernels.subsequences(["cat", "car", "ct", "coat"], length=2, decay=0.5)
    assert [K[0, 1], K[0, 2], K[2, 3]] == [0.5**4, 0.5**(3 + 2), 0.5**(2 + 4)]


def test_the_small_kernels_of_the_page_are_psd_beyond_its_example():
    rng = np.random.default_rng(0)
    A = np.triu(rng.integers(0, 2, (7, 7)), 1)
    L = np.diag((A + A.T).sum(axis=0)) - A - A.T
    assert is_psd(expm(-0.5 * L)).psd
    bits, p = rng.integers(0, 2, (9, 5)), rng.uniform(0.1, 0.9, 5)
    score = (bits - p) / (p * (1 - p))                      # of independent bits
    fisher = score * (p * (1 - p)) @ score.T                # information⁻¹ = p (1 - p)
    standard = (bits - p) / np.sqrt(p * (1 - p))
    assert fisher == pytest.approx(standard @ standard.T) and is_psd(fisher).psd


# -- the exercises ----------------------------------------------------------------------

ANGLES = np.radians([0, 45, 90, 135])
NO = {"a": (np.zeros((1, 2)), lambda X, Z: X @ Z.T - 1),
      "d": (np.array([[0, 0], [0.5, 0], [1.0, 0]]),
            lambda X, Z: np.exp(-squared_distances(X, Z)**2)),
      "f": (np.array([[1.0], [2.0]]), lambda X, Z: np.tanh(X @ Z.T)),
      "g": (np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]), lambda X, Z: np.abs(X @ Z.T))}
YES = {"b": lambda X, Z: np.cos(X[:, :1] - Z[:, 0]), "c": kernels.laplace_l2,
       "e": lambda X, Z: (X @ Z.T)**2 + 3 * X @ Z.T,
       "h": lambda X, Z: np.minimum(np.abs(X[:, :1]), np.abs(Z[:, 0]))}


def test_each_no_of_the_exercise_is_refuted_and_no_yes_is():
    for X, k in NO.values():
        assert witness(k(X, X)) is not None
    assert is_psd(NO["g"][1](*[NO["g"][0]] * 2)).eigenvalue == pytest.approx(1 - np.sqrt(2))
    for seed in range(30):
        X = np.random.default_rng(seed).normal(size=(15, 2)) * 2
        assert all(witness(k(X, X)) is None for k in YES.values())
    assert witness(kernels.spectrum(["kernel", "colonel", "kern", "nel",
                                     "el"]).astype(float)) is None


def test_who_says_none_of_a_matrix_is_told_only_what_is_known():
    def small_whole_numbers(K):
        return next((np.array(v) for v in product((-1, 0, 1), repeat=len(K))
                     if v @ K @ v < -1e-10), None)

    def coarse(K):
        values, vectors = np.linalg.eigh(K)
        return vectors[:, 0] if values[0] < -1e-3 * np.abs(values).max() else None

    def a_little_coarse(K):
        values, vectors = np.linalg.eigh(K)
        return vectors[:, 0] if values[0] < -1e-6 * np.abs(values).max() else None

    def too_fine(K):
        values, vectors = np.linalg.eigh(K)
        return vectors[:, 0] if values[0] < -1e-12 * np.abs(values).max() else None

    def silent(K):
        np.linalg.eigh(K)

    def column(K):
        v = witness(K)
        return v if v is None else v[:, None]

    names = [WITNESS.judge(f).matched for f in
             (small_whole_numbers, coarse, a_little_coarse, too_fine, silent)]
    assert names == ["nothing found", "search by chance", "coarse tolerance", "no tolerance",
                     "nothing found"]
    assert "another shape" in WITNESS.judge(column).message
