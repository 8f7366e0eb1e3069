"""Exercise "best-step": the top of the parabola, or the end before it."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edits
from coursekit.svm.smo import best_step


def _steps(rng: np.random.Generator) -> Iterator[tuple]:
    yield 2.0, -8.0, -1.0, 1.0
    yield 2.0, -1.0, -1.0, 1.0                         # the top lies beyond high
    yield -2.0, -1.0, -1.0, 1.0                        # and beyond low
    yield from ((slope, 0.0, -1.0, 1.0) for slope in (2.0, -2.0))   # lines: one rises, one falls
    yield 0.0, 0.0, -1.0, 1.0                          # level: any t will do
    yield 0.0, -2.0, -1.0, 1.0
    yield 2.0, -1e-300, 0.0, 1.0                       # bent even less
    yield 2.0, -4.0, 0.0, 0.0                          # may not move
    for eta in (-8.0, -1.0):                           # one end is 0: so every run begins
        yield 2.0, eta, 0.0, 1.0
        yield -2.0, eta, -1.0, 0.0
    yield 7.0, -43.0, 0.0, 1.0                         # without the ½ the top rounds to below 0
    for scale in (0.1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10):
        yield from ((sign * scale / 2, -scale, -1.0, 1.0) for sign in (1, -1))  # hardly bent
        yield from ((sign * scale, 0.0, -1.0, 1.0) for sign in (1, -1))         # hardly steep
    for slope in rng.normal(scale=2, size=120):
        eta = float(rng.choice([0.0, *(-rng.exponential(size=4) * 4)]))
        yield float(slope), eta, -float(rng.random()), float(rng.random())
        yield float(slope), eta, *sorted((0.0, float(rng.uniform(-3, 3))))


def _is_best(case: tuple, given: float, right: float) -> bool:
    """Accept the t of the reference; on a level line every t of the segment."""
    slope, eta, low, high = case
    if slope == 0 and eta == 0:
        return low <= given <= high
    return abs(given - right) <= 1e-6 * max(1.0, abs(right))      # single precision will do


#: A right answer, as most learners write it.
CLIPPED = """
def best_step(slope, eta, low, high):
    if eta == 0:
        return high if slope > 0 else low
    return min(max(-slope / eta, low), high)
"""
TOP, LINE = "-slope / eta", "high if slope > 0 else low"

_wrong = edits(of=CLIPPED)

STEP = CodeExercise(
    key="best-step", title="The best step", reference=best_step, cases=_steps, accept=_is_best,
    misconceptions=(
        _wrong("downhill", TOP, "slope / eta",
               "You go downhill: slope·t is negative, or 0 where you cannot. Set slope + eta·t to "
               "zero and solve for t, with its sign."),
        _wrong("half-way", TOP, "-slope / (2 * eta)",
               "That is half-way to the top. Differentiate slope·t + eta·t²/2 once more."),
        _wrong("twice the way", TOP, "-2 * slope / eta",
               "You go twice as far as the top, where W is back at the height at which it began. "
               "The derivative of eta·t²/2 is eta·t: no 2 remains."),
        _wrong("not clipped", f"min(max({TOP}, low), high)", TOP,
               "The top is right, but it may lie outside [low, high]."),
        _wrong("no move where eta is 0", LINE, "0.0",
               "There eta is 0: the line rises or falls all the way, and you stay at 0. Where in "
               "[low, high] is it highest?"),
        Misconception("no move", None, "You stay at 0, though W rises from there, and the segment "
                      "goes on. If you compare heights, is the ½ there?", lambda case, given, right:
                      case[1] < 0 and abs(given) <= 1e-9 < abs(right)),
        _wrong("divides by zero", f"    if eta == 0:\n        return {LINE}\n", "",
               "There the parabola is a straight line. Where in [low, high] is that highest?"),
        _wrong("hardly bent taken for straight", "eta == 0", "eta > -0.5",
               "A parabola that bends only a little still has its top at −slope/eta. Treat eta as "
               "0 only where it is 0: with small features every eta is small.",
               lambda case, given, right: -0.5 < case[1] < 0
               and given == (case[3] if case[0] > 0 else case[2])),
        _wrong("always high where eta is 0", LINE, "high",
               "Right for a line that rises. And if the slope is negative?"),
        _wrong("always an end", "if eta == 0", "if True",
               "You go to an end. What if the top lies before it?"),
    ),
    hints=("Where is the slope of the parabola zero? And if that place is outside the segment?",
           "The slope at t is slope + eta·t. For eta < 0 it is zero at −slope/eta; then cut at low "
           "and high.",
           "`min(max(top, low), high)` cuts. Treat eta == 0 before you divide: the best end is "
           "decided by the sign of the slope."),
    way="For eta < 0 the slope at t is slope + eta·t, which is zero at −slope/eta; beyond an end "
        "of the segment that end is best, so cut at both. For eta = 0 the line is highest at the "
        "upper end if it rises, at the lower end if it falls, and everywhere if it is level.",
    explanation="Every step now goes to the highest point of its segment, duplicates included.",
    by_case=((lambda case, given, right: case[1] == 0,
              "Here the parabola is a straight line. At which end is it highest?"),),
    fallback_hint="Draw the parabola and the segment. Where is the highest point that is allowed?")
