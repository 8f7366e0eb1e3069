"""Floor 4: exercises that answer back.

``check`` judges an answer with a reason, ``hint`` helps in three steps, ``solution``
shows the way, ``progress`` tells how far one has come.

>>> from coursekit.exercises import grade
>>> grade("00.1", 5).status
'right'
"""
from coursekit.exercises.page import check, grade, hint, progress, solution, summary
from coursekit.exercises.registry import exercise_ids

__all__ = ["check", "exercise_ids", "grade", "hint", "progress", "solution", "summary"]
