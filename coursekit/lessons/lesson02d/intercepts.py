"""The primal objective over the intercept, where more than one intercept is best."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style


def plot_intercepts(b: np.ndarray, objective: Mapping[str, np.ndarray], errors: np.ndarray,
                    ends: tuple[float, float], title: str) -> Figure:
    """Draw the primal objective over b for fixed w, and the number of misclassified samples.

    Parameters
    ----------
    b : ndarray, shape (m,)
        Intercepts.
    objective : mapping of str to ndarray of shape (m,)
        Name and values of the objective, one curve.
    errors : ndarray, shape (m,)
        Number of samples with y·f ≤ 0 for each.
    ends : (low, high)
        The interval of optimal intercepts.
    title : str
        The message.

    Examples
    --------
    >>> b = np.array([-1, 0, 1.0])
    >>> figure = plot_intercepts(b, {"P": b**2}, np.array([2, 1, 2]), (-0.5, 0.5), "Flat")
    >>> [ax.get_ylabel() for ax in figure.axes]
    ['P', 'samples']
    """
    (name, values), = objective.items()
    figure, panels = style.new_panels(["primal objective", "errors on the samples"],
                                      "intercept b", [name, "samples"], width=11.0, height=4.0,
                                      sharey=False)
    style.headline(figure, title)
    for ax, heights, colour in zip(panels, (values, errors), (style.INK, style.PINK), strict=True):
        ax.axvspan(*ends, color=style.PALE_GREEN, label="optimal b")
        ax.plot(b, heights, color=colour, lw=3, label=f"_{ax.get_ylabel()}")
        for end, word in zip(ends, ("smallest", "largest"), strict=True):
            ax.axvline(end, color=style.GREEN, ls="--", lw=1.6, label=f"_{word} optimal b")
    panels[1].set_ylim(0, None)
    style.legend_below(figure, panels, ncols=3)
    return figure
