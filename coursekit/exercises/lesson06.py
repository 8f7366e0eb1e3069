"""The exercises of lesson 06: splits, leaves, impurity, questions, pruning, and a pinwheel."""
from __future__ import annotations

import numpy as np

from coursekit.exercises.parsing import Letters, Matching, Number, Numbers
from coursekit.exercises.model import Exercise
from coursekit.exercises.model import Misconception as Wrong

# Class counts of the two daughters of two rival splits of the same 800 samples.
EVEN, PURE = ((300, 100), (100, 300)), ((200, 400), (200, 0))
# What the growing of a tree is called, in the order of the sentences a, b and c of the page.
GROWTH = ("top-down", "greedy", "divide and conquer")
# Shares of three kinds of card.
CARDS = (0.7, 0.2, 0.1)
# A subtree with three leaves and six errors, and the single leaf, with seven, in its place.
LEAF_ERRORS, SUBTREE_ERRORS, SUBTREE_LEAVES = 7, 6, 3


def _gini(p: np.ndarray) -> float:
    return float(1 - np.sum(p**2))


def _error(p: np.ndarray) -> float:
    return float(1 - p.max())


def _entropy(p: np.ndarray) -> float:
    return float(-np.sum(p[p > 0] * np.log2(p[p > 0])))


def _impurity(split, measure, weighted: bool = True) -> float:
    n = np.array([sum(side) for side in split], dtype=float)
    q = np.array([measure(np.array(side) / sum(side)) for side in split])
    return float(np.sum(n * q) / n.sum()) if weighted else float(q.mean())


def _rivals(first=_gini, second=_error, weighted: bool = True) -> tuple[float, ...]:
    return tuple(_impurity(split, m, weighted) for m in (first, second) for split in (EVEN, PURE))


def _links(divide_by_leaves: bool = False) -> tuple[float, float, float]:
    """Return the weakest links of R(root) = 100, left 40 → 10 + 10, right 20 → 15 + 2."""
    less = 0 if divide_by_leaves else 1
    right, left = (20 - 17) / (2 - less), (40 - 20) / (2 - less)
    return right, left, (100 - (40 + 20)) / (2 - less)


def _pessimistic(leaf_penalties: float = 1, subtree_penalties: float = SUBTREE_LEAVES) -> tuple:
    return tuple(errors + k * r for r in (0.8, 0.4) for errors, k in
                 ((LEAF_ERRORS, leaf_penalties), (SUBTREE_ERRORS, subtree_penalties)))


EXERCISES = (
    Exercise(
        key="first-cuts", title="The pinwheel", variable="first_cuts", parse=Letters("abcde"),
        reference=lambda: {"e"},
        misconceptions=tuple(
            Wrong(f"cut {cut}", {cut}, f"Follow line {cut} from edge to edge: along one rectangle, "
                  f"and then right through the {through} one.")
            for cut, through in (("a", "left"), ("b", "upper"), ("c", "right"), ("d", "lower"))
        ) + (Wrong("all lines", set("abcd"), "Each of the four is an edge of some rectangle, but a "
                   "first cut must run from side to side without slicing any."),),
        hints=("A tree's first cut runs through the whole square.",
               "Try each of the four lines: does it slice a rectangle?",
               "If each of them does, no tree can draw this picture."),
        solution='first_cuts = {"e"}',
        explanation="Every line through the square slices one of the five rectangles, so no first "
                    "cut exists, and no tree.",
        fallback_hint="Not yet. A first cut must not slice any rectangle.",
    ),
    Exercise(
        key="growth", title="How a tree grows", variable="growth", parse=Matching("abc", GROWTH),
        reference=lambda: dict(zip("abc", GROWTH, strict=True)),
        misconceptions=tuple(
            Wrong(f"order {order}", dict(zip("abc", (GROWTH[int(k)] for k in order), strict=True)),
                  hint)
            for order, hint in (
                ("021", "You have the first. Of the other two, one speaks of *choosing* a "
                        "question, the other of what is left to do afterwards."),
                ("102", "You have the last. Of the other two, one is about the *order* of the "
                        "questions, the other about how each is *chosen*."),
                ("210", "You have the middle one. Which sentence speaks of the root, and which of "
                        "two smaller problems?"),
                ("120", "Each word sits one sentence too early. Look for the sentence with the "
                        "root in it."),
                ("201", "Each word sits one sentence too late. Look for the sentence with two "
                        "smaller problems in it."),
            )),
        hints=("Greedy: takes what is best now. Divide and conquer: solves the parts each by "
               "itself. Top-down: begins with the whole.",
               "The sentence with the root begins with the whole.",
               "Then one is left for choosing, one for the parts."),
        solution="growth = " + repr(dict(zip("abc", GROWTH, strict=True))),
        explanation="Greedy is the one that can go wrong: no later step takes a question back.",
        fallback_hint="Not yet. One word is about the order, one about the choice, one "
                      "about the parts.",
    ),
    Exercise(
        key="leaf-value", title="The value of a leaf", variable="leaf_value", parse=Number(),
        reference=lambda: float(np.mean([2, 1])),
        misconceptions=(
            Wrong("count", 2, "That is how many samples there are (or the larger value). The best "
                              "constant is an average of their values."),
            Wrong("sum", 3, "That is the sum. Which constant is, on the whole, nearest to both?"),
            Wrong("smaller", 1, "That is the smaller value: it is as wrong as can be about the "
                                "other."),
            Wrong("half the gap", 0.5, "That is how far each value is from the best constant."),
            Wrong("loss", 0.25, "That is the mean squared error *at* the best constant."),
        ),
        hints=("The leaf answers c for both. Its loss is (2 - c)² + (1 - c)².",
               "Set the derivative with respect to c to zero.", "c = (2 + 1) / 2"),
        solution="leaf_value = (2 + 1) / 2",
        explanation="The mean minimises the sum of squares.",
        fallback_hint="Not yet. Which constant minimises the sum of squared differences?",
    ),
    Exercise(
        key="usable-splits", title="Usable splits", variable="usable_splits", parse=Number(),
        reference=lambda: len(np.unique([1, 3, -1, 3])) - 1,
        misconceptions=(
            Wrong("points", 4, "That is one for every point. Two points with the same value "
                               "cannot be parted, and a cut above the largest leaves one side "
                               "empty."),
            Wrong("values", 3, "That is one for every distinct value. A cut at the largest of them "
                               "leaves one side empty."),
            Wrong("both ends", 5, "You counted cuts outside all points as well: they part "
                                  "nothing."),
            Wrong("orders", 6, "Those are the pairs of points. A cut is a place on a line."),
            Wrong("one", 1, "There is more than one gap between the distinct values."),
        ),
        hints=("Put the points on a line. Where can a cut fall so that both sides have a point?",
               "Only a gap between two *distinct* neighbouring values counts.",
               "len(np.unique([1, 3, -1, 3])) minus one"),
        solution="usable_splits = len(np.unique([1, 3, -1, 3])) - 1",
        explanation="Three distinct values leave two gaps; every cut within a gap parts the points "
                    "alike.",
        fallback_hint="Not yet. Sort the values and look at the gaps.",
    ),
    Exercise(
        key="impurities", title="Gini against errors", variable="impurities", tolerance=0.002,
        parse=Numbers(("Gini of the first", "Gini of the second", "error of the first",
                      "error of the second")),
        reference=_rivals,
        misconceptions=(
            Wrong("unweighted", lambda: _rivals(weighted=False),
                  "You took the plain mean of both sides. A side with more samples weighs more."),
            Wrong("entropy", lambda: _rivals(first=_entropy),
                  "The first two are entropies. Gini is one minus the sum of squared shares."),
            Wrong("half Gini", lambda: tuple(v / (1 + (k < 2)) for k, v in enumerate(_rivals())),
                  "Your Gini is p(1 - p); with two classes it is twice that."),
            Wrong("swapped", lambda: tuple(_rivals()[k] for k in (1, 0, 3, 2)),
                  "The two splits are swapped: the first one is (300, 100) and (100, 300)."),
            Wrong("error first", lambda: tuple(_rivals()[k] for k in (2, 3, 0, 1)),
                  "The measures are swapped: Gini comes first, the error second."),
            Wrong("counts", lambda: tuple(800 * v if k > 1 else v for k, v in enumerate(_rivals())),
                  "The last two are numbers of errors. Give shares of all samples."),
        ),
        hints=("For each side compute its measure from the shares of the classes, then average the "
               "sides, weighted by their samples.",
               "Gini of (300, 100): shares 3/4 and 1/4, so 1 - 9/16 - 1/16.",
               "The pure side (200, 0) has impurity zero, and weight 200 of 800."),
        solution="impurities = (0.375, 0.75 * 4 / 9, 0.25, 0.25)",
        explanation="As many errors, yet Gini prefers the split that leaves one side pure.",
        fallback_hint="Not yet. Take the measures side by side, then weight by the number "
                      "of samples.",
    ),
    Exercise(
        key="mean-questions", title="Three kinds of card",
        variable="mean_questions", tolerance=0.002,
        parse=Number(), reference=lambda: 0.7 * 1 + 0.2 * 2 + 0.1 * 2,
        misconceptions=(
            Wrong("entropy", lambda: -sum(p * np.log2(p) for p in CARDS),
                  "That is the entropy, the bound from below. One card at a time, no questions "
                  "reach it; how near do they come?"),
            Wrong("equal shares", lambda: float(np.log2(3)),
                  "That is the entropy of three *equally* frequent kinds. These are not."),
            Wrong("always two", 2, "So many in the worst case. The frequent kind can be found with "
                                   "fewer."),
            Wrong("plain mean", 5 / 3, "You averaged one, two and two questions plainly. Weight "
                                       "them by how often each kind is drawn."),
            Wrong("second kind first", 0.2 * 1 + 0.8 * 2,
                  "You asked for the second kind first. Ask for the most frequent one."),
            Wrong("rarest first", 0.1 * 1 + 0.9 * 2,
                  "You asked for the rarest kind first. Ask for the most frequent one."),
            Wrong("one", 1, "One question can only tell two kinds apart."),
        ),
        hints=("First ask: is it of the most frequent kind? How often is that the end of it?",
               "With 0.7 one question will do; otherwise it takes a second one.",
               "0.7 · 1 + 0.2 · 2 + 0.1 · 2"),
        solution="mean_questions = 0.7 * 1 + 0.2 * 2 + 0.1 * 2",
        explanation="Huffman's rule finds such a scheme for any shares: join the two rarest, again "
                    "and again.",
        fallback_hint="Not yet. Which kind would you ask about first, and how often does "
                      "that settle it?",
    ),
    Exercise(
        key="alphas", title="The weakest links", variable="alphas", tolerance=1e-6,
        parse=Numbers(("first", "second", "third")), reference=_links,
        misconceptions=(
            Wrong("leaves, not leaves less one", lambda: _links(divide_by_leaves=True),
                  "You divided by the number of leaves. Collapsing a branch with two leaves saves "
                  "*one* leaf."),
            Wrong("left first", lambda: (_links()[1], _links()[0], _links()[2]),
                  "The right values, but the weakest link goes first: the smallest price a leaf."),
            Wrong("root too early", lambda: (_links()[0], _links()[1], (100 - 37) / 3),
                  "Your last value is the root's before anything was pruned. After two collapses "
                  "it has two leaves left, and another loss below it."),
            Wrong("undivided root", lambda: (_links()[0], _links()[1], 100.0 - 37),
                  "Compare the root with the leaves that are left by then, and divide by the "
                  "leaves saved."),
            Wrong("relative", lambda: tuple(v / 100 for v in _links()),
                  "Right, in units of the root's loss. Here the losses are plain numbers."),
            Wrong("last one", lambda: (*_links()[:2], 30.0),
                  "The first two are right. When both branches are gone, the root still has two "
                  "leaves below it, with loss 40 and 20: what do they save, and how many leaves?",
                  recognise=lambda v: np.allclose(v[:2], _links()[:2], atol=1e-3)),
        ),
        hints=("The price of keeping a branch t is g(t) = (R(t) - R(T_t)) / (|T_t| - 1).",
               "The right branch: (20 - 17) / (2 - 1). Collapse the cheapest, then compute again.",
               "After both branches are gone, the root compares 100 with 40 + 20."),
        solution="alphas = ((20 - 17) / 1, (40 - 20) / 1, (100 - (40 + 20)) / 1)",
        explanation="At these prices the tree loses a leaf: from four to three, two, and one.",
        fallback_hint="Not yet. At each step find the branch whose leaves buy least.",
    ),
    Exercise(
        key="penalised", title="Pessimism", variable="penalised", tolerance=1e-6,
        parse=Numbers(("leaf at r = 0.8", "subtree at 0.8", "leaf at 0.4", "subtree at 0.4")),
        reference=_pessimistic,
        misconceptions=(
            Wrong("once", lambda: _pessimistic(subtree_penalties=1),
                  "You added r once to the subtree. Every one of its leaves pays r."),
            Wrong("none", lambda: tuple(float(v) for v in (7, 6, 7, 6)),
                  "These are the errors on the training samples. Pessimism adds r for each leaf."),
            Wrong("free leaf", lambda: _pessimistic(leaf_penalties=0),
                  "The subtree pays for its leaves in your numbers, but the single leaf is a leaf "
                  "too: it pays r once."),
            Wrong("everybody thrice", lambda: _pessimistic(leaf_penalties=SUBTREE_LEAVES),
                  "A single leaf pays r once, not three times."),
            Wrong("two leaves", lambda: _pessimistic(subtree_penalties=2),
                  "The subtree has three leaves, so it pays r three times."),
            Wrong("subtree first", lambda: tuple(_pessimistic()[k] for k in (1, 0, 3, 2)),
                  "The leaf comes first in each pair."),
            Wrong("smaller r first", lambda: tuple(_pessimistic()[k] for k in (2, 3, 0, 1)),
                  "The larger r comes first."),
        ),
        hints=("Add r to the errors once for each leaf.", "The leaf makes seven errors; the "
               "subtree makes six with three leaves.", "For r = 0.8: 7 + 0.8 against 6 + 3 · 0.8"),
        solution="penalised = tuple(errors + leaves * r for r in (0.8, 0.4)\n"
                 "                  for errors, leaves in ((7, 1), (6, 3)))",
        explanation="With the larger penalty the leaf is cheaper: prune. With the smaller one the "
                    "subtree is: keep.",
        fallback_hint="Not yet. Each leaf pays r.",
    ),
)
