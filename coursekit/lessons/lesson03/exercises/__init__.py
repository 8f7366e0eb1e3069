"""The exercises of lesson 03, in the order of the notebook."""
from coursekit.lessons.lesson03.exercises.best_step import STEP
from coursekit.lessons.lesson03.exercises.maximal_violating_pair import PAIR
from coursekit.lessons.lesson03.exercises.segment_ends import SEGMENT
from coursekit.lessons.lesson03.exercises.smo_loop import LOOP

EXERCISES = (SEGMENT, STEP, PAIR, LOOP)
