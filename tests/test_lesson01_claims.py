"""What lesson 01 says in words and cannot compute into its sentences, asserted here."""
import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import load_titanic
from coursekit.plots.titanic import plot_age_crossing, plot_fares
from coursekit.statistics import rate_table, standardised_rates, wilson_interval


@pytest.fixture(scope="module")
def titanic():
    return load_titanic()


def test_three_columns_have_holes_and_one_is_mostly_hole(titanic):
    share = titanic.isna().mean()
    assert (share > 0).sum() == 3 and (share > 0.5).sum() == 1


def test_the_density_curves_cross_near_thirty(titanic):
    figure = plot_age_crossing(titanic, [0, 30, 81], "crossing")
    lived, died = figure.axes[0].lines[:2]
    x, gap = lived.get_xdata(), lived.get_ydata() - np.interp(
        lived.get_xdata(), died.get_xdata(), died.get_ydata())
    crossings = x[1:][np.diff(np.sign(gap)) != 0]
    assert np.min(np.abs(crossings - 30)) < 3


def test_over_thirty_the_rate_is_surely_not_one_half(titanic, golden):
    over = titanic[titanic["Age"] > 30]["Survived"]
    low, high = wilson_interval(over.sum(), len(over))
    assert high < 0.5 and over.mean() == pytest.approx(0.407, abs=5e-4)


def test_the_order_of_the_two_young_groups_is_open(titanic):
    bands = pd.cut(titanic["Age"], [0, 12, 16], right=False)
    young = rate_table(titanic.assign(band=bands), "band", "Survived")
    assert young["rate"].iloc[1] > young["rate"].iloc[0]
    assert young["low"].iloc[1] < young["rate"].iloc[0]


def test_being_a_child_helped_boys_and_not_girls(titanic):
    bands = pd.cut(titanic["Age"], [0, 12, 30, 81], right=False)
    rate = rate_table(titanic.assign(band=bands), ["Sex", "band"], "Survived")["rate"].unstack()
    boys, girls = rate.loc["male"], rate.loc["female"]
    assert boys.iloc[0] > max(boys.iloc[1:]) and girls.iloc[0] < min(girls.iloc[1:])


def test_four_of_five_titles_fix_the_sex(titanic):
    title = titanic["Name"].str.extract(r",\s*([^.]+)\.")[0]
    sexes = titanic.groupby(title)["Sex"].nunique()
    assert (sexes[["Mr", "Miss", "Mrs", "Master"]] == 1).all()
    rest = titanic[~title.isin(["Mr", "Miss", "Mrs", "Master"])]
    assert rest["Sex"].nunique() == 2


def test_beyond_two_relatives_the_intervals_are_wide(titanic):
    for column in ("SibSp", "Parch"):
        table = rate_table(titanic, column, "Survived")
        many = table[table.index > 2]
        assert (many["high"] - many["low"]).min() > 0.3


def test_half_of_the_gap_of_port_and_of_cabin_is_class_and_sex(titanic):
    strata = ["Pclass", "Sex"]
    port = standardised_rates(titanic, "Embarked", "Survived", strata)
    gap = port.loc["C"] - port.loc["S"]
    assert 0.45 < gap["standardised"] / gap["raw"] < 0.55
    known = titanic.assign(known=titanic["Cabin"].notna())
    cabin = standardised_rates(known, "known", "Survived", strata)
    gap = cabin.loc[True] - cabin.loc[False]
    assert [round(100 * g, 1) for g in gap[["raw", "standardised"]]] == [36.7, 19.2]


def test_the_more_one_paid_the_better_one_fared(titanic):
    assert rate_table(titanic, "Pclass", "Survived")["rate"].is_monotonic_decreasing
    bands = titanic.assign(band=pd.qcut(titanic["Fare"], 3))
    assert rate_table(bands, "band", "Survived")["rate"].is_monotonic_increasing


def test_a_fifth_of_the_ages_is_missing(titanic):
    assert 0.19 < titanic["Age"].isna().mean() < 0.21


def test_the_fare_figure_holds_everybody_on_the_scale_of_its_data(titanic):
    ax = plot_fares(titanic, "fares").axes[0]
    assert sum(bar.get_height() for bar in ax.patches) == len(titanic)
    right = max(bar.get_x() + bar.get_width() for bar in ax.patches)
    assert right == pytest.approx(titanic["Fare"].max())
