"""The exercise of lesson 05."""
from coursekit.lessons.lesson05.exercises.folds import FOLDS

EXERCISES = (FOLDS,)
