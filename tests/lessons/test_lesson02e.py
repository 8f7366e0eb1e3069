"""Lesson 02e: its exercise, explorer and figures, and what the page claims in general.

f(x) = ⟨w, x⟩ + b; w̃ = (b, w). Separability is found by linear programs, bounds from hard margins.
"""
from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.datasets import make_and, make_linear_40, make_overlap_60, make_xor
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.lessons.lesson02c.lines import TRUTH, widest
from coursekit.lessons.lesson02e import Updates, figures
from coursekit.lessons.lesson02e.exercises.perceptron import perceptron
from coursekit.lessons.lesson02e.lines import angle, regression
from coursekit.lessons.lesson02e.runs import NEW, ORDERS, order_of, updates
from cases import some
from panels import marked, panels
from sentences import numbers
from two_classes import hard_or_none, has_a_line, separable
from night import nightly

many = settings(deadline=None, max_examples=100)
seeds = st.integers(0, 10**6)
FORTY = make_linear_40()


# -- the exercise -----------------------------------------------------------------------


def by_lists(X, y, max_epochs=1000):
    w, updates = [0.0] * (len(X[0]) + 1), 0
    for _ in range(max_epochs):
        quiet = True
        for x, label in zip(X, y):
            x = [1, *x]
            if label * sum(a * b for a, b in zip(w, x)) <= 0:
                w = [a + label * b for a, b in zip(w, x)]
                updates, quiet = updates + 1, False
        if quiet:
            return w, updates
    return None, updates


def with_a_separate_intercept(X, y, max_epochs=1000):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    w, b, updates, epochs, done = np.zeros(X.shape[1]), 0.0, 0, 0, False
    while not done and epochs < max_epochs:
        done, epochs = True, epochs + 1
        for i in range(len(y)):
            if y[i] * (X[i] @ w + b) <= 0:
                w, b, updates, done = w + y[i] * X[i], b + y[i], updates + 1, False
    return (np.r_[b, w], updates) if done else (None, updates)


@pytest.mark.parametrize("answer", [by_lists, with_a_separate_intercept])
def test_a_perceptron_may_be_written_in_any_way(answer):
    assert grade("perceptron", answer).status == "right"


def ends_when_all_are_right(X, y, max_epochs=1000):
    """Right, and in no more updates; but the last epoch may be one with updates."""
    w, updates = perceptron(X, y, max_epochs + 1)
    return (w, updates) if w is not None else perceptron(X, y, max_epochs)


def epochs_with_updates(X, y, max_epochs=1000):
    w, b, epochs, changed = np.zeros(np.shape(X)[1]), 0.0, 0, True
    while changed and epochs < max_epochs:
        changed = False
        for x, label in zip(X, y):
            if label * (np.dot(w, x) + b) <= 0:
                w, b, changed = w + label * np.asarray(x), b + label, True
        epochs += changed
    return None if changed else np.r_[b, w], epochs


@pytest.mark.parametrize("answer, name", [
    (lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs + 1), "only the cap"),
    (lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs - 1), "only the cap"),
    (ends_when_all_are_right, "ends an epoch early"),
    (epochs_with_updates, "counts epochs with updates")])
def test_a_nearly_right_perceptron_is_told_its_own_mistake(answer, name):
    assert grade("perceptron", answer).matched == name


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    w, updates = find("perceptron").right[0]
    assert w.tolist() == [-1, 2] and updates == 5


def test_regression_is_least_squares_and_misclassifies_two_of_the_forty():
    X, y = FORTY
    w, b = regression(X, y)
    Z = np.column_stack([np.ones(40), X])
    assert Z.T @ (Z @ np.r_[b, w] - y) == pytest.approx(np.zeros(3), abs=1e-9)
    assert np.sum(y * (X @ w + b) <= 0) == 2


def test_fourteen_of_the_sixteen_tables_of_two_inputs_are_separable():
    X = make_and()[0]
    tables = [2 * np.array(bits) - 1 for bits in product([0, 1], repeat=4)]
    by_program = [has_a_line(X, y) for y in tables]
    assert by_program == [perceptron(X, y)[0] is not None for y in tables]
    assert sum(by_program) == 14
    assert [y.tolist() for y, line in zip(tables, by_program) if not line] == [
        [-1, 1, 1, -1], [1, -1, -1, 1]]


def novikoff(X, y, w, b) -> float:
    """Return (R/ρ)² with the separating direction u ∝ (b, w)."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    u = np.r_[b, w] / np.linalg.norm(np.r_[b, w])
    rho, R = np.min(y * (X_1 @ u)), np.linalg.norm(X_1, axis=1).max()
    assert rho > 0
    return (R / rho)**2


@many
@given(seeds, st.booleans(), st.sampled_from([0.0, -1.0, 2.0]))
def test_the_perceptron_stays_below_novikoffs_bound_in_any_order(seed, duplicates, shift):
    X, y = separable(seed, duplicates)
    X = X + shift
    best = hard_or_none(X, y)
    bound = novikoff(X, y, (best.alpha * y) @ X, best.b)
    for order in (np.arange(len(y)), np.random.default_rng(seed).permutation(len(y))):
        w, updates = perceptron(X[order], y[order], max_epochs=int(min(bound, 3000)) + 2)
        assert updates <= bound * (1 + 1e-9)
        if bound < 3000:
            assert (y * (X @ w[1:] + w[0]) > 0).all()


def test_the_bounds_of_and_and_its_shifts_and_that_one_class_alone_is_fine():
    X, y = make_and()
    for shift, bound, low, high in ((-0.5, 13.5, 5, 7), (0, 51, 18, 22), (1, 513, 93, 121),
                                    (3, 7689, 263, 1225)):
        assert novikoff(X + shift, y, [2, 2], -3 - 4 * shift) == pytest.approx(bound)
        counts = [perceptron(X[list(p)] + shift, y[list(p)])[1] for p in permutations(range(4))]
        assert (min(counts), max(counts)) == (low, high)
    assert perceptron([[1.0], [2.0]], [1, 1])[1] == 1


TABLES = {"and": (0, 0, 0, 1), "or": (0, 1, 1, 1), "implication x1->x2": (1, 1, 0, 1),
          "nand": (1, 1, 1, 0), "nor": (1, 0, 0, 0), "x1 and not x2": (0, 0, 1, 0),
          "not x1 and x2": (0, 1, 0, 0), "x2->x1": (1, 0, 1, 1)}


@pytest.mark.parametrize("name", TABLES)
def test_boolean_functions_are_learned_as_printed(name, golden):
    """GOLDEN §f: weights and updates exactly, margins to seven digits."""
    wanted, (X, _) = golden["perceptron"]["results"][name], make_and()
    y = 2 * np.array(TABLES[name]) - 1
    w, updates = perceptron(X, y)
    assert w.tolist() == wanted["a"] and updates == wanted["updates"]
    margin = np.min(y * (X @ w[1:] + w[0])) / np.linalg.norm(w[1:])
    assert margin == pytest.approx(wanted["margin"], abs=1e-7)


@pytest.mark.parametrize("name, margins", [("and", {1 / 13**.5}),
                                           ("implication x1->x2", {1 / 13**.5, 1 / 8**.5})])
def test_the_order_of_the_samples_decides_the_line(name, margins):
    X, y, found = make_and()[0], 2 * np.array(TABLES[name]) - 1, set()
    for order in map(list, permutations(range(4))):
        w, _ = perceptron(X[order], y[order])
        found.add(round(np.min(y * (X @ w[1:] + w[0])) / np.linalg.norm(w[1:]), 9))
    assert found == {round(m, 9) for m in margins}


@pytest.mark.parametrize("X, y", [make_xor(), ([[1.0], [1.0]], [1, -1])])
def test_without_a_line_it_never_stops(X, y):
    assert perceptron(X, y, max_epochs=300)[0] is None


@nightly
@pytest.mark.parametrize("gap, medians, share", some([
    (0.25, [6.57, 4.15, 1.65], 0.655), (0.1, [5.92, 3.02, 1.67], 0.565),
    (0, [6.13, 2.09, 1.61], 0.535)]))
def test_the_widest_street_is_usually_the_closest_if_there_is_an_empty_strip(gap, medians, share):
    found = []
    for seed in range(200):
        X, y = make_linear_40(seed, gap)
        b, *v = perceptron(X, y, 10_000)[0]
        found.append([angle(w, TRUTH[0]) for w in (regression(X, y)[0], np.array(v),
                                                   widest(X, y)[0])])
    found = np.array(found)
    assert np.median(found, axis=0) == pytest.approx(medians, abs=0.01)
    assert np.mean(found.argmin(axis=1) == 2) == pytest.approx(share)
    if gap == 0.25:
        assert angle(widest(*FORTY)[0], TRUTH[0]) < np.quantile(found[:, 2], 0.05)


def test_the_border_of_a_fit_stands_where_the_fit_is_zero():
    x, y = np.array([0, 1, 2, 10.0]), np.array([-1, -1, 1, 1])
    ax = figures.plot_regression({"far": (x, y)}, "Pulled").axes[0]
    fit = ax.lines[2].get_xydata()
    slope = np.diff(fit[:, 1])[0] / np.diff(fit[:, 0])[0]
    assert fit[0, 1] + slope * (ax.lines[1].get_xdata()[0] - fit[0, 0]) == pytest.approx(0)
    ringed = ax.lines[-1].get_xdata()
    assert ringed.tolist() == [2.0]


def test_angles_and_updates_are_drawn_as_they_were_counted():
    found = {"one": np.array([1.0, 5.0, 2.0]), "two": np.array([4.0])}
    ax = figures.plot_angles(found, "Near").axes[0]
    assert [line.get_xdata().tolist() for line in ax.lines] == [[1, 5, 2], [2, 2], [4], [4, 4]]
    ax = figures.plot_updates({0: [22, 18, 22], 1: [5]}, {0: 51.0, 1: 60.0}, "Below").axes[0]
    assert [line.get_ydata().tolist() for line in ax.lines] == [[18, 22], [5, 5], [51, 60]]


def test_the_error_of_the_sixty_samples_is_charged_to_those_that_are_too_right():
    X, y = make_overlap_60()
    errors = (y - X.sum(axis=1))**2
    beyond = y * X.sum(axis=1) > 1
    assert (beyond.sum(), round(errors.sum()), round(errors[beyond].sum())) == (55, 454, 449)
    products = y * X.sum(axis=1)                # at the best length of this w, by least squares
    best = products * np.linalg.lstsq(products[:, None], np.ones(60), rcond=None)[0]
    left = (1 - best)**2
    assert (left.sum(), left[best > 1].sum()) == pytest.approx((9.949, 1.350), abs=1e-3)
    squared, hinge = figures.plot_losses(y * X.sum(axis=1), "Far").axes[0].lines[:2]
    at = squared.get_xdata()
    assert squared.get_ydata() == pytest.approx((1 - at)**2)
    assert hinge.get_ydata() == pytest.approx(np.where(at < 1, 1 - at, 0))


def test_each_line_has_its_name_at_its_upper_end():
    lines = {"left": (np.array([1.0, 0.2]), 1.0), "right": (np.array([2.0, -1.0]), 0.0)}
    ax = figures.plot_lines(*FORTY, lines, "Two").axes[0]
    for text in ax.texts:
        w, b = lines[text.get_text()]
        assert w @ text.xy + b == pytest.approx(0) and text.xy[1] == figures.HALF


# -- the explorer -----------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 8, 10, 19])
def test_the_updates_are_those_of_the_perceptron_in_this_order(number):
    X, y = FORTY
    run = updates(number)
    w, count = perceptron(X[order_of(number)], y[order_of(number)])
    assert count == len(run) and run[-1].w == pytest.approx(w)
    before = np.zeros(3)
    for sample, now in run:
        x = np.r_[1, X[sample]]
        assert y[sample] * (x @ before) <= 0 and now == pytest.approx(before + y[sample] * x)
        before = now


@pytest.mark.parametrize("state", some([{"order": o, "step": k} for o in (1, 8, 10)
                                        for k in (0, 1, 2, 5, 23, 24, 25)]), ids=str)
def test_the_explorer_says_and_draws_an_update(state):
    (X, y), explorer, run = FORTY, Updates(**state), updates(state["order"])
    assert not explorer.failed
    k = min(state["step"], len(run))
    plane = panels(explorer)[0]
    lines = [line for line in plane.lines if line.get_label() == "line"]
    if not k:
        return
    b, *w = run[k - 1].w
    (line,) = lines
    assert line.get_xydata() @ w + b == pytest.approx([0, 0], abs=1e-6)
    wrong = int(np.sum(y * (X @ w + b) <= 0))
    told = numbers(explorer.status.replace("−", "-"))
    if wrong:
        assert int(told[3]) == wrong
    else:
        assert "all 40" in explorer.status
    assert int(told[-1]) == np.sign(b + NEW @ w)
    ringed = marked(plane, "o")[-1]
    if state["step"] <= len(run):
        assert ringed.tolist() == X[run[k - 1].sample].tolist()


def test_what_the_page_says_of_the_orders():
    (X, y) = FORTY
    plus = sum(w[0] + NEW @ w[1:] > 0 for w in (updates(o)[-1].w for o in range(1, ORDERS + 1)))
    assert (plus, ORDERS - plus) == (12, 8) and NEW @ TRUTH[0] / 5 > 0.25
    w, b = widest(X, y)
    assert abs(NEW @ w + b) < 1                     # the star lies in the widest street
    wrong = [int(np.sum(y * (X @ w[1:] + w[0]) <= 0)) for _, w in updates(1)]
    assert wrong[3:5] == [1, 9]
    taken = [update.sample for update in updates(10)]
    assert (len(taken), len(set(taken)), max(map(taken.count, taken))) == (24, 7, 9)
