"""The exercises of lesson 02d, in the order of the notebook."""
from coursekit.lessons.lesson02d.exercises.and_soft import AND_SOFT
from coursekit.lessons.lesson02d.exercises.kkt_violation import VIOLATION
from coursekit.lessons.lesson02d.exercises.what_follows import WHAT_FOLLOWS

EXERCISES = (VIOLATION, AND_SOFT, WHAT_FOLLOWS)
