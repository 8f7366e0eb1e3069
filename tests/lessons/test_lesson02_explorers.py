"""What the explorer of sitting 02 shows."""
from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.path import Path

from coursekit.explorers import LagrangeTilt
from coursekit.explorers.lagrange_tilt import best_value, dual_value, lowest_point
from panels import panels, strokes
from sentences import points, says

few = settings(deadline=None, max_examples=40)


def number(after: str, status: str) -> float:
    return float(re.search(re.escape(after) + r"(−?\d+(?:\.\d+)?)", status)[1].replace("−", "-"))


def stops(control) -> np.ndarray:
    return control.low \
        + control.step * np.arange(round((control.high - control.low) / control.step) + 1)


@few
@given(st.floats(0, 1.25), st.floats(-0.5, 2))
def test_q_is_the_smallest_value_of_the_lagrangian_and_a_lower_bound(lam, t):
    x = lowest_point(lam)
    assert dual_value(lam, t) == pytest.approx(lam * t - lam**2, abs=1e-12)
    for near in x + np.random.default_rng(0).normal(size=(50, 2)):
        assert near @ near / 2 - lam * (near.sum() - t) >= dual_value(lam, t) - 1e-12
    assert best_value(t) == pytest.approx(max(0, t)**2 / 4, abs=1e-12)
    assert dual_value(lam, t) <= best_value(t) + 1e-12
    slope = (dual_value(lam + 1e-4, t) - dual_value(lam - 1e-4, t)) / 2e-4
    assert slope == pytest.approx(-(x.sum() - t), abs=1e-6)


def test_every_state_says_what_is_so():
    """All stops of both sliders: advice and numbers."""
    explorer = LagrangeTilt()
    by_name = {c.name: stops(c) for c in explorer.controls}
    for lam, t in product(by_name["lam"], by_name["t"]):
        words = explorer.draw({"lam": float(lam), "t": float(t)})
        best = max(0, t / 2)
        low, high = lam < best - 1e-9, lam > best + 1e-9
        zero = lam < 1e-9 and t < -1e-9
        says(words, {
            "λ = #, t = #:": [lam, t], "L is smallest at (#, #),": [lam, lam],
            "q(λ) = #,": lam * t - lam**2, "smallest feasible value v = #;": best**2,
            "no gap": not low and not high,
            **({"gap v − q = #.": best**2 - lam * t + lam**2} if low or high else {}),
            **({"violates the constraint, c = #; q rises with slope #, so raise λ":
                [2 * lam - t, t - 2 * lam]} if low else
               {"feasible, c = #; q falls from here on, so λ = 0 is the best: the constraint is "
                "inactive": 2 * lam - t} if zero else
               {"inside the feasible side, c = #, although λ > 0; q falls with slope #, so lower λ":
                [2 * lam - t, t - 2 * lam]} if high else
               {"on the boundary, c = #; q has slope 0: this λ is the best one": 0})})
        assert "-" not in words and "−0.00 " not in words


def test_the_printed_numbers_agree_with_one_another():
    """x_λ, t and c are on a grid that three digits can write: c = x1 + x2 − t as they stand."""
    explorer = LagrangeTilt()
    for lam, t in product(stops(explorer.controls[0]), stops(explorer.controls[1])):
        words = explorer.draw({"lam": float(lam), "t": float(t)})
        shown = number("smallest at (", words)
        assert number("c = ", words) == pytest.approx(2 * shown - number("t = ", words), abs=1e-9)


def test_the_curve_of_q_fills_its_panel_at_every_t():
    explorer = LagrangeTilt()
    for t in stops(explorer.controls[1]):
        explorer.draw({"lam": 0.5, "t": float(t)})
        low, high = panels(explorer)[1].get_ylim()
        drawn = np.append(points(explorer, "q(λ)")[:, 1], max(0, t)**2 / 4)
        assert low < drawn.min() and drawn.max() < high
        assert np.ptp(drawn) > 0.7 * (high - low)


def test_no_preset_is_the_answer_of_a_task():
    explorer = LagrangeTilt()
    for name in explorer.presets:
        explorer.preset(name)
        assert "no gap" not in explorer.status and "best" not in explorer.status


def test_what_the_page_asks_for_can_be_done_there():
    explorer = LagrangeTilt(t=1.0, lam=0.5)
    lowest, minimum = (points(explorer, label) for label in
                       ("x_λ: L smallest", "constrained minimum"))
    assert lowest[0] == pytest.approx(minimum[0])
    found = {}
    for t, lam in ((1.0, 0.5), (1.1, 0.55)):        # on the steps of the sliders
        explorer.set(t=t, lam=lam)
        assert "no gap" in explorer.status
        found[t] = number("v = ", explorer.status)
    assert 0.05 <= found[1.1] - found[1.0] <= 0.055
    best_at_zero = [t for t in stops(explorer.controls[1])
                    if "best" in explorer.draw({"lam": 0.0, "t": float(t)})]
    assert min(best_at_zero) == -0.5 and max(best_at_zero) == pytest.approx(0)


def test_the_picture_is_that_of_the_words():
    explorer = LagrangeTilt(t=1.4, lam=0.3)
    drawn = {"x_λ: L smallest": [[0.3, 0.3], [0.3, dual_value(0.3, 1.4)]],
             "constrained minimum": [[0.7, 0.7]],
             "gap v − q": [[0.3, dual_value(0.3, 1.4)], [0.3, 0.49]]}
    for label, wanted in drawn.items():
        assert points(explorer, label) == pytest.approx(np.array(wanted)), label
    lams, q = points(explorer, "q(λ)").T
    assert q == pytest.approx(1.4 * lams - lams**2)
    assert points(explorer, "v(t)")[:, 1] == pytest.approx([0.49, 0.49])
    assert {low for low, t in ((-0.5, "t below 0"), (1.6, "t above 1"))
            if explorer.presets[t][0]["t"] == low} == {-0.5, 1.6}
    for ring in strokes(panels(explorer)[0]):
        L = (ring**2).sum(axis=1) / 2 - 0.3 * (ring.sum(axis=1) - 1.4)
        assert np.ptp(L) < 1e-9
    ends, heights = points(explorer, "slope of q").T
    assert np.diff(heights)[0] / np.diff(ends)[0] == pytest.approx(1.4 - 0.6)
    assert np.mean(heights) == pytest.approx(dual_value(0.3, 1.4))
    for t in (-0.5, 0.0, 2.0):
        explorer.set(t=t)
        forbidden = Path(points(explorer, "not feasible"))
        for x in ([-0.9, -0.9], [0.1, 0.0], [2.1, 2.1], [1.5, -0.9]):
            assert forbidden.contains_point(x) == (sum(x) < t)
