"""Lesson 04c: can these samples refute that a function is a kernel?

Legend: x, z numbers ≥ 0; ``d`` = |x − z|; ``p`` the parameter; ``K`` (n, n) values of all pairs.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage
from coursekit.kernels import is_psd
from coursekit.plots import style
from coursekit.wording import signed

ROUNDING = 1e-10        # share of the largest eigenvalue in size, as in `is_psd`
MOST = 30               # samples
PALE = 0.6              # of the full colour, so that numbers can be read on it
MOST_NUMBERS = 4        # samples whose matrix has room for its numbers
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
        """Make room for the matrix and for the line of eigenvalues."""
        self._stage = stage = Stage(
            canvas, matrix=((0.02, 0.1, 0.36, 0.36 * 8.8 / 4.7), {
                "xlim": (-0.006, 1.006), "ylim": (-0.006, 1.006), "xticks": [], "yticks": []}),
            line=((0.43, 0.235, 0.55, 0.47), {
                "ylim": (-0.12, 1.12), "yticks": []}))
        stage.matrix.spines[:].set(visible=True, color=style.GREY)      # a row of zeros is white
        stage.line.spines["left"].set_visible(False)
        stage.line.axvline(0, color=style.INK, lw=2)
        stage.word(0.02, 0.83, "Gram matrix K", fontweight="normal")
        stage.word(0.43, 0.83, "its eigenvalues", fontweight="normal")
        stage.line.locator_params(axis="x", nbins=6)

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the range of p of the function."""
        chosen = FUNCTIONS[state["function"]]
        return {"p": (chosen.low, chosen.high)}

    def draw(self, state: dict) -> str:
        """Show the matrix, and where its eigenvalues are."""
        n, x, stage = state["n"], places(state["n"], state["width"]), self._stage
        K = FUNCTIONS[state["function"]].values(x[:, None], x, state["p"])
        stage.matrix.imshow(SHADES((PALE * K / max(np.abs(K).max(), 1e-300) + 1) / 2)[..., :3],
                            extent=(0, 1, 0, 1), interpolation="nearest", aspect="auto")
        if n <= MOST_NUMBERS:
            for (i, j), value in np.ndenumerate(K):
                stage.word((j + 0.5) / n, 1 - (i + 0.5) / n, signed(value + 0.0, ".2f"),
                           15, stage.matrix, ha="center")
        values, heights = np.linalg.eigvalsh(K)[::-1], np.linspace(1, 0, n)
        largest = max(np.abs(values).max(), 1e-300)
        shares = values / largest
        stage.line.set(xlim=(-1.08 * largest, 1.08 * largest), xlabel="eigenvalue")
        negative, zero = shares < -ROUNDING, np.abs(shares) <= ROUNDING
        for label, those, marker, colour in (
                ("negative", negative, "X", style.ORANGE),
                ("positive", shares > ROUNDING, "o", style.BLUE),
                ("0 up to rounding", zero, "|", style.GREY)):
            stage.line.plot(values[those], heights[those], marker, color=colour, ms=12,
                            mew=2 if marker == "|" else 0.5, ls="none", label=label)
        if n <= MOST_NUMBERS:
            for value, height in zip(values[~zero], heights[~zero], strict=True):
                stage.word(value - 0.07 * largest if value > 0 else value + 0.07 * largest, height,
                           signed(value, ".3g"), 14, stage.line,
                           ha="right" if value > 0 else "left")
        if zero.any():
            stage.word(0.3 * largest, heights[zero].mean(), f"{zero.sum()} × 0\nup to rounding", 14,
                       stage.line, color="#5F5F5F")
        colour = style.WORDS["died"] if negative.any() else style.INK
        name = f"{state['function']} with p = {signed(state['p'], 'g')}"
        verb = "refute" if negative.any() else "do not refute"
        stage.word(0.015, 0.95, f"These {n} samples {verb} {name}", 16, color=colour)
        stage.word(0.43, 0.76, f"{negative.sum() or 'none'} of {n} negative", 16, color=colour)
        return _words(state, K, values, int(negative.sum()))

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
    proof = "These samples refute the function: it is not a kernel." if negative else \
        "These samples do not refute the function, and prove nothing about other samples."
    return f"{where}: {count}, the smallest is {smallest}. {proof}".replace("-", "−")
