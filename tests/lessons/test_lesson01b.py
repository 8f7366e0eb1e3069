"""Lesson 01b: the lens, the intervals that it is cut into, differences, and tickets.

The lens is tried against sums of binomial probabilities, count by count; the functions that the
page defines are taken from the page itself.
"""
import math
import re
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from scipy.stats import binom, hypergeom, norm

from coursekit.datasets import load_ptitanic, load_titanic
from coursekit.exercise.registry import find
from coursekit.lessons.lesson01b import WhichChances
from coursekit.lessons.lesson01b.explorers.which_chances import BARS, LENS, PROMISE
from coursekit.lessons.lesson01b.figures import (
    plot_coverage, plot_difference, plot_intervals, plot_parabola, plot_resampled, plot_tickets,
)
from coursekit.lessons.lesson01b.lens import coverage as lens_coverage
from coursekit.lessons.lesson01b.lens import coverage_curve, coverage_of, fits
from coursekit.lessons.lesson01b.tickets import difference_by_tickets
from coursekit.scoreboard import load_scoreboard
from coursekit.statistics import clustered_interval, difference, wilson, wilson_interval
from cases import some
from night import nightly
from page_code import page_functions
from pages import NOTEBOOKS, code_cells, read
from sentences import numbers

Z = 1.96
SIX = ["Pclass", "Survived", "Sex", "Age", "SibSp", "Parch"]
TITANIC = load_titanic()
KNOWN = TITANIC.dropna(subset=["Age"])
LARGE = TITANIC[TITANIC["SibSp"] + TITANIC["Parch"] > 3]
STATES = [dict(n=n, k=k, p=p) for n in (5, 20, 62, 200) for k in (0, n // 6, n)
          for p in (5.0, 20.0, 50.0, 95.0)]


def rate(group):
    return (group["Survived"].mean(), *map(float, wilson(group["Survived"].sum(), len(group))))


def coverage(p, n, ends=wilson):
    """Add up the probabilities of all counts whose interval contains p."""
    k = np.arange(n + 1)
    low, high = ends(k, n)
    return (binom.pmf(k, n, p[:, None]) * ((low <= p[:, None]) & (p[:, None] <= high))).sum(1)


def wald(k, n):
    reach = Z * np.sqrt(k / n * (1 - k / n) / n)
    return k / n - reach, k / n + reach


@pytest.fixture(scope="module")
def page():
    return page_functions("01b_titanic_rates", large=LARGE, z=Z, rng=np.random.default_rng(0))


@pytest.fixture(scope="module")
def explorer():
    return WhichChances()


# --- the lens, and the explorer that cuts it ------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(n=st.integers(1, 400), share=st.floats(0, 1), p=st.floats(0.001, 0.999))
def test_a_chance_fits_if_and_only_if_the_interval_contains_it(n, share, p):
    k = round(share * n)
    low, high = wilson(k, n)
    if min(abs(p - low), abs(p - high)) > 1e-9:
        assert bool(fits(k, n, p)) == (low <= p <= high)


@settings(max_examples=60, deadline=None)
@given(n=st.integers(1, 400), p=st.floats(0.001, 0.999))
def test_the_coverage_is_the_sum_of_the_bars_inside_the_lens(n, p):
    k = np.arange(n + 1)
    if np.min(abs(abs(k / n - p) - Z * np.sqrt(p * (1 - p) / n))) > 1e-9:
        assert lens_coverage(p, n) == pytest.approx(coverage(np.array([p]), n)[0], abs=1e-9)


def test_coverage_is_added_up_for_any_interval():
    p = np.array([0.05, 0.2, 0.5])
    assert coverage_of(wilson, p, 62) == pytest.approx(lens_coverage(p, 62))
    assert coverage_of(wald, p, 20) == pytest.approx(coverage(p, 20, wald))


def test_no_coverage_falls_out_of_the_picture():
    assert all(coverage_curve(n)[1].min() > 0.8 for n in range(5, 401, 5))


@pytest.mark.parametrize("n", [5, 20, 62, 200])
def test_the_curve_reaches_down_to_the_deepest_tooth(n):
    low = wilson(1, n)[0]
    assert coverage_curve(n)[1].min() == pytest.approx((1 - low) ** n, abs=1e-6)


@pytest.mark.parametrize("state", some(STATES, 8), ids=str)
def test_the_sentence_says_what_binomial_sums_say(explorer, state):
    for view, interval in ((BARS, False), (BARS, True), (LENS, True), (PROMISE, True)):
        explorer.set(**state, view=view, interval=interval)
        n, k, p = state["n"], state["k"], explorer.state()["p"] / 100
        low, high = (float(v) for v in wilson(k, n))
        share = coverage(np.array([p]), n)[0]
        assert not explorer.failed and explorer.status.startswith(f"{k} of {n} survived")
        assert ("does not fit" in explorer.status) == (not low <= p <= high)
        assert any(f"{100 * share:.1f}" in text for text in numbers(explorer.alt_text))
        ends = [f"{100 * low:.1f}", f"{100 * high:.1f}"]
        if view != PROMISE and interval:
            found = numbers(explorer.status.rsplit("from", 1)[1])[:2]
            assert [end.rstrip("%") for end in found] == ends
        elif view == BARS:
            assert "from" not in explorer.status      # the ends are for the learner to find


def bars_of(explorer):
    """Return the height and the colour of each bar, by its number of survivors."""
    (bars,) = (c for c in panel(explorer).collections if isinstance(c, PolyCollection))
    return {round(float(bar.vertices[:4, 0].mean())): (bar.vertices[:, 1].max(), to_hex(colour))
            for bar, colour in zip(bars.get_paths(), bars.get_facecolors(), strict=True)}


def panel(explorer):
    return explorer.canvas.figure.axes[0]


@pytest.mark.parametrize("state", some(STATES, 8), ids=str)
def test_every_bar_is_as_high_as_its_number_is_probable_and_blue_in_the_band(explorer, state):
    explorer.set(**state, view=BARS)
    n, k, p = state["n"], state["k"], explorer.state()["p"] / 100
    (band,) = (r for r in panel(explorer).patches if isinstance(r, Rectangle)
               and to_hex(r.get_facecolor()) == "#d6ecfa")
    found, near = bars_of(explorer), fits(np.arange(n + 1), n, p)
    for count, (height, colour) in found.items():
        assert height == pytest.approx(binom.pmf(count, n, p))
        assert (band.get_x() < count < band.get_x() + band.get_width()) == near[count]
        assert colour == ("#1b1b1b" if count == k else "#4a9ad4" if near[count] else "#686868")
    low, high = panel(explorer).get_xlim()
    assert low < k < high and sum(h for c, (h, _) in found.items() if low < c < high) > 0.98


def test_the_slider_of_the_bars_starts_where_about_95_per_cent_are_blue():
    """Close to 0 the proportion can fall to 84%, and the page says “about 95%”."""
    few = WhichChances(only=("p",), view=BARS)
    low, high = few.limits(few.state())["p"]
    shares = [coverage(np.array([p / 100]), 62)[0] for p in np.arange(low, high + 0.5, 0.5)]
    assert low == 5 and 0.925 < min(shares) and max(shares) < 0.985


@pytest.mark.parametrize("state", STATES[::4], ids=str)
def test_the_cut_is_the_interval_and_the_dot_is_filled_where_the_chance_fits(explorer, state):
    n, k, p = state["n"], state["k"], state["p"] / 100
    explorer.set(**state, view=LENS, interval=True)

    def cut():
        return [c.get_segments()[0] for c in panel(explorer).collections
                if getattr(c, "get_segments", None) and c.get_linewidths()[0] == 8]
    (segment,) = cut()
    assert segment[:, 0] == pytest.approx(wilson(k, n)) and set(segment[:, 1]) == {k / n}
    (dot,) = panel(explorer).lines
    assert (dot.get_markerfacecolor() != "white") == bool(fits(k, n, p))
    explorer.set(interval=False)
    assert cut() == []


@pytest.mark.parametrize("view", [BARS, LENS, PROMISE])
@pytest.mark.parametrize("state", some(STATES, 8), ids=str)
def test_no_word_lies_on_another_and_all_are_inside(explorer, state, view):
    for interval in (True, False):
        explorer.set(**state, view=view, interval=interval)
        boxes = [t.get_window_extent() for ax in explorer.canvas.figure.axes for t in ax.texts
                 if t.get_visible() and t.get_text()]
        ticks = [t.get_window_extent() for ax in explorer.canvas.figure.axes
                 for t in (*ax.get_xticklabels(), *ax.get_yticklabels(), ax.xaxis.label,
                           ax.yaxis.label) if isinstance(t, Text) and t.get_text() and ax.axison]
        for i, a in enumerate(boxes):
            assert a.x0 >= 0 and a.x1 <= 880 and a.y0 >= 0 and a.y1 <= 460
            assert not any(a.overlaps(b) for b in [*boxes[:i], *ticks])


def test_a_distance_close_to_the_border_gets_the_decimals_that_decide(explorer):
    explorer.set(n=5, k=0, p=43.5, view=LENS, interval=False)
    assert "1.962 standard errors below p, so 43.5% does not fit" in explorer.status
    explorer.set(n=95, k=37, p=49.0)
    assert "1.96001 standard errors below p, so 49% does not fit" in explorer.status
    explorer.set(n=197, k=66, p=33.5)
    assert "less than 0.01 standard errors above p" in explorer.status


def test_an_end_close_to_p_gets_the_decimals_that_tell_on_which_side_p_is(explorer):
    explorer.set(n=62, k=10, p=9.0, view=LENS, interval=True)      # the end is 9.0036%
    assert "9% does not fit" in explorer.status
    assert numbers(explorer.status.rsplit("from", 1)[1])[0].rstrip("%") == "9.004"
    for n, k in ((62, 10), (163, 61), (95, 37), (5, 0), (20, 20)):
        for p in some(np.arange(0.5, 100, 0.5), 40):
            explorer.set(n=n, k=k, p=float(p))
            for told in (explorer.status, explorer.canvas.figure.axes[1].texts[-1].get_text()):
                low, high = (float(x.rstrip("%")) for x in numbers(told.rsplit("from", 1)[1])[:2])
                assert (low <= p <= high) == bool(fits(k, n, p / 100))


def test_survivors_are_at_most_as_many_as_passengers(explorer):
    explorer.set(n=62, k=50)
    explorer.set(n=20)
    assert explorer.state()["k"] == 20 and explorer.status.startswith("20 of 20")


# --- Wilson's interval ----------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(n=st.integers(1, 500), share=st.floats(0, 1), z=st.floats(0.5, 4))
def test_the_interval_lies_in_0_to_1_and_its_mirror_image_is_that_of_the_dead(n, share, z):
    k = round(share * n)
    low, high = wilson(k, n, z)
    assert -1e-12 <= low <= k / n + 1e-12 and k / n - 1e-12 <= high <= 1 + 1e-12
    mirrored = wilson(n - k, n, z)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-9)
    for end in (low, high):         # at an end, the variance of the end
        assert (k / n - end) ** 2 == pytest.approx(z**2 * end * (1 - end) / n, abs=1e-10)
    assert (low + high) / 2 == pytest.approx((k + z**2 / 2) / (n + z**2))


def test_the_longer_side_is_towards_one_half():
    for n in (5, 62, 500):
        for k in range(n + 1):
            low, high = wilson(k, n)
            longer = (high - k / n) - (k / n - low)
            assert np.sign(np.round(longer, 12)) == np.sign(n - 2 * k)


def test_large_families_have_the_printed_interval(golden):
    n, k = golden["titanic"]["count_survived"]["family"]["4+"]
    assert (LARGE["Survived"].sum(), len(LARGE)) == (k, n) == (10, 62)
    assert wilson(k, n) == pytest.approx((0.0900, 0.2721), abs=5e-5)
    assert wilson_interval(k, n) == pytest.approx(wilson(k, n), abs=1e-5)


def test_the_groups_of_the_presets_are_passengers():
    over = KNOWN[KNOWN["Age"] >= 40]["Survived"]
    assert (over.sum(), len(over)) == (61, 163) and not fits(61, 163, 0.5)
    assert not fits(124, 305, 0.5)      # nor above thirty
    five = TITANIC[TITANIC["SibSp"] == 5]["Survived"]
    assert (five.sum(), len(five)) == (0, 5)


def test_four_times_as_many_passengers_halve_the_interval():
    for k, n in ((10, 62), (3, 20), (400, 1000)):
        (a, b), (c, d) = wilson(k, n), wilson(4 * k, 4 * n)
        assert (d - c) / (b - a) == pytest.approx(0.5, abs=0.04)
    assert wilson(0, 248)[1] / wilson(0, 62)[1] < 0.27       # close to 0 it is nearly a quarter


def test_both_intervals_keep_the_promise_at_last_and_wilson_s_sooner():
    for p in (0.05, 0.16, 0.5):
        for ends in (wilson, wald):
            assert coverage(np.array([p]), 20_000, ends)[0] == pytest.approx(0.95, abs=0.004)
    even = np.linspace(0.001, 0.999, 999)
    assert coverage(even, 20, wald).mean() < 0.86 < 0.95 < coverage(even, 20).mean()
    p = np.array([0.02, 0.04, 0.96, 0.98, 0.45, 0.5, 0.55])
    gap = np.abs(coverage(p, 40) - coverage(p, 40, wald))
    assert gap[:4].min() > 3 * gap[4:].max()


@pytest.mark.parametrize("n", [5, 20, 100])
def test_the_dip_is_where_only_nobody_holds_p(n):
    below = wilson(1, n)[0] * (1 - 1e-9)
    assert coverage(np.array([below]), n)[0] == pytest.approx((1 - below) ** n)
    assert np.flatnonzero(fits(np.arange(n + 1), n, below)).tolist() == [0]
    grid = np.r_[np.linspace(1e-4, 1 - 1e-4, 4001), below]
    assert coverage(grid, n).min() == pytest.approx((1 - below) ** n, abs=2e-3)
    assert coverage(grid, n).mean() == pytest.approx(0.953, abs=0.004)


def test_the_dip_has_a_limit():
    lost = 1 + Z**2 / 2 - Z * np.sqrt(1 + Z**2 / 4)
    assert lost == pytest.approx(0.1765, abs=5e-5)
    assert 10**6 * wilson(1, 10**6)[0] == pytest.approx(lost, rel=1e-5)
    assert np.exp(-lost) == pytest.approx(0.838, abs=5e-4)


def test_of_a_hundred_intervals_about_95_contain_the_chance():
    """What section 3 says of the long run is exact; 97 of this hundred is one draw of many."""
    share = coverage(np.array([0.2]), 62)[0]
    assert share == pytest.approx(0.945, abs=5e-4)
    assert binom.pmf(np.arange(2, 10), 100, 1 - share).sum() == pytest.approx(0.928, abs=5e-4)
    low, high = wilson(np.random.default_rng(1912).binomial(62, 0.2, 100), np.full(100, 62))
    assert ((low <= 0.2) & (0.2 <= high)).sum() == 97


def test_half_fits_neither_group_of_the_report():
    for age, rate_, ends in ((30, 0.406, (0.354, 0.460)), (40, 0.374, (0.304, 0.451))):
        fates = TITANIC[TITANIC["Age"] >= age]["Survived"]
        assert fates.mean() == pytest.approx(rate_, abs=5e-4)
        assert wilson(fates.sum(), len(fates)) == pytest.approx(ends, abs=5e-4)
        assert not fits(fates.sum(), len(fates), 0.5)


def test_linked_fates_can_break_the_promise_and_can_overkeep_it():
    """Families of four that share one fate break it; of each pair one lives: it always holds."""
    k, p = np.arange(51), 0.4
    low, high = wilson(4 * k, 200)
    assert binom.pmf(k, 50, p) @ ((low <= p) & (p <= high)) < 0.75
    pairs = np.arange(1, 500)
    low, high = wilson(pairs, 2 * pairs)
    assert ((low < 0.5) & (0.5 < high)).all()


def test_unequal_chances_of_independent_fates_make_the_rate_vary_less():
    """So the interval is longer than need be: the variance is n p(1 - p) less the squared
    deviations of the chances from their mean p.
    """
    rng = np.random.default_rng(5)
    for spread in (0.05, 0.5, 5):
        chances = rng.beta(0.3 * spread, 0.7 * spread, 62)
        p, pmf = chances.mean(), np.ones(1)
        for chance in chances:
            pmf = np.convolve(pmf, [1 - chance, chance])
        k = np.arange(63)
        assert pmf @ (k - pmf @ k) ** 2 < 62 * p * (1 - p)
        assert pmf[fits(k, 62, p)].sum() > coverage(np.array([p]), 62)[0]


# --- the others -----------------------------------------------------------------------------------


def test_the_others_are_what_is_left():
    longer = load_ptitanic().set_axis(SIX, axis=1)
    longer = longer.assign(Pclass=longer["Pclass"].astype(str).str[0].astype(int),
                           Survived=(longer["Survived"] == "survived").astype(int))
    counts = [f[SIX].astype({"Sex": str}).round(2).value_counts(dropna=False)
              for f in (longer, TITANIC)]
    left = counts[0].sub(counts[1], fill_value=0)
    others = left.index.repeat(left.astype(int)).to_frame(index=False)
    assert left.min() == 0
    assert (len(others), others["Survived"].sum(), others["Age"].isna().sum()) == (418, 158, 86)


def test_the_promise_about_others_is_exact_over_all_divisions():
    """So neither prediction nor sentence hangs on the ten thousand draws of the page."""
    k = np.arange(501)
    weight = hypergeom.pmf(k, 1309, 500, 891)
    low, high = wilson(k, 891)

    def held(value):
        return weight[(low <= value) & (value <= high)].sum()
    assert held((500 - k) / 418) == pytest.approx(0.728, abs=5e-4)
    assert held(500 / 1309) == pytest.approx(0.9995, abs=5e-5)
    assert np.sqrt(1309 / 418) == pytest.approx(1.77, abs=5e-3)
    assert 2 * norm.cdf(Z / np.sqrt(1309 / 418)) - 1 == pytest.approx(0.73, abs=5e-3)


# --- differences ----------------------------------------------------------------------------------


def four_groups():
    child, female = KNOWN["Age"] < 12, KNOWN["Sex"] == "female"
    return [KNOWN[rows] for rows in (child & ~female, ~child & ~female, child & female,
                                     ~child & female)]


def test_boys_and_girls_beside_grown_ups(page):
    boys, men, girls, women = map(rate, four_groups())
    assert page["difference"](boys, men) == pytest.approx((0.380, 0.216, 0.533), abs=6e-4)
    assert page["difference"](girls, women) == pytest.approx((-0.184, -0.362, -0.022), abs=6e-4)
    assert page["difference"](boys, men) == pytest.approx(difference(boys, men))


def test_girls_and_women_overlap_and_their_difference_leaves_out_0(page):
    girls, women = map(rate, four_groups()[2:])
    assert girls[2] > women[1] and page["difference"](girls, women)[2] < 0


@pytest.mark.parametrize("sizes", [(20, 20), (32, 229)])
def test_the_interval_of_a_difference_keeps_its_promise_on_the_average(sizes):
    """So does none in which an end is exchanged, or in which distances are added."""
    (n1, n0), chances = sizes, np.linspace(0.025, 0.975, 20)
    k1, k0 = np.arange(n1 + 1)[:, None], np.arange(n0 + 1)
    a, b = (k1 / n1, *wilson(k1, n1)), (k0 / n0, *wilson(k0, n0))

    def average(low, high):
        return np.mean([binom.pmf(k1[:, 0], n1, p) @ ((low <= p - q) & (p - q <= high))
                        @ binom.pmf(k0, n0, q) for p in chances for q in chances])
    _, low, high = difference(a, b)
    assert average(low, high) == pytest.approx(0.95, abs=0.004)
    middle = a[0] - b[0]
    assert average(2 * middle - high, 2 * middle - low) < 0.91
    assert average(a[1] - b[2], a[2] - b[1]) > 0.98


# --- tickets --------------------------------------------------------------------------------------


def test_pairs_on_one_ticket_agree_as_counted():
    fates = [f.tolist() for _, f in TITANIC.groupby("Ticket")["Survived"]]
    agree = [a == b for f in fates for a, b in combinations(f, 2)]
    assert len(agree) == 351 and np.mean(agree) == pytest.approx(0.7607, abs=5e-5)
    own = TITANIC.groupby(["Sex", "Pclass"])["Survived"].transform("mean")
    a, b = np.array([pair for _, rates in own.groupby(TITANIC["Ticket"])
                     for pair in combinations(rates, 2)]).T      # without any shared fate
    assert (a * b + (1 - a) * (1 - b)).mean() == pytest.approx(0.5802, abs=5e-5)
    assert (TITANIC.groupby("Ticket")["Pclass"].nunique() > 1).sum() == 0


def test_large_families_by_tickets_reach_further_than_by_passengers(page):
    ends = {units: np.percentile(page["resample"](by), [2.5, 97.5])
            for units, by in (("people", LARGE.index), ("tickets", "Ticket"))}
    assert ends["tickets"] == pytest.approx([0.045, 0.34], abs=0.02)
    ratio = np.ptp(ends["tickets"]) / np.ptp(ends["people"])
    assert ratio == pytest.approx(page["design_effect"](LARGE) ** 0.5, abs=0.12)
    surnames = LARGE["Name"].str.split(",").str[0]
    assert np.percentile(page["resample"](surnames), [2.5, 97.5]) == pytest.approx(
        [0.05, 0.32], abs=0.03)
    _, low, high = clustered_interval(LARGE["Survived"], LARGE["Ticket"])
    assert (high - low) / np.ptp(ends["tickets"]) == pytest.approx(1, abs=0.06)


def test_the_standard_error_of_the_page_is_the_library_s():
    for frame in (LARGE, TITANIC, *four_groups()):
        tally = frame.groupby("Ticket")["Survived"].agg(["sum", "size"]).to_numpy()
        n, p, C = len(frame), frame["Survived"].mean(), len(tally)
        error = sum((k - p * m) ** 2 for k, m in tally) * C / (C - 1)
        _, low, high = clustered_interval(frame["Survived"], frame["Ticket"])
        assert (high - low) / 2 == pytest.approx(Z * math.sqrt(error) / n)


def test_the_bins_of_the_resampled_rates_hold_one_multiple_each(page):
    """Bins of another width than 1 / n would hold one multiple or two: a comb."""
    n = len(LARGE)
    draws = {"a": page["resample"](LARGE.index), "b": page["resample"]("Ticket")}
    ax = plot_resampled(draws, step=1 / n).axes[0]
    places = [(bar.get_x() + bar.get_width() / 2) * n for bar in ax.patches]
    assert np.allclose(places, np.arange(len(places)))


@pytest.mark.parametrize("who, effect", [("Survived >= 0", 1.4162), ("Sex == 'female'", 1.6956),
                                         ("Pclass == 3", 1.4911), ("Age < 12", 2.3917),
                                         ("SibSp + Parch > 3", 2.4991)])
def test_design_effects_are_the_exact_ones(page, who, effect):
    assert page["design_effect"](TITANIC.query(who)) == pytest.approx(effect, abs=1e-4)


@pytest.mark.parametrize("m, rho", [(1, 0.0), (3, 0.0), (3, 0.4), (5, 0.8), (2, -0.5)])
def test_the_variance_of_clusters_is_that_of_the_formula(page, m, rho):
    """Simulated fates with the correlation rho; the page's estimate is right on average, too."""
    rng, p, C, times = np.random.default_rng(1), 0.3, 60, 3000
    if rho < 0:         # of two on a ticket at most one lives, so p = 1/3 and rho = -1/2
        p, lived = 1 / 3, rng.integers(3, size=(times, C))
        fates = np.stack([lived == 0, lived == 1], axis=2)
    else:
        one = rng.random((times, C, 1)) < p
        together = rng.random((times, C, m)) < rho**0.5
        fates = np.where(together, one, rng.random((times, C, m)) < p)
    wanted = C * m * p * (1 - p) * (1 + (m - 1) * rho)
    assert fates.sum(axis=(1, 2)).var() == pytest.approx(wanted, rel=0.1)
    frames = (pd.DataFrame({"Ticket": np.repeat(np.arange(C), m), "Survived": f.ravel() * 1})
              for f in fates[:300])
    assert np.mean([page["design_effect"](f) for f in frames]) == pytest.approx(
        1 + (m - 1) * rho, abs=0.1)


def test_with_few_tickets_the_intervals_are_rather_too_short():
    """Fifteen tickets of these sizes with correlated fates: less than 95% contain the chance."""
    rng, p, rho, held, times = np.random.default_rng(7), 0.16, 0.4, np.zeros(2), 600
    size = LARGE["Ticket"].value_counts().to_numpy()
    a, b = (share * (1 - rho) / rho for share in (p, 1 - p))
    for _ in range(times):
        k = rng.binomial(size, rng.beta(a, b, len(size)))
        fates = np.concatenate([np.arange(n) < lived for n, lived in zip(size, k, strict=True)])
        _, low, high = clustered_interval(fates * 1, np.repeat(np.arange(len(size)), size))
        drawn = rng.integers(len(size), size=(400, len(size)))
        ends = np.percentile(k[drawn].sum(axis=1) / size[drawn].sum(axis=1), [2.5, 97.5])
        held += [low <= p <= high, ends[0] <= p <= ends[1]]
    assert (0.75 < held / times).all() and (held / times < 0.94).all()
    assert clustered_interval([1, 0, 0, 0, 0, 0], list("aabbcc"))[1] < 0     # it can leave [0, 1]


def test_by_tickets_the_girls_interval_is_longer_and_holds_zero():
    """Also if tickets are drawn with daughters and mothers on them."""
    girls, women = four_groups()[2:]
    by_ticket = difference(
        *(clustered_interval(f["Survived"], f["Ticket"]) for f in (girls, women))
    )
    assert difference(rate(girls), rate(women))[2] < 0 < by_ticket[2] and by_ticket[1] < 0
    group = KNOWN[KNOWN["Sex"] == "female"]
    ticket, child = pd.factorize(group["Ticket"])[0], (group["Age"] < 12).to_numpy()
    alive, draws, rng = group["Survived"].to_numpy(), [], np.random.default_rng(0)
    for _ in range(1500):
        times = np.bincount(rng.integers(ticket.max() + 1, size=ticket.max() + 1),
                            minlength=ticket.max() + 1)[ticket]
        draws.append(np.average(alive[child], weights=times[child])
                     - np.average(alive[~child], weights=times[~child]))
    found = np.percentile(draws, [2.5, 97.5])
    assert found == pytest.approx((-0.41, 0.04), abs=0.03) and found[0] < 0 < found[1]
    assert np.ptp(found) < by_ticket[2] - by_ticket[1]
    joint = difference_by_tickets(group, group["Age"] < 12)
    assert joint == pytest.approx((by_ticket[0], -0.407, 0.040), abs=6e-4)
    assert (by_ticket[1], by_ticket[2]) == pytest.approx((-0.427, 0.060), abs=6e-4)


@pytest.mark.parametrize("seed", range(3))
def test_groups_without_a_common_ticket_differ_as_two_clustered_rates(seed):
    """Their variances add; only the factor C / (C - 1) is that of all tickets together."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers((30, 2), size=(120, 2)), columns=["Ticket", "Survived"])
    first = frame["Ticket"] < 12
    value, low, high = difference_by_tickets(frame, first)
    variance, total = 0.0, frame["Ticket"].nunique()
    for group in (frame[first], frame[~first]):
        _, a, b = clustered_interval(group["Survived"], group["Ticket"])
        C = group["Ticket"].nunique()
        variance += ((b - a) / 2) ** 2 * (C - 1) / C * total / (total - 1)
    assert (high - low) / 2 == pytest.approx(variance**0.5) and low < value < high


def test_three_tickets_by_hand():
    fates, tickets = [1, 1, 1, 0, 0, 0, 1, 0, 0], list("aaabbbccc")
    rate, low, high = clustered_interval(fates, tickets)
    assert rate == pytest.approx(4 / 9) and (high - low) / 2 / Z == pytest.approx(7**0.5 / 9)
    assert 7**0.5 / 9 == pytest.approx(0.29, abs=5e-3)
    assert (4 / 9 * 5 / 9 / 9) ** 0.5 == pytest.approx(0.17, abs=5e-3)


def test_tickets_of_one_fate_would_make_the_interval_about_twice_as_long():
    """What the page says to who expects four times; and the real factor is nearer to 1.6."""
    sizes = LARGE["Ticket"].value_counts()
    assert ((sizes**2).sum() / len(LARGE)) ** 0.5 == pytest.approx(2.26, abs=5e-3)


def test_the_whisker_of_the_scoreboard_counts_tickets():
    right = ((TITANIC["Sex"] == "female") == (TITANIC["Survived"] == 1)).astype(int)
    board = load_scoreboard("01").set_index("method").loc["women survived"]
    found = clustered_interval(right, TITANIC["Ticket"])
    assert [board[c] for c in ("accuracy", "low", "high")] == pytest.approx(found, abs=5e-5)


# --- figures --------------------------------------------------------------------------------------


def lines(ax):
    return {line.get_gid(): np.column_stack(line.get_data()) for line in ax.lines if line.get_gid()}


@pytest.mark.parametrize("a, b", [((12, 40), (55, 300)), ((0, 5), (5, 5)), ((3, 5), (124, 305))])
def test_the_triangle_has_a_right_angle_and_the_reach_as_long_side(a, b):
    rates = [(k / n, *map(float, wilson(k, n))) for k, n in (a, b)]
    value, low, high = (100 * v for v in difference(*rates))
    figure = plot_difference(*rates, ("some", "others"), ("a", "b"))
    legs = lines(figure.axes[1])
    one, two = (np.subtract(*legs[key][::-1]) for key in ("some down", "others up"))
    assert one @ two == pytest.approx(0)
    assert np.hypot(*(one + two)) == pytest.approx(value - low, abs=1e-9)
    assert np.subtract(*legs["difference down"][::-1]) == pytest.approx(one + two)
    told = [float(x.replace("−", "-")) for x in re.findall(
        r"[+−]\d+\.\d", figure.get_suptitle())]
    assert told == pytest.approx([value, low, high], abs=0.051)


def test_intervals_that_miss_the_chance_are_orange_and_counted():
    low, high = np.array([0.1, 0.3, 0.05, 0.2]), np.array([0.3, 0.4, 0.15, 0.25])
    ax = plot_intervals(0.2, low, high).axes[0]
    missing = [line for line in ax.lines if to_hex(line.get_color()) == "#d55e00"]
    assert [list(line.get_xdata()) for line in missing] == [[0.3, 0.4], [0.05, 0.15]]
    assert numbers(ax.get_title(loc="left"))[:2] == ["2", "4"]
    assert plot_intervals(0.22, low[[0, 3]], high[[0, 3]]).axes[0].get_title(loc="left")


def test_the_picture_of_resamples_says_the_middle_95_per_cent():
    draws = {"a": np.repeat([0.1, 0.2, 0.3], 1000), "b": np.repeat([0, 0.2, 0.4], 1000)}
    figure = plot_resampled(draws, step=0.1)
    assert [numbers(ax.texts[0].get_text()) for ax in figure.axes] == [["10", "30%"], ["0", "40%"]]
    assert numbers(figure.get_suptitle()) == ["2.0"]


def test_tickets_are_drawn_dot_by_dot_and_the_title_counts_them():
    ax = plot_tickets(LARGE).axes[0]
    dots = {line.get_label(): len(line.get_xdata()) for line in ax.lines}
    assert dots == {"survived": 10, "died": 52}
    shared = [f for _, f in LARGE.groupby("Ticket")["Survived"] if len(f) > 1]
    same = sum(f.nunique() == 1 for f in shared)
    assert numbers(ax.get_title(loc="left"))[:2] == [str(same), str(len(shared))]


def test_the_parabola_is_0_at_the_ends_and_the_coverage_has_the_printed_mean():
    ends = wilson(10, 62)
    curve = lines(plot_parabola(10, 62, *ends).axes[0])["parabola"]
    assert np.interp(ends, *curve.T) == pytest.approx([0, 0], abs=2e-3)
    p = np.linspace(0.001, 0.999, 999)
    curves = {"Wilson": coverage(p, 20), "Wald": coverage(p, 20, wald)}
    ax = plot_coverage(p, curves, "t").axes[0]
    said = " ".join(text.get_text() for text in ax.texts)
    assert all(f"{100 * c.mean():.1f}%" in said for c in curves.values())


# --- exercises ------------------------------------------------------------------------------------


def roots(k, n, z=1.96, root=np.sqrt):
    a, b, c = n + z**2, -(2 * k + z**2), k**2 / n
    reach = root(b**2 - 4 * a * c)
    return (-b - reach) / (2 * a), (-b + reach) / (2 * a)


def closed(k, n, z=1.96):
    p = k / n
    reach = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return tuple((p + z**2 / (2 * n) + sign * reach) / (1 + z**2 / n) for sign in (-1, 1))


def entry_by_entry(k, n, z=1.96):
    if np.ndim(k) == 0:
        return roots(k, n, z)
    found = np.array([roots(a, b, z) for a, b in zip(k, n, strict=True)])
    return found[:, 0], found[:, 1]


@pytest.mark.parametrize("function", [roots, closed, entry_by_entry])
def test_the_formula_in_any_form_is_right(function):
    assert find("wilson").judge(function).status == "right"


def times_a(k, n, z=1.96):
    a, b, c = n + z**2, -(2 * k + z**2), k**2 / n
    d = np.sqrt(b**2 - 4 * a * c)
    return (-b - d) / 2 * a, (-b + d) / 2 * a


def unsquared_z(k, n, z=1.96):
    a, b, c = n + z, -(2 * k + z), k**2 / n
    d = np.sqrt(b**2 - 4 * a * c)
    return (-b - d) / (2 * a), (-b + d) / (2 * a)


def with_if(k, n, z=1.96):
    return (0.0, roots(k, n, z)[1]) if k == 0 else roots(k, n, z)


def with_max(k, n, z=1.96):
    return max(roots(k, n, z)[0], 0), min(roots(k, n, z)[1], 1)


def with_math(k, n, z=1.96):
    return roots(k, n, z, math.sqrt)


@pytest.mark.parametrize("function, matched", [
    (with_if, "numbers only"), (with_max, "numbers only"), (with_math, "numbers only"),
    (lambda k, n, z=1.96: np.transpose(roots(k, n, z)), None),
    (lambda k, n, z=1.96: roots(k, n, 1.96), "z fixed"),
    (lambda k, n, z=2.0: roots(k, n, z), None),
    (times_a, "times a"), (unsquared_z, "z not squared"), (wald, None)])
def test_functions_that_are_nearly_right_are_answered_by_name(function, matched):
    told = find("wilson").judge(function)
    assert told.status == "wrong" and (matched is None or told.matched == matched)


def test_a_function_that_is_wrong_for_numbers_is_not_called_right_for_them():
    told = find("wilson").judge(lambda k, n, z=1.96: with_max(k, n + 1, z))
    assert told.matched != "numbers only"


def test_what_the_sentences_about_95_per_cent_claim_is_so_or_not_so():
    """a: if all p were equally credible; b: coverage; c: rates of other groups; d, e: 20% fits,
    30% is rare and not impossible.
    """
    density = np.linspace(0, 1, 200_001)
    weight = binom.pmf(10, 62, density)
    inside = (wilson(10, 62)[0] <= density) & (density <= wilson(10, 62)[1])
    assert f"{weight[inside].sum() / weight.sum():.1%}" in find("what-95-means").explanation
    p = np.linspace(0.05, 0.95, 181)
    assert coverage(p, 62) == pytest.approx(np.full(181, 0.95), abs=0.05)
    low, high = wilson(10, 62)
    near = {p: binom.pmf(np.arange(63), 62, p)[[low <= k / 62 <= high for k in range(63)]].sum()
            for p in (low, 0.2, high, 0.5)}
    assert near[high] < 0.55 and near[low] < 0.55 and near[0.5] < 1e-3
    assert fits(10, 62, 0.2) and not fits(10, 62, 0.3) and binom.pmf(10, 62, 0.3) > 0.005
    assert binom.sf(math.floor(high * 62), 62, high) == pytest.approx(0.5, abs=0.07)


@pytest.mark.parametrize("answer", [{"a", "b", "d"}, {"b", "c", "d"}, {"b", "d", "e"}, {"b"}, {"d"},
                                    set(), set("abcde"), {"a"}, {"c", "e"}])
def test_each_wrong_answer_about_95_per_cent_is_answered_by_name(answer):
    told = find("what-95-means").judge(answer)
    assert told.status == "wrong" and told.matched


@nightly
def test_a_cell_of_the_learner_s_own_that_sets_short_names_changes_no_answer():
    """As in a scratch cell: before each cell that follows words, they are something else."""
    def run(**scratch):
        space, before, told = {}, "", []
        for cell in read(next(p for p in NOTEBOOKS if p.stem == "01b_titanic_rates")).cells:
            if cell.cell_type == "code":
                space |= scratch if before == "markdown" else {}
                exec(cell.source, space)
                space["say"] = lambda words, **values: told.append(words.format(**values))
            before = cell.cell_type
        return told, {name: value for name, value in space.items() if name.startswith("answer_")}
    assert run(**dict.fromkeys(("k", "n", "p", "z", "m", "N", "low", "high", "rate"), 3)) == run()


@nightly
def test_the_page_runs_without_its_second_reading_and_with_a_learner_s_functions():
    """A loop over entries is called right, so every cell has to run with it."""
    mine = {"wilson": entry_by_entry}
    for whole in (True, False):
        space: dict = {}
        page, second = next(p for p in NOTEBOOKS if p.stem == "01b_titanic_rates"), False
        for cell in read(page).cells:
            if cell.cell_type == "markdown" and re.search(r"^## ", cell.source, re.M):
                second = bool(re.search(r"^## .*◇$", cell.source, re.M))
            if cell.cell_type == "code" and (whole or not second):
                exec(cell.source, space)
                space["check"] = lambda key, given: mine.get(key, given)
        assert "wilson" in space
    assert code_cells(read(page))
