"""Print the lines of Python in every room, the words of every page, and what both were at a commit.

    python tools/size.py [COMMIT]       (without one: the last tag; without a tag: nothing to compare)
"""
from __future__ import annotations

import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def git(*words: str) -> str:
    """Return what git prints; nothing if it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout


def room(path: str) -> str:
    """Return the room of a file: a lesson, a package of the library, a folder of tests or tools.

    >>> [room(p) for p in ("coursekit/svm/smo.py", "coursekit/checks.py", "tests/conftest.py",
    ...                    "coursekit/lessons/lesson06/explorers/chords.py", "conftest.py")]
    ['library: svm', 'library: modules', 'tests: modules', 'lessons: lesson06', 'top']
    """
    parts = path.split("/")
    if parts[:2] == ["coursekit", "lessons"]:
        parts = parts[1:]
    parts[0] = {"coursekit": "library"}.get(parts[0], parts[0])
    return "top" if len(parts) == 1 else f"{parts[0]}: {parts[1] if len(parts) > 2 else 'modules'}"


def lines(commit: str = "") -> collections.Counter:
    """Return the number of lines in each room, in the work tree or at a commit."""
    rooms = collections.Counter()
    for row in git("grep", "-c", "", *commit.split(), "--", "*.py", "*.js", "*.css").splitlines():
        path, _, count = row.removeprefix(f"{commit}:").rpartition(":")
        rooms[room(path)] += int(count)
    return rooms


def words(commit: str = "") -> collections.Counter:
    """Return the number of words of prose on each page, in the work tree or at a commit."""
    pages = collections.Counter()
    for path in git("ls-files", "notebooks/*.ipynb").split():
        text = git("show", f"{commit}:{path}") if commit else (ROOT / path).read_text("utf-8")
        if text:
            pages[pathlib.Path(path).stem] = sum(len("".join(cell["source"]).split())
                for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")
    return pages


def table(what: str, now: collections.Counter, before: collections.Counter) -> list[str]:
    """Return a line for each room or page, and one for each group of rooms and for all."""
    for counts in (now, before):
        for name, count in list(counts.items()):
            counts.update({group: count for group in {name.partition(":")[0] + ":", "all"} if group != name + ":"})
    rows = [f"{'':26}{what:>8}{'change' if before else '':>9}"]
    return rows + [f"{name:26}{now[name]:8,}{f'{now[name] - before[name]:+9,}' if before else ''}"
                   for name in sorted(now | before, key=lambda name: (name == "all", name))]


def main(commit: str) -> None:
    """Print both tables."""
    commit = commit or git("describe", "--tags", "--abbrev=0").strip()
    print(f"Compared with {commit}." if commit else "There is no tag to compare with; name a commit: make size SINCE=...")
    for what, count in (("lines", lines), ("words", words)):
        print(*table(what, count(), count(commit) if commit else collections.Counter()), "", sep="\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
