"""What sitting 01b says in words and cannot compute into its sentences, asserted here."""
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from scipy.stats import binom, gaussian_kde, hypergeom, norm

from coursekit.datasets import load_ptitanic, load_titanic
from coursekit.explorers.titanic_bins import bin_rates
from coursekit.explorers.titanic_confounder import FEATURES, STRATA, compare, passengers
from coursekit.statistics import difference, standardised_rate, wilson, wilson_interval

SIX = ["Pclass", "Survived", "Sex", "Age", "SibSp", "Parch"]
Z = 1.96


@pytest.fixture(scope="module")
def titanic():
    return load_titanic()


@pytest.fixture(scope="module")
def known(titanic):
    return titanic.dropna(subset=["Age"])


@pytest.fixture(scope="module")
def others(titanic):
    longer = load_ptitanic().set_axis(SIX, axis=1)
    longer = longer.assign(Pclass=longer["Pclass"].astype(str).str[0].astype(int),
                           Survived=(longer["Survived"] == "survived").astype(int))
    counts = [f[SIX].astype({"Sex": str}).round(2).value_counts(dropna=False)
              for f in (longer, titanic)]
    left = counts[0].sub(counts[1], fill_value=0)
    assert left.min() == 0
    return left.index.repeat(left.astype(int)).to_frame(index=False)


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


# --- section 1 -----------------------------------------------------------------------------------


def test_what_is_missing_is_what_the_report_prints(titanic, golden):
    missing = (100 * titanic.isna().mean()).round(2)
    printed = golden["titanic"]["missing_percent"]
    assert {c: missing[c] for c in printed} == printed


def test_the_dictionary_is_right(titanic):
    """Babies have fractions, estimates end in a half, and one fare goes with one ticket."""
    age = titanic["Age"].dropna()
    assert (age[(age < 1)] % 1 > 0).all() and set(age[age > 1] % 1) == {0, 0.5}
    assert (titanic.groupby("Ticket")["Fare"].nunique() > 1).sum() == 1
    assert titanic["Ticket"].nunique() < len(titanic)


def test_the_sex_rule_is_said_the_right_way_round(titanic):
    """“Whoever survived was female” is another sentence, and true of more rows."""
    female, alive = titanic["Sex"] == "female", titanic["Survived"] == 1
    assert (female == alive).mean() == pytest.approx(0.7868, abs=5e-5)
    assert (~alive | female).mean() == pytest.approx(0.878, abs=5e-4)


# --- section 2 -----------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(n=st.integers(1, 500), share=st.floats(0, 1), z=st.floats(0.5, 4))
def test_the_interval_is_all_chances_that_pass(n, share, z):
    k = round(share * n)
    low, high = wilson(k, n, z)
    assert -1e-12 <= low <= k / n + 1e-12 and k / n - 1e-12 <= high <= 1 + 1e-12
    p = np.linspace(0, 1, 101)
    passes = (k / n - p) ** 2 <= z**2 * p * (1 - p) / n
    clear = np.minimum(abs(p - low), abs(p - high)) > 1e-9
    assert (passes == (low <= p) & (p <= high))[clear].all()
    mirrored = wilson(n - k, n, z)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-9)


def test_the_longer_side_is_towards_one_half():
    for n in (5, 62, 500):
        for k in range(n + 1):
            low, high = wilson(k, n)
            longer = (high - k / n) - (k / n - low)
            assert np.sign(np.round(longer, 12)) == np.sign(n - 2 * k)


def test_large_families_have_the_printed_interval(titanic, golden):
    n, k = golden["titanic"]["count_survived"]["family"]["4+"]
    large = titanic[titanic["SibSp"] + titanic["Parch"] > 3]["Survived"]
    assert (large.sum(), len(large)) == (k, n) == (10, 62)
    assert wilson(k, n) == pytest.approx((0.0900, 0.2721), abs=5e-5)
    assert wilson_interval(k, n) == pytest.approx(wilson(k, n), abs=1e-5)


# --- section 3 -----------------------------------------------------------------------------------


def coverage(p, n, ends=wilson):
    k = np.arange(n + 1)
    low, high = ends(k, n)
    return (binom.pmf(k, n, p[:, None]) * ((low <= p[:, None]) & (p[:, None] <= high))).sum(1)


def test_both_intervals_keep_the_promise_at_last_and_wilson_s_sooner():
    def wald(k, n):
        reach = Z * np.sqrt(k / n * (1 - k / n) / n)
        return k / n - reach, k / n + reach
    for p in (0.05, 0.16, 0.5):
        for ends in (wilson, wald):
            assert coverage(np.array([p]), 20_000, ends)[0] == pytest.approx(0.95, abs=0.004)
    even = np.linspace(0.001, 0.999, 999)
    assert coverage(even, 20, wald).mean() < 0.86 < 0.95 < coverage(even, 20).mean()


@pytest.mark.parametrize("n", [5, 20, 100])
def test_the_dip_is_where_only_nobody_holds_p(n):
    below = wilson(1, n)[0] * (1 - 1e-9)
    assert coverage(np.array([below]), n)[0] == pytest.approx((1 - below) ** n)
    grid = np.r_[np.linspace(1e-4, 1 - 1e-4, 4001), below]
    assert coverage(grid, n).min() == pytest.approx((1 - below) ** n, abs=2e-3)
    assert coverage(grid, n).mean() == pytest.approx(0.953, abs=0.004)


def test_linked_fates_can_break_the_promise_and_can_overkeep_it():
    """Families of four that share one fate break it; of each pair one lives: it always holds."""
    k, p = np.arange(51), 0.4
    low, high = wilson(4 * k, 200)
    assert binom.pmf(k, 50, p) @ ((low <= p) & (p <= high)) < 0.75
    pairs = np.arange(1, 500)
    low, high = wilson(pairs, 2 * pairs)
    assert ((low < 0.5) & (0.5 < high)).all()


def test_the_dip_has_a_limit():
    lost = 1 + Z**2 / 2 - Z * np.sqrt(1 + Z**2 / 4)
    assert lost == pytest.approx(0.1765, abs=5e-5)
    assert 10**6 * wilson(1, 10**6)[0] == pytest.approx(lost, rel=1e-5)
    assert np.exp(-lost) == pytest.approx(0.838, abs=5e-4)


def test_the_others_are_what_is_left(others):
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


def test_a_division_by_lot_has_one_noise_and_the_variance_that_the_page_derives():
    k, v = np.arange(501), 500 / 1309 * (1 - 500 / 1309)
    weight, ours, others = hypergeom.pmf(k, 1309, 500, 891), k / 891, (500 - k) / 418
    assert np.corrcoef(ours, others)[0, 1] == pytest.approx(-1)
    assert ours - others == pytest.approx(1309 / 418 * (ours - 500 / 1309))
    assert ours - 500 / 1309 == pytest.approx(418 / 1309 * (ours - others))

    def variance(x):
        return weight @ (x - weight @ x) ** 2
    assert variance(ours) == pytest.approx(v / 891 * 418 / 1308)
    assert variance(ours - others) == pytest.approx(v * (1 / 891 + 1 / 418) * 1309 / 1308)


# --- section 4 -----------------------------------------------------------------------------------


def test_where_densities_meet_the_rate_is_that_of_all(known):
    lived = known["Survived"] == 1
    f1, f0 = gaussian_kde(known.loc[lived, "Age"]), gaussian_kde(known.loc[~lived, "Age"])
    age = np.linspace(25, 75, 5001)
    meeting = age[age < 35][np.argmin(abs(f1(age) - f0(age))[age < 35])]
    pi = lived.mean()
    rates = pi * f1(age) / (pi * f1(age) + (1 - pi) * f0(age))
    assert meeting == pytest.approx(31, abs=0.5)
    assert rates[age == meeting][0] == pytest.approx(pi, abs=1e-3)
    assert rates[age > 30].max() < 0.5


def test_the_ages_where_the_curves_meet_fare_as_all_do_when_counted(known):
    for reach in (2, 3, 4, 5):
        close = known[abs(known["Age"] - 30.7) <= reach]
        assert rate(close)[1] < known["Survived"].mean() < rate(close)[2]


def test_one_rate_is_in_all_intervals_of_the_older_and_it_is_not_one_half(known):
    ends = np.array([rate(known[rows])[1:] for rows in (
        known["Age"] > 30, known["Age"] >= 40, known["Age"] >= 60)])
    assert ends[:, 0].max() < ends[:, 1].min() < 0.5


def test_above_thirty_one_half_is_outside_and_age_hardly_matters(known):
    over = known[known["Age"] > 30]
    assert rate(over) == pytest.approx((0.407, 0.353, 0.463), abs=5e-4)
    bands = pd.cut(known["Age"], [30, 40, 50, 60, 81], right=False)
    cells = known.groupby(bands, observed=True)["Survived"].agg(["sum", "size"])
    low, high = wilson(cells["sum"], cells["size"])
    assert ((low < over["Survived"].mean()) & (over["Survived"].mean() < high)).all()


@pytest.mark.parametrize("bins, apart, chance, often", [(8, 1, 0.29, 0.24), (40, 6, 1.68, 0.006)])
def test_what_stands_out_and_how_often_chance_gives_as_many(known, bins, apart, chance, often):
    age, survived = known["Age"].to_numpy(), known["Survived"].to_numpy()
    found, rng = bin_rates(age, survived, bins, 0.0), np.random.default_rng(5)
    assert found.apart[0] and found.apart.sum() == apart
    assert found.apart_by_chance == pytest.approx(chance, abs=0.01)
    assert found.chance_of_as_many == pytest.approx(often, abs=0.015 if often > 0.1 else 0.003)
    dealt = [bin_rates(age, rng.permutation(survived), bins, 0.0).apart.sum() for _ in range(500)]
    assert np.mean(np.array(dealt) >= apart) == pytest.approx(often, abs=0.06)


# --- sections 5 and 6 ----------------------------------------------------------------------------


def test_boys_and_girls_beside_grown_ups(known):
    child, female = known["Age"] < 12, known["Sex"] == "female"
    boys = difference(rate(known[child & ~female]), rate(known[~child & ~female]))
    girls = difference(rate(known[child & female]), rate(known[~child & female]))
    assert boys == pytest.approx((0.380, 0.216, 0.533), abs=6e-4)
    assert girls == pytest.approx((-0.184, -0.362, -0.022), abs=6e-4)


def test_by_tickets_the_girls_interval_is_longer_and_holds_zero(known):
    """Tickets drawn with replacement: a family comes or stays away as a whole."""
    group = known[known["Sex"] == "female"]
    ticket, child = pd.factorize(group["Ticket"])[0], (group["Age"] < 12).to_numpy()
    alive, draws = group["Survived"].to_numpy(), []
    for _ in range(1500):
        drawn = np.random.default_rng(len(draws)).integers(ticket.max() + 1, size=ticket.max() + 1)
        times = np.bincount(drawn, minlength=ticket.max() + 1)[ticket]
        draws.append(np.average(alive[child], weights=times[child])
                     - np.average(alive[~child], weights=times[~child]))
    found = np.percentile(draws, [2.5, 97.5])
    assert found == pytest.approx((-0.41, 0.04), abs=0.03) and found[0] < 0 < found[1]
    plain = difference(rate(group[child]), rate(group[~child]))
    assert np.ptp(found) > plain[2] - plain[1]


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


@pytest.mark.parametrize("feature, fixed", [(f, s) for f in FEATURES for s in STRATA
                                            if FEATURES[f] not in STRATA[s]])
def test_the_explorer_s_mix_is_that_of_the_strata_which_highest_and_lowest_share(feature, fixed):
    people, found = passengers(), compare(feature, fixed)
    keys = list(STRATA[fixed]) or [np.zeros(len(people))]
    n = people.groupby([*keys, FEATURES[feature]]).size().unstack(fill_value=0)
    shared = n[(n[found.top] > 0) & (n[found.bottom] > 0)]
    for level in n:
        has_rate = len(shared) > 0 and bool((shared[level] > 0).all())
        assert np.isfinite(found.standardised["rate"][level]) == has_rate
    if (feature, fixed) == ("family", "class and sex"):
        assert (n["4+"] == 0).any() and np.isfinite(found.standardised["rate"]["4+"])


def test_at_an_end_of_the_interval_its_variance_stands():
    for k, n in ((10, 62), (0, 5), (40, 41)):
        for end in wilson(k, n):
            assert (k / n - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / n, abs=1e-12)


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
    assert first["C"] == pytest.approx(1 / 2, abs=0.01) and first["S"] == pytest.approx(0.2, abs=0.01)


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


# --- section 7 -----------------------------------------------------------------------------------


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
            _, low, high = gap(rng.binomial(n1.astype(int), girls), rng.binomial(n0.astype(int), women))
            held.append(low <= true <= high)
        assert np.mean(held) == pytest.approx(0.95, abs=0.035)


@pytest.mark.parametrize("girls", [10, 12, 13, 15, 16])
@pytest.mark.parametrize("women", [None, 16, 18, 20, 30, 35])
def test_wherever_one_cuts_the_data_cannot_tell(known, girls, women):
    """Raw, the women are ahead; at the same class 0 is in every interval."""
    female = known[known["Sex"] == "female"]
    young, grown = female[female["Age"] < girls], female[female["Age"] >= (women or girls)]
    assert difference(rate(young), rate(grown))[0] < 0
    value, low, high = within_class(young, grown)
    assert low < 0 < high and value > -1e-3


def test_boys_were_ahead_in_every_class_and_within_them(known):
    male = known[known["Sex"] == "male"]
    boys, men = male[male["Age"] < 12], male[male["Age"] >= 12]
    (k1, n1), (k0, n0) = table(boys), table(men)
    assert (k1 / n1 > k0 / n0).all()
    assert within_class(boys, men) == pytest.approx((0.422, 0.281, 0.557), abs=6e-4)
    at_mix = difference(*[standardised_rate(k, n, n1 + n0) for k, n in ((k1, n1), (k0, n0))])
    assert at_mix == pytest.approx((0.456, 0.286, 0.571), abs=6e-4)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 99), st.floats(0.1, 9)),
                min_size=2, max_size=6))
def test_no_weights_have_a_smaller_variance_than_these(strata):
    n1, n0, factor = (np.array(v) for v in zip(*strata, strict=True))

    def variance(w):
        return ((w / w.sum()) ** 2 * (1 / n1 + 1 / n0)).sum()
    best = n1 * n0 / (n1 + n0)
    assert variance(best) <= variance(best * factor) * (1 + 1e-12)


def test_the_classes_alone_would_give_all_of_the_raw_difference(known):
    """Everybody gets the rate of her class; the weights' variances are far from equal here."""
    female = known[known["Sex"] == "female"]
    expected, child = female.groupby("Pclass")["Survived"].transform("mean"), female["Age"] < 12
    assert expected[child].mean() - expected[~child].mean() == pytest.approx(-0.187, abs=1e-3)
    raw = female[child]["Survived"].mean() - female[~child]["Survived"].mean()
    assert raw == pytest.approx(-0.184, abs=1e-3)
    p = female[~child].groupby("Pclass")["Survived"].mean()
    assert (p * (1 - p))[3] > 9 * (p * (1 - p))[1]


# -- conditions without which a theorem fails, and general claims ------------------------


def test_the_promised_coverage_is_a_limit_and_needs_independent_fates():
    p, z = 0.4, 1.96

    def held(n, copies):
        k = np.arange(n + 1)
        near = np.abs(k / n - p) <= z * np.sqrt(p * (1 - p) / (copies * n))
        return binom.pmf(k, n, p)[near].sum()

    def worst(n):
        return max(abs(sum(binom.pmf(k, n, q) for k in range(n + 1)
                           if abs(k / n - q) <= z * np.sqrt(q * (1 - q) / n)) - 0.95) for q in (0.3, 0.5))
    assert abs(held(10_000, 1) - 0.95) < 0.003 and held(10_000, 2) < 0.9    # pairs: the second copies the first
    assert worst(2000) < worst(5)


def test_the_two_intervals_differ_where_the_chance_is_near_0_or_1():
    def wald(k, n):
        reach = 1.96 * np.sqrt(k / n * (1 - k / n) / n)
        return k / n - reach, k / n + reach
    p = np.array([0.02, 0.04, 0.96, 0.98, 0.45, 0.5, 0.55])
    gap = np.abs(coverage(p, 40) - coverage(p, 40, wald))
    assert gap[:4].min() > 3 * gap[4:].max()


def test_narrower_bins_have_longer_intervals(known):
    lengths = [np.nanmean(found.high - found.low) for found in
               (bin_rates(known["Age"].to_numpy(), known["Survived"].to_numpy(), bins, 0.0) for bins in (4, 8, 20, 40))]
    assert (np.diff(lengths) > 0).all()


def test_a_common_cause_makes_a_link_and_a_common_effect_that_is_held_fixed_makes_one_too():
    c, x, y = np.random.default_rng(0).random((3, 40_000))
    a, b, alike = c + x > 1, c + y > 1, np.floor(4 * c) == 1            # a cause, and among alike
    assert np.corrcoef(a, b)[0, 1] > 0.3 and abs(np.corrcoef(a[alike], b[alike])[0, 1]) < 0.1
    a, b, third = x > 0.5, y > 0.5, x + y > 1                           # an effect of both
    assert abs(np.corrcoef(a, b)[0, 1]) < 0.02 and np.corrcoef(a[third], b[third])[0, 1] < -0.2


def test_what_lies_between_cause_and_effect_may_not_be_held_fixed():
    c, x, y = np.random.default_rng(1).random((3, 40_000))
    sex = x > 0.5
    boat = c < np.where(sex, 0.8, 0.2)              # a place in a boat decides, and nothing else
    alive = y < np.where(boat, 0.9, 0.1)
    gaps = [alive[where & sex].mean() - alive[where & ~sex].mean() for where in (sex | ~sex, boat, ~boat)]
    assert gaps[0] > 0.4 and np.abs(gaps[1:]).max() < 0.05


def test_a_small_stratum_with_a_large_weight_makes_the_interval_long():
    length = {(size, w): -np.subtract(*standardised_rate([size // 2, 50], [size, 100], [w, 1])[1:])
              for size in (4, 400) for w in (0.1, 5)}
    assert max(length, key=length.get) == (4, 5)


def test_a_mantel_haenszel_weight_is_small_as_soon_as_one_group_is():
    a, b = np.array([2, 500, 500]), np.array([500, 2, 500])
    w = a * b / (a + b)
    assert w[:2].max() < 2 < 100 < w[2]
    others = np.random.default_rng(2).dirichlet(np.ones(3), 500)
    assert ((others**2 / w).sum(axis=1) >= 1 / w.sum() - 1e-12).all()   # the mean of smallest variance


def test_what_seaborn_s_common_norm_and_its_filled_densities_show(known):
    """With `common_norm` each area is a share; filled without it, the rate as if half of all had survived."""
    def curves(common_norm, **look):
        ax = Figure().subplots()
        sns.kdeplot(known, x="Age", hue="Survived", hue_order=[0, 1], common_norm=common_norm, fill=False, ax=ax, **look)
        return [np.asarray(line.get_xydata()) for line in ax.lines]
    areas = {norm: [np.trapezoid(*curve.T[::-1]) for curve in curves(norm)] for norm in (False, True)}
    assert areas[False] == pytest.approx([1, 1], abs=0.01) and sum(areas[True]) == pytest.approx(1, abs=0.01)
    f1, f0 = (gaussian_kde(known.loc[known["Survived"] == lived, "Age"]) for lived in (1, 0))
    age, border = min(curves(False, multiple="fill", clip=(0, 75)), key=lambda curve: curve[:, 1].mean()).T
    assert border == pytest.approx(f1(age) / (f1(age) + f0(age)), abs=1e-6)
