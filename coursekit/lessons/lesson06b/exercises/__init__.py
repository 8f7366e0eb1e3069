"""The exercise of lesson 06b."""
from coursekit.lessons.lesson06b.exercises.grow import GROW

EXERCISES = (GROW,)
