"""The exercises of lesson 07c, in the order of the notebook."""
from coursekit.lessons.lesson07c.exercises.firm_bound import FIRM_BOUND
from coursekit.lessons.lesson07c.exercises.simplify import SIMPLIFY

EXERCISES = (SIMPLIFY, FIRM_BOUND)
