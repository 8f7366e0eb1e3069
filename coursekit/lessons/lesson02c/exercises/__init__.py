"""The exercises of lesson 02c, in the order of the notebook."""
from coursekit.lessons.lesson02c.exercises.line_from_alpha import LINE_FROM_ALPHA
from coursekit.lessons.lesson02c.exercises.margin import MARGIN

EXERCISES = (MARGIN, LINE_FROM_ALPHA)
