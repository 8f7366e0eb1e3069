"""What the explorer of sitting 04b shows: every corner its samples, and words that are so."""
from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from coursekit.explorers import Votes, votes
from coursekit.explorers.controls import Choice


@pytest.fixture(scope="module")
def explorer():
    return Votes()


def corners():
    ends = [c.options if isinstance(c, Choice) else (c.low, c.high) for c in Votes.controls]
    return [dict(zip((c.name for c in Votes.controls), values, strict=True))
            for values in product(*ends)]


@pytest.mark.parametrize("state", corners() + [s for s, _ in Votes.presets.values()], ids=str)
def test_every_corner_shows_its_samples_and_counts_them_right(explorer, state):
    explorer.reset()
    explorer.set(**state)
    assert not explorer.failed, explorer.status
    state = explorer.state()
    found = votes.machines(state["data"], state["C"])
    drawn = [np.vstack([d.get_offsets() for d in dots]) for dots in explorer._dots]
    for ax, dots, mark in zip(explorer._panels, drawn, explorer._points, strict=True):
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        assert len(dots) == len(found.X) and ((dots > [left, low]) & (dots < [right, high])).all()
        at = mark.get_xydata()[0]
        assert left <= at[0] <= right and low <= at[1] <= high
    F = found.rest.decision_function(found.X)
    words = explorer.status
    assert f"{np.sum((F <= 0).all(axis=1))} samples have no yes" in words
    assert f"{np.sum(np.sum(F > 0, axis=1) > 1)} several" in words
    assert [text.get_text() for text in explorer._names] == found.rest.classes_.tolist()
    names = found.rest.classes_[votes.answers(found, state["rule"], found.X)]
    answered = votes.answers(found, state["rule"], found.X) >= 0
    assert int(re.search(r"(\d+) of \d+ samples right", words)[1]) == np.sum(
        (names == found.y) & answered)


@pytest.mark.parametrize("data", votes.DATA)
def test_the_regions_are_those_of_the_rules(explorer, data):
    for C in (0.1, 10.0):
        found = votes.machines(data, C)
        F = found.rest.decision_function(found.grid)
        yes = F > 0
        explorer.reset()
        explorer.set(data=data, C=C, rule="first yes")
        shown, count = (image.get_array().ravel() for image in explorer._images)
        assert (count == yes.sum(axis=1)).all()
        assert ((shown == 0) == ~yes.any(axis=1)).all()
        for k in range(3):
            first = yes[:, k] & ~yes[:, :k].any(axis=1)
            assert (shown[first] == k + 1).all()
        explorer.set(rule="votes of pairs")
        pairs = found.pairs.machine_values(found.grid) > 0
        tally = np.column_stack([2 - pairs[:, 0] - pairs[:, 1], pairs[:, 0] + 1 - pairs[:, 2],
                                 pairs[:, 1].astype(int) + pairs[:, 2]])
        shown = explorer._images[0].get_array().ravel().astype(int) - 1
        assert (tally[np.arange(len(tally)), shown] == tally.max(axis=1)).all()


def test_the_page_s_tasks_can_be_done(explorer):
    def words(preset, **more):
        explorer.preset(preset)
        explorer.set(**more)
        return explorer.status
    assert "nobody said yes. First yes has no answer" in words("nobody")
    answers = {rule: words("nobody", rule=rule).split("The answer is ")[1][0]
               for rule in votes.RULES[1:]}
    assert set(answers) == set(votes.RULES[1:])
    assert list(answers.values()) == ["b", "a", "b"]    # as the page says
    both = words("two at once")
    f = {name: float(value.replace("−", "-")) for name, value in
         re.findall(r"([abc]) (−?[\d.]+)", both.split(" f is ")[1].split(":")[0])}
    assert "two machines said yes" in both and both.endswith("The answer is a.")
    assert 0 < f["a"] < f["b"]                          # the first, though not the largest
    assert "undefined: the machine of middle has w = 0" in words("in the middle")
    assert "The answer is middle." in words("in the middle", rule="largest value")
    assert "The answer is middle; votes:" in words("in the middle", rule="votes of pairs")
    assert "First yes has no answer" in words("in the middle", rule="first yes")


def test_a_click_moves_the_point_in_both_panels(explorer):
    explorer.reset()
    for ax in explorer._panels:
        box = ax.get_position()
        explorer.clicked(box.x0 + 0.25 * box.width, box.y0 + 0.75 * box.height)
        assert (explorer.state()["u"], explorer.state()["v"]) == (0.25, 0.75)
    before = explorer.state()
    explorer.clicked(0.001, 0.001)
    assert explorer.state() == before


def test_three_votes_each_are_told_where_they_occur(explorer):
    found = votes.machines("three clouds", 10.0)
    counts = np.round(found.pairs.decision_function(found.grid)).astype(int)
    tied = np.flatnonzero(np.ptp(counts, axis=1) == 0)
    low, high = np.array([(s[0], s[-1]) for s in found.sides]).T
    u, v = (found.grid[tied[len(tied) // 2]] - low) / (high - low)
    explorer.reset()
    explorer.set(rule="votes of pairs", u=float(u), v=float(v))
    assert "so the sums of the values decide" in explorer.status
    explorer.set(u=0.0, v=0.0)
    assert "votes:" in explorer.status and "sums of the values" not in explorer.status
