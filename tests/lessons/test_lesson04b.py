"""Lesson 04b: the path of the solver, the two explorers, the samples of one's own, the claims.

Steps and gaps are those of `solve_smo`, accuracies those of scikit-learn's machine.
"""
from __future__ import annotations

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_crescents, make_spirals
from coursekit.kernels import resolve_gamma, squared_distances
from coursekit.lessons.lesson04b import CGammaMap, ThreeKnobs
from coursekit.lessons.lesson04b.explorers import c_gamma_map, three_knobs
from coursekit.lessons.lesson04b.figures import borders, counts, machine_of_men, plot_ceilings
from coursekit.lessons.lesson04b.own import MOST, Own
from coursekit.lessons.lesson04b.passengers import men_by_age, passenger_table
from coursekit.lessons.lesson04b.path import FINISHED, MOST_STEPS, solver_path
from coursekit.lessons.lesson04b.samples import FRESH, samples
from coursekit.scoreboard import right_answers, row_of
from coursekit.svm import SVC, DualProblem, solve_smo
from coursekit.titanic import titanic_pipeline
from cases import some
from panels import panels
from sentences import points, says
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
    explorer = ThreeKnobs(data="stripes", C=1000.0, gamma=0.1, tol=1e-4)
    words = [t.get_text() for ax in panels(explorer) for t in ax.texts]
    assert f"{MOST_STEPS:,}" in explorer.status and "finished" not in explorer.status
    assert not any("as good as finished" in text for text in words)


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
    assert seen.fresh_end == pytest.approx(peer.score(s.V, s.v), abs=2.1e-3)
    found = solve_smo(DualProblem(gaussian(s.X, s.X, gamma), s.y, C), tol=state["tol"])
    if C < 1000:        # over thousands of steps the last digits of K choose other pairs
        assert seen.step == found.n_iter
        f = gaussian(s.V, s.X, gamma) @ (found.alpha * s.y)
        assert seen.fresh == pytest.approx(
            np.mean((f + three_knobs.run(state["data"], NOBODY, C, gamma)
                     .machine(seen.step)[1] > 0) == (s.v > 0)), abs=1.1e-3)
    says(knobs.status, {"stopped after # of # steps": [seen.step, seen.steps],
                        "#% of # fresh points and #% of its own right":
                            [100 * seen.fresh, FRESH, 100 * seen.own],
                        "finished: #% of the fresh ones": 100 * seen.fresh_end}, whole=False)


def test_before_the_first_step_it_answers_nothing(knobs):
    knobs.reset()
    knobs.set(tol=10**0.5)
    seen = three_knobs.look("crescents", NOBODY, 1.0, 1.0, 10**0.5)
    assert seen.step == seen.used == 0 and not seen.f.any() and seen.gap == 2
    texts = {t.get_text() for ax in panels(knobs) for t in ax.texts}
    assert "none" in texts and "0" in texts and not knobs.failed


def test_while_fresh_points_are_hidden_nothing_tells_of_them(knobs):
    for state in [{}, *preset_states(ThreeKnobs)]:
        knobs.reset()
        knobs.set(**state, fresh=False)
        told = 100 * three_knobs.look("crescents", NOBODY, *(
            knobs.state()[k] for k in ("C", "gamma", "tol"))).fresh
        words = [t.get_text() for ax in panels(knobs) for t in ax.texts]
        assert f"{told:.1f}" not in knobs.alt_text + "".join(words)
        assert len(points(knobs, "fresh, answered wrong")) == 0


def drawn_lines(ax):
    return [c.get_segments() for c in ax.collections if isinstance(c, LineCollection)]


def test_the_two_borders_are_where_the_two_machines_are_zero(knobs):
    knobs.reset()
    knobs.set(tol=1.0)
    plane, (low, high) = panels(knobs)[0], three_knobs.extent("crescents")
    path, s = three_knobs.run("crescents", NOBODY, 1.0, 1.0), samples("crescents")
    finished, stopped = drawn_lines(plane)
    for segments, step in ((finished, path.steps), (stopped, path.stop(1.0))):
        beta, b = path.machine(step)
        where = low + np.vstack(segments) * (high - low)
        assert np.abs(gaussian(where, s.X, 1.0) @ beta + b).max() < 0.02
    assert len(finished) and len(stopped)


def test_rings_lie_on_support_vectors_and_diamonds_on_fresh_samples_that_are_wrong(knobs):
    knobs.reset()
    knobs.set(C=100.0, gamma=10**1.5)
    s, (low, high) = samples("crescents"), three_knobs.extent("crescents")
    peer = LibSVC(C=100, gamma=10**1.5, tol=1e-5).fit(s.X, s.y)
    rings = low + points(knobs, "support vector") * (high - low)
    assert abs(len(rings) - len(peer.support_)) <= 3
    wrong = s.V[:three_knobs.ASKED][peer.predict(s.V[:three_knobs.ASKED]) !=
                                    s.v[:three_knobs.ASKED]]
    diamonds = low + points(knobs, "fresh, answered wrong") * (high - low)
    assert np.sort(diamonds, axis=0) == pytest.approx(np.sort(wrong, axis=0))


def test_the_curve_runs_from_the_first_gap_through_the_stop_to_the_end(knobs):
    knobs.reset()
    knobs.set(tol=0.1)
    path = three_knobs.run("crescents", NOBODY, 1.0, 1.0)
    rest, done, dot = (np.array(line.get_xydata()) for line in panels(knobs)[1].lines
                       if len(line.get_xdata()) != 2)
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
    return sum(len(c.get_offsets()) for c in panels(explorer)[0].collections
               if isinstance(c, PathCollection) and c.get_label() in ("y = +1", "y = −1", "_yours")
               and c.get_visible())


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
    assert explorer.status.count(f"{100 * peer.score(s.V, s.v):.1f}%") >= 1
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
    for x, y in ((0.99, 0.5), (0.5, 0.01), (0.7, 0.9)):
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
        "Margin width 2/‖w‖ = #.": 2 / np.sqrt(found.beta @ K @ found.beta)})
    assert 100 * found.train == pytest.approx(100 * peer.score(s.X, s.y), abs=0.6)
    assert 100 * right == pytest.approx(100 * peer.score(s.V, s.v), abs=0.6)
    assert np.array_equal(points(chart, "support vector"), s.X[found.beta != 0])
    plane = panels(chart)[1]
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


def test_the_three_defaults_stand_where_they_belong(chart):
    for data in c_gamma_map.DATA:
        chart.set(data=data)
        X = samples(data).X
        wanted = {"1/n": 1 / 200, "scale": 1 / (2 * X.var()), "1/d": 0.5}
        across = {text.get_text(): text.get_position()[0] for text in panels(chart)[0].texts}
        assert [across[name] for name in wanted] == pytest.approx(
            2 * np.log10(np.array(list(wanted.values())) / 1e-3))


@pytest.mark.parametrize("C, gamma", [(100.0, 0.1), (1.0, 1.0), (0.01, 0.001), (50.0, 7.0)])
def test_along_the_dashes_c_times_gamma_is_constant_and_they_cross_no_number(chart, C, gamma):
    chart.set(data="crescents", C=C, gamma=gamma)
    dashes, = (line for line in panels(chart)[0].lines if line.get_label() == "_C γ constant")
    x, y = dashes.get_data()
    there = np.isfinite(x)
    assert 0.01 * 10 ** (y[there] / 2) * 1e-3 * 10 ** (x[there] / 2) == pytest.approx(C * gamma)
    if C != 50.0:
        assert np.abs((x[there] % 1) - 0.5).max(initial=0) <= c_gamma_map.DASH + 1e-9


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

@pytest.mark.parametrize("weight, ages", [(1, [5.8]), (2, [10.9, 75.9]), (3, [12.2, 76.0])])
def test_the_borders_of_the_men_are_those_of_another_machine(weight, ages):
    X, y = men_by_age()
    peer = LibSVC(C=1, gamma=0.02, class_weight={1: weight, -1: 1}, tol=1e-7).fit(X, y)
    where = borders(machine_of_men(weight))
    assert where == pytest.approx(ages, abs=0.06)
    assert peer.decision_function(where[:, None]) == pytest.approx(0, abs=2e-3)
    yes = peer.predict(X) == 1
    assert counts(machine_of_men(weight)) == (np.sum(yes & (y == 1)), np.sum(yes & (y == -1)))


def test_a_class_weight_is_a_ceiling_of_its_own():
    machine = machine_of_men(3)
    beta = machine.dual_coef_[0]
    assert beta.max() == 3 and beta.min() == -1


def test_support_vectors_of_equal_rows_depend_on_their_order_and_f_does_not():
    P, fates = passenger_table()
    assert len(np.unique(P, axis=0)) == 172
    order = np.random.default_rng(1).permutation(len(P))
    one, other = (SVC(C=1, gamma=0.03).fit(P[o], fates[o]) for o in (np.arange(len(P)), order))
    assert abs(len(one.support_) - len(other.support_)) > 20
    assert one.decision_function(P) == pytest.approx(other.decision_function(P), abs=1e-3)


@pytest.mark.parametrize("weight", [2, 3, 4])
def test_the_figure_of_the_men_keeps_its_words_inside_and_apart(weight):
    figure = plot_ceilings(weight)
    figure.canvas.draw()
    words = [t for ax in figure.axes for t in [*ax.texts, ax._left_title] if t.get_text()]
    boxes = [t.get_window_extent() for t in words]
    assert all(0 <= b.x0 and b.x1 <= 1150 for b in boxes)
    assert not any(a.shrunk(0.97, 0.9).overlaps(b.shrunk(0.97, 0.9))
                   for k, a in enumerate(boxes) for b in boxes[:k])
