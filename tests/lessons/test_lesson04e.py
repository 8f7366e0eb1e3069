"""Lesson 04e: values and probabilities of the passengers, moved digits, both explorers, the claims.

Penalties are compared with scikit-learn's log loss, values with scikit-learn's machine, and what
copies change with counts of single images.
"""
from __future__ import annotations

import json
import math
import pathlib

import numpy as np
import pandas as pd
import pytest
import shift_table as maker
from scipy.spatial.distance import cdist
from scipy.special import expit
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import (
    load_digits, load_shifts, make_crescents, make_overlap_60, make_row_of_three, make_three_clouds,
)
from coursekit.exercise import grade
from coursekit.lessons.lesson04e import (
    ProbabilityCurve, ShiftFraction, copies, figures, passengers, usps,
)
from coursekit.lessons.lesson04e.exercises.shift_images import shift_images
from coursekit.lessons.lesson04e.explorers import probability_curve, shift_fraction
from coursekit.lessons.lesson04e.virtual import fit_virtual
from coursekit.statistics import clustered_interval, wilson
from coursekit.svm import SVC, OneVsOne, OneVsRest, fit_sigmoid, sigmoid
from coursekit.titanic import titanic_pipeline
from fixtures.usps import load_usps
from night import nightly
from panels import panels, strokes
from sentences import says
from states import ends_of_one, preset_states

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden.json").read_text("utf-8"))
USPS = GOLDEN["usps"]


@pytest.fixture(scope="module")
def curve():
    return ProbabilityCurve()


@pytest.fixture(scope="module")
def moving():
    return ShiftFraction()


# -- the passengers ---------------------------------------------------------------------------

def test_the_kept_values_are_those_of_another_solver_in_the_same_folds():
    """Two folds of ten, by scikit-learn's machine on the library's columns."""
    table, y, tickets = passengers.passengers()
    for name, machine in passengers.MACHINES.items():
        peer = titanic_pipeline(LibSVC(C=machine.C, gamma=machine.gamma, tol=1e-5))
        kept = passengers.values(name)
        folds = list(GroupKFold(10, shuffle=True, random_state=0).split(table, y, tickets))
        for a, b in folds[3:5]:
            assert not set(tickets[a]) & set(tickets[b])
            f = peer.fit(table.iloc[a], y[a]).decision_function(table.iloc[b])
            assert kept.held_out[b] == pytest.approx(f, abs=5e-3)
        assert kept.training == pytest.approx(peer.fit(table, y).decision_function(table),
                                              abs=5e-3)


def test_the_kept_penalties_are_computed_again_in_one_fold():
    for name in passengers.MACHINES:
        found = passengers.compute_penalties(name, folds=(4,))
        there = found[0] > 0
        assert 60 < there.sum() < 120
        assert passengers.tested_penalties(name)[:, there] == pytest.approx(
            found[:, there], abs=1e-3)


def test_penalties_are_scikit_learns_log_loss():
    rng = np.random.default_rng(0)
    for n in (1, 2, 50):
        p, y = rng.uniform(0.01, 0.99, n), rng.integers(0, 2, n)
        assert passengers.penalties(p, y).mean() == pytest.approx(log_loss(y, p, labels=[0, 1]))


def test_what_the_page_says_about_the_passengers():
    wide, narrow = (passengers.values(name) for name in passengers.MACHINES)
    tickets = passengers.passengers()[2]
    near = np.abs(wide.held_out + 1) < 0.1
    assert 0.4 < near.mean() < 0.6 and 1 / 8 < wide.y[near].mean() < 1 / 6
    between = (wide.held_out > 0.5) & (wide.held_out < 0.9)
    p = sigmoid(wide.held_out, *fit_sigmoid(wide.held_out, wide.y))
    _, _, high = clustered_interval(wide.y[between], tickets[between])
    assert high < p[between].mean()                      # too high there
    for side in (-1, 1):
        heap = np.abs(wide.held_out - side) < 0.1
        _, low, high = clustered_interval(wide.y[heap], tickets[heap])
        assert low < p[heap].mean() < high
    for known in (wide, narrow):        # values that trained separate the fates better
        own, held = (np.mean((v > 0) == known.y) for v in (known.training, known.held_out))
        assert own > held


# -- ProbabilityCurve -------------------------------------------------------------------------

def drawn_as(explorer, label):
    """Return the visible points that have a label, shape (n, 2)."""
    found = [artist.get_offsets() if hasattr(artist, "get_offsets") else artist.get_xydata()
             for ax in panels(explorer) for artist in (*ax.lines, *ax.collections)
             if artist.get_label() == label and artist.get_visible()]
    return np.vstack([np.zeros((0, 2)), *found])


def within_the_bar(f, centre):
    """Return which values are in a bar, its lower edge included, in units of 0.0001."""
    f, centre = np.round(1e4 * f).astype(int), round(1e4 * centre)
    return (f >= centre - 1000) & (f < centre + 1000)


def of_state(state):
    name, is_held_out = probability_curve.KINDS[state["values"]]
    found = passengers.values(name)
    return (found.held_out if is_held_out else found.training), found.y


@pytest.mark.parametrize("state", [
    {}, *preset_states(ProbabilityCurve), *ends_of_one(ProbabilityCurve),
    *({**end, "fates": True} for end in ends_of_one(ProbabilityCurve)),
    {"fates": True, "slope": 0.35, "half": 1.2, "at": 0.4}], ids=str)
def test_its_sentence_and_its_dots_are_computed_from_the_passengers(curve, state):
    curve.reset()
    curve.set(**state)
    assert not curve.failed, curve.status
    state = curve.state()
    f, y = of_state(state)
    p = expit(state["slope"] * (f - state["half"]))
    told = 100 * expit(state["slope"] * (state["at"] - state["half"]))
    inside = within_the_bar(f, state["at"])
    words = curve.status.replace("−", "-")
    says(words, {"near # the curve says #%": [state["at"], told]}, whole=False, slack=0.011)
    if not state["fates"]:
        assert "survived" not in words and "penalty" not in words
        says(words, {"; # passengers have": inside.sum()}, whole=False)
        assert len(drawn_as(curve, "share that survived")) == 0
        return
    clear = np.clip(p, 1e-12, 1 - 1e-12)
    says(words, {"mean penalty #": log_loss(y, clear)}, whole=False)
    if inside.sum() > 1:
        says(words, {", and #% of # passengers": [100 * y[inside].mean(), inside.sum()]},
             whole=False)
    for side, name in ((1, "survived"), (0, "died")):
        drawn = drawn_as(curve, f"{name}: penalties")
        cost = -np.log(np.where(side, clear, 1 - clear))[y == side]
        assert drawn[:, 0] == pytest.approx(f[y == side])
        assert drawn[:, 1] == pytest.approx(np.minimum(cost, probability_curve.HIGHEST), abs=1e-9)
    for x, share in drawn_as(curve, "share that survived"):
        there = within_the_bar(f, x)
        assert there.sum() >= probability_curve.FEWEST and share == pytest.approx(y[there].mean())


def test_platts_fit_is_the_least_penalty_of_all_its_curves(curve):
    """Up to the targets, which are a little inside 0 and 1, and the grid of the two sliders."""
    for kind in probability_curve.KINDS:
        seen = probability_curve.told(kind)
        _, slope, half = (c for c in ProbabilityCurve.controls if c.name in ("values", "slope",
                                                                             "half"))
        losses = [passengers.penalties(probability_curve.curve(seen.f, s, h), seen.y).mean()
                  for s in np.arange(0.5, 4, 0.1) for h in np.arange(-0.4, 0.5, 0.1)]
        assert min(losses) == pytest.approx(seen.fitted, abs=1e-3)
        assert min(losses) > seen.fitted - 1e-4
        A, B = fit_sigmoid(seen.f, seen.y)
        assert slope.low < -A < slope.high and half.low < -B / A < half.high


def test_no_word_of_the_picture_is_printed_over_another(curve):
    for state in [{}, *preset_states(ProbabilityCurve), {"fates": True, "at": 2.0}]:
        curve.reset()
        curve.set(**state)
        renderer = curve.canvas.figure.canvas.get_renderer()
        boxes = [t.get_window_extent(renderer) for ax in panels(curve) for t in ax.texts
                 if t.get_visible() and t.get_text()]
        width, height = curve.canvas.figure.bbox.size
        for k, box in enumerate(boxes):
            assert box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height
            assert not any(box.overlaps(other) for other in boxes[:k])


# -- whose values -----------------------------------------------------------------------------

def losses_of(C, gamma, seeds, folds=5):
    """Return log losses on fresh samples (training, held out) and accuracies (own, fresh)."""
    X_new, y_new = make_crescents(2000, seed=98)
    rows = []
    for seed in seeds:
        X, y = make_crescents(120, seed=seed)
        machine = LibSVC(C=C, gamma=gamma)
        held = cross_val_predict(machine, X, y, method="decision_function", cv=folds)
        own = machine.fit(X, y).decision_function(X)
        fresh = machine.decision_function(X_new)
        rows.append([log_loss(y_new, sigmoid(fresh, *fit_sigmoid(v, y))) for v in (own, held)]
                    + [np.mean(own * y > 0), np.mean(fresh * y_new > 0)])
    return np.array(rows)


@nightly
@pytest.mark.parametrize("C, gamma", [(10, 5), (100, 30), (1, 30), (10, 10), (100, 2), (1000, 5)])
def test_held_out_values_win_where_own_samples_are_fitted_much_better(C, gamma):
    rows = losses_of(C, gamma, range(30, 40))
    training, held, own, fresh = rows.mean(axis=0)
    assert own - fresh > 0.08 and held < training - 0.01
    assert np.sum(rows[:, 1] < rows[:, 0]) >= 8


@nightly
@pytest.mark.parametrize("C, gamma", [(1, 1), (100, 0.1), (0.1, 1), (1, 0.3), (10, 0.1)])
def test_and_gain_nothing_where_they_are_not(C, gamma):
    training, held, own, fresh = losses_of(C, gamma, range(30, 40)).mean(axis=0)
    assert own - fresh < 0.04 and -0.005 < held - training < 0.08


@nightly
def test_at_c_1_and_gamma_1_held_out_values_have_a_small_price_on_two_hundred_other_draws():
    rows = losses_of(1, 1, range(100, 300))
    change = rows[:, 1] - rows[:, 0]
    reach = 1.97 * change.std(ddof=1) / np.sqrt(len(change))
    found = change.mean() + np.array([0, -reach, reach])
    assert found == pytest.approx([0.003, 0.002, 0.004], abs=1e-3) and found[1] > 0


def test_the_best_move_of_the_cubic_is_half_a_pixel_and_a_whole_one_gains_nothing():
    found = shift_fraction.shifts("cubic", "all four").difference
    mean = dict(zip(shift_fraction.FRACTIONS, found.mean(axis=1), strict=True))
    assert min(mean, key=mean.get) == 0.5 and mean[0.75] == pytest.approx(mean[0.5], abs=0.3)
    assert mean[1.0] > 0
    assert np.all(np.diff([mean[t] for t in (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)]) > 0)
    assert np.sum(found[shift_fraction.FRACTIONS.index(1.25)] > 0) == 19


@nightly
def test_a_large_gap_alone_is_no_guarantee():
    """At γ = 300 most fresh samples lie outside all bumps, and get nearly the same value."""
    rows = losses_of(1, 300, range(30, 50))
    change = rows[:, 1] - rows[:, 0]
    assert np.mean(rows[:, 2] - rows[:, 3]) > 0.35
    assert abs(change.mean()) < 2 * change.std() / np.sqrt(len(change)) < 0.04
    X, y = make_crescents(120, seed=30)
    fresh = LibSVC(C=1, gamma=300).fit(X, y).decision_function(make_crescents(2000, seed=98)[0])
    assert np.mean(np.abs(fresh - np.median(fresh)) < 0.1) > 0.6


@nightly
def test_more_folds_take_most_of_the_harm_away():
    few, many = (np.mean(rows[:, 1] - rows[:, 0]) for rows in
                 (losses_of(100, 0.1, range(30, 50), folds) for folds in (5, 20)))
    assert few > 0.015 and many < few / 2


def test_on_the_passengers_no_gain_is_shown():
    tickets = passengers.passengers()[2]
    for name in passengers.MACHINES:
        training, held = passengers.tested_penalties(name)
        change = held - training - np.mean(held - training)
        sums = [change[tickets == ticket].sum() for ticket in np.unique(tickets)]
        reach = 1.96 * np.sqrt(np.sum(np.square(sums))) / len(held)
        assert abs(np.mean(held - training)) < reach < 0.02


# -- likelihood, copies, moves ---------------------------------------------


def test_platts_targets_have_a_minimum_where_the_labels_have_none():
    f = np.array([-2, -1, -0.5, 0.5, 1, 2])
    A, B = fit_sigmoid(f, np.sign(f))
    assert (A, B) == pytest.approx((-0.994, 0), abs=5e-4)
    losses = [np.sum(np.log1p(np.exp(-a * np.abs(f)))) for a in (1, 10, 100)]
    assert losses[0] > losses[1] > losses[2]


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


def small_digits():
    digits = load_digits()
    return digits.drop(columns="digit").to_numpy() / 16, digits["digit"].to_numpy()


def moves(side, t=1.0, outside=0.0):
    return [lambda Z, d=d: np.reshape(
        shift_images(Z.reshape(-1, side, side) - outside, *d, t) + outside, Z.shape)
            for d in ((1, 0), (-1, 0), (0, 1), (0, -1))]


@nightly
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


@nightly
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


def smoothed(images: np.ndarray) -> np.ndarray:
    """Return images (n, 16, 16) smoothed by a Gaussian, σ = ¾, on 3 × 3 pixels, edges repeated."""
    weights = np.exp(-np.array([1, 0, 1]) / (2 * 0.75**2))
    weights /= weights.sum()
    wide = np.pad(images, ((0, 0), (1, 1), (1, 1)), mode="edge")
    across = sum(g * wide[:, :, k:k + 16] for k, g in enumerate(weights))
    return sum(g * across[:, k:k + 16] for k, g in enumerate(weights))


@nightly
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


def _by_padding(images, dx, dy, t=1.0):
    images = np.asarray(images, dtype=float)
    n, h, w = images.shape
    far = max(abs(dx), abs(dy))
    wide = np.pad(images, ((0, 0), (far, far), (far, far)))
    return (1 - t) * images + t * wide[:, far - dy:far - dy + h, far - dx:far - dx + w]


def test_right_and_wrong_log_losses_in_other_forms():
    def by_loop(p, survived):
        return sum(-math.log(q if y else 1 - q) for q, y in zip(p, survived, strict=True)) / len(p)

    def as_series(p, survived):
        p, y = pd.Series(p), pd.Series(survived)
        return -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()

    def in_short_floats(p, survived):
        p = np.asarray(p, np.float32)
        return np.mean(-np.log(np.where(survived, p, 1 - p)))

    def by_masks(p, survived):
        return -(np.log(p[survived == 1]).sum() + np.log(1 - p[survived == 0]).sum()) / len(p)

    def by_sklearn(p, survived):
        return log_loss(survived, p, labels=[0, 1])

    def by_logaddexp(p, survived):
        z = np.log(p / (1 - p))
        return np.array(np.logaddexp(0, np.where(survived == 1, -z, z)).mean())
    for f in (by_loop, as_series, in_short_floats, by_masks, by_sklearn, by_logaddexp):
        assert grade("log-loss", f).status == "right", f
    for f in (lambda p, y: np.mean((p - y)**2), lambda p, y: -np.log(np.abs(p - y)).mean(),
              lambda p, y: np.exp(-np.log(np.where(y, p, 1 - p)).mean()),
              lambda p, y: -np.log(np.where(p > 0.5, p, 1 - p)).mean()):
        assert grade("log-loss", f).status == "wrong"


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


def test_an_image_moves_as_the_page_s_function_moves_it():
    some = shift_fraction.images()[:40]
    for direction in shift_fraction.DIRECTIONS["all four"]:
        for t in (0.0, 0.25, 0.75, 1.0):
            assert shift_fraction.moved(some, direction, t) == pytest.approx(
                shift_images(some, *direction, t), abs=1e-12)
        beyond = shift_images(shift_images(some, *direction), *direction, 0.75)
        assert shift_fraction.moved(some, direction, 1.75) == pytest.approx(beyond, abs=1e-12)


@pytest.mark.parametrize("kernel, number, cells", [
    ("Gaussian", 3, [("all four", 1.0), ("left and right", 1.75)]),
    ("cubic", 11, [("up and down", 0.25), ("all four", 2.0)])])
def test_the_stored_counts_are_what_machines_find(kernel, number, cells):
    data, i = load_shifts(), list(shift_fraction.KERNELS).index(kernel)
    (plain, kept), *others = maker.missed(kernel, number, cells)
    assert abs(plain.sum() - data.plain[i, number]) <= 1    # a value may lie at a tie
    assert kept == data.kept[i, number]
    for (directions, t), (wrong, _) in zip(cells, others, strict=True):
        place = (i, list(shift_fraction.DIRECTIONS).index(directions),
                 shift_fraction.FRACTIONS.index(t), number)
        assert abs(wrong.sum() - data.wrong[place]) <= 2
        assert abs(np.sum(plain & ~wrong) - data.mended[place]) <= 2


def test_the_copies_stand_on_the_sides_to_which_they_moved(moving):
    moving.set(directions="left and right", t=2.0, split=4)
    first = shift_fraction.images()[shift_fraction.split(3)[0][0]]
    sheet = {tuple(image.get_extent()[::2]): image.get_array()
             for image in panels(moving)[0].images}             # by the left and the bottom edge
    assert sorted(sheet) == [(1, 18), (10, 18), (19, 18)]
    middle, right = sheet[10, 18], sheet[19, 18]
    assert np.array_equal(middle, first)
    assert np.array_equal(right[:, 2:], first[:, :-2]) and not right[:, :2].any()


def test_unmoved_copies_are_a_larger_penalty():
    digits = load_digits()
    X, y = digits.drop(columns="digit").to_numpy()[:80] / 16, digits["digit"].to_numpy()[:80]
    cubic = {"kernel": "poly", "degree": 3, "gamma": 1 / 64, "coef0": 1, "tol": 1e-6}
    first = OneVsRest(SVC(C=0.1, **cubic))
    copied = fit_virtual(first, X, y, [lambda Z: Z] * 4)
    kept = first.fit(X, y).support_
    larger = OneVsRest(SVC(C=0.5, **cubic)).fit(X[kept], y[kept])
    assert copied.decision_function(X) == pytest.approx(larger.decision_function(X), abs=1e-4)
    assert np.abs(first.decision_function(X) - larger.decision_function(X)).max() > 0.1


@pytest.mark.parametrize("name", copies.MACHINES)
def test_the_kept_counts_are_found_again_in_one_split(name):
    found = copies.misclassified(copies.MACHINES[name], 6)
    assert np.abs(copies.MEASURED[name][:, 6] - found).max() <= 2       # a value may lie at a tie


@nightly
@pytest.mark.parametrize("name", copies.MACHINES)
def test_the_kept_counts_are_found_again_in_all_splits(name):
    found = [copies.misclassified(copies.MACHINES[name], k) for k in range(copies.SPLITS)]
    assert np.abs(copies.MEASURED[name].T - found).max() <= 2


@nightly
@pytest.mark.parametrize("name, gains", zip(copies.MACHINES, (True, False, True, False),
                                            strict=True))
def test_all_machines_grow_and_two_of_them_gain_by_a_whole_pixel(name, gains):
    (X, y), plain = small_digits(), OneVsRest(copies.MACHINES[name])
    errors, sizes = [], []
    for seed in range(100, 112):
        a, b = np.split(np.random.default_rng(seed).permutation(len(X)), [100])
        models = (plain.fit(X[a], y[a]), fit_virtual(plain, X[a], y[a], moves(8)))
        sizes.append([len(m.support_) for m in models])
        errors.append([100 - 100 * m.score(X[b], y[b]) for m in models])
    growth, change = np.mean(sizes, axis=0), np.diff(errors)
    assert 4 < growth[1] / growth[0] < 5
    assert (change.mean() < -1 and np.sum(change < 0) >= 9) if gains else change.mean() > -0.5


@nightly
@pytest.mark.parametrize("name, low, high", [("Gaussian, γ = 0.02", -0.7, 0),
                                             ("cubic, γ = 1/64", 0.1, 0.8)])
def test_copies_that_do_not_move_change_two_machines_a_little(name, low, high):
    (X, y), plain, change = small_digits(), OneVsRest(copies.MACHINES[name]), []
    for seed in range(1000, 1084):
        a, b = np.split(np.random.default_rng(seed).permutation(len(X)), [100])
        models = (plain.fit(X[a], y[a]), fit_virtual(plain, X[a], y[a], moves(8, 0.0)))
        change.append(np.diff([100 - 100 * m.score(X[b], y[b]) for m in models]))
    assert low < np.mean(change) < high


def test_a_step_to_the_side_is_farther_than_the_nearest_other_digit():
    X, y = small_digits()
    images = X.reshape(-1, 8, 8)
    far = cdist(X, X)
    far[y[:, None] == y] = np.inf
    for dx, dy, least, most in ((1, 0, 1, 1), (-1, 0, 1, 1), (0, 1, 0.9, 0.99), (0, -1, 0.9, 0.99)):
        step = np.linalg.norm((shift_images(images, dx, dy) - images).reshape(len(X), -1), axis=1)
        assert least <= np.mean(step > far.min(axis=1)) <= most


def test_every_state_of_the_shifts_says_what_was_counted(moving):
    data, tested = load_shifts(), 1797 - shift_fraction.SAMPLES
    spoiled = data.wrong - data.plain[:, None, None] + data.mended
    assert spoiled.min() >= 0 and (data.mended <= data.plain[:, None, None]).all()
    rng = np.random.default_rng(5)
    ends = np.array(np.meshgrid([0, 1], [0, 1, 2], [0, 4, 8], [0, 19])).reshape(4, -1).T
    for i, j, k, s in [*ends, *(rng.integers((2, 3, 9, 20)) for _ in range(40))]:
        moving.set(kernel=list(shift_fraction.KERNELS)[i], t=shift_fraction.FRACTIONS[k],
                   directions=list(shift_fraction.DIRECTIONS)[j], split=int(s) + 1)
        assert not moving.failed, moving.status
        b, c = data.mended[i, j, k, s], spoiled[i, j, k, s]
        others = data.wrong[i, j, k] - data.plain[i]
        details = moving.details(moving.state())
        says(moving.status, {
            "Split #, ": s + 1, "moved by # px": shift_fraction.FRACTIONS[k],
            "error #% without copies and #% with":
                [100 * data.plain[i, s] / tested, 100 * data.wrong[i, j, k, s] / tested],
            "falls in # of # splits": [np.sum(others < 0), 20]}, whole=False)
        says(details, {"images gained: #, lost: #": [b, c],
                       "# of # images are support vectors": [data.kept[i, s], 100],
                       "with copies # train": (5, 3, 3)[j] * data.kept[i, s]}, whole=False)
        assert ("as if C were" in details) == (k == 0)
        each = np.repeat([-100.0, 100.0, 0.0], [b, c, tested - b - c])
        reach = 1.96 * each.std() / np.sqrt(tested)
        if b + c > 30 and abs(abs(each.mean()) - reach) > 0.2:   # Wald's, from single images
            says(moving.status, {
                "favour the machine with copies": each.mean() < -reach,
                "favour the machine without copies": each.mean() > reach,
                "cannot tell which machine is better": abs(each.mean()) < reach}, whole=False)
        drawn = np.vstack(next(lines.get_segments() for lines in panels(moving)[1].collections
                               if lines.get_label() == "other splits"))[:, 1]
        assert drawn == pytest.approx(np.concatenate(
            [100 / tested * (data.wrong[i, j] - data.plain[i])[:, row]
             for row in np.delete(np.arange(20), s)]))
        bottom, top = panels(moving)[1].get_ylim()
        lines = np.vstack(strokes(panels(moving)[1]))
        assert ((lines[:, 1] > bottom) & (lines[:, 1] < top)).all()


def test_what_the_page_says_of_the_shifts_is_so(moving):
    for split, tells in ((1, False), (2, True), (9, True)):
        moving.reset()
        moving.set(t=1.0, split=split)
        assert "falls in 20 of 20" in moving.status
        assert ("cannot tell" not in moving.status) == tells
    gauss, cubic = (100 / 1697 * (load_shifts().wrong[i] - load_shifts().plain[i]).mean(axis=-1)
                    for i in (0, 1))                        # directions, fractions
    assert gauss[0].argmin() == 4 and cubic[0].argmin() == 2        # a whole pixel, and a half
    assert (gauss[1, 1:] < 0).all() and (gauss[2, 2:] > 0).all()    # sideways helps, up does not
    assert gauss[0, 6] > 0 and cubic[0, 4] > 0
    beyond = load_shifts().wrong[1, 0, 5] - load_shifts().plain[1]
    assert np.sum(beyond > 0) == 19                                 # 1¼ pixels, cubic


# -- the source's table, and the figures ------------------------------------------------------

def test_the_table_is_the_printed_one_and_that_of_our_own_run():
    for rows, kept in ((usps.PRINTED, USPS["printed"]), (usps.OURS, USPS["value"])):
        assert [list(row) for row in rows] == [
            kept[name] for name in ("full", "sv_set", "virtual", "full_virtual")]
    assert usps.TESTED == USPS["n_test"] and usps.PRINTED[2].size == 5 * usps.PRINTED[1].size
    assert usps.PRINTED[3].size == 5 * usps.PRINTED[0].size
    assert round((usps.OURS[2].error - usps.OURS[3].error) * usps.TESTED / 100) == 1
    assert np.sqrt(0.04 * 0.96 / usps.TESTED) == pytest.approx(0.0044, abs=5e-5)
    intervals = [wilson(row.error * usps.TESTED / 100, usps.TESTED)
                 for row in (*usps.PRINTED, *usps.OURS)]
    assert max(low for low, _ in intervals) < min(high for _, high in intervals)


def test_the_figures_show_what_they_are_given():
    rows = {"a": (-1.0, -2.0, -0.5), "b": (0.5, -1.0, 2.0), "c": (1.0, 0.5, 1.5)}
    ax = figures.plot_differences(rows, "title", "unit", ("less", "more"), "xyz",
                                  {"a": 0.1, "b": 0.2, "c": 0.3}, "unmoved").axes[0]
    drawn = {line.get_label(): line for line in ax.lines}
    for k, (name, (mean, low, high)) in enumerate(rows.items(), start=1):
        assert drawn[f"{name}, mean"].get_xdata() == mean
        assert drawn[f"{name}, unmoved"].get_xdata() == k / 10
        assert list(drawn[f"{name}, 95% interval"].get_xdata()) == [low, high]
    colours = [drawn[f"{name}, mean"].get_color() for name in rows]
    assert len(set(colours)) == 3                   # below 0, around it, above it
    near, far = np.array([1.0, 2.0, 3.0]), {"x": np.array([2.0, 1.0, 3.5]), "y": np.ones(3)}
    left, right = figures.plot_steps(near, far, "title").axes
    assert left.texts[1].get_text() == "67%" and right.texts[1].get_text() == "0%"


# ----------------------------------------------------------------- virtual support vectors

@pytest.mark.parametrize("kind", [OneVsRest, OneVsOne])
def test_virtual_samples_are_support_vectors_and_their_copies(kind):
    X, y = make_three_clouds()
    seen = []

    def right(Z):
        seen.append(Z)
        return Z + [0.3, 0.0]
    plain = kind(SVC(C=1.0, gamma=0.5)).fit(X, y)
    model = fit_virtual(kind(SVC(C=1.0, gamma=0.5)), X, y, [right, lambda Z: Z - [0.3, 0.0]])
    kept = plain.support_
    assert np.array_equal(seen[0], X[kept])
    again = kind(SVC(C=1.0, gamma=0.5)).fit(
        np.vstack([X[kept], X[kept] + [0.3, 0], X[kept] - [0.3, 0]]), np.tile(y[kept], 3))
    assert np.array_equal(model.dual_coef_, again.dual_coef_)


def test_the_support_vectors_alone_give_the_first_machine():
    X, y = make_three_clouds()
    for kind in (OneVsRest, OneVsOne):
        plain = kind(SVC(C=1.0, gamma=0.5, tol=1e-8)).fit(X, y)
        alone = fit_virtual(kind(SVC(C=1.0, gamma=0.5, tol=1e-8)), X, y, [])
        assert len(plain.support_) < len(X)
        assert alone.decision_function(X) == pytest.approx(plain.decision_function(X), abs=1e-5)


def test_a_move_that_changes_the_shape_is_refused():
    X, y = make_row_of_three()
    with pytest.raises(ValueError, match="a move must return samples of the shape"):
        fit_virtual(OneVsRest(SVC(kernel="linear")), X, y, [lambda Z: Z[:-1]])
