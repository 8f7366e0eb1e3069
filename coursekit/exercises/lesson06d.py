"""The exercises of lesson 06d: a vote, and whether it pays on the Titanic."""
from __future__ import annotations

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.exercises.lesson06d_cases import votes
from coursekit.tree.naive_pruning import vote


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

EXERCISES = (VOTE, BAG)
