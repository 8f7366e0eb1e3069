"""What lesson 07b says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

from itertools import permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.stats import binom, chi2, hypergeom, multivariate_hypergeom

from coursekit.datasets import load_zoo
from coursekit.lessons.lesson07.exercises.specialise import specialise
from coursekit.rules import (
    CN2, best_line, g_statistic, make_selectors, pearson_statistic, wilks_p_value,
)
from coursekit.tree import entropy
from page_code import page_functions

zoo = load_zoo()
X, y = zoo.drop(columns="type"), zoo["type"].astype(str).to_numpy()
SELECTORS, CLASSES = make_selectors(X), np.unique(y)
PAGE = page_functions("07b_after_a_search", specialise=specialise,
                      g_statistic=g_statistic, CN2=CN2, entropy=entropy,
                      wilks_p_value=wilks_p_value,
                      product=product, multivariate_hypergeom=multivariate_hypergeom,
                      best_line=best_line, selectors=SELECTORS, classes=CLASSES,
                      Y=y == CLASSES[:, None], make_selectors=make_selectors)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10 ** 6), st.integers(1, 6), st.sampled_from([0.05, 0.3]))
def test_the_loop_of_the_page_finds_what_the_library_finds(seed, k, alpha):
    """Entropy and G of the line agree; of equal conjunctions either may name another."""
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 3, (rng.integers(4, 30), 3)).astype(float)
    labels = rng.integers(0, 3, len(table))
    selectors, Y = make_selectors(table), labels == np.arange(3)[:, None]
    own = PAGE["find_line"](selectors.S, Y, k, alpha)
    theirs = best_line(selectors, Y, np.ones(len(table), bool), k, alpha)
    assert (own is None) == (theirs is None)
    if own and k == 6 and theirs:
        cover = selectors.S[list(own[0])].all(axis=0)
        assert own[1] == pytest.approx(theirs.G, abs=1e-7)
        assert entropy(Y[:, cover].sum(axis=1)) == pytest.approx(theirs.impurity, abs=1e-7)


def test_the_lines_of_the_zoo_are_those_of_the_library():
    alive, lines = np.ones(len(y), bool), CN2().fit(X, y).rules_.rules
    for rule in lines:
        conjunction, G, p = PAGE["find_line"](SELECTORS.S[:, alive], PAGE["Y"][:, alive])
        assert SELECTORS.names(conjunction) == rule.conditions and p == pytest.approx(rule.p)
        alive &= ~SELECTORS.S[list(conjunction)].all(axis=0)
    assert PAGE["find_line"](SELECTORS.S[:, alive], PAGE["Y"][:, alive]) is None


def test_a_pure_cover_of_less_has_a_smaller_g():
    for reference in ([5, 6], [2, 2, 4, 5]):
        G = [g_statistic([m] + [0] * (len(reference) - 1), reference) for m in range(1, 6)]
        assert np.all(np.diff(G) > 0)


def test_g_is_close_to_pearson_where_deviations_are_small():
    e = np.array([500.0, 300, 200])
    for delta in ([5, -3, -2], [-10, 4, 6]):
        G, X2 = g_statistic(e + delta, e), pearson_statistic(e + delta, e)
        assert G == pytest.approx(X2, rel=0.02)
    two = pearson_statistic([60, 40], [1, 1])
    assert two == pytest.approx((60 - 50) ** 2 / (100 * 0.5 * 0.5))


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


def test_the_permutation_p_value_keeps_its_promise():
    """All orders of six labels, each once as the true one: P(p ≤ α) ≤ α, ties included."""
    features = np.array([0.0, 0, 1, 1, 2, 3])
    orders = np.array(list(set(permutations([0, 0, 0, 1, 1, 2]))))

    def search(labels):
        Y = np.asarray(labels) == np.arange(3)[:, None]
        found = best_line(make_selectors(features[:, None]), Y, np.ones(6, bool), 2, 0.9)
        return found.G if found else 0.0

    values = np.round([search(order) for order in orders], 7)
    p = np.array([(values >= v).mean() for v in values])
    for alpha in np.unique(p):
        assert (p <= alpha).mean() <= alpha + 1e-12


def test_a_line_of_a_list_equals_its_rewriting_with_the_negations():
    covers = CN2().fit(X, y).rules_
    alone = covers.covers(X)
    decides = covers.first_match(X)
    for k in range(len(alone)):
        assert np.array_equal(decides == k, alone[k] & ~alone[:k].any(axis=0))


@pytest.mark.parametrize("line", [5, 6, 7])
def test_late_in_the_list_any_cover_of_four_looks_significant_against_the_whole_zoo(line):
    """All counts that covers of the animals left can have; of one or two animals not all."""
    alive = CN2().fit(X, y).rules_.first_match(X) >= line
    whole, left = PAGE["Y"].sum(axis=1), PAGE["Y"][:, alive].sum(axis=1)
    counts = np.array(list(product(*(range(k + 1) for k in left))))
    p = wilks_p_value(g_statistic(counts, whole), 6)
    size = counts.sum(axis=1)
    assert p[size >= 4].max() < 0.1 < p[size == 2].max() and p[size == 1].min() > 0.1


def test_a_strict_list_ends_because_no_cover_of_what_is_left_can_pass():
    """Whatever some of the animals after the fifth line are, p is above 0.01."""
    model = CN2(alpha=0.01).fit(X, y)
    left = PAGE["Y"][:, model.rules_.first_match(X) >= 5].sum(axis=1)
    counts = np.array(list(product(*(range(k + 1) for k in left))))
    p = wilks_p_value(g_statistic(counts[1:], left), np.sum(left > 0) - 1)
    assert len(model.rules_) == 5 and left.sum() == 13 and p.min() > 0.01


def test_twins_took_two_of_five_places_and_hid_the_amphibians():
    """Line 6 of the list: three covers in five places, then a better line with one place each."""
    def sixth(distinct: bool) -> tuple[list, int]:
        model = CN2(distinct_covers=distinct, trace=True).fit(X, y)
        alive = model.rules_.first_match(X) >= 5
        beam = next(s.beam for s in model.trace_ if s.line == 5)
        return [SELECTORS.S[list(c.selectors)].all(axis=0)[alive].tobytes() for c in beam], \
            sum(model.rules_.rules[5].counts)

    (twins, two), (different, four) = sixth(False), sixth(True)
    assert (len(twins), len(set(twins)), len(set(different))) == (5, 3, 5) and (two, four) == (2, 4)


def test_who_without_a_tail_was_gone_before_the_eighth_line():
    decides, tailless = CN2().fit(X, y).rules_.first_match(X), ~X["tail"].to_numpy()
    for kind in ("invertebrate", "insect", "mammal"):
        assert tailless[y == kind].sum() > 3 and decides[tailless & (y == kind)].max() < 7
    assert set(y[tailless]) == {"invertebrate", "insect", "mammal", "amphibian"}


def exclusive_or(n: int = 80, agree: float = 0.7) -> tuple[np.ndarray, np.ndarray]:
    """a, b, and a third feature that goes a little with a ≠ b."""
    rng = np.random.default_rng(0)
    a, b = np.arange(n) % 2, np.arange(n) // 2 % 2
    labels = a ^ b
    return np.column_stack([a, b, np.where(rng.random(n) < agree, labels, 1 - labels)]), labels


def test_what_a_beam_of_one_misses():
    features, labels = exclusive_or()
    selectors, Y = make_selectors(features), labels == np.arange(2)[:, None]

    def asked(width: int) -> set[int]:
        conjunction, *_ = PAGE["find_line"](selectors.S, Y, width)
        return {int(selectors.feature[j]) for j in conjunction}

    assert 2 in asked(1) and asked(6) == {0, 1}


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
            new = PAGE["specialise"](beam, S)
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


def test_the_line_of_the_page_is_never_more_mixed_than_what_is_left():
    rng = np.random.default_rng(7)
    for _ in range(150):
        table = (rng.random((30, 2)) < 0.15).astype(float)     # rare: what stands out is mixed
        labels = rng.choice(3, 30, p=[0.9, 0.05, 0.05])
        selectors, Y = make_selectors(table), labels == np.arange(3)[:, None]
        line = PAGE["find_line"](selectors.S, Y, 2, 0.1)
        if line:
            cover = selectors.S[list(line[0])].all(axis=0)
            assert entropy(Y[:, cover].sum(axis=1)) <= entropy(Y.sum(axis=1)) + 1e-8


def test_a_cover_more_mixed_than_the_reference_can_be_significant():
    assert entropy([5, 5]) > entropy([90, 10])
    assert wilks_p_value(PAGE["g_statistic"]([5, 5], [90, 10]), 1) < 0.1


def test_noise_by_kind_of_feature():
    """Over seeds: always with numbers, mostly with ten levels, seldom with yes and no."""
    PAGE["rng"] = np.random.default_rng(5)
    share = {shape: np.mean([PAGE["best_p"](*shape) <= 0.1 for _ in range(60)])
             for shape in ((5, 2), (20, 2), (5, 10), (5, 1e9))}
    assert share[5, 2] < 0.3 < share[20, 2] and share[5, 10] > 0.65 and share[5, 1e9] == 1


def test_what_the_exercise_on_conclusions_rests_on():
    """Which lines shuffled searches reach: the first hardly ever, the sixth often."""
    alive, reached = np.ones(len(y), bool), []
    rng = np.random.default_rng(3)
    for rule in CN2().fit(X, y).rules_.rules:
        reached.append(PAGE["search_p_value"](PAGE["searching"](alive), y[alive], 199, rng))
        alive = alive & ~SELECTORS.S[[SELECTORS.conditions.index(c)
                                      for c in rule.conditions]].all(axis=0)
    assert reached[0] == 1 / 200 and min(reached[5], reached[7]) > 0.06 \
        and 0.05 < np.mean(reached[5:]) < 0.18


# -- conditions without which a theorem fails, and general claims ------------------------


def shuffled_p(T0, T) -> np.ndarray:
    return (1 + (T >= T0[:, None]).sum(axis=1)) / (T.shape[1] + 1)


def test_g_is_chi_squared_in_the_limit_and_for_a_rule_that_was_fixed_beforehand():
    rng, theta = np.random.default_rng(0), np.array([0.1, 0.2, 0.3, 0.4])

    def G(draws, theta):
        expected = draws.sum(axis=-1, keepdims=True) * theta
        return 2 * np.sum(draws * np.log(np.where(draws > 0, draws, 1) / expected), axis=-1)
    means = {m: G(rng.multinomial(m, theta, 20_000), theta).mean() for m in (5, 500)}
    assert means[500] == pytest.approx(3, abs=0.06) and abs(means[5] - 3) > 0.2
    twenty = G(rng.multinomial(60, np.full(3, 1 / 3), (3000, 20)), np.full(3, 1 / 3))
    limit = chi2.ppf(0.95, 2)
    assert np.mean(twenty[:, 0] > limit) == pytest.approx(0.05, abs=0.02) \
        and np.mean(twenty.max(axis=1) > limit) > 0.4


def test_a_shuffled_p_value_counts_ties_and_needs_independent_shuffles():
    rng = np.random.default_rng(0)
    T = rng.integers(0, 2, (20_000, 20))            # T takes two values; T_0 is the first
    strict = (1 + (T[:, 1:] > T[:, :1]).sum(axis=1)) / 20
    assert np.mean(shuffled_p(T[:, 0], T[:, 1:]) <= 0.05) <= 0.05 < np.mean(strict <= 0.05)
    T = rng.normal(size=(20_000, 20))
    T[:, 2:] = T[:, 1:2]                            # one shuffle, counted nineteen times
    assert np.mean(shuffled_p(T[:, 0], T[:, 1:]) <= 0.05) > 0.4


def test_shuffling_fails_with_clusters_and_if_only_the_rule_that_was_found_is_tested_again():
    rng = np.random.default_rng(0)
    # eight clusters of eight, feature and label
    signs = np.repeat(rng.choice([-1, 1], (300, 2, 8)), 8, axis=2)
    x, y = signs[:, 0], signs[:, 1]
    T = np.abs([np.sum(x * rng.permuted(y, axis=1), axis=1) for _ in range(39)]).T
    assert np.mean(shuffled_p(np.abs(np.sum(x * y, axis=1)), T) <= 0.05) > 0.2
    many, y = rng.choice([-1, 1], (300, 30, 40)), rng.choice([-1, 1], (300, 40))
    found = many[np.arange(300), np.einsum("ijk,ik->ij", many, y).argmax(axis=1)]
    T = np.array([np.sum(found * rng.permuted(y, axis=1), axis=1) for _ in range(39)]).T
    assert np.mean(shuffled_p(np.sum(found * y, axis=1), T) <= 0.05) > 0.2
    # Bonferroni by all that could have been tried is safe
    p = binom.sf(((found * y).sum(axis=1) + 40) / 2 - 1, 40, 0.5)
    assert np.mean(p * 30 <= 0.1) <= 0.13 and np.mean(p <= 0.1) > 0.8


def test_a_wide_beam_finds_the_purest_significant_cover_of_all():
    """By trying all conjunctions; some covers that are significant are more mixed than what is
    left, and are passed over."""
    rng, passed_over = np.random.default_rng(0), 0
    for _ in range(40):
        table = rng.integers(0, 2, (30, 3))
        labels = np.r_[0, 1, 2, rng.choice(3, 27, p=[0.8, 0.1, 0.1])]
        selectors, classes = make_selectors(table), labels == np.unique(labels)[:, None]
        whole, passed = classes.sum(axis=1), []
        for asked in product((None, 0, 1), repeat=3):
            cover = np.all([(table[:, j] == v) | (v is None) for j, v in enumerate(asked)], axis=0)
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


def test_a_cover_is_drawn_without_replacement_and_scatters_less():
    shares = np.array([0.5, 0.3, 0.2])
    m = np.random.default_rng(0).multivariate_hypergeometric([50, 30, 20], 60, size=30_000)
    assert (m.var(axis=0) / (60 * shares * (1 - shares)) < 0.6).all()
    covered, others = (np.mean(np.sum((m - 60 * shares)**2 / (k * shares), axis=1))
                       for k in (60, 40))
    # counting the uncovered samples, too, mends it
    assert covered + others == pytest.approx(2, abs=0.1)
