"""Lesson 07: each condition of a rule moves the passengers who satisfy it to the next shelf."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Stage
from coursekit.lessons.lesson07.passengers import sensible
from coursekit.plots import style

ANY = "any"
WIDTH, HEIGHT = 880, 510
HIGH, CELL = 10, 5                      # squares in a column; pixels from square to square
LEFT, RIGHT, FLOOR, STEP = 24, 500, 396, 84     # ends of a shelf; the first floor; to the next
NAMES = {"sex": (ANY, "female", "male"), "class": (ANY, "first", "second", "third"),
         "age": (ANY, "under 12", "12 or older"), "family": (ANY, "alone", "1 to 3", "4 or more")}


def words(feature: str, value: str) -> str:
    """Return a condition as it stands on a shelf.

    Examples
    --------
    >>> words("class", "third"), words("family", "1 to 3")
    ('third class', 'with 1 to 3 relatives')
    """
    if feature == "class":
        return f"{value} class"
    return f"with {value} relatives" if feature == "family" and value != "alone" else value


def chain(state: dict) -> list[tuple[str, np.ndarray]]:
    """Return the conditions asked for, and whom all up to each of them cover; first everybody."""
    X, fates = sensible()
    shelves = [("everybody", np.ones(len(fates), bool))]
    for feature in NAMES:
        if state[feature] != ANY:
            holds = (X[feature] == state[feature]).to_numpy()
            shelves.append((words(feature, state[feature]), shelves[-1][1] & holds))
    return shelves


def counts(cover: np.ndarray) -> tuple[int, int]:
    """Return how many of the covered passengers survived, and how many are covered."""
    return int((cover & (sensible()[1] == "survived")).sum()), int(cover.sum())


class Shelves(Explorer):
    """The passengers of the Titanic on shelves: each condition lets some of them through.

    Examples
    --------
    >>> Shelves().status.split(";")[0]
    'If female, then survived: the rule covers 314 of 891 passengers, 233 of whom survived (74%)'
    """

    title = "Shelves"
    question = "Whom does a rule cover, and how many of them survived?"
    size = (WIDTH / 100, HEIGHT / 100)
    controls = (
        Choice("sex", "sex", NAMES["sex"], "female", "condition on the sex"),
        Choice("class", "class", NAMES["class"], ANY, "condition on the class of the ticket"),
        Choice("age", "age", NAMES["age"], ANY,
               "a passenger of unknown age satisfies neither condition"),
        Choice("family", "relatives", NAMES["family"], ANY,
               "siblings, spouses, parents and children on board"))
    presets = {
        "men": Preset({"sex": "male"}, "How many survivors does this rule miss?",
                      shows=r"^If male, .* 577 of 891 .*109 of whom"),
        "small": Preset({"sex": ANY, "class": "second", "age": "under 12"},
                        "Nobody on the last shelf died. Is this the better rule?",
                        shows=r"17 of whom survived \(100%\)"),
        "long": Preset({"sex": "female", "class": "third", "family": "4 or more"},
                       "Which condition changes the share most?",
                       shows=r"female and third class and with 4 or more relatives"),
        "empty": Preset({"sex": "female", "class": "first", "age": "under 12", "family": "alone"},
                        "Can a rule be right about nobody?", shows=r"covers nobody")}

    def build(self, canvas: Canvas) -> None:
        """Set the paper, and say what a square is."""
        self._stage = stage = Stage(canvas, extent=(WIDTH, HEIGHT))
        for x, fate in ((LEFT + 8, "survived"), (LEFT + 132, "died")):
            stage.paper.plot([x], [24], "s", color=style.COLOURS[fate], markersize=11)
            stage.word(x + 13, 24, fate, color=style.WORDS[fate])
        stage.word(LEFT + 216, 24, "one square is one passenger", fontweight="normal")

    def draw(self, state: dict) -> str:
        """Put the passengers on their shelves."""
        stage, shelves = self._stage, chain(state)
        places: dict[str, list] = {"survived": [], "died": []}
        for k, (name, cover) in enumerate(shelves):
            floor, (lived, m) = FLOOR - k * STEP, counts(cover)
            at = _squares(m, floor)
            places["survived"].append(at[:lived])
            places["died"].append(at[lived:])
            stage.word(LEFT, floor + HIGH * CELL + 12,
                       name if k == 0 else f"{'if' if k == 1 else 'and'} {name}")
            stage.word(RIGHT + 14, floor + 26, f"{lived / m:.0%}" if m else "–", 26)
            stage.word(RIGHT + 146, floor + 26, f"{lived} of {m}\nsurvived" if m else "nobody",
                       fontweight="normal")
        floors = FLOOR - 3 - STEP * np.arange(len(shelves))
        stage.lines(stage.paper, [[(LEFT - 6, y), (RIGHT, y)] for y in floors], width=3, z=2)
        for fate, marks in places.items():
            stage.paper.plot(*np.concatenate(marks).T, "s", color=style.COLOURS[fate],
                             markersize=0.72 * (CELL - 1), markeredgewidth=0, snap=False, zorder=3)
        stage.word(LEFT, 490, _finding(shelves), 16)
        return _status(shelves)

    def details(self, state: dict) -> str:
        """Return the numbers of every shelf."""
        told = [f"{name}: {lived} of {m} survived" for name, cover in chain(state)
                for lived, m in [counts(cover)]]
        return "Shelves from the top: " + "; ".join(told) + "."


def _squares(m: int, floor: float) -> np.ndarray:
    """Return the middle of the squares of m passengers on a shelf, (m, 2), columns first."""
    i = np.arange(m)
    return np.column_stack([LEFT + (i // HIGH + 0.5) * CELL, floor + (i % HIGH + 0.5) * CELL])


def _finding(shelves: list[tuple[str, np.ndarray]]) -> str:
    (all_lived, n), (lived, m) = counts(shelves[0][1]), counts(shelves[-1][1])
    if len(shelves) == 1:
        return f"A rule without a condition covers all {n}"
    if not m:
        return "This rule covers nobody"
    if len(shelves) == 2:
        return (f"If {shelves[1][0]}: {all_lived / n:.0%} becomes {lived / m:.0%}")
    before_lived, before = counts(shelves[-2][1])
    change = 100 * (lived / m - before_lived / before)
    if m == before:
        return "The last condition removes nobody"
    way = "raises" if change > 0 else "lowers" if change < 0 else "does not change"
    return f"The last condition removes {before - m}, and {way} the rate"


def _status(shelves: list[tuple[str, np.ndarray]]) -> str:
    (all_lived, n), (lived, m) = counts(shelves[0][1]), counts(shelves[-1][1])
    rule = f"If {' and '.join(name for name, _ in shelves[1:])}, then survived" \
        if len(shelves) > 1 else "No condition"
    if not m:
        return f"{rule}: the rule covers nobody; it misses all {all_lived} survivors."
    return (f"{rule}: the rule covers {m} of {n} passengers, {lived} of whom survived "
            f"({lived / m:.0%}); it misses {all_lived - lived} of {all_lived} survivors.")
