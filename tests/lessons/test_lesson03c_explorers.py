"""The explorer of lesson 03c, and the plane that explorers share, show what solvers did."""
from __future__ import annotations

import warnings
import re

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from coursekit import explorers
from coursekit.datasets import make_overlap_60
from coursekit.explorers import svm_sor
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.artists import Plane
from coursekit.exercises.lesson03c import sor_sweep
from coursekit.plots import style
from coursekit.svm import DualProblem, solve_qp
from panels import marked, panels
from sentences import points, says


PLACES = [(shift, C, centred) for shift in (0.0, 3.0, 10.0, 30.0) for C in (1.0, 10.0, 100.0)
          for centred in (False, True)]


@pytest.mark.parametrize("shift, C, centred", PLACES)
def test_both_lines_are_in_the_picture_where_the_solvers_put_them(shift, C, centred):
    explorer = explorers.SORShift(shift=shift, C=C, centred=centred)
    X, y = svm_sor.moved(shift, centred)
    offset = X[0] - make_overlap_60()[0][0]
    assert "outside the picture" not in explorer.status
    for (alpha, b), name in zip(svm_sor.optima(shift, C, centred), ("penalised", "free"),
                                strict=True):
        w = (alpha * y) @ X
        on = points(explorer, f"b {name}") + offset
        assert len(on) and np.abs(on @ w + b).max() < 1e-6 * (1 + abs(b))
        share = np.mean(np.sign(X @ w + b) == y)
        says(explorer.status, {f"b {name}: b = #, # of the samples on their side":
                               [round(b, 2) + 0.0, share]}, whole=False)
    place = "Samples moved by #" + " and centred" * centred
    says(explorer.status, {f"{place}, C = #.": [shift, C]}, whole=False)


@pytest.mark.parametrize("omega", [0.1, 1.0, 1.4, 1.95, 2.0, 2.1])
@pytest.mark.parametrize("shift, C, centred", PLACES[::5])
def test_the_slopes_of_sor_are_those_of_its_sweeps(shift, C, centred, omega):
    explorer = explorers.SORShift(shift=shift, C=C, centred=centred, omega=omega)
    X, y = svm_sor.moved(shift, centred)
    Q, alpha, left = np.outer(y, y) * (X @ X.T + 1), np.zeros(60), []
    for _ in range(svm_sor.MOST + 1):
        slope = 1 - Q @ alpha
        left.append(max(slope[alpha < C].max(initial=0), -slope[alpha > 0].min(initial=0)))
        if left[-1] <= svm_sor.TOL:
            break
        alpha = sor_sweep(Q, alpha, C, omega)
    drawn = marked(panels(explorer)[1], "o")[:, 1]
    assert len(drawn) == len(left)
    seen = 40 if omega >= 2 else None           # from 2 on what rounding adds grows
    assert drawn[:seen] == pytest.approx(np.clip(left, *svm_sor.SEEN)[:seen], rel=1e-3)
    done = left[-1] <= svm_sor.TOL
    said = {f"SOR with ω = # is {'' if done else 'not '}finished after # sweeps:":
            [omega, len(left) - 1]}
    if omega < 2:
        said |= {f"largest slope #, {'at most' if done else 'above'} #.": [left[-1], 1e-3]}
    says(explorer.status, said, whole=False)


def test_the_tips_of_sor_say_where_a_step_ends():
    """W along one multiplier: beyond its top for ω > 1; for ω > 2 lower than where it began."""
    kind = explorers.SORShift
    tip = next(control.tip for control in kind.controls if control.name == "omega")
    assert "of the way to the top of each parabola; above 1 beyond it" in tip
    Q, never_cut = np.array([[2.0]]), 99.0
    top = sor_sweep(Q, np.zeros(1), never_cut, 1.0)[0]
    W = {omega: (a := sor_sweep(Q, np.zeros(1), never_cut, omega)[0]) - a * a
         for omega in (0.5, 1.5, 2.1)}
    under, over = (sor_sweep(Q, np.zeros(1), never_cut, omega)[0] for omega in (0.5, 1.5))
    assert under < top < over
    look, words, _ = kind.presets["ω > 2"]
    assert look["omega"] > 2 and W[2.1] < 0 < W[1.5] \
        and words == "an uncut step ends lower than it began"
    (_, far), _ = svm_sor.optima(30.0, 1.0, False)
    b = {}
    for name in ("larger C", "centred"):
        look = kind.presets[name][0]
        (_, b[name]), _ = \
            svm_sor.optima(look["shift"], look.get("C", 1.0), look.get("centred", False))
    assert abs(b["larger C"]) > 2 * abs(far) and kind.presets["larger C"][0]["C"] > 1.0
    assert abs(b["centred"]) < 0.5
    next(control for control in kind.controls if control.name == "centred")
    assert svm_sor.moved(30.0, True)[0].mean(axis=0) == pytest.approx([0, 0], abs=1e-9)


def test_the_answers_to_the_tasks_of_sor():
    """Far away b and the share fall behind; C and centring cure it; SOR needs more and more."""
    def at(**state):
        explorer = explorers.SORShift(**state)
        found = re.findall(r"b = (\S+), (\d+)%", explorer.status)
        return [(float(b), int(share)) for b, share in found]
    (b, share), (b_free, share_free) = at(shift=30.0)
    assert abs(b) < abs(b_free) / 10 and share < share_free - 20
    for cure in ({"C": 100.0}, {"centred": True}):
        (_, cured), (_, free) = at(shift=30.0, **cure)
        assert cured >= free - 2
    sweeps = [explorers.SORShift(shift=shift, C=1.0, omega=1.0, centred=centred).status
              for shift, centred in ((0.0, False), (1.0, False), (1.5, False), (2.0, False),
                                     (7.0, True))]
    for told, count in zip(sweeps, (25, 87, 494, 418, 23), strict=True):
        assert f"finished after {count} sweeps" in told
    for shift in (2.5, 3.0, 9.5, 30.0):
        assert "not finished after 500" in explorers.SORShift(shift=shift).status


@pytest.mark.parametrize("shift, C", [(10.0, 30.0), (30.0, 30.0), (30.0, 1.0), (2.0, 100.0)])
def test_the_intercepts_of_sor_are_right_to_the_last_digit_shown(shift, C):
    """Far away b is w times the way there: a loose w is seen in it."""
    problem = DualProblem.from_data(*svm_sor.moved(shift, False), C)
    shown = re.findall(r"b = (\S+),", explorers.SORShift(shift=shift, C=C).status)
    for text, penalised in zip(shown, (True, False), strict=True):
        exact = solve_qp(problem.with_C(C, penalised=penalised)).b
        assert abs(float(text) - exact) < 0.00501


def test_the_plane_draws_the_level_it_is_asked_for():
    canvas = Canvas()
    plane = Plane(canvas, canvas.figure.subplots(), np.array([[0.0, 0.0], [4.0, 4.0]]),
                  np.array([-1, 1]))
    f = plane.grid @ [1.0, 0.0] - 2.0
    plane.show(f)
    assert np.allclose(plane.line.get_segments()[0][:, 0], 2.0)
    assert {round(float(s[0, 0]), 6) for s in plane.edges.get_segments()} == {1.0, 3.0}


@pytest.mark.parametrize("omega, shift, C, centred", [
    (1.0, 0.0, 1.0, False), (0.1, 5.0, 10.0, False), (1.9, 0.0, 100.0, True),
    (1.5, 12.0, 30.0, True), (1.0, 30.0, 100.0, False)])
def test_its_sweeps_in_w_and_b_are_those_of_the_solver(omega, shift, C, centred):
    from coursekit.explorers.svm_sor import MOST, TOL, moved, slopes_left
    from coursekit.svm import DualProblem, solve_sor
    X, y = moved(shift, centred)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trace = solve_sor(DualProblem(X @ X.T, y, C), omega=omega, tol=TOL, max_iter=MOST,
                          trace=True).trace
    np.testing.assert_allclose(slopes_left(omega, shift, C, centred)[1:], [s.gap for s in trace],
                               rtol=1e-6, atol=1e-8)


def test_each_side_of_the_line_has_the_tint_of_its_samples():
    """Over white, the side f > 1 is nearer to the colour of +1 than to that of -1."""
    canvas = Canvas(4.0, 3.0)
    ax = canvas.figure.subplots()
    plane = Plane(canvas, ax, np.array([[-2.0, 0.0], [2.0, 1.0]]), np.array([-1, 1]))
    plane.show(2 * plane.grid[:, 0])
    picture = canvas.pixels()[..., :3] / 255
    across, up = ax.transData.transform([(-1.5, 0.5), (1.5, 0.5)]).T.astype(int)
    minus, plus = picture[len(picture) - 1 - up, across]
    blue, orange = (np.array(to_rgb(style.COLOURS[c])) for c in (1, -1))
    assert plus @ (blue - orange) > 0.02 + minus @ (blue - orange)
