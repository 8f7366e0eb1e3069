"""Regression with a tube of half-width ε: its dual is the one of classification, with 2n samples.

Each sample appears twice. Copy k with label +1 pushes the curve up, where y is above the tube;
copy n + k with label -1 pushes it down. With β = (α, -α*) and p = (y - ε, y + ε),

    maximise   W(β) = Σ p_k β_k - ½ ΣΣ β_k β_l K_kl
    subject to 0 ≤ α_i, α*_i ≤ C_i  and  Σ β_k = 0

so `solve_fast` and `solve_smo` solve it. With squared slack ½C·ξ² the
multipliers have no upper bound; instead, 1/C_i is added to the diagonal of K.

Legend: ``K`` (n, n) Gram matrix, ``y`` (n,) targets, ``epsilon`` ε, ``C`` (n,) penalties,
``alpha`` (2n,) the multipliers α and α*, ``F`` (2n,) slopes.
"""
from __future__ import annotations

import numpy as np

from coursekit.svm.dual import DualProblem, Point
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.svm.solution import MACHINE_EPS, Solution


class CopiedGram:
    """The Gram matrix of repeated samples, plus a ridge on its diagonal.

    ``base``: Gram matrix of the distinct samples.
    ``places`` (n,): the sample behind each copy.
    ``ridge`` (n,): added to the diagonal, one value per copy.

    >>> G = CopiedGram(DenseGram(np.array([[2.0]])), np.array([0, 0]), np.array([0.5, 0.5]))
    >>> G.to_array(), G.dot(np.array([1.0, -1.0]))
    (array([[2.5, 2. ],
           [2. , 2.5]]), array([ 0.5, -0.5]))
    """

    def __init__(self, base: DenseGram | LazyGram, places: np.ndarray, ridge: np.ndarray):
        self.base, self.places, self.ridge = base, places, ridge
        self.n = len(places)
        self.diagonal, self.shifts = base.diagonal[places] + ridge, np.zeros(self.n)

    @property
    def row_cost(self) -> int:
        """Numbers read to get one value."""
        return self.base.row_cost

    def rows(self, indices: np.ndarray) -> np.ndarray:
        """Return several rows, shape (k, n)."""
        rows = self.base.rows(self.places[indices])[:, self.places]
        rows[np.arange(len(rows)), indices] += self.ridge[indices]
        return rows

    def to_array(self) -> np.ndarray:
        """Return the whole matrix, shape (n, n)."""
        return self.base.to_array()[np.ix_(self.places, self.places)] + np.diag(self.ridge)

    def dot(self, beta: np.ndarray) -> np.ndarray:
        """Return the product with a vector, shape (n,); copies that cancel cost nothing."""
        total = np.bincount(self.places, beta, self.base.n)
        return self.base.dot(total)[self.places] + self.ridge * beta


class TubeProblem(DualProblem):
    """The dual problem of support vector regression, for `solve_fast` and `solve_smo`.

    ``gram``: Gram matrix of the n samples.
    ``y`` (n,): targets.
    ``C`` (a number or (n,)): penalty of slack, positive and finite.
    ``epsilon``: half-width of the tube, at least 0.
    ``squared``: whether slack costs ½C·ξ² instead of C·ξ.

    Source: A. Smola, B. Schölkopf (2004), *A tutorial on support vector regression*.

    Two samples and a flat curve halfway between them: the tube is wide enough for both.

    >>> problem = TubeProblem(DenseGram(np.eye(2)), np.array([0.0, 1.0]), C=1.0, epsilon=0.75)
    >>> problem.solution(np.zeros(4), n_iter=0)
    Solution(W = 0, b = 0.5, 0 of 4 multipliers above 0; KKT gap -0.5, duality gap 0, 0 steps)
    """

    def __init__(self, gram: DenseGram | LazyGram, y: np.ndarray, C: float | np.ndarray,
                 epsilon: float, *, squared: bool = False):
        penalty = np.tile(np.full(gram.n, C, dtype=float), 2)
        copies = CopiedGram(gram, np.tile(np.arange(gram.n), 2),
                            1 / penalty if squared else np.zeros(2 * gram.n))
        side = np.repeat([1.0, -1.0], gram.n)
        super().__init__(copies, side, _roof(penalty, np.tile(y, 2)) if squared else penalty)
        self.penalty, self.squared = penalty, squared
        self.p = np.tile(y, 2) - epsilon * side

    def primal(self, at: np.ndarray | Point, b: float) -> float:
        """Return ½‖w‖² + Σ C_i ξ_i, or with squared slack ½‖w‖² + ½ Σ C_i ξ_i²."""
        alpha, F = point = self.point(at)
        beta, ridge = alpha * self.y, self.gram.ridge
        half_norm = 0.5 * float(beta @ (self.p - F - ridge * beta))
        slack = np.maximum(0, ridge * alpha - self.excess(point, b))
        loss = 0.5 * slack**2 if self.squared else slack
        return half_norm + float(self.penalty @ loss)

    def rounding(self, alpha: np.ndarray) -> float:
        """Return the possible rounding error of the gap, which grows with the targets."""
        return super().rounding(alpha) + 4 * MACHINE_EPS * float(np.abs(self.p).max())

    def solution(self, at: np.ndarray | Point, **options) -> Solution:
        """Return the solution with its certificate; one of each sample's two multipliers is 0.

        Lowering both by the same t changes no β_i and adds 2εt to W.
        """
        n, alpha = self.n // 2, at.alpha if isinstance(at, Point) else at
        both = np.minimum(alpha[:n], alpha[n:])
        return super().solution(alpha - np.tile(both, 2) if both.any() else at, **options)

    def _early(self, found: Solution, tol: float) -> str:
        why = ("stopped by rounding" if found.stopped == "rounding"
               else f"stopped after {found.n_iter} steps")
        return (f"{why} with a KKT gap of {found.gap:.3g}, above tol = {tol:g}: the curve is not "
                "the optimum yet; scale the features and y, lower C, allow more steps "
                "(max_iter) or a larger tol")


def _roof(penalty: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return an upper bound of the optimal α = C·ξ of squared slack; it gives β its scale.

    The flat curve costs at most ½ Σ C_j (y_j - mean)², so at the optimum ½ C_i ξ_i² is no larger.
    """
    flat = float(penalty @ (y - y.mean())**2)
    return 2 * np.sqrt(penalty * flat) if flat else np.ones(len(y))
