"""The exercises of lesson 04d, in the order of the notebook."""
from coursekit.lessons.lesson04d.exercises.name_the_kernel import NAME
from coursekit.lessons.lesson04d.exercises.ninth_digit import NINTH
from coursekit.lessons.lesson04d.exercises.one_vs_rest_predict import LARGEST

EXERCISES = (NAME, LARGEST, NINTH)
