"""The exercise engine.

``check`` judges an answer, gives a reason and returns the object that the lesson continues with;
``hint`` helps step by step, ``solution`` shows a solution, ``progress`` lists what is solved. What
a lesson needs to write an exercise is imported from here, too.

>>> from coursekit.exercise import grade
>>> grade("share-right", lambda said, truth: (said == truth).mean()).status
'right'
"""
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import same_numbers, short_repr
from coursekit.exercise.feedback import check, grade, hint, progress, solution, summary
from coursekit.exercise.model import Exercise, Misconception, by_letter, edit, edits
from coursekit.exercise.outcomes import Failure
from coursekit.exercise.parsing import (
    AnswerError,
    Choice,
    Letters,
    Matching,
    NotAttempted,
    Numbers,
    comma,
    read_number,
)
from coursekit.exercise.registry import add_exercise, exercise_keys

__all__ = [
    "AnswerError", "Choice", "CodeExercise", "Exercise", "Failure", "Letters", "Matching",
    "Misconception", "NotAttempted", "Numbers", "add_exercise", "by_letter", "check", "comma",
    "edit", "edits", "exercise_keys", "grade", "hint", "progress", "read_number",
    "same_numbers", "short_repr", "solution", "summary",
]
