"""The tables of the course, one loader each.

Every loader returns a new frame, which you may change. Free text has dtype ``object`` and closed
lists of levels are categories, in any version of pandas. For the sources of the files see
``data/SOURCES.md``.
"""
from __future__ import annotations

import io

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype

from coursekit.checks import require_choice
from coursekit.datasets.files import read_data

ZOO_TYPES = ["mammal", "bird", "reptile", "fish", "amphibian", "insect", "invertebrate"]
OWLS = ["BarnOwl", "LongEaredOwl", "SnowyOwl"]
THYROID_METRIC = ["age", "TSH", "T3", "TT4", "T4U", "FTI", "TBG"]
THYROID_CLASSES = ["negative", "compensated hypothyroid", "primary hypothyroid",
                   "secondary hypothyroid"]
HOURS = ["part-time", "full-time", "overtime", "workaholic"]
EDUCATION = ["Preschool", "1st-4th", "5th-6th", "7th-8th", "9th", "10th", "11th", "12th",
             "HS-grad", "Some-college", "Assoc-voc", "Assoc-acdm", "Bachelors", "Masters",
             "Prof-school", "Doctorate"]


def _csv(name: str, **levels: list[str]) -> pd.DataFrame:
    """Read a verified file; columns named in ``levels`` become categories in that order."""
    frame = pd.read_csv(io.BytesIO(read_data(name)))
    text = [c for c in frame if not is_numeric_dtype(frame[c])]
    return frame.astype({c: _categories(levels[c]) if c in levels else object for c in text})


def _categories(levels: list[str]) -> pd.CategoricalDtype:
    # An object index on purpose: pandas 3 would make it `str`, pandas 2 would not.
    return pd.CategoricalDtype(pd.Index(levels, dtype=object))


def load_titanic() -> pd.DataFrame:
    """Return the passenger list of the Titanic, 891 passengers whose fate is known.

    Returns
    -------
    DataFrame, shape (891, 12)
        ``PassengerId`` (1 … 891), ``Survived`` (0 died, 1 survived; 342 survived), ``Pclass``
        (1, 2, 3), ``Name``, ``Sex`` (female, male), ``Age`` (years; 177 missing), ``SibSp``
        (siblings and spouses aboard), ``Parch`` (parents and children aboard), ``Ticket``,
        ``Fare`` (pounds of 1912), ``Cabin`` (687 missing), ``Embarked`` (C Cherbourg,
        Q Queenstown, S Southampton; 2 missing). Text is plain text, not categories.

    Notes
    -----
    Facts of the passenger list, published for the Kaggle competition "Titanic – Machine
    Learning from Disaster".
    """
    return _csv("titanic.csv")


def load_ptitanic() -> pd.DataFrame:
    """Return the ``ptitanic`` data of R's rpart.plot, all 1309 passengers.

    Returns
    -------
    DataFrame, shape (1309, 6)
        ``pclass`` (1st, 2nd, 3rd), ``survived`` (died 809, survived 500), ``sex`` (female,
        male), ``age`` (years; 263 missing), ``sibsp`` (siblings and spouses aboard) and
        ``parch`` (parents and children aboard).

    Notes
    -----
    titanic3 by Frank E. Harrell Jr., Vanderbilt Biostatistics, after Encyclopedia Titanica;
    it comes without a licence text.
    """
    return _csv("ptitanic.csv", pclass=["1st", "2nd", "3rd"], survived=["died", "survived"],
                sex=["female", "male"])


def load_owls() -> pd.DataFrame:
    """Return the owls: four lengths and the species, 45 birds of each.

    The rows are rows of Fisher's Iris under other names, in an order that matters.

    Returns
    -------
    DataFrame, shape (135, 5)
        ``body_length``, ``wing_length``, ``body_width``, ``wing_width`` (the source states no
        unit; as Iris they are cm) and ``species`` (BarnOwl, LongEaredOwl, SnowyOwl). Nothing
        is missing.

    Notes
    -----
    A course's own data set, made from R. A. Fisher's Iris (1936).
    """
    return _csv("owls.csv", species=OWLS)


def load_zoo() -> pd.DataFrame:
    """Return the zoo: 101 animals, fifteen yes-or-no attributes, legs and the type.

    Returns
    -------
    DataFrame, shape (101, 17), indexed by the animal's name
        Boolean ``hair``, ``feathers``, ``eggs``, ``milk``, ``airborne``, ``aquatic``,
        ``predator``, ``toothed``, ``backbone``, ``breathes``, ``venomous``, ``fins``, ``tail``,
        ``domestic``, ``catsize``; ``legs`` (0, 2, 4, 5, 6, 8) and ``type`` (mammal 41, bird 20,
        reptile 5, fish 13, amphibian 4, insect 8, invertebrate 10). The name is an identifier,
        hence the index and not an attribute; there are two frogs. Nothing is missing.

    Notes
    -----
    UCI Machine Learning Repository (R. Forsyth, 1990), CC BY 4.0.
    """
    zoo = _csv("zoo.csv", type=ZOO_TYPES).set_index("animal")
    return zoo.astype({c: bool for c in zoo if c not in ("legs", "type")})


def load_hypothyroid(part: str = "train") -> pd.DataFrame:
    """Return the thyroid records that were distributed with C4.5.

    Parameters
    ----------
    part : {"train", "test"}
        2514 or 1258 records.

    Returns
    -------
    DataFrame, shape (2514, 30) or (1258, 30)
        Seven metric columns: ``age`` (years; 0 and 1 missing in the two parts) and laboratory
        values in the units of the laboratory, which the files do not name: ``TSH`` (256 and 113
        missing), ``T3`` (528, 241), ``TT4`` (160, 71), ``T4U`` (261, 126), ``FTI`` (260, 125),
        ``TBG`` (all missing).
        Twenty-two nominal ones (text): ``sex`` (F, M; 91, 59 missing), ``referral_source``
        (SVI, SVHC, STMW, SVHD, other), and t or f in ``on_thyroxine``, ``query_on_thyroxine``,
        ``on_antithyroid_medication``, ``sick``, ``pregnant``, ``thyroid_surgery``,
        ``I131_treatment``, ``query_hypothyroid``, ``query_hyperthyroid``, ``lithium``,
        ``goitre``, ``tumor``, ``hypopituitary``, ``psych``, ``TSH_measured``, ``T3_measured``,
        ``TT4_measured``, ``T4U_measured``, ``FTI_measured``, ``TBG_measured``.
        ``class``: negative, compensated, primary or secondary hypothyroid (2320, 129, 64, 1 in
        training; 1161, 65, 31, 1 in test).

    Notes
    -----
    Garvan Institute, Sydney, and Ross Quinlan; UCI "Thyroid Disease", CC BY 4.0.
    """
    require_choice("part", part, ("train", "test"))
    frame = _csv(f"hypothyroid_{part}.csv", **{"class": THYROID_CLASSES})
    return frame.astype({c: float for c in THYROID_METRIC})


def load_adult_counts() -> pd.DataFrame:
    """Return the US census of 1994, counted by education, weekly hours and salary.

    Returns
    -------
    DataFrame, shape (123, 4)
        ``education`` (16 levels, Preschool … Doctorate), ``hours`` (hours of work per week:
        part-time ≤ 25 < full-time ≤ 40 < overtime ≤ 60 < workaholic), ``salary`` (<=50K, >50K
        dollars per year) and ``count`` (persons; 48842 in all). Nothing is missing; combinations
        without a person have no row.

    Notes
    -----
    UCI "Adult" (B. Becker and R. Kohavi, 1996), CC BY 4.0; training and test part together.
    """
    return _csv("adult_counts.csv", education=EDUCATION, hours=HOURS, salary=["<=50K", ">50K"])


def load_drug() -> pd.DataFrame:
    """Return the twelve patients of the Aq example.

    Returns
    -------
    DataFrame, shape (12, 4)
        ``sex`` (female, male), ``age`` (years), ``blood_pressure`` (low, normal, high), ``drug``
        (A, B: 6 each). Nothing is missing.

    Notes
    -----
    A worked example from lecture slides, not data about people.
    """
    return _csv("drug.csv", sex=["female", "male"], blood_pressure=["low", "normal", "high"],
                drug=["A", "B"])


def load_iris() -> pd.DataFrame:
    """Return Fisher's Iris as scikit-learn ships it.

    Returns
    -------
    DataFrame, shape (150, 5)
        ``sepal_length``, ``sepal_width``, ``petal_length``, ``petal_width`` (cm) and
        ``species`` (setosa, versicolor, virginica: 50 each). Nothing is missing.

    Notes
    -----
    R. A. Fisher (1936); UCI Machine Learning Repository, CC BY 4.0.
    """
    from sklearn import datasets

    iris = datasets.load_iris()
    columns = [name.removesuffix(" (cm)").replace(" ", "_") for name in iris.feature_names]
    species = np.asarray(iris.target_names, dtype=object)
    return pd.DataFrame(iris.data, columns=columns).assign(
        species=pd.Series(species[iris.target]).astype(_categories(species)))


def load_repeats() -> dict[int, np.ndarray]:
    """Return correct predictions on the owls for 120 partitions into 3, 5 and 10 folds.

    The key is the number k of folds, the value has shape (120, 13, k): twelve settings of C and
    gamma of a Gaussian support vector machine, then the machine that is tuned inside each fold.

    Notes
    -----
    Precomputed: body and wing length only; four inner folds.
    """
    with np.load(io.BytesIO(read_data("owl_repeats.npz"))) as archive:
        return {int(k): archive[k].astype(np.int64) for k in archive}
