"""The exercises of lesson 01b, in the order of the notebook."""
from coursekit.lessons.lesson01b.exercises.what_95_means import WHAT_95_MEANS
from coursekit.lessons.lesson01b.exercises.wilson import WILSON

EXERCISES = (WILSON, WHAT_95_MEANS)
