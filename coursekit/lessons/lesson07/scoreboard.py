"""The row of lesson 07: a list of rules on the seven raw columns, ended by shuffled searches."""
from __future__ import annotations

from coursekit.lessons.lesson07.rule_list import ShuffledList
from coursekit.scoreboard import Method

METHODS = (Method("list of rules", "7 raw", ShuffledList()),)
