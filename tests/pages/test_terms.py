"""The plans of TEACHING.md keep to the minutes of the lessons; the recipe for an own page works."""
from __future__ import annotations

import importlib
import re

import pytest

from coursekit.exercise import CodeExercise, add_exercise, grade, hint
from coursekit.exercise.registry import exercises
from coursekit.lessons.lesson00.course import LESSONS
from guide import BY_LESSON, GUIDE, LATER, flat, guide, left_out, parts, plan, sheet
from pages import ROOT, read

CORE = [lesson.number for lesson in LESSONS if lesson.kind == "core"][1:]
LESSON = re.compile(r"\b0\d[a-d]?\b")
AFTER_CLASS = {"smo-loop"}      # an exercise whose minutes are not in the plan of its lesson


def table(first: str) -> list[list[str]]:
    """Return the rows of the table whose first column has this name."""
    (found,) = re.findall(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", GUIDE, re.M)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found.splitlines()]


def minutes(lesson: str) -> dict[str, int]:
    """Return the minutes of the sections of a first reading, by their numbers."""
    return {section: told for section, (told, _) in plan(BY_LESSON[lesson]).items()
            if section != LATER}


def lecture(lesson: str) -> int:
    """Return the minutes of a lesson without its exercises: ten for code, five for others."""
    code = "\n".join(cell.source for cell in parts(read(BY_LESSON[lesson]))[0])
    asked = [exercise for key, exercise in exercises(lesson).items()
             if f'check("{key}"' in code and key not in AFTER_CLASS]
    return sum(minutes(lesson).values()) - sum(10 if isinstance(e, CodeExercise) else 5
                                               for e in asked)


def test_the_weeks_take_the_core_in_its_order():
    weeks = table("week")
    named = re.findall(LESSON, " ".join(f"{lecture} {lab}" for _, lecture, _, lab, _ in weeks))
    assert list(dict.fromkeys(named)) == CORE
    assert [row[0] for row in weeks] == [str(k) for k in range(1, 14)]


@pytest.mark.parametrize("row", table("week"), ids=lambda row: row[0])
def test_a_week_is_a_lecture_of_ninety_minutes_and_a_laboratory(row):
    _, told, first, lab, second = row
    lesson = told.split()[0]
    without = re.findall(r"\d+", told.partition("without")[2])
    page = BY_LESSON[lesson]
    assert set(without) <= {*left_out(page),
                            *re.findall(r"section (\d+) is read at home", flat(guide(page)))}
    taught = sum(minutes(lesson).values()) if "with its exercises" in told else lecture(lesson)
    assert int(first) == taught - sum(minutes(lesson)[number] for number in without)
    assert int(first) <= 90 and int(second) == sheet(lab.split(",")[0])[0]


def test_two_classes_a_week_for_thirteen_weeks_take_every_core_lesson():
    rows = table("lesson")
    assert [row[0] for row in rows] == CORE
    assert sum(2 if row[4] else 1 for row in rows) == 26
    for lesson, up_to, first, _, second in rows:
        told = minutes(lesson)
        before = list(told).index(up_to) + 1 if second else len(told)
        parted = sum(list(told.values())[:before]), sum(list(told.values())[before:])
        assert parted == (int(first), int(second or 0)), lesson
        assert max(parted) <= 90


def test_a_day_is_the_sum_of_its_lessons():
    for _, *days in table("path"):
        for told, total in zip(days[::2], days[1::2]):
            taken = [sum(minutes(lesson).values()) for lesson in re.findall(LESSON, told)]
            assert sum(taken) == int(total) <= 300


def test_the_recipe_for_an_exercise_of_your_own_works(tmp_path, monkeypatch, capsys):
    recipe = (ROOT / "own" / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", recipe, re.S)
    (tmp_path / "own_exercise.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("own_exercise")
    assert grade("spread", lambda x: sorted(x)[-1] - sorted(x)[0]).status == "right"
    assert grade("spread", lambda x: max(x)).matched == "the largest"
    hint("spread")
    assert "1 of 3" in capsys.readouterr().out


def test_an_exercise_of_your_own_has_a_key_of_its_own():
    with pytest.raises(ValueError, match="another key"):
        add_exercise(exercises("00")["share-right"])
