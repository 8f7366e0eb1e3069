"""Exercise "which-kernels": nine functions, each with a proof or with samples that refute it."""
from __future__ import annotations

from coursekit.exercise import Exercise, Letters, Misconception, by_letter

WHICH_KERNELS = Exercise(
    key="which-kernels", title="Which of these are kernels?", variable="kernels_found",
    parse=Letters("abcdefghi"), reference=lambda: {"b", "c", "e", "h", "i"},
    misconceptions=(
        Misconception("the complement", set("adfg"), "Those are the ones that are not kernels."),
        Misconception("all", set("abcdefghi"), "Some of them can be refuted with one sample or "
                      "with three."),
        *by_letter("bcehi", extra={
            "a": ("a constant taken away", "**a**: what is k(x, x) at x = 0?"),
            "d": ("looks like a Gaussian", "**d**: try three samples in a row, close to each "
                  "other, as above."),
            "f": ("libraries offer it", "**f**: offered is not proved. Try 1 and 2 with the rule "
                  "of Cauchy and Schwarz."),
            "g": ("not negative", "**g**: non-negative values are no proof. Try four directions "
                  "in the plane, 45° apart.")}, missing={}),
        *(Misconception(name, set("bcehi") - {letter}, f"**{letter}**: {hint}",
                        lambda given, letter=letter: letter not in given)
          for letter, name, hint in (
            ("b", "negative values", "a kernel may be negative. Write cos(x − z) as a scalar "
             "product of two features."),
            ("c", "a kink", "a kernel need not be smooth. Is it a mixture of kernels that you "
             "know?"),
            ("e", "sum of products", "which rules make it from x·z?"),
            ("h", "minimum", "how long is the piece that the intervals [0, x] and [0, z] share?"),
            ("i", "words", "X need not be ℝᵈ. Which features of a word have this scalar "
             "product?"))),
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
