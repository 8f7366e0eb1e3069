"""What the explorer of sitting 02c shows: every state its samples and its line, in true words."""
from __future__ import annotations

import re

import numpy as np
import pytest

from coursekit.exercises.lesson02d import kkt_violation
from coursekit.explorers import SlackPrice
from coursekit.explorers.slack_price import DATA, optimum, path, samples
from panels import panels
from sentences import points, says


@pytest.fixture(scope="module")
def explorer():
    return SlackPrice()


def number(after: str, words: str) -> float:
    return float(re.search(re.escape(after) + r"(-?[\d.]*\d)", words)[1])


def stops(data: str) -> list[float]:
    """Return the steps of the slider within the range of some samples."""
    low, high = DATA[data][0]
    return [C for C in SlackPrice.controls[0].places() if low <= C <= high]


def primal(data, C, w, b):
    X, y = samples(data)
    return w @ w / 2 + C * np.maximum(0, 1 - y * (X @ w + b)).sum()


@pytest.mark.parametrize("data", DATA)
def test_every_stop_is_an_optimum_and_says_what_is_so(explorer, data):
    explorer.set(data=data, C=DATA[data][0][0])
    X, y = samples(data)
    ax = panels(explorer)[0]
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert ((X > [left, bottom]) & (X < [right, top])).all()
    for C in stops(data):
        words, now = explorer.draw({"data": data, "C": C}), optimum(data, C)
        assert kkt_violation(now.yf, now.alpha, C).max() < 1e-4, (data, C)
        least = primal(data, C, now.w, np.mean(now.b))
        for b in now.b:
            assert primal(data, C, now.w, b) == pytest.approx(least, rel=1e-7)
        free, full = (now.alpha > 0) & (now.alpha < C), now.alpha == C
        few = float(f"{C:.3g}")
        says(words, {
            "C = #:": few if "e" not in f"{C:.3g}" else C,
            "margin width #,": 2 / np.linalg.norm(now.w), "total slack #,": now.xi.sum(),
            "Samples with α = 0: #, free: #, α = C: #.":
                [np.sum(now.alpha == 0), np.sum(free), np.sum(full)],
            **({"any b from # to # is optimal": now.b} if np.ptp(now.b) > 1e-6 else
               {"b = #.": np.mean(now.b)}),
            "No slack is left: this is the hard margin, and a larger C changes nothing":
                now.xi.sum() == 0}, whole=False)
        says(words, {"# free samples have y·f = 1, which fixes the line": np.sum(free)}
             if "fixes the line" in words else
             {"the most that the box allows": bool(now.xi.any())}, whole=False)
        if now.xi.any() and data != "AND" and "fixes the line" not in words:
            wrong = int(np.sum(now.yf <= 1e-6))
            says(words, {f"on the wrong side: #{' with b' * bool(np.ptp(now.b) > 1e-6)}": wrong},
                 whole=False)
        for label, chosen in (("class +1", y == 1), ("class −1", y == -1)):
            assert np.array_equal(points(explorer, label)[:np.sum(chosen)], X[chosen])
        for label, chosen in (("free", free), ("α = C", full)):
            here = points(explorer, label)
            assert np.array_equal(here[:np.sum(chosen)], X[chosen]), label
            assert here[np.sum(chosen):, 0] == pytest.approx(np.clip(now.yf[chosen], -2, 4))
        (line,) = ax.lines                                  # it crosses the picture
        ends = line.get_xydata()
        f = np.array([[left, bottom], [left, top], [right, bottom], [right, top]]) @ now.w \
            + np.mean(now.b)
        assert ends @ now.w + np.mean(now.b) == pytest.approx([0, 0], abs=1e-6)
        assert f.min() < 0 < f.max(), (data, C)
        # and so do the boundaries, or it says so
        for side, name in ((1, "+1"), (-1, "−1")):
            outside = (f - side > 0).all() or (f - side < 0).all()
            assert outside == (f"f = {name} passes" in words), (data, C, words)
            if outside:
                far = np.abs(f - side).min() / np.linalg.norm(now.w)
                says(words, {f"The boundary f = {name} passes # outside the picture": far},
                     whole=False)
        assert ("any b from" in words) == (np.ptp(now.b) > 1e-6)
        if "any b from" in words:
            drawn = -points(explorer, "optimal lines") @ now.w
            assert (drawn.min(), drawn.max()) == pytest.approx(now.b)


@pytest.mark.parametrize("data", DATA)
def test_what_it_says_of_a_larger_or_slightly_different_c_is_true(explorer, data):
    top = optimum(data, DATA[data][0][1])
    for C in stops(data):
        words, now = explorer.draw({"data": data, "C": C}), optimum(data, C)
        if "a larger C changes nothing" in words:
            assert top.w == pytest.approx(now.w, rel=1e-5)
        if "leaves it here" in words:
            for factor in (0.9999, 1.0001):
                near = optimum(data, C * factor)
                assert near.w == pytest.approx(now.w, rel=1e-5)
                assert near.b == pytest.approx(now.b, abs=1e-5)
        if "slack, and so α = C" in words:
            said = int(re.search(r"(\d+) samples? ha", words)[1])
            assert said == np.sum(now.xi > 0) > 0 and (now.alpha[now.xi > 0] == C).all()


def test_errors_are_counted_at_the_ends_of_the_band_too(explorer):
    words = explorer.draw({"data": "sixty", "C": 2**-10})
    X, y = samples("sixty")
    now = optimum("sixty", 2**-10)
    wrong = [int(np.sum(y * (X @ now.w + b) <= 1e-6)) for b in (np.mean(now.b), *now.b)]
    says(words, {"on the wrong side: # with b in the middle of its interval": wrong[0],
                 "# with the smallest b": wrong[1], "# with the largest.": wrong[2]}, whole=False)
    assert len(set(wrong)) == 3


@pytest.mark.parametrize("C, where", [(0.5, "wrong side"), (1.9, "wrong side"), (2.0, "the line"),
                                      (2.1, "its own side"), (3.9, "its own side")])
def test_on_and_it_says_where_the_positive_corner_is(explorer, C, where):
    words = explorer.draw({"data": "AND", "C": C}).replace("the wrong", "wrong")
    assert f"(1, 1) is on {where}" in words
    assert ("(1, 1) is on the line, which counts as wrong" in words) == (C == 2)


def test_a_sample_on_the_line_counts_as_wrong_as_on_the_page(explorer):
    """Both copies of (1, 1) lie on the line of the smallest b."""
    words = explorer.draw({"data": "AND, (1, 1) twice", "C": 1.0})
    assert "2 with the smallest b" in words, words


@pytest.mark.parametrize("data, start", [("AND", 4.0), ("AND, (1, 1) twice", 2.0),
                                         ("two samples", 0.25)])
def test_the_hard_margin_begins_where_the_page_says(explorer, data, start):
    assert explorer.presets["hard from here"][0] == {"C": 4.0}      # on AND
    first = next(C for C in stops(data)
                 if "hard margin" in explorer.draw({"data": data, "C": C}))
    assert first == pytest.approx(start)


def test_two_different_c_below_fifty_have_the_same_line_on_the_forty(explorer):
    still = [C for C in stops("forty") if C < 50
             and "leaves it here" in explorer.draw({"data": "forty", "C": C})]
    same = [(a, b) for a, b in zip(still, still[1:])
            if np.allclose(optimum("forty", a).w, optimum("forty", b).w, rtol=1e-6)]
    assert len(same) >= 3


@pytest.mark.parametrize("data", DATA)
def test_the_curves_fall_as_the_theorem_says(data):
    _, width, slack = path(data)
    explorer = SlackPrice(data=data, C=DATA[data][0][0])
    for label, values in (("width", width), ("total slack", slack)):
        assert points(explorer, label)[:, 1] == pytest.approx(values / values.max())
    assert "relative to their largest" in [ax.get_title("left") or ax.get_title()
                                           for ax in explorer.canvas.figure.axes]
    assert (np.diff(width) <= 1e-5 * width.max()).all()
    assert (np.diff(slack) <= 1e-5 * slack.max()).all()
