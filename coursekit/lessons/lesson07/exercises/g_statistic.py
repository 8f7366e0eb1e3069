"""Exercise "g-statistic": twice the logarithm of a likelihood ratio."""
from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits


def g_statistic(covered, reference):
    """Return 2 Σ m_k ln(m_k / e_k), with e_k = m θ_k; a class without a sample adds 0."""
    covered, reference = np.asarray(covered, float), np.asarray(reference, float)
    expected = covered.sum() * reference / reference.sum()
    some = covered > 0
    with np.errstate(divide="ignore"):      # a class that the reference lacks: infinite
        return float(2 * np.sum(covered[some] * np.log(covered[some] / expected[some])))


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    yield [3, 0], [5, 6]
    yield [2, 2], [4, 4]                        # the shares agree: 0
    yield [1, 4], [4, 1]
    yield [3, 1, 0], [10, 10, 0]                # a class that is in neither
    yield [1, 2], [0, 3]                        # covered, but not in the reference: infinite
    yield [0, 0], [3, 4]                        # nobody covered
    yield [5, 6], [5, 6]                        # everybody covered
    for _ in range(80):
        c = int(rng.integers(2, 6))
        reference = rng.integers(1, 40, c)
        covered = rng.integers(0, 12, c) * (rng.random(c) < 0.7)
        yield (covered, reference) if rng.random() < 0.5 else (covered.tolist(),
                                                               reference.tolist())


def _divides_by(expected: Callable) -> Callable:
    """Return what tells a sum of m ln(m / expected(reference)), in any base, doubled or not."""
    def holds(case: tuple, given: float, right: float) -> bool:
        covered, reference = (np.asarray(part, float) for part in case)
        some = covered > 0
        with np.errstate(divide="ignore"):
            total = np.sum(covered[some] * np.log(covered[some] / expected(reference)[some]))
        return any(np.isclose(given, k * total, rtol=1e-5) for k in FACTORS)
    return holds


def _pearson(case: tuple, given: float, right: float) -> bool:
    """Tell whether Pearson's statistic was computed, over all classes or those covered."""
    covered, reference = (np.asarray(part, float) for part in case)
    expected = covered.sum() * reference / reference.sum()
    there = expected > 0
    terms = (covered[there] - expected[there])**2 / expected[there]
    return any(np.isclose(given, total, rtol=1e-5) for total in (
        terms.sum(), terms[covered[there] > 0].sum()))


FACTORS = (2, 1, 2 / np.log(2), 1 / np.log(2))
_wrong = edits()
SUM = "2 * np.sum(covered[some] * np.log(covered[some] / expected[some]))"

G_STATISTIC = CodeExercise(
    key="g-statistic", title="The G statistic", reference=g_statistic, cases=_tables,
    tolerance=1e-5, misconceptions=(
        _wrong("factor 2 forgotten", "2 * np.sum", "np.sum",
               "Your result is half the correct value. Which factor stands before the sum?"),
        _wrong("rounded", SUM, f"round({SUM}, 3)",
               "Close: yours is right but for the last decimals. Do you round? The example rounds "
               "only what it prints.",
               lambda case, given, right: 0 < abs(given - right) <= 0.051),
        _wrong("base 2", "np.log(", "np.log2(",
               "The logarithm is to base 2. G has the natural one."),
        _wrong("sign", SUM, f"-{SUM}",
               "The sign is flipped. Is your ratio observed over expected, m_k / e_k?"),
        _wrong("shares for expectations", "covered.sum() * reference /", "reference /",
               "You divide by the proportions θ_k. What is expected is a count, m·θ_k.",
               _divides_by(lambda reference: reference / reference.sum())),
        _wrong("counts of the reference", "covered.sum() * reference / reference.sum()",
               "reference",
               "Scale the reference to the m covered samples first: if they had its proportions, "
               "how many would be of class k?", _divides_by(lambda reference: reference)),
        _wrong("Pearson", SUM,
               "np.sum(np.where(covered == expected, 0, (covered - expected)**2 / expected))",
               "That is Pearson's X², which is often close to G, but a different number.",
               _pearson),
        _wrong("0 times ln 0", "covered > 0", "covered >= 0",
               "Where m_k is 0 your sum has 0·ln 0, which the computer calls nan. Such a class "
               "adds 0."),
        _wrong("shares for counts", "np.sum(covered[some]",
               "np.sum(covered[some] / max(covered.sum(), 1)",
               "Each logarithm is weighted by a proportion of m. G weighs it by the count m_k, so "
               "that it grows with the evidence."),
    ),
    hints=("Compute the expected counts e_k first: the m covered samples, in the proportions of "
           "the reference.",
           "Let only classes with m_k > 0 into the sum: the others add 0.",
           "`m[m > 0]` picks them; pick the same ones from e. Logarithm of the ratio, times the "
           "count, summed, doubled."),
    way="The m covered samples would be expected to be e_k = m·θ_k of class k. The sum of "
        "m_k ln(m_k / e_k) over the classes with m_k > 0, doubled, is G; leaving out the others "
        "avoids 0·ln 0.",
    explanation="Zero if the proportions agree, infinite if something impossible was covered.",
    by_case=(
        (lambda case, given, right: np.isnan(given), "Your function returns nan here. Which class "
         "has no covered sample? It adds 0, but 0·ln 0 is nan."),
        (lambda case, given, right: not np.sum(case[0]), "Here nobody is covered, so no class "
         "adds anything."),
        (lambda case, given, right: np.isinf(right), "Here a class was covered that the reference "
         "does not have. What does the text say of θ_k = 0?"),
        (lambda case, given, right: right < 1e-9, "Here the proportions agree. What is ln 1?"),
        (lambda case, given, right: 0 in np.asarray(case[0]), "Compute this case by hand. Which "
         "classes are covered at all? Only they add something.")),
    fallback_hint="Compute this case by hand: m, then each e_k, then the terms of the sum.")
