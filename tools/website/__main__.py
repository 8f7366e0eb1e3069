"""Write the course as web pages that need neither a kernel nor a network.

    python tools/website [--pdf] [--lite]

The pages go to build/site/, to be opened with index.html; with ``--pdf`` each page of the
course is printed to build/site/pdf/, too; with ``--lite`` each links to its live twin in
build/site/lite/, which tools/lite writes. Sphinx lays them out; what it needs is prepared in
build/site-source/ (``sources.py``), with MathJax from build/vendor/.
"""
from __future__ import annotations

import pathlib
import shutil
import sys

import sources
from sphinx.cmd.build import build_main

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCE, SITE = ROOT / "build" / "site-source", ROOT / "build" / "site"


def build(lite: bool) -> None:
    """Prepare the sources, and have Sphinx make pages of them."""
    for folder in (SOURCE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    sources.write(SOURCE, lite)
    shutil.copy(HERE / "conf.py", SOURCE)
    notes = SOURCE / "warnings.txt"
    failed = build_main(["-q", "-b", "html", "-d", str(ROOT / "build" / "doctrees"), "-w", str(notes),
                         str(SOURCE), str(SITE)])
    if failed or notes.read_text("utf-8").strip():
        sys.exit("The pages are not whole; what Sphinx says stands above.")
    print(f"open {(SITE / 'index.html').relative_to(ROOT)}")


def main(wishes: list[str]) -> None:
    """Write the site, and the PDFs if they are wanted."""
    build("--lite" in wishes)
    if "--pdf" in wishes:
        import print_pages  # needs a browser, the site does not

        print_pages.write(SITE)


if __name__ == "__main__":
    main(sys.argv[1:])
