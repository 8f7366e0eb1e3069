"""Lesson 04e, calibration and invariances: what its notebook shows, and what its learners write."""
from coursekit.lessons.lesson04e.explorers.probability_curve import ProbabilityCurve
from coursekit.lessons.lesson04e.explorers.shift_fraction import ShiftFraction

__all__ = ["ProbabilityCurve", "ShiftFraction"]
