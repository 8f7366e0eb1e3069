"""Exercise "broken": which of the three conditions is broken?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Misconception, Numbers

RIGHT = (1, 0, 3, 2, 1, 3)
ASK = {
    "a": "**a**: nobody looked at anything; the rule has met a sister of the tested row, not the "
         "row. Are two visits of one person independent?",
    "b": "**b**: of whose rows are the mean and the standard deviation?",
    "c": "**c**: every patient may be independent of the others. Whose labels are in the means "
         "that fill the gaps?",
    "d": "**d**: sorting does not make the wines depend on one another. What decides which of them "
         "share a fold?",
    "e": "**e**: the folds are in order. Do the new houses come from where the old ones came "
         "from?",
    "f": "**f**: no single CV need be wrong. What have the thirty scores been used for?"}


def _first_wrong(place: int):
    """Return whether an answer is wrong at this place, and right before."""
    return lambda given: given[:place] == RIGHT[:place] and given[place] != RIGHT[place]


BROKEN = Exercise(
    key="broken", title="Which condition is broken?", variable="broken",
    parse=Numbers(tuple(ASK)), reference=lambda: RIGHT, tolerance=0,
    misconceptions=tuple(
        Misconception(f"about {letter}", (*RIGHT[:k], 0 if RIGHT[k] else 3, *RIGHT[k + 1:]), hint,
                      _first_wrong(k)) for k, (letter, hint) in enumerate(ASK.items())),
    hints=("For each of them, ask about all three in turn: are the samples, and the new ones, "
           "independent draws from one distribution? Were the folds cut blindly? Has the procedure "
           "seen anything of its test fold?",
           "A procedure is everything that is done with the data. What was computed, or decided, "
           "before the folds were cut?",
           "One of the six is in order. Two break the first condition, one the second, two the "
           "third."),
    solution=f"broken = {RIGHT}",
    way="1: two visits of one person are not independent (a), and prices of another year come from "
        "another distribution (e). 2: a fold of neighbours in a sorted list has been cut by "
        "looking (d). 3: means of all labels have seen those of the test fold (c), and so have "
        "thirty looks at the score (f). Learning a mean from the training part alone belongs to "
        "the procedure, and breaks nothing (b).",
    explanation="In five of the six, CV may be far from the accuracy that is promised.",
    fallback_hint="Write 1, 2, 3, or 0 for none, in the order a to f.")
