"""The exercises of lesson 04d, in the order of the notebook."""
from coursekit.lessons.lesson04d.exercises.count_votes import VOTES
from coursekit.lessons.lesson04d.exercises.name_the_kernel import NAME
from coursekit.lessons.lesson04d.exercises.ninth_digit import NINTH

EXERCISES = (VOTES, NAME, NINTH)
