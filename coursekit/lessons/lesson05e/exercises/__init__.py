"""The exercise of lesson 05e."""
from coursekit.lessons.lesson05e.exercises.three_curves import CURVES

EXERCISES = (CURVES,)
