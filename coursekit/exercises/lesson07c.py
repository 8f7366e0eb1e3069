"""The exercises of sitting 07c: a rule made shorter, the length of a message, what is firm."""
from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial, log2

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.statistics import upper_error_bound


def simplify(conditions, count, bound):
    """Return the conditions that stay when each deletion gives the smallest bound."""
    def U(some):
        right, wrong = count(some)
        return bound(wrong, right + wrong)

    kept = list(conditions)
    while kept:
        shorter = [kept[:j] + kept[j + 1:] for j in range(len(kept))]
        best = min(shorter, key=U)
        if U(best) > U(kept):
            break
        kept = best
    return kept


def description_length(conditions_bits, n, covered, fp, fn, w=0.5):
    """Return w times the bits of the rules, plus those of the exceptions."""
    rules = -log2(factorial(len(conditions_bits)))
    for bits in conditions_bits:
        k = len(bits)
        if k > 0:
            rules += log2(k) + sum(bits) - log2(factorial(k))
    return w * rules + log2(comb(covered, fp)) + log2(comb(n - covered, fn))


# -- one rule, made shorter

class Counts:
    """What a conjunction covers: right and wrong samples, for the tests."""

    def __init__(self, holds: dict[str, np.ndarray], right: np.ndarray):
        self.holds, self.right = holds, right

    def __call__(self, conditions):  # noqa: D102
        cover = np.ones(len(self.right), bool)
        for condition in conditions:
            cover &= self.holds[condition]
        return int((cover & self.right).sum()), int((cover & ~self.right).sum())

    def __repr__(self) -> str:
        return f"the counts in {len(self.right)} samples, {self.right.sum()} of the class"


def bound(e, n):  # noqa: D103
    return upper_error_bound(e, n)


def share(e, n):  # noqa: D103
    return e / n if n else 1.0


def _count(right: str, **holds: str) -> tuple:
    """Return a case from strings of 0 and 1, one a condition."""
    truth = {name: np.array(list(row)) == "1" for name, row in holds.items()}
    return list(truth), Counts(truth, np.array(list(right)) == "1"), bound


def _rules(rng: np.random.Generator) -> Iterator[tuple]:
    yield _count("111100", a="111100", b="110011")      # b goes, a stays
    yield _count("1100", a="1100")                      # nothing to gain
    yield _count("1100", a="1100", b="1100")            # twins: of equals the first
    yield _count("111111110", a="111100000")            # the empty rule is best
    yield _count("111100", a="111100", b="000011")      # nobody is covered
    yield _count("00", a="10", b="01")                  # never right
    yield *_count("1110", a="1000")[:2], share          # another bound, another end
    for charge in (bound, share) * 35:
        n, k = int(rng.integers(2, 60)), int(rng.integers(1, 6))
        right = rng.random(n) < rng.choice([0.2, 0.5, 0.9])
        holds = {name: rng.random(n) < np.where(right, 0.9, rng.choice([0.3, 0.7]))
                 for name in "abcde"[:k]}
        yield list(holds), Counts(holds, right), charge


def _same_conditions(case: tuple, given, right: list) -> bool:
    """Accept the right conditions in any order and any container."""
    try:
        return not isinstance(given, str) and len(given) == len(right) and set(given) == set(right)
    except TypeError:
        return False


def _simplify(judge: str = "", condition: str = "U(best) > U(kept)", last: str = "kept",
              more: str = "") -> str:
    """Return the source of a wrong simplify: the right one with one line changed."""
    return f"""
            def simplify(conditions, count, bound):
                def U(some):
                    right, wrong = count(some)
                    return {judge or "bound(wrong, right + wrong)"}
                kept = list(conditions)
                while {last}:
                    shorter = [kept[:j] + kept[j + 1:] for j in range(len(kept))]
                    best = min(shorter, key=U)
                    if {condition}:
                        break
                    kept = best
                    {more}
                return kept
            """


SIMPLIFY = CodeExercise(
    key="simplify", title="A rule made shorter", reference=simplify, cases=_rules,
    accept=_same_conditions,
    misconceptions=(
        Misconception("only what is better", _simplify(condition="U(best) >= U(kept)"),
                      "Your rule keeps a condition without which the bound is the same. Of two "
                      "rules of equal worth take the shorter."),
        Misconception("one deletion only", _simplify(more="break"),
                      "Only one condition went. After a deletion the others must be tried again."),
        Misconception("never the empty rule", _simplify(last="len(kept) > 1"),
                      "Your last condition always stays. A rule without a condition covers "
                      "everybody, and may have the smallest bound."),
        Misconception("observed rate", _simplify("wrong / max(right + wrong, 1)"),
                      "You compare observed error rates. They do not charge a small cover; "
                      "`bound` does."),
        Misconception("right for wrong", _simplify("bound(right, right + wrong)"),
                      "You bound the rate of right samples. `count` returns (right, wrong), and "
                      "`bound` wants errors first."),
        Misconception("another bound", _simplify("upper_error_bound(wrong, right + wrong)").replace(
            "def U", "from coursekit.statistics import upper_error_bound\n                def U"),
                      "Your function does not use the `bound` that it is given. It shall work "
                      "for any bound."),
        Misconception("n without the errors", _simplify("bound(wrong, right)"),
                      "The second argument of `bound` is the number of all covered samples, "
                      "the wrong ones too."),
        Misconception("rounded bounds", _simplify("round(bound(wrong, right + wrong), 2)"),
                      "Your bounds are rounded before they are compared, so different ones "
                      "become equal."),
        Misconception("the last is never tried", _simplify(last="len(kept) > 1").replace(
            "range(len(kept))", "range(len(kept) - 1)"),
            "Your last condition is never the one to go. Does your loop over the conditions "
            "reach all of them?"),
        Misconception("all at once", """
            def simplify(conditions, count, bound):
                def U(some):
                    right, wrong = count(some)
                    return bound(wrong, right + wrong)
                kept = list(conditions)
                return [c for c in kept if U([d for d in kept if d != c]) > U(kept)]
            """, "You delete all conditions that are harmless one by one. Two of them may "
                 "each do the other's work: delete one, then ask again."),
        Misconception("the first harmless one", """
            def simplify(conditions, count, bound):
                def U(some):
                    right, wrong = count(some)
                    return bound(wrong, right + wrong)
                kept = list(conditions)
                for c in list(conditions):
                    rest = [d for d in kept if d != c]
                    if U(rest) <= U(kept):
                        kept = rest
                return kept
            """, "You go through the conditions in their order, and delete what does no harm. "
                 "Asked is the deletion with the *smallest* bound, each time among all."),
        Misconception("the worst deletion", _simplify(
            condition="U(best) > U(kept)").replace("min(shorter", "max(shorter"),
            "You try the deletion with the largest bound. Which one do you want?"),
        Misconception("the last of equals", _simplify().replace("min(shorter", "min(shorter[::-1]"),
                      "Of equally good deletions you do not take the first."),
        Misconception("always the bound of the start", _simplify(
            condition="U(best) > U(conditions)"),
            "You compare each bound with that of the whole rule. Compare it with the bound of "
            "what is left so far."),
        Misconception("nothing deleted", "def simplify(conditions, count, bound):\n"
                                         "    return list(conditions)",
                      "All conditions came back. When may one go?",
                      lambda case, given, right: list(given) == list(case[0])),
    ),
    hints=("Write a small function first: from a list of conditions to its bound. `count` gives "
           "(right, wrong), and n is their sum.",
           "All lists that are one shorter: `kept[:j] + kept[j + 1:]` for each j. "
           "`min(…, key=…)` returns the first of equals.",
           "Repeat as long as something is kept; stop when the best shorter list has a larger "
           "bound than the present one."),
    way="Compute the bound of each list that lacks one condition, and take the smallest. If it is "
        "not larger than the bound now, go on from there; else, or if nothing is left, stop.",
    explanation="Each step shortens the rule and never raises the bound, so it ends.",
    fallback_hint="Follow your function on the case shown: which deletion has the smallest bound, "
                  "and is it larger than the bound before?")


# -- the length of a message

def _sets(rng: np.random.Generator) -> Iterator[tuple]:
    yield [[4.0, 6.0]], 10, 4, 1, 2
    yield [], 10, 0, 0, 3                           # no rule: only exceptions
    yield [[3.0]], 8, 4, 0, 0
    yield [[2.0], [5.0]], 20, 9, 2, 3, 1.0          # another weight
    yield [[]], 6, 6, 2, 0                          # no condition: no bit
    yield ((3.0, 4.0, 5.0), (2.5,)), 30, 12, 3, 4
    yield [[4.0, 6.0], [3.0, 3.5, 2.0]], 2514, 63, 2, 3
    for _ in range(60):
        n = int(rng.integers(4, 400))
        covered = int(rng.integers(0, n + 1))
        fp, fn = int(rng.integers(0, covered + 1)), int(rng.integers(0, n - covered + 1))
        bits = [rng.uniform(2, 9, int(rng.integers(1, 6))).round(2).tolist()
                for _ in range(int(rng.integers(0, 4)))]
        yield bits, n, covered, fp, fn, float(rng.choice([0.25, 0.5, 2.0]))


def _length(rule: str = "log2(k) + sum(bits) - log2(factorial(k)) if k else 0",
            order: str = "- log2(factorial(len(conditions_bits)))",
            exceptions: str = "log2(comb(covered, fp)) + log2(comb(n - covered, fn))",
            total: str = "w * rules + exceptions") -> str:
    """Return the source of a wrong description length: the right one with one part changed."""
    return f"""
            def description_length(conditions_bits, n, covered, fp, fn, w=0.5):
                rules = 0.0 {order}
                for bits in conditions_bits:
                    k = len(bits)
                    rules += {rule}
                exceptions = {exceptions}
                return {total}
            """


LENGTH = CodeExercise(
    key="description-length", title="The length of the message", reference=description_length,
    cases=_sets, tolerance=6e-4,    # three decimals, as the example prints
    misconceptions=(
        Misconception("w on both parts", _length(total="w * (rules + exceptions)"),
                      "You weigh the exceptions, too. The weight w is for the rules alone."),
        Misconception("w on the exceptions", _length(total="rules + w * exceptions"),
                      "Your weight is on the wrong part of the message."),
        Misconception("w left out", _length(total="rules + exceptions"),
                      "You count the bits of the rules whole. They are to be multiplied by w, "
                      "which is one half where it is not given."),
        Misconception("w always one half", _length(total="0.5 * rules + exceptions"),
                      "Your function does not use the w that it is given."),
        Misconception("w not on the credit of the set", _length(order="").replace(
            "w * rules", "w * rules - log2(factorial(len(conditions_bits)))"),
            "The credit for the order of the rules belongs to the bits of the rules, and w "
            "multiplies them all."),
        Misconception("natural logarithm", _length(
            rule="log(k) + sum(bits) - log(factorial(k)) if k else 0",
            order="- log(factorial(len(conditions_bits)))",
            exceptions="log(comb(covered, fp)) + log(comb(n - covered, fn))").replace(
                "rules = 0.0", "from math import log\n                rules = 0.0"),
            "Your logarithms are natural ones. Bits have base 2."),
        Misconception("log2 of NumPy", _length().replace("log2(", "np.log2("),
                      "`np.log2` cannot take whole numbers of any size; `log2` of `math`, "
                      "which is imported, can.",
                      lambda case, given, right: "log2 method" in given.told),
        Misconception("order of the conditions paid for", _length(
            rule="log2(k) + sum(bits) if k else 0"),
            "Each of your rules pays for the order of its conditions, which says nothing."),
        Misconception("order added", _length(
            rule="log2(k) + sum(bits) + log2(factorial(k)) if k else 0"),
            "The order of the conditions says nothing, so its bits are taken off, not added."),
        Misconception("order of the rules paid for", _length(order=""),
                      "Your set pays for the order of its rules. In a set they have none."),
        Misconception("number of conditions forgotten", _length(
            rule="sum(bits) - log2(factorial(k))"),
            "Each of your rules is too short: the receiver must know how many conditions "
            "follow."),
        Misconception("no condition forgotten", _length(
            rule="log2(k) + sum(bits) - log2(factorial(k))"),
            "`log2` knows no logarithm of 0. How many bits does a rule without conditions take?"),
        Misconception("false positives among all", _length(
            exceptions="log2(comb(n, fp)) + log2(comb(n - covered, fn))"),
            "You look for the false positives among all samples. Where can they be?"),
        Misconception("false negatives among all", _length(
            exceptions="log2(comb(covered, fp)) + log2(comb(n, fn))"),
            "You look for the false negatives among all samples. Where can they be?"),
        Misconception("one choice among all", _length(exceptions="log2(comb(n, fp + fn))"),
                      "You choose all exceptions together from all samples. The receiver knows "
                      "what the rules cover, so two smaller choices are enough."),
        Misconception("the two confused", _length(
            exceptions="log2(comb(covered, fn)) + log2(comb(n - covered, fp))"
        ).replace("log2(comb(covered, fn))", "log2(max(comb(covered, fn), 1))").replace(
            "log2(comb(n - covered, fp))", "log2(max(comb(n - covered, fp), 1))"),
            "A false positive is covered, a false negative is not. You have them the other way "
            "round."),
    ),
    hints=("Three parts: each rule, the credit for the order of the rules, the exceptions.",
           "`comb(a, b)` and `factorial(k)` are whole numbers of any size, and `log2` takes "
           "them.",
           "A rule of k conditions takes log2 k, plus its bits, minus log2 k!; a rule without "
           "any takes nothing. Only the rules are multiplied by w."),
    way="Add the bits of the rules, take off log2 r! for their order, and multiply by w. Then add "
        "log2 C(N, fp) for the covered exceptions, and log2 C(n - N, fn) for the others.",
    explanation="Errors and conditions now have one unit, and can be weighed against each other.",
    fallback_hint="Compute the case shown by hand: the bits of each rule, the credit for their "
                  "order, the weight, and the two choices of exceptions.")


# -- what is firm

FIRM = Exercise(
    key="what-is-firm", title="What is firm?", variable="firm",
    parse=Letters("abcde"), reference=lambda: {"a", "d"},
    misconceptions=(
        Misconception("the shortest message is true", {"a", "b", "d"}, "**b**: on how many "
                      "training samples does rule 7 rest, and what do other weights say "
                      "about its lead?", lambda given: "b" in given),
        Misconception("a bound after a choice", {"a", "c", "d"}, "**c**: the table compares "
                      "each bound with the new patients. Look for a rate above its U.",
                      lambda given: "c" in given),
        Misconception("the test decides", {"a", "d", "e"}, "**e**: how many new patients does "
                      "rule 7 cover?", lambda given: "e" in given),
        Misconception("nothing at all", frozenset(), "So little? Some of these sentences only "
                      "count.", lambda given: not given),
        Misconception("order forgotten", {"a"}, "True, and it is not the only one. How "
                      "many training samples satisfy rules of two classes?",
                      lambda given: given == {"a"}),
        Misconception("agreement forgotten", {"d"}, "True, and it is not the only one. In how "
                      "many new patients did list and tree differ?",
                      lambda given: given == {"d"}),
    ),
    hints=("Which of these sentences only tell what was counted, and which conclude more?",
           "For b, c and e: how many samples does the sentence rest on?",
           "Two sentences stand; both rest on what was counted in section 7."),
    solution='firm = {"a", "d"}',
    way="List and tree were compared on every new patient (a). No training sample satisfies rules "
        "of two classes, so there the order decides nothing (d). Rule 7 covers four training "
        "samples and hardly any new one, so neither its bits (b) nor the test (e) can tell. Two "
        "rules exceed their U on the new patients, so c is wrong as it stands. But one wrong of "
        "one, or two of 59, is no proof against a bound: a share may exceed a bound of the true "
        "rate by chance.",
    explanation="A count is firm; what it promises for new patients is another question.",
    fallback_hint="Say for each sentence how many samples it rests on.")

EXERCISES = (SIMPLIFY, LENGTH, FIRM)
