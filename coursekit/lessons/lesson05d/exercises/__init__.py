"""The exercise of lesson 05d."""
from coursekit.lessons.lesson05d.exercises.best_threshold import THRESHOLD

EXERCISES = (THRESHOLD,)
