"""The explorer of sitting 07b shows the deletions that the library makes, in every corner."""
from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from coursekit.explorers import RulePruner
from coursekit.explorers.rules_prune import MOST, deletions, thyroid
from coursekit.rules import simplify
from coursekit.statistics import upper_error_bound

LEVELS = (1 / 64, 0.25 * 2 ** (-1 / 8), 0.25, 0.5)


def test_every_rule_at_every_level_tells_what_was_deleted():
    explorer, (table, y, rules) = RulePruner(), thyroid()
    assert len(rules) == explorer.controls[0].high
    for number, alpha in product(range(1, 12), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        alpha = explorer.state()["alpha"]
        best, steps = simplify(rules[number - 1], table, y, alpha)
        assert not explorer.failed and f"U goes from {steps[0].now.bound:.1%}" in explorer.status
        kept = " and ".join(map(str, best.conditions)) or "no condition at all"
        assert f": {kept}. " in explorer.status
        x, row = explorer._way.get_data()
        assert np.allclose(x, [100 * upper_error_bound(s.now.wrong, s.now.right + s.now.wrong,
                                                       alpha) for s in steps])
        assert list(row) == list(range(len(steps))) and len(steps) <= MOST + 1
        assert len(explorer._tried.get_xdata()) == sum(len(s.without) for s in steps)
        shown = [text.get_text() for text in explorer._names if text.get_text()]
        assert shown == ["nothing yet", *(str(s.deleted) for s in steps[:-1])]
        low, high = explorer._way.axes.get_xlim()
        assert low < np.min(x) and np.max(x) <= high == 100


def test_what_the_answers_of_the_page_say():
    """One notch below 0.25 nothing is left of rule 5; rule 7 ends mostly wrong, at any level."""
    places = RulePruner.controls[1].places()
    k = places.index(0.25)
    assert deletions(5, places[k])[-1].now.conditions
    assert deletions(5, places[k - 1])[-1].now.conditions == ()
    ways = [deletions(7, alpha) for alpha in places]
    assert len({way[-1].now.conditions for way in ways}) == 1
    end, tried = ways[0][-1].now, ways[0][0].without
    assert end.wrong > end.right and ways[0][0].now.right == 0
    assert {judged.bound for judged in tried} == {1}


def test_a_deletion_helps_rules_without_cover_once_someone_is_covered_rightly():
    """That is what the status of such a rule says; covered wrongly, U stays 1."""
    explorer = RulePruner()
    for number, alpha in product((2, 3), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        steps = deletions(number, explorer.state()["alpha"])
        if "once someone is covered rightly" in explorer.status:
            assert all((judged.bound < 1) == (judged.right > 0)
                       for step in steps for judged in step.without)
    assert any(judged.wrong and judged.bound == 1 for judged in deletions(3, 0.25)[0].without)


@pytest.mark.parametrize("name", RulePruner.presets)
def test_each_preset_says_something_of_its_own(name):
    explorer = RulePruner()
    explorer.preset(name)
    told = {"rule of the page": "Another deletion would raise U",
            "a little more careful": "All samples together",
            "nobody covered": "mostly wrong"}[name]
    assert told in explorer.status
