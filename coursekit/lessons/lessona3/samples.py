"""Samples behind the evidence: of the lessons, solved or stopped early; owls; passengers."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.pipeline import make_pipeline

from coursekit import datasets, titanic
from coursekit.lessons.lesson03.pairs import RandomRun, random_partner
from coursekit.linear import logistic_regression
from coursekit.notebook import SEED
from coursekit.svm import DualProblem, solve_smo

FAR_OUT = 1.05      # y f of a sample that lies well outside the margin


@dataclass(frozen=True)
class Solved:
    """Samples, their dual problem, and its solution by a linear machine.

    Examples
    --------
    >>> sixty = Solved.sixty()
    >>> int((sixty.alpha > 0).sum()), round(sixty.b, 3)
    (6, -0.442)
    """

    X: np.ndarray
    y: np.ndarray
    problem: DualProblem
    alpha: np.ndarray
    b: float
    dual: float

    @classmethod
    def of(cls, X: np.ndarray, y: np.ndarray, C: float) -> Solved:
        """Return the samples with the solution for a penalty."""
        problem = DualProblem.from_data(X, y, C)
        best = solve_smo(problem, tol=1e-9)
        return cls(X, y, problem, best.alpha, best.b, best.objective)

    @classmethod
    def sixty(cls) -> Solved:
        """Return the sixty samples of lesson 03, which overlap, with C = 1."""
        return cls.of(*datasets.make_overlap_60(), 1)

    @classmethod
    def forty(cls) -> Solved:
        """Return the forty samples of lesson 02c with their hard margin."""
        return cls.of(*datasets.make_linear_40(), np.inf)

    @property
    def K(self) -> np.ndarray:
        return self.problem.K

    @property
    def w(self) -> np.ndarray:
        return (self.alpha * self.y) @ self.X

    @property
    def yf(self) -> np.ndarray:
        return self.y * (self.K @ (self.alpha * self.y) + self.b)


def busy_passes(run: RandomRun) -> np.ndarray:
    """Return the number of steps at the end of each pass with a change.

    A pass has ended where the first sample of a pair does not come after the one before it.

    Examples
    --------
    >>> busy_passes(RandomRun([], [(0, 1), (2, 0), (1, 2)], [], {}, 2)).tolist()
    [2, 3]
    """
    first = np.array([pair[0] for pair in run.pairs])
    return np.append(1 + np.flatnonzero(np.diff(first) <= 0), len(first))


def early_runs(samples: Solved, n: int = 20) -> list[RandomRun]:
    """Return runs of simplified SMO on samples with C = 1, with random partners.

    Examples
    --------
    >>> len(early_runs(Solved.sixty(), 2))
    2
    """
    rng = np.random.default_rng(SEED)
    return [random_partner(samples.K, samples.y, 1, rng) for _ in range(n)]


def strays(samples: Solved, run: RandomRun) -> list[float]:
    """Return y f of the samples well outside the margin with α > 0, after a run's first quiet pass.

    Examples
    --------
    >>> sixty = Solved.sixty()
    >>> all(yf > 1 for run in early_runs(sixty, 2) for yf in strays(sixty, run))
    True
    """
    alpha = run.at_quiet(1) * samples.y
    yf = samples.y * (samples.K @ (alpha * samples.y) + samples.problem.intercept(alpha))
    return yf[(alpha > 0) & (yf > FAR_OUT)].tolist()


def groups(people: pd.DataFrame) -> pd.DataFrame:
    """Return the passengers' features in the groups of lesson 05c, as text.

    Examples
    --------
    >>> int(groups(datasets.load_titanic().dropna(subset="Embarked")).nunique().max())
    5
    """
    parts = [titanic.TitleExtractor(), titanic.FamilyGrouper(), titanic.FareBands(),
             make_pipeline(titanic.AgeImputer(), titanic.AgeBands())]
    columns = [part.fit_transform(people) for part in parts]
    return pd.concat([*columns, people[["Sex", "Pclass", "Embarked"]]], axis=1).astype(str)


def owl_splits() -> Iterator[tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]]:
    """Yield training and test birds with their species, for each of a report's ten splits.

    Examples
    --------
    >>> {(len(train[1]), len(test[1])) for train, test in owl_splits()}
    {(89, 46)}
    """
    owls = datasets.load_owls()
    birds, species = owls.drop(columns="species").to_numpy(), owls["species"].to_numpy()
    lottery, order, first = np.random.RandomState(13), np.arange(len(owls)), 89
    for _ in range(10):
        lottery.shuffle(order)                      # what the last split left, once more
        yield tuple((birds[rows], species[rows]) for rows in (order[:first], order[first:]))


def odds_of_age(people: pd.DataFrame, draws: int = 500) -> tuple[float, float, float]:
    """Return what ten more years multiply the odds of survival by, with sex and class held fixed.

    After it come the ends of a 95% interval: tickets are drawn again, with their passengers.

    Examples
    --------
    >>> people = datasets.load_titanic().dropna(subset="Age")
    >>> odds, low, high = odds_of_age(people, draws=20)
    >>> low < odds < high < 1
    True
    """
    X = np.column_stack([people["Age"] / 10, people["Sex"] == "female", people["Pclass"] == 2,
                         people["Pclass"] == 3]).astype(float)
    y = people["Survived"].to_numpy()
    rng, tickets = np.random.default_rng(SEED), list(people.groupby("Ticket").indices.values())
    slopes = []
    for _ in range(draws):
        rows = np.concatenate([tickets[k] for k in rng.integers(0, len(tickets), len(tickets))])
        slopes.append(logistic_regression(X[rows], y[rows])[0][0])
    middle = logistic_regression(X, y)[0][0]
    return tuple(float(np.exp(slope)) for slope in (middle, *np.quantile(slopes, [0.025, 0.975])))
