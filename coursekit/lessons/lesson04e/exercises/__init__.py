"""The exercises of lesson 04e, in the order of the notebook."""
from coursekit.lessons.lesson04e.exercises.log_loss import LOSS
from coursekit.lessons.lesson04e.exercises.shift_images import SHIFT

EXERCISES = (LOSS, SHIFT)
