"""The exercises of lesson 01, in the order of the notebook."""
from coursekit.lessons.lesson01.exercises.first_look import FIRST_LOOK
from coursekit.lessons.lesson01.exercises.survival_by import SURVIVAL_BY
from coursekit.lessons.lesson01.exercises.title_of import TITLE_OF

EXERCISES = (SURVIVAL_BY, FIRST_LOOK, TITLE_OF)
