"""Write the links that open the course at once into README.md: `make links`.

They are made from the address of the repository: Git's `origin`, or COURSE_REPOSITORY. A copy of the
course under another address calls it once, and commits README.md.
"""
from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"(?<=<!-- links -->\n).*(?=<!-- /links -->)", re.DOTALL)
START = "00_start_here.ipynb"


def links(address: str, branch: str = "main") -> str:
    """Return the lines for the README of a repository on GitHub.

    >>> print(links("git@github.com:ada/course.git").splitlines()[0])
    **Open it now:** [the pages, to read](https://ada.github.io/course/) ·
    """
    found = re.fullmatch(r"(?:https://|(?:ssh://)?git@)github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?",
                         address)
    if found is None:
        raise ValueError(f"the links are for a repository on GitHub, and {address!r} is no address of "
                         "one: COURSE_REPOSITORY=https://github.com/you/course make links")
    owner, name = found.groups()
    binder = f"https://mybinder.org/v2/gh/{owner}/{name}/{branch}?urlpath=lab/tree/my_course/{START}"
    colab = f"https://colab.research.google.com/github/{owner}/{name}/blob/{branch}/notebooks/{START}"
    return (f"**Open it now:** [the pages, to read](https://{owner}.github.io/{name}/) ·\n"
            f"[JupyterLab on Binder]({binder}), which takes a few minutes to start ·\n"
            f"[Colab]({colab}); there, run "
            f"`%pip install git+https://github.com/{owner}/{name}` first.\n")


def main() -> None:
    """Rewrite the block between the two marks."""
    address = os.environ.get("COURSE_REPOSITORY") or subprocess.run(
        ["git", "remote", "get-url", "origin"], cwd=ROOT, text=True, capture_output=True).stdout.strip()
    readme = ROOT / "README.md"
    try:
        made = links(address, os.environ.get("COURSE_BRANCH", "main"))
    except ValueError as error:
        sys.exit(str(error))
    readme.write_text(BLOCK.sub(lambda _: made, readme.read_text("utf-8")), "utf-8")
    print(made, end="")


if __name__ == "__main__":
    main()
