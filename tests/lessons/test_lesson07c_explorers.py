"""The explorers of sitting 07c show what the library does, in every corner and in between."""
from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from coursekit.explorers import RulePruner
from coursekit.explorers.rules_prune import MOST, deletions, thyroid
from coursekit.rules import (
    simplify,
)
from coursekit.statistics import upper_error_bound
from panels import panels, texts_in
from sentences import points, says

LEVELS = (1 / 64, 0.25 * 2 ** (-1 / 8), 0.25, 0.5)


def test_every_rule_at_every_level_tells_what_was_deleted():
    explorer, (table, y, rules) = RulePruner(), thyroid()
    assert len(rules) == explorer.controls[0].high
    for number, alpha in product(range(1, 12), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        alpha = explorer.state()["alpha"]
        best, steps = simplify(rules[number - 1], table, y, alpha)
        U, end = steps[0].now.bound, steps[-1].now.bound
        assert not explorer.failed and (f": U stays at {U:.2%}. " if U == end else
                                        f": U goes from {U:.2%} to {end:.2%}. ") in explorer.status
        many = len(rules[number - 1].conditions)
        says(explorer.status, {f"Rule #, {rules[number - 1].label}, α = #": [number, alpha],
                               f"Left of # condition{'s' * (many != 1)}": many}, whole=False)
        kept = " and ".join(map(str, best.conditions)) or "no condition at all"
        assert f": {kept}. " in explorer.status
        x, row = points(explorer, "chosen").T
        assert np.allclose(x, [100 * upper_error_bound(s.now.wrong, s.now.right + s.now.wrong,
                                                       alpha) for s in steps])
        assert list(row) == list(range(len(steps))) and len(steps) <= MOST + 1
        tried = sorted((100 * judged.bound, k) for k, s in enumerate(steps, 1)
                       for judged in s.without)
        assert sorted(map(tuple, points(explorer, "one condition less"))) == tried
        names, ways, _ = panels(explorer)
        assert texts_in(names) == ["nothing yet", *(str(s.deleted) for s in steps[:-1])]
        low, high = ways.get_xlim()
        assert low < np.min(x) and np.max(x) <= high == 100
    assert "%" in ways.get_xlabel()


def covered(table, y, conditions, label):
    """Return how many samples of the label and how many others a conjunction covers."""
    hit = table.covers(conditions)
    return [int(np.sum(hit & (y == label))), int(np.sum(hit & (y != label)))]


def test_the_story_of_a_rule_is_what_decided():
    """Who was covered at first and at the end; what every further deletion would do to U."""
    explorer, (table, y, rules), told = RulePruner(), thyroid(), set()
    for number, alpha in product(range(1, 12), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        alpha, rule = explorer.state()["alpha"], rules[number - 1]
        kept = simplify(rule, table, y, alpha)[0].conditions
        first, last = (covered(table, y, c, rule.label) for c in (rule.conditions, kept))
        others = [covered(table, y, [c for c in kept if c is not out], rule.label) for out in kept]
        raised = [upper_error_bound(wrong, right + wrong, alpha) for right, wrong in others]
        nobody, deleted = sum(first) == 0, len(kept) < len(rule.conditions)
        is_so = {
            "All samples together are charged less than any small cover": not kept,
            "Nobody was covered, so the first deletions were ties": nobody and last[1] > last[0],
            "ended in a rule that is mostly wrong": nobody and last[1] > last[0],
            "Nobody was covered at first (U = 1): a deletion helps once someone is covered rightly":
                bool(kept) and nobody and last[1] <= last[0],
            "Nothing goes: the best deletion would raise U to": not nobody and not deleted,
            "Another deletion would raise U to": bool(kept) and not nobody and deleted}
        for story, value in is_so.items():
            assert (story in explorer.status) == value, (number, alpha, story)
        if kept and not nobody:
            end = " at least" * deleted
            says(explorer.status, {f"would raise U to #{end}.": min(raised)}, whole=False)
            assert min(raised) > upper_error_bound(last[1], sum(last), alpha)
        told |= {story for story, value in is_so.items() if value}
        rows = texts_in(panels(explorer)[2])
        assert rows[0] == "{} / {}".format(*first) and rows[-1] == "{} / {}".format(*last)
    assert told == set(is_so)
    assert "right / wrong" in [ax.get_title("left") for ax in explorer.canvas.figure.axes]


def test_the_tip_of_the_level_says_what_a_smaller_one_does():
    """It adds more to the error rate of a small cover; two-sided, so each side has half of it."""
    next(c.tip for c in RulePruner.controls if c.name == "alpha")
    added = {(n, alpha): upper_error_bound(n // 4, n, alpha) - 0.25 for n in (4, 400)
             for alpha in (0.05, 0.25)}
    assert added[4, 0.05] - added[4, 0.25] > added[400, 0.05] - added[400, 0.25] > 0
    assert upper_error_bound(0, 4, 0.25) == pytest.approx(1 - (0.25 / 2)**(1 / 4))


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
    told = {"a little more careful": "All samples together",
            "nobody covered": "mostly wrong"}[name]
    assert told in explorer.status
