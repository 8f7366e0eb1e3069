"""Lesson 01d, features: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson01d.explorers.imputation import Imputation
from coursekit.lessons.lesson01d.explorers.profiles import Profiles
from coursekit.lessons.lesson01d.explorers.who_tells import WhoTells

__all__ = ["Imputation", "Profiles", "WhoTells"]
