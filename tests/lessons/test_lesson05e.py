"""Lesson 05e: sources of error, learning curves, degrees, and what the page claims of them.

Fits are made again by NumPy, scores by scikit-learn.
"""
from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import grade
from coursekit.lessons.lesson05e import DegreeChoice, curves, figures, sources
from coursekit.lessons.lesson05e.degrees import CRITERIA, SEEDS, errors, highest, parabola
from night import nightly
from panels import panels
from sentences import says


def drawn(explorer, label):
    """Return the points (m, 2) of the one line with this label."""
    (line,) = (a for ax in panels(explorer) for a in ax.lines if a.get_label() == label)
    return np.asarray(line.get_xydata())


def labels(explorer):
    """Return the names of all lines."""
    return {a.get_label() for ax in panels(explorer) for a in ax.lines}


# -- where the error comes from ------------------------------------------------------------------


@pytest.mark.parametrize("degree, n, noise, steps", [(0, 10, 1.0, None), (2, 20, 0.5, 3),
                                                     (4, 30, 2.0, 8)])
def test_the_four_parts_add_up_to_the_error_on_fresh_samples(degree, n, noise, steps):
    """Fits by NumPy or by plain gradient descent on the same tables, errors on fresh samples."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-2, 2, (sources.TABLES, n))
    t = sources.truth(x) + noise * rng.normal(size=x.shape)
    new_x = np.linspace(-2, 2, 4001)
    scale = np.sqrt(2 * np.arange(degree + 1) + 1)
    found = []
    for a, b in zip(x, t):
        P, Q = (np.polynomial.legendre.legvander(z / 2, degree) * scale for z in (a, new_x))
        c = np.linalg.lstsq(P, b)[0]
        if steps is not None:
            c, largest = np.zeros(degree + 1), np.linalg.norm(P.T @ P / n, 2)
            for _ in range(steps):
                c = c - sources.RATE / largest * P.T @ (P @ c - b) / n
        found.append(np.mean((Q @ c - sources.truth(new_x))**2))
    parts = sources.parts(degree, n, noise, steps)
    assert sum(parts) == pytest.approx(noise**2 + np.mean(found), rel=0.01)
    line = np.polynomial.Polynomial.fit(new_x, sources.truth(new_x), degree)
    assert parts.of_class == pytest.approx(np.mean((line(new_x) - sources.truth(new_x))**2),
                                           abs=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_what_makes_the_part_of_the_sample_small(seed):
    """More samples, or a smaller class; but not one that has lost the truth."""
    def part(degree, n=20):
        return sources.parts(degree, n, seed=seed).sample
    assert part(5, 200) < part(5, 40) < part(5)
    assert part(2) < part(3) < part(4) and part(1) > 1.3 * part(2)


@pytest.mark.parametrize("seed", range(3))
def test_stopping_early_saves_much_in_the_mean_and_little_in_the_median(seed):
    saved = sources.saved_by_stopping(5, 20, 16, seed=seed)
    parts = sources.parts(5, 20, steps=16, seed=seed)
    assert saved.mean() == pytest.approx(-parts.solver) and min(parts[:3]) > -1e-9
    assert 0.5 < np.mean(saved > 0) < 0.7 and 20 * np.median(saved) < saved.mean()


def test_the_neighbour_agrees_where_both_labels_are_flipped_or_neither():
    (few, many) = sources.neighbour_scores((100, 20_000), flipped=0.2)
    assert abs(many - (0.8**2 + 0.2**2)) < 0.03 and few < 0.74


# -- which degree each criterion chooses ---------------------------------------------------------

STATES = [("8", 1.0), ("8", 3.0), ("30", 0.4), ("30", 1.0), ("100", 1.7), ("200", 3.0)]


def squares(x, t, degree, new_x, new_t):
    """Return the squared errors of a fit by NumPy's own least squares."""
    return (np.polynomial.Polynomial.fit(x, t, degree, domain=[-2, 2])(new_x) - new_t)**2


@pytest.mark.parametrize("n, noise", STATES)
def test_the_errors_are_those_of_numpy_s_fits(n, noise):
    n = int(n)
    found, variance = errors(n, noise), noise**2
    for seed in (0, 41, SEEDS - 1):
        x, t = found.x[seed], found.t[seed]
        for degree in range(highest(n) + 1):
            here = {name: values[seed, degree] * variance for name, values in found.by.items()}
            training = squares(x, t, degree, x, t).mean()
            assert here["training"] == pytest.approx(training, abs=1e-9)
            parts = np.array_split(np.arange(n), 5)
            if degree < n - len(parts[0]):
                cv = [squares(np.delete(x, test), np.delete(t, test), degree, x[test], t[test])
                      for test in parts]
                assert here["5-fold CV"] == pytest.approx(np.concatenate(cv).mean(), rel=1e-4)
            else:
                assert np.isnan(here["5-fold CV"])
            m = degree + 1
            for name, kappa in (("AIC", 2), ("BIC", np.log(n))) if m < n else ():
                assert n * np.log(here[name]) == pytest.approx(n * np.log(training) + kappa * m,
                                                               rel=1e-6)


def test_the_error_on_fresh_samples_is_what_fresh_samples_show():
    found, rng = errors(30, 1.0), np.random.default_rng(0)
    new_x = rng.uniform(-2, 2, 40_000)
    new_t = parabola(new_x) + rng.normal(size=len(new_x))
    for seed, degree in [(0, 2), (3, 5), (7, 8), (9, 0)]:
        off = squares(found.x[seed], found.t[seed], degree, new_x, new_t)
        se = off.std(ddof=1) / len(off)**0.5
        assert abs(off.mean() - found.fresh[seed, degree]) < 4 * se


def test_the_training_error_never_rises_so_it_chooses_the_highest_degree():
    for n, noise in STATES:
        found, top = errors(int(n), noise), highest(int(n))
        assert (np.diff(found.by["training"][:, :top + 1], axis=1) < 1e-9).all()
        assert (found.by["training"][:, :top + 1].argmin(axis=1) == top).all()
        assert (found.fresh[:, :top + 1] >= 1).all()        # nobody foresees the noise


@pytest.mark.parametrize("by", ["none", *CRITERIA])
@pytest.mark.parametrize("n, noise", STATES)
def test_the_picture_and_the_sentence_of_a_degree_say_the_same(n, noise, by):
    explorer, found = DegreeChoice(n=n, noise=noise, by=by), errors(int(n), noise)
    best = np.nanargmin(found.fresh, axis=1)
    for seed, degree in [(1, 0), (SEEDS, highest(int(n))), (17, 3)]:
        explorer.set(seed=seed, degree=degree)
        assert not explorer.failed
        this, label = seed - 1, by.replace("5", "#")
        x, y = drawn(explorer, "fit").T
        fitted = np.polynomial.Polynomial.fit(found.x[this], found.t[this], degree,
                                              domain=[-2, 2])
        assert np.allclose(y, fitted(x), atol=1e-5 * max(1, np.abs(y).max()))
        five = [5] * (by == CRITERIA[0])
        hidden = int(np.sum((found.t[this] < -9) | (found.t[this] > 6)))
        outside = " (# outside the frame)" * bool(hidden)
        said = {f"Degree #, # samples{outside}, noise sd #, seed #": [
                    degree, int(n), *[hidden] * bool(hidden), noise, seed],
                "the training error is #": found.by["training"][this, degree],
                "the error on fresh samples #": found.fresh[this, degree]}
        shown = {"training": found.by["training"][this], "fresh": found.fresh[this]}
        if by == "none":
            said |= {"On fresh samples degree # is best": best[this],
                     "Over # seeds the true degree is best # times": [SEEDS, np.sum(best == 2)],
                     "a higher one # times": np.sum(best > 2)}
            assert not {"chosen", "the least"} & labels(explorer)
        else:
            picks = np.nanargmin(found.by[by], axis=1)
            shown["criterion"] = found.by[by][this]
            said |= {f"{label} chooses degree #": [*five, picks[this]],
                     "on fresh samples degree # is best": best[this],
                     f"Over # seeds {label} takes the true degree # times": [
                         SEEDS, *five, np.sum(picks == 2)],
                     "a higher one # times": np.sum(picks > 2)}
            assert drawn(explorer, "the least")[0, 0] == picks[this]
        says(explorer.status, said)
        for role, values in shown.items():
            places = {sort: dict(drawn(explorer, role + sort))
                      for sort in (", inside", ", above", ", below")}
            assert places[", inside"] == {k: v for k, v in enumerate(values) if 0.15 <= v <= 50}
            assert set(places[", above"]) == {k for k, v in enumerate(values) if v > 50}
            assert set(places[", below"]) == {k for k, v in enumerate(values) if v < 0.15}
            ends = drawn(explorer, role + ", beyond")
            ends = {tuple(end) for end in ends[np.isfinite(ends).all(axis=1)]}
            assert ends <= {place for marks in places.values() for place in marks.items()}
            assert ends >= {*places[", above"].items(), *places[", below"].items()}
            high, low = explorer.far[role]
            assert [len(high), len(low)] == [len(places[", above"]), len(places[", below"])]
            for told, value in zip(high, values[values > 50], strict=True):
                factor = {"k": 1e3, "M": 1e6, "G": 1e9}.get(told[-1], 1)
                assert abs(float(told.rstrip("kMG")) * factor - value) <= 0.5001 * factor


def test_what_the_page_says_of_eight_points_holds_for_other_hundreds_of_seeds():
    for hundred in range(10):
        found = errors(8, 1.0, hundred)
        assert 3e4 < np.median(found.fresh[:, 7]) < 1e6 and np.median(found.fresh[:, 1]) < 3.5
        assert np.mean(found.fresh[:, 7] < found.fresh[:, 1]) < 0.1
        assert 75 <= np.sum(found.chosen()["AIC"] > 2) <= 95
    assert not np.array_equal(errors(8, 1.0, 1).x, errors(8, 1.0).x)


def test_degree_7_is_never_best_on_fresh_samples_of_eight():
    """The headline says that it misses between the points."""
    for noise in (0.4, 1.0, 3.0):
        for fresh in errors(8, noise).fresh:
            assert np.nanargmin(fresh) < 7 and fresh[7] > 1.05


def test_degree_and_samples_are_kept_where_a_fit_exists():
    explorer = DegreeChoice(degree=8, n="30")
    explorer.set(n="8")
    assert explorer.state()["degree"] == 7 and not explorer.failed


def test_the_first_state_keeps_the_errors_back():
    explorer = DegreeChoice(degree=1, n="8", seed=35, errors=False)
    assert labels(explorer) == {"samples", "fit", "highest degree"}
    x, t = drawn(explorer, "samples").T
    for label, degree in (("fit", 1), ("highest degree", 7)):
        at, heights = drawn(explorer, label).T
        fitted = np.polynomial.Polynomial.fit(x, t, degree, domain=[-2, 2])
        assert np.allclose(heights, fitted(at), atol=1e-5 * np.abs(heights).max())


# -- learning curves -----------------------------------------------------------------------------


@nightly
def test_the_kept_curves_are_those_measured():
    found, *leads = curves.measured()
    for name, pair in curves.CURVES.items():
        assert found[name] == pytest.approx(np.array(pair), abs=0.003)
    for lead, kept in zip(leads, (curves.RISE, curves.SMALLER), strict=True):
        assert lead == pytest.approx(kept, abs=0.004)


def test_a_lead_is_a_mean_over_folds_with_the_corrected_interval():
    a, b = np.random.default_rng(0).normal(size=(2, 10, 6))
    found, d = curves.lead(a, b), a - b
    reach = 2.0010 * d.std(ddof=1) * np.sqrt(1 / 60 + 1 / 5)      # t with 59 degrees of freedom
    assert found == pytest.approx((d.mean(), d.mean() - reach, d.mean() + reach,
                                   d.mean(axis=1).min(), d.mean(axis=1).max()), abs=1e-4)


def test_neither_remedy_is_shown_and_the_curves_end_where_the_page_says():
    for lead in (curves.RISE, curves.SMALLER):
        assert lead.low < 0 < lead.mean
    gaps = {name[0]: train[-1] - test[-1] for name, (train, test) in curves.CURVES.items()}
    assert gaps["a"] < gaps["c"] < 0.02 < 0.06 < gaps["b"]


def test_the_figure_writes_the_gap_and_the_last_rise():
    axes = figures.plot_learning_curves({"one": ((0.9, 0.88), (0.8, 0.83))}, (10, 20), 0.85,
                                        "Curves").axes
    told = [text.get_text() for text in axes[0].texts]
    assert "gap\n5.0" in told and "rise +3.0" in told


RIGHT = [("class",), ("sample", "too rich", "more samples"), ("cannot tell", "sample", "too rich")]


@pytest.mark.parametrize("words", list(product(*RIGHT)))
def test_two_words_for_a_small_sample_and_two_answers_for_c_are_right(words):
    assert grade("three-curves", dict(zip("abc", words))).status == "right"


@pytest.mark.parametrize("answer", [
    {"a": "class", "b": "sample", "c": "Cannot  tell"},
    pd.Series({"a": "class", "b": "Too  rich", "c": "cannot tell"})])
def test_unusual_curves_are_right(answer):
    assert grade("three-curves", answer).status == "right"


@pytest.mark.parametrize("words", [
    words for words in product(("class", "sample", "cannot tell"), repeat=3)
    if words not in (("class", "sample", "cannot tell"), ("class", "sample", "sample"))])
def test_a_wrong_word_is_answered_by_its_letter(words):
    verdict = grade("three-curves", dict(zip("abc", words)))
    assert verdict.status == "wrong" and verdict.matched
