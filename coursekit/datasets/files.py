"""Find the data files, and verify them.

Files are in the package (an installed wheel, zipped or not) or in the checkout's ``data/``; their
bytes are checked against a checksum on first use, and the network is never used.
"""
from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

#: SHA-256 of every data file.
CHECKSUMS = {
    "adult_counts.csv": "f44c95ed797705cd24af9861abcf3f326f82ed5ddba800fb82e94cd9cf90af9a",
    "bills.npz": "da61974d091b741cee20d43dc65468adf8208cffa9937624e0796c0e719aefb6",
    "digit_shifts.npz": "3be5cce90f0098cae9f8ce2121abf5567ff722e10658a63fd5d68ba875a4cb82",
    "drug.csv": "b6fe5fe5d4da97e541b872e4dc1a46beaa02799dab7d1aa7f07623ee6644154a",
    "hypothyroid_test.csv": "ad3e38dff81574dd3f273801dccb4880d488dacc5c4f3441ee5bf8b4d8dd30c8",
    "hypothyroid_train.csv": "98a7dbb136e986fa4769e99a447e5b668798eb604d0704ad9fcaa93b2226e6f7",
    "owl_repeats.npz": "aae70bd1271a2ec1e995a598f6e1f01fe21d980478c2c8a884a7e6094f5d1bcf",
    "owls.csv": "9670e772534bbe3554ce195d1f1b96e94eb2f17b4ad0e04c3ef8d5e6f760a9c6",
    "ptitanic.csv": "4e4c3cc1ec11cea4a700f4e634f43cf32d40ce4c5d82b3c9e233631a7c6afb10",
    "rivals.npz": "a1444eeae6d586b89ed387c34490244c6be731246190eeaf90b733542f42db5f",
    "run_times.csv": "70a7d3a663eabbc27fe7fcfe921bf1bd12603b343dc41dd7a2e1405ad5ebc4a1",
    "titanic.csv": "8331e5a2532f5fdb66153a8fc053df08a7dc9d2584f246c7fb1752f0a7139ca5",
    "zoo.csv": "0afe4ca31b235296a5a6b21915fd1b461f30b81b7cfbcbc69589a90249bd85ba",
}
REMEDY = "restore it with `git checkout -- data`, or install the course again"


class DataFileError(ValueError):
    """A data file is missing, unreadable, or altered."""


def _places() -> list[Traversable]:
    """Return the possible data folders: in the package (a wheel), or beside it (a checkout).

    Everything is read as bytes through these, as a file in a zip has no path.
    """
    package = files("coursekit")
    return [package / "data", Path(str(package)).parent / "data"]


@cache
def read_data(name: str) -> bytes:
    """Return the bytes of a data file of ``CHECKSUMS``, once they have been verified."""
    if name not in CHECKSUMS:
        raise DataFileError(f"there is no data file {name!r}; there are {sorted(CHECKSUMS)}")
    content = find_data(name)
    found = hashlib.sha256(content).hexdigest()
    if found != CHECKSUMS[name]:
        raise DataFileError(f"data file {name} was altered: its SHA-256 begins {found[:16]}, "
                            f"expected {CHECKSUMS[name][:16]}; {REMEDY}")
    return content


def find_data(name: str) -> bytes:
    """Return the bytes of a data file as they are, not verified."""
    for place in _places():
        if (file := place / name).is_file():
            return _bytes(file, name)
    raise DataFileError(f"data file {name} is missing: expected it in coursekit/data (installed) "
                        f"or in the checkout's data directory; {REMEDY}")


def _bytes(file: Traversable, name: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise DataFileError(f"data file {name} cannot be read ({error.strerror}); allow it to be "
                            f"read, or {REMEDY}") from error


def verify_data() -> list[str]:
    """Return one sentence for every data file that is missing or altered."""
    problems = []
    for name in CHECKSUMS:
        try:
            read_data(name)
        except DataFileError as error:
            problems.append(str(error))
    return problems
