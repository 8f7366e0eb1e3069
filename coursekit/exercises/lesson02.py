"""The exercises of lesson 02: AND without slack and with it, the largest box, KKT by hand.

Conventions of all six: L = f - λ c, with λ ≥ 0 where c ≥ 0 is asked; AND has the corners (0, 0),
(0, 1), (1, 0), (1, 1) in this order, the last one +1, the others -1; f(x) = ⟨w, x⟩ + b; slack
costs C Σ ξ_i.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from coursekit.datasets import make_and
from coursekit.exercises.parsing import AnswerError, Letters, Numbers
from coursekit.exercises.compare import short_repr
from coursekit.exercises.model import Exercise
from coursekit.exercises.model import Misconception as Wrong
from coursekit.lagrange import inequality_qp, largest_box, margin

# 02.4: what y·f may be; each zone of a multiplier wants the one that is sure and says most.
ZONES = {"zero": "α = 0", "free": "0 < α < C", "bound": "α = C"}
RELATIONS = {"a": "y·f > 1", "b": "y·f = 1", "c": "y·f ≤ -1", "d": "y·f ≥ 1", "e": "y·f < 1",
             "f": "y·f = -1", "g": "y·f ≤ 1"}
# 02.6: four objectives for a linear classifier, C > 0, and what each asks of every sample.
VARIANTS = {"a": "maximise 1/‖w‖², with y·f > 0",
            "b": "maximise 1/‖w‖² + C Σ ξ_i, with y·f ≥ 1 - ξ_i and ξ_i ≥ 0",
            "c": "minimise ½‖w‖² + C Σ ξ_i, with y·f ≥ 1 - ξ_i and ξ_i ≥ 0",
            "d": "maximise 1/‖w‖² - C Σ ξ_i, with y·f ≥ 1 - ξ_i and ξ_i ≥ 0"}
# What is to be as large as possible in each of them, at C = 1.
GAIN = {"a": lambda w, slack: 1 / (w @ w), "b": lambda w, slack: 1 / (w @ w) + slack.sum(),
        "c": lambda w, slack: -(w @ w / 2 + slack.sum()),
        "d": lambda w, slack: 1 / (w @ w) - slack.sum()}


def _box(surface: float = 6.0) -> tuple[float, float]:
    sides, push = largest_box(surface)
    return float(sides[0]), push


def _hand() -> tuple[float, ...]:
    x, push = inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [1])
    return tuple(np.append(x, push).tolist())


def _hard(w=None, b: float = 0.0) -> tuple[float, ...]:
    """Return (w1, w2, b, width) of a line between the classes of AND; of the widest, if none."""
    X, y = make_and()
    if w is None:
        *w, b = inequality_qp(np.diag([1, 1, 0]), np.zeros(3), y[:, None] * np.c_[X, np.ones(4)],
                              np.ones(4))[0].round(9).tolist()
    return (*map(float, w), float(b), 2 * margin(X, y, w, b))


@cache
def _soft(C: float = 2.0) -> tuple[float, ...]:
    """Return (w1, w2, b, ξ4) of AND; x = (w, b, ξ) behind the walls y·f + ξ ≥ 1 and ξ ≥ 0."""
    X, y = make_and()
    street = np.c_[y[:, None] * np.c_[X, np.ones(4)], np.eye(4)]
    x, _ = inequality_qp(np.diag([1.0, 1, 0, 0, 0, 0, 0]), np.r_[np.zeros(3), np.full(4, C)],
                         np.r_[street, np.eye(7)[3:]], np.r_[np.ones(4), np.zeros(4)])
    return tuple(x[[0, 1, 2, 6]].round(9).tolist())


def _bounded() -> set[str]:
    """Let w shrink and the slack grow, which all four allow; keep what does not run away."""
    w, slack = 1e-6 * np.array([2.0, 2.0]), np.full(4, 1e6)
    return {letter for letter, gain in GAIN.items() if gain(w, slack) < 0}


def _with(answer: tuple, **changed: float) -> tuple:
    """Return an answer with some of its numbers replaced: _with(answer, at3=0.5)."""
    return tuple(changed.get(f"at{k}", v) for k, v in enumerate(answer))


def _is_side_alone(v: tuple) -> bool:
    return abs(v[0] - _box()[0]) < 1e-3


def _is_line_alone(v: tuple) -> bool:
    return bool(np.allclose(v[:3], _hard()[:3], atol=1e-3))


def _is_unscaled(v: tuple) -> bool:
    return bool(np.allclose(v[:3], (1, 1, -1.5), atol=1e-3))


def _is_another_line(v: tuple) -> bool:
    """Tell whether (w, b) separates AND, but on a narrower street."""
    with np.errstate(all="ignore"):         # whatever numbers a learner tries
        return any(v[:2]) and bool(0 < _hard(v[:2], v[2])[3] < _hard()[3] - 1e-3)


def _is_not_sharp(v: tuple) -> bool:
    return (v[0], v[2]) == ("d", "g") and v[1] in ("d", "g")


@dataclass(frozen=True)
class _Table:
    """Reads one letter a zone: {"zero": "a", ...}, ["a", "b", "c"] or "abc"."""

    zones: tuple[str, ...]
    among: str

    def __call__(self, value: Any) -> tuple[str, ...]:
        """Return the letters in the order of the zones."""
        if isinstance(value, str):
            value = [c for c in value if c.isalnum()]
        if isinstance(value, Mapping) or hasattr(value, "items"):
            named = {str(k).strip().casefold(): v for k, v in value.items()}
            value = [named[z] for z in self.zones] if set(named) == set(self.zones) else None
        if not hasattr(value, "__len__") or isinstance(value, (set, frozenset)) \
                or len(value) != len(self.zones):
            raise AnswerError(f"I expected a letter for each of {', '.join(self.zones)}, such as "
                              f"{dict.fromkeys(self.zones, self.among[0])}.")
        letters = tuple(str(v).strip().lower() for v in value)
        unknown = [v for v in letters if v not in tuple(self.among)]
        if unknown:
            raise AnswerError(f"There is no relation {short_repr(unknown[0])}; they are "
                              f"{', '.join(self.among)}.")
        return letters

    def explain(self, given: tuple, right: tuple, tolerance: float) -> str:
        """Name the zones that are wrong."""
        wrong = [ZONES[z] for z, g, r in zip(self.zones, given, right, strict=True) if g != r]
        return f"Look again at {' and '.join(wrong)}."


EXERCISES = (
    Exercise(
        key="and-hard", title="AND with a hard margin", variable="and_hard", tolerance=2e-3,
        parse=Numbers(("w1", "w2", "b", "width")), reference=_hard,
        misconceptions=(
            Wrong("half width", lambda: _with(_hard(), at3=_hard()[3] / 2),
                  "The line is right. The last number is the margin, from the line to *one* edge. "
                  "The width goes from edge to edge."),
            Wrong("unscaled", lambda: _hard((1, 1), -1.5),
                  "The right line, but not the right scale: the nearest corners have y·f = ½. The "
                  "hard margin asks for y·f ≥ 1, with equality at the nearest.",
                  recognise=_is_unscaled),
            Wrong("perceptron", lambda: _hard((3, 2), -4),
                  "This line separates the classes, but its street is not the widest. Which line "
                  "is as far as possible from (0, 1), (1, 0) and (1, 1)?",
                  recognise=_is_another_line),
            Wrong("reversed", lambda: (*(-v for v in _hard()[:3]), _hard()[3]),
                  "The right street, but its positive side is the wrong one: f must be positive at "
                  "(1, 1)."),
            Wrong("threshold", lambda: _with(_hard(), at2=-_hard()[2]),
                  "You wrote f = ⟨w, x⟩ - b. Here it is ⟨w, x⟩ + b."),
            Wrong("1/‖w‖²", lambda: _with(_hard(), at3=1 / 8),
                  "The line is right. The last number is 1/‖w‖²: maximal at the same line, but no "
                  "width. How far apart are f = -1 and f = +1?"),
            Wrong("‖w‖", lambda: _with(_hard(), at3=float(np.sqrt(8))),
                  "The line is right. The last number is the length of w. The longer w, the "
                  "*narrower* the street."),
            Wrong("distance in f", lambda: _with(_hard(), at3=2.0),
                  "The line is right. From edge to edge f grows by 2, but that is no length in the "
                  "plane: divide by how steep f is."),
            Wrong("other width", lambda: _with(_hard(), at3=float(np.sqrt(2))),
                  "The line is right; only the width is not. It is 2/‖w‖; give three decimals.",
                  recognise=_is_line_alone),
        ),
        hints=("By symmetry w1 = w2. Which corners are on the edges of the street?",
               "f(0, 1) = f(1, 0) = -1 and f(1, 1) = +1: three equations for w1, w2 and b.",
               "Subtracting them gives w1 = w2 = 2. The width is 2/‖w‖."),
        solution="and_hard = (2, 2, -3, 2 / 8 ** 0.5)",
        explanation="Three corners touch the street, whose width 2/‖w‖ is twice the margin.",
        fallback_hint="Not yet. Check y·f ≥ 1 at all four corners, with equality at three of them.",
    ),
    Exercise(
        key="box-answer", title="The largest box", variable="box_answer", tolerance=1e-3,
        parse=Numbers(("side", "multiplier")), reference=_box,
        misconceptions=(
            Wrong("missing factor 2", lambda: _with(_box(), at1=_box()[0] / 2),
                  "The side is right. Your multiplier belongs to the constraint xy + xz + yz = "
                  "S/2. The surface has each face *twice*: what is the gradient of 2xy + 2xz + "
                  "2yz?"),
            Wrong("three faces", lambda: (_box(12)[0], _box(12)[0] / 2),
                  "You gave three faces the whole surface. A box has six."),
            Wrong("maximum of L", lambda: _with(_box(), at1=_box()[0]**3),
                  "The side is right. The second number is the volume, which is also the value of "
                  "L there (and no maximum of L: the point is a saddle). The multiplier is the "
                  "price: volume won for one more unit of surface."),
            Wrong("sign", lambda: _with(_box(), at1=-_box()[1]),
                  "The right size, but you wrote L = f + λ c. Here it is L = f - λ c, and more "
                  "surface makes a larger box, so its price is positive."),
            Wrong("one face", lambda: _box(36),
                  "You gave one face the whole surface. All six share it."),
            Wrong("inverse", lambda: _with(_box(), at1=1 / _box()[1]),
                  "The side is right. Your second number is surface for one unit of volume; the "
                  "multiplier is volume for one unit of surface."),
            Wrong("other multiplier", lambda: _with(_box(), at1=1 / 8),
                  "The side is right, the multiplier is not. Put the side into one of the three "
                  "equations, such as yz = 2λ(y + z).", recognise=_is_side_alone),
            Wrong("swapped", lambda: _box()[::-1],
                  "The right numbers, but the side comes first."),
        ),
        hints=("Which three equations say that the gradient of xyz is λ times the gradient of the "
               "surface 2xy + 2xz + 2yz?",
               "yz = 2λ(y + z) and its two turns: all sides are equal. Put one letter a for them.",
               "a² = 2λ · 2a gives λ = a/4, and 6a² = S gives a."),
        solution="box_answer = ((6 / 6) ** 0.5, (6 / 6) ** 0.5 / 4)",
        explanation="Six faces share the surface. One more unit of it would buy about λ units of "
                    "volume.",
        fallback_hint="Not yet. Write down where the two gradients line up, then use the surface.",
    ),
    Exercise(
        key="hand-kkt", title="KKT by hand", variable="hand_kkt", tolerance=1e-3,
        parse=Numbers(("x1", "x2", "lam")), reference=_hand,
        misconceptions=(
            Wrong("Example 1", lambda: _with(_hand(), at2=1.0),
                  "The point is right. This is the multiplier of x1² + x2²; the objective here is "
                  "*half* of that, so its gradient is x, not 2x."),
            Wrong("sign", lambda: _with(_hand(), at2=-_hand()[2]),
                  "The point is right, but a wall that pushes has λ ≥ 0. Yours would pull: check "
                  "the sign in L = f - λ (x1 + x2 - 1)."),
            Wrong("no wall", (0.0, 0.0, 0.0),
                  "This is the free minimum. Is it on the allowed side of the wall?"),
            Wrong("beyond the wall", (1.0, 1.0, 1.0),
                  "x = λ (1, 1) holds, but the point does not touch the wall, and a wall that is "
                  "not touched cannot push: λ (x1 + x2 - 1) must be 0."),
            Wrong("no push", lambda: _with(_hand(), at2=0.0),
                  "The point is right. But with λ = 0 nothing holds it there: what balances the "
                  "gradient of the objective?"),
            Wrong("length one", tuple([float(np.sqrt(0.5))] * 3),
                  "Your point has length 1, so it lies on the circle. The wall asks for x1 + x2, "
                  "not for the root of x1² + x2²."),
            Wrong("value", lambda: _with(_hand(), at2=0.25),
                  "The point is right. The last number is the objective there (and the largest "
                  "value of λ - λ²); the multiplier is *where* λ - λ² is largest."),
        ),
        hints=("Four conditions: the gradient of L is 0; x1 + x2 ≥ 1; λ ≥ 0; λ (x1 + x2 - 1) = 0.",
               "x = λ (1, 1). With λ = 0 the point is the origin, which is not allowed. So λ > 0.",
               "Then the wall is touched, x1 + x2 = 1, and 2λ = 1."),
        solution="hand_kkt = (1 / 2, 1 / 2, 1 / 2)",
        explanation="The origin pulls with x, the wall pushes with λ (1, 1): they cancel where the "
                    "wall is touched.",
        fallback_hint="Not yet. Try both cases: the wall is idle, or it is touched.",
    ),
    Exercise(
        key="kkt-table", title="Three zones",
        variable="kkt_table", parse=_Table(tuple(ZONES), "abcdefg"),
        reference=lambda: ("d", "b", "g"),
        misconceptions=(
            Wrong("bound at most -1", ("d", "b", "c"),
                  "Printed so in places, but wrong for α = C. There ξ ≥ 0 is free to be anything, "
                  "and y·f = 1 - ξ: a sample with ξ = ½ is at the bound as well."),
            Wrong("free at -1", ("d", "f", "g"),
                  "Printed so in places, but a free sample is on the edge of its *own* side: α > 0 "
                  "makes y·f = 1 - ξ, and α < C makes ξ = 0."),
            Wrong("both as printed", ("d", "f", "c"),
                  "Both the middle and the last zone have the sign that is sometimes printed. "
                  "Start from y·f = 1 - ξ, which holds wherever α > 0."),
            Wrong("zero strict", ("a", "b", "g"),
                  "Too strict for α = 0: a sample may lie exactly on the edge and still not push, "
                  "if others hold the street."),
            Wrong("bound strict", ("d", "b", "e"),
                  "Too strict for α = C: a sample may lie exactly on the edge and push with all it "
                  "has. (AND at C = 4 has one.)"),
            Wrong("both strict", ("a", "b", "e"),
                  "Too strict at both ends: in either zone a sample may lie exactly on the edge."),
            Wrong("free not sharp", ("d", "d", "g"),
                  "True for 0 < α < C, but more can be said: the ends of the range are left out, "
                  "so *both* products say something.", recognise=_is_not_sharp),
            Wrong("closed range", ("b", "b", "b"),
                  "That would put *all* samples on the edge. Equality is for 0 < α < C only, "
                  "without the ends."),
            Wrong("swapped", ("g", "b", "d"),
                  "The ends are swapped: a sample that does not push is safe, one that pushes with "
                  "all it has is in trouble."),
        ),
        hints=("Two products are 0: α (y·f - 1 + ξ) and μ ξ, where μ = C - α.",
               "α = 0 makes μ = C, so ξ = 0, and y·f ≥ 1 - ξ is all that is left. Do the others "
               "alike.",
               "If α > 0, then y·f = 1 - ξ. If α < C as well, then ξ = 0; if α = C, only ξ ≥ 0."),
        solution='kkt_table = {"zero": "d", "free": "b", "bound": "g"}',
        explanation="μ = C - α decides whether slack is allowed, α whether the edge is touched.",
        fallback_hint="Derive each zone from α (y·f - 1 + ξ) = 0 and (C - α) ξ = 0.",
    ),
    Exercise(
        key="and-soft", title="AND with slack", variable="and_soft", tolerance=1e-3,
        parse=Numbers(("w1", "w2", "b", "xi4")), reference=_soft,
        misconceptions=(
            Wrong("hard margin", lambda: _soft(4),
                  "This is the hard margin, which C ≥ 4 gives. With C = 2 the last corner may not "
                  "push that hard: α ≤ C."),
            Wrong("negative slack", lambda: _with(_soft(), at3=-_soft()[3]),
                  "The line is right. But slack is never negative: ξ = max(0, 1 - y·f)."),
            Wrong("C = 1", lambda: _soft(1),
                  "This is the answer for C = 1, the usual default."),
            Wrong("1/C", lambda: _soft(0.5),
                  "This is the answer for C = ½. Some books write the penalty as 1/C; here slack "
                  "costs C Σ ξ."),
            Wrong("no slack", lambda: _with(_soft(), at3=0.0),
                  "The line is right. What is f at (1, 1), and how much is missing to 1?"),
            Wrong("in units of length", lambda: _with(_soft(), at3=_soft()[3] / np.sqrt(2)),
                  "The line is right. You gave a distance in the plane; ξ is measured in units of "
                  "f."),
            Wrong("multiplier", lambda: _with(_soft(), at3=2.0),
                  "The line is right. The last number is α4, which is C here. ξ4 is what is "
                  "missing to y·f = 1."),
            Wrong("hard line, shorter", (1.0, 1.0, -1.5, 0.5),
                  "You shortened the hard margin's w and b alike. Then three corners miss the edge "
                  "by ½. Move b until the two neighbours of (1, 1) are on their edge again."),
        ),
        hints=("The last corner pushes with all it has, α4 = C; the others must balance it: "
               "Σ α_i y_i = 0.",
               "By symmetry α = (0, C/2, C/2, C), and w = Σ α_i y_i x_i.",
               "Corners 2 and 3 are free, so y·f = 1 there; that gives b. Then ξ4 = 1 - f(1, 1)."),
        solution="and_soft = (2 / 2, 2 / 2, -1 - 2 / 2, 1 - (1 + 1 - 2))",
        explanation="The corner (1, 1) lies on the line itself: the street is wider, and pays for "
                    "it with slack.",
        fallback_hint="Not yet. Which multipliers are free, which are at C?",
    ),
    Exercise(
        key="bounded", title="Which one is bounded?", variable="bounded", parse=Letters("abcd"),
        reference=_bounded,
        misconceptions=(
            Wrong("scale", {"a"},
                  "Take any line that separates and multiply w and b by 0.01. y·f > 0 still holds, "
                  "and 1/‖w‖² is 10 000 times as large."),
            Wrong("slack rewarded", {"b"},
                  "Here slack is *paid out*. Let every ξ_i grow: all conditions hold the better, "
                  "and the objective has no end."),
            Wrong("half repaired", {"d"},
                  "Slack costs something here, but take ξ_i = 1 for all and let w and b shrink to "
                  "0: y·f ≥ 0 can be kept, the cost stays as it is, and 1/‖w‖² has no end."),
            Wrong("one too many", {"c", "d"},
                  "Only one of your two is bounded. Try w close to 0, with every ξ_i = 1."),
            Wrong("hard and soft", {"a", "c"},
                  "Only one of your two is bounded. Multiply w and b by a small number: which of "
                  "the conditions notices?"),
            Wrong("sign", {"b", "c"},
                  "Only one of your two is bounded. Let all ξ_i grow and look where the objective "
                  "is driven."),
            Wrong("none", set(), "One of them cannot pass 0, whatever w and ξ are."),
            Wrong("all", set("abcd"), "Three of them run away. Try a short w, and large ξ_i."),
        ),
        hints=("An objective is unbounded if some allowed w, b, ξ make it as good as you like. Try "
               "to break each.",
               "Two ways to run away: w and b go to 0 together, or all ξ_i grow.",
               "A sum of squares and of non-negative slack, to be made *small*, cannot pass 0."),
        solution='bounded = {"c"}',
        explanation="It cannot fall below 0. The others run away: through the scale of w, or "
                    "through the slack.",
        fallback_hint="Not yet. Let w shrink, then let ξ grow: what happens to each objective?",
    ),
)
