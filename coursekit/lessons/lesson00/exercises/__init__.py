"""The exercises of lesson 00, in the order of the notebook."""
from coursekit.lessons.lesson00.exercises.kinds_of_task import KINDS_OF_TASK
from coursekit.lessons.lesson00.exercises.mean_of_three import MEAN_OF_THREE

EXERCISES = (MEAN_OF_THREE, KINDS_OF_TASK)
