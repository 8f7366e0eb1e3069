"""The exercises of lesson 04, in the order of the notebook."""
from coursekit.lessons.lesson04.exercises.kernel_perceptron import KERNEL_PERCEPTRON
from coursekit.lessons.lesson04.exercises.rbf import RBF

EXERCISES = (RBF, KERNEL_PERCEPTRON)
