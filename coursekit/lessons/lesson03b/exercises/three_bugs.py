"""Exercise "three-bugs": which lines of a published program can spoil a run."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

BUG_HUNT = Exercise(
    key="three-bugs", title="Three bugs", variable="three_bugs", parse=Letters("abcdefgh"),
    reference=lambda: {"c", "g", "h"},
    misconceptions=(
        Misconception("everything", set("abcdefgh"), "Five of the eight lines do no harm. "
                      "Ask of each line what it would do on two samples.",
                      lambda given: len(given) > 4),
        Misconception("none", set(), "There are three. Follow the counter through a run, and each "
                      "line through a step of two samples at the same place."),
        *by_letter("cgh", extra={
            "a": ("labels", "**a**: labels 0 and 1 become −1 and +1; labels −1 and +1 are left "
                  "alone. That is right."),
            "b": ("partner", "**b** draws i itself once in n times. Then η = 0, and line (c) skips "
                  "the pair: a wasted draw, and no harm to the result."),
            "d": ("clipping", "**d** cuts at both ends, each in its direction. Try it with L = 0, "
                  "H = 1."),
            "e": ("least change", "**e** skips steps shorter than tol, which is 1e-8 here. How far "
                  "from the optimum can that leave a run with C = 1?"),
            "f": ("snapping", "**f** moves α_i to a bound without α_j, so the sum Σ α y drifts, by "
                  "at most 1e-8 a step. A slip, but too small to spoil anything at this tol.")},
                   missing={
            "h": ("counter overlooked", "Your letters are right so far. One is missing: it "
                  "concerns the end of a run. What is `passes` after each pass?"),
            "c": ("flat pairs overlooked", "Your letters are right so far. One is missing: it "
                  "stops α short of the optimum on rare but legal data."),
            "g": ("intercept overlooked", "Your letters are right so far. One is missing: it can "
                  "leave a wrong b. Which b are allowed if no sample is free?")}),
        Misconception("two overlooked", {"h"}, "Your letter is right. Two are missing. Follow the "
                      "counter through a run, and try each line on two samples at the same place.",
                      lambda given: len(given) == 1),
    ),
    hints=("Work through a run on two samples: what is `passes` after each pass? When does "
           "the loop end, if the optimum has been found and nothing changes any more?",
           "Another line is right for all pairs but those at the same place. Which step did "
           "lesson 03 take there?",
           "The third concerns b. If no sample is free, who decides which b is allowed: the last "
           "pair, or all samples?"),
    solution='three_bugs = {"c", "g", "h"}',
    way="Line (h) adds one after a pass in which something changed, and never goes back to 0: at "
        "the optimum the loop cannot end, and before it ten busy passes end it. Line (c) leaves "
        "out the pairs with curvature 0, so α, W and the certificate may stay short; w does not "
        "notice, since the two samples are at one place. Line (g) is right with a free sample. If "
        "neither is free, the mean of this pair need not lie between F_up and F_low, and the run "
        "ends quietly with a wrong b: try 0.4, 0, 0.2 with the labels −1, +1, +1.",
    explanation="The cells after the exercise show all three at work.",
    fallback_hint="Ask of each line what it would do on two samples.")
