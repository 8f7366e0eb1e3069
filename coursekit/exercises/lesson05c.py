"""The exercise of lesson 05c that has not moved yet: a pipeline."""
from coursekit.exercises.lesson05c_pipeline import PIPELINE

EXERCISES = (PIPELINE,)
