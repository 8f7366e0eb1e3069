"""Exercise "three-curves": what the learning curves of three machines say.

What a small sample and a class too rich for it do to the curves is the same, so both are one
answer, `"sample"`. Where a curve still rises a little and the best machine known is little better,
`"sample"` and `"cannot tell"` are both right; `Limits` reads either as the latter.
"""
from __future__ import annotations

from typing import Any

from coursekit.exercise import Exercise, Matching, Misconception

READ = Matching("abc", ("class", "sample", "cannot tell"),
                former={"too rich": "sample", "more samples": "sample"})
RIGHT = {"a": "class", "b": "sample", "c": "cannot tell"}


class Limits:
    """Reads a word for each of a, b and c.

    Examples
    --------
    >>> Limits()({"a": "class", "b": "too rich", "c": "sample"})
    {'a': 'class', 'b': 'sample', 'c': 'cannot tell'}
    """

    def __call__(self, value: Any) -> dict[str, str]:
        """Return the words; of c, either right one as "cannot tell"."""
        given = READ(value)
        return given | {"c": "cannot tell"} if given["c"] == "sample" else given


def _wrong(name: str, letter: str, word: str, hint: str) -> Misconception:
    return Misconception(name, RIGHT | {letter: word}, f"**{letter}**: {hint}",
                         lambda given: given[letter] == word)


CURVES = Exercise(
    key="three-curves", title="Three pairs of curves", variable="three_curves", parse=Limits(),
    reference=lambda: RIGHT,
    misconceptions=(
        Misconception("one answer for all", dict.fromkeys("abc", "class"),
                      "The three panels differ. Where is there a gap at the right end, and where "
                      "have the two curves met?", lambda given: len(set(given.values())) == 1),
        _wrong("b is no class", "b", "class",
               "this tree answers its own samples far better than fresh ones, so its class is "
               "rich enough. What does the gap say?"),
        _wrong("b can be told", "b", "cannot tell",
               "whether more samples would help is left open, but that was not asked. The training "
               "score is far above the test score. Which word describes that?"),
        _wrong("a is no lack of samples", "a", "sample",
               "the two curves have met, and the test curve no longer rises. What could more "
               "samples gain?"),
        _wrong("a can be told", "a", "cannot tell",
               "it is not noise alone: the dashed line is a machine that does better on the same "
               "passengers."),
        _wrong("a richer class for c", "c", "class",
               "which richer class has done clearly better on these passengers? Look at the "
               "dashed line."),
    ),
    hints=("Look at the right end of each panel: is there a gap?",
           "A wide gap says that the class is rich for this sample. Without one, ask whether a "
           "machine is known that is better on the same passengers: the dashed line.",
           "One question and logistic regression both have almost no gap. Which of the two test "
           "curves ends clearly below the dashed line?"),
    solution='three_curves = {"a": "class", "b": "sample", "c": "cannot tell"}',
    way="In b the curves stay apart: the class is rich for this sample. In a and c they "
        "have met, or nearly. The best machine known is much better than one question, so a "
        "richer class helps there. It is a point better than logistic regression, whose curve "
        "still rises a little: \"sample\" is right as well as \"cannot tell\".",
    explanation="For c both \"sample\" and \"cannot tell\" are accepted: the curve still rises a "
                "little, and the best machine known is hardly better.",
    fallback_hint="For each panel: is there a gap, and is there a better machine?")
