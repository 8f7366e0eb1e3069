"""The exercises of lesson 06, in the order of the notebook."""
from coursekit.lessons.lesson06.exercises.best_cut import BEST_CUT
from coursekit.lessons.lesson06.exercises.gain import GAIN

EXERCISES = (GAIN, BEST_CUT)
