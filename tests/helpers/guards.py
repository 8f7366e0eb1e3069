"""The limits that the tests hold."""
from __future__ import annotations

import sklearn
from packaging.version import Version

SKLEARN_1_7 = Version(sklearn.__version__) >= Version("1.7")    # before, no model draws itself

LONGEST_FILE, LONGEST_FUNCTION, MOST_AT_ONCE = 400, 40, 4                # lines, statements, values
LONGEST_CODE, LONGEST_LINE = 25, 88                                     # lines, letters
LARGEST_PICTURE, HIGHEST_BOX, SHORTEST_STATUS = (8.8, 5.1), 560, 40      # inches, pixels, letters
FEWEST_PRESETS, MOST_PRESETS, HINTS = 2, 4, 3
# of functions, from the value of a control to the bytes of the picture: about 40 ms
MOST_CALLS = 65_000
LAPTOP, HALL = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
MARK, WORDS = 3.0, 4.5      # least contrast with what is behind
BOXES = {"info": {"Prediction"}, "danger": {"Common mistake"}, "warning": {"Theorem"},
         "success": {"Going further"}}     # what one is called, by its colour
