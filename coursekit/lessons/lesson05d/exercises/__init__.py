"""The exercises of lesson 05d."""
from coursekit.lessons.lesson05d.exercises.best_threshold import THRESHOLD
from coursekit.lessons.lesson05d.exercises.three_curves import CURVES

EXERCISES = (THRESHOLD, CURVES)
