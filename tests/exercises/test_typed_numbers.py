"""Numbers that an exercise's way, hints or verdicts state are typed; here they are computed.

Each number of a text has to be one of those that are computed; where it stands, and beside which
words, is free.
"""
from __future__ import annotations

import inspect
import re
from math import exp

import numpy as np
import pandas as pd
import pytest

from coursekit.datasets import make_and
from coursekit.exercise.registry import exercises, find, lessons
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02d.exercises.and_soft import C_SOFT
from coursekit.lessons.lesson03.pairs import maximal_violating_pair, random_partner
from coursekit.model_selection import corrected_interval
from coursekit.svm import DualProblem, solve_qp
from pages import CHECK, NOTEBOOKS, code_cells, markdown_cells, read

NUMBER = re.compile(r"(?<![\w.])−?(?:\d+(?:\.\d+)?|½)")
SOME = [e for lesson in lessons() for e in exercises(lesson).values()]


def told(text: str) -> list[float]:
    """Return the numbers of a text in their order; the 1 of x1 is none."""
    return [float(n.replace("−", "-").replace("½", "0.5")) for n in NUMBER.findall(text)]


def flat(*numbers) -> list[float]:
    """Return numbers and arrays of them as one list."""
    return [float(n) for part in numbers for n in np.ravel(part)]


def others(text: str, *computed, abs: float = 1e-6) -> list[float]:
    """Return the numbers of a text that are none of those that were computed."""
    known = flat(*computed)
    return [n for n in told(text) if not any(np.isclose(n, value, rtol=0, atol=abs)
                                             for value in known)]


def code_of(key: str) -> list:
    """Return the cells of code of the page on which an exercise stands."""
    return next(code_cells(page) for page in map(read, NOTEBOOKS)
                for cell in code_cells(page) if key in [k for k, _ in CHECK.findall(cell.source)])


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
    assert others(find("two-constraints").way, A, second, t, first, x, lam) == []


def test_the_way_of_and_with_slack():
    X, y = make_and()
    C, hard = C_SOFT, solve_qp(DualProblem.from_data(X, y, np.inf))
    soft = solve_qp(DualProblem.from_data(X, y, C))
    w, alpha = (soft.alpha * y) @ X, soft.alpha
    f = X @ w + soft.b
    exercise = find("and-soft")
    for text in (exercise.way, *exercise.hints):
        assert others(text, X, C, y, alpha, alpha[1] + alpha[2], hard.alpha, w, soft.b, f, 1 - f[3],
                      y * f, X[1:3].mean(axis=0)) == []


def test_the_ways_of_the_tables_by_hand():
    tables = np.array([[[80, 85, 79, 84], [83, 87, 78, 77], [81, 83, 80, 76]],
                       [[80, 83, 78, 83], [84, 87, 81, 80], [81, 83, 80, 76]]])
    settings, exercise, means = np.array([1, 10, 100]), find("inner-tables"), tables.mean(axis=2)
    assert others(exercise.way, 1, 2, means, settings) == []
    assert others(exercise.hints[2], 1, tables[0].sum(axis=1)) == []
    assert flat(*exercise.right) == flat(*((settings[m.argmax()], m.max()) for m in means))


def test_the_way_of_the_outer_scores():
    scores, inner, settings, exercise = np.array([82, 80, 83, 84, 81]), 4, 3, find("outer-summary")
    n, squares = len(scores), (scores - scores.mean()) ** 2
    assert others(exercise.way, scores.sum(), n, squares, squares.sum(), 1, n - 1,
                  scores.std(ddof=1), inner, settings,
                  inner * settings + 1, abs=5e-3) == []
    ends = corrected_interval(scores, n_train=n - 1, n_test=1)
    assert others(exercise.explanation, 5, ends, abs=0.05) == []


def test_the_line_by_hand_solves_its_two_equations():
    """Of the page of A1: equations in b and w, their solution, and the step that removes b."""
    (path,) = (path for path in NOTEBOOKS if path.stem == "a1_linear_models")
    (text,) = (cell.source for cell in markdown_cells(read(path))
               if re.search(r"\$\d+ b \+ \d+ w = \d+\$", cell.source))
    equations = np.array(re.findall(r"\$(\d+) b \+ (\d+) w = (\d+)\$", text), float)
    given = {letter: int(p) / int(q)
             for letter, p, q in re.findall(r"\$([bw]) = \\frac\{?(\d+?)\}?\{?(\d+)\}?\$", text)}
    b, w = np.linalg.solve(equations[:, :2], equations[:, 2])
    assert given == pytest.approx({"b": b, "w": w})
    factor = equations[1, 0] / equations[0, 0]
    left, right = re.search(r"\$([\d.]+) w = ([\d.]+)\$", text).groups()
    assert equations[1] - factor * equations[0] == pytest.approx([0, float(left), float(right)])


def test_the_way_of_the_three_kernel_values():
    exercise, apart = find("name-the-kernel"), np.array([[1.0, 0], [2, 0], [1, 1]])
    assert others(exercise.way, np.linalg.norm(apart, axis=1), np.abs(apart).sum(axis=1),
                  abs=0.05) == []


def test_exponentials_are_computed_rightly_in_all_texts():
    found = [pair for e in SOME for text in texts(e)
             for pair in re.findall(r"exp\(−([\d.]+)\) (?:=|is) ([\d.]*\d)", text)]
    assert found and all(exp(-float(x)) == pytest.approx(float(value), abs=5e-5)
                         for x, value in found)


def test_the_votes_and_sums_of_the_ninth_digit():
    space = {"pd": pd, "np": np}
    exec(next(c.source for c in code_of("ninth-digit") if "5 against" in c.source), space)
    table = space["duels"]
    votes, sums = (table > 0).sum(axis=1), table.sum(axis=1)
    duel = table.loc["6 against", "5"]
    assert (votes["6 against"], votes["5 against"]) == (9, 8)
    assert sums["6 against"] > sums["5 against"] + 0.5      # larger; without the duel nearly equal:
    assert abs(sums["6 against"] - sums["5 against"] - 2 * duel) < 0.01


def test_the_samples_on_which_line_g_goes_wrong():
    at, y = np.reshape(told(find("three-bugs").way)[-6:], (2, 3))
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


RELATION = re.compile(r"(?<![·*/+−-] )(?<![\w.])([^\W\d]\w*) ?([<>≤≥]) ?([^\W\d]\w*)(?! "
                      r"?[·*/+(\[.−-])")
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
