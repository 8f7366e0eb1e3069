"""The exercises of lesson 02b, in the order of the notebook."""
from coursekit.lessons.lesson02b.exercises.certified_gap import CERTIFIED_GAP
from coursekit.lessons.lesson02b.exercises.dual_ascent import DUAL_ASCENT
from coursekit.lessons.lesson02b.exercises.promises import PROMISES

EXERCISES = (CERTIFIED_GAP, PROMISES, DUAL_ASCENT)
