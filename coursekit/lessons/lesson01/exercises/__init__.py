"""The exercises of lesson 01, in the order of the notebook."""
from coursekit.lessons.lesson01.exercises.first_look import FIRST_LOOK
from coursekit.lessons.lesson01.exercises.title_of import TITLE_OF

EXERCISES = (TITLE_OF, FIRST_LOOK)
