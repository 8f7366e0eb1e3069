"""List for each prediction what a reader can see before having chosen.

    python tools/asked.py [NUMBER ...]

A line each for: visible code between question and answer, outputs there, an output in the open in
the cell after the answer, and the first words of a text that stands there: read whether they tell
it. tests/pages/test_predictions.py knows the outputs that do not.
"""
from __future__ import annotations

import re
import sys
from typing import NamedTuple

import nbformat
from reading import NOTEBOOKS, all_calls, calls, only_asks


class Prediction(NamedTuple):
    """The cell that answers, and by their ids the cells that say something to who has not chosen."""

    answer: str
    code: dict[str, str]        # visible input between question and answer: its first line
    outputs: dict[str, str]     # what is shown there, in its first words
    after: dict[str, str]       # what the next cell shows
    text: dict[str, str]        # what it says, if it is text, outside folds


def predictions(page) -> list[Prediction]:
    """Return the predictions of a page; an exercise before an answer is no part of it."""
    found: list[Prediction] = []
    between: list | None = None
    known: set[str] = set()     # what stands above the answer in the same words: a first picture
    for k, cell in enumerate(page.cells):
        if cell.cell_type != "code":
            continue
        if only_asks(cell.source):
            between = between or []
        elif "reveal" in all_calls(cell.source):
            code = {c.id: c.source.splitlines()[0] for c in between or []
                    if not c.metadata.get("jupyter", {}).get("source_hidden")}
            rest = page.cells[k + 1:k + 2]
            after = [c for c in rest if not told(c) <= known]
            found.append(Prediction(cell.id, code, shown(between or []), shown(after), said(rest)))
            between = None
        elif between is not None and not calls(cell.source, "check"):
            between.append(cell)
        known |= told(cell) - {""}
    return found


def shown(cells: list) -> dict[str, str]:
    """Return the first words of what cells show, by their ids."""
    return {cell.id: words(cell.outputs[0])[:90] for cell in cells if cell.get("outputs")}


def said(cells: list) -> dict[str, str]:
    """Return the first words of cells of text, without folds, by their ids."""
    return {cell.id: " ".join(re.sub("<details>.*?</details>", "", cell.source, flags=re.S)[:90].split())
            for cell in cells if cell.cell_type == "markdown"}


def told(cell) -> set[str]:
    """Return what the outputs of a cell say."""
    return {words(output) for output in cell.get("outputs", ())}


def words(output) -> str:
    """Return what an output says: a figure's title, an explorer's state, a sentence."""
    text = output.get("data", {}).get("text/plain", "") or output.get("text", "")
    return " ".join(text.split())


def main(wanted: list[str]) -> None:
    """Print the list for the pages with these numbers, or for all."""
    pages = [path for path in sorted(NOTEBOOKS.glob("*.ipynb"))
             if not wanted or path.stem.split("_")[0] in wanted]
    asked = [(path.stem, prediction) for path in pages
             for prediction in predictions(nbformat.read(path, as_version=4))]
    for name, prediction in asked:
        for kind in ("code", "outputs", "after", "text"):
            for cell, first in getattr(prediction, kind).items():
                print(f"{name}  {prediction.answer}  {kind} {cell}: {first}")
    print(f"{len(asked)} answers; nothing can be read before "
          f"{sum(not (p.code or p.outputs or p.after) for _, p in asked)} of them")


if __name__ == "__main__":
    main(sys.argv[1:])
