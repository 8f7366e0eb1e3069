"""Lesson 04b: the path of the solver, the two explorers, the samples of one's own, the claims.

Steps and gaps are those of `solve_smo`, accuracies those of scikit-learn's machine.
"""
from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_crescents, make_spirals
from coursekit.kernels import resolve_gamma, squared_distances
from coursekit.lessons.lesson04 import machines
from coursekit.lessons.lesson04.samples import men_by_age
from coursekit.lessons.lesson04b import CGammaMap, ThreeKnobs, UnequalCeilings, path
from coursekit.lessons.lesson04b.exercises.stop_at import stop_at
from coursekit.lessons.lesson04b.exercises.which_knob import WHICH_KNOB
from coursekit.lessons.lesson04b.explorers import c_gamma_map, three_knobs
from coursekit.lessons.lesson04b.explorers.three_knobs import FRESH_ONES, HIDDEN, WAY
from coursekit.lessons.lesson04b.figures import plot_turns
from coursekit.lessons.lesson04b.men import answers, weighted_and_copied, years_called
from coursekit.lessons.lesson04b.own import MOST, Own
from coursekit.lessons.lesson04b.passengers import passenger_table
from coursekit.lessons.lesson04b.path import FINISHED, MOST_STEPS, solver_path
from coursekit.lessons.lesson04b.samples import FRESH, samples
from coursekit.scoreboard import right_answers, row_of
from coursekit.svm import SVC, DualProblem, solve_smo
from coursekit.titanic import titanic_pipeline
from cases import some
from night import nightly
from panels import panels
from sentences import says
from states import corners, preset_states

NOBODY = Own((), ())


@pytest.fixture(scope="module")
def knobs():
    return ThreeKnobs()


@pytest.fixture(scope="module")
def chart():
    return CGammaMap()


def gaussian(X, Z, gamma):
    """Return the Gram matrix from all differences, as the definition has it."""
    return np.exp(-gamma * ((X[:, None] - Z) ** 2).sum(axis=2))


# -- the path of the solver -------------------------------------------------------------------

@pytest.mark.parametrize("C, gamma", [(1, 1), (100, 10**1.5), (0.1, 0.01), (10, 10)])
@pytest.mark.parametrize("tol", [4, 1.5, 1, 0.1, 1e-3, 1e-4])
def test_one_run_contains_the_runs_to_every_larger_tolerance(C, gamma, tol):
    s = samples("crescents")
    path = three_knobs.run("crescents", NOBODY, C, gamma)
    found = solve_smo(DualProblem(path.problem.K, s.y, C), tol=tol)
    step = path.stop(tol)
    beta, b = path.machine(step)
    assert step == found.n_iter and np.array_equal(beta, found.alpha * s.y)
    F = s.y - path.problem.K @ beta
    up, low = F[beta < np.maximum(0, C * s.y)], F[beta > np.minimum(0, C * s.y)]
    assert path.gaps[step] == pytest.approx(up.max() - low.min(), abs=1e-8)
    assert b == pytest.approx((up.max() + low.min()) / 2, abs=1e-8)


def test_the_gaps_are_those_that_the_solver_records():
    X, y = make_crescents(60, seed=3)
    K = gaussian(X, X, 2.0)
    trace = solve_smo(DualProblem(K, y, 5.0), tol=FINISHED, trace=True).trace
    path = solver_path(K, y, 5.0)
    assert path.gaps[:-1] == pytest.approx([step.gap for step in trace])
    assert path.gaps[-1] <= FINISHED and path.is_finished and path.steps == len(trace)


@pytest.mark.parametrize("seed", range(10))
def test_from_a_tolerance_of_two_on_nothing_happens(seed):
    """At the start F = y, so the gap is 1 − (−1), whatever the kernel and C are."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 2))
    y = np.append([1, -1], rng.choice([-1, 1], 10))
    path = solver_path(gaussian(X, X, rng.uniform(0.01, 100)), y, 10 ** rng.uniform(-2, 3))
    assert path.gaps[0] == 2 and path.stop(2.0) == 0 < path.stop(1.999)


def test_a_run_that_does_not_end_stops_at_the_cap():
    path = three_knobs.run("stripes", NOBODY, 1000.0, 0.1)
    assert path.steps == MOST_STEPS and not path.is_finished
    assert path.stop(1e-4) == MOST_STEPS
    explorer = ThreeKnobs(data="stripes", C=1000.0, gamma=0.1, tol=1e-4, beside=WAY)
    words = [t.get_text() for ax in panels(explorer) for t in ax.texts]
    assert f"{MOST_STEPS:,}" in explorer.status and "cap" in explorer.status
    assert any("given up" in text for text in words)


# -- ThreeKnobs -------------------------------------------------------------------------------

@pytest.mark.parametrize("state", [{}, *preset_states(ThreeKnobs), {"data": "ring"},
                                   {"data": "spirals", "C": 10.0}, {"C": 0.01, "gamma": 100.0}],
                         ids=str)
def test_its_numbers_are_those_of_other_machines(knobs, state):
    knobs.reset()
    knobs.set(**state)
    state, s = knobs.state(), samples(knobs.state()["data"])
    C, gamma = state["C"], state["gamma"]
    peer = LibSVC(C=C, gamma=gamma, tol=1e-5).fit(s.X, s.y)
    seen = three_knobs.look(state["data"], NOBODY, C, gamma, state["tol"])
    assert seen.right_end.mean() == pytest.approx(peer.score(s.V, s.v), abs=2.1e-3)
    found = solve_smo(DualProblem(gaussian(s.X, s.X, gamma), s.y, C), tol=state["tol"])
    if C < 1000:        # over thousands of steps the last digits of K choose other pairs
        assert seen.step == found.n_iter
        f = gaussian(s.V, s.X, gamma) @ (found.alpha * s.y)
        assert seen.right.mean() == pytest.approx(
            np.mean((f + three_knobs.run(state["data"], NOBODY, C, gamma)
                     .machine(seen.step)[1] > 0) == (s.v > 0)), abs=1.1e-3)
    told = {"# of its # and # of # fresh samples right":
            [seen.own, len(s.y), seen.right.sum(), FRESH]}
    says(knobs.status, told, whole=False)
    knobs.set(beside=WAY)
    says(knobs.status, told | {"stopped after # of # steps": [seen.step, seen.steps],
                               "# answers to fresh samples will still change":
                                   np.sum(seen.right != seen.right_end)}, whole=False)


def test_before_the_first_step_it_answers_nothing(knobs):
    knobs.reset()
    knobs.set(tol=10**0.5, beside=WAY)
    seen = three_knobs.look("crescents", NOBODY, 1.0, 1.0, 10**0.5)
    assert seen.step == seen.used == 0 and not seen.f.any() and seen.gap == 2
    assert not seen.right.any() and not seen.own and not knobs.failed
    assert "no sample is on either side" in knobs.status
    assert not len(drawn("plane", knobs, "border"))


def test_while_fresh_samples_are_hidden_nothing_tells_of_them(knobs):
    for state in [{}, *preset_states(ThreeKnobs)]:
        knobs.reset()
        knobs.set(**state | {"beside": HIDDEN})
        told = three_knobs.look("crescents", NOBODY, *(
            knobs.state()[k] for k in ("C", "gamma", "tol"))).right.sum()
        words = [t.get_text() for ax in panels(knobs) for t in ax.texts]
        assert str(told) not in knobs.alt_text + "".join(words)
        assert len(drawn("other", knobs, "fresh")) == FRESH
        assert not len(drawn("other", knobs, "wrong"))


def drawn(panel, explorer, gid):
    """Return the points of the marks, or of the line, with this gid in a panel."""
    found = [artist for artist in getattr(explorer._stage, panel).get_children()
             if artist.get_gid() == gid]
    parts = [artist.get_xydata() if hasattr(artist, "get_xydata") else
             np.vstack([*artist.get_segments(), np.empty((0, 2))])
             if hasattr(artist, "get_segments") else np.asarray(artist.get_offsets())
             for artist in found]
    return np.vstack([*parts, np.empty((0, 2))])


@pytest.mark.parametrize("beside", [HIDDEN, FRESH_ONES, WAY])
def test_the_border_is_where_the_machine_is_zero_on_both_planes(knobs, beside):
    knobs.reset()
    knobs.set(tol=1.0, beside=beside)
    low, high = three_knobs.extent("crescents")
    path, s = three_knobs.run("crescents", NOBODY, 1.0, 1.0), samples("crescents")
    beta, b = path.machine(path.stop(1.0))
    border = drawn("plane", knobs, "border")
    where = low + border * (high - low)
    assert len(border) and np.abs(gaussian(where, s.X, 1.0) @ beta + b).max() < 0.02
    assert np.array_equal(drawn("other", knobs, "border"), border if beside != WAY else
                          np.empty((0, 2)))


def test_the_pink_ones_are_the_fresh_samples_that_a_peer_misclassifies(knobs):
    knobs.reset()
    knobs.set(C=100.0, gamma=10**1.5)
    s, (low, high) = samples("crescents"), three_knobs.extent("crescents")
    peer = LibSVC(C=100, gamma=10**1.5, tol=1e-5).fit(s.X, s.y)
    wrong = s.V[peer.predict(s.V) != s.v]
    pink = low + drawn("other", knobs, "wrong") * (high - low)
    assert len(wrong) == 248
    assert np.sort(pink, axis=0) == pytest.approx(np.sort(wrong, axis=0))


def test_the_large_black_ones_are_those_whose_answer_changes_and_lie_near_the_border(knobs):
    knobs.reset()
    knobs.set(tol=1.0, beside=WAY)
    s, (low, high) = samples("crescents"), three_knobs.extent("crescents")
    path = three_knobs.run("crescents", NOBODY, 1.0, 1.0)
    f = [gaussian(s.V, s.X, 1.0) @ beta + b for beta, b in
         (path.machine(path.stop(1.0)), path.machine(path.steps))]
    changing = s.V[np.sign(f[0]) != np.sign(f[1])]
    black = low + drawn("plane", knobs, "changing") * (high - low)
    assert len(changing) == 20
    assert np.sort(black, axis=0) == pytest.approx(np.sort(changing, axis=0))
    assert np.abs(f[1][np.sign(f[0]) != np.sign(f[1])]).max() < 0.27


def test_the_curve_runs_from_the_first_gap_through_the_stop_to_the_end(knobs):
    knobs.reset()
    knobs.set(tol=0.1, beside=WAY)
    path = three_knobs.run("crescents", NOBODY, 1.0, 1.0)
    rest, done, dot = (drawn("gap", knobs, gid) for gid in ("left undone", "done", "stop"))
    step = path.stop(0.1)
    assert dot[0] == pytest.approx([step, path.gaps[step]])
    assert done[-1] == pytest.approx(dot[0]) and rest[0] == pytest.approx(dot[0])
    assert (done[1:-1, 1] > 0.1).all() and rest[-1, 0] == path.steps
    assert done[1:, 1] == pytest.approx(path.gaps[done[1:, 0].astype(int)])


@pytest.mark.parametrize("state", some(corners(ThreeKnobs), 24), ids=str)
def test_every_corner_is_drawn_and_its_words_stay_apart(knobs, state):
    knobs.reset()
    knobs.set(**state)
    assert not knobs.failed, knobs.status
    knobs.png()
    words = [t for ax in panels(knobs) for t in ax.texts if t.get_text() and t.get_visible()]
    boxes = [t.get_window_extent() for t in words]
    assert all(0 <= b.x0 and b.x1 <= 880 and 0 <= b.y0 and b.y1 <= 510 for b in boxes)
    for k, a in enumerate(boxes):
        assert not any(a.shrunk(0.97, 0.9).overlaps(b.shrunk(0.97, 0.9))
                       for b in boxes[:k]), words[k]
    assert all(t.get_fontsize() >= 12 for t in words)


# -- samples of one's own -----------------------------------------------------------------------

def click(explorer, share):
    explorer.png()
    ax, size = panels(explorer)[0], explorer.canvas.figure.bbox.size
    explorer.receive({"click": list(map(float, ax.transAxes.transform(share) / size))})


def dots(explorer):
    return len(drawn("plane", explorer, "own"))


def test_a_click_adds_a_sample_of_the_chosen_class_and_a_click_on_it_removes_it():
    explorer = ThreeKnobs()
    start = explorer.status
    explorer.set(side="−1")
    click(explorer, (0.9, 0.9))
    assert explorer.state()["added"] == ((pytest.approx(0.9, abs=1e-3),) * 2 + (-1,),)
    assert dots(explorer) == 201 and "1 added" in explorer.status
    s = three_knobs.training("crescents", Own(explorer.state()["added"], ()))
    low, high = three_knobs.extent("crescents")
    assert len(s.y) == 201 and s.y[-1] == -1
    assert s.X[-1] == pytest.approx(low + 0.9 * (high - low), abs=0.01)
    peer = LibSVC(C=1, gamma=1, tol=1e-5).fit(s.X, s.y)
    assert f"{np.sum(peer.predict(s.V) == s.v)} of 1,000 fresh" in explorer.status
    explorer.set(side="+1")
    click(explorer, (0.905, 0.895))
    assert explorer.state()["added"] == () and explorer.status == start


def test_a_click_on_a_sample_that_was_there_takes_it_away_until_reset():
    explorer = ThreeKnobs()
    low, high = three_knobs.extent("crescents")
    far = int(np.argmin(samples("crescents").X[:, 1]))      # it stands alone
    click(explorer, (samples("crescents").X[far] - low) / (high - low))
    assert explorer.state()["gone"] == (far,) and dots(explorer) == 199
    explorer.reset()
    assert explorer.state()["gone"] == () and dots(explorer) == 200


def test_beside_the_plane_a_click_does_nothing():
    explorer = ThreeKnobs()
    before = explorer.state()
    for x, y in ((0.99, 0.5), (0.5, 0.01), (0.2, 0.9)):
        explorer.receive({"click": [x, y]})
        assert explorer.state() == before


def test_the_same_by_keys():
    explorer = ThreeKnobs(side="−1")
    assert explorer.widget().spec["keys"]
    explorer.receive({"key": "Enter"})          # the cross appears in the middle first
    assert explorer.state()["cursor"] == (0.5, 0.5) and not explorer.state()["added"]
    for key in ["ArrowUp"] * 15 + ["ArrowRight"] * 20 + ["ArrowDown", "ArrowLeft"]:
        explorer.receive({"key": key})
    x, y = explorer.state()["cursor"]
    assert (x, y) == (pytest.approx(0.5 + 19 * 0.02), pytest.approx(0.5 + 14 * 0.02))
    assert f"{100 * x:.0f}% of the width and {100 * y:.0f}% of the height" in explorer.status
    explorer.receive({"key": "Enter"})
    assert explorer.state()["added"] == ((x, y, -1),) and dots(explorer) == 201
    explorer.receive({"key": " "})
    assert explorer.state()["added"] == ()
    for _ in range(60):
        explorer.receive({"key": "ArrowRight"})
    assert explorer.state()["cursor"][0] == 1.0
    explorer.receive({"key": "Tab"})
    assert not explorer.failed and explorer.widget().shown["status"] == explorer.status


def test_there_is_a_limit_and_other_samples_begin_without_additions():
    explorer = ThreeKnobs()
    for k in range(MOST + 3):
        click(explorer, (0.04 + 0.06 * k, 0.97))
    assert len(explorer.state()["added"]) == MOST
    explorer.set(C=10.0)
    assert len(explorer.state()["added"]) == MOST
    explorer.set(data="ring")
    assert explorer.state()["added"] == () and dots(explorer) == 200
    for bad in ({"added": [[0.5, 0.5, 1]] * (MOST + 1)}, {"added": [[1.5, 0.5, 1]]},
                {"added": [[0.5, 0.5, 3]]}, {"cursor": [0.5, -0.1]}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            ThreeKnobs(**bad)


def test_what_was_added_is_part_of_the_state():
    state = {"added": [[0.2, 0.1, -1], [0.7, 0.9, 1]], "gone": [3, 1], "cursor": [0.1, 0.9]}
    one, other = ThreeKnobs(**state), ThreeKnobs()
    other.preset("islands")
    other.set(**{c.name: c.default for c in ThreeKnobs.controls} | state)
    assert one.status == other.status and np.array_equal(one.canvas.pixels(), other.canvas.pixels())


# -- CGammaMap --------------------------------------------------------------------------------

@pytest.mark.parametrize("state", some(corners(CGammaMap) + preset_states(CGammaMap)), ids=str)
def test_every_corner_of_the_map_says_what_a_peer_finds(chart, state):
    chart.reset()
    chart.set(**state)
    assert not chart.failed, chart.status
    state = chart.state()
    s = samples(state["data"])
    peer = LibSVC(C=state["C"], gamma=state["gamma"], tol=1e-6).fit(s.X, s.y)
    found = c_gamma_map.machine(state["data"], state["C"], state["gamma"])
    K = gaussian(s.X, s.X, state["gamma"])
    gap = DualProblem(K, s.y, state["C"]).gap(found.beta * s.y)
    assert gap <= 1.006e-3 and found.gap == pytest.approx(gap, abs=1e-7)
    right = np.mean((found.f > 0) == (s.v > 0))
    says(chart.status, {
        "C = #, γ = #:": [float(f"{state[name]:.3g}") for name in ("C", "gamma")],
        "#% of # fresh samples right, and #% of its own #.":
            [100 * right, 1000, 100 * found.train, 200],
        "f of the fresh ones goes from # to #.": [found.f.min(), found.f.max()],
        "All fresh samples get the same class": len(np.unique(found.f > 0)) == 1}, whole=False)
    says(chart.details(state), {
        "Support vectors: #, of which # have α = C":
            [np.sum(found.beta != 0), np.sum(np.abs(found.beta) == state["C"])],
        f"KKT gap #{' (below 0: b is not unique)' * bool(gap < 0)}.": found.gap,
        "The street is 2/‖w‖ = # wide.": 2 / np.sqrt(found.beta @ K @ found.beta)})
    assert 100 * found.train == pytest.approx(100 * peer.score(s.X, s.y), abs=0.6)
    assert 100 * right == pytest.approx(100 * peer.score(s.V, s.v), abs=0.6)
    plane = chart._stage.plane
    (left, right), (low, high) = plane.get_xlim(), plane.get_ylim()
    assert ((s.X > [left, low]) & (s.X < [right, high])).all()


def test_the_map_is_what_each_cell_says(chart):
    shares = c_gamma_map.accuracy_map("crescents")
    assert shares.shape == (12, 12)
    chart.reset()
    written = {text.get_position(): text.get_text() for text in panels(chart)[0].texts}
    s = samples("crescents")
    for i, j in [(0, 0), (4, 6), (10, 2), (8, 10)]:
        C, gamma = c_gamma_map.C_AXIS.places()[i], c_gamma_map.GAMMA_AXIS.places()[j]
        found = c_gamma_map.machine("crescents", C, gamma)
        assert shares[i, j] == pytest.approx(np.mean((found.f > 0) == (s.v > 0)), abs=4.1e-3)
        assert written[j, i] == f"{100 * shares[i, j]:.0f}"
    assert sum(text.isdigit() for text in written.values()) == 36


def test_a_click_chooses_the_cell_under_it_and_none_beside_the_map(chart):
    chart.reset()
    chart.png()
    ax, size = panels(chart)[0], chart.canvas.figure.bbox.size
    for i, j in [(0, 0), (11, 11), (5, 2), (2, 7)]:
        chart.receive({"click": list(ax.transData.transform((j + 0.3, i - 0.4)) / size)})
        assert chart.state()["C"] == c_gamma_map.C_AXIS.places()[i]
        assert chart.state()["gamma"] == c_gamma_map.GAMMA_AXIS.places()[j]
    before = chart.state()
    for x, y in ((0.99, 0.5), (0.0, 0.0), (0.3, 0.999)):
        chart.receive({"click": [x, y]})
        assert chart.state() == before


@pytest.mark.parametrize("C, gamma", [(100.0, 0.1), (1.0, 1.0), (0.01, 0.001), (50.0, 7.0)])
def test_along_the_dashes_c_times_gamma_is_constant_and_they_cross_no_number(chart, C, gamma):
    chart.set(data="crescents", C=C, gamma=gamma)
    x, y = drawn("map", chart, "C γ constant").T
    assert 0.01 * 10 ** (y / 2) * 1e-3 * 10 ** (x / 2) == pytest.approx(C * gamma)
    if C > 0.01:        # through the cell, to both sides
        assert y.min() < 2 * np.log10(C / 0.01) < y.max()
    if C != 50.0:
        assert np.abs((x % 1) - 0.5).max(initial=0) <= c_gamma_map.DASH + 1e-9


# -- the limits of γ and C ------------------------------------------------------------------------

@pytest.fixture(scope="module")
def uneven():
    rng = np.random.default_rng(2)
    y = np.repeat([1, -1], [30, 20])
    return rng.normal(size=(50, 2)) + 0.7 * y[:, None], y, rng.normal(size=(400, 2)) * 2


def test_flat_where_gamma_or_c_is_small(uneven):
    X, y, new = uneven
    for C, gamma in ((1.0, 1e-5), (10.0, 1e-6), (1e-3, 1.0), (1e-3, 0.1)):
        assert set(SVC(C=C, gamma=gamma, tol=1e-8).fit(X, y).predict(np.vstack([X, new]))) == {1}


def test_small_gamma_is_the_linear_machine_with_penalty_two_gamma_c(uneven):
    X, y, new = uneven
    line = SVC(C=0.3, kernel="linear", tol=1e-10).fit(X, y).decision_function(new)
    away = [np.abs(SVC(C=0.3 / (2 * gamma), gamma=gamma, tol=1e-9).fit(X, y)
                   .decision_function(new) - line).max() for gamma in (1e-2, 1e-3, 1e-4)]
    assert away[1] < away[0] / 3 and away[2] < 0.05


@pytest.mark.parametrize("C, right", [(0.3, 0.6), (0.59, 0.6), (0.61, 1.0), (10.0, 1.0)])
def test_large_gamma_remembers_or_ignores_by_the_share_of_the_larger_class(uneven, C, right):
    X, y, new = uneven
    model = SVC(C=C, gamma=1e6, tol=1e-9).fit(X, y)
    assert model.score(X, y) == right and set(model.predict(new)) == {1}
    s = min(C, 1.2)                             # π = 0.6; a minority sample has f = 1 - s/π
    assert model.decision_function(X[y < 0]) == pytest.approx(1 - s / 0.6, abs=1e-6)


@pytest.mark.parametrize("C, right", [(0.5, 0.6), (0.7, 1.0)])
def test_not_distinct_samples_but_kernels_near_zero_make_the_share_count(uneven, C, right):
    X, y, _ = uneven
    gamma = 40 / squared_distances(X)[~np.eye(len(X), dtype=bool)].min()
    assert SVC(C=C, gamma=gamma).fit(X, y).score(X, y) == right
    close = 1e-3 * X                            # distinct too, but not for a γ of a million
    assert SVC(C=C, gamma=1e6).fit(close, y).score(close, y) != right


def test_a_large_c_is_the_hard_margin(uneven):
    X, y, new = uneven
    hard = SVC(C=np.inf, gamma=5.0, tol=1e-9).fit(X, y)
    soft = SVC(C=2 * hard.alpha_.max(), gamma=5.0, tol=1e-9).fit(X, y)
    assert soft.decision_function(new) == pytest.approx(hard.decision_function(new), abs=1e-5)
    assert np.min(y * soft.decision_function(X)) == pytest.approx(1, abs=1e-5)


def test_what_is_said_of_the_default_gammas():
    X, y = make_spirals()
    far = X + [1000, 0]
    assert squared_distances(far) == pytest.approx(squared_distances(X), rel=1e-6, abs=1e-6)
    assert resolve_gamma("scale", far) < resolve_gamma("scale", X) / 1000
    assert resolve_gamma("scale", StandardScaler().fit_transform(X)) == pytest.approx(0.5)


@nightly
def test_one_over_n_is_a_small_gamma_that_wants_a_large_c():
    scale, small, repaired = (row_of(right_answers(titanic_pipeline(model), seeds=(0,)))
                              for model in (SVC(), SVC(gamma=1 / 891), SVC(C=100, gamma=1 / 891)))
    assert small["accuracy"] < scale["accuracy"] - 0.02
    assert repaired["accuracy"] == pytest.approx(scale["accuracy"], abs=0.01)


@pytest.mark.parametrize("tol", [1.5, 0.5, 0.05])
def test_no_condition_is_missed_by_more_than_half_the_gap(tol):
    path, s = three_knobs.run("crescents", NOBODY, 1.0, 1.0), samples("crescents")
    step = path.stop(tol)
    beta, b = path.machine(step)
    yf, half = s.y * (path.problem.K @ beta + b), path.gaps[step] / 2 + 1e-9
    alpha = np.abs(beta)
    assert (yf[alpha < 1] >= 1 - half).all() and (yf[alpha > 0] <= 1 + half).all()
    assert max(np.max(1 - yf[alpha < 1]), np.max(yf[alpha > 0] - 1)) == pytest.approx(half)


# -- the passengers -------------------------------------------------------------------------------

@pytest.mark.parametrize("weight, found, false, stretches", [
    (1, 15, 8, [(0, 5)]), (3, 22, 16, [(0, 12), (76, 80)]),
    (360 / 93, 55, 140, [(0, 12), (28, 36), (46, 52), (76, 80)])])
def test_what_a_weighted_machine_says_is_what_another_one_says(weight, found, false, stretches):
    ages, fates, number = men_by_age()
    X, y = np.repeat(ages, number, axis=0), np.repeat(fates, number)
    peer = LibSVC(C=1, gamma=0.02, class_weight={1: weight, -1: 1}, tol=1e-7).fit(X, y)
    said = answers(weight)
    assert peer.decision_function([[said.border]]) == pytest.approx(0, abs=3e-3)
    yes = peer.predict(X) == 1
    assert (said.found, said.false) == (found, false) == (
        np.sum(yes & (y == 1)), np.sum(yes & (y == -1)))
    assert said.wrong == np.sum(peer.predict(X) != y)
    years = peer.predict(np.arange(81)[:, None]) == 1
    assert years_called(weight) == stretches
    assert sum(last - first + 1 for first, last in stretches) == years.sum()


def test_three_copies_are_one_bump_under_a_ceiling_three_times_as_high():
    weighted, copied = weighted_and_copied(3)
    assert weighted.dual_coef_[0].max() == pytest.approx(3)
    assert np.abs(copied.dual_coef_).max() == pytest.approx(1)
    t = np.linspace(0, 80, 801)[:, None]
    assert weighted.decision_function(t) == pytest.approx(copied.decision_function(t), abs=1e-3)
    assert len(copied.support_) > len(weighted.support_) + 50


def test_the_explorer_of_ceilings_marks_the_border_of_equal_ones():
    explorer = UnequalCeilings(weight=3)
    dotted = drawn("low", explorer, "equal ceilings")
    assert dotted[:, 0] == pytest.approx([5.76, 5.76], abs=0.01)
    assert not len(drawn("low", UnequalCeilings(), "equal ceilings"))


def test_support_vectors_of_equal_rows_depend_on_their_order_and_f_does_not():
    P, fates = passenger_table()
    assert len(np.unique(P, axis=0)) == 172
    order = np.random.default_rng(1).permutation(len(P))
    one, other = (SVC(C=1, gamma=0.03).fit(P[o], fates[o]) for o in (np.arange(len(P)), order))
    assert abs(len(one.support_) - len(other.support_)) > 20
    assert one.decision_function(P) == pytest.approx(other.decision_function(P), abs=1e-3)


# -- one knob at a time, and what the exercises tell ---------------------------------------------

NARROW = 10**1.5
TURNS = {"opening": (100.0, NARROW, 1e-3), "ceiling": (1.0, NARROW, 1e-3),
         "width": (100.0, 1.0, 1e-3), "stop": (100.0, NARROW, 1.0)}


def test_wider_bumps_gain_most_a_lower_ceiling_less_and_an_earlier_stop_nothing():
    s, flipped = samples("crescents"), make_crescents(200, seed=0, share=0)[1]
    flipped = flipped != s.y
    assert flipped.sum() == 15
    right, given_up = {}, {}
    for name, (C, gamma, tol) in TURNS.items():
        seen = three_knobs.look("crescents", NOBODY, C, gamma, tol)
        peer = LibSVC(C=C, gamma=gamma, tol=tol).fit(s.X, s.y)
        right[name] = seen.right.sum()
        assert right[name] == pytest.approx(1000 * peer.score(s.V, s.v), abs=6)
        wrong = peer.predict(s.X) != s.y
        assert seen.own == pytest.approx(200 - wrong.sum(), abs=1)
        given_up[name] = wrong.sum(), (wrong & flipped).sum()
    assert list(right.values()) == [752, 795, 833, 755]
    assert given_up["ceiling"] == (12, 5) and given_up["width"] == (23, 13)


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_three_turns_is_that_of_other_draws(seed):
    (X, y), (V, v) = make_crescents(200, seed=50 + seed), make_crescents(1000, seed=90 + seed)
    opening, ceiling, width, stop = (
        LibSVC(C=C, gamma=gamma, tol=tol).fit(X, y).score(V, v) for C, gamma, tol in TURNS.values())
    assert width > ceiling > opening and abs(stop - opening) < 0.03


def test_the_figure_of_the_turns_has_the_counts_that_were_computed():
    seen = {name: three_knobs.look("crescents", NOBODY, *turn) for name, turn in TURNS.items()}
    panels_ = plot_turns(seen, "t").axes
    for ax, one in zip(panels_, seen.values(), strict=True):
        assert ax.get_xlabel() == f"{one.own} of its 200"
        assert ax.texts[0].get_text() == f"{one.right.sum()} of 1,000 fresh"


@pytest.mark.parametrize("C, steps", [
    (1, [31, 68, 97, 161]), (10, [58, 165, 580, 1031]), (100, [225, 1041, 3525, 5140])])
def test_the_steps_of_the_table_are_those_of_the_solver(C, steps):
    s = samples("crescents")
    K = gaussian(s.X, s.X, 1.0)
    path = solver_path(K, s.y, C)
    found = [stop_at(path.gaps, tol) for tol in (1, 0.1, 0.01, 0.001)]
    assert found == [path.stop(tol) for tol in (1, 0.1, 0.01, 0.001)]
    assert found == pytest.approx(steps, rel=0 if C == 1 else 0.15)
    assert solve_smo(DualProblem(K, s.y, C), tol=1).n_iter == found[0]


def test_the_stories_of_the_knobs_are_true():
    s = samples("crescents")
    b, taller = (LibSVC(C=C, gamma=NARROW, tol=1e-6).fit(s.X, s.y) for C in (100, 1000))
    assert np.abs(b.dual_coef_).max() < 60
    assert b.decision_function(s.V) == pytest.approx(taller.decision_function(s.V), abs=1e-3)
    ages, fates, number = men_by_age()
    years, weeks = (LibSVC(C=1, gamma=gamma).fit(scale * ages, fates, sample_weight=number)
                     for scale, gamma in ((1, 0.02), (52, 0.02 / 2704)))
    assert years.decision_function(ages) == pytest.approx(
        weeks.decision_function(52 * ages), abs=1e-9)
    for gamma in (0.01, 1, NARROW):
        assert len(set(LibSVC(C=0.005, gamma=gamma).fit(s.X, s.y).predict(s.V))) == 1


@nightly
def test_the_kept_losses_of_an_early_stop_are_those_measured():
    assert path.lost(range(2, 202)) == pytest.approx(path.LOST, abs=0.05)


@nightly
@pytest.mark.parametrize("weight", [1, 3])
def test_the_kept_borders_are_those_of_bootstrap_draws(weight):
    ends = np.percentile(machines.borders(weight), [5, 95])
    assert ends == pytest.approx(machines.BORDERS[weight], abs=0.1)


def test_a_weight_in_place_of_the_penalty_is_named():
    verdict = WHICH_KNOB.grade({**WHICH_KNOB.reference(), "b": "weight"})
    assert verdict.matched == "b as weight"


def test_a_flat_f_is_told_in_significant_digits():
    """At the lower left of the stripes f is below 0.005 everywhere, and is not told as 0.00."""
    status = CGammaMap(data="stripes", C=0.01, gamma=0.001).status
    words = re.search(r"goes from (\S+) to (\S+)\. ", status).groups()
    low, high = (float(word.replace("−", "-")) for word in words)
    assert low < 0 < high
