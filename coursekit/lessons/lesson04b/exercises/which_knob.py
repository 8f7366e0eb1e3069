"""Exercise "which-knob": what was turned, C, γ, the tolerance or the class weight?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Matching, Misconception

KNOBS = ("penalty", "gamma", "tolerance", "weight")
RIGHT = {"a": "tolerance", "b": "penalty", "c": "gamma", "d": "gamma", "e": "weight",
         "f": "penalty"}


def _knob(letter: str, word: str, hint: str) -> Misconception:
    """Return the mistake of taking one knob for another."""
    return Misconception(f"{letter} as {word}", {**RIGHT, letter: word}, f"**{letter}**: {hint}",
                         lambda given: given[letter] == word)


WHICH_KNOB = Exercise(
    key="which-knob", title="Which knob was turned?", variable="knobs",
    parse=Matching("abcdef", KNOBS, {"c": "penalty", "penalty c": "penalty", "γ": "gamma",
                                     "class weight": "weight"}),
    reference=lambda: RIGHT,
    misconceptions=(
        _knob("a", "penalty", "a lower ceiling would change far more answers than these."),
        _knob("b", "tolerance", "a solver that stops elsewhere has other heights, at least a "
                                "little."),
        _knob("b", "gamma", "every bump would have another width, and f would change everywhere."),
        _knob("b", "weight", "a weight raises one class's ceiling alone. Here both rose."),
        _knob("c", "penalty", "the ceiling is still the same. What else gives up own samples?"),
        _knob("c", "tolerance", "an earlier stop hardly changed any answer."),
        _knob("d", "penalty", "all distances have another unit now. Which knob has one?"),
        _knob("e", "penalty", "a higher ceiling for both classes favours neither of them."),
        _knob("f", "gamma", "it happened for every γ, so γ cannot be what did it."),
        _knob("f", "weight", "the two ceilings are equal."),
    ),
    hints=("Which knobs choose the machine, and which says when to stop looking for it?",
           "A ceiling that nothing touches may rise without any effect. A unit of length appears "
           "in one knob only.",
           "Two are the penalty, two are gamma; the tolerance and the weight have one each."),
    solution=f"knobs = {RIGHT}".replace("'", '"'),
    way="a: fewer steps to nearly the same answers is an earlier stop. b: no bump touched the "
        "ceiling, so a higher one changes nothing. c: the ceiling stayed, and wide bumps cannot "
        "bend around single samples. d: γ is one over a squared distance. e: a higher ceiling for "
        "one class changes which mistakes are made. f: below a theorem's bound on C everybody gets "
        "the larger class, whatever γ is.",
    explanation="C and γ choose the machine, the weight shifts it, the tolerance says how near to "
                "it you stop.",
    fallback_hint="Ask of each story: is it another machine, or the same one, less finished?")
