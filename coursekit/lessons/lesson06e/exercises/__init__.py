"""The exercise of lesson 06e."""
from coursekit.lessons.lesson06e.exercises.upper_bound import BOUND

EXERCISES = (BOUND,)
