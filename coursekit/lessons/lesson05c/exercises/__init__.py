"""The exercises of lesson 05c, in the order of the notebook."""
from coursekit.lessons.lesson05c.exercises.ten_steps import TEN_STEPS
from coursekit.lessons.lesson05c.exercises.titanic_pipeline import PIPELINE

EXERCISES = (PIPELINE, TEN_STEPS)
