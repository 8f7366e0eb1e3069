"""The exercises of lesson 02, in the order of the notebook."""
from coursekit.lessons.lesson02.exercises.kkt_residuals import KKT_RESIDUALS
from coursekit.lessons.lesson02.exercises.two_constraints import TWO_CONSTRAINTS

EXERCISES = (KKT_RESIDUALS, TWO_CONSTRAINTS)
