"""The exercises of lesson 02b, in the order of the notebook."""
from coursekit.lessons.lesson02b.exercises.dual_ascent import DUAL_ASCENT
from coursekit.lessons.lesson02b.exercises.promises import PROMISES

EXERCISES = (PROMISES, DUAL_ASCENT)
