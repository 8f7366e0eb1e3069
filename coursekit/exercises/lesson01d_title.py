"""The first exercise of sitting 01d: a title out of a name."""
from __future__ import annotations

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson01d_cases import names
from coursekit.exercise.model import Misconception


def title_of(name):
    """Return what stands between the comma and the first full stop after it."""
    _, comma, rest = name.partition(",")
    title, stop, _ = rest.partition(".")
    return title.strip() if comma and stop else None


def _title(pieces: str = 'name.partition(",")', title: str = "title.strip()",
           found: str = "comma and stop", otherwise: str = "None") -> str:
    """Return the source of `title_of` with one part changed."""
    return f"""
def title_of(name):
    _, comma, rest = {pieces}
    title, stop, _ = rest.partition(".")
    return {title} if {found} else {otherwise}
"""


TITLE = CodeExercise(
    key="title-of", title="A title out of a name", reference=title_of, cases=names,
    accept=lambda case, given, right: type(given) in (type(right), np.str_) and given == right,
    misconceptions=(
        Misconception("second word", """
            def title_of(name):
                words = name.split()
                return words[1].rstrip(".") if len(words) > 1 else None
            """, "You took the second word. Some surnames have two words, and some titles, too."),
        Misconception("letters anywhere", """
            def title_of(name):
                for title in ("Mr", "Miss", "Mrs", "Master"):
                    if title in name:
                        return title
                return None
            """, "You look for letters anywhere in the name. `Mrs` contains `Mr`, and so do some "
                 "surnames. Find the place of the title first."),
        Misconception("last full stop", """
            def title_of(name):
                if "," not in name or "." not in name.split(",", 1)[1]:
                    return None
                return name.split(",", 1)[1].rsplit(".", 1)[0].strip()
            """, "You go on to the *last* full stop: an initial further on has one, too."),
        Misconception("last comma", _title(pieces='name.rpartition(",")'),
                      "You go to the *last* comma. A second one may stand after the title."),
        Misconception("second comma", """
            def title_of(name):
                if "," not in name:
                    return None
                title, stop, _ = name.split(",")[1].partition(".")
                return title.strip() if stop else None
            """, "A title may hold a comma: only the full stop ends it."),
        Misconception("second comma, no test for the stop", """
            def title_of(name):
                parts = name.split(",")
                return parts[1].split(".")[0].strip() if len(parts) > 1 else None
            """, "Where no full stop follows the comma, you return what is left; and a title may "
                 "hold a comma."),
        Misconception("no test for the stop", """
            def title_of(name):
                _, comma, rest = name.partition(",")
                return rest.partition(".")[0].strip() or None
            """, "Where no full stop follows the comma, you return all that is left. Is that a "
                 "title?"),
        Misconception("comma and one blank", _title(pieces='name.partition(", ")'),
                      "You look for a comma *and a blank*. The blank may be missing."),
        Misconception("one word", _title(
            pieces='name.partition(", ")', title="title",
            found="comma and stop and title.isidentifier()"),
                      "You find titles of one word only, between a comma with one blank and a "
                      "full stop. Take whatever stands between the two signs."),
        Misconception("first full stop of the name", """
            def title_of(name):
                if "," not in name or "." not in name:
                    return None
                return name.split(".")[0].split(",")[-1].strip()
            """, "You cut at the first full stop of the whole name. A surname may have one."),
        Misconception("last word only", _title(title="title.split()[-1]"),
                      "A title may have more than one word; keep all of it."),
        Misconception("stop kept", _title(title='title.strip() + "."'),
                      "The full stop ends the title; it is no part of it."),
        Misconception("blanks kept", _title(title="title"),
                      "Blanks at its ends are no part of the title."),
        Misconception("lower case", _title(title="title.strip().lower()"),
                      "Leave capital letters as they are."),
        Misconception("a title is always there", """
            def title_of(name):
                return name.split(",", 1)[1].split(".", 1)[0].strip()
            """, "Not every name has a comma, nor a full stop after it. What is the title then?"),
        Misconception("empty text for none", _title(otherwise='""'),
                      "Where there is no title, an empty text would count as one more title."),
        Misconception("what follows", """
            def title_of(name):
                _, comma, rest = name.partition(",")
                return rest.strip() if comma else None
            """, "That is all that follows the comma. Where does the title end?"),
    ),
    hints=("Cut the name twice: once at the comma, once at a full stop.",
           "`name.partition(',')` gives three pieces: what is before the comma, the comma, and "
           "what is after it. If there is no comma, the second piece is empty.",
           "Take the third piece, partition it at the full stop, and strip the blanks. If the "
           "comma or the stop was not found, there is no title."),
    way="Partition at the first comma; what follows begins with the title. Partition that at its "
        "first full stop, and strip the blanks. `partition` returns empty pieces where it finds "
        "nothing, and then there is no title.",
    explanation="Comparing the whole title, and not some letters, keeps Mr and Mrs apart.",
    by_case=((lambda case, given, right: right is None, "This name has no title: the comma is "
              "missing, or no full stop follows it. What is to be returned then?"),),
    fallback_hint="Between which two signs does the title of this name stand?")
