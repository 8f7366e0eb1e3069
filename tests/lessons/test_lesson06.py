"""Lesson 06: its claims, exercises, explorers and figures.

The functions that a learner writes are the course's, `coursekit.tree.naive`; they are judged by the
library, and by trying everything.
"""
import numpy as np
import pytest

from coursekit import tree as cart
from coursekit.datasets import load_ptitanic, make_staircase, make_temperature_grid
from coursekit.lessons.lesson06 import SplitScanner
from coursekit.lessons.lesson06.exercises import BEST_CUT as CUT, GAIN
from coursekit.lessons.lesson06.figures import plot_three_views
from coursekit.tree import Box, CARTClassifier, CARTRegressor, leaf_boxes
from coursekit.tree.naive import best_cut, gain
from coursekit.tree.one_feature import missed_steps
from panels import marked, panels, strokes
from sentences import says


@pytest.fixture(scope="module")
def tree():
    people = load_ptitanic()
    return CARTClassifier().fit(people[["sex", "age", "sibsp"]], people["survived"])


def test_the_tree_on_the_page_is_the_tree_of_rpart(tree, golden):
    """Every split, count and cost, down the golden tree and ours side by side."""
    def compare(node, ours):
        assert [node["died"], node["survived"]] == tree.tree_.value[ours].tolist()
        if "split" in node:
            assert tree.tree_.splits.gain[ours] == pytest.approx(node["improve"], rel=1e-5)
            children = sorted((tree.tree_.children_left[ours], tree.tree_.children_right[ours]),
                              key=lambda t: -tree.tree_.n_node_samples[t])
            for below, child in zip(sorted((node["left"], node["right"]), key=lambda t: -t["n"]),
                                    children, strict=True):
                compare(below, child)
    compare(golden["cart_ptitanic"]["tree"], 0)
    assert cart.cp_table(tree.full_tree_, tree.cp)["rel_error"].round(3).tolist() \
        == [1.0, 0.576, 0.554, 0.512]
    people = load_ptitanic()
    assert round(tree.score(people[["sex", "age", "sibsp"]], people["survived"]), 4) == 0.8044


def test_three_views_of_one_tree_share_their_boxes():
    rng = np.random.default_rng(0)
    X = rng.uniform(size=(80, 2))
    y = np.floor(3 * X[:, 0]) + (X[:, 1] > 0.5)
    model = CARTRegressor(min_samples_split=2, cp=None, max_depth=3).fit(X, y)
    boxes = leaf_boxes(model, Box(0, 1, 0, 1))
    area = sum((b.right - b.left) * (b.top - b.bottom) for b in boxes.values())
    assert area == pytest.approx(1)
    for t, b in boxes.items():
        assert model.apply([[(b.left + b.right) / 2, (b.bottom + b.top) / 2]])[0] == t
    figure = plot_three_views(model, X, "One tree", ("x1", "x2"))
    words, plane, steps = figure.axes
    leaves = {str(t) for t in model.tree_.leaves}
    assert {t.get_text().split(":")[0].removeprefix("leaf ") for t in plane.texts} == leaves
    assert {t.get_text().split(":")[0] for t in words.texts
            if t.get_fontweight() == "bold"} == leaves
    assert len(plane.patches) == len(steps.collections) == len(leaves)


def test_rules_and_tree_cut_the_plane_alike():
    weather = make_temperature_grid(5.0)
    X = weather[["temperature", "humidity"]]
    model = CARTClassifier(min_samples_split=2).fit(X, weather["feeling"])
    said = np.full(len(X), "", dtype=object)
    for rule in model.to_rules().itertuples():
        held = np.ones(len(X), bool)
        for feature, op, value in rule.conditions:
            held &= (X[feature] < value if op == "<" else X[feature] >= value).to_numpy()
        assert (said[held] == "").all()
        said[held] = rule.prediction
    assert (said == model.predict(X)).all()
    assert len(model.tree_) - len(model.tree_.leaves) == 3 == model.get_n_leaves() - 1


def test_the_slides_figures_for_leaves_and_boys(tree):
    leaf = tree.tree_
    share = leaf.value[:, 1] / leaf.n_node_samples
    assert share[1] == pytest.approx(0.727, abs=5e-4)
    assert share[6] == pytest.approx(0.889, abs=5e-4) and share[7] < 0.06
    males = load_ptitanic().query("sex == 'male'").dropna(subset="age")
    lived = males["survived"] == "survived"
    for who, k, n in ((males["age"] >= 9.5, 110, 615),
                      ((males["age"] < 9.5) & (males["sibsp"] > 2), 1, 16),
                      ((males["age"] < 9.5) & (males["sibsp"] < 3), 24, 27)):
        assert (lived[who].sum(), who.sum()) == (k, n)
    people = load_ptitanic()
    assert len(people) == 1309 and people["age"].isna().sum() == 263
    assert not (people["age"] == 9.5).any()


def table(seed):
    """Return X, y with ties, constant columns, labels or numbers."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 60)), int(rng.integers(1, 4))
    X = rng.integers(0, 5, (n, d)) if seed % 2 else rng.normal(size=(n, d))
    X = X.astype(float)
    if seed % 7 == 0:
        X[:, 0] = 1.0
    return X, rng.integers(0, 2, n).astype(float) if seed % 3 else rng.normal(size=n)


def square_sum(y):
    return np.sum((y - y.mean()) ** 2) if len(y) else 0.0


def test_the_four_forms_of_the_gain_are_one():
    rng = np.random.default_rng(0)
    for seed in range(200):
        _, y = table(seed)
        left = rng.random(len(y)) < 0.5
        a, b = y[left], y[~left]
        assert gain(y, left) == pytest.approx(square_sum(y) - square_sum(a)
                                              - square_sum(b), abs=1e-9)
        if len(a) and len(b):
            sums = a.sum()**2 / len(a) + b.sum()**2 / len(b) - y.sum()**2 / len(y)
            assert gain(y, left) == pytest.approx(sums, abs=1e-9) and gain(y, left) >= 0
    same = np.array([1.0, 3.0, 2.0, 0.0, 4.0])
    assert gain(same, np.array([True, True, False, False, False])) == pytest.approx(0)


def test_the_best_cut_is_that_of_the_library_and_of_trying_all():
    for seed in range(150):
        X, y = table(seed)
        for least in (1, 3):
            s, found = best_cut(X[:, 0], y, least)
            library = cart.best_split(X[:, 0], y, "squared_error", least)
            tried = max((gain(y, X[:, 0] < t) for t in np.unique(X[:, 0])[1:]
                         if min(np.sum(X[:, 0] < t), np.sum(X[:, 0] >= t)) >= least), default=0)
            assert found == pytest.approx(tried, abs=1e-9)
            assert (s is None) == (tried < 1e-9)
            assert s is None or found == pytest.approx(library.gain)


@pytest.mark.parametrize("s", [0.0, 0.005, 0.1, 0.3, 0.5, 0.82, 0.985, 1.0])
def test_the_status_line_of_a_cut_is_what_the_two_sides_are(s):
    x, y = make_staircase()
    explorer = SplitScanner(s=s)
    left, right = y[x < s], y[x >= s]
    if not len(left) or not len(right):
        says(explorer.status, {"s = #: all samples are on one side": s,
                               "nothing is gained; squared error #.": square_sum(y)})
        return
    loss = square_sum(left) + square_sum(right)
    low, high = x[x < s].max(), x[x >= s].min()
    best = square_sum(y) - best_cut(x, y)[1]
    ones = ["s" * (len(side) != 1) for side in (left, right)]
    says(explorer.status, {
        "s = #:": s, f"# sample{ones[0]} left with mean #": [len(left), left.mean()],
        f"# sample{ones[1]} right with mean #": [len(right), right.mean()],
        "squared error #,": loss, "for every s between # and #": [low, high],
        "the lowest of all": abs(loss - best) < 1e-9, "not the lowest": abs(loss - best) >= 1e-9})
    top, bottom = panels(explorer)
    assert marked(bottom, "D").tolist() == [[s, pytest.approx(loss)]]
    assert bottom.get_ylabel() == "squared error"
    assert [line.tolist() for line in strokes(top)] == [
        [[0, pytest.approx(left.mean())], [s, pytest.approx(left.mean())]],
        [[s, pytest.approx(right.mean())], [1, pytest.approx(right.mean())]]]
    for between in (low + 1e-9, high):      # the error is level in between
        again = y[x < between], y[x >= between]
        assert sum(map(square_sum, again)) == pytest.approx(loss)


def test_a_re_expression_of_a_feature_keeps_the_sides():
    rng = np.random.default_rng(5)
    for seed in range(100):
        x = rng.exponential(size=20)
        y = table(3 * seed + 1)[1]
        y = rng.normal(size=20) if len(y) != 20 else y
        for other in (np.log(x), x**3, np.argsort(np.argsort(x))):
            assert ((x < best_cut(x, y)[0]) == (other < best_cut(other, y)[0])).all()


def test_where_a_feature_has_few_values_the_middle_may_be_worse():
    """Whole years, many samples, and a true step at a value: the sample above the cut is nearer."""
    rng, missed = np.random.default_rng(0), []
    for _ in range(50):
        x = rng.integers(0, 60, 200).astype(float)
        s = best_cut(x, (x >= 18).astype(float))[0]
        missed.append((x[x >= s].min() - 18, abs(s - 18)))
    above, middle = np.mean(missed, axis=0)
    assert above < 0.2 < middle


def test_the_middle_halves_the_distance_of_a_fitted_step():
    point, middle = missed_steps(best_cut, np.random.default_rng(0), 20_000)
    assert point.mean() == pytest.approx(1 / 16, abs=0.002)
    assert middle.mean() == pytest.approx(1 / 32, abs=0.001)


def test_the_step_is_handed_over_as_numbers():
    """A learner may add y up in a loop; truth values would not add up."""
    seen = []

    def find(x, y):
        seen.append((y[0] + y[0], 2 * y[0]))
        return best_cut(x, y)

    missed_steps(find, np.random.default_rng(0), 20)
    assert all(a == b for a, b in seen) and any(b for _, b in seen)


def test_women_and_boys_with_many_siblings_are_told_that_they_die(tree):
    people = load_ptitanic()[["sex", "age", "sibsp"]].dropna()
    said = tree.predict(people)
    women, boys = people["sex"] == "female", (people["sex"] == "male") & (people["age"] < 9.5)
    few = people["sibsp"] < 2.5
    assert ((said == "survived") == (few & (women | boys))).all()
    assert (women & ~few).any() and (boys & ~few).any()


def test_no_tree_answers_beyond_the_numbers_it_has_seen():
    rng = np.random.default_rng(0)
    x = rng.uniform(size=(50, 1))
    model = CARTRegressor(min_samples_split=2, cp=None).fit(x, 2 * x[:, 0])
    assert model.predict([[3.0]])[0] <= 2 * x.max()


def looped(x, y, min_samples_leaf=1):
    """A best cut without NumPy's help, that keeps the last of equal gains."""
    best = (None, 0.0)
    for s in sorted({(a + b) / 2 for a, b in zip(sorted(x), sorted(x)[1:], strict=False) if a < b}):
        left = [v < s for v in x]
        found = gain(y, np.array(left))
        if min_samples_leaf <= sum(left) <= len(left) - min_samples_leaf and found > 1e-9 \
                and found >= best[1] - 1e-12:
            best = (np.float32(s) if float(np.float32(s)) == s else s, found)
    return list(best)


def test_right_answers_in_unusual_form_are_right():
    for form in (lambda y, left: square_sum(y) - square_sum(y[left]) - square_sum(y[~left]),
                 lambda y, left: np.float64(left.sum() * (y[left].mean() - y.mean())**2
                                            + (~left).sum() * (y[~left].mean() - y.mean())**2)
                 if 0 < left.sum() < len(y) else 0,
                 lambda y, left: sum(v * v for v in y - y.mean())
                 - sum(sum((v - np.mean(p))**2 for v in p) for p in (y[left], y[~left]))):
        assert GAIN.judge(form).status == "right"
    assert CUT.judge(looped).status == "right"


def test_another_default_is_named_as_the_cause():
    told = CUT.judge(lambda x, y, least=7: best_cut(x, y, least))
    assert (told.status, told.matched) == ("wrong", "another default")


def with_the_tolerance(tie):
    def cut(x, y, min_samples_leaf=1):
        tried = [((a + b) / 2, gain(y, x < (a + b) / 2)) for a, b in
                 zip(np.unique(x), np.unique(x)[1:], strict=False)
                 if min(np.sum(x <= a), np.sum(x >= b)) >= min_samples_leaf]
        return max((c for c in tried if c[1] > tie), key=lambda c: c[1], default=(None, 0.0))
    return cut


@pytest.mark.parametrize(("tie", "cause"), [
    (1e-9, None),
    (1e-10, "rounding taken for a gain"), (1e-12, "rounding taken for a gain")])
def test_a_gain_counts_from_the_bound_on_that_the_exercise_names(tie, cause):
    told = CUT.judge(with_the_tolerance(tie))
    assert (told.status, told.matched) == ("right" if cause is None else "wrong", cause)
    assert "nothing but rounding" not in told.message and "far more" not in told.message


def test_a_search_that_stops_at_the_first_rise_of_the_error_misses_the_best_cut():
    """The explorer's second question: four samples on the left, where seven are best."""
    x, y = make_staircase()
    fall = [gain(y, np.arange(len(y)) < k) for k in range(len(y) + 1)]
    assert (np.diff(x) > 0).all()
    assert next(k for k in range(len(y)) if fall[k + 1] < fall[k]) == 4
    assert int(np.argmax(fall)) == 7 == np.sum(x < best_cut(x, y)[0])


def running_sums(x, y, min_samples_leaf=1):
    """A best cut that takes what rounding leaves for a gain."""
    order = np.argsort(x)
    x, y, n = x[order], y[order], len(y)
    best, S, S_L = (None, 0.0), y.sum(), 0.0
    for k in range(1, n):
        S_L += y[k - 1]
        if x[k - 1] < x[k] and min_samples_leaf <= k <= n - min_samples_leaf:
            found = S_L**2 / k + (S - S_L)**2 / (n - k) - S**2 / n
            if found > best[1]:
                best = (x[k - 1] + x[k]) / 2, found
    return best


@pytest.mark.parametrize(("none", "cause"), [
    ((0.0, 0.0), "no cut, but a threshold"), ((np.nan, 0.0), "no cut, but a threshold"),
    ((np.nan, np.nan), "nothing to cut"), (None, "nothing at all")])
def test_what_is_said_where_there_is_no_cut_is_told_by_its_form(none, cause):
    def cut(x, y, min_samples_leaf=1):
        found = best_cut(x, y, min_samples_leaf)
        return none if found[0] is None else found
    assert CUT.judge(cut).matched == cause


@pytest.mark.parametrize(("wrong", "cause"), [
    (running_sums, "rounding taken for a gain"),
    (lambda x, y, least=1: best_cut(x, y, least)[0], "threshold alone")])
def test_a_right_cut_with_another_number_is_told_apart(wrong, cause):
    told = CUT.judge(wrong)
    assert told.matched == cause and "`return`" not in told.message


@pytest.mark.parametrize(("first", "last", "side"), [(2, 0, "left"), (1, 1, "right")])
def test_a_search_that_skips_an_end_is_told_which_side_it_never_tries(first, last, side):
    """Not that the limit is misread: its condition may be right. Ties are met from above here."""
    def cut(x, y, min_samples_leaf=1):
        order, best = np.argsort(x), (None, 0.0)
        x, y, n = x[order], y[order], len(y)
        for k in reversed(range(first, n - last)):
            found = gain(y, np.arange(n) < k)
            if (x[k - 1] < x[k] and min(k, n - k) >= min_samples_leaf
                    and found > best[1] + 1e-9):
                best = (x[k - 1] + x[k]) / 2, found
        return best
    assert side in CUT.judge(cut).message


def test_a_best_cut_in_plain_python_needs_a_tenth_of_its_two_seconds():
    """Counted in what it does, not in time: comparisons of a threshold with a value."""
    work = sum(len(np.unique(x)) * len(x) for x, *_ in CUT.all_cases)
    assert work < 30_000


@pytest.mark.parametrize("wrong", [
    lambda y, left: gain(y, left) / 2, lambda y, left: np.sqrt(gain(y, left)),
    lambda y, left: gain(y, ~left) + 1e-3, lambda y, left: abs(y[left].sum() - y[~left].sum()),
    lambda y, left: len(y) * gain(y, left), lambda y, left: np.var(y) * len(y),
    lambda y, left: float(np.median(y)), lambda y, left: str(gain(y, left))])
def test_wrong_gains_are_wrong(wrong):
    assert GAIN.judge(wrong).status == "wrong"


@pytest.mark.parametrize("wrong", [
    lambda x, y, least=1: best_cut(x, y, 1), lambda x, y, least=1: best_cut(x, y, least)[0],
    lambda x, y, least=1: best_cut(x, y, least + 1), lambda x, y, least=1: best_cut(y, x, least),
    lambda x, y, least=1: (np.median(x), gain(y, x < np.median(x))),
    lambda x, y, least=1: best_cut(x, y, least)[::-1], lambda x, y, least=1: best_cut(-x, y, least),
    lambda x, y, least=1: (best_cut(x, y, least)[0] or 0.0, best_cut(x, y, least)[1]),
    lambda x, y, least=1: best_cut(x, y, least) if best_cut(x, y, least)[1] > 1e-4
    else (None, 0.0)])
def test_wrong_cuts_are_wrong(wrong):
    assert CUT.judge(wrong).status == "wrong"
