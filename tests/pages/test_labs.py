"""The lab sheets of the core lessons: their minutes, what they give out; their solutions, run."""
from __future__ import annotations

import doctest
import re

import numpy as np
import pytest

from coursekit.exercise import CodeExercise
from coursekit.exercise.registry import exercises
from coursekit.lessons.lesson00.course import LESSONS
from guide import BY_LESSON, LATER, exercises as titles, flat, headings, sheet
from pages import read

CORE = [lesson.number for lesson in LESSONS if lesson.kind == "core"][1:]

core = pytest.mark.parametrize("lesson", CORE)


@core
def test_a_lab_takes_about_an_hour_and_its_parts_add_up_to_it(lesson):
    minutes, told = sheet(lesson)
    parts = [int(part) for part in re.findall(r"\((\d+)\)", told.split("```")[0])]
    assert 60 <= minutes <= 70 and sum(parts) == minutes


@core
def test_a_lab_names_exercises_and_sections_of_its_page(lesson):
    page = read(BY_LESSON[lesson])
    later = {text.removesuffix(LATER).strip() for cell in page.cells for _, text in headings(cell)}
    named = set(re.findall(r"\*([^*]+)\* \(\d+\)", flat(sheet(lesson)[1])))
    assert named <= titles(page.cells) | later


@core
def test_what_is_given_out_loads_all_data_and_needs_no_exercise(lesson):
    *given, solution = re.findall(r"```python\n(.*?)```", sheet(lesson)[1], re.S)
    assert len(given) <= 1 and not re.search(r"\bimport\b|\bload_", solution)
    for block in given:
        examples = doctest.DocTestParser().get_examples(block)
        assert not any(example.want for example in examples)
        exec("".join(example.source for example in examples), {"np": np})


@core
def test_the_solution_with_other_data_prints_what_the_sheet_says(lesson):
    names = {"np": np} | {exercise.variable: exercise.reference
                          for earlier in CORE[:CORE.index(lesson) + 1]
                          for exercise in exercises(earlier).values()
                          if isinstance(exercise, CodeExercise)}
    test = doctest.DocTestParser().get_doctest(sheet(lesson)[1].replace("```", ""), names, lesson,
                                               None, 0)
    said = []
    result = doctest.DocTestRunner().run(test, out=said.append)
    assert result.attempted and not result.failed, "".join(said)
