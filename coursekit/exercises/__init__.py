"""Floor 4: exercises that answer back.

``check`` judges an answer with a reason, ``hint`` helps in three steps, ``solution``
shows the way, ``progress`` tells how far one has come.

>>> from coursekit.exercises import grade
>>> grade("00.1", 5).status
'right'
"""
from coursekit.exercises.page import check, grade, hint, progress, solution, summary

__all__ = ["check", "grade", "hint", "progress", "solution", "summary"]
