"""Rules: lists and sets of readable conditions, and their learners.

Each module imports only from those before it: measures, table, rule, base, aq, beam, cn2,
description, simplification, subsets, c45rules. Conditions and the encoding of tables are those of
trees.

>>> from coursekit.datasets import load_iris
>>> iris = load_iris()
>>> print(CN2(alpha=0.001).fit(iris.drop(columns="species"), iris["species"]).rules_)
if petal_width <= 0.8 then setosa
else if petal_width > 1.85 then virginica
else if petal_length > 5.35 then virginica
else versicolor
"""
from coursekit.rules.aq import StarStep, cover_class
from coursekit.rules.beam import BeamStep, Candidate
from coursekit.rules.c45rules import C45Rules, ClassRules
from coursekit.rules.cn2 import CN2, best_line
from coursekit.rules.description import (
    condition_bits, description_length, exception_bits, log2_binomial, multinomial_bits, rule_bits,
)
from coursekit.rules.measures import g_statistic, lift, pearson_statistic, wilks_p_value
from coursekit.rules.rule import DecisionList, Rule, RuleSet, conjunction_text
from coursekit.rules.simplification import Deletion, Judged, rules_of_tree, simplify
from coursekit.rules.subsets import (
    Coded, Flip, all_lengths, anneal, choose_exhaustively, choose_greedily,
)
from coursekit.rules.table import Selectors, Table, make_selectors

__all__ = [
    "CN2", "BeamStep", "C45Rules", "Candidate", "ClassRules", "Coded", "DecisionList",
    "Deletion", "Flip", "Judged", "Rule", "RuleSet", "Selectors", "StarStep", "Table",
    "all_lengths", "anneal", "best_line", "choose_exhaustively", "choose_greedily",
    "condition_bits", "conjunction_text", "cover_class", "description_length",
    "exception_bits", "g_statistic", "lift", "log2_binomial", "make_selectors",
    "multinomial_bits", "pearson_statistic", "rule_bits", "rules_of_tree", "simplify",
    "wilks_p_value",
]
