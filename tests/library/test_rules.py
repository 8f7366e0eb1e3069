"""Rules as objects, the learner CN2, the search of Aq, and the statistics that test a rule."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import power_divergence
from sklearn.utils.estimator_checks import estimator_checks_generator

from coursekit.datasets import (
    load_adult_counts, load_drug, load_iris, load_titanic, load_zoo,
)
from coursekit.rules import (
    CN2, DecisionList, Rule, Table, best_line, conjunction_text, cover_class, g_statistic, lift,
    make_selectors, pearson_statistic, wilks_p_value,
)
from coursekit.tree import entropy
from coursekit.tree.conditions import Condition, merged
from guards import SKLEARN_1_7


CHECKS = [(estimator, check) for estimator in (CN2(), CN2(ordered=False))
          for estimator, check in estimator_checks_generator(estimator)]
OLD, YOUNG = Condition("age", ">", 20), Condition("age", "<=", 35)
WOMAN = Condition("sex", "in", ("f",))


def zoo() -> tuple[pd.DataFrame, pd.Series]:
    frame = load_zoo()
    return frame.drop(columns="type"), frame["type"].astype(str)


def iris() -> tuple[pd.DataFrame, pd.Series]:
    frame = load_iris()
    return frame.drop(columns="species"), frame["species"].astype(str)


@pytest.mark.parametrize("estimator, check", CHECKS,
                         ids=[f"{type(e).__name__}-{k}" for k, (e, _) in enumerate(CHECKS)])
def test_scikit_learns_contract(estimator, check):
    check(estimator)


# -- conditions, rules, lists

def test_a_condition_on_a_missing_value_or_an_unseen_level_is_false():
    table = Table.of(pd.DataFrame({"age": [25, None, 40], "sex": ["f", None, "x"]}))
    for condition in (OLD, YOUNG, WOMAN, Condition("sex", "in", ("m",))):
        assert not table.holds(condition)[1]
    assert table.holds(WOMAN).tolist() == [True, False, False]
    assert table.covers([OLD, YOUNG]).tolist() == [True, False, False]


def test_selectors_are_false_where_a_value_is_missing():
    selectors = make_selectors(pd.DataFrame({"age": [25, None, 40], "sex": ["f", None, "m"]}))
    assert selectors.S.sum(axis=0).tolist() == [2, 0, 2] and len(selectors) == 4


@pytest.mark.parametrize("seed", range(12))
def test_neighbours_among_the_floats_are_separated(seed):
    low = np.random.default_rng(seed).normal(size=40)
    for pair in np.column_stack([low, np.nextafter(low, np.inf)]):
        held = make_selectors(pair[:, None]).S
        assert len(held) and (held.sum(axis=1) == 1).all()


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["<", "<=", ">", ">="]), st.integers(0, 4)), max_size=6))
def test_merged_conditions_hold_for_the_same_samples(tests):
    conditions = [Condition("x[0]", op, value) for op, value in tests]
    table = Table.of(np.arange(-1, 6, 0.5)[:, None])
    fewer = merged(conditions)
    assert table.covers(fewer).tolist() == table.covers(conditions).tolist()
    assert len(fewer) <= 2


def test_text():
    assert str(Rule((YOUNG, WOMAN, OLD), "yes")) == "if sex = f and 20 < age <= 35 then yes"
    assert conjunction_text([]) == "always"
    assert merged([Condition("c", "in", ("a", "b")), Condition("c", "in", ("b", "d"))]) == (
        Condition("c", "in", ("b",)),)


def test_the_first_rule_that_fires_decides():
    rules = DecisionList((Rule((OLD,), "old"), Rule((YOUNG,), "young")), Rule((), "unknown"))
    frame = pd.DataFrame({"age": [30, 10, None]})
    assert rules.predict(frame).tolist() == ["old", "young", "unknown"]
    told = rules.coverage(frame, ["old", "young", "young"])
    assert told["covered"].tolist() == [1, 1, 1] and told["errors"].tolist() == [0, 0, 1]
    assert told["alone_covered"].tolist() == [1, 2, 3]
    assert told["alone_errors"].tolist() == [0, 1, 3]
    assert told["alone_lift"].iloc[0] == pytest.approx(3)
    with pytest.raises(AttributeError):
        rules.default = None
    with pytest.raises(ValueError, match="one class for each of the 3"):
        rules.coverage(frame, ["old"])


def test_a_condition_that_does_not_fit_the_table_is_refused():
    table = Table.of(pd.DataFrame({"age": [25.0], "sex": ["f"]}))
    for condition, message in ((Condition("size", ">", 1), "no feature 'size'"),
                               (Condition("sex", ">", 1), "is nominal"),
                               (Condition("age", "in", ("f",)), "is numeric")):
        with pytest.raises(ValueError, match=message):
            table.holds(condition)


# -- statistics

COUNTS = st.lists(st.integers(0, 30), min_size=2, max_size=5).filter(lambda m: sum(m) > 0)


@settings(deadline=None, max_examples=60)
@given(COUNTS, st.data())
def test_g_is_twice_m_times_the_divergence_and_the_gain_of_both_sides(covered, data):
    rest = data.draw(st.lists(st.integers(0, 30), min_size=len(covered), max_size=len(covered)))
    covered, rest = np.array(covered), np.array(rest)
    both, m, u = covered + rest, covered.sum(), rest.sum()
    p, q = covered / m, both / both.sum()
    divergence = sum(a * np.log(a / b) for a, b in zip(p, q) if a > 0)
    G = g_statistic(covered, both)
    assert G == pytest.approx(2 * m * divergence, abs=1e-9) and G >= -1e-9
    order = data.draw(st.permutations(range(len(both))))
    assert g_statistic(covered[order], both[order]) == pytest.approx(G, abs=1e-9)
    if u:
        n = m + u
        gain = entropy(both) - m / n * entropy(covered) - u / n * entropy(rest)
        assert G + g_statistic(rest, both) == pytest.approx(2 * n * gain * np.log(2), abs=1e-7)


def test_scipy_says_the_same_of_both_statistics():
    covered, reference = np.array([7, 2, 1]), np.array([10, 20, 30])
    expected = 10 * reference / 60
    for ours, peer in ((g_statistic, "log-likelihood"), (pearson_statistic, "pearson")):
        theirs = power_divergence(covered, expected, lambda_=peer)
        assert ours(covered, reference) == pytest.approx(theirs.statistic)
        assert wilks_p_value(ours(covered, reference), 2) == pytest.approx(theirs.pvalue)


def test_ends_of_the_statistics():
    assert g_statistic([0, 0], [1, 2]) == 0 and g_statistic([1, 0], [0, 2]) == np.inf
    assert pearson_statistic([1, 0], [0, 2]) == np.inf and pearson_statistic([0, 2], [0, 2]) == 0
    assert wilks_p_value(np.inf, 1) == 0 and wilks_p_value(0.0, 0) == 1
    assert g_statistic([[1, 0], [1, 1]], [1, 1]).shape == (2,)


@pytest.mark.parametrize("call, message", [
    (lambda: g_statistic([1], [1, 2]), "one count for each class"),
    (lambda: pearson_statistic([1, 2], [0, 0]), "must have a sample"),
    (lambda: lift(3, 2, 1, 4), "successes must lie between 0 and n"),
])
def test_bad_counts(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_lifts_of_the_census(golden):
    counts = load_adult_counts()
    rich, overtime = counts["salary"] == ">50K", counts["hours"] == "overtime"
    bachelor, master = (counts["education"] == level for level in ("Bachelors", "Masters"))

    def people(mask: pd.Series) -> int:
        return counts.loc[mask, "count"].sum()

    rules = [(bachelor, rich), (master, rich), (master, overtime), (bachelor & overtime, rich)]
    n = counts["count"].sum()
    found = [lift(people(X & Y), people(X), people(Y), n)[0] for X, Y in rules]
    assert np.round(found, 4).tolist() == golden["lift"]["adult"]["value"]
    assert np.round(found, 2).tolist() == golden["lift"]["adult"]["printed"]
    assert lift(70, 100, 140, 200)[0] == golden["lift"]["supermarket"]["lift"]


# -- CN2

def as_golden(rule: Rule) -> tuple[str, dict]:
    told = conjunction_text(rule.conditions).replace("_", " ").replace(" and ", " & ")
    for new, old in ((" = True", "=1"), (" = False", "=0"), (" <= ", "<"), (" > ", ">")):
        told = told.replace(new, old)
    return " & ".join(sorted(told.split(" & "))).replace("always", "true"), rule.label


@pytest.mark.parametrize("name, table, errors", [("zoo", zoo, 1), ("iris", iris, 3)])
def test_both_printed_lists(golden, name, table, errors):
    """Every line, its class, its counts and its p-value."""
    X, y = table()
    model = CN2(golden["cn2"]["k"], golden["cn2"]["alpha"]).fit(X, y)
    lines = [*model.rules_.rules, model.rules_.default]
    for line, printed in zip(lines, golden["cn2"][name], strict=True):
        assert as_golden(line) == (printed["antecedent"], printed["cls"])
        counts = {c: k for c, k in zip(model.classes_, line.counts) if k}
        assert counts == printed["covered"]
        assert (line.p or 1.0) == pytest.approx(printed["p"], rel=1e-6)
    assert np.sum(model.predict(X) != y) == errors


def covered(**settings) -> list[int]:
    return CN2(**settings).fit(*zoo()).to_frame()["covered"].tolist()


def test_other_references_degrees_and_beams_print_other_lists(golden):
    assert covered(degrees="all") == golden["cn2"]["zoo_if_df_all_classes"]
    assert covered(reference="all") == [41, 20, 13, 7, 6, 4, 5, 3, 2]
    X, y = zoo()
    errors = {k: np.sum(CN2(k).fit(X, y).predict(X) != y) for k in (1, 3, 5, 8, 10, 12, 20)}
    assert errors == {1: 3, 3: 1, 5: 1, 8: 1, 10: 2, 12: 0, 20: 0}
    distinct = {k: np.sum(CN2(k, distinct_covers=True).fit(X, y).predict(X) != y)
                for k in (1, 3, 5)}
    assert distinct == {1: 3, 3: 1, 5: 0}


def test_a_beam_that_holds_everything_finds_the_best_of_all_conjunctions():
    """Brute force over all subsets of the selectors of a small table."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        X = pd.DataFrame(rng.integers(0, 2, (14, 3)).astype(str), columns=list("abc"))
        y = rng.integers(0, 3, 14)
        model = CN2(1000, 0.3).fit(X, y)
        S = make_selectors(X).S
        reference = np.bincount(y, minlength=3)
        degrees = np.sum(reference > 0) - 1
        keys = []
        for code in range(1, 2 ** len(S)):
            cover = S[[j for j in range(len(S)) if code >> j & 1]].all(axis=0)
            m = np.bincount(y[cover], minlength=3)
            G = g_statistic(m, reference)
            if 0 < m.sum() < 14 and wilks_p_value(G, degrees) < 0.3:
                keys.append((round(entropy(m), 7), -round(G, 7)))
        keys = [k for k in keys if k[0] <= round(entropy(reference), 7)]
        found = model.rules_.rules[0].counts if model.rules_.rules else None
        assert (found is None) == (not keys)
        if keys:
            full = np.zeros(3, int)
            full[np.isin(np.arange(3), model.classes_)] = found
            assert min(keys) == (round(entropy(full), 7), -round(g_statistic(full, reference), 7))


@pytest.mark.parametrize("ordered", [True, False])
def test_every_line_passes_its_test_and_covers_something_new(ordered):
    X, y = zoo()
    for alpha in (0.01, 0.1, 0.9):
        model = CN2(3, alpha, ordered=ordered).fit(X, y)
        assert all(rule.p <= alpha for rule in model.rules_.rules)
        assert all(sum(line.counts) > 0 for line in model.rules_.rules)
        table = model.to_frame()
        if ordered:
            assert table["covered"].sum() == len(y)
            last = table.iloc[-2]       # the samples that reach it: its own and the default's
            left = last["covered"] + table["covered"].iloc[-1]
            own = model.rules_.rules[-1].own
            share = (model.rules_.rules[-1].counts[own] + model.rules_.default.counts[own]) / left
            assert last["lift"] == pytest.approx((1 - last["errors"] / last["covered"]) / share)


def test_unordered_rules_keep_the_negatives_and_speak_for_themselves():
    """Counts are those of all samples that the rule covers, and what fires is added up."""
    X, y = iris()
    model = CN2(ordered=False, alpha=0.01).fit(X, y)
    covers = model.rules_.covers(X)
    for rule, cover in zip(model.rules_.rules, covers, strict=True):
        assert list(rule.counts) == [np.sum(cover & (y == c)) for c in model.classes_]
    votes = np.array([rule.counts for rule in model.rules_.rules])
    fires = covers.any(axis=0)
    assert np.array_equal(model.rules_.votes(X)[fires], covers.T[fires].astype(int) @ votes)


def test_unordered_rules_are_sought_among_all_negatives():
    """Only covered samples of the class leave; a rule has more of its class than all samples."""
    rng = np.random.default_rng(2)
    table, labels = rng.integers(0, 2, (120, 3)).astype(float), rng.integers(0, 2, 120)
    model = CN2(2, 0.9, ordered=False, trace=True).fit(table, labels)
    searches = []
    for step in model.trace_:
        if step.depth == 1:
            searches.append([])
        searches[-1].append(step)
    S, left = make_selectors(table).S, {k: np.ones(120, bool) for k in (0, 1)}
    successes = [steps for steps in searches if steps[-1].best]
    for steps, rule in zip(successes, model.rules_.rules, strict=True):
        for one in (one for step in steps for one in step.beam):
            cover = S[list(one.selectors)].all(axis=0) & left[rule.own]
            assert one.counts == tuple(np.bincount(labels[cover], minlength=2))
        left[rule.own] &= ~(S[list(steps[-1].best.selectors)].all(axis=0) & (labels == rule.own))
        assert rule.counts[rule.own] / sum(rule.counts) > np.mean(labels == rule.own)
    assert all((~kept).sum() > 0 for kept in left.values()) and len(successes) > 2
    assert any(0 < min(rule.counts) for rule in model.rules_.rules)


def test_unordered_rules_are_compared_with_the_whole_table():
    """That is the default; the remaining samples must be asked for, and make another set."""
    X, y = iris()
    sets = {reference: CN2(ordered=False, reference=reference).fit(X, y).to_frame()
            for reference in (None, "all", "remaining")}
    pd.testing.assert_frame_equal(sets[None], sets["all"])
    assert not sets[None].equals(sets["remaining"])
    pd.testing.assert_frame_equal(CN2().fit(X, y).to_frame(),
                                  CN2(reference="remaining").fit(X, y).to_frame())
    rng = np.random.default_rng(2)
    table, labels = rng.integers(0, 2, (120, 3)).astype(float), rng.integers(0, 2, 120)
    whole = np.bincount(labels)
    model = CN2(2, 0.5, ordered=False, trace=True).fit(table, labels)
    for step in model.trace_:
        for one in step.beam:
            assert one.G == pytest.approx(g_statistic(one.counts, whole), abs=1e-8)
    assert len(model.trace_) > 2


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("counts", [(4, 5, 1), (1, 1, 2), *((k, 2, 1) for k in (2, 3, 7, 29))])
def test_a_p_value_equal_to_alpha_passes(counts, ordered):
    """One sample of n, alone in its class or in its value, has p = 1/n with three classes."""
    y = np.repeat(list("abc"), counts)
    n, odd = len(y), len(y) - 1 if counts[2] == 1 else 0
    X = np.where(np.arange(n) == odd, 1.0, 0.0)[:, None]
    model = CN2(alpha=1 / n, ordered=ordered).fit(X, y)
    assert str(model.rules_.rules[0]) == f"if x[0] > 0.5 then {y[odd]}"
    assert model.rules_.rules[0].p == pytest.approx(1 / n)
    assert "> 0.5" not in str(CN2(alpha=(1 - 1e-6) / n, ordered=ordered).fit(X, y).rules_)


def test_noise_in_the_labels_passes_the_test_after_a_search():
    """The p-value of the first line is that of the best of many."""
    rng = np.random.default_rng(1)
    X = pd.DataFrame(rng.normal(size=(100, 5)))
    assert all(CN2(1).fit(X, rng.permuted(np.repeat([0, 1], 50))).rules_.rules for _ in range(10))


def test_names_of_classes_and_order_of_samples_change_no_cover():
    X, y = zoo()
    covers = CN2().fit(X, y).to_frame()["covered"].tolist()
    order = np.random.default_rng(0).permutation(len(y))
    assert CN2().fit(X.iloc[order], y.iloc[order]).to_frame()["covered"].tolist() == covers
    renamed = y.map({name: chr(122 - k) for k, name in enumerate(sorted(set(y)))})
    assert CN2().fit(X, renamed).to_frame()["covered"].tolist() == covers


def test_the_next_line_is_that_of_the_list():
    X, y = zoo()
    selectors, alive = make_selectors(X), np.ones(len(y), bool)
    Y = y.to_numpy() == np.unique(y)[:, None]
    for rule in CN2().fit(X, y).rules_.rules:
        found = best_line(selectors, Y, alive)
        assert selectors.names(found.selectors) == rule.conditions and found.counts == rule.counts
        alive &= ~selectors.S[list(found.selectors)].all(axis=0)
    assert best_line(selectors, Y, alive) is None


@pytest.mark.parametrize("levels", [2, 4, 6, 8])
def test_of_equal_rules_the_last_feature_and_the_middle_level(levels):
    """Each level has two samples of one class, so all levels of all three columns are equal."""
    x = np.repeat(list("abcdefgh")[:levels], 2)
    X, y = pd.DataFrame({"first": x, "other": x[::-1], "last": x}), np.repeat([0, 1], levels)
    one = best_line(make_selectors(X), y == [[0], [1]], np.ones(2 * levels, bool), 5, 0.99)
    assert make_selectors(X).names(one.selectors) == (Condition("last", "in", (x[levels],)),)
    numbers = np.arange(2.0 * levels)[:, None]      # <= and > at the middle are equal
    one = best_line(make_selectors(numbers), y == [[0], [1]], np.ones(2 * levels, bool))
    assert [str(c) for c in make_selectors(numbers).names(one.selectors)] == [
        f"x[0] > {levels - 0.5}"
    ]


def test_without_two_classes_there_is_no_line():
    selectors, Y = (
        make_selectors(np.arange(4.0)[:, None]),
        np.array([[0, 0, 1, 1], [1, 1, 0, 0]], bool),
    )
    for alive in ([False] * 4, [True, False, False, False], [True, True, False, False]):
        assert best_line(selectors, Y, np.array(alive), alpha=0.9) is None


def test_a_cover_has_one_place_in_the_beam_if_that_is_asked():
    """Two columns say the same: without distinct covers both are kept."""
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 4, (40, 2)).astype(float), rng.integers(0, 2, 40)
    X = np.column_stack([x, x])
    S, places = make_selectors(X).S, {}
    for distinct in (True, False):
        for step in CN2(6, 0.9, distinct_covers=distinct, trace=True).fit(X, y).trace_:
            covers = {S[list(one.selectors)].all(axis=0).tobytes() for one in step.beam}
            places.setdefault(distinct, []).append(len(step.beam) - len(covers))
    assert places[True][0] == 0 < places[False][0]


def test_the_trace_shows_the_beam():
    X, y = zoo()
    model = CN2(trace=True).fit(X, y)
    first = [step for step in model.trace_ if step.line == 0]
    assert [step.depth for step in first] == list(range(1, len(first) + 1))
    assert max(len(step.beam) for step in first) == 5
    for step in first:
        keys = [(c.impurity, -c.G) for c in step.beam]
        assert keys == sorted(keys) and all(len(c.selectors) == step.depth for c in step.beam)


# -- Aq

def scripted(picks: list[int]):
    picks = iter(picks)

    def choose(candidates: np.ndarray) -> int:
        pick = next(picks)
        assert pick in candidates
        return pick
    return choose


@pytest.mark.parametrize("drug", ["A", "B"])
def test_the_printed_tables_of_aq(golden, drug):
    """All candidates of all rounds with their counts, and the choices, ties apart."""
    patients, rounds = load_drug(), golden["aq_drug"][drug]
    selectors = make_selectors(patients.drop(columns="drug"))
    picks = []
    for step in rounds:
        if not step["prefix"]:
            picks.append(step["seed"] - 1)
        picks.append(step["neg"] - 1)
    rules, steps = cover_class(selectors.S, (patients["drug"] == drug).to_numpy(), 1,
                               scripted(picks))
    for step, printed in zip(steps, rounds, strict=True):
        found = {text(selectors, e.selectors[-1]): (e.m_pos, e.m_neg, e.q)
                 for e in step.candidates}
        assert found == {row["cond"]: (row["m_pos"], row["m_neg"], row["q"])
                         for row in printed["table"]}
        assert found[printed["chosen"]][2] == step.kept[0].q == max(q for *_, q in found.values())
    assert len(rules) == 2


def text(selectors, j: int) -> str:
    test = selectors.conditions[j]
    if test.op == "in":
        return {"sex": "Sex", "blood_pressure": "BP"}[test.feature] + f"={test.value[0]}"
    return f"Age{test.op}{test.value:.1f}"


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10 ** 6), st.integers(1, 3))
def test_aq_covers_all_positives_and_no_negative_or_names_the_contradiction(seed, beam_width):
    rng = np.random.default_rng(seed)
    n = rng.integers(2, 20)
    X = pd.DataFrame({"a": rng.integers(0, 4, n).astype(float),
                      "b": rng.choice(["u", "v", None], n), "c": rng.choice(list("xyz"), n)})
    y = rng.integers(0, 2, n).astype(bool)
    S = make_selectors(X).S
    contradictory = any(not (S[:, i] & ~S[:, j]).any() for i in np.flatnonzero(y)
                        for j in np.flatnonzero(~y))
    choose = np.random.default_rng(0).choice
    try:
        rules, steps = cover_class(S, y, beam_width, choose)
    except ValueError as error:
        assert contradictory and "contradict themselves" in str(error)
        return
    covers = np.array([S[list(rule)].all(axis=0) for rule in rules]).reshape(-1, n)
    assert np.array_equal(covers.any(axis=0), y)
    for rule in rules:      # without any one of its conditions it would cover a negative
        assert all((S[[i for i in rule if i != j]].all(axis=0) & ~y).any() for j in rule)
    assert len(rules) <= y.sum()
    # A star of at most one round for each negative, and a new star for each rule.
    assert len(steps) <= len(rules) * (~y).sum()


def test_a_star_holds_no_conjunction_that_another_one_contains():
    S = np.array([[1, 0, 0, 1], [1, 0, 1, 0], [1, 1, 0, 0]], bool)
    _, steps = cover_class(S, np.array([True, False, False, False]), 9)
    for step in steps:
        kept = [set(e.selectors) for e in step.kept]
        assert not any(a < b or (a == b and i != j) for i, a in enumerate(kept)
                       for j, b in enumerate(kept))


# -- tables with text and gaps; bad input

@pytest.mark.parametrize("model", [CN2(), CN2(ordered=False), CN2(reference="all")])
def test_text_missing_values_and_unseen_levels(model):
    people = load_titanic()
    X, y = people[["Sex", "Age", "Embarked", "Pclass"]], people["Survived"]
    model.fit(X, y)
    assert model.score(X, y) > 0.75
    odd = pd.DataFrame({"Sex": ["robot", None], "Age": [np.nan] * 2, "Embarked": ["Z", None],
                        "Pclass": [np.nan] * 2})
    assert set(model.predict(odd)) <= {0, 1}
    assert list(model.to_frame().columns) == ["rule", "prediction", "covered", "errors", "lift",
                                              "p"]
    if SKLEARN_1_7:
        assert "<table" in model._repr_html_() and "Sex = female" in model._repr_html_()


def test_nothing_to_learn():
    """One class, or constant columns only: the default alone; one sample, too."""
    for X, y in ((np.zeros((6, 2)), [0, 1] * 3), (np.eye(3), ["a"] * 3), ([[1.0]], [0]),
                 (np.full((4, 1), np.nan), [0, 1, 1, 1])):
        for model in (CN2().fit(X, y), CN2(ordered=False).fit(X, y)):
            assert len(model.rules_) == 0
            assert model.predict(X).tolist() == [model.rules_.default.label] * len(y)


@pytest.mark.parametrize("model, message", [
    (CN2(beam_width=0), "beam_width must be a whole number of at least 1"),
    (CN2(alpha=0), "alpha must lie in"), (CN2(alpha=1.0), "alpha must lie in"),
    (CN2(alpha="a"), "alpha must be a number"),
    (CN2(reference="rest"), "reference must be one of"),
    (CN2(degrees=3), "degrees must be one of"),
])
def test_bad_settings(model, message):
    with pytest.raises((ValueError, TypeError), match=message):
        model.fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("data", [zoo, iris])
def test_a_table_that_was_read_before_gives_the_same_rules(data):
    X, y = data()
    by_frame, by_table = CN2(trace=True).fit(X, y), CN2(trace=True).fit(Table.of(X), y)
    assert by_table.rules_ == by_frame.rules_ and by_table.trace_ == by_frame.trace_
    assert np.array_equal(by_table.predict(X), by_frame.predict(X))
    assert by_table.feature_names_in_.tolist() == list(X.columns)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        CN2().fit(Table.of(X), y[1:])


def test_bad_tables():
    with pytest.raises(ValueError, match="0 sample"):
        CN2().fit(np.empty((0, 2)), [])
    with pytest.raises(ValueError, match="contradict themselves: sample 2"):
        cover_class(make_selectors([[0.0], [1.0], [0.0]]).S, np.array([True, True, False]))
    with pytest.raises(TypeError, match="fitted on a frame"):
        CN2().fit(*zoo()).predict(np.zeros((1, 16)))
    with pytest.raises(ValueError, match="must be a table"):
        Table.of(np.zeros(3))


def test_a_line_is_not_less_pure_than_what_is_left():
    """However significant: three of six are no answer where three of thirty-three are."""
    X = pd.DataFrame({"x": ["yes"] * 6 + [None] * 27})
    y = np.array(["b"] * 3 + ["a"] * 30)
    assert wilks_p_value(g_statistic([3, 3], [30, 3]), 1) < 0.01
    model = CN2(alpha=0.1).fit(X, y)
    assert model.rules_.rules == () and set(model.predict(X)) == {"a"}
