"""The deciding words of sitting 06b are read from its page, and tried by computing which are true."""
from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
from scipy.stats import beta, binom
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import load_ptitanic
from coursekit.exercises import lesson06b
from coursekit.exercises.lesson06b_cases import random_tree
from coursekit.tree import choose_cp, gini
from coursekit.tree.experiments import best_gains
from coursekit.tree.naive import gain, grow
from coursekit.tree.naive_pruning import (
    charge, collapse, inner_nodes, leaves, upper_bound, vote, weakest_link,
)
from told import UP, page_says

RNG = np.random.default_rng(0)
PEOPLE = load_ptitanic()
SURVIVED = (PEOPLE["survived"] == "survived").to_numpy(int)


def says(words: str) -> str | list[str]:
    return page_says("06b_pruning", words)


def node(risk, *below):
    return {"risk": risk} | dict(zip(("left", "right"), below))


def risk(tree) -> float:
    return sum(leaf["risk"] for leaf in leaves(tree))


def prunings(tree) -> list[tuple]:
    """Return (risk, leaves) of every pruning."""
    halves = [prunings(tree[side]) for side in ("left", "right") if side in tree]
    return [(tree["risk"], 1), *((r + s, a + b) for (r, a), (s, b) in (itertools.product(*halves) if halves else ()))]


def cheapest(tree, price) -> tuple:
    """Return the cost and the size of the smallest of the cheapest prunings."""
    return min((r + price * size, size) for r, size in prunings(tree))


def test_what_a_branch_saves():
    counted, wrong = says("be the number of {training|new} samples that $t$ would get {wrong|right} if it were a leaf")
    X = RNG.integers(0, 3, (60, 2)).astype(float)
    y = RNG.integers(0, 2, 60)
    tree = charge(grow(X, y, 5, 1), X, y)
    said = int(tree["value"] > 0.5)
    assert tree["risk"] == {"wrong": np.sum(y != said), "right": np.sum(y == said)}[wrong] and counted == "training"
    cheaper, saves, more = says("The branch is {cheaper|dearer} as long as"), *says(
        "So $g(t)$ is what the branch {saves|costs} for each leaf *{more|less} than one*")
    worth = says("A branch is worth its leaves while α is {below|above} $g(t)$")
    for _ in range(200):
        alone, below, size, price = RNG.uniform(10, 20), RNG.uniform(0, 10), RNG.integers(2, 9), RNG.uniform(0, 9)
        g = (alone - below) / (size - 1)
        assert (below + price * size < alone + price) == ((price < g) == (cheaper == "cheaper"))
        assert (below + price * size < alone + price) == (price < g if worth == "below" else price > g)
        assert np.isclose(alone - g * {"more": size - 1, "less": size + 1}[more], below) and saves == "saves"


def test_the_path_by_hand():
    fall, smallest = says("the leaves {fall|rise} from 5 to 4, 3, 2, 1"), says(
        "Of the cheapest at each price we take the {smallest|largest}")
    beyond, through = says("{above|below} the last one only the root is left"), says(
        "Collapsing weakest links leads through the {cheapest|dearest} prunings")
    tree, prices, sizes = (hand := node(60, node(30, node(16, node(5), node(5)), node(6)), node(14, node(6), node(4)))
                           ), [0.0], [5]
    while "left" in tree:
        g, weakest = weakest_link(tree)
        tree = collapse(tree, weakest)
        prices.append(g)
        sizes.append(len(leaves(tree)))
        costs = [(r + g * size, size) for r, size in prunings(hand)]
        tied = [size for cost, size in costs if np.isclose(cost, min(costs)[0])]
        assert len(tied) > 1 and sizes[-1] == {"smallest": min, "largest": max}[smallest](tied)
        assert np.isclose(risk(tree) + g * sizes[-1], {"cheapest": min, "dearest": max}[through](costs)[0])
    assert (np.sign(np.diff(sizes)) == {"fall": -1, "rise": 1}[fall]).all() and prices == [0, 4, 6, 8, 16]
    assert [cheapest(hand, a)[1] == 1 for a in (17, 15)] == [beyond == "above", beyond == "below"]


def test_why_the_weakest_link_is_best():
    adds = says("Each loses $|T_{t_j}| - 1$ leaves and {adds|saves} the risk")
    below, sign, no, negative, all_, small = says(
        "As long as $\\beta$ is {below|above} every $g$ this is {positive|negative}, so $T(\\beta) = T$. At $\\beta = "
        "\\alpha'$ {no|every} term is {negative|positive}, and the sum is 0 exactly if {all|some} $t_j$ are weakest "
        "links. So the {smallest|largest} of the cheapest prunings collapses them all")
    ties = 0
    for seed in range(30):
        tree = random_tree(np.random.default_rng(seed), 7)
        g, weakest = weakest_link(tree)
        full = max(prunings(tree), key=lambda way: way[1])
        under = {"below": g - 1e-3, "above": g + 1e-3}[below]
        more = [r + under * size - full[0] - under * full[1] for r, size in prunings(tree) if size < full[1]]
        assert min(more) > 0 and sign == "positive"
        assert (risk(collapse(tree, weakest)) >= risk(tree)) == (adds == "adds")
        at = [(round(r + g * size - full[0] - g * full[1], 9), size) for r, size in prunings(tree)]
        assert min(at)[0] == 0 and (no, negative) == ("no", "negative")
        tied = [size for extra, size in at if extra == 0]
        ties += len(tied) > 2
        assert len(leaves(collapse(tree, weakest))) == {"smallest": min, "largest": max}[small](tied)
        some = inner_nodes(tree)[0]         # the root: if it is not the weakest, it costs more
        assert (some["risk"] + g - risk(tree) - g * len(leaves(tree)) > 1e-9) == all(some is not w for w in weakest)
    assert ties and all_ == "all"


def from_the_leaves_up(tree, price):
    """Return (cost, leaves) by collapsing wherever a leaf costs no more."""
    if "left" not in tree:
        return tree["risk"] + price, 1
    a, b = (from_the_leaves_up(tree[side], price) for side in ("left", "right"))
    alone = tree["risk"] + price
    return (alone, 1) if alone <= a[0] + b[0] + 1e-9 else (a[0] + b[0], a[1] + b[1])


def test_from_the_leaves_up():
    no_more, up = says("take the root alone instead if it costs {no more|no less} than both together"), says(
        "then cut from the leaves up wherever a leaf costs {no more|more} than the branch")
    adds, each = says("**pessimistic** method (after Quinlan 1987) {adds|takes} $r$ errors for {each|no} leaf")
    left, goes = says("The left side {grows|falls} with $\\alpha$, so what has collapsed"), says(
        "A branch that saves {no|one} error has $g = 0$: it goes at")
    for seed in range(30):
        tree = random_tree(np.random.default_rng(seed), 6)
        for price in (0, 0.5, 1, 2, 3.5):
            assert from_the_leaves_up(tree, price) == cheapest(tree, price)
        for t in inner_nodes(tree):
            idle = t["risk"] - risk(t) == {"no": 0, "one": 1}[goes]
            gone = cheapest(t, 0)[1] == 1
            assert idle == gone
            grows = [r - t["risk"] + np.arange(4) * (size - 1) for r, size in prunings(t) if size > 1]
            assert (np.diff(grows) > 0).all() == (left == "grows")
    assert no_more == "no more" and (up, adds, each) == ("no more", "adds", "each")


def test_training_errors_grow_by_growing():
    never, smaller = says("Training errors cannot choose, since they {never|always} prefer a {smaller|larger} one")
    X, y = RNG.normal(size=(200, 3)), RNG.integers(0, 2, 200)
    trees = [DecisionTreeClassifier(max_leaf_nodes=k, random_state=0).fit(X[:100], y[:100]) for k in (2, 5, 10, 40)]
    errors = np.array([[1 - tree.score(X[s], y[s]) for s in (slice(100), slice(100, 200))] for tree in trees])
    assert (np.diff(errors[:, 0]) <= 0).all() and (never, smaller) == ("never", "smaller")
    flatter = says("A leaf was drawn around its own samples, so its training errors {flatter|slander}")
    assert (errors[-1, 0] < errors[-1, 1] - 0.2) == (flatter == "flatter")


def test_gini_while_growing_and_for_probabilities():
    better, growing = says("So Gini is the {better|worse} guide *while {growing|pruning}*")
    classes, shares = says("errors if you are asked for {classes|probabilities}, Gini if you are asked for "
                           "{probabilities|classes}")
    parent, sides = np.array([30, 10]), np.array([[19, 1], [11, 9]])
    saved = parent.min() - sides.min(axis=1).sum()
    brier = [counts.sum() * gini(counts) / 2 for counts in (parent, *sides)]    # Σ (share − y)²
    y = np.repeat([0, 1], parent)
    assert np.isclose(brier[0], np.sum((y - y.mean())**2)) and brier[0] > sum(brier[1:]) + 1
    assert saved == 0 and (classes, shares) == ("classes", "probabilities")
    ages = PEOPLE["age"].fillna(28).to_numpy()
    cuts = [ages < s for s in np.unique(ages)[1:]]
    errors = [sum(min(np.sum(SURVIVED[s] == k) for k in (0, 1)) for s in (cut, ~cut)) for cut in cuts]
    gains = [gain(SURVIVED, cut) for cut in cuts]
    tied = {"errors": len(errors) - len(set(errors)), "Gini": len(gains) - len(np.unique(np.round(gains, 9)))}
    assert (tied["Gini"] < tied["errors"] / 3) == (better == "better") and growing == "growing"


def test_the_two_rules():
    least, smallest = says("the **{smallest|largest} held-out error**, and the **one-SE rule**, the {smallest|largest} "
                           "tree whose error is within one standard error")
    size, error = np.array([1, 2, 4, 7, 10]), np.array([1, 0.6, 0.53, 0.5, 0.52])
    table = pd.DataFrame({"CP": 1 / size, "xerror": error, "xstd": 0.04})
    lowest, simple = (round(1 / choose_cp(table, rule)) for rule in ("min", "1-se"))
    assert lowest == size[{"smallest": error.argmin(), "largest": error.argmax()}[least]]
    assert simple == {"smallest": min, "largest": max}[smallest](size[error <= error.min() + 0.04])


def test_large_branches_may_go_first():
    large, little, small, much = says("A {large|small} branch may save {little|much} for each of its leaves, "
                                      "a {small|large} one {much|little}")
    many, few = node(20, node(9, node(4), node(4)), node(9, node(4), node(4))), node(8, node(1), node(1))
    g = {"large": (20 - risk(many)) / 3, "small": 8 - risk(few)}
    assert weakest_link(node(40, many, few))[0] <= g["large"] < g["small"]
    assert (large, little, small, much) == ("large", "little", "small", "much")


def test_the_bound():
    holds, all_, value, no = says("Try the middle, keep the half that {holds|lacks} the bound"), *says(
        "If {all|none} $n$ samples are errors, or if $n = 0$, the bound is {1|0}"), says(
        "(if {all|none} are errors, nothing)")
    low, high = 0.3, 0.4
    for _ in range(30):
        middle = (low + high) / 2
        above = binom.cdf(1, 7, middle) > 0.25         # the bound is above the middle
        low, high = (middle, high) if above == (holds == "holds") else (low, middle)
    assert abs(low - beta.ppf(0.75, 2, 6)) < 1e-6
    assert upper_bound({"all": 9, "none": 0}[all_], 9) == float(value) == upper_bound(0, 0)
    assert upper_bound({"all": 9, "none": 0}[no], 9) == {"all": 1, "none": 0}[no]           # nothing is added
    adds = says("here it only {adds to|takes from} the rate that was seen")
    assert all((upper_bound(e, n) > e / n) == (adds == "adds to") for n in range(1, 30, 4) for e in range(n))
    reach = says("how often a bound holds the true rate, $p {\\le|\\ge}$ bound")
    e, rates = np.arange(11), np.linspace(0.01, 0.6, 60)
    bound = np.array([upper_bound(k, 10) for k in e])[:, None]
    kept = np.sum(binom.pmf(e[:, None], 10, rates) * (bound >= rates if reach == "\\le" else bound <= rates), axis=0)
    assert kept.min() >= 0.75


def test_what_a_search_has_chosen():
    nothing, flatter = says("For a leaf that a search has *chosen*, the bound promises {nothing|much}"), says(
        "Bounds and importances {flatter|slander} what a search has chosen")
    errors = RNG.binomial(20, 0.3, (2000, 30))          # thirty leaves, one is chosen
    table = np.array([upper_bound(e, 20) for e in range(21)])
    fixed, chosen = np.mean(table[errors[:, 0]] >= 0.3), np.mean(table[errors.min(axis=1)] >= 0.3)
    assert fixed > 0.75 and chosen < 0.1 and (nothing, flatter) == ("nothing", "flatter")


def test_importance():
    whole, seen = says("as a share of {all|its own} gains. It is computed from the {training|new} samples")
    held = says("Measure importance on {held-out|training} samples")
    y = RNG.integers(0, 2, 300)
    X = np.column_stack([np.where(RNG.random(300) < 0.8, y, 1 - y), RNG.normal(size=300)])
    old, new = slice(150), slice(150, 300)
    tree = DecisionTreeClassifier(min_samples_split=4, random_state=0).fit(X[old], y[old])
    t, ask = tree.tree_, tree.tree_.children_left >= 0
    mixed = t.impurity * t.n_node_samples
    gains = mixed[ask] - mixed[t.children_left[ask]] - mixed[t.children_right[ask]]
    sums = np.bincount(t.feature[ask], gains, 2)
    assert np.allclose(tree.feature_importances_, sums / {"all": sums.sum(), "its own": sums}[whole])
    lost = {}
    for name, part in (("training", old), ("held-out", new)):
        other = X[part].copy()
        other[:, 1] = RNG.permutation(other[:, 1])
        lost[name] = tree.score(X[part], y[part]) - tree.score(other, y[part])
    assert abs(lost[held]) < 0.08 < 0.15 < lost["training"] and seen == "training"         # of what means nothing
    useless = says("If two features carry the same information, either may look {useless|useful}")
    twins = DecisionTreeClassifier(random_state=0, max_depth=3).fit(X[:, [0, 0]], y)
    assert twins.feature_importances_.min() == 0 and useless == "useless"


def test_many_cuts():
    many, more_cuts, best, more = *says("a feature with {many|few} values offers {many|few} cuts, and takes the "
                                        "{best|worst} of them"), says("far {more|less} often: a **selection bias**")
    found = best_gains([2, 30], 250, np.random.default_rng(0), n=60)
    beyond = (found > 3.84).mean(axis=0)
    assert (beyond[1] > 4 * 0.05) == (more == "more") and beyond[0] < 0.12
    assert (many, more_cuts, best) == ("many", "many", "best") and found[:, 1].mean() > 2 * found[:, 0].mean()


def test_costs():
    no, dead, yes, wrong = *says("Let a *false {no|yes}*, a survivor whom the tree calls {dead|alive}"), *says(
        "A leaf with $n_0$ dead and $n_1$ survivors pays $n_0$ if it says {yes|no}, $c_{\\text{FN}}\\, n_1$ if it says "
        "{no|yes}")
    above, counted, would = says("So it says yes if $n_1/(n_0 + n_1) {>|<} 1/(1 + c_{\\text{FN}})$"), says(
        "It is as if each {survivor|dead} counted $c_{\\text{FN}}$ times"), says(
        "Growing with such weights would {change|keep} the questions, too")
    assert (no, dead) == ("no", "dead")         # who is called dead is told no
    for _ in range(100):
        n0, n1, c = *map(int, RNG.integers(1, 20, 2)), int(RNG.integers(2, 6))
        y = np.repeat([0, 1], [n0, n1])
        told = charge({"n": n0 + n1, "value": y.mean()}, y[:, None], y, cost=c)
        cost = {yes: n0, wrong: c * n1}
        assert told["risk"] == min(cost.values())
        if cost["yes"] != cost["no"]:
            assert (cost["yes"] < cost["no"]) == (y.mean() > 1 / (1 + c) if above == ">" else y.mean() < 1 / (1 + c))
        many = np.repeat([0, 1], [n0, c * n1] if counted == "survivor" else [c * n0, n1])
        assert told["risk"] == min(np.sum(many == k) for k in (0, 1))
    X = np.column_stack([PEOPLE["sibsp"], PEOPLE["pclass"].cat.codes, PEOPLE["parch"]]).astype(float)
    often = np.repeat(np.arange(len(X)), np.where(SURVIVED == 1, 5, 1))
    asked = [[(t["feature"], t["threshold"]) for t in inner_nodes(grow(X[rows], SURVIVED[rows]))]
             for rows in (np.arange(len(X)), often)]
    assert (asked[0] != asked[1]) == (would == "change")


def test_votes():
    spread, zero = says("*on average*; it wins by their {spread|mean}"), says("the $f_b - \\bar f$ add up to {0|1}")
    f, y = RNG.normal(2, 1, 7), 0.4
    won = np.mean((f - y)**2) - (f.mean() - y)**2
    assert np.isclose(won, {"spread": np.var(f), "mean": f.mean()}[spread])
    assert np.isclose(np.sum(f - f.mean()), float(zero))
    classes, wrong, stays = says("in a vote on {two|three} classes, a sample that most trees get {wrong|right} stays {wrong|right}")
    said = RNG.integers(0, 2, (9, 200))          # two classes; the true one is 1
    assert ((said.mean(axis=0) < 0.5) == (vote(said) == 0)).all() and wrong == stays
    assert vote(np.array([[0], [0], [1], [2], [3]])) == [0] and classes == "two"       # with more, two of five may do
    replaced = says("Draw as many samples as there are, *{with|without} replacement*")
    seen = len(set(RNG.choice(2000, 2000, replace=replaced == "with"))) / 2000
    assert abs(seen - (1 - np.exp(-1))) < 0.03


def test_soft_splits():
    rather, goes, rest = says('"rather {left|right}": {left|right} with the weight $1/(1 + e^{-\\kappa(s - x)})$, '
                              "{right|left} with the rest")
    except_, product = says("the hard tree comes back, {except|also} at $x = s$"), says(
        "A leaf's weight is the {product|sum} along its way; all weights add up to 1")

    def weight(x, s, kappa):
        return 1 / (1 + np.exp(-kappa * (s - x)))
    hard = weight(np.array([0.2, 0.8]), 0.5, 200.0)         # 0.2 < s goes left
    assert (hard.round(9).tolist() == [1, 0]) == (goes == "left") and rather == goes != rest
    assert (weight(0.5, 0.5, 200.0) == 0.5) == (except_ == "except")
    a, b = weight(0.4, 0.5, 3.0), weight(0.4, 0.2, 3.0)
    total = {"product": a * b + a * (1 - b) + (1 - a), "sum": a + b + a + (1 - b) + (1 - a)}[product]
    assert np.isclose(total, 1)


def test_links_bounds_and_averages():
    page = "06b_pruning"
    worse = page_says(page, "So the average is never {worse|better} than its members *on average*")
    f, y = RNG.normal(size=(8, 200)), RNG.normal(size=200)
    assert ({"worse": 1, "better": -1}[worse] * ((f.mean(axis=0) - y)**2 - ((f - y)**2).mean(axis=0)) <= 1e-12).all()
    falls, rises = page_says(page, "For $e < n$ it {falls|rises} from 1 to 0 as $p$ {rises|falls}")
    chance = binom.cdf(3, 10, np.linspace(0, 1, 50))
    assert (UP[falls] * UP[rises] * np.diff(chance) >= -1e-12).all() and chance[0] == 1 and chance[-1] == 0
    less, larger = page_says(page, "adds {less|more} to the same rate if $n$ is {larger|smaller}")
    added = [upper_bound(n // 5, n) - 0.2 for n in (10, 100, 1000)]
    assert (UP[less] * UP[larger] * np.diff(added) > 0).all()
    fewer = page_says(page, "the tree that is best at price 0 can have far {fewer|more} leaves than")
    g, nodes = lesson06b.weakest_link({"risk": 5.0, "left": {"risk": 2.0}, "right": {
        "risk": 1.0, "left": {"risk": 0.5}, "right": {"risk": 0.5}}})
    assert g == 0 and [node["risk"] for node in nodes] == [1.0] and fewer == "fewer"
    first, smallest = page_says(page, "The inner node with the {smallest|largest} $g$ is the **weakest link**: when "
                                "$\\alpha$ {rises|falls} from 0")
    assert (first, smallest) == ("smallest", "rises")
