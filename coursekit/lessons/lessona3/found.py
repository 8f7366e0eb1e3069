"""What the course finds where the documents print a number; each group has a name.

A name leads to a list of numbers, in the order in which they are printed.
"""
from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
from scipy.special import logit
from sklearn.model_selection import cross_val_score

from coursekit import datasets, rules
from coursekit.kernels import Kernel, laplace_l2
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson04e.usps import OURS, TESTED
from coursekit.lessons.lesson06b.counting import count_cuts
from coursekit.lessons.lesson07d.patients import PRIMARY, coded
from coursekit.lessons.lessona3.samples import owl_splits
from coursekit.statistics import rate_table, upper_error_bound
from coursekit.svm import SVC, DualProblem, OneVsRest, solve_smo
from coursekit.tree import CARTRegressor

RUNS = 300                  # of Aq, with seeds and negatives drawn at random
WIDE = 200                  # a beam that sees what a beam of 5 does not
Numbers = dict[str, list[float]]


@cache
def found() -> Numbers:
    """Return all groups of numbers by name.

    Examples
    --------
    >>> found()["cuts"]
    [2.0]
    """
    groups = (titanic(), owls(), tables(), ptitanic(), images(), examples(), margins(), machines(),
              lists(),              thyroid(), aq())
    return {name: [float(x) for x in numbers] for group in groups
            for name, numbers in group.items()}


def titanic() -> Numbers:
    """Return missing shares in per cent, and rates of survival."""
    people = datasets.load_titanic()
    missing = 100 * people.isna().mean()
    rest = missing.drop(["Age", "Cabin", "Embarked"]).max()
    known = people.dropna(subset="Age")
    older = {age: rate_table(known.assign(age=known["Age"] >= age), "age", "Survived").loc[True]
             for age in (30, 40)}
    women = known[known["Sex"] == "female"]
    groups = women["Age"] < 12, women["Age"].between(25, 40)
    return {"missing": [*missing[["Age", "Cabin", "Embarked"]], rest],
            **{f"from_{age}": row[["rate", "low", "high"]] for age, row in older.items()},
            "girls": [women["Survived"][group].mean() for group in groups]}


def owls() -> Numbers:
    """Return the ten scores of the listing with their mean, those of five folds, and the split."""
    birds = datasets.load_owls()
    X, y = birds.drop(columns="species").to_numpy(), birds["species"].to_numpy()
    kernel = Kernel(laplace_l2, {"rate": 2 ** 0.5})
    machine = OneVsRest(SVC(C=np.inf, kernel=kernel, tol=1e-6))
    scores = [machine.fit(*train).score(*test) for train, test in owl_splits()]
    return {"owls": [*scores, np.mean(scores)], "owl_rows": [len(y)],
            "owl_folds": [cross_val_score(machine, X, y, cv=5).mean()],
            "owl_split": [int(0.66 * len(y)), len(y) - int(0.66 * len(y))]}


def tables() -> Numbers:
    """Return means of the printed inner scores, mean and standard deviation of the outer ones."""
    first = [[80, 85, 79, 84], [83, 87, 78, 77], [81, 83, 80, 76]]
    second = [[80, 83, 78, 83], [84, 87, 81, 80], [81, 83, 80, 76]]
    outer = [82, 80, 83, 84, 81]
    return {"inner_1": np.mean(first, axis=1), "inner_2": np.mean(second, axis=1),
            "outer": [np.mean(outer), np.std(outer, ddof=1)]}


def ptitanic() -> Numbers:
    """Return what R's summary prints of the passengers, and how boys and men fared."""
    people = datasets.load_ptitanic()
    counts = [n for column, levels in (("pclass", ("1st", "2nd", "3rd")),
                                       ("survived", ("died", "survived")),
                                       ("sex", ("female", "male")))
              for n in people[column].value_counts()[list(levels)]]
    males = people[people["sex"] == "male"].dropna(subset="age")
    boy, many = males["age"] < 9.5, males["sibsp"] >= 3
    told = people.describe().loc[["min", "25%", "50%", "mean", "75%", "max"]]
    return {"ptitanic_counts": counts,
            "ptitanic_age": [*told["age"], people["age"].isna().sum()],
            "ptitanic_relatives": [*told["sibsp"], *told["parch"]],
            "ptitanic_rows": [len(people), people["age"].notna().sum()],
            "cuts": [count_cuts([[1], [3], [-1], [3]])],
            "boys": [n for group in (boy & many, boy & ~many, males["age"] >= 9.5)
                     for n in (np.sum(males["survived"][group] == "survived"), np.sum(group))]}


def images() -> Numbers:
    """Return the recorded run on the larger digits, and the constant of a kernel of degree 9."""
    error = OURS[0].error / 100
    return {"degree_9": [9, 2 ** 9],
            "usps_images": [row.size for row in OURS],
            "usps_vectors": [row.support_vectors for row in OURS],
            "usps_errors": [row.error for row in OURS],
            "usps_se": [100 * np.sqrt(error * (1 - error) / TESTED)]}


def examples() -> Numbers:
    """Return the small examples that are done by hand."""
    census = datasets.load_adult_counts()
    n, rich = census["count"], census["salary"] == ">50K"
    bachelor, master = (census["education"] == level for level in ("Bachelors", "Masters"))
    overtime = census["hours"] == "overtime"
    lifts = [rules.lift(*(int(n[group].sum()) for group in (A & B_, A, B_)), int(n.sum()))[0]
             for A, B_ in ((bachelor, rich), (master, rich), (master, overtime),
                           (bachelor & overtime, rich))]
    x, y = np.arange(1.0, 9), datasets.make_eight_points()[1]
    z = logit(np.array([0.4, 1, 3, 5, 5.6]) / 6)
    on_line = np.linalg.solve([[2, 0, -1], [0, 2, -1], [1, 1, 0]], [0, 0, 1])
    return {"cheese": [100 * 140 / 200, 100 * 70 / 100], "lifts": lifts,
            "pessimistic": [k + leaves * r for r in (0.8, 0.4) for k, leaves in ((7, 1), (6, 3))],
            "bowl": np.linalg.solve([[2, 1], [1, 2]], [4, 5]), "equality": on_line[2:],
            "inequality": inequality_qp(np.eye(2), [0, 0], [[1.0, 1.0]], [1.0])[1],
            "normal": [8, x.sum(), y.sum(), x.sum(), x @ x, x @ y],
            "logistic": [*z, *np.polyfit(np.arange(1, 6), z, 1)]}


def margins() -> Numbers:
    """Return margins for AND, counts of separable functions, and points that are separated."""
    X, y = datasets.make_and()
    extended, w = np.column_stack([np.ones(4), X]), np.zeros(3)
    while (y * (extended @ w) <= 0).any():
        for sample, label in zip(extended, y):
            w = w + label * sample * (label * (sample @ w) <= 0)
    best = SVC(C=np.inf, kernel="linear", tol=1e-9).fit(X, y)
    separable = []
    for m in range(1, 5):
        corners = np.array(list(product([-1, 1], repeat=m)))
        values = corners @ np.array(list(product(range(-3, 4), repeat=m))).T
        separable.append(len({signs.tobytes() for b in np.arange(-12.5, 13)
                              for signs in (values + b > 0).T.copy()}))
    clouds = [datasets.make_stripes(), datasets.make_spirals()]
    right = [len(y_) * SVC(C=1, gamma=0.5).fit(X_, y_).score(X_, y_) for X_, y_ in clouds]
    return {"margins": [(y * (extended @ w)).min() / np.linalg.norm(w[1:]),
                        1 / np.linalg.norm(best.coef_)],
            "boolean": separable, "separated": right}


def machines() -> Numbers:
    """Return what other thresholds, penalties and rules make of machines on our own samples."""
    X, y = datasets.make_overlap_60()
    alpha = solve_smo(DualProblem.from_data(X, y, C=1), tol=1e-9).alpha
    X, y = datasets.make_linear_40()
    at_C = [(solve_smo(DualProblem.from_data(X, y, C), tol=1e-9).alpha == C).sum()
            for C in np.geomspace(0.001, 10, 60)]
    iris = datasets.load_iris()
    machine = OneVsRest(SVC(C=10, kernel="linear")).fit(iris.iloc[:, :2], iris["species"])
    values = machine.decision_function(iris.iloc[:, :2])
    lengths = [np.linalg.norm(one.coef_) for one in machine.estimators_]
    other = values.argmax(axis=1) != (values / lengths).argmax(axis=1)
    return {"threshold": [(alpha > t).sum() for t in (1 ** -5, 1e-5)],
            "at_C": [len(at_C) - 1, np.sum(np.diff(at_C) > 0)],
            "two_rules": [other.sum(), len(iris)]}


def lists() -> Numbers:
    """Return what CN2's lists cover, their errors with a wide beam, and two trees' numbers."""
    grid = datasets.make_temperature_grid(0.5)
    comfortable = (grid["feeling"] == "comfortable").to_numpy(float)
    tree = CARTRegressor(min_samples_split=2, cp=None).fit(
        grid[["temperature", "humidity"]], comfortable).tree_
    patients = datasets.load_drug()
    pressure = patients["blood_pressure"]
    answer = np.where((pressure == "high") | (pressure == "normal") & (patients["age"] <= 40),
                      "A", "B")
    covered, errors = {}, []
    for name, data, label in (("zoo", datasets.load_zoo(), "type"),
                              ("iris", datasets.load_iris(), "species")):
        X, y = data.drop(columns=label), data[label]
        found_list = rules.CN2().fit(X, y).rules_
        left = [int(n) for n in found_list.default.counts if n]
        covered[name] = [*(sum(rule.counts) for rule in found_list.rules), *left]
        errors.append(np.sum(rules.CN2(beam_width=WIDE).fit(X, y).predict(X) != y))
    zoo = datasets.load_zoo()
    legs = {c.value for c in rules.make_selectors(zoo.drop(columns="type")).conditions
            if c.feature == "legs"}
    return {**covered, "wide": [WIDE, *errors], "zoo_legs": [len(zoo), *sorted(legs)],
            "weather": tree.splits.threshold[~np.isnan(tree.splits.threshold)],
            "drug_tree": [np.sum(answer == patients["drug"]), len(patients)]}


def thyroid() -> Numbers:
    """Return bounds of error rates, and counts of the rules about the thyroid gland."""
    data = datasets.load_hypothyroid()
    X, y = data.drop(columns="class"), data["class"]
    counts = [(2, 1), (3, 1), (6, 1), (3, 59), (31, 1), (7, 1), (44, 179), (34, 1), (1962, 179),
              (2064, 194), (2320, 194)]
    learned = rules.C45Rules().fit(X, y)
    covered = {each.label: each.coded.counts(each.chosen)[0] for each in learned.class_rules_}
    rest = dict(zip(learned.classes_, learned.rules_.default.counts))
    words = X.select_dtypes(exclude="number")
    names = ("3.2", "4", "7")
    messages = coded(PRIMARY, names, with_class=True)
    sets = [some for size in range(4) for some in combinations(names, size)]
    return {"bounds": [100 * upper_error_bound(wrong, right + wrong) for right, wrong in counts],
            "class_table": [covered["primary hypothyroid"], covered["negative"]],
            "uncovered": [sum(rest.values()), rest["primary hypothyroid"],
                          rest["compensated hypothyroid"], rest["negative"]],
            "thyroid": [len(X), (words.nunique() == 2).sum(), X.shape[1] - words.shape[1],
                        y.nunique()],
            "thyroid_leaves": [len(rules.rules_of_tree(learned.tree_))],
            "coding": [messages.length(np.isin(names, some)) for some in sets],
            "thyroid_list": [len(learned.rules_.rules) + 1]}


def aq() -> Numbers:
    """Return Aq's threshold for drug B, how many tie, and how often other draws end as printed."""
    patients = datasets.load_drug()
    selectors = rules.make_selectors(patients.drop(columns="drug"))
    names = [str(condition) for condition in selectors.conditions]

    def learned(drug, choose=None):
        conjunctions, steps = rules.cover_class(selectors.S, (patients["drug"] == drug).to_numpy(),
                                                choose=choose)
        return {frozenset(names[j] for j in c) for c in conjunctions}, steps

    tied = (31.5, 35, 39.5, 45, 50)
    printed = {"A": [{frozenset({"blood_pressure = high"}),
                      frozenset({"age <= 31.5", "blood_pressure = normal"})}],
               "B": [{frozenset({"blood_pressure = low"}),
                      frozenset({f"age > {age:g}", "blood_pressure = normal"})} for age in tied]}
    rng, shares = np.random.default_rng(1912), []
    for drug, wanted in printed.items():
        ends = [learned(drug, lambda some: int(rng.choice(some)))[0] for _ in range(RUNS)]
        shares.append(np.mean([end in wanted for end in ends]))
    return {"aq_share": [*shares, RUNS], "aq_tie": [tied[0]], "aq_ties": [len(tied)]}
