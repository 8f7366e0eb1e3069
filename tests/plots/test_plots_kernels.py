"""Figures of kernels: their words say where the border is, and who is on which side."""
from __future__ import annotations

import numpy as np
import pytest
from matplotlib.collections import PathCollection

from coursekit.datasets import make_spirals, make_xor
from coursekit.plots import kernels as plots
from coursekit.plots.alt_text import alt_text


@pytest.mark.parametrize("offset, pieces", [(0.3, 1), (99.0, 0)])
def test_a_learned_border_is_told_if_there_is_one(offset, pieces):
    X, y = make_spirals()

    beta = np.zeros(200)
    beta[0] = 1

    def k(P, Z):
        return np.tile(P[:, [0]] + offset, len(Z))

    def f(P):
        return k(P, X) @ beta
    figure = plots.plot_learned({"half": (k, beta)}, X, y, "Learned")
    told = alt_text(figure)
    assert f"half, {np.sum(y * f(X) > 0)} of 200 right" in told
    assert told.count("f = 0:") == pieces and "empty" not in told


def test_a_sample_with_more_mistakes_is_larger_as_the_legend_says():
    X, y = make_xor()
    beta = np.array([3.0, -1.0, 0.0, 2.0])
    figure = plots.plot_learned({"one": (lambda P, Z: P @ Z.T, beta)}, X, y, "Learned")
    sizes = {}
    for dots in figure.axes[0].collections:
        if isinstance(dots, PathCollection):
            sizes |= {tuple(x): size for x, size in zip(dots.get_offsets(), dots.get_sizes())}
    ordered = [sizes[tuple(x)] for x in X[np.argsort(np.abs(beta))]]
    assert (np.diff(ordered) > 0).all() and len(sizes) == 4
    told = [text.get_text() for box in figure.legends for text in box.get_texts()]
    assert "larger: more mistakes" in told
