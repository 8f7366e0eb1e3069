"""The formulas of the pages, tried in numbers."""
from __future__ import annotations

import re
from subprocess import CompletedProcess

import numpy as np
import page_formulas
import pytest
from cases import ALL
from formulas import sides, statements, tried
from page_formulas import DRAWS, letters, meanings, module, results, supposed, verdict
from pages import LESSONS, markdown_cells, name, read, lesson_of


def worked_out(formula: str, value, here: dict) -> bool:
    """Whether a formula without a relation has a value."""
    outcome = tried(rf"{formula} = \the", {**here, r"\the": value, "found": [r"\the"]})
    return bool(outcome) and all(holds for _, holds in outcome)


def in_type(path) -> set[str]:
    """Return the formulas of a page, each as it is written between its dollar signs."""
    text = " ".join(" ".join(cell.source.split()) for cell in markdown_cells(read(path)))
    return {(shown or inline).strip(" .,")
            for shown, inline in re.findall(r"\$\$(.+?)\$\$|\$([^$]+?)\$", text)}


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_many_formulas_of_the_page_can_be_tried(path):
    """A page whose letters have no values would pass every test."""
    there = [n for statement, n, *_ in results(path) if sides(statement)[1]]
    assert sum(map(bool, there)) >= 0.15 * len(there)


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_no_formula_of_the_page_is_false(path):
    false = {s: wrong for s, n, good, wrong in results(path) if n and not good}
    assert {s: wrong for s, wrong in false.items() if s not in supposed(path)} == {}, (
        f"false with the letters of tests/helpers/letters/lesson{lesson_of(path)}.py (a meaning "
        "that fits may be missing there); what is only asked for, or true in an example alone, "
        "goes to SUPPOSED there")
    # Two draws may agree with what is only supposed; four are known to refute it.
    assert supposed(path) <= (set(false) if ALL else {s for s, n, *_ in results(path) if n}), \
        "these are on the page no longer, or hold: take them out of SUPPOSED"


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_what_has_a_value_as_it_is_written_is_written_so(path):
    """Else a changed sign in it would leave nothing to try, and nobody would see it."""
    page = " ".join(s for s, *_ in results(path))
    written = {key for meaning in meanings(lesson_of(path)) for key in letters(meaning, 0)
               if "\\" in key}
    assert {key for key in written if " ".join(key.split()) not in page} == set()


TIGHT = [(p, *entry) for p in LESSONS for entry in getattr(module(lesson_of(p)), "TIGHT", [])]


@pytest.mark.parametrize(("path", "formula", "meaning"), TIGHT,
                         ids=[f"{lesson_of(p)}-{formula}" for p, formula, _ in TIGHT])
def test_where_a_bound_is_reached_both_sides_are_equal(path, formula, meaning):
    """A bound that is too generous holds as well: only where it is reached can that be seen."""
    bound = re.compile(r"\\(le|ge)\b")
    found = [s for s, *_ in results(path) if bound.search(s)
             and bound.split(s)[0].strip() == formula]
    assert found, "this is on the page no longer: take it out of TIGHT"
    for seed in range(DRAWS):
        here = letters(meaning, seed)
        outcomes = [dict(tried(bound.sub("=", s), {**here, "found": sides(s)[0]})) for s in found]
        assert all(outcomes) and all(holds for outcome in outcomes
                                     for holds in outcome.values()), outcomes


VALUED = [path for path in LESSONS if hasattr(module(lesson_of(path)), "VALUES")]


@pytest.mark.parametrize("path", VALUED, ids=name)
def test_a_formula_without_a_relation_has_its_value(path):
    values, there = module(lesson_of(path)).VALUES, in_type(path)
    assert [formula for formula, *_ in values if formula not in there] == [], \
        "these are on the page no longer: change them in VALUES, or take them out"
    draws = [(formula, value, letters(meaning, seed))
             for formula, meaning, value in values for seed in range(DRAWS)]
    assert [formula for formula, value, here in draws
            if not worked_out(formula, value(here), here)] == []


X = np.array([[1.0, 2], [3, 4], [0, 5]])
LETTERS = {"x": np.array([3.0, 4]), "a": 2.0, "n": 3, "K": X @ X.T, "v": np.array([1.0, -1, 2]),
           "S": [1, 3],
           "x_": X, "f": lambda x: x[0] ** 2 + x[0] * x[1], "alpha^new": 7.0,
           "w^*": np.array([1.0, 2, 0]),
           "over": {"i": range(1, 4), "k<i": lambda env: range(1, env["i"])}}


@pytest.mark.parametrize("statement", [
    r"\lVert x \rVert^2 = 25", r"\frac12 a = 1", r"\tfrac{a}{4} + 1 = 3/2", r"\sqrt{a^2 + 5} = n",
    r"-a^2 = -4",
    r"v^\top K v = \sum_i v_i (K v)_i", r"\sum_i v_i = a", r"\sum_{i \in S} v_i = 3",
    r"\sum_{k<i} 1 = i - 1",
    r"K_{i1} = \langle x_i, x_1 \rangle", r"\max_i v_i = \max(1, a)", r"(a - 5)_+ = 0",
    r"2\,|{-a}| = 4",
    r"\nabla f(w^*) = (2 w^*_1 + w^*_2, w_1^*, 0)",
    r"\begin{pmatrix} 1 & 2 & 1 \\ 0 & 1 & 5 \end{pmatrix} w^* = (5, 2)",
    r"\alpha^{\text{new}} = 7 a / 2", r"\binom{n}{2} = n", r"n! = 6", r"a^n \ge 8 > a + 0",
    r"1/n = 0.333", r"\ln e^a = \log_2 4",
    r"\sum_{i \in S} w_i^{*2} = 1", r"2^9 = 512", r"a + 1 &= n \\ &= 3",
    r"\bigl( a + 1 \bigr)\, a = 6", r"e^{-\infty} = 0"])
def test_a_true_statement_is_found_true(statement):
    outcome = [pair for part in statements(statement) for pair in tried(part, LETTERS)]
    assert outcome and all(holds for _, holds in outcome), outcome


@pytest.mark.parametrize("statement", [
    r"\lVert x \rVert = 25", r"-a^2 = 4", r"\sum_i v_i = -a",
    r"v^\top K v = -\sum_i v_i (K v)_i", r"a^n > 8",
    r"\nabla f(w^*) = (2 w^*_1 - w^*_2, w_1^*, 0)", r"K_{i1} = \langle x_i, x_i \rangle", r"n! = n",
    r"1/n = 0.334", r"a + 1 = 3 = n - 1",
    r"a + 1 \le n \le 2 + \frac12", r"a + 0 \approx 2.4", r"\sum_{k<i} 1 = i"])
def test_a_false_statement_is_found_false(statement):
    assert any(not holds for _, holds in tried(statement, LETTERS))


@pytest.mark.parametrize("statement", [
    "a", r"q = 1", r"a = 2", r"n > a", r"v v = 6", r"x + v = 0", r"a \in S", r"\sum_j v_j = 2",
    r"a / 0 = a", r"\hat{a} = 2", r"x_{\text{left}} \ge 0",
    r"\arg\max_i v_i = 3", r"a + \dots + a = 9"])
def test_what_cannot_be_read_or_only_supposes_is_neither(statement):
    assert tried(statement, LETTERS) == []


def test_what_has_been_worked_out_is_no_supposition():
    assert tried("a = 2", {**LETTERS, "found": ["a"]}) == [("a = 2", True)]
    assert tried("a = 3", {**LETTERS, "found": ["a"]}) == [("a = 3", False)]


@pytest.mark.parametrize(("text", "parts"), [
    (r"a = 1, \quad f(x, y) = 2", ["a = 1", "f(x, y) = 2"]), (r"a \Rightarrow b", ["a", "b"]),
    (r"x = 1 \text{ if } a", ["x = 1", "a"]), (r"x_{\text{left}} = 1", [r"x_{\text{left}} = 1"]),
    (r"\begin{aligned} a &= b \\ &= c \\ d &= e && \text{so} \end{aligned}",
     ["a = b = c", "d = e"])])
def test_a_formula_is_parted_into_what_it_states(text, parts):
    found = (" ".join(p.replace("&", " ").split()) for p in statements(text))
    assert [p for p in found if p] == parts


def test_of_the_formulas_of_a_page_changed_signs_are_seen(
        path=LESSONS[0].with_name("a1_linear_models.ipynb")):
    """All single changes of + and − in what is tried: nearly all are seen, so the letters are no
    empty frame."""
    functions, seen, all_of_them = meanings("a1"), 0, 0
    for statement, n, good, _ in results(path):
        for sign in re.finditer(r"(?<![\^{_])[+-]", statement) if n and good else ():
            changed = statement[:sign.start()] + ("-" if sign[0] == "+" else "+") \
                + statement[sign.end():]
            all_of_them += 1
            seen += not verdict(changed, functions)[1]
    assert all_of_them > 20 and seen / all_of_them > 0.9


def test_what_is_new_on_a_page_and_tried_by_nothing_is_listed(
        monkeypatch, path=LESSONS[0].with_name("04c_which_kernels.ipynb")):
    def untried(committed: str) -> list[str]:
        monkeypatch.setattr(page_formulas.subprocess, "run",
                            lambda *_, **__: CompletedProcess((), 0, stdout=committed))
        return page_formulas.untried(path)

    page = path.read_text("utf-8")
    assert untried(page) == []
    (new,) = untried(page.replace(r"\\iint", r"\\int"))
    assert new.startswith(r"\iint k(x, z)")
