"""What the explorer of sitting 04d shows: every corner its samples, and words that are so."""
from __future__ import annotations

import re

import numpy as np
import pytest

import shift_table as maker
from coursekit.datasets import load_digits, load_shifts
from coursekit.exercises.lesson04e import shift_images
from coursekit.explorers import ShiftFraction, shift_fraction
from coursekit.svm import OneVsRest, SVC, fit_virtual
from panels import panels, strokes
from sentences import points, says


# ----------------------------------------------------------------------------- moved by a fraction

@pytest.fixture(scope="module")
def moving():
    return ShiftFraction()


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


def test_every_state_of_the_shifts_says_what_was_counted(moving):
    data, tested = load_shifts(), 1797 - shift_fraction.SAMPLES
    spoiled = data.wrong - data.plain[:, None, None] + data.mended
    assert spoiled.min() >= 0 and (data.mended <= data.plain[:, None, None]).all()
    rng = np.random.default_rng(5)
    ends = np.array(np.meshgrid([0, 1], [0, 1, 2], [0, 4, 8], [0, 19])).reshape(4, -1).T
    for i, j, k, s in [*ends, *(rng.integers((2, 3, 9, 20)) for _ in range(60))]:
        moving.set(kernel=list(shift_fraction.KERNELS)[i], t=shift_fraction.FRACTIONS[k],
                   directions=list(shift_fraction.DIRECTIONS)[j], split=int(s) + 1)
        words = moving.status.replace("−", "-")
        assert not moving.failed and len(words) < 420, words
        told = re.search(r"error ([\d.]+) % without, ([\d.]+) % with .* change of ([-+]?[\d.]+) "
                         r"points \[([-\d.]+), ([-\d.]+)\]: (\d+) images become right, (\d+)",
                         words).groups()
        before, after, change, low, high = map(float, told[:5])
        b, c = data.mended[i, j, k, s], spoiled[i, j, k, s]
        assert (int(told[5]), int(told[6])) == (b, c)
        assert before == pytest.approx(100 * data.plain[i, s] / tested, abs=0.051)
        assert after == pytest.approx(100 * data.wrong[i, j, k, s] / tested, abs=0.051)
        assert change == pytest.approx(100 * (c - b) / tested, abs=0.051)
        assert low <= change <= high and low < high
        if b + c > 30:          # Wald's interval of the paired difference, from single images
            each = np.repeat([-100.0, 100.0, 0.0], [b, c, tested - b - c])
            reach = 1.96 * each.std() / np.sqrt(tested)
            assert (low, high) == pytest.approx((change - reach, change + reach), abs=0.17)
        if abs(low) > 0.05 and abs(high) > 0.05:
            says(words, {
                "favour the machine with copies": high < 0,
                "favour the machine without copies": low > 0,
                "The test images do not tell which is better": low < 0 < high and b + c > 0,
                "Both have the same images right": b + c == 0}, whole=False)
        others, t = data.wrong[i, j, k] - data.plain[i], shift_fraction.FRACTIONS[k]
        size, kept = (5, 3, 3)[j], data.kept[i, s]
        sides = ("to all four sides", "left and right", "up and down")[j]
        says(words.replace("+0.0 points", "0.0 points").replace("-0.0", "0.0"), {
            "Split #, ": s + 1, f"copies moved by # px {sides}": t,
            "# of # images are support vectors": [kept, 100], "with copies # train": size * kept,
            "Test error # % without, # % with them":
                [100 * data.plain[i, s] / tested, 100 * data.wrong[i, j, k, s] / tested],
            "a change of # points [": 100 * (c - b) / tested, "points [#, #]": [low, high],
            "# images become right, # wrong": [b, c],
            "Of all # splits, # have fewer errors with copies, # more":
                [20, np.sum(others < 0), np.sum(others > 0)],
            **({"counts # times, as if C were #": [size, 10 * size]} if t == 0 else {})},
            whole=False)
        for label, rows in (("other splits", np.delete(np.arange(20), s)),
                            ("moved by this", [s])):
            at = [100 / tested * (data.wrong[i, j] - data.plain[i])[:, row] for row in rows]
            drawn = points(moving, label)[:, 1]
            assert drawn == pytest.approx(np.concatenate(at) if len(rows) > 1 else at[0][[k]])
        bottom, top = panels(moving)[1].get_ylim()
        drawn = np.vstack(strokes(panels(moving)[1]))
        assert ((drawn[:, 1] > bottom) & (drawn[:, 1] < top)).all()


@pytest.mark.parametrize("kernel", shift_fraction.KERNELS)
@pytest.mark.parametrize("directions", shift_fraction.DIRECTIONS)
def test_unmoved_copies_count_as_often_as_there_are_of_them(moving, kernel, directions):
    moving.set(kernel=kernel, directions=directions, t=0.0)
    kept, copies, times, penalty = map(int, re.search(
        r"(\d+) of \d+ images .* with copies (\d+) train.* counts (\d+) times, as if "
        r"C were (\d+)\.",
        moving.status).groups())
    assert times * kept == copies and penalty == times * shift_fraction.KERNELS[kernel].C
    moving.set(t=0.5)
    assert "as if C were" not in moving.status


def test_the_copies_stand_on_the_sides_to_which_they_moved(moving):
    moving.set(directions="left and right", t=2.0, split=4)
    first = shift_fraction.images()[shift_fraction.split(3)[0][0]]
    (sheet,) = (image.get_array() for image in panels(moving)[0].images)
    middle, right, above = sheet[10:18, 10:18], sheet[10:18, 19:27], sheet[1:9, 10:18]
    assert np.array_equal(middle, first) and above.mask.all()
    assert np.array_equal(right[:, 2:], first[:, :-2]) and not right[:, :2].any()


def test_what_the_page_says_of_the_shifts_is_so(moving):
    def told(**state):
        moving.reset()
        moving.set(**state)
        return moving.status
    for split in (1, 2):
        assert ("20 have fewer errors" in told(t=1.0, split=split)
                and ("do not tell" in moving.status) == (split == 1))
    gauss, cubic = (100 / 1697 * (load_shifts().wrong[i] - load_shifts().plain[i]).mean(axis=-1)
                    for i in (0, 1))                        # directions, fractions
    assert gauss[0].argmin() == 4 and cubic[0].argmin() == 2        # a whole pixel, and a half
    assert (gauss[1, 1:] < 0).all() and (gauss[2, 2:] > 0).all()    # sideways helps, up does not
    assert gauss[0, 6] > 0 and cubic[0, 4] > 0
    ink = shift_fraction.images().mean(axis=0)
    columns, rows = ink.mean(axis=0), ink.mean(axis=1)
    assert columns[[0, 7]].max() < 0.02 * columns.max() and rows.min() > 0.7 * rows.max()


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
