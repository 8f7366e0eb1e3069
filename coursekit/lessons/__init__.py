"""The content of the course: a folder per lesson with its explorers, exercises, figures, guide.

A notebook imports what it shows from its own lesson, ``from coursekit.lessons.lesson06 import …``.
Nothing else imports a lesson; the registries of exercises and of explorers find its files by name.
"""
