"""Exercise "and-soft": the soft margin of AND by hand, for a penalty too small for the hard one."""
from __future__ import annotations

import numpy as np

from coursekit.datasets import make_and
from coursekit.exercise import Exercise, Misconception, Numbers
from coursekit.svm import DualProblem, solve_qp

C_SOFT = 2.0
NEAR = 2e-3


def _and_soft() -> tuple[float, ...]:
    X, y = make_and()
    best = solve_qp(DualProblem.from_data(X, y, C_SOFT))
    w = (best.alpha * y) @ X
    return (*map(float, w), float(best.b), float(1 - w.sum() - best.b))


def _near(values, wanted) -> bool:
    return bool(np.allclose(values, wanted, atol=NEAR))


def _another_C(v: tuple[float, ...]) -> bool:
    """Return whether v solves AND for another C below 4: (C/2, C/2, -1 - C/2, 2 - C/2)."""
    half = v[0]
    return 0 < half < 2 and _near(v, (half, half, -1 - half, 2 - half))


def _line(v: tuple[float, ...]) -> bool:
    return _near(v[:3], (1, 1, -2))


AND_SOFT = Exercise(
    key="and-soft", title="AND with slack", variable="and_soft",
    parse=Numbers(("w1", "w2", "b", "xi")), reference=_and_soft, tolerance=NEAR,
    misconceptions=(
        Misconception("hard margin", (2.0, 2.0, -3.0, 0.0),
                      "This is the hard margin. It needs α = 4 at (1, 1), more than C = 2 allows.",
                      lambda v: _near(v[:3], (2, 2, -3))),
        Misconception("another C", (0.5, 0.5, -1.5, 1.5),
                      "This is the solution for another C. How large may the multiplier of (1, 1) "
                      "be here?", _another_C),
        Misconception("no slack", (1.0, 1.0, -2.0, 0.0),
                      "The line is right. But put (1, 1) into f: does it reach 1?"),
        Misconception("f for the slack", (1.0, 1.0, -2.0, -1.0),
                      "The line is right. A slack is never negative.",
                      lambda v: _line(v) and v[3] < 0),
        Misconception("a length", (1.0, 1.0, -2.0, 2**-0.5),
                      "The line is right. You measured the bar in the plane; slack is counted in "
                      "units of f.", lambda v: _line(v) and _near(v[3], 2**-0.5)),
        Misconception("the multiplier", (1.0, 1.0, -2.0, 2.0),
                      "The line is right. 2 is the multiplier of (1, 1); its slack is 1 − f.",
                      lambda v: _line(v) and _near(v[3], 2)),
        Misconception("line right", (1.0, 1.0, -2.0, 0.3),
                      "The line is right. How far does f at (1, 1) fall short of 1?",
                      _line),
        Misconception("turned round", (-1.0, -1.0, 2.0, 1.0),
                      "With these signs (0, 0) is on the positive side.",
                      lambda v: v[0] < 0 and v[1] < 0 < v[2]),
        Misconception("multipliers", (0.0, 1.0, 1.0, 2.0),
                      "These are the four multipliers. The exercise asks for w = Σ α_i y_i x_i, b "
                      "and the slack."),
        Misconception("weights right", (1.0, 1.0, -1.0, 0.0),
                      "The weights are right. b follows from a sample with 0 < α < C: there "
                      "y f = 1.", lambda v: _near(v[:2], 1)),
    ),
    hints=("(1, 1) is the only positive sample, so s is its multiplier. W rises up to s = 4. How "
           "far does the box let s go?",
           "With this s, w = s (p₊ − p₋). By symmetry (0, 1) and (1, 0) have s/2 each: are they "
           "free?",
           "(0, 1) is free, so f(0, 1) = −1, which gives b. The slack of (1, 1) is 1 − f(1, 1)."),
    solution="and_soft = (1, 1, -2, 1 - (1 + 1 - 2))",
    way="s is the multiplier of (1, 1), so s ≤ C = 2. W = 2 s − s²/4 rises up to s = 4, so it is "
        "largest at s = 2: w = s (p₊ − p₋) = 2 (½, ½) = (1, 1). The neighbours (0, 1) and (1, 0) "
        "have s/2 = 1 each and are free, so f(0, 1) = 1 + b = −1 and b = −2. Then f(1, 1) = 0, so "
        "its slack is 1, and (0, 0) has y f = 2 with α = 0: all zones are right.",
    explanation="With C = 2 the line goes through (1, 1): slack is cheap enough to give this "
                "sample up.",
    fallback_hint="Find s first: how far does the box let it go? Then w = s (p₊ − p₋), and a free "
                  "sample gives b.")
