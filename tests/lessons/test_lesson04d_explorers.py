"""What the explorer of sitting 04d shows: every corner its samples, and words that are so."""
from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.colors import to_hex

import shift_table as maker
from coursekit.datasets import load_digits, load_shifts
from coursekit.exercises.lesson04d import shift_images
from coursekit.explorers import ShiftFraction, Votes, shift_fraction, votes
from coursekit.svm import OneVsRest, SVC, fit_virtual
from panels import panels, strokes
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

@pytest.fixture(scope="module")
def moving():
    return ShiftFraction()


def test_an_image_moves_as_the_page_s_function_moves_it():
    some = shift_fraction.images()[:40]
    for direction in shift_fraction.DIRECTIONS["all four"]:
        for t in (0.0, 0.25, 0.75, 1.0):
            assert shift_fraction.moved(some, direction, t) == pytest.approx(
                shift_images(some, *direction, t), abs=1e-12)
        beyond = shift_images(shift_images(some, *direction), *direction, 0.75)
        assert shift_fraction.moved(some, direction, 1.75) == pytest.approx(beyond, abs=1e-12)


@pytest.mark.parametrize("kernel, number, cells", [
    ("Gaussian", 3, [("all four", 1.0), ("left and right", 1.75)]),
    ("cubic", 11, [("up and down", 0.25), ("all four", 2.0)])])
def test_the_stored_counts_are_what_machines_find(kernel, number, cells):
    data, i = load_shifts(), list(shift_fraction.KERNELS).index(kernel)
    (plain, kept), *others = maker.missed(kernel, number, cells)
    assert abs(plain.sum() - data.plain[i, number]) <= 1    # a value may lie at a tie
    assert kept == data.kept[i, number]
    for (directions, t), (wrong, _) in zip(cells, others, strict=True):
        place = (i, list(shift_fraction.DIRECTIONS).index(directions),
                 shift_fraction.FRACTIONS.index(t), number)
        assert abs(wrong.sum() - data.wrong[place]) <= 2
        assert abs(np.sum(plain & ~wrong) - data.mended[place]) <= 2


def test_every_state_of_the_shifts_says_what_was_counted(moving):
    data, tested = load_shifts(), 1797 - shift_fraction.SAMPLES
    spoiled = data.wrong - data.plain[:, None, None] + data.mended
    assert spoiled.min() >= 0 and (data.mended <= data.plain[:, None, None]).all()
    rng = np.random.default_rng(5)
    ends = np.array(np.meshgrid([0, 1], [0, 1, 2], [0, 4, 8], [0, 19])).reshape(4, -1).T
    for i, j, k, s in [*ends, *(rng.integers((2, 3, 9, 20)) for _ in range(60))]:
        moving.set(kernel=list(shift_fraction.KERNELS)[i], t=shift_fraction.FRACTIONS[k],
                   directions=list(shift_fraction.DIRECTIONS)[j], split=int(s) + 1)
        words = moving.status.replace("−", "-")
        assert not moving.failed and len(words) < 420, words
        told = re.search(r"error ([\d.]+) % without, ([\d.]+) % with .* change of ([-+]?[\d.]+) "
                         r"points \[([-\d.]+), ([-\d.]+)\]: (\d+) images become right, (\d+)",
                         words).groups()
        before, after, change, low, high = map(float, told[:5])
        b, c = data.mended[i, j, k, s], spoiled[i, j, k, s]
        assert (int(told[5]), int(told[6])) == (b, c)
        assert before == pytest.approx(100 * data.plain[i, s] / tested, abs=0.051)
        assert after == pytest.approx(100 * data.wrong[i, j, k, s] / tested, abs=0.051)
        assert change == pytest.approx(100 * (c - b) / tested, abs=0.051)
        assert low <= change <= high and low < high
        if b + c > 30:          # Wald's interval of the paired difference, from single images
            each = np.repeat([-100.0, 100.0, 0.0], [b, c, tested - b - c])
            reach = 1.96 * each.std() / np.sqrt(tested)
            assert (low, high) == pytest.approx((change - reach, change + reach), abs=0.17)
        if abs(low) > 0.05 and abs(high) > 0.05:
            says(words, {
                "favour the machine with copies": high < 0,
                "favour the machine without copies": low > 0,
                "The test images do not tell which is better": low < 0 < high and b + c > 0,
                "Both have the same images right": b + c == 0}, whole=False)
        others, t = data.wrong[i, j, k] - data.plain[i], shift_fraction.FRACTIONS[k]
        size, kept = (5, 3, 3)[j], data.kept[i, s]
        sides = ("to all four sides", "left and right", "up and down")[j]
        says(words.replace("+0.0 points", "0.0 points").replace("-0.0", "0.0"), {
            "Split #, ": s + 1, f"copies moved by # px {sides}": t,
            "# of # images are support vectors": [kept, 100], "with copies # train": size * kept,
            "Test error # % without, # % with them":
                [100 * data.plain[i, s] / tested, 100 * data.wrong[i, j, k, s] / tested],
            "a change of # points [": 100 * (c - b) / tested, "points [#, #]": [low, high],
            "# images become right, # wrong": [b, c],
            "Of all # splits, # have fewer errors with copies, # more":
                [20, np.sum(others < 0), np.sum(others > 0)],
            **({"counts # times, as if C were #": [size, 10 * size]} if t == 0 else {})},
            whole=False)
        for label, rows in (("other splits", np.delete(np.arange(20), s)),
                            ("moved by this", [s])):
            at = [100 / tested * (data.wrong[i, j] - data.plain[i])[:, row] for row in rows]
            drawn = points(moving, label)[:, 1]
            assert drawn == pytest.approx(np.concatenate(at) if len(rows) > 1 else at[0][[k]])
        bottom, top = panels(moving)[1].get_ylim()
        drawn = np.vstack(strokes(panels(moving)[1]))
        assert ((drawn[:, 1] > bottom) & (drawn[:, 1] < top)).all()


@pytest.mark.parametrize("kernel", shift_fraction.KERNELS)
@pytest.mark.parametrize("directions", shift_fraction.DIRECTIONS)
def test_unmoved_copies_count_as_often_as_there_are_of_them(moving, kernel, directions):
    moving.set(kernel=kernel, directions=directions, t=0.0)
    kept, copies, times, penalty = map(int, re.search(
        r"(\d+) of \d+ images .* with copies (\d+) train.* counts (\d+) times, as if "
        r"C were (\d+)\.",
        moving.status).groups())
    assert times * kept == copies and penalty == times * shift_fraction.KERNELS[kernel].C
    moving.set(t=0.5)
    assert "as if C were" not in moving.status


def test_the_copies_stand_on_the_sides_to_which_they_moved(moving):
    moving.set(directions="left and right", t=2.0, split=4)
    first = shift_fraction.images()[shift_fraction.split(3)[0][0]]
    (sheet,) = (image.get_array() for image in panels(moving)[0].images)
    middle, right, above = sheet[10:18, 10:18], sheet[10:18, 19:27], sheet[1:9, 10:18]
    assert np.array_equal(middle, first) and above.mask.all()
    assert np.array_equal(right[:, 2:], first[:, :-2]) and not right[:, :2].any()


def test_what_the_page_says_of_the_shifts_is_so(moving):
    def told(**state):
        moving.reset()
        moving.set(**state)
        return moving.status
    for split in (1, 2):
        assert ("20 have fewer errors" in told(t=1.0, split=split)
                and ("do not tell" in moving.status) == (split == 1))
    gauss, cubic = (100 / 1697 * (load_shifts().wrong[i] - load_shifts().plain[i]).mean(axis=-1)
                    for i in (0, 1))                        # directions, fractions
    assert gauss[0].argmin() == 4 and cubic[0].argmin() == 2        # a whole pixel, and a half
    assert (gauss[1, 1:] < 0).all() and (gauss[2, 2:] > 0).all()    # sideways helps, up does not
    assert gauss[0, 6] > 0 and cubic[0, 4] > 0
    ink = shift_fraction.images().mean(axis=0)
    columns, rows = ink.mean(axis=0), ink.mean(axis=1)
    assert columns[[0, 7]].max() < 0.02 * columns.max() and rows.min() > 0.7 * rows.max()


def test_unmoved_copies_are_a_larger_penalty():
    digits = load_digits()
    X, y = digits.drop(columns="digit").to_numpy()[:80] / 16, digits["digit"].to_numpy()[:80]
    cubic = {"kernel": "poly", "degree": 3, "gamma": 1 / 64, "coef0": 1, "tol": 1e-6}
    first = OneVsRest(SVC(C=0.1, **cubic))
    copied = fit_virtual(first, X, y, [lambda Z: Z] * 4)
    kept = first.fit(X, y).support_
    larger = OneVsRest(SVC(C=0.5, **cubic)).fit(X[kept], y[kept])
    assert copied.decision_function(X) == pytest.approx(larger.decision_function(X), abs=1e-4)
    assert np.abs(first.decision_function(X) - larger.decision_function(X)).max() > 0.1
