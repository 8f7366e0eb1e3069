"""Lesson 07d: names, codebooks, messages of rules and exceptions, and what is firm.

Means, pages and lengths are compared with brute force and whole numbers; the explorers' states and
sentences with numbers computed another way.
"""
from __future__ import annotations

import math
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial, log2

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.special import gammaln

from coursekit import rules as library
from coursekit.datasets import load_titanic, load_zoo
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.lessons.lesson07d import CodeLength, TwentyQuestionsAgain, figures, patients, zoo
from coursekit.lessons.lesson07d.exercises.description_length import description_length
from coursekit.lessons.lesson07d.explorers.code_length import PARTS, ROOMS, TEXTS
from coursekit.lessons.lesson07d.huffman import fewest_questions
from coursekit.lessons.lesson07d.patients import COMPENSATED, NAMES, PRIMARY, named, priced
from coursekit.lessons.lesson07d.scoreboard import METHODS
from coursekit.rules import (
    C45Rules, Table, choose_exhaustively, choose_greedily, condition_bits, make_selectors,
    multinomial_bits,
)
from coursekit.scoreboard import load_scoreboard, passengers
from coursekit.tree import entropy
from page_code import page_functions
from panels import bars, panels, texts_in
from sentences import says

X, y = patients.patients()
TABLE, BITS = Table.of(X), condition_bits(X)
STATES = [(), ("3",), ("8",), ("3", "8")]
SELECTORS = make_selectors(TABLE)
KRAFT = sum(2 ** -BITS[c.feature] for c in SELECTORS.conditions)
PAGE = page_functions("07d_message", table=TABLE, y=y, bits=BITS, patients=patients, comb=comb,
                      factorial=factorial, log2=log2, permutations=permutations, states=STATES,
                      K=KRAFT)
PAGE["L"] = L = np.array([PAGE["message"](s, COMPENSATED)[-1] for s in STATES])


@cache
def the_list():
    """The decision list of the page, learned once for all tests."""
    return C45Rules().fit(X, y)


# -- names

def every_plan(names):
    """Return the depths of all trees of questions for some names, as dictionaries."""
    if len(names) == 1:
        return [{names[0]: 0}]
    found = []
    for size in range(1, len(names)):
        for yes in combinations(names, size):
            no = tuple(name for name in names if name not in yes)
            found += [{name: d + 1 for side in pair for name, d in side.items()}
                      for pair in product(every_plan(yes), every_plan(no))]
    return found


def test_no_questions_are_better_than_those_of_the_game():
    """Brute force over all trees of questions; counts of nobody and equal counts among them."""
    rng = np.random.default_rng(0)
    for expected in [(1, 1, 1, 1, 1), (0, 0, 3, 0, 1), (9, 1, 1, 1), (1, 2), (5,),
                     *rng.integers(0, 9, (12, 5)).tolist()]:
        mine = zoo.asked(zoo.best_questions(expected), expected)
        plans = every_plan(tuple(range(len(expected))))
        assert mine == min(sum(expected[k] * d for k, d in plan.items()) for plan in plans)
        assert len(list(zoo.walk(zoo.best_questions(expected)))) == len(expected) - 1
        if sum(expected):
            mean = mine / sum(expected)
            assert mean == pytest.approx(fewest_questions(expected))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 500), min_size=1, max_size=9))
def test_the_mean_lies_between_the_entropy_and_one_more(counts):
    """Kraft's sum is 1 for the best questions; the lengths of the proof keep it below 1."""
    p = np.array(counts) / sum(counts)
    depth = zoo.depths(zoo.best_questions(counts))
    H, mean = entropy(counts), sum(p[k] * d for k, d in depth.items())
    assert H - 1e-9 <= mean < H + 1
    assert sum(2.0 ** -d for d in depth.values()) == pytest.approx(1)
    lengths = np.ceil(-np.log2(p) - 1e-12)
    assert sum(2.0 ** -lengths) <= 1 + 1e-9 and p @ lengths < H + 1
    starts = np.cumsum([0, *sorted(2.0 ** -lengths, reverse=True)])[:-1]
    assert all(float(a / piece).is_integer()
               for a, piece in zip(starts, sorted(2.0 ** -lengths, reverse=True), strict=True))


def test_equality_needs_powers_of_one_half_and_wrong_counts_cost_more():
    assert fewest_questions([4, 2, 1, 1]) == entropy([4, 2, 1, 1]) == 1.75
    assert fewest_questions([3, 1]) > entropy([3, 1])
    best = zoo.asked(zoo.best_questions(zoo.counts()), zoo.counts())
    rng = np.random.default_rng(1)
    assert all(zoo.asked(zoo.best_questions(wish), zoo.counts()) >= best
               for wish in rng.integers(1, 51, (100, 7)).tolist())


def test_blocks_come_nearer_to_the_entropy():
    classes = np.unique(y, return_counts=True)[1].astype(float)
    means = [fewest_questions(block) / m for m, block in
             enumerate([classes, np.kron(classes, classes),
                        np.kron(np.kron(classes, classes), classes)], 1)]
    assert means == pytest.approx([1.103, 0.672, 0.555], abs=5e-4)
    assert all(entropy(classes) <= mean < entropy(classes) + 1 / m
               for m, mean in enumerate(means, 1))
    pairs = np.kron(zoo.counts(), zoo.counts())
    assert fewest_questions(pairs) / 2 == pytest.approx(2.414, abs=5e-4)


def test_the_game_says_and_shows_the_questions_of_the_animals():
    explorer, animals = TwentyQuestionsAgain(), load_zoo()["type"]
    rng = np.random.default_rng(2)
    for expected in [(1,) * 7, (50,) * 7, (50, 1, 1, 1, 1, 1, 1), zoo.counts(),
                     *rng.integers(1, 51, (15, 7)).tolist()]:
        explorer.set(**{f"n{k}": int(n) for k, n in enumerate(expected)})
        depth = zoo.depths(zoo.best_questions(expected))
        total = sum(depth[zoo.types().index(name)] for name in animals)
        says(explorer.status, {
            "You expect # animals; the real zoo needs # questions for # animals, on average #.": [
                sum(expected), total, 101, total / 101]})
        says(explorer.details(explorer.state()), {
            "If the zoo held the # animals that you expect, these questions would take #":
                [sum(expected), fewest_questions(expected)]}, whole=False)
        plane, paper = panels(explorer)
        columns, blocks = bars(plane)[:7], bars(plane)[7:]
        assert len(blocks) == 6 and total == sum(np.ptp(b[:, 0]) for b in blocks)
        assert {np.ptp(block[:, 1]) for block in blocks} == {1}
        assert sum(np.ptp(c[:, 0]) for c in columns) == 101
        shown = {c[:, 0].min(): c[:, 1].min() for c in columns}
        for t in plane.texts:
            if t.get_fontweight() == "bold":
                left = max(x for x in shown if x <= t.get_position()[0])
                assert float(t.get_text().split(", ")[-1].split()[0]) == shown[left]
        assert f"{total / 101:.2f} questions on average" in texts_in(paper)
        asks = [t.get_text() for t in plane.texts if t.get_text().endswith("?")]
        assert len(asks) == 6


@pytest.mark.parametrize("control, kind", [
    ("n0", "amphibian"), ("n1", "bird"), ("n2", "fish"), ("n3", "insect"), ("n4", "invertebrate"),
    ("n5", "mammal"), ("n6", "reptile")])
def test_who_expects_one_kind_asks_for_it_first(control, kind):
    """Of the six others, two then need three questions, four need four."""
    explorer = TwentyQuestionsAgain(**{**{f"n{k}": 1 for k in range(7)}, control: 50})
    asked = [t.get_text() for t in panels(explorer)[0].texts if t.get_text().endswith("?")]
    assert asked[0] == f"{kind}?"
    says(explorer.details(explorer.state()), {
        "the # animals that you expect, these questions would take #":
            [56, (50 + 2 * 3 + 4 * 4) / 56]},
        whole=False)


# -- codebooks

@pytest.mark.parametrize("n, c", [(4, 3), (6, 2), (0, 2), (3, 1)])
def test_the_code_in_two_parts_names_every_sequence_once(n, c):
    words = list(product(range(c), repeat=n))
    vectors = [tuple(np.bincount(np.array(w, int), minlength=c)) for w in words]
    assert comb(n + c - 1, c - 1) == len(set(vectors))
    for vector in set(vectors):
        first, second = multinomial_bits(vector)
        assert 2 ** first == pytest.approx(len(set(vectors)))
        assert 2 ** second == pytest.approx(vectors.count(vector))
    assert sum(2 ** -sum(multinomial_bits(v)) for v in vectors) == pytest.approx(1)


def test_the_pages_of_the_two_books_and_where_the_messages_cross():
    pages = {v: 2 ** multinomial_bits(v)[1] for v in [(18, 1, 1), (7, 7, 6)]}
    assert [round(p) for p in pages.values()] == [380, 133_024_320] and comb(22, 2) == 231
    bits = {m: sum(multinomial_bits((m, (21 - m) // 2, (20 - m) // 2))) for m in range(7, 21)}
    assert [m for m in bits if bits[m] < 20 * log2(3)] == list(range(12, 21))
    assert sum(multinomial_bits((10, 10, 0))) < 20 * log2(3)
    for a, b in product(range(21), repeat=2):   # from a kind to a more frequent one: a thinner book
        if a >= b > 0 and a + b <= 20:
            assert (multinomial_bits((a + 1, b - 1, 20 - a - b))[1]
                    < multinomial_bits((a, b, 20 - a - b))[1])
    ax = figures.plot_codebooks([(18, 1, 1), (7, 7, 6)], "t").axes[0]
    assert [t.get_text() for t in ax.texts][1:] == ["16.4", "34.8"]
    assert ax.lines[0].get_ydata()[0] == pytest.approx(31.699, abs=1e-3)


# -- rules and exceptions

@settings(deadline=None, max_examples=40)
@given(st.lists(st.lists(st.floats(1, 9), max_size=4), max_size=4), st.integers(0, 40),
       st.integers(0, 40), st.data())
def test_the_length_of_the_learner_is_that_of_the_library(bits, covered, others, data):
    fp, fn = data.draw(st.integers(0, covered)), data.draw(st.integers(0, others))
    case = bits, covered + others, covered, fp, fn, 0.7
    assert description_length(*case) == pytest.approx(library.description_length(*case))


def test_the_price_of_a_condition():
    """Which feature takes the same for all; with the column of the classes it takes more."""
    asked = {name: entropy(x.value_counts()) if x.dtype.kind not in "if" else
             1 + log2(x.nunique() - 1) / 2 for name, x in X.items() if x.nunique() > 1}
    assert np.ptp([BITS[name] - bits for name, bits in asked.items()]) < 1e-12
    which = {True: entropy([*asked.values(), entropy(np.unique(y, return_counts=True)[1])]),
             False: entropy(list(asked.values()))}
    assert which == {True: pytest.approx(3.642999, abs=1e-6),
                     False: pytest.approx(3.589183, abs=1e-6)}
    for with_class, bits in which.items():
        found = patients.coded(PRIMARY, ("4",), with_class=with_class).bits[0]
        assert found[0] == pytest.approx(asked["TSH"] + bits)


def test_all_eight_sets_of_the_slide_by_both_codes(golden):
    names = ("3.2", "4", "7")
    for year in ("1993", "1995"):
        ours, source = (patients.coded(PRIMARY, names, with_class=flag, exceptions=year)
                        for flag in (False, True))
        lengths = {}
        for row in golden["hypothyroid"]["mdl"]["table"]:
            chosen = np.isin(names, row["rules"])
            lengths[tuple(row["rules"])] = ours.length(chosen), source.length(chosen)
            if year == "1993":
                assert source.length(chosen) == pytest.approx(row["total"], rel=1e-6)
                mine = PAGE["message"](row["rules"], PRIMARY)
                assert mine[:3] == (row["covered"], row["fp"], row["fn"])
                assert mine[-1] == pytest.approx(ours.length(chosen))
        orders = [sorted(lengths, key=lambda s: lengths[s][k]) for k in (0, 1)]
        assert orders[0] == orders[1] and orders[0][:2] == [("4", "7"), ("3.2", "4", "7")]
        lead = lengths[("4",)][0] - lengths[("4", "7")][0]
        assert lead == pytest.approx({"1993": 14.5, "1995": 15.5}[year], abs=0.05)


def test_the_lead_turns_negative_with_a_large_weight_and_in_a_code_that_can_be_decoded():
    def lead(length):
        return length(("4",)) - length(("4", "7"))

    assert lead(lambda s: PAGE["message"](s, PRIMARY, 1)[-1]) > 0 > lead(
        lambda s: PAGE["message"](s, PRIMARY, 2)[-1])
    sets = [s for r in range(4) for s in combinations(("3.2", "4", "7"), r)]
    best = {w: sorted(sets, key=lambda s: PAGE["message"](s, PRIMARY, w)[-1])[:2]
            for w in (0.25, 0.5, 1, 2)}
    assert best[0.25] == best[0.5] == [("4", "7"), ("3.2", "4", "7")] and best[2][0] == ("4",)
    assert KRAFT > 9 and sum(2 ** -(BITS[c.feature] + log2(KRAFT))
                             for c in SELECTORS.conditions) == pytest.approx(1)
    assert lead(lambda s: PAGE["complete"](s, PRIMARY)) == pytest.approx(-5.94, abs=0.05)


def test_the_integer_code_can_be_decoded():
    """Its Kraft sum stays below 1, that of log2 k alone does not."""
    assert 0.7 < sum(2 ** -PAGE["integer_bits"](k) for k in range(1, 20_001)) < 1
    assert sum(2 ** -log2(k) for k in range(1, 11)) == pytest.approx(2.929, abs=5e-4)


def gammaln_form(conditions_bits, n, covered, fp, fn, w=0.5):
    def choose(a, b):
        return (gammaln(a + 1) - gammaln(b + 1) - gammaln(a - b + 1)) / np.log(2)

    rules = [np.log2(len(b)) + np.sum(b) - gammaln(len(b) + 1) / np.log(2)
             for b in conditions_bits if len(b)]
    total = w * (np.sum(rules) - gammaln(len(conditions_bits) + 1) / np.log(2))
    return np.float64(total + choose(covered, fp) + choose(n - covered, fn))


def test_lengths_by_log_gamma_and_rounded_as_printed_are_taken_and_wrong_ones_are_not():
    for right in (gammaln_form, lambda *case: round(gammaln_form(*case), 3)):
        assert grade("description-length", right).status == "right"
    wrong = [lambda b, *args: 0.0,
             lambda b, n, covered, fp, fn, w=0.5: gammaln_form(b, n, covered, fp, fn, 1 - w),
             lambda *case: -gammaln_form(*case), lambda *case: round(gammaln_form(*case))]
    assert {grade("description-length", f).status for f in wrong} == {"wrong"}

    def with_numpy(bits, n, covered, fp, fn, w=0.5):
        return gammaln_form(bits, n, covered, 0, 0, w) + np.log2(comb(covered, fp)) + np.log2(
            comb(n - covered, fn))

    assert grade("description-length", with_numpy).matched == "log2 of NumPy"


# -- seven forms of two rules

@cache
def seven_forms():
    """The conditions of the seven rules, and whom each covers, in the order of their names."""
    steps = {k: library.simplify(patients.rules()[k - 1], TABLE, y)[1] for k in (3, 8)}
    forms = {f"{k}{letter}": step.now.conditions for k in (3, 8)
             for letter, step in zip("abcd", reversed(steps[k]), strict=False)}
    assert tuple(forms) == NAMES
    return forms, {name: TABLE.covers(form) for name, form in forms.items()}


def by_hand(names, w):
    """Bits of rules, false positives and negatives of a set, and its counts, from whole numbers."""
    forms, covers = seven_forms()
    positive, cover = y == COMPENSATED, np.zeros(len(y), dtype=bool)
    rules = -math.log2(math.factorial(len(names)))
    for name in names:
        cover |= covers[name]
        k = len(forms[name])
        rules += (math.log2(k) + sum(BITS[c.feature] for c in forms[name])
                  - math.log2(math.factorial(k)))
    N, fp, fn = int(cover.sum()), int((cover & ~positive).sum()), int((~cover & positive).sum())
    return (w * rules, log2(comb(N, fp)), log2(comb(len(y) - N, fn)), fp, N, fn, len(y) - N)


@pytest.mark.parametrize("w", [0, 0.5, 3, 4])
def test_bars_and_words_are_the_terms_of_the_length(w):
    explorer, rng, known = CodeLength(w=w, greedy=True), np.random.default_rng(0), priced(w)
    length = known.coded.length
    greedy, least = choose_greedily(length, 7), length(choose_exhaustively(length, 7))
    sets = [(), NAMES, *((name,) for name in NAMES), ("3c", "8a"), ("3a", "8a"),
            *(tuple(np.array(NAMES)[rng.random(7) < 0.5]) for _ in range(5))]
    for names in sets:
        explorer.set(**{f"r{name}": name in names for name in NAMES})
        rules, positives, negatives, fp, N, fn, others = by_hand(names, w)
        total, chosen = rules + positives + negatives, np.isin(NAMES, names)
        change = min(length(chosen ^ (np.arange(7) == j)) for j in range(7)) < total - 1e-9
        best, ahead = total < least + 1e-9, length(greedy) - total
        mine = (chosen == greedy).all()
        assert explorer.status.startswith(f"{named(chosen)}, w = {w:g}: {total:.1f} bits, ")
        says(explorer.status, {
            "#  of them for the rules".replace("  ", " "): rules, "greedy ends here": bool(mine),
            "none of the 128 sets has a shorter message": best,
            "; a single change shortens it": change and not best,
            "no single change shortens it": not change and not best,
            **({} if best else {"the shortest takes # fewer": total - least}),
            **({} if mine or abs(ahead) < 1e-9 else {
                f"greedy's {named(greedy)} takes # {'more' if ahead > 0 else 'fewer'};":
                    abs(ahead)})}, whole=False)
        says(explorer.details(explorer.state()), {
            "# bits name # false positives among # covered samples": [positives, fp, N],
            "# bits name # false negatives among # others.": [negatives, fn, others]})
        listed, lengths, _ = panels(explorer)
        drawn = [bar for bar in lengths.patches[::2] if bar.get_width()]    # then greedy's
        assert [bar.get_width() for bar in drawn] == pytest.approx(
            [part for part in (rules, positives, negatives) if part > 1e-9], abs=1e-6)
        assert total < lengths.get_xlim()[1] in ROOMS and texts_in(lengths)[0] == f"{total:.1f}"
        filled = listed.collections[0].get_facecolors()[:, 0] < 0.5
        assert [name for name, yes in zip(NAMES, filled, strict=True) if yes] == list(names)
        assert [line.get_xdata()[0] for line in lengths.lines] == pytest.approx([least])


@pytest.mark.parametrize("control, rule", [
    ("r3a", "3a"), ("r3b", "3b"), ("r3c", "3c"), ("r3d", "3d"), ("r8a", "8a"), ("r8b", "8b"),
    ("r8c", "8c")])
def test_a_toggle_adds_the_rule_it_is_called(control, rule):
    explorer = CodeLength(**{**{f"r{name}": False for name in NAMES}, control: True})
    says(explorer.status, {f"{{{rule}}}, w = 0.5: # bits": sum(by_hand((rule,), 0.5)[:3])},
         whole=False)


def test_the_list_of_rules_counts_who_is_covered_rightly_and_wrongly():
    words = [t.get_text() for t in panels(CodeLength())[0].texts]
    rows = [words[k:k + 5] for k in range(5, len(words), 5)]
    assert words[2:5] == ["right", "wrong", "bits"] and [row[0] for row in rows] == list(NAMES)
    for name, text, right, wrong, bits in rows:
        _, _, _, fp, N, _, _ = by_hand((name,), 1)
        assert (int(right), int(wrong)) == (N - fp, fp) and text == TEXTS[NAMES.index(name)]
        assert float(bits) == pytest.approx(by_hand((name,), 1)[0], abs=0.051)
    assert len(PARTS) == 3


def test_the_button_goes_the_greedy_way_and_stays_at_its_end():
    explorer, length = CodeLength(), priced().coded.length
    for _ in range(8):
        chosen = np.array([explorer.state()[f"r{name}"] for name in NAMES])
        near = [chosen, *(chosen ^ (np.arange(7) == j) for j in range(7))]
        explorer.descend()
        assert named(min(near, key=length)) in explorer.status.split(", w =")[0]
    assert "ends here" in explorer.status and "no single change" in explorer.status
    assert explorer.status.startswith("{3a}, ")


def test_greedy_is_hidden_until_its_steps_end_or_somebody_asks():
    explorer = CodeLength()
    for step in range(7):
        hidden = step < 6
        assert ("greedy" not in explorer.status) == hidden == (not explorer.state()["greedy"])
        assert (texts_in(panels(explorer)[1])[1] == "?") == hidden
        explorer.descend()
    explorer.set(r8a=True)
    assert "greedy's {3a} takes" in explorer.status
    assert "greedy's {3a} takes" in CodeLength(greedy=True).status


def test_what_the_answers_of_the_page_say_of_longer_forms():
    best = {w: choose_exhaustively(priced(w).coded.length, 7) for w in (0.5, 2.75, 3, 4)}
    assert [named(chosen) for chosen in best.values()] == ["{3c, 8a}", "{3c, 8a}", "{8a}", "{8a}"]
    length = priced().coded.length
    to = {text: length(np.isin(NAMES, text.split())) for text in ("3a", "3c 8a", "3a 8a")}
    assert to["3c 8a"] < to["3a"] < to["3a 8a"]     # two rules would have to change at once
    wrong = {name: by_hand((name,), 1)[3] for name in NAMES}
    assert all(by_hand(("3a", name), 1)[3] == wrong["3a"] for name in NAMES[1:])
    model, covers = the_list(), priced().coded.covers
    left = (y == COMPENSATED) & ~covers[NAMES.index("8a")]
    assert left.sum() > 5 and (left <= covers[NAMES.index("3c")]).all()
    assert model.rules_.covers(X)[:, left].any(axis=0).sum() == 1   # the default catches the rest
    assert X["FTI"][left].isna().all() and (X["T4U_measured"][left] == "f").all()
    assert model.rules_.default.label == COMPENSATED
    X_new, y_new = patients.patients("test")
    new, forms = Table.of(X_new), seven_forms()[0]
    left = (y_new == COMPENSATED) & ~new.covers(forms["8a"])
    assert left.any() and X_new["FTI"][left].isna().all() and new.covers(forms["3c"])[left].all()


# -- annealing

@pytest.mark.parametrize("T", [5.0, 20.0, 100.0, 1000.0])
def test_the_stationary_law_holds_for_short_messages_and_not_for_its_opposite(T):
    P = PAGE["transition"](T)
    assert np.allclose(P.sum(axis=1), 1) and (P >= 0).all()
    for sign in (1, -1):
        pi = np.exp(-sign * (L - L.min()) / T)
        assert np.allclose(pi @ P, pi, rtol=1e-9) == (sign == 1)


def test_rule_3_alone_is_a_local_minimum_and_nothing_else_is_but_the_best():
    assert L[1] < min(L[0], L[3]) and L.argmin() == 2 and L[3] - L[1] < L[0] - L[1]
    assert L[0] > L[2] < L[3]


def chance(plan, matrix=PAGE["transition"], *, met=False):
    """Return the probability to be at the best set at the end, or to have met it, from rule 3."""
    p = np.eye(4)[1]
    for T in plan:
        P = matrix(T).copy()
        if met:
            P[2] = np.eye(4)[2]
        p = p @ P
    return p[2]


def test_hot_searches_meet_the_best_set_and_cooling_does_not_beat_a_temperature_that_suits():
    cold, mild, hot = (np.full(100, T) for T in (1.0, 10.0, 100.0))
    cooled = 50 * 0.95 ** np.arange(100)
    assert chance(cold, met=True) < 1e-3 and chance(hot) < 0.7 < 0.999 < chance(hot, met=True)
    assert 0.98 < chance(cooled) < chance(mild)
    assert chance(cooled, met=True) < chance(mild, met=True)
    ahead = [chance(cooled[:n]) > chance(mild[:n]) for n in range(2, 101)]
    assert 50 < sum(ahead) < 90 and ahead[:sum(ahead)] == [True] * sum(ahead)


def test_cooling_finds_the_best_set_if_it_is_slow_for_the_depth_of_the_minima(monkeypatch):
    monkeypatch.setitem(PAGE, "L", np.array([1.0, 0.0, -9.0, 1.0]))     # a minimum of depth 1
    times = np.log(1 + np.arange(1, 4000))
    assert chance(1.2 / times) > 0.99 > 0.5 > chance(0.25 / times)


# -- the list, new patients, passengers

def test_what_is_firm_rests_on_computed_facts():
    """Exactly one of the wrong sentences is wrong for each of its reasons."""
    X_new, y_new = patients.patients("test")
    new, rates = Table.of(X_new), []
    for rule, short in zip(patients.rules(), patients.shortened(), strict=True):
        cover = new.covers(short.conditions)
        rates.append((cover.sum(), np.mean(y_new[cover] != rule.label), short.bound))
    assert [k for k, (_, rate, U) in enumerate(rates, 1) if rate > U] == [7, 8]
    assert [(m, round(m * rate)) for m, rate, _ in rates[6:8]] == [(1, 1), (59, 2)]
    seven = patients.shortened()[6]
    assert seven.right + seven.wrong == 4
    assert all(words in find("what-is-firm").way for words in
               ("covers four training samples", "one wrong of one, or two of 59"))
    model = the_list()
    lines, own = model.rules_.covers(X), np.array([r.label for r in model.rules_.rules])
    assert all(len(set(own[fires])) <= 1 for fires in lines.T)
    errors = [np.sum(each.predict(X_new) != y_new) for each in (model, model.tree_)]
    assert errors[0] <= errors[1]
    assert grade("what-is-firm", {"a", "d"}).status == "right"


def test_what_the_page_chooses_is_what_the_estimator_chooses():
    model = the_list()
    kept = {each.label: {frozenset(j.conditions) for j in each.kept} for each in model.class_rules_}
    for label, sets in ((PRIMARY, [(), ("4",), ("7",), ("4", "7")]), (COMPENSATED, STATES)):
        shortest = min(sets, key=lambda s: PAGE["message"](s, label)[-1])
        assert kept[label] == {frozenset(patients.conditions(name)) for name in shortest}


def test_a_line_of_the_list_counts_the_samples_for_which_it_decides():
    model = the_list()
    told = model.to_frame()
    fires = np.vstack([model.rules_.covers(X), np.ones(len(y), bool)])
    decides = fires.argmax(axis=0)
    assert list(told["covered"]) == np.bincount(decides, minlength=len(told)).tolist()
    assert sum(told["covered"]) == len(y) < fires[:-1].sum()
    assert list(told["errors"]) == [np.sum(y[decides == k] != label)
                                    for k, label in enumerate(told["prediction"])]


def test_more_rules_can_leave_fewer_exceptions_and_need_not():
    four, both = (PAGE["message"](s, PRIMARY) for s in (("4",), ("4", "7")))
    assert both[-1] - both[-2] < four[-1] - four[-2]
    eight, more = (PAGE["message"](s, COMPENSATED) for s in (("8",), ("3", "8")))
    assert more[-1] - more[-2] > eight[-1] - eight[-2]


def test_the_rows_of_the_scoreboard_are_those_of_the_methods():
    rows = load_scoreboard("07d").query("lesson == '07d'")
    assert [(m.name, m.features) for m in METHODS] == list(zip(rows["method"], rows["features"],
                                                               strict=True))
    assert (rows["low"] < rows["accuracy"]).all() and (rows["accuracy"] < rows["high"]).all()


def test_the_first_lines_for_passengers_say_what_the_page_says():
    """Counted from the list of passengers; the library's list has the same two lines on top."""
    people, survived, _ = passengers()
    lines = METHODS[0].estimator.fit(people, survived)[-1].to_frame()
    T = load_titanic()
    women = (T["Sex"] == "female") & (T["Pclass"] <= 2)
    boys = (T["Sex"] == "male") & (T["Age"] <= 9) & (T["SibSp"] <= 2)
    for k, group in enumerate((women, boys)):
        assert tuple(lines.loc[k, ["prediction", "covered", "errors"]]) == (
            1, group.sum(), (T["Survived"][group] == 0).sum())
    assert lines["covered"].sum() == 891
    assert (lines["prediction"] == 1).sum() == 7 and lines["prediction"].iloc[-1] == 0


def code_lengths(k: int) -> set[tuple[int, ...]]:
    """Depths of the leaves of every way to ask k classes apart."""
    if k == 1:
        return {(0,)}
    return {tuple(d + 1 for d in a + b) for i in range(1, k) for a in code_lengths(i)
            for b in code_lengths(k - i)}


@given(st.lists(st.integers(1, 50), min_size=1, max_size=5))
@settings(deadline=None, max_examples=25)
def test_no_way_to_ask_needs_fewer_questions(counts):
    p = np.array(counts) / sum(counts)
    best = min(p @ order for depths in code_lengths(len(p))
               for order in permutations(depths))
    assert fewest_questions(counts) == pytest.approx(best)
    H = entropy(counts)
    assert H - 1e-12 <= best < H + 1
    assert fewest_questions(np.kron(p, p)) / 2 <= best + 1e-12


# -- figures

def test_tiles_and_bars_hold_what_they_were_given():
    ax = figures.plot_names(["a", "b", "c"], [2, 1, 1], [1, 2, 2], "t").axes[0]
    assert sum(t.get_width() * t.get_height() for t in ax.patches) == pytest.approx(1.5)
    assert ax.lines[0].get_ydata() == pytest.approx([1, 1, 2, 2, 2, 2])
    ax = figures.plot_lengths(["none", "one"], [0, 8], [20, 5], "t").axes[0]
    assert [bar.get_x() for bar in ax.patches] == [0, 0, 8, 0]      # the shortest on top
    assert [t.get_text() for t in ax.texts][:2] == ["13.0", "20.0"]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["one", "none"]
    ax = figures.plot_two_codes(30, 70, 2, "t").axes[0]
    one, other = (line.get_ydata() for line in ax.lines if len(line.get_xdata()) == 31)
    assert one == pytest.approx(one[::-1]) and other[27] > other[3] + 14
    ax = figures.plot_annealing({"cold": [0, 0, 0], "warm": [0, 0.5, 0.8]}, "t").axes[0]
    assert [line.get_ydata().tolist() for line in ax.lines] == [[0, 0, 0], [0, 0.5, 0.8]]
