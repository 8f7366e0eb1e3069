"""What lesson 01 says in words and cannot compute into its sentences, asserted here."""
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.figure import Figure
from scipy.stats import binom, gaussian_kde

from coursekit.datasets import load_titanic
from coursekit.lessons.lesson01.explorers.age_bins import bin_rates
from coursekit.statistics import wilson, wilson_interval


@pytest.fixture(scope="module")
def titanic():
    return load_titanic()


@pytest.fixture(scope="module")
def known(titanic):
    return titanic.dropna(subset=["Age"])


def rate(group):
    return (group["Survived"].mean(), *wilson(group["Survived"].sum(), len(group)))


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


def test_at_equal_sex_and_class_survival_falls_with_age_from_thirty_on(known):
    """By Fisher's interval of the pooled correlation, with the mean of each cell taken off."""
    older = known[known["Age"] >= 30]
    cells = older.groupby(["Sex", "Pclass"])
    age, fate = (older[c] - cells[c].transform("mean") for c in ("Age", "Survived"))
    r = np.corrcoef(age, fate)[0, 1]
    assert np.arctanh(r) + 1.96 / np.sqrt(len(older) - 5 - 3) < 0
    assert abs(older["Age"].corr(older["Survived"])) < 0.1


@pytest.mark.parametrize("bins, apart, chance, often", [(8, 1, 0.29, 0.24), (40, 6, 1.68, 0.006)])
def test_what_stands_out_and_how_often_chance_gives_as_many(known, bins, apart, chance, often):
    age, survived = known["Age"].to_numpy(), known["Survived"].to_numpy()
    found, rng = bin_rates(age, survived, bins, 0.0), np.random.default_rng(5)
    assert found.apart[0] and found.apart.sum() == apart
    assert found.apart_by_chance == pytest.approx(chance, abs=0.01)
    assert found.chance_of_as_many == pytest.approx(often, abs=0.015 if often > 0.1 else 0.003)
    dealt = [bin_rates(age, rng.permutation(survived), bins, 0.0).apart.sum() for _ in range(500)]
    assert np.mean(np.array(dealt) >= apart) == pytest.approx(often, abs=0.06)


def test_narrower_bins_have_longer_intervals(known):
    lengths = [
        np.nanmean(found.high - found.low)
        for found in (
            bin_rates(known["Age"].to_numpy(), known["Survived"].to_numpy(), bins, 0.0)
            for bins in (4, 8, 20, 40)
        )
    ]
    assert (np.diff(lengths) > 0).all()


def test_what_seaborn_s_common_norm_and_its_filled_densities_show(known):
    """With `common_norm` each area is a share; without it, a rate as if half had survived."""

    def curves(common_norm, **look):
        ax = Figure().subplots()
        sns.kdeplot(
            known,
            x="Age",
            hue="Survived",
            hue_order=[0, 1],
            common_norm=common_norm,
            fill=False,
            ax=ax,
            **look,
        )
        return [np.asarray(line.get_xydata()) for line in ax.lines]

    areas = {
        norm: [np.trapezoid(*curve.T[::-1]) for curve in curves(norm)] for norm in (False, True)
    }
    assert areas[False] == pytest.approx([1, 1], abs=0.01) and sum(areas[True]) == pytest.approx(
        1, abs=0.01
    )
    f1, f0 = (gaussian_kde(known.loc[known["Survived"] == lived, "Age"]) for lived in (1, 0))
    age, border = min(
        curves(False, multiple="fill", clip=(0, 75)), key=lambda curve: curve[:, 1].mean()
    ).T
    assert border == pytest.approx(f1(age) / (f1(age) + f0(age)), abs=1e-6)


@pytest.mark.parametrize(
    "sizes, chances", [((6, 10, 14), (0.2, 0.35, 0.5)), ((30,), (0.05, 0.1, 0.9))]
)
def test_wilson_is_nearer_to_its_promise_than_the_bootstrap_where_groups_are_small_or_rates_extreme(
    sizes, chances
):
    """How much nearer its coverage is to 95%: little in large groups with middling rates."""

    def ahead(n, p):
        k = np.arange(n + 1)
        ends = [
            np.array([wilson_interval(a, n) for a in k]).T,
            np.array([binom.ppf(q, n, k / n) / n for q in (0.025, 0.975)]),
        ]
        off = [abs(binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum() - 0.95) for low, high in ends]
        return off[1] - off[0]
    gain = np.mean([ahead(n, p) for n in sizes for p in chances])
    assert gain > 0 and gain > np.mean([ahead(300, p) for p in (0.4, 0.5, 0.6)])
