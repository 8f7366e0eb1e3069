"""The content of the course: a folder per lesson with its explorers, exercises, figures, guide.

A notebook imports what it shows from its own lesson, ``from coursekit.lessons.lesson06 import …``.
A later lesson may import from an earlier one, nothing else does; the registries of exercises and
of explorers find its files by name.
"""
