"""Exercise "kernel-perceptron": a learner that lays a bump on each of its mistakes."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits, same_numbers


def kernel_perceptron(K, y, max_epochs=100):
    """Return beta, shape (n,): y_i times the number of mistakes on sample i."""
    beta = np.zeros(len(y))
    for _ in range(max_epochs):
        mistakes = 0
        for i in range(len(y)):
            if y[i] * (K[i] @ beta) <= 0:
                beta[i] += y[i]
                mistakes += 1
        if mistakes == 0:
            break
    return beta


def _labelled(rng: np.random.Generator) -> Iterator[tuple]:
    """Give K and y, sometimes the number of epochs."""
    yield np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-1, 1])
    yield np.array([[1.0]]), np.array([1])
    yield np.array([[1.0]]), np.array([-1])
    yield np.array([[1.0, 1e-5], [1e-5, 1.0]]), np.array([1, 1])        # right, if by little
    yield np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([1, -1]), 4      # contradictory duplicates
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1.0]])
    yield (corners @ corners.T + 1) ** 2, np.array([-1, 1, 1, -1])
    yield (corners @ corners.T + 1) ** 2, np.array([-1, 1, 1, -1]), 1
    for _ in range(40):
        n = int(rng.integers(2, 9))
        X = rng.normal(size=(n, 2)).round(2)
        y = np.where(X @ rng.normal(size=2) > 0.1, 1, -1)
        yield X @ X.T + 1, y
        yield X @ X.T, rng.choice([-1, 1], n), 3
    yield corners @ corners.T + 1, np.array([-1, 1, 1, -1]), 7          # never without mistakes


_wrong = edits()

KERNEL_PERCEPTRON = CodeExercise(
    key="kernel-perceptron", title="A perceptron of kernel values", reference=kernel_perceptron,
    cases=_labelled, accept=same_numbers(rtol=1e-5, atol=1e-7),
    misconceptions=(
        _wrong("0 counts as right", "<= 0", "< 0",
               "With beta = 0 every value is 0. Does your function ever lay a bump?"),
        _wrong("adds 1", "beta[i] += y[i]", "beta[i] += 1",
               "You add 1 whatever the label is. Which way must the bump of an orange sample "
               "point?"),
        _wrong("label twice", "K[i] @ beta", "K[i] @ (beta * y)",
               "beta already carries the sign of the label. In your sum the label comes in a "
               "second time."),
        _wrong("adds a row of K", "beta[i] += y[i]", "beta += y[i] * K[i]",
               "You add a whole row of K to beta. A mistake on sample i lays one bump, on sample i "
               "alone."),
        Misconception("all mistakes of an epoch at once", """
            def kernel_perceptron(K, y, max_epochs=100):
                beta = np.zeros(len(y))
                for _ in range(max_epochs):
                    wrong = y * (K @ beta) <= 0
                    if not wrong.any():
                        break
                    beta = beta + np.where(wrong, y, 0)
                return beta
            """, "You judge the second sample with the beta from before the first mistake. "
                 "Change beta as soon as a mistake is made."),
        _wrong("one epoch only", "range(max_epochs)", "range(1)",
               "You stop after a single epoch, and there were still mistakes in it. When may it "
               "stop?"),
        _wrong("an epoch too many", "range(max_epochs)", "range(max_epochs + 1)",
               "Where the mistakes never end, you run more epochs than max_epochs. Count them for "
               "max_epochs = 1."),
        Misconception("number of mistakes", edit(("K[i] @ beta", "K[i] @ (beta * y)"),
                                                 ("beta[i] += y[i]", "beta[i] += 1")),
                      "These are the numbers of mistakes. beta_i also has the sign of the label.",
                      lambda case, given, right: np.allclose(given, np.abs(right))),
        _wrong("stops at the first right sample", "mistakes += 1",
               "mistakes += 1\n            else:\n                return beta",
               "An epoch ends after the last sample, not at the first one that is right."),
        _wrong("label forgotten in the test", "y[i] * (K[i] @ beta)", "K[i] @ beta",
               "A sample is right if its value has the sign of its label. Your test does not look "
               "at the label."),
    ),
    hints=("Two loops: epochs outside, samples inside. What is the value of sample i, from row i "
           "of K and beta?",
           "It is `K[i] @ beta`. Times y[i], it is positive where the sample is right; 0 counts as "
           "a mistake.",
           "At a mistake add y[i] to beta[i] at once, and count it. An epoch with count 0 ends the "
           "loop."),
    way="Start with beta = 0 and take the samples in turn. The value of sample i is "
        "`K[i] @ beta`. If it does not have the sign of the label, `y[i] * (K[i] @ beta) <= 0`, "
        "this is a mistake: add `y[i]` to `beta[i]` at once. Count the mistakes of each epoch; "
        "after an epoch without any, or after `max_epochs`, return beta.",
    explanation="It never saw a feature: the kernel values were enough.",
    fallback_hint="Go through this case by hand, one sample after another: beta, the value of the "
                  "sample, mistake or not.")
