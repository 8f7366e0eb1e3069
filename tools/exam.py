"""Print an exam: a question for each core lesson from 01 on, with numbers drawn by a seed, then the answers.

    python tools/exam.py SEED [LESSON ...]

The same seed gives the same exam. Keep yours to yourself: whoever knows it has the answers, too.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from coursekit.lagrange import equality_qp
from coursekit.rules import g_statistic
from coursekit.svm.smo import best_step, segment_ends
from coursekit.tree import entropy
from coursekit.tree.naive import gain

Written = tuple[str, str, str]                          # lesson, question, answer
TRIPLES = (3, 4, 5), (6, 8, 10), (5, 12, 13), (9, 12, 15)   # a² + b² = c²


class Numbers:
    """Draws whole numbers."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, low: int, high: int) -> int:
        """Return a number from low to high."""
        return int(self.rng.integers(low, high + 1))


def data_and_margins(n: Numbers) -> Iterator[Written]:
    """Yield the questions on lessons 01 to 03."""
    died, lived = 10 * n(31, 60), 10 * n(10, 30)
    yield "01", (f"{died} passengers died, {lived} survived. The densities of age of the two groups, each of area 1, cross at 30. "
                 "What proportion of the passengers of 30 survived?"), f"{lived}/{died + lived} = {lived / (died + lived):.2f}"
    a, b, c = TRIPLES[n(0, 3)]
    yield "01b", (f"The interval of one group's rate reaches {a} points up, that of an independent group {b} points down. How far up "
                  "does the interval of the difference, first minus second, reach?"), f"{c} points: the squares add"
    a, b = n(1, 4), n(1, 4)
    t = n(1, 3) * (a * a + b * b)
    x, lam = equality_qp(2 * np.eye(2), [0, 0], [[a, b]], [t])
    yield "02", f"Minimise x₁² + x₂² on {a}x₁ + {b}x₂ = {t}. Give the multiplier, too.", f"x = ({x[0]:.0f}, {x[1]:.0f}), λ = {lam[0]:.0f}"
    t = n(2, 9)
    yield "02b", f"Minimise ½x² where x ≥ {t}. Where does q(λ) lie highest, and how high?", f"q = {t}λ − ½λ²: at λ = {t}, {t * t / 2:g} high"
    (a, b, c), x, y, d = TRIPLES[n(0, 3)], n(-4, 4), n(-4, 4), n(1, 9)
    f = a * x - b * y + d
    yield "02c", f"How far is ({x}, {y}) from the line {a}x₁ − {b}x₂ + {d} = 0, and what is the sign of f there?", f"{abs(f)}/{c}; {'0' if f == 0 else '−' if f < 0 else '+'}"
    yf, C = n(-9, 9) / 10, n(2, 9)
    yield "02d", f"A sample has y f = {yf:g} at the optimum, and C = {C}. What are its slack and its multiplier?", f"{1 - yf:g} and {C}"
    slope, eta, C, at_i, at_j = n(1, 9), -n(1, 9), n(1, 2), n(0, 9) / 10, -n(0, 9) / 10
    low, high = segment_ends(at_i, at_j, (0, C), (-C, 0))
    yield "03", (f"β_i = {at_i:g} has the box [0, {C}], β_j = {at_j:g} the box [−{C}, 0]. The slope is {slope}, and η = {eta}. Between which t may "
                 "the pair move, and where does it stop?"), f"from {low:.1f} to {high:.1f}; at {best_step(slope, eta, low, high):.2f}"


def kernels_scores_and_trees(n: Numbers) -> Iterator[Written]:
    """Yield the questions on lessons 04 to 07."""
    gamma, s = n(1, 9), n(2, 10)
    yield "04", f"A Gaussian machine has γ = {gamma}. All positions are multiplied by {s}. Which γ gives the same kernel values?", f"{gamma / s**2:.3g}"
    gaps, tol = np.array([20, *n.rng.permutation(np.arange(3, 16))[:5], 2]) / 10, n(3, 9) / 10
    yield "04b", (f"The KKT gaps of a run are {', '.join(f'{gap:g}' for gap in gaps)}; the first is that of the start. After how many steps does a solver with "
                  f"tolerance {tol:g} stop, and by how much may a condition be missed there?"), f"{np.argmax(gaps <= tol)}; at most {gaps[np.argmax(gaps <= tol)] / 2:g}, half the gap"
    ones = n(5, 15)
    zeros = ones + n.rng.choice([0, 2, 3])
    answer = f"{zeros}/{ones + zeros}" if zeros > ones else "0: a label is always in the minority among the others"
    yield "05", f"{ones} labels are 1 and {zeros} are 0. What is the leave-one-out score of the majority?", answer
    outer, inner, settings = n(3, 10), n(3, 10), n(2, 12)
    yield "05b", (f"How many fits do {outer} outer folds, {inner} inner folds and {settings} settings take?"), f"{outer} · ({inner} · {settings} + 1) = {outer * (inner * settings + 1)}"
    a, b, low, high = 10 * n(1, 4), 10 * n(1, 4), n(1, 4) / 10, n(5, 9) / 10
    found = gain(np.repeat([low, high], [a, b]), np.arange(a + b) < a)
    yield "06", f"{a} samples with mean {low} go to the left, {b} with mean {high} to the right. What does the question gain?", f"{found:.3f}"
    leaves = [n(0, 9) for _ in range(n(3, 5))]
    own = sum(leaves) + n(2, 20)
    yield "06c", f"A node with {own} errors stands over leaves with {', '.join(map(str, leaves))}. What is its g?", f"{(own - sum(leaves)) / (len(leaves) - 1):.3g}"
    counts, m = n(1, 5) * n.rng.permutation([4, 2, 1, 1]), n(2, 9)
    yield "07", (f"A cover holds {', '.join(map(str, counts))} samples of four classes: its entropy? Another holds {m} samples of one class, in a reference "
                 "that is half and half: its G?"), f"{entropy(counts / counts.sum()):g} bits; {2 * m} ln 2 = {g_statistic([m, 0], [50, 50]):.2f}"


def exam(seed: int) -> list[Written]:
    """Return all questions and answers of a seed."""
    numbers = Numbers(seed)
    return [*data_and_margins(numbers), *kernels_scores_and_trees(numbers)]


def main() -> None:
    """Read the command line; print the questions, then the answers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="only these, such as 02b (default: all)")
    wanted = parser.parse_args()
    drawn = exam(wanted.seed)
    if unknown := set(wanted.lessons) - {lesson for lesson, *_ in drawn}:
        parser.error(f"there is no question on {', '.join(sorted(unknown))}")
    chosen = [written for written in drawn if not wanted.lessons or written[0] in wanted.lessons]
    for column, heading in enumerate(["Questions", "Answers"], 1):
        print(f"## {heading}\n\n" + "\n".join(f"{k}. {written[column]}" for k, written in enumerate(chosen, 1)) + "\n")


if __name__ == "__main__":
    main()
