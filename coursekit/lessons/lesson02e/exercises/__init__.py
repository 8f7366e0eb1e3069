"""The exercise of lesson 02e."""
from coursekit.lessons.lesson02e.exercises.perceptron import PERCEPTRON

EXERCISES = (PERCEPTRON,)
