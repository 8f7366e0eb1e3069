"""The exercises of lesson 04b, in the order of the notebook."""
from coursekit.lessons.lesson04b.exercises.stop_at import STOP_AT
from coursekit.lessons.lesson04b.exercises.which_knob import WHICH_KNOB

EXERCISES = (STOP_AT, WHICH_KNOB)
