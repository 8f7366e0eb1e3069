"""What lesson 06 says in words and cannot compute into its sentences, asserted here."""
import re

import numpy as np
import pytest

from coursekit import tree as cart
from coursekit.datasets import (
    load_ptitanic, load_titanic, make_noisy_spirals, make_staircase, make_temperature_grid,
    make_xor,
)
from coursekit.exercises.registry import find
from coursekit.explorers.tree_depth import errors, grown
from coursekit.explorers.tree_prune import FEATURES, Pruner, cross_validated, large_tree
from coursekit.explorers.tree_resample import SETS, first_questions
from coursekit.explorers.tree_split import SplitScanner
from coursekit.plots.partition import plot_pinwheel, plot_three_views
from coursekit.titanic import TitleExtractor
from coursekit.tree import Box, CARTClassifier, CARTRegressor, Cut, leaf_boxes, pinwheel
from coursekit.tree.partition import sliced
from coursekit.tree.pruning import pruning_path
from coursekit.tree.splits import missed_steps, two_means


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
    assert tree.cp_table()["rel_error"].round(3).tolist() == [1.0, 0.576, 0.554, 0.512]
    people = load_ptitanic()
    assert round(tree.score(people[["sex", "age", "sibsp"]], people["survived"]), 4) == 0.8044


def test_boys_with_many_siblings_died_like_the_men(tree):
    rules = tree.to_rules()
    boys = rules[rules["rule"].str.contains("age < 9.5")]
    assert boys.iloc[0]["n"] == 27 and boys.iloc[1]["n"] == 20


def test_the_number_of_siblings_stands_in_for_the_age(tree):
    splits, names = tree.tree_.splits, tree.columns_.names
    node = next(t for t in range(len(tree.tree_.children_left)) if tree.tree_.children_left[t] >= 0
                and names[splits.feature[t, 0]] == "age")
    assert names[splits.feature[node, 1]] == "sibsp"
    assert [round(float(v[node, 1]), 4) for v in (splits.agreement, splits.adjusted_agreement)] == [0.9438, 0.1395]


def test_with_sex_the_first_question_never_changes_and_without_it_does():
    assert len(set(first_questions("with sex", 1.0))) == 1
    assert len(set(first_questions("without sex", 1.0))) > 1
    assert len(set(first_questions("without sex", 0.1))) > len(set(first_questions("without sex", 1.0)))


def test_a_deep_tree_learns_the_noise_and_large_leaves_tame_it():
    deep, tamed = errors(1), errors(8)
    assert deep[-1, 0] == 0.0 and deep[-1, 1] > 0.15
    assert tamed[-1, 0] > 0 and tamed[-1, 1] < deep[-1, 1]
    assert 0 < deep[:, 1].argmin() < 13


@pytest.mark.parametrize("depth", [1, 2, 5, 9])
def test_the_shallow_tree_is_the_deep_one_cut_off(depth):
    X, y = make_noisy_spirals()
    model = CARTClassifier(max_depth=depth, min_samples_split=2, min_samples_leaf=3, cp=None,
                           max_surrogates=0, allow_zero_gain=True).fit(X[:200], y[:200])
    assert errors(3)[depth - 1].tolist() == pytest.approx(
        [1 - model.score(X[:200], y[:200]), 1 - model.score(X[200:], y[200:])])
    regions, leaves = grown(depth, 3)
    assert leaves == model.get_n_leaves()
    side = np.linspace(-6, 6, 90)
    assert regions[10, 70] == (model.predict([[side[70], side[10]]])[0] > 0)


@pytest.mark.parametrize("features", SETS)
def test_the_quick_roots_are_those_of_the_estimator(features):
    people, rng = load_ptitanic(), np.random.default_rng(6)
    for asked in first_questions(features, 0.3, 4):
        again = people.iloc[rng.integers(0, len(people), round(0.3 * len(people)))]
        model = CARTClassifier(max_depth=1, cp=None).fit(again[SETS[features]], again["survived"])
        assert model.path(again[SETS[features]].iloc[[0]])["question"].iloc[0] == asked


def test_the_best_price_lies_between_and_one_standard_error_buys_a_smaller_tree():
    table = cross_validated()
    best = int(table["xerror"].argmin())
    assert 0 < best < len(table) - 1
    bar = table["xerror"][best] + table["xstd"][best]
    few, many = large_tree().pruned(cp=cart.choose_cp(table)), table["nsplit"].iloc[-1] + 1
    assert few.get_n_leaves() == 6 and table["nsplit"][best] + 1 == 11 and many > 100
    assert table.set_index("nsplit")["xerror"][5] <= bar < table["xerror"].iloc[-1]


def test_the_choice_can_be_repeated():
    people = load_ptitanic()
    again = cart.cross_validated_cp(large_tree(), people[FEATURES], people["survived"])
    assert cart.choose_cp(again) == cart.choose_cp(cross_validated())


def test_the_branches_far_down_go_first_and_serve_few():
    tree = large_tree().tree_
    breaks_at = pruning_path(tree, "risk").breaks_at
    inner = tree.children_left >= 0
    early = inner & (breaks_at <= np.median(breaks_at[inner]))
    late = inner & ~early
    assert tree.depth[early].mean() > tree.depth[late].mean()
    assert np.median(tree.n_node_samples[early]) < np.median(tree.n_node_samples[late])


def test_the_explorer_shows_the_tree_of_the_path():
    table, explorer = cross_validated(), Pruner()
    low = np.sqrt(table["CP"].clip(lower=2e-4) * np.r_[0.6, table["CP"][:-1]])
    for price, splits, error in zip(low, table["nsplit"], table["xerror"], strict=True):
        explorer.set(alpha=float(price))
        assert f": {splits + 1} lea" in explorer.status
        assert f"{error * 500 / 1309:.1%} errors" in explorer.status
        assert len(explorer._alive.get_segments()) == 2 * splits


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
    assert {t.get_text().split(":")[0] for t in plane.texts} == leaves
    assert {t.get_text().split(":")[0] for t in words.texts
            if t.get_fontweight() == "bold"} == leaves
    assert len(plane.patches) == len(steps.collections) == len(leaves)


def test_every_line_through_the_pinwheel_slices_a_rectangle():
    """And the hints of the exercise name the rectangle that the drawing shows."""
    ax = plot_pinwheel("Out of reach").axes[0]
    names = dict(zip(pinwheel(), (t.get_text() for t in ax.texts), strict=False))
    wrong = {w.name: w.hint for w in find("first-cuts").misconceptions}
    for line in ax.lines:
        letter = line.get_label()[-1]
        across = line.get_ydata()[0] == line.get_ydata()[1]
        cut = Cut(1, line.get_ydata()[0]) if across else Cut(0, line.get_xdata()[0])
        assert [names[b] for b in sliced(pinwheel(), cut)] == [
            w for w in ("left", "right", "upper", "lower")
            if f"through the {w} one" in wrong[f"cut {letter}"]]
    assert len(ax.lines) == 4


def tilings(height: int, width: int, most: int):
    """Yield every way to tile a grid with at most that many rectangles, as lists of boxes."""
    def fill(taken, boxes):
        free = np.argwhere(~taken)
        if not len(free):
            yield boxes
        if not len(free) or len(boxes) == most:
            return
        r, c = free[0]
        for r2 in range(r + 1, height + 1):
            for c2 in range(c + 1, width + 1):
                if not taken[r:r2, c:c2].any():
                    more = taken.copy()
                    more[r:r2, c:c2] = True
                    yield from fill(more, [*boxes, Box(int(c), c2, int(r), r2)])
    yield from fill(np.zeros((height, width), bool), [])


def test_no_picture_of_four_rectangles_is_out_of_reach():
    """Four rectangles need no more than a grid of four by four; on three by three five do."""
    assert all(map(cart.is_guillotine, tilings(4, 4, 4)))
    out = [t for t in tilings(3, 3, 5) if not cart.is_guillotine(t)]
    assert len(out) == 2 and {len(t) for t in out} == {len(pinwheel())} == {5}


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


def test_four_points_offer_two_cuts():
    assert cart.split_curve([1, 3, -1, 3], [0, 1, 0, 1]).threshold.tolist() == [0, 2]


def test_the_loss_is_flat_between_two_cases_and_jumps_at_one():
    x, y = make_staircase()
    losses = [two_means(x, y, s)[2] for s in (x[4] + 1e-9, (x[4] + x[5]) / 2, x[5])]
    assert max(losses) - min(losses) < 1e-12
    assert abs(two_means(x, y, x[5] + 1e-9)[2] - losses[0]) > 0.01


@pytest.mark.parametrize("s", [0.1, 0.3, 0.5, 0.82])
def test_the_status_line_of_a_cut_is_what_the_two_sides_are(s):
    x, y = make_staircase()
    said = [float(n) for n in re.findall(r"-?\d+\.?\d*", SplitScanner(s=s).status)]
    left, right = y[x < s], y[x >= s]
    loss = np.sum((left - left.mean()) ** 2) + np.sum((right - right.mean()) ** 2)
    assert said == pytest.approx([s, len(left), left.mean(), len(right), right.mean(), loss],
                                 abs=5.1e-3)


def test_midpoints_halve_the_error():
    point, middle = missed_steps(np.random.default_rng(0), 20_000)
    assert point == pytest.approx(0.062, abs=0.002) and middle == pytest.approx(0.032, abs=0.002)


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


def test_the_title_adds_less_than_the_folds_scatter():
    from sklearn.model_selection import cross_val_score
    people = load_titanic()
    plain = people[["Sex", "Age", "SibSp"]]
    rich = plain.join(TitleExtractor().fit_transform(people)["Title"])
    scores = [cross_val_score(CARTClassifier(), X, people["Survived"], cv=10)
              for X in (plain, rich)]
    assert 0 < scores[1].mean() - scores[0].mean() < scores[0].std() / 2


def test_exclusive_or_gains_nothing_at_first():
    X, y = make_xor()
    assert max(cart.best_split(X[:, j], y).gain for j in (0, 1)) <= 1e-12
    patient = CARTClassifier(min_samples_split=2, cp=None, allow_zero_gain=True).fit(X, y)
    assert patient.score(X, y) == 1 and patient.get_depth() == 2


def test_of_equal_prunings_one_is_smallest():
    X, y = make_noisy_spirals()
    tree = CARTClassifier(max_depth=8, min_samples_leaf=8, cp=0.0).fit(X, y).tree_
    loss, size = cart.every_pruning(tree.children_left, tree.children_right, tree.risk).T
    path = cart.weakest_link(tree.children_left, tree.children_right, tree.risk)
    ties = []
    for alpha in np.r_[path.alpha, path.alpha + 0.1]:
        paid = loss + alpha * size
        best = np.isclose(paid, paid.min())
        ties.append(best.sum())
        assert np.sum(size[best] == size[best].min()) == 1
    assert max(ties) == 4


def test_every_family_shrinks_the_tree_and_helps_on_average():
    people, gains = load_ptitanic(), []
    for seed in range(6):
        third = np.random.default_rng(seed).permutation(len(people)) % 3
        A, B, C = ((people.loc[third == k, FEATURES], people.loc[third == k, "survived"])
                   for k in range(3))
        grown_tree = CARTClassifier(cp=None, min_samples_split=4).fit(*A)
        pruned = [cart.prune_reduced_error(grown_tree, *B), cart.prune_pessimistic(grown_tree),
                  cart.prune_confidence_level(grown_tree),
                  cart.prune_description_length(grown_tree)]
        pruned.append(CARTClassifier(cp=None, min_samples_leaf=10).fit(*A))
        price = cart.choose_cp(cart.cross_validated_cp(grown_tree, *A))
        pruned.append(grown_tree.pruned(cp=price))
        assert all(t.get_n_leaves() < grown_tree.get_n_leaves() for t in pruned)
        gains.append([t.score(*C) - grown_tree.score(*C) for t in pruned])
    assert (np.mean(gains, axis=0) > 0).all()
    assert len(set(np.argmax(gains, axis=1))) > 1       # who wins is luck


def test_a_vote_beats_the_trees_that_vote():
    X, y = make_noisy_spirals()
    deep = CARTClassifier(min_samples_split=2, cp=None, max_surrogates=0)
    trees = cart.bootstrap_trees(deep, X[:200], y[:200])
    alone = np.mean([t.score(X[200:], y[200:]) for t in trees])
    assert np.mean(cart.vote(trees, X[200:]) == y[200:]) > alone + 0.03
    roots = cart.root_questions(trees, digits=2)["question"]
    assert roots.nunique() > 15 and roots.value_counts().iloc[0] < 30


def test_steeper_gates_come_nearer_to_the_tree_and_gentle_ones_to_the_line():
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(size=60))[:, None]
    hard = CARTRegressor(cp=None, min_samples_split=10).fit(x, x[:, 0] + rng.normal(0, 0.1, 60))
    grid = np.linspace(0, 1, 501)[:, None]
    soft = {beta: cart.soften(hard, beta) for beta in (5, 20, 100, 2000)}
    gap = [np.mean(abs(s.predict(grid) - hard.predict(grid))) for s in soft.values()]
    assert gap == sorted(gap, reverse=True) and gap[-1] < 0.05 * gap[0]
    np.testing.assert_allclose(soft[20].leaf_weights(grid).sum(axis=1), 1)
    off = {b: np.mean((s.predict(grid) - grid[:, 0]) ** 2) for b, s in soft.items()}
    assert off[20] < np.mean((hard.predict(grid) - grid[:, 0]) ** 2)
