"""Lesson 03c: an intercept that is penalised knows where the origin is."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from coursekit.datasets import make_overlap_60
from coursekit.explorer.artists import Plane
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import LogSlider, Slider, Toggle, above
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_qp, solve_smo

MOST = 500   # sweeps that one picture may wait for
AT_ONCE = 50   # sweeps whose slopes are looked at together, a divisor of MOST
TOL = 1e-3   # largest slope that is not blocked at which SOR is finished
SEEN = (1e-4, 1e5)   # of the right panel


def moved(shift: float, centred: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the samples that the solvers see, and their labels.

    Examples
    --------
    >>> X, y = moved(30.0, centred=True)
    >>> bool(np.allclose(X.mean(axis=0), 0))
    True
    """
    X, y = make_overlap_60()
    X = X + shift
    return (X - X.mean(axis=0) if centred else X), y


def way(X: np.ndarray) -> np.ndarray:
    """Return how far samples were moved."""
    return X[0] - make_overlap_60()[0][0]


@lru_cache(maxsize=512)
def slopes_left(omega: float, shift: float, C: float, centred: bool) -> tuple[float, ...]:
    """Return the largest slope that no bound blocks, before the first sweep of SOR and after each.

    It ends where SOR is finished, or after 500 sweeps.

    Examples
    --------
    >>> left = slopes_left(1.0, 0.0, 1.0, False)
    >>> left[0], len(left) - 1, left[-1] <= TOL
    (1.0, 25, True)
    """
    X, y = moved(shift, centred)
    Z = np.column_stack([X, np.ones(len(y))]) * y[:, None]    # its Gram matrix is Q
    sweeps, left = _sweeps(Z, omega, C), [1.0]
    while len(left) <= MOST and min(left) > TOL:
        alphas = np.array(list(islice(sweeps, AT_ONCE)))
        slopes = 1 - alphas @ Z @ Z.T
        up, down = slopes * (alphas < C), slopes * (alphas > 0)
        left += np.maximum(up.max(axis=1), -down.min(axis=1)).tolist()
    end = next((k for k, slope in enumerate(left) if slope <= TOL), MOST)
    return tuple(left[:end + 1])


def _sweeps(Z: np.ndarray, omega: float, C: float) -> Iterator[list[float]]:
    """Yield α after each sweep of SOR with Q = Z Zᵀ.

    Of two features: a step is cheaper with w and b, which are Zᵀα, than with a row of Q.
    """
    shares = (omega / (Z ** 2).sum(axis=1)).tolist()
    rows = list(zip(range(len(Z)), *Z.T.tolist(), shares))
    alpha = [0.0] * len(Z)
    w1 = w2 = b = 0.0
    while True:
        for i, z1, z2, z3, share in rows:
            new = alpha[i] + share * (1 - z1 * w1 - z2 * w2 - z3 * b)
            step = (0.0 if new < 0 else C if new > C else new) - alpha[i]
            if step:
                alpha[i] += step
                w1 += step * z1
                w2 += step * z2
                b += step * z3
        yield alpha.copy()


@lru_cache(maxsize=256)
def optima(shift: float, C: float, centred: bool) -> tuple[tuple[np.ndarray, float], ...]:
    """Return α and b with b penalised, where SOR arrives for every ω; and with b free.

    Examples
    --------
    >>> (_, penalised), (_, free) = optima(30.0, 1.0, False)
    >>> bool(abs(penalised) < abs(free) / 10)
    True
    """
    X, y = moved(shift, centred)
    problem = DualProblem.from_data(X, y, C).with_C(C, penalised=True)
    penalised, free = solve_qp(problem), _with_free_b(C)
    b = free.b - (free.alpha * y) @ X @ way(X)
    return (penalised.alpha, penalised.b), (free.alpha, b)


@lru_cache(maxsize=64)
def _with_free_b(C: float) -> Solution:
    """Return the optimum with b free where the samples are; elsewhere α and w are the same."""
    return solve_smo(DualProblem.from_data(*make_overlap_60(), C), tol=1e-8)


class SORShift(Explorer):
    """The lines of two problems, b penalised and b free, and how SOR climbs towards the first.

    Examples
    --------
    >>> print(SORShift(shift=0.0).status.split(". ")[-1])
    SOR with ω = 1.00 is finished after 25 sweeps: largest slope 0.0007, at most 0.001.
    """

    title = "Where is the origin?"
    question = "What do the place of the samples, C and ω do to a line whose b is penalised?"
    size = (8.8, 4.4)
    controls = (
        Slider("shift", "samples moved by", 0.0, 30.0, 0.5, 1.0, "added to both features"),
        LogSlider("C", "penalty C", 1.0, 100.0, 1.0, "price of one unit of slack"),
        Slider("omega", "relaxation ω", 0.1, 2.1, 0.05, 1.0,
               "share of the way to the top of each parabola; above 1 beyond it"),
        Toggle("centred", "centre first", False, "subtract the mean of each feature"),
    )
    presets = {
        "far away": Preset(
            {"shift": 30.0},
            "the b that would be needed is too dear",
            shows=r"^Samples moved by 30, C = 1\."),
        "larger C": Preset(
            {"shift": 30.0, "C": 100.0},
            "slack outweighs b",
            shows=r"^Samples moved by 30, C = 100\."),
        "centred": Preset(
            {"shift": 30.0, "centred": True},
            "little is left for b to do",
            shows=r"^Samples moved by 30 and centred, C = 1\."),
        "ω > 2": Preset(
            {"shift": 0.0, "omega": 2.1},
            "an uncut step ends lower than it began",
            shows=r"^Samples moved by 0, .*ω = 2\.10 is not finished"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane with both lines, and the slopes after each sweep."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1.35, 1])
        canvas.figure.get_layout_engine().set(wspace=0.06)
        style.label(left, "Two lines", "x1 (moved back)", "x2 (moved back)")
        style.label(right, "How SOR climbs", "sweeps (from 10 on: log scale)",
                    "largest slope not blocked")
        X, y = make_overlap_60()
        self._plane = Plane(canvas, left, X, y)
        self._free = canvas.moving(left.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=4, linestyles="-.", zorder=4)))
        canvas.figure.legend(handles=[
            Line2D([], [], color=style.INK, lw=3, label="b penalised"),
            Line2D([], [], color=style.GREEN, lw=4, ls="-.", label="b free")],
            loc="outside lower left", ncols=2)
        self._climb, = right.plot([], [], "o-", color=style.INK, markersize=5)
        canvas.moving(self._climb)
        right.axhline(TOL, color=style.GREEN, ls="--")
        right.annotate("finished below", (0, TOL), ha="left", va="bottom", fontsize=11,
                       xytext=(0, 3), textcoords="offset points")
        right.set_xscale("symlog", linthresh=10)
        right.set_xticks([0, 5, 10, 100, MOST], ["0", "5", "10", "100", f"{MOST}"])
        right.set(xlim=(-0.5, 1.1 * MOST), ylim=SEEN, yscale="log")

    def draw(self, state: dict) -> str:
        """Solve both problems; the plane is drawn as if the samples had never moved."""
        shift, C, omega, centred = (state[k] for k in ("shift", "C", "omega", "centred"))
        X, y = moved(shift, centred)
        offset = way(X)
        told = []
        for name, (alpha, b) in zip(("penalised", "free"), optima(shift, C, centred), strict=True):
            w = (alpha * y) @ X
            f = (self._plane.grid + offset) @ w + b
            line = self._plane.level(f, 0.0)
            if name == "penalised":
                self._plane.show(f)
            else:
                self._free.set_segments(line)
            share = np.mean(np.where(X @ w + b > 0, 1, -1) == y)
            told.append(f"b {name}: b = {round(b, 2) + 0.0:.2f}, {share:.0%} of the samples "
                        f"on their side{'' if line else ', line outside the picture'}.")
        left = np.array(slopes_left(omega, shift, C, centred))
        self._climb.set_data(np.arange(len(left)), np.clip(left, *SEEN))
        place = f"moved by {shift:g}" + (" and centred" if centred else "")
        done = left[-1] <= TOL
        end = (f"is finished after {len(left) - 1} sweeps: largest slope {left[-1]:.2g}, at most "
               f"{TOL:g}." if done else f"is not finished after {MOST} sweeps: largest slope "
               f"{', above '.join(above(left[-1], TOL, 2))}.")
        return f"Samples {place}, C = {C:.3g}. {' '.join(told)} SOR with ω = {omega:.2f} {end}"
