"""The deciding words of sitting 06 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ks_2samp

from coursekit.datasets import load_ptitanic, make_staircase, make_xor
from coursekit.tree import (
    Box, CARTClassifier, SmallTrees, entropy, gini, is_guillotine, misclassification, pinwheel,
)
from coursekit.tree.naive import best_cut, gain, grow
from told import UP, page_says

RNG = np.random.default_rng(0)
PEOPLE = load_ptitanic()
SURVIVED = (PEOPLE["survived"] == "survived").to_numpy(float)
THREE = PEOPLE[["sex", "age", "sibsp"]]


def says(words: str) -> str | list[str]:
    return page_says("06_cart", words)


def error(y, left) -> float:
    return sum(np.sum((part - part.mean())**2) for part in (y[left], y[~left]) if len(part))


def test_the_mean_is_the_best_constant():
    otherwise = says("The last term is 0 for $a = \\bar y$ and {positive|negative} otherwise: **the mean is the best")
    best = says("The best constant is the {mean|median}.")
    y = RNG.exponential(size=9)
    left = {a: np.sum((y - a)**2) for a in (np.median(y), *RNG.normal(size=20))}
    surplus = np.array(list(left.values())) - np.sum((y - y.mean())**2)
    assert (np.sign(surplus) == {"positive": 1, "negative": -1}[otherwise]).all() and best == "mean"


def test_a_search_that_stops_too_early():
    at_four, at_seven = says("with four samples on the left the error is {lower|higher} than with three or five, but "
                             "with seven it is {lower|higher} still")
    y = make_staircase()[1]
    loss = [error(y, np.arange(15) < k) for k in range(15)]
    assert (loss[4] < min(loss[3], loss[5])) == (at_four == "lower")
    assert (loss[7] < loss[4]) == (at_seven == "lower") and loss[7] == min(loss)
    same, neighbours, most = says("All thresholds between two neighbouring values of a feature $x$ gain {the same|more}"
                                  ". So we try only the intervals between *{different|equal}* neighbours, at "
                                  "{most|least} $n - 1$")
    x, y = np.array([1.0, 2, 2, 5]), RNG.normal(size=4)
    gains = {s: gain(y, x < s) for s in (2.1, 3.0, 4.9, 5.0)}
    assert (len(set(gains.values())) == 1) == (same == "the same")
    cuts = {tuple(x < s) for s in np.linspace(1.01, 5, 500)}
    found = {"different": np.sum(np.diff(x) > 0), "equal": np.sum(np.diff(x) == 0)}
    assert len(cuts) == found[neighbours] and (len(cuts) < len(x) - 1) == (most == "most")
    grows = says("When the cut moves on, one sample changes sides: $n_L$ {grows|shrinks} by 1")
    assert np.diff([np.sum(x < s) for s in (1.5, 2.5, 5.5)]).min() > 0 and grows == "grows"


def test_only_the_order_counts():
    order, sign, same = says("Only the {order|size} of the values counts: if all $x$ are {positive|negative}, their "
                             "logarithms have the best cut at the {same|other} samples")
    middle = says("Only the order of a feature counts, and the cut goes into the {middle|end} of an interval")
    x, y = {"positive": 1, "negative": -1}[sign] * RNG.uniform(0.1, 9, 40), RNG.normal(size=40)
    assert x.min() > 0
    plain, logged = (best_cut(z, y)[0] for z in (x, np.log(x)))
    assert ((x < plain) == (np.log(x) < logged)).all() and (order, same) == ("order", "same")
    ends = x[x < plain].max(), x[x >= plain].min()
    assert (plain == pytest.approx(np.mean(ends))) == (middle == "middle")


def test_the_middle_of_the_interval():
    nearer, sample = says("is {nearer|farther} to the step, on average, than the sample {above|below} the cut")
    half, same = says("so this is {half|twice} as much on average"), says(
        "For two such variables $|a - b|$ has the {same|another} distribution as $a$")
    x = np.sort(RNG.uniform(size=(4000, 30)))
    at = (x < 0.5).sum(axis=1)
    x, at = x[(0 < at) & (at < 30)], at[(0 < at) & (at < 30)]
    low, high = x[np.arange(len(x)), at - 1], x[np.arange(len(x)), at]
    middle, other = np.abs((low + high) / 2 - 0.5).mean(), {"above": high - 0.5, "below": 0.5 - low}[sample].mean()
    assert (middle < other) == (nearer == "nearer") and sample == "above"
    factor = {"half": 0.5, "twice": 2}[half]
    assert middle == pytest.approx(factor * other, rel=0.1)
    a, b = RNG.exponential(size=(2, 20_000))
    assert (ks_2samp(np.abs(a - b), a[::-1]).pvalue > 0.01) == (same == "same")
    worse = says("the step may lie at a value itself; then the middle can be {worse|better}")
    years = np.array([28, 29, 30, 31.0])
    cut = best_cut(years, years >= 30)[0]
    assert (abs(cut - 30) > abs(years[years >= cut].min() - 30)) == (worse == "worse")


def test_what_gini_counts():
    drawn, classes = says("Two of its samples, drawn {with|without} replacement, have *{different|equal}* classes with")
    node = np.repeat([0, 1], [30, 10])
    differ = (node[:, None] != node).mean()
    chance = {("with", "different"): differ, ("with", "equal"): 1 - differ, ("without", "different"): differ * 40 / 39,
              ("without", "equal"): 1 - differ * 40 / 39}
    assert [key for key, value in chance.items() if abs(value - gini([30, 10])) < 1e-12] == [(drawn, classes)]
    twice = says("So the gain by Gini is {twice|half} that of the labels")
    left = RNG.random(40) < 0.4
    counts = [np.bincount(node[side], minlength=2) for side in (left, ~left)]
    by_gini = 40 * gini([30, 10]) - sum(c.sum() * gini(c) for c in counts)
    assert by_gini == pytest.approx({"twice": 2, "half": 0.5}[twice] * gain(node, left))


def test_chords():
    side, strict = says("every chord lies on or {below|above} it, *strictly* concave if the chord lies {below|above} "
                        "it except at its ends")
    of_gini, of_error = says("Gini is {strictly|only} concave, the error {only|strictly} concave.")
    too, most = says("It is {strictly|only} concave, too"), says(
        "concavity says that this is at {most|least} $Q(p)$")
    reward = says("Strictly concave impurities reward {every|no} change of the shares")
    gaps = {Q: [] for Q in (gini, entropy, misclassification)}
    for ends in RNG.integers(1, 30, (200, 2, 2)):
        for Q, found in gaps.items():       # both ends from nodes of one size
            ends = ends * ends[::-1].sum(axis=1)[:, None]
            if not np.allclose(ends[0], ends[1]):
                found.append(Q(ends.sum(axis=0)) - (Q(ends[0]) + Q(ends[1])) / 2)
    assert min(min(found) for found in gaps.values()) > -1e-12
    assert [side, strict, most] == ["below", "below", "most"]
    word = {Q: "strictly" if min(found) > 1e-9 else "only" for Q, found in gaps.items()}
    assert [word[gini], word[misclassification], word[entropy]] == [of_gini, of_error, too]
    assert (min(gaps[gini] + gaps[entropy]) > 1e-9) == (reward == "every")
    much, label = says("For the error the chord lies on the curve, and {nothing|much} is gained: both sides answer "
                       "class {0|1}, as the node does")
    frequent = says("of answering the {most|least} frequent class")
    sides = np.array([[19, 1], [11, 9]])
    assert 40 * misclassification([30, 10]) - 20 * misclassification(sides).sum() == 0 and much == "nothing"
    assert set(sides.argmax(axis=1)) == {int(label)}
    assert np.allclose(misclassification(sides), 1 - sides.max(axis=1) / 20) and frequent == "most"


def test_a_tree_by_hand():
    first, none, then = says("On the {left|right} both $y$ are 0, {no|some} cut gains, and the node is a leaf. "
                             "On the {right|left}, with $y = 4, 2$")
    tree = grow(np.arange(1.0, 5)[:, None], np.array([0, 0, 4, 2]), 2, 1)
    assert tree[first] == {"n": 2, "value": 0} and none == "no" and tree[then]["value"] == 3
    below = says("`left` (the node for $x {<|>}$ threshold)")
    assert tree["left"]["n"] == np.sum(np.arange(1, 5) < tree["threshold"]) and tree["left"]["value"] == 0
    assert below == "<"


def test_where_a_tree_grows_and_where_it_ends():
    fewer, gains = says("A node is a leaf if it has {fewer|more} than `min_samples_split` samples, or if {no|any} "
                        "question gains")
    most, never = says("A node asks the question that gains {most|least} at once, and {never|later} revises it")
    X, y = RNG.integers(0, 4, (150, 2)).astype(float), RNG.integers(0, 2, 150)
    ends = []

    def visit(node, rows):
        every = [gain(y[rows], X[rows, j] < s) for j in (0, 1) for s in (1, 2, 3)]
        if "left" not in node:
            ends.append((len(rows) < 20, max(every) < 1e-9))
            return
        assert gain(y[rows], X[rows, node["feature"]] < node["threshold"]) == pytest.approx(
            {"most": max, "least": min}[most](every))
        goes = X[rows, node["feature"]] < node["threshold"]
        visit(node["left"], rows[goes])
        visit(node["right"], rows[~goes])
    visit(grow(X, y, 20, 1), np.arange(150))
    assert all(small or idle for small, idle in ends) and (fewer, gains, never) == ("fewer", "no", "never")
    assert any(small and not idle for small, idle in ends)


def test_exclusive_or_and_what_follows_a_small_gain():
    gains, wrong = says("every first question gains exactly {0|1}: your `grow` stops at the root. And yet two levels "
                        "of questions make {no|one} error")
    stops = says("Greedy growing stops where {no|any} single question gains")
    X, y = make_xor()
    found = [best_cut(x, y)[1] for x in X.T]
    assert found == [int(gains)] * 2 and "left" not in grow(X, y, 2, 1) and stops == "no"
    trees = SmallTrees(X, y > 0)
    assert trees.errors(trees.best()) == {"no": 0, "one": 1}[wrong]
    small, large = says("Where the gain is {small|large} but not 0, a {large|small} one may follow")
    end, time = says("So CART grows far {first|last} and cuts back {afterwards|beforehand}")
    X, y = np.repeat(X, [11, 9, 10, 10], axis=0), np.repeat(y > 0, [11, 9, 10, 10])
    tree = grow(X, y, 2, 1)
    left = X[:, tree["feature"]] < tree["threshold"]
    root, below = gain(y, left), best_cut(X[left, 1 - tree["feature"]], y[left])[1]
    assert 0 < root < below / 50 and (small, large) == ("small", "large")
    kept = CARTClassifier(cp=0.05, min_samples_leaf=1).fit(X, y)    # the root's split alone saves too little
    assert kept.score(X, y) == 1 and (end, time) == ("first", "afterwards")
    assert 1 - CARTClassifier(cp=None, max_depth=1).fit(X, y).score(X, y) > 0.45


def test_words_need_one_place_of_one_order():
    place, most, unless, many = says(
        "and part this order at {one place|two places}. One of these questions gains {most|least} of all, "
        "{unless|also if} a smallest leaf is prescribed, which may forbid the best places. With {three|two} classes")
    hidden, lost = 0, {2: np.zeros(2), 3: np.zeros(3)}
    sets = [np.array(s) for s in itertools.product([False, True], repeat=5) if 0 < sum(s) < 5]
    for k in range(60):
        n = RNG.poisson(8 * RNG.dirichlet(np.full(2 + k % 2, 0.5), 5)) + 1
        left = {tuple(s): sum(n[t].sum() * gini(n[t].sum(axis=0)) for t in (s, ~s)) for s in sets}
        shares = (n / n.sum(axis=1)[:, None]).T
        orders = [[tuple(share <= s) for s in share if s < share.max()] for share in shares]
        lost[len(shares)] += [min(left[s] for s in few) > min(left.values()) + 1e-9 for few in orders]
        large = [tuple(s) for s in sets if min(n[s].sum(), n[~s].sum()) >= n.sum() // 2]
        ordered = [left[s] for s in large if s in orders[0] + orders[1]]
        hidden += len(shares) == 2 and bool(large) and min(ordered, default=np.inf) > min(map(left.get, large)) + 1e-9
    assert lost[2].max() == 0 < lost[3].min() and hidden        # of three, no class has the one order
    assert [place, most, unless, many] == ["one place", "most", "unless", "three"]


def test_corners_of_the_polygon():
    kind = says("a {concave|convex} function on a polygon is {smallest|largest} at some corner")
    least, one, nought = says("There {nothing|most} is gained, so some other corner"), *says(
        "so $t_l = 1$ where the bracket is {positive|negative} and 0 where it is {negative|positive}")
    corners = np.array([[0, 0], [4, 0], [5, 3], [1, 4.0]])
    inside = RNG.dirichlet(np.ones(4), 300) @ corners
    centre = np.array([2.5, 1.7])
    values = [-np.sum((p - centre)**2, axis=1) for p in (corners, inside)]        # concave
    assert values[0].min() <= values[1].min() and values[0].max() < values[1].max()
    assert kind == ["concave", "smallest"]
    bracket, n = RNG.normal(size=6), RNG.integers(1, 9, 6)
    best = max(itertools.product([0, 1], repeat=6), key=lambda t: np.dot(t, n * bracket))
    assert ((bracket > 0) == (np.array(best) == (one == "positive"))).all() and one != nought
    assert gain(SURVIVED, np.zeros(len(SURVIVED), bool)) == 0 and least == "nothing"


def test_what_the_tree_says_of_siblings_and_of_unknown_ages():
    few, frequent = says("of the females and of the boys only those with {few|many} siblings or spouses aboard"), says(
        "A leaf says its {most|least} frequent class")
    tree = CARTClassifier().fit(THREE, PEOPLE["survived"])
    asked = pd.DataFrame({"sex": ["female", "female", "male", "male", "male"], "age": [30.0, 30, 5, 5, 30],
                          "sibsp": [0, 5, 0, 5, 0]})
    lives = tree.predict(asked) == "survived"
    assert lives.tolist() == [few == "few", few == "many"] * 2 + [False]
    counts = tree.tree_.value[tree.apply(THREE)]
    said = tree.classes_[counts.argmax(axis=1) if frequent == "most" else counts.argmin(axis=1)]
    assert (tree.predict(THREE) == said).all()
    judged, most, more = says("CART judges the question by those {with|without} an age"), *says(
        "The question that agrees for {most|fewest} samples is the surrogate, if these are {more|fewer} than the majority "
        "of all who have an age")
    males = (PEOPLE["sex"] == "male").to_numpy()
    age, sibsp = PEOPLE["age"].to_numpy(), PEOPLE["sibsp"].to_numpy()
    has = males & ~np.isnan(age)
    node = int(np.flatnonzero(tree.tree_.splits.feature[:, 0] == 1)[0])
    assert tree.tree_.splits.gain[node] == pytest.approx(2 * gain(SURVIVED[has], age[has] < 9.5)) and judged == "with"
    agree = {s: np.mean((sibsp[has] >= s) == (age[has] < 9.5)) for s in range(1, 9)}
    found = max(agree, key=agree.get)
    assert tree.tree_.splits.agreement[node, 1] == pytest.approx(agree[found]) and found == 4
    assert most == "most" and (agree[found] > np.mean(age[has] >= 9.5)) == (more == "more")
    least, each = says("that leave at {least|most} two of them on {each|one} side")
    a, b = np.arange(40.0), np.arange(40) >= 1.0            # b agrees for 39 of 40, and leaves one alone
    alone = CARTClassifier(max_depth=1, cp=None, min_samples_leaf=1).fit(np.column_stack([a, b]), a >= 2)
    two = CARTClassifier(max_depth=1, cp=None, min_samples_leaf=1).fit(np.column_stack([a, a >= 3]), a >= 2)
    asked = np.array([[np.nan, 0.0]])
    assert alone.predict(asked)[0] and not two.predict(asked)[0] and (least, each) == ("least", "each")


def test_who_can_answer_no_surrogate_goes_with_the_majority():
    last = says("follows the next best one, and {last|first} of all the majority")
    a = np.arange(60.0)
    b, c = a + 3 * np.sin(a), a + 9 * np.sin(2 * a)         # c agrees less with a
    model = CARTClassifier(max_depth=1, cp=None).fit(np.column_stack([a, b, c]), a >= 20)
    said = model.predict(np.array([[np.nan, np.nan, 0.0], [np.nan, 0.0, 60.0], [np.nan] * 3]))
    assert said.tolist() == [False, False, True] and last == "last"         # True: the majority


def test_the_best_small_tree():
    who, few, others = says("The best tree says: {children|adults} with {few|many} siblings, and of all others the "
                            "{women|men}")
    more, time, no = *says("At the root sex gains far {more|less}; but {after|before} the question about age"), says(
        "A passenger without an age answers *{no|yes}* to every question about age")
    X = np.column_stack([PEOPLE["sex"] == "male", PEOPLE["age"], PEOPLE["sibsp"]]).astype(float)
    trees = SmallTrees(X, SURVIVED)
    best = trees.best()
    said, young = trees.predict(best, np.ones(len(X), bool)) == 1, X[:, 1] < 11
    assert trees.questions[best.first][0] == 1 and trees.questions[best.no][0] == 0 and time == "after"
    assert said[young & (X[:, 2] < 3)].all() == (few == "few") and said[young & (X[:, 2] > 2)].any() == (few == "many")
    assert who == "children" and (said[X[:, 1] > 12] == (X[X[:, 1] > 12, 0] == (others == "men"))).all()
    unknown = np.isnan(X[:, 1])
    assert (said[unknown] == (X[unknown, 0] == 0)).all() and no == "no"     # as those who are no children
    assert (best_cut(X[:, 0], SURVIVED)[1] > 5 * gain(SURVIVED, young)) == (more == "more")


def test_pictures_of_boxes():
    each, once = says("cuts the square from edge to edge, and {each|no} such line slices a rectangle"), says(
        "With six leaves one rectangle is sliced {once|twice}, and the rest fits")
    wheel = pinwheel()
    lines = np.linspace(0.01, 2.99, 299)
    sliced = [sum(low < s < high for low, high in ends) for s in (*lines, 1.0, 2.0) for ends in (
        [(b.left, b.right) for b in wheel], [(b.bottom, b.top) for b in wheel])]
    assert (min(sliced) > 0) == (each == "each")
    fits = 0
    for k, b in enumerate(wheel):
        for s in (1.0, 2.0):
            if b.left < s < b.right:
                halves = [Box(b.left, s, b.bottom, b.top), Box(s, b.right, b.bottom, b.top)]
                fits += is_guillotine([*wheel[:k], *wheel[k + 1:], *halves])
    assert fits and not is_guillotine(wheel) and once == "once"


def test_stairs():
    leaves, wrong = says("</details> {Twice|Half} the leaves, {half|twice} the error: the tree climbs a slope")
    sign, none = says("One question about the feature $x_1 {+|-} x_2$ would make {no|an} error")
    crosses = says("at the height where the border crosses its {middle|edge}")
    side = (np.arange(240) + 0.5) / 240
    x1, x2 = map(np.ravel, np.meshgrid(side, side))
    above = x1 + x2 > 1

    def miss(k, part):
        return np.mean((x2 > 1 - (np.floor(k * x1) + part) / k) != above)
    assert miss(8, 0.5) == pytest.approx(miss(4, 0.5) / 2, abs=0.003) and leaves != wrong.capitalize()
    assert (miss(4, 0.5) < min(miss(4, 0), miss(4, 1))) == (crosses == "middle")
    feature = {"+": x1 + x2, "-": x1 - x2}[sign]
    assert ((feature > 1) == above).all() == (none == "no")


def test_a_gain_is_never_negative():
    never = page_says("06_cart", "By the last form the gain is never {negative|positive}, and 0 exactly when")
    for _ in range(200):
        y, left = RNG.normal(size=7), RNG.random(7) < 0.5
        assert UP[never] * gain(y, left) <= 1e-12


def test_where_greedy_growing_stops():
    assert page_says("06_cart", "Greedy growing stops where no single question {gains|loses}") == "gains"
    a = np.array([0, 0, 1, 1])      # exclusive or: no single question gains
    y = np.array([0.0, 1, 1, 0])
    assert gain(y, a == 0) == 0 and gain(y, np.array([0, 1, 0, 1]) == 0) == 0
