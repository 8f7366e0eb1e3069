"""The exercises of lesson a1b, in the order of the notebook."""
from coursekit.lessons.lessona1b.exercises.newton_step import NEWTON_STEP
from coursekit.lessons.lessona1b.exercises.odds import ODDS

EXERCISES = (NEWTON_STEP, ODDS)
