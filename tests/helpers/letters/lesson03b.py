"""Letters of 03b, when a run may stop: those of lesson 03, and those of the duality gap."""
import numpy as np
from sklearn.svm import SVC

from . import lesson03


def any_multipliers(draw: np.random.Generator) -> dict:
    """Feasible multipliers that are not the best, and any intercept."""
    return lesson03.any_multipliers(draw)


def solved(draw: np.random.Generator) -> dict:
    """The machine by scikit-learn, and other feasible multipliers."""
    known = lesson03.solved(draw)
    return {**known, "m": known["F_up"], "M": known["F_low"]}


def on_the_way(draw: np.random.Generator) -> dict:
    """Any feasible multipliers, their KKT gap g, the intercept in its middle, the rooms."""
    known = lesson03.on_the_way(draw)
    up, low = known["F_up"], known["F_low"]
    room = np.where(known["F"] > known["b"], known["B"] - known["beta"],
                    known["beta"] - known["A"])
    return {**known, "m": up, "M": low, "g": up - low, "r": room}


def a_move(draw: np.random.Generator) -> dict:
    """A move v between two feasible points, any b, and the rooms seen from it."""
    known, other = lesson03.any_multipliers(draw), lesson03.any_multipliers(draw)
    share = np.abs(other["beta"]) * known["C"] / other["C"] * known["y"]
    return {**known, "beta'": share, "v": share - known["beta"],
            "r": np.where(known["F"] > known["b"], known["B"] - known["beta"],
                          known["beta"] - known["A"])}


def both_objectives(draw: np.random.Generator) -> dict:
    """Primal and dual value as numbers, with the rooms seen from any b."""
    known = a_move(draw)
    return {**known, "P": known["P"](known["w"], known["b"]), "W": known["W"](known["beta"])}


def near_the_best(draw: np.random.Generator) -> dict:
    """Any w and b, and the best ones."""
    known = lesson03.any_multipliers(draw)
    svc = SVC(kernel="linear", C=known["C"], tol=1e-10).fit(known["x_"], known["y"])
    w, b = svc.coef_[0], svc.intercept_[0]
    return {**known, "w^*": w, "W^*": known["P"](w, b), "t": draw.uniform(0, 1)}


def _bracket(draw: np.random.Generator, label: int, above: bool) -> dict:
    known = both_objectives(draw)
    found = np.flatnonzero((known["y"] == label) & ((known["F"] > known["b"]) == above))
    if not len(found):
        return _bracket(draw, label, above)
    share = known["C"] * known["xi"] - known["beta"] * (known["F"] - known["b"])
    return {**known, "k": int(found[0]) + 1, "share": share[found[0]]}


def bracket_above(draw: np.random.Generator) -> dict:
    """The share of the duality gap, by its slack, of a sample of class +1 with F above b."""
    return _bracket(draw, 1, True)


def bracket_above_of_the_other_class(draw: np.random.Generator) -> dict:
    """The same for class −1, whose slack is 0."""
    return _bracket(draw, -1, True)


def bracket_below(draw: np.random.Generator) -> dict:
    """The same for a sample of class −1 with F below b."""
    return _bracket(draw, -1, False)


def bracket_below_of_the_other_class(draw: np.random.Generator) -> dict:
    """The same for class +1, whose slack is 0."""
    return _bracket(draw, 1, False)


VALUES = [
    (r"(B_k - \beta_k)(F_k - b)", bracket_above, lambda of: of["share"]),
    (r"(B_k - \beta_k)(F_k - b)", bracket_above_of_the_other_class, lambda of: of["share"]),
    (r"(C - \beta_k)(F_k - b)", bracket_above, lambda of: of["share"]),
    (r"-\beta_k\,(F_k - b)", bracket_above_of_the_other_class, lambda of: of["share"]),
    (r"(\beta_k - A_k)(b - F_k)", bracket_below, lambda of: of["share"]),
    (r"(\beta_k - A_k)(b - F_k)", bracket_below_of_the_other_class, lambda of: of["share"]),
]
SUPPOSED = [r"F_k > b \ge F_{\text{up}}", r"F_k < b \le F_{\text{low}}"]
