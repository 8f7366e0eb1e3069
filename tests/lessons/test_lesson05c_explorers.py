"""The map of sitting 05c shows scores that can be computed again, and says what is on it."""
from __future__ import annotations

import re

import numpy as np
import pytest
import score_map as maker

from coursekit.datasets import load_score_maps
from coursekit.explorers import DegreeChoice, ScoreMap
from coursekit.explorers.degree_choice import MOST, SEEDS, TOP, errors, parabola
from coursekit.explorers.score_map import FRAMES, SHOWN, score_map
from panels import bars, panels, texts_in
from sentences import points, says

PLACES = [(partition, fold) for partition in range(1, 7) for fold in range(1, 6)]


@pytest.mark.slow
def test_the_scores_are_those_of_the_pipeline(monkeypatch):
    """Two columns of gamma of one outer fold, computed again."""
    monkeypatch.setattr(maker, "GAMMA", (0.01, 0.1))
    right, tested = maker.outer_fold(0, 0)
    data = load_score_maps()
    assert np.array_equal(tested, data.tested[0, 0])
    again = data.right[0, 0][:, np.isin(data.gamma, maker.GAMMA)]
    assert np.abs(right - again).max() <= 1     # a sample on the border, on another machine


def test_every_passenger_is_tested_once_in_each_partition():
    data = load_score_maps()
    assert (data.tested[:, :, -1].sum(axis=1) == 889).all()
    assert np.array_equal(data.tested[:, :, :-1].sum(axis=2), 889 - data.tested[:, :, -1])
    assert (data.right <= data.tested[:, :, None, None]).all()


@pytest.mark.parametrize("partition, fold", PLACES)
def test_the_numbers_are_means_sds_and_differences_of_the_counts(partition, fold):
    data, now = load_score_maps(), score_map(partition, fold)
    scores = 100 * data.right[partition - 1, fold - 1] / data.tested[partition - 1, fold - 1]
    i, j = now.best
    assert now.mean[i, j] == pytest.approx(scores[..., :4].mean(axis=2).max(), abs=1e-8)
    assert now.error == pytest.approx(scores[i, j, :4].std(ddof=1) / 2)
    assert np.allclose(now.behind, now.mean[i, j] - now.mean)
    d = scores[i, j, :4] - scores[3, 3, :4]
    assert now.apart[3, 3] == pytest.approx(d.std(ddof=1))
    assert now.paired[3, 3] == pytest.approx(d.std(ddof=1) * np.sqrt(1 / 4 + 1 / 3))
    for how in FRAMES:
        assert now.framed(how)[i, j]


@pytest.mark.parametrize("show", SHOWN)
@pytest.mark.parametrize("frame", FRAMES)
def test_what_is_shown_is_what_is_said(show, frame):
    explorer = ScoreMap()
    for partition, fold in PLACES[::4]:
        explorer.set(partition=partition, fold=fold, show=show, frame=frame)
        now = score_map(partition, fold)
        values = {"mean": now.mean, "sd": now.sd, "behind the best": now.behind}[show]
        assert (now.behind >= 0).all()          # below the best
        assert {(y, x): told for numbers in explorer.numbers for x, y, told in numbers.shown} == {
            (y + 0.13, x): f"{v:.1f}" for (y, x), v in np.ndenumerate(values)}
        framed = len(bars(panels(explorer)[0]))
        own, paired = np.argwhere(now.behind <= now.error + 1e-9), np.argwhere(
            now.behind <= now.paired + 1e-9)
        assert framed == len(own if frame == FRAMES[0] else paired)
        lie = "cells lies within" if framed == 1 else "cells lie within"
        says(explorer.status, {
            f"# of # {lie}": [framed, 49],
            "of the best, # points": now.error} if frame == FRAMES[0] else {
            f"# of # {lie} one corrected standard error of their difference to the best":
                [framed, 49]}, whole=False)
        if show == "behind the best":
            among = own if frame == FRAMES[0] else paired
            says(explorer.status, {"Framed cells lie at most # points below the best":
                                   max(now.mean[now.best] - now.mean[tuple(at)] for at in among)},
                 whole=False)
        won = "".join(texts_in(panels(explorer)[0]))
        assert sorted(re.findall(r"\d", won)) == list("12345")
        assert f"wins with {now.mean[now.best]:.1f} %" in explorer.status


def test_the_sentence_gives_the_sd_of_scores_and_of_differences():
    explorer = ScoreMap(partition=1, fold=3, show="sd")
    now = score_map(1, 3)
    others = [place for place in np.ndindex(7, 7) if now.framed(FRAMES[0])[place]
              and place != now.best]
    score, apart = (np.median([values[place] for place in others])
                    for values in (now.sd, now.apart))
    says(explorer.status, {"Sd over the inner folds, median of the other framed cells: # points":
                           score, "sd of their differences to the best: #.": apart}, whole=False)
    explorer.set(fold=1)                                         # one cell is framed
    now = score_map(1, 1)
    says(explorer.status, {"sd over the inner folds is # points in the best cell":
                           now.sd[now.best]}, whole=False)


def test_the_tasks_can_be_done():
    """In most partitions winners differ by a factor of 30; scores rise and fall together."""
    data, factors, together = load_score_maps(), [], []
    for partition in range(1, 7):
        maps = [score_map(partition, fold) for fold in range(1, 6)]
        C = [data.C[now.best[0]] for now in maps]
        factors.append(max(C) / min(C))
        for now in maps:
            if now.framed(FRAMES[0]).sum() > 1:
                score, apart = now.medians(now.framed(FRAMES[0]))
                together.append((apart < score, 2 * apart <= score))
    assert np.sum(np.array(factors) > 29.9) >= 4 and factors[0] < 29.9      # not at the start
    nearly_all, most = np.mean(together, axis=0)
    assert 0.9 < nearly_all < 1 and 0.7 < most < nearly_all
    score, apart = score_map(1, 3).medians(score_map(1, 3).framed(FRAMES[0]))
    assert apart > score
    assert {0.1, 30.0} <= {data.C[score_map(6, fold).best[0]] for fold in range(1, 6)}


def test_the_plateau_is_a_ridge():
    """With C = 0.1 a point or so is lost at gamma = 0.03, about fifteen at 0.003; most in the
    corner."""
    behind = np.mean([score_map(*place).behind for place in PLACES], axis=0)
    assert round(behind[0, 3], 1) == 1.2 and round(behind[0, 1]) == 15
    best = behind[:, :4].argmin(axis=0)     # the row of C that is best for each gamma
    assert (np.diff(best) <= 0).all() and best[0] > best[-1] and behind[0, 0] == behind.max()


# -- which degree each criterion chooses ---------------------------------------------------------

STATES = [(30, 0.4), (30, 1.0), (30, 3.0), (110, 1.7), (200, 0.4), (200, 3.0)]


def squares(x, t, degree, new_x, new_t):
    """Return the squared errors of a fit by NumPy's own least squares."""
    return (np.polynomial.Polynomial.fit(x, t, degree, domain=[-2, 2])(new_x) - new_t)**2


@pytest.mark.parametrize("n, noise", STATES)
def test_the_errors_are_those_of_numpy_s_fits(n, noise):
    found, variance = errors(n, noise), noise**2
    for seed in (0, 41, SEEDS - 1):
        x, t = found.x[seed], found.t[seed]
        for degree in range(MOST + 1):
            here = {name: values[seed, degree] * variance for name, values in found.by.items()}
            training = squares(x, t, degree, x, t).mean()
            assert here["training"] == pytest.approx(training)
            cv = [squares(np.delete(x, test), np.delete(t, test), degree, x[test], t[test])
                  for test in np.array_split(np.arange(n), 5)]
            assert here["5-fold CV"] == pytest.approx(np.concatenate(cv).mean(), rel=1e-6)
            m = degree + 1
            for name, kappa in (("AIC", 2), ("BIC", np.log(n))):
                assert n * np.log(here[name]) == pytest.approx(n * np.log(training) + kappa * m)


def test_the_error_on_fresh_samples_is_what_fresh_samples_show():
    found, rng = errors(30, 1.0), np.random.default_rng(0)
    new_x = rng.uniform(-2, 2, 40_000)
    new_t = parabola(new_x) + rng.normal(size=len(new_x))
    for seed, degree in [(0, 2), (3, 5), (7, 8), (9, 0)]:
        off = squares(found.x[seed], found.t[seed], degree, new_x, new_t)
        se = off.std(ddof=1) / len(off)**0.5
        assert abs(off.mean() - found.fresh[seed, degree]) < 4 * se


def test_the_training_error_never_rises_so_it_chooses_the_highest_degree():
    for state in STATES:
        found = errors(*state)
        assert (np.diff(found.by["training"], axis=1) < 1e-12).all()
        assert (found.chosen()["training"] == MOST).all()
        assert (found.fresh >= 1).all()             # nobody foresees the noise


@pytest.mark.parametrize("n, noise", STATES)
def test_the_picture_and_the_sentence_of_a_degree_say_the_same(n, noise):
    explorer, found = DegreeChoice(n=n, noise=noise), errors(n, noise)
    rng = np.random.default_rng(n)
    for seed, degree in [(1, 0), (SEEDS, MOST), *zip(rng.integers(1, 101, 8),
                                                     rng.integers(0, 9, 8))]:
        explorer.set(seed=int(seed), degree=int(degree))
        assert not explorer.failed
        x, y = points(explorer, "fit").T
        fitted = np.polynomial.Polynomial.fit(found.x[seed - 1], found.t[seed - 1], degree,
                                              domain=[-2, 2])
        assert np.allclose(y, fitted(x), atol=1e-6)
        picks = {name: found.by[name].argmin(axis=1) for name in ("5-fold CV", "AIC", "BIC")}
        higher, true, lower = (", ".join("#" if side else f"{name} in #" for name in picks)
                               for side in (1, 0, 1))
        here = ", ".join(f"{name} #" for name in picks)
        sizes = [values[seed - 1, degree] for values in (found.by["training"],
                                                         found.by["5-fold CV"], found.fresh)]
        tops = [" (above the frame)" * bool(size > TOP) for size in sizes]
        low, high = panels(explorer)[0].get_ylim()
        hidden = np.sum((found.t[seed - 1] < low) | (found.t[seed - 1] > high))
        says(explorer.status, {
            "Seed #, n = #, noise sd #, degree #": [seed, n, noise, degree],
            **({"# of the samples outside the frame": hidden} if hidden else {}),
            **{f"{name} #{top}": size for name, top, size in zip(
                ["in noise variances, the training error is", "the CV error",
                 "the error expected on fresh samples"], tops, sizes)},
            f"Chosen: {here}": [p[seed - 1] for p in picks.values()],
            "on fresh samples degree # is best": found.fresh[seed - 1].argmin(),
            f"Of # seeds the true degree # is taken by {true}":
                [SEEDS, 2, *(np.sum(p == 2) for p in picks.values())],
            f"a higher one in {higher}": [np.sum(p > 2) for p in picks.values()],
            f"a lower one in {lower}": [np.sum(p < 2) for p in picks.values()]})
        of = {name: values[seed - 1] for name, values in (*found.by.items(),
                                                          ("fresh samples", found.fresh))}
        for name, values in of.items():
            assert np.array_equal(points(explorer, name), np.column_stack([range(9), values]))
        assert np.array_equal(points(explorer, "the least"),
                              [[values.argmin(), values.min()] for values in of.values()])
        grid, truth = points(explorer, "the truth").T
        assert np.array_equal(truth, 1 + grid - grid**2)


def shares(n, noise):
    """Return for each criterion how many seeds take a lower degree, the true one, a higher one."""
    return {name: [int(np.sum(np.sign(picks - 2) == side)) for side in (-1, 0, 1)]
            for name, picks in errors(n, noise).chosen().items()}


def test_what_the_page_says_of_the_degrees():
    start, many, noisy = shares(30, 1.0), shares(200, 1.0), shares(30, 3.0)
    assert start["BIC"][1] > start["5-fold CV"][1] > start["AIC"][1]
    assert many["BIC"][1] > start["BIC"][1] and many["BIC"][1] > 90
    assert 25 <= many["AIC"][2] <= 35 and 25 <= many["5-fold CV"][2] <= 35
    assert noisy["BIC"][0] > noisy["5-fold CV"][0] > noisy["AIC"][0] > start["BIC"][0] == 0
    assert noisy["BIC"][1] > max(noisy["5-fold CV"][1], noisy["AIC"][1])
    fresh = errors(30, 1.0).fresh.argmin(axis=1)
    assert np.sum(fresh > 2) == 20 and np.sum(fresh < 2) == 0 and fresh[2] == 4
    first = {name: picks[0] for name, picks in errors(30, 1.0).chosen().items()}
    assert first == {"training": 8, "5-fold CV": 2, "AIC": 3, "BIC": 2} and fresh[0] == 2
