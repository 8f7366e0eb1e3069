"""Lesson 04c: can these samples refute that a function is a kernel?

Legend: x, z numbers ≥ 0; ``d`` = |x − z|; ``p`` the parameter; ``K`` (n, n) values of all pairs.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.lines import Line2D

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider
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


def places(n: int, width: float) -> np.ndarray:
    """Return n numbers from 0 to a width, equally far apart.

    Examples
    --------
    >>> places(3, 2.0).tolist()
    [0.0, 1.0, 2.0]
    """
    return width * np.linspace(0, 1, n)


class KernelOrNot(Explorer):
    """A Gram matrix and its eigenvalues, for functions that may be kernels.

    Examples
    --------
    >>> KernelOrNot(function="cos(pd)", p=1.0).status.split(": ")[0]
    'cos(pd), p = 1, 3 samples from 0 to 2'
    """

    title = "Kernel or not"
    question = "Do these samples refute it, and if not, what do they prove?"
    size = (8.8, 4.7)
    controls = (
        Choice("function", "function", tuple(FUNCTIONS), "exp(−dᵖ)", "of x and z; d = |x − z|"),
        Slider("p", "p", -2.0, 4.0, 0.25, 4.0, "the parameter in the function"),
        Slider("n", "samples", 2, MOST, 1, 3, "their number, equally far apart from 0 on"),
        LogSlider("width", "width", 0.25, 16.0, 2.0, "the samples lie between 0 and this",
                  steps=2, base=2.0))
    presets = {
        "closer": Preset(
            {"width": 1.0},
            "The same function and as many samples: what has changed?",
            shows=r"^exp\(−dᵖ\), p = 4, 3 samples from 0 to 1:.*refute"),
        "Gaussian": Preset(
            {"p": 2.0, "n": 30, "width": 2.0},
            "Why are the smallest eigenvalues no evidence?",
            shows=r"p = 2, 30 samples.*the smallest is 0 up to rounding"),
        "box": Preset(
            {"function": "1 if d ≤ p, else 0", "p": 1.0, "n": 10, "width": 4.0},
            "How few samples refute it?",
            shows=r"^1 if d ≤ p.*refute the function"),
        "tanh": Preset(
            {"function": "tanh(pxz)", "p": 1.0, "n": 3, "width": 2.0},
            "Libraries offer it as a kernel. Is it one?",
            shows=r"^tanh\(pxz\), p = 1, 3 samples.*1 of 3 eigenvalues is negative")}

    def build(self, canvas: Canvas) -> None:
        """Create the matrix and the line of eigenvalues."""
        canvas.figure.set_layout_engine("none")
        left = canvas.figure.add_axes((0.02, 0.135, 0.345, 0.345 * 8.8 / 4.7))
        right = canvas.figure.add_axes((0.42, 0.255, 0.56, 0.42))
        left.set_title("Gram matrix K", fontsize=14, fontweight="normal", pad=7)
        left.grid(False)
        left.set(xticks=[], yticks=[])
        left.spines[:].set(visible=True, color=style.GREY)      # a row of zeros is white
        self._matrix = canvas.moving(left.imshow(
            np.zeros((2, 2, 3)), extent=(0, 1, 0, 1), interpolation="nearest"))
        left.set(xlim=(-0.006, 1.006), ylim=(-0.006, 1.006))     # the frame stays outside
        right.set_title("eigenvalues, the largest on top", fontsize=14, fontweight="normal",
                        pad=7)
        right.set_xlabel("as a share of the largest in size", fontsize=13)
        right.set_xscale("symlog", linthresh=ROUNDING, linscale=0.7)
        right.set(xlim=(-3, 3), ylim=(-0.08, 1.08), yticks=[])
        right.set_xticks([-1, -1e-5, 0, 1e-5, 1], ["−1", "$-10^{-5}$", "0", "$10^{-5}$", "1"])
        right.set_xticks([], minor=True)
        right.spines["left"].set_visible(False)
        right.axvspan(-ROUNDING, ROUNDING, color="#E3E3E3", lw=0)
        kinds = (("X", style.ORANGE, "negative"), ("o", style.BLUE, "positive"),
                 ("|", style.GREY, "0 up to rounding"))
        self._dots = [canvas.moving(*right.plot([], [], marker, color=colour, ms=10, mew=mew))
                      for (marker, colour, _), mew in zip(kinds, (0.5, 0.5, 2), strict=True)]
        canvas.figure.legend(handles=[
            Line2D([], [], ls="none", marker=marker, color=colour, ms=11, label=name,
                   mew=2 if marker == "|" else 0.5) for marker, colour, name in kinds],
            loc="lower left", bbox_to_anchor=(0.005, 0.0), ncols=3, fontsize=14,
            handletextpad=0.1, columnspacing=1.2, borderaxespad=0.1)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.015, 0.95, "", fontsize=16, weight="bold",
                                               va="center"))
        self._count = canvas.moving(paper.text(0.42, 0.82, "", fontsize=19, weight="bold",
                                               va="center"))

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the range of p of the function."""
        chosen = FUNCTIONS[state["function"]]
        return {"p": (chosen.low, chosen.high)}

    def draw(self, state: dict) -> str:
        """Show the matrix, and where its eigenvalues are."""
        x = places(state["n"], state["width"])
        K = FUNCTIONS[state["function"]].values(x[:, None], x, state["p"])
        self._matrix.set_data(SHADES((K / max(np.abs(K).max(), 1e-300) + 1) / 2)[..., :3])
        values = np.linalg.eigvalsh(K)[::-1]
        largest = max(np.abs(values).max(), 1e-300)
        shares, heights = values / largest, np.linspace(1, 0, len(values))
        for dots, these in zip(self._dots, (shares < -ROUNDING, shares > ROUNDING,
                                            np.abs(shares) <= ROUNDING), strict=True):
            dots.set_data(shares[these], heights[these])
        negative = int(np.sum(shares < -ROUNDING))
        self._title.set_text(f"{state['function']} with p = {state['p']:g}, samples from 0 to "
                             f"{state['width']:.3g}".replace("-", "−"))
        self._count.set_text(f"{negative} of {len(values)} negative: "
                             + ("refuted" if negative else "not refuted"))
        self._count.set_color(style.WORDS["died"] if negative else style.INK)
        return _words(state, K, values, negative)

    def details(self, state: dict) -> str:
        """Say what theory knows of the function for this p."""
        return f"Theory: {FUNCTIONS[state['function']].theory(state['p'])}.".replace("-", "−")


def _words(state: dict, K: np.ndarray, values: np.ndarray, negative: int) -> str:
    """Say what the samples prove."""
    found = is_psd(K)
    zero = abs(found.eigenvalue) <= ROUNDING * np.abs(values).max()
    smallest = "0 up to rounding" if zero else f"{found.eigenvalue:.3g}"
    where = (f"{state['function']}, p = {state['p']:g}, {state['n']} samples from 0 to "
             f"{state['width']:.3g}")
    count = f"{negative} of {len(values)} eigenvalues {'is' if negative == 1 else 'are'} negative"
    proof = "These samples refute the function: it is no kernel." if negative else \
        "These samples do not refute the function, and prove nothing about other samples."
    return f"{where}: {count}, the smallest is {smallest}. {proof}".replace("-", "−")
