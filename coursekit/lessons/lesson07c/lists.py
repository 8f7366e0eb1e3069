"""Two small trees, each as rules that exclude each other and as a shortened decision list."""
from __future__ import annotations

from coursekit.rules import DecisionList, Rule, conjunction_text
from coursekit.tree.conditions import Condition


def drug_lists() -> tuple[DecisionList, DecisionList]:
    """Return the rules of the drug tree, and the list that is shorter.

    Examples
    --------
    >>> for line in written(drug_lists()[1]):
    ...     print(line)
    if blood_pressure = high then A
    else if blood_pressure = low then B
    else if age ≤ 40 then A
    else B
    """
    high, low, normal = (Condition("blood_pressure", "in", (level,))
                         for level in ("high", "low", "normal"))
    young, old = Condition("age", "<=", 40), Condition("age", ">", 40)
    first = Rule((high,), "A"), Rule((low,), "B")
    return (DecisionList((*first, Rule((normal, young), "A"), Rule((normal, old), "B")),
                         Rule((), "nobody")),
            DecisionList((*first, Rule((young,), "A")), Rule((), "B")))


def weather_lists() -> tuple[DecisionList, DecisionList]:
    """Return the rules of the tree for the weather, and the list that is shorter."""
    cold, warm = Condition("temperature", "<=", 20), Condition("temperature", ">", 20)
    mild, hot = Condition("temperature", "<=", 35), Condition("temperature", ">", 35)
    dry, humid = Condition("humidity", "<=", 50), Condition("humidity", ">", 50)
    return (DecisionList((Rule((cold,), "cold"), Rule((warm, dry), "comfortable"),
                          Rule((warm, humid, mild), "comfortable"),
                          Rule((warm, humid, hot), "unbearable")), Rule((), "nobody")),
            DecisionList((Rule((cold,), "cold"), Rule((dry,), "comfortable"),
                          Rule((mild,), "comfortable")), Rule((), "unbearable")))


def written(listed: DecisionList) -> list[str]:
    """Return the lines of a list; without "else" if its rules exclude each other."""
    exclusive = listed.default.label == "nobody"
    lines = [f"{'else if' if k and not exclusive else 'if'} "
             f"{conjunction_text(rule.conditions).replace('<=', '≤')} then {rule.label}"
             for k, rule in enumerate(listed.rules)]
    return lines if exclusive else [*lines, f"else {listed.default.label}"]


def as_disjunction(listed: DecisionList, label: str) -> str:
    """Return all rules for one class as one, joined by "or".

    Examples
    --------
    >>> as_disjunction(weather_lists()[0], "cold")
    'if (temperature ≤ 20) then cold'
    """
    parts = [f"({conjunction_text(rule.conditions).replace('<=', '≤')})"
             for rule in listed.rules if rule.label == label]
    return f"if {' or '.join(parts)} then {label}"
