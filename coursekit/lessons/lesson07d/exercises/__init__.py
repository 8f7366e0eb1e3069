"""The exercises of lesson 07d, in the order of the notebook."""
from coursekit.lessons.lesson07d.exercises.description_length import LENGTH
from coursekit.lessons.lesson07d.exercises.what_is_firm import FIRM

EXERCISES = (LENGTH, FIRM)
