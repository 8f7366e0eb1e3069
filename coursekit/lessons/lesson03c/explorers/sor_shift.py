"""Lesson 03c: a penalised intercept depends on where the origin is."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.datasets import make_overlap_60
from coursekit.explorer import above, Canvas, Explorer, LogSlider, Plane, Preset, Slider, Toggle
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_qp, solve_smo

MOST = 500   # sweeps that one picture may wait for
AT_ONCE = 50   # sweeps whose slopes are computed together, a divisor of MOST
TOL = 1e-3   # largest slope that is not blocked at which SOR is finished
SEEN = (1e-4, 1e5)   # slopes of the right panel
CORNER = (0.05, 0.06)   # of the plane, in its shares: where the arrow to the origin ends
FREE = style.WORDS["male"]


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
    """Return how far the samples were moved."""
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
    SOR with ω = 1.00 is finished after 25 sweeps.
    """

    title = "Where is the origin?"
    question = "What do the position of the samples, C and ω do to a line whose b is penalised?"
    size = (8.8, 4.8)
    controls = (
        Slider("shift", "samples moved by", 0.0, 30.0, 0.5, 1.0, "added to both features"),
        LogSlider("C", "penalty C", 1.0, 100.0, 1.0, "price of one unit of slack"),
        Slider("omega", "relaxation ω", 0.1, 2.1, 0.05, 1.0,
               "how far each step goes: 1 is the top of its parabola"),
        Toggle("centred", "centre first", False, "subtract the mean of each feature"),
    )
    presets = {
        "far away": Preset(
            {"shift": 30.0},
            "What has become of the black line?",
            shows=r"^Samples moved by 30, C = 1:"),
        "larger C": Preset(
            {"shift": 30.0, "C": 100.0},
            "Does a larger C bring the accuracy back? And the line?",
            shows=r"^Samples moved by 30, C = 100:"),
        "centred": Preset(
            {"shift": 30.0, "centred": True},
            "Where is the origin now, and where are the two lines?",
            shows=r"^Samples moved by 30 and centred, C = 1:"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane with both lines, and the slopes after each sweep."""
        canvas.figure.set_layout_engine("none")
        left = canvas.figure.add_axes((0.02, 0.06, 0.47, 0.72), xticks=[], yticks=[])
        right = canvas.figure.add_axes((0.605, 0.14, 0.38, 0.64))
        X, y = make_overlap_60()
        self._plane = Plane(canvas, left, X, y)
        left.set(xticks=[], yticks=[])
        self._free = canvas.moving(left.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=4.5, linestyles="-.", zorder=4)))
        (self._arrow,) = left.plot([], [], "-", color=style.INK, lw=3, zorder=6)
        (self._tip,) = left.plot([], [], "s", color=style.INK, markersize=11, zorder=6)
        self._where = left.text(0, 0, "", fontsize=13, weight="bold", va="center", zorder=7, bbox={
            "facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.5})
        for artist in (self._arrow, self._tip, self._where):
            canvas.moving(artist)
        self._build_climb(canvas, right)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: int, colour: str):
            return canvas.moving(paper.text(x, y, "", fontsize=size, weight="bold", va="center",
                                            color=colour))
        self._told = {"penalised": words(0.02, 0.93, 15, style.INK),
                      "free": words(0.02, 0.845, 15, FREE)}
        self._count, self._tried = words(0.54, 0.93, 16, style.INK), words(0.54, 0.845, 14, "#444")

    def _build_climb(self, canvas: Canvas, ax) -> None:
        self._climb, = ax.plot([], [], "o-", color=style.ORANGE, markersize=5)
        canvas.moving(self._climb)
        ax.axhline(TOL, color=style.GREEN, ls="--", lw=2.5)
        ax.annotate("finished below", (0, TOL), ha="left", va="top", fontsize=13,
                    xytext=(0, -4), textcoords="offset points", color=FREE, weight="bold")
        ax.set_xscale("symlog", linthresh=10)
        ax.set_xticks([0, 5, 10, 100, MOST], ["0", "5", "10", "100", f"{MOST}"], fontsize=13)
        ax.set(xlim=(-0.5, 1.1 * MOST), ylim=SEEN, yscale="log")
        ax.set_yticks([1e-3, 1, 1e3], ["0.001", "1", "1000"], fontsize=13)
        ax.minorticks_off()
        ax.set_xlabel("sweeps (from 10 on: log scale)", fontsize=13)
        ax.set_ylabel("KKT gap", fontsize=13, labelpad=0)

    def draw(self, state: dict) -> str:
        """Solve both problems; the plane is drawn as if the samples had never moved."""
        shift, C, omega, centred = (state[k] for k in ("shift", "C", "omega", "centred"))
        shares = self._draw_lines(shift, C, centred)
        self._draw_origin(shift, centred)
        left = np.array(slopes_left(omega, shift, C, centred))
        self._climb.set_data(np.arange(len(left)), np.clip(left, *SEEN))
        done = left[-1] <= TOL
        self._count.set_text(f"SOR finished: {len(left) - 1} sweeps" if done else
                             f"SOR: not finished after {MOST}")
        self._tried.set_text(f"one multiplier at a time, ω = {omega:.2f}")
        place = f"moved by {shift:g}" + (" and centred" if centred else "")
        end = f"finished after {len(left) - 1} sweeps" if done else \
            f"not finished after {MOST} sweeps"
        return (f"Samples {place}, C = {C:.3g}: with b penalised {shares[0]:.0%} of the samples "
                f"are classified correctly, with b free {shares[1]:.0%}. SOR with ω = "
                f"{omega:.2f} is {end}.")

    def details(self, state: dict) -> str:
        """Return both intercepts, and the slope at which SOR stands."""
        shift, C, omega, centred = (state[k] for k in ("shift", "C", "omega", "centred"))
        (_, one), (_, other) = optima(shift, C, centred)
        left = slopes_left(omega, shift, C, centred)
        slope = f"{left[-1]:.2g}" if left[-1] <= TOL else above(left[-1], TOL, 2)[0]
        return (f"b penalised: b = {round(one, 2) + 0.0:.2f}. b free: b = "
                f"{round(other, 2) + 0.0:.2f}. KKT gap {slope}.").replace("-", "−")

    def _draw_lines(self, shift: float, C: float, centred: bool) -> list[float]:
        (X, y), shares = moved(shift, centred), []
        offset = way(X)
        for name, (alpha, b) in zip(("penalised", "free"), optima(shift, C, centred), strict=True):
            w = (alpha * y) @ X
            f = (self._plane.grid + offset) @ w + b
            line = self._plane.level(f, 0.0)
            if name == "penalised":
                self._plane.show(f)
            else:
                self._free.set_segments(line)
            shares.append(float(np.mean(np.where(X @ w + b > 0, 1, -1) == y)))
            mark = "black" if name == "penalised" else "green"
            self._told[name].set_text(f"b {name} ({mark}): {shares[-1]:.0%} right")
        return shares

    def _draw_origin(self, shift: float, centred: bool) -> None:
        """Mark the origin, or show how far away it is and in which direction."""
        (low, high), (bottom, top) = self._plane.ax.get_xlim(), self._plane.ax.get_ylim()
        origin = -way(moved(shift, centred)[0])
        inside = low < origin[0] < high and bottom < origin[1] < top
        corner = np.array([low, bottom]) + CORNER * np.array([high - low, top - bottom])
        at = origin if inside else corner
        self._tip.set_data(*np.transpose([at]))
        self._tip.set_marker("s" if inside else (3, 0, 135))
        self._arrow.set_data([], []) if inside else self._arrow.set_data(
            *np.transpose([corner, corner + 0.1 * np.array([high - low, top - bottom])]))
        self._where.set_text("origin" if inside else
                             f"origin: {np.hypot(*origin):.0f} away")
        self._where.set_position(at + np.array([0.05 * (high - low), 0]))
