"""The exercise of lesson 06c."""
from coursekit.lessons.lesson06c.exercises.weakest_link import LINK

EXERCISES = (LINK,)
