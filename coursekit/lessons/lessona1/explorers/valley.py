"""Lesson a1: the weights of two features, from one draw of forty samples to the next.

Legend: ``rho`` correlation of the features, ``lam`` the penalty λ of ridge.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lessona1.cloud import COMBINATIONS, FITS, TRUTHS, Fits, fits, path
from coursekit.plots import style
from coursekit.wording import signed

SIDE = (-2.0, 4.0)
ROWS = (-4.9, 6.9)
OPEN = 0.96             # from this |ρ| on, the interval of each weight contains 0
ONE = 1                 # the fit whose way is drawn
GRAY = "#8A8A8A"        # of dots and bars of least squares
DARK = style.WORDS["survived"]


class Valley(Explorer):
    """A cloud of fitted weights, as long as the valley of the squared error; ridge shortens it.

    The ring is a contour of J, averaged over the errors: it is lowest at the true weights. Without
    the control ``lam`` there are no bars of the sum and of the difference: they are asked for.

    Examples
    --------
    >>> Valley(rho=0.99).status.split(": ")[1].split(",")[0]
    '95% of the fits have w₁ between −1.20 and 3.20'
    """

    title = "Valley"
    question = "How well do forty samples determine the weights of two similar features?"
    size = (8.8, 5.1)
    controls = (
        Slider("rho", "correlation ρ", -0.99, 0.99, 0.01, 0.9, "correlation of the two features"),
        Slider("lam", "penalty λ", 0.0, 20.0, 0.5, 0.0, "0: least squares; more: ridge"),
        Choice("truth", "true weights", tuple(TRUTHS), "(1, 1)",
               "weights from which the targets are made"))
    presets = {
        "ρ = 0.99": Preset({"rho": 0.99}, "Is the sign of w₁ known? And the sum?",
                           shows=r"ρ = 0\.99.*w₁ between −1\.20"),
        "ridge": Preset({"rho": 0.99, "lam": 5.0}, "What does λ shorten, and what does it keep?",
                        shows=r"λ = 5\.0.*with it"),
        "other truth": Preset({"lam": 5.0, "truth": "(2, 0)"},
                              "Does the blue cloud reach the true weights?",
                              shows=r"weights \(2, 0\).* 0\.26 .* 0\.69"),
        "opposites": Preset({"rho": -0.87}, "Which combination of the weights is known now?",
                            shows=r"ρ = −0\.87")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane of weights and the place of the intervals, and name the marks."""
        self._all = "lam" in {control.name for control in self.controls}
        names = list(COMBINATIONS)[:4 if self._all else 2]
        self._stage = stage = Stage(
            canvas,
            plane=((0.075, 0.135, 0.43, 0.43 * 8.8 / 5.1), {
                "xlim": SIDE, "ylim": SIDE, "xlabel": "weight $w_1$", "ylabel": "weight $w_2$"}),
            rows=((0.655, 0.25, 0.33, 0.46), {
                "xlim": ROWS if self._all else SIDE, "ylim": (3.4 - len(names), 3.5),
                "xticks": range(-4, 7, 2) if self._all else range(-2, 5),
                "yticks": [3 - k for k in range(len(names))], "yticklabels": names}))
        stage.rows.tick_params(axis="y", labelsize=15, length=0)
        for ax in (stage.plane, stage.rows):
            ax.axvline(0, color=GRAY, lw=1, zorder=0)
        stage.plane.axhline(0, color=GRAY, lw=1, zorder=0)
        stage.word(0.655, 0.805, "where 95% of the fits lie")
        stage.word(0.655, 0.75, "grey: least squares", 13, fontweight="normal", color=style.GREY)
        stage.word(-1.9, -1.8, "a dot: one fit; ring: 95%", 13, stage.plane, "normal", bbox={
            "facecolor": "white", "edgecolor": "none", "pad": 1.5}, zorder=6)

    def draw(self, state: dict) -> str:
        """Scatter the fits, and shrink them."""
        rho, lam, truth = state["rho"], state["lam"], state["truth"]
        least, shrunk = fits(rho, 0.0, truth), fits(rho, lam, truth)
        stage = self._stage
        self._dots(least.drawn(), GRAY, 3.5, 2)
        stage.plane.plot(*least.ellipse().T, color=style.INK, lw=2, zorder=2.5)
        self._bars(least, GRAY, 0.11 if lam else 0.0)
        if lam:
            self._draw_ridge(shrunk, path(least.drawn()[ONE], rho))
        self._draw_truth(least.true, rho)
        told = f"Correlation ρ = {signed(rho, '.2f')}"
        stage.word(0.655, 0.875, told, 17)
        if not self._all:               # what becomes of the sum is still asked
            stage.word(0.015, 0.95, f"{FITS} fits of forty samples each: one dot per fit", 16)
            return f"{told}: 95% of the fits have {_lies(least, 'w₁')}."
        before, after = (f"{found.distance:.2f}" for found in (least, shrunk))
        stage.word(0.985, 0.05, "mean distance² from truth "
                   + (f"{before} → {after}" if lam else before), ha="right")
        stage.word(0.015, 0.95, _finding(rho, lam, shrunk.distance < least.distance), 16)
        how = f" without λ and {after} with it" if lam else ""
        return (f"{told}, penalty λ = {lam:.1f}, true weights {truth}: 95% of the fits "
                f"have {_lies(shrunk, 'w₁')}, and {_lies(shrunk, 'w₁ + w₂')}; the mean squared "
                f"distance from the true weights is {before}{how}.")

    def details(self, state: dict) -> str:
        """Return the other intervals, and how many of the drawn fits have a negative weight."""
        found = fits(state["rho"], state["lam"], state["truth"])
        told = f"{_lies(found, 'w₂')}, {_lies(found, 'w₁ − w₂')}. " if self._all else ""
        return f"{told}Of the {FITS} fits drawn {negative(found)} have a negative weight."

    def _dots(self, at: np.ndarray, colour: str, size: float, z: float, **options) -> None:
        """Draw fits as dots; those outside the frame as arrows at its edge."""
        inside = np.clip(at, *SIDE)
        out = at - inside
        side = np.abs(out).argmax(axis=1)
        sign = np.sign(out[np.arange(len(at)), side])
        plot = self._stage.plane.plot
        plot(*at[sign == 0].T, "o", color=colour, ms=size, zorder=z, **options)
        for marker, axis, way in (("<", 0, -1), (">", 0, 1), ("v", 1, -1), ("^", 1, 1)):
            mine = (side == axis) & (sign == way)
            if mine.any():
                plot(*inside[mine].T, marker, color=colour, ms=6, zorder=z, clip_on=False, ls="")

    def _bars(self, found: Fits, colour: str, up: float) -> None:
        rows = self._stage.rows
        shown = list(COMBINATIONS.values())[:len(rows.get_yticks())]
        self._stage.lines(rows, [[(end, 3 - k + up) for end in found.interval(combination)]
                                 for k, combination in enumerate(shown)], colour, 9, 2,
                          capstyle="butt")

    def _draw_ridge(self, shrunk: Fits, way: np.ndarray) -> None:
        stage, one = self._stage, shrunk.drawn()[ONE]
        stage.word(0.985, 0.75, "blue: ridge", 13, fontweight="normal", color=DARK, ha="right")
        self._dots(shrunk.drawn(), style.BLUE, 4, 4, mec="white", mew=0.3)
        stage.lines(stage.plane, [way], width=2.6)
        stage.plane.plot(*one, "o", color=style.INK, ms=9, mec="white", zorder=5)
        stage.word(-1.9, 3.8, "black dot: one fit, and its way as λ grows", 12, stage.plane,
                   "normal", bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5}, zorder=6)
        self._bars(shrunk, style.BLUE, -0.11)

    def _draw_truth(self, true: np.ndarray, rho: float) -> None:
        stage = self._stage
        places = stage.rows.get_yticks()
        points = [(np.dot(a, true), y) for a, y in zip(COMBINATIONS.values(), places, strict=False)]
        stage.rows.plot(*np.transpose(points), "P", color=style.ORANGE, ms=7, mec="white", mew=0.5,
                        zorder=5)
        stage.plane.plot(*true, "P", color=style.ORANGE, ms=13, mec="white", zorder=6)
        x, y = true + ((0.2, 0.6) if rho >= 0 else (0.25, -0.6))
        stage.word(x, y, "true weights", 13, stage.plane, color=style.WORDS["died"], zorder=7)


def _lies(found: Fits, name: str) -> str:
    low, high = (signed(v, ".2f") for v in found.interval(COMBINATIONS[name]))
    return f"{name} between {low} and {high}"


def negative(found: Fits) -> int:
    """Return how many of the drawn fits have a negative weight."""
    return int((found.drawn().min(axis=1) < 0).sum())


def _finding(rho: float, lam: float, nearer: bool) -> str:
    if lam:
        return ("Ridge pays: its fits are nearer to the true weights, on average" if nearer else
                "Ridge does not pay: its bias costs more than it saves")
    if abs(rho) < 0.5:
        return "Dissimilar features: both weights are known well"
    kind, known = ("similar", "sum") if rho > 0 else ("opposite", "difference")
    if abs(rho) < OPEN:
        return f"Rather {kind} features: the fits scatter along a valley"
    return f"{kind.capitalize()} features: only the {known} of the weights is known well"
