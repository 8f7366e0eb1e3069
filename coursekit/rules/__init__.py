"""Floor 2: rules. Conditions that a sentence can say, lists and sets of them, and their learners.

An import points down this list: measures, table, rule, base, aq, cn2. Conditions are those of
trees, and tables are read as trees read them.

>>> from coursekit.datasets import load_iris
>>> iris = load_iris()
>>> print(CN2(alpha=0.001).fit(iris.drop(columns="species"), iris["species"]).rules_)
if petal_width <= 0.8 then setosa
else if petal_width > 1.85 then virginica
else if petal_length > 5.35 then virginica
else versicolor
"""
from coursekit.rules.aq import Aq, StarStep, cover_class
from coursekit.rules.cn2 import CN2, BeamStep, Candidate
from coursekit.rules.measures import g_statistic, lift, pearson_statistic, wilks_p_value
from coursekit.rules.rule import DecisionList, Rule, RuleSet, conjunction_text, merge
from coursekit.rules.table import Selectors, Table, make_selectors

__all__ = [
    "CN2", "Aq", "BeamStep", "Candidate", "DecisionList", "Rule", "RuleSet", "Selectors",
    "StarStep", "Table", "conjunction_text", "cover_class", "g_statistic", "lift",
    "make_selectors", "merge", "pearson_statistic", "wilks_p_value",
]
