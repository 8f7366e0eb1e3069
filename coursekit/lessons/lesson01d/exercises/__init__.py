"""The exercises of lesson 01d, in the order of the notebook."""
from coursekit.lessons.lesson01d.exercises.ceiling import CEILING
from coursekit.lessons.lesson01d.exercises.leaky_steps import LEAKY_STEPS
from coursekit.lessons.lesson01d.exercises.title_median import TITLE_MEDIAN

EXERCISES = (LEAKY_STEPS, TITLE_MEDIAN, CEILING)
