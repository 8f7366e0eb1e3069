"""What sitting 04d says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import json
import pathlib
import re

import numpy as np
import pytest
from sklearn.model_selection import cross_val_predict

from coursekit.datasets import (
    load_digits, make_crescents, make_overlap_60, make_row_of_three,
)
from coursekit.exercise import grade
from coursekit.exercises.lesson04e import shift_images
from coursekit.svm import SVC, OneVsOne, OneVsRest, fit_sigmoid, fit_virtual, sigmoid
from fixtures.usps import load_usps

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden.json").read_text("utf-8"))
NOTEBOOK = pathlib.Path(__file__).parents[2] / "notebooks" / "04d_many_classes.ipynb"
USPS = GOLDEN["usps"]


# ------------------------------------------------------------------------------- 4: the sigmoid

def test_the_gradient_and_the_matrix_of_the_page():
    rng = np.random.default_rng(0)
    f, tau = rng.normal(size=30), rng.uniform(size=30)

    def loss(point):
        z = point[0] * f + point[1]
        return np.sum(np.log(1 + np.exp(z)) - (1 - tau) * z)

    def gradient(point):
        p = 1 / (1 + np.exp(point[0] * f + point[1]))
        return np.array([np.sum((tau - p) * f), np.sum(tau - p)])
    for point in rng.normal(size=(20, 2)):
        p = 1 / (1 + np.exp(point[0] * f + point[1]))
        assert loss(point) == pytest.approx(-np.sum(tau * np.log(p) + (1 - tau) * np.log(1 - p)))
        rows = np.column_stack([f, np.ones(30)])
        steps = 1e-6 * np.eye(2)
        assert gradient(point) == pytest.approx(
            [(loss(point + h) - loss(point - h)) / 2e-6 for h in steps], abs=1e-5)
        second = rows.T @ (rows * (p * (1 - p))[:, None])
        assert second == pytest.approx(np.array(
            [(gradient(point + h) - gradient(point - h)) / 2e-6 for h in steps]), abs=1e-5)


def test_platts_targets_have_a_minimum_where_the_labels_have_none():
    f = np.array([-2, -1, -0.5, 0.5, 1, 2])
    A, B = fit_sigmoid(f, np.sign(f))
    assert (A, B) == pytest.approx((-0.994, 0), abs=5e-4)
    losses = [np.sum(np.log1p(np.exp(-a * np.abs(f)))) for a in (1, 10, 100)]
    assert losses[0] > losses[1] > losses[2]


def test_training_values_are_too_steep_on_other_settings_too():
    X_new, y_new = make_crescents(3000, seed=98)

    def loss(p):
        return -np.mean(np.log(np.where(y_new > 0, p, 1 - p)))
    for C, gamma in ((10, 5), (10, 10), (100, 2)):
        better = steeper = 0
        for seed in range(30, 40):
            X, y = make_crescents(120, seed=seed)
            svc = SVC(C=C, gamma=gamma).fit(X, y)
            fresh = svc.decision_function(X_new)
            own = fit_sigmoid(svc.decision_function(X), y)
            held = fit_sigmoid(cross_val_predict(svc, X, y, method="decision_function"), y)
            steeper += own[0] < held[0] < 0
            better += loss(sigmoid(fresh, *held)) < loss(sigmoid(fresh, *own))
        assert steeper == 10 and better >= 9


@pytest.mark.parametrize("f, y", [
    ([-2.0, -1, 1, 2], [-1, -1, 1, 1]), ([1.0, 2, -1, -2], [-1, -1, 1, 1]),
    ([-1.0, 0, 0, 1], [-1, -1, 1, 1]), ([3.0, 3, 3], [-1, 1, 1]),
    ([0.0, 5, 6, 7], [1, -1, -1, -1])])
def test_with_platts_targets_there_is_always_a_minimum(f, y):
    (A, B), f, y = fit_sigmoid(f, y), np.array(f), np.array(y)
    n_plus, n_minus = np.sum(y > 0), np.sum(y < 0)
    tau = np.where(y > 0, (n_plus + 1) / (n_plus + 2), 1 / (n_minus + 2))
    left = tau - sigmoid(f, A, B)
    assert (abs(left.sum()), abs(left @ f)) == pytest.approx((0, 0), abs=1e-5)


# ---------------------------------------------------------------------------- 5: virtual samples

def small_digits():
    digits = load_digits()
    return digits.drop(columns="digit").to_numpy() / 16, digits["digit"].to_numpy()


def moves(side, t=1.0, outside=0.0):
    return [lambda Z, d=d: np.reshape(
        shift_images(Z.reshape(-1, side, side) - outside, *d, t) + outside, Z.shape)
            for d in ((1, 0), (-1, 0), (0, 1), (0, -1))]


def changes(machine, seeds, n=100, fractions=(0.25, 1.0)):
    """Return errors in per cent and numbers of support vectors, without and with shifts."""
    X, y = small_digits()
    errors, sizes = [], []
    for seed in seeds:
        order = np.random.default_rng(seed).permutation(len(X))
        a, b = order[:n], order[n:]
        models = [OneVsRest(machine).fit(X[a], y[a])]
        models += [fit_virtual(OneVsRest(machine), X[a], y[a], moves(8, t)) for t in fractions]
        errors.append([100 - 100 * m.score(X[b], y[b]) for m in models])
        sizes.append([len(m.support_) for m in models])
    return np.array(errors), np.array(sizes)


@pytest.mark.slow
def test_both_machines_grow_and_one_of_them_gains_by_a_whole_pixel():
    gauss, gauss_size = changes(SVC(C=10, gamma=0.11), range(20))
    cubic, cubic_size = changes(SVC(C=10, kernel="poly", degree=3, gamma=1 / 64, coef0=1),
                                range(20))
    assert gauss.mean(axis=0) == pytest.approx([9.1, 8.1, 6.7], abs=0.15)
    assert np.sum(gauss[:, 1] < gauss[:, 0]) >= 18 and np.sum(gauss[:, 2] < gauss[:, 0]) == 20
    assert np.sum(cubic[:, 1] < cubic[:, 0]) >= 16
    assert cubic[:, 2].mean() > cubic[:, 0].mean() and np.sum(cubic[:, 2] < cubic[:, 0]) <= 10
    for size in (gauss_size, cubic_size):
        assert 4 < size[:, 2].mean() / size[:, 0].mean() < 5


def test_copies_up_and_down_lose_ink_and_with_room_they_do_neither_harm_nor_good():
    X, y = small_digits()
    images = X.reshape(-1, 8, 8)
    rows, columns = (images.any(axis=axis).mean(axis=0) for axis in (2, 1))
    assert rows[0] == rows[7] == 1 and columns[0] < 0.02 and columns[7] < 0.15
    wide = np.pad(images, ((0, 0), (2, 2), (2, 2))).reshape(len(X), -1)
    found = []
    for samples, side in ((X, 8), (wide, 12)):
        plain, vertical = OneVsRest(SVC(C=10, gamma=0.11)), moves(side)[2:]
        for seed in range(10):
            order = np.random.default_rng(seed).permutation(len(X))
            a, b = order[:100], order[100:]
            errors = [100 - 100 * m.score(samples[b], y[b]) for m in (
                plain.fit(samples[a], y[a]), fit_virtual(plain, samples[a], y[a], vertical))]
            found.append(errors[1] - errors[0])
    cut, whole = np.reshape(found, (2, 10))
    assert cut.mean() > 0.5 and abs(whole.mean()) < 0.2 and np.sum(whole < cut) >= 8


@pytest.mark.slow
def test_a_quarter_pixel_with_votes_of_pairs():
    """Small digits, a hundred to train: from about 9 to about 7.7 per cent, in nearly every
    split."""
    X, y = small_digits()
    found = []
    for seed in range(8):
        order = np.random.default_rng(seed).permutation(len(X))
        a, b = order[:100], order[100:]
        plain = OneVsOne(SVC(C=10))
        found.append([100 - 100 * m.score(X[b], y[b]) for m in
                      (plain.fit(X[a], y[a]), fit_virtual(plain, X[a], y[a], moves(8, 0.25)))])
    before, after = np.transpose(found)
    assert 8 < before.mean() < 10 and 6.7 < after.mean() < 8.7
    assert np.sum(after < before) >= 7


def test_degree_nine_is_divided_by_its_value_at_length_one():
    x = np.random.default_rng(0).normal(size=20)
    x /= np.linalg.norm(x)
    assert (x @ x + 1)**9 / 512 == pytest.approx(1)


def test_sizes_and_standard_error_of_the_printed_table():
    printed = USPS["printed"]
    assert printed["virtual"][0] == 5 * printed["sv_set"][0] == 8385
    assert printed["full_virtual"][0] == 5 * printed["full"][0] == 36455
    assert np.sqrt(0.04 * 0.96 / 2007) == pytest.approx(0.0044, abs=5e-5)


def test_the_page_has_the_printed_table_and_the_rows_of_our_own_run():
    page = "".join(c["source"] if isinstance(c["source"], str) else "".join(c["source"])
                   for c in json.loads(NOTEBOOK.read_text("utf-8"))["cells"])
    shown = re.findall(r"^\| [^|“]+ \| “(\d+)” \| “([\d.]+)%” \| (\d+) \| ([\d.]+)% \|$",
                       page, flags=re.M)
    own, printed = USPS["value"], USPS["printed"]
    assert [tuple(map(float, row)) for row in shown] == [
        (printed[name][0], printed[name][2], own[name][0], own[name][2]) for name in printed]
    assert own["virtual"][2] > own["full_virtual"][2]      # in the printed table it is smaller
    assert own["union"] == printed["sv_set"][0] - 3


def smoothed(images: np.ndarray) -> np.ndarray:
    """Return images (n, 16, 16) smoothed by a Gaussian, σ = ¾, on 3 × 3 pixels, edges repeated."""
    weights = np.exp(-np.array([1, 0, 1]) / (2 * 0.75**2))
    weights /= weights.sum()
    wide = np.pad(images, ((0, 0), (1, 1), (1, 1)), mode="edge")
    across = sum(g * wide[:, :, k:k + 16] for k, g in enumerate(weights))
    return sum(g * across[:, k:k + 16] for k, g in enumerate(weights))


@pytest.mark.slow
def test_the_first_two_rows_of_the_table_of_larger_digits():
    """The course's own solver on all 7291 images, and on its support vectors alone."""
    digits = load_usps()
    train, test = (smoothed(X.reshape(-1, 16, 16).astype(float)).reshape(-1, 256)
                   for X in (digits.X_train, digits.X_test))
    machine = OneVsRest(SVC(C=100, kernel="poly", degree=3, gamma=1 / 256))
    full = machine.fit(train, digits.y_train)
    wanted, kept = USPS["value"], full.support_
    found = [len(train), np.mean([len(m.support_) for m in full.estimators_]),
             100 - 100 * full.score(test, digits.y_test)]
    assert found == pytest.approx(wanted["full"], rel=0.005)
    assert len(kept) == pytest.approx(wanted["union"], abs=3)
    alone = machine.fit(train[kept], digits.y_train[kept])
    found = [len(kept), np.mean([len(m.support_) for m in alone.estimators_]),
             100 - 100 * alone.score(test, digits.y_test)]
    assert found == pytest.approx(wanted["sv_set"], rel=0.005)


# ----------------------------------------------------------------------- exercises in other forms

def _by_padding(images, dx, dy, t=1.0):
    images = np.asarray(images, dtype=float)
    n, h, w = images.shape
    far = max(abs(dx), abs(dy))
    wide = np.pad(images, ((0, 0), (far, far), (far, far)))
    return (1 - t) * images + t * wide[:, far - dy:far - dy + h, far - dx:far - dx + w]


def test_right_shifts_in_other_forms():
    def by_scipy(images, dx, dy, t=1.0):
        from scipy.ndimage import shift
        images = np.asarray(images, dtype=float)
        return (1 - t) * images + t * np.array(
            [shift(i, (dy, dx), order=0, cval=0.0) for i in images]).reshape(images.shape)

    def as_lists(images, dx, dy, t=1.0):
        return _by_padding(images, dx, dy, t).astype(np.float32)

    def nested_lists(images, dx, dy, t=1.0):
        return _by_padding(images, dx, dy, t).tolist()
    for f in (_by_padding, by_scipy, as_lists, nested_lists):
        assert grade("shift-images", f).status == "right", grade("shift-images", f)


def test_wrong_shifts():
    def in_place(images, dx, dy, t=1.0):
        images[...] = _by_padding(images, dx, dy, t)
        return images

    def flattened(images, dx, dy, t=1.0):
        return _by_padding(images, dx, dy, t).reshape(len(images), -1)

    def background(images, dx, dy, t=1.0):
        return _by_padding(np.asarray(images) + 1.0, dx, dy, t) - 1

    def only_first(images, dx, dy, t=1.0):
        return np.concatenate([_by_padding(images[:1], dx, dy, t), images[1:]])

    def added(images, dx, dy, t=1.0):
        return images + t * _by_padding(images, dx, dy)

    def rounded(images, dx, dy, t=1.0):
        return _by_padding(images, dx, dy, t).round()

    def diagonal_lost(images, dx, dy, t=1.0):
        return _by_padding(images, dx, 0 if dx else dy, t)

    def shifted_by_t(images, dx, dy, t=1.0):
        return _by_padding(images, int(dx * t), int(dy * t))

    def from_the_end(images, dx, dy, t=1.0):
        moved = np.zeros(images.shape)
        for row, column in np.ndindex(images.shape[1:]):
            try:
                moved[:, row, column] = images[:, row - dy, column - dx]
            except IndexError:
                pass
        return (1 - t) * images + t * moved
    assert grade("shift-images", from_the_end).matched == "places counted from the end"
    for f in (in_place, flattened, background, only_first, added, rounded, diagonal_lost,
              shifted_by_t):
        assert grade("shift-images", f).status == "wrong", f


def test_probabilities_of_one_machine_a_class_need_not_add_up():
    X, y = make_row_of_three()
    machines = OneVsRest(SVC(kernel="linear")).fit(X, y)
    f = machines.decision_function(X)
    chances = [sigmoid(f[:, k], *fit_sigmoid(f[:, k], np.where(y == name, 1, -1)))
               for k, name in enumerate(machines.classes_)]
    assert np.abs(np.sum(chances, axis=0) - 1).max() > 0.05


def test_a_machine_that_learns_from_its_support_vectors_alone_is_the_same():
    X, y = make_overlap_60()
    first = SVC(kernel="linear", tol=1e-8).fit(X, y)
    keep = first.solution_.alpha > 0
    again = SVC(kernel="linear", tol=1e-8).fit(X[keep], y[keep])
    assert 0 < keep.sum() < 60 \
        and again.decision_function(X) == pytest.approx(first.decision_function(X), abs=1e-5)
