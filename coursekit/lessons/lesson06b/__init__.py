"""Lesson 06b, growing: what its notebook shows, and what its learners write."""
