"""Lesson a1b: passengers by age and fare; a threshold for the probability, and its border.

Legend: ``w`` (2,) and ``b`` of the model, ``theta`` the threshold θ, ``f`` log-odds.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import expit, logit

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.linear import logistic_regression
from coursekit.plots import style
from coursekit.wording import signed

WHO = ("everybody", "women", "men")
AGES, FARES = (-1.0, 81.0), (1.85, 9.2)      # years, doublings of a pound
MARKED, SIGNS = (0.25, 0.5, 0.75), "¼½¾"        # thresholds whose borders stay on the picture


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
        """Create the dots, the borders, the named side, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        wide, high = self.size
        ax = figure.add_axes((0.8 / wide, 0.62 / high, 5.1 / wide, 3.95 / high))
        ticks = (4, 8, 16, 32, 64, 128, 256, 512)
        ax.set(xlim=AGES, ylim=FARES, yticks=np.log2(ticks), yticklabels=ticks)
        style.label(ax, "", "age in years", "fare in pounds, doubling per tick")
        ax.grid(False)
        self._side = canvas.moving(ax.fill_between([0], [0], [1], color=style.PALE_BLUE, lw=0,
                                                   zorder=0))
        self._dots = []
        for name, marker, size in (("died", "X", 4.5), ("survived", "o", 4.5)):
            self._dots.append(canvas.moving(*ax.plot(
                [], [], marker, ms=size, ls="none", color=style.COLOURS[name], mec="white",
                mew=0.4, zorder=2, label=name)))
        self._marked = [canvas.moving(*ax.plot([], [], "--", color=style.GREY, lw=1.8, zorder=3))
                        for _ in MARKED]
        self._signs = [canvas.moving(ax.text(AGES[1] + 0.5, 0, sign, fontsize=14, va="center",
                                             color=style.GREY)) for sign in SIGNS]
        self._border = canvas.moving(*ax.plot([], [], color=style.INK, lw=4, zorder=4))
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(0, high), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def written(y, size, x=6.3, **more):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **more))
        self._headline = written(4.84, 15.5, 0.12, weight="bold")
        self._odds = written(4.28, 20, weight="bold")
        self._cut = written(3.9, 13)
        self._named = written(3.35, 13, color=style.WORDS["survived"], weight="bold")
        self._share, self._of = written(2.95, 20, weight="bold"), written(2.6, 13)
        self._found, self._all = written(2.12, 20, weight="bold"), written(1.77, 13)
        self._right, self._answers = written(1.29, 20, weight="bold"), written(0.94, 13)
        self._dashed = written(0.42, 13, color=style.GREY)
        for x, name in ((6.3, "survived"), (7.6, "died")):
            paper.plot([x + 0.08], [0.14], "oX"[name == "died"], ms=8, mew=0,
                       color=style.COLOURS[name])
            paper.text(x + 0.25, 0.14, name, fontsize=13, va="center", color=style.WORDS[name])

    def draw(self, state: dict) -> str:
        """Draw the border of the threshold and count what it does."""
        who, theta = state["who"], state["theta"]
        here, seen = model(who), told(who, theta)
        for dots, kind in zip(self._dots, (0, 1), strict=True):
            dots.set_data(*here.X[here.y == kind].T)
        x = np.array(AGES)
        for line, level in zip([*self._marked, self._border], (*MARKED, theta), strict=True):
            line.set_data(x, border(here, level, x))
        for sign, level in zip(self._signs, MARKED, strict=True):
            height = border(here, level, x)[1]
            sign.set_y(height)
            sign.set_visible(FARES[0] < height < FARES[1])
        others = [k for k, level in enumerate(MARKED) if not np.isclose(level, theta)]
        for k, line in enumerate(self._marked):
            line.set_visible(k in others)
        self._dashed.set_text("dashed: θ = " + ", ".join(SIGNS[k] for k in others))
        low = border(here, theta, x)
        self._side.set_verts([np.column_stack([np.r_[x, x[::-1]], np.r_[low, 12, 12]])])
        whole = 100 * seen.right / seen.n
        share = f"{100 * seen.found / seen.named:.0f}%" if seen.named else "nobody"
        found = f"{100 * seen.found / seen.survivors:.0f}%"
        self._headline.set_text(_finding(seen, who))
        self._odds.set_text(f"odds {odds(theta)}")
        cut = signed(logit(theta) + 0.0, ".2f")
        self._cut.set_text(f"log-odds from {cut} on")
        self._named.set_text(f"shaded: {seen.named} “survived”")
        self._share.set_text(share)
        self._of.set_text("of these survived" if seen.named else "is predicted to survive")
        self._found.set_text(found)
        self._all.set_text("of the survivors are found")
        self._right.set_text(f"{whole:.0f}%")
        self._answers.set_text("of all answers are right")
        those = f"of whom {share} survived" if seen.named else "so no “survived” is wrong"
        return (f"{who.capitalize()}, threshold {theta:.2f} (odds {odds(theta)}): {seen.named} of "
                f"{seen.n} are predicted to survive, {those}; this finds {found} of the "
                f"survivors, and {whole:.0f}% of all answers are right.")

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
