"""Lesson 01, Titanic EDA: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson01.explorers.age_bins import AgeBins
from coursekit.lessons.lesson01.explorers.first_guess import FirstGuess
from coursekit.lessons.lesson01.explorers.missing_map import MissingMap
from coursekit.lessons.lesson01.explorers.passengers import Passengers

__all__ = ["AgeBins", "FirstGuess", "MissingMap", "Passengers"]
