"""Exercise "first-look": which sentences the pictures of this lesson allow."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception


def _has(letter: str):
    """Return a predicate: the answer holds this letter."""
    return lambda given: letter in given


def _lacks(letter: str):
    """Return a predicate: the answer lacks this letter."""
    return lambda given: letter not in given


FIRST_LOOK = Exercise(
    key="first-look",
    title="What may you say after a first look?",
    variable="first_look",
    parse=Letters("abcdef"),
    reference=lambda: {"a", "b", "f"},
    misconceptions=(
        Misconception(
            "all",
            set("abcdef"),
            "Not all six. Ask of each: does it describe these 891 "
            "people, or does it say why, or what will happen elsewhere?",
            lambda given: len(given) == 6,
        ),
        Misconception(
            "a cause",
            {"a", "b", "c", "f"},
            "**c**: look at how many people the rate of deck A "
            "rests on, and split the decks by sex: who were they?",
            _has("c"),
        ),
        Misconception(
            "borrowed from sex",
            {"a", "b", "d", "f"},
            "**d**: split `family` by sex. "
            "What is left among the women? And who are the males who travelled with one "
            "to three relatives?",
            _has("d"),
        ),
        Misconception(
            "every difference helps",
            {"a", "b", "e", "f"},
            "**e** says *every*. Look at "
            "parents and children in the last picture: how does it do on tickets held out, "
            "and how does no feature at all?",
            _has("e"),
        ),
        Misconception(
            "first-class men",
            {"a", "f"},
            "A true sentence is missing. Open *class and "
            "sex*: compare the lowest rate among the women with the highest among the "
            "men.",
            _lacks("b"),
        ),
        Misconception(
            "five people",
            {"b", "f"},
            "A true sentence is missing. A sentence about "
            "five people can be true of these five, even if you would not bet on the "
            "next one.",
            _lacks("a"),
        ),
        Misconception(
            "the rule",
            {"a", "b"},
            "A true sentence is missing. How often is the simplest rule of this lesson right?",
            _lacks("f"),
        ),
    ),
    hints=(
        "A sentence that only counts these 891 people is allowed if the count is right. A "
        "sentence about causes, or about other data, needs more than a count.",
        "For each sentence find its picture. Set *split by* to sex and look again.",
        "Three of the six are descriptions that hold; three claim more than a count can show.",
    ),
    way="a, b and f count people of this list, and the counts are right (a counts five people: "
    "true, but no rate to rely on). c and d turn a difference into a cause, although class, "
    "sex or age differ as well. e says *every*: parents and children do no better than no "
    "feature at all once the tickets are held out. A difference may vanish beside another "
    "feature, or appear only beside one; a first look cannot decide it.",
    solution='first_look = {"a", "b", "f"}',
    explanation="Describe first. “Why” and “elsewhere” are the subjects of the next lessons.",
    fallback_hint="Go through the sentences one by one, with the picture of each at hand.",
)
