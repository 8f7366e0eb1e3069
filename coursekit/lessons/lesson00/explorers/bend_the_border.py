"""Lesson 00: bend the border of a machine, and see what becomes of passengers it has never seen."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from sklearn.model_selection import GroupShuffleSplit
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.kernels import rbf
from coursekit.plots import style
from coursekit.svm import SVC

GAMMAS = (None, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000)      # None: a straight border
LEAVES = (2, 3, 4, 5, 8, 12, 20, 40, 60, 80, None)                 # None: as many as there can be
FREE_POUNDS = 3.0       # where free tickets are drawn; the cheapest that was paid cost four
AGES = np.linspace(-2, 82, 320)                                     # years
PRICES = np.linspace(np.log10(2.5), np.log10(650), 250)           # log10 of pounds
PANELS = {"women and girls": 1.0, "men and boys": -1.0}             # and their number for sex
LEARNED, UNSEEN = "it learned from", "it has never seen"
SAYS_DIED, SAYS_SURVIVED = style.PALE_ORANGE, "#B3D4EC"             # dark enough for an island


class Passengers(NamedTuple):
    """The 714 passengers of known age: what a machine is given, and in which half they are.

    ``X`` (n, 3) has sex (±1), age and log price in standard deviations from the mean; ``place``
    (n, 2) age and log price as they are drawn.
    """

    X: np.ndarray
    y: np.ndarray
    place: np.ndarray
    mean: np.ndarray
    scale: np.ndarray
    learned: np.ndarray
    unseen: np.ndarray


@cache
def passengers(seed: int = 0) -> Passengers:
    """Return the passengers; those who share a ticket are in the same half."""
    table = load_titanic().dropna(subset=["Age"])
    price = np.log10(table["Fare"].clip(lower=FREE_POUNDS))
    place = np.column_stack([table["Age"], price])
    mean, scale = place.mean(axis=0), place.std(axis=0, ddof=1)
    sex = np.where(table["Sex"] == "female", 1.0, -1.0)
    X, y = np.column_stack([sex, (place - mean) / scale]), table["Survived"].to_numpy()
    halves = GroupShuffleSplit(1, test_size=0.5, random_state=seed).split(X, y, table["Ticket"])
    return Passengers(X, y, place, mean, scale, *next(halves))


@cache
def fitted(kind: str, bend: int, seed: int = 0) -> SVC | DecisionTreeClassifier:
    """Return a machine that learned from the first half: a "border" or a "tree"."""
    people = passengers(seed)
    if kind == "tree":
        model = DecisionTreeClassifier(max_leaf_nodes=LEAVES[bend], random_state=0)
    else:
        model = SVC(C=10, gamma=GAMMAS[bend]) if bend else SVC(kernel="linear")
    return model.fit(people.X[people.learned], people.y[people.learned])


def scores(kind: str, bend: int, seed: int = 0) -> tuple[float, float]:
    """Return the proportions that a machine gets right: of those it learned from, of the others.

    ``seed`` divides the tickets into halves; the explorer's is 0.

    Examples
    --------
    >>> [round(score, 3) for score in scores("border", 10)]
    [0.978, 0.556]
    """
    people, model = passengers(seed), fitted(kind, bend, seed)
    return tuple(float(model.score(people.X[half], people.y[half]))
                 for half in (people.learned, people.unseen))


class Answers(NamedTuple):
    """What a machine says: of each passenger whether it is right, and of each panel's plane."""

    right: np.ndarray
    planes: list[np.ndarray]


@cache
def answers(kind: str, bend: int) -> Answers:
    """Return what a machine says of all passengers, and where it says "survived"."""
    people, model = passengers(), fitted(kind, bend)
    return Answers(model.predict(people.X) == people.y,
                   [_plane(model, sex) > 0 for sex in PANELS.values()])


def _plane(model: SVC | DecisionTreeClassifier, sex: float) -> np.ndarray:
    """Return a number above 0 where the machine says "survived", by price and age."""
    people = passengers()
    age, price = ((axis - m) / s for axis, m, s in zip((AGES, PRICES), people.mean, people.scale))
    if getattr(model, "kernel", "") == "rbf":   # a bump over the plane is a product of two bumps
        heights, given = model.dual_coef_[0], model.support_vectors_
        over_sex, over_age, over_price = (
            rbf(values[:, None], given[:, [k]], gamma=model.gamma)
            for k, values in enumerate((np.array([sex]), age, price)))
        return (over_price * over_sex * heights) @ over_age.T + model.intercept_
    places = np.column_stack([np.full(age.size * price.size, sex),
                              np.tile(age, price.size), np.repeat(price, age.size)])
    return (2.0 * model.predict(places) - 1).reshape(price.size, age.size)


class BendTheBorder(Explorer):
    """A machine learns from half of the passengers; the other half shows what it is worth."""

    title = "Bend the border"
    question = ("A machine has learned from half of these passengers. Can you believe it about the "
                "other half?")
    size = (8.8, 5.1)
    controls = (
        Slider("bend", "how far may the border bend?", 0, 10, 1, 0,
               "0: a straight border, or two leaves; 10: bends around single passengers"),
        Choice("machine", "machine", ("border", "tree"), "border",
               "a support vector machine, or a tree of questions"),
        Choice("shown", "passengers shown", (LEARNED, UNSEEN), LEARNED,
               "which half is drawn as dots"),
    )
    presets = {
        "straight, unseen": Preset(
            {"shown": UNSEEN},
            "nobody gave the machine a rule; which one did it find?",
            shows=r"^A straight border, passengers it has never seen: .*78%"),
        "islands": Preset(
            {"bend": 8, "shown": UNSEEN},
            "how wide is an island, and who lives on it?",
            shows=r"^A bending border, 8 of 10, .*60%"),
        "tree of 12 leaves": Preset(
            {"bend": 5, "machine": "tree"},
            "who is behind the thin stripe at about £20?",
            shows=r"^A tree of 12 leaves, .*85%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the scores, and for each sex a plane and four sets of dots."""
        figure = canvas.figure
        figure.suptitle(" \n \n ", fontsize=15)         # keeps the room of what is written there
        axes = figure.subplots(1, 2, sharey=True)

        def words(x: float, y: float, size: float, **look) -> Text:
            return canvas.moving(axes[0].text(x, y, "", fontsize=size, va="top", **look,
                                              transform=figure.transFigure))
        self._headline = words(0.5, 0.985, 14, ha="center", fontweight="bold")
        self._scores = [words(x, 0.93, 31, ha="right", fontweight="bold") for x in (0.13, 0.545)]
        self._beside = [words(x, 0.922, 12.5) for x in (0.14, 0.555)]
        self._always = words(0.8, 0.922, 12.5, color=style.GREY)
        self._panels = [self._panel(canvas, ax, name) for ax, name in zip(axes, PANELS)]
        axes[0].set_ylabel("price of the ticket, log scale", fontsize=13)
        axes[0].set_yticks(np.log10([FREE_POUNDS, 10, 30, 100, 300]),
                           ["free", "£10", "£30", "£100", "£300"])
        figure.legend(handles=_legend(), loc="outside lower center", ncols=5,
                      handletextpad=0.4, handlelength=1.2, columnspacing=1.0)

    def _panel(self, canvas: Canvas, ax: Axes, name: str) -> tuple:
        """Return the moving parts of one sex's panel: its plane, and dots by fate and by answer."""
        ax.grid(False)
        ax.set_title(name, fontsize=14, pad=5, loc="center")
        ax.set(xlim=(AGES[0], AGES[-1]), ylim=(PRICES[0], PRICES[-1]))
        ax.set_xlabel("age in years", fontsize=13)
        plane = canvas.moving(ax.imshow(
            np.zeros((PRICES.size, AGES.size)), origin="lower", vmin=0, vmax=1,
            cmap=ListedColormap([SAYS_DIED, SAYS_SURVIVED]), aspect="auto", zorder=0,
            extent=(AGES[0], AGES[-1], PRICES[0], PRICES[-1]), interpolation="nearest"))
        dots = {(fate, right): canvas.moving(*ax.plot([], [], ls="", **_look(fate, right)))
                for fate in (1, 0) for right in (True, False)}
        return plane, dots

    def draw(self, state: dict) -> str:
        """Colour the planes, place the dots of one half, and write both scores."""
        people, said = passengers(), answers(state["machine"], state["bend"])
        seen = state["shown"] == LEARNED
        who = people.learned if seen else people.unseen
        for k, (sex, (plane, dots)) in enumerate(zip(PANELS.values(), self._panels)):
            plane.set_data(said.planes[k].astype(float))
            here = who[people.X[who, 0] == sex]
            for (fate, right), artist in dots.items():
                chosen = here[(people.y[here] == fate) & (said.right[here] == right)]
                artist.set_data(*people.place[chosen].T)
        learned, unseen = scores(state["machine"], state["bend"])
        name = _name(state)
        self._headline.set_text(f"Titanic, who survived? The machine: {name[:1].lower()}{name[1:]}")
        self._write(learned, None if seen else unseen)
        if seen:
            islands = " Its islands are smaller than the dots." \
                if state["machine"] == "border" and state["bend"] > 8 else ""
            return (f"{name}, passengers it learned from: {learned:.0%} of the {len(who)} right."
                    f"{islands} What do you expect for the {len(people.unseen)} it has never seen?")
        died = float(np.mean(people.y[who] == 0))
        return (f"{name}, passengers it has never seen: {unseen:.0%} of the {len(who)} "
                f"right, after {learned:.0%} of those it learned from. Always saying “died” would "
                f"get {died:.0%} right.")

    def _write(self, learned: float, unseen: float | None) -> None:
        """Write both scores; the second is a question mark as long as its half is not shown."""
        people, hidden = passengers(), unseen is None
        self._scores[0].set_text(f"{learned:.0%}")
        self._scores[1].set_text("?" if hidden else f"{unseen:.0%}")
        for text, who, words in zip(self._beside, (people.learned, people.unseen),
                                    (LEARNED, UNSEEN)):
            text.set_text(f"right: {len(who)} passengers\n{words}")
        died = float(np.mean(people.y[people.unseen] == 0))
        self._always.set_text("" if hidden else f"(always saying\n“died”: {died:.0%})")
        for text in (self._scores[1], self._beside[1]):
            text.set_color(style.GREY if hidden else style.INK)


def _look(fate: int, right: bool) -> dict:
    """Return how a passenger is drawn: wrong answers large with a dark rim, right ones pale."""
    colour, marker = (style.BLUE, "o") if fate else (style.ORANGE, "X")
    look = {"color": colour, "marker": marker}
    if right:       # small, so that an island may show behind its passenger
        return {**look, "markersize": 4, "mec": "white", "mew": 0.5, "alpha": 0.4, "zorder": 3}
    return {**look, "markersize": 8.5, "mec": style.INK, "mew": 1.2, "zorder": 4}


def _legend() -> list[Artist]:
    def entry(words: str, fate: int, edge: str = "none") -> Line2D:
        look = _look(fate, right=False) | {"mec": edge, "markersize": 11}
        return Line2D([], [], ls="", label=words, **look)
    return [entry("survived", 1), entry("died", 0), entry("dark rim: wrong", 1, style.INK),
            Patch(facecolor=SAYS_SURVIVED, label="the machine says: survived"),
            Patch(facecolor=SAYS_DIED, label="… died")]


def _name(state: dict) -> str:
    """Name the machine, as a sentence begins."""
    bend = state["bend"]
    if state["machine"] == "border":
        return f"A bending border, {bend} of 10" if bend else "A straight border"
    leaves = LEAVES[bend]
    return f"A tree of {leaves} leaves" if leaves else "A tree with no limit on leaves"
