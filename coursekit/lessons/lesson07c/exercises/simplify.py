"""Exercise "simplify": delete conditions of a rule as long as the bound of its error allows."""
from __future__ import annotations

from coursekit.exercise import CodeExercise, Misconception
from coursekit.lessons.lesson07c.exercises.cases import rules


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
    key="simplify", title="A rule made shorter", reference=simplify, cases=rules,
    accept=_same_conditions,
    misconceptions=(
        Misconception("only what is better", _simplify(condition="U(best) >= U(kept)"),
                      "Your rule keeps a condition without which the bound is the same. Of two "
                      "rules with the same bound take the shorter one."),
        Misconception("one deletion only", _simplify(more="break"),
                      "Your function deletes only one condition. After each deletion, test "
                      "the others again."),
        Misconception("never the empty rule", _simplify(last="len(kept) > 1"),
                      "Your function always keeps a last condition. A rule without a "
                      "condition covers everybody, and may have the smallest bound."),
        Misconception("observed rate", _simplify("wrong / max(right + wrong, 1)"),
                      "You compare observed error rates, which ignore how many samples there "
                      "are. `bound` does not."),
        Misconception("right for wrong", _simplify("bound(right, right + wrong)"),
                      "You bound the rate of right samples. `count` returns (right, wrong), and "
                      "`bound` wants errors first."),
        Misconception("another bound", _simplify("upper_error_bound(wrong, right + wrong)").replace(
            "def U", "from coursekit.statistics import upper_error_bound\n                def U"),
                      "Your function does not use the `bound` that it is given. It should "
                      "work for any bound."),
        Misconception("n without the errors", _simplify("bound(wrong, right)"),
                      "The second argument of `bound` is the number of all covered samples, "
                      "the wrong ones too."),
        Misconception("rounded bounds", _simplify("round(bound(wrong, right + wrong), 2)"),
                      "Your bounds are rounded before they are compared, so different ones "
                      "become equal."),
        Misconception("the last is never tried", _simplify(last="len(kept) > 1").replace(
            "range(len(kept))", "range(len(kept) - 1)"),
            "Your last condition is never deleted. Does your loop over the conditions "
            "reach all of them?"),
        Misconception("all at once", """
            def simplify(conditions, count, bound):
                def U(some):
                    right, wrong = count(some)
                    return bound(wrong, right + wrong)
                kept = list(conditions)
                return [c for c in kept if U([d for d in kept if d != c]) > U(kept)]
            """, "You delete at once all conditions that are harmless one by one. Two of "
                 "them may each make the other superfluous: delete one, then test again."),
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
                 "Each time, compare *all* deletions and take the one with the smallest bound."),
        Misconception("the worst deletion", _simplify(
            condition="U(best) > U(kept)").replace("min(shorter", "max(shorter"),
            "You try the deletion with the largest bound. Which one do you want?"),
        Misconception("the last of equals", _simplify().replace("min(shorter", "min(shorter[::-1]"),
                      "Break ties by taking the first deletion."),
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
