"""The exercises of lesson 01: rates, gaps, titles, confounders, leaks and a ceiling."""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.exercises.parsing import Letters, Matching, Named, Number, Numbers
from coursekit.exercises.model import Exercise
from coursekit.exercises.model import Misconception as Wrong
from coursekit.statistics import standardised_rates, wald_interval, wilson_interval
from coursekit.titanic import TitleExtractor, design_matrix, titanic_ceiling

HOLES = ["Age", "Cabin", "Embarked"]
TITLES = ("Mr", "Miss", "Mrs", "Master", "Res")
TASKS = ("classification", "segmentation", "concept description", "prediction", "association",
         "deviation")
TASK_OF = dict(zip("abcdef", TASKS, strict=True))


@cache
def _titanic() -> pd.DataFrame:
    return load_titanic()


def _missing(per: str = "rows") -> tuple:
    holes = _titanic()[HOLES].isna().sum()
    whole = len(_titanic()) if per == "rows" else len(_titanic()) - holes
    return tuple((100 * holes / whole).round(2))


def _family(more_than: int = 3) -> tuple[int, int]:
    family = _titanic()[_titanic()["SibSp"] + _titanic()["Parch"] > more_than]["Survived"]
    return int(family.sum()), len(family)


def _large(interval=wilson_interval, confidence: float = 0.95, k_of_n=None) -> tuple:
    k, n = k_of_n or _family()
    return tuple(float(x) for x in interval(k, n, confidence))


def _counts(titles: pd.Series) -> dict[str, int]:
    return {t: int((titles == t).sum()) for t in TITLES}


def _titles() -> pd.Series:
    return TitleExtractor().fit_transform(_titanic())["Title"]


def _by_substring() -> dict[str, int]:
    names = _titanic()["Name"]
    return {**{t: int(names.str.contains(t, regex=False).sum()) for t in TITLES[:4]},
            "Res": _counts(_titles())["Res"]}


def _pooled(**moves: tuple[str, ...]) -> dict[str, int]:
    raw = _titanic()["Name"].str.extract(r",\s*([^.]+)\.")[0]
    back = {old: new for new, olds in moves.items() for old in olds}
    moved = raw.replace(back)
    return _counts(moved.where(moved.isin(TITLES[:4]), "Res"))


def _port(group: str = "C", strata=("Pclass", "Sex"), column: str = "standardised") -> float:
    table = standardised_rates(_titanic(), "Embarked", "Survived", list(strata))
    return float(table.loc[group, column])


def _cherbourg_weighted(weights: str) -> float:
    aboard = _titanic().dropna(subset=["Embarked"])
    own = aboard[aboard["Embarked"] == "C"].groupby(["Pclass", "Sex"])["Survived"].mean()
    mix = aboard[aboard["Embarked"] == "S"].groupby(["Pclass", "Sex"]).size()
    share = mix / mix.sum() if weights == "S" else 1 / len(own)
    return float((own * share).sum())


@cache
def _cross_validated() -> float:
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.tree import DecisionTreeClassifier

    X, y = design_matrix(_titanic())
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    return float(cross_val_score(DecisionTreeClassifier(random_state=0), X, y, cv=folds).mean())


def _which_differ(answer: dict, right: dict) -> str:
    off = [k for k in right if answer[k] != right[k]]
    rest = " The others are right." if len(off) < len(right) else ""
    return f"Not yet: look again at {', '.join(off)}.{rest}"


def _below_the_ceiling(answer: float) -> bool:
    """Tell whether an accuracy is one that real models reach, in training or on unseen rows."""
    return 0.75 < answer < titanic_ceiling(_titanic()).accuracy


def _is_rounded(answer: tuple) -> bool:
    """Tell whether percentages are the right ones, to fewer decimals."""
    return all(any(abs(a - round(r, d)) < 1e-9 for d in (0, 1))
               for a, r in zip(answer, _missing(), strict=True))


def _is_in_per_cent(answer: tuple) -> bool:
    """Tell whether an interval is the right one times a hundred, to any sensible rounding."""
    return all(abs(a - 100 * r) < 0.6 for a, r in zip(answer, _large(), strict=True))


def _has_another_z(answer: tuple) -> bool:
    """Tell whether an interval is Wilson's of these passengers, with another confidence."""
    return any(abs(answer[0] - low) + abs(answer[1] - high) < 0.002
               for low, high in (_large(confidence=c) for c in np.linspace(0.5, 0.999, 500)))


def _share(answer: float, right: float) -> str | None:
    return None if answer <= 1 else "An accuracy is a share: it lies between 0 and 1."


EXERCISES = (
    Exercise(
        key="task-of", title="What kind of task?", variable="task_of",
        parse=Matching("abcdef", TASKS), reference=lambda: TASK_OF, explain=_which_differ,
        misconceptions=tuple(
            Wrong(f"{x} and {y} swapped", {**TASK_OF, x: TASK_OF[y], y: TASK_OF[x]}, hint)
            for x, y, hint in (
                ("a", "d", "Look at a and d: one asks for a class, the other for a number."),
                ("b", "c", "Look at b and c: one looks for groups nobody has named, the other "
                           "describes a group that is given."),
                ("c", "f", "Look at c and f: what is *common* to a group, or what *differs* "
                           "between groups?"),
                ("e", "f", "Look at e and f: what occurs together, or what differs from place to "
                           "place?"),
                ("d", "f", "Look at d and f: one asks for a value to come."),
            )),
        hints=("Ask what the answer would be: a class, a number, groups, a description, pairs, or "
               "a difference.",
               "A class for each case: classification. A number to come: prediction. Unnamed "
               "groups: segmentation. Things that go together: association.",
               "What is left: describing a given group is concept description; comparing places or "
               "times is deviation."),
        solution="task_of = " + repr(TASK_OF),
        explanation="The kind of answer wanted decides the kind of task.",
        fallback_hint="Not yet. What kind of answer does each question want?",
    ),
    Exercise(
        key="supervised", title="Supervised or not?",
        variable="supervised", parse=Letters("abcdef"),
        reference=lambda: {"a", "d"},
        misconceptions=(
            Wrong("segmentation", {"a", "b", "d"},
                  "Groups that nobody has named have no target to learn from: b is unsupervised."),
            Wrong("association", {"a", "d", "e"},
                  "What is bought together is counted, not predicted: e has no target."),
            Wrong("only classes", {"a"},
                  "A target may be a number as well: learning to predict it is supervised too."),
            Wrong("only numbers", {"d"},
                  "A target may be a class as well: learning to predict it is supervised too."),
            Wrong("complement", {"b", "c", "e", "f"},
                  "The other way round: supervised means that the right answers of the past are "
                  "given."),
            Wrong("all", set("abcdef"),
                  "Not all: in which of them are right answers given, from which to learn?"),
        ),
        hints=("Supervised learning has a target column: the right answers of past cases.",
               "Which of the six predict something for a single case?",
               "In which of them is there a column that says, for each past case, what the "
               "right answer was?"),
        solution='supervised = {"a", "d"}',
        explanation="Only these two predict a target for a single case, learning from cases whose "
                    "target is known.",
        fallback_hint="Not yet. Which questions predict a target for a single case?",
    ),
    Exercise(
        key="missing-percent", title="The holes in per cent", variable="missing_percent",
        parse=Numbers(("age", "cabin", "embarked")), reference=_missing, tolerance=0.006,
        misconceptions=(
            Wrong("fractions", lambda: tuple(round(v / 100, 4) for v in _missing()),
                  "These are shares between 0 and 1. Per cent means: out of a hundred."),
            Wrong("counts", lambda: tuple(int(v) for v in _titanic()[HOLES].isna().sum()),
                  "These are counts of missing values. Divide each by the number of rows."),
            Wrong("present", lambda: tuple(round(100 - v, 2) for v in _missing()),
                  "These are the percentages of values that are *there*. `isna` counts the "
                  "others."),
            Wrong("denominator", lambda: _missing("present"),
                  "You divided by the number of values that are present. The share of missing "
                  "values is taken of *all* rows."),
            Wrong("order", lambda: (_missing()[1], _missing()[0], _missing()[2]),
                  "The right numbers, but age comes first and cabin second."),
            Wrong("rounded", lambda: tuple(float(round(v)) for v in _missing()),
                  "Rounded too far: the answer wants two decimals.", _is_rounded),
        ),
        hints=("`titanic.isna()` is a table of True and False, and True counts as 1.",
               "The mean of a column of True and False is a share of all rows.",
               'Take `titanic[["Age", "Cabin", "Embarked"]].isna().mean()`, times 100, rounded.'),
        solution='missing_percent = (100 * titanic[["Age", "Cabin", "Embarked"]].isna().mean())'
                 ".round(2).tolist()",
        explanation="The denominator is the number of rows, not of known values.",
        fallback_hint="Not yet. How many values are missing in each column, out of how many rows?",
    ),
    Exercise(
        key="title-counts", title="Five groups of titles", variable="title_counts",
        parse=Named(TITLES), reference=lambda: _counts(_titles()), tolerance=0.4,
        explain=_which_differ,
        misconceptions=(
            Wrong("substring", _by_substring,
                  "Your rule looks for the letters anywhere in the name: “Mrs” contains “Mr”, and "
                  "so do some surnames. Compare the whole title."),
            Wrong("Mlle and Ms are Miss", lambda: _pooled(Miss=("Mlle", "Ms")),
                  "You added Mlle and Ms to Miss. Sensible, but the task pools *every* other "
                  "title, and a silent regrouping cannot be reproduced."),
            Wrong("French too", lambda: _pooled(Miss=("Mlle", "Ms"), Mrs=("Mme",)),
                  "You translated the French titles. Sensible, but here every title besides the "
                  "four goes to Res."),
            Wrong("survivors", lambda: _counts(_titles()[_titanic()["Survived"] == 1]),
                  "These are the survivors with each title. Count all passengers."),
            Wrong("shares", lambda: {k: v / len(_titanic()) for k, v in _counts(_titles()).items()},
                  "These are shares. How many passengers are they?"),
            Wrong("doctors are men", lambda: _pooled(Mr=("Dr", "Rev", "Col", "Major", "Capt", "Don",
                                                         "Sir", "Jonkheer")),
                  "You gave the other men's titles to Mr. All titles besides the four go to Res."),
        ),
        hints=("The title is already in `titles`; four values stay, all others become one.",
               "`Series.where(condition, other)` keeps values where the condition holds; then "
               "count.",
               '`titles.where(titles.isin(["Mr", "Miss", "Mrs", "Master"]), "Res")`, then count'),
        solution='title_counts = titles.where(titles.isin(["Mr", "Miss", "Mrs", "Master"]), '
                 '"Res").value_counts()',
        explanation="Comparing the whole title, not a piece of the name, keeps Mr and Mrs apart.",
        fallback_hint="Not yet. Count the passengers of each group.",
    ),
    Exercise(
        key="large-family-interval", title="Large families", variable="large_family_interval",
        parse=Numbers(("low", "high")), reference=_large, tolerance=0.0051,
        misconceptions=(
            Wrong("Wald", lambda: _large(wald_interval),
                  "This is the textbook interval, rate ± z standard errors. It is too low here, "
                  "because the group is small and the rate far from one half. Use Wilson's."),
            Wrong("one z", lambda: _large(confidence=0.6827),
                  "This interval uses z = 1, which covers two cases in three only. "
                  "What z belongs to 95 %?"),
            Wrong("ninety", lambda: _large(confidence=0.90),
                  "This is an interval of 90 % confidence. 95 % leaves 2.5 % on *each* side."),
            Wrong("died", lambda: _large(k_of_n=(_family()[1] - _family()[0], _family()[1])),
                  "This is the interval for those who died. Count the survivors."),
            Wrong("three or more", lambda: _large(k_of_n=_family(2)),
                  "You took families with three relatives in as well. *More than* three begins at "
                  "four."),
            Wrong("per cent", lambda: tuple(100 * v for v in _large()),
                  "The right interval in per cent; give shares between 0 and 1.", _is_in_per_cent),
            Wrong("rate for count", lambda: _large(k_of_n=(_family()[0] / _family()[1],
                                                           _family()[1])),
                  "`wilson_interval` wants the *number* of survivors; you gave it their rate."),
            Wrong("another confidence", lambda: _large(confidence=0.99),
                  "The right passengers, but another confidence: 95 % belongs to z = 1.96.",
                  _has_another_z),
            Wrong("swapped", lambda: _large()[::-1], "Right numbers, but the low end comes first."),
        ),
        hints=("An interval for a rate needs two numbers: how many survived, and out of how many.",
               '`by_family.loc["more"]` holds both. `wilson_interval(successes, n)` does the rest.',
               '`wilson_interval(by_family.loc["more", "successes"], by_family.loc["more", ...])`'),
        solution='large_family_interval = wilson_interval(by_family.loc["more", "successes"], '
                 'by_family.loc["more", "n"])',
        explanation="The interval reaches far, but stays below everybody's rate. Whether the size "
                    "of the family is the reason is another question: most of them travelled third "
                    "class.",
        fallback_hint="Not yet. Which passengers have more than three relatives aboard, and "
                      "how many of "
              "them survived?",
    ),
    Exercise(
        key="cherbourg-standardised", title="Cherbourg, standardised",
        variable="cherbourg_standardised",
        parse=Number(), reference=_port, tolerance=0.0051,
        misconceptions=(
            Wrong("raw", lambda: _port(column="raw"),
                  "This is the raw rate: Cherbourg's own mix of class and sex. Weight its six "
                  "rates by the mix of the *whole ship* instead."),
            Wrong("unweighted", lambda: _cherbourg_weighted("none"),
                  "You took the plain mean of the six strata. They are not equally large: weight "
                  "each by its share of the passengers."),
            Wrong("weighted by S", lambda: _cherbourg_weighted("S"),
                  "You weighted by Southampton's mix. The standard here is the whole ship."),
            Wrong("class only", lambda: _port(strata=("Pclass",)),
                  "You held only the class fixed. The sexes differ between the ports as well."),
            Wrong("sex only", lambda: _port(strata=("Sex",)),
                  "You held only the sex fixed. The classes differ between the ports even more."),
            Wrong("Southampton", lambda: _port("S"), "This is Southampton. Look for port C."),
            Wrong("per cent", lambda: 100 * _port(), "Right, in per cent. Give a share, please.",
                  lambda v: abs(v - 100 * _port()) < 0.6),
        ),
        hints=("Keep Cherbourg's rates within the strata; change only how the strata are weighted.",
               "The weights are `n_s / n_s.sum()`, the rates `r_gs[\"C\"]`. Multiply and add.",
               'Cherbourg: `r_gs["C"]` times the weights, summed. What must `n_s` be divided by?'),
        solution='cherbourg_standardised = (n_s / n_s.sum() * r_gs["C"]).sum()',
        explanation="With the ship's mix of class and sex, half of Cherbourg's lead is gone.",
        fallback_hint="Not yet. Six strata, six rates of Cherbourg, six weights of the whole ship.",
    ),
    Exercise(
        key="leaky-steps", title="Which steps leak?",
        variable="leaky_steps", parse=Letters("abcde"),
        reference=lambda: {"b", "d"},
        misconceptions=(
            Wrong("one-hot leaks", {"a", "b", "d"},
                  "One-hot encoding rewrites each row by itself; it learns nothing from other "
                  "rows. The other two are right."),
            Wrong("only grouping", {"b"},
                  "Grouping by survival leaks, yes. But one more step takes a number from *all* "
                  "rows, and the test rows are among them."),
            Wrong("only the median", {"d"},
                  "The median leaks a little, yes. Another step leaks much more: which of them "
                  "looks at the outcome?"),
            Wrong("title leaks", {"b", "c", "d"},
                  "A title is read off the passenger's own name: no other row is asked. The other "
                  "two are right."),
            Wrong("cabin leaks", {"b", "d", "e"},
                  "The mark is made from the row itself, so it carries nothing between folds. (It "
                  "may leak from the future, which is another matter.) The other two are right."),
            Wrong("all", {"a", "b", "c", "d", "e"},
                  "Too strict. A step leaks between folds only if what it does to one row depends "
                  "on other rows."),
            Wrong("none", set(),
                  "Something does leak. Which steps use numbers computed from *several* rows?"),
        ),
        hints=("Ask of each step: to process one passenger, does it need to know any other?",
               "Two of the five compute something from many rows; one of these even from the "
               "outcome.",
               "Look at the family groups, and at where the median age comes from."),
        solution='leaky_steps = {"b", "d"}',
        explanation="Both learn from rows of the test fold: one its outcomes, the other its ages.",
        fallback_hint="Not yet. For each step ask whether it needs any passenger but the "
                      "one at hand.",
    ),
    Exercise(
        key="ceiling", title="Name the ceiling", variable="ceiling", parse=Number(),
        reference=lambda: titanic_ceiling(_titanic()).accuracy, tolerance=0.0006,
        explain=_share,
        misconceptions=(
            Wrong("one", 1.0, "Alike passengers with different fates make a perfect score "
                              "impossible: a model must give them one answer."),
            Wrong("cross-validated", _cross_validated,
                  "This looks like the score of one particular model, or of one on unseen folds. "
                  "The ceiling asks what the *best possible* classifier gets on these very rows.",
                  recognise=_below_the_ceiling),
            Wrong("error", lambda: 1 - titanic_ceiling(_titanic()).accuracy,
                  "This is the smallest possible *error*. The ceiling is what is left of one."),
            Wrong("profiles", lambda: titanic_ceiling(_titanic()).profiles,
                  "This counts the profiles. How many rows does the majority of each profile get "
                  "right, out of all rows?"),
            Wrong("right rows", lambda: round(titanic_ceiling(_titanic()).accuracy
                                              * len(design_matrix(_titanic())[1])),
                  "This is the number of rows that can be right. Divide by the number of rows."),
            Wrong("constant", lambda: float(1 - design_matrix(_titanic())[1].mean()),
                  "This is what the constant reaches. It gives *all* rows one answer; a ceiling "
                  "may answer each profile separately."),
        ),
        hints=("Inside a profile, the best single answer is the fate of the majority.",
               "For each profile take the larger of survivors and dead; add up; divide by the "
               "rows.",
               "`np.maximum(survivors, dead)` gives the majorities of all profiles at once: `k_x` "
               "survived, the rest of `n_x` did not."),
        solution="ceiling = np.maximum(k_x, n_x - k_x).sum() / n_x.sum()",
        explanation="No model on these features can do better on these rows. A cross-validated "
                    "score speaks about other rows, and so answers another question.",
        fallback_hint="Not yet. Add up the majorities of the profiles.",
    ),
)
