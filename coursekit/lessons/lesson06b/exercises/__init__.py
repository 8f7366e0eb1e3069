"""The exercises of lesson 06b."""
from coursekit.lessons.lesson06b.exercises.grow import GROW
from coursekit.lessons.lesson06b.exercises.grow_or_not import GROW_OR_NOT

EXERCISES = (GROW, GROW_OR_NOT)
