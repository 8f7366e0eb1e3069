"""The exercises of lesson 05, in the order of the notebook."""
from coursekit.lessons.lesson05.exercises.broken import BROKEN
from coursekit.lessons.lesson05.exercises.cv_score import CV_SCORE
from coursekit.lessons.lesson05.exercises.folds import FOLDS

EXERCISES = (FOLDS, CV_SCORE, BROKEN)
