"""What cells print that another computer, which adds in another order, may print otherwise.

Where slopes are equal, the last bit decides which sample moves first, and how many steps
a run takes.
Such a cell has the tag ``rounding``: its words are compared, and its numbers by their size.
"""
from __future__ import annotations

import re

from pictures import FOLDED, SHARE, pictures_of, share_that_differs, spoken_of

TAG = "rounding"
NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?(?:e[-−+]?\d+)?")
TINY = 1e-3         # below it a number is nothing but its order
FACTOR = 2.5        # between numbers of one size


def value(written: str) -> float:
    """Return a number as it is written on a page."""
    return float(written.replace(",", "").replace("−", "-"))


def alike(one: float, other: float) -> bool:
    """Return whether two numbers have one sign and nearly one size, or both are tiny."""
    low, high = sorted((abs(one), abs(other)))
    return high < TINY or one * other > 0 and high <= FACTOR * low


def words_and_numbers(output) -> tuple[list, list[float]]:
    """Return what an output says, with # for each number, and the numbers."""
    told = {"kind": output["output_type"], "text": output.get("text", ""),
            "spoken": " ".join(spoken_of([output])),
            **{kind: text for kind, text in output.get("data", {}).items()
               if kind.startswith("text/")}}
    joined = {kind: FOLDED.sub(r"\1", "".join(text)) for kind, text in sorted(told.items())}
    return ([(kind, NUMBER.sub("#", text)) for kind, text in joined.items()],
            [value(number) for text in joined.values() for number in NUMBER.findall(text)])


def rough_differences(fresh: list, committed: list) -> list[str]:
    """Return a sentence for each output of a cell that differs by more than rounding may do."""
    if len(fresh) != len(committed):
        return [f"{len(fresh)} outputs instead of the {len(committed)} that are committed"]
    told = []
    for k, pair in enumerate(zip(fresh, committed, strict=True), 1):
        (words, numbers), (old_words, old_numbers) = map(words_and_numbers, pair)
        if words != old_words:
            told.append(f"output {k} has other words")
        told += [f"output {k} has {new:g} for {old:g}" for new, old in zip(numbers, old_numbers)
                 if not alike(new, old)]
    for pair in zip(pictures_of(fresh), pictures_of(committed)):
        share = share_that_differs(*pair)
        if share > SHARE:
            told.append(f"a picture differs in {share:.1%} of its thumbnail")
    return told
