"""Exercise "which-kernels": nine functions, each with a proof or with samples that refute it."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception

WHICH_KERNELS = Exercise(
    key="which-kernels", title="Which of these are kernels?", variable="kernels_found",
    parse=Letters("abcdefghi"), reference=lambda: {"b", "c", "e", "h", "i"},
    misconceptions=(
        Misconception("the complement", set("adfg"), "Those are the ones that are no kernels.",
                      lambda given: given == set("adfg")),
        Misconception("all", set("abcdefghi"), "Some of them can be refuted with one sample or "
                      "with three.", lambda given: len(given) == 9),
        Misconception("a constant taken away", set("abcehi"), "**a**: what is k(x, x) at x = 0?",
                      lambda given: "a" in given),
        Misconception("looks like a Gaussian", set("bcdehi"), "**d**: try three samples in a row, "
                      "close to each other, as above.", lambda given: "d" in given),
        Misconception("libraries offer it", set("bcefhi"), "**f**: offered is not proved. Try 1 "
                      "and 2 with the rule of Cauchy and Schwarz.", lambda given: "f" in given),
        Misconception("not negative", set("bceghi"), "**g**: non-negative values are no proof. "
                      "Try four directions in the plane, 45° apart.", lambda given: "g" in given),
        Misconception("negative values", set("cehi"), "**b**: a kernel may be negative. Write "
                      "cos(x − z) as a scalar product of two features.",
                      lambda given: "b" not in given),
        Misconception("a kink", set("behi"), "**c**: a kernel need not be smooth. Is it a mixture "
                      "of kernels that you know?", lambda given: "c" not in given),
        Misconception("sum of products", set("bchi"), "**e**: which rules make it from x·z?",
                      lambda given: "e" not in given),
        Misconception("minimum", set("bcei"), "**h**: how long is the piece that the intervals "
                      "[0, x] and [0, z] share?", lambda given: "h" not in given),
        Misconception("words", set("bceh"), "**i**: X need not be ℝᵈ. Which features of a word "
                      "have this scalar product?", lambda given: "i" not in given),
    ),
    hints=("Look for a feature map or a rule that makes it, or for a few samples that refute it.",
           "One or two samples refute two of them; three or four samples refute two more.",
           "Write b and h as scalar products: b with an addition theorem, h by intervals."),
    solution='kernels_found = {"b", "c", "e", "h", "i"}',
    way="a is −1 at x = z = 0. d fails on three close samples, f on 1 and 2, g on four directions. "
        "b is cos x cos z + sin x sin z; c is a mixture of Gaussians; e is a polynomial of a "
        "kernel with coefficients ≥ 0; h is ∫ 1[t ≤ x] 1[t ≤ z] dt; i is a scalar product of "
        "counts.",
    explanation="Each yes has a proof, and each no has samples that refute it.",
    fallback_hint="For each letter: a proof, or samples that refute it?")
