"""Names from the data are drawn to the letter: a dollar sign starts no formula."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit.plots import style
from coursekit.plots.alt_text import alt_text
from coursekit.plots.rates import plot_rate_panels
from coursekit.plots.trees import draw_tree, plot_nodes
from coursekit.tree import CARTClassifier

LEVELS = ["$100-$200", "$$", "$9"]


def tree_on_dollars():
    """Return a small tree, its samples and their classes, all of them named with dollar signs."""
    X = pd.DataFrame({"pay $$": np.repeat(LEVELS, 4), "$x$": np.arange(12.0)})
    y = np.array(["$1", "$2 $"] * 6)
    return CARTClassifier(min_samples_split=2, max_depth=2).fit(X, y), X, y


def drawn_tree():
    figure, ax = style.new_axes("pay", "leaves", "depth")
    draw_tree(ax, tree_on_dollars()[0])
    return figure


def rates():
    table = pd.DataFrame({"n": 9, "rate": 0.5, "low": 0.2, "high": 0.8}, index=LEVELS)
    return plot_rate_panels({"pay $$": table}, "All alike")


@pytest.mark.parametrize("draw", [drawn_tree, lambda: plot_nodes(*tree_on_dollars(), "pay"), rates])
def test_dollar_signs_are_drawn_and_told(draw):
    figure = draw()
    figure.canvas.draw()
    written = [text.get_text() for ax in figure.axes
               for text in [*ax.texts, ax.title, *ax.get_xticklabels(), ax.xaxis.label]]
    assert any("$" in text for text in written)
    assert not any("$" in text.replace(r"\$", "") for text in written)
    assert "$" in alt_text(figure) and "\\" not in alt_text(figure)
