"""Exercise "certificates": what proves that a run is finished."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

CERTIFICATES = Exercise(
    key="certificates", title="What proves that a run is finished?", variable="certificates",
    parse=Letters("abcdef"), reference=lambda: {"c", "f"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "You have seen some of these fail in this "
                      "lesson.", lambda given: len(given) == 6),
        *by_letter("cf", extra={
            "a": ("quiet passes", "**a**: with partners drawn at random a quiet pass says only "
                  "that the drawn partners did not help. Run 0 was quiet ten times, and it is not "
                  "finished."),
            "b": ("accuracy", "**b**: accuracy changes only when a sample crosses the line. The "
                  "line may still be on its way."),
            "d": ("small step", "**d**: a step is small, too, if its pair was clipped at once or "
                  "had little left to gain. What about the other pairs?"),
            "e": ("another program", "**e**: then it is finished if theirs is. What proves that? "
                  "scikit-learn stops by a tolerance as well, and can stop early. And α need not "
                  "be unique.")},
                   missing={
            "f": ("KKT gap only", "That is one. The other one bounds how much W can still rise."),
            "c": ("duality gap only", "That is one. The other one looks at slopes.")}),
    ),
    hints=("β is feasible. What more can be computed from β and b alone, without knowing how they "
           "were found?",
           "Luck, small steps and agreement prove nothing about the samples that were not looked "
           "at.",
           "Look for what is at most 0 at every optimum, if b is chosen well, and at no other "
           "feasible point, whatever b is."),
    solution='certificates = {"c", "f"}',
    way="A certificate is computed from a feasible β and a b alone. The theorem of section 2 makes "
        "the KKT gap one, in units of f. The duality gap P − W is another, in units of the "
        "objective: the largest W lies between the two. Both need a feasible β. The other four "
        "are about the history of the run or about another program.",
    explanation="Each in its own units: the KKT gap in those of f, the duality gap in those of "
                "the objective. Neither says anything about a β that is not feasible.",
    fallback_hint="Which of them can be computed from β and b alone?")
