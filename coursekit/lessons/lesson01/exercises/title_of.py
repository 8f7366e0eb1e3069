"""Exercise "title-of": the title in a name."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.datasets import load_titanic
from coursekit.exercise import CodeExercise, Misconception, edit
from coursekit.titanic import title_of


def _names(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield names: odd ones first, then those of the passenger list."""
    yield ("Braund, Mr. Owen Harris",)
    yield ("Braund",)                                  # no title
    yield ("Braund, Owen",)
    yield ("Dr. Braund",)
    yield ("St. Clair, John",)                         # its only full stop before the comma
    yield (", Mr. Jo",)                                # no surname
    yield ("Doe, Mrs. J",)
    yield ("St. Clair, Mr. John",)                     # a full stop before the comma
    yield ("Mr, Miss. Ann",)
    yield ("Doe, Mr. John, Jr",)                       # a second comma, no stop after it
    yield ("Doe, Mr. A, Dr. B",)                       # a second comma and a second stop
    yield ("Roe, Prof, Dr. Jo",)                       # a comma in the title
    yield ("Doe,Dr.Jo",)                               # no blank
    yield ("Doe,  Capt . Al",)
    yield ("Roe, Vice-Admiral. Jo",)                   # not only letters
    yield ("Roe, Chevalier d'Or. Jo",)
    yield ("Roe, 2nd Lt. Jo",)
    yield ("Rothes, the Countess. of (Lucy Noel Martha Dyer-Edwards)",)
    for name in rng.permutation(load_titanic()["Name"].to_numpy()).tolist():
        yield (name,)


TITLE_OF = CodeExercise(
    key="title-of", title="A title out of a name", reference=title_of, cases=_names,
    accept=lambda case, given, right: type(given) in (type(right), np.str_) and given == right,
    misconceptions=(
        Misconception("second word", """
            def title_of(name):
                words = name.split()
                return words[1].rstrip(".") if len(words) > 1 else None
            """, "You took the second word. Some surnames have two words, and so do some titles."),
        Misconception("letters anywhere", """
            def title_of(name):
                for title in ("Mr", "Miss", "Mrs", "Master"):
                    if title in name:
                        return title
                return None
            """, "You look for these letters anywhere in the name. `Mrs` contains `Mr`, and so do "
                 "some surnames. Find the place of the title first."),
        Misconception("last full stop", """
            def title_of(name):
                if "," not in name or "." not in name.split(",", 1)[1]:
                    return None
                return name.split(",", 1)[1].rsplit(".", 1)[0].strip()
            """, "You go on to the *last* full stop, but initials further on have one, too."),
        Misconception("no test for the stop", edit(("comma and stop", "comma")),
                      "Where no full stop follows the comma, you return everything that is left. "
                      "Is that a title?"),
        Misconception("comma and one blank",
                      edit(('name.partition(",")', 'name.partition(", ")')),
                      "You look for a comma *and a blank*. The blank may be missing."),
        Misconception("first full stop of the name", """
            def title_of(name):
                if "," not in name or "." not in name:
                    return None
                return name.split(".")[0].split(",")[-1].strip()
            """, "You cut at the first full stop of the whole name. A surname may contain one."),
        Misconception("stop kept", edit(("title.strip()", 'title.strip() + "."')),
                      "The full stop ends the title; it does not belong to it."),
        Misconception("blanks kept", edit(("title.strip()", "title")),
                      "Remove the blanks at both ends of the title."),
        Misconception("a title is always there", """
            def title_of(name):
                return name.split(",", 1)[1].split(".", 1)[0].strip()
            """, "Not every name has a comma, or a full stop after it. What should your function "
                 "return then?"),
        Misconception("empty text for none", edit(("else None", 'else ""')),
                      "Where there is no title, an empty text would count as one more title."),
    ),
    hints=("Cut the name twice: once at the comma, once at a full stop.",
           "`name.partition(',')` gives three pieces: what comes before the comma, the comma, and "
           "what comes after it. If there is no comma, the second piece is empty.",
           "Partition the third piece at the full stop, and strip the blanks. If the comma or the "
           "stop was not found, there is no title."),
    way="Partition at the first comma; what follows begins with the title. Partition that at its "
        "first full stop, and strip the blanks. `partition` returns empty pieces where it finds "
        "nothing, and then there is no title.",
    explanation="Comparing whole titles, rather than letters, keeps Mr and Mrs apart.",
    by_case=((lambda case, given, right: right and ", " not in case[0],
              "In this name no blank follows the comma. Only the comma and the full stop are sure "
              "to stand beside a title."),
             (lambda case, given, right: right is None, "This name has no title: the comma is "
              "missing, or no full stop follows it. What should your function return then?"),),
    fallback_hint="Between which two signs does the title of this name stand?")
