"""The explorers of lesson 03 say and show what the solvers did."""
from __future__ import annotations

import asyncio
import re

import numpy as np
import pytest

from coursekit import explorers
from coursekit.datasets import make_overlap_60
from coursekit.explorers import svm_sor, svm_stepper, svm_stopping, svm_zones
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.plane import Plane
from coursekit.svm import DualProblem, solve_qp
from coursekit.svm.experiments import quiet_runs


@pytest.mark.parametrize("data", svm_stepper.DATA)
@pytest.mark.parametrize("partner", svm_stepper.CHOICES)
def test_each_step_in_view_is_the_step_of_the_trace(data, partner):
    run = svm_stepper.recorded(data, partner)
    stepper = explorers.SMOStepper(data=data, partner=partner)
    for k in range(0, min(run.solution.n_iter, svm_stepper.MOST) + 1, 3):
        stepper.set(step=k)
        gap = run.problem.gap(run.alphas[k])
        assert f"KKT gap {gap:.2g}" in stepper.status
        assert f"W = {run.problem.objective(run.alphas[k]):.4f}" in stepper.status
        heights = [bar[1][1] for bar in stepper._bars.get_segments()]
        assert heights == pytest.approx((run.alphas[k] / run.problem.C).tolist())
        if k:
            ends = np.array(stepper._segment.get_data()).T
            after = np.array([d[0] for d in stepper._after.get_data()])
            assert off_line(ends, after) < 1e-9 and -1e-9 <= after.min() and after.max() <= 1 + 1e-9
            top = np.array([d[0] for d in stepper._top.get_data()])
            assert off_line(ends, top) < 1e-9 and -0.13 < top.min() and top.max() < 1.13


def off_line(ends: np.ndarray, point: np.ndarray) -> float:
    """Return twice the area between a segment and a point: 0 if the point is on its line."""
    (a, b), (c, d) = ends[1] - ends[0], point - ends[0]
    return abs(a * d - b * c)


def test_a_step_beyond_the_end_shows_the_end():
    stepper = explorers.SMOStepper(data="two points", step=svm_stepper.MOST, partner="worst pair")
    assert stepper.status.startswith("Step 1 of 1") and "at its end" in stepper.status
    stepper.next()
    assert stepper.state()["step"] == 1
    stepper.back()
    assert stepper.state()["step"] == 0 and stepper.status.startswith("Step 0 of 1")
    stepper.back()
    assert stepper.state()["step"] == 0


def test_play_goes_to_the_end_and_stops_and_a_second_press_pauses(monkeypatch):
    monkeypatch.setattr(svm_stepper, "PAUSE", 0.001)

    async def play():
        stepper = explorers.SMOStepper(data="AND", step=0, partner="worst pair")
        stepper.play()
        await asyncio.wait_for(stepper._task, 10)
        assert stepper.state()["step"] == stepper.steps() > 10
        stepper.play()                       # from the end it begins again
        await asyncio.sleep(0.01)
        stepper.play()                       # and pauses
        step = stepper.state()["step"]
        await asyncio.sleep(0.02)
        assert stepper.state()["step"] == step < stepper.steps()
        stepper.play()
        stepper.reset()                      # a button ends it
        await asyncio.sleep(0.02)
        assert stepper.state() == explorers.SMOStepper().state()
        stepper._receive({"action": "play"})
        stepper._receive({"values": {"step": 2}})     # and so does a hand on a slider
        await asyncio.sleep(0.05)
        assert stepper.state()["step"] == 2
        return stepper
    stepper = asyncio.run(play())
    stepper.set(step=3)
    assert stepper.state()["step"] == 3
    with pytest.raises(RuntimeError, match="event loop"):
        stepper.play()


def test_the_end_of_a_run_is_told_by_what_ended_it():
    lot, worst = (explorers.SMOStepper(step=svm_stepper.MOST, partner=p).status
                  for p in ("by lot", "worst pair"))
    assert lot.endswith("Ten quiet passes: the source would stop here. The gap is still open.")
    assert worst.endswith("the gap is below the tolerance.")


def test_a_quiet_run_is_where_a_source_would_stop_and_is_not_finished():
    run = svm_stepper.recorded("sixty points", "by lot").solution
    X, y = make_overlap_60()
    quiet = quiet_runs(DualProblem(X @ X.T, y, 1.0), [10], 1)
    assert run.n_iter == quiet.runs[0][0].n_iter <= svm_stepper.MOST
    assert run.gap > 0.1


def test_the_words_of_stopping_are_recomputed_from_the_multipliers():
    X, y = make_overlap_60()
    problem = DualProblem(X @ X.T, y, 1.0)
    best = solve_qp(problem).objective
    for state in ({}, {"max_passes": 30, "seed": 18}, {"max_passes": 30, "seed": 9}):
        explorer = explorers.Stopping(**state)
        run, *_ = svm_stopping.ended(**explorer.state())
        gap = problem.gap(run.alpha)
        assert f"KKT gap {gap:.2g}" in explorer.status
        assert f"{problem.objective(run.alpha) / best:.2%} of the dual" in explorer.status
        assert explorer.status.endswith("not finished.") == (gap > 1e-3)
        assert explorer._ends[1].get_ydata()[0] == pytest.approx(max(gap, svm_stopping.LEAST))


def test_the_presets_of_stopping_differ_in_luck_alone():
    lucky, unlucky = (explorers.Stopping.presets[f"patient, {luck}"][0]
                      for luck in ("lucky", "unlucky"))
    assert {k for k in lucky if lucky[k] != unlucky[k]} == {"seed"}
    assert svm_stopping.ended(tol=1e-3, **lucky)[0].gap <= 1e-3
    assert svm_stopping.ended(tol=1e-3, **unlucky)[0].gap > 0.3


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
