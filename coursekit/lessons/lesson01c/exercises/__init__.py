"""The exercises of lesson 01c, in the order of the notebook."""
from coursekit.lessons.lesson01c.exercises.hold_fixed import HOLD_FIXED
from coursekit.lessons.lesson01c.exercises.standardised_rate import STANDARDISED
from coursekit.lessons.lesson01c.exercises.what_may_be_said import WHAT_MAY_BE_SAID

EXERCISES = (STANDARDISED, HOLD_FIXED, WHAT_MAY_BE_SAID)
