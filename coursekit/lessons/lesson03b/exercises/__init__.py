"""The exercises of lesson 03b, in the order of the notebook."""
from coursekit.lessons.lesson03b.exercises.certificates import CERTIFICATES
from coursekit.lessons.lesson03b.exercises.duality_gap import GAP
from coursekit.lessons.lesson03b.exercises.three_bugs import BUG_HUNT

EXERCISES = (GAP, CERTIFICATES, BUG_HUNT)
