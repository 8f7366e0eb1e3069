"""The deciding words of sitting 07b are read from its page, and tried by computing which are true."""
from __future__ import annotations

import math
from itertools import permutations
from math import comb, log2

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, norm

from coursekit.datasets import load_hypothyroid
from coursekit.explorers.rules_anneal import STEPS, met, restarts
from coursekit.explorers.rules_code import (
    LABEL, NAMES, R, coded, named, neighbours, parts, place, priced,
)
from coursekit.rules import (
    C45Rules, Table, anneal, condition_bits, description_length, make_selectors,
    multinomial_bits, rule_bits, rules_of_tree, simplify,
)
from coursekit.statistics import upper_error_bound
from coursekit.tree import fewest_questions
from coursekit.tree.c45 import grow_c45
from coursekit.tree.conditions import Condition, merged
from told import UP, page_says

RNG = np.random.default_rng(0)
FRAME, NEW = load_hypothyroid(), load_hypothyroid("test")
X, Y = FRAME.drop(columns="class"), FRAME["class"].astype(str).to_numpy()
TABLE, TREE = Table.of(X), grow_c45(X, FRAME["class"].astype(str))
RULES = rules_of_tree(TREE)
BEST = [simplify(rule, TABLE, Y, method="subsets")[0] for rule in RULES]
LABELS = np.array([rule.label for rule in RULES])
MODEL = C45Rules().fit(X, Y)
BITS = condition_bits(X)


def says(words: str) -> str | list[str]:
    return page_says("07b_rules_from_trees", words)


def first(covers, order):
    """Return which label the first rule that fires gives, in an order."""
    fires = covers[order]
    return np.where(fires.any(axis=0), LABELS[order][fires.argmax(axis=0)], "negative")


def test_rules_of_a_tree_and_rules_made_shorter():
    missing, exactly = says("Where {no|some} value is missing, exactly {one|two} of these rules fires")
    again, order_free = says("without missing values exactly {one|two} fires"), says(
        "The order of such rules does {not matter|matter}")
    asked = sorted({c.feature for rule in RULES for c in rule.conditions})
    whole = ~X[asked].isna().any(axis=1).to_numpy()
    covers = np.array([TABLE.covers(rule.conditions) for rule in RULES])
    fires = covers[:, whole if missing == "no" else ~whole].sum(axis=0)
    assert set(fires) == {{"one": 1, "two": 2}[word] for word in (exactly, again)}
    order = RNG.permutation(11)
    assert (first(covers, order) == first(covers, np.arange(11))).all() == (order_free == "not matter")
    excluded, still = says("The rules of the tree {excluded|contained} each other. The shortened rules do{ not|}: a")
    overlap, some = says("Shortened rules {overlap|exclude each other}, so each class keeps only {some|all} of them")
    matters = says("If the first one that fires decides, their order {matters|is free}")
    short = np.array([TABLE.covers(judged.conditions) for judged in BEST])
    assert (covers.sum(axis=0).max() == 1) == (excluded == "excluded")
    assert (short.sum(axis=0).max() > 1) == (still == " not") == (overlap == "overlap")
    assert (first(short, order) != first(short, order[::-1])).any() == (matters == "matters")
    assert any(len(each.kept) < len(each.rules) for each in MODEL.class_rules_) == (some == "some")
    weak = says("Rules 3 and 10 are so {weak|strong} that they spoil the rest")
    wrong = [judged.wrong for judged in BEST]
    assert (min(wrong[2], wrong[9]) > 100 > sorted(wrong)[-3]) == (weak == "weak")
    tightest = says("of several bounds on one side of a number the {tightest|widest} stays")
    stays = merged([Condition("x", "<=", 5.0), Condition("x", "<=", 3.0)])
    assert [c.value for c in stays] == [{"tightest": 3, "widest": 5}[tightest]]


def test_missing_values():
    down, share = says("C4.5 sends such a sample down *{all|no}* branches at once, in fractions: in each branch it "
                       "counts as much as the share of the {other|same} samples that went there")
    false = says("A rule has no fractions: a condition on a missing value is {false|true}")
    grown = grow_c45(pd.DataFrame({"a": list("xxxxxxzzzz")}), pd.Series(list("ppppppqqqq")))
    assert grown.predict_proba(pd.DataFrame({"a": [None]})).tolist() == [[0.6, 0.4]]        # 6 and 4 of 10
    assert (down, share) == ("all", "other")
    unknown = X["TSH"].isna().to_numpy()
    answers = {bool(v) for op in ("<=", ">") for v in TABLE.holds(Condition("TSH", op, 6.0))[unknown]}
    assert answers == {false == "true"} and unknown.any()


def test_the_bound():
    end, above = says("$U$ is the {upper|lower} end of a two-sided interval"), says(
        "a chance of $\\alpha/2 = 0.125$ is left {above|below} it")
    without, root, exceeds = says("at this rate, $n$ samples {without|with} an error would still"), says(
        "the {larger|smaller} root $p$ of"), says("a standard normal variable {exceeds|undercuts} with probability")
    U = upper_error_bound(3, 40)
    assert (U > 3 / 40) == (end == "upper") == (above == "above")
    z = {"exceeds": norm.isf, "undercuts": norm.ppf}[exceeds](0.125)
    roots = np.roots([1 + z * z / 40, -2 * 3 / 40 - z * z / 40, (3 / 40)**2])
    assert z == pytest.approx(1.1503, abs=1e-4) and U == pytest.approx({"larger": max, "smaller": min}[root](roots))
    assert (binom.pmf(0, 9, upper_error_bound(0, 9)) == pytest.approx(0.125)) == (without == "without")
    covered, one, wrong, too = *says("Where {nothing|everything} is covered, nothing is known, and $U = {1|0}$"), *says(
        "If {all|no} covered samples are wrong, $U = {1|0}$, too")
    assert upper_error_bound(0, 0) == float(one) and upper_error_bound(7 if wrong == "all" else 0, 7) == float(too)
    assert covered == "nothing" and upper_error_bound(1, len(Y)) < 0.01         # everything
    rightly, perfect, small, charged = says(
        "a rule that covers a single sample, and {rightly|wrongly}, is {perfect|poor}. A {small|large} cover must be "
        "charged for being {small|large}")
    rate = {"rightly": 0, "wrongly": 1}[rightly]
    assert (rate == 0) == (perfect == "perfect") and upper_error_bound(0, 1) > upper_error_bound(1, 35)
    assert small == charged == says("The bound charges {small|large} covers") == "small"


def test_a_bound_is_no_promise_after_a_search():
    fixed = says("That holds, roughly, for one rule fixed {beforehand|afterwards}")
    smallest, no = says("We shall take the rule with the {smallest|largest} $U$ of many: here $U$ is a *charge for "
                        "small covers*, {not|also} a promise")
    U = upper_error_bound(RNG.binomial(60, 0.2, (3000, 40)), 60)
    true = {"beforehand": U[:, 0], "afterwards": U.min(axis=1)}[fixed]
    assert np.mean(true >= 0.2) == pytest.approx(0.875, abs=0.05)
    chosen = U.min(axis=1) if smallest == "smallest" else U.max(axis=1)
    assert (np.mean(chosen >= 0.2) < 0.1) == (no == "not")


def test_shortening_a_rule():
    without, least, rise = says("Delete the condition {without|with} which $U$ is {smallest|largest}, as long as $U$ "
                                "does not {rise|fall}; then")
    upper, again = says("as long as an {upper|lower} bound of its error does not {rise|fall}")
    shorter = says("Of two rules with equal $U$ the {shorter|longer} is preferred")
    ties = 0
    for rule in RULES:
        for step in simplify(rule, TABLE, Y)[1]:
            bounds = [judged.bound for judged in step.without]
            assert (min(bounds, default=2) <= step.now.bound) == (step.deleted is not None)
            if step.deleted:
                gone = step.now.conditions.index(step.deleted)
                assert bounds[gone] == {"smallest": min, "largest": max}[least](bounds) and without == "without"
                assert step.deleted not in step.without[gone].conditions and (rise, again) == ("rise", "rise")
                ties += bounds[gone] == step.now.bound
            seen = step.now.wrong / max(step.now.wrong + step.now.right, 1)
            assert (step.now.bound > seen) == (upper == "upper")
    assert (ties > 0) == (shorter == "shorter")         # an equal bound, and yet the condition went
    below, wrong, bad, one, first_ = says("Just {below|above} $\\alpha = 0.25$: one notch"), *says(
        "In a rule that is {wrong|right} for most of its samples: at the start all ways are equally {bad|good} "
        "($U = {1|0}$), and the {first|last} is taken, whatever the level")
    left = {side: simplify(RULES[4], TABLE, Y, a)[0].conditions for side, a in (("below", 0.23), ("above", 0.27))}
    assert left.pop(below) == () not in left.values()
    for alpha in (0.05, 0.25, 0.9):
        end, steps = simplify(RULES[6], TABLE, Y, alpha)
        assert (end.wrong > end.right) == (wrong == "wrong") and {j.bound for j in steps[0].without} == {float(one)}
        assert steps[0].deleted == steps[0].now.conditions[{"first": 0, "last": -1}[first_]] and bad == "bad"


def test_a_set_and_its_errors():
    other, no = says("covered samples of {other|all} classes, and **false negatives**, samples of the class that "
                     "{no|some} rule of the set covers")
    wrong = says("first the rules of this class, then the samples for which they are {wrong|right}")
    longer, shorter = says("{Longer|Shorter} rules may make the second part {shorter|longer}")
    shortest = says("takes the rules for which the whole message is {shortest|longest}")
    classes = [each for each in MODEL.class_rules_ if len(each.rules) == 2]
    for each in classes:
        lengths = [each.coded.length([a, b]) for a in (0, 1) for b in (0, 1)]
        assert each.coded.length(each.chosen) == {"shortest": min, "longest": max}[shortest](lengths)
    one, two = np.array([[True, False], [True, True]])
    coded_ = classes[-1].coded                                      # of "primary": rules 4 and 7
    bits, rest = ([coded_._replace(w=w).length(c) for c in (one, two)] for w in (1.0, 0.0))
    bits = np.subtract(bits, rest)
    assert bits[1] > bits[0] and longer == ("Longer" if shorter == "shorter" else "Shorter")
    assert rest[1] < rest[0] and longer == "Longer"
    cover = coded_.covers.any(axis=0)
    N, fp, fn = coded_.counts(two)
    assert fp == np.sum(cover & (~coded_.positive if other == "other" else True))
    assert fn == np.sum(coded_.positive & (~cover if no == "no" else cover))
    named_ = cover != coded_.positive if wrong == "wrong" else cover == coded_.positive
    assert (cover ^ named_ == coded_.positive).all()


def test_bits():
    all_, same, nothing = *says("since {all|no} $k!$ orders of them name the {same|next} rule"), says(
        "A rule without conditions takes {0|1} bits")
    covers = {TABLE.covers(order).tobytes() for order in permutations(RULES[3].conditions)}
    b = np.array([3.0, 4, 6])
    assert (len(covers) == 1) == (same == "same") and rule_bits([]) == float(nothing) and all_ == "all"
    assert rule_bits(b) == pytest.approx(log2(3) + b.sum() - log2(6))
    less, covered = says("their bits are added, {less|plus} a credit of $\\log_2 r!$"), says(
        "$fp$ false positives among the $N$ {covered|other} samples")
    N, sign = {"covered": 9, "other": 21}[covered], {"less": -1, "plus": 1}[less]
    assert description_length([b, b + 1, [2.0]], 30, 9, 2, 4, 1.0) == pytest.approx(
        rule_bits(b) + rule_bits(b + 1) + 2 + sign * log2(6) + log2(comb(N, 2)) + log2(comb(30 - N, 4)))


def test_codes():
    first_, becomes, few = *says("A regular sequence, like the {first|second}, becomes {shorter|longer}"), says(
        "so that a {frequent|rare} label needs few")
    counts = {"first": (18, 1, 1), "second": (7, 7, 6)}[first_]
    assert (sum(multinomial_bits(counts)) < 20 * log2(3)) == (becomes == "shorter") and max(counts) == 18
    bits = {"frequent": (1, 2, 2), "rare": (2, 2, 1)}[few]
    assert 20 * fewest_questions((18, 1, 1)) == pytest.approx(np.dot(bits, (18, 1, 1)))
    no, over = says("A code in which {no|some} name is the beginning of"), says("the sum is a number $K {>|<} 1$")
    sums = {"no": 2**-1 + 2**-2 + 2**-2, "some": 2**-1 + 2**-2 + 2**-1}       # 0, 10, 11 and 0, 00, 1
    more, sum_ = says("Each condition gets $\\log_2 K$ bits {more|less}, and so the sum becomes {1|0}")
    asked = np.array([BITS[c.feature] for c in make_selectors(TABLE).conditions])
    K = np.sum(2.0**-asked)
    assert sums[no] <= 1 < sums["some"] and (K > 1) == (over == ">")
    assert np.sum(2.0**-(asked + {"more": 1, "less": -1}[more] * np.log2(K))) == pytest.approx(float(sum_))
    limit, few = says("have no known {upper|lower} limit, so $\\log_2 k$ bits are too {few|many}")
    assert (sum(2**-log2(k) for k in range(1, 9)) > 1) == (few == "few") and limit == "upper"


def members(at: int) -> np.ndarray:
    return np.array([at >> j & 1 for j in range(R)], bool)


def test_seven_rules():
    positives, much, none, two = says(
        "That of the false {positives|negatives}. Rule 3a covers too {much|little}; but without it there is no rule "
        "left, and another rule beside it removes {none|some} of its errors. {Two|One} rules would have to change")
    known, forms = priced(), coded()
    at, best = place(known.greedy), int(known.lengths.argmin())
    long = dict(zip(("positives", "negatives"), parts(known.greedy, 0.5)[1:]))
    errors = [forms.counts(members(k))[1] for k in range(2**R) if k & at]
    assert long[positives] == max(long.values()) and (min(errors) == errors[0]) == (none == "none")
    assert (forms.counts(known.greedy)[0] > 1.5 * forms.positive.sum()) == (much == "much")
    swaps = [at ^ 1 ^ (1 << j) for j in range(1, R)]
    assert known.lengths[neighbours(at)].min() > known.lengths[at] > known.lengths[swaps].min() and two == "Two"
    pair, all_ = says("2. {3c|3b} and 8a. The shortened rule"), says("3c covers {them all|none}, among the new")
    lack = says("the patients of the class that 8a leaves out {lack|have} the FTI")
    assert named(members(best)) == f"{{{pair}, 8a}}"
    out = forms.positive & ~forms.covers[NAMES.index("8a")]
    assert (forms.covers[NAMES.index("3c")] == (all_ == "them all"))[out].all()
    assert X["FTI"].isna()[out].all() == (lack == "lack") and (X["T4U_measured"][out] == "f").all()
    all_but = says("(In section 7 the default catches {all but|only} one of them.)")
    caught = np.sum(MODEL.rules_.first_match(X)[out] == len(MODEL.rules_))
    assert caught == {"all but": out.sum() - 1, "only": 1}[all_but]
    last, cost = says("together with the condition that was deleted {last|first}, and so on"), says(
        "then the bits of 3c cost {more|less} than it saves")
    steps = [step for step in simplify(RULES[2], TABLE, Y)[1] if step.deleted]
    b = TABLE.covers([*simplify(RULES[2], TABLE, Y)[0].conditions, steps[{"last": -1, "first": 0}[last]].deleted])
    assert (b == forms.covers[NAMES.index("3b")]).all() and LABEL == RULES[2].label
    pays = parts(members(best), 3.0) - parts(members(1 << NAMES.index("8a")), 3.0)
    assert pays[0] > 0 > pays[1:].sum() and (pays[0] > -pays[1:].sum()) == (cost == "more")


def chances(L, temperatures, start=1):
    """Return the probabilities of four sets, of rules 0 and 1, after steps at these temperatures."""
    p = np.eye(4)[start]
    for T in temperatures:
        P = np.array([[0.5 * np.exp(-max(L[b] - L[a], 0) / T) if (a ^ b) in (1, 2) else 0 for b in range(4)]
                      for a in range(4)])
        p = p @ (P + np.diag(1 - P.sum(axis=1)))
    return p


def test_annealing():
    ways, out, in_, kind = says("both ways lead {up|down} first: one rule {out|in}, or the other {in|out}. The set is "
                                "a **local {minimum|maximum}**")
    goes, always = says("1983) sometimes goes {up|down}"), says("$e^{-\\Delta L / T}$, any other {always|never}")
    low, best = says("At a {low|high} temperature almost all of $\\pi$ lies on the {best|worst} sets")
    high, start = says("that is what a {high|low} temperature is for, at the {start|end}")
    each = next(each for each in MODEL.class_rules_ if each.label == LABEL)
    L = np.array([each.coded.length([at & 1, at & 2]) for at in range(4)])
    at = 1 << int(each.coded.covers.sum(axis=1).argmax())           # rule 3 covers more than rule 8
    assert (min(L[0], L[3]) > L[at]) == (ways == "up") == (kind == "minimum") and (out, in_) == ("out", "in")
    pi = {word: np.exp(-(L - L.min()) / T) for word, T in (("low", 5.0), ("high", 500.0))}[low]
    assert pi[L.argmin() if best == "best" else L.argmax()] > 0.99 * pi.sum()
    plan = np.repeat([100.0, 2], 30)[::1 if (high, start) in {("high", "start"), ("low", "end")} else -1]
    assert chances(L, plan, at)[L.argmin()] > chances(L, plan[::-1], at)[L.argmin()] + 0.05
    met, last = says("`anneal` returns the {best|last} set that it *met*, not the {last|best} one")
    found, steps = anneal(lambda s: L[s[0] + 2 * s[1]], 2, np.full(99, 1e3), np.random.default_rng(5), (True, True))
    now = np.array([L[3], *(f.current for f in steps)])
    shorter = [f.accepted for f, was in zip(steps, now) if f.length <= was]
    assert all(shorter) == (always == "always") and (np.diff(now) > 0).any() and goes == "up"
    assert now[-1] > now.min() and (L[found[0] + 2 * found[1]] == now.min()) == (met == "best") and met != last


def test_how_a_search_may_go_wrong():
    down, up, easily = *says("*Too cold:* once it is {down|up}, a way {up|down} is hardly ever accepted"), says(
        "*Too hot:* it leaves good sets as {easily|rarely} as it finds them")
    L = priced().lengths
    at = place(priced().greedy)
    climb = L[neighbours(at)].min() - L[at]
    leaves = np.exp(-(L[neighbours(L.argmin())] - L.min()) / 256)
    assert np.exp(-climb / 1.0) < 0.01 and (down, up) == ("down", "up")
    assert (np.median(leaves) > 0.7) == (easily == "easily")
    almost, slowly, least = says("And {almost|twice} as many steps would have listed all sets"), says(
        "But this schedule cools so {slowly|fast} that nobody uses it"), says(
        "exactly if $c$ is at {least|most} the depth of the")
    assert (STEPS < 2**R < 1.1 * STEPS) == (almost == "almost")
    steps = np.exp(13.9) - 1, np.log(50) / -np.log(0.95)            # from rule 3 alone, until T = 1
    assert (steps[0] > 1000 * steps[1]) == (slowly == "slowly")
    hills = np.array([1.0, 0.0, -9.0, 1.0])                         # a minimum of depth 1, and the best beyond
    arrives = {c: chances(hills, c / np.log(1 + np.arange(1, 4000)))[2] for c in (0.25, 1.2)}
    assert arrives[{"least": 1.2, "most": 0.25}[least]] > 0.99 > 0.5 > arrives[0.25]


def test_the_order_of_the_list():
    fewest, less = says("the classes with {fewest|most} false positives first (of equals those that cover {less|more})")
    default, no = says("The default is the {most|least} frequent class among the samples that {no|every} rule covers")
    counts = [each.coded.counts(each.chosen) for each in MODEL.class_rules_]
    keys = [({"fewest": 1, "most": -1}[fewest] * fp, {"less": 1, "more": -1}[less] * N) for N, fp, _ in counts]
    assert keys == sorted(keys) and len({fp for _, fp, _ in counts}) < 3
    fires = MODEL.rules_.covers(X)
    labels, left = np.unique(Y[~fires.any(axis=0) if no == "no" else fires.all(axis=0)], return_counts=True)
    assert labels[{"most": left.argmax, "least": left.argmin}[default]()] == MODEL.rules_.default.label


def test_bounds_and_names():
    page = "07b_rules_from_trees"
    errors, cover = page_says(page, "$U$ {rises|falls} with the errors and {falls|rises} with the cover")
    U = np.array([[upper_error_bound(e, n, 0.25) for n in range(6, 12)] for e in range(6)])
    assert (UP[errors] * np.diff(U, axis=0) > 0).all() and (UP[cover] * np.diff(U, axis=1) > 0).all()
    most, fewer = page_says(page, "of $M$ possibilities at {most|least} $2^b - 1$ can have a name with {fewer|more} "
                            "than $b$ bits")
    for b in range(1, 8):
        names = [name for k in range(12) for name in range(2**k) if (k < b) == (fewer == "fewer")]
        assert len(names) == 2**b - 1 and most == "most"
    up = page_says(page, "A step that {lengthens|shortens} the message by $\\Delta L$ is accepted with probability "
                   "$e^{-\\Delta L / T}$")
    assert (math.exp(-3.0 / 2) < 1) and up == "lengthens"       # the other would be above 1


def test_annealing_and_descents():
    page = "07b_rules_from_trees"
    plans = [met(T, cooling)[-1] for T in 2.0 ** np.arange(9) for cooling in np.round(
        np.arange(0.9, 1.001, 0.01), 2)]
    none = page_says(page, "At the end {none|some} of the sliders' plans beats the descents")
    assert (max(plans) < restarts()[STEPS + 1]) == (none == "none")
    T, held, factor = page_says(page, "For example $T = {32|64}$ held, or $T = {64|32}$ with the factor ${0.99|0.9}$")
    assert met(float(T), 1.0)[-1] > 0.85 and met(float(held), float(factor))[-1] > 0.85
