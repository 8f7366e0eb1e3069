"""A notebook with every explorer, each in a cell of its own, and one that thinks long at five and fails above."""
from __future__ import annotations

import pathlib

import nbformat
from cases import ALL

from coursekit.explorer import explorer_names, find_explorer
from coursekit.explorer.base import Explorer
from coursekit.explorer.controls import Choice

NAMES = explorer_names()
FRAGILE = '''
import time

from coursekit.explorer.base import Explorer
from coursekit.explorer.controls import Slider

class Fragile(Explorer):
    title, question = "Fragile", "Will it hold?"
    controls = (Slider("x", "weight", 0, 10, 1, 1, "a number"),)

    def build(self, canvas):
        self.ax = canvas.figure.subplots()
        self.ax.set(xlim=(-1, 11), ylim=(-1, 1))

    def draw(self, state):
        if state["x"] > 5:
            raise ValueError("too heavy.")
        if state["x"] == 5:
            time.sleep(8)
        self.ax.plot([state["x"]], [0], "o", markersize=20)
        return f"the weight is {state['x']}"

Fragile()
'''


def parts(name: str) -> set[str]:
    """Return what an explorer has that its page treats in a way of its own."""
    kind = find_explorer(name)
    found = {f"controls: {min(len(kind.controls), 5)}"} | {type(c).__name__ for c in kind.controls}
    found |= {"menu" for c in kind.controls if isinstance(c, Choice) and len("".join(c.options)) > 80}
    own = {"limits", "clicked", "pressed", "details"}
    found |= {word for word in own if getattr(kind, word) is not getattr(Explorer, word)}
    return found | {button.action for button in kind.buttons}


def one_of_each() -> list[str]:
    """Return explorers that have all parts between them."""
    chosen, seen = [], set()
    for name in sorted(NAMES, key=lambda name: -len(parts(name))):
        if parts(name) - seen:
            chosen.append(name)
            seen |= parts(name)
    return chosen


SOME = NAMES if ALL else one_of_each()


def write(folder: pathlib.Path, *more: str) -> str:
    """Write the notebook into a folder, with further cells at its end; return its name."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python",
                                        "name": "python3"}}
    cells = ["from coursekit.explorer import find_explorer", FRAGILE,
             *(f"find_explorer({name!r})()" for name in NAMES), *more]
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(notebook, folder / "gallery.ipynb")
    return "gallery.ipynb"
