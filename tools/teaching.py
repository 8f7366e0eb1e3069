"""Write TEACHING.md from the guides for instructors in coursekit/lessons.

    python tools/teaching.py
"""
from __future__ import annotations

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
LESSONS = ROOT / "coursekit" / "lessons"
GUIDE = ROOT / "TEACHING.md"


def joined() -> str:
    """Return the general part, followed by each lesson's guide in the order of the course."""
    files = [LESSONS / "guide.md", *sorted(LESSONS.glob("lesson*/guide.md"))]
    return "\n".join(file.read_text("utf-8") for file in files)


if __name__ == "__main__":
    GUIDE.write_text(joined(), "utf-8")
