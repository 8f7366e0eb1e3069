"""Lesson 07b: its claims, exercises, explorers and figures.

Searches and p-values are compared with brute force, SciPy, and all orders of a few labels.
"""
from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from scipy.stats import chi2, hypergeom, multivariate_hypergeom, power_divergence

from coursekit.datasets import load_adult_counts, load_titanic, load_zoo
from coursekit.exercise.registry import find
from coursekit.lessons.lesson07.exercises.specialise import specialise
from coursekit.lessons.lesson07.passengers import letters
from coursekit.lessons.lesson07b import Rank, SearchAgain, figures
from coursekit.lessons.lesson07b.explorers.rank import MOST
from coursekit.lessons.lesson07b.parties import (
    ALL, ALONE, BABIES, BABY_SHUFFLES, NEAR, SEARCH, SECOND, SINGLE, THIRD, WHOLE, B, PartyShuffler,
    first_lines, orders, places, searched, table, third_class, worlds,
)
from coursekit.lessons.lesson07b.scoreboard import METHODS, raw_list
from coursekit.rules import (
    CN2, best_line, g_statistic, lift, make_selectors, pearson_statistic, wilks_p_value,
)
from coursekit.scoreboard import load_scoreboard, right_answers, row_of
from coursekit.tree import entropy
from night import nightly
from page_code import page_functions
from panels import bars, panels, texts_in
from sentences import says

zoo = load_zoo()
X, y = zoo.drop(columns="type"), zoo["type"].astype(str).to_numpy()
SELECTORS, CLASSES = make_selectors(X), np.unique(y)
Y = y == CLASSES[:, None]
LIST = CN2().fit(X, y).rules_
PAGE = page_functions("07b_after_a_search", g_statistic=g_statistic, product=product,
                      multivariate_hypergeom=multivariate_hypergeom, best_line=best_line,
                      wilks_p_value=wilks_p_value, selectors=SELECTORS, classes=CLASSES, Y=Y,
                      make_selectors=make_selectors)


# -- one rule: χ² and where it errs -----------------------------------------------------------


def test_g_is_close_to_pearson_where_deviations_are_small():
    e = np.array([500.0, 300, 200])
    for delta in ([5, -3, -2], [-10, 4, 6]):
        assert g_statistic(e + delta, e) == pytest.approx(pearson_statistic(e + delta, e), rel=0.02)
    assert pearson_statistic([60, 40], [1, 1]) == pytest.approx((60 - 50) ** 2 / (100 * 0.5 * 0.5))


@pytest.mark.parametrize("classes, m", [([3, 4], 3), ([2, 2, 4], 4), ([5, 3, 2], 5)])
def test_the_mean_of_pearson_without_replacement(classes, m):
    """E X² = (c − 1)(n − m)/(n − 1), and n/(n − m) times as much with the others counted."""
    n, c = sum(classes), len(classes)
    ways = [w for w in product(*(range(k + 1) for k in classes)) if sum(w) == m]
    weight = multivariate_hypergeom.pmf(ways, classes, m)
    one = pearson_statistic(np.array(ways), classes)
    rest = pearson_statistic(np.array(classes) - ways, classes)
    assert weight @ one == pytest.approx((c - 1) * (n - m) / (n - 1))
    assert one + rest == pytest.approx(one * n / (n - m))


def test_exact_p_values():
    exact_p = PAGE["exact_p"]
    assert exact_p([2, 0, 0, 0], [2, 2, 4, 5]) == pytest.approx(2 / 78)
    assert exact_p([3, 0], [4, 5]) == pytest.approx(4 / 84)
    assert exact_p([1, 1], [2, 2]) == pytest.approx(1)
    for m in range(1, 6):       # two pure sequences of 2^m
        assert 2 * 0.5 ** m == 2.0 ** (1 - m) > wilks_p_value(2 * m * np.log(2), 1)


@pytest.mark.parametrize("c", [2, 3, 5])
def test_g_is_chi_squared_with_one_degree_less_than_classes_and_only_in_the_limit(c):
    rng, theta = np.random.default_rng(0), np.arange(1, c + 1) / np.arange(1, c + 1).sum()
    G = {m: g_statistic(rng.multinomial(m, theta, 20_000), theta) for m in (3, 500)}
    far = {f: max(abs(np.mean(G[500] >= g) - chi2.sf(g, f)) for g in (1, 3, 6))
           for f in range(max(1, c - 2), c + 2)}
    assert min(far, key=far.get) == c - 1 and far[c - 1] < 0.03
    assert abs(np.mean(G[3]) - (c - 1)) > 0.1


def test_a_cover_more_mixed_than_the_reference_can_be_significant():
    assert entropy([5, 5]) > entropy([90, 10]) and g_statistic([5, 5], [90, 10]) > chi2.isf(0.1, 1)


@pytest.mark.parametrize("m, share", [(77, 0.037), (314, 0.014), (577, 0.0009)])
def test_a_cover_that_is_much_of_the_whole_reaches_a_large_g_less_often(m, share):
    """Of 342 survivors and 549 dead, by counting all covers."""
    k = np.arange(m + 1)
    G = g_statistic(np.column_stack([k, m - k]), [342, 549])
    exact = hypergeom.pmf(k, 891, 342, m)[G >= 3.841].sum()
    assert exact == pytest.approx(share, rel=0.03) and exact < 0.05
    PAGE.update(whole=np.array([549, 342]), hypergeom=hypergeom, np=np)
    assert PAGE["share_beyond"](m) == pytest.approx(exact)


# -- lists ------------------------------------------------------------------------------------


def test_a_line_of_a_list_equals_its_rewriting_with_the_negations():
    alone, decides = LIST.covers(X), LIST.first_match(X)
    for k in range(len(alone)):
        assert np.array_equal(decides == k, alone[k] & ~alone[:k].any(axis=0))


@pytest.mark.parametrize("line", [5, 6, 7])
def test_late_in_the_list_any_cover_of_four_looks_significant_against_the_whole_zoo(line):
    """All counts that covers of the animals left can have; of one or two animals not all."""
    left = Y[:, LIST.first_match(X) >= line].sum(axis=1)
    counts = np.array(list(product(*(range(k + 1) for k in left))))
    p = wilks_p_value(g_statistic(counts, Y.sum(axis=1)), 6)
    size = counts.sum(axis=1)
    assert p[size >= 4].max() < 0.1 < p[size == 2].max() and p[size == 1].min() > 0.1


def test_who_without_a_tail_was_gone_before_the_eighth_line():
    decides, tailless = LIST.first_match(X), ~X["tail"].to_numpy()
    for kind in ("invertebrate", "insect", "mammal"):
        assert tailless[y == kind].sum() > 3 and decides[tailless & (y == kind)].max() < 7
    assert tailless[np.isin(y, ["invertebrate", "insect"])].mean() > 0.9
    assert {"gorilla", "crab", "clam"} <= set(X.index[tailless])


def test_twins_took_two_of_five_places_and_hid_the_amphibians():
    """Line 6 of the list: three covers in five places, then a better line with one place each."""
    def sixth(distinct: bool) -> tuple[list, int, str]:
        model = CN2(distinct_covers=distinct, trace=True).fit(X, y)
        alive = model.rules_.first_match(X) >= 5
        beam = next(s.beam for s in model.trace_ if s.line == 5)
        line = model.rules_.rules[5]
        return [SELECTORS.S[list(c.selectors)].all(axis=0)[alive].tobytes() for c in beam], \
            sum(line.counts), " ".join(map(str, line.conditions))

    (twins, two, _), (different, four, words) = sixth(False), sixth(True)
    assert (len(twins), len(set(twins)), len(set(different))) == (5, 3, 5) and (two, four) == (2, 4)
    assert "aquatic" in words and "legs > 3" in words


def test_a_wide_beam_finds_the_purest_significant_cover_of_all():
    """By trying all conjunctions; some significant covers are more mixed than what is left."""
    rng, passed_over = np.random.default_rng(0), 0
    for _ in range(40):
        data = rng.integers(0, 2, (30, 3))
        labels = np.r_[0, 1, 2, rng.choice(3, 27, p=[0.8, 0.1, 0.1])]
        selectors, classes = make_selectors(data), labels == np.unique(labels)[:, None]
        whole, passed = classes.sum(axis=1), []
        for asked in product((None, 0, 1), repeat=3):
            cover = np.all([(data[:, j] == v) | (v is None) for j, v in enumerate(asked)], axis=0)
            if 0 < cover.sum() < 30:
                m = classes[:, cover].sum(axis=1)
                G, H = g_statistic(m, whole), entropy(m)
                if chi2.sf(G, 2) < 0.1:
                    passed_over += H > entropy(whole) + 1e-9
                    passed += [(round(H, 9), -round(G, 9))] * (H <= entropy(whole) + 1e-9)
        found = best_line(selectors, classes, np.ones(30, bool), 20)
        assert bool(passed) == bool(found)
        if found:
            assert (found.impurity, -found.G) == pytest.approx(min(passed))
    assert passed_over


def test_the_list_of_the_titanic_begins_with_babies_and_never_asks_for_women():
    people = load_titanic()
    fates = np.where(people["Survived"] == 1, "survived", "died")
    passengers = people.fillna({"Embarked": "unknown"})
    made = raw_list().fit(passengers, fates)
    rules = made[-1].rules_.rules
    assert [str(c) for c in rules[0].conditions] == ["Age <= 0.96"] and rules[0].counts == (0, 7)
    asked = [[str(c) for c in rule.conditions] for rule in rules]
    assert not any("Sex = female" in line for line in asked)
    assert all(min(rule.counts) == 0 for rule in rules[:22]) and min(rules[22].counts) > 0
    assert asked[22] == ["Sex = male"] and rules[22].counts == (373, 86)
    assert asked[7] == ["Age > 62.5"] and rules[7].label == "survived"
    older = people["Age"] > 62.5
    assert (older.sum(), people["Survived"][older].sum()) == (15, 3)


# -- searches ---------------------------------------------------------------------------------


def promise_holds(values: np.ndarray) -> bool:
    """Tell whether P(p ≤ α) ≤ α, each order of a set being the true one once."""
    values = np.round(values, 7)
    p = np.array([(values >= v).mean() for v in values])
    return all((p <= alpha).mean() <= alpha + 1e-12 for alpha in np.unique(p))


def test_the_permutation_p_value_keeps_its_promise():
    """All orders of six labels, each once as the true one, ties included."""
    features = np.array([0.0, 0, 1, 1, 2, 3])

    def search(labels):
        classes = np.asarray(labels) == np.arange(3)[:, None]
        found = best_line(make_selectors(features[:, None]), classes, np.ones(6, bool), 2, 0.9)
        return found.G if found else 0.0

    assert promise_holds(np.array([search(o) for o in set(permutations([0, 0, 0, 1, 1, 2]))]))


def test_orders_that_keep_parties_are_a_closed_set_all_equally_likely():
    tickets, rng = np.array([0, 0, 1, 1, 2, 3]), np.random.default_rng(0)
    drawn = Counter(map(tuple, orders(tickets, WHOLE, 16_000, rng).tolist()))
    assert len(drawn) == 2 * 2 ** 2 * 2      # pairs change places, each is turned; singles, too
    assert max(abs(k / 1000 - 1) for k in drawn.values()) < 0.15
    for a, b in product(drawn, repeat=2):
        assert tuple(np.array(a)[list(b)].tolist()) in drawn
    labels = np.array([0, 0, 1, 1, 0, 2])
    assert promise_holds(np.array([g_statistic(np.bincount(labels[list(o)][:3], minlength=3),
                                               [3, 2, 1]) for o in drawn]))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=30), st.integers(0, 10**6))
def test_parties_stay_together_whatever_way_a_learner_shuffles(tickets, seed):
    tickets, rng = np.array(tickets), np.random.default_rng(seed)
    labels = rng.integers(0, 4, len(tickets))

    def parties(values) -> Counter:
        return Counter(tuple(sorted(values[tickets == t].tolist())) for t in np.unique(tickets))

    shuffler, in_place = PartyShuffler(tickets, rng), labels.copy()
    shuffler.shuffle(in_place)
    for result in (in_place, shuffler.permutation(labels), shuffler.permuted(labels),
                   labels[shuffler.permutation(len(labels))],
                   labels[np.argsort(shuffler.random(len(labels)))],
                   shuffler.choice(labels, len(labels), replace=False)):
        assert parties(result) == parties(labels)
    with pytest.raises(ValueError, match="replace"):
        shuffler.choice(labels)
    with pytest.raises(ValueError, match="size"):
        shuffler.random(len(labels) + 1)


def test_the_first_line_of_the_titanic_is_no_finding_once_tickets_stay_together():
    """The kept counts, and the first shuffles of them again."""
    assert BABIES[SINGLE] < 0.03 * BABY_SHUFFLES and BABIES[WHOLE] > 0.1 * BABY_SHUFFLES
    for shuffle in (SINGLE, WHOLE):
        G, found = first_lines(shuffle, 12)
        assert G == pytest.approx(13.405, abs=0.001) and np.sum(found >= G - NEAR) <= 6


@nightly
@pytest.mark.parametrize("shuffle", [SINGLE, WHOLE])
def test_the_kept_count_of_first_lines(shuffle):
    G, found = first_lines(shuffle)
    assert np.sum(found >= G - NEAR) == BABIES[shuffle]


@nightly
def test_bonferroni_wants_the_number_that_could_be_tried():
    """Noise, exact p-values, a greedy search: times those tried too often below 0.1."""
    rng, n, d, depth = np.random.default_rng(1), 200, 20, 4
    could = sum(comb(d, length) * 2 ** length for length in range(1, depth + 1))
    small = {"tried": 0, "could": 0}
    for _ in range(60):
        yes = rng.random((d, n)) < 0.5
        S, labels = np.vstack([yes, ~yes]), rng.permutation(np.arange(n) < n // 2)
        beam, tried = {frozenset(): np.ones(n, bool)}, {}
        for _ in range(depth):
            new = specialise(beam, S)
            tried |= {c: (int((cover & labels).sum()), int(cover.sum()))
                      for c, cover in new.items()}
            best = min(new, key=lambda c: entropy([tried[c][0], tried[c][1] - tried[c][0]]))
            beam = {best: new[best]}
        p = min(binary_p(hits, m, n) for hits, m in set(tried.values()))
        small["tried"] += p * len(tried) <= 0.1
        small["could"] += p * could <= 0.1
    assert small["tried"] > 10 and small["could"] <= 6


def binary_p(hits: int, m: int, n: int) -> float:
    """Exact two-sided p of m samples drawn from n, half of which are hits."""
    weights = hypergeom.pmf(np.arange(m + 1), n, n // 2, m)
    return float(weights[weights <= weights[hits] * (1 + 1e-9)].sum())


def test_noise_by_kind_of_feature():
    """Always with numbers, mostly with ten levels, seldom with yes and no."""
    PAGE["rng"] = np.random.default_rng(5)
    share = {shape: np.mean([PAGE["best_p"](*shape) <= 0.1 for _ in range(60)])
             for shape in ((5, 2), (20, 2), (5, 10), (5, 1e9))}
    assert share[5, 2] < 0.3 < share[20, 2] and share[5, 10] > 0.65 and share[5, 1e9] == 1


def test_what_the_exercise_on_conclusions_rests_on():
    """Which lines shuffled searches reach: the first hardly ever, the sixth often."""
    rng, decides = np.random.default_rng(3), LIST.first_match(X)
    reached = [PAGE["search_p_value"](PAGE["searching"](decides >= k), y[decides >= k], 199, rng)
               for k in range(len(LIST))]
    assert reached[0] == 1 / 200 and min(reached[5], reached[7]) > 0.06 \
        and 0.05 < np.mean(reached[5:]) < 0.18
    tailless = ~X["tail"].to_numpy()
    assert y[tailless & (decides >= 7)].tolist() == ["amphibian"] * 3
    assert np.mean(y[tailless] == "amphibian") < 0.2


# -- exercises --------------------------------------------------------------------------------


def p_value(first=lambda y, rng: y, other=lambda y, rng: rng.permutation(y),
            reaches=lambda T, T_0: T >= T_0):
    """Return a search p-value with one of its parts exchanged."""
    def search_p_value(search, y, B, rng):
        T_0 = search(first(y, rng))
        return (1 + sum(reaches(search(other(y, rng)), T_0) for _ in range(B))) / (B + 1)
    return search_p_value


@pytest.mark.parametrize("answer, cause", [
    (p_value(other=lambda y, rng: np.roll(y, rng.integers(len(y)))), "turned as a circle"),
    (p_value(other=lambda y, rng: np.random.permutation(y)), "another generator"),
    (p_value(other=lambda y, rng: np.random.default_rng().permutation(y)), "another generator"),
    (p_value(first=lambda y, rng: rng.permutation(y)), "a shuffle first"),
    (p_value(reaches=lambda T, T_0: T <= T_0), "at most"),
])
def test_a_mistake_is_told_by_its_cause(answer, cause):
    assert find("search-p-value").judge(answer).matched == cause


def test_a_shuffle_in_place_returns_nothing():
    verdict = find("search-p-value").judge(p_value(other=lambda y, rng: rng.shuffle(y.copy())))
    assert verdict.status == "wrong" and "None" in verdict.message


def late(search, y, B, rng):
    values = np.array([search(rng.permutation(y)) for _ in range(B)])
    return np.float32((1 + np.sum(values >= search(y))) / (B + 1))


def fraction(search, y, B, rng):
    T_0 = search(y)
    return Fraction(int(1 + sum(search(rng.permutation(y)) >= T_0 for _ in range(B))), B + 1)


def all_at_once(search, y, B, rng):
    rows = rng.permuted(np.tile(y, (B, 1)), axis=1)
    return (1 + sum(search(row) >= search(y) for row in rows)) / (B + 1)


def in_place(y, rng):
    y = y.copy()
    rng.shuffle(y)
    return y


@pytest.mark.parametrize("answer", [
    late, p_value(), fraction, p_value(other=in_place),
    p_value(other=lambda y, rng: y[rng.random(len(y)).argsort()]),
    p_value(other=lambda y, rng: rng.permuted(y)),
    p_value(other=lambda y, rng: rng.choice(y, len(y), replace=False, shuffle=True)),
    p_value(other=lambda y, rng: rng.permutation(y, axis=0)), all_at_once,
])
def test_right_in_another_form(answer):
    assert find("search-p-value").judge(answer).status == "right"


# -- explorers --------------------------------------------------------------------------------


@pytest.mark.parametrize("data, frame", [(THIRD, third_class), (SECOND, letters)])
def test_the_rule_found_is_the_best_of_all_by_brute_force(data, frame):
    """Counts on the table itself, G by SciPy."""
    X_, fates = frame()
    lived, best = fates == "survived", 0.0
    S = make_selectors(X_).S
    for i, j in product(range(len(S)), repeat=2):
        m, k = np.sum(S[i] & S[j]), np.sum(S[i] & S[j] & lived)
        if j <= i and 5 <= m < len(lived):
            e = m * np.array([lived.mean(), 1 - lived.mean()])
            best = max(best, power_divergence([k, m - k], e, lambda_="log-likelihood")[0])
    found = searched(data, SINGLE)
    assert found.G == pytest.approx(best)
    assert found.G == pytest.approx(g_statistic(
        [found.survived, found.m - found.survived], [lived.sum(), (~lived).sum()]))


def test_the_ticket_that_made_the_rule():
    people = load_titanic()
    men = people[(people["Sex"] == "male") & (people["Pclass"] == 3)]
    assert len(men) == len(table(THIRD).lived) == 347
    surname = men["Name"].str.split(",").str[0].str.count("[A-Za-z]")
    short = men[men["Ticket"].str.endswith("1") & (surname <= 4)]
    party = short[short["Ticket"] == "1601"]
    assert [len(short), short["Survived"].sum(), len(party), party["Survived"].sum()] == [
        14, 7, 7, 5] == [searched(THIRD, SINGLE).m, searched(THIRD, SINGLE).survived, 7, 5]
    assert np.array_equal(np.bincount(table(THIRD).tickets), men.groupby(
        "Ticket", sort=False).size().to_numpy())


@pytest.mark.parametrize("data, shuffle, score", list(product(
    (THIRD, SECOND, ALL), (SINGLE, WHOLE), (SEARCH, ALONE))))
def test_search_again_says_and_shows_how_many_shuffles_reach_the_rule(data, shuffle, score):
    explorer, found = SearchAgain(data=data, shuffle=shuffle, score=score), searched(data, shuffle)
    assert texts_in(panels(explorer)[1])[-1] == (
        f"The best of {found.rules} rules: {found.survived} of these {found.m} survived")
    values = found.best if score == SEARCH else found.alone
    assert (found.best >= found.alone - 1e-9).all()
    for k in (1, 20, 200):
        explorer.set(shuffles=k)
        hits = int(np.sum(values[:k] >= found.G - 1e-6))
        says(explorer.status, {
            f"# shuffle{'s' * (k > 1)} of {shuffle}": k,
            "reaches G = # in # of #;": [round(found.G, 1), hits, k],
            "p = (1 + #) / (1 + #) = #": [hits, k, (1 + hits) / (1 + k)]}, slack=6e-4, whole=False)
        _, less, more = (np.asarray(line.get_xdata()) for line in panels(explorer)[0].lines)
        assert len(more) == hits and len(less) == k - hits
        assert (less < found.G).all() and (more > found.G).all()
    assert f"{chi2.sf(found.G, 1):.4f}" in explorer.status or "below 0.0001" in explorer.status


def test_what_the_page_says_of_the_three_searches():
    reach = {(data, how): np.mean(searched(data, how).best >= searched(data, how).G - 1e-6)
             for data, how in product((THIRD, SECOND, ALL), (SINGLE, WHOLE))}
    assert 0.05 < reach[THIRD, SINGLE] < 0.2 and 0.4 < reach[THIRD, WHOLE] < 0.65
    assert reach[SECOND, SINGLE] > 0.5 and reach[ALL, SINGLE] == reach[ALL, WHOLE] == 0


@pytest.mark.parametrize("drawn, shuffle, score", list(product(
    (SINGLE, WHOLE), (SINGLE, WHOLE), (SEARCH, ALONE))))
def test_rank_counts_the_worlds_by_the_place_of_the_truth(drawn, shuffle, score):
    explorer = Rank(drawn=drawn, shuffle=shuffle, score=score)
    values = worlds(drawn, shuffle, score)
    ranks = np.array([1 + sum(v >= row[0] - 1e-6 for v in row[1:]) for row in values])
    assert values.shape == (200, B + 1) and np.array_equal(ranks, places(values))
    for n in (1, 7, 200):
        explorer.set(worlds=n)
        first = int(np.sum(ranks[:n] == 1))
        says(explorer.status, {"has rank # of #": [int(ranks[n - 1]), 20],
                               f"p is at most # in # of # world{'s' * (n > 1)}": [
                                   0.05, first, n]}, whole=False)
        heights = [corners[:, 1].max() for corners in bars(panels(explorer)[1])]
        assert heights == [min(np.sum(ranks[:n] == r), MOST) for r in range(1, 21)]
        claims = any("report p ≤ 0.05" in words for words in texts_in(panels(explorer)[2]))
        assert claims == (n >= 20)      # of one world nothing follows
    rate = first / 200
    if score == ALONE:
        assert rate > 0.3
    else:                       # promised 0.05; of 200 worlds 4% are three standard errors
        assert (rate > 0.2) == (drawn == WHOLE and shuffle == SINGLE)
        assert rate > 0.2 or rate < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)


# -- figures, lifts, board --------------------------------------------------------------------


def test_figures_show_what_they_are_given():
    G = np.array([0.0, 1, 2, 8])
    curves = {line.get_label(): line.get_xydata() for line in
              figures.plot_tails({"a": G, "b": G}, (1, 2), "t").axes[0].lines}
    assert curves["shuffles"][[0, 21, 181 - 1], 1].tolist() == [1, 0.5, 0]
    assert np.allclose(curves["2 squares"][:, 1], np.exp(-curves["2 squares"][:, 0] / 2))
    coverage = LIST.coverage(X, y)[:-1]
    widths = [bar.get_width() for bar in figures.plot_lines(coverage, "t").axes[0].patches]
    assert widths[:8] == [100] * 8 and widths[-1] == pytest.approx(100 * 3 / 26)
    ax = figures.plot_widths({"a": [3, 1], "b": [2, 0]}, "t").axes[0]
    assert [line.get_ydata().tolist() for line in ax.lines] == [[3, 1], [2, 0]]


def test_the_lifts_of_the_census_are_those_of_the_source():
    """1.73, 2.29, 1.58 and 2.29."""
    census = load_adult_counts()
    rich, hours, level = census["salary"] == ">50K", census["hours"], census["education"]

    def of(A, B) -> tuple:
        n = census["count"]
        return lift(n[A & B].sum(), n[A].sum(), n[B].sum(), n.sum())
    master, bachelor, over = level == "Masters", level == "Bachelors", hours == "overtime"
    printed = [of(bachelor, rich), of(master, rich), of(master, over), of(bachelor & over, rich)]
    assert [round(float(x[0]), 2) for x in printed] == [1.73, 2.29, 1.58, 2.29]
    people = load_titanic()
    few = (people["Pclass"] == 2) & (people["Age"] < 12)
    assert people["Survived"][few].all() and few.sum() == 17


def test_a_row_of_the_scoreboard_is_what_the_method_gets():
    board = load_scoreboard("07b").set_index("method")
    assert {m.name for m in METHODS} <= set(board.index)
    row = row_of(right_answers(METHODS[1].estimator))
    stored = board.loc[METHODS[1].name, list(row)].astype(float)
    assert np.allclose(stored, pd.Series(row), atol=1e-4)
    assert all(board.loc[m.name, "lead_low"] < 0 < board.loc[m.name, "lead_high"] for m in METHODS)
