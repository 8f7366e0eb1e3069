"""Lesson 05c, pipelines: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson05c.explorers.noise_columns import NoiseColumns
from coursekit.lessons.lesson05c.explorers.shared_folds import SharedFolds

__all__ = ["NoiseColumns", "SharedFolds"]
