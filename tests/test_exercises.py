"""Exercises: right is right, every known mistake gets its own answer, and nothing breaks."""
from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.exercises import grade, record
from coursekit.exercises.answers import same
from coursekit.exercises.inject import reference_code, wrong_codes
from coursekit.exercises.page import check, hint, progress, solution, summary
from coursekit.exercises.registry import exercises, find, lessons

ALL = [e for lesson in lessons() for e in exercises(lesson).values()]
each = pytest.mark.parametrize("exercise", ALL, ids=lambda e: e.id)


@pytest.fixture
def log(tmp_path, monkeypatch):
    """An empty log of one's own."""
    path = tmp_path / "deep" / "progress.jsonl"
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(path))
    return path


@each
def test_an_exercise_is_complete(exercise):
    assert len(exercise.wrong) >= 5 and len(exercise.hints) == 3
    assert len({w.name for w in exercise.wrong}) == len(exercise.wrong)
    assert len({w.hint for w in exercise.wrong}) == len(exercise.wrong), "hints must differ"
    assert exercise.variable.isidentifier() and exercise.explanation and exercise.nudge


@each
def test_the_reference_is_right_and_the_stub_is_not_attempted(exercise):
    assert exercise.grade(exercise.reference()).status == "right"
    assert exercise.grade(None).status == exercise.grade(...).status == "unattempted"


@each
def test_every_known_wrong_answer_gets_its_own_hint(exercise):
    for wrong in exercise.wrong:
        verdict = exercise.grade(wrong.compute())
        assert (verdict.status, verdict.matched, verdict.message) == ("wrong", wrong.name, wrong.hint)


@each
def test_no_wrong_answer_is_within_tolerance_of_the_right_one_or_of_another(exercise):
    read, slack = exercise.read, 2 * exercise.tolerance
    values = [read(exercise.reference()), *(read(w.compute()) for w in exercise.wrong)]
    pairs = [(i, j) for i, a in enumerate(values) for j, b in enumerate(values[:i])
             if same(a, b, slack)]
    assert pairs == []


@each
def test_a_hint_never_gives_the_answer_away(exercise):
    right = exercise.read(exercise.reference())
    if isinstance(right, float):
        digits = f"{right:.4f}".rstrip("0")
        assert not [w.name for w in exercise.wrong if digits in w.hint]


@pytest.mark.parametrize("answer", [
    [19.87, 77.10, 0.22], (19.87, 77.1, 0.22), np.array([19.87, 77.1, 0.22]),
    pd.Series([19.87, 77.1, 0.22]), pd.Series({"embarked": 0.22, "age": 19.87, "cabin": 77.1}),
    {"cabin": 77.1, "age": 19.87, "embarked": 0.22}, np.array([[19.87], [77.1], [0.22]]),
])
def test_an_answer_may_come_in_any_sensible_shape(answer):
    assert grade("01.1", answer).status == "right"


@pytest.mark.parametrize("number, answer, words", [
    ("01.1", "19.87, 77.1, 0.22", "several values"),
    ("01.1", [19.87, 77.1], "I expected 3 numbers (age, cabin, embarked), but got 2"),
    ("01.1", 19.87, "several values"),
    ("01.1", [19.87, "77.1%", 0.22], "Leave out the quotation marks"),
    ("01.4", "0.463", "Leave out the quotation marks"),
    ("01.4", float("nan"), "no finite number"),
    ("01.4", float("inf"), "no finite number"),
    ("01.4", [0.1, 0.2], "one number"),
    ("01.4", True, "I expected a number"),
    ("01.3", [517, 182, 125, 40, 27], "dictionary or a Series"),
    ("01.3", {"Mr": 517, "Dr": 7}, "Missing: Miss, Mrs, Master, Res. Not asked for: Dr"),
    ("01.5", {"b", "z"}, "no choice z"),
    ("01.5", 3, "set of letters"),
    ("01.7", {"a": "classification"}, "No word yet for b"),
    ("01.7", {c: "guessing" for c in "abcdef"}, "not among the words"),
])
def test_an_unreadable_answer_is_told_what_is_wanted(number, answer, words):
    verdict = grade(number, answer)
    assert verdict.status == "unreadable" and words in verdict.message


@pytest.mark.parametrize("number, words", [
    ("01.99", "Lesson 01 has 01.1"), ("99.1", "lessons with exercises: 00, 01"),
    (None, "There is no exercise None"), (1.1, "There is no exercise 1.1"), ("", "numbered like"),
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
    | st.binary() | st.builds(Hostile) | st.builds(object),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner,
                                                                 max_size=4), max_leaves=6)


@settings(max_examples=150, deadline=None)
@given(answer=anything, exercise=st.sampled_from(ALL))
def test_no_answer_whatever_makes_a_traceback(answer, exercise):
    assert exercise.grade(answer).status in {"right", "wrong", "unattempted", "unreadable"}


@each
def test_what_is_injected_into_the_pages_is_what_is_known(exercise):
    assert reference_code(exercise.id).startswith(f"{exercise.variable} = ")
    for (name, code, expected), wrong in zip(wrong_codes(exercise.id), exercise.wrong, strict=True):
        space: dict = {}
        exec(code, space)
        assert (name, expected) == (wrong.name, wrong.hint)
        assert exercise.grade(space[exercise.variable]).matched == name


def test_partial_answers_are_told_which_part_is_wrong():
    counts = {**find("01.3").reference(), "Mr": 500}
    assert "look again at Mr. The others are right" in grade("01.3", counts).message


def test_hints_grow_stronger_and_stay_at_the_last(log, capsys):
    for _ in range(4):
        hint("01.4")
    said = capsys.readouterr().out
    assert [said.count(f"Hint {k} of 3") for k in (1, 2, 3)] == [1, 1, 2]
    hint("01.4", level=7)
    assert "level 1, 2 or 3" in capsys.readouterr().out


def test_progress_counts_what_was_done_and_survives(log, capsys):
    check("01.4", 0.55)
    check("01.4", find("01.4").reference())
    check("01.4", None)
    check("01.4", 0.2)
    hint("01.6")
    solution("01.6")
    table = summary("01")
    assert table.loc["01.4", ["state", "tries"]].tolist() == ["solved", 3]
    assert table.loc["01.6", ["state", "tries", "hints"]].tolist() == ["not yet, solution seen", 0, 1]
    progress("01")
    assert f"1 of {len(table)} exercises solved" in capsys.readouterr().out


def test_no_answer_is_kept_only_its_verdict(log):
    check("01.4", 0.987654)
    assert "0.987" not in log.read_text("utf-8")


def test_torn_and_foreign_lines_are_passed_over_and_kept(log):
    record.note("00.1", "answer", status="right")
    with open(log, "ab") as f:
        f.write(b'{"exercise": "00.1", "eve')   # a crash in the middle of a line
    record.note("00.1", "hint", level=1)
    with open(log, "ab") as f:
        f.write(b"\xff\xfe not json\n[1]\n{}\n")
    assert [e["event"] for e in record.events()] == ["answer", "hint"]
    assert '"eve' in log.read_text("utf-8", errors="replace")


WRITER = ("import sys; from coursekit.exercises.record import note\n"
          "for k in range(200): note('00.1', 'answer', status='wrong', who=sys.argv[1], k=k)")


def test_two_kernels_lose_nothing(log):
    log.parent.mkdir()
    both = [subprocess.Popen([sys.executable, "-c", WRITER, who]) for who in "ab"]
    assert [p.wait(timeout=60) for p in both] == [0, 0]
    seen = {(e["who"], e["k"]) for e in record.events()}
    assert len(seen) == 400


def test_a_killed_kernel_loses_nothing_it_had_saved(log):
    log.parent.mkdir()
    code = WRITER.replace("range(200)", "range(10**9)")
    process = subprocess.Popen([sys.executable, "-c", code, "a"])
    while not log.exists() or len(record.events()) < 50:
        pass
    process.kill()
    process.wait()
    kept = [e["k"] for e in record.events()]
    assert kept == list(range(len(kept))) and len(kept) >= 50


def test_a_place_that_cannot_be_written_costs_only_the_record(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COURSEKIT_PROGRESS", str(tmp_path / "file" / "progress.jsonl"))
    check("00.1", 5)
    said = capsys.readouterr().out
    assert "Right." in said and "could not be saved" in said
    assert summary("00")["tries"].tolist() == [0]


def test_the_log_is_lines_of_json_with_a_time(log):
    record.note("00.1", "hint", level=2)
    entry = json.loads(log.read_text("utf-8").split()[0] and log.read_text("utf-8").strip())
    assert entry["time"].endswith("+00:00") and entry["level"] == 2


@pytest.mark.parametrize("platform, part", [("win32", "AppData"), ("darwin", "Application Support"),
                                            ("linux", ".local")])
def test_progress_is_kept_where_the_system_keeps_such_things(monkeypatch, platform, part):
    for name in ("COURSEKIT_PROGRESS", "APPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert part in str(record.record_file())
