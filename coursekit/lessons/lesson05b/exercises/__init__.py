"""The exercises of lesson 05b, in the order of the notebook."""
from coursekit.lessons.lesson05b.exercises.inner_tables import TABLES
from coursekit.lessons.lesson05b.exercises.nested_cv import NESTED
from coursekit.lessons.lesson05b.exercises.outer_summary import SUMMARY
from coursekit.lessons.lesson05b.exercises.quotable import QUOTABLE

EXERCISES = (TABLES, SUMMARY, NESTED, QUOTABLE)
