"""Lesson 01, Titanic EDA: what its notebook shows, and what its learners write."""
