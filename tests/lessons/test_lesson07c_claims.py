"""What sitting 07c says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

from itertools import permutations, product
from math import comb, factorial, log2

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit import rules as library
from coursekit.datasets import load_hypothyroid
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.rules import (
    C45Rules, Table, condition_bits, make_selectors, multinomial_bits, rules_of_tree,
)
from coursekit.statistics import upper_error_bound, wilson
from coursekit.tree import CARTClassifier
from coursekit.tree.c45 import grow_c45
from coursekit.tree.criteria import entropy
from page_code import page_functions

frame = load_hypothyroid()
X, y = frame.drop(columns="class"), frame["class"].astype(str).to_numpy()
TABLE, RULES = Table.of(X), rules_of_tree(grow_c45(X, frame["class"].astype(str)))
BEST = [library.simplify(rule, TABLE, y, method="subsets")[0] for rule in RULES]
COVERS = np.array([TABLE.covers(short.conditions) for short in BEST])
STATES = [(), (3,), (8,), (3, 8)]
PRIMARY, COMPENSATED = "primary hypothyroid", "compensated hypothyroid"
PAGE = page_functions("07c_rules_from_trees", wilson=wilson, table=TABLE,
                      y=y, bits=condition_bits(X), best=BEST, short_covers=COVERS, comb=comb,
                      factorial=factorial, log2=log2, permutations=permutations, product=product,
                      states=STATES,
                      make_selectors=make_selectors)
BITS = condition_bits(X)
SELECTORS = make_selectors(TABLE)
PAGE["K"] = KRAFT = sum(2 ** -BITS[c.feature] for c in SELECTORS.conditions)
PAGE["L"] = L = np.array([PAGE["message"](s, COMPENSATED)[-1] for s in STATES])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 60), st.integers(1, 2600))
def test_the_bounds_of_the_page(e, n):
    """Those of the library; they rise with the errors and fall with the cover."""
    e = min(e, n)
    for own, alpha in ((PAGE["bound"], 0.25), (PAGE["careful"], 0.2)):
        assert own(e, n) == pytest.approx(upper_error_bound(e, n, alpha), abs=2e-5)
        assert own(0, 0) == own(n, n) == 1      # exactly: these are ties
        assert e == n or own(e + 1, n) > own(e, n)
        assert own(e, n + 1) < own(e, n) or e == n
    assert e in (0, n) or PAGE["careful"](e, n) > PAGE["bound"](e, n)


def test_the_rules_of_the_learner_are_the_greedy_ones_of_the_library():
    for rule in RULES:      # rule 7, which covers nobody, begins with ties
        own = PAGE["simplify"](rule.conditions, PAGE["counter"](rule.label), PAGE["bound"])
        assert set(own) == set(library.simplify(rule, TABLE, y)[0].conditions)


def test_the_last_deletion_of_rule_5_is_a_tie_and_its_level_a_thread():
    rule = RULES[4]
    steps = library.simplify(rule, TABLE, y)[1]
    assert steps[-1].now[1:] == steps[-2].now[1:]
    assert library.simplify(rule, TABLE, y, 0.239)[0].conditions == ()
    assert len(library.simplify(rule, TABLE, y, 0.2392)[0].conditions) == 1


def test_observed_rates_praise_small_covers_and_not_long_rules():
    """Rule 5 as it stands is worse than shortened; of one sample covered rightly none is wrong."""
    long, short = (library.simplify(RULES[4], TABLE, y)[1][k].now for k in (0, -1))
    assert long.wrong / (long.right + long.wrong) > 10 * short.wrong / (short.right + short.wrong)
    assert PAGE["bound"](0, 1) > PAGE["bound"](short.wrong, short.right + short.wrong)


def test_the_function_of_the_learner_works_for_any_bound():
    """One that brings its own is refused, by cause."""
    def own(conditions, count, bound):
        return PAGE["simplify"](conditions, count, PAGE["bound"])

    assert grade("simplify", own).matched == "another bound"


def test_a_tree_for_two_pairs_has_three_leaves_that_say_yes():
    """Seven of sixteen rows are true; no one or two powers of two make seven."""
    true = sum(a * b or c * d for a, b, c, d in product((0, 1), repeat=4))
    powers = [2 ** k for k in range(5)]
    assert true == 7 and 7 not in powers and 4 + 2 + 1 == 7
    assert 7 not in {a + b for a in powers for b in powers}
    grid = np.array(list(product((0, 1), repeat=4)))
    labels = grid[:, 0] & grid[:, 1] | grid[:, 2] & grid[:, 3]
    model = CARTClassifier(min_samples_split=2, min_samples_leaf=1, cp=0).fit(grid, labels)
    assert (model.predict(grid) == labels).all()
    assert sum(model.to_rules()["prediction"] == 1) >= 3


@pytest.mark.parametrize("n, c", [(4, 3), (6, 2)])
def test_the_code_in_two_parts_names_every_sequence_once(n, c):
    total = sum(2 ** -sum(multinomial_bits(np.bincount(labels, minlength=c)))
                for labels in product(range(c), repeat=n))
    assert total == pytest.approx(1)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.floats(1, 9), max_size=4), max_size=4), st.integers(0, 40),
       st.integers(0, 40), st.data())
def test_the_length_of_the_learner_is_that_of_the_library(bits, covered, others, data):
    fp, fn = data.draw(st.integers(0, covered)), data.draw(st.integers(0, others))
    case = bits, covered + others, covered, fp, fn, 0.7
    assert PAGE["description_length"](*case) == pytest.approx(library.description_length(*case))


def test_what_the_page_chooses_is_what_the_estimator_chooses():
    model = C45Rules().fit(X, y)
    kept = {each.label: {frozenset(j.conditions) for j in each.kept} for each in model.class_rules_}
    for label, sets in ((PRIMARY, [(), (4,), (7,), (4, 7)]), (COMPENSATED, STATES)):
        shortest = min(sets, key=lambda s: PAGE["message"](s, label)[-1])
        assert kept[label] == {frozenset(BEST[j - 1].conditions) for j in shortest}


def test_the_price_of_a_condition():
    """Which feature takes the same bits for all; what is asked, those that the page names."""
    asked = {name: entropy(x.value_counts()) if x.dtype.kind not in "if" else
             1 + log2(x.nunique() - 1) / 2 for name, x in X.items() if x.nunique() > 1}
    assert np.ptp([BITS[name] - bits for name, bits in asked.items()]) < 1e-12
    assert BITS["TSH"] == pytest.approx(asked["TSH"] + entropy(list(asked.values())))


def test_the_lead_turns_negative_in_a_code_that_can_be_decoded():
    """The estimate breaks Kraft's inequality; with log2 K bits more a condition keeps it."""
    assert KRAFT > 9
    mended = sum(2 ** -(BITS[c.feature] + log2(KRAFT)) for c in SELECTORS.conditions)
    assert mended == pytest.approx(1)
    lead = PAGE["complete"]((4,), PRIMARY) - PAGE["complete"]((4, 7), PRIMARY)
    assert lead == pytest.approx(-5.94, abs=0.05)
    without = [PAGE["message"](s, PRIMARY)[-1] for s in ((4,), (4, 7))]
    assert without[0] - without[1] == pytest.approx(14.5, abs=0.05)


def test_rules_3_and_10_spoil_the_rest():
    labels = np.array([rule.label for rule in RULES])

    def errors(order):
        said = [next((labels[j] for j in order if COVERS[j, i]), "negative")
                for i in range(len(y))]
        return np.sum(said != y)

    weak, strong = range(11), [j for j in range(11) if j + 1 not in (3, 10)]
    assert errors(strong) == errors(strong[::-1]) < min(errors(weak), errors(weak[::-1])) / 5
    assert max(errors([j for j in order if j + 1 != gone])
               for gone in (3, 10) for order in (weak, weak[::-1])) > 100


def test_longer_rules_may_make_the_exceptions_dearer():
    both, one = PAGE["message"]((3, 8), COMPENSATED), PAGE["message"]((8,), COMPENSATED)
    assert both[-1] - both[-2] > one[-1] - one[-2]


def test_the_integer_code_can_be_decoded():
    """Its Kraft sum stays below 1, that of log2 k alone does not."""
    ks = range(1, 20_001)
    assert 0.7 < sum(2 ** -PAGE["integer_bits"](k) for k in ks) < 1
    assert sum(2 ** -log2(k) for k in range(1, 11)) == pytest.approx(2.929, abs=5e-4)


@pytest.mark.parametrize("T", [5.0, 20.0, 100.0, 1000.0])
def test_the_stationary_law(T):
    P, pi = PAGE["transition"](T), np.exp(-(L - L.min()) / T)
    assert np.allclose(P.sum(axis=1), 1) and (P >= 0).all()
    assert np.allclose(pi @ P, pi, atol=1e-12)


def test_rule_3_alone_is_a_local_minimum_and_nothing_else_is_but_the_best():
    assert L[1] < min(L[0], L[3]) and L.argmin() == 2 and L[3] - L[1] < L[0] - L[1]
    assert L[0] > L[2] < L[3]


def chance(plan, met=False):
    """Return the probability to be at the best set at the end, or to have met it, from rule 3."""
    p = np.eye(4)[1]
    for T in plan:
        P = PAGE["transition"](T)
        if met:
            P[2] = np.eye(4)[2]
        p = p @ P
    return p[2]


def test_hot_searches_meet_the_best_set_and_cooling_does_not_beat_a_temperature_that_suits():
    cold, mild, hot = (np.full(100, T) for T in (1.0, 10.0, 100.0))
    cooled = 50 * 0.95 ** np.arange(100)
    assert chance(cold, met=True) < 1e-3 and chance(hot) < 0.7 < 0.999 < chance(hot, met=True)
    assert 0.98 < chance(cooled) < chance(mild) \
        and chance(cooled, met=True) < chance(mild, met=True)


def test_the_exercise_on_what_is_firm_rests_on_computed_facts():
    """Exactly one of the wrong sentences is wrong for each of its reasons."""
    new = load_hypothyroid("test")
    X_new, y_new = Table.of(new.drop(columns="class")), new["class"].astype(str).to_numpy()
    rates = []
    for rule, short in zip(RULES, BEST):
        cover = X_new.covers(short.conditions)
        rates.append((cover.sum(), np.mean(y_new[cover] != rule.label), short.bound))
    assert [k for k, (_, rate, U) in enumerate(rates, 1) if rate > U] == [7, 8]
    assert [(m, round(m * rate)) for m, rate, _ in rates[6:8]] == [(1, 1), (59, 2)]
    assert BEST[6].right + BEST[6].wrong == 4
    assert all(words in find("what-is-firm").way for words in
               ("covers four training samples", "one wrong of one, or two of 59"))
    model = C45Rules().fit(X, y)
    lines, own = model.rules_.covers(X), np.array([r.label for r in model.rules_.rules])
    assert all(len(set(own[fires])) <= 1 for fires in lines.T)
    assert np.mean(model.predict(new.drop(columns="class")) != y_new) <= np.mean(
        model.tree_.predict(new.drop(columns="class")) != y_new)


@pytest.mark.parametrize("right", [
    lambda conditions, count, bound: tuple(reversed(PAGE["simplify"](conditions, count, bound))),
    lambda conditions, count, bound: set(PAGE["simplify"](conditions, count, bound))])
def test_unusual_right_rules_are_taken(right):
    assert grade("simplify", right).status == "right"


def gammaln_form(conditions_bits, n, covered, fp, fn, w=0.5):
    from scipy.special import gammaln

    def choose(a, b):
        return (gammaln(a + 1) - gammaln(b + 1) - gammaln(a - b + 1)) / np.log(2)

    rules = [np.log2(len(b)) + np.sum(b) - gammaln(len(b) + 1) / np.log(2)
             for b in conditions_bits if len(b)]
    total = w * (np.sum(rules) - gammaln(len(conditions_bits) + 1) / np.log(2))
    return np.float64(total + choose(covered, fp) + choose(n - covered, fn))


def test_a_length_by_log_gamma_is_taken_and_other_wrong_ones_are_not():
    assert grade("description-length", gammaln_form).status == "right"
    wrong = [lambda b, *args: 0.0, lambda b, n, covered, fp, fn, w=0.5: gammaln_form(
                 b, n, covered, fp, fn, 1 - w),
             lambda b, n, covered, fp, fn, w=0.5: -gammaln_form(b, n, covered, fp, fn, w),
             lambda b, n, covered, fp, fn, w=0.5: round(gammaln_form(b, n, covered, fp, fn, w))]
    assert {grade("description-length", f).status for f in wrong} == {"wrong"}
    for f in (lambda c, count, bound: [], lambda c, count, bound: list(c)[:1],
              lambda c, count, bound: len(c), lambda c, count, bound: list(c) * 2):
        assert grade("simplify", f).status == "wrong"


@pytest.mark.parametrize("U, cause", [
    ("round(bound(wrong, right + wrong), 2)", "rounded bounds"),
    ("bound(wrong, right)", "n without the errors")])
def test_a_wrong_bound_is_recognised_by_its_cause(U, cause):
    names = {}
    exec(f"""
def simplify(conditions, count, bound):
    def worth(some):
        right, wrong = count(some)
        return {U}
    kept = list(conditions)
    while kept:
        best = min((kept[:j] + kept[j + 1:] for j in range(len(kept))), key=worth)
        if worth(best) > worth(kept):
            return kept
        kept = best
    return kept
""", names)
    assert grade("simplify", names["simplify"]).matched == cause


def test_a_length_rounded_as_printed_is_taken_and_numpys_log2_explained():
    assert grade("description-length", lambda *case: round(gammaln_form(*case), 3)
                 ).status == "right"

    def with_numpy(bits, n, covered, fp, fn, w=0.5):
        return gammaln_form(bits, n, covered, 0, 0, w) + np.log2(comb(covered, fp)) + np.log2(
            comb(n - covered, fn))

    assert grade("description-length", with_numpy).matched == "log2 of NumPy"


def test_a_further_rule_can_change_the_errors_and_need_not():
    """Of the seven rules for negative two have the same conditions; so six are different."""
    negative = [j + 1 for j, rule in enumerate(RULES) if rule.label == "negative"]
    assert len(negative) == 7 and len({frozenset(BEST[j - 1].conditions) for j in negative}) == 6
    alone, beside = (PAGE["message"](s, "negative") for s in ((2,), (2, 6)))
    assert alone[:3] == beside[:3] and alone[3] < beside[3]
    one, two = (PAGE["message"](s, PRIMARY) for s in ((4,), (4, 7)))
    assert one[1] != two[1] and one[2] != two[2]


def test_a_line_of_the_list_counts_the_samples_for_which_it_decides():
    model = C45Rules().fit(X, y)
    told = model.to_frame()
    fires = np.vstack([model.rules_.covers(X), np.ones(len(y), bool)])
    decides = fires.argmax(axis=0)
    assert list(told["covered"]) == np.bincount(decides, minlength=len(told)).tolist()
    assert sum(told["covered"]) == len(y) < fires[:-1].sum()
    assert list(told["errors"]) == [np.sum(y[decides == k] != label)
                                    for k, label in enumerate(told["prediction"])]


# -- conditions without which a theorem fails, and general claims ------------------------


def chances(L, temperatures, start=1):
    """Return the probabilities of four sets, of rules 0 and 1, after Metropolis steps at these
    temperatures."""
    p = np.eye(4)[start]
    for T in temperatures:
        P = np.array([[0.5 * np.exp(-max(L[b] - L[a], 0) / T) if (a ^ b) in (1, 2) else 0
                       for b in range(4)]
                      for a in range(4)])
        p = p @ (P + np.diag(1 - P.sum(axis=1)))
    return p


def test_metropolis_keeps_the_law_with_short_messages_and_not_its_opposite():
    rng = np.random.default_rng(0)
    L, T = rng.uniform(0, 5, 6), 1.3
    # any other state is proposed
    step = np.minimum(1, np.exp(-(L[None] - L[:, None]) / T)) / 5
    np.fill_diagonal(step, 0)
    step += np.diag(1 - step.sum(axis=1))
    assert [np.allclose(np.exp(k * L / T) @ step, np.exp(k * L / T)) for k in (-1, 1)] \
        == [True, False]


def test_cooling_finds_the_best_set_if_it_is_slow_for_the_depth_of_the_minima():
    # a minimum of depth 1, and the best beyond
    hills = np.array([1.0, 0.0, -9.0, 1.0])
    arrives = {c: chances(hills, c / np.log(1 + np.arange(1, 4000)))[2] for c in (0.25, 1.2)}
    assert arrives[1.2] > 0.99 > 0.5 > arrives[0.25]


def test_the_bound_is_a_promise_for_one_rule_and_a_mere_charge_after_a_search():
    U = upper_error_bound(np.random.default_rng(0).binomial(60, 0.2, (3000, 40)), 60)
    assert np.mean(U[:, 0] >= 0.2) == pytest.approx(0.875, abs=0.05) \
        and np.mean(U.min(axis=1) >= 0.2) < 0.1


def test_the_bound_rises_with_the_errors_and_falls_with_the_cover():
    U = np.array([[upper_error_bound(e, n, 0.25) for n in range(6, 12)] for e in range(6)])
    assert (np.diff(U, axis=0) > 0).all() and (np.diff(U, axis=1) < 0).all()
    stricter = {n: upper_error_bound(0, n, 0.2) - upper_error_bound(0, n, 0.25) for n in (4, 400)}
    # a stricter level charges small covers more
    assert stricter[4] > stricter[400] > 0
