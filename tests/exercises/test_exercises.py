"""Exercises: right is right, every known mistake gets its own answer, and nothing breaks."""
from __future__ import annotations

import ast
import contextlib
import datetime
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.exercise import exercise_keys, feedback, grade, progress_log
from coursekit.exercise.answers_as_code import misconception_codes, reference_code
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.feedback import check, hint, progress, solution, summary
from coursekit.exercise.forms import returning
from coursekit.exercise.model import Misconception
from coursekit.exercise.parsing import AnswerError, Choice, equal_answers
from coursekit.exercise.registry import exercises, find, lessons
from coursekit.plots import style
from guards import HINTS
from page_code import page_names
from specimens import SITTING, specimens  # noqa: F401

ALL = [e for lesson in lessons() for e in exercises(lesson).values()]
each = pytest.mark.parametrize("exercise", ALL, ids=lambda e: e.key)


@pytest.fixture
def log(tmp_path, monkeypatch):
    """An empty log of one's own."""
    path = tmp_path / "deep" / "progress.jsonl"
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(path))
    return path


@each
def test_an_exercise_is_complete(exercise):
    assert exercise.misconceptions and len(set(exercise.hints)) == HINTS
    assert len({m.name for m in exercise.misconceptions}) == len(exercise.misconceptions)
    assert len({m.hint for m in exercise.misconceptions}) == len(exercise.misconceptions)
    assert exercise.variable.isidentifier() and exercise.explanation and exercise.fallback_hint
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", exercise.key)
    if isinstance(exercise, CodeExercise):
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", exercise.variable)      # of a class's name
        assert exercise.way and exercise.key == words.lower().replace("_", "-")
        assert len(exercise.all_cases) >= 6


def test_keys_are_unique_and_lead_to_their_exercise():
    keys = [e.key for lesson in lessons() for e in exercises(lesson).values()]
    assert keys == [k for s in lessons() for k in exercise_keys(s)]
    assert len(set(keys)) == len(keys)
    assert all(find(key) is exercise for lesson in lessons()
               for key, exercise in exercises(lesson).items())


@each
def test_the_reference_is_right_and_the_stub_is_not_attempted(exercise):
    right = exercise.reference if isinstance(exercise, CodeExercise) else exercise.reference()
    assert exercise.grade(right).status == "right"
    assert exercise.grade(None).status == exercise.grade(...).status == "unattempted"


@each
def test_every_misconception_gets_its_own_hint(exercise):
    """So no two coincide, and none is right; mistakes in code are tried as pages run them."""
    if isinstance(exercise, CodeExercise):
        return
    for known in exercise.misconceptions:
        if known.example is None:
            continue
        feedback = exercise.judge(known.compute())
        assert (feedback.status, feedback.matched) == ("wrong", known.name)
        assert known.hint in feedback.message


@each
def test_no_misconception_is_within_tolerance_of_the_right_answer_or_of_another(exercise):
    if isinstance(exercise, CodeExercise):
        return
    values = [exercise.right, *(exercise.parse(m.compute()) for m in exercise.misconceptions)]
    pairs = [(i, j) for i, a in enumerate(values) for j, b in enumerate(values[:i])
             if equal_answers(a, b, 2 * exercise.tolerance)]
    assert pairs == []


def wrong_letters(exercise, answer) -> set[str]:
    """Where an answer in letters is not the right one."""
    if isinstance(exercise.right, dict):
        return {letter for letter, value in exercise.right.items() if answer[letter] != value}
    return set(answer ^ exercise.right)


@pytest.mark.parametrize("exercise", [e for e in ALL if not isinstance(e, CodeExercise)
                                      and isinstance(e.right, (dict, frozenset))],
                         ids=lambda e: e.key)
def test_a_hint_names_no_letter_that_is_right(exercise):
    for known in exercise.misconceptions:
        named = set(re.findall(r"\*\*([a-z])\*\*", known.hint))
        if known.example is not None:
            assert named <= wrong_letters(exercise, exercise.parse(known.compute())), known.name


def bare(text: str) -> str:
    return re.sub(r"[\s`*'\"“”]+", "", text).lower()


def forms(value) -> set[str]:
    """The ways in which an answer might stand in a sentence."""
    if isinstance(value, float):
        return {f"{value:.{digits}f}" for digits in (3, 4)} | {repr(value)} \
            if value % 1 else set()          # a whole number stands in many a sentence
    if isinstance(value, frozenset):
        return {"{%s}" % ",".join(map(repr, sorted(value))), " and ".join(sorted(value))} \
            if len(value) > 1 else set()
    return {repr(value)}


def given_away(exercise, sentence: str) -> list[str]:
    """What of the answer a sentence shows."""
    if isinstance(exercise, CodeExercise):
        body = ast.parse(exercise.solution).body[0].body
        answers = {"\n".join(map(ast.unparse, body)).removeprefix("return ")}
    else:
        answers = {exercise.solution.split("=", 1)[-1].strip()} | forms(exercise.right)
    return [a for a in answers if len(bare(a)) > 3 and bare(a) in bare(sentence)]


def all_hints(exercise) -> list[str]:
    return [*exercise.hints, exercise.fallback_hint, *(m.hint for m in exercise.misconceptions),
            *(hint for _, hint in getattr(exercise, "by_case", ()))]


@each
def test_no_hint_gives_the_answer_away(exercise):
    said = all_hints(exercise)
    assert [(s, given_away(exercise, s)) for s in said if given_away(exercise, s)] == []


def whole_answers(exercise: CodeExercise, sentence: str) -> list[str]:
    """Return the code of a sentence that is the whole function, if it is put behind `return`."""
    found = []
    for code in re.findall(r"`([^`]+)`", sentence):
        arguments = ", ".join(inspect.signature(exercise.reference).parameters)
        program = \
            f"def {exercise.variable}({arguments}):\n    return {code.removeprefix('return ')}\n"
        with contextlib.suppress(SyntaxError):
            if exercise.judge(exercise.example(Misconception("whole", program, ""))).status \
                == "right":
                found.append(code)
    return found


@each
def test_no_code_in_a_hint_is_the_whole_function(exercise):
    if isinstance(exercise, CodeExercise) and inspect.isfunction(exercise.reference):
        said = all_hints(exercise)
        assert [code for sentence in said for code in whole_answers(exercise, sentence)] == []


def test_a_function_of_several_lines_is_recognised_in_one():
    exercise = find("best-step")
    whole = ("Write `float(np.clip(-slope / eta, low, high)) if eta < 0 else high if slope > 0 "
             "else low`, that is all.")
    assert whole_answers(exercise, whole) and not given_away(exercise, whole)
    assert not whole_answers(exercise, "The top of the parabola is at `-slope / eta`.")


def test_an_answer_in_a_hint_is_seen():
    assert given_away(find("some-rate"), find("some-rate").solution)
    assert given_away(find("share-right"), "Write `return float(np.mean(said == truth))`.")
    assert given_away(find("some-letters"), "They are b and d.")


@pytest.mark.parametrize("answer", [
    [19.87, 77.10, 0.22], (19.87, 77.1, 0.22), np.array([19.87, 77.1, 0.22]),
    pd.Series([19.87, 77.1, 0.22]), pd.Series({"embarked": 0.22, "age": 19.87, "cabin": 77.1}),
    {"cabin": 77.1, "age": 19.87, "embarked": 0.22}, np.array([[19.87], [77.1], [0.22]]),
    pd.Series({"Cabin": 77.1, "Age": 19.87, "Embarked": 0.22}),  # as the columns are called
    pd.Series({"Embarked": 0.22, "Age": 19.87, "Cabin": 77.1}).to_frame("missing"),
    np.array([19.87, 77.1, 0.22], dtype=object), [np.float32(19.87), Decimal("77.1"), [0.22]],
    pd.DataFrame({"missing": [19.87, 77.1, 0.22]}), {"a": 19.87, "b": 77.1, "c": 0.22}.values(),
])
def test_an_answer_may_come_in_any_sensible_shape(answer):
    assert grade("some-shares", answer).status == "right"


@pytest.mark.parametrize("wrap", [float, np.float64, np.array, Decimal, Fraction, lambda v: [v],
                                  pd.Series, lambda v: pd.DataFrame({"rate": [v]}),
                                  lambda v: np.array(v, dtype=object), lambda v: ((v,),)])
def test_a_number_may_come_in_any_wrapping(wrap):
    right = find("some-rate").reference()
    answer = pd.Series([right]) if wrap is pd.Series else wrap(right)
    assert grade("some-rate", answer).status == "right"


@pytest.mark.parametrize("answer", [{"b", "d"}, ["d", "b"], "bd", "b, d", ("B", " d "),
                                    frozenset("bd"), pd.Series(["b", "d"]), {"b": 1, "d": 1}.keys(),
                                    {"b)", "(d)"}, "b) d)", "b. d."])
def test_letters_may_come_in_any_sensible_shape(answer):
    assert grade("some-letters", answer).status == "right"


def test_a_matching_may_be_a_series():
    assert grade("some-words", pd.Series(find("some-words").reference())).status == "right"


@pytest.mark.parametrize("number, answer, words", [
    ("some-shares", "19.87, 77.1, 0.22", "3 numbers (age, cabin, embarked), but got '19.87"),
    ("some-shares", [19.87, 77.1], "I expected 3 numbers (age, cabin, embarked), but got 2"),
    ("some-shares", 19.87, "but got 19.87. Put them in square brackets"),
    ("some-shares", [19.87, "77.1%", 0.22], "Leave out the quotation marks"),
    ("some-rate", "0.463", "Leave out the quotation marks"),
    ("some-rate", "0,463", "write a point: 0.463"), ("some-rate", (0, 463), "write a point: 0.463"),
    ("some-rate", [(-1, 5)], "write a point: -1.5"),
    ("some-rate", "1.234,5", "write a point: 1234.5"),
    ("some-shares", [19.87, "77,1", 0.22], "write a point: 77.1"),
    ("some-shares", (19, 87, 77, 1, 0, 22), "write points: 19.87, 77.1, 0.22"),
    ("some-shares", (19, 87, 77.1, 0.22), "write a point"),
    ("some-rate", float("nan"), "finite number"),
    ("some-rate", float("inf"), "finite number"),
    ("some-rate", [0.1, 0.2], "one number"),
    ("some-rate", True, "I expected a number"),
    ("some-rate", [np.True_], "I expected a number"),
    ("some-rate", np.array(["0.463"]), "Leave out the quotation marks"),
    ("some-rate", "46 %", "any sign such as %"),
    ("some-rate", np.complex128(0.463 + 2j), "one number"),
    ("some-rate", 10**400, "finite number"),
    ("some-rate", np.datetime64("1912-04-15"), "one number"),
    ("some-rate", datetime.date(1912, 4, 15), "one number"),
    ("some-rate", pd.NA, "one number"),
    ("some-rate", lambda: None, "one number"),
    ("some-rate", [[0.1], [0.2, 0.3]], "one number"),
    ("some-shares", {19.87, 77.1, 0.22}, "got a set"),
    ("some-shares", [19.87, None, 0.22], "one number"),
    ("some-shares", pd.DataFrame({"a": [1, 2, 3], "b": [1, 2, 3]}), "but got 6"),
    ("some-letters", {"b", "z"}, "no choice z"),
    ("some-letters", 3, "set of letters"),
    ("some-words", {"a": "classification"}, "No word yet for b"),
    ("some-words", {c: "guessing" for c in "abc"}, "the words"),
    ("some-words", {c: "deviation" for c in "abcg"}, "There is no question g"),
    ("some-words", "deviation", "a dictionary such as"),
])
def test_an_unreadable_answer_is_told_what_is_wanted(number, answer, words):
    verdict = grade(number, answer)
    assert verdict.status == "unreadable" and words in verdict.message


@pytest.mark.parametrize("number, answer", [
    ("some-rate", (0.2, 0.3)), ("some-rate", (1, 2, 3)), ("some-rate", "46 %"),
    ("some-shares", (0, 94)),
    ("some-shares", [19.87, 77.1, 0.22, -1]), ("some-shares", range(20)), ("some-letters", (0, 94)),
])
def test_what_is_no_decimal_comma_is_not_taken_for_one(number, answer):
    assert "comma" not in grade(number, answer).message.replace("separated by commas", "")


@pytest.mark.parametrize("answer, words", [(("b", 1, 41), "write a point: 1.41"),
                                           (("b", "1,41"), "write a point: 1.41")])
def test_a_decimal_comma_behind_a_letter_is_named(answer, words):
    assert words in grade("name-the-kernel", answer).message


@pytest.mark.parametrize("number, words", [
    ("some-letter", "Is it 'some-letters'?"), ("99.1", "`progress()` lists all keys"),
    (None, "There is no exercise None"), (1.1, "There is no exercise 1.1"),
    ("", "There is no exercise ''"),
    (["some-shares"], "There is no exercise ['some-shares']"),
    ("rate" * 999, "There is no exercise 'rate"),
])
def test_an_unknown_number_is_answered_not_raised(number, words, capsys, log):
    verdict = grade(number, 1)
    assert verdict.status == "unknown" and words in verdict.message
    for call in (lambda: check(number, 1), lambda: hint(number), lambda: solution(number)):
        call()
    assert capsys.readouterr().out.count(words) == 3


class Hostile:
    """An object that fails whenever it is looked at."""

    def __repr__(self):
        raise RuntimeError("no")

    __array__ = __len__ = __iter__ = __float__ = __repr__


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.complex_numbers()
    | st.binary() | st.builds(Hostile) | st.builds(object) | st.just(NotImplemented)
    | st.sampled_from(["a", "b", "d", "Mr", "age"]) | st.builds(lambda v: lambda *_: v, st.floats())
    | st.builds(np.array, st.lists(st.floats() | st.complex_numbers(), max_size=3))
    | st.builds(lambda v: pd.Series(v, dtype=object),
                st.lists(st.none() | st.floats(), max_size=5)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner,
                                                                 max_size=4), max_leaves=6)


@settings(max_examples=200, deadline=None)
@given(answer=anything, exercise=st.deferred(lambda: st.sampled_from(ALL)))
def test_no_answer_whatever_makes_a_traceback_or_a_warning(answer, exercise):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        verdict = exercise.grade(answer)
    assert verdict.status in {"right", "wrong", "unattempted", "unreadable"} and verdict.message


@settings(max_examples=50, deadline=None)
@given(number=anything)
def test_no_number_whatever_makes_a_traceback(number):
    assert grade(number, 1).status in {"unknown", "wrong", "unreadable", "right"}


def test_an_answer_too_deep_to_read_is_unreadable():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    loop = []
    loop.append(loop)
    assert {e.grade(x).status for e in ALL for x in (deep, loop)} <= {"unreadable"}


def lesson_of(exercise) -> str:
    return next(lesson for lesson in lessons() if exercise.key in exercises(lesson))


@each
def test_what_is_injected_into_the_pages_is_what_is_known(exercise):
    assert re.search(rf"^({exercise.variable} = |(def|class) {exercise.variable}\b)",
                     reference_code(exercise.key), re.M)
    for name, code, expected in misconception_codes(exercise.key):
        space = dict(page_names(lesson_of(exercise)))
        exec(code, space)
        feedback = exercise.judge(space[exercise.variable])
        assert feedback.matched == name and expected in feedback.message


@pytest.mark.parametrize("key, answer, name", [("some-rate", 46.1, "per cent"),
                                               ("some-rate", 0.553, "raw")])
def test_a_misconception_is_recognised_by_its_cause_and_within_its_tolerance(key, answer, name):
    assert grade(key, answer).matched == name


def test_an_answer_rounded_as_the_page_prints_is_right():
    assert grade("some-rate", 0.46).status == grade("some-shares", [19.87, 77.1, 0.22]).status \
        == "right"


def test_partial_answers_are_told_which_part_is_wrong():
    words = {**find("some-words").reference(), "b": "deviation"}
    assert "look again at b." in grade("some-words", words).message


def test_hints_grow_stronger_and_stay_at_the_last(log, capsys):
    for _ in range(4):
        hint("some-rate")
    said = capsys.readouterr().out
    assert [said.count(f"Hint {k} of 3") for k in (1, 2, 3)] == [1, 1, 2]


@pytest.mark.parametrize("level", [0, 4, 7, 1.0, "2", np.array([1, 2]), [1], object()])
def test_a_hint_of_no_known_level_is_answered(level, log, capsys):
    hint("some-rate", level=level)
    assert "1, 2 or 3" in capsys.readouterr().out and not log.exists()


def test_the_next_hint_follows_the_strongest_one_read(log, capsys):
    for level in (1, 1, None, np.int64(1), None):
        hint("some-rate", level=level)
    assert re.findall(r"Hint (\d)", capsys.readouterr().out) == list("11213")


def test_what_is_shown_is_escaped_and_stars_in_code_stay_stars():
    assert feedback.inline("`a * b * c`, 2 * 3 * 4 < 5, *yes* and **bold**") == (
        "<code>a * b * c</code>, 2 * 3 * 4 &lt; 5, <em>yes</em> and <strong>bold</strong>")


def test_right_is_green_and_wrong_is_orange(monkeypatch):
    shown = []
    monkeypatch.setattr(feedback, "_show", shown.append)
    check("share-right", lambda said, truth: (said == truth).mean())
    check("share-right", lambda said, truth: (said == truth).sum())
    right, wrong = (set(re.findall("#[0-9A-Fa-f]{6}", s["text/html"])) for s in shown[:2])
    assert style.GREEN in right - wrong and style.ORANGE in wrong - right


def test_a_page_gets_words_and_html_and_no_markup_of_the_learner(monkeypatch):
    shown = []
    monkeypatch.setattr(feedback, "_show", shown.append)
    check("some-rate", "<pre><b>hello</b></pre>")
    check("some-rate", 0.2)
    solution("share-right")
    assert all(set(s) == {"text/plain", "text/html"} for s in shown)
    assert "<b>" not in shown[0]["text/html"] and "&lt;b&gt;" in shown[0]["text/html"]
    assert [s["text/plain"][0] for s in shown[:2]] == ["?", "✗"]
    assert "<pre>def share_right(said, truth):\n" in shown[2]["text/html"]


def test_progress_counts_what_was_done_and_survives(log, capsys):
    check("some-rate", 0.55)
    check("some-rate", 0.463)
    check("some-rate", None)
    check("some-rate", 0.2)
    hint("some-words")
    solution("some-words")
    table = summary(SITTING)
    assert table.loc["some-rate", ["state", "tries"]].tolist() == ["solved", 3]
    assert table.loc["some-words", ["state", "tries", "hints"]].tolist() \
        == ["not yet, solution seen", 0, 1]
    progress(SITTING)
    assert f"Exercises solved: 1 of {len(table)}." in capsys.readouterr().out


def test_a_reset_begins_again_and_loses_no_line(log, capsys):
    check("some-rate", find("some-rate").reference())
    hint("some-words")
    progress_log.record_event("share-right", "answer", status="wrong")
    lines = log.read_text("utf-8").split()
    progress(SITTING, reset=True)
    assert "0 of " in capsys.readouterr().out
    assert summary(SITTING)[["tries", "hints"]].to_numpy().sum() == 0
    assert summary("00").loc["share-right", "tries"] == 1      # of another lesson
    hint("some-words")
    assert "1 of 3" in capsys.readouterr().out and summary(SITTING).loc["some-words", "hints"] == 1
    assert log.read_text("utf-8").split()[:len(lines)] == lines
    progress(reset=True)
    assert progress_log.events() == []


def test_what_is_solved_counts_also_after_a_look_at_the_way(log, capsys):
    check("some-rate", 0.463)
    solution("some-rate")
    capsys.readouterr()
    progress(SITTING)
    assert capsys.readouterr().out.startswith("Exercises solved: 1 of ")


@pytest.mark.parametrize("exercise", [e for e in ALL if not isinstance(e, CodeExercise)
                                      or e.key in ("share-right", "title-median")],
                         ids=lambda e: e.key)
def test_what_check_puts_in_the_place_of_an_answer_is_never_the_learners(exercise, log, capsys):
    code = isinstance(exercise, CodeExercise)
    wrong = (lambda *_: "no") if code else exercise.parse(exercise.misconceptions[0].compute())
    for answer, status in (None, "unattempted"), (wrong, "wrong"):
        handed = check(exercise.key, answer)
        for _ in range(2):                  # in a cell of its own, once more
            assert check(exercise.key, handed) is handed
        assert grade(exercise.key, handed).status == status
    assert summary().loc[exercise.key, ["state", "tries"]].tolist() == ["tried", 1]
    check(exercise.key, mine(exercise))
    assert summary().loc[exercise.key, "state"] == "solved"


def mine(exercise):
    """Return a right answer that is the learner's own, whatever object the course's may be."""
    if not isinstance(exercise, CodeExercise):
        return ast.literal_eval(repr(exercise.reference()))
    if inspect.isclass(exercise.reference):
        return type(exercise.variable, (exercise.reference,), {})
    return returning(exercise.reference, lambda result: result)


def test_no_answer_is_kept_only_its_verdict(log):
    check("some-rate", 0.987654)
    assert "0.987" not in log.read_text("utf-8")


def test_torn_and_foreign_lines_are_passed_over_and_kept(log):
    progress_log.record_event("share-right", "answer", status="right")
    with open(log, "ab") as f:
        f.write(b'{"exercise": "share-right", "eve')   # a crash in the middle of a line
    progress_log.record_event("share-right", "hint", level=1)
    with open(log, "ab") as f:
        f.write(b"\xff\xfe not json\n[1]\n{}\n{\"exercise\": \"share-right\"}\n"
                + b"[" * 100_000 + b"\n")
        f.write(b'{"exercise": "00.2", "event": "hint", "level": [1]}\n')
    assert [e["event"] for e in progress_log.events()] == ["answer", "hint", "hint"]
    assert summary("00").loc["share-right", ["state", "hints"]].tolist() == ["solved", 1]
    assert '"eve' in log.read_text("utf-8", errors="replace")


WRITER = (
    "import sys; from coursekit.exercise.progress_log import record_event\n"
    "for k in range(200): record_event('share-right', 'answer', status='wrong', who=sys.argv[1], k=k)"  # noqa: E501
)


def test_two_kernels_lose_nothing(log):
    log.parent.mkdir()
    both = [subprocess.Popen([sys.executable, "-c", WRITER, who]) for who in "ab"]
    assert [p.wait(timeout=60) for p in both] == [0, 0]
    seen = {(e["who"], e["k"]) for e in progress_log.events()}
    assert len(seen) == 400


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_may_read_who_tried_what(log):
    before = os.umask(0o022)
    try:
        progress_log.record_event("share-right", "answer", status="wrong")
    finally:
        os.umask(before)
    assert log.stat().st_mode & 0o077 == 0


def test_a_killed_kernel_loses_nothing_it_had_saved(log):
    log.parent.mkdir()
    code = WRITER.replace("range(200)", "range(10**9)")
    process = subprocess.Popen([sys.executable, "-c", code, "a"])
    while not log.exists() or len(progress_log.events()) < 50:
        pass
    process.kill()
    process.wait()
    kept = [e["k"] for e in progress_log.events()]
    assert kept == list(range(len(kept))) and len(kept) >= 50


def nowhere(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(tmp_path / "file" / "progress.jsonl"))


def homeless(monkeypatch, tmp_path):
    for name in ("COURSEKIT_PROGRESS", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)

    def home():
        raise RuntimeError("Could not determine home directory.")
    monkeypatch.setattr(pathlib.Path, "home", home)


def forbidden(monkeypatch, tmp_path):
    opened = os.open

    def refuse(path, *rest, **options):
        if str(path).endswith(".jsonl"):        # pytest opens folders, too, to empty them
            raise PermissionError(13, "Permission denied")
        return opened(path, *rest, **options)
    monkeypatch.setattr(os, "open", refuse)


def full(monkeypatch, tmp_path):
    write = os.write
    monkeypatch.setattr(os, "write", lambda to, data: write(to, data[:9]))


@pytest.mark.parametrize("disaster", [nowhere, homeless, forbidden, full])
def test_a_place_that_cannot_be_written_costs_only_the_record(disaster, log, tmp_path, monkeypatch,
                                                              capsys):
    monkeypatch.setattr(progress_log, "_unsaved", {})
    disaster(monkeypatch, tmp_path)
    check("some-letters", "bd")
    said = capsys.readouterr().out
    assert "Right." in said and said.count("could not be saved") == 1
    for _ in range(3):
        hint("some-letters")
    said = capsys.readouterr().out
    assert re.findall(r"Hint (\d)", said) == list("123"), "hints grow stronger all the same"
    told = summary(SITTING).loc["some-letters"]
    assert told[["state", "tries", "hints"]].tolist() == ["solved", 1, 3]


def test_a_log_that_is_no_file_is_not_read(monkeypatch):
    if not pathlib.Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    monkeypatch.setattr(progress_log, "_unsaved", {})
    monkeypatch.setenv("COURSEKIT_PROGRESS", "/dev/full")  # endless to a reader
    assert "No space left" in progress_log.record_event("share-right", "hint", level=1)
    assert [e["level"] for e in progress_log.events()] == [1]


def test_the_log_is_lines_of_json_with_a_time(log):
    progress_log.record_event("share-right", "hint", level=2)
    entry = json.loads(log.read_text("utf-8").split()[0] and log.read_text("utf-8").strip())
    assert entry["time"].endswith("+00:00") and entry["level"] == 2 and entry["version"]


@pytest.mark.parametrize("platform, part", [("win32", "AppData"), ("darwin", "Application Support"),
                                            ("linux", ".local")])
def test_progress_is_kept_where_the_system_keeps_such_things(monkeypatch, platform, part):
    for name in ("COURSEKIT_PROGRESS", "APPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert part in str(progress_log.record_file())
    monkeypatch.setenv("XDG_DATA_HOME", "")  # empty is as good as unset
    monkeypatch.setenv("APPDATA", "")
    assert part in str(progress_log.record_file()) and progress_log.record_file().is_absolute()


def test_lessons_and_tables_load_only_when_used():
    """A lesson's exercises load with its explorers, which its page has opened; no other does."""
    code = ("import sys; from coursekit.exercise import grade; grade('share-right', 5); "
            "print(sorted({'IPython', 'coursekit.lessons.lesson06', "
            "'coursekit.lessons.lesson02.exercises'} & set(sys.modules)))")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("lesson", ["99", 1, ["01"], 1.5, "", np.array(["01", "00"])])
def test_progress_in_no_known_lesson_is_answered(lesson, capsys):
    progress(lesson)
    assert "There are no exercises for lesson" in capsys.readouterr().out


@pytest.mark.parametrize("read, answer, value", [
    (Choice("abc"), " B ", "b"), (Choice("abc"), ["c"], "c"),
])
def test_words_are_read(read, answer, value):
    assert read(answer) == value


@pytest.mark.parametrize("read, answer, words", [
    (Choice("abc"), "ab", "but got 2"), (Choice("abc"), "", "but got 0"),
    (Choice("abc"), "z", "no choice z"), (Choice("abc"), 3, "set of letters"),
])
def test_words_that_cannot_be_read_are_told_so(read, answer, words):
    with pytest.raises(AnswerError, match=words):
        read(answer)
