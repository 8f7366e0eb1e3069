"""Lesson 06c: its claims, exercises, explorers and figures.

Paths and pictures are compared with brute force over all prunings, and with the library's pruning.
"""
from __future__ import annotations

import math
from copy import deepcopy

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GroupKFold, KFold
from sklearn.tree import DecisionTreeClassifier

from coursekit import tree as cart
from coursekit.exercise import grade
from coursekit.lessons.lesson06c import Envelope, Slabs, experiments, figures, titanic
from coursekit.lessons.lesson06c.exercises.cases import random_tree
from coursekit.lessons.lesson06c.explorers.envelope import HIGH
from coursekit.lessons.lesson06c.explorers.slabs import BOTH, OWN
from coursekit.lessons.lesson06c.naive_pruning import (
    charge, collapse, inner_nodes, leaves, weakest_link,
)
from coursekit.lessons.lesson06c.scoreboard import (
    METHODS, ORDINARY_FOLDS, PRUNING_GAINS, accuracy_in_ordinary_folds,
)
from coursekit.lessons.lesson06c.titanic import passengers
from coursekit.lessons.lesson06c.trees import TREES, cut_at, link, prunings, stage_at, stages
from coursekit.model_selection import corrected_interval
from coursekit.scoreboard import OUTER_FOLDS, SEEDS, load_scoreboard, right_answers, row_of
from coursekit.scoreboard import passengers as board_passengers
from coursekit.statistics import clustered_interval
from coursekit.tree import CARTClassifier
from coursekit.tree.naive import grow
from cases import some
from night import nightly
from page_code import page_functions
from panels import bars, panels, strokes, texts_in
from sentences import says

PAGE = page_functions("06c_pruning", math=math, charge=charge, collapse=collapse, leaves=leaves)
prune_path = PAGE["prune_path"]


def size_and_risk(tree):
    return len(leaves(tree)), sum(leaf["risk"] for leaf in leaves(tree))


# -- the path of the weakest links -----------------------------------------------------------


def test_the_path_holds_the_smallest_cheapest_pruning_for_every_price():
    """Brute force over all prunings, at the prices of the path, between them and beyond."""
    for seed in range(150):
        rng = np.random.default_rng(seed)
        tree = random_tree(rng, int(rng.integers(1, 9)))
        path, every = prune_path(tree), prunings(tree)
        assert list(path) == sorted(path) and size_and_risk(list(path.values())[-1])[0] == 1
        for alpha in [*path, *(np.array(list(path)) + 0.1), *rng.uniform(0, 8, 5)]:
            on_path = [t for a, t in path.items() if a <= alpha][-1]
            cheapest = min(r + alpha * k for k, r in every)
            smallest = min(k for k, r in every if r + alpha * k <= cheapest + 1e-9)
            size, risk = size_and_risk(on_path)
            assert risk + alpha * size == pytest.approx(cheapest) and size == smallest
            here = stage_at(tree, alpha)
            assert (here.leaves, here.errors) == (size, risk)


def every_pruning(tree):
    """Return (size, risk, the names of the leaves) of each pruning of a tree."""
    halves = [(a + b, r + s, f | g) for a, r, f in every_pruning(tree["left"])
              for b, s, g in every_pruning(tree["right"])] if "left" in tree else []
    return [(1, tree["risk"], frozenset([tree["name"]])), *halves]


def from_the_leaves_up(tree, r):
    """Return cost and leaves if a leaf costs r more than its risk and wins where it is no
    dearer."""
    alone = tree["risk"] + r, [tree["name"]]
    if "left" not in tree:
        return alone
    (one, few), (other, more) = (from_the_leaves_up(tree[side], r) for side in ("left", "right"))
    return alone if alone[0] <= one + other + 1e-9 else (one + other, few + more)


def test_a_tree_of_the_path_is_a_pruning_of_all_that_cost_as_little_and_alone_between_two_prices():
    """At its own price it is the smallest of several; the pessimistic way, r a leaf, finds it
    too."""
    rng, ties = np.random.default_rng(5), 0
    for _ in range(100):
        tree = random_tree(rng, int(rng.integers(2, 8)))
        path, every = prune_path(tree), every_pruning(tree)
        for alpha, beyond in zip(path, [*list(path)[1:], list(path)[-1] + 1]):
            def cheapest(price):
                least = min(risk + price * size for size, risk, _ in every) + 1e-9
                return [names for size, risk, names in every if risk + price * size <= least]

            mine, best = {leaf["name"] for leaf in leaves(path[alpha])}, cheapest(alpha)
            assert all(any(leaf.startswith(name) for name in mine) for f in best for leaf in f)
            assert cheapest((alpha + beyond) / 2) == [mine]
            assert set(from_the_leaves_up(tree, alpha)[1]) == mine
            ties += len(best) > 1
    assert ties > 100                        # T(α) need not be the only cheapest one at α


def test_the_cost_of_collapsing_is_the_sum_of_the_theorem():
    rng = np.random.default_rng(1)
    for _ in range(50):
        tree = random_tree(rng, 8)
        halves = [t for t in (tree["left"], tree["right"]) if "left" in t] or [tree]
        (k, r), alpha = size_and_risk(tree), rng.uniform(0, 4)
        after = size_and_risk(collapse(tree, halves))
        terms = [(size_and_risk(t)[0] - 1) * (
            (t["risk"] - size_and_risk(t)[1]) / (size_and_risk(t)[0] - 1) - alpha) for t in halves]
        assert after[1] + alpha * after[0] - r - alpha * k == pytest.approx(sum(terms))


def test_cutting_the_weakest_link_never_lowers_the_g_of_a_node_above_it():
    rng, raised, same = np.random.default_rng(4), 0, 0
    for _ in range(200):
        tree = random_tree(rng, int(rng.integers(3, 10)))
        weakest = weakest_link(tree)[1][-1:]
        after = {node["name"]: link(node) for node in inner_nodes(collapse(tree, weakest))}
        for node in inner_nodes(tree):
            if node["name"] in after and weakest[0]["name"].startswith(node["name"]):
                assert after[node["name"]] >= link(node) - 1e-12
                raised += after[node["name"]] > link(node) + 1e-12
                same += abs(after[node["name"]] - link(node)) <= 1e-12
    assert raised > 50 and same > 0


def test_errors_on_the_path_rise_with_every_cut_and_the_edge_bends_to_fewer_leaves():
    rng = np.random.default_rng(6)
    for _ in range(100):
        found = stages(random_tree(rng, int(rng.integers(2, 10))))
        steps = [s for k, s in enumerate(found) if k + 1 == len(found)
                 or found[k + 1].since > s.since]                # g = 0 falls at once
        assert all(a.leaves > b.leaves and a.errors < b.errors and a.since < b.since
                   for a, b in zip(steps, steps[1:], strict=False))


def test_the_best_pruning_of_a_given_size_need_not_be_on_the_path():
    leaf = [{"risk": r} for r in (3, 1, 12, 10, 8)]
    deep = {"risk": 12, "left": leaf[0], "right": leaf[1]}
    tree = {"risk": 80, "left": {"risk": 30, "left": deep, "right": leaf[2]},
            "right": {"risk": 26, "left": leaf[3], "right": leaf[4]}}
    assert [len(leaves(t)) for t in prune_path(tree).values()] == [5, 3, 2, 1]
    assert sorted(r for k, r in prunings(tree) if k == 4) == [42, 42]
    assert list(prune_path(tree)) == [0, 7, 8, 24]


def inner(tree):
    return [tree, *inner(tree["left"]), *inner(tree["right"])] if "left" in tree else []


def test_price_0_takes_the_branches_that_save_no_error_and_not_the_splits():
    """"Exclusive or": the first split saves nothing, its branch everything, and it stays."""
    square = {"risk": 18} | {side: {"risk": 9, "left": {"risk": 0}, "right": {"risk": 0}}
                             for side in ("left", "right")}
    assert square["risk"] == square["left"]["risk"] + square["right"]["risk"]
    assert len(leaves(prune_path(square)[0.0])) == 4
    rng, gone = np.random.default_rng(2), 0
    for _ in range(100):
        tree = random_tree(rng, int(rng.integers(2, 10)))
        idle = {t["name"] for t in inner(tree) if t["risk"] == size_and_risk(t)[1]}
        stay = {t["name"] for t in inner(prune_path(tree)[0.0])}
        below = {t["name"] for top in inner(tree) if top["name"] in idle for t in inner(top)}
        assert {t["name"] for t in inner(tree)} - stay == below
        gone += len(below)
    assert gone > 20


@pytest.mark.parametrize("cost", [1, 2, 3, 5])
def test_risks_with_costs_never_grow_by_splitting_and_the_path_is_cheapest(cost):
    X, y = passengers()
    tree = charge(grow(X, y, 150, 50), X, y, cost=cost)

    def holds(t):
        below = "left" not in t or (holds(t["left"]) and holds(t["right"]))
        dead, saved = t["n"] * (1 - t["value"]), t["n"] * t["value"]
        return (below and t["risk"] == pytest.approx(min(dead, cost * saved))
                and sum(x["risk"] for x in leaves(t)) <= t["risk"])

    assert holds(tree)
    every = prunings(tree)
    for alpha, on_path in prune_path(tree).items():
        size, risk = size_and_risk(on_path)
        assert risk + alpha * size == pytest.approx(min(r + alpha * k for k, r in every))


def test_questions_that_gain_almost_nothing_can_prepare_one_that_gains_much():
    """"Exclusive or": on the square itself nothing grows, one sample more and the tree is exact."""
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 9), np.array([0, 1, 1, 0] * 9)
    assert "left" not in grow(X, y, 2, 1)
    more = grow(np.vstack([X, [[0, 0]]]), np.append(y, 0), 2, 1)
    assert [leaf["value"] for leaf in leaves(more)] == [0, 1, 1, 0]


def test_collapse_refuses_what_would_never_end():
    tree = random_tree(np.random.default_rng(3), 6)
    for nodes in ([], [deepcopy(tree)], [leaves(tree)[0]]):
        with pytest.raises(ValueError, match="inner nodes"):
            collapse(tree, nodes)


def test_at_no_price_the_splits_that_save_nothing_are_gone():
    X, y = passengers()
    tree = charge(grow(X, y, 4, 1), X, y)
    assert len(leaves(prune_path(tree)[0.0])) < len(leaves(tree))
    assert all(weakest_link(t)[0] > a for a, t in prune_path(tree).items())


# -- answers in unusual form ------------------------------------------------------------------


def test_right_answers_in_unusual_form():
    def stack(tree):
        best, nodes, todo = math.inf, [], [tree]
        while todo:
            node = todo.pop()
            if "left" in node:
                todo += [node["left"], node["right"]]
                g = (node["risk"] - sum(t["risk"] for t in leaves(node))) / (len(leaves(node)) - 1)
                nodes = [node] if g < best else nodes + [node] if g == best else nodes
                best = min(g, best)
        return [np.float64(best), tuple(nodes)]

    assert grade("weakest-link", stack).status == "right"


def share(t):
    below = leaves(t)
    return (t["risk"] - sum(leaf["risk"] for leaf in below)) / (len(below) - 1)


def smallest(tree, own, pick=min, alone=math.inf):
    """Search as `weakest_link` does, with another g, another choice or another number of a leaf."""
    if "left" not in tree:
        return alone, []
    links = [(own(tree), [tree]), *(smallest(tree[side], own, pick, alone)
                                    for side in ("left", "right"))]
    g = pick(value for value, _ in links)
    return g, [node for value, nodes in links if value == g for node in nodes]


@pytest.mark.parametrize("wrong, mistake", [
    (lambda tree: weakest_link(tree) if "left" in tree else (math.inf, None), "a leaf goes wrong"),
    (lambda tree: weakest_link(tree) if "left" in tree else (-math.inf, []), "a leaf goes wrong"),
    (lambda tree: weakest_link(deepcopy(tree)), None),
    (lambda tree: smallest(tree, share, alone=0), "a leaf takes part"),
    (lambda tree: smallest(tree, share, pick=max), "a leaf takes part"),
    (lambda tree: smallest(tree, lambda t: 2 * share(t)), None),
    (lambda tree: smallest(tree, lambda t: t["risk"] - t["left"]["risk"] - t["right"]["risk"]),
     None),
    (lambda tree: weakest_link(tree) if weakest_link(tree)[0] else (math.inf, []), "no g of 0"),
    (lambda tree: nodes_with(tree, least(tree, 1000), float.__eq__)
     if "left" in tree else (math.inf, []), "a leaf takes part"),
    (lambda tree: without_equals(tree), "one of several"),
    (lambda tree: nodes_with(tree, least(tree), lambda a, b: abs(a - b) < 0.02), None),
    (lambda tree: (tree.update(g=1), weakest_link(tree))[1], None),
])
def test_wrong_answers_are_recognised(wrong, mistake):
    verdict = grade("weakest-link", wrong)
    assert verdict.status == "wrong" and verdict.matched == mistake


def nodes_with(tree, g, same):
    return g, [t for t in inner(tree) if same(share(t), g)]


def least(tree, start=math.inf):
    return min([start, *map(share, inner(tree))])


def without_equals(tree):
    g, nodes = weakest_link(tree)
    return g, [t for k, t in enumerate(nodes) if t not in nodes[:k]]


@pytest.mark.parametrize("kind", [tuple, iter, lambda nodes: np.array([*nodes, None])[:-1]])
def test_the_nodes_may_come_in_any_order_and_vessel(kind):
    assert grade("weakest-link", lambda tree: [
        weakest_link(tree)[0], kind(weakest_link(tree)[1][::-1])]).status == "right"


@pytest.mark.parametrize("wrong", [
    lambda tree: 4.0,
    lambda tree: (4.0, [tree]),
    lambda tree: (0, []),
    lambda tree: weakest_link(tree)[1],
    lambda tree: (weakest_link(tree)[0], []),
    lambda tree: (weakest_link(tree)[0], leaves(tree)),
    lambda tree: tree.clear(),
    lambda tree: weakest_link(deepcopy(tree)),
    lambda tree: weakest_link(tree["left"]),
    lambda tree: weakest_link(tree)[0],
    lambda tree: weakest_link(tree)[::-1],
    lambda tree: (weakest_link(tree)[0], weakest_link(tree)[1] * 2),
    lambda tree: (weakest_link(tree)[0], [t["risk"] for t in weakest_link(tree)[1]]),
])
def test_wrong_answers_are_wrong(wrong):
    assert grade("weakest-link", wrong).status == "wrong"


# -- explorers and figures --------------------------------------------------------------------


@pytest.mark.parametrize("name", TREES)
def test_the_envelope_is_the_lowest_of_all_lines(name):
    explorer, every = Envelope(tree=name), prunings(TREES[name])
    for alpha in some(np.arange(0, HIGH + 0.5, 0.5), 6):
        explorer.set(alpha=alpha, leaves=0)
        cost = min(r + alpha * k for k, r in every)
        size = min(k for k, r in every if r + alpha * k == cost)
        says(explorer.status, {
            "price α = #": alpha, f"has # lea{'f' if size == 1 else 'ves'}": size,
            f"costs # + {size} · {alpha:g} = #": [cost - size * alpha, cost]}, whole=False)
        edge = strokes(panels(explorer)[1], wide=5)
        assert edge[-1][-1] == pytest.approx([alpha, cost])         # it ends where we are
        for at in np.arange(0, alpha, 0.5):
            assert any(line[0, 0] <= at <= line[-1, 0] and np.interp(at, *line.T) == pytest.approx(
                min(r + at * k for k, r in every)) for line in edge)
        for other in range(1, 6):
            explorer.set(leaves=other)
            more = min(r for k, r in every if k == other) + other * alpha
            says(explorer.status, {f"with {other} lea{'f' if other == 1 else 'ves'} costs #, "
                                   "that is # more": [more, more - cost]}, whole=False)


@pytest.mark.parametrize("name", TREES)
def test_the_drawn_tree_shows_risks_links_and_what_was_cut(name):
    explorer, tree = Envelope(tree=name), TREES[name]
    for alpha in np.arange(0, HIGH, 0.5):
        explorer.set(alpha=alpha)
        now = [t for a, t in prune_path(tree).items() if a <= alpha][-1]
        words, all_g = texts_in(panels(explorer)[0]), [share(t) for t in inner(now)]
        assert [w for w in words if w.startswith("g =")] == [
            f"g = {g:g}" for g in all_g if g == min(all_g)]
        boxes = [t for t in panels(explorer)[0].texts if t.get_text().isdigit()]
        filled = [int(t.get_text()) for t in boxes if t.get_fontweight() == "bold"]
        assert sum(filled) == sum(t["risk"] for t in inner(now) + leaves(now))
        solid = panels(explorer)[0].collections[0].get_segments()
        assert len(solid) == 2 * len(inner(now))
    for price, node in zip(cut_at(tree), inner(tree), strict=True):
        path = [t for a, t in prune_path(tree).items() if a < price]
        assert any(t["risk"] == node["risk"] for t in inner(path[-1]))


def standing(tree, alpha):
    """Return the splits of the smallest subtree with the least risk + alpha·leaves, bottom up."""
    cost, keeps = {}, set()
    for node in reversed(range(len(tree.n_node_samples))):     # children come after their parents
        left, right = tree.children_left[node], tree.children_right[node]
        cost[node] = tree.risk[node] + alpha
        if left >= 0 and cost[left] + cost[right] < cost[node] - 1e-9:
            cost[node] = cost[left] + cost[right]
            keeps.add(node)
    alive, todo = [], [0]
    while todo:
        node = todo.pop()
        if node in keeps:
            alive.append(node)
            todo += [tree.children_left[node], tree.children_right[node]]
    return alive


def test_slabs_show_what_is_cheapest_and_count_its_errors():
    X, y = passengers()
    model = titanic.large_tree()
    tree, explorer = model.tree_, Slabs(count=BOTH)
    for cut, stage in enumerate(titanic.stages()):
        explorer.set(cut=cut)
        alive = standing(tree, stage.since + 1e-6)
        pruned = model.pruned(cp=(stage.since + 1e-6) / tree.risk[0])
        wrong = int(np.sum(pruned.predict(X) != y))
        says(explorer.status, {
            "# leaves": len(alive) + 1, "wrong for # of the # passengers they know": [wrong, 1309],
            "and for # of # others": [stage.held_out, 1309]}, whole=False)
        slabs = bars(panels(explorer)[0])[:None if cut + 1 == len(titanic.stages()) else -1]
        assert sum(v[:, 1].min() == 0 for v in slabs) == stage.leaves       # without the frame
        at_the_ground = sum(np.ptp(v[:, 0]) for v in slabs if v[:, 1].min() == 0)
        assert at_the_ground == pytest.approx(1)
    explorer.set(count=OWN)
    assert "others" not in explorer.status and "new: ?" in texts_in(panels(explorer)[2])


def test_the_frame_of_the_slabs_is_around_the_largest_branch_that_goes_next():
    explorer, tree = Slabs(), titanic.tree()
    for cut, stage in enumerate(titanic.stages()[:-1]):
        explorer.set(cut=cut)
        gone = set(standing(tree, stage.since + 1e-6)) - set(standing(
            tree, titanic.stages()[cut + 1].since + 1e-6))
        width = 1309 * np.ptp(bars(panels(explorer)[0])[-1][:, 0])
        assert width == pytest.approx(max(tree.n_node_samples[k] for k in gone))
        if cut == 4:
            assert width == pytest.approx(624) and stage.leaves == 90


@nightly
def test_the_held_out_errors_are_those_of_ten_partitions():
    X, y = passengers()
    model = CARTClassifier(cp=0.0, min_samples_split=4, max_surrogates=0)
    total = sum(cart.cross_validated_cp(model, X, y, random_state=seed)["xerror"].to_numpy()
                for seed in range(titanic.PARTITIONS))
    wrong = (500 * total).round().astype(int)[::-1]        # the root alone, last, is left out
    assert wrong[:-1].tolist() == list(titanic.HELD_OUT)


def test_the_errors_of_each_size_are_those_of_a_tree_of_that_size():
    X, y = passengers()
    found = experiments.errors_by_size(X, y, [2, 5, 160], seeds=2)
    for seed, (own, new) in enumerate(found):
        old, rest = experiments.partition(len(y), seed)
        for k, size in enumerate([2, 5, 160]):
            tree = DecisionTreeClassifier(max_leaf_nodes=size, random_state=0).fit(X[old], y[old])
            assert own[k] == pytest.approx(1 - tree.score(X[old], y[old]))
            assert new[k] == pytest.approx(1 - tree.score(X[rest], y[rest]))


@nightly
def test_what_the_page_has_measured_is_what_is_computed_now():
    assert experiments.chosen_sizes(*passengers(), seeds=20) == experiments.CHOSEN
    assert accuracy_in_ordinary_folds(METHODS[0].estimator, seeds=3) == pytest.approx(
        ORDINARY_FOLDS, abs=1e-5)


@nightly
def test_half_of_the_trees_of_the_folds_have_the_branch_of_the_page():
    X, y = passengers()
    kept, until = (stage.since for stage in titanic.stages()[10:12])
    model = clone(titanic.large_tree()).set_params(cp=(kept * until)**0.5 / 500)
    group = X[(X[:, 0] == 1) & (X[:, 4] == 3) & (X[:, 2] < 2.5) & (X[:, 3] < 3.5)]
    says_, have = model.fit(X, y).predict(group), 0
    for seed in range(titanic.PARTITIONS):
        fold = np.random.default_rng(seed).permutation(np.arange(len(y)) % 10)
        have += sum(np.mean(clone(model).fit(X[fold != v], y[fold != v]).predict(group)
                            == says_) > 0.9 for v in range(10))
    assert 40 < have < 60


def test_the_figures_plot_the_numbers_that_they_are_given():
    rng = np.random.default_rng(0)
    errors = rng.uniform(0.1, 0.3, (5, 2, 4))
    ax = figures.plot_sizes([2, 4, 8, 16], errors, "sizes").axes[0]
    assert ax.lines[0].get_ydata() == pytest.approx(100 * errors[:, 0].mean(axis=0))


def test_a_large_tree_against_one_question_in_other_divisions():
    X, y = passengers()
    model = titanic.large_tree()
    more = experiments.grown_minus_single(model, X, y, known=891, seeds=3)
    for seed, found in enumerate(more):
        order = np.random.default_rng(seed).permutation(len(y))
        old, new = order[:891], order[891:]
        said = clone(model).fit(X[old], y[old]).predict(X[new])
        assert found == np.sum(said != y[new]) - np.sum((X[new, 0] > 0) != (y[new] > 0))


def folded(predict, seed):
    """Return which passengers are answered wrongly, each by what the other nine folds made."""
    X, y = passengers()
    wrong = np.zeros(len(y), dtype=bool)
    for old, new in KFold(10, shuffle=True, random_state=seed).split(X):
        wrong[new] = predict(X[old], y[old], X[new]) != y[new]
    return wrong


def around(more):
    return 1.96 * len(more) ** 0.5 * more.std(ddof=1)


@nightly
def test_what_the_opening_says_of_other_passengers_is_counted():
    X, y = passengers()
    sex, wrong = X[:, 0] != y, np.zeros(len(y))
    for seed in range(titanic.PARTITIONS):
        fold = np.random.default_rng(seed).permutation(np.arange(len(y)) % 10)
        for v in range(10):
            said = clone(titanic.large_tree()).fit(X[fold != v], y[fold != v]).predict(X)
            wrong += (fold == v) & (said != y)
    more = wrong / titanic.PARTITIONS - sex
    assert [more.sum(), around(more)] == pytest.approx(titanic.GROWN_MORE, abs=0.05)


@nightly
def test_a_price_that_the_training_folds_choose_is_paid_by_others():
    def cut(X, y, new, seed):
        table = cart.cross_validated_cp(experiments.LARGE, X, y, random_state=seed)
        grown = clone(experiments.LARGE).fit(X, y)
        return grown.pruned(cp=cart.choose_cp(table, "min")).predict(new)

    X, y = passengers()
    wrong = np.array([folded(lambda *known, s=seed: cut(*known, s), seed)
                      for seed in range(len(titanic.CHOSEN_INSIDE))])
    assert wrong.sum(axis=1).tolist() == list(titanic.CHOSEN_INSIDE)
    more = wrong.mean(axis=0) - (X[:, 0] != y)
    assert [more.sum(), around(more)] == pytest.approx(titanic.CUT_MORE, abs=0.05)


@nightly
def test_what_pruning_gains_on_the_scoreboard_is_what_is_computed_now():
    grown, cut = (right_answers(m.estimator, m.grid) for m in METHODS)
    gain = clustered_interval(cut.mean(axis=0) - grown.mean(axis=0), board_passengers()[2])
    assert gain == pytest.approx(PRUNING_GAINS, abs=6e-5)
    assert min(paired_by_folds(cut, grown)) > 0                # the longer interval, too


def paired_by_folds(a, b):
    """Return the corrected interval of what the folds of all partitions say of a - b."""
    X, y, tickets = board_passengers()
    scores = [a[row, test].mean() - b[row, test].mean() for row, seed in enumerate(SEEDS)
              for _, test in GroupKFold(OUTER_FOLDS, shuffle=True, random_state=seed).split(
                  X, y, tickets)]
    return corrected_interval(scores, n_train=OUTER_FOLDS - 1, n_test=1)


def test_a_first_question_that_saves_nothing_stands_longest_in_the_third_tree():
    tree = TREES["third"]
    assert tree["risk"] == tree["left"]["risk"] + tree["right"]["risk"]
    assert cut_at(tree)[0] == 14 == max(cut_at(tree)) and min(cut_at(tree)) == 1


def test_a_branch_of_the_titanic_stands_although_its_first_question_saves_nothing():
    t, price = titanic.tree(), titanic.breaks_at()
    (k,) = [k for k in t.inner if t.n_node_samples[k] == 186]
    left, right = t.children_left[k], t.children_right[k]
    assert t.risk[k] == t.risk[left] + t.risk[right] == 84
    assert price[k] == pytest.approx(4)
    before = next(s for s in titanic.stages()[::-1] if s.since < 4)
    assert (before.leaves, before.held_out) == (10, 255.4)


@nightly
def test_the_cheap_row_of_the_scoreboard_is_what_is_computed_now():
    board = load_scoreboard("06c").set_index("method")
    row = row_of(right_answers(METHODS[0].estimator))
    assert board.loc[METHODS[0].name, list(row)].astype(float).tolist() == pytest.approx(
        list(row.values()), abs=6e-5)
