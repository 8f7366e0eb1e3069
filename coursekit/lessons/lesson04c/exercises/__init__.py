"""The exercises of lesson 04c, in the order of the notebook."""
from coursekit.lessons.lesson04c.exercises.which_kernels import WHICH_KERNELS
from coursekit.lessons.lesson04c.exercises.witness import WITNESS

EXERCISES = (WITNESS, WHICH_KERNELS)
