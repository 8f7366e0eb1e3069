"""Exercise "perceptron": a separating line, by adding samples that are misclassified."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.datasets import make_and, make_xor
from coursekit.exercise import CodeExercise, Misconception, edit, edits


def perceptron(X, y, max_epochs=1000):
    """Return (w̃, updates), w̃ = (b, w1, …); (None, updates) if max_epochs are not enough."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for _ in range(max_epochs):
        before = updates
        for x, label in zip(X_1, y):
            if label * (w @ x) <= 0:
                w = w + label * x
                updates += 1
        if updates == before:
            return w, updates
    return None, updates


def _labelled(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (X, y) or (X, y, max_epochs): separable in some dimensions, and not at all."""
    X, y = make_and()
    yield [[0.0], [1.0]], [-1, 1]                           # the example of the docstring
    yield [[2]], [1]
    yield [[0.0]], [-1]                                     # at the origin
    yield [[1], [3]], [-1, 1]
    yield [[1.0], [2.0]], [1, 1]                            # one class only
    yield [[1.0], [1.0]], [1, -1], 20                       # one place, both labels
    yield [[1], [3]], [-1, 1], 1                            # the cap comes too early
    yield [[0.0], [1.0]], [-1, 1], 3                        # right, but not yet without an update
    yield [[0.0], [1.0]], [-1, 1], 4                        # that epoch is the last one allowed
    yield [[-1], [1 - 2**-20]], [1, 1]                      # right by very little
    yield [[10], [11]], [-1, 1]                             # 234 epochs
    yield X, y
    yield X - 0.5, y
    yield (*make_xor(), 20)
    for d in (1, 2, 3) * 8:
        X = rng.normal(size=(int(rng.integers(2, 7)), d))
        f = X @ rng.normal(size=d) + rng.normal()
        X = X[np.abs(f) > 0.1]
        if len(X):
            yield X, np.where(f[np.abs(f) > 0.1] > 0, 1, -1), 200


def _same_weights(case: tuple, given: Any, right: tuple) -> bool:
    """Take a list for an array; the number of updates is a whole number, however it is held."""
    w, updates = given
    if updates != right[1] or (w is None) != (right[0] is None):
        return False
    return w is None or (np.shape(w) == right[0].shape and bool(np.allclose(w, right[0])))


def _only_the_cap(case: tuple, given: Any, right: tuple) -> bool:
    """Tell a case that ends at the cap, or should."""
    return right[0] is None or (len(case) == 3 and given[0] is None)


ENDS_EARLY = """
    def perceptron(X, y, max_epochs=1000):
        X_1 = np.column_stack([np.ones(len(X)), X])
        w, updates = np.zeros(X_1.shape[1]), 0
        for _ in range(max_epochs):
            for x, label in zip(X_1, y):
                if label * (w @ x) <= 0:
                    w = w + label * x
                    updates += 1
            if (np.array(y) * (X_1 @ w) > 0).all():
                return w, updates
        return None, updates
    """
ALL_AT_ONCE = """
    def perceptron(X, y, max_epochs=1000):
        X_1, y = np.column_stack([np.ones(len(X)), X]), np.array(y)
        w, updates = np.zeros(X_1.shape[1]), 0
        for _ in range(max_epochs):
            wrong = y * (X_1 @ w) <= 0
            if not wrong.any():
                return w, updates
            w = w + y[wrong] @ X_1[wrong]
            updates += int(wrong.sum())
        return None, updates
    """

_wrong = edits()

PERCEPTRON = CodeExercise(
    key="perceptron", title="The perceptron", reference=perceptron, cases=_labelled,
    accept=_same_weights,
    misconceptions=(
        _wrong("strictly wrong only", "<= 0", "< 0",
               "At the start w̃ = 0, so every product is 0. With `<` no sample ever counts "
               "as misclassified, and nothing happens."),
        _wrong("no constant", "np.column_stack([np.ones(len(X)), X])", "np.array(X, dtype=float)",
               "Your w̃ has one number for each feature and none for b. Put a 1 in front of "
               "every sample."),
        _wrong("without the label", "w + label * x", "w + x",
               "You add x̃ without its label. For a sample of class −1 that makes matters "
               "worse."),
        Misconception("one epoch", edit(("range(max_epochs)", "range(1)"),
                                        ("return None, updates", "return w, updates")),
                      "Here you stop after the first epoch. An update for one sample may make "
                      "another one wrong: go on until an epoch needs no update."),
        Misconception("ends an epoch early", ENDS_EARLY,
                      "You return w̃ when all samples are right *after* an epoch with updates. "
                      "Wait for an epoch *without* an update; it must be among the first "
                      "`max_epochs`, too."),
        Misconception("counts epochs", edit(
            ("w, updates = np.zeros(X_1.shape[1]), 0",
             "w, updates, epochs = np.zeros(X_1.shape[1]), 0, 0"),
            ("before = updates", "before, epochs = updates, epochs + 1"),
            ("return w, updates", "return w, epochs"), ("return None, updates",
                                                        "return None, epochs")),
                      "You return the number of epochs. The second result is the number of "
                      "updates."),
        Misconception("counts epochs with updates", edit(
            ("w, updates = np.zeros(X_1.shape[1]), 0",
             "w, updates, epochs = np.zeros(X_1.shape[1]), 0, 0"),
            ("return w, updates", "return w, epochs"),
            ("            return w, epochs", "            return w, epochs\n        epochs += 1"),
            ("return None, updates", "return None, epochs")),
                      "You count the epochs that had an update. Count every update: an epoch may "
                      "have several."),
        Misconception("all at once", ALL_AT_ONCE,
                      "You test all samples with the same w̃ and add all updates of an epoch "
                      "together. Test each sample with the newest w̃."),
        _wrong("weights at the cap", "return None, updates", "return w, updates",
               "When the epochs are used up you return weights as if they were a "
               "solution. Return None instead."),
        _wrong("only the cap", "range(max_epochs)", "range(max_epochs - 1)",
               "Only the cap is wrong: `max_epochs` epochs are allowed, then "
               "(None, updates).", _only_the_cap),
    ),
    hints=("Put a column of ones before X: `np.column_stack([np.ones(len(X)), X])`. Then b is an "
           "ordinary weight.",
           "Two loops: over the epochs, and inside over the samples with their labels. Remember "
           "how many updates there were when the epoch began.",
           "Inside: `if label * (w @ x) <= 0`, add `label * x` to w and 1 to the counter. After "
           "the inner loop: has the counter changed?"),
    way="Extend every sample by a 1. Go through the samples again and again; where the product of "
        "label and decision value is not positive, add label times sample. When a whole epoch has "
        "left the counter as it was, all samples were right with the same w̃: return it, with the "
        "counter. If the epochs are used up before, return None, with the counter.",
    explanation="Without the cap it ends whenever a line separates the classes; the next theorem "
                "says how soon.",
    by_case=((lambda case, given, right: right[0] is None, "In this case every epoch that is "
              "allowed has an update. What should the function return then?"),),
    fallback_hint="Follow w̃ on this case by hand, sample by sample: which are misclassified, and "
                  "what is added?")
