"""The exercises of lesson 00, in the order of the notebook."""
from coursekit.lessons.lesson00.exercises.kinds_of_task import KINDS_OF_TASK
from coursekit.lessons.lesson00.exercises.share_right import SHARE_RIGHT

EXERCISES = (SHARE_RIGHT, KINDS_OF_TASK)
