"""The explorer of lesson 03b says and show what the solvers did."""
from __future__ import annotations

import asyncio
import re
from itertools import product

import numpy as np
import pytest
from matplotlib.markers import MarkerStyle

from coursekit import explorers
from coursekit.datasets import make_overlap_60
from coursekit.explorer import base
from coursekit.explorers import svm_runs, svm_quiet
from coursekit.svm import experiments
from coursekit.svm.experiments import random_partner
from page_code import page_functions
from panels import panels
from sentences import says
from states import played

PAGE = page_functions("03b_stopping", move_pair=experiments.move_pair,
                      maximal_violating_pair=experiments.maximal_violating_pair)
STATES = [(data, partner, seed) for data in svm_runs.DATA for partner in svm_runs.CHOICES
          for seed in ((0, 7) if partner == "random" else (0,))]


@pytest.mark.parametrize("data, partner, seed", STATES)
def test_every_state_shows_the_pair_that_moves_next_and_says_what_is_so(data, partner, seed):
    run = svm_runs.recorded(data, partner, seed)
    problem, (A, B), K = run.problem, run.box, run.problem.K
    stepper = explorers.QuietRuns(data=data, partner=partner, seed=seed)
    assert not run.betas[0].any() and run.last <= svm_quiet.MOST
    for k in range(0, run.last + 1, 2):
        stepper.set(step=k)
        beta, said = run.betas[k], stepper.status
        assert "Something went wrong" not in said and said.startswith(f"Step {k} of {run.last}:")
        assert np.all(beta >= A) and np.all(beta <= B) and abs(beta.sum()) < 1e-9
        gap = problem.gap(np.abs(beta))
        F, within = run.y - K @ beta, gap <= 1e-3 + 1e-9
        up, low = F[beta < B].max(), F[beta > A].min()
        if abs(gap - 1e-3) > 1e-9 and gap > 1e-9:
            says(said, {
                "at most tol = #: certified;" if within else "above tol = #: not certified;": 1e-3,
                "KKT gap #,": gap,
                **({"no margin condition is broken by more than #.": gap / 2} if within else {})},
                whole=False)
            if not within:
                holders = re.search(r"samples (\d+) \(m\) and (\d+) \(M\) can still gain", said)
                assert F[[int(i) for i in holders.groups()]] == pytest.approx([up, low])
        if k:
            best, b_best = svm_runs.optimum(data)
            f = K @ beta + (up + low) / 2
            if min(np.abs(f).min(), np.abs(K @ best + b_best).min()) > 1e-6:
                other = int(np.sum((f > 0) != (K @ best + b_best > 0)))
                are = "sample is" if other == 1 else "samples are"
                assert f" {other} {are} on another side of the line than at the optimum." in said
        if k == run.last:
            assert "end of the record" in said
            continue
        i, j = run.pairs[k]
        says(said, {"Next: i = #, j = #,": [i, j]}, whole=False)
        low, high = panels(stepper)[0].get_xlim()
        in_view = np.array([F[i], F[j], F[beta < B].max(), F[beta > A].min()])
        assert low <= in_view.min() and in_view.max() <= high
        slope, eta, left, right = (float(v) for v in re.search(
            r"slope (\S+), η = (\S+), segment \[(\S+), (\S+)\]", said).groups())
        t = run.betas[k + 1][i] - beta[i]
        assert t == pytest.approx(np.clip(-slope / eta, left, right), rel=0.02, abs=1e-3)
        stepper.set(step=k + 1)
        foretold = not left <= -slope / eta <= right
        clipped = ", clipped;" in stepper.status
        assert clipped != (", not clipped;" in stepper.status)
        near_end = min(abs(-slope / eta - left), abs(-slope / eta - right)) < 0.02 * abs(t) + 1e-6
        assert clipped == foretold or near_end


def test_the_legend_of_the_slopes_says_which_way_a_multiplier_may_move():
    """β at its lower end may rise only, at its upper end fall only; the marks are those drawn."""
    stepper = explorers.QuietRuns(step=30)
    run = svm_runs.recorded("sixty samples", "random", 0)
    (A, B), beta = run.box, run.betas[30]
    F = run.y - run.problem.K @ beta
    ways = {"free": (beta > A) & (beta < B), "may rise only": beta == A, "may fall only": beta == B}
    slopes = panels(stepper)[0]
    box = slopes.get_legend()
    for words, sign in list(zip(box.get_texts(), box.legend_handles, strict=True))[:3]:
        form = MarkerStyle(sign.get_marker())
        corners = form.get_path().transformed(form.get_transform()).vertices
        dots = np.concatenate([marks.get_offsets()[:, 0] for marks in slopes.collections
                               if np.array_equal(marks.get_paths()[0].vertices, corners)])
        assert sorted(dots) == pytest.approx(sorted(F[ways[words.get_text()]])), words.get_text()


def just_above(partner):
    """Return a state whose gap has the three digits of a smaller tolerance of the slider."""
    # which, rounding decides at equal slopes
    gaps = svm_runs.gaps("sixty samples", partner, 0)
    return next({"partner": partner, "step": step, "tol": tol}
                for step, tol in product(range(len(gaps)), 10**(np.arange(-60, 1) / 10))
                if gaps[step] > tol and f"{gaps[step]:.3g}" == f"{tol:.3g}")


@pytest.mark.parametrize("state", [{"step": 17, "tol": 1.0},
                                   {"seed": 3, "step": 31, "tol": 10**-0.2},
                                   "maximal", "second order"], ids=str)
def test_a_gap_just_above_the_tolerance_is_printed_above_it(state):
    said = explorers.QuietRuns(**(just_above(state) if isinstance(state, str) else state)).status
    gap, tol = re.search(r"KKT gap (\S+), above tol = (\S+): not certified", said).groups()
    assert float(gap) > float(tol) and len(gap) <= 9


def test_the_rules_end_a_run_where_the_words_say():
    run = svm_runs.recorded("sixty samples", "random", 0)
    stepper = explorers.QuietRuns(passes=10)
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
    move_pair = PAGE["move_pair"]
    for seed in range(5):
        run = random_partner(X @ X.T, y, 1.0, np.random.default_rng(seed), passes=50,
                             move_pair=move_pair)
        stepper = explorers.QuietRuns(seed=seed, passes=passes)
        stepper.to_quiet()
        assert stepper.state()["step"] == run.steps_to_quiet[passes]


def test_of_two_runs_that_were_quiet_fifty_times_one_is_certified():
    """The answer to the explorer's second task."""
    certified = {}
    for seed in (0, 3):
        stepper = explorers.QuietRuns(seed=seed, passes=50)
        stepper.to_quiet()
        certified[seed] = ": certified;" in stepper.status
    assert certified == {0: False, 3: True}


def test_all_sides_are_final_at_step_6_and_the_run_is_not_certified_there():
    """The answer to the explorer's third task."""
    stepper = explorers.QuietRuns(partner="maximal")
    others = []
    for k in range(1, stepper.steps() + 1):
        stepper.set(step=k)
        others.append(int(re.search(r"(\d+) samples? (?:is|are) on another", stepper.status)[1]))
    assert others[2:5] == [0, 0, 3] and not any(others[5:])
    assert svm_runs.gaps("sixty samples", "maximal", 0)[6] > 1


def test_the_run_with_the_maximal_pair_is_the_one_of_the_page():
    X, y = make_overlap_60()
    page = PAGE["smo"](X @ X.T, y, 1.0).path
    run = svm_runs.recorded("sixty samples", "maximal", 0)
    assert np.array_equal(run.betas[:len(page)], page)
    assert svm_runs.first_within(svm_runs.gaps("sixty samples", "maximal", 0), 1e-3) \
        == len(page) - 1


@pytest.mark.parametrize("data", svm_runs.DATA)
@pytest.mark.parametrize("partner", ["maximal", "second order"])
def test_each_pair_is_chosen_by_its_rule(data, partner):
    run = svm_runs.recorded(data, partner, 0)
    (A, B), K = run.box, run.problem.K
    for (i, j), beta in zip(run.pairs, run.betas, strict=False):
        F = run.y - K @ beta
        assert F[i] == F[beta < B].max() and beta[j] > A[j] and F[j] < F[i]
        lead = np.where(beta > A, np.maximum(F[i] - F, 0), 0)
        far = ((run.X - run.X[i])**2).sum(axis=1)
        gain = lead**2 / np.maximum(far, 1e-12)
        best = lead if partner == "maximal" else gain
        assert best[j] >= best.max() * (1 - 1e-6)


def test_each_preset_is_what_its_tooltip_says():
    found = {}
    for name, (state, *_) in explorers.QuietRuns.presets.items():
        stepper = explorers.QuietRuns(**state)
        found[name] = stepper.status
    texts = {name: text for name, (_, text, _) in explorers.QuietRuns.presets.items()}
    gap = float(re.search(r"KKT gap ([^,]+),", found["certified"])[1].replace("−", "-"))
    assert gap < 1e-3 and texts["certified"] == "m − M is below tol"
    tips = {control.name: control.tip for control in explorers.QuietRuns.controls}
    assert "passes in a row without a change after which the quiet rule ends a run" \
        in tips["passes"]
    run = svm_runs.recorded("sixty samples", "random", 0)
    assert [run.quiet[p] for p in (1, 10, 50)] == sorted(run.quiet[p] for p in (1, 10, 50))
    left, tol = svm_runs.gaps("sixty samples", "maximal", 0), 1e-2
    end = svm_runs.first_within(left, tol)
    assert left[end] <= tol < left[:end].min() \
        and "largest KKT gap at which the run may end" in tips["tol"]
    assert "all β are zero" in found["start"]
    assert "quiet passes stop it at 45" in found["quiet"] and "Step 45 of" in found["quiet"]
    assert ": certified;" in found["certified"]


@pytest.mark.parametrize("tol", [1e-6, 1.0])
@pytest.mark.parametrize("passes", [1, 50])
@pytest.mark.parametrize("step", [0, svm_quiet.MOST])
@pytest.mark.parametrize("data", svm_runs.DATA)
def test_the_corners_say_something_true(data, step, passes, tol):
    for partner in svm_runs.CHOICES:
        for seed in (0, 19):
            stepper = explorers.QuietRuns(data=data, step=step, passes=passes, tol=tol,
                                           partner=partner, seed=seed)
            run = svm_runs.recorded(data, partner, seed)
            gap = run.problem.gap(np.abs(run.betas[min(step, run.last)]))
            assert (": certified;" in stepper.status) == (gap <= tol)
            assert ("There is no line yet" in stepper.status) == (step == 0)
            assert "outside the picture" not in stepper.status


def test_a_step_beyond_the_end_shows_the_end():
    stepper = explorers.QuietRuns(data="AND", step=svm_quiet.MOST, partner="maximal")
    last = stepper.steps()
    assert stepper.status.startswith(f"Step {last} of {last}")
    stepper.next()
    assert stepper.state()["step"] == last
    stepper.back()
    assert stepper.state()["step"] == last - 1
    stepper.set(step=0)
    stepper.back()
    assert stepper.state()["step"] == 0 and stepper.status.startswith("Step 0 of ")


def test_on_AND_the_gap_is_halved_every_two_steps_from_step_3_on():
    left = svm_runs.gaps("AND", "maximal", 0)
    assert left[3:-2] / left[5:] == pytest.approx(2, rel=1e-3) and left[2] > 2.1 * left[4]


def test_each_step_can_be_followed_while_it_plays(monkeypatch):
    seen = []

    async def sleep(seconds: float) -> None:
        seen.append(seconds)

    async def play():
        stepper = explorers.QuietRuns(data="AND", step=0, partner="maximal")
        monkeypatch.setattr(base.asyncio, "sleep", sleep)
        stepper.play()
        await played()
        return stepper.steps()

    steps = asyncio.run(play())
    assert len(seen) == steps
    assert min(seen) >= 0.4 and max(seen) <= 1      # seconds


def test_play_goes_to_the_end_and_stops_and_a_second_press_pauses(monkeypatch):
    monkeypatch.setattr(base, "PAUSE", 0.001)

    async def play():
        stepper = explorers.QuietRuns(data="AND", step=0, partner="maximal")
        stepper.play()
        await played()
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
        assert stepper.state() == explorers.QuietRuns().state()
        return stepper
    stepper = asyncio.run(play())
    with pytest.raises(RuntimeError, match="event loop"):
        stepper.play()


def test_how_many_times_the_slopes_are_enlarged_stands_above_them_however_one_comes_there():
    explorer = explorers.QuietRuns(step=0)
    explorer.png()
    seen = set()
    for state in ({"partner": "maximal", "step": 30}, {"step": 3}, {"data": "AND", "step": 0},
                  {"tol": 1.0}, {"step": 9, "tol": 1e-3}, {"data": "sixty samples", "step": 60}):
        explorer.set(**state)
        fresh = explorers.QuietRuns(**explorer.state())
        assert np.array_equal(explorer.canvas.pixels(), fresh.canvas.pixels()), state
        seen.add(panels(explorer)[0].get_title(loc="left"))
    assert len(seen) == 3, "all enlargements are met"
