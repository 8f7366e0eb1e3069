"""Features of the Titanic: golden counts, scikit-learn's contract, nothing learned but in fit."""
from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_validate

from coursekit.datasets import load_titanic
from coursekit.statistics import rate_table
from coursekit.titanic import (AgeBands, AgeImputer, FamilyGrouper, FareBands,
                               TitleExtractor, raw_titles, title_of, titanic_pipeline)
from coursekit.tree import CARTClassifier
from fixtures.passengers import PRINTED_FARE_THIRDS, design_matrix, profile_ceiling

TRANSFORMERS = [TitleExtractor(), FamilyGrouper(), FareBands(), AgeImputer(),
                AgeImputer("median"), AgeBands()]
every_transformer = pytest.mark.parametrize("made", TRANSFORMERS, ids=lambda t: repr(t)[:22])


@pytest.fixture
def titanic() -> pd.DataFrame:
    return load_titanic()


def counts(titanic: pd.DataFrame, feature: pd.Series) -> dict[str, list[int]]:
    table = rate_table(titanic.assign(f=feature), "f", "Survived")
    return dict(zip(map(str, table.index), table[["n", "successes"]].to_numpy().tolist(),
                    strict=True))


# --- golden -----------------------------------------------------------------------------------


def test_raw_titles_are_the_golden_seventeen(titanic, golden):
    titles = raw_titles(titanic["Name"])
    assert counts(titanic, titles) == golden["titanic"]["count_survived"]["title"]
    assert titles.nunique() == 17 and titles.name == "Name" and titles.index.equals(titanic.index)


@pytest.mark.parametrize(("transformer", "key"), [(TitleExtractor(), "title5"),
                                                  (FamilyGrouper(), "family")])
def test_groups_give_the_golden_counts(titanic, golden, transformer, key):
    group = transformer.fit_transform(titanic).iloc[:, 0]
    assert counts(titanic, group) == golden["titanic"]["count_survived"][key]


@pytest.mark.parametrize(("bands", "key"), [
    (FareBands(), "fare_thirds"), (FareBands(4), "fare_quarters"),
    (FareBands(edges=(10, 50)), "fare_10_50")])
def test_fare_bands_give_the_golden_counts(titanic, golden, bands, key):
    want = golden["titanic"]["count_survived"][key]
    got = counts(titanic, bands.fit_transform(titanic)["Fare"])
    assert got == {f"band {k}": pair for k, pair in enumerate(want.values(), 1)}
    printed = [float(name.strip("([])").split(", ")[1]) for name in want][:-1]
    assert bands.edges_ == pytest.approx(printed, abs=6e-4)


def test_age_bands_are_closed_on_the_right(titanic):
    banded = AgeBands().fit_transform(titanic)["Age"]
    peer = pd.cut(titanic["Age"], [0, 12, 30, 50, 100]).cat.codes
    names = ["up to 12", "12 to 30", "30 to 50", "over 50"]
    assert [names.index(b) if isinstance(b, str) else -1 for b in banded] == peer.tolist()


def test_whole_ages_below_an_edge_give_the_golden_bands(titanic, golden):
    """Golden bands are closed on the left; edges a hair lower say the same when closed right."""
    want = golden["titanic"]["count_survived"]["age_bands"]
    edges = [np.nextafter(edge, 0) for edge in (12, 18, 30, 50)]
    got = counts(titanic, AgeBands(edges).fit(titanic).transform(titanic)["Age"])
    assert sorted(got.values()) == sorted(want.values())


def test_age_medians_are_those_of_the_titles(titanic):
    fitted = AgeImputer().fit(titanic)
    assert fitted.median_ == 28
    title = TitleExtractor().fit_transform(titanic)["Title"]
    want = {t: np.median(titanic["Age"][title == t].dropna()) for t in title.unique()}
    assert fitted.title_medians_.to_dict() == want
    filled = fitted.transform(titanic)["Age"]
    assert (filled == titanic["Age"].fillna(title.map(want))).all()
    assert AgeImputer("median").fit_transform(titanic)["Age"].equals(titanic["Age"].fillna(28.0))


def test_the_design_matrix_has_its_golden_size_and_ceiling(titanic):
    X, y = design_matrix(titanic)
    assert X.shape == (889, 25) and (X.dtypes == "float64").all() and set(np.unique(X)) == {0, 1}
    assert (X.sum(axis=1) == 8).all(), "one level of each of eight features"
    assert y.equals(titanic.dropna(subset=["Embarked"])["Survived"]) and X.index.equals(y.index)
    accuracy, profiles = profile_ceiling(X, y)
    assert (round(accuracy, 4), profiles) == (0.8751, 209)
    mixed = y.groupby([X[c] for c in X]).transform("nunique") > 1
    assert mixed.sum() == 545


def test_exact_fare_edges_give_another_ceiling(titanic):
    """Thirteen passengers paid exactly the lower edge, 8.6625; the printed edge moves them up."""
    exact, printed = (FareBands(edges=edges).fit_transform(titanic)["Fare"]
                      for edges in (None, PRINTED_FARE_THIRDS))
    moved = titanic.loc[exact != printed, "Fare"]
    assert len(moved) == 13 and (moved == 8.6625).all()
    assert tuple(pd.qcut(titanic["Fare"], 3).cat.categories.right)[:2] == PRINTED_FARE_THIRDS
    assert FareBands().fit(titanic).edges_.tolist() == [8.6625, 26]
    accuracy, profiles = profile_ceiling(*design_matrix(titanic, fares=None))
    assert (round(accuracy, 4), profiles) == (0.8729, 208)


def test_the_design_matrix_says_what_pandas_says(titanic):
    """The eight features again, written with pandas alone."""
    title = titanic["Name"].str.extract(r", ([^.]*)\.")[0]
    title = title.where(title.isin(["Mr", "Miss", "Mrs", "Master"]), "Res")
    age = titanic["Age"].fillna(titanic["Age"].groupby(title).transform("median"))
    peer = pd.DataFrame({
        "title": title, "sex": titanic["Sex"], "port": titanic["Embarked"],
        "class": titanic["Pclass"], "cabin": titanic["Cabin"].isna(),
        "family": pd.cut(titanic["SibSp"] + titanic["Parch"], [-1, 0, 3, 99], labels=False),
        "fare": pd.cut(titanic["Fare"], [-1, 8.662, 26, 999], labels=False),
        "age": pd.cut(age, [0, 12, 30, 50, 99], labels=False)})[titanic["Embarked"].notna()]
    X, y = design_matrix(titanic)
    ours = X.groupby(list(X.columns)).ngroup().to_numpy()
    theirs = peer.groupby(list(peer.columns)).ngroup().to_numpy()
    assert len(set(zip(ours, theirs, strict=True))) == len(set(ours)) == len(set(theirs)) == 209
    assert profile_ceiling(peer, y) == profile_ceiling(X, y)


# --- scikit-learn's contract --------------------------------------------------------------------


@every_transformer
def test_contract_of_a_transformer(made, titanic):
    titanic.index = titanic.index[::-1] * 3
    before = titanic.copy()
    copy = clone(made)
    assert repr(copy.get_params()) == repr(made.get_params())
    with pytest.raises(NotFittedError):
        copy.transform(titanic)
    out = copy.fit_transform(titanic)
    pd.testing.assert_frame_equal(titanic, before)
    assert out.index.equals(titanic.index) and len(out) == 891
    assert list(out.columns) == list(copy.get_feature_names_out())
    assert list(copy.feature_names_in_) == list(titanic.columns) and copy.n_features_in_ == 12
    assert set(map(str, out.dtypes)) <= {"object", "float64"}
    pd.testing.assert_frame_equal(copy.fit(titanic).transform(titanic), out)
    pd.testing.assert_frame_equal(pickle.loads(pickle.dumps(copy)).transform(titanic), out)
    as_pandas = clone(made).set_output(transform="pandas").fit_transform(titanic)
    pd.testing.assert_frame_equal(as_pandas, out)


@every_transformer
def test_rows_do_not_influence_each_other_after_fit(made, titanic):
    fitted = clone(made).fit(titanic)
    some = titanic.sample(40, random_state=0)
    pd.testing.assert_frame_equal(fitted.transform(some), fitted.transform(titanic).loc[some.index])


@every_transformer
def test_an_array_or_a_missing_column_is_refused(made, titanic):
    for call in (clone(made).fit, clone(made).fit(titanic).transform):
        with pytest.raises(TypeError, match="needs a pandas DataFrame.*got ndarray"):
            call(titanic.to_numpy())
        with pytest.raises(ValueError, match=r"needs the column\(s\) .* which the frame lacks"):
            call(titanic[["PassengerId"]])


def test_parameters_can_be_set(titanic):
    bands = FareBands().set_params(n_bands=4)
    assert len(bands.fit(titanic).edges_) == 3
    five = TitleExtractor(common=("Mr", "Rev"), rest="other").fit_transform(titanic)["Title"]
    assert five.value_counts().to_dict() == {"Mr": 517, "other": 368, "Rev": 6}


# --- gaps, unseen levels, nonsense --------------------------------------------------------------


def test_an_unseen_title_is_rare_and_a_missing_fare_stays_missing(titanic):
    titles, fares = TitleExtractor().fit(titanic), FareBands().fit(titanic)
    titanic.loc[0, "Name"], titanic.loc[1, "Name"] = "Smith, Prof. Ann", "no title here"
    titanic.loc[2, ["Name", "Fare"]] = [None, np.nan]
    assert titles.transform(titanic).loc[:2, "Title"].tolist() == ["Res"] * 3
    assert pd.isna(fares.transform(titanic).loc[2, "Fare"])


def test_ages_fall_back_to_the_median_of_all():
    frame = pd.DataFrame({"Name": ["A, Mr. B", "A, Mr. C", "A, Miss. D", "A, Dr. E"],
                          "Age": [20, 30, np.nan, np.nan]})
    fitted = AgeImputer().fit(frame)
    assert fitted.transform(frame)["Age"].tolist() == [20, 30, 25, 25]
    assert AgeImputer("median").fit_transform(frame[["Age"]])["Age"].tolist() == [20, 30, 25, 25]


def test_missing_ages_and_fares_stay_missing_in_bands():
    frame = pd.DataFrame({"Age": [np.nan, 12.0, 12.5], "Fare": [np.nan, 10, 10.5]})
    assert AgeBands().fit_transform(frame)["Age"].isna().tolist() == [True, False, False]
    assert FareBands(edges=[10]).fit_transform(frame)["Fare"].tolist()[1:] == ["band 1", "band 2"]


def test_equal_fares_make_fewer_bands():
    bands = FareBands().fit(pd.DataFrame({"Fare": [5.0] * 9 + [8.0]}))
    assert bands.edges_.tolist() == [5]


ages = pd.DataFrame({"Name": ["A, Mr. B"] * 2, "Age": [np.nan] * 2, "Fare": [np.nan] * 2,
                     "SibSp": [0, -1], "Parch": [0, 1], "Text": ["ten", "two"]})


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: AgeImputer("mean").fit(ages), ValueError, "strategy must be one of .*got 'mean'"),
    (lambda: AgeImputer().fit(ages.assign(Age=ages["Text"])), ValueError,
     "AgeImputer needs numbers in column 'Age'.*pd.to_numeric"),
])
def test_nonsense_is_refused_with_a_remedy(call, error, message):
    with pytest.raises(error, match=message):
        call()


# --- nothing leaks ------------------------------------------------------------------------------


def titanic_features():
    """Return the pipeline that a learner builds, without its model."""
    return titanic_pipeline(None)[:1]


def learned(fitted) -> tuple:
    groups = fitted[0].named_transformers_
    imputer = groups["age"][0]
    return imputer.median_, imputer.title_medians_.to_dict(), groups["fare"].edges_.tolist()


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 4), st.integers(0, 1000))
def test_a_fold_never_sees_the_ages_and_fares_of_the_others(fold, seed):
    titanic = load_titanic().dropna(subset=["Embarked"])
    folds = StratifiedKFold(5, shuffle=True, random_state=0).split(titanic, titanic["Survived"])
    train, test = list(folds)[fold]
    changed, rng = titanic.copy(), np.random.default_rng(seed)
    for column, most in (("Age", 90), ("Fare", 900)):
        values = changed[column].to_numpy(copy=True)
        values[test] = rng.uniform(1, most, len(test))
        changed[column] = values
    once, again = (titanic_features().fit(f.iloc[train]) for f in (titanic, changed))
    assert learned(once) == learned(again)
    known = titanic.iloc[train]
    assert np.array_equal(once.transform(known), again.transform(known))
    assert learned(titanic_features().fit(titanic)) != learned(titanic_features().fit(changed))


def test_transform_learns_nothing(titanic):
    fitted = titanic_features().fit(titanic)
    before = learned(fitted)
    fitted.transform(titanic.assign(Age=1.0, Fare=1.0))
    assert learned(fitted) == before


def test_inside_cross_validation_every_fold_learns_its_own_medians(titanic):
    aboard = titanic.dropna(subset=["Embarked"])
    model = titanic_pipeline(LogisticRegression(max_iter=1000))
    done = cross_validate(model, aboard.drop(columns="Survived"), aboard["Survived"],
                          cv=StratifiedKFold(5), return_estimator=True, return_indices=True)
    assert min(done["test_score"]) > 0.7
    for fitted, rows in zip(done["estimator"], done["indices"]["train"], strict=True):
        train = aboard.iloc[rows]
        title = raw_titles(train["Name"])
        title = title.where(title.isin(["Mr", "Miss", "Mrs", "Master"]), "Res")
        assert fitted[:-1].transform(train).shape[1] == 23
        assert learned(fitted)[:2] == (train["Age"].median(),
                                          train["Age"].groupby(title).median().to_dict())


# --- the list as other people have it ----------------------------------------------------------


@pytest.mark.parametrize("change", [str.upper, lambda name: name.replace(".", ""),
                                    lambda name: name.replace(",", "")])
def test_a_list_whose_names_have_no_common_title_is_warned_of(titanic, change):
    with pytest.warns(UserWarning, match="titles"):
        TitleExtractor().fit(titanic.assign(Name=titanic["Name"].map(change)))


def test_one_name_and_many_names_have_the_same_title():
    names = pd.Series(["Roe, . Jo", "Roe,  Capt . Jo", "Doe", "A, B, Dr. C", "A., Mr. B", None,
                       3.5])
    one_by_one = [title_of(name) if isinstance(name, str) else None for name in names]
    assert raw_titles(names).where(raw_titles(names).notna(), None).tolist() == one_by_one


@pytest.mark.parametrize("column", [["22", "?", "38.5"], ["22,0", "7", None]])
def test_the_remedy_for_numbers_written_as_text_works(column):
    frame = pd.DataFrame({"Age": pd.Series(column, dtype=object)})
    with pytest.raises(ValueError, match="text such as") as raised:
        AgeBands().fit_transform(frame)
    code = str(raised.value)[str(raised.value).index("pd.to_numeric"):]
    ages = eval(code, {"pd": pd, "np": np, "frame": frame})
    assert AgeBands().fit_transform(ages.to_frame())["Age"].iloc[0] == "12 to 30"


def test_a_tree_warns_of_numbers_written_as_text(titanic):
    ages = titanic[["Age"]].astype(object).where(titanic[["Age"]].notna(), "?").astype(str)
    with pytest.warns(UserWarning, match="are numbers"):
        CARTClassifier().fit(ages, titanic["Survived"])
