"""The exercises of lesson 06c, in the order of the notebook."""
from coursekit.lessons.lesson06c.exercises.upper_bound import BOUND
from coursekit.lessons.lesson06c.exercises.weakest_link import LINK

EXERCISES = (LINK, BOUND)
