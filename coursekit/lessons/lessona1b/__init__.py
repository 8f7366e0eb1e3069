"""Lesson a1b, logistic regression: what its notebook shows, and what its learners write."""
from coursekit.lessons.lessona1b.explorers.likelihood_bars import LikelihoodBars
from coursekit.lessons.lessona1b.explorers.threshold import Threshold

__all__ = ["LikelihoodBars", "Threshold"]
