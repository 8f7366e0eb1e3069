"""Exercise "three-curves": what limits three machines, read off their learning curves."""
from __future__ import annotations

from coursekit.exercise import Exercise, Matching, Misconception

CURVES = Exercise(
    key="three-curves", title="Three pairs of curves", variable="three_curves",
    parse=Matching("abc", ("class", "too rich", "more samples", "cannot tell"),
                   former={"sample": "too rich"}),
    reference=lambda: {"a": "class", "b": "too rich", "c": "cannot tell"},
    misconceptions=(
        Misconception("one answer for all", dict.fromkeys("abc", "too rich"),
                      "The three panels differ. Where is there a gap at the right end, and where "
                      "have the two curves met?", lambda given: len(set(given.values())) == 1),
        Misconception("b is no class", {"a": "class", "b": "class", "c": "cannot tell"},
                      "**b**: this tree answers its own samples far better than fresh ones, so its "
                      "class is rich enough. What could a smaller class win?",
                      lambda given: given["b"] == "class"),
        Misconception("more samples for b", {"a": "class", "b": "more samples",
                                             "c": "cannot tell"},
                      "**b**: a gap promises nothing about more samples. How much does the test "
                      "curve rise from 320 to 640, compared with its whiskers?",
                      lambda given: given["b"] == "more samples"),
        Misconception("b can be told", {"a": "class", "b": "cannot tell", "c": "cannot tell"},
                      "**b**: there is a gap at the right end, far wider than the whiskers. Which "
                      "remedy does a gap point to?",
                      lambda given: given["b"] == "cannot tell"),
        Misconception("a is no lack of samples", {"a": "too rich", "b": "too rich",
                                                  "c": "cannot tell"},
                      "**a**: the two curves have met. There is no gap that a smaller class could "
                      "win.",
                      lambda given: given["a"] == "too rich"),
        Misconception("more samples for a", {"a": "more samples", "b": "too rich",
                                             "c": "cannot tell"},
                      "**a**: more samples help where the test curve still rises at the right "
                      "end. Does this one?", lambda given: given["a"] == "more samples"),
        Misconception("more samples, c", {"a": "class", "b": "too rich", "c": "more samples"},
                      "**c**: more samples help where the test curve still rises at the right "
                      "end. How much does this one rise, compared with its whiskers?",
                      lambda given: given["c"] == "more samples"),
        Misconception("a can be told", {"a": "cannot tell", "b": "too rich", "c": "cannot tell"},
                      "**a**: it is not noise alone: the dashed line is a machine that does better "
                      "on the same passengers.", lambda given: given["a"] == "cannot tell"),
        Misconception("a richer class for c", {"a": "class", "b": "too rich", "c": "class"},
                      "**c**: which richer class has done clearly better on these passengers? Look "
                      "at the dashed line.",
                      lambda given: given["c"] == "class"),
        Misconception("more samples for c", {"a": "class", "b": "too rich", "c": "too rich"},
                      "**c**: look at the right end. How much of the gap is left, compared with "
                      "the whiskers?", lambda given: given["c"] == "too rich"),
    ),
    hints=("Look at the right end of each panel: is there a gap?",
           "A gap says that the class is richer than this sample can pin down; a smaller one could "
           "win some of it. Without a gap, ask whether a machine is known that is better on the "
           "same passengers: the dashed line.",
           "One question and logistic regression both have almost no gap. Which of the two test "
           "curves ends clearly below the dashed line?"),
    solution='three_curves = {"a": "class", "b": "too rich", "c": "cannot tell"}',
    way="In b the curves stay apart: the class is too rich for this sample. In a and c they "
        "have met. Logistic regression is better than one question on the same passengers, so a "
        "richer class helps there. No machine of the course so far is clearly better than logistic "
        "regression: whether the rest is noise or its class, these curves cannot tell.",
    explanation="A gap says that a smaller class could win something. Whether more samples would, "
                "you read off the slope of the test curve.",
    fallback_hint="For each panel: is there a gap, and is there a better machine?")
