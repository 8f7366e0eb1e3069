"""Lesson 06d, other samples, another tree: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson06d.explorers.one_more_stump import OneMoreStump
from coursekit.lessons.lesson06d.explorers.resamples import Resamples

__all__ = ["OneMoreStump", "Resamples"]
