"""The deciding words of sitting 01: each is read from the page, and its evidence computed."""
from __future__ import annotations

import inspect

import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.figure import Figure
from scipy.integrate import quad
from scipy.stats import binom, gaussian_kde, hypergeom

import told
from coursekit.datasets import load_ptitanic, load_titanic
from coursekit.explorers.titanic_bins import bin_rates
from coursekit.explorers.titanic_confounder import compare
from coursekit.statistics import difference, standardised_rate, wilson
from told import page_says

PAGE = "01_titanic_eda"
PEOPLE = load_titanic()
KNOWN = PEOPLE.dropna(subset="Age")
GIRLS, WOMEN = (KNOWN[(KNOWN["Sex"] == "female") & young] for young in (KNOWN["Age"] < 12, KNOWN["Age"] >= 12))
UP = told.UP | {"best": 1, "worst": -1}
SIDE = {"most": 1, "least": -1}
RNG = np.random.default_rng(0)


def survival(group):
    return (group["Survived"].mean(), *wilson(group["Survived"].sum(), len(group)))


def test_what_the_columns_mean():
    alive, dead = page_says(PAGE, "| `Survived` | {1|0} survived, {1|0} died |")
    saved = (load_ptitanic()["survived"] == "survived").sum()       # of a longer list
    assert (PEOPLE["Survived"] == int(alive)).sum() <= saved < (PEOPLE["Survived"] == int(dead)).sum()
    best = page_says(PAGE, "class of travel, {1|3} is the best: a rank")
    assert PEOPLE.groupby("Pclass")["Fare"].median().idxmax() == int(best)
    whose = page_says(PAGE, "price in pounds **of the {ticket|passenger}**, which several rows may share")
    third = PEOPLE[PEOPLE["Pclass"] == 3]
    mates = PEOPLE["Ticket"].value_counts()[third["Ticket"]].to_numpy()
    paid = {"ticket": third["Fare"] / mates, "passenger": third["Fare"]}    # by one: alike for few and many
    assert abs(np.corrcoef(paid[whose], mates)[0, 1]) < 0.3 < 0.7 < np.corrcoef(third["Fare"], mates)[0, 1]


def test_what_passes():
    most, whose = page_says(PAGE, "A number $p$ *passes* if $\\hat p$ is at {most|least} $z$ standard errors away from "
                            "it, *the standard error being that of {this $p$|the rate}*")
    keeps = page_says(PAGE, "Wilson's interval keeps all chances from which the rate is at {most|least}")
    exactly, far = page_says(PAGE, "Wilson's interval holds $p$ {exactly|never} when $\\hat p$ is at {most|least} $z$")
    for k, n in ((0, 5), (10, 62), (30, 40)):
        p = RNG.uniform(0, 1, 4000)
        low, high = wilson(k, n)
        spread = np.sqrt((p * (1 - p) if whose == "this $p$" else k / n * (1 - k / n) + 0 * p) / n)
        held = (low <= p) & (p <= high)
        for word in (most, keeps, far):
            assert (held == (SIDE[word] * (np.abs(k / n - p) - 1.96 * spread) <= 0)).all()
        assert held.any() and exactly == "exactly"


def test_the_parabola():
    sign = page_says(PAGE, "which is {positive|negative}. Its root, divided by $2n$")
    lowest, where = page_says(PAGE, "and its {lowest|highest} point lies {between|outside}")
    added = page_says(PAGE, "as if about {two survivors and two dead|four survivors and four dead} had been added")
    z = 1.96
    for n in (1, 2, 30):
        for k in range(n + 1):
            a, b, c = n + z * z, -(2 * k + z * z), k * k / n
            assert np.sign(b * b - 4 * a * c) == UP[sign]
            vertex, change = -b / (2 * a), a
            assert (0 < vertex < 1) == (where == "between") and (change > 0) == (lowest == "lowest")
            assert vertex == pytest.approx((k + z * z / 2) / (n + z * z))
    assert round(z * z / 2) == (2 if added.startswith("two") else 4)


def test_what_varies():
    varies, not_ = page_says(PAGE, "the interval {holds|misses} $p$.** The {interval|chance} varies")
    low, high = wilson(RNG.binomial(60, 0.3, 4000), 60)
    share = np.mean((low <= 0.3) & (0.3 <= high))
    assert (share if varies == "holds" else 1 - share) == pytest.approx(0.95, abs=0.02)
    assert np.ptp(low) > 0.1 and not_ == "interval"


def test_linked_fates_are_worth_fewer():
    fewer, short = page_says(PAGE, "Where the fates of a family go together, $n$ passengers count as {fewer|more}, so "
                             "the interval is usually too {short|long}")
    rates = np.repeat(RNG.random((4000, 30)) < 0.3, 2, axis=1).mean(axis=1)    # thirty pairs of one fate
    worth = 0.3 * 0.7 / rates.var()
    assert UP[fewer] * (worth - 60) > 0
    promised = np.mean(np.diff(wilson(60 * rates, 60), axis=0))
    assert UP[short] * (promised - 2 * 1.96 * rates.std()) > 0


def coverage(p, n, low, high):
    return binom.pmf(np.arange(n + 1), n, p)[(low <= p) & (p <= high)].sum()


def test_where_coverage_falls():
    where = page_says(PAGE, "The two differ in how soon, above all where $p$ is near {0 or 1|one half}")
    k, n = np.arange(41), 40
    reach = 1.96 * np.sqrt(k / n * (1 - k / n) / n)
    gap = {p: abs(coverage(p, n, *wilson(k, n)) - coverage(p, n, k / n - reach, k / n + reach))
           for p in (0.02, 0.04, 0.45, 0.5, 0.55, 0.96, 0.98)}
    ends, middle = ([v for p, v in gap.items() if (abs(p - 0.5) > 0.3) == far] for far in (True, False))
    assert min(ends) > 3 * max(middle) if where == "0 or 1" else min(middle) > 3 * max(ends)
    side, one, none = page_says(PAGE, "Let $p$ lie just {below|above} the lower end for $k = {1|0}$. Then only "
                                "$k = {0|1}$ has an interval that holds $p$")
    for n in (1, 5, 50):
        low, high = wilson(np.arange(n + 1), n)
        p = low[int(one)] * (1 + UP[side] * 1e-6)
        assert np.flatnonzero((low <= p) & (p <= high)).tolist() == [int(none)]
        assert coverage(p, n, low, high) == pytest.approx((1 - p)**n) and (1 - p)**n < 0.85


def test_a_prediction_for_others():
    more = page_says(PAGE, "A prediction for others needs {more|less} room")
    less, always = page_says(PAGE, "it differs from $\\hat p_n$ by $m/N$ times as {much|little} as $\\hat p_m$ does, "
                             "so the interval holds it nearly {always|never}")
    k, m = np.arange(501), 418
    chance, (low, high) = hypergeom.pmf(k, 1309, 500, 891), wilson(k, 891)
    others = chance[(low <= (500 - k) / m) & ((500 - k) / m <= high)].sum()
    everybody = chance[(low <= 500 / 1309) & (500 / 1309 <= high)].sum()
    assert UP[more] * (0.95 - others) > 0.1 and (everybody > 0.99) == (always == "always")
    assert abs(500 / 1309 - k / 891) == pytest.approx(m / 1309 * abs((500 - k) / m - k / 891)) and less == "much"


def test_densities_and_the_rate_where_they_meet():
    area = page_says(PAGE, "A density is a smoothed histogram with area {1|100}:")
    lived = KNOWN["Survived"] == 1
    f1, f0 = (gaussian_kde(KNOWN.loc[who, "Age"]) for who in (lived, ~lived))
    assert quad(lambda a: f1(a)[0], -40, 140, limit=200)[0] == pytest.approx(int(area), abs=1e-3)
    meet, half = page_says(PAGE, "both cancel and the rate is {$\\pi$|one half}: people of this age fared *like all "
                           "together*. The rate is {one half|$\\pi$} where $\\pi f_1 = (1 - \\pi) f_0$")
    again = page_says(PAGE, "Where two densities meet, the rate is that of {all together, not one half|one half}")
    pi, meets = 0.4, {"$\\pi$": 0.4, "one half": 0.5, "all together, not one half": 0.4}
    for one, other, words in ((0.02, 0.02, (meet, again)), (0.03, 0.02, (half,))):
        for word in words:
            assert pi * one / (pi * one + (1 - pi) * other) == pytest.approx(meets[word])


def test_the_older_passengers():
    fits, few = page_says(PAGE, "The number {does not fit|fits}, whether one begins above thirty or at forty."
                          ), page_says(PAGE, "some one rate lies in all three intervals, but the oldest are {few|many}")
    old = [KNOWN[KNOWN["Age"] > 30], KNOWN[KNOWN["Age"] >= 40], KNOWN[KNOWN["Age"] >= 60]]
    ends = np.array([survival(group)[1:] for group in old])
    assert ((ends[:2, 0] <= 0.5) & (0.5 <= ends[:2, 1])).any() == (fits == "fits")
    assert ends[:, 0].max() < ends[:, 1].min() and (len(old[2]) < 0.1 * len(old[0])) == (few == "few")


def test_bins_that_stand_out():
    which = page_says(PAGE, "With 8 bins one stands out, the {youngest|oldest}")
    less = page_says(PAGE, "and chance gives as many in {less|more} than one deal of a hundred")
    more, finds = page_says(PAGE, "More bins mean {more|fewer} looks, and so {more|fewer} finds by chance")
    age, alive = KNOWN["Age"].to_numpy(), KNOWN["Survived"].to_numpy()
    few, many = (bin_rates(age, alive, bins, 0.0) for bins in (8, 40))
    assert np.flatnonzero(few.apart).tolist() == [0 if which == "youngest" else 7]
    assert UP[less] * (many.chance_of_as_many - 0.01) > 0
    assert UP[finds] * (many.apart_by_chance - few.apart_by_chance) > 0 and UP[more] * (len(many.n) - 8) > 0


def test_the_ends_of_a_difference():
    end = page_says(PAGE, "At its {lower|upper} end the inequality of section 2 becomes an equation")
    chance = page_says(PAGE, "$(r - l)^2$ is $z^2$ times the variance of the rate if {$l$|$r$} is the chance")
    r, low = 10 / 62, dict(zip(("lower", "upper"), wilson(10, 62)))[end]
    p = {"$l$": low, "$r$": r}[chance]
    assert low < r and (r - low)**2 == pytest.approx(1.96**2 * p * (1 - p) / 62)
    extreme, first, second, side = page_says(
        PAGE, "The difference of the chances is {smallest|largest} when the first is {low|high} ($l_1$) and the second "
        "{high|low} ($u_0$), so for the {lower|upper} end we take the variances there")
    a, b = {"low": 0.2, "high": 0.6}, {"low": 0.3, "high": 0.4}
    gaps = [x - y for x in a.values() for y in b.values()]
    assert a[first] - b[second] == (min(gaps) if extreme == "smallest" else max(gaps)) and first == "low"
    value, *found = difference((0.35, *a.values()), (0.35, *b.values()))
    reach = np.hypot(0.35 - a[first], b[second] - 0.35)
    assert found[0 if side == "lower" else 1] == pytest.approx(value + UP[side] * reach)


def test_boys_girls_and_their_elders():
    up, down = page_says(PAGE, "Being a child went with survival for {boys|girls}, and with death for {girls|boys}?")
    males = KNOWN[KNOWN["Sex"] == "male"]
    ahead = {"boys": difference(survival(males[males["Age"] < 12]), survival(males[males["Age"] >= 12])),
             "girls": difference(survival(GIRLS), survival(WOMEN))}
    assert ahead[up][1] > 0 > ahead[down][2]
    longer, holds = page_says(PAGE, "counted by tickets, as the [next sitting](01b_titanic_features.ipynb) does, their "
                              "interval is {longer|shorter} and {holds|lacks} 0")
    parts = []
    for group in (GIRLS, WOMEN):        # tickets drawn with replacement, girls and women apart
        tally = group.groupby("Ticket")["Survived"].agg(["sum", "size"]).to_numpy()
        k, n = tally[np.random.default_rng(1).integers(len(tally), size=(4000, len(tally)))].sum(axis=1).T
        parts.append(k / n)
    low, high = np.percentile(parts[0] - parts[1], [2.5, 97.5])
    assert UP[longer] * (high - low - np.subtract(*ahead["girls"][:0:-1])) > 0
    assert (low < 0 < high) == (holds == "holds")


def test_causes_effects_and_what_lies_between():
    cause, effect = page_says(PAGE, "A **confounder** is a common {cause|effect} of two things"), page_says(
        PAGE, "A **collider** is a common *{effect|cause}*")
    c, x, y = RNG.random((3, 40000))
    made = {"cause": (c + x > 1, c + y > 1, c > 0.5), "effect": (x > 0.5, y > 0.5, x + y > 1)}

    def links(kind):
        a, b, third = made[kind]
        groups = np.floor(4 * c) == 1 if kind == "cause" else third
        return np.corrcoef(a, b)[0, 1], np.corrcoef(a[groups], b[groups])[0, 1]
    raw, fixed = links(cause)           # a link, of which little is left among alike
    assert raw > 0.3 and abs(fixed) < 0.1
    raw, fixed = links(effect)          # no link, until the third is held fixed
    assert abs(raw) < 0.02 and fixed < -0.2
    looks, all_ = page_says(PAGE, "In it {everybody|nobody} from second and third class has survived, so first class "
                            "looks {worst|best}")[::-1]
    rate = PEOPLE[(PEOPLE["Pclass"] == 1) | (PEOPLE["Survived"] == 1)].groupby("Pclass")["Survived"].mean()
    assert rate.loc[2:].eq(1 if all_ == "everybody" else 0).all() and UP[looks] * (rate[1] - rate[2]) > 0
    not_ = page_says(PAGE, "For the *total* effect of sex it must {not|always} be held fixed")
    sex = x > 0.5
    boat = c < np.where(sex, 0.8, 0.2)  # and a place in a boat alone decides
    alive = y < np.where(boat, 0.9, 0.1)
    gaps = [np.subtract(*(alive[where & who].mean() for who in (sex, ~sex))) for where in (sex | ~sex, boat, ~boat)]
    assert gaps[0] > 0.4 and np.abs(gaps[1:]).max() < 0.05 and not_ == "not"


def test_ports_class_and_sex():
    always, ahead = page_says(PAGE, "In each class C is {still|no longer} {ahead of|behind} S")
    most = page_says(PAGE, "but the ports happen to differ in it, and it decides {most|least}")
    rate = PEOPLE.groupby(["Pclass", "Embarked"])["Survived"].mean().unstack()
    raw = PEOPLE.groupby("Embarked")["Survived"].mean()
    assert (((rate["C"] > rate["S"]) == (ahead == "ahead of")) == (always == "still")).all() and raw["C"] > raw["S"]
    reach = {by: np.ptp(PEOPLE.groupby(by)["Survived"].mean()) for by in ("Sex", "Pclass", "Embarked")}
    assert reach["Sex"] == (max if most == "most" else min)(reach.values())


def test_one_mix_for_all():
    same, mix = page_says(PAGE, "with weights *that are the {same|own} for all ports*:"), page_says(
        PAGE, "the rate that the port would have if its passengers had the mix of {all|its own}")
    C = PEOPLE[PEOPLE["Embarked"] == "C"]
    k, n = C.groupby(["Pclass", "Sex"])["Survived"].agg(["sum", "size"]).to_numpy().T
    weights = {"own": n, "same": PEOPLE.groupby(["Pclass", "Sex"]).size().to_numpy()}
    raw = weights[same] @ (k / n) / weights[same].sum() - C["Survived"].mean()
    assert raw < -0.05 and mix == "all"     # by its own, nothing would be changed
    square = page_says(PAGE, "A term multiplied by $w_s$ has {$w_s^2$|$w_s$} times the variance")
    assert np.var(3.0 * RNG.permutation(50)) == pytest.approx((9 if square == "$w_s^2$" else 3) * np.var(np.arange(50)))
    small, large, long = page_says(PAGE, "A {small|large} stratum with a {large|small} weight makes the interval "
                                   "{long|short}")
    length = {(a, b): -np.subtract(*standardised_rate([size // 2, 50], [size, 100], [w, 1])[1:])
              for a, size in (("small", 4), ("large", 400)) for b, w in (("small", 0.1), ("large", 5))}
    assert length[small, large] == (max if long == "long" else min)(length.values())


def test_what_the_mix_cannot_mend():
    nothing = page_says(PAGE, "and if within each stratum the ports differ in {nothing|much} else that matters")
    purse = np.where(np.arange(20000) < 10000, RNG.random(20000), RNG.random(20000)**3)     # of two ports
    alive = RNG.random(20000) < purse                   # the port does nothing, the purse all
    assert alive[:10000].mean() - alive[10000:].mean() > 0.2 and nothing == "nothing"


def test_what_the_explorer_shows():
    hardly = page_says(PAGE, "*Sex* with class held fixed {hardly|clearly} moves")
    shrink, do = page_says(PAGE, "*Port* and *cabin* {shrink|grow}, whatever is held fixed; so {do|do not} *family*")
    told = [("family", "class"), ("class", "sex"), *((what, held) for what in ("port", "cabin")
                                                     for held in ("class", "sex", "class and sex"))]
    gaps = np.array([(compare(*pair).gap[0], *compare(*pair).raw_gap) for pair in [("sex", "class"), *told]])
    moved = gaps[:, 0] / gaps[:, 1]
    assert (abs(moved[0] - 1) < 0.1) == (hardly == "hardly")
    assert (moved[1:] < 0.85).all() == (shrink == "shrink") and do == "do"
    none, of = page_says(PAGE, "with sex held fixed cannot be compared: {no|each} stratum holds {both|neither} a Mrs")
    title = PEOPLE["Name"].str.extract(r", (Mrs|Mr)\.")[0]
    both = pd.crosstab(PEOPLE["Sex"], title).gt(0).all(axis=1)
    assert both.any() == (none != "no") and np.isnan(compare("title", "sex").gap[0]) and of == "both"


def test_girls_and_women_of_one_class():
    opposite = page_says(PAGE, "one order within each stratum, the {opposite|same} one in the whole")
    within, whole = page_says(PAGE, "Simpson's paradox: {within|across} the strata one order, in the {whole|strata}")
    few, died = page_says(PAGE, "In first class there is {only one girl|no girl}. She {died|lived}")
    (k1, n1), (k0, n0) = (group.groupby("Pclass")["Survived"].agg(["sum", "size"]).to_numpy().T
                          for group in (GIRLS, WOMEN))
    gap = (k1 / n1 - k0 / n0)[1:]
    total = k1[1:].sum() / n1[1:].sum() - k0[1:].sum() / n0[1:].sum()
    assert (gap > 0).all() and (np.sign(total) == -1) == (opposite == "opposite") == ((within, whole) == (
        "within", "whole"))
    assert (n1[0] == 1) == (few == "only one girl") and k1[0] == (0 if died == "died" else 1)
    before, after = page_says(PAGE, "**weights must be fixed {before|after} one looks**: whoever chooses "
                              "{afterwards|beforehand} can choose the answer")
    answers = [w @ (k1 / n1 - k0 / n0) for w in np.eye(3)]
    assert min(answers) < 0 < max(answers) and (before, after) == ("before", "afterwards")
    tell, agree = page_says(PAGE, "**the data {cannot|can} tell** whether"), page_says(
        PAGE, "Two questions, both defensible, {disagree|agree} about 0")
    held = [low <= 0 <= high for _, low, high in (difference(
        standardised_rate(k1, n1, w), standardised_rate(k0, n0, w)) for w in (n1 + n0, n1 * n0 / (n1 + n0)))]
    assert (len(set(held)) == 2) == (agree == "disagree") == (tell == "cannot")


def test_mantel_haenszel_weights():
    small, one, of = page_says(PAGE, "It is {small|large} as soon as {one|neither} of the two groups is {small|large}")
    favours = page_says(PAGE, "otherwise it is an average that favours the {large|small} strata")
    a, b = np.array([2, 500, 500]), np.array([500, 2, 500])
    w = a * b / (a + b)
    assert w[:2].max() < 2 < 100 < w[2] and (small, one, of) == ("small", "one", "small") and favours == "large"
    least = page_says(PAGE, "that is to $w_s$, give the mean with the {smallest|largest} variance")
    others = np.random.default_rng(2).dirichlet(np.ones(3), 500)
    variance = (others**2 / w).sum(axis=1)
    assert (UP[least] * (variance - 1 / w.sum()) <= 0).all()


def drawn_by_seaborn(common_norm, **look):
    """Return the points of seaborn's two curves, each of shape (n, 2)."""
    ax = Figure().subplots()
    sns.kdeplot(KNOWN, x="Age", hue="Survived", hue_order=[0, 1], common_norm=common_norm, fill=False, ax=ax, **look)
    return [np.asarray(line.get_xydata()) for line in ax.lines]


def test_what_seaborn_fills():
    each, both = page_says(PAGE, "With `common_norm={False|True}` each has the area 1. With "
                                 "`common_norm={False|True}`, the default, the area of each is the share")
    area = {word: [np.trapezoid(*curve.T[::-1]) for curve in drawn_by_seaborn(word == "True")] for word in (each, both)}
    assert area[each] == pytest.approx([1, 1], abs=0.01) and sum(area[both]) == pytest.approx(1, abs=0.01)
    assert inspect.signature(sns.kdeplot).parameters["common_norm"].default == (both == "True")


def test_without_the_shares():
    many = page_says(PAGE, "the rate of an age if *{half|none} of all* had survived, with the same densities")
    height = page_says(PAGE, "Where the densities meet, it is at one {half|third}.")
    lived = KNOWN["Survived"] == 1
    f1, f0 = (gaussian_kde(KNOWN.loc[rows, "Age"]) for rows in (lived, ~lived))
    age, border = min(drawn_by_seaborn(False, multiple="fill", clip=(0, 75)), key=lambda curve: curve[:, 1].mean()).T
    pi = {"half": 0.5, "none": 0.0}[many]
    assert border == pytest.approx(pi * f1(age) / (pi * f1(age) + (1 - pi) * f0(age)), abs=1e-6)
    meeting = np.argmin(abs(f1(age) - f0(age)) + (abs(age - 30) > 5))
    assert border[meeting] == pytest.approx({"half": 1 / 2, "third": 1 / 3}[height], abs=0.01)


def test_the_interval_and_who_is_outside():
    page = "01_titanic_eda"
    opens, where = page_says(page, "a parabola in $p$ that opens {upwards|downwards}, so it is at most 0 "
                             "{between|outside} its two roots")
    n, share, z = 40, 0.3, 1.96
    low, high = np.roots([n + z * z, -2 * n * share - z * z, n * share**2])[::-1].real
    p = np.linspace(0, 1, 500)
    values = n * (share - p)**2 - z * z * p * (1 - p)
    assert np.sign(values[-1] - 2 * values[len(p) // 2] + values[0]) == UP[opens]
    inside = (low <= p) & (p <= high)
    assert ((values <= 0) == (inside if where == "between" else ~inside)).all()
    to = page_says(page, "but it moves towards {0|1} (and its mirror image towards {1|0}) as $n$ grows")
    ends = [wilson(1, n, z)[0] for n in (10, 100, 1000)]
    assert (np.diff(ends) < 0).all() and ends[-1] < 0.001 and to == ["0", "1"]
    sides, more = page_says(page, "the two rates lie on {different|equal} sides of the rate of all, and they "
                            "differ by {more|less} than our rate is off")
    alive = RNG.permutation(np.arange(900) < 340)
    ours, theirs = alive[:600].mean(), alive[600:].mean()
    assert ((ours - alive.mean()) * (theirs - alive.mean()) < 0) == (sides == "different")
    assert UP[more] * (abs(ours - theirs) - abs(ours - alive.mean())) > 0


def test_girls_women_and_ports():
    page, people = "01_titanic_eda", load_titanic()
    females = people[(people["Sex"] == "female") & people["Age"].notna()]
    girls = females[females["Age"] < 12]
    women = females[females["Age"] >= 12]
    which, rates, share, second = page_says(
        page, "Most of these girls travelled {third|second|first} class, where rates are {low|high}, and a "
        "{larger|smaller} share of the women {second|third}")
    number = {"first": 1, "second": 2, "third": 3}
    assert (girls["Pclass"] == number[which]).mean() > 0.5
    rate = females.groupby("Pclass")["Survived"].mean()
    assert (rate[number[which]] == rate.min()) == (rates == "low")
    assert UP[share] * np.subtract(*((part["Pclass"] == number[second]).mean() for part in (women, girls))) > 0
    far, here, there = page_says(page, "For these women $v$ is far {smaller|larger} in {first|third} class than in "
                                 "{third|first}")
    p = women.groupby("Pclass")["Survived"].mean()
    v = p * (1 - p)
    assert UP[far] * np.log(v[number[here]] / v[number[there]]) > np.log(2)
    more, often = page_says(page, "Passengers from Cherbourg (C) survived {more|less} often than those from "
                            "{Southampton|Queenstown} (S)")
    port = people.groupby("Embarked")["Survived"].mean()
    assert UP[more] * (port["C"] - port[["S", "Q"]].max()) > 0 and often == "Southampton"


def test_wilson_s_interval():
    far, often = page_says("01_titanic_eda", "the rate is at {most|least} $z$ standard errors away. In "
                           "about ${95|90|5}\\,\\%$ of all repetitions")
    p, z = np.linspace(0.001, 0.999, 999), 1.96
    low, high = wilson(7, 40, z)
    kept = {"most": np.less_equal, "least": np.greater_equal}[far](np.abs(7 / 40 - p), z * np.sqrt(p * (1 - p) / 40))
    assert (kept == ((low <= p) & (p <= high))).all()
    k = np.arange(41)
    ends = np.array([wilson(hits, 40, z) for hits in k])
    share = [binom.pmf(k, 40, c) @ ((ends[:, 0] <= c) & (c <= ends[:, 1])) for c in np.linspace(0.1, 0.9, 81)]
    assert np.mean(share) == pytest.approx(int(often) / 100, abs=0.01)
