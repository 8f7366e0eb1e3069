"""Lesson a1, linear models: what its notebook shows, and what its learners write."""
from coursekit.lessons.lessona1.explorers.springs import Springs
from coursekit.lessons.lessona1.explorers.two_forms import TwoForms
from coursekit.lessons.lessona1.explorers.valley import Valley

__all__ = ["Springs", "TwoForms", "Valley"]
