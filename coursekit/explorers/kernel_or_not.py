"""Lesson 04c: can these samples refute that a function is a kernel?

Legend: x, z numbers ≥ 0; ``d`` = |x − z|; ``p`` the parameter; ``K`` (n, n) values of all pairs.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.lines import Line2D

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, LogSlider, Slider
from coursekit.kernels import is_psd
from coursekit.plots import style

ROUNDING = 1e-10        # share of the largest eigenvalue in size, as in `is_psd`
MOST = 30               # samples
SHADES = LinearSegmentedColormap.from_list("signs", [style.ORANGE, "#FFFFFF", style.BLUE])


class Candidate(NamedTuple):
    """A function of x, z and p, the range of p, the p for which it is a kernel, and the proof."""

    values: Callable[[np.ndarray, np.ndarray, float], np.ndarray]
    low: float
    high: float
    is_kernel: Callable[[float], bool]
    why: str

    def theory(self, p: float) -> str:
        """Say whether the function is a kernel for this p, and why."""
        return f"{'a' if self.is_kernel(p) else 'no'} kernel for this p; {self.why}"


def _always(p: float) -> bool:
    return True


def _never(p: float) -> bool:
    return False


def _power(x: np.ndarray, z: np.ndarray, p: float) -> np.ndarray:
    return np.abs(x - z)**p


FUNCTIONS = {
    "exp(−dᵖ)": Candidate(lambda x, z, p: np.exp(-_power(x, z, p)), 0.25, 4,
                          lambda p: p <= 2, "of all p > 0 it is one if p ≤ 2 (Schoenberg 1938)"),
    "−dᵖ": Candidate(lambda x, z, p: -_power(x, z, p), 0.25, 4, _never,
                     "the diagonal is 0, so any two different samples refute it"),
    "cos(pd)": Candidate(lambda x, z, p: np.cos(p * (x - z)), 0.25, 4, _always,
                         "it is cos px cos pz + sin px sin pz"),
    "max(0, 1 − d/p)": Candidate(
        lambda x, z, p: np.maximum(0, 1 - _power(x, z, 1) / p), 0.25, 4, _always,
        "it is the share that the intervals [x, x + p] and [z, z + p] have in common"),
    "1 if d ≤ p, else 0": Candidate(
        lambda x, z, p: (_power(x, z, 1) <= p + 1e-9).astype(float), 0.25, 4, _never,
        "three samples refute it, neighbours at most p apart and the ends farther"),
    "min(x, z)ᵖ": Candidate(
        lambda x, z, p: np.minimum(x, z)**p, 0.25, 4, _always,
        "it is the length that the intervals [0, xᵖ] and [0, zᵖ] share"),
    "(xz + p)²": Candidate(lambda x, z, p: (x * z + p)**2, -2, 2, lambda p: p >= 0,
                           "it is one if p ≥ 0; if p < 0, x = 0 and a small z refute it"),
    "tanh(pxz)": Candidate(lambda x, z, p: np.tanh(p * x * z), 0.25, 4, _never,
                           "two different samples above 0 refute it, unless rounding hides it")}


def places(n: int, width: float, draw: int) -> np.ndarray:
    """Return n numbers from 0 to a width, in order; equally far apart for draw 0, else random.

    Examples
    --------
    >>> places(3, 2.0, 0).tolist()
    [0.0, 1.0, 2.0]
    """
    shares = np.linspace(0, 1, n) if draw == 0 else np.random.default_rng(draw).random(n)
    return width * np.sort(shares)


class KernelOrNot(Explorer):
    """A Gram matrix and its eigenvalues, for functions that may be kernels.

    Examples
    --------
    >>> KernelOrNot(function="cos(pd)", p=1.0).status.split(": ")[0]
    'cos(pd), p = 1, 3 samples from 0 to 2'
    """

    title = "Kernel or not"
    question = "Do these samples refute it, and if not, what do they prove?"
    size = (8.6, 4.7)
    controls = (
        Choice("function", "function", tuple(FUNCTIONS), "exp(−dᵖ)", "of x and z; d = |x − z|"),
        Slider("p", "p", -2.0, 4.0, 0.25, 4.0, "the parameter in the function"),
        Slider("n", "samples n", 2, MOST, 1, 3, "numbers from 0 to the width"),
        LogSlider("width", "width", 0.25, 16.0, 2.0, "the samples lie between 0 and this",
                  steps=2, base=2.0),
        Slider("draw", "draw", 0, 20, 1, 0, "0: equally far apart; others: random places"))
    presets = {
        "three close samples": Preset(
            {"width": 1.0},
            "the same function: what has changed?",
            shows=r"^exp\(−dᵖ\), p = 4, 3 samples from 0 to 1:.*prove that this is no"),
        "Gaussian": Preset(
            {"p": 2.0, "n": 30, "width": 2.0},
            "why are the smallest eigenvalues no evidence?",
            shows=r"p = 2, 30 samples.*smallest eigenvalue is 0 up to rounding"),
        "a box": Preset(
            {"function": "1 if d ≤ p, else 0", "p": 1.0, "n": 10, "width": 4.0},
            "how few samples refute it?",
            shows=r"^1 if d ≤ p.*prove that this is no kernel"),
        "tanh": Preset(
            {"function": "tanh(pxz)", "p": 1.0, "n": 2, "width": 2.0, "draw": 1},
            "two samples: then how many are needed?",
            shows=r"^tanh\(pxz\), p = 1, 2 samples.*1 is negative")}

    def build(self, canvas: Canvas) -> None:
        """Create the matrix and the line of eigenvalues."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=(1.25, 1))
        style.label(left, "Gram matrix K", "samples in order", "samples in order")
        left.grid(False)
        left.set(xticks=[], yticks=[])
        self._matrix = canvas.moving(left.imshow(
            np.zeros((2, 2, 3)), extent=(0, 1, 0, 1), interpolation="nearest"))
        bar = canvas.figure.colorbar(ScalarMappable(Normalize(-1, 1), SHADES), ax=left,
                                     shrink=0.8, ticks=(-1, 0, 1))
        bar.ax.set_title("K /\nmax |K|", fontsize=10.5, fontweight="normal", loc="center")
        style.label(right, "eigenvalues, largest first", "eigenvalue / largest size of one", "")
        right.set_xscale("symlog", linthresh=ROUNDING, linscale=0.7)
        right.set(xlim=(-3, 3), ylim=(-0.06, 1.06), yticks=[])
        right.set_xticks([-1, -1e-5, 0, 1e-5, 1], ["−1", "$-10^{-5}$", "0", "$10^{-5}$", "1"])
        right.set_xticks([], minor=True)
        right.axvspan(-ROUNDING, ROUNDING, color="#E3E3E3", lw=0)
        kinds = (("X", style.ORANGE, "negative"), ("o", style.BLUE, "positive"),
                 ("|", style.GREY, "0 up to rounding"))
        self._dots = [canvas.moving(*right.plot([], [], marker, color=colour, ms=9, mew=mew))
                      for (marker, colour, _), mew in zip(kinds, (0.5, 0.5, 2), strict=True)]
        canvas.figure.legend(handles=[
            Line2D([], [], ls="none", marker=marker, color=colour, ms=10, label=name,
                   mew=2 if marker == "|" else 0.5) for marker, colour, name in kinds],
            loc="outside lower center", ncols=3, fontsize=11, handletextpad=0.2)

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the range of p of the function."""
        chosen = FUNCTIONS[state["function"]]
        return {"p": (chosen.low, chosen.high)}

    def draw(self, state: dict) -> str:
        """Show the matrix, and where its eigenvalues are."""
        x = places(state["n"], state["width"], state["draw"])
        K = FUNCTIONS[state["function"]].values(x[:, None], x, state["p"])
        self._matrix.set_data(SHADES((K / max(np.abs(K).max(), 1e-300) + 1) / 2)[..., :3])
        values = np.linalg.eigvalsh(K)[::-1]
        largest = max(np.abs(values).max(), 1e-300)
        shares, heights = values / largest, np.linspace(1, 0, len(values))
        for dots, these in zip(self._dots, (shares < -ROUNDING, shares > ROUNDING,
                                            np.abs(shares) <= ROUNDING), strict=True):
            dots.set_data(shares[these], heights[these])
        return _words(state, K, values)


def _words(state: dict, K: np.ndarray, values: np.ndarray) -> str:
    """Say what the samples prove, and what theory does."""
    name, found, negative = state["function"], is_psd(K), int(np.sum(
        values < -ROUNDING * np.abs(values).max()))
    where = "equally far apart" if state["draw"] == 0 else f"random draw {state['draw']}"
    zero = abs(found.eigenvalue) <= ROUNDING * np.abs(values).max()
    smallest = "0 up to rounding" if zero else f"{found.eigenvalue:.3g}"
    told = (f"{name}, p = {state['p']:g}, {state['n']} samples from 0 to {state['width']:.3g}: "
            f"{where}; the smallest eigenvalue is {smallest}, the largest {values[0]:.3g}.")
    if not found.psd:
        some = "1 is" if negative == 1 else f"{negative} are"
        proof = f"{some} negative beyond rounding: these samples prove that this is no kernel."
    else:
        proof = ("No eigenvalue is negative beyond rounding: these samples do not refute it, and "
                 "prove nothing for others.")
    return f"{told} {proof} Theory: {FUNCTIONS[name].theory(state['p'])}.".replace("-", "−")

