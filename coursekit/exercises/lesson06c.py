"""The exercises of sitting 06c: the weakest link, an honest bound, a vote.

A tree is a dictionary as in sitting 06, with ``risk`` at every node. Here each node has a ``name``,
too, by which nodes of two copies of a tree are compared.
"""
from __future__ import annotations

import numpy as np
from scipy.stats import binom

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson06c_cases import bounds, find_links, is_pair, trees, votes
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.tree.naive_pruning import inner_nodes, leaves, upper_bound, vote, weakest_link


def _same_links(case: tuple, given: tuple, right: tuple) -> bool:
    """Accept the same g, and the same nodes in any order."""
    g, nodes = given
    names = [node["name"] for node in nodes]
    return _same_g(g, right[0]) and sorted(names) == sorted(node["name"] for node in right[1])


def _same_g(g: float, right: float) -> bool:
    return g == right or bool(np.isfinite(right)) and abs(g - right) <= 1e-9 * max(1, right)


def _all_g(tree: dict) -> list[float]:
    """Return the g of every inner node."""
    return [(t["risk"] - sum(leaf["risk"] for leaf in leaves(t))) / (len(leaves(t)) - 1)
            for t in inner_nodes(tree)]


def _from_a_leaf(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether a number is returned that no node has, and no node with it."""
    return len(given) == 2 and not len(given[1]) and given[0] not in _all_g(case[0]) \
        and given[0] != right[0]


def _twice(case: tuple, given: tuple, right: tuple) -> bool:
    names = [node["name"] for node in given[1]]
    return len(set(names)) < len(names) and _same_g(given[0], right[0])


def _only_some(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether g is right, and some of several nodes that have it are missing."""
    names = {node["name"] for node in given[1]}
    return given[0] == right[0] and names < {node["name"] for node in right[1]} and len(names) > 0


def _links(own: str) -> str:
    """Write a mistaken weakest_link, wrong in the g of a node alone."""
    return f"""
        def weakest_link(tree):
            if "left" not in tree:
                return math.inf, []
            tips, left, right = leaves(tree), tree["left"], tree["right"]
            total, size = sum(t["risk"] for t in tips), len(tips)
            links = [({own}, [tree]), weakest_link(left), weakest_link(right)]
            g = min(v for v, _ in links)
            return g, [t for v, nodes in links if v == g for t in nodes]
        """


def _rates(formula: str) -> str:
    """Write a mistaken upper_bound by one formula."""
    return f"""
        def upper_bound(errors, n, chance=0.25):
            from scipy.special import betaincinv as beta, ndtri
            e, z = errors, ndtri(1 - chance)
            return {formula} if n else 1.0
        """


def _close_rate(case: tuple, given: float, right: float) -> bool:
    """Accept a rate that is rounded to four places, as the example prints it."""
    return abs(float(given) - right) <= 5.1e-5


def _from_mean(case: tuple, given: object, right: np.ndarray) -> bool:
    """Tell whether labels are a mean of the votes, rounded in some way."""
    mean, given = np.mean(case[0], axis=0), np.asarray(given, dtype=float)
    ways = (mean, np.round(mean), np.floor(mean), np.ceil(mean), np.floor(mean + 0.5), mean > 0.5,
            mean >= 0.5)
    return any(given.shape == way.shape and np.allclose(given, way) for way in ways)


def _tied(case: tuple, given: object, right: np.ndarray) -> bool:
    """Tell whether the labels have as many votes as the right ones."""
    said, given = np.asarray(case[0]), np.asarray(given)
    return given.shape == right.shape and np.array_equal(np.sum(said == given, axis=0),
                                                         np.sum(said == right, axis=0))


def _same_labels(case: tuple, given: object, right: np.ndarray) -> bool:
    given = np.asarray(given)
    return given.shape == right.shape and bool(np.all(given == right))


LINK = CodeExercise(
    key="weakest-link", title="The weakest link", reference=weakest_link, cases=trees,
    accept=_same_links, run=find_links,
    misconceptions=(
        Misconception("divided by the leaves", _links('(tree["risk"] - total) / size'),
                      "You divide by the leaves of the branch. If it collapses, how many leaves "
                      "fewer has the tree?"),
        Misconception("totals", _links('tree["risk"] - total'),
                      "You return what a whole branch saves. What does it save for each leaf more"
                      " than one?"),
        Misconception("only splits over two leaves", """
            def weakest_link(tree):
                if "left" not in tree:
                    return math.inf, []
                tips = leaves(tree)
                if len(tips) == 2:
                    return tree["risk"] - sum(t["risk"] for t in tips), [tree]
                links = [weakest_link(tree["left"]), weakest_link(tree["right"])]
                g = min(v for v, _ in links)
                return g, [t for v, nodes in links if v == g for t in nodes]
            """, "You return the smallest g of all splits over two leaves. Which g does your "
                 "function give the nodes higher up, and which do you get by hand?"),
        Misconception("the children's risk",
                      _links('(tree["risk"] - left["risk"] - right["risk"]) / (size - 1)'),
                      "You compare a node with the two nodes just below it. What do the *leaves* "
                      "of its branch cost?"),
        Misconception("the root only", """
            def weakest_link(tree):
                if "left" not in tree:
                    return math.inf, []
                tips = leaves(tree)
                return (tree["risk"] - sum(t["risk"] for t in tips)) / (len(tips) - 1), [tree]
            """, "That is the g of the root. Every inner node below it is a link, too."),
        Misconception("a leaf goes wrong", None, "A leaf has no link, so there is nothing to be "
                      "smallest. Look again at what a single leaf is to return.",
                      recognise=lambda case, given, right: "left" not in case[0]),
        Misconception("no g of 0", None, "A branch that saves no error is a link, too, with g = 0. "
                      "Does your function leave it out?",
                      recognise=lambda case, given, right: right[0] == 0 < given[0]),
        Misconception("a leaf takes part", None, "No node has the g that you return. Does a leaf "
                      "take part, or a number that you started from?", recognise=_from_a_leaf),
        Misconception("the strongest link", """
            def weakest_link(tree):
                if "left" not in tree:
                    return -math.inf, []
                tips = leaves(tree)
                own = (tree["risk"] - sum(t["risk"] for t in tips)) / (len(tips) - 1)
                links = [(own, [tree]), weakest_link(tree["left"]), weakest_link(tree["right"])]
                g = max(v for v, _ in links)
                return g, [t for v, nodes in links if v == g for t in nodes]
            """, "On some tree yours is the link that holds longest. Which one breaks first when "
                 "α rises?", lambda case, given, right: "left" not in case[0]
            or given[0] == max(_all_g(case[0]))),
        Misconception("one of several", None, "Several nodes share the smallest g. Which of them "
                      "collapse at this price?", recognise=_only_some),
        Misconception("the other order", None, "The two results are in the other order: g comes "
                      "first.", recognise=lambda case, given, right: is_pair(given) and
                      isinstance(given[0], (list, tuple)) and np.isscalar(given[1])),
        Misconception("g alone", None, "Two results are wanted: g, and the list of the nodes that "
                      "have it.", recognise=lambda case, given, right: np.isscalar(given)),
        Misconception("one node, no list", None, "The right g; the nodes are wanted in a list, "
                      "even if there is one only.",
                      recognise=lambda case, given, right: given[0] == right[0]
                      and (isinstance(given[1], dict) or given[1] is None)),
        Misconception("no nodes", None, "Your g is right; the list does not hold nodes. A node is "
                      "a dictionary of the tree, not its risk or its name.",
                      recognise=lambda case, given, right: _same_g(given[0], right[0])
                      and len(given[1]) > 0 and not any(isinstance(t, dict) for t in given[1])),
        Misconception("twice", None, "Your g is right; a node stands in your list more than once.",
                      recognise=_twice),
        Misconception("right g, other nodes", None, "Your g is right, the nodes are not. Which "
                      "nodes of this tree have that g?",
                      recognise=lambda case, given, right: _same_g(given[0], right[0])
                      and isinstance(given[1], (list, tuple))),
    ),
    hints=("For one inner node: `leaves(tree)` gives the leaves of its branch. What do they cost "
           "together, and how many are there?",
           "The links of a tree are its root, the links of its left half and those of its right "
           "half. The function may call itself on the halves.",
           "A leaf gives `(math.inf, [])`. Otherwise there are three candidates (g, nodes); the "
           "smallest g wins, and of candidates with that g put their lists together."),
    way="A leaf has no link: infinity and an empty list. An inner node has its own g, from its "
        "risk and its `leaves`; the function calls itself for both halves. The smallest of the "
        "three g is the answer, with the nodes of all that have it.",
    explanation="Links that break at the same price break together.",
    fallback_hint="A tree is written risk(left, right), a leaf by its risk alone. Compute g by "
                  "hand for each inner node of this one.")

BOUND = CodeExercise(
    key="upper-bound", title="An upper bound", reference=upper_bound, cases=bounds,
    accept=_close_rate,
    misconceptions=(
        Misconception("all wrong", None, "Where all n are errors, so few or fewer come with "
                      "certainty at every rate. Which rate is then not excluded?",
                      recognise=lambda case, given, right: case[0] >= case[1]),
        Misconception("half the chance",
                      _rates("1.0 if e >= n else beta(e + 1, n - e, 1 - chance / 2)"),
                      "At your rate so few errors have half the chance that was asked. That is "
                      "one end of a two-sided interval; here all of the chance lies on one side."),
        Misconception("fewer than e", _rates("beta(e, n - e + 1, 1 - chance) if e else 0.0"),
                      "You leave out the case of exactly so many errors. `binom.cdf(k, n, p)` is "
                      "the chance of k or fewer."),
        Misconception("the lower bound", _rates("beta(e, n - e + 1, chance) if e else 0.0"),
                      "At your rate it is so *many* errors that are rare. Asked is the rate at "
                      "which so *few* are."),
        Misconception("the complement", _rates("1.0 if e >= n else beta(e + 1, n - e, chance)"),
                      "At your rate so few errors have the chance 1 − chance. Look at what your "
                      "search compares the sum with."),
        Misconception("the raw rate", _rates("e / n"),
                      "That is the rate that was seen, and does not depend on the chance. At it "
                      "so few errors are nothing rare."),
        Misconception("never below the rate seen", None, "Your rate is the rate that was seen. "
                      "Where the chance is above one half, does your search look below that, too?",
                      recognise=lambda case, given, right: case[2] > 0.5
                      and abs(given - case[0] / case[1]) < 1e-6),
        Misconception("exactly e", """
            def upper_bound(errors, n, chance=0.25):
                low, high = errors / n if n else 1.0, 1.0
                for _ in range(50):
                    middle = (low + high) / 2
                    if binom.pmf(errors, n, middle) > chance:
                        low = middle
                    else:
                        high = middle
                return low
            """, "You look at the chance of exactly so many errors. Asked is that of so many *or "
                 "fewer*.", lambda case, given, right: case[0] > 0
            and (given < right - 1e-6 or case[2] > 0.5)
            and (min(abs(given), abs(given - case[0] / case[1])) < 1e-6
                 or abs(binom.pmf(case[0], case[1], given) - case[2]) < 1e-3)),
        Misconception("Wilson", _rates(
            "(e + z * z / 2 + z * (z * z / 4 + e * (1 - e / n)) ** 0.5) / (n + z * z)"),
                      "That is the upper end of a normal approximation (Wilson's). For small n it"
                      " is some way off; sum the binomial chances themselves."),
        Misconception("Wald", _rates("e / n + z * (e / n * (1 - e / n) / n) ** 0.5"),
                      "That is the rate seen plus some standard errors of it. With no error seen "
                      "that is no margin at all; sum the binomial chances themselves."),
        Misconception("never rare", None, "Your rate is 1. Does your search find so few errors too "
                      "likely at every rate? Look at the order of the arguments of `binom.cdf`.",
                      lambda case, given, right: abs(given - 1) < 1e-6),
        Misconception("the wrong half", """
            def upper_bound(errors, n, chance=0.25):
                low, high = 0.0, 1.0
                for _ in range(50):
                    middle = (low + high) / 2
                    if binom.cdf(errors, n, middle) > chance:
                        high = middle
                    else:
                        low = middle
                return low
            """, "Your rate is an end of [0, 1]: so few errors are certain at 0, and impossible at "
                 "1 if errors < n. If you search, print what is compared at the first middle, "
                 "and which half is kept.",
            lambda case, given, right: min(abs(given), abs(given - 1)) < 1e-6),
        Misconception("a count", _rates("n * (1.0 if e >= n else beta(e + 1, n - e, 1 - chance))"),
                      "A rate lies between 0 and 1. Is yours a number of errors, or in per cent?",
                      lambda case, given, right: abs(given - case[1] * right) < 1e-3
                      or abs(given - 100 * right) < 0.01),
    ),
    hints=("`binom.cdf(errors, n, p)` is the chance of so few errors at the rate p. What does it "
           "do when p rises?",
           "Keep an interval [low, high] that holds the rate. Try its middle: are so few errors "
           "there more likely than `chance`, or less?",
           "More likely: the rate must be higher, so low becomes the middle. About fifty halvings "
           "do. Treat errors == n first."),
    way="The chance of so few errors falls as the rate rises, from 1 to 0 if errors < n. Keep an "
        "interval from 0 to 1 and halve it: where so few errors are still more likely than the "
        "chance, the rate is higher. If errors == n the chance is always 1, and so is the bound.",
    explanation="This is the one-sided bound of Clopper and Pearson.",
    by_case=((lambda case, given, right: case[0] >= case[1], "Here all samples are errors, and so "
              "few, or fewer, have the chance 1 at every rate. Which rate is safe then?"),),
    fallback_hint="Put your rate into `binom.cdf(errors, n, rate)`. Is it the chance that was "
                  "asked?")

VOTE = CodeExercise(
    key="vote", title="The vote", reference=vote, cases=votes, accept=_same_labels,
    misconceptions=(
        Misconception("one label for each tree", """
            def vote(said):
                said = np.asarray(said)
                labels = np.unique(said)
                counts = np.array([np.sum(said == c, axis=1) for c in labels])
                return labels[counts.argmax(axis=0)]
            """, "You give one label for each tree. A row is a tree, a column a sample: who votes "
                 "on what?"),
        Misconception("one label for all", """
            def vote(said):
                said = np.asarray(said)
                labels, counts = np.unique(said, return_counts=True)
                return np.full(said.shape[1], labels[counts.argmax()])
            """, "Every sample gets the label that is most frequent in the whole table. The trees "
                 "vote on each sample by itself."),
        Misconception("places, not labels", """
            def vote(said):
                said = np.asarray(said)
                counts = np.array([np.sum(said == c, axis=0) for c in np.unique(said)])
                return counts.argmax(axis=0)
            """, "Those are places in the list of labels. Which label stands there?"),
        Misconception("the rarest", """
            def vote(said):
                said = np.asarray(said)
                labels = np.unique(said)
                counts = np.array([np.sum(said == c, axis=0) for c in labels])
                return labels[counts.argmin(axis=0)]
            """, "Your label is the one with the fewest votes."),
        Misconception("ties to the last", """
            def vote(said):
                said = np.asarray(said)
                labels = np.unique(said)[::-1]
                counts = np.array([np.sum(said == c, axis=0) for c in labels])
                return labels[counts.argmax(axis=0)]
            """, "You are right unless two labels have equally many votes. Of equals the "
                 "smallest label wins.", _tied),
        Misconception("the mean", """
            def vote(said):
                return np.round(np.mean(np.asarray(said), axis=0))
            """, "You take a mean, or compare one with ½. Of the labels 0 and 2 a mean makes a 1 "
                 "that nobody said. Count the votes for each label.", _from_mean),
        Misconception("the median", """
            def vote(said):
                return np.median(np.asarray(said), axis=0)
            """, "A median of labels can be a label that few chose, or none. Count the votes for "
                 "each label."),
        Misconception("the sign of the sum", """
            def vote(said):
                return np.sign(np.sum(np.asarray(said), axis=0))
            """, "You give 1 to every sample on which some tree says more than 0. Count the votes "
                 "for each label."),
        Misconception("a table", None, "Your labels are right; they stand in a table. Return them "
                      "in one row: one label for each sample, without a second axis.",
                      recognise=lambda case, given, right: np.ndim(given) == 2
                      and 1 in np.shape(given) and _same_labels(case, np.ravel(given), right)),
        Misconception("the first tree", """
            def vote(said):
                return np.asarray(said)[0]
            """, "That is what the first tree says. The others have a vote, too."),
    ),
    hints=("Which labels occur? `np.unique(said)` lists them, the smallest first.",
           "For one label c, `np.sum(said == c, axis=0)` counts its votes for every sample.",
           "Put these counts under each other, one row a label, and take the row of the largest "
           "in each column: `argmax(axis=0)` takes the first of equals."),
    way="List the labels in order. Count the votes of each label for each sample, one row a label. "
        "`argmax` along the rows finds the place of the largest count in each column, of equals "
        "the first; the list of labels turns places into labels.",
    explanation="It only counts, so it serves every classifier, whatever its labels mean.",
    fallback_hint="Take one column of this table and count its labels by hand.")

BAG = Exercise(
    key="bag-or-not", title="Would you bag on the Titanic?", variable="supported",
    parse=Letters("abcde"), reference=lambda: {"d", "e"},
    misconceptions=(
        Misconception("everything", set("abcde"), "Some of these contradict each other.",
                      lambda given: len(given) == 5),
        Misconception("the formula for classes", {"a", "d", "e"}, "**a**: the formula is about "
                      "means of numbers. What happens to a sample that most trees get wrong?",
                      lambda given: "a" in given),
        Misconception("the wrong rival", {"b"}, "**b**: against which rival did the vote win here? "
                      "The sentence speaks of the pruned tree.", lambda given: "b" in given),
        Misconception("proved", {"c", "d", "e"}, "**c**: the partitions use the same passengers "
                      "again and again, so they are not so many independent witnesses. And look "
                      "at the sd beside the mean.", lambda given: "c" in given),
        Misconception("Titanic only", {"d"}, "That is one. What does the table say about "
                      "the spirals?", lambda given: given == {"d"}),
        Misconception("spirals only", {"e"}, "That is one. What does the table say about "
                      "the Titanic?", lambda given: given == {"e"}),
    ),
    hints=("Sentences **b** to **e** name a table and a rival of the vote. Find their row.",
           "Where the sd over partitions is larger than the mean difference, many partitions have "
           "the other sign.",
           "“The data do not favour” is weaker than “the data prove the contrary”."),
    solution='supported = {"d", "e"}',
    way="The formula holds for averages of numbers, not for votes, so a is out. On the Titanic "
        "the mean difference between vote and pruned tree is negative and smaller than its sd, in "
        "partitions that share passengers: this does not favour the vote (d), and does not prove "
        "the contrary (c) either. On the spirals the mean is positive (e).",
    explanation="Compare with the model you would have used. Sometimes the answer is: neither.",
    fallback_hint="Look at the rows of the pruned tree, at their sd, and at what the formula is "
                  "about.")

EXERCISES = (LINK, BOUND, VOTE, BAG)
