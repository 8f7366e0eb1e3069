"""The exercises of sitting 07: one step of a beam, the G statistic, a p-value for a search."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson07_cases import (
    beams, either, in_more_words, no_masks, not_joined, of_two, one_a_cover,
)
from coursekit.exercises.lesson07_searches import about, call, is_p, searches
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters


def specialise(beam, S):
    """Return all conjunctions one selector longer with their covers: smaller, but not empty."""
    return {conjunction | {j}: cover & S[j]
            for conjunction, cover in beam.items() for j in range(len(S))
            if 0 < np.sum(cover & S[j]) < np.sum(cover)}


def g_statistic(covered, reference):
    """Return 2 Σ m_k ln(m_k / e_k), with e_k = m θ_k; a class without a sample adds 0."""
    covered, reference = np.asarray(covered, float), np.asarray(reference, float)
    expected = covered.sum() * reference / reference.sum()
    some = covered > 0
    with np.errstate(divide="ignore"):      # a class that the reference lacks: infinite
        return float(2 * np.sum(covered[some] * np.log(covered[some] / expected[some])))


def search_p_value(search, y, B, rng):
    """Return (1 + #{T_b ≥ T_0}) / (B + 1) for B shuffles of the labels."""
    observed = search(y)
    shuffled = [search(rng.permutation(y)) for _ in range(B)]
    return (1 + sum(T >= observed for T in shuffled)) / (B + 1)


# -- one step of a beam

SPECIALISE = CodeExercise(
    key="specialise", title="One step of the beam", reference=specialise, cases=beams,
    misconceptions=(
        Misconception("tuples for keys", """
            def specialise(beam, S):
                return {(*sorted(c), j): m & S[j] for c, m in beam.items() for j in range(len(S))
                        if 0 < (m & S[j]).sum() < m.sum()}
            """, "Your keys are ordered: (0, 1) and (1, 0) are one conjunction. A frozenset has no "
                 "order, and `c | {j}` makes one from another.",
            lambda case, given, right: any(isinstance(k, tuple) for k in given)),
        Misconception("or for and", """
            def specialise(beam, S):
                return {c | {j}: m | S[j] for c, m in beam.items() for j in range(len(S))
                        if j not in c}
            """, "A cover of yours holds samples that its parent does not cover. One condition "
                 "more can only take samples away.", either),
        Misconception("never any", """
            def specialise(beam, S):
                return {}
            """, "Your dictionary is always empty. Which two covers does your function put "
                 "together, and what does it ask of the result?",
            lambda case, given, right: given == {} != right),
        Misconception("one a cover", """
            def specialise(beam, S):
                new = {}
                for c, m in beam.items():
                    for j in range(len(S)):
                        cover = m & S[j]
                        if 0 < cover.sum() < m.sum() and not any(
                                np.array_equal(cover, old) for old in new.values()):
                            new[c | {j}] = cover
                return new
            """, "Yours are right, but some are missing: those that cover the same samples as "
                 "another one. Here each conjunction has a key of its own.", one_a_cover),
        Misconception("one of two parents", None,
                      "Some are missing that extend two conjunctions of the beam. They cover as "
                      "many as one of these, but fewer than the other.", of_two),
        Misconception("no Boolean arrays", None,
                      "The conjunctions are right. But their covers must be Boolean arrays, for "
                      "the page picks the covered samples with them.", no_masks),
        Misconception("parents returned too", """
            def specialise(beam, S):
                new = dict(beam)
                for c, m in beam.items():
                    for j in range(len(S)):
                        if 0 < (m & S[j]).sum() < m.sum():
                            new[c | {j}] = m & S[j]
                return new
            """, "A conjunction of the beam itself is among yours. Asked are those with one "
                 "selector more.",
            lambda case, given, right: bool(set(given) - set(right))
            and set(given) - set(right) <= set(case[0])),
        Misconception("the same in more words", """
            def specialise(beam, S):
                return {c | {j}: m & S[j] for c, m in beam.items() for j in range(len(S))
                        if j not in c and (m & S[j]).any()}
            """, "One of yours covers as many as its parent: it says the same in more words.",
            in_more_words),
        Misconception("empty covers", """
            def specialise(beam, S):
                return {c | {j}: m & S[j] for c, m in beam.items() for j in range(len(S))
                        if (m & S[j]).sum() < m.sum()}
            """, "One of yours covers nobody. Of which class would it be?"),
        Misconception("cover of the selector alone", """
            def specialise(beam, S):
                return {c | {j}: S[j] for c, m in beam.items() for j in range(len(S))
                        if 0 < (m & S[j]).sum() < m.sum()}
            """, "That is the cover of the new selector alone. The conditions of the parent must "
                 "hold, too."),
        Misconception("beam ignored", """
            def specialise(beam, S):
                return {frozenset({j}): S[j] for j in range(len(S)) if 0 < S[j].sum() < S[j].size}
            """, "Yours are single selectors, whatever the beam. Each conjunction of the beam is "
                 "to be extended."),
        Misconception("last parent only", """
            def specialise(beam, S):
                new = {}
                for c, m in beam.items():
                    new = {c | {j}: m & S[j] for j in range(len(S))
                           if 0 < (m & S[j]).sum() < m.sum()}
                return new
            """, "Only the extensions of the last conjunction came back. Is your dictionary "
                 "started anew for each?"),
        Misconception("covers not joined", """
            def specialise(beam, S):
                return {c | {j}: S[j] for c, m in beam.items() for j in range(len(S))
                        if 0 < S[j].sum() < m.sum()}
            """, "You look at the new selector alone: who is covered by a longer conjunction must "
                 "meet the old conditions *and* the new one.", not_joined),
    ),
    hints=("Two loops: over the conjunctions of the beam, and over the numbers of the selectors.",
           "`conjunction | {j}` is the longer conjunction. Where do both hold, all the old "
           "conditions and the new one?",
           "Keep a pair only if its cover has fewer samples than the parent's, but at least one."),
    way="For each conjunction of the beam and each selector j the new cover is `cover & S[j]`: all "
        "the old conditions and the new one. It is kept under the name `conjunction | {j}` if it "
        "covers some sample and fewer than the parent.",
    explanation="A conjunction without a superfluous condition has such a parent, so each of them "
                "can be reached step by step, if the beam is wide enough.",
    by_case=(
        (lambda case, given, right: bool(set(given) - set(right)), "One of yours does not belong "
         "there: is its cover empty, or as large as its parent's?"),
        (lambda case, given, right: set(given) < set(right), "Some are missing. Is every "
         "conjunction of the beam tried with every selector?"),
        (lambda case, given, right: set(given) == set(right), "The conjunctions are right. For "
         "each cover ask: where do all of its conditions hold?")),
    fallback_hint="Write down this case: which selectors shrink a cover of the beam, and to what?")


# -- the G statistic

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


_HEAD = """
            def g_statistic(covered, reference):
                covered, reference = np.asarray(covered, float), np.asarray(reference, float)
                expected = covered.sum() * reference / reference.sum()
                some = covered > 0
                with np.errstate(all="ignore"):
"""


def _wrong(result: str) -> str:
    """Return the source of a wrong statistic: the right beginning, another result."""
    return _HEAD + " " * 20 + f"return float({result})\n"


def _is_mean(case: tuple, given: float, right: float) -> bool:
    """Tell whether the terms of all classes, or of those covered, were averaged."""
    some = np.count_nonzero(case[0])
    return not some or any(np.isclose(given * n, right, rtol=1e-5) for n in (some, len(case[0])))


_TERM = "covered[some] * np.log(covered[some] / expected[some])"
G_STATISTIC = CodeExercise(
    key="g-statistic", title="The G statistic", reference=g_statistic, cases=_tables,
    tolerance=1e-5, misconceptions=(
        Misconception("factor 2 forgotten", _wrong(f"np.sum({_TERM})"),
                      "Half of it. Which factor stands before the sum?"),
        Misconception("rounded", _wrong(f"round(2 * np.sum({_TERM}), 3)"),
                      "Close: yours is right but for the last decimals. Do you round? The example "
                      "rounds only what it prints.",
                      lambda case, given, right: 0 < abs(given - right) <= 0.051),
        Misconception("base 2", _wrong(f"2 * np.sum({_TERM}) / np.log(2)"),
                      "The logarithm is to base 2. G has the natural one."),
        Misconception("upside down", _wrong(f"-2 * np.sum({_TERM})"),
                      "Your G has the wrong sign. Which of m_k and e_k is divided by the other?"),
        Misconception("shares for expectations", _wrong(
            "2 * np.sum(covered[some] * np.log(covered[some] / (reference / reference.sum())"
            "[some]))"), "You divide by the shares θ_k. Expected are m·θ_k samples."),
        Misconception("counts of the reference", _wrong(
            "2 * np.sum(covered[some] * np.log(covered[some] / reference[some]))"),
            "You divide by the counts of the reference. How many of class k would m samples "
            "with its shares have?"),
        Misconception("Pearson", _wrong(
            "np.sum(np.where(covered == expected, 0, (covered - expected)**2 / expected))"),
            "That is Pearson's X², which is close to G, and another number."),
        Misconception("0 times ln 0", _wrong(
            "2 * np.sum(covered * np.log(covered / expected))"),
            "Where m_k is 0 your sum has 0·ln 0, which the computer calls nan. Such a class "
            "adds 0."),
        Misconception("finite", None, "Here a class was covered that the reference does not have. "
                      "What does the text say of θ_k = 0?",
                      lambda case, given, right: np.isinf(right) and np.isfinite(given)),
        Misconception("shares for counts", _wrong(
            f"2 * np.sum({_TERM}) / max(covered.sum(), 1)"),
            "Each logarithm is weighted by a share of m. G weighs it by the count m_k, so that "
            "it grows with the evidence."),
        Misconception("mean for the sum", _wrong(f"2 * np.mean({_TERM}) if some.any() else 0.0"),
                      "You take a mean over the classes. Their terms are added.", _is_mean),
        Misconception("both rows", _wrong(
            f"2 * np.sum({_TERM}) + 2 * np.sum(np.where(reference > covered, (reference - covered)"
            "* np.log((reference - covered) * reference.sum() / ((reference.sum() - covered.sum())"
            " * reference)), 0))"),
            "You added the samples that are not covered. That is a good test of a whole split; "
            "here only what the rule covers is asked."),
    ),
    hints=("Compute the expected counts e_k first: the m covered samples, in the shares of the "
           "reference.",
           "Let only classes with m_k > 0 into the sum: the others add 0.",
           "`m[m > 0]` picks them; pick the same ones from e. Logarithm of the ratio, times the "
           "count, summed, doubled."),
    way="The m covered samples would be expected to be e_k = m·θ_k of class k. The sum of "
        "m_k ln(m_k / e_k) over the classes with m_k > 0, doubled, is G; leaving out the others "
        "avoids 0·ln 0.",
    explanation="Zero if the shares agree, infinite if something impossible was covered.",
    by_case=(
        (lambda case, given, right: not np.sum(case[0]), "Here nobody is covered, so no class "
         "adds anything."),
        (lambda case, given, right: np.isinf(right), "Here a class was covered that the reference "
         "does not have. What does the text say of θ_k = 0?"),
        (lambda case, given, right: right < 1e-9, "Here the shares agree. What is ln 1?"),
        (lambda case, given, right: 0 in np.asarray(case[0]), "Compute this case by hand. Which "
         "classes are covered at all? Only they add something.")),
    fallback_hint="Compute this case by hand: m, then each e_k, then the terms of the sum.")


# -- a p-value for a search

SEARCH = CodeExercise(
    key="search-p-value", title="A p-value for the whole search", reference=search_p_value,
    cases=searches, run=call, accept=is_p,
    misconceptions=(
        Misconception("drawn with replacement", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(rng.choice(y, len(y))) >= T_0
                                for _ in range(B))) / (B + 1)
            """, "Your search met labels that are no rearrangement of y: some came twice, others "
                 "not at all. Shuffle, that is, draw without replacement.",
            lambda case, given, right: given.strange > 0),
        Misconception("search not repeated", """
            def search_p_value(search, y, B, rng):
                T_0, T_1 = search(y), search(rng.permutation(y))
                return (1 + B * (T_1 >= T_0)) / (B + 1)
            """, "The search was called too few times: once for the true labels and once for each "
                 "of the B shuffles.", lambda case, given, right: given.calls <= case[2]),
        Misconception("one order again and again", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(y[::-1]) >= T_0 for _ in range(B))) / (B + 1)
            """, "Your search met at most one other order of the labels. Each of the B times "
                 "wants a shuffle of its own.", lambda case, given, right: given.orders <= 2),
        Misconception("turned as a circle", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(np.roll(y, rng.integers(len(y)))) >= T_0
                                for _ in range(B))) / (B + 1)
            """, "Each order that your search met is the true one turned as in a circle: "
                 "neighbours stay neighbours. In a shuffle every order is equally likely.",
            lambda case, given, right: given.turned),
        Misconception("other labels first", """
            def search_p_value(search, y, B, rng):
                T_0 = search(np.sort(y))
                return (1 + sum(search(rng.permutation(y)) >= T_0 for _ in range(B))) / (B + 1)
            """, "T_0 is the value for the labels as they are given. Which order does your first "
                 "search get?"),
        Misconception("a shuffle first", """
            def search_p_value(search, y, B, rng):
                T_0 = search(rng.permutation(y))
                return (1 + sum(search(rng.permutation(y)) >= T_0 for _ in range(B))) / (B + 1)
            """, "Your T_0 is that of a shuffle. It belongs to the labels as they are given."),
        Misconception("sizes compared", """
            def search_p_value(search, y, B, rng):
                T_0 = abs(search(y))
                return (1 + sum(abs(search(rng.permutation(y))) >= T_0
                                for _ in range(B))) / (B + 1)
            """, "You compare values without their signs. A negative value is less than 0."),
        Misconception("without the true one", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return sum(search(rng.permutation(y)) >= T_0 for _ in range(B)) / B
            """, "Your p can be 0, as if no shuffle could ever reach the value found. The true "
                 "labels are one of the B + 1 orders, too."),
        Misconception("larger only", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(rng.permutation(y)) > T_0 for _ in range(B))) / (B + 1)
            """, "If every order gives the same value, nothing was found. Which shuffles count "
                 "as reaching it?"),
        Misconception("equal only", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(rng.permutation(y)) == T_0 for _ in range(B))) / (B + 1)
            """, "You count only the shuffles that give exactly T_0. And those that give more?"),
        Misconception("one less p", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return 1 - (1 + sum(search(rng.permutation(y)) >= T_0
                                    for _ in range(B))) / (B + 1)
            """, "Yours is large where the shuffles do not reach the value found. That is 1 − p.",
            lambda case, given, right: about(case, 1 - given, float(right))),
        Misconception("B below", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(rng.permutation(y)) >= T_0 for _ in range(B))) / B
            """, "With the true one there are B + 1 values."),
        Misconception("at most", """
            def search_p_value(search, y, B, rng):
                T_0 = search(y)
                return (1 + sum(search(rng.permutation(y)) <= T_0 for _ in range(B))) / (B + 1)
            """, "You count the shuffles that stay at or below the value found. Evidence against "
                 "chance is that few reach it from above."),
    ),
    hints=("First T_0 = search(y), with the true labels.",
           "Then B times: shuffle the labels (`rng.permutation(y)` returns a shuffled copy), and "
           "search again.",
           "Count the shuffles whose value is at least T_0. The true order is one more that "
           "reaches it, among one more in all."),
    way="Search once with the true labels, and B times with shuffled ones. Of these B + 1 values "
        "the true one and all shuffled ones that are at least as large reach T_0; their share is "
        "p.",
    explanation="The search is repeated with everything in it, so that what it tried is paid for.",
    fallback_hint="How many values are there in all, and how many of them reach the one found?")


CONCLUSIONS = Exercise(
    key="conclusions", title="What may be concluded?", variable="conclusions",
    parse=Letters("abcdef"), reference=lambda: {"a", "e"},
    misconceptions=(
        Misconception("p after a search", {"a", "b", "e"}, "**b**: this p-value is that of a rule "
                      "fixed beforehand. How often did shuffled searches do as well?",
                      lambda given: "b" in given),
        Misconception("a line read alone", {"a", "c", "e"}, "**c**: the line holds for what those "
                      "above it leave. Look at its second bar.", lambda given: "c" in given),
        Misconception("training errors", {"a", "d", "e"}, "**d**: the error was counted on the "
                      "animals that the list was made from. Which animals count new errors?",
                      lambda given: "d" in given),
        Misconception("the theorem stretched", {"a", "e", "f"}, "**f**: which samples reach the "
                      "fourth line was decided by their labels. Read when the theorem fails.",
                      lambda given: "f" in given),
        Misconception("nothing at all", frozenset(), "So little? One sentence needs no statistics "
                      "at all, and another was tested with its search.",
                      lambda given: not given),
        Misconception("only what was counted", {"e"}, "True, and it is not the only one: one line "
                      "was compared with searches among shuffled labels, and the theorem holds "
                      "for it.", lambda given: given == {"e"}),
    ),
    hints=("For each sentence: of which samples does it speak, and was it found by looking at "
           "them?",
           "A p-value after a search needs the search in it. The theorem of section 8 speaks "
           "of the first line.",
           "Two sentences stand. One counts samples, the other compares with shuffled searches."),
    solution='conclusions = {"a", "e"}',
    way="A count of samples is true as it stands (e). For the first line the permutation test "
        "holds the whole search (a). The p-value of the sixth line leaves the search out (b), the "
        "eighth was right only among the animals left over (c), errors on the animals that the "
        "list was made from tell nothing of new ones, for which animals must be held out (d), and "
        "for the fourth line the theorem has no proof (f).",
    explanation="And even a is a statement about this zoo: its animals were chosen, not drawn at "
                "random.",
    fallback_hint="Say for each sentence which animals it speaks of.")

EXERCISES = (SPECIALISE, G_STATISTIC, SEARCH, CONCLUSIONS)
