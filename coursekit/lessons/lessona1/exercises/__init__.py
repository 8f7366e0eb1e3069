"""The exercises of lesson a1, in the order of the notebook."""
from coursekit.lessons.lessona1.exercises.back_substitute import BACK_SUBSTITUTE
from coursekit.lessons.lessona1.exercises.ridge_dual import RIDGE_DUAL
from coursekit.lessons.lessona1.exercises.two_alike import TWO_ALIKE

EXERCISES = (BACK_SUBSTITUTE, TWO_ALIKE, RIDGE_DUAL)
