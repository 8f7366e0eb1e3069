"""Lesson a1b: passengers by age and fare; a threshold for the probability, and its border.

Legend: ``w`` (2,) and ``b`` of the model, ``theta`` the threshold θ, ``f`` log-odds.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import expit, logit

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.linear import logistic_regression
from coursekit.plots import style
from coursekit.wording import signed

WHO = ("everybody", "women", "men")
AGES, FARES = (-1.0, 81.0), (1.85, 9.2)      # years, doublings of a pound
MARKED, SIGNS = (0.25, 0.5, 0.75), "¼½¾"        # thresholds whose borders stay on the picture
MARKERS = {"survived": "o", "died": "X"}


class Model(NamedTuple):
    """Passengers with age and log₂ fare, their fates, and the model fitted to them."""

    X: np.ndarray
    y: np.ndarray
    w: np.ndarray
    b: float

    @property
    def p(self) -> np.ndarray:
        """The probabilities of survival, shape (n,)."""
        return expit(self.X @ self.w + self.b)


class Told(NamedTuple):
    """How many are predicted to survive, how many of these did, and right answers of both kinds."""

    named: int
    found: int
    right: int
    n: int
    survivors: int


@lru_cache
def model(who: str) -> Model:
    """Return the passengers of known age who paid a fare, and their logistic regression."""
    people = load_titanic()
    people = people[people["Age"].notna() & (people["Fare"] > 0)]
    if who != "everybody":
        people = people[people["Sex"] == ("female" if who == "women" else "male")]
    X = np.column_stack([people["Age"], np.log2(people["Fare"])])
    y = people["Survived"].to_numpy()
    return Model(X, y, *logistic_regression(X, y))


def told(who: str, theta: float) -> Told:
    """Return what the threshold makes of the passengers.

    Examples
    --------
    >>> told("everybody", 0.5).n
    707
    """
    here = model(who)
    says = here.p >= theta
    return Told(int(says.sum()), int(here.y[says].sum()), int((says == here.y).sum()),
                len(here.y), int(here.y.sum()))


def odds(theta: float) -> str:
    """Return the odds of a probability that is a multiple of 0.05, in the smallest whole numbers.

    Examples
    --------
    >>> odds(0.75), odds(0.5), odds(0.45)
    ('3 : 1', '1 : 1', '9 : 11')
    """
    a = round(20 * theta)
    k = int(np.gcd(a, 20 - a))
    return f"{a // k} : {(20 - a) // k}"


class Threshold(Explorer):
    """Dots for passengers, pale borders of three thresholds, and the border of the one chosen.

    Examples
    --------
    >>> Threshold().status.split(" (")[0]
    'Everybody, threshold 0.50'
    """

    title = "A threshold is a border"
    question = "Above which probability should we predict “survived”?"
    size = (8.8, 5.1)
    controls = (
        Choice("who", "passengers", WHO, "everybody", "whom the model is fitted to"),
        Slider("theta", "threshold θ", 0.05, 0.95, 0.05, 0.5,
               "from this probability on we predict “survived”"))
    presets = {
        "careful": Preset({"theta": 0.75}, "Who is left, and are these answers better?",
                          shows=r"threshold 0\.75 \(odds 3 : 1\): 35 "),
        "generous": Preset({"theta": 0.25}, "Hardly a survivor is missed. At what price?",
                           shows=r"threshold 0\.25.*of the survivors"),
        "women": Preset({"who": "women"}, "Where is the border of one half now?",
                        shows=r"^Women, threshold 0\.50"),
        "men": Preset({"who": "men"}, "And here: what does θ = ½ say of nearly all men?",
                      shows=r"^Men, threshold 0\.50")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane, and name the marks."""
        wide, high = self.size
        self._stage = stage = Stage(canvas, extent=self.size, plane=(
            (0.8 / wide, 0.62 / high, 4.8 / wide, 3.72 / high), {"xlim": AGES, "ylim": FARES}))
        ticks = (4, 8, 16, 32, 64, 128, 256, 512)
        stage.plane.set(yticks=np.log2(ticks), yticklabels=ticks)
        style.label(stage.plane, "", "age in years", "fare in pounds, doubling per tick")

    def draw(self, state: dict) -> str:
        """Draw the border of the threshold and count what it does."""
        who, theta = state["who"], state["theta"]
        here, seen = model(who), told(who, theta)
        self._draw_plane(here, theta)
        word = self._stage.word

        share = f"{100 * seen.found / seen.named:.0f}%" if seen.named else "nobody"
        found = f"{100 * seen.found / seen.survivors:.0f}%"
        word(0.12, 4.84, _finding(seen, who), 15.5)
        word(0.8, 4.52, "large: wrong answers, small: right ones", 13, fontweight="normal")
        word(6.45, 4.2, f"odds {odds(theta)}", 20)
        word(6.45, 3.82, f"log-odds at least {signed(logit(theta) + 0.0, '.2f')}", 13,
             fontweight="normal")
        for y, number, words, name in (
                (3.1, seen.named - seen.found, "died, but shaded", "died"),
                (2.1, seen.survivors - seen.found, "survived, not shaded", "survived"),
                (1.1, f"{100 * seen.right / seen.n:.0f}%", "of all answers right", None)):
            colour = style.WORDS.get(name, style.INK)
            word(6.45, y, f"{number}", 24, color=colour)
            word(6.45, y - 0.4, words, 14, color=colour)
        those = f"of whom {share} survived" if seen.named else "so no “survived” is wrong"
        return (f"{who.capitalize()}, threshold {theta:.2f} (odds {odds(theta)}): {seen.named} of "
                f"{seen.n} are predicted to survive, {those}; this finds {found} of the "
                f"survivors, and {100 * seen.right / seen.n:.0f}% of all answers are right.")

    def _draw_plane(self, here: Model, theta: float) -> None:
        """Draw right answers faintly and wrong ones large, and the borders."""
        ax, x = self._stage.plane, np.array(AGES)
        wrong = (here.p >= theta) != here.y
        for kind, name in enumerate(("died", "survived")):
            for large, size, faint in ((False, 3.5, 0.85), (True, 8, 1)):
                ax.plot(*here.X[(here.y == kind) & (wrong == large)].T, MARKERS[name], ms=size,
                        color=style.COLOURS[name], mew=0.5, mec="white", alpha=faint)
        for sign, level in zip(SIGNS, MARKED, strict=True):
            low = border(here, level, x)
            if not np.isclose(level, theta):
                ax.plot(x, low, "--", color=style.GREY, lw=1.8, zorder=3)
            if FARES[0] < low[1] < FARES[1]:
                self._stage.word(AGES[1] + 0.5, low[1], f"θ = {sign}", 13, ax, "normal",
                                 color=style.GREY)
        low = border(here, theta, x)
        ax.fill_between(x, low, 12, color=style.PALE_BLUE, lw=0, zorder=0)
        ax.plot(x, low, color=style.INK, lw=4, zorder=4)

    def details(self, state: dict) -> str:
        """Return the model."""
        here = model(state["who"])
        return (f"Log-odds: {here.b:.2f} {here.w[0]:+.3f} per year of age {here.w[1]:+.2f} per "
                "doubling of the fare, fitted to these same passengers.").replace("-", "−").replace(
                    "Log−", "Log-")


def border(here: Model, theta: float, age: np.ndarray) -> np.ndarray:
    """Return log₂ of the fare at which each age has the probability θ."""
    return (logit(theta) - here.b - here.w[0] * age) / here.w[1]


def _finding(seen: Told, who: str) -> str:
    larger = max(seen.survivors, seen.n - seen.survivors)
    those = "passengers" if who == "everybody" else who
    if seen.right <= larger:
        return f"Always saying the same is right for {100 * larger / seen.n:.0f}% of the {those}"
    return f"{seen.named} of {seen.n} {those} lie on the side of “survived”"
