"""The exercises of sitting 03: a segment, a step, a pair, and what proves a run finished."""
from __future__ import annotations

from collections.abc import Iterator
from operator import index

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.svm.experiments import maximal_violating_pair
from coursekit.svm.smo import best_step, segment_ends

PENALTIES = (1.0, 1 / 3, 2**0.5, 10.0)


def _box(rng: np.random.Generator) -> tuple[float, float]:
    C = float(rng.choice(PENALTIES))
    return (0.0, C) if rng.random() < 0.5 else (-C, 0.0)


def _inside(rng: np.random.Generator, box: tuple[float, float]) -> float:
    return float(rng.choice([*box, *rng.uniform(*box, size=3)]))    # at an end in 4 of 10 cases


def _segments(rng: np.random.Generator) -> Iterator[tuple]:
    yield 0.25, -0.5, (0, 1), (-1, 0)
    yield 0.5, 0.5, (0, 1), (0, 1)                     # the middle of both boxes
    yield 0, 0, (0, 1), (0, 1)                         # neither may move
    yield 0, 0, (0, 1), (-1, 0)
    for _ in range(300):
        boxes = _box(rng), _box(rng)
        yield (*(_inside(rng, box) for box in boxes), *boxes)


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
    for scale in (0.1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-20):
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


def _states(rng: np.random.Generator) -> Iterator[tuple]:
    yield (np.array([0.4, -0.3, 0.9, -0.1]), np.array([0, 1, 0, -1]), np.array([0, 0, -1, -1]),
           np.array([1, 1, 0, 0]))
    yield np.array([1.0, -1.0]), np.zeros(2), np.array([0, -1]), np.array([1, 0])
    yield np.array([-1.0, 1.0, 0.5]), np.array([0, 0, 0.5]), np.array([0, -1, 0]), np.ones(3)
    yield np.r_[0.0, -1, 1], np.r_[0.5, -0.5, 0], np.r_[0, -0.5, -0.5], np.r_[1.0, 0, 0]  # i is j
    yield np.r_[-0.5, -0.500001, 0.5, 0.500001], np.zeros(4), np.r_[-1, -1, 0, 0], np.r_[0, 0, 1, 1]
    yield np.r_[-1.0, 1], np.zeros(2), np.r_[-1e-16, 0], np.r_[0, 1e-16]      # C may be small
    for far in (-1000.0, 1000.0, -1e15, 1e15):         # b may be large, and so may every F
        yield far + abs(far) / 1000 * np.r_[1, -1], np.zeros(2), np.array([-1, 0]), np.array([0, 1])
    for _ in range(160):
        n = int(rng.integers(2, 12))
        y = rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
        C, far = float(rng.choice([1e-3, 1.0, 10.0])), float(rng.choice([0, 0, -1000, 1000]))
        A, B = np.minimum(0, C * y), np.maximum(0, C * y)
        yield rng.normal(size=n).round(2) + far, feasible(rng, A, B), A, B


def feasible(rng: np.random.Generator, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return a feasible β with many at a bound or close to it: from 0, pairs moved at random."""
    beta = np.zeros(len(A))
    for _ in range(len(A)):
        i, j = rng.choice(len(A), 2, replace=False)
        ends = segment_ends(beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
        t = rng.choice(ends) * rng.choice([1, 1, 0.5, 1 - 1e-7])
        beta[i] += t
        beta[j] -= t
    return beta


def _attains(case: tuple, given: tuple, right: tuple) -> bool:
    """Accept any pair of indices that attains m and M."""
    (F, beta, A, B), (i, j) = case, map(index, given)
    return bool(0 <= i < len(F) and 0 <= j < len(F) and beta[i] < B[i] and beta[j] > A[j]
                and F[i] == F[right[0]] and F[j] == F[right[1]])


def _close_to_bound(case: tuple, right: tuple) -> bool:
    """Tell whether one of the right pair may still move, but only by a little."""
    (_, beta, A, B), (i, j) = case, right
    return bool(0 < B[i] - beta[i] <= 0.02 or 0 < beta[j] - A[j] <= 0.02)


def _first_to_stay(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether each who is wrong is the first that may not move: what stood there has won."""
    (_, beta, A, B), (i, j) = case, given
    return ((i == (beta == B).argmax() or _attains(case, (i, right[1]), right))
            and (j == (beta == A).argmax() or _attains(case, (right[0], j), right)))


SEGMENT = CodeExercise(
    key="segment-ends", title="The ends of the segment", reference=segment_ends, cases=_segments,
    tolerance=1e-6,         # single precision will do
    misconceptions=(
        Misconception("box of i only", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return box_i[0] - beta_i, box_i[1] - beta_i
            """, "These are the ends for i alone. What happens to j meanwhile?"),
        Misconception("box of j only", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return beta_j - box_j[1], beta_j - box_j[0]
            """, "These are the ends for j alone. What happens to i meanwhile?"),
        Misconception("both the same way", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return (max(box_i[0] - beta_i, box_j[0] - beta_j),
                        min(box_i[1] - beta_i, box_j[1] - beta_j))
            """, "With your ends both go up together. What would that do to the sum of all β?"),
        Misconception("inequality not turned round", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return (max(box_i[0] - beta_i, beta_j - box_j[0]),
                        min(box_i[1] - beta_i, beta_j - box_j[1]))
            """, "Put your low into β_j − t. Does j stay in its box? When A_j ≤ β_j − t is solved "
                 "for t, is A_j a lower or an upper limit of t?"),
        Misconception("max and min exchanged", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return (min(box_i[0] - beta_i, beta_j - box_j[1]),
                        max(box_i[1] - beta_i, beta_j - box_j[0]))
            """, "At one of your ends one of the two is outside its box. Which of two limits is "
                 "met first?"),
        Misconception("high before low", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return (min(box_i[1] - beta_i, beta_j - box_j[0]),
                        max(box_i[0] - beta_i, beta_j - box_j[1]))
            """, "The right two numbers, but the lower end comes first."),
        Misconception("places of i", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return (beta_i + max(box_i[0] - beta_i, beta_j - box_j[1]),
                        beta_i + min(box_i[1] - beta_i, beta_j - box_j[0]))
            """, "Those are the places that β_i reaches. Asked is t, how far it moves."),
        Misconception("places of j", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return (beta_j - max(box_i[0] - beta_i, beta_j - box_j[1]),
                        beta_j - min(box_i[1] - beta_i, beta_j - box_j[0]))
            """, "Those are the places that β_j reaches. Asked is t, how far the pair moves."),
        Misconception("L and H of other books", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                a_i, a_j, C = abs(beta_i), abs(beta_j), box_j[1] - box_j[0]
                if (box_i[1] > 0) == (box_j[1] > 0):
                    return max(0, a_i + a_j - C), min(C, a_i + a_j)
                return max(0, a_j - a_i), min(C, C + a_j - a_i)
            """, "Those are the ends L and H between which other books let α_j lie. Here the ends "
                 "of t are asked, the move of β_i."),
        Misconception("one box for every class", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                C_i, C_j = box_i[1] - box_i[0], box_j[1] - box_j[0]
                return max(-beta_i, beta_j - C_j), min(C_i - beta_i, beta_j)
            """, "You took the box from 0 to C for every sample. For one of class −1 it is "
                 "[−C, 0]; the arguments hold both ends."),
        Misconception("low cut at 0", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                return 0, min(box_i[1] - beta_i, beta_j - box_j[0])
            """, "t may be negative, too. Try a pair in the middle of its boxes."),
    ),
    hints=("Each sample gives two limits for t. Write all four down.",
           "From β_i: A_i − β_i ≤ t ≤ B_i − β_i. From β_j: β_j − B_j ≤ t ≤ β_j − A_j.",
           "Going up, t stops at whichever upper limit comes first. Is that the larger or the "
           "smaller of the two? Going down, it is the other way round."),
    way="Sample i allows t from A_i − β_i to B_i − β_i, sample j from β_j − B_j to β_j − A_j. Both "
        "must hold, so the lower end is the larger of the two lower limits, and the upper end the "
        "smaller of the two upper ones.",
    explanation="One formula for all four combinations of labels.",
    fallback_hint="Which t keep β_i + t in its box? And which keep β_j − t in its own?")

STEP = CodeExercise(
    key="best-step", title="The best step", reference=best_step, cases=_steps, accept=_is_best,
    misconceptions=(
        Misconception("downhill", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high if slope > 0 else low
                return min(max(slope / eta, low), high)
            """, "You go downhill: slope·t is negative, or 0 where you cannot. Set slope + eta·t "
                 "to zero and solve for t, with its sign."),
        Misconception("half-way", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high if slope > 0 else low
                return min(max(-slope / (2 * eta), low), high)
            """, "That is half-way to the top. Differentiate slope·t + eta·t²/2 once more."),
        Misconception("not clipped", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high if slope > 0 else low
                return -slope / eta
            """, "The top is right, but it may lie outside [low, high]."),
        Misconception("no move where eta is 0", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return 0.0
                return min(max(-slope / eta, low), high)
            """, "There eta is 0: the line rises or falls all the way, and you stay at 0. Where in "
                 "[low, high] is it highest?"),
        Misconception("½ forgotten", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high if slope > 0 else low
                return max([low, high, -slope / eta], key=lambda t: slope * t + eta * t * t)
            """, "The heights that you compare seem to lack the ½ before eta·t²."),
        Misconception("no move", None, "You stay at 0, though W rises from there, and the segment "
                      "goes on. If you compare heights, is the ½ there?", lambda case, given, right:
                      case[1] < 0 and abs(given) <= 1e-9 < abs(right)),
        Misconception("divides by zero", """
            def best_step(slope, eta, low, high):
                return min(max(-slope / eta, low), high)
            """, "There the parabola is a straight line. Where in [low, high] is that highest?"),
        Misconception("hardly bent taken for straight", None, "A parabola that bends only a little "
                      "still has its top at −slope/eta. Treat eta as 0 only where it is 0: with "
                      "small features every eta is small.", lambda case, given, right:
                      -0.5 < case[1] < 0 and given == (case[3] if case[0] > 0 else case[2])),
        Misconception("always high where eta is 0", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high
                return min(max(-slope / eta, low), high)
            """, "Right for a line that rises. And if the slope is negative?"),
        Misconception("always an end", """
            def best_step(slope, eta, low, high):
                return high if slope > 0 else low
            """, "You go to an end. What if the top lies before it?"),
        Misconception("ends exchanged", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high if slope > 0 else low
                return max(min(-slope / eta, low), high)
            """, "Your t is high even where the top lies further down. If you cut by max and min, "
                 "which of them belongs to low, and which to high?"),
        Misconception("the height", """
            def best_step(slope, eta, low, high):
                t = high if slope > 0 else low
                if eta:
                    t = min(max(-slope / eta, low), high)
                return slope * t + eta * t * t / 2
            """, "That is how much W gains. Asked is t, the step."),
        Misconception("sign of the slope lost", """
            def best_step(slope, eta, low, high):
                if eta == 0:
                    return high
                return min(max(abs(slope / eta), low), high)
            """, "With a negative slope the top lies on the other side."),
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

PAIR = CodeExercise(
    key="maximal-violating-pair", title="The maximal violating pair",
    reference=maximal_violating_pair, cases=_states, accept=_attains,
    misconceptions=(
        Misconception("all may do everything", """
            def maximal_violating_pair(F, beta, A, B):
                return int(np.argmax(F)), int(np.argmin(F))
            """, "The largest and the smallest F of all. But is that i allowed to rise, and that j "
                 "to fall?"),
        Misconception("up and low exchanged", """
            def maximal_violating_pair(F, beta, A, B):
                return (int(np.where(beta > A, F, -np.inf).argmax()),
                        int(np.where(beta < B, F, np.inf).argmin()))
            """, "Your i is looked for among those that may fall. It is i that will rise."),
        Misconception("smallest rises", """
            def maximal_violating_pair(F, beta, A, B):
                return (int(np.where(beta < B, F, np.inf).argmin()),
                        int(np.where(beta > A, F, -np.inf).argmax()))
            """, "The pair gains if the *larger* slope rises and the smaller one falls."),
        Misconception("j before i", """
            def maximal_violating_pair(F, beta, A, B):
                return (int(np.where(beta > A, F, np.inf).argmin()),
                        int(np.where(beta < B, F, -np.inf).argmax()))
            """, "The right two, but the one that rises comes first."),
        Misconception("no whole numbers", """
            def maximal_violating_pair(F, beta, A, B):
                return (float(np.where(beta < B, F, -np.inf).argmax()),
                        float(np.where(beta > A, F, np.inf).argmin()))
            """, "The right samples; but the page uses them as places in an array, so two whole "
                 "numbers are wanted.", lambda case, given, right: _attains(
                     case, [int(k) for k in np.ravel(given) if k == int(k)], right)),
        Misconception("never i = j", None, "One sample can attain both m and M. Then i is j.",
                      lambda case, given, right: right[0] == right[1] and given[0] != given[1]),
        Misconception("one number", None, "Two samples are wanted: i, which rises, and j, which "
                      "falls.", lambda case, given, right:
                      isinstance(given, (int, float, np.number))),
        Misconception("nearly at a bound taken for at it", """
            def maximal_violating_pair(F, beta, A, B):
                return (int(np.where(beta < B - 0.01, F, -np.inf).argmax()),
                        int(np.where(beta > A + 0.01, F, np.inf).argmin()))
            """, "A sample close to its bound may still move, if only a little. With a C that is "
                 "small enough all of them are close, and nobody would move.",
            lambda case, given, right: _close_to_bound(case, right)),
        Misconception("a number in place of infinity", None, "One that may not move has won. What "
                      "you begin with, or put in its place, must lose to every F. Which number is "
                      "smaller than all, and which one is larger?", _first_to_stay),
        Misconception("place in the shortened list", """
            def maximal_violating_pair(F, beta, A, B):
                return int(F[beta < B].argmax()), int(F[beta > A].argmin())
            """, "You return a place in the shortened list. Asked is the sample's own number."),
        Misconception("class forgotten", """
            def maximal_violating_pair(F, beta, A, B):
                C = B.max() - A.min() if A.min() == 0 or B.max() == 0 else B.max()
                return (int(np.where(abs(beta) < C, F, -np.inf).argmax()),
                        int(np.where(abs(beta) > 0, F, np.inf).argmin()))
            """, "Right for class +1. For class −1 the box lies below 0: at β = 0 such a sample "
                 "may fall, and may not rise."),
        Misconception("free samples only", """
            def maximal_violating_pair(F, beta, A, B):
                free = (A < beta) & (beta < B)
                return (int(np.where(free, F, -np.inf).argmax()),
                        int(np.where(free, F, np.inf).argmin()))
            """, "A sample at A may still rise, and one at B may still fall."),
        Misconception("the values", """
            def maximal_violating_pair(F, beta, A, B):
                return float(F[beta < B].max()), float(F[beta > A].min())
            """, "Those are m and M. Asked is which samples attain them."),
    ),
    hints=("First find who may rise; then the largest F among them, without losing the numbers of "
           "the samples.",
           "`np.where(beta < B, F, -np.inf)` keeps the places, and nobody who may not rise can be "
           "the largest.",
           "`.argmax()` of that array is i. For j do the same with those that may fall, `np.inf` "
           "and `.argmin()`."),
    way="Replace the F of those that may not rise by −∞: then `argmax` finds i under its own "
        "number. Replace the F of those that may not fall by +∞: then `argmin` finds j. "
        "`np.where` makes new arrays, so F stays as it was.",
    explanation="F[i] − F[j] is the KKT gap: the pair and the certificate come together.",
    fallback_hint="Look for i among those that may rise, for j among those that may fall.")

CERTIFICATES = Exercise(
    key="certificates", title="What proves that a run is finished?", variable="certificates",
    parse=Letters("abcdef"), reference=lambda: {"c", "f"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "Some of these were seen to fail in this very "
                      "section.", lambda given: len(given) == 6),
        Misconception("quiet passes", {"a", "c", "f"}, "**a**: with partners drawn at random a "
                      "quiet pass says only that the drawn partners did not help. The run with "
                      "seed 0 was quiet ten times.", lambda given: "a" in given),
        Misconception("accuracy", {"b", "c", "f"}, "**b**: accuracy changes only when a sample "
                      "crosses the line. The line may still be on its way.",
                      lambda given: "b" in given),
        Misconception("small step", {"c", "d", "f"}, "**d**: a step is small, too, if its pair was "
                      "clipped at once or had little left to gain. What about the other pairs?",
                      lambda given: "d" in given),
        Misconception("another program", {"c", "e", "f"}, "**e**: then it is finished if theirs "
                      "is. What proves that? scikit-learn stops by a tolerance as well, and can "
                      "stop early. And α need not be unique.", lambda given: "e" in given),
        Misconception("KKT gap only", {"c"}, "That is one. The other one bounds how much W can "
                      "still rise.", lambda given: given == {"c"}),
        Misconception("duality gap only", {"f"}, "That is one. The other one looks at slopes.",
                      lambda given: given == {"f"}),
    ),
    hints=("β is feasible. What more can be computed from β and b alone, without knowing how they "
           "were found?",
           "Luck, small steps and agreement prove nothing about the samples that were not looked "
           "at.",
           "Look for what is at most 0 at every optimum, if b is chosen well, and at no other "
           "feasible point, whatever b is."),
    solution='certificates = {"c", "f"}',
    way="A certificate is computed from a feasible β and a b alone. The theorem of section 5 makes "
        "the KKT gap one, in units of f. Weak duality (lesson 02c) makes P − W another, in units "
        "of the objective: the largest W lies between the two. Both need a feasible β. The other "
        "four speak about the history of the run or about another program.",
    explanation="Each in its own units: the KKT gap in those of f, the duality gap in those of "
                "the objective. Neither says anything about a β that is not feasible.",
    fallback_hint="Which of them can be computed from β and b alone?")

EXERCISES = (SEGMENT, STEP, PAIR, CERTIFICATES)
