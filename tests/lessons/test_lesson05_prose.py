"""The deciding words of sitting 05: each is read from the page, and its evidence computed."""
from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest
from scipy.stats import entropy, t as student
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

import told
from coursekit.explorers import optimism
from coursekit.explorers.optimism import scores as on_coins
from coursekit.explorers.repeats import runs
from coursekit.kernels import rbf
from coursekit.model_selection import corrected_interval, stratified_folds
from coursekit.model_selection.splits import folds
from told import page_says

PAGE = "05_nested_cv"
UP = told.UP | {"most": -1, "least": 1, "dearer": 1, "cheaper": -1, "help": 1, "hurt": -1, "good": 1, "bad": -1}
RNG = np.random.default_rng(0)


@cache
def coin_tables(cut):
    """Return CV of the majority and of fifteen neighbours on tables of coins, and how often intervals held ½."""
    found, held = [], []
    for seed in range(400):
        rng = np.random.default_rng(seed)
        X, y, right = rng.normal(size=(60, 5)), rng.integers(0, 2, 60), []
        apart = ((X[:, None] - X)**2).sum(axis=2)
        for test in folds(60, 5, rng) if cut == "without" else stratified_folds(y, 5, rng):
            train = np.delete(np.arange(60), test)
            near = train[apart[np.ix_(test, train)].argsort(axis=1)[:, :15]]
            right.append([np.mean(y[test] == (y[teachers].mean(axis=-1) > 0.5)) for teachers in (train, near)])
        found.append(np.mean(right, axis=0))
        low, high = corrected_interval([row[0] for row in right], 48, 12)
        held.append(low <= 0.5 <= high)
    return *np.mean(found, axis=0), np.mean(held)


class Recorder(ClassifierMixin, BaseEstimator):
    """Answers always no (setting 0) or yes; notes how many rows taught it."""

    sizes: list = []

    def __init__(self, setting=0):
        self.setting = setting

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.sizes.append(len(y))
        return self

    def predict(self, X):
        return np.full(len(X), int(self.setting > 0))


def test_who_teaches_and_who_tests():
    taught = page_says(PAGE, "A score on the samples that {taught|never met} a machine measures memory")
    learns, counted = page_says(PAGE, "the machine learns from the **{training|test}** samples, and its accuracy is "
                                "counted on the **{test|training}** samples")
    X, y = RNG.normal(size=(200, 3)), RNG.integers(0, 2, 200)
    machine = KNeighborsClassifier(1).fit(X[:100], y[:100])
    old, new = machine.score(X[:100], y[:100]), machine.score(X[100:], y[100:])
    assert {"taught": old, "never met": new}[taught] == 1 and abs(new - 0.5) < 0.15     # all of it is memory
    score = {"training": old, "test": new}
    assert score[learns] == 1 and abs(score[counted] - 0.5) < 0.15


def test_the_price_of_errors():
    larger, dearer = page_says(PAGE, "the {larger|smaller} $C$, the {dearer|cheaper} are errors on the training")
    dear, very = page_says(PAGE, "its $C$ how {dear|cheap} errors on the training samples are; here they are very "
                           "{dear|cheap}")
    X = RNG.normal(size=(80, 2))
    y = X[:, 0] + RNG.normal(size=80) > 0
    errors = {word: 1 - SVC(C=C, gamma=1).fit(X, y).score(X, y) for word, C in (("larger", 1e6), ("smaller", 0.1))}
    assert (errors["larger"] < errors["smaller"]) == ((larger == "larger") == (dearer == "dearer"))
    assert errors["larger"] < 0.1 and dear == very == "dear"       # 1e6 is what the page takes


def test_folds():
    part, exactly, not_ = page_says(PAGE, "Each fold is the {test|training} set once"), *page_says(
        PAGE, "Then every sample is tested {exactly|at least} once, by a machine that has {not|also} seen it")
    once = page_says(PAGE, "In $k$ folds every sample is tested {once|$k$ times}")
    outside, sign = page_says(PAGE, "learned from all samples {outside|inside} the fold of sample $i$. If all folds "
                              "have equal size, it learned from $n {-|+} n/k$ samples")
    times = {"test": np.zeros(60, int), "training": np.zeros(60, int)}
    for test in folds(60, 5, RNG):
        train = np.setdiff1d(np.arange(60), test)
        times["test"][test] += 1
        times["training"][train] += 1
        rule = {"outside": train, "inside": test}[outside]
        assert len(rule) == 60 + (-1 if sign == "-" else 1) * 60 / 5 and np.isin(test, rule).any() == (not_ != "not")
    assert (times[part] == 1).all() and (exactly, once) == ("exactly", "once")


def test_a_mean_of_linked_numbers():
    whether = page_says(PAGE, "has that expectation, {whether|unless} they depend on each other or not")
    linked = (RNG.random((40000, 1)) < 0.3).repeat(5, axis=1)
    assert linked.mean(axis=1).mean() == pytest.approx(0.3, abs=0.02) and whether == "whether"


def test_on_fresh_coins_every_rule_is_right_in_half():
    one = page_says(PAGE, "Whatever a rule answers, it is right on a fresh sample with probability {½|1}")
    two = page_says(PAGE, "and on fresh coins every rule is right with probability {½|1}")
    more, no = page_says(PAGE, "No rule can be right {more|less} often than a coin, and the labels have {no|a} say in")
    for answer in itertools.product([0, 1], repeat=3):      # to three features; label and feature are independent
        assert np.mean([answer[x] == y for x in range(3) for y in (0, 1)]) == {"½": 0.5, "1": 1}[one]
    assert (one, more) == (two, "more")
    assert coin_tables("by")[0] > 0.53 and no == "no"       # where labels have a say, a rule seems better


def test_what_can_fail():
    cure = page_says(PAGE, "(a family on one ticket; the cure is to keep it in {one|every} fold)")
    before = page_says(PAGE, "when anything was learned from all samples {beforehand|afterwards} (a **leak**)")
    X, y = RNG.normal(size=(100, 3)).repeat(2, axis=0), RNG.integers(0, 2, 100).repeat(2)
    cut = {"every": np.arange(200) % 2, "one": np.arange(200) // 2 % 2}
    seen = {where: KNeighborsClassifier(1).fit(X[c == 0], y[c == 0]).score(X[c == 1], y[c == 1])
            for where, c in cut.items()}
    assert seen["every"] == 1 and abs(seen[cure] - 0.5) < 0.2
    noise, coins = RNG.normal(size=(60, 2000)), RNG.integers(0, 2, 60)
    best = np.abs(np.corrcoef(noise.T, coins)[-1, :-1]).argsort()[-5:]
    leak = cross_validate(LogisticRegression(), noise[:, best], coins, cv=KFold(5))["test_score"].mean()
    assert leak > 0.7 and before == "beforehand"


def test_folds_that_depend_on_labels():
    not_ = page_says(PAGE, "The labels here are *{not|truly}* independent draws")
    first = page_says(PAGE, "The theorem's {first|second} condition is not met")
    a, b = np.array(list(itertools.permutations([1, 1, 0, 0], 2))).T
    assert np.cov(a, b)[0, 1] < -0.05 and (not_, first) == ("not", "first")     # independence is first
    same = page_says(PAGE, "a test fold leans to the {same|other} side as its training samples")
    lean = [(y[test].mean() - 0.5) * (np.delete(y, test).mean() - 0.5)
            for y in RNG.integers(0, 2, (300, 60)) for test in stratified_folds(y, 5, RNG)]
    assert (np.mean(lean) > 0.001) == (same == "same")
    holds, bad, less = page_says(PAGE, "So the theorem does {not|even} hold for stratified folds. The majority, which "
                                 "looks at nothing but the labels, is a {bad|good} case; many procedures are biased "
                                 "{less|more}")
    (majority, nearest, held), plain = coin_tables("by"), coin_tables("without")
    assert abs(plain[0] - 0.5) < 0.015 < majority - 0.5 and (holds, bad) == ("not", "bad")
    assert UP[less] * (nearest - majority) > 0
    how, narrow = page_says(PAGE, "for folds that are drawn {without|by} looking at the labels; with others it can be "
                            "far too {narrow|wide}")
    assert coin_tables(how)[2] > 0.93 and UP[narrow] * (held - 0.95) > 0.1


def test_the_best_of_many():
    most = page_says(PAGE, "has some $\\mu_l$ as its true value, and this is at {most|least} the largest")
    every, never, mostly = page_says(PAGE, "Not {every|any} single best score is too high"), *page_says(
        PAGE, "is, on average, {never|always} below the winner's true value and {mostly|hardly ever} above it")
    only, one = page_says(PAGE, "has mean 0 {only|even} if it is 0 with probability {1|½}")
    mu = np.array([0.6, 0.65, 0.65])
    S = mu + 0.05 * RNG.normal(size=(20000, 3))
    truth, best = mu[S.argmax(axis=1)], S.max(axis=1)
    assert (UP[most] * (truth - mu.max()) >= 0).all() and best.mean() > truth.mean() + 0.01
    assert (0.05 < np.mean(best < truth) < 0.5) == (every == "every") and (never, mostly) == ("never", "mostly")
    draws = np.maximum(0, RNG.normal(size=2000))        # 0 with probability ½
    assert draws.mean() > 0.2 and (only, one) == ("only", "1")
    sd, least = page_says(PAGE, "be normal with standard deviation at {most|least} $\\sigma$"), page_says(
        PAGE, "which is at {least|most} about $\\tfrac12/\\sqrt n$ here")
    bound = 0.05 * np.sqrt(2 * np.log(3))
    gap = {word: (factor * (S - mu)).max(axis=1).mean() for word, factor in (("most", 0.7), ("least", 3))}
    assert gap[sd] <= bound < gap["least"]
    assert all(UP[least] * (on_coins(n, 1)[0].std() - 0.5 / n**0.5) > -0.004 for n in (40, 80, 160))


def test_new_folds_are_not_new_samples():
    like, already = page_says(PAGE, "New folds are {not|like} new samples. The sixty samples have chosen the winner "
                              "{already|never}")
    cure = page_says(PAGE, "New folds of the same samples do {not|soon} cure it")
    again, fresh, moved, drawn = [], [], [], []

    def score(row):
        """Return CV of the rule that goes with the feature, or against it, as most training labels do."""
        return np.mean([np.mean(row[t] == (np.delete(row, t).mean() > 0.5)) for t in folds(60, 5, RNG)])
    for _ in range(200):
        agree = RNG.integers(0, 2, (16, 60))            # sixteen features and labels, all coins
        winner = agree[agree.sum(axis=1).argmax()]
        again.append(score(winner))
        fresh.append(score(RNG.integers(0, 2, 60)))
        moved.append(abs(score(winner) - again[-1]))
        drawn.append(abs(score(RNG.integers(0, 2, 60)) - fresh[-1]))
    assert np.mean(again) > 0.6 and abs(np.mean(fresh) - 0.5) < 0.03
    assert [like, already, cure] == ["not", "already", "not"]
    cutting = page_says(PAGE, "But this is the scatter of the *{cutting|drawing}*: the samples are the same")
    assert {"cutting": np.mean(moved), "drawing": np.mean(drawn)}[cutting] < 0.5 * np.mean(drawn)


def test_two_loops():
    best, all_ = page_says(PAGE, "take the {best|worst}, and let it **learn again from {all|some} given samples**")
    loops = page_says(PAGE, "the *{outer|inner}* loop cuts the table into outer training and test samples; inside each "
                      "outer {training|test} part, the *{inner|outer}* loop of")
    fifth = page_says(PAGE, "None of the four {inner|outer} ones of the winning setting: it is a fifth, which learned "
                      "again from the whole outer {training|test} part")
    first = page_says(PAGE, "Of equally good settings the {first|last} wins")
    Recorder.sizes.clear()
    search = GridSearchCV(Recorder(), {"setting": [0, 1, 2]}, cv=KFold(4))
    found = cross_validate(search, np.zeros((60, 1)), np.tile([0, 1, 1], 20), cv=KFold(5), return_estimator=True)
    assert Recorder.sizes == ([36] * 12 + [48]) * 5     # outer 48 and 12; inner 36 and 12; then all 48
    assert all_ == "all" and loops == ["outer", "training", "inner"] and fifth == ["inner", "training"]
    won = {("best", "first"): 1, ("best", "last"): 2}.get((best, first), 0)
    assert all(model.best_params_["setting"] == won for model in found["estimator"])


def test_the_gap_on_coins():
    agree = page_says(PAGE, "or the opposite, whichever agrees with {more|fewer} training labels")
    no = page_says(PAGE, "1. {No|Yes}: nothing is chosen, and the theorem of section 2 holds")
    times, many = page_says(PAGE, "With {four|two} times as {many|few} samples, which")
    settings = page_says(PAGE, "or with about {three|eight} settings instead of sixteen")
    gap = {key: on_coins(*key)[0].mean() - 0.5 for key in ((80, 16), (320, 16), (160, 16), (80, 3), (80, 8), (80, 1))}
    half = gap[80, 16] / 2
    assert abs(gap[80 * {"four": 4, "two": 2}[times], 16] / half - 1) < 0.15 and many == "many"
    assert abs(gap[80, {"three": 3, "eight": 8}[settings]] / half - 1) < 0.2
    assert (abs(gap[80, 1]) < 0.01) == (no == "No")
    row = np.array([1] * 7 + [0] * 5)                   # a feature that agrees with seven of twelve labels
    kept = {"more": row.mean(), "fewer": 1 - row.mean()}
    assert kept[agree] > 0.5


def test_what_may_be_quoted():
    all_, outer = page_says(PAGE, "One **ships** the procedure's result on {all|its outer} samples, and **quotes** the "
                            "mean of the {outer|inner} scores")
    last = page_says(PAGE, "Quote the mean of the {outer|inner} scores with its interval")
    best, nested = on_coins(80, 16)
    assert best.mean() > 0.55 and abs(nested.mean() - 0.5) < 0.01 and outer == last == "outer"     # and inner is "best"
    more, low = page_says(PAGE, "usually more samples {help|hurt}, so the quoted number is then a little too "
                          "{low|high}")
    right = {}
    for n in (20, 400):
        X = RNG.normal(size=(60, n + 200, 2))
        y = (np.hypot(*np.moveaxis(X, 2, 0)) > 1.2).astype(int)
        right[n] = np.mean([KNeighborsClassifier(5).fit(x[:n], t[:n]).score(x[n:], t[n:]) for x, t in zip(X, y)])
    assert UP[more] * (right[400] - right[20]) > 0 and UP[low] * (right[20] - right[400]) > 0
    assert all_ == "all"            # the larger number of them
    nearer = page_says(PAGE, "its nested mean may lie {further from|only nearer to} the truth than its best")
    up = page_says(PAGE, "is that nothing pushes it {upwards|downwards}")
    none = page_says(PAGE, "In this respect the nested mean has {no|an} advantage")
    worse = np.mean(abs(nested - 0.5) > abs(best - 0.5))
    assert (worse > 0.02) == (nearer == "further from") and up == "upwards"
    assert (nested.std() < best.std()) == (none == "an")


def test_how_sure_a_mean_is():
    overlap, small = page_says(PAGE, "as their training samples {overlap|differ}: their sd divided by $\\sqrt k$ is "
                               "usually too {small|large}")
    few = page_says(PAGE, "because $s$ is estimated from {few|many} scores")
    means, squares = [], []
    for _ in range(500):                # the majority of coins: training samples matter
        y = RNG.integers(0, 2, 60)
        five = [np.mean(y[t] == (np.delete(y, t).mean() > 0.5)) for t in folds(60, 5, RNG)]
        means.append(np.mean(five))
        squares.append(np.var(five, ddof=1) / 5)
    assert UP[small] * (np.mean(squares) - np.var(means)) > 0
    a, b = (np.setdiff1d(np.arange(60), test) for test in folds(60, 5, RNG)[:2])
    assert (len(np.intersect1d(a, b)) > 0) == (overlap == "overlap")
    t = {word: student.ppf(0.975, J - 1) for word, J in (("few", 5), ("many", 2000))}
    assert t[few] > 2.5 and abs(t["many"] - 1.96) < 0.01


def test_repeats_and_the_two_terms():
    usually, runs_ = page_says(PAGE, "Usually the nested score is {lower|higher}, but {not|even} in every run")
    without = page_says(PAGE, "2. The histograms, and the interval {without|with} the second term")
    corrected, falls = page_says(PAGE, "The corrected one does {not|so}, though $t$ {falls|rises} towards $1.96$")
    least = page_says(PAGE, "so with five folds it always reaches at {least|most} $1.96")
    few = page_says(PAGE, "Repeating takes this part of the chance away; the samples stay as {few|many} as they were")
    reach = []
    for repeats in (1, 10, 4000):
        row = np.tile([0.8, 0.9, 0.85, 0.7, 0.95], repeats)
        reach.append([-np.subtract(*corrected_interval(row, *sizes)) / 2 for sizes in ((4, 1), (10**9, 1))])
        assert UP[least] * (reach[-1][0] - 1.96 * row.std(ddof=1) / 2) > 0
    term, bare = np.array(reach).T
    assert bare[2] < 0.02 * bare[0] and term[2] > 0.4 * term[0] and (without, corrected) == ("without", "not")
    assert UP[falls] * (student.ppf(0.975, 49) - student.ppf(0.975, 4)) > 0
    assert np.std(runs(5, 10).nested) < 0.6 * np.std(runs(5, 1).nested) and few == "few"
    assert 0.5 < np.mean(UP[usually] * (runs(5, 1).nested - runs(5, 1).plain) > 0) < 1 and runs_ == "not"


def test_the_entropy_of_winners():
    zero, no = page_says(PAGE, "It is ${0|1}$ if all folds choose alike, and $\\log_2 k$ if {no|any} two do")
    many = page_says(PAGE, "{Many|Few} bits say that the choice hangs on the folds")
    assert entropy([5], base=2) == int(zero) and entropy(np.ones(5), base=2) == pytest.approx(np.log2(5)) and no == "no"
    assert entropy([2, 1, 1, 1], base=2) < np.log2(5) and many == "Many"


def test_a_winner_of_one_table():
    shown, same = page_says(PAGE, "that it is really better is {not|well} shown"), page_says(
        PAGE, "Both settings met the same four folds, so the four *{differences|means}* are what counts")
    one, ten = np.array([80, 85, 79, 84]), np.array([83, 87, 78, 77])
    low, high = corrected_interval(one - ten, 3, 1)
    assert one.mean() > ten.mean() and (low < 0 < high) == (shown == "not")
    shared, own = RNG.normal(0, 3, (4000, 4)), RNG.normal(0, 1, (2, 4000, 4))
    a, b = shared + own
    assert (a - b).std() < 0.5 * (a - RNG.permutation(b)).std() and same == "differences"


def test_the_majority_is_always_wrong():
    page = "05_nested_cv"
    says, side = page_says(page, "$29$ yes stand against $30$ no, so the answer is {no|yes}; and the other way"
                           ), page_says(page, "so what is left out is always in the {minority|majority}")
    y = np.repeat([1, 0], 30)
    for i in range(60):
        rest = np.delete(y, i)
        assert (int(rest.mean() > 0.5) == y[i]) == (side == "majority")
    assert says == ("yes" if np.delete(y, 0).mean() > 0.5 else "no")


def test_folds_settings_and_sizes():
    page = "05_nested_cv"
    less = page_says(page, "means over five folds scatter {less|more}")
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = X[:, 0] + rng.normal(size=60) > 0
    one, five = [], []
    for _ in range(60):
        order = rng.permutation(60)
        parts = [np.mean(y[t] == KNeighborsClassifier(5).fit(np.delete(X, t, 0), np.delete(y, t)).predict(X[t]))
                 for t in np.array_split(order, 5)]
        one.append(parts[0])
        five.append(np.mean(parts))
    assert UP[less] * (np.std(five) - np.std(one)) > 0
    grows, falls = page_says(page, "So the curse {grows|shrinks} slowly with the number of settings and "
                             "{falls|rises} with the scatter of a score")
    gap = {key: optimism.scores(*key)[0].mean() - 0.5 for key in ((80, 4), (80, 16), (80, 64), (320, 16))}
    assert (UP[grows] * np.diff([gap[80, 4], gap[80, 16], gap[80, 64]]) > 0).all()
    scatter = [optimism.scores(n, 1)[0].std() for n in (80, 320)]
    assert scatter[1] < scatter[0] and (gap[320, 16] < gap[80, 16]) == (falls == "falls")
    larger, faster = page_says(page, "the {larger|smaller} $\\gamma$, the {faster|slower} two samples cease to be alike")
    alike = [rbf([[0.0]], [[0.5]], gamma=g)[0, 0] for g in (1.0, 4.0)]
    assert alike[1] < alike[0] and (larger == "larger") == (faster == "faster")
    least = page_says(page, "So on average the best score is at {least|most} the largest $\\mu_l$")
    draws = np.random.default_rng(1).normal([0.6, 0.7, 0.65], 0.05, (2000, 3)).max(axis=1)
    assert (draws.mean() > 0.7) == (least == "least")


def test_the_best_of_many_scores():
    never, mostly = page_says("05_nested_cv", "on average, never {below|above} the winner's true value and "
                              "mostly {above|below} it")
    best, _ = optimism.scores(80, 16)
    sign = {"below": -1, "above": 1}
    assert sign[mostly] * (best.mean() - 0.5) > 0 and sign[never] == -sign[mostly]
