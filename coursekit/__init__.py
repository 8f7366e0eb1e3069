"""coursekit: the companion library of the course.

Importing it loads nothing else; each subpackage is imported by its name.

>>> from coursekit.datasets import load_titanic
>>> len(load_titanic())
891
"""
__version__ = "0.3.0"
