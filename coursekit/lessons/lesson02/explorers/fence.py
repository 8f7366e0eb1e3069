"""Lesson 02: a round valley from above, three fences, and what each of them does.

Legend: f(x) = ½‖x‖² height, ``N`` (3, 2) unit normals, ``t`` places: allowed is ⟨n_i, x⟩ ≥ t_i.
``c`` (3,) room left before each fence, ``lam`` (3,) its push, which is its multiplier.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.patches import Circle, Rectangle

from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02.arrows import (
    FENCE, FORBIDDEN, HALO, PULL, PUSH, VALLEY, WORDS, arrow, signed,
)
from coursekit.plots import style

N = np.array([[0.96, 0.28], [0.352, 0.936], [-1.0, 0.0]])   # ⟨n_1, n_2⟩ = 0.6 exactly
LAST = -2.3                     # place of fence 3, which stands still
SHOWN = 0.5                     # length of an arrow of force 1
FRAME = ((-1.0, 2.75), (-1.0, 2.4))
BALL = 0.11                     # radius
ROWS = (2.0, 1.0, 0.0)          # heights of the bars


@lru_cache(maxsize=4096)
def resting_place(t1: float, t2: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where the ball comes to rest, the room before each fence, and the pushes.

    >>> [part.round(9).tolist() for part in resting_place(1.0, 0.6)]
    [[0.96, 0.28], [0.0, 0.0, 1.34], [1.0, 0.0, 0.0]]
    """
    t = np.array([t1, t2, LAST])
    x, lam = inequality_qp(np.eye(2), [0, 0], N, t)
    c = N @ x - t
    return x, c.round(12) + 0.0, lam.round(12) + 0.0


class Fence(Explorer):
    """A ball between three fences: each leaves room or pushes.

    Examples
    --------
    >>> Fence(t1=1.0, t2=0.6).status
    'Fences at 1.00 and 0.60: fence 1 pushes 1.00; fence 2 touches and does not push.'
    """

    title = "Room or push"
    question = "Which fences hold the ball, and how hard does each of them push?"
    size = (8.8, 5.0)
    controls = (
        Slider("t1", "fence 1 at t₁", -0.3, 1.3, 0.05, 1.1, "distance from the lowest point"),
        Slider("t2", "fence 2 at t₂", -0.3, 1.3, 0.05, -0.2, "distance from the lowest point"))
    presets = {
        "free": Preset({"t1": -0.3, "t2": -0.25}, "What pushes a ball at the lowest point?",
                       shows=r"no fence pushes"),
        "both push": Preset({"t1": 1.1, "t2": 1.2},
                            "How do the two green arrows balance the orange one?",
                            shows=r"1 pushes 0\.59.*2 pushes 0\.84"),
        "only fence 2": Preset({"t1": 0.6, "t2": 1.3}, "Who holds the ball now?",
                               shows=r"fence 2 pushes 1\.30; fence 1 has 0\.18"),
    }

    def build(self, canvas: Canvas) -> None:
        """Draw the valley, and the axis of the bars."""
        self._stage = Stage(
            canvas, plane=((0.012, 0.02, 0.525, 0.86), {"xlim": FRAME[0], "ylim": FRAME[1]}),
            bars=((0.565, 0.02, 0.425, 0.86), {"xlim": (-3.25, 2.4), "ylim": (-0.85, 2.85)}))
        ax = self._stage.plane
        ax.set(xticks=[], yticks=[])
        ax.set_aspect("equal", adjustable="box")
        ax.apply_aspect()       # arrows are measured in pixels, before the first drawing
        for radius in np.sqrt(2 * np.arange(0.2, 6, 0.5)):
            ax.add_patch(Circle((0, 0), radius, fill=False, ec=VALLEY, lw=1.4, zorder=1.5))
        ax.plot([0], [0], "+", markersize=13, markeredgewidth=2.5, color=VALLEY, zorder=2)
        ax = self._stage.bars
        ax.set_axis_off()
        ax.plot([0, 0], [-0.42, 2.45], color=style.INK, lw=3, zorder=3)
        for x, side, words, colour in ((-0.14, "right", "room left c", style.INK),
                                       (0.14, "left", "push λ", WORDS[PUSH])):
            self._stage.word(x, 2.68, words, 16, ax, ha=side, color=colour)
        self._stage.word(-0.3, -0.66, "each row: room or push,\nnever both", 15, ax, "normal",
                         ha="center", linespacing=1.15)
        for i, y in enumerate(ROWS):
            self._stage.word(-3.2, y + 0.38, f"fence {i + 1}", 15, ax)

    def draw(self, state: dict) -> str:
        """Let the ball come to rest between the fences."""
        places = (state["t1"], state["t2"], LAST)
        x, c, lam = resting_place(*places[:2])
        self._stage.word(0.015, 0.945, _finding(c, lam), 17)
        self._draw_fences(places)
        self._draw_forces(x, c, lam)
        self._draw_bars(c, lam)
        return _told(places, c, lam)

    def details(self, state: dict) -> str:
        """Return the place of the ball, and room and push of every fence."""
        x, c, lam = resting_place(state["t1"], state["t2"])
        rows = "; ".join(f"fence {i + 1} room {c[i]:.2f}, push {lam[i]:.2f}" for i in range(3))
        return f"Ball at ({signed(x[0])}, {signed(x[1])}), pull {np.hypot(*x):.2f}; {rows}."

    def _draw_fences(self, places: tuple[float, ...]) -> None:
        ax = self._stage.plane
        for n, t in zip(N, places, strict=True):
            along, middle = 9 * np.array([-n[1], n[0]]), t * n
            ends = [middle + along, middle - along]
            self._stage.areas(ax, [[*ends, ends[1] - 9 * n, ends[0] - 9 * n]], FORBIDDEN, 0, 1,
                              alpha=0.6, edgecolors="none")
            self._stage.lines(ax, [ends], FENCE, 6, 2.5)
        t1, t2, t3 = places
        y = -0.64 if t1 < 0.2 and t2 > 0.8 else 1.95        # clear of fence 2 and its name
        names = (np.array([(t1 - 0.28 * y) / 0.96, y]) + 0.15 * N[0],
                 np.array([-0.70, (t2 + 0.352 * 0.70) / 0.936]) + 0.15 * N[1],
                 (-t3 + 0.17, -0.62))
        for i, (place, angle) in enumerate(zip(names, (-73.74, -20.61, 90), strict=True)):
            self._stage.word(*place, f"fence {i + 1}", 14, ax, ha="center", rotation=angle,
                             rotation_mode="anchor", zorder=3, path_effects=HALO)
        self._stage.word(2.2, 2.22, "allowed", 14, ax, "normal", ha="right", color="#2A5A80",
                         zorder=3, path_effects=HALO)
        away = min(abs(n @ [0.0, -0.16] - t) - abs(n[0]) * 0.4 for n, t in
                   zip(N, places, strict=True))
        if away > 0.1 and t2 > -0.05:
            self._stage.word(0, -0.16, "lowest point", 13, ax, "normal", ha="center",
                             color="#2A6A9E", zorder=3)

    def _draw_forces(self, x: np.ndarray, c: np.ndarray, lam: np.ndarray) -> None:
        ax = self._stage.plane
        ax.plot(*x, "o", markersize=21, color=style.INK, markeredgecolor="white",
                markeredgewidth=1.5, zorder=8)
        self._stage.lines(ax, [[x, x - room * n] for room, n in zip(c, N, strict=True) if room],
                          style.GREY, 2.2, 3, linestyles=":")
        self._stage.word(-LAST - 0.33, x[1] - 0.14, "room", 13, ax, "normal", ha="center",
                         color=style.GREY, zorder=3, path_effects=HALO)
        pull = np.hypot(*x)
        if not pull:
            return
        way = -x / pull
        arrow(ax, x + BALL * way, SHOWN * pull * way, PULL)
        crowded = pull < 0.55 and c[1] > 0.12        # the name of fence 2 is near
        self._force(x + [0.2, -0.2] if crowded else x + (BALL + SHOWN * pull) * way + [-0.08, 0.14],
                    f"pull {pull:.2f}", PULL, "left" if crowded else "right")
        beside = lam[1] > 0         # above the tip it would meet the other arrow
        for i, (away, side) in enumerate((([0.08, 0.02], "left") if beside else
                                          ([0.0, 0.17], "center"), ([0.02, 0.14], "center"))):
            if lam[i]:
                arrow(ax, x + BALL * N[i], SHOWN * lam[i] * N[i], PUSH)
                self._force(x + (BALL + SHOWN * lam[i]) * N[i] + away, f"{lam[i]:.2f}", PUSH, side)
        if (lam[:2] > 0).all():
            end = x + SHOWN * lam @ N
            self._stage.lines(ax, [[x + SHOWN * lam[i] * N[i], end] for i in (0, 1)], PUSH, 2.2, 4,
                              linestyles=":")

    def _force(self, place: np.ndarray, words: str, colour: str, side: str) -> None:
        self._stage.word(*place, words, 14, self._stage.plane, ha=side, color=WORDS[colour],
                         zorder=9, path_effects=HALO)

    def _draw_bars(self, c: np.ndarray, lam: np.ndarray) -> None:
        """Draw the room of each fence to the left, its push to the right."""
        ax = self._stage.bars
        for side, sizes, face, edge, hatch, colour in (
                (-1, c, "white", FENCE, "//", style.INK), (1, lam, PUSH, PUSH, None, WORDS[PUSH])):
            for y, size in zip(ROWS, sizes, strict=True):
                if size:
                    ax.add_patch(Rectangle((0, y - 0.2), side * size, 0.4, facecolor=face,
                                           edgecolor=edge, hatch=hatch, lw=2.5, zorder=2))
                self._stage.word(side * (size + 0.12), y, f"{size:.2f}" if size else "0", 18, ax,
                                 ha="left" if side > 0 else "right",
                                 color=colour if size else style.GREY)


def _finding(c: np.ndarray, lam: np.ndarray) -> str:
    pushing = np.flatnonzero(lam > 0)
    touching = [i for i in (0, 1) if not c[i] and not lam[i]]
    if touching:
        return (f"Fence {touching[0] + 1} touches the ball and does not push" if len(touching) == 1
                else "Both fences touch the ball, and neither pushes")
    if len(pushing) == 0:
        return "Room on all sides: no fence pushes"
    if len(pushing) == 1:
        return f"Fence {pushing[0] + 1} alone holds the ball; the others have room"
    return "Two fences share the work of holding the ball"


def _told(places: tuple[float, ...], c: np.ndarray, lam: np.ndarray) -> str:
    start = f"Fences at {signed(places[0])} and {signed(places[1])}: "
    pushing = [f"fence {i + 1} pushes {lam[i]:.2f}" for i in (0, 1) if lam[i]]
    others = [f"fence {i + 1} has {c[i]:.2f} of room" if c[i] else
              f"fence {i + 1} touches and does not push" for i in (0, 1) if not lam[i]]
    return start + "; ".join((pushing or ["no fence pushes"]) + others) + "."
