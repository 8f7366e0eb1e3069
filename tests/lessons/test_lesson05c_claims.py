"""What old 05c said of curves, degrees, thresholds and costs (lesson 05d), asserted here."""
from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.naive_bayes import BernoulliNB, CategoricalNB
from sklearn.preprocessing import OrdinalEncoder

from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.exercises.lesson05d import best_threshold, cost_of
from coursekit.lessons.lesson05c.exercises.titanic_pipeline import titanic_pipeline
from coursekit.model_selection import one_standard_error

X = load_titanic().dropna(subset="Embarked")
Y = X.pop("Survived")
TICKETS = X["Ticket"]
LOGISTIC = LogisticRegression(max_iter=1000)


# -- section 4 ---------------------------------------------------------------------------------


def test_the_training_error_never_rises_with_the_degree():
    rng = np.random.default_rng(1)
    for n in (9, 12, 30):
        x = rng.uniform(-2, 2, n)
        t = rng.normal(size=n)
        errors = [np.mean((np.polynomial.Polynomial.fit(x, t, k, domain=[-2, 2])(x) - t) ** 2)
                  for k in range(9)]
        assert (np.diff(errors) < 1e-9).all()


def test_the_rule_takes_the_simplest_within_one_standard_error():
    scores = np.array([[.5, .5, .5, .5], [.78, .8, .82, .8], [.7, .8, .9, .84], [.7, .7, .7, .7]])
    best = scores[2]
    bar = best.mean() - best.std(ddof=1) / 2
    assert scores[1].mean() >= bar > scores[0].mean() and one_standard_error(scores) == 1


def test_with_much_noise_the_rule_takes_too_low_a_degree():
    rng = np.random.default_rng(0)
    least, rule = [], []
    for _ in range(120):
        x = rng.uniform(-2, 2, 30)
        t = 1 + x - x**2 + 3 * rng.normal(size=30)
        errors = np.zeros((9, 5))
        for k, j in product(range(9), range(5)):
            out = np.arange(30) % 5 == j
            fitted = np.polynomial.Polynomial.fit(x[~out], t[~out], k, domain=[-2, 2])
            errors[k, j] = np.mean((fitted(x[out]) - t[out]) ** 2)
        least.append(errors.mean(axis=1).argmin())
        rule.append(one_standard_error(-errors))
    assert np.mean(np.less(rule, 2)) > 0.6
    assert np.mean(np.equal(rule, 2)) < np.mean(np.equal(least, 2)) - 0.05


def test_bic_finds_the_degree_more_often_with_more_samples_and_aic_keeps_overshooting():
    rng = np.random.default_rng(0)

    def chosen(n, kappa):
        picks = []
        for _ in range(150):
            x = rng.uniform(-2, 2, n)
            t = 1 + x - x**2 + rng.normal(size=n)
            rss = [np.sum((np.polynomial.Polynomial.fit(x, t, k)(x) - t) ** 2) for k in range(7)]
            costs = n * np.log(np.array(rss) / n) + kappa * (np.arange(7) + 1)
            extra = costs + kappa       # the variance as one more parameter
            assert extra.argmin() == costs.argmin()
            picks.append(costs.argmin())
        return np.mean(np.array(picks) == 2)
    assert chosen(2000, np.log(2000)) > 0.95 and chosen(2000, np.log(2000)) > chosen(
        30, np.log(30)) - 0.02
    assert 0.5 < chosen(2000, 2) < 0.9


# -- section 5 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fp, fn", [(1, 1), (1, 4), (3, 1), (2, 5)])
def test_yes_is_cheaper_exactly_from_theta_on(fp, fn):
    theta = fp / (fp + fn)
    for p in np.linspace(0, 1, 201):
        assert ((1 - p) * fp <= p * fn + 1e-12) == (p >= theta - 1e-12)


def test_with_calibrated_probabilities_theta_is_best_on_many_samples():
    rng = np.random.default_rng(0)
    p = rng.random(40_000)
    y = (rng.random(40_000) < p).astype(int)
    costs = [cost_of(t, p, y, 1, 4) for t in (0.1, 0.2, 0.3, 0.5)]
    assert int(np.argmin(costs)) == 1
    best = best_threshold(p[:3000], y[:3000], 1, 4)
    assert abs(best - 0.2) < 0.1


def test_the_example_of_the_exercise():
    assert best_threshold([.1, .4, .6, .9], [0, 1, 0, 1], cost_fp=1, cost_fn=4) == 0.4


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 0.7, 1.0]), st.integers(0, 1)),
                min_size=1, max_size=12), st.integers(0, 20), st.integers(0, 20))
@settings(max_examples=150)
def test_no_threshold_costs_less(sample, cost_fp, cost_fn):
    p, y = np.array(sample).T
    t = best_threshold(p, y, cost_fp, cost_fn)
    assert cost_of(t, p, y, cost_fp, cost_fn) == min(
        cost_of(other, p, y, cost_fp, cost_fn)
        for other in [-1, 0, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 1.0, 1.1])


def test_naive_bayes_multiplies_shares_of_one_hot_columns():
    """By hand; scikit-learn also adds a little, `alpha`, to each count, so that no share is 0."""
    model = titanic_pipeline(BernoulliNB(alpha=1e-9)).fit(X, Y)
    ones, products = model[:-1].transform(X) > 0, []
    for k in (0, 1):
        share = ones[Y == k].mean(axis=0)
        products.append(np.mean(Y == k) * np.where(ones, share, 1 - share).prod(axis=1))
    assert np.allclose(products[1] / np.sum(products, axis=0), model.predict_proba(X)[:, 1])


def surplus(model, people, seed):
    """Return by how much the p of those with p >= 0.9 is, on average, above what happened."""
    cut = GroupKFold(10, shuffle=True, random_state=seed)
    p = cross_val_predict(model, people, Y, groups=TICKETS, cv=cut, method="predict_proba")[:, 1]
    return p[p >= 0.9].mean() - Y[p >= 0.9].mean()


@pytest.mark.parametrize("seed", range(3))
def test_naive_bayes_counts_one_piece_of_evidence_several_times(seed):
    """Without titles, and with one share a feature in place of each column's, p is nearer."""
    bayes = titanic_pipeline(BernoulliNB())
    levels = OrdinalEncoder().fit_transform(bayes[0].fit_transform(X))
    as_it_is = surplus(bayes, X, seed)
    assert as_it_is > surplus(bayes, X.assign(Name="Doe, Mr. Jo"), seed) + 0.03
    assert as_it_is > surplus(CategoricalNB(min_categories=5), levels, seed) + 0.05


@pytest.mark.parametrize("seed", range(3))
def test_naive_bayes_is_not_calibrated(seed):
    cut = GroupKFold(10, shuffle=True, random_state=seed)
    p, of_logistic = (cross_val_predict(titanic_pipeline(model), X, Y, groups=TICKETS, cv=cut,
                                        method="predict_proba")[:, 1]
                      for model in (BernoulliNB(), LOGISTIC))
    assert Y[p >= 0.9].mean() < 0.8 < 0.93 < Y[of_logistic >= 0.9].mean()


def test_tuning_naive_bayes_changes_answers_and_saves_nothing():
    """The tuned thresholds are lower; what new false yeses cost, spared false noes had cost."""
    answers, spared, added = [], 0, 0
    for train, test in GroupKFold(10, shuffle=True, random_state=0).split(X, Y, TICKETS):
        pipeline, y = titanic_pipeline(BernoulliNB()), Y.iloc[train].to_numpy()
        inner = cross_val_predict(pipeline, X.iloc[train], y, groups=TICKETS.iloc[train],
                                  cv=GroupKFold(4), method="predict_proba")[:, 1]
        t = best_threshold(inner, y, 1, 4)
        assert t < 0.2
        p = pipeline.fit(X.iloc[train], y).predict_proba(X.iloc[test])[:, 1]
        new, truth = (p >= t) & (p < 0.2), Y.iloc[test].to_numpy()
        answers.extend(new)
        spared, added = spared + 4 * np.sum(truth[new] == 1), added + np.sum(truth[new] == 0)
    one_deviation = np.sqrt(4 * spared + added)      # of counts, the noes at 4 each
    assert np.mean(answers) > 0.05 and abs(spared - added) < 2 * one_deviation


# -- the exercises, answered in other ways -----------------------------------------------------


def midpoints(p, y, cost_fp, cost_fn):
    values = np.unique(p)
    tried = [0, *((values[1:] + values[:-1]) / 2), 2]
    return np.float32(min(tried, key=lambda t: cost_of(t, p, y, cost_fp, cost_fn)))


def best_of(tried, p, y, cost_fp, cost_fn):
    return min(tried, key=lambda t: cost_of(t, p, y, cost_fp, cost_fn))


def the_last_of_equals(p, y, cost_fp, cost_fn):
    return min([2.0, *sorted(map(float, p), reverse=True)],
               key=lambda t: cost_of(t, p, y, cost_fp, cost_fn))


@pytest.mark.parametrize("answer", [midpoints, the_last_of_equals])
def test_unusual_thresholds_are_right(answer):
    assert grade("best-threshold", answer).status == "right"


@pytest.mark.parametrize("answer", [
    lambda p, y, cost_fp, cost_fn: 0.5,
    lambda p, y, cost_fp, cost_fn: cost_fn / (cost_fp + cost_fn),
    lambda p, y, cost_fp, cost_fn: np.mean(p), lambda p, y, cost_fp, cost_fn: max(p),
    lambda p, y, cost_fp, cost_fn: np.mean(y), lambda p, y, cost_fp, cost_fn: print(p),
    lambda p, y, cost_fp, cost_fn: best_of(np.linspace(0, 1, 1001), p, y, cost_fp, cost_fn),
    lambda p, y, cost_fp, cost_fn: best_of([*np.unique(p), 1.0], p, y, cost_fp, cost_fn),
    lambda p, y, cost_fp, cost_fn: True, lambda p, y, cost_fp, cost_fn: (midpoints(
        p, y, cost_fp, cost_fn), 0), lambda p, y, cost_fp, cost_fn: midpoints(
        p, 1 - np.asarray(y), cost_fp, cost_fn)])
def test_other_thresholds_are_wrong(answer):
    assert grade("best-threshold", answer).status == "wrong"


@pytest.mark.parametrize("answer, matched", [
    (lambda p, y, cost_fp, cost_fn: 0.5, None),                 # tried no others
    (lambda p, y, cost_fp, cost_fn: np.argmin([cost_of(t, p, y, cost_fp, cost_fn) for t in p]),
     "place returned"),
    (lambda p, y, cost_fp, cost_fn: best_of(np.linspace(0, 1, 11), p, y, cost_fp, cost_fn),
     "round numbers only")])
def test_the_verdict_on_a_threshold_names_its_cause(answer, matched):
    assert grade("best-threshold", answer).matched == matched


@pytest.mark.parametrize("answer", [
    {"a": "class", "b": "sample", "c": "Cannot  tell"},
    pd.Series({"a": "class", "b": "sample", "c": "cannot tell"})])
def test_unusual_curves_are_right(answer):
    assert grade("three-curves", answer).status == "right"


# -- general claims --------------------------------------------------------------------


def test_more_samples_help_a_rich_class_of_rules_and_a_richer_class_helps_a_poor_one():
    def errors(degree, n, times=60):
        """Return mean errors of a polynomial of y = x³ − x, with noise, on its n samples and on
        fresh ones."""
        rng, found = np.random.default_rng(n + degree), []
        for _ in range(times):
            x = rng.uniform(-2, 2, (2, n))
            y = x**3 - x + rng.normal(size=(2, n))
            fit = np.polynomial.Polynomial.fit(x[0], y[0], degree, domain=[-2, 2])
            found.append(np.mean((fit(x) - y)**2, axis=1))
        return np.mean(found, axis=0)
    wild, line = errors(9, 15), errors(1, 200)
    assert wild[1] > errors(9, 200)[1] and wild[1] > errors(3, 15)[1]
    assert line[1] > errors(3, 200)[1] + 0.3
    # a gap speaks of the sample, a meeting of the class
    assert wild[1] - wild[0] > 1 > 0.2 > line[1] - line[0]
