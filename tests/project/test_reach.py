"""Nothing lives in the library that no page, explorer, exercise or public estimator reaches.

Run it at night, with the pages (`COURSE_CASES=all pytest notebooks tests/project/test_reach.py`): while
nbval executes them, their kernels note which lines of the library they call. Explorers, exercises and
estimators are driven here. What is then still uncalled must wait for a lesson, by name, or go.
"""
from __future__ import annotations

import ast
import asyncio
import inspect
import io
import pathlib
import pkgutil
import re
import subprocess
import sys
import warnings
from collections.abc import Collection, Iterable
from contextlib import redirect_stdout
from fnmatch import fnmatch
from importlib import import_module

import coverage
import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, is_classifier

import coursekit
from coursekit import exercise as page
from coursekit.datasets import load_titanic, make_overlap_60, make_stripes, make_two_points
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.registry import exercise_keys, find
from coursekit.explorer import Explorer, explorer_names, find_explorer
from coursekit.explorer.controls import Choice, Toggle
from coursekit.kernels import rbf
from coursekit.svm.svc import SVC
from coursekit.svm.svr import SVR
from coursekit.tree.criteria import CRITERIA
from cases import ALL
from page_checks import REACHED

PACKAGE = pathlib.Path(coursekit.__file__).parent
# The lesson that each name (or all names of a pattern) waits for; whoever builds it takes its
# names away.
WAITING: dict[str, str] = {
    # No page: `NestedResult.interval` warns where it promises nothing, and sends people to it.
    "model_selection/result.py:NestedResult.wilson_interval": "users of the library",
    # 05b, 04c and A2 let learners write the interval, kernels and ridge regression; these are theirs to use.
    "model_selection/result.py:NestedResult.interval": "users of the library",
    "model_selection/result.py:NestedResult.best_params": "users of the library",
    "model_selection/result.py:NestedResult.models": "users of the library",
    "kernels/structured.py:fisher": "users of the library",
    "kernels/vectors.py:cosine": "users of the library",
    "kernels/vectors.py:gaussian": "users of the library",
    "kernels/vectors.py:laplace_l1": "users of the library",
    "svm/kernel_ridge.py:kernel_ridge": "users of the library",
    # Ways out for a fitted tree, as scikit-learn has them; the pages draw trees instead.
    "tree/c45.py:C45Tree.to_text": "users of the library",
    "tree/export.py:to_rules": "users of the library",
    # own/README.md.
    "exercise/registry.py:add_exercise": "pages of an instructor's own",
}
WAITING_EXPLORERS: dict[str, str] = {}
# Called where nobody notes it: by the tests, or in the child process that guards an answer.
BY_HAND = {
    "__main__.py:*": "`python -m coursekit`",
    "own_pages.py:*": "the same",
    "collect.py:collect": "`make collect`",
    "checks.py:how_to_numbers": "a column of text that should be numbers",
    "checks.py:outside": "a warning about the caller's line",
    "explorer/base.py:Explorer.close": "an explorer that is taken off a page",
    "model_selection/choice.py:paired_interval": "the stored curves of 05e",
    "rules/subsets.py:anneal": "C45Rules with more rules than can be tried one by one",
    "exercise/answers_as_code.py:*": "the tests that put answers into pages",
    "exercise/outcomes.py:kind_of": "the child process",
    "exercise/code_exercise.py:CodeExercise.handed_on": "`check` on a function of the learner's",
    "exercise/code_exercise.py:CodeExercise.hint_for": "wrong functions that are no known mistake",
    "explorer/base.py:Explorer.receive": "messages of a page, in the tests of the engine",
    "exercise/slips.py:*": "wrong functions that are no known mistake",
    "exercise/parsing.py:comma": "an answer with a decimal comma",
    "checks.py:with_point": "the same",
    "scoreboard.py:compute": "`make scoreboard`",
    "scoreboard.py:methods": "the same",
    "explorer/base.py:Explorer.check_kept": "samples that a learner adds",
    "tree/tree.py:Tree.feature": "readers of tree_, which has what scikit-learn's has",
    "tree/tree.py:Tree.threshold": "the same",
    **{f"tree/criteria.py:{c.impurity.__name__}": "the tests that hold its proxy to it"
       for c in CRITERIA.values() if not c.counts_classes},  # a tree of numbers has its risk
    "svm/smo.py:Step": "readers of what SVC(trace=True) records: its own t",
    "svm/smo.py:Step.t": "the same",
}


# --- what there is -------------------------------------------------------------------------------


def statements(node: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements of a function, its docstring apart."""
    first = node.body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[told:]


def body(node: ast.FunctionDef) -> set[int]:
    """Return the lines of those statements."""
    return {line for statement in statements(node)
            for line in range(statement.lineno, statement.end_lineno + 1)}


def declared(node: ast.FunctionDef) -> bool:
    """Tell what only names an interface: nothing in it, or a refusal."""
    return all(isinstance(s, (ast.Raise, ast.Pass, ast.Expr)) for s in statements(node))


def inherited(sources: Iterable[str]) -> set[str]:
    """Return the classes with a name of ours from which public ones derive: what they have is public."""
    bases = {node.name: {ast.unparse(base).split(".")[-1] for base in node.bases}
             for source in sources for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    found, below = set(), {name for name in bases if not name.startswith("_")}
    while below:
        below = {base for name in below for base in bases.get(name, ()) if base.startswith("_")} - found
        found |= below
    return found


def public_functions(source: str, also: Collection[str] = ()) -> dict[str, set[int]]:
    """Return the lines of each public function, method and class with code of its own."""
    found = {}
    for node in ast.parse(source).body:
        if getattr(node, "name", "_").startswith("_") and getattr(node, "name", "") not in also:
            continue
        if isinstance(node, ast.FunctionDef):
            found[node.name] = body(node)
        elif isinstance(node, ast.ClassDef):
            methods = [m for m in node.body if isinstance(m, ast.FunctionDef) and not declared(m)]
            if methods:
                found[node.name] = set().union(*map(body, methods))
            found |= {f"{node.name}.{m.name}": body(m) for m in methods
                      if not m.name.startswith("_")}
    return found


def library() -> dict[str, dict[str, set[int]]]:
    """Return the public functions of each file; exercises of a lesson are data, not library."""
    files = [p for p in sorted(PACKAGE.rglob("*.py"))
             if "lessons" not in p.parts]
    sources = {p.relative_to(PACKAGE).as_posix(): p.read_text("utf-8") for p in files}
    also = inherited(sources.values())
    return {name: public_functions(source, also) for name, source in sources.items()}


# --- what is called ------------------------------------------------------------------------------


def drive_explorers() -> None:
    """Open every explorer, look at its presets, move each control to its ends, and click on it."""
    for name in explorer_names():
        explorer = find_explorer(name)()
        for preset in explorer.presets:
            explorer.preset(preset)
        for control in explorer.controls:
            ends = list(control.options) if isinstance(control, Choice) else \
                [False, True] if isinstance(control, Toggle) else [control.low, control.high]
            for value in ends:
                explorer.reset()
                explorer.set(**{control.name: value})
        asyncio.run(press(explorer))
        explorer.clicked(0.3, 0.5)
        explorer.png()
        explorer._repr_mimebundle_()


async def press(explorer: Explorer) -> None:
    """Press every button of an explorer, in an event loop as on a page: Play needs one."""
    for button in explorer.buttons:
        getattr(explorer, button.action)()


def drive_exercises() -> None:
    """Give every exercise the right answer and each known mistake, and ask for help."""
    for key in exercise_keys():
        exercise = find(key)
        if isinstance(exercise, CodeExercise):
            right = exercise.reference
            answers = [exercise.example(m) for m in exercise.misconceptions if m.example]
        else:
            right = exercise.reference()
            answers = [m.compute() for m in exercise.misconceptions]
        for answer in [right, *answers]:    # in this process, where calls are noted
            exercise.judge(answer)
        page.check(key, None)
        page.check(key, right)
        page.grade(key, right)
        page.hint(key)
        page.solution(key)
    page.progress()


def estimators() -> list[type]:
    """Return every public estimator of the library; what a learner is to write is none."""
    found = set()
    for module in pkgutil.walk_packages([str(PACKAGE)], "coursekit."):
        if module.name.startswith(("coursekit.exercise", "coursekit.lessons")):
            continue
        loaded = import_module(module.name)
        found |= {thing for name, thing in vars(loaded).items() if inspect.isclass(thing)
                  and issubclass(thing, BaseEstimator) and not name.startswith("_")
                  and thing.__module__.startswith("coursekit.") and not inspect.isabstract(thing)}
    return sorted(found, key=lambda kind: kind.__name__)


def use(model: BaseEstimator, X, y) -> None:
    """Call what scikit-learn's contract has, and what shows a model to a reader."""
    model.fit(X, y)
    for method in ("predict", "predict_proba", "predict_log_proba", "decision_function",
                   "transform", "apply", "decision_path"):
        if hasattr(model, method):
            getattr(model, method)(X)
    for method in ("get_feature_names_out", "get_depth", "get_n_leaves"):
        if hasattr(model, method):
            getattr(model, method)()
    if hasattr(model, "score") and hasattr(model, "predict"):
        model.score(X, y)
    repr(model)
    str(getattr(model, "rules_", ""))
    model._repr_html_()


def settings_of(kind: type) -> list[dict]:
    """Return settings that between them take each way an estimator offers."""
    module = import_module(kind.__module__)
    choices = {"kernel": ("linear", "poly", "rbf"), "solver": tuple(getattr(module, "SOLVERS", ())),
               "criterion": tuple(CRITERIA), "trace": (True,), "ordered": (False,)}
    known = kind().get_params()
    # Only this scale of pruning asks a criterion for its impurity.
    other_scale = [{"criterion": name, "cp": None, "ccp_alpha": 0.01} for name in CRITERIA
                   if "ccp_alpha" in known]
    return [{}, *other_scale] + [{name: value} for name, values in choices.items() if name in known
                   for value in values]


def clouds(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return two clouds that overlap: many support vectors, so that solvers have work to do."""
    y = np.repeat([-1, 1], n // 2)
    return np.random.default_rng(0).normal(size=(n, 2)) + 0.7 * y[:, None], y


def drive_estimators() -> None:
    """Fit every public estimator in each of its ways, on numbers and on a table with text."""
    people = load_titanic()
    table, survived = people[["Sex", "Age", "Pclass", "Embarked", "Fare"]], people["Survived"]
    X, y = make_overlap_60()
    for kind in estimators():
        if kind.__module__ == "coursekit.titanic":
            use(kind(), people, survived)
            continue
        for setting in settings_of(kind):
            for data in ((X, y), make_stripes(), make_two_points()):
                try_on(kind(**setting), *data)
        try_on(kind(), table, survived)
        try_on(kind(), pd.DataFrame(X, columns=["u", "v"]), y if is_classifier(kind()) else X[:, 0])
    use(SVC(solver="smo", selection="first", trace=True), X, y)
    X, y = clouds(1200)     # so many that the solver computes rows as they are needed
    for setting in ({}, {"C": 1e4}, {"kernel": "linear"},
                    {"kernel": "linear", "solver": "interior"}):
        try_on(SVC(**setting), X, y)
    try_on(SVR(epsilon=0.5), X, y)
    use(SVC(kernel="precomputed"), rbf(X, X, gamma=0.2), y)


def try_on(model: BaseEstimator, X, y) -> None:
    try:
        use(model, X, y)
    except (TypeError, ValueError):     # a solver that needs another kernel, a table with text
        pass


@pytest.fixture(scope="module")
def reached(request) -> dict[str, set[int]]:
    """Lines of the library that pages, explorers, exercises and estimators have called."""
    folder = request.config.stash.get(REACHED, None)
    pages = sorted((PACKAGE.parent / "notebooks").glob("*.ipynb"))
    saved = [p for p in folder.iterdir() if p.is_file()] if folder else []
    missing = [p.stem for p in pages if not any(s.name.startswith(p.stem + ".") for s in saved)]
    if missing:
        pytest.skip(f"{len(missing)} of {len(pages)} pages have noted nothing in this session; "
                    "run them with it: COURSE_CASES=all pytest notebooks tests/project/test_reach.py")
    here = coverage.Coverage(data_file=None, source_pkgs=["coursekit"], config_file=False,
                             messages=False)
    quiet = redirect_stdout(io.StringIO())
    with quiet, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        here.start()
        drive_explorers()
        drive_exercises()
        drive_estimators()
        here.stop()
    lines: dict[str, set[int]] = {}
    for data in [here.get_data(), *map(read, saved)]:
        for file in data.measured_files():
            place = pathlib.Path(file)
            if place.is_relative_to(PACKAGE):
                name = place.relative_to(PACKAGE).as_posix()
                lines.setdefault(name, set()).update(data.lines(file) or ())
    return lines


def read(file: pathlib.Path) -> coverage.CoverageData:
    data = coverage.CoverageData(str(file))
    data.read()
    return data


def uncalled(reached: dict[str, set[int]]) -> set[str]:
    """Return the public functions none of whose lines were called."""
    return {f"{file}:{name}" for file, names in library().items()
            for name, lines in names.items() if lines and not lines & reached.get(file, set())}


def listed(name: str, patterns: dict[str, str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


@pytest.mark.slow
def test_everything_public_is_reached_or_waits_for_its_lesson(reached):
    idle = [name for name in sorted(uncalled(reached)) if not listed(name, WAITING | BY_HAND)]
    assert not idle, "no page, explorer, exercise or estimator calls (what waits for a page has a line in WAITING):\n" + "\n".join(idle)


@pytest.mark.slow
def test_what_is_reached_no_longer_waits(reached):
    """A name leaves the list with the lesson that calls it, and with the function it named."""
    idle = uncalled(reached)
    assert [name for name in WAITING if not any(fnmatch(found, name) for found in idle)] == []


def test_what_is_called_by_hand_is_there():
    there = [f"{file}:{name}" for file, names in library().items() for name in names]
    assert [name for name in BY_HAND if not any(fnmatch(found, name) for found in there)] == []


@pytest.mark.skipif(not ALL, reason="at night (COURSE_CASES=all)")
def test_who_runs_it_without_the_pages_is_told_what_to_do():
    name = f"{__file__}::{test_what_is_reached_no_longer_waits.__name__}"
    alone = subprocess.run([sys.executable, "-m", "pytest", "-q", name], capture_output=True,
                           text=True, cwd=PACKAGE.parent, check=False)
    assert "looked at nothing" in alone.stdout
    assert "run them with it: COURSE_CASES=all pytest notebooks tests/project/test_reach.py" in alone.stdout


@pytest.mark.parametrize("name", explorer_names())
def test_every_explorer_stands_on_a_page(name):
    pages = (PACKAGE.parent / "notebooks").glob("*.ipynb")
    shown = any(re.search(rf'"(explorers\.)?{name}\(', page.read_text("utf-8")) for page in pages)
    assert shown != (name in WAITING_EXPLORERS), f"open it in a notebook, in a cell of its own: {name}()"


def test_a_function_that_nobody_calls_is_seen():
    source = 'def called():\n    """Yes."""\n    return 1\n\n\ndef idle():\n    return 2\n'
    assert public_functions(source) == {"called": {3}, "idle": {7}}
    assert public_functions("class A:\n    def f(self):\n        return 1\n") == {
        "A": {3}, "A.f": {3}}


def test_what_a_public_class_inherits_is_public():
    source = "class _A:\n    def f(self):\n        return 1\n\n\nclass _B(_A):\n    pass\n\n\n" \
             "class _C:\n    def h(self):\n        return 1\n\n\nclass D(_B):\n    def g(self):\n        return 2\n"
    assert inherited([source]) == {"_A", "_B"}
    found = public_functions(source, inherited([source]))
    assert {"_A.f", "D.g"} <= set(found) and "_C.h" not in found
