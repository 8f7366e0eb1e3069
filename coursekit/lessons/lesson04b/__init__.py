"""Lesson 04b, C, γ, tolerance, class weights: what its notebook shows."""
from coursekit.lessons.lesson04b.explorers.c_gamma_map import CGammaMap
from coursekit.lessons.lesson04b.explorers.three_knobs import ThreeKnobs
from coursekit.lessons.lesson04b.explorers.unequal_ceilings import UnequalCeilings

__all__ = ["CGammaMap", "ThreeKnobs", "UnequalCeilings"]
