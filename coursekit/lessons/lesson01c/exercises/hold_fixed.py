"""Exercise "hold-fixed": in which drawings does holding the third thing fixed help?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

HOLD_FIXED = Exercise(
    key="hold-fixed", title="Hold it fixed?", variable="hold_fixed", parse=Letters("abcd"),
    reference=lambda: {"a", "d"},
    misconceptions=(
        Misconception("all", set("abcd"), "Not all four. In one of them you would take away part "
                      "of what you look for, in another you would add a link that was not there.",
                      lambda given: len(given) == 4),
        Misconception("none", set(), "In some of them a back door is open. Is there anything in "
                      "the table that shuts it?", lambda given: not given),
        Misconception("the complement", set("bc"), "These are the two that must be left alone. "
                      "Which way do the arrows at the third thing point?",
                      lambda given: given == set("bc")),
        *by_letter("ad", extra={
            "b": ("mediator held", "**b**: which way do the arrows at the place in a boat point? "
                  "You want the *whole* effect of class, by every road that leads forward."),
            "c": ("collider held", "**c**: two arrows end at the newspaper. Does a road lead "
                  "through it before you select by it, and what does selecting do?"),
        }, missing={
            "a": ("confounder left alone", "**a**: walk from class against an arrow. Do you get to "
                  "survival?"),
            "d": ("only the cause itself", "**d**: the home is not in the table. Must you block "
                  "the back door at its beginning?"),
        }),
    ),
    hints=("Follow each road from class to survival. A road that begins with an arrow *into* class "
           "is a back door.",
           "A back door is shut by holding fixed anything on it that no two arrows meet at.",
           "Two drawings have an open back door. The other two have none."),
    solution='hold_fixed = {"a", "d"}',
    way="a: money is a common cause; held fixed, it shuts the back door. b: the place in a boat is "
        "how class acts; held fixed, it takes that away. c: nobody goes through the newspaper "
        "until it is held fixed, for it is a common effect. d: the back door leads through the "
        "home and the port; holding the port fixed shuts it.",
    explanation="What matters is which way the arrows point. A third thing that is linked to both "
                "may be a confounder, a mediator or a collider; the table looks the same.",
    fallback_hint="Which roads lead from class to survival, and which of them begin against an "
                  "arrow?")
