"""The exercise of lesson 02c: the perceptron. Labels are -1 and +1, f(x) = ⟨w, x⟩ + b."""
from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson02c_cases import labelled
from coursekit.exercises.lesson02c_mistakes import (
    ALL_AT_ONCE,
    ENDS_EARLY,
    FIRST_RIGHT,
    learner,
)
from coursekit.exercise.model import Misconception


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


def _same_weights(case: tuple, given: Any, right: tuple) -> bool:
    """Take a list for an array; the number of updates is a whole number, however it is held."""
    w, updates = given
    if updates != right[1] or (w is None) != (right[0] is None):
        return False
    return w is None or (np.shape(w) == right[0].shape and bool(np.allclose(w, right[0])))


def _right_but_for_the_shape(case: tuple, given: Any, right: Any) -> bool:
    """Tell right numbers, of a function or of its weights, that stand in a column, say."""
    if isinstance(right, tuple):
        given, right = (given[0], right[0]) if given[1] == right[1] else (None, right[0])
    given = np.asarray(given, dtype=float)
    return given.shape != right.shape and bool(np.allclose(given.ravel(), right, atol=2e-6))


def _only_the_cap(case: tuple, given: Any, right: tuple) -> bool:
    """Tell a case that ends at the cap, or should."""
    return right[0] is None or (len(case) == 3 and given[0] is None)


def _gives_up(case: tuple, given: Any, right: tuple) -> bool:
    """Tell None in place of a solution that takes hundreds of epochs, where no cap is given."""
    return len(case) == 2 and given[0] is None and right[0] is not None and right[1] > 200


PERCEPTRON = CodeExercise(
    key="perceptron", title="The perceptron", reference=perceptron, cases=labelled,
    accept=_same_weights,
    misconceptions=(
        Misconception("strictly wrong only", learner(test="< 0"),
                      "At the start w̃ = 0, so every product is 0. With `<` no sample ever counts "
                      "as wrong, and nothing happens."),
        Misconception("a tolerance", learner(test="<= 1e-3"),
                      "You update for a sample with a small positive product. It is right: "
                      "compare the product with 0."),
        Misconception("no constant", learner(extend="np.array(X, dtype=float)"),
                      "Your w̃ has one number for each feature and none for b. Put a 1 in front of "
                      "every sample."),
        Misconception("b stays 0", learner(step="w = w + label * x * (np.arange(len(x)) > 0)"),
                      "Your b never changes. The constant 1 is a feature like the others."),
        Misconception("without the label", learner(step="w = w + x"),
                      "You add x̃ without its label. For a sample of class −1 that makes matters "
                      "worse."),
        Misconception("zero is a prediction", learner(test="<= 0 and (label > 0 or w @ x != 0)"),
                      "You take f = 0 for an answer, −1. A sample on the line counts as wrong, "
                      "whatever its label."),
        Misconception("subtracts", learner(step="w = w - label * x"),
                      "You move away from what the sample wants. After the update y⟨w̃, x̃⟩ must "
                      "be larger than before."),
        Misconception("one epoch", learner(epochs="1", capped="w, updates"),
                      "Here you stop after the first epoch. An update for one sample may make "
                      "another one wrong: go on until an epoch needs no update."),
        Misconception("ends an epoch early", ENDS_EARLY,
                      "You return w̃ when all samples are right *after* an epoch with updates. "
                      "Asked is an epoch *without* an update, and it must be among the first "
                      "`max_epochs`, too."),
        Misconception("cap on updates", learner(epochs="10**6", fresh="\n        ".join([
            "if updates >= max_epochs:", "    break", "wrong = 0"])),
                      "You compare the number of updates with `max_epochs`. What is capped is the "
                      "number of epochs."),
        Misconception("counts epochs", learner(result="w, epoch", capped="None, epoch"),
                      "You return the number of epochs. Asked is how many updates there were."),
        Misconception("counts the last epoch", learner(result="w, 0", capped="None, wrong"),
                      "Your counter begins anew in each epoch. Asked are the updates of all "
                      "epochs."),
        Misconception("all at once", ALL_AT_ONCE,
                      "You test all samples with the same w̃ and add all updates of an epoch "
                      "together. That works, too, in another number of updates. Here each sample "
                      "is tested with the newest w̃."),
        Misconception("ends at the first right sample", FIRST_RIGHT,
                      "You stop as soon as one sample is right. All must be, in one whole epoch."),
        Misconception("weights at the cap", learner(capped="w, updates"),
                      "When the epochs are used up you return weights, as if they were a "
                      "solution. Return None in their place."),
        Misconception("no cap", learner(epochs="1000"),
                      "You do not use `max_epochs`: that many epochs, and no more, are allowed."),
        Misconception("number first", learner(result="updates, w", capped="updates, None"),
                      "Your two results are in the other order. Asked are w̃ first, then the "
                      "number of updates."),
        Misconception("b last", learner(result="np.append(w[1:], w[0]), updates"),
                      "The numbers seem right, but b comes first: w̃ = (b, w1, …)."),
        Misconception("None alone", learner(capped="None"),
                      "When the epochs are used up you return one thing. Asked are two there as "
                      "well: None and the number of updates."),
        Misconception("weights only", learner(result="w", capped="None"),
                      "You return one thing. Asked are two: w̃ and the number of updates."),
        Misconception("never right again", learner(fresh="pass"),
                      "Once a sample has been wrong, your function never ends before the cap. What "
                      "tells you that *this* epoch needed no update must begin anew with it."),
        Misconception("back to the first sample", learner(first="break"),
                      "After an update you go back to the first sample. Go on to the next one: an "
                      "epoch is one passage through all samples."),
        Misconception("each sample until it is right", learner(
            step="w = w + label * x", after="\n            ".join([
                "while label * (w @ x) <= 0:", "    w = w + label * x", "    updates += 1"])),
                      "You repeat the update until the sample is right. Here each sample gets at "
                      "most one update an epoch."),
        Misconception("w in a column", learner(result="w[:, None], updates"),
                      "The numbers are right, but w̃ has another shape. Asked is one row of "
                      "numbers, an array of shape (d + 1,) for d features.",
                      _right_but_for_the_shape),
        Misconception("another default", learner(epochs="min(max_epochs, 100)"),
                      "You give up too early: where `max_epochs` is not given, 1000 epochs are "
                      "allowed.", _gives_up),
        Misconception("only the cap", learner(epochs="max_epochs - 1"),
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
    explanation="It ends whenever a line separates the classes; the next theorem says how soon.",
    by_case=((lambda case, given, right: right[0] is None, "In this case every epoch that is "
              "allowed has an update. What is to be returned then?"),),
    fallback_hint="Follow w̃ on this case by hand, sample by sample: which are wrong, and what is "
                  "added?")

EXERCISES = (PERCEPTRON,)
