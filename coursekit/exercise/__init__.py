"""Floor 4: exercises that answer back.

``check`` judges an answer with a reason and returns what the page goes on with, ``hint``
helps step by step, ``solution`` shows the way, ``progress`` tells how far one has come.

>>> from coursekit.exercise import grade
>>> grade("mean-of-three", lambda a, b, c: (a + b + c) / 3).status
'right'
"""
from coursekit.exercise.feedback import check, grade, hint, progress, solution, summary
from coursekit.exercise.registry import exercise_keys

__all__ = ["check", "exercise_keys", "grade", "hint", "progress", "solution", "summary"]
