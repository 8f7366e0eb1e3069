"""Numbers that an exercise's way, hints or verdicts state are typed; here they are computed.

The data are read from the page where it gives them, so that page and way cannot part.
"""
from __future__ import annotations

import inspect
import re
from math import exp

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student

from coursekit.datasets import make_and
from coursekit.exercises import lesson02b
from coursekit.exercises.registry import exercises, find, sittings
from coursekit.lagrange import inequality_qp
from coursekit.model_selection import corrected_interval
from coursekit.svm import DualProblem, solve_qp
from coursekit.svm.experiments import maximal_violating_pair, random_partner
from pages import CHECK, NOTEBOOKS, code_cells, markdown_cells, read

NUMBER = re.compile(r"(?<![\w.])−?(?:\d+(?:\.\d+)?|½)")
WORDS = dict(enumerate("no one two three four five six seven eight nine".split()))
SOME = [e for sitting in sittings() for e in exercises(sitting).values()]


def told(text: str) -> list[float]:
    """Return the numbers of a text in their order; the 1 of x1 is none."""
    return [float(n.replace("−", "-").replace("½", "0.5")) for n in NUMBER.findall(text)]


def flat(*numbers) -> list[float]:
    """Return numbers and arrays of them as one list."""
    return [float(n) for part in numbers for n in np.ravel(part)]


def asked(key: str) -> tuple[str, list]:
    """Return the prose of the page on which an exercise stands, and its cells of code."""
    page = next(page for page in map(read, NOTEBOOKS)
                for cell in code_cells(page) if key in [k for k, _ in CHECK.findall(cell.source)])
    return "\n".join(cell.source for cell in markdown_cells(page)), code_cells(page)


def texts(exercise) -> list[str]:
    """Return all that an exercise may say."""
    return [exercise.way, exercise.explanation, exercise.fallback_hint, *exercise.hints,
            *(known.hint for known in exercise.misconceptions)]


def test_the_way_of_two_constraints():
    A, t = np.array([[1, 0], [1, 1]]), np.array([2, 3])
    (x, lam), *alone = (inequality_qp(np.eye(2), [0, 0], A[some], t[some])
                        for some in ([0, 1], [1], [0]))
    (second, price), (first, _) = alone
    assert price[0] == pytest.approx(second[0])     # x = λ2 (1, 1)
    assert told(find("two-constraints").way) == pytest.approx(
        flat(A[1], second, t[0], first, x, x, A[0], A[1], lam[::-1]))


def test_the_way_of_and_with_slack():
    X, y = make_and()
    C, hard = lesson02b.C_SOFT, solve_qp(DualProblem.from_data(X, y, np.inf))
    soft = solve_qp(DualProblem.from_data(X, y, C))
    w, alpha = (soft.alpha * y) @ X, soft.alpha
    f = X @ w + soft.b
    exercise = find("and-soft")
    assert told(exercise.way) == pytest.approx(flat(
        X[3], C, alpha[1] + alpha[2], alpha[1], alpha[3], X[3], X[1], X[2], w, X[1], y[3], f[1],
        soft.b, X[3], f[3], 1 - f[3], X[0], y[0] * f[0], alpha[0]), abs=1e-6)
    assert told(exercise.hints[0]) == pytest.approx(
        flat(X[3], hard.alpha[3], C, X[1], X[2]), abs=1e-6)
    assert told(exercise.hints[2]) == pytest.approx(flat(X[1], X[1], f[1], X[3], 1, X[3]), abs=1e-6)


def test_the_ways_of_the_tables_by_hand():
    prose, _ = asked("inner-tables")
    rows = np.array([[float(n) for n in re.findall(r"\| (\d+) (?=\|)", line)]
                     for line in re.findall(r"^\| \$C = .*$", prose, re.M)])
    settings, exercise = np.array([1, 10, 100]), find("inner-tables")
    means = [table.mean(axis=1) for table in (rows[:, :4], rows[:, 4:])]
    assert told(exercise.way) == flat(*(part for k, mean in enumerate(means, 1)
                                        for part in (k, mean, settings[mean.argmax()])))
    assert told(exercise.hints[2]) == flat(1, rows[:, :4].sum(axis=1))
    assert flat(*exercise.right) == flat(*((settings[m.argmax()], m.max()) for m in means))


def test_the_way_of_the_outer_scores():
    prose, _ = asked("outer-summary")
    scores = np.array(told(re.search(r"five outer accuracies are (.*?) per cent", prose)[1].replace("$", "")))
    n, inner, settings, exercise = len(scores), 4, 3, find("outer-summary")
    squares = (scores - scores.mean()) ** 2
    assert told(exercise.way) == pytest.approx(flat(
        scores.sum(), n, squares, squares.sum(), 1, n - 1, scores.std(ddof=1), inner, settings,
        n, inner * settings + 1), abs=5e-3)
    ends = corrected_interval(scores, n_train=n - 1, n_test=1)
    assert told(exercise.explanation) == pytest.approx(flat(5, ends), abs=0.05)


def passage(page: str, words: str) -> str:
    """Return the one text cell of a page that has these words."""
    (path,) = (path for path in NOTEBOOKS if path.stem == page)
    (cell,) = (cell.source for cell in markdown_cells(read(path)) if words in cell.source)
    return cell


def test_the_line_by_hand_solves_its_two_equations():
    text = passage("a1_linear_models", "By hand, for the eight samples")
    equations = np.array(re.findall(r"\$(\d+) b \+ (\d+) w = (\d+)\$", text), float)
    told = {letter: int(p) / int(q)
            for letter, p, q in re.findall(r"\$([bw]) = \\frac\{?(\d+?)\}?\{?(\d+)\}?\$", text)}
    b, w = np.linalg.solve(equations[:, :2], equations[:, 2])
    assert told == pytest.approx({"b": b, "w": w})
    taken, left, right = re.search(r"Take \$([\d.]+)\$.*: \$([\d.]+) w = ([\d.]+)\$", text).groups()
    assert equations[1] - float(taken) * equations[0] == pytest.approx([0, float(left), float(right)])


def test_the_quantiles_of_student_are_those_of_so_many_scores():
    text = passage("05_nested_cv", "Student's distribution")
    sizes = {"five": 5, "ten": 10}
    told = re.findall(rf"\$(\d\.\d\d)\$ for ({'|'.join(sizes)})", text)
    assert {size for _, size in told} == set(sizes)
    for quantile, size in told:
        assert float(quantile) == round(student.ppf(0.975, sizes[size] - 1), 2), size


def test_the_way_of_the_three_kernel_values():
    prose, _ = asked("name-the-kernel")
    pairs = np.array([[float(n) for n in re.findall(r"\d+(?:\.\d+)?", line)] for line in
                      re.findall(r"^\| \$\(0, 0\)\$ .*$", prose, re.M)])
    apart, values, exercise = pairs[:, 2:4] - pairs[:, :2], pairs[:, 4], find("name-the-kernel")
    distances = np.linalg.norm(apart, axis=1)
    assert told(exercise.way) == pytest.approx(flat(distances, np.abs(apart[2]).sum()))
    assert values == pytest.approx(np.exp(-exercise.right[1] * distances), abs=5e-5)
    assert values[1] == pytest.approx(values[0] ** 2, abs=5e-5)


def test_exponentials_are_computed_rightly_in_all_texts():
    found = [pair for e in SOME for text in texts(e)
             for pair in re.findall(r"exp\(−([\d.]+)\) (?:=|is) ([\d.]*\d)", text)]
    assert found and all(exp(-float(x)) == pytest.approx(float(value), abs=5e-5) for x, value in found)


def test_the_points_at_which_the_theorem_was_judged():
    c, d = (told(part.split("at the minimum")[1]) for part in find("promises").way.split("c: ")[1].split("d: "))
    x = np.array([-0.5, 0.5])
    along = np.linspace(-3, 3, 601)     # c: the feasible points are (s, −s)
    assert all(along**2 + (-along - 1)**2 >= x[0]**2 + (x[1] - 1)**2)
    assert c == flat(x, 2 * x[0], 2 * (x[1] - 1), -2 * x.sum())
    x = np.array([1, 0])                # d: 0 ≤ x2 ≤ (1 − x1)³, so x1 ≤ 1
    assert d[:8] == flat(x, (0, 1), (-3 * (1 - x[0])**2, -1), (-1, 0))


def test_the_votes_and_sums_of_the_ninth_digit():
    _, cells = asked("ninth-digit")
    table = eval(next(c.source for c in cells if "5 against" in c.source), {"pd": pd, "np": np})
    votes, sums, way = (table > 0).sum(axis=1), table.sum(axis=1), find("ninth-digit").way
    duel = table.loc["6 against", "5"]
    assert f"6 has {WORDS[votes['6 against']]} votes and 5 has {WORDS[votes['5 against']]}" in way
    assert sums["6 against"] > sums["5 against"] + 0.5      # larger; without the duel nearly equal:
    assert abs(sums["6 against"] - sums["5 against"] - 2 * duel) < 0.01


def test_the_samples_on_which_line_g_goes_wrong():
    at, y = np.reshape(told(find("three-bugs").way.split("try ")[1]), (2, 3))
    K, outside = np.outer(at, at), 0
    for seed in range(20):
        run = random_partner(K, y, 1.0, np.random.default_rng(seed), tol=1e-8, cap=1000)
        beta = run.path[-1]
        F, A, B = y - K @ beta, np.minimum(0, y), np.maximum(0, y)
        i, j = maximal_violating_pair(F, beta, A, B)
        free = (A < beta) & (beta < B)
        outside += not free.any() and not F[i] <= F[list(run.pairs[-1])].mean() <= F[j]
    assert outside


#: A letter that is given two decimals or more in a formula, and a name bound to such a number.
GIVEN = re.compile(r"(?<![\w\\}^_])(\w+) *= *(\d*\.\d{2,})(?![\d\w^/])")


def parted(markdown: list[str], code: list[str]) -> list[str]:
    """Return what formulas give to a letter and code gives to that name with other digits."""
    bound = {}
    for name, value in GIVEN.findall("\n".join(code)):
        bound.setdefault(name, []).append(float(value))
    return [f"{name} = {value}, in code {bound[name]}"
            for name, value in GIVEN.findall("\n".join(markdown)) if name in bound
            and not any(round(v, len(value.partition(".")[2])) == float(value)
                        for v in bound[name])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_formula_and_the_code_of_its_page_give_a_letter_one_value(path):
    page = read(path)
    wrong = parted([c.source for c in markdown_cells(page)], [c.source for c in code_cells(page)])
    assert not wrong


def test_a_formula_with_other_digits_than_the_code_is_seen():
    assert parted(["with $z = 0.647$, which"], ["def wilson(e, n, z=0.6744898):"])
    assert not parted(["with $z = 0.674$, which"], ["def wilson(e, n, z=0.6744898):"])


RELATION = re.compile(r"(?<![·*/+−-] )(?<![\w.])([^\W\d]\w*) ?([<>≤≥]) ?([^\W\d]\w*)(?! ?[·*/+(\[.−-])")
TURNED = dict(zip("<>≤≥", "><≥≤"))


def relations(text: str) -> set[tuple[str, str, str]]:
    """Return what a text compares, each relation from both sides."""
    found = RELATION.findall(text.replace(">=", "≥").replace("<=", "≤"))
    return {*found, *((b, TURNED[sign], a) for a, sign, b in found)}


def against(hint: str, *sources: str) -> set:
    """Return relations of a hint between names that the sources compare otherwise."""
    known = relations("\n".join(sources))
    named = {(a, b) for a, _, b in known}
    return {(a, sign, b) for a, sign, b in relations(hint) - known if (a, b) in named}


@pytest.mark.parametrize("exercise", SOME, ids=lambda exercise: exercise.key)
def test_the_last_hint_compares_as_the_way_and_the_solution_do(exercise):
    code = inspect.getsource(exercise.reference) if hasattr(exercise, "reference") else ""
    assert not against(exercise.hints[-1] if exercise.hints else "", exercise.way, code)


def test_a_hint_with_its_sign_turned_is_seen():
    assert against("ones with p > t", "every 0 with p ≥ t and every 1 with p < t")
    assert not against("ones with t > p", "every 0 with p >= t and every 1 with p < t")


LEVEL = re.compile(r"(\d+) ?% interval")
QUANTILES = re.compile(r"quantile\(.*?\[(0?\.\d+), (0?\.\d+)\]", re.S)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_an_interval_has_the_level_that_is_written_over_it(path):
    for cell in code_cells(read(path)):
        for low, high in QUANTILES.findall(cell.source):
            for level in LEVEL.findall(cell.source):
                assert 100 * (float(high) - float(low)) == pytest.approx(float(level))
