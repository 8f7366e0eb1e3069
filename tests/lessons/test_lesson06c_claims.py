"""What sitting 06c says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

import math
from copy import deepcopy

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import beta, binom, binomtest, mode

from coursekit import tree as cart
from coursekit.exercise import grade
from coursekit.exercises.lesson06c_cases import random_tree
from coursekit.explorers import Pruner
from coursekit.explorers.tree_prune import large_tree, passengers
from coursekit.statistics import upper_error_bound, wilson_interval
from coursekit.tree import CARTClassifier, experiments
from coursekit.tree.naive import grow
from coursekit.tree.pruning import bottom_up
from coursekit.tree.naive_pruning import (
    charge, collapse, inner_nodes, leaves, upper_bound, vote, weakest_link,
)
from page_code import page_functions
from panels import panels

PAGE = page_functions("06c_pruning", math=math, charge=charge, collapse=collapse, leaves=leaves)
prune_path, prunings = PAGE["prune_path"], PAGE["prunings"]


def size_and_risk(tree):
    return len(leaves(tree)), sum(leaf["risk"] for leaf in leaves(tree))


# -- the path of the weakest links --------------------------------------------------------


@pytest.mark.parametrize("seed", range(150))
def test_the_path_holds_the_smallest_cheapest_pruning_for_every_price(seed):
    """Brute force over all prunings, at the prices of the path, between them and beyond."""
    rng = np.random.default_rng(seed)
    tree = random_tree(rng, int(rng.integers(1, 9)))
    path, every = prune_path(tree), prunings(tree)
    assert list(path) == sorted(path) and size_and_risk(list(path.values())[-1])[0] == 1
    steps = [*path, *(np.array(list(path)) + 0.1), *rng.uniform(0, 8, 5)]
    for alpha in steps:
        on_path = [t for a, t in path.items() if a <= alpha][-1]
        cheapest = min(r + alpha * k for k, r in every)
        smallest = min(k for k, r in every if r + alpha * k <= cheapest + 1e-9)
        size, risk = size_and_risk(on_path)
        assert risk + alpha * size == pytest.approx(cheapest) and size == smallest


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


def test_the_table_of_the_cheapest_prunings_falls_where_the_hand_said():
    five = [{"risk": r} for r in (5, 5, 6, 6, 4)]
    tree = {"risk": 60, "right": {"risk": 14, "left": five[3], "right": five[4]},
            "left": {"risk": 30, "right": five[2],
                     "left": {"risk": 16, "left": five[0], "right": five[1]}}}
    path = prune_path(tree)
    for alpha in np.arange(0, 20, 0.5):
        _, size = min((r + alpha * k, k) for k, r in prunings(tree))
        assert size == len(leaves([t for a, t in path.items() if a <= alpha][-1]))


def test_one_error_of_seven_is_bounded_between_0_3_and_0_4():
    assert 0.3 < upper_bound(1, 7) < 0.4 and 0.1 < upper_bound(0, 7) < 0.2


def test_the_worked_example_loses_its_leaves_at_4_6_8_16():
    five = [{"risk": r} for r in (5, 5, 6, 6, 4)]
    tree = {"risk": 60, "right": {"risk": 14, "left": five[3], "right": five[4]},
            "left": {"risk": 30, "right": five[2],
                     "left": {"risk": 16, "left": five[0], "right": five[1]}}}
    assert list(prune_path(tree)) == [0, 4, 6, 8, 16]


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


# -- bounds -----------------------------------------------------------------------------


def test_the_bound_is_clopper_and_pearson_s_one_sided_one():
    for n in (1, 2, 7, 70, 400):
        for e in {0, 1, n // 2, n - 1}:
            for chance in (0.01, 0.25, 0.45):
                bound = upper_bound(e, n, chance)
                right = beta.ppf(1 - chance, e + 1, n - e) if e < n else 1.0
                assert bound == pytest.approx(right, abs=1e-9)
                if e < n:
                    assert binom.cdf(e, n, bound) == pytest.approx(chance)
    assert upper_bound(0, 7) == pytest.approx(1 - 0.25 ** (1 / 7))
    assert upper_bound(7, 7) == upper_bound(0, 0) == 1


@pytest.mark.parametrize("n", [1, 5, 10, 50])
def test_the_exact_bound_keeps_its_promise_and_the_normal_ones_do_not(n):
    rates = np.linspace(0.001, 0.999, 400)
    assert experiments.coverage(upper_bound, n, rates).min() >= 0.75 - 1e-9
    assert experiments.coverage(PAGE["wilson"], n, rates).min() < 0.5
    z = 0.6744898
    assert PAGE["wilson"](3, 10) == pytest.approx(wilson_interval(3, 10, 0.5)[1], abs=1e-5) \
        if n == 10 else z


@pytest.mark.parametrize("e, n", [(0, 1), (1, 2), (1, 3), (2, 3), (3, 10), (9, 10)])
def test_the_bound_adds_less_to_the_same_rate_if_n_is_larger_but_charges_more_errors(e, n):
    bound = np.array([upper_bound(k * e, k * n) for k in range(1, 12)])
    assert (np.diff(bound - e / n) < 0).all()
    assert (np.diff(n * np.arange(1, 12) * (bound - e / n)) > 0).all()


def test_the_two_sided_bound_is_reached_one_time_in_eight():
    for e, n in ((0, 7), (1, 7), (1, 70)):
        two_sided = binomtest(e, n).proportion_ci(0.75, method="exact").high
        assert upper_bound(e, n, 0.125) == pytest.approx(two_sided)


# -- experiments -------------------------------------------------------------------------


def test_every_pruning_helps_on_average_and_they_differ_less_than_partitions_do():
    X, y = passengers()
    table = experiments.prunings_compared(X, y, upper_bound, seeds=8)
    error = table.assign(seed=table.groupby("method").cumcount()).pivot(
        index="seed", columns="method", values="error")
    gained = error.drop(columns="as grown").sub(error["as grown"], axis=0)
    assert (gained.mean() < 0).all() and np.ptp(gained.mean()) < gained.std().min()
    assert gained.idxmin(axis=1).nunique() > 1                      # who wins is luck
    sizes = table.groupby("method")["leaves"].median()
    assert sizes["as grown"] > 10 * sizes["cost-complexity, smallest error"]


def test_confidence_pruning_by_hand_is_the_library_s():
    X, y = passengers()
    table = experiments.prunings_compared(X, y, upper_error_bound, seeds=1).set_index("method")
    old, new = experiments.partition(len(y), 0)
    model = CARTClassifier(cp=None, min_samples_split=4, max_surrogates=0).fit(X[old], y[old])
    tree = model.tree_
    cost = tree.n_node_samples * upper_error_bound(tree.risk, tree.n_node_samples)
    nodes = bottom_up(tree.children_left, tree.children_right, cost)
    pruned, found = cart.collapse(model, nodes), table.loc["confidence level"]
    assert pruned.get_n_leaves() == found["leaves"] < 60
    assert 1 - pruned.score(X[new], y[new]) == pytest.approx(found["error"])


def test_meaningless_numbers_rank_high_in_training_and_lose_nothing_outside():
    importance, lost = experiments.meaningless_column(*passengers(), seeds=60)
    rank = 1 + np.sum(importance.mean(axis=0) > importance.mean(axis=0)[-1])
    assert rank <= 2 and importance.shape == (60, 6)
    assert importance.sum(axis=1) == pytest.approx(1)
    assert abs(lost[:, 1].mean()) < 0.01 < lost[:, 0].mean()


def test_a_fixed_cut_gains_a_square_of_a_standard_normal_and_the_best_of_many_more():
    best = experiments.best_gains([2, 4, 10, 200], 400, np.random.default_rng(0))
    assert best[:, 0].mean() == pytest.approx(1, abs=0.25)
    assert np.mean(best[:, 0] > 3.84) == pytest.approx(0.05, abs=0.03)
    assert (np.diff(best.mean(axis=0)) > 0).all() and np.mean(best[:, 3] > 3.84) > 0.4


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


def test_twins_keep_the_full_tree_from_knowing_everybody():
    """Most leaves hold a handful, and yet some of the passengers seen are told wrongly."""
    X, y = passengers()
    tree = charge(grow(X, y, 4, 1), X, y)
    kept = prune_path(tree)[0.0]
    assert len(leaves(kept)) == large_tree().get_n_leaves()    # where the explorer starts
    assert np.mean([leaf["n"] <= 5 for leaf in leaves(tree)]) > 0.5
    X_y, counts = np.unique(np.column_stack([X, y]), axis=0, return_counts=True)
    _, twin = np.unique(X_y[:, :-1], axis=0, return_inverse=True)
    twin = twin.ravel()         # NumPy 2.0 returns a column
    least = sum(counts[twin == k].min() for k in range(twin.max() + 1) if sum(twin == k) > 1)
    assert 0.1 * len(y) < least <= size_and_risk(tree)[1]


def test_a_cut_saves_no_error_where_more_than_half_survived_on_neither_side():
    X, y = passengers()

    def risk(part):
        return min(np.sum(part == 0), np.sum(part == 1))

    cuts = [x < value for x in X.T for value in np.unique(x)[1:]]
    idle = [risk(y[a]) + risk(y[~a]) == risk(y) for a in cuts]
    assert idle == [y[a].mean() <= 0.5 and y[~a].mean() <= 0.5 for a in cuts] and 0 < sum(idle)


def test_trees_of_two_halves_disagree_more_than_lines_do():
    apart = experiments.halves_disagree(*passengers(), seeds=8)
    full, pruned, line = (share.mean() for share in apart.values())
    assert full > pruned > line > 0


def test_an_average_beats_its_members_by_their_spread():
    rng = np.random.default_rng(0)
    for _ in range(100):
        f, y = rng.normal(size=rng.integers(1, 9)), rng.normal()
        assert (f.mean() - y) ** 2 == pytest.approx(np.mean((f - y) ** 2) - f.var())


def test_a_vote_can_be_worse_than_its_voters():
    """Where most trees err the vote errs, so no formula protects it."""
    said = np.array([[1, 1], [0, 1], [1, 0]])
    assert vote(said).tolist() == [1, 1]
    said = np.array([[1], [1], [0]])
    assert np.mean(vote(said) == [0]) == 0 < np.mean(said == 0)


def test_the_sentences_about_the_vote_hold_in_most_partitions():
    X, y = passengers()
    rows = [experiments.rivals_of_a_vote(X, y, *experiments.partition(len(y), s), vote,
                                         np.random.default_rng(s), B=25) for s in range(6)]
    mean = {name: np.mean([row[name] for row in rows]) for name in rows[0]}
    assert mean["vote"] > mean["one resampled tree"]
    assert mean["vote"] < mean["pruned tree"] + 0.01


# -- the explorer ------------------------------------------------------------------------


def test_the_task_of_the_explorer_can_be_done_in_it():
    """At some α a branch of 100 or more is gone while a split of fewer than 30 stands."""
    explorer, done = Pruner(), []
    for alpha in explorer.controls[0].places():
        explorer.set(alpha=alpha)
        if "The largest branch gone" in explorer.status and "no split" not in explorer.status:
            done.append(int(explorer.status.split("that stands serves ")[1].split(",")[0]) < 30)
    assert any(done) and not all(done)


def test_the_explorer_shows_the_tree_of_the_path():
    model, explorer = large_tree(), Pruner()
    path, root = model.pruning_path(), model.full_tree_.risk[0]
    for alpha in explorer.controls[0].places()[::6]:
        explorer.set(alpha=alpha)
        row = np.searchsorted(path.alpha * root, alpha + 1e-9, side="right") - 1
        size = path.n_leaves[row]
        assert f": {size} {'leaf' if size == 1 else 'leaves'} of" in explorer.status
        whole, standing = (lines.get_segments() for lines in panels(explorer)[0].collections)
        assert len(whole) == 2 * len(model.tree_.inner) and len(standing) == 2 * (size - 1)


# -- answers in unusual form ----------------------------------------------------------------


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
    assert grade("upper-bound", lambda errors, n, chance=0.25: np.float64(
        beta.ppf(1 - chance, errors + 1, n - errors)) if errors < n else 1).status == "right"
    assert grade("vote", lambda said: [min(set(c), key=lambda v: (-list(c).count(v), v))
                                       for c in np.asarray(said).T.tolist()]).status == "right"
    assert grade("bag-or-not", "e, d").status == "right"

    def rate(errors, n, chance=0.25):
        return brentq(lambda p: sum(math.comb(n, k) * p ** k * (1 - p) ** (n - k)
                                    for k in range(errors + 1)) - chance, 0, 1)

    assert grade("upper-bound", lambda errors, n, chance=0.25: rate(errors, n, chance)
                 if errors < n else 1).status == "right"
    assert grade("upper-bound", lambda errors, n, chance=0.25: round(
        upper_bound(errors, n, chance), 4)).status == "right"
    assert grade("vote", lambda said: np.array(
        [np.bincount(c).argmax() for c in said.T], dtype=float)).status == "right"
    assert grade("vote", lambda said: mode(said, axis=0).mode).status == "right"


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


def search(too_likely):
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if too_likely(middle) else (low, middle)
    return low


@pytest.mark.parametrize("key, wrong, mistake", [
    ("weakest-link", lambda tree: weakest_link(tree) if "left" in tree else (math.inf, None),
     "a leaf goes wrong"),
    ("weakest-link", lambda tree: weakest_link(tree) if "left" in tree else (math.inf, [tree]),
     "a leaf goes wrong"),
    ("weakest-link", lambda tree: (weakest_link(tree)[0], (weakest_link(tree)[1] or [[]])[0]),
     "one node, no list"),
    ("upper-bound", lambda errors, n, chance=0.25: upper_bound(errors, n, chance) if n else 0.0,
     "all wrong"),
    ("upper-bound", lambda errors, n, chance=0.25: n * upper_bound(errors, n, chance), "a count"),
    ("vote", lambda said: [max(list(c), key=list(c).count) for c in said.T], "ties to the last"),
    ("weakest-link", lambda tree: weakest_link(deepcopy(tree)), None),
    ("weakest-link", lambda tree: weakest_link(tree) if "left" in tree else (5, []),
     "a leaf goes wrong"),
    ("weakest-link", lambda tree: weakest_link(tree) if "left" in tree else (-math.inf, []),
     "a leaf goes wrong"),
    ("weakest-link", lambda tree: smallest(tree, share, alone=0), "a leaf takes part"),
    ("weakest-link", lambda tree: smallest(tree, share, pick=max), "a leaf takes part"),
    ("weakest-link", lambda tree: smallest(tree, share, pick=max, alone=-math.inf),
     "the strongest link"),
    ("weakest-link", lambda tree: smallest(tree, lambda t: 2 * share(t)), None),
    ("weakest-link", lambda tree: (weakest_link(tree)[0],
                                   [t["risk"] for t in weakest_link(tree)[1]]), "no nodes"),
    ("weakest-link", lambda tree: (weakest_link(tree)[0], weakest_link(tree)[1] * 2), "twice"),
    ("weakest-link", lambda tree: weakest_link(tree)[::-1], "the other order"),
    ("weakest-link", lambda tree: (weakest_link(tree)[0], leaves(tree)), "right g, other nodes"),
    ("weakest-link", lambda tree: weakest_link(tree)[0], "g alone"),
    ("weakest-link", lambda tree: weakest_link(tree) if weakest_link(tree)[0] else (math.inf, []),
     "no g of 0"),
    ("upper-bound", lambda errors, n, chance=0.25: 1.0, "never rare"),
    ("upper-bound", lambda errors, n, chance=0.25: min(upper_bound(errors, n, chance), 0.5)
     if errors < n else 1.0, None),
    ("upper-bound", lambda errors, n, chance=0.25: search(
        lambda p: binom.pmf(errors, n, p) > chance) if errors < n else 1.0, "exactly e"),
    ("upper-bound", lambda errors, n, chance=0.25: 100 * upper_bound(errors, n, chance),
     "a count"),
    ("vote", lambda said: np.mean(said, axis=0), "the mean"),
    ("vote", lambda said: np.mean(said, axis=0) > 0.5, "the mean"),
    ("vote", lambda said: mode(said, axis=0, keepdims=True).mode, "a table"),
])
def test_wrong_answers_are_recognised(key, wrong, mistake):
    verdict = grade(key, wrong)
    assert verdict.status == "wrong" and verdict.matched == mistake


def nodes_with(tree, g, same):
    return g, [t for t in inner(tree) if same(share(t), g)]


def least(tree, start=math.inf):
    return min([start, *map(share, inner(tree))])


def without_equals(tree):
    g, nodes = weakest_link(tree)
    return g, [t for k, t in enumerate(nodes) if t not in nodes[:k]]


def from_the_rate_seen(errors, n, chance=0.25):
    return max(errors / n, upper_bound(errors, n, chance)) if errors < n else 1.0


@pytest.mark.parametrize("key, wrong, cause", [
    ("weakest-link", lambda tree: nodes_with(tree, least(tree, 1000), float.__eq__)
     if "left" in tree else (math.inf, []), "a leaf takes part"),
    ("weakest-link", without_equals, "one of several"),
    ("weakest-link", lambda tree: nodes_with(tree, least(tree), lambda a, b: abs(a - b) < 0.02),
     "right g, other nodes"),
    ("weakest-link", lambda tree: (tree.update(g=1), weakest_link(tree))[1],
     None),
    ("weakest-link", lambda tree: weakest_link(tree) if weakest_link(tree)[0] else (math.inf, []),
     "no g of 0"),
    ("upper-bound", from_the_rate_seen, "never below the rate seen"),
    ("upper-bound", lambda errors, n, chance=0.25: min(upper_bound(errors, n, chance), 0.99)
     if errors < n else 1.0, None),
    ("upper-bound", lambda errors, n, chance=0.25: max(errors / n, search(
        lambda p: binom.pmf(errors, n, p) > chance and p >= errors / n)) if errors < n else 1.0,
     "exactly e"),
    ("vote", lambda said: np.argmax([np.sum(said == c, axis=0) for c in range(10)], axis=0),
     None),
    ("vote", lambda said: [max(set(c), key=c.count) for c in said.T.tolist()],
     "ties to the last"),
])
def test_what_few_inputs_tell_apart_is_told_apart(key, wrong, cause):
    verdict = grade(key, wrong)
    assert (verdict.status, verdict.matched) == ("wrong", cause)


@pytest.mark.parametrize("kind", [tuple, iter, lambda nodes: np.array([*nodes, None])[:-1]])
def test_the_nodes_may_come_in_any_order_and_vessel(kind):
    assert grade("weakest-link", lambda tree: [
        weakest_link(tree)[0], kind(weakest_link(tree)[1][::-1])]).status == "right"


def unbracketed(t):
    return t["risk"] - sum(leaf["risk"] for leaf in leaves(t)) / (len(leaves(t)) - 1)


@pytest.mark.parametrize("key, wrong, guess", [
    ("weakest-link", lambda tree: smallest(tree, unbracketed), "Which nodes did you look at"),
    ("weakest-link", lambda tree: smallest(tree, lambda t: share(t) * len(leaves(t))),
     "holds longest"),
    ("upper-bound", lambda errors, n, chance=0.25: search(
        lambda p: binom.sf(errors, n, p) > chance) if errors < n else 1.0, "up or down"),
    ("vote", lambda said: np.any(said, axis=0), "That works for"),
])
def test_no_verdict_guesses_a_cause_that_is_another_one(key, wrong, guess):
    verdict = grade(key, wrong)
    assert verdict.status == "wrong" and guess not in verdict.message


def test_the_verdict_shows_a_tree_that_can_be_read_and_names_copies():
    told = grade("weakest-link", lambda tree: (weakest_link(tree)[0] + 1, weakest_link(tree)[1]))
    assert "`tree = 9(2, 4)`" in told.message and "[9(2, 4)]" in told.message
    assert grade("weakest-link", lambda t: weakest_link(deepcopy(t))).status == "wrong"


@pytest.mark.parametrize("key, wrong", [
    ("weakest-link", lambda tree: 4.0),
    ("weakest-link", lambda tree: (4.0, [tree])),
    ("weakest-link", lambda tree: (0, [])),
    ("weakest-link", lambda tree: weakest_link(tree)[1]),
    ("weakest-link", lambda tree: (weakest_link(tree)[0], [])),
    ("weakest-link", lambda tree: (weakest_link(tree)[0], leaves(tree))),
    ("weakest-link", lambda tree: tree.clear()),
    ("weakest-link", lambda tree: weakest_link(tree["left"])),
    ("upper-bound", lambda errors, n, chance=0.25: (errors + 1) / (n + 2)),
    ("upper-bound", lambda errors, n, chance=0.25: 1 - chance ** (1 / n) if n else 1),
    ("upper-bound", lambda errors, n, chance=0.25: upper_bound(errors, n)),
    ("upper-bound", lambda errors, n, chance=0.25: round(upper_bound(errors, n, chance), 2)),
    ("upper-bound", lambda errors, n, chance=0.25: upper_bound(errors, n, 1 - chance)),
    ("upper-bound", lambda errors, n, chance=0.25: 1 - upper_bound(errors, n, chance)),
    ("upper-bound", lambda errors, n, chance=0.25: math.nan),
    ("upper-bound", lambda errors, n, chance=0.25: (0.0, upper_bound(errors, n, chance))),
    ("vote", lambda said: vote(said)[0]),
    ("vote", lambda said: np.asarray(said).max(axis=0)),
    ("vote", lambda said: np.asarray(said)[-1]),
    ("vote", lambda said: vote(said)[::-1]),
    ("vote", lambda said: vote(said).astype(str)),
    ("vote", lambda said: {k: v for k, v in enumerate(vote(said))}),
    ("vote", lambda said: np.asarray(said).mean(axis=0) > 0.5),
    ("bag-or-not", "a"), ("bag-or-not", "bcd"), ("bag-or-not", "de c"), ("bag-or-not", "b"),
])
def test_wrong_answers_are_wrong(key, wrong):
    assert grade(key, wrong).status == "wrong"


def test_halving_leads_to_the_bound():
    for errors, n, chance in ((0, 6, 0.25), (3, 20, 0.1), (19, 40, 0.4)):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            likely = binom.cdf(errors, n, middle) > chance
            low, high = (middle, high) if likely else (low, middle)
        assert low == pytest.approx(upper_bound(errors, n, chance), abs=1e-9)


def test_a_branch_is_cheaper_as_long_as_the_price_is_below_its_g():
    rng = np.random.default_rng(0)
    for _ in range(50):
        below, number = int(rng.integers(0, 20)), int(rng.integers(2, 9))
        risk = below + int(rng.integers(0, 20))
        g = (risk - below) / (number - 1)
        for price in (0.5 * g - 0.1, 1.5 * g + 0.1):
            cheaper = below + price * number < risk + price
            assert cheaper == (price < g)


# -- conditions without which a theorem fails, and general claims ------------------------


def ways(tree) -> list[tuple]:
    """Return (risk, leaves) of each pruning; its leaves by name."""
    found = [(tree["risk"], frozenset([tree["name"]]))]
    if "left" in tree:
        found += [(r + s, f | g) for r, f in ways(tree["left"]) for s, g in ways(tree["right"])]
    return found


def test_among_the_cheapest_prunings_one_is_a_pruning_of_all_others_and_of_those_at_lower_prices():
    rng, ties = np.random.default_rng(0), 0
    for _ in range(60):
        tree = random_tree(rng, int(rng.integers(2, 7)))
        assert all(sum(leaf["risk"] for leaf in leaves(node)) <= node["risk"]
                   for node in inner_nodes(tree))
        last = None
        for alpha in sorted({0.0, weakest_link(tree)[0], *rng.uniform(0, 8, 4)}):
            least = min(r + alpha * len(f) for r, f in ways(tree))
            cheap = [f for r, f in ways(tree) if r + alpha * len(f) <= least + 1e-9]
            mine = min(cheap, key=len)
            below = [*cheap] + ([last] if last else [])
            assert all(any(leaf.startswith(name) for name in mine) for f in below for leaf in f)
            ties, last = ties + (len(cheap) > 1), mine
    assert ties > 20


def test_collapsing_from_the_leaves_up_finds_the_smallest_cheapest_pruning():
    def up(tree, price):
        if "left" not in tree:
            return tree["risk"] + price, 1
        a, b = (up(tree[side], price) for side in ("left", "right"))
        alone = tree["risk"] + price
        return (alone, 1) if alone <= a[0] + b[0] + 1e-9 else (a[0] + b[0], a[1] + b[1])
    for seed in range(30):
        tree = random_tree(np.random.default_rng(seed), 6)
        for price in (0, 0.5, 1, 2, 3.5):
            assert up(tree, price) == min((r + price * len(f), len(f)) for r, f in ways(tree))


def test_the_bound_of_a_leaf_that_a_search_has_chosen_promises_nothing():
    # thirty leaves, one is chosen
    errors = np.random.default_rng(0).binomial(20, 0.3, (2000, 30))
    table = np.array([upper_bound(e, 20) for e in range(21)])
    assert np.mean(table[errors[:, 0]] >= 0.3) > 0.75 \
        and np.mean(table[errors.min(axis=1)] >= 0.3) < 0.1
