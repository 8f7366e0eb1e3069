"""The exercises of lesson 07, in the order of the notebook."""
from coursekit.lessons.lesson07.exercises.decide import DECIDE
from coursekit.lessons.lesson07.exercises.g_statistic import G_STATISTIC
from coursekit.lessons.lesson07.exercises.specialise import SPECIALISE

EXERCISES = (SPECIALISE, G_STATISTIC, DECIDE)
