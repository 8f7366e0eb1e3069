"""Exercise "log-loss": the mean penalty of probabilities."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits


def log_loss(p, survived):
    """Return the mean of −ln of the probability that was given to what happened."""
    given = np.where(survived == 1, p, 1 - p)
    return float(np.mean(-np.log(given)))


def _chances(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([0.9, 0.6, 0.2]), np.array([1, 0, 1])
    yield np.array([0.5, 0.5]), np.array([1, 0])
    yield np.array([0.8]), np.array([1])
    yield np.array([0.8]), np.array([0])
    yield np.array([0.3, 0.9, 0.9]), np.array([0, 0, 0])        # no survivor
    for _ in range(30):
        n = int(rng.integers(1, 30))
        yield rng.uniform(0.01, 0.99, n).round(3), rng.integers(0, 2, n)


def _is_loss(case: tuple, given, right: float) -> bool:
    return np.ndim(given) == 0 and not isinstance(given, (bool, np.bool_)) \
        and abs(float(given) - right) <= 1e-5 * (1 + right)


_wrong = edits()

LOSS = CodeExercise(
    key="log-loss", title="The log loss", reference=log_loss, cases=_chances, accept=_is_loss,
    misconceptions=(
        _wrong("no minus", "-np.log(given)", "np.log(given)",
               "The size is right, but a penalty is positive: −ln of a probability below 1."),
        _wrong("probability of survival for all", "np.where(survived == 1, p, 1 - p)", "p",
               "A victim with a small p was judged well, and pays much in your program. Which "
               "probability was given to what happened to a victim?"),
        _wrong("only survivors", "np.where(survived == 1, p, 1 - p)",
               "np.where(survived == 1, p, 1)",
               "Your victims pay nothing. What probability were they given for what happened?"),
        _wrong("exchanged", "survived == 1", "survived == 0",
               "Survivors pay −ln p, victims −ln(1 − p). You have them the other way round."),
        _wrong("the sum", "np.mean", "np.sum",
               "That is the total of all penalties. The log loss is their mean."),
        _wrong("another logarithm", "np.log(", "np.log10(",
               "Every penalty is too small by the same factor. Which logarithm is ln?"),
        _wrong("base two", "np.log(", "np.log2(",
               "Every penalty is too large by the same factor. Which logarithm is ln?"),
        _wrong("the mean first", "np.mean(-np.log(given))", "-np.log(np.mean(given))",
               "You take the mean of the probabilities, and then its logarithm. Each passenger "
               "has a penalty of their own; the mean comes last."),
        _wrong("one minus", "-np.log(given)", "1 - given",
               "You add up how far each probability is from 1. The penalty is −ln of it."),
        _wrong("one number per passenger", "float(np.mean(-np.log(given)))", "-np.log(given)",
               "These are the penalties of all passengers. Return their mean, one number.",
               lambda case, given, right: np.ndim(given) == 1
               and np.allclose(np.mean(given), right)),
    ),
    hints=("Which probability was given to what happened, to a survivor and to a victim?",
           "`np.where(survived == 1, …, …)` chooses for each passenger.",
           "Minus `np.log` of these, and then the mean."),
    way="A survivor's outcome was given p, a victim's 1 − p. Take minus the natural logarithm of "
        "each, and the mean of all.",
    explanation="The mean penalty has no ceiling: one confident mistake can ruin it.",
    fallback_hint="Work out the three passengers of the first case by hand.")
