"""Lesson 00: bend the border of a machine, and see what becomes of passengers it has never seen."""
from __future__ import annotations

from functools import cache
from itertools import islice
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D
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
LEARNED, UNSEEN = "it has studied", "it has never seen"
LABEL = 24, 122                     # rows and columns of a plane that words cover
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
    question = "A machine has studied half of the passengers. How well does it know the other half?"
    size = (8.8, 4.25)
    controls = (
        Slider("bend", "how far may the border bend?", 0, 10, 1, 0,
               "0: not at all, or two leaves; 10: around single passengers"),
        Choice("machine", "machine", ("border", "tree"), "border",
               "a support vector machine, or a tree of questions"),
        Choice("shown", "passengers shown", (LEARNED, UNSEEN), LEARNED,
               "which half is drawn as dots"),
    )
    presets = {
        "straight, unseen": Preset(
            {"shown": UNSEEN},
            "nobody gave the machine a rule; which one did it find?",
            shows=r"^Border at 0 of 10, passengers it has never seen: .*78%"),
        "islands": Preset(
            {"bend": 8, "shown": UNSEEN},
            "how wide is an island, and who lives on it?",
            shows=r"^Border at 8 of 10, .*60%"),
        "tree of 12 leaves": Preset(
            {"bend": 5, "machine": "tree"},
            "who is behind the thin stripe at about £20?",
            shows=r"^A tree of 12 leaves, .*85%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Make a panel for each sex, and the key."""
        figure = canvas.figure
        figure.suptitle(" \n \n ", fontsize=15)         # keeps the room of what is written there
        self._panels = figure.subplots(1, 2, sharey=True)
        for ax, name in zip(self._panels, PANELS):
            ax.grid(False)
            ax.set_title(name, fontsize=14, pad=5, loc="center")
            ax.set(xlim=(AGES[0], AGES[-1]), ylim=(PRICES[0], PRICES[-1]))
            ax.set_xlabel("age in years", fontsize=13)
        self._panels[0].set_ylabel("price of the ticket, log scale", fontsize=13)
        self._panels[0].set_yticks(np.log10([FREE_POUNDS, 10, 30, 100, 300]),
                                   ["free", "£10", "£30", "£100", "£300"])
        key = (("survived", 1, "none"), ("died", 0, "none"), ("dark rim: wrong", 1, style.INK))
        marks = [Line2D([], [], ls="", label=words, **_look(fate, right=False) | {"mec": rim})
                 for words, fate, rim in key]
        figure.legend(handles=marks, loc="outside lower center", ncols=3, handletextpad=0.4)

    def draw(self, state: dict) -> str:
        """Colour the planes, place the dots of one half, and write both scores."""
        people, said = passengers(), answers(state["machine"], state["bend"])
        seen = state["shown"] == LEARNED
        who = people.learned if seen else people.unseen
        for ax, sex, plane in zip(self._panels, PANELS.values(), said.planes):
            here = who[people.X[who, 0] == sex]
            _draw_ground(ax, plane, people.place[here])
            for fate in (1, 0):
                for right in (True, False):
                    dots = here[(people.y[here] == fate) & (said.right[here] == right)]
                    ax.plot(*people.place[dots].T, ls="", **_look(fate, right))
        by_sex_alone = all(plane.all() or not plane.any() for plane in said.planes)
        if by_sex_alone:
            _draw_border_between(self._panels[1])
        learned, unseen = scores(state["machine"], state["bend"])
        self._write(_headline(state, by_sex_alone), learned, None if seen else unseen)
        name = _name(state)
        if seen:
            islands = " Its islands are smaller than the dots." \
                if state["machine"] == "border" and state["bend"] > 8 else ""
            return (f"{name}, passengers it has studied: {learned:.0%} of the {len(who)} right."
                    f"{islands} What do you expect for the {len(people.unseen)} it has never seen?")
        died = float(np.mean(people.y[who] == 0))
        return (f"{name}, passengers it has never seen: {unseen:.0%} of the {len(who)} "
                f"right, after {learned:.0%} of those it has studied. Always saying “died” would "
                f"get {died:.0%} right.")

    def _write(self, headline: str, learned: float, unseen: float | None) -> None:
        """Write both scores; the second is a question mark as long as its half is not shown."""
        people, figure = passengers(), self.canvas.figure
        figure.text(0.5, 0.985, headline, fontsize=16, fontweight="bold", ha="center", va="top")
        for x, score, half, words in ((0.13, learned, people.learned, LEARNED),
                                      (0.545, unseen, people.unseen, UNSEEN)):
            colour = style.GREY if score is None else style.INK
            figure.text(x, 0.92, "?" if score is None else f"{score:.0%}", fontsize=31,
                        fontweight="bold", ha="right", va="top", color=colour)
            figure.text(x + 0.01, 0.912, f"right of the {len(half)}\n{words}", fontsize=13,
                        va="top", color=colour)
        if unseen is not None:
            died = float(np.mean(people.y[people.unseen] == 0))
            figure.text(0.8, 0.912, f"(always saying\n“died”: {died:.0%})", fontsize=13, va="top",
                        color=style.GREY)


def _draw_ground(ax: Axes, plane: np.ndarray, dots: np.ndarray) -> None:
    """Colour where the machine says what, and write it where there is room, high up if possible."""
    ax.imshow(plane, origin="lower", vmin=0, vmax=1, aspect="auto", zorder=0,
              cmap=ListedColormap([SAYS_DIED, SAYS_SURVIVED]), interpolation="nearest",
              extent=(AGES[0], AGES[-1], PRICES[0], PRICES[-1]))
    empty = np.ones(plane.shape, dtype=bool)
    empty[np.searchsorted(PRICES, dots[:, 1]), np.searchsorted(AGES, dots[:, 0])] = False
    rows, columns = LABEL
    for fate, here in (("survived", plane & empty), ("died", ~plane & empty)):
        places = ((i, j) for i in range(len(PRICES) - rows, 0, -8)
                  for j in range(8, len(AGES) - columns, 8)
                  if here[i:i + rows, j:j + columns].all())
        for i, j in islice(places, 1):
            ax.text(AGES[j + columns // 2], PRICES[i + rows // 2], f"says: {fate}", fontsize=14,
                    fontweight="bold", color=style.WORDS[fate], ha="center", va="center")


def _draw_border_between(right: Axes) -> None:
    """Draw the border of a machine that looks at sex alone: it runs between the panels."""
    right.plot([-0.045] * 2, [0, 1], color=style.INK, lw=5, clip_on=False,
               transform=right.transAxes)
    right.text(-0.045, 1.02, "the border", transform=right.transAxes, ha="center", va="bottom",
               fontsize=14, fontweight="bold")


def _look(fate: int, right: bool) -> dict:
    """Return how a passenger is drawn: wrong answers large with a dark rim."""
    colour, marker = (style.BLUE, "o") if fate else (style.ORANGE, "X")
    look = {"color": colour, "marker": marker}
    if right:       # small, so that an island may show behind its passenger
        return {**look, "markersize": 5, "mec": "white", "mew": 0.5, "alpha": 0.9, "zorder": 3}
    return {**look, "markersize": 8.5, "mec": style.INK, "mew": 1.2, "zorder": 4}


def _headline(state: dict, by_sex_alone: bool) -> str:
    """Say what the picture shows."""
    if by_sex_alone:
        return "The machine says: women survived, men died"
    if state["machine"] == "tree":
        return f"The machine is now {_name(state).lower()}"
    single = "around single passengers" if state["bend"] >= 8 else "around groups of passengers"
    return f"The border bends {single}"


def _name(state: dict) -> str:
    """Name the machine, as a sentence begins."""
    bend = state["bend"]
    if state["machine"] == "border":
        return f"Border at {bend} of 10"
    return f"A tree of {LEAVES[bend]} leaves" if LEAVES[bend] else "A tree with no limit on leaves"
