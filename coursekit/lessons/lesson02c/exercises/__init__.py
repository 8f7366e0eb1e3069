"""The exercises of lesson 02c, in the order of the notebook."""
from coursekit.lessons.lesson02c.exercises.perceptron import PERCEPTRON

EXERCISES = (PERCEPTRON,)
