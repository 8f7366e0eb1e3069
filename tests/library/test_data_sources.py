"""Each figure and each name in `data/SOURCES.md` is counted again from the file it is about."""
from __future__ import annotations

import inspect
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_digits, load_iris

from coursekit import datasets
from coursekit.lessons.lesson05d.thresholds import STEPS
from fixtures.usps import load_usps
from pages import ROOT

DATA = ROOT / "data"
ROWS = {name: " | ".join(rest) for name, *rest in (
    re.split(r" \| ", line.strip("| ")) for line in (DATA / "SOURCES.md").read_text("utf-8").split(
        "## Origin")[0].splitlines() if line.startswith("| `"))}
NUMBER = r"(\d[\d ]*(?:\.\d+)?(?<! ))"


def table(name: str) -> pd.DataFrame:
    """Return a file as it is, empty fields as missing."""
    return pd.read_csv(DATA / f"{name}.csv", keep_default_na=False, na_values=[""])


def shape(name: str, key: str) -> list[int]:
    """Return the axes of an array in an archive."""
    return list(np.load(DATA / f"{name}.npz")[key].shape)


def counts(column: pd.Series) -> dict:
    """Return how often each value stands in a column."""
    return column.value_counts().to_dict()


titanic, ptitanic, zoo = table("titanic"), table("ptitanic"), table("zoo")
train, test = table("hypothyroid_train"), table("hypothyroid_test")
shares = 100 * titanic.isna().mean()
repeats, shifts = shape("owl_repeats", "3"), shape("digit_shifts", "wrong")
usps = load_usps()
TOLD = [
    ("titanic.csv", "Age # (#%), Cabin # (#%), Embarked # (#%)",
     [v for name in ("Age", "Cabin", "Embarked") for v in (
        titanic[name].isna().sum(), round(shares[name], 2))]),
    ("titanic.csv", "Survived (#/#), Pclass (#–#)", [*sorted(titanic["Survived"].unique()),
                                                     titanic["Pclass"].min(),
                                                      titanic["Pclass"].max()]),
    ("ptitanic.csv", "pclass (1st/2nd/3rd: #/#/#), survived (died #/survived #), sex (#/#)", [
        *(counts(ptitanic["pclass"])[c] for c in ("1st", "2nd", "3rd")), *(
            counts(ptitanic["survived"])[c] for c in ("died", "survived")),
        *sorted(counts(ptitanic["sex"]).values())]),
    ("ptitanic.csv",
     "age (years; min #, median #, mean #, max #), sibsp (mean #), parch (mean #)", [
        *(round(getattr(ptitanic["age"], f)(), 4) for f in ("min", "median", "mean", "max")),
        *(round(ptitanic[name].mean(), 4) for name in ("sibsp", "parch"))]),
    ("bills.npz", "# × # × # numbers and # × # × # × # bytes", [*shape("bills", "p"),
                                                                *shape("bills", "yes")]),
    ("bills.npz", "times #", [STEPS]),
    ("rivals.npz", "# × # × # bytes", shape("rivals", "right")),
    ("digit_shifts.npz", "# × # × # × # counts", shifts),
    ("digit_shifts.npz", "test images of the # × # digits", load_digits().images.shape[1:]),
    ("owls.csv", "SnowyOwl: # each", [*{*counts(table("owls")["species"]).values()}]),
    ("owl_repeats.npz", "# × # × (# + # + #) counts", [*repeats[:2], 3, 5, 10]),
    ("owl_repeats.npz",
     "# partitions into #, # and # folds, # × # pairs of C and gamma and, last", [
        repeats[0], *(shape("owl_repeats", k)[2] for k in ("3", "5", "10")), 3,
        (repeats[1] - 1) // 3]),
    ("zoo.csv", "animal name, # Boolean attributes (#/#), legs (#, #, #, #, #, #)", [
        sum(set(zoo[c]) == {0, 1} for c in zoo.columns), 0, 1, *sorted(zoo["legs"].unique())]),
    ("zoo.csv",
     "type (mammal #, bird #, reptile #, fish #, amphibian #, insect #, invertebrate #)", [
        counts(zoo["type"])[t]
        for t in "mammal bird reptile fish amphibian insect invertebrate".split()]),
    ("hypothyroid_train.csv",
     "# nominal and # metric attributes, class (negative #, compensated hypothyroid #, primary "
     "hypothyroid #, secondary hypothyroid #;", [
         *(sum(pd.api.types.is_numeric_dtype(train[c]) == metric for c in train.columns[:-1])
           for metric in (False, True)),
         *(counts(train.iloc[:, -1])[c] for c in ("negative", "compensated hypothyroid",
                                                  "primary hypothyroid",
                                                  "secondary hypothyroid"))]),
    ("hypothyroid_test.csv", "(negative #, compensated #, primary #, secondary #)", [
        counts(test.iloc[:, -1])[c] for c in ("negative", "compensated hypothyroid",
                                              "primary hypothyroid",
                                              "secondary hypothyroid")]),
    ("adult_counts.csv", "training and test part together (# persons)",
     [table("adult_counts")["count"].sum()]),
    ("usps.npz", "# + # images", [len(usps[0]), len(usps[2])]),
    ("usps.npz", "# × #: X_train, X_test (uint16, # … # = ink; divide by # and subtract # for the "
                 "usual [−#, #]), y_train, "
     "y_test (# … #)", [16, 16, 0, 2000, 1000, 1, 1, 1, 0, 9]),
]


@pytest.mark.parametrize("file, words, wanted", TOLD,
                         ids=[f"{f}-{k}" for k, (f, _, _) in enumerate(TOLD)])
def test_a_figure_is_that_of_the_file(file, words, wanted):
    (found,) = re.findall(re.escape(words).replace(r"\#", NUMBER), ROWS[f"`{file}`"])
    told = [float(n.replace(" ", "")) for n in (found if isinstance(found, tuple) else [found])]
    assert told == [*map(float, wanted)]


def test_no_other_figure_is_told():
    """What is left over are checksums, sizes (held elsewhere), years, bounds of classes and numbers
    of sources."""
    for file, row in ROWS.items():
        for _, words, _ in (told for told in TOLD if f"`{told[0]}`" == file):
            row = re.sub(re.escape(words).replace(r"\#", NUMBER), " ", row)
        left = re.sub(r"`\w+`|\b[0-9a-f]{16}\b|^\d+ × (\d+|counts)|source \d{3}|\bof 1912|census "
                      r"1994|titanic3|C4\.5"
                      r"|Release 8|[<≤] ?\d+|uint16|\b1st/2nd/3rd|\| age \d+ \|", " ", row)
        assert re.findall(r"\d+", left) == [], (file, left)


def test_the_names_of_the_columns_are_those_of_the_files():
    for name in ("titanic", "ptitanic", "owls", "drug"):
        told = re.sub(r"\([^)]*\)", " ", ROWS[f"`{name}.csv`"])
        assert all(re.search(rf"\b{column}\b", told) for column in table(name).columns), name
    for name in ("bills", "digit_shifts"):
        keys = set(np.load(DATA / f"{name}.npz").files) - {"C", "gamma"}
        assert set(re.findall(r"`(\w+)`", ROWS[f"`{name}.npz`"])) == keys, name
    assert counts(table("drug")["drug"]).keys() == {"A", "B"} \
        and counts(table("drug")["blood_pressure"]).keys() == {
        "low", "normal", "high"}
    ports = dict(re.findall(r"([CQS]) (Cherbourg|Queenstown|Southampton)", ROWS["`titanic.csv`"]))
    assert ports == {word[0]: word for word in ("Cherbourg", "Queenstown", "Southampton")}
    assert ports.keys() == counts(titanic["Embarked"]).keys()


def test_what_no_class_and_no_value_has():
    row = ROWS["`hypothyroid_train.csv`"]
    assert re.search(r"a fifth declared class, (\w+), has no case", row)[1] not \
        in set(train.iloc[:, -1])
    empty = re.search(r"many; (\w+) has no value at all", row)[1]
    assert train.columns[train.isna().all()].tolist() == [empty]


def test_the_sets_of_scikit_learn():
    told = re.search(r"Iris \((\d+) × (\d+)\) and the (\d+) × (\d+) digits \((\d+)\)",
                     (DATA / "SOURCES.md").read_text("utf-8"))
    images = load_digits().images
    assert [*map(int, told.groups())] == [*load_iris().data.shape, *images.shape[1:], len(images)]


def test_the_pixels_of_the_digits():
    images = np.concatenate([usps[0], usps[2]]).reshape(-1, 256)
    labels = np.concatenate([usps[1], usps[3]])
    assert images.min() == -1 and images.max() == 1 and sorted(set(labels)) == [*range(10)]


LICENCE = re.compile(r"CC BY(?:-\w+)* \d\.\d|CC0|public domain", re.I)


@pytest.mark.parametrize(
        "line", (DATA / "SOURCES.md").read_text("utf-8").split("## Origin")[1].splitlines()[3:-2])
def test_terms_are_those_that_the_loader_tells(line):
    name, terms = re.match(r"\| `(\w+?)(?:_\*)?\.\w+` .* \| (.*) \|", line).groups()
    told = [inspect.getdoc(loader) for known, loader in vars(datasets).items()
            if known.startswith(f"load_{name}")]
    licences = set(LICENCE.findall(terms))
    assert all(set(LICENCE.findall(words)) == licences for words in told)
    assert told or not licences, "nobody says where it comes from"
