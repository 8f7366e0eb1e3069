"""Lesson 01c: two groups at their own mixes and at one mix, causal links, girls and women.

The explorer's numbers are counted again here, passenger by passenger, without its tables; the
functions that the page defines are taken from the page itself.
"""
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba

from coursekit.datasets import load_titanic
from coursekit.exercise.registry import find
from coursekit.lessons.lesson01c import OneMix
from coursekit.lessons.lesson01c.figures import (
    plot_back_door, plot_differences, plot_one_child, plot_siblings, plot_standardised,
)
from coursekit.lessons.lesson01c.mixes import (
    EVERYBODY, MANTEL_HAENSZEL, comparisons, counted, mantel_haenszel,
)
from coursekit.plots import style
from coursekit.plots.alt_text import alt_text
from coursekit.statistics import difference, standardised_rate, wilson
from page_code import page_functions
from sentences import numbers

Z = 1.96
T = load_titanic()
WITH_AGE = T[T["Age"].notna()]
OLD_ENOUGH = WITH_AGE["Age"] >= 12


def aged(sex, least_class=1):
    here = WITH_AGE[(WITH_AGE["Sex"] == sex) & (WITH_AGE["Pclass"] >= least_class)]
    return here[here["Age"] < 12], here[here["Age"] >= 12]


# Who is compared, by which columns; whose mix it is, where it is not that of both groups.
GROUPS = {
    "ports": (T[T["Embarked"] == "C"], T[T["Embarked"] == "S"], ["Sex", "Pclass"],
              T[T["Embarked"].isin(list("CSQ"))]),
    "cabin": (T.dropna(subset=["Cabin"]), T[T["Cabin"].isna()], ["Sex", "Pclass"]),
    "girls": (*aged("female"), ["Pclass"]),
    "girls, 2nd + 3rd": (*aged("female", 2), ["Pclass"]),
}
each = pytest.mark.parametrize("name", GROUPS)
goals = pytest.mark.parametrize("goal", [EVERYBODY, MANTEL_HAENSZEL])


def reweighted(name, goal, way):
    """Give every passenger a weight, so that the strata have the wanted shares; average."""
    first, second, by, *mix = GROUPS[name]
    everybody = mix[0] if mix else pd.concat([first, second])
    sizes = [frame.groupby(by).size() for frame in (first, second)]
    want = everybody.groupby(by).size() if goal == EVERYBODY else \
        1 / (1 / sizes[0] + 1 / sizes[1])
    want, means = want / want.sum(), []
    for frame, size in zip((first, second), sizes, strict=True):
        share = size / len(frame)
        factor = ((1 - way) * share + way * want) / share
        keys = frame[by[0]] if len(by) == 1 else pd.MultiIndex.from_frame(frame[by])
        means.append(np.average(frame["Survived"], weights=factor.loc[keys].to_numpy()))
    return means


@pytest.fixture(scope="module")
def page():
    return page_functions("01c_titanic_confounders", wilson=wilson, difference=difference,
                          counted=counted)


@pytest.fixture(scope="module")
def explorer():
    return OneMix()


# --- the explorer ---------------------------------------------------------------------------------


def test_every_comparison_is_tried_here():
    assert set(GROUPS) == set(comparisons())


@each
@goals
def test_the_sentence_says_the_means_of_reweighted_passengers(explorer, name, goal):
    for way in (0, 37, 100):
        explorer.set(compare=name, goal=goal, way=way)
        means = [100 * mean for mean in reweighted(name, goal, way / 100)]
        body = explorer.status.split(": ", 1)[1].replace("under 12", "").replace("from 12", "")
        told = numbers(body)
        assert not explorer.failed
        assert [float(x.rstrip("%")) for x in told[:2]] == pytest.approx(means, abs=0.0501)
        assert float(told[2]) == pytest.approx(means[0] - means[1], abs=0.0501)
        assert ("95% interval" in explorer.status) == (way != 37)
        assert explorer.status.count(";") == 3


@each
def test_at_both_ends_the_interval_is_that_of_the_raw_and_of_the_standardised_rates(explorer, name):
    first, second, by, *mix = GROUPS[name]
    everybody = mix[0] if mix else pd.concat([first, second])
    raw = difference(*[(frame["Survived"].mean(), *wilson(frame["Survived"].sum(), len(frame)))
                       for frame in (first, second)])
    w = everybody.groupby(by).size()
    one = difference(*[standardised_rate(*frame.groupby(by)["Survived"].agg(["sum", "size"])
                                         .to_numpy().T, w) for frame in (first, second)])
    for way, triple in ((0, raw), (100, one)):
        explorer.set(compare=name, goal=EVERYBODY, way=way)
        told = numbers(explorer.status.split("95% interval")[1])[:2]
        assert [float(x) for x in told] == pytest.approx([100 * v for v in triple[1:]], abs=0.0501)


@each
@goals
def test_width_height_and_blue_area_of_the_tiles_are_share_rate_and_mean(explorer, name, goal):
    for way in (0, 50, 100):
        explorer.set(compare=name, goal=goal, way=way)
        found = comparisons()[name]
        (sheet,) = explorer.canvas.figure.axes
        boxes = [path.vertices for tile in sheet.collections if tile.get_label() == "survived"
                 for path in tile.get_paths()]
        sizes = np.array([np.ptp(box, axis=0) for box in boxes]) / (3.18, 2.78)
        right = np.array([box[:, 0].min() > 4 for box in boxes])
        means = reweighted(name, goal, way / 100)
        assert [sizes[~right].prod(axis=1).sum(), sizes[right].prod(axis=1).sum()] == \
            pytest.approx(means)
        widths = found.widths(goal, way / 100)
        assert widths.sum(axis=1) == pytest.approx([1, 1])
        for group, here in enumerate((~right, right)):
            alive = found.k[group] > 0
            assert sizes[here, 0] == pytest.approx(widths[group][alive])
            assert sizes[here, 1] == pytest.approx((found.k / found.n)[group][alive])


def test_heights_never_move_and_half_the_way_is_half_of_the_difference():
    for found in comparisons().values():
        gaps = [np.subtract(*found.means(EVERYBODY, way)) for way in (0, 0.5, 1)]
        assert gaps[1] == pytest.approx((gaps[0] + gaps[2]) / 2)


@each
def test_no_word_lies_on_another_or_on_a_line_and_all_are_inside(explorer, name):
    for goal in (EVERYBODY, MANTEL_HAENSZEL):
        for way in range(0, 101, 10):
            explorer.set(compare=name, goal=goal, way=way)
            (sheet,) = explorer.canvas.figure.axes
            words = sheet.texts
            boxes = [t.get_window_extent() for t in words]
            lines = [sheet.transData.transform(segment) for drawn in sheet.collections
                     if isinstance(drawn, LineCollection) for segment in drawn.get_segments()]
            for i, box in enumerate(boxes):
                assert box.x0 >= 0 and box.x1 <= 880 and box.y0 >= 0 and box.y1 <= 510
                for j in range(i):
                    assert not box.overlaps(boxes[j]), (words[i].get_text(), words[j].get_text())
                for line in lines:
                    (x0, y), (x1, _) = line
                    assert not (box.y0 < y < box.y1 and box.x0 < x1 and x0 < box.x1), \
                        (name, way, words[i].get_text())


def test_one_child_is_named_in_a_hatched_tile_that_no_rate_fills(explorer):
    for way in range(0, 101, 5):
        explorer.set(compare="girls", way=way, goal=EVERYBODY)
        (sheet,) = explorer.canvas.figure.axes
        (tile,) = [drawn for drawn in sheet.collections if drawn.get_hatch()]
        left, right = tile.get_paths()[0].get_extents().intervalx
        assert right - left == pytest.approx(
            3.18 * comparisons()["girls"].widths(EVERYBODY, way / 100)[0, 0])
        (said,) = [t for t in sheet.texts if "1 child" in t.get_text() and t is not sheet.texts[-1]
                   and t.get_color() == style.WORDS["died"]]
        assert left - 0.2 < said.get_position()[0] < right


def test_the_reversal_is_announced_exactly_where_all_tiles_and_the_lines_disagree(explorer):
    for name, found in comparisons().items():
        for way in (0, 20, 60, 100):
            explorer.set(compare=name, way=way, goal=EVERYBODY)
            means, (a, b) = reweighted(name, EVERYBODY, way / 100), found.k / found.n
            reverse = np.sign(means[0] - means[1]) * np.sign(a - b)
            heads = [t.get_text() for t in explorer.canvas.figure.axes[0].texts]
            assert any(h.startswith("Each tile") for h in heads) == bool((reverse < 0).all())


def test_a_stratum_with_nobody_is_refused():
    frame = pd.DataFrame({"Pclass": [1, 2, 1], "Survived": [0, 1, 1]})
    with pytest.raises(ValueError, match="nobody in some stratum"):
        counted("x", "people", ("a", "b"), ["Pclass"], (frame[:2], frame[2:], frame))


# --- means of strata ------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.floats(0, 1)), min_size=1, max_size=6))
def test_with_its_own_shares_a_group_has_its_raw_rate(strata):
    n = np.array([many for many, _ in strata])
    k = np.round(n * [share for _, share in strata])
    assert standardised_rate(k, n, n)[0] == pytest.approx(k.sum() / n.sum())


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 99)), min_size=1, max_size=6))
def test_a_mantel_haenszel_weight_is_below_the_smaller_number(strata):
    n1, n0 = np.array(strata).T
    assert (mantel_haenszel(n1, n0) < np.minimum(n1, n0)).all()
    assert (mantel_haenszel(n1, n0) >= np.minimum(n1, n0) / 2).all()


# --- claims about these passengers ----------------------------------------------------------------


@pytest.fixture(scope="module")
def titanic():
    return load_titanic()


@pytest.fixture(scope="module")
def known(titanic):
    return titanic.dropna(subset=["Age"])


def rate(group):
    return (group["Survived"].mean(), *wilson(group["Survived"].sum(), len(group)))


def table(group):
    cells = group.groupby("Pclass")["Survived"].agg(["sum", "size"]).reindex([1, 2, 3]).fillna(0)
    return cells.to_numpy().T


def within_class(a, b):
    (k1, n1), (k0, n0) = table(a), table(b)
    here = (n1 > 0) & (n0 > 0)
    w = (n1 * n0 / np.maximum(n1 + n0, 1))[here]
    return difference(standardised_rate(k1[here], n1[here], w),
                      standardised_rate(k0[here], n0[here], w))


def test_the_ports_differ_in_sex_and_the_collider_s_list_misleads(titanic):
    women = titanic.assign(f=titanic["Sex"] == "female").groupby("Embarked")["f"].mean()
    assert women["C"] > women["S"] + 0.1
    listed = titanic[(titanic["Pclass"] == 1) | (titanic["Survived"] == 1)]
    found, true = (f.groupby("Pclass")["Survived"].mean() for f in (listed, titanic))
    assert found[2] == found[3] == 1 > found[1] and true[1] == true.max()


def test_a_further_cause_misleads_only_if_the_ports_differ_in_it_within_a_stratum():
    """It acts on survival in both cases; the port does nothing."""
    weights, rest = np.array([3, 7]), np.array([[0.9, 0.5], [0.4, 0.1]])    # stratum, cause

    def gap(share_here, share_there):
        here, there = (share * rest[:, 0] + (1 - share) * rest[:, 1]
                       for share in map(np.array, (share_here, share_there)))
        n = np.array([1000, 1000])
        return np.subtract(*(standardised_rate(n * r, n, weights)[0] for r in (here, there)))
    assert gap([0.2, 0.6], [0.2, 0.6]) == pytest.approx(0)
    assert gap([0.5, 0.8], [0.2, 0.6]) > 0.07


def ports(titanic):
    aboard = titanic.dropna(subset=["Embarked"])
    cells = aboard.groupby(["Embarked", "Pclass", "Sex"])["Survived"].agg(["sum", "size"])
    return cells, aboard.groupby(["Pclass", "Sex"]).size().to_numpy()


def test_the_ports_at_one_mix(titanic):
    cells, weights = ports(titanic)
    found = {p: standardised_rate(*cells.loc[p].to_numpy().T, weights) for p in "CSQ"}
    assert found["C"] == pytest.approx((0.463, 0.397, 0.538), abs=5e-4)
    assert found["S"] == pytest.approx((0.355, 0.327, 0.386), abs=5e-4)
    assert found["Q"] == pytest.approx((0.337, 0.232, 0.492), abs=5e-4)
    assert difference(found["C"], found["S"]) == pytest.approx((0.108, 0.035, 0.188), abs=6e-4)
    in_class = titanic.groupby(["Pclass", "Embarked"])["Survived"].mean().unstack()
    assert (in_class["C"] > in_class["S"]).all()            # and sex decides more than class
    by_sex, by_class = (titanic.groupby(c)["Survived"].mean() for c in ("Sex", "Pclass"))
    assert np.ptp(by_sex) > np.ptp(by_class)
    first = titanic.assign(first=titanic["Pclass"] == 1).groupby("Embarked")["first"].mean()
    assert first["C"] == pytest.approx(1 / 2, abs=0.01)
    assert first["S"] == pytest.approx(0.2, abs=0.01)


def test_luck_alone_hardly_makes_the_ports_differ_so_much_in_sex(titanic):
    """So a drawing without any road between port and sex is contradicted by the table."""
    women = [(titanic["Sex"] == "female")[titanic["Embarked"] == port] for port in "CS"]
    found = difference(*[(w.mean(), *wilson(w.sum(), len(w))) for w in women])
    assert found == pytest.approx((0.119, 0.038, 0.202), abs=6e-4)
    pooled, draw = pd.concat(women).to_numpy(), np.random.default_rng(0)
    shuffled = [draw.permutation(pooled) for _ in range(2000)]
    c = len(women[0])
    assert np.mean([abs(s[:c].mean() - s[c:].mean()) >= found[0] for s in shuffled]) < 0.01


def test_a_stratum_that_the_port_acts_on_hides_the_effect():
    """The ports differ in nothing else, but they decide the stratum: so it must come first."""
    draw = np.random.default_rng(0)
    port, luck, fate = draw.integers(0, 2, 40_000), draw.random(40_000), draw.random(40_000)
    stratum = (luck < np.where(port == 1, 0.8, 0.2)).astype(int)
    alive = fate < np.where(stratum == 1, 0.9, 0.1)
    w = np.bincount(stratum)
    here, there = (standardised_rate(np.bincount(stratum[port == p], alive[port == p]),
                                     np.bincount(stratum[port == p]), w)[0] for p in (1, 0))
    assert abs(here - there) < 0.03
    assert alive[port == 1].mean() - alive[port == 0].mean() > 0.4


@pytest.mark.parametrize("port", ["C", "S", "Q"])
def test_the_interval_at_one_mix_keeps_about_its_promise(titanic, port):
    """And observed rates in the variances do not: for Q they cover a third of the time."""
    cells, weights = ports(titanic)
    n, w = cells.loc[port, "size"].to_numpy(), weights / weights.sum()
    truth = titanic.groupby(["Pclass", "Sex"])["Survived"].mean().to_numpy()
    k = np.random.default_rng(0).binomial(n, truth, (4000, len(n)))
    found = np.array([standardised_rate(row, n, weights) for row in k])
    covered = np.mean((found[:, 1] <= w @ truth) & (w @ truth <= found[:, 2]))
    assert 0.85 < covered < 0.98
    spread = np.sqrt((w**2 * (k / n) * (1 - k / n) / n).sum(axis=1))
    plain = np.mean(abs(k / n @ w - w @ truth) <= Z * spread)
    assert (plain < 0.5) == (port == "Q")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.floats(0, 1), st.integers(1, 99)), min_size=1,
                max_size=8))
def test_a_standardised_rate_lies_in_its_interval_and_one_stratum_is_wilson(strata):
    n, share, w = (np.array(v) for v in zip(*strata, strict=True))
    k = np.round(share * n)
    value, low, high = standardised_rate(k, n, w)
    assert low <= value <= high and 0 <= value <= 1
    assert standardised_rate(k, n, 7.5 * w) == pytest.approx((value, low, high))
    assert standardised_rate(k[:1], n[:1], w[:1])[1:] == pytest.approx(
        np.ravel(wilson(k[:1], n[:1])))


def test_a_stratum_without_anybody_is_refused():
    with pytest.raises(ValueError, match="must have n > 0"):
        standardised_rate([0, 1], [0, 2], [1, 1])


def test_the_paradox_is_strict_in_second_and_third_class(known):
    female = known[known["Sex"] == "female"]
    (k1, n1), (k0, n0) = table(female[female["Age"] < 12]), table(female[female["Age"] >= 12])
    assert (n1.tolist(), k1.tolist()) == ([1, 8, 23], [0, 8, 11])
    assert ((k1 / n1)[1:] > (k0 / n0)[1:]).all()
    assert k1[1:].sum() / n1[1:].sum() < k0[1:].sum() / n0[1:].sum()
    assert n1[2] / n1[1:].sum() > n0[2] / n0[1:].sum(), "more of the girls travelled third"


def test_one_child_decides_the_sign_of_the_standardised_gap(known):
    female = known[known["Sex"] == "female"]
    (k1, n1), (k0, n0) = table(female[female["Age"] < 12]), table(female[female["Age"] >= 12])
    women = standardised_rate(k0, n0, n1 + n0)
    now = difference(standardised_rate(k1, n1, n1 + n0), women)
    then = difference(standardised_rate(k1 + [1, 0, 0], n1, n1 + n0), women)
    assert now == pytest.approx((-0.283, -0.409, -0.009), abs=6e-4)
    assert then == pytest.approx((0.042, -0.245, 0.134), abs=6e-4)
    first = female[(female["Age"] < 12) & (female["Pclass"] == 1)]
    assert first["Age"].tolist() == [2.0]


def test_everybodys_mix_moves_the_girls_and_mantel_haenszel_weights_move_the_women():
    found = comparisons()["girls"]
    own, first = found.means(EVERYBODY, 0), [found.one_mix(goal)[0] for goal in
                                             (EVERYBODY, MANTEL_HAENSZEL)]
    assert found.own[0, 0] == pytest.approx(1 / 32) and first[0] > 0.3 and first[1] < 0.04
    girls, women = found.means(EVERYBODY, 1) - own
    assert girls < -0.12 and -0.03 < women < 0
    girls, women = found.means(MANTEL_HAENSZEL, 1) - own
    assert abs(girls) < 0.02 and women < -0.17


def test_one_mix_turns_a_handful_of_third_class_men_with_a_cabin_into_the_largest_tile():
    found = comparisons()["cabin"]
    assert found.strata[5] == ("men", "3") and found.n[0, 5] < 10
    mix = found.one_mix(EVERYBODY)
    assert mix.argmax() == (mix - found.own[0]).argmax() == 5
    ports = comparisons()["ports"]
    assert set(np.flatnonzero(ports.own[0] > 1.5 * ports.one_mix(EVERYBODY))) == {0, 3}


@pytest.mark.parametrize("alike", [True, False])
def test_two_defensible_weights_disagree_about_0_and_neither_breaks_its_promise(known, alike):
    """With one rate for both in each class, and with the girls ten points behind."""
    female = known[known["Sex"] == "female"]
    (k1, n1), (k0, n0) = table(female[female["Age"] < 12]), table(female[female["Age"] >= 12])
    women = (k1 + k0) / (n1 + n0)
    girls, rng = women - (0 if alike else 0.1), np.random.default_rng(0)
    for weights, leaves_0_out in ((n1 + n0, True), (n1 * n0 / (n1 + n0), False)):
        def gap(a, b, w=weights):
            return difference(standardised_rate(a, n1, w), standardised_rate(b, n0, w))
        _, low, high = gap(k1, k0)
        assert (high < 0) == leaves_0_out
        true, held = (weights / weights.sum()) @ (girls - women), []
        for _ in range(600):
            _, low, high = gap(
                rng.binomial(n1.astype(int), girls), rng.binomial(n0.astype(int), women)
            )
            held.append(low <= true <= high)
        assert np.mean(held) == pytest.approx(0.95, abs=0.035)


def test_only_at_twelve_and_thirteen_do_the_weightings_disagree(known, page):
    """Raw, 0 is outside at eleven, by a hair, to fifteen."""
    female, outside = known[known["Sex"] == "female"], {"raw": [], "all": [], "mh": []}
    for limit in range(4, 19):
        young, grown = female[female["Age"] < limit], female[female["Age"] >= limit]
        found = {"raw": difference(rate(young), rate(grown)), "mh": within_class(young, grown),
                 "all": page["within_class"](young, grown, page["everybody"])}
        for name, (_, low, high) in found.items():
            outside[name] += [limit] * (not low < 0 < high)
    assert outside == {"raw": [11, 12, 13, 14, 15], "all": [12, 13], "mh": []}


def test_boys_were_ahead_in_every_class_and_within_them(known):
    male = known[known["Sex"] == "male"]
    boys, men = male[male["Age"] < 12], male[male["Age"] >= 12]
    (k1, n1), (k0, n0) = table(boys), table(men)
    assert (k1 / n1 > k0 / n0).all()
    assert within_class(boys, men) == pytest.approx((0.422, 0.281, 0.557), abs=6e-4)
    at_mix = difference(*[standardised_rate(k, n, n1 + n0) for k, n in ((k1, n1), (k0, n0))])
    assert at_mix == pytest.approx((0.456, 0.286, 0.571), abs=6e-4)


def test_the_classes_alone_would_give_all_of_the_raw_difference(known):
    """Everybody gets the rate of her class; the weights' variances are far from equal here."""
    female = known[known["Sex"] == "female"]
    expected, child = female.groupby("Pclass")["Survived"].transform("mean"), female["Age"] < 12
    assert expected[child].mean() - expected[~child].mean() == pytest.approx(-0.187, abs=1e-3)
    raw = female[child]["Survived"].mean() - female[~child]["Survived"].mean()
    assert raw == pytest.approx(-0.184, abs=1e-3)
    p = female[~child].groupby("Pclass")["Survived"].mean()
    assert (p * (1 - p))[3] > 9 * (p * (1 - p))[1]


def test_a_small_stratum_with_a_large_weight_makes_the_interval_long():
    length = {(size, w): -np.subtract(*standardised_rate([size // 2, 50], [size, 100], [w, 1])[1:])
              for size in (4, 400) for w in (0.1, 5)}
    assert max(length, key=length.get) == (4, 5)


def test_each_interval_of_the_reversal_contains_0(known):
    (k1, n1), (k0, n0) = [table(group) for group in aged("female")]
    gaps = [difference(*[(k[s] / n[s], *wilson(k[s], n[s])) for k, n in ((k1, n1), (k0, n0))])
            for s in (1, 2)]
    found = comparisons()["girls, 2nd + 3rd"]
    gaps += [found.raw(), found.at_one_mix(EVERYBODY), found.at_one_mix(MANTEL_HAENSZEL)]
    assert all(low < 0 < high for _, low, high in gaps) and len(gaps) == 5


# --- the page's functions, and the figures --------------------------------------------------------


def test_the_page_compares_as_the_library_does(page):
    young, old = aged("female")
    for mine, goal in (("everybody", EVERYBODY), ("mantel_haenszel", MANTEL_HAENSZEL)):
        found = page["within_class"](young, old, page[mine])
        assert found == pytest.approx(comparisons()["girls"].at_one_mix(goal))
    assert page["with_interval"](young) == pytest.approx(rate(young))


def test_figures_show_the_rates_that_they_are_given():
    rates = {"A": ((0.5, 0.4, 0.6), (0.45, 0.3, 0.55)), "B": ((0.2, 0.1, 0.4), (0.3, 0.2, 0.5))}
    words = alt_text(plot_standardised(rates, "Rates", "group"))
    for said in ("own mix: A: 0.5 [0.4 to 0.6]", "one mix: A: 0.45 [0.3 to 0.55]",
                 "own mix: B: 0.2 [0.1 to 0.4]", "one mix: B: 0.3 [0.2 to 0.5]"):
        assert said in words
    words = alt_text(plot_differences({"x": (-0.1, -0.2, 0.05)}, "Gap", ("us", "them"), "x"))
    assert "x: -10 [-20 to 5]" in words and "no difference" in words


def test_both_rates_of_the_one_child_are_the_areas_of_her_tiles():
    k, n, mix = [0, 8, 11], [1, 8, 23], [85, 74, 102]
    (ax,) = plot_one_child(k, n, mix).axes
    blue = [p for p in ax.patches if p.get_facecolor() == to_rgba(style.COLOURS["survived"])]
    for part in (blue[:3], blue[3:]):
        area = sum(p.get_width() * p.get_height() for p in part) / (3.9 * 2.2)
        assert any(t.get_text() == f"{100 * area:.0f}%" for t in ax.texts)
    assert "47% becomes 80%" in ax.get_title(loc="left")


def test_in_the_diagrams_no_word_overprints_another_and_a_back_door_is_barred_only_when_shut():
    for figure in (plot_back_door(False), plot_back_door(True), plot_siblings()):
        figure.canvas.draw()
        boxes = [t.get_window_extent() for t in figure.axes[0].texts if t.get_text()]
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
        assert all(box.x0 >= 0 and box.x1 <= 880 and box.y0 >= 0 for box in boxes)
    said = [alt_text(plot_back_door(shut)) for shut in (False, True)]
    assert [words.count("barred") for words in said] == [0, 2]
    assert "Arrow, class → survival." in said[0]


def by_resampled_tickets(t, by):
    """Return passengers and survivors per port (C, S, Q) and stratum, 4000 times; and the mix."""
    ticket, stratum = t["Ticket"].factorize()[0], t.groupby(by).ngroup()
    strata = stratum.max() + 1
    cell = strata * t["Embarked"].map({"C": 0, "S": 1, "Q": 2}) + stratum
    often = np.random.default_rng(0).multinomial(680, [1 / 680] * 680, size=4000)
    ends = (680, 3 * strata), ((0, 680), (0, 3 * strata))
    n, k = ((often @ np.histogram2d(ticket, cell, *ends, weights=w)[0]).reshape(-1, 3, strata)
            for w in (None, t["Survived"]))
    everywhere = (n[:, :2] > 0).all(axis=(1, 2))
    n, k = n[everywhere], k[everywhere]
    return n, k, n.sum(axis=1) / n.sum(axis=(1, 2))[:, None]


def test_within_one_class_mix_the_ports_differ_in_sex_but_not_by_tickets(titanic, page):
    frame = titanic.dropna(subset=["Embarked"])
    frame = frame.assign(Survived=(frame["Sex"] == "female").astype(int))
    found = page["ports_at_one_mix"](frame, ["Pclass"])
    assert found == pytest.approx((0.086, 0.003, 0.178), abs=6e-4)
    for c in (1, 2, 3):
        a, b = (frame[(frame["Embarked"] == p) & (frame["Pclass"] == c)] for p in "CS")
        _, low, high = difference(rate(a), rate(b))
        assert low < 0 < high
    n, k, mix = by_resampled_tickets(frame, ["Pclass"])
    gap = (mix * (k[:, 0] / n[:, 0] - k[:, 1] / n[:, 1])).sum(axis=1)
    assert np.quantile(gap, [0.025, 0.975]) == pytest.approx([-0.016, 0.185], abs=0.006)


def test_no_tile_of_class_and_sex_differs_clearly_between_the_ports(titanic):
    """That of third-class women seems to, until whole tickets are resampled."""
    frame = titanic.dropna(subset=["Embarked"])
    found = comparisons()["ports"]
    clear = [stratum for stratum, k, n in zip(found.strata, found.k.T, found.n.T, strict=True)
             if difference(*[(a / b, *wilson(a, b)) for a, b in zip(k, n, strict=True)])[1] > 0]
    assert clear == [("women", "3")]
    n, k, _ = by_resampled_tickets(frame, ["Sex", "Pclass"])
    ends = np.quantile((k[:, 0] / n[:, 0] - k[:, 1] / n[:, 1])[:, 2], [0.025, 0.975])
    assert ends == pytest.approx([-0.031, 0.56], abs=0.015)


def test_by_resampled_tickets_an_eighth_to_three_quarters_of_the_lead_is_left(titanic):
    n, k, mix = by_resampled_tickets(titanic.dropna(subset=["Embarked"]), ["Pclass", "Sex"])
    raw, now = k.sum(axis=2) / n.sum(axis=2), (mix[:, None] * k[:, :2] / n[:, :2]).sum(axis=2)
    low, high = np.quantile((now[:, 0] - now[:, 1]) / (raw[:, 0] - raw[:, 1]), [0.025, 0.975])
    assert low == pytest.approx(1 / 8, abs=0.02) and high == pytest.approx(0.77, abs=0.02)


def test_the_third_thing_helps_where_the_answer_says_so():
    """Linear models in which the whole effect of class is 1."""
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(5, 200_000))

    def effect(y, x, held=()):
        A = np.column_stack([x, *held, np.ones(len(x))])
        return np.linalg.lstsq(A, y, rcond=None)[0][0]

    cause, level = noise[0], noise[0] + noise[1]
    found = {"a": (level + cause + noise[2], level, cause)}
    boat = noise[1] + noise[2]
    found["b"] = boat + noise[3], noise[1], boat
    alive = noise[1] + noise[2]
    found["c"] = alive, noise[1], noise[1] + alive + noise[3]
    port = cause + noise[3]
    found["d"] = level + port + noise[4], level, port
    helps = {letter for letter, (y, x, third) in found.items()
             if abs(effect(y, x, [third]) - 1) < 0.02}
    assert helps == find("hold-fixed").reference()
    assert all(abs(effect(y, x) - 1) < 0.02 for y, x, _ in (found["b"], found["c"]))
    assert all(effect(y, x) > 1.4 for y, x, _ in (found["a"], found["d"]))


# --- exercises ------------------------------------------------------------------------------------


def test_upper_end_before_lower_is_told_for_a_rate_at_one_mix():
    right = find("standardised-rate").reference
    told = find("standardised-rate").judge(lambda *case: np.take(right(*case), [0, 2, 1]))
    assert told.matched == "swapped"


@pytest.mark.parametrize("default", [None, 2.0, 1.645])
def test_z_can_be_left_out_and_is_then_as_given(default):
    right = find("standardised-rate").reference

    def mine(*case):
        if isinstance(case[-1], float):
            return right(*case)
        if default is None:
            raise TypeError("missing 1 required positional argument: 'z'")
        return right(*case, default)

    assert find("standardised-rate").judge(mine).status == "wrong"


def test_weights_with_a_sum_below_one_are_divided_by_it_too():
    def shares_are_let_be(k, n, weights, z=1.96):
        w, r, (low, high) = np.divide(weights, max(np.sum(weights), 1)), k / n, wilson(k, n, z)
        rate = np.sum(w * r)
        return (rate, rate - np.sqrt(np.sum((w * (r - low))**2)),
                rate + np.sqrt(np.sum((w * (high - r))**2)))

    told = find("standardised-rate").judge(shares_are_let_be)
    assert told.status == "wrong"
