"""Names from the data are drawn to the letter: a dollar sign starts no formula."""
from __future__ import annotations

import numpy as np
import pandas as pd

from coursekit.plots.alt_text import alt_text
from coursekit.plots.trees import plot_nodes
from coursekit.tree import CARTClassifier

LEVELS = ["$100-$200", "$$", "$9"]


def tree_on_dollars():
    """Return a small tree, its samples and their classes, all of them named with dollar signs."""
    X = pd.DataFrame({"pay $$": np.repeat(LEVELS, 4), "$x$": np.arange(12.0)})
    y = np.array(["$1", "$2 $"] * 6)
    return CARTClassifier(min_samples_split=2, max_depth=2).fit(X, y), X, y


def test_dollar_signs_are_drawn_and_told():
    figure = plot_nodes(*tree_on_dollars(), "pay")
    figure.canvas.draw()
    written = [text.get_text() for ax in figure.axes
               for text in [*ax.texts, ax.title, *ax.get_xticklabels(), ax.xaxis.label]]
    assert any("$" in text for text in written)
    assert not any("$" in text.replace(r"\$", "") for text in written)
    assert "$" in alt_text(figure) and "\\" not in alt_text(figure)
