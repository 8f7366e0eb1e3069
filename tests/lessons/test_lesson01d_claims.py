"""What sitting 01d says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself.
"""
from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2, chi2_contingency, hypergeom
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder

from coursekit.datasets import load_titanic
from coursekit.exercise.registry import find
from coursekit.explorers.titanic_imputation import POLICIES, Imputation
from coursekit.statistics import clustered_interval, difference, rate_table, standardised_rate, wilson_interval
from coursekit.titanic import AgeImputer, TitleExtractor, raw_titles
from fixtures.passengers import design_matrix, profile_ceiling
from page_code import page_functions

KEYS = ("title-of", "title-median", "ceiling")
SEVEN = ["Title", "Family", "Fare", "Age", "Sex", "Pclass", "Embarked"]


@pytest.fixture(scope="module")
def titanic():
    frame = load_titanic()
    return frame.assign(Title=TitleExtractor(rest="rare").fit_transform(frame)["Title"])


@pytest.fixture(scope="module")
def page(titanic):
    return page_functions(
        "01d_titanic_features", pd=pd, titanic=titanic, SEVEN=SEVEN, STRATA=["Pclass", "Sex"],
        weights=titanic.groupby(["Pclass", "Sex"]).size(), difference=difference,
        rate_table=rate_table,
        standardised_rate=standardised_rate, wilson_interval=wilson_interval,
        **{find(key).variable: find(key).reference for key in KEYS},
        rng=np.random.default_rng(0), large=titanic[titanic["SibSp"] + titanic["Parch"] > 3])


@pytest.fixture(scope="module")
def ceiling():
    return find("ceiling").reference


@pytest.fixture(scope="module")
def profile(titanic, page):
    aboard = titanic.dropna(subset="Embarked")
    filled = find("title-median").reference().fit(titanic).transform(aboard)
    return page["features"](filled).agg(" | ".join, axis=1)


# -- titles and tickets ----------------------------------------------------------------


def test_the_learner_s_titles_are_the_library_s(titanic):
    title_of = find("title-of").reference
    assert titanic["Name"].map(title_of).equals(raw_titles(titanic["Name"]).astype(str))


def test_a_master_is_a_boy(titanic):
    masters = titanic[titanic["Title"] == "Master"]
    assert set(masters["Sex"]) == {"male"} and masters["Age"].max() < 13


@pytest.mark.parametrize("column", ["Age", "Cabin"])
def test_the_classes_differ_in_what_is_missing_by_more_than_luck(titanic, column):
    """Counted by tickets, too: the test divides its statistic by a large design effect."""
    found = chi2_contingency(pd.crosstab(titanic["Pclass"], titanic[column].isna()))
    assert chi2.sf(found.statistic / 3, 2) < 1e-3


# -- fares and gaps --------------------------------------------------------------------


def test_one_ticket_has_one_fare_with_one_exception(titanic):
    fares = titanic.groupby("Ticket")["Fare"].nunique()
    assert fares[fares > 1].index.tolist() == ["7534"]


@pytest.mark.parametrize("bands", [2, 3, 4, 5, 6])
def test_per_person_the_price_tells_nothing_in_third_class_however_it_is_cut(titanic, bands):
    third = titanic[titanic["Pclass"] == 3]
    each = third["Fare"] / titanic.groupby("Ticket")["Ticket"].transform("size")[third.index]
    cut = pd.qcut(each, bands)
    assert chi2_contingency(pd.crosstab(cut, third["Survived"])).pvalue > 0.05


def test_the_order_of_the_price_bands_turns_with_the_borders(titanic, page):
    third = titanic[titanic["Pclass"] == 3]
    over = [page["bands"](third, "Fare", frame)["rate"] for frame in (titanic, third)]
    assert [rates.round(3).tolist() for rates in over] == [
        [0.206, 0.35, 0.154], [0.234, 0.175, 0.317]]
    assert (over[0].idxmin(), over[1].idxmax()) == ("dear", "dear")
    for frame in (titanic, third):      # by tickets, dear less cheap can have either sign
        low, high = frame["Fare"].quantile([1 / 3, 2 / 3])
        parts = third[third["Fare"] > high], third[third["Fare"] <= low]
        _, down, up = difference(*(clustered_interval(part["Survived"], part["Ticket"])
                                   for part in parts))
        assert down < 0 < up


def test_gaps_are_those_of_the_standardised_rates(page):
    age, cabin = page["gaps"]("Age"), page["gaps"]("Cabin")
    assert 100 * np.array(age["as it is"]) == pytest.approx([11.2, 3.3, 18.4], abs=0.06)
    assert 100 * np.array(age["class and sex fixed"]) == pytest.approx([0.2, -6.5, 8.3], abs=0.06)
    assert 100 * np.array(cabin["class and sex fixed"]) == pytest.approx([19.2, 6.5, 34.7], abs=0.06)


@pytest.mark.parametrize("column, strata, zero", [
    ("Age", [], False), ("Age", ["Pclass", "Sex"], True),
    ("Cabin", [], False), ("Cabin", ["Pclass", "Sex"], False)])
def test_by_tickets_the_gaps_are_a_little_less_sure_and_the_same_one_holds_zero(
        titanic, column, strata, zero):
    """Each row's share in the difference of two standardised rates, summed over tickets or not."""
    known = titanic[column].notna()
    stratum = titanic.groupby(strata).ngroup() if strata else pd.Series(0, index=titanic.index)
    cells = titanic["Survived"].groupby([stratum, known])
    weight = stratum.map(stratum.value_counts(normalize=True)) * np.where(known, 1, -1)
    shares = weight / cells.transform("size")
    residuals = shares * (titanic["Survived"] - cells.transform("mean"))
    by_rows, by_tickets = ((residuals.groupby(unit).sum() ** 2).sum() ** 0.5
                           for unit in (titanic.index, titanic["Ticket"]))
    assert 1 < by_tickets / by_rows < 1.2
    assert (abs(shares @ titanic["Survived"]) < 1.96 * by_tickets) == zero


def test_the_learner_s_imputer_is_the_library_s_but_for_rare_titles(titanic):
    ours = find("title-median").reference().fit(titanic).transform(titanic)["Age"]
    library = AgeImputer().fit_transform(titanic)["Age"]
    common = titanic["Title"] != "rare"
    assert ours[common].equals(library[common]) and issubclass(
        find("title-median").reference, BaseEstimator)
    assert ours.std() == pytest.approx(13.3, abs=0.05)


def test_no_row_of_a_test_fold_moves_the_imputer(titanic):
    imputer = find("title-median").reference()
    train, test = titanic.iloc[:600], titanic.iloc[600:]
    once = make_pipeline(imputer).fit(train).transform(test)["Age"]
    halves = [imputer.fit(train).transform(part)["Age"] for part in (test[:100], test[100:])]
    assert once.equals(pd.concat(halves))


# -- leaks ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judged(titanic, page):
    """The page's pipeline and its judge, on the rows with a port."""
    aboard = titanic.dropna(subset="Embarked")
    names = page["right_answers"].__globals__
    names.update(
        aboard=aboard, tickets=aboard["Ticket"], cross_val_predict=cross_val_predict,
        StratifiedGroupKFold=StratifiedGroupKFold,
        model=make_pipeline(find("title-median").reference(),
                            FunctionTransformer(page["features"]),
                            OneHotEncoder(handle_unknown="ignore"),
                            LogisticRegression(max_iter=1000)))
    return page["right_answers"], aboard, page["with_mates"]


def test_the_score_is_an_intercept_and_each_feature_times_a_weight(titanic):
    """Not a weight for each feature alone: that holds for zeros and ones only."""
    X = titanic.assign(female=titanic["Sex"] == "female")[["female", "Pclass"]].astype(float)
    model = LogisticRegression().fit(X, titanic["Survived"])
    score = model.intercept_[0] + X.to_numpy() @ model.coef_[0]
    assert model.decision_function(X) == pytest.approx(score)
    assert model.predict_proba(X)[:, 1] == pytest.approx(1 / (1 + np.exp(-score)))
    assert np.array_equal(model.predict(X) == 1, score > 0)


def test_shuffled_outcomes_convict_and_do_not_acquit(judged):
    right_answers, aboard, with_mates = judged
    y = aboard["Survived"]
    constant = 1 - y.mean()
    nothing = pd.Series(np.random.default_rng(8).permutation(y), index=y.index)
    assert right_answers(with_mates(nothing), nothing, seeds=[0]).mean() > constant + 0.2
    copied = aboard.assign(Mates=y)
    assert right_answers(copied, y, seeds=[0]).mean() == 1.0
    assert abs(right_answers(copied, nothing, seeds=[0]).mean() - constant) < 0.02
    assert abs(right_answers(aboard, nothing, seeds=[0]).mean() - constant) < 0.03


def test_outcomes_of_training_rows_do_not_leak_those_of_test_rows_do(titanic):
    """The mean outcome of a fare, with outcomes shuffled: it matters whose outcomes they are."""
    class MeanOutcome(BaseEstimator):
        def fit(self, X, y):
            self.means_ = y.groupby(X["Fare"]).mean()
            return self

        def transform(self, X):
            return X["Fare"].map(self.means_).fillna(0.5).to_frame()

    y = titanic["Survived"].sample(frac=1, random_state=8).set_axis(titanic.index)
    last, all_rows = LogisticRegression(), MeanOutcome().fit(titanic, y).transform(titanic)
    inside = cross_val_predict(make_pipeline(MeanOutcome(), last), titanic, y, cv=10) == y
    before = cross_val_predict(last, all_rows, y, cv=10) == y
    assert inside.mean() < 1 - y.mean() + 0.02 and before.mean() > 1 - y.mean() + 0.05


def test_the_seven_features_are_ahead_of_the_sex_rule_and_tickets_are_judged_apart(judged):
    right_answers, aboard, _ = judged
    y, tickets = aboard["Survived"], aboard["Ticket"]
    gain = right_answers(aboard, y).mean(axis=0) - ((aboard["Sex"] == "female") == (y == 1))
    sums = (gain - gain.mean()).groupby(tickets).sum()
    error = np.sqrt((sums**2).sum()) / len(gain)
    assert 100 * gain.mean() == pytest.approx(3.5, abs=0.6) and 0.01 < error < 0.014
    assert gain.mean() > 1.96 * error
    rng, tally = np.random.default_rng(9), pd.DataFrame({"g": gain, "n": 1}).groupby(tickets).sum()
    drawn = tally.to_numpy()[rng.integers(len(tally), size=(2000, len(tally)))].sum(axis=1)
    assert (drawn[:, 0] / drawn[:, 1]).std() == pytest.approx(error, rel=0.1)


def test_no_row_is_answered_by_a_model_that_has_seen_it_or_a_ticket_mate(judged):
    """Each ticket has a fate drawn at random, and its name as a feature: nothing can be known."""
    right_answers, aboard, _ = judged
    fates = dict(zip(aboard["Ticket"].unique(), np.random.default_rng(10).integers(2, size=680),
                     strict=True))
    y = aboard["Ticket"].map(fates)
    right = right_answers(aboard.assign(Mates=aboard["Ticket"]), y, seeds=[0])
    assert right[:, aboard["Ticket"].duplicated(keep=False)].mean() < 0.6


def test_the_majority_of_other_tickets_shows_no_room_above_the_sex_rule(titanic, profile):
    y, tickets = titanic.loc[profile.index, "Survived"], titanic.loc[profile.index, "Ticket"]
    alike, mates = y.groupby(profile), y.groupby([profile, tickets])
    k, n = (alike.transform(what) - mates.transform(what) for what in ("sum", "size"))
    right = (k > n - k) == (y == 1)
    gain = right * 1.0 - ((titanic.loc[profile.index, "Sex"] == "female") == (y == 1))
    error = np.sqrt(((gain - gain.mean()).groupby(tickets).sum() ** 2).sum()) / len(gain)
    assert (round(right.mean(), 3), round(100 * gain.mean(), 1)) == (0.793, 0.7)
    assert 100 * error == pytest.approx(1.5, abs=0.05)


# -- the ceiling -----------------------------------------------------------------------


def test_the_profiles_are_those_of_the_design_matrix_and_its_ceiling(titanic, profile, ceiling):
    X, y = design_matrix(titanic)
    without = X.drop(columns=[c for c in X if c.startswith("Cabin")])
    A, loo = ceiling(profile, y)
    assert (A, profile.nunique()) == profile_ceiling(without, y) and profile.nunique() == 171
    assert (round(A, 4), round(loo, 4)) == (0.8650, 0.7998)


def test_the_shuffled_ceiling_is_the_hypergeometric_sum(titanic, profile, ceiling):
    y = titanic.loc[profile.index, "Survived"].to_numpy()
    sizes, rng = profile.value_counts(), np.random.default_rng(0)
    right = sum(np.maximum(k := np.arange(n + 1), n - k) @ hypergeom.pmf(k, len(y), y.sum(), n)
                for n in sizes)
    drawn = [ceiling(profile, rng.permutation(y))[0] for _ in range(200)]
    assert right / len(y) == pytest.approx(0.6879, abs=5e-5)
    assert np.mean(drawn) == pytest.approx(right / len(y), abs=4 * np.std(drawn) / 200**0.5)


def test_left_out_is_what_leaving_out_by_hand_gives(ceiling):
    rng = np.random.default_rng(3)
    for _ in range(50):
        x, y = rng.integers(4, size=12), rng.integers(2, size=12)
        right = 0
        for i in range(12):
            others = y[(x == x[i]) & (np.arange(12) != i)]
            right += (others.sum() > len(others) - others.sum()) == y[i]
        best = sum(max(y[x == v].sum(), (1 - y[x == v]).sum()) for v in set(x.tolist()))
        assert ceiling(x, y) == pytest.approx((best / 12, right / 12))


def test_the_women_of_third_class_tie_and_all_are_wrong_when_left_out(titanic, ceiling):
    fates = titanic.query("Sex == 'female' and Pclass == 3")["Survived"]
    assert (len(fates), fates.sum()) == (144, 72)
    assert ceiling(["w"] * 144, fates) == (0.5, 0.0)


@pytest.mark.parametrize("chances", [(0.9, 0.2, 0.6, 0.5), (0.5,) * 6, (1.0, 0.0), (0.35,) * 3])
def test_the_sandwich_holds_on_average(ceiling, chances):
    """And would fail if A and A_loo changed places: both gaps are looked at."""
    rng, eta = np.random.default_rng(5), np.array(chances)
    best = np.maximum(eta, 1 - eta).mean()
    pairs = []
    for _ in range(400):
        x = rng.integers(len(eta), size=30)
        pairs.append(ceiling(x, rng.random(30) < eta[x]))
    (A, loo), se = np.mean(pairs, axis=0), np.std(pairs, axis=0) / 20
    assert loo <= best + 3 * se[1] and best <= A + 3 * se[0]
    if set(chances) - {0.0, 1.0}:
        assert loo < A


def test_twins_on_one_ticket_break_the_floor(ceiling):
    """Each row is there twice, with a chance of one half: left out, its twin tells all."""
    rng = np.random.default_rng(6)
    x = np.repeat(np.arange(200), 2)
    y = np.repeat(rng.integers(2, size=200), 2)
    assert ceiling(x, y)[1] == 1.0 > 0.5


@pytest.mark.parametrize("policy", POLICIES)
def test_only_a_mark_is_shown_as_unknown(policy):
    explorer = Imputation(policy=policy)
    assert explorer._told.get_visible() == policy.endswith("mark")


# -- conditions without which a theorem fails, and general claims ------------------------


def left_out(profile, y):
    """Return for each row whether the majority of the others with its profile is right."""
    rows = np.arange(len(y))
    return np.array([(y[(profile == profile[i]) & (rows != i)].mean() > 0.5) == y[i] for i in rows])


def test_a_profile_that_was_defined_by_the_outcomes_seems_to_know_everything():
    y = np.random.default_rng(0).random(200) < 0.6      # nothing is known: the best rule is right in 60 %
    assert left_out(y, y).mean() > 0.95


def test_rows_that_come_in_twins_seem_to_be_foretold():
    for seed in range(50):                              # one half is all that can be right
        y = np.repeat(np.random.default_rng(seed).random(30) < 0.5, 2)
        assert left_out(np.repeat(np.arange(30), 2), y).all()


def test_groups_whose_borders_were_drawn_by_outcomes_look_too_different():
    rng, seen, fresh = np.random.default_rng(0), [], []
    for _ in range(100):                                # nothing depends on x
        x, y, new = rng.random(60), rng.random(60) < 0.4, rng.random(60) < 0.4
        borders = np.sort(x)[5:-5]
        gaps = [abs(y[x > t].mean() - y[x <= t].mean()) for t in borders]
        t = borders[np.argmax(gaps)]
        seen.append(max(gaps))
        fresh.append(abs(new[x > t].mean() - new[x <= t].mean()))
    assert np.mean(seen) > np.mean(fresh) + 0.05


def test_three_ways_of_being_missing_and_what_a_comparison_can_refute():
    rng = np.random.default_rng(0)
    z = rng.integers(0, 2, 20_000)
    x = z + rng.normal(size=20_000)

    def larger_if_missing(gap):
        """Return how much larger the missing values are: among all, and among those of one z."""
        return [x[rows & gap].mean() - x[rows & ~gap].mean() for rows in (z >= 0, z == 1)]
    at_random, by_z, by_itself = rng.random(20_000) < 0.3, rng.random(20_000) < 0.1 + 0.5 * z, rng.random(20_000) < 1 / (1 + np.exp(-x))
    assert np.abs(larger_if_missing(at_random)).max() < 0.06
    raw, fixed = larger_if_missing(by_z)
    assert raw > 0.2 and abs(fixed) < 0.06
    assert larger_if_missing(by_itself)[1] > 0.3
    unseen = rng.normal(size=20_000) + x - z > 1        # depends on x, and a comparison by z shows nothing
    assert chi2_contingency(pd.crosstab(z, unseen)).pvalue > 0.01 and larger_if_missing(unseen)[1] > 0.3


def test_the_median_of_the_title_guesses_ages_better(titanic):
    people = titanic.assign(Title=titanic["Name"].map(find("title-of").reference)).dropna(subset="Age")
    people = people.sample(frac=1, random_state=0)
    train, test = people[:357], people[357:]
    own = test["Title"].map(train.groupby("Title")["Age"].median()).fillna(train["Age"].median())
    off, overall = ((test["Age"] - guess).abs().mean() for guess in (own, train["Age"].median()))
    assert off < overall - 0.5


def test_no_rule_of_a_profile_is_right_more_often_than_the_majority(ceiling):
    rng = np.random.default_rng(0)
    for _ in range(20):
        x, y = rng.integers(0, 3, 8), rng.integers(0, 2, 8)
        right = [np.mean(np.array(rule)[x] == y) for rule in product([0, 1], repeat=3)]
        assert ceiling(x.tolist(), y.tolist())[0] == pytest.approx(max(right))
