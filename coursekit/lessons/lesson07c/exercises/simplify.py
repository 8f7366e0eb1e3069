"""Exercise "simplify": delete conditions of a rule as long as the bound of its error allows."""
from __future__ import annotations

from coursekit.exercise import CodeExercise, edits
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


wrong = edits()
U = "return bound(wrong, right + wrong)"
LOOP = "while kept:"

SIMPLIFY = CodeExercise(
    key="simplify", title="A rule made shorter", reference=simplify, cases=rules,
    accept=_same_conditions,
    misconceptions=(
        wrong("only what is better", "U(best) > U(kept)", "U(best) >= U(kept)",
              "Your rule keeps a condition without which the bound is the same. Of two rules with "
              "the same bound take the shorter one."),
        wrong("one deletion only", "kept = best", "return best",
              "Your function deletes only one condition. After each deletion, test the others "
              "again."),
        wrong("never the empty rule", LOOP, "while len(kept) > 1:",
              "Your function always keeps a last condition. A rule without a condition covers "
              "everybody, and may have the smallest bound."),
        wrong("observed rate", U, "return wrong / max(right + wrong, 1)",
              "You compare observed error rates, which ignore how many samples there are. `bound` "
              "does not."),
        wrong("right for wrong", U, "return bound(right, right + wrong)",
              "You bound the rate of right samples. `count` returns (right, wrong), and `bound` "
              "wants errors first."),
        wrong("n without the errors", U, "return bound(wrong, right)",
              "The second argument of `bound` is the number of all covered samples, the wrong ones "
              "too."),
        wrong("all at once", LOOP,
              "return [c for c in kept if U([d for d in kept if d != c]) > U(kept)]\n    " + LOOP,
              "You delete at once all conditions that are harmless one by one. Two of them may "
              "each make the other superfluous: delete one, then test again."),
        wrong("the first harmless one", "best = min(shorter, key=U)",
              "best = next((s for s in shorter if U(s) <= U(kept)), shorter[0])",
              "You delete the first condition that does no harm. Each time, compare *all* "
              "deletions and take the one with the smallest bound."),
        wrong("the last of equals", "min(shorter, key=U)", "min(shorter[::-1], key=U)",
              "Break ties by taking the first deletion."),
        wrong("nothing deleted", LOOP, "while False:",
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
