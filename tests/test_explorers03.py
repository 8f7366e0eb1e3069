"""The explorers of lesson 03 say and show what the solvers did."""
from __future__ import annotations

import asyncio
import re

import numpy as np
import pytest

from coursekit import explorers
from coursekit.datasets import make_overlap_60
from coursekit.explorers import svm_runs, svm_sor, svm_stepper, svm_zones
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.artists import Plane
from coursekit.svm import DualProblem, solve_qp
from coursekit.svm.experiments import random_partner
from page_code import page_functions


STATES = [(data, partner, seed) for data in svm_runs.DATA for partner in svm_runs.CHOICES
          for seed in ((0, 7) if partner == "random" else (0,))]


@pytest.mark.parametrize("data, partner, seed", STATES)
def test_every_state_shows_the_pair_that_moves_next_and_says_what_is_so(data, partner, seed):
    run = svm_runs.recorded(data, partner, seed)
    problem, (A, B), K = run.problem, run.box, run.problem.K
    stepper = explorers.SMOStepper(data=data, partner=partner, seed=seed)
    assert not run.betas[0].any() and run.last <= svm_stepper.MOST
    for k in range(0, run.last + 1, 2):
        stepper.set(step=k)
        beta, said = run.betas[k], stepper.status
        assert "Something went wrong" not in said and said.startswith(f"Step {k} of {run.last}:")
        assert np.all(beta >= A) and np.all(beta <= B) and abs(beta.sum()) < 1e-9
        gap = problem.gap(np.abs(beta))
        assert f"KKT gap {max(gap, 0):.3g}," in said or gap < 1e-9
        assert ("not certified" in said) == (gap > 1e-3) or abs(gap - 1e-3) < 1e-9
        if k == run.last:
            assert "end of the record" in said and not stepper._names[0][0].get_visible()
            continue
        i, j = run.pairs[k]
        F = run.y - K @ beta
        assert np.array(stepper._pair.get_offsets())[:, 0] == pytest.approx(F[[i, j]])
        assert np.array(stepper._ringed.get_offsets()) == pytest.approx(run.X[[i, j]])
        low, high = stepper._axes.get_xlim()
        in_view = np.array([F[i], F[j], F[beta < B].max(), F[beta > A].min()])
        assert low <= in_view.min() and in_view.max() <= high
        slope, eta, left, right = (float(v) for v in re.search(
            r"slope (\S+), η = (\S+), segment \[(\S+), (\S+)\]", said).groups())
        t = run.betas[k + 1][i] - beta[i]
        assert t == pytest.approx(np.clip(-slope / eta, left, right), rel=0.02, abs=1e-3)
        stepper.set(step=k + 1)
        foretold = not left <= -slope / eta <= right
        clipped = ", clipped;" in stepper.status
        near_end = min(abs(-slope / eta - left), abs(-slope / eta - right)) < 0.02 * abs(t) + 1e-6
        assert clipped == foretold or near_end


def test_the_rules_end_a_run_where_the_words_say():
    run = svm_runs.recorded("sixty samples", "random", 0)
    stepper = explorers.SMOStepper(passes=10)
    stepper.to_quiet()
    assert stepper.state()["step"] == 45 and "10 quiet passes stop it at 45" in stepper.status
    assert "not certified" in stepper.status and run.problem.gap(np.abs(run.betas[45])) > 0.2
    stepper.to_gap()                                        # tol is not reached within the record
    assert stepper.state()["step"] == run.last and "tol does not stop this record" in stepper.status
    stepper.set(partner="maximal", tol=1e-3)
    stepper.to_gap()
    k = stepper.state()["step"]
    gaps = svm_runs.gaps("sixty samples", "maximal", 0)
    assert gaps[k] <= 1e-3 < gaps[:k].min() and f"tol stops it at {k}" in stepper.status
    assert ": certified;" in stepper.status and "0 samples are on another side" in stepper.status
    stepper.to_quiet()                                      # a chosen pair knows no quiet passes
    assert stepper.state()["step"] == len(gaps) - 1


@pytest.mark.parametrize("passes", [1, 3, 10, 30, 50])
def test_the_quiet_rule_is_the_one_of_the_page(passes):
    X, y = make_overlap_60()
    move_pair = page_functions("03_smo")["move_pair"]
    for seed in range(5):
        run = random_partner(X @ X.T, y, 1.0, np.random.default_rng(seed), passes=50,
                             move_pair=move_pair)
        stepper = explorers.SMOStepper(seed=seed, passes=passes)
        stepper.to_quiet()
        assert stepper.state()["step"] == run.steps_to_quiet[passes]


def test_up_to_a_tol_of_about_one_no_sample_is_on_another_side():
    """The answer to the explorer's third task."""
    stepper = explorers.SMOStepper(partner="maximal")
    others = {}
    for tol in np.logspace(-6, 0, 61):
        stepper.set(tol=float(np.clip(tol, 1e-6, 1)))
        stepper.to_gap()
        others[tol] = int(re.search(r"(\d+) samples? (?:is|are) on another", stepper.status)[1])
    assert max(tol for tol, other in others.items() if not other) > 0.3
    assert all(not other for tol, other in others.items() if tol < 0.3)


@pytest.mark.parametrize("tol", [1e-6, 1.0])
@pytest.mark.parametrize("passes", [1, 50])
@pytest.mark.parametrize("step", [0, svm_stepper.MOST])
@pytest.mark.parametrize("data", svm_runs.DATA)
def test_the_corners_say_something_true(data, step, passes, tol):
    for partner in svm_runs.CHOICES:
        for seed in (0, 19):
            stepper = explorers.SMOStepper(data=data, step=step, passes=passes, tol=tol,
                                           partner=partner, seed=seed)
            run = svm_runs.recorded(data, partner, seed)
            gap = run.problem.gap(np.abs(run.betas[min(step, run.last)]))
            assert (": certified;" in stepper.status) == (gap <= tol)
            assert ("There is no line yet" in stepper.status) == (step == 0)
            assert "outside the picture" not in stepper.status


def test_a_step_beyond_the_end_shows_the_end():
    stepper = explorers.SMOStepper(data="AND", step=svm_stepper.MOST, partner="maximal")
    last = stepper.steps()
    assert stepper.status.startswith(f"Step {last} of {last}")
    stepper.next()
    assert stepper.state()["step"] == last
    stepper.back()
    assert stepper.state()["step"] == last - 1
    stepper.set(step=0)
    stepper.back()
    assert stepper.state()["step"] == 0 and stepper.status.startswith("Step 0 of ")


def test_on_AND_the_gap_is_halved_every_two_steps():
    left = svm_runs.gaps("AND", "maximal", 0)
    assert left[6:-2] / left[8:] == pytest.approx(2, rel=1e-3)


def test_play_goes_to_the_end_and_stops_and_a_second_press_pauses(monkeypatch):
    monkeypatch.setattr(svm_stepper, "PAUSE", 0.001)

    async def play():
        stepper = explorers.SMOStepper(data="AND", step=0, partner="maximal")
        stepper.play()
        await asyncio.wait_for(stepper._task, 20)
        assert stepper.state()["step"] == stepper.steps() > 10
        stepper.play()                       # from the end it begins again
        await asyncio.sleep(0.05)
        stepper.play()                       # and pauses
        step = stepper.state()["step"]
        await asyncio.sleep(0.1)
        assert stepper.state()["step"] == step < stepper.steps()
        stepper.play()
        stepper.reset()                      # a button ends it
        await asyncio.sleep(0.1)
        assert stepper.state() == explorers.SMOStepper().state()
        return stepper
    stepper = asyncio.run(play())
    with pytest.raises(RuntimeError, match="event loop"):
        stepper.play()


@pytest.mark.parametrize("bend", svm_zones.BENDS)
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_rings_and_bars_mark_the_zones_of_the_general_solver(bend, C):
    X, y = make_overlap_60()
    explorer = explorers.Zones(C=C, kernel=bend)
    best = solve_qp(DualProblem(svm_zones.similarity(bend, X, X), y, C))
    ringed = len(explorer._free.get_offsets()) + len(explorer._bound.get_offsets())
    assert ringed == len(svm_zones.solved(bend, C).support)
    assert svm_zones.solved(bend, C).objective == pytest.approx(best.objective, rel=1e-3)
    assert len(explorer._bound.get_offsets()) == pytest.approx(np.sum(best.alpha == C), abs=1)
    out, free, bound = map(int, re.findall(r"(\d+) (?:samples are out|free|bound)",
                                           explorer.status))
    assert out + free + bound == 60 and free == len(explorer._free.get_offsets())


def test_the_width_in_words_is_the_width_of_the_street():
    explorer = explorers.Zones()
    X, y = make_overlap_60()
    w = (svm_zones.solved("straight", 1.0).alpha * y) @ X
    assert f"The street is {2 / np.linalg.norm(w):.2f} wide" in explorer.status
    assert "wide" not in explorers.Zones(kernel="bent, γ = 1").status


def test_far_from_the_origin_sor_falls_to_chance_and_centring_cures_it():
    far, cured = (explorers.SORShift(shift=30.0, centred=c) for c in (False, True))
    heights = [[bar.get_height() for bar in e._bars] for e in (far, cured)]
    assert heights[0][0] == pytest.approx(0.5, abs=0.1) and heights[0][2] > 0.95
    assert heights[0][0] + 0.1 < heights[0][1] < heights[0][2] - 0.1
    assert heights[1] == pytest.approx([heights[0][2]] * 3, abs=0.02)
    assert "cut off" in far.status and "ends after" in cured.status


def test_both_lines_are_drawn_where_the_solvers_put_them():
    explorer = explorers.SORShift(shift=3.0)
    X, y = svm_sor.moved(3.0, False)
    for s, lines in zip((svm_sor.swept(1.0, 3.0, False), *svm_sor.optima(3.0, False)),
                        (explorer._plane.line, explorer._end, explorer._smo), strict=True):
        on = lines.get_segments()[0] + 3.0
        assert np.abs(on @ ((s.alpha * y) @ X) + s.b).max() < 1e-6


def test_the_plane_draws_the_level_it_is_asked_for():
    canvas = Canvas()
    plane = Plane(canvas, canvas.figure.subplots(), np.array([[0.0, 0.0], [4.0, 4.0]]),
                  np.array([-1, 1]))
    f = plane.grid @ [1.0, 0.0] - 2.0
    plane.show(f)
    assert np.allclose(plane.line.get_segments()[0][:, 0], 2.0)
    assert {round(float(s[0, 0]), 6) for s in plane.edges.get_segments()} == {1.0, 3.0}
