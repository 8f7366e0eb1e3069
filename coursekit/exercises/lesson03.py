"""The exercises of lesson 03: one step by hand, its bounds, an end, an intercept, a certificate."""
from __future__ import annotations

import numpy as np

from coursekit.datasets import make_overlap_60, make_two_points
from coursekit.exercises.parsing import Letters, Numbers, Number
from coursekit.exercises.code_exercise import CodeExercise
from coursekit.exercises.model import Exercise
from coursekit.exercises.model import Misconception as Wrong
from coursekit.svm import DualProblem, solve_smo
from coursekit.svm.traces import segment

# What the counter of quiet passes is told: passes so far, and changes in this pass.
PASSES = ((0, 0), (0, 3), (4, 0), (4, 1), (9, 0), (2, 60))
# What might be said of a finished run; 03.5 asks which of it proves something.
CLAIMS = {"a": "nothing changed in ten passes in a row",
          "b": "the training accuracy has stayed the same for a hundred steps",
          "c": "the KKT gap m - M is at most the tolerance",
          "d": "the last step raised W by less than a millionth",
          "e": "there are as many support vectors as in scikit-learn",
          "f": "primal value minus dual value is at most the tolerance"}


def _step(C: float, eta_share: float = 1.0) -> tuple[float, float, float]:
    """Return (α1, α2, b) after one step on the two points, from zero; or with η mistaken."""
    X, y = make_two_points()
    eta = -float(np.sum((X[0] - X[1]) ** 2)) * eta_share
    alpha = float(np.clip(2 / -eta, 0, C))                 # y_j (E_i - E_j) = 2 at zero
    if eta_share == 1:
        solution = solve_smo(DualProblem.from_data(X, y, C), tol=1e-9)
        return (*solution.alpha.tolist(), solution.b)
    w = alpha * (y @ X)
    return alpha, alpha, float(np.mean(y - X @ w))


def _ends(same: bool = False, swapped: bool = False) -> tuple[float, float]:
    """Return (L, H) of the pair α_i = .3, α_j = .8 with C = 1."""
    a_i, a_j = (0.8, 0.3) if swapped else (0.3, 0.8)
    low, high = segment(a_i, a_j, 1.0, 1.0, same)
    return low[1], high[1]


def _wishes() -> tuple[np.ndarray, np.ndarray, float, np.ndarray]:
    """Return F = y - Xw, α, b and y of the sixty points moved by one, at C = 1."""
    X, y = make_overlap_60()
    solution = solve_smo(DualProblem.from_data(X + 1, y, 1.0), tol=1e-9)
    return y * solution.gradient, solution.alpha, solution.b, y


def _mean_of(which: str) -> float:
    """Return the mean wish for b of all, the bound or the free support vectors."""
    F, alpha, _, _ = _wishes()
    return float(F[{"all": alpha > 0, "bound": alpha >= 1, "free": (alpha > 0) & (alpha < 1),
                    "everybody": alpha >= 0}[which]].mean())


def _not_moved() -> float:
    X, y = make_overlap_60()
    return solve_smo(DualProblem.from_data(X, y, 1.0), tol=1e-9).b


def _between_the_classes() -> float:
    """Return the rule of the hard margin: half-way between the innermost samples."""
    F, _, _, y = _wishes()
    f = y - F
    return float(-(f[y < 0].max() + f[y > 0].min()) / 2)


def passes_after(passes: int, changed: int) -> int:
    """Return how many quiet passes in a row there have been, this one included."""
    return 0 if changed else passes + 1


def _passes(rng: np.random.Generator) -> tuple:
    return PASSES


def _counter(body: str) -> str:
    return f"def passes_after(passes, changed):\n    return {body}"


EXERCISES = (
    Exercise(
        key="first-step", title="One step by hand", variable="first_step", tolerance=1e-3,
        parse=Numbers(("alpha_1", "alpha_2", "b")), reference=lambda: _step(10),
        misconceptions=(
            Wrong("sign of η", (0.0, 0.0, 0.0),
                  "You are back at zero. With η above 0 the step goes downhill and is clipped "
                  "there: η is minus the squared distance of the two."),
            Wrong("half η", lambda: _step(10, eta_share=0.5),
                  "Twice as far as the top. η is minus the *whole* squared distance, 8 here: the "
                  "½ in W has been used up by differentiating twice."),
            Wrong("sign of b", lambda: (*_step(10)[:2], -_step(10)[2]),
                  "The multipliers are right. For b put a point into f(x) = ⟨w, x⟩ + b: the one "
                  "at the origin has label -1, and ⟨w, x⟩ = 0 there."),
            Wrong("no intercept", lambda: (*_step(10)[:2], 0.0),
                  "The multipliers are right. Both are free now, so both points lie on their edge "
                  "of the street: what must b be for the one at the origin?"),
            Wrong("distance", lambda: (2 / np.sqrt(8),) * 2 + (-1.0,),
                  "You divided by the distance of the points. Along the segment W bends with the "
                  "*squared* distance."),
            Wrong("one error", lambda: (1 / 8, 1 / 8, 0.0),
                  "You used one error. At zero E = -y, so E_i - E_j = 1 - (-1): the step is twice "
                  "as long."),
            Wrong("to the bound", (10.0, 10.0, -39.0),
                  "You went to the end of the segment. W has its top long before."),
        ),
        hints=("At zero f is 0 everywhere, so E = -y. What is E_i - E_j, and what is η?",
               "E = (1, -1), K_11 = 0, K_12 = 0, K_22 = 8, so η = -8.",
               "α_2 = 0 - 1 · (1 + 1)/(-8); the labels differ, so α_1 grows as much. Then w = α_2 "
               "(2, 2), and the point at the origin gives b."),
        solution="first_step = (2 / 8, 2 / 8, -1)",
        explanation="The top lies inside the box: both multipliers are free, and both points lie "
                    "on their edge. One step solves this problem.",
        fallback_hint="Not yet. Write down E and η first, with all multipliers zero and b = 0.",
    ),
    Exercise(
        key="clipped-step", title="One step with a small box",
        variable="clipped_step", tolerance=1e-3,
        parse=Numbers(("alpha_1", "alpha_2", "b")), reference=lambda: _step(0.1),
        misconceptions=(
            Wrong("not clipped", lambda: _step(10),
                  "That is the top of the parabola, but it lies outside the box: no multiplier may "
                  "be larger than C."),
            Wrong("old b", lambda: (*_step(0.1)[:2], -1.0),
                  "The multipliers are right. But neither is free now, so neither point needs to "
                  "lie on its edge: they have different wishes for b. Take the mean."),
            Wrong("other wish", lambda: (*_step(0.1)[:2], 0.2),
                  "The multipliers are right. That is what the second point alone wishes; neither "
                  "is free, so take the mean of both wishes."),
            Wrong("sign of b", lambda: (*_step(0.1)[:2], -_step(0.1)[2]),
                  "The right size. The point at the origin wishes for -1, the other one for 1 - "
                  "⟨w, x⟩: take the mean of the two."),
            Wrong("one clipped", lambda: (0.25, 0.1, -0.4),
                  "You clipped one of the two. Their labels differ, so their difference must stay "
                  "zero."),
            Wrong("no intercept", lambda: (*_step(0.1)[:2], 0.0),
                  "The multipliers are right. What do the two points wish for b?"),
        ),
        hints=("The top is the same as before. Where does the box end the segment?",
               "Both multipliers stop at C = 0.1, so w = 0.1 · (2, 2).",
               "The origin wishes for b = -1; the point (2, 2) for b = 1 - 0.8. Neither is free: "
               "b is their mean."),
        solution="clipped_step = (0.1, 0.1, (-1 + 0.2) / 2)",
        explanation="Both are at their bound, so both may lie inside the street, and b is only "
                    "known to lie between their two wishes.",
        fallback_hint="Not yet. The same step as before, but the box is small.",
    ),
    Exercise(
        key="ends", title="Where the box ends the segment", variable="ends", tolerance=1e-6,
        parse=Numbers(("L", "H")), reference=_ends,
        misconceptions=(
            Wrong("equal labels", lambda: _ends(same=True),
                  "Those are the ends for *equal* labels, where the sum is constant. Here the "
                  "labels differ: the difference is."),
            Wrong("whole box", (0.0, 1.0),
                  "That is the box of α_j alone. Its partner has to stay in its own box too."),
            Wrong("the other one", lambda: _ends(swapped=True),
                  "Those are the ends for α_i. L and H belong to α_j."),
            Wrong("no box above", (0.5, 1.5),
                  "The lower end is right. The upper one is outside the box of α_j itself."),
            Wrong("negative", (-0.5, 1.0),
                  "The upper end is right. The lower one has the wrong sign: where is α_j when "
                  "α_i has gone down to 0?"),
            Wrong("reversed", lambda: _ends()[::-1], "The right ends, but L comes first."),
            Wrong("the pair itself", (0.3, 0.8),
                  "That is where the two stand. How far may α_j go before one of them is at 0 or "
                  "at C?"),
        ),
        hints=("The labels differ, so α_j - α_i stays what it is. Move both down until one is 0; "
               "then both up until one is C.",
               "α_j - α_i = 0.5. When α_i is 0, where is α_j? When α_j is 1, where is α_i?",
               "L = max(0, 0.8 - 0.3) and H = min(1, 1 + 0.8 - 0.3)."),
        solution="ends = (max(0, 0.8 - 0.3), min(1, 1 + 0.8 - 0.3))",
        explanation="Downwards the partner reaches zero first; upwards α_j itself reaches C.",
        fallback_hint="Not yet. Draw the box, and the diagonal through the pair.",
    ),
    CodeExercise(
        key="passes-after", title="When is it over?", reference=passes_after, cases=_passes,
        misconceptions=(
            Wrong("as printed", _counter("passes + 1 if changed else passes"),
                  "That is the report's line. It counts passes in which something *did* change. "
                  "On two points the optimum is there after one sweep, nothing changes any more, "
                  "and the loop never ends; on sixty points ten busy passes end it too early."),
            Wrong("never set back", _counter("passes if changed else passes + 1"),
                  "Quiet passes are counted, but not *in a row*: a change in between has to set "
                  "the count back."),
            Wrong("counts all", _counter("passes + 1"),
                  "That counts every pass, busy or quiet: a run would end after a fixed number."),
            Wrong("one after a change", _counter("1 if changed else passes + 1"),
                  "After a change no quiet pass has been seen yet: begin again at nought, not at "
                  "one."),
            Wrong("set back when quiet", _counter("passes + 1 if changed else 0"),
                  "The two cases are the wrong way round: a *quiet* pass counts, a busy one sets "
                  "the count back."),
            Wrong("stands still", _counter("0 if changed else passes"),
                  "A busy pass sets the count back, but a quiet one does not raise it: the loop "
                  "never ends."),
        ),
        hints=("What should happen to the count when something changed? And when nothing did?",
               "`changed` is the number of pairs that moved in this pass; only 0 is quiet.",
               "Two cases: one returns nought, the other one more than `passes`."),
        way="A quiet pass is one more in the row. A pass in which something changed ends the row: "
            "the count begins again at nought.",
        explanation="Now the run ends after so many quiet passes in a row. Whether it is at the "
                    "optimum then is another question: section 8.",
        fallback_hint="What should the count be after a quiet pass, and after a busy one?",
    ),
    Exercise(
        key="certificates", title="Name the certificates", variable="certificates",
        parse=Letters("".join(CLAIMS)), reference=lambda: {"c", "f"},
        misconceptions=(
            Wrong("quiet passes", {"a"},
                  "With partners drawn by lot, a quiet pass only says that the right ones were not "
                  "drawn. The run above was quiet ten times."),
            Wrong("quiet too", {"a", "c", "f"},
                  "Two of yours are right. But ten quiet passes only say that no drawn partner "
                  "could move."),
            Wrong("accuracy", {"b"},
                  "Accuracy changes only when a sample crosses the line. The street can still move "
                  "a good deal."),
            Wrong("small step", {"d"},
                  "A step can be small because its pair had nothing left to do, or was clipped at "
                  "once. What about the other pairs?"),
            Wrong("peer", {"e"},
                  "A number of support vectors says nothing about their multipliers, and repeated "
                  "samples can share one."),
            Wrong("only KKT", {"c"},
                  "That is one of them. Another needs no list of conditions: it bounds the error "
                  "of W itself."),
            Wrong("only duality", {"f"},
                  "That is one of them. Another compares what the samples wish for b."),
            Wrong("small step too", {"c", "d", "f"},
                  "Two of yours are right. But a small step only says that *this* pair had little "
                  "left to gain."),
            Wrong("all", set(CLAIMS), "Some of these have been seen to fail on this page."),
        ),
        hints=("Which of them can be computed from the multipliers alone, without knowing how they "
               "were found?",
               "Luck, small steps and numbers of anything prove nothing.",
               "There are two: both are gaps."),
        solution='certificates = {"c", "f"}',
        explanation="Both are computed from the multipliers alone, whoever found them, and both "
                    "bound how far they are from the optimum.",
        fallback_hint="Not yet. A certificate must not depend on luck.",
    ),
    Exercise(
        key="intercept", title="The intercept", variable="intercept", tolerance=6e-3,
        parse=Number(), reference=lambda: _mean_of("free"),
        misconceptions=(
            Wrong("all support vectors", lambda: _mean_of("all"),
                  "You averaged over *all* support vectors. Those at C may lie inside the street: "
                  "their wish for b is off by their slack. Only 0 < α < C counts."),
            Wrong("bound ones", lambda: _mean_of("bound"),
                  "You averaged over those at C, the ones with slack. Take the free ones."),
            Wrong("everybody", lambda: _mean_of("everybody"),
                  "You averaged over all samples. Most lie outside the street, far from their "
                  "edge."),
            Wrong("sign", lambda: -_mean_of("free"),
                  "The sign is wrong: f(x) = ⟨w, x⟩ + b is y on the edge, so b = y - ⟨w, x⟩."),
            Wrong("not moved", _not_moved,
                  "That is the intercept of the points where they were. Solve again with X + 1, "
                  "or ask what the move does to ⟨w, x⟩."),
            Wrong("moved the wrong way", lambda: 2 * _not_moved() - _mean_of("free"),
                  "The move adds the sum of the weights to ⟨w, x⟩. To keep f what it was, b has to "
                  "lose that much; yours has gained it."),
            Wrong("innermost", _between_the_classes,
                  "Half-way between the innermost samples of the classes: right for a hard "
                  "margin. Here those two have slack."),
        ),
        hints=("Solve the moved problem, then find the samples with 0 < α < C.",
               "On its edge a sample has y = ⟨w, x⟩ + b.",
               "moved = solve_smo(DualProblem.from_data(X + 1, y, 1.0)); then moved.b, or the mean "
               "of y - (X + 1) @ w over the free ones."),
        solution="from coursekit.datasets import make_overlap_60\n"
                 "from coursekit.svm import DualProblem, solve_smo\n\n"
                 "points, labels_60 = make_overlap_60()\n"
                 "intercept = solve_smo(DualProblem.from_data(points + 1, labels_60, 1.0), "
                 "tol=1e-6).b",
        explanation="The weights have not changed; b has, by minus the sum of the weights.",
        fallback_hint="Not yet. Which samples are sure to lie on their edge of the street?",
    ),
)
