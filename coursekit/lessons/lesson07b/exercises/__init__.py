"""The exercises of lesson 07b, in the order of the notebook."""
from coursekit.lessons.lesson07b.exercises.conclusions import CONCLUSIONS
from coursekit.lessons.lesson07b.exercises.search_p_value import SEARCH_P_VALUE

EXERCISES = (SEARCH_P_VALUE, CONCLUSIONS)
