"""Lesson 06d, other samples, another tree."""
