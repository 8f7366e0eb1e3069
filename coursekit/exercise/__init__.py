"""The exercise engine.

``check`` judges an answer, gives a reason and returns the object that the lesson continues with;
``hint`` helps step by step, ``solution`` shows a solution, ``progress`` lists what is solved.

>>> from coursekit.exercise import grade
>>> grade("share-right", lambda said, truth: (said == truth).mean()).status
'right'
"""
from coursekit.exercise.feedback import check, grade, hint, progress, solution, summary
from coursekit.exercise.registry import exercise_keys

__all__ = ["check", "exercise_keys", "grade", "hint", "progress", "solution", "summary"]
