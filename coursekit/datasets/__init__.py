"""The data of the course, real (``load_…``) and synthetic (``make_…``).

>>> from coursekit.datasets import load_titanic, make_and
>>> len(load_titanic()), len(make_and()[0])
(891, 4)
"""
from coursekit.datasets.files import CHECKSUMS, DataFileError, verify_data
from coursekit.datasets.images import Shifts, load_digits, load_shifts
from coursekit.datasets.tables import (
    load_adult_counts, load_drug, load_hypothyroid, load_iris, load_owls,
    load_ptitanic, load_repeats, load_titanic, load_zoo,
)
from coursekit.datasets.toys import (
    make_and, make_crescents, make_eight_points, make_linear_40, make_noisy_spirals,
    make_overlap_60, make_row_of_three, make_spirals, make_staircase, make_stripes,
    make_temperature_grid, make_three_clouds, make_two_points, make_wave, make_xor, triangle_wave,
)

__all__ = [
    "CHECKSUMS", "DataFileError", "Shifts", "load_adult_counts", "load_digits",
    "load_drug", "load_hypothyroid", "load_iris", "load_owls", "load_ptitanic", "load_repeats",
    "load_shifts", "load_titanic", "load_zoo", "make_and", "make_crescents",
    "make_eight_points", "make_linear_40", "make_noisy_spirals", "make_overlap_60",
    "make_row_of_three", "make_spirals", "make_staircase", "make_stripes",
    "make_temperature_grid", "make_three_clouds", "make_two_points", "make_wave", "make_xor",
    "triangle_wave", "verify_data",
]
