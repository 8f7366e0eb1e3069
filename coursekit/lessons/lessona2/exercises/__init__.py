"""The exercises of lesson A2, in the order of the notebook."""
from coursekit.lessons.lessona2.exercises.kernel_ridge import RIDGE
from coursekit.lessons.lessona2.exercises.tube_dual import TUBE
from coursekit.lessons.lessona2.exercises.what_the_tubes_tell import TELL

EXERCISES = (TUBE, RIDGE, TELL)
