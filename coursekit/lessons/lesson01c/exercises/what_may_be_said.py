"""Exercise "what-may-be-said": which sentences about girls and women do the data allow?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception

WHAT_MAY_BE_SAID = Exercise(
    key="what-may-be-said", title="What may be said?", variable="may_be_said",
    parse=Letters("abcde"), reference=lambda: {"a", "d"},
    misconceptions=(
        Misconception("a forgotten", {"d"},
                      "One more sentence only describes these passengers and gives no reason. A "
                      "description may be read off the list."),
        Misconception("d forgotten", {"a"},
                      "Did you leave d out because the interval at the mix of everybody excludes "
                      "0? It does. But d names the other comparison. Which values are inside that "
                      "interval?"),
        Misconception("preference", {"a", "b"},
                      "b compares within a class and gives a reason. One interval does exclude 0, "
                      "on the side of the women. Does the other one agree, and does either of "
                      "them show what the rescuers wanted?",
                      lambda given: "b" in given and "e" not in given and "c" not in given),
        Misconception("girls ahead", {"a", "c", "d"},
                      "c treats the difference within classes as settled. Does either of the two "
                      "intervals lie above 0?", lambda given: "c" in given and len(given) < 5),
        Misconception("the same", {"a", "d", "e"},
                      "e says more than was found. “Not shown to differ” is not “shown to be the "
                      "same”: how long are the two intervals, and do both contain 0?",
                      lambda given: "e" in given and "c" not in given and len(given) < 5),
        Misconception("none", set(),
                      "Something may be said. Which of the sentences needs no interval at all?"),
        Misconception("all", set("abcde"), "Some of these contradict each other."),
    ),
    hints=("There are two kinds of sentences here: some describe these passengers, others speak "
           "about causes or about chances within a class.",
           "For each sentence about chances within a class, look at both intervals of the "
           "difference. Do they agree?",
           "“Could account for” asks only whether 0 is inside the interval that the sentence "
           "names."),
    solution='may_be_said = {"a", "d"}',
    explanation="a describes the list. d is possible, because the interval at Mantel–Haenszel "
                "weights contains 0. About b, c and e the data cannot decide: that interval "
                "contains large differences of either sign, and the one at the mix of everybody "
                "excludes 0.",
    fallback_hint="Ask of each sentence: which number in this lesson would settle it, and what is "
                  "the interval of that number?")
