"""What the instructors' guide says in words: options to defend are wrong ones, mistakes are mistakes.

{a|b} is a spot where the guide has one of two words; programs do what it says, as in
`test_messages_name_the_mistake`, and a program with the other word is none that is told of.
"""
from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import t as student
from sklearn.linear_model import Ridge
from sklearn.svm import SVC as LibSVC, SVR as LibSVR

from coursekit.datasets import load_titanic, make_eight_points
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.explorers import KernelOrNot
from coursekit.statistics import upper_error_bound
from coursekit.svm import DualProblem, solve_smo
from coursekit.tree.naive import best_cut, gain
from guide import ONES, TAUGHT, TENS, flat, guide, sections
from pages import name, read as read_page
from told import read

RNG = np.random.default_rng(0)
PAGES = {name(path): read_page(path) for path in TAUGHT}


def says(page: str, words: str) -> str | list[str]:
    """Return the word of the guide's section on a page at a spot, or those at its spots."""
    found, _ = read(words, [flat(guide(PAGES[page]))])
    return found[0] if len(found) == 1 else found


# -- what to defend -----------------------------------------------------------------------


def tokens(text: str) -> set[str]:
    """Return the words of an option without articles, numbers as digits, formulas as their letters."""
    text = text.lower().replace("10^{-3}", "thousandth").replace("−", "-")
    for word, number in {**TENS, **ONES}.items():
        text = re.sub(rf"\b{word}\b", str(number), text)
    text = re.sub(r"(\d)0-(\d)", r"\1\2", text)
    return {word.rstrip("s") for word in re.findall(r"[\w.\-+/]+", re.sub(r"[$\\,]", "", text))} - {"the", "a", "it"}


def predictions(cells) -> list[tuple[dict[str, str], str]]:
    """Return the options of each prediction among some cells, and the letter of the answer."""
    found = []
    for k, cell in enumerate(cells):
        if cell.cell_type == "markdown" and "**Prediction.**" in cell.source:
            box = flat(cell.source.split("**Prediction.**")[1].split("</div>")[0])
            options = re.findall(r"\(([a-e])\) (.*?)(?=,? (?:or )?\([a-e]\) |[?.;]?\s*(?:\(A point|$))", box)
            told = (re.search(r"No prediction yet\. [^*]*\*\*(\w)\*\*", str(c.get("outputs", ""))) for c in cells[k:])
            if options:                                 # else a number is asked for
                found.append((dict(options), next(m[1] for m in told if m)))
    return found


@pytest.mark.parametrize("page", [p for p in PAGES if not p.startswith("00")])
def test_what_is_to_be_defended_is_an_option_and_wrong(page):
    (told,) = re.findall(r"- \*\*Defend\*\*(.*?)(?=- \*\*)", flat(guide(PAGES[page])))
    quotes = re.findall(r"“([^”]+)”", told)
    assert quotes or "x₁²" in told or "minority" in told
    for quote in quotes:
        section = re.search(rf"“{re.escape(quote)}” in section (\d+)|section (\d+)[^.“;]*“{re.escape(quote)}”", told)
        number = section and (section[1] or section[2])
        parts = [part.cells for part in sections(PAGES[page]) if not number or part.heading.startswith(f"{number} ")]
        asked = [p for cells in (parts if number else [PAGES[page].cells]) for p in predictions(cells)]
        asked = asked or predictions(PAGES[page].cells)         # it stands in a part marked ◇
        alike, wrong = max((len(tokens(option) & tokens(quote)) / len(tokens(option) | tokens(quote)), letter != answer)
                           for options, answer in asked for letter, option in options.items())
        assert alike >= 0.3 and wrong, (quote, asked)


# -- the reasons --------------------------------------------------------------------------


def test_01_the_others_have_too_few_where_ours_has_too_many():
    few, many = says("01_titanic_eda", "the others have too {few|many} exactly where ours has too {many|few}")
    alive = RNG.permutation(np.arange(900) < 340)
    ours, others = alive[:600].mean() - alive.mean(), alive[600:].mean() - alive.mean()
    assert ours * others < 0 and {few, many} == {"few", "many"}


def test_01b_tickets_of_one():
    alone = says("01b_titanic_features", "most passengers are {alone|in company} on their ticket")
    people = load_titanic()
    others = people.groupby("Ticket")["Ticket"].transform("size") - 1
    assert ((others == 0).mean() > 0.5) == (alone == "alone")


def test_02_a_price_falls_with_the_unit_of_its_constraint():
    told = says("02_lagrange_kkt", "both sides of a constraint times ten: what becomes of its price (a {tenth|hundredth})?")
    price = [2.0 / unit for unit in (1, 10)]                # x² where u x ≥ u: 2x = λ u at x = 1
    assert price[1] / price[0] == pytest.approx({"tenth": 0.1, "hundredth": 0.01}[told])
    assert says("02_lagrange_kkt", "there are points with c > 0. But c must be {concave|convex}, too") == "concave"


def test_03_what_is_missing_shrinks():
    up, down = says("03_smo", "W {rises|falls} every time, so what is missing {shrinks|grows}")
    X, y = make_eight_points()
    y = np.where(y > np.median(y), 1, -1)
    heights = [step.dual for step in solve_smo(DualProblem.from_data(X, y, 1.0), trace=True).trace]
    assert (np.diff(heights) >= -1e-12).all() and heights[-1] > heights[0] and (up, down) == ("rises", "shrinks")


def test_04_a_small_c_keeps_the_sign_of_the_larger_class():
    small, larger = says("04_kernels", "with a {small|large} C the machine may not use it, and b has the sign of the "
                         "{larger|smaller} class")
    X, y = RNG.normal(size=(50, 2)), np.repeat([1, -1], [30, 20])
    right = {word: LibSVC(C=C, gamma=1e5).fit(X, y) for word, C in (("small", 0.5), ("large", 5.0))}
    other = {"small": "large", "large": "small"}[small]
    assert right[other].score(X, y) == 1 > right[small].score(X, y)
    assert (right["small"].intercept_ > 0).all() and larger == "larger"


def test_04_samples_move_together():
    told = says("04_kernels", "the same function, three samples {closer together|farther apart}")
    assert (KernelOrNot(width=1.0).state()["width"] < KernelOrNot().state()["width"]) == (told == "closer together")


def test_04b_steeper_is_better_where_classes_are_apart():
    told = says("04b_many_classes", "With values that separate the classes {steeper|flatter} is always better")
    f = np.array([-2, -1, -0.5, 0.5, 1, 2])
    loss = [np.log1p(np.exp(-a * np.abs(f))).sum() for a in (0.5, 1, 2, 4, 8)]
    assert (np.diff(loss) < 0).all() == (told == "steeper")


def test_05b_repetitions_shorten_the_interval():
    told = says("05b_pipelines", "more repetitions make the interval {shorter|longer} without bringing new ones")
    reach = [np.sqrt(1 / (10 * r) + 1 / 9) * student.ppf(0.975, 10 * r - 1) for r in (1, 3, 10)]
    assert (np.diff(reach) < 0).all() == (told == "shorter")


def test_06b_many_cuts():
    most, large = says("06b_pruning", "it offers the {most|fewest} cuts, and the best of many is {large|small}")
    y = RNG.random(200) < 0.4
    best = {k: np.mean([best_cut(RNG.integers(0, k, 200), y)[1] for _ in range(30)]) for k in (2, 200)}
    assert best[200] > best[2] and (most, large) == ("most", "large")
    seen = says("06b_pruning", "So it does, on the passengers it {has|has not} seen")
    assert seen == "has"            # as the page's table of training errors has it


def test_07b_a_stricter_bound():
    stricter, small, dearer, large = says(
        "07b_rules_from_trees", "the {stricter|milder} bound makes {small|large} covers {dearer|cheaper} than "
        "{large|small} ones")
    added = {n: upper_error_bound(0, n, 0.2) - upper_error_bound(0, n, 0.25) for n in (4, 400)}
    assert added[4] > added[400] > 0 and (stricter, small, dearer, large) == ("stricter", "small", "dearer", "large")


def test_a1_lifted_samples():
    free, penalised, dear = says("a1_linear_models", "With a {free|penalised} intercept that is so. A {penalised|free} b "
                                 "near a hundred is {dear|cheap}")
    X, y = make_eight_points()
    Z = np.column_stack([np.ones(len(X)), X])

    def slopes(centred, keep=slice(1, None)):
        A = np.column_stack([np.ones(len(X)), X - centred * X.mean(axis=0)])
        return [np.linalg.solve(A.T @ A + np.eye(A.shape[1]), A.T @ t)[keep] for t in (y, y + 100)]
    same = [Ridge(1.0).fit(X, t).coef_ for t in (y, y + 100)]
    assert same[0] == pytest.approx(same[1]) and np.ptp(slopes(False)) > 1 and Z.shape[1] == 2
    assert np.subtract(*slopes(True)) == pytest.approx(0, abs=1e-9)         # "not if the features are centred"
    assert (free, penalised, dear) == ("free", "penalised", "dear")


def test_a2_half_the_range_is_enough():
    told = says("a2_support_vector_regression", "so {half|twice} of that is enough")
    X, y = make_eight_points()
    half = np.ptp(y) / 2
    flat_line = {e: abs(LibSVR(kernel="linear", C=1, epsilon=e).fit(X, y).coef_[0, 0]) < 1e-6
                 for e in (0.8 * half, 1.001 * half)}
    assert list(flat_line.values()) == [False, True] and told == "half"


# -- what goes wrong ----------------------------------------------------------------------

MISTAKES: dict[tuple[str, str], tuple[str, str, Callable]] = {}


def mistake(page: str, key: str, words: str):
    """Note how to make a program from the words of the guide that tell of a mistake."""
    def note(make: Callable) -> Callable:
        MISTAKES[page, words] = key, words, make
        return make
    return note


@mistake("00_start_here", "mean-of-three", "only the {last|first} number is divided (no brackets)")
def _(word):
    return (lambda a, b, c: a + b + c / 3) if word == "last" else lambda a, b, c: (a + b + c) / 3


@mistake("01b_titanic_features", "title-of", "a search for `{Mr|Mrs}` also finds `{Mrs|Mr}`")
def _(short, long):
    right = find("title-of").reference
    return lambda text: short if short in text and long in text else right(text)


@mistake("02b_margins", "perceptron", "`{<|<=}` in place of `{<=|<}`, so that from zero nothing ever happens")
def _(mine, theirs):
    def f(X, y, max_epochs=1000):
        Z = np.column_stack([np.ones(len(X)), X])
        w, updates = np.zeros(Z.shape[1]), 0
        for _ in range(max_epochs):
            before = updates
            for x, label in zip(Z, y):
                if label * (w @ x) < 0 or mine == "<=" and label * (w @ x) == 0:
                    w, updates = w + label * x, updates + 1
            if updates == before:
                return w, updates
        return None, updates
    return f


@mistake("02_lagrange_kkt", "kkt-residuals", "the sign of L (a {plus|minus} instead of the {minus|plus})")
def _(mine, theirs):
    right = find("kkt-residuals").reference

    def f(grad_f, grads_c, c, lam):
        sign = 1 if mine == "plus" else -1
        slope = np.array(grad_f) + sign * np.reshape(grads_c, (len(c), len(grad_f))).T @ np.array(lam)
        return (float(np.max(np.abs(slope), initial=0)), *right(grad_f, grads_c, c, lam)[1:])
    return f


@mistake("02_lagrange_kkt", "dual-ascent", "{downhill|uphill} on q")
def _(word):
    right = find("dual-ascent").reference
    return lambda A, t, step, steps: right(A, t, -step if word == "downhill" else step, steps)


@mistake("03_smo", "best-step", "an end taken because η is merely {small|large}")
def _(word):
    right = find("best-step").reference

    def f(slope, eta, low, high):
        if word == "small" and -1e-2 < eta < 0:
            return high if slope > 0 else low if slope < 0 else right(slope, eta, low, high)
        return right(slope, eta, low, high)
    return f


@mistake("03b_solvers", "duality-gap", "{negative|positive} slack counted, W minus P")
def _(word):
    def f(K, y, C, beta, b):
        beta, values = np.asarray(beta), K @ beta + b
        slack = 1 - y * values
        slack = np.where(slack < 0, slack if word == "negative" else 0, slack)
        return beta @ K @ beta + C * slack.sum() - beta @ y
    return f


@mistake("03b_solvers", "duality-gap", "negative slack counted, {W|P} minus {P|W}")
def _(first, second):
    right = find("duality-gap").reference
    return lambda *case: right(*case) * (-1 if (first, second) == ("W", "P") else 1)


@mistake("03b_solvers", "sor-sweep", "all slopes from the {old|new} α; cut first")
def _(word):
    right = find("sor-sweep").reference
    return right if word == "new" else lambda Q, alpha, C, omega: np.clip(
        np.asarray(alpha, float) + omega * (1 - Q @ alpha) / np.diag(Q), 0, C)


@mistake("03b_solvers", "sor-sweep", "cut {first|last} and then relaxed; the *{step|entry}* cut instead of the "
         "{entry|step}")
def _(when, mine, _theirs):
    def f(Q, alpha, C, omega):
        alpha = np.array(alpha, dtype=float)
        for k in range(len(alpha)):
            step = (1 - Q[k] @ alpha) / Q[k, k]
            if when == "first":
                alpha[k] += omega * (np.clip(alpha[k] + step, 0, C) - alpha[k])
            elif mine == "step":
                alpha[k] += np.clip(omega * step, 0, C)
            else:
                alpha[k] = np.clip(alpha[k] + omega * step, 0, C)
        return alpha
    return f


@mistake("04_kernels", "kernel-perceptron", "mistakes corrected only at the {end|start} of an epoch")
def _(word):
    right = find("kernel-perceptron").reference

    def f(K, y, max_epochs=100):
        beta = np.zeros(len(y))
        for _ in range(max_epochs):
            wrong = y * (K @ beta) <= 0
            if not wrong.any():
                break
            beta = beta + y * wrong
        return beta
    return f if word == "end" else right


@mistake("04_kernels", "witness", "eigenvectors read from the {rows|columns}")
def _(word):
    def f(K):
        values, vectors = np.linalg.eigh(K)
        if values[0] >= -1e-10 * np.abs(values).max():
            return None
        return vectors[0] if word == "rows" else vectors[:, 0]
    return f


@mistake("04b_many_classes", "one-vs-rest-predict", "a search that begins at {0|1}; the")
def _(start):
    def f(decision, classes):
        answers = []
        for row in decision:
            best, answer = float(start), classes[0]
            for value, label in zip(row, classes):
                if value > best:
                    best, answer = value, label
            answers.append(answer)
        return answers
    return f if start == "0" else find("one-vs-rest-predict").reference


@mistake("05_nested_cv", "nested-cv", "not refitted, or refitted on {all|the training} rows")
def _(word):
    right = find("nested-cv").reference

    def f(learn, settings, X, y, outer, inner):
        scores, winners = right(learn, settings, X, y, outer, inner)
        if word == "all":
            scores = [float(np.mean(learn(w, X, y)(X[test]) == y[test])) for w, test in zip(winners, outer)]
        return scores, winners
    return f


@mistake("06_cart", "best-cut", "the limit kept on {one side|both sides} only")
def _(word):
    def f(x, y, min_samples_leaf=1):
        x, y, best = np.asarray(x, float), np.asarray(y, float), (None, 0.0)
        values = np.unique(x)
        for s in (values[1:] + values[:-1]) / 2:
            left = x < s
            few = left.sum() if word == "one side" else min(left.sum(), (~left).sum())
            if few >= min_samples_leaf and (found := gain(y, left)) > best[1] + 1e-9:
                best = float(s), float(found)
        return best
    return f


@mistake("06b_pruning", "upper-bound", "{half|twice} of the chance (two-sided), fewer than e")
def _(word):
    right = find("upper-bound").reference
    return (lambda errors, n, chance=0.25: right(errors, n, chance / 2)) if word == "half" else right


@mistake("06b_pruning", "upper-bound", "{fewer|more} than e instead of e or {fewer|more}")
def _(mine, theirs):
    right = find("upper-bound").reference
    return (lambda errors, n, chance=0.25: right(errors - 1, n, chance) if errors else float(n == 0)) if (mine, theirs) == (
        "fewer", "fewer") else right


@mistake("07_rule_learning", "specialise", "{OR|AND} for {AND|OR}")
def _(mine, _theirs):
    right = find("specialise").reference
    return (lambda beam, S: {c | {j}: cover | S[j] for c, cover in beam.items() for j in range(len(S))
                             if j not in c}) if mine == "OR" else right


@mistake("07_rule_learning", "specialise", "the {parents|children} among the {children|parents}")
def _(who, among):
    right = find("specialise").reference
    return (lambda beam, S: {**beam, **right(beam, S)}) if (who, among) == ("parents", "children") else right


@mistake("07_rule_learning", "g-statistic", "{shares|counts} in place of {counts|shares}")
def _(mine, _theirs):
    def f(covered, reference):
        m = np.asarray(covered, float)
        e = m.sum() * np.asarray(reference, float) / np.sum(reference)
        seen = m > 0
        G = 2 * np.sum(m[seen] * np.log(m[seen] / e[seen]))
        return G / max(m.sum(), 1) if mine == "shares" else G
    return f


@mistake("07_rule_learning", "search-p-value", "labels drawn {with|without} replacement")
def _(word):
    def f(search, y, B, rng):
        seen = search(y)
        draw = (lambda: rng.choice(y, len(y))) if word == "with" else lambda: rng.permutation(y)
        return (1 + sum(search(draw()) >= seen for _ in range(B))) / (B + 1)
    return f


@mistake("07_rule_learning", "search-p-value", "“{larger|at least}” in place of “{at least|larger}”")
def _(mine, _theirs):
    compare = np.greater if mine == "larger" else np.greater_equal
    return lambda search, y, B, rng: (1 + sum(
        compare(search(rng.permutation(y)), search(y)) for _ in range(B))) / (B + 1)


@mistake("07_rule_learning", "search-p-value", "the true labels {not counted|counted}, so that p can be 0")
def _(word):
    own = int(word == "counted")
    return lambda search, y, B, rng: (own + sum(search(rng.permutation(y)) >= search(y) for _ in range(B))) / (own + B)


@mistake("07b_rules_from_trees", "simplify", "a tie keeps the {longer|shorter} rule")
def _(word):
    def f(conditions, count, bound):
        def U(rule):
            right, wrong = count(rule)
            return bound(wrong, right + wrong)
        kept = list(conditions)
        while kept:
            best = min((kept[:k] + kept[k + 1:] for k in range(len(kept))), key=U)
            if U(best) > U(kept) or U(best) == U(kept) and word == "longer":
                break
            kept = best
        return kept
    return f


@mistake("a1_linear_models", "ridge-dual", "λ added to {every entry|the diagonal} of K")
def _(word):
    right = find("ridge-dual").reference
    return right if word == "the diagonal" else lambda K, y, lam, K_new: K_new @ np.linalg.solve(K + lam, y)


@mistake("a1_linear_models", "ridge-dual", "the {coefficients|predictions} returned in place of {predictions|coefficients}")
def _(mine, _theirs):
    right = find("ridge-dual").reference
    return right if mine == "predictions" else lambda K, y, lam, K_new: np.linalg.solve(K + lam * np.eye(len(y)), y)


@mistake("a1_linear_models", "back-substitute", "the {first|last} equation first")
def _(word):
    def f(U, v):
        x = np.zeros(len(v))
        for i in range(len(v)) if word == "first" else reversed(range(len(v))):
            x[i] = (v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
        return x
    return f


@mistake("a2_support_vector_regression", "tube-dual", "ε on the wrong side of the {second|first} copies; the box")
def _(which):
    def f(y, epsilon, C):
        y, n = np.asarray(y, float), len(y)
        second = y + epsilon if which == "first" else y - epsilon
        return np.concatenate([y - epsilon, second]), np.r_[np.zeros(n), -C * np.ones(n)], np.r_[C * np.ones(n), np.zeros(n)]
    return f


@pytest.mark.parametrize("page, words", MISTAKES)
def test_a_mistake_of_the_guide_is_one_that_its_exercise_knows(page, words):
    key, _, make = MISTAKES[page, words]
    found, options = read(words, [flat(guide(PAGES[page]))])
    mine = grade(key, make(*found))
    assert mine.status == "wrong" and mine.matched, mine
    others = [make(*[b if word == a else a for word, (a, b) in zip(found, options)])]
    assert all(grade(key, other).matched != mine.matched for other in others)
