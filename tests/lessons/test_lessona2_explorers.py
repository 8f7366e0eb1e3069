"""What the explorer of appendix A2 shows: every corner its samples, its tube, and the peer's
curve."""
from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from sklearn.svm import SVR as LibSVR

from coursekit.explorers import TubeAndBandwidth, regression_tube
from coursekit.kernels import rbf
from panels import bars, panels, strokes
from sentences import points
from states import corners, preset_states


@pytest.fixture(scope="module")
def tube():
    return TubeAndBandwidth()


@pytest.mark.parametrize("state",
                         corners(TubeAndBandwidth) + preset_states(TubeAndBandwidth), ids=str)
def test_every_corner_shows_its_samples_and_says_what_a_peer_finds(tube, state):
    tube.reset()
    tube.set(**state)
    assert not tube.failed, tube.status
    state = tube.state()
    X, y = regression_tube.samples(state["data"])
    plane, below = panels(tube)
    (left, right), (low, high) = plane.get_xlim(), plane.get_ylim()
    assert left < X.min() and X.max() < right and low < y.min() and y.max() < high
    places, f = points(tube, "SVR").T
    assert low < f.min() and f.max() < high                  # the curve stays in its frame
    peer = LibSVR(C=state["C"], epsilon=state["epsilon"], gamma=1 / (2 * state["h"]**2),
                  kernel="rbf" if state["kernel"] == "Gaussian" else "linear", tol=1e-5).fit(X, y)
    beta = np.zeros(len(y))
    beta[peer.support_] = peer.dual_coef_[0]
    free = (np.abs(beta) > 1e-6 * state["C"]) & (np.abs(beta) < state["C"] * (1 - 1e-6))
    if free.any():                                           # else b is an interval
        np.testing.assert_allclose(f, peer.predict(places[:, None]), atol=0.01)
    now = regression_tube.curves(**state)
    count = int(re.search(r": (\d+) of", tube.status)[1])
    assert count == np.sum(now.beta != 0) == len(points(tube, "support vector"))
    sticks = {float(stick[0, 0]): float(stick[1, 1]) for stick in strokes(below)}
    assert count == len(strokes(below))
    for i in np.flatnonzero(np.abs(y - np.interp(X[:, 0], places, f)) > state["epsilon"] + 0.05):
        assert sticks[X[i, 0]] == pytest.approx(np.sign(now.residual[i]))     # β / C at its bound
    level = not now.beta.any()
    assert level == ("The curve is level" in tube.status) == (np.ptp(f) < 1e-12)
    outside = re.search(r"(\d+) samples? (?:is|are) outside", tube.status)
    told = int(outside[1]) if outside else 0
    assert told == np.sum(np.abs(y - np.interp(X[:, 0], places, f)) > state["epsilon"] + 0.03) \
        or told == np.sum(np.abs(now.residual) > state["epsilon"] + 1e-3)
    assert not re.search(r"nan|inf|-\d", tube.status)


@pytest.mark.parametrize("state", [
    {"epsilon": 0.0, "C": 0.01, "h": 10}, {"epsilon": 1.5, "C": 1, "h": 1},
    {"epsilon": 0.0, "kernel": "linear"}, {"epsilon": 1.0}], ids=str)
def test_every_sample_with_a_full_bar_is_named_outside_or_at_the_border(tube, state):
    tube.reset()
    tube.set(data="eight samples", **state)
    full = int(re.search(r"(\d+) with \|β\| = C\.", tube.status)[1])
    said = tube.status.split("= C. ", 1)[1]
    outside = re.search(r"(\d+) samples? (?:is|are) outside", said)
    border = re.search(r", (\d+) (?:with|has|have) \|β\|", said)
    assert full == sum(int(m[1]) for m in (outside, border) if m)
    now = regression_tube.curves(**tube.state())
    off = np.abs(now.residual[np.abs(now.beta) == tube.state()["C"]]) - tube.state()["epsilon"]
    assert np.sum(off <= 1e-3) == (int(border[1]) if border else 0) and (off > -1e-3).all()
    assert ("a larger C changes nothing" in said) == (full == 0)


def test_the_weighted_mean_is_the_formula_and_the_tube_is_epsilon_wide(tube):
    tube.reset()
    for h in (0.3, 1.0, 4.0):
        tube.set(h=h, epsilon=0.45)
        X, y = regression_tube.samples("wave")
        places, mean = points(tube, "weighted mean").T
        k = rbf(places[:, None], X, gamma=1 / (2 * h**2))
        np.testing.assert_allclose(mean, k @ y / k.sum(axis=1))
        (area,), f = bars(panels(tube)[0]), dict(points(tube, "SVR"))
        off = np.array([abs(v - f[x]) for x, v in area if x in f])
        np.testing.assert_allclose(off, 0.45)
    units = {c.name: c.tip.rsplit("units of ")[-1] for c in tube.controls}
    plane, below = panels(tube)
    assert (units["epsilon"], units["h"]) == (plane.get_ylabel(), below.get_xlabel())


def test_the_answers_of_the_page_are_what_it_shows(tube):
    """Level from half the range on, for any kernel; small h: b between samples; large h: the
    mean."""
    for data in regression_tube.DATA:
        X, y = regression_tube.samples(data)
        half = np.ptp(y) / 2
        for kernel, C, h in product(("Gaussian", "linear"), (0.01, 10), (0.1, 10)):
            for epsilon in np.arange(0, 3.01, 0.25):
                tube.set(data=data, kernel=kernel, C=C, h=h, epsilon=epsilon)
                assert ("The curve is level" in tube.status) == (epsilon >= half)
    tube.reset()
    tube.preset("narrow")
    now = regression_tube.curves(**tube.state())
    X, y = regression_tube.samples("wave")
    k = int(np.diff(X[:, 0]).argmax())
    gap = now.f[np.abs(now.places - X[k:k + 2].mean()).argmin()]
    assert gap == pytest.approx(np.mean(now.b), abs=0.01)
    assert y.min() < now.mean.min() and now.mean.max() <= y.max()
    tube.preset("wide")
    now = regression_tube.curves(**tube.state())
    assert np.ptp(now.mean) < 0.1 < 1 < np.ptp(now.f)
    tube.preset("outside")
    now = regression_tube.curves(**tube.state())
    out = np.abs(now.residual) > 0.6 + 1e-3
    assert out.any() and (np.abs(now.beta[out]) == 1).all()


def test_the_curve_stays_in_its_frame_between_the_corners_too(tube):
    low, high = 0.0, 0.0
    for epsilon, h in product((0.0, 0.2, 0.6), np.geomspace(0.1, 10, 31)):
        f = regression_tube.curves("wave", "Gaussian", epsilon, 10, float(h)).f
        low, high = min(low, f.min()), max(high, f.max())
    tube.reset()
    bottom, top = panels(tube)[0].get_ylim()
    assert bottom < low and high < top
