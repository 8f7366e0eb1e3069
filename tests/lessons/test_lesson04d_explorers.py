"""What the explorer of sitting 04d shows: every corner its samples, and words that are so."""
from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.colors import to_hex

from coursekit.explorers import Votes, votes
from panels import panels
from sentences import points, says
from states import corners, preset_states


@pytest.fixture(scope="module")
def explorer():
    return Votes()


@pytest.mark.parametrize("state", corners(Votes) + preset_states(Votes), ids=str)
def test_every_corner_shows_its_samples_and_counts_them_right(explorer, state):
    explorer.reset()
    explorer.set(**state)
    assert not explorer.failed, explorer.status
    state = explorer.state()
    found = votes.machines(state["data"], state["C"])
    at = points(explorer, "point")
    for ax, (across, up) in zip(panels(explorer), at, strict=True):
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        assert ((found.X > [left, low]) & (found.X < [right, high])).all()
        assert left <= across <= right and low <= up <= high
    for name in found.rest.classes_:
        own = found.X[found.y == name]
        assert np.array_equal(points(explorer, name), np.vstack([own, own]))    # in both panels
    F = found.rest.decision_function(found.X)
    words = explorer.status
    given = votes.answers(found, state["rule"], found.X, F)
    names, P = found.rest.classes_, at[:1]
    here = found.rest.decision_function(P)[0]
    said = ("nobody", "one machine", "two machines", "all three machines")[np.sum(here > 0)]
    says(words.split(" The answer")[0], {
        f"{state['data']}, C = #, {state['rule']}:": state["C"],
        "# of # samples right;": [np.sum((names[given] == found.y) & (given >= 0)), len(found.y)],
        "# samples have no yes, # several.": [np.sum((F <= 0).all(axis=1)),
                                              np.sum(np.sum(F > 0, axis=1) > 1)],
        "At the point (#, #)": P[0], f"{names[0]} #, {names[1]} #, {names[2]} #:": here,
        f"{said} said yes": True}, whole="w = 0" not in words)
    flat = [m for m in found.rest.estimators_ if np.linalg.norm(m.coef_) < 1e-4]
    says(words, {"Distances are undefined:": bool(state["rule"] == "largest distance" and flat),
                 "First yes has no answer here": state["rule"] == "first yes" and (here <= 0).all(),
                 "f is": True}, whole=False)
    if "The answer" in words:
        answer = names[votes.answers(found, state["rule"], P, here[None])[0]]
        assert re.search(rf"The answer is {answer}[.;]", words)
    if state["rule"] == "votes of pairs":
        tally = np.round(found.pairs.decision_function(P)[0])
        says(words, {f"votes: {', '.join(f'{name} #' for name in names)}": tally,
                     "all are equal, so the sums of the values decide": np.ptp(tally) == 0},
             whole=False)


@pytest.mark.parametrize("data", votes.DATA)
def test_the_regions_are_those_of_the_rules(explorer, data):
    for C in (0.1, 10.0):
        found = votes.machines(data, C)
        F = found.rest.decision_function(found.grid)
        yes = F > 0
        explorer.reset()
        explorer.set(data=data, C=C, rule="first yes")
        (answer,), (yeses,) = (ax.images for ax in panels(explorer))
        shown, count = answer.get_array().ravel(), yeses.get_array().ravel()
        assert (count == yes.sum(axis=1)).all()
        assert ((shown == 0) == ~yes.any(axis=1)).all()
        for k in range(3):
            first = yes[:, k] & ~yes[:, :k].any(axis=1)
            assert (shown[first] == k + 1).all()
        signs = [ax.get_legend() for ax in panels(explorer)]
        named = [dict(zip((t.get_text() for t in box.get_texts()), box.legend_handles, strict=True))
                 for box in signs]
        for image, number, sign in (
                (answer, 0, named[0]["no answer"]), (yeses, 0, named[1]["nobody"]),
                (yeses, 1, named[1]["one"]), (yeses, 2, named[1]["two or three"]),
                (yeses, 3, named[1]["two or three"])):
            assert to_hex(sign.get_facecolor()) == to_hex(image.cmap(number))
        explorer.set(rule="largest value")
        assert (answer.get_array().ravel() == F.argmax(axis=1) + 1).all()
        explorer.set(rule="largest distance")
        lengths = [np.linalg.norm(machine.coef_) for machine in found.rest.estimators_]
        if min(lengths) > 1e-4:
            assert (answer.get_array().ravel() == (F / lengths).argmax(axis=1) + 1).all()
        explorer.set(rule="votes of pairs")
        pairs = found.pairs.machine_values(found.grid) > 0
        tally = np.column_stack([2 - pairs[:, 0] - pairs[:, 1], pairs[:, 0] + 1 - pairs[:, 2],
                                 pairs[:, 1].astype(int) + pairs[:, 2]])
        shown = answer.get_array().ravel().astype(int) - 1
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


def test_the_tip_of_the_rules_says_which_machines_they_ask(explorer):
    tip = next(c.tip for c in explorer.controls if c.name == "rule")
    assert tip == "the first three ask one machine a class, the last one machine a pair"
    assert votes.RULES[3] == "votes of pairs" and len(votes.RULES) == 4
    for rule in votes.RULES:
        found = votes.Machines("three clouds", 1.0)
        F = found.rest.decision_function(found.X)
        votes.answers(found, rule, found.X, F)
        assert ("pairs" in vars(found)) == (rule == votes.RULES[-1])    # fitted when asked for


def test_a_click_moves_the_point_in_both_panels(explorer):
    explorer.reset()
    for ax in panels(explorer):
        box = ax.get_position()
        explorer.clicked(box.x0 + 0.25 * box.width, box.y0 + 0.75 * box.height)
        assert (explorer.state()["u"], explorer.state()["v"]) == (0.25, 0.75)
    before = explorer.state()
    explorer.clicked(0.001, 0.001)
    assert explorer.state() == before


def test_the_point_reaches_the_corners_of_both_panels(explorer):
    explorer.reset()
    for u, v in ((0, 0), (0, 1), (1, 0), (1, 1)):
        explorer.set(u=u, v=v)
        corners = [(ax.get_xlim()[u], ax.get_ylim()[v]) for ax in panels(explorer)]
        assert points(explorer, "point") == pytest.approx(np.array(corners))


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


# ----------------------------------------------------------------------------- moved by a fraction
