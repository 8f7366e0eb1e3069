"""What a nested cross-validation found: every score, every winner, and the number to quote.

Legend: ``k`` outer folds; a *setting* is one combination of the grid; row numbers are those of the
whole table.
"""
from __future__ import annotations

import html
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.model_selection.choice import corrected_interval
from coursekit.statistics import wilson_interval
from coursekit.wording import plural


class OuterFold(NamedTuple):
    """One turn of the outer loop.

    ``train``, ``test``: rows that choose and learn; rows that only judge.
    ``inner``: the inner splits of ``train``.
    ``inner_scores`` (settings, inner folds): NaN where a cell failed.
    ``winner``: number of the setting with the highest inner mean, the first of equal ones.
    ``model``: the winner, fitted again on all of ``train``; None if that failed.
    ``score``: of the model on ``test``.
    """

    train: np.ndarray
    test: np.ndarray
    inner: list
    inner_scores: np.ndarray
    winner: int
    model: object
    score: float


class Failure(NamedTuple):
    """A fit or a score that went wrong, counted from 0; ``inner`` is None for a refit."""

    outer: int
    inner: int | None
    setting: dict
    error: str


@dataclass(frozen=True)
class NestedResult:
    """The record of a nested cross-validation; see `nested_cv`.

    ``settings``: the grid, one setting an entry.
    ``folds``: the outer folds that are finished.
    ``planned``: how many there should be.
    ``scoring``: what a score is.
    ``failures``: cells that went wrong; the others went on.
    """

    settings: list[dict]
    folds: tuple[OuterFold, ...]
    planned: int
    scoring: str
    failures: tuple[Failure, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted before its last outer fold."""
        return len(self.folds) < self.planned

    @property
    def scores(self) -> np.ndarray:
        """Outer scores, one a fold."""
        return np.array([fold.score for fold in self.folds])

    @property
    def mean(self) -> float:
        """Mean of the outer scores: what may be quoted of the whole procedure."""
        return float(self.scores.mean())

    @property
    def sd(self) -> float:
        """Standard deviation of the outer scores, with ddof = 1; NaN for a single one."""
        return float(self.scores.std(ddof=1)) if len(self.folds) > 1 else np.nan

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return (low, high): `corrected_interval` with the mean sizes of the folds.

        It may be too narrow if ``outer`` was a number, as such folds are stratified. Where all
        scores are equal, or fewer than three of all answers are wrong (or right), it promises
        nothing, and a warning says so; see `wilson_interval`.
        """
        sizes = ([len(fold[part]) for fold in self.folds] for part in (0, 1))
        low, high = corrected_interval(self.scores, *(round(np.mean(size)) for size in sizes),
                                       confidence)
        right, n = self._right_answers()
        few = self.scoring == "accuracy" and min(right, n - right) in range(3)
        if low == high or few:
            warnings.warn(f"the {len(self.folds)} outer scores hardly differ, so the interval of "
                          f"width {high - low:.3g} promises nothing; for an accuracy take "
                          "wilson_interval()", stacklevel=2)
        return low, high

    def wilson_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return (low, high): Wilson's interval of the right answers of all folds together.

        It takes them for answers of one fixed rule, and does not know that each fold has a model of
        its own. A ``scoring`` other than "accuracy" is refused with a ValueError.
        """
        if self.scoring != "accuracy":
            raise ValueError(f"scoring must be 'accuracy' for an interval of right answers, got "
                             f"{self.scoring!r}; take interval() instead")
        low, high = wilson_interval(*self._right_answers(), confidence)
        return float(low), float(high)

    def _right_answers(self) -> tuple[float, int]:
        """Return how many of all test samples were answered right, if the scores are accuracies."""
        sizes = np.array([len(fold.test) for fold in self.folds])
        return float(np.round(self.scores * sizes).sum()), int(sizes.sum())

    @property
    def best_params(self) -> list[dict]:
        """The winning setting of each outer fold."""
        return [self.settings[fold.winner] for fold in self.folds]

    @property
    def winner_entropy(self) -> float:
        """Entropy of the winners in bits: 0 if one setting won in all k folds, at most log2(k).

        It tells how much the choice varies, and not what this costs: on a plateau it is high.
        """
        shares = np.unique([fold.winner for fold in self.folds], return_counts=True)[1]
        shares = shares / len(self.folds)
        return float(shares @ np.log2(1 / shares))

    @property
    def models(self) -> list:
        """The winners, fitted again on the outer training rows: the models that were scored."""
        return [fold.model for fold in self.folds]

    @property
    def n_fits(self) -> int:
        """Fits made: every setting on every inner split, and one refit an outer fold."""
        return sum(fold.inner_scores.size + 1 for fold in self.folds)

    def to_frame(self) -> pd.DataFrame:
        """Return one row an outer fold: sizes, winning setting, its inner mean, outer score."""
        rows = [{"n_train": len(fold.train), "n_test": len(fold.test),
                 **self.settings[fold.winner],
                 "inner_mean": float(fold.inner_scores[fold.winner].mean()), "score": fold.score}
                for fold in self.folds]
        return pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1, name="outer fold"))

    def _summary(self) -> str:
        train = sorted({len(fold.train) for fold in self.folds})
        sizes = " or ".join(f"{size:,}" for size in train)
        winners, failed = len({fold.winner for fold in self.folds}), len(self.failures)
        told = (f"{self.scoring} expected of the whole procedure on {sizes} samples: "
                f"{self.mean:.4f} (sd over {len(self.folds)} outer folds {self.sd:.4f}, ddof = 1; "
                f"{self.n_fits:,} fits; {plural(winners, 'different winner')})")
        if self.partial:
            told += f"; PARTIAL: {len(self.folds)} of {self.planned} outer folds"
        return told + (f"; {plural(failed, 'cell')} failed" if failed else "")

    def __repr__(self) -> str:
        return f"NestedResult: {self._summary()}"

    def _repr_html_(self) -> str:
        return (f"<p>{html.escape(self._summary())}</p>"
                f"{self.to_frame().to_html(float_format='{:.4f}'.format)}")
