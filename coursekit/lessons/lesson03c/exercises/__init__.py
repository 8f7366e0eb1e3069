"""The exercises of lesson 03c, in the order of the notebook."""
from coursekit.lessons.lesson03c.exercises.intercept import INTERCEPT
from coursekit.lessons.lesson03c.exercises.keep_f import KEEP
from coursekit.lessons.lesson03c.exercises.sor_sweep import SWEEP

EXERCISES = (KEEP, INTERCEPT, SWEEP)
