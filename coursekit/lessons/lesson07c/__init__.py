"""Lesson 07c, rules from trees: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson07c.explorers.rule_boxes import RuleBoxes
from coursekit.lessons.lesson07c.explorers.rule_pruner import RulePruner

__all__ = ["RuleBoxes", "RulePruner"]
