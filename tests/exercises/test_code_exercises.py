"""Exercises that ask for a function: tried on many cases, told in words, and always ended."""
from __future__ import annotations

import ast
import doctest
import inspect
import itertools
import os
import re
import select
import subprocess
import sys
import threading
import time
import warnings

import nbformat
import numpy as np
import pandas as pd
import pytest
from nbclient import NotebookClient

from coursekit.exercise import code_exercise, feedback, guard
from coursekit.exercise.code_exercise import CodeExercise, is_stub
from coursekit.exercise.compare import agree, misfit, short_repr
from coursekit.exercise.feedback import check
from coursekit.exercise.guard import Crashed, TimeUp, guarded
from coursekit.exercise.model import Misconception
from coursekit.exercise.registry import find
from pages import CHECK, NOTEBOOKS, code_cells, read
from specimens import specimens  # noqa: F401


def scaled(x, factor):
    """Return x times the factor, and its sum; nothing where the factor is zero."""
    if factor == 0:
        return None
    return x * factor, float(np.sum(x * factor))


def vectors(rng):
    yield np.array([1.0, 2.0]), 2.0
    yield np.array([1.0, 2.0]), 0.0
    for _ in range(20):
        yield rng.normal(size=rng.integers(1, 40)), float(rng.normal())


SCALED = CodeExercise(
    key="scaled", title="Scaled", reference=scaled, cases=vectors,
    misconceptions=(
        Misconception("added", """
            def scaled(x, factor):
                return (x + factor, float(np.sum(x + factor))) if factor else None
            """, "You added."),
        Misconception("zero forgotten", """
            def scaled(x, factor):
                return x * factor, float(np.sum(x * factor))
            """, "And zero?"),
        Misconception("a factor off", None, "Off by one factor.",
                      recognise=lambda case, given, right:
                      right and given[1] and np.ptp(given[0] / right[0]) < 1e-9),
    ),
    hints=("1", "2", "3"), way="So.", explanation="Done.", fallback_hint="Think of the sum.")


def judge(function):
    return SCALED.judge(function)


def test_the_learner_is_right_however_it_is_written():
    def mine(x, factor):
        return [[v * factor for v in x], sum(v * factor for v in x)] if factor else None
    assert judge(scaled).status == "right" and judge(scaled).message == "Right. Done."
    assert "a list of length 2 where an array of shape (2,)" not in judge(scaled).message
    assert judge(mine).status == "right", "the lesson goes on with an array: see test_handed_on"
    assert judge(lambda x, f: (np.array([v * f for v in x]), sum(x * f)) if f else None
                 ).status == "right"


@pytest.mark.parametrize("function, name, words", [
    (lambda x, f: (f + x, (f + x).sum()) if f != 0 else None, "added", "You added."),
    (lambda x, f: (f * x, (f * x).sum()), "zero forgotten",
     "`x = [1, 2], factor = 0`"),
    (lambda x, f: (3 * f * x, (3 * f * x).sum()) if f else None, "a factor off", "Off by one"),
    (lambda x, f: (f * x, 0.0) if f else None, None,
     "`([2, 4], 6)`"),
    (lambda x, f: (f * x, 0.0) if f else None, None, "number 2"),
    (lambda x, f: 5.0, None, "returns a number where a tuple of length 2 is expected"),
    (lambda x, f: [0][len(x) // f], None, "your function raises"),
    (lambda x: x, None, "raises TypeError: "),
    (lambda x, f: exec("raise SystemExit"), None, "raises SystemExit"),
    (lambda x, f: {"a": 1}[f], None, "raises KeyError"),
])
def test_what_went_wrong_is_told_on_the_smallest_case(function, name, words):
    told = judge(function)
    assert (told.status, told.matched) == ("wrong", name) and words in told.message


def test_the_right_value_is_told_only_where_the_mistake_is_not():
    told = judge(lambda x, f: (x * f, 0.0) if f else None)
    assert "([2, 4], 0)" in told.message and "`([2, 4], 6)`" in told.message
    for known in (
        lambda x, f: (x + f, (x + f).sum()) if f else None,
        lambda x, f: 7.0,
        lambda x, f: 1 / 0,
    ):
        assert "`([2, 4], 6)`" not in judge(known).message


def test_the_same_exception_is_not_yet_the_same_mistake():
    """A known mistake that raises where the learner does is named only if all else is alike."""
    exercise = CodeExercise(
        key="total", title="", reference=sum_of, cases=lambda rng: [([1, 2],), ([3],), ([],)],
        misconceptions=(Misconception("first alone", """
            def sum_of(values):
                return values[0]
            """, "One of many."),),
        hints=("", "", ""), way="", explanation="", fallback_hint="")
    other = exercise.judge(lambda values: values[0] + sum(values[1:]))
    assert other.matched is None and "raises IndexError" in other.message
    assert "One of many." not in other.message
    assert exercise.judge(lambda values: values[0]).matched == "first alone"
    assert exercise.judge(lambda values: values[0] if values else 0).matched == "first alone"


def test_a_mistake_that_is_made_only_where_it_fails_is_not_said_to_be_made_everywhere():
    def sometimes(x, factor):
        return scaled(x, factor) if factor <= 0 else (x + factor, float(np.sum(x + factor)))

    def everywhere(x, factor):
        return (x + factor, float(np.sum(x + factor))) if factor else None

    told = "On the failing cases it behaves like this common mistake: You added."
    assert judge(sometimes).matched == judge(everywhere).matched == "added"
    assert judge(sometimes).message.endswith(told)
    assert told not in judge(everywhere).message


def test_where_an_object_lies_in_memory_is_not_told():
    def complaining(x, factor):
        raise ValueError(f"cannot clone {object()!r}.")

    told = judge(complaining).message
    assert "ValueError: cannot clone <object object>." in told and "0x" not in told


def test_a_changed_argument_a_forgotten_return_and_recursion_are_named():
    def changes(x, factor):
        x *= factor
        return scaled(x / factor, factor) if factor else None

    def silent(x, factor):
        factor * x

    def again(x, factor):
        return again(x, factor)

    assert "changes its argument `x`, which its caller still needs" in judge(changes).message
    assert "calls itself" in judge(again).message
    tried = []

    def deep(x, factor):
        tried.append(len(x))
        return again(x, factor)

    assert "calls itself" in judge(deep).message and len(tried) == 1, "slow: once"
    never_none = CodeExercise(
        key="total", title="", reference=sum_of, cases=lambda rng: [([1, 2],), ([],)],
        misconceptions=(), hints=("", "", ""), way="", explanation="", fallback_hint="")
    told = never_none.judge(lambda values: values.sort())
    assert "returns nothing" in told.message and "`sort`" in told.message \
        and "`sorted(x)`" in told.message
    told = never_none.judge(lambda values: None if values else 0)
    assert "`return`" in told.message
    assert (
        "changes its argument `values`"
        in never_none.judge(lambda values: values.append(1) or 0).message
    )


def sum_of(values):
    return sum(values)


def test_an_argument_that_is_meant_to_change_may():
    def draw(n, rng):
        return rng.integers(n)
    exercise = CodeExercise(
        key="draw", title="", reference=draw, cases=lambda rng: [(5, np.random.default_rng(k))
                                                                 for k in range(20)],
        misconceptions=(), hints=("", "", ""), way="", explanation="", fallback_hint="")
    assert exercise.judge(draw).status == "right"
    assert "rng = a random generator" in exercise.judge(lambda n, rng: 9.5).message


def test_a_class_may_be_asked_for():
    class Median:
        def fit(self, x):
            self.value = np.median(x)
            return self

    exercise = CodeExercise(
        key="median", title="", reference=Median, cases=lambda rng: [(rng.random(5),)] * 2,
        run=lambda answer, x: answer().fit(x).value, misconceptions=(), hints=("", "", ""),
        way="", explanation="", fallback_hint="")

    class Stub:
        def fit(self, x):
            """Later."""
            ...

    class Mean(Median):
        def fit(self, x):
            self.value = np.mean(x)
            return self
    assert exercise.grade(Median).status == "right"
    assert exercise.grade(Stub).status == "unattempted"
    assert "With `x = [" in exercise.grade(Mean).message


def _stub(a, b):
    """Say what is wanted."""
    ...


def _passing(a):
    pass


def _not_yet(a, b):
    raise NotImplementedError


@pytest.mark.parametrize("function", [_stub, _passing, lambda a: None, lambda a: ...])
def test_a_stub_is_not_attempted(function):
    assert is_stub(function) and SCALED.grade(function).status == "unattempted"


def test_only_the_stub_is_not_attempted():
    def forgets_to_return(x, factor):
        x * factor
    assert not is_stub(forgets_to_return)
    assert judge(forgets_to_return).status == "wrong"
    assert SCALED.grade(_not_yet).status == "unattempted"


@pytest.mark.parametrize("answer", [3, "scaled", [scaled], {"a": 1}, np.zeros(3), pd.Series([1])])
def test_what_is_no_function_is_told_so(answer):
    told = SCALED.grade(answer)
    assert told.status == "unreadable" and "Give the function itself" in told.message


# --- frequent slips, whatever the exercise
# ---------------------------------------------------------


def row_sums(X):
    """Return the sum of each row."""
    return np.asarray(X, dtype=float).sum(axis=1)


def tables(rng):
    yield (np.array([[1.0, 2.0], [3.0, 4.5], [5.0, 7.25]]),)
    yield ([[1.5, 2.0, 4.0]],)
    for n, d in rng.integers(1, 6, size=(20, 2)):
        yield (rng.normal(size=(n, d)),)


def total(x):
    """Return the sum."""
    return float(np.sum(x))


def made(reference, cases, **more):
    return CodeExercise(key="made", title="", reference=reference, cases=cases, misconceptions=(),
                        hints=("", "", ""),
                        way="", explanation="", fallback_hint="Look.", **more)


ROWS = made(row_sums, tables)
TOTAL = made(total, lambda rng: [([1.5, 2.5],),
                                 *((rng.normal(3, 1, int(n)),) for n in rng.integers(2, 9, 20))])


def sorts(X):
    return X.sort()


def shuffles(x):
    rng = np.random.default_rng(0)
    x = rng.shuffle(list(x))
    return sum(x)


def appends(x):
    seen = []
    for value in x:
        seen = seen.append(value)
    return sum(seen)


def appends_rightly(x):
    seen = []
    for value in x:
        seen.append(value)
    return np.sort(seen)[0]


def prints(x):
    print(np.sum(x))


def forgets(x):
    np.sum(x)


def one_way(x):
    if len(x) < 3:
        return float(np.sum(x))


def returns_inside(x):
    s = 0
    for value in x:
        s += value
        return s


def returns_in_both_branches(x):
    for value in x:
        if value > 0:
            return float(value)
        else:
            return 0.0


def first_positive(x):
    for value in x:
        if value > 0:
            return float(value)
    while True:
        return 0.0


def old_name(x):
    return np.product(x)


def fills_in_place(frame):
    frame["Age"].fillna(30.0, inplace=True)
    return frame["Age"].tolist()


def assigns_in_a_chain(frame):
    frame = frame.copy()
    frame["Age"][frame["Age"].isna()] = 30.0
    return frame["Age"].tolist()


def writes_into_a_column(frame):
    ages = frame["Age"].to_numpy()
    ages[np.isnan(ages)] = 30.0
    return ages.tolist()


FILLED = made(lambda frame: frame["Age"].fillna(30.0).tolist(),
              lambda rng: [(pd.DataFrame({"Age": [4.0, np.nan, age]}),) for age in (5.0, 6.0)])


def adds_in_place(X):
    X = np.asarray(X)
    X -= X.mean()
    return X.sum(axis=1)


def overwrites(X):
    for k in range(len(X)):
        X[k] = np.zeros(len(X[0]))
    return row_sums(X)


def whole_in_place(x):
    x = np.array(x).round().astype(int)
    x -= 0.5
    return x.sum()


def both_choices(x):
    return float(np.where(len(x) > 0, 1.0, 1 / (len(x) - len(x))))


@pytest.mark.parametrize(
    "exercise, function, words",
    [
        (TOTAL, shuffles, "`shuffle` changes"),
        (TOTAL, appends, "`append` changes"),
        (ROWS, sorts, "`sort` changes"),
        (TOTAL, prints, "`print` only shows"),
        (TOTAL, forgets, "no `return`"),
        (TOTAL, one_way, "end in `return`"),
        (made(lambda x: None if len(x) < 3 else float(np.sum(x)), TOTAL.cases), forgets,
         "no `return`"),
        (TOTAL, returns_inside, "first round"),
        (TOTAL, returns_in_both_branches, "first round"),
        (TOTAL, old_name, "np.prod("),
        (ROWS, overwrites, "`X[…] = …`"),
        (ROWS, adds_in_place, "argument `X`"),
        (TOTAL, whole_in_place, "whole numbers"),
        (TOTAL, both_choices, "both of its choices"),
        (ROWS, lambda X: np.asarray(X).sum(axis=0), "column of `X`"),
        (ROWS, lambda X: [sum(column) for column in zip(*X)], "column of `X`"),
        (ROWS, lambda X: float(np.sum(X)), "`axis`"),
        (ROWS, lambda X: row_sums(X)[:, None], "`keepdims`"),
        (ROWS, lambda X: np.asarray(X).mean(axis=0), "column of `X`"),
        (TOTAL, lambda x: float(np.mean(x)), "divided by the length of `x`"),
        (
            made(lambda x: float(np.mean(x)), TOTAL.cases),
            lambda x: float(np.sum(x)),
            "times the length of `x`",
        ),
        (TOTAL, lambda x: 4.0, "the first example"),
        (TOTAL, lambda x: 7.0, "the same in every case. Does it use its arguments?"),
        (TOTAL, lambda x: int(np.sum(x)), "without their decimals"),
        (TOTAL, lambda x: x @ 1, "Look."),
        (TOTAL, lambda x: np.sum(x)[0], "single number"),
        (TOTAL, lambda x: x / 2, "`np.asarray"),
        (TOTAL, lambda x: max(np.asarray(x) > 2, 0), "truth value"),
        (
            made(lambda X: np.asarray(X, dtype=float).T, tables),
            lambda X: np.asarray(X, dtype=float),
            "Rows and columns",
        ),
    ],
)
def test_a_frequent_slip_is_named_whatever_the_exercise(exercise, function, words):
    told = exercise.judge(function)
    assert told.status == "wrong" and (words in told.message) == (words != "Look."), told.message


@pytest.mark.skipif(pd.__version__ < "3", reason="a column was a view before")
@pytest.mark.filterwarnings("ignore::pandas.errors.ChainedAssignmentError")
@pytest.mark.parametrize("function, words", [
    (fills_in_place, "`X.assign(…)`"), (assigns_in_a_chain, "`X.assign(…)`"),
    (writes_into_a_column, "np.array(…)")])
def test_why_pandas_left_a_frame_as_it_was_is_told(function, words):
    told = FILLED.judge(function)
    assert told.status == "wrong" and words in told.message


@pytest.mark.parametrize("exercise, function", [
    (TOTAL, lambda x: float(np.sum(x)) + 1), (TOTAL, lambda x: 2 * float(np.sum(x))),
    (ROWS, lambda X: 2 * row_sums(X)),
    (TOTAL, appends_rightly), (TOTAL, first_positive), (ROWS, lambda X: np.abs(row_sums(X))),
    (TOTAL, lambda x: float(x[0])),
])
def test_no_slip_is_named_where_there_is_none(exercise, function):
    assert exercise.judge(function).message.endswith("Look.")


def test_the_hint_fits_the_case_that_is_shown():
    exercise = made(total, TOTAL.cases, by_case=(
        (lambda case, given, right: isinstance(case[0], list), "A list."),
        (lambda case, given, right: 1 / 0, "Never.")))
    assert exercise.judge(lambda x: float(np.sum(x)) + isinstance(x,
                                                                  list)).message.endswith("A list.")
    assert exercise.judge(lambda x: float(np.sum(x))
                          + isinstance(x, np.ndarray)).message.endswith("Look.")


def test_the_smallest_failing_case_is_shown_whole():
    wide = made(row_sums, lambda rng: [(rng.normal(size=(9, 9)),),
                                       (np.arange(30.0).reshape(2, 15),), (np.eye(9),)])
    told = wide.judge(lambda X: row_sums(X) + 1).message
    assert "[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], [15," in told \
        and "returns `[106, 331]`" in told


# --- what would hang a kernel -----------------------------------------------------------------


def _one_line(x, factor):
    while True: pass  # noqa: E701


def _bare_except(x, factor):
    while True:
        try:
            while True:
                x = x + 1
        except:  # noqa: E722
            pass


def _compiled_loop(x, factor):
    return max(itertools.count())


def _sleeps(x, factor):
    time.sleep(60)


def _waits_for_a_thread(x, factor):
    thread = threading.Thread(target=time.sleep, args=(60,))
    thread.start()
    thread.join()


ENDLESS = [_one_line, _bare_except, _compiled_loop, _sleeps, _waits_for_a_thread]


@pytest.mark.parametrize("platform, way", [("linux", "_in_a_child"), ("darwin", "_in_place"),
                                           ("win32", "_in_place"),
                                           ("emscripten", "_traced")])
def test_each_system_has_the_guard_that_is_safe_there(monkeypatch, platform, way):
    monkeypatch.delenv("COURSEKIT_GUARD", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    for known in ("_in_a_child", "_in_place", "_traced"):
        monkeypatch.setattr(guard, known, lambda work, seconds, known=known: known)
    assert guarded(lambda at: None) == way


@pytest.mark.parametrize("function", ENDLESS)
@pytest.mark.skipif(sys.platform != "linux", reason="only a child process ends compiled loops")
def test_no_function_hangs_the_kernel(function, monkeypatch):
    assert guard.MAX_SECONDS == 2 and guarded.__defaults__ == (2,)
    monkeypatch.setattr(code_exercise, "guarded", lambda work, seconds: guarded(work, seconds=0.3))
    start = time.perf_counter()
    told = SCALED.grade(function)
    assert time.perf_counter() - start < 5          # also on a busy machine
    assert told.status == "wrong" and "With `x = [1, 2], factor = 2`" in told.message
    assert "still running after 2 seconds" in told.message


@pytest.mark.skipif(sys.platform != "linux", reason="only a child process is waited for so")
def test_who_has_to_wait_for_a_processor_is_given_time(monkeypatch):
    """A right answer that gets a tenth of a processor is not called endless."""
    def work(at):
        time.sleep(0.6)
        return "done"
    with pytest.raises(TimeUp):                          # it sleeps, and waits for nothing
        guarded(work, 0.1)
    monkeypatch.setattr(guard, "_left", lambda child, seconds: seconds)
    assert guarded(work, 0.1) == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="only a child process is waited for so")
def test_what_the_course_does_with_the_results_is_not_counted():
    def work(at):
        at(0)
        at(None)
        time.sleep(0.6)
        return "done"
    assert guarded(work, 0.1) == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="only a child process is waited for so")
def test_waiting_for_a_processor_ends(monkeypatch):
    monkeypatch.setattr(guard, "_left", lambda child, seconds: seconds)
    start = time.perf_counter()
    with pytest.raises(TimeUp):
        guarded(lambda at: time.sleep(60), 0.05)
    assert 0.05 * guard.MAX_WAIT_FACTOR <= time.perf_counter() - start < guard.MAX_WAIT_FACTOR - 0.5


def test_without_a_child_process_python_loops_still_end(monkeypatch):
    monkeypatch.setenv("COURSEKIT_GUARD", "thread")
    start = time.perf_counter()
    assert "still running" in SCALED.grade(_one_line).message
    assert time.perf_counter() - start < 3


def _exits(x, factor):
    os._exit(3)


def _asks(x, factor):
    return input("? ")


def _prints(x, factor):
    for _ in range(20):
        print("x" * 1_000_000)
        sys.stderr.write("x" * 1_000_000)
    os.write(1, b"straight to the terminal")
    warnings.warn("careful", stacklevel=1)


def _hoards(x, factor):
    return list(range(10**10))


def _interrupts(x, factor):
    raise KeyboardInterrupt


@pytest.mark.parametrize("function, words", [
    (_exits, "ended the whole"), (_asks, "input"),
    (_prints, "returns `None`"), (_hoards, "needs more memory"), (_interrupts, "ended the whole"),
])
@pytest.mark.skipif(sys.platform != "linux", reason="contained by a child process")
def test_whatever_a_function_does_stays_in_its_child(function, words, capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert words in SCALED.grade(function).message
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform != "linux", reason="only a child process has a group")
def test_what_a_function_has_started_ends_with_it():
    """Each that lives holds an end of the pipe; when none does, the other end reads its close."""
    ours, theirs = os.pipe()

    def starts(x, factor):
        subprocess.Popen(["sleep", "30"], pass_fds=[theirs])
        return scaled(x, factor)

    assert SCALED.grade(starts).status == "right"
    os.close(theirs)
    assert select.select([ours], [], [], 5)[0] and os.read(ours, 1) == b""
    os.close(ours)


def test_a_result_that_cannot_be_sent_or_shown_is_judged_all_the_same():
    class Hostile:
        def __repr__(self):
            raise RuntimeError
        __eq__ = __len__ = __array__ = __iter__ = __repr__
        __hash__ = None
    assert "returns a Hostile where" in SCALED.grade(lambda x, f: Hostile()).message
    assert "`(<Hostile instance>, 1)`" in SCALED.grade(lambda x, f: (Hostile(), 1)).message
    assert "a generator" in SCALED.grade(lambda x, f: (v for v in x)).message
    assert SCALED.grade(lambda x, f: lambda: 3).status == "wrong"


def test_a_guard_tells_where_it_was_and_leaves_everything_as_it_was():
    before = sys.gettrace(), sys.stdout, threading.active_count()

    def work(at):
        at(7)
        time.sleep(60)
    with pytest.raises(TimeUp) as late:
        guarded(work, 1)
    with pytest.raises(Crashed) as crash:
        guarded(lambda at: (at(3), os._exit(1)), 1)
    assert (late.value.args, crash.value.args) == ((7,), (3,))
    assert guarded(lambda at: "x" * 1_000_000, 1) == "x" * 1_000_000
    assert before == (sys.gettrace(), sys.stdout, threading.active_count())


def test_a_right_answer_is_judged_quickly():
    SCALED.grade(scaled)
    took = []
    for _ in range(3):          # other work may slow one of them
        start = time.perf_counter()
        SCALED.grade(lambda x, f: scaled(x, f))
        took.append(time.perf_counter() - start)
    assert min(took) < 0.3


# --- what check says and returns ----------------------------------------------------------------


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(feedback, "find", lambda key: SCALED)


def test_check_returns_what_the_page_goes_on_with_and_says_which(known, capsys):
    def mine(x, factor):
        return scaled(x, factor)
    assert inspect.unwrap(check("scaled", mine)) is mine
    assert "✓ Right. Done. The lesson goes on with your `scaled`." in capsys.readouterr().out
    assert check("scaled", lambda x, f: x) is scaled
    said = capsys.readouterr().out
    assert "Until it is right, the lesson goes on with the course's own `scaled`." in said
    assert 'Stuck? Run `hint("scaled")`.' in said
    assert check("scaled", _stub) is scaled
    assert capsys.readouterr().out == (
        "○ Not attempted yet; the lesson goes on with the course's own `scaled`.\n")


def test_the_courses_own_function_is_not_taken_for_the_learners(known, capsys):
    assert check("scaled", scaled) is scaled
    assert "This is the course's own function" in capsys.readouterr().out


def test_a_value_exercise_returns_a_value_to_go_on_with(capsys):
    assert check("some-letters", "bd") == {"b", "d"}
    assert check("some-letters", {"a"}) == check("some-letters", None) == {"b", "d"}
    assert capsys.readouterr().out.count("the course's own `some_letters`") == 2
    assert check("no-such-thing", 7) == 7


KERNEL = """
from coursekit.exercise import check
import itertools
def share_right(said, truth):
    %s
share_right = check("share-right", share_right)
"""


def test_in_a_kernel():
    """One right, one wrong and one endless function, and the kernel lives."""
    bodies = ["return (said == truth).mean()", "return (said == truth).sum()",
              "return max(itertools.count())", "print('x' * 10**6); display(said); input('?')"]
    cells = [nbformat.v4.new_code_cell(KERNEL % body) for body in bodies]
    page = nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell("print('alive')")])
    NotebookClient(page, timeout=60, kernel_name="python3").execute()
    *said, alive = ["".join(o.get("text", "") + o.get("data", {}).get("text/plain", "")
                            for o in c.outputs) for c in page.cells]
    for text, words in zip(
        said,
        [
            "✓ Right",
            "your function returns `3`. You return *how many*",
            "still running",
            "input",
        ],
        strict=True,
    ):
        assert words in text and len(text) < 500
    assert alive == "alive\n"


# --- comparing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("given, right, same", [
    (1, 1.0, True), (np.float32(0.1), 0.1, True), (np.array(2.0), 2, True), ([2.0], 2.0, False),
    ((1, 2), [1, 2], True), (np.array([1, 2]), (1.0, 2.0), True), ([1, 2], np.array([1, 2]), True),
    (np.array([1, 2]), np.array([1.0, 2.0]), True), (np.zeros((1, 2)), np.zeros(2), False),
    (None, None, True), (0, None, False), (None, 0, False), (True, True, True),
    (np.True_, True, True), (1, True, False), (float("nan"), float("nan"), True),
    (float("inf"), float("inf"), True), (1e300, float("inf"), False), ("a", "a", True),
    ({"a": 1}, {"a": 1.0}, True), ({"a": 1, "b": 2}, {"a": 1}, False), ({1}, {1}, True),
    (frozenset({1}), {1}, True), (((1, None),), ((1, None),), True), ("12", ("1", "2"), False),
    (pd.Series([1.0, 2]), pd.Series([1, 2]), True), (pd.Series([1, 2]), np.array([1, 2]), True),
    (pd.Series([1, 2], index=["a", "b"]), pd.Series([1, 2]), False),
    (np.array(["a", "b"]), np.array(["a", "b"], dtype=object), True), (1000.0001, 1000.0, True),
    (0.0001, 0.0, False), (1 + 2j, 1 + 2j, True), (object(), 3, False),
    (np.array([1, 0]), np.array([True, False]), False),     # it would pick the samples 1 and 0
])
def test_results_agree_or_do_not(given, right, same):
    assert agree(given, right, 1e-6) is same


@pytest.mark.parametrize("given, right, words", [
    (3, (1, 2), "a number where a tuple of length 2 is expected"),
    (np.zeros(3), np.zeros((3, 1)), "an array of shape (3,) where an array of shape (3, 1)"),
    ({"a": 1}, {"a": 1, "b": 2}, "a dictionary without the key 'b'"),
    ((1, 2, 3), (1, 2), "length 3"),
    (1, 2, None), ([1, 2], (3, 4), None), (None, 3, None), (3, None, None),
])
def test_a_misfit_is_told_without_the_answer(given, right, words):
    assert misfit(given, right) is None if words is None else words in misfit(given, right)


def test_what_is_shown_is_short_whatever_it_is():
    for value in ("x" * 10**6, list(range(10**6)), range(10**9), {k: k for k in range(10**4)},
                  np.zeros((500, 500)), 10**5000, [[[[[[1]]]]]] * 50, pd.DataFrame({"a": [1]})):
        assert len(short_repr(value)) <= 60


@pytest.mark.parametrize(
    "result, words",
    [
        ((0.5,), "a tuple of length 1 where a number is expected"),
        ("0.5", "text where a number is expected"),
    ],
)
def test_where_a_number_is_wanted_its_kind_is_told_even_if_another_rule_accepts(result, words):
    exercise = CodeExercise(
        key="half", title="", reference=half, cases=lambda rng: [(1.0,)], misconceptions=(),
        accept=lambda case, given, right: abs(given - right) < 0.1, hints=("", "", ""), way="",
        explanation="", fallback_hint="")
    assert words in exercise.judge(lambda x: result).message


def half(x):
    return x / 2


def test_a_threshold_in_single_precision_or_with_six_digits_is_the_middle_too():
    exercise = find("best-cut")

    def rounded(how):
        def best_cut(x, y, min_samples_leaf=1):
            s, found = exercise.reference(x, y, min_samples_leaf)
            return (s if s is None else how(s)), found
        return best_cut
    for how in (np.float32, lambda s: round(float(s), 6)):
        assert feedback.grade("best-cut", rounded(how)).status == "right"
    assert feedback.grade("best-cut", rounded(lambda s: s + 1e-3)).status == "wrong"


def stubs():
    """Yield, for each function that a page leaves to be written: its key, name and docstring."""
    for path in NOTEBOOKS:
        for cell in code_cells(read(path)):
            for key, _ in CHECK.findall(cell.source):
                for node in ast.parse(cell.source).body:
                    if isinstance(node, ast.FunctionDef) \
                        and ">>>" in (ast.get_docstring(node) or ""):
                        yield pytest.param(key, node.name, ast.get_docstring(node),
                                           id=f"{path.stem.split('_')[0]}-{node.name}")


@pytest.mark.parametrize("key, name, told", [*stubs()])
def test_the_example_that_a_page_gives_is_true_of_the_reference(key, name, told):
    """Numbers to the digits that are printed; an example may use other names of its page."""
    space = {"np": np, "array": np.array, name: find(key).reference}
    for example in doctest.DocTestParser().get_examples(told):
        try:
            found = eval(example.source, space) if example.want else exec(example.source, space)
        except NameError as error:
            pytest.skip(f"{error}: made by an earlier cell")
        if example.want:
            digits = [len(d) for d in re.findall(r"\.(\d*)", example.want)] or [0]
            wanted = eval(example.want, space)
            assert shaped_alike(wanted, found, 0.51 * 10.0**-max(digits)), (wanted, found)


def shaped_alike(wanted, found, most: float) -> bool:
    """Return whether two values are the same, numbers up to a difference."""
    if isinstance(wanted, dict):
        return list(wanted) == list(found) and all(shaped_alike(wanted[k], found[k], most)
                                                   for k in wanted)
    if isinstance(wanted, (list, tuple)):
        return len(wanted) == len(found) and all(shaped_alike(a, b, most)
                                                 for a, b in zip(wanted, found))
    if isinstance(wanted, (float, np.ndarray)) and np.asarray(wanted).dtype.kind == "f":
        return bool(np.allclose(found, wanted, rtol=0, atol=most))
    return bool(np.all(wanted == found))


def test_an_example_that_is_wrong_would_be_noticed():
    assert shaped_alike({"n": 2, "value": (0.33, [True])},
                        {"n": 2, "value": (1 / 3, [True])}, 0.005)
    assert not shaped_alike({"value": (0.34,)}, {"value": (1 / 3,)}, 0.005)
    assert not shaped_alike([1], [2], 0.5) and not shaped_alike((0.5,), (0.5, 0.5), 0.1)


def test_a_warning_in_a_mistaken_program_is_no_error_of_the_course():
    """Warnings of the course's own modules are errors in the tests; a learner only sees them."""
    exercise = find("best-step")
    mistake = Misconception("not a number", """
        def best_step(slope, eta, low, high):
            return float(np.float64(0.0) / np.float64(0.0))
        """, "That is no number.")
    with warnings.catch_warnings(record=True):      # the filters stay as they are
        assert np.isnan(exercise.example(mistake)(2.0, -8.0, -1.0, 1.0))
