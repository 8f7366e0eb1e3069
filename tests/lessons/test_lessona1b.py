"""Lesson a1b: bars that multiply to a likelihood, odds, Newton's step, and when a maximum exists.

Likelihoods are computed by SciPy's Bernoulli distribution, separation by brute force on a line.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import curve_fit, linprog, minimize
from scipy.special import expit, log_expit, logit
from scipy.stats import bernoulli
from sklearn.linear_model import LogisticRegression

from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.lessons.lessona1b import LikelihoodBars, Threshold, figures
from coursekit.lessons.lessona1b.classes import (
    Share, missed, resampled, shares, third_class, weighted_fits,
)
from coursekit.lessons.lessona1b.exercises.newton_step import newton_step
from coursekit.lessons.lessona1b.explorers.likelihood_bars import LOWEST, places, scientific
from coursekit.lessons.lessona1b.explorers.threshold import MARKED, border, model, odds, told
from coursekit.lessons.lessona1b.groups import (
    GROUPS, bars_of, best, families, group, log_likelihood,
)
from coursekit.lessons.lessona1.scoreboard import METHODS as RIDGE
from coursekit.lessons.lessona1b.scoreboard import LEAD_OVER_RIDGE, METHODS, by_odds
from coursekit.linear import logistic_regression, logit_fit
from coursekit.scoreboard import load_scoreboard, passengers, right_answers
from coursekit.statistics import clustered_interval
from night import nightly
from cases import some
from sentences import numbers
from states import corners, preset_states


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def probability_of_labels(members, w, half):
    return bernoulli.logpmf(members.y, expit(w * (members.x - half))).sum()


# -- the bars -------------------------------------------------------------------------------


def test_the_group_is_the_one_that_the_page_tells_of():
    people = load_titanic()
    mine = people[(people.Pclass == 2) & (people.Sex == "male") & people.Age.notna()
                  & (people.SibSp + people.Parch > 0)]
    assert sorted(mine.PassengerId) == sorted(families().PassengerId)
    boys = mine.Age < 12
    assert mine.Survived[boys].tolist() == [1] * 9 and len(mine) == 36
    (lucky,) = mine[~boys & (mine.Survived == 1)].itertuples()
    assert lucky.Name.startswith("Beane, Mr. Edward") and lucky.Age == 32
    assert sorted(mine.Age) == group("all 36").x.tolist()
    assert sorted(mine.Age.drop(lucky.Index)) == group("without Mr Beane").x.tolist()


@pytest.mark.parametrize("state", corners(LikelihoodBars) + preset_states(LikelihoodBars), ids=str)
def test_the_bars_tell_what_is_drawn(state):
    explorer = LikelihoodBars(**state)
    assert not explorer.failed, explorer.status
    s = explorer.state()
    members = group(s["who"])
    f = s["slope"] * (members.x - s["half"])
    bars = np.exp(log_expit(np.where(members.y == 1, f, -f)))
    curve, stairs, paper = explorer.canvas.figure.axes
    drawn = [seg for kind in curve.collections for seg in kind.get_segments()]
    assert sorted(np.abs(np.diff(seg[:, 1]))[0] for seg in drawn) == pytest.approx(
        sorted(bars), abs=1e-9)
    log = log_likelihood(members, s["slope"], s["half"])
    assert scientific(log) in explorer.status.split("bars is ")[1]
    assert str(len(bars)) in explorer.status
    end = stairs.lines[0].get_ydata()[-1]
    assert end == pytest.approx(max(log / np.log(10), LOWEST - 1), abs=1e-6)
    floor = stairs.get_ylim()[0]
    assert floor <= end or floor == LOWEST
    if s["slope"]:
        ring = curve.lines[-1]
        low, high = ring.get_ydata().min(), ring.get_ydata().max()
        assert 0 < high - low - bars.min() < 0.15
        assert any(np.isclose(seg[0, 0], ring.get_xdata().mean(), atol=0.1)
                   for seg in drawn if abs(np.ptp(seg[:, 1]) - bars.min()) < 1e-12)
        age = numbers(explorer.status.split("(")[-1])[0]
        assert float(age) == pytest.approx(members.x[bars.argmin()], abs=0.01)
        (thread,) = paper.collections[0].get_segments()
        foot = (paper.transData + stairs.transData.inverted()).transform(thread[1])
        places_ = stairs.lines[0].get_xdata()
        assert foot[0] == pytest.approx(places_[1 + 2 * bars.argmin()], abs=1e-6)


def test_the_still_does_not_tell_whose_bar_is_short():
    explorer = LikelihoodBars(only=())
    *_, paper = explorer.canvas.figure.axes
    assert "shortest" not in explorer.status and not paper.collections
    assert not any("Beane" in text.get_text() or "short" in text.get_text() for text in paper.texts)


@pytest.mark.parametrize("who", GROUPS)
def test_the_likelihood_is_the_probability_of_what_happened(who):
    rng, members = np.random.default_rng(2), group(who)
    for _ in range(20):
        w, half = rng.uniform(-1, 0.2), rng.uniform(0, 60)
        log = probability_of_labels(members, w, half)
        if log > -30:
            assert log_likelihood(members, w, half) == pytest.approx(log)
            assert bars_of(members, w, half).prod() == pytest.approx(np.exp(log))


def test_the_dashed_line_is_the_largest_likelihood():
    members, top = group("all 36"), best("all 36")
    scale = members.x.std()
    found = minimize(lambda v: -probability_of_labels(members, v[0] / scale, v[1] * scale),
                     [-0.5, 1], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-12})
    assert np.exp(-found.fun) == pytest.approx(top.likelihood, rel=1e-6)
    assert [found.x[0] / scale, found.x[1] * scale] == pytest.approx(top[:2], rel=1e-3)


def test_without_one_man_no_curve_is_best():
    assert best("without Mr Beane") is None
    members = group("without Mr Beane")
    logs = [log_likelihood(members, w, 13.5) for w in (-0.25, -0.5, -1, -2, -4)]
    assert np.all(np.diff(logs) > 0) and logs[-1] < 0


@pytest.mark.parametrize("value", [1.0, 0.99, 0.5, 0.0024, 1e-3, 9.97e-4, 1.5e-11, 9.96e-7])
def test_a_small_number_is_written_so_that_it_can_be_read_back(value):
    text = scientific(np.log(value))
    back = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    front, _, power = text.partition("·10")
    assert float(front) * 10.0 ** int(power.translate(back) or 0) == pytest.approx(value, rel=0.05)


def test_bars_move_as_little_as_needs_be():
    rng = np.random.default_rng(0)
    for _ in range(20):
        x = np.sort(rng.uniform(0, 60, 30).round())
        at = places(x, 0.57)
        assert np.diff(at).min() > 0.5 and np.abs(at - x).max() < 3 and at.min() >= 0
    assert places(np.array([0.0, 5]), 1).tolist() == [0, 5]


# -- the threshold --------------------------------------------------------------------------


@pytest.mark.parametrize("state", corners(Threshold) + preset_states(Threshold), ids=str)
def test_the_threshold_tells_what_a_count_gives(state):
    explorer = Threshold(**state)
    assert not explorer.failed, explorer.status
    s = explorer.state()
    people = load_titanic().query("Age == Age and Fare > 0")
    if s["who"] != "everybody":
        people = people[people.Sex == {"women": "female", "men": "male"}[s["who"]]]
    X = np.column_stack([people.Age, np.log2(people.Fare)])
    fitted = LogisticRegression(C=1e9, tol=1e-10, max_iter=5000).fit(X, people.Survived)
    says = fitted.predict_proba(X)[:, 1] >= s["theta"]
    y = people.Survived.to_numpy() == 1
    told_ = [float(v.rstrip("%")) for v in numbers(explorer.status.split("): ")[1])]
    assert told_[:2] == [says.sum(), len(y)]
    assert told_[-2:] == pytest.approx([100 * (says & y).sum() / y.sum(), 100 * (says == y).mean()],
                                       abs=0.51)
    plane, paper = explorer.canvas.figure.axes
    border_ = plane.lines[-1]
    large = max(line.get_markersize() for line in plane.lines[:4])
    assert sum(len(line.get_xdata()) for line in plane.lines[:4]
               if line.get_markersize() == large) == (says != y).sum()
    assert sum(line.get_linestyle() == "--" for line in plane.lines) == sum(
        abs(v - s["theta"]) > 1e-9 for v in MARKED)
    here = model(s["who"])
    assert expit(border_.get_xydata() @ here.w + here.b) == pytest.approx(s["theta"])
    large = {text.get_text() for text in paper.texts}
    assert {str((says & ~y).sum()), str((~says & y).sum())} <= large


def test_borders_are_parallel_and_their_odds_are_written_in_whole_numbers():
    here, age = model("everybody"), np.linspace(0, 80, 9)
    first = border(here, 0.5, age)
    for theta in np.arange(0.05, 0.96, 0.05):
        assert np.ptp(border(here, theta, age) - first) < 1e-9
        a, c = (int(v) for v in odds(theta).split(" : "))
        assert a / c == pytest.approx(theta / (1 - theta)) and np.gcd(a, c) == 1


def test_a_higher_threshold_names_fewer():
    for who in ("everybody", "women", "men"):
        seen = [told(who, theta) for theta in np.arange(0.05, 0.96, 0.05)]
        assert np.all(np.diff([s.named for s in seen]) <= 0)
        assert np.all(np.diff([s.found for s in seen]) <= 0)


# -- one ratio for all? ---------------------------------------------------------------------


def passengers_of_known_age():
    people = load_titanic().dropna(subset="Age")
    return people, pd.DataFrame({
        "woman": people.Sex == "female", "second": people.Pclass == 2,
        "third": people.Pclass == 3, "age": people.Age / 10}).astype(float)


def test_no_class_has_the_ratio_of_the_model():
    people, _ = passengers_of_known_age()
    found = []
    for k in (1, 2, 3):
        mine = people[people.Pclass == k]
        X = np.column_stack([mine.Sex == "female", mine.Age / 10]).astype(float)
        found.append(np.exp(LogisticRegression(C=1e9, tol=1e-10, max_iter=5000).fit(
            X, mine.Survived).coef_[0, 0]))
    assert found == pytest.approx([37.6, 139.1, 4.32], rel=0.01)
    low, high = third_class(people)
    assert low < 4.32 < high < 12.5 and [low, high] == pytest.approx([2.5, 7.7], abs=0.1)


def test_the_model_expects_too_many_of_the_third_class_women_and_the_right_number_of_women():
    people, features = passengers_of_known_age()
    w, b = logistic_regression(features, people.Survived)
    of = {s.name: s for s in shares(people, expit(features @ w + b))}
    women = of["women, third class"]
    assert [women.expected, women.survived] == pytest.approx([0.593, 0.461], abs=1e-3)
    low, high = missed(people, features)
    assert 0 < low < women.expected - women.survived < high
    counts = people[people.Sex == "female"].Pclass.value_counts()
    excess = [counts[k] * (s.expected - s.survived) for k, s in enumerate(
        [of[f"women, {name} class"] for name in ("first", "second", "third")], start=1)]
    assert sum(excess) == pytest.approx(0, abs=1e-4)


def test_weighted_fits_are_those_of_repeated_rows():
    rng = np.random.default_rng(3)
    Z, y = with_ones(rng.normal(size=(50, 2))), rng.integers(0, 2, 50)
    counts = rng.multinomial(50, np.full(50, 0.02), 5)
    for k, found in zip(counts, weighted_fits(Z, y, counts), strict=True):
        rows = np.repeat(np.arange(50), k)
        w, b = logistic_regression(Z[rows, 1:], y[rows])
        assert found == pytest.approx([b, *w], abs=1e-6)


def test_passengers_on_one_ticket_are_drawn_together():
    counts = resampled(pd.Series(["a", "b", "a", "c"]), np.random.default_rng(0))
    assert np.all(counts[:, 0] == counts[:, 2]) and np.all(counts[:, [0, 1, 3]].sum(axis=1) == 3)


# -- the likelihood and Newton's step -------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_newtons_steps_end_at_the_library_maximum_where_probabilities_add_up(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 2))
    y = (rng.random(60) < expit(X @ [1, -1])).astype(int)
    Z, v = with_ones(X), np.zeros(3)
    for _ in range(12):
        v = newton_step(Z, y, v)
    w, b = logistic_regression(X, y)
    assert v == pytest.approx([b, *w], abs=1e-6)
    assert expit(Z @ v).sum() == pytest.approx(y.sum())
    fitted = LogisticRegression(C=1e9, tol=1e-10).fit(X, y)
    assert fitted.coef_[0] == pytest.approx(w, abs=1e-3)


# -- when a maximum exists ------------------------------------------------------------------


@pytest.mark.parametrize("seed", some(range(120)))
def test_a_maximum_exists_exactly_if_no_number_separates(seed):
    """Separation by brute force on a line; the maximum by watching whether weights run away."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    x, y = rng.integers(0, 4, n).astype(float), rng.integers(0, 2, n)
    if len(set(y)) < 2 or len(set(x)) < 2:
        return
    separated = x[y == 0].max() <= x[y == 1].min() or x[y == 1].max() <= x[y == 0].min()
    weak = [abs(logistic_regression(x[:, None], y, lam)[0][0]) for lam in (1e-4, 1e-6)]
    assert (weak[1] > weak[0] + 1) == separated
    if separated:
        with pytest.raises(ValueError, match="separates"):
            logistic_regression(x[:, None], y)
    else:
        assert logistic_regression(x[:, None], y)[0][0] == pytest.approx(
            logistic_regression(x[:, None], y, 1e-7)[0][0], abs=1e-2)


def separates(Z, y):
    """Whether some u makes every bar at least as long, and one longer, by a linear program."""
    signed = np.where(y == 1, 1, -1)[:, None] * Z
    found = linprog(-signed.sum(axis=0), A_ub=-signed, b_ub=np.zeros(len(Z)), bounds=(-1, 1))
    return -found.fun > 1e-9


@pytest.mark.parametrize("seed", some(range(60)))
def test_in_the_plane_the_loss_goes_to_infinity_along_every_ray_unless_a_line_separates(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 9))
    X, y = rng.integers(0, 4, (n, 2)).astype(float), rng.permutation(n) < n // 2
    Z, y = with_ones(X), y.astype(int)
    if np.linalg.matrix_rank(Z) < 3:
        return
    signed = np.where(y == 1, 1, -1)[:, None] * Z
    rays = rng.normal(size=(20_000, 3))
    never_worse = ((signed @ rays.T) >= 0).all(axis=0).any()
    assert not never_worse or separates(Z, y)
    if separates(Z, y):
        with pytest.raises(ValueError, match="separates"):
            logistic_regression(X, y)
    else:
        w, b = logistic_regression(X, y)
        assert np.abs(Z.T @ (expit(X @ w + b) - y)).max() < 1e-4


@pytest.mark.parametrize("seed", range(10))
def test_a_penalty_gives_one_minimum_even_with_dependent_columns(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=8)
    X, y = np.column_stack([x, x]), (x > 0).astype(int)
    if len(set(y)) < 2:
        return
    w, b = logistic_regression(X, y, lam=0.1)
    assert w[0] == pytest.approx(w[1], abs=1e-6)

    def value(v):
        return -bernoulli.logpmf(y, expit(X @ v[:2] + v[2])).sum() + 0.05 * (v[:2] @ v[:2])
    for start in rng.normal(size=(3, 3)):
        assert minimize(value, start, tol=1e-10).x == pytest.approx([*w, b], abs=1e-3)


# -- curves made straight -------------------------------------------------------------------


def growth(t, w, b):
    return 6 / (1 + np.exp(-(w * t + b)))


def surface(P, w_1, w_2, b):
    return 4 * expit(P @ [w_1, w_2] + b)


def test_both_growth_curves_are_those_of_the_page_and_each_wins_on_its_scale():
    t, grown = np.arange(1.0, 6), np.array([0.4, 1, 3, 5, 5.6])
    (w,), b = logit_fit(t[:, None], grown, 6)
    direct = curve_fit(growth, t, grown, p0=(w, b))[0]
    squares = [np.sum((grown - growth(t, *found))**2) for found in ((w, b), direct)]
    assert [round(v, 4) for v in squares] == [0.0903, 0.0436]
    assert direct.round(3).tolist() == [1.522, -4.566]
    for start in ((0.5, 0), (3, -9), (1, -2)):
        assert curve_fit(growth, t, grown, p0=start)[0] == pytest.approx(direct, abs=1e-4)
    straight = [np.sum((logit(grown / 6) - np.polyval(found, t))**2)
                for found in ((w, b), direct)]
    figure = figures.plot_growth(t, grown, 6, {"a": (w, b), "b": tuple(direct)}, "t")
    written = [text.get_text() for ax in figure.axes for text in ax.texts]
    assert [float(text.split(": ")[1]) for text in written if ": " in text] == pytest.approx(
        [*squares, *straight], abs=6e-4)
    assert straight[0] < straight[1]


def test_what_is_left_out_flattens_and_the_bent_scale_alone_steepens():
    rng, found = np.random.default_rng(0), []
    for _ in range(400):
        P = rng.uniform(0, 4, (80, 2))
        exact = surface(P, 1.5, 1.5, -6)
        noisy = exact + 0.2 * rng.normal(size=80)
        inside, middle = (noisy > 0) & (noisy < 4), (exact > 0.8) & (exact < 3.2)
        assert inside[middle].all()
        found.append([logit_fit(P[k], noisy[k], 4)[0][0] for k in (inside, middle)])
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / 20
    assert mean[0] < 1.5 - 5 * error[0] and mean[1] > 1.5 + 3 * error[1]


# -- exercises and the board ----------------------------------------------------------------


@pytest.mark.parametrize("given, right", [({"b", "d", "g"}, True), ({"a", "b", "d", "g"}, False),
                                          ({"b", "d"}, False), (set(), False)])
def test_the_choice_about_odds(given, right):
    assert (grade("odds", given).status == "right") == right


def test_the_statements_about_odds_hold_in_the_model_of_the_page():
    people = load_titanic().dropna(subset="Age")
    X = np.column_stack([people.Sex == "female", people.Pclass == 2, people.Pclass == 3,
                         people.Age / 10]).astype(float)
    w, b = logistic_regression(X, people.Survived)
    assert np.exp(w[[0, 3]]) == pytest.approx([12, 0.7], abs=0.6)
    p = expit(X @ w + b)
    assert p.sum() == pytest.approx(people.Survived.sum())                              # g
    older = expit((X + [0, 0, 0, 2]) @ w + b)
    assert older / (1 - older) == pytest.approx(p / (1 - p) * np.exp(w[3]) ** 2)        # d
    fall = p - expit((X + [0, 0, 0, 1]) @ w + b)
    assert fall.max() > 3 * fall.min()                                                  # not c


def test_the_rows_of_the_board_are_those_of_these_methods():
    board = load_scoreboard().query("lesson == 'a1b'")
    assert list(zip(board["method"], board["features"], strict=True)) == [
        (m.name, m.features) for m in METHODS]
    X, y, _ = passengers()
    raw, titled = (by_odds(title).fit(X, y).score(X, y) for title in (False, True))
    assert 0.78 < raw < titled < 0.86


def test_one_partition_of_the_first_row_can_be_recomputed():
    share = right_answers(by_odds(title=False).set_params(model__C=0.1), seeds=(0,)).mean()
    row = load_scoreboard().query("lesson == 'a1b'").iloc[0]
    assert share == pytest.approx(row["accuracy"], abs=0.015)


def test_the_parabola_touches_the_loss_and_each_step_goes_to_the_lowest_point_of_one():
    members, half = group("all 36"), best("all 36").half
    z, w = members.x - half, np.zeros(1)
    ax = figures.plot_newton(z, members.y, 3, "Newton").axes[0]
    curve, parabola = ax.lines[:2]
    for at, loss in curve.get_xydata()[::20]:
        assert loss == pytest.approx(-probability_of_labels(members, at, half))
    bend = np.polyfit(*parabola.get_data(), 2)
    assert np.polyval(bend, 0) == pytest.approx(-probability_of_labels(members, 0, half))
    (lowest,) = (line.get_xydata()[0] for line in ax.lines if line.get_marker() == "D")
    assert lowest[0] == pytest.approx(-bend[1] / (2 * bend[0]))
    dots = {text.get_text(): text.xy for text in ax.texts if hasattr(text, "xy")}
    for k in "123":
        w = newton_step(z[:, None], members.y, w)
        assert dots[k] == pytest.approx([w[0], -probability_of_labels(members, w[0], half)])
    assert dots["1"][0] == pytest.approx(lowest[0])


def test_a_group_has_its_two_dots_and_both_numbers():
    of = [Share("women, x", 0.6, 0.4), Share("men, x", 0.1, 0.2)]
    ax = figures.plot_cells(of, "women, x", "Cells").axes[0]
    dots = [line.get_xydata()[0].tolist() for line in ax.lines if line.get_marker() == "o"]
    assert dots == [pytest.approx(pair) for pair in ([10, 0], [20, 0], [60, 1], [40, 1])]
    assert {text.get_text() for text in ax.texts} >= {"60", "40", "10", "20"}


@nightly
def test_the_lead_over_ridge_is_that_of_the_same_folds():
    ridge, tickets = dict(zip(LEAD_OVER_RIDGE, RIDGE, strict=False)), passengers()[2]
    for (columns, lead), mine in zip(LEAD_OVER_RIDGE.items(), METHODS, strict=True):
        assert ridge[columns].features == mine.features == columns
        share, other = (right_answers(m.estimator, m.grid).mean(axis=0)
                        for m in (mine, ridge[columns]))
        assert clustered_interval(share - other, tickets) == pytest.approx(lead, abs=1e-3)


def test_along_the_diagonal_a_surface_is_compared_with_the_true_one():
    true, flat = (1.5, 1.5, -6), (1.2, 1.3, -5)
    ax = figures.plot_along({"flat": flat, "same": true}, true, 4, "Along").axes[0]
    _, off, same = (line.get_xydata() for line in ax.lines)
    for x, gap in off[::16]:
        assert gap == pytest.approx(surface(np.array([x, x]), *flat)
                                    - surface(np.array([x, x]), *true))
    assert not same[:, 1].any()


def test_touching_labels_have_no_largest_likelihood_and_stay_below_a_quarter():
    x, y = np.array([1.0, 2, 3, 3, 4, 5]), np.array([0, 0, 0, 1, 1, 1])
    with pytest.raises(ValueError, match="separates"):
        logistic_regression(x[:, None], y)
    rng = np.random.default_rng(0)
    for w, b in rng.normal(size=(500, 2)) * [5, 10]:
        assert bernoulli.pmf(y, expit(w * x + b)).prod() < 0.25
    rising = [bernoulli.pmf(y, expit(w * (x - 3))).prod() for w in (1, 2, 4, 8, 16)]
    assert np.all(np.diff(rising) > 0) and rising[-1] > 0.2499


def test_least_squares_on_labels_leaves_the_probabilities_as_the_page_counts():
    people = load_titanic().dropna(subset="Age")
    X = np.column_stack([people.Sex == "female", people.Pclass == 2, people.Pclass == 3,
                         people.Age / 10]).astype(float)
    p = with_ones(X) @ np.linalg.lstsq(with_ones(X), people.Survived.to_numpy(), rcond=None)[0]
    assert ((p < 0) | (p > 1)).sum() == 41
    assert (np.where(people.Survived == 1, p, 1 - p) < 0).sum() == 3
