"""Exercise "three-curves": what limits three machines, read off their learning curves."""
from __future__ import annotations

from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Matching

CURVES = Exercise(
    key="three-curves", title="Three pairs of curves", variable="three_curves",
    parse=Matching("abc", ("class", "sample", "cannot tell")),
    reference=lambda: {"a": "class", "b": "sample", "c": "cannot tell"},
    misconceptions=(
        Misconception("one answer for all", dict.fromkeys("abc", "sample"),
                      "The three panels differ. Where is there a gap at the right end, and where "
                      "have the two curves met?", lambda given: len(set(given.values())) == 1),
        Misconception("b is no class", {"a": "class", "b": "class", "c": "cannot tell"},
                      "**b**: this tree answers its own samples far better than fresh ones, so its "
                      "class is rich enough. What does the gap say?",
                      lambda given: given["b"] == "class"),
        Misconception("b can be told", {"a": "class", "b": "cannot tell", "c": "cannot tell"},
                      "**b**: there is a gap at the right end, far wider than the whiskers.",
                      lambda given: given["b"] == "cannot tell"),
        Misconception("a is no lack of samples", {"a": "sample", "b": "sample",
                                                  "c": "cannot tell"},
                      "**a**: the two curves have met, and more passengers no longer move them.",
                      lambda given: given["a"] == "sample"),
        Misconception("a can be told", {"a": "cannot tell", "b": "sample", "c": "cannot tell"},
                      "**a**: it is not noise alone: on the same passengers the machine of panel "
                      "c does better.", lambda given: given["a"] == "cannot tell"),
        Misconception("a richer class for c", {"a": "class", "b": "sample", "c": "class"},
                      "**c**: which richer class has done clearly better on these passengers?",
                      lambda given: given["c"] == "class"),
        Misconception("more samples for c", {"a": "class", "b": "sample", "c": "sample"},
                      "**c**: look at the right end. How much of the gap is left, compared with "
                      "the whiskers?", lambda given: given["c"] == "sample"),
    ),
    hints=("Look at the right end of each panel: is there a gap?",
           "A gap says that the sample is too small for a class as rich as this. Without a gap, "
           "ask whether another panel has a machine that is better on the same passengers.",
           "One question and logistic regression both have no gap. Compare their test curves, and "
           "then ask whether you know a machine that is clearly better than logistic regression."),
    solution='three_curves = {"a": "class", "b": "sample", "c": "cannot tell"}',
    way="In b the curves stay apart: the sample is too small for so rich a class. In a and c they "
        "have met. Logistic regression is better than one question on the same passengers, so a "
        "richer class helps there. No machine of the course so far is clearly better than logistic "
        "regression: whether the rest is noise or its class, these curves cannot tell.",
    explanation="A gap says that a smaller class could win something. Whether more samples would, "
                "you read off the slope of the test curve.",
    fallback_hint="For each panel: is there a gap, and is there a better machine?")
