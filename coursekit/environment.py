"""Check the installation: one line if all is well, else a list of remedies."""
from __future__ import annotations

import sys
from importlib import metadata

from packaging.requirements import Requirement

from coursekit.datasets import verify_data


def check_environment() -> None:
    """Print one line if Python, the packages and the data are what the course needs.

    Otherwise print what is wrong and how to fix it; nothing is raised, so the notebook continues.

    >>> check_environment()
    Everything is in place: Python, the packages of the course, and its data files.
    """
    problems = [*_python(), *_packages(), *verify_data()]
    if not problems:
        print("Everything is in place: Python, the packages of the course, and its data files.")
        return
    print("The course may not run as it should:")
    for problem in problems:
        print(f" - {problem}")
    print("Close JupyterLab and start it again with `make lab`, which installs what is needed; "
          "with conda, first `conda env update -f environment.yml`.")


def _python(version: tuple = sys.version_info) -> list[str]:
    found = ".".join(map(str, version[:3]))
    return [] if tuple(version[:2]) >= (3, 11) else [f"Python {found} is too old; 3.11 is needed"]


def _packages() -> list[str]:
    """Return a sentence for each requirement that is missing or too old."""
    wanted = metadata.requires("coursekit") or []
    return [text for text in map(_problem, map(Requirement, wanted)) if text]


def _problem(requirement: Requirement) -> str:
    if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
        return ""
    try:
        found = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return f"{requirement.name} is not installed; {requirement} is needed"
    if requirement.specifier.contains(found, prereleases=True):
        return ""
    return f"{requirement.name} {found} is installed; {requirement} is needed"
