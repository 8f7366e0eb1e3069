"""Lesson 02: a round valley from above, three fences, and what each of them does.

Legend: f(x) = ½‖x‖² height, ``N`` (3, 2) unit normals, ``t`` places: allowed is ⟨n_i, x⟩ ≥ t_i.
``c`` (3,) room left before each fence, ``lam`` (3,) its push, which is its multiplier.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle, Polygon, Rectangle
from matplotlib.text import Text

from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02.arrows import (
    FENCE, FORBIDDEN, HALO, PULL, PUSH, VALLEY, WORDS, Arrow, signed,
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
        """Create the valley with its fences and arrows, and the bars."""
        canvas.figure.set_layout_engine("none")
        self._plane = canvas.figure.add_axes((0.012, 0.02, 0.525, 0.86))
        self._bars_ax = canvas.figure.add_axes((0.565, 0.02, 0.425, 0.86))
        self._headline = canvas.moving(canvas.figure.text(
            0.015, 0.945, "", fontsize=17, fontweight="bold", va="center"))
        self._build_plane(canvas)
        self._build_bars(canvas)

    def _build_plane(self, canvas: Canvas) -> None:
        ax = self._plane
        ax.set(xlim=FRAME[0], ylim=FRAME[1], xticks=[], yticks=[])
        ax.set_aspect("equal", adjustable="box")
        ax.apply_aspect()       # arrows are measured in pixels, before the first drawing
        ax.grid(False)
        for radius in np.sqrt(2 * np.arange(0.2, 6, 0.5)):
            ax.add_patch(Circle((0, 0), radius, fill=False, ec=VALLEY, lw=1.4,
                                zorder=1.5))
        ax.plot([0], [0], "+", markersize=13, markeredgewidth=2.5, color=VALLEY, zorder=2)
        self._lowest = canvas.moving(ax.text(0, -0.16, "lowest point", fontsize=13, ha="center",
                                             va="center", color="#2A6A9E", zorder=3))
        self._sides = [canvas.moving(ax.add_patch(Polygon(
            np.zeros((4, 2)), color=FORBIDDEN, alpha=0.6, lw=0, zorder=1))) for _ in N]
        self._lines = [canvas.moving(ax.plot([], [], color=FENCE, lw=6, zorder=2.5)[0]) for _ in N]
        self._names = [canvas.moving(ax.text(
            0, 0, f"fence {i + 1}", fontsize=14, fontweight="bold", ha="center", va="center",
            rotation=angle, rotation_mode="anchor", zorder=3, path_effects=HALO))
            for i, angle in enumerate((-73.74, -20.61, 90))]
        self._rooms = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.GREY, linewidths=2.2, linestyles=":", zorder=3)))
        self._room = canvas.moving(ax.text(0, 0, "room", fontsize=13, ha="center", va="center",
                                           color=style.GREY, zorder=3, path_effects=HALO))
        self._sides_of_sum = canvas.moving(ax.add_collection(LineCollection(
            [], colors=PUSH, linewidths=2.2, linestyles=":", zorder=4)))
        self._pull = Arrow(canvas, ax, PULL)
        self._pushes = [Arrow(canvas, ax, PUSH) for _ in N[:2]]
        (self._ball,) = ax.plot([], [], "o", markersize=21, color=style.INK,
                                markeredgecolor="white", markeredgewidth=1.5, zorder=8)
        canvas.moving(self._ball)
        self._forces = [canvas.moving(ax.text(0, 0, "", fontsize=14, fontweight="bold", ha=side,
                                              va="center", color=WORDS[colour], zorder=9,
                                              path_effects=HALO))
                        for side, colour in (("center", PUSH), ("center", PUSH), ("right", PULL))]

    def _build_bars(self, canvas: Canvas) -> None:
        ax = self._bars_ax
        ax.set(xlim=(-3.25, 2.4), ylim=(-0.85, 2.85))
        ax.set_axis_off()
        ax.plot([0, 0], [-0.42, 2.45], color=style.INK, lw=3, zorder=3)
        for x, side, words, colour in ((-0.14, "right", "room left c", style.INK),
                                       (0.14, "left", "push λ", WORDS[PUSH])):
            ax.text(x, 2.68, words, fontsize=16, fontweight="bold", ha=side, va="center",
                    color=colour)
        ax.text(-0.3, -0.66, "each row: room or push,\nnever both", fontsize=15, ha="center",
                va="center", linespacing=1.15)
        for i, y in enumerate(ROWS):
            ax.text(-3.2, y + 0.38, f"fence {i + 1}", fontsize=15, fontweight="bold", va="center")
        self._room_bars, self._push_bars = (
            [canvas.moving(ax.add_patch(Rectangle((0, y - 0.2), 0, 0.4, facecolor=face,
                                                  edgecolor=edge, hatch=hatch, lw=2.5, zorder=2)))
             for y in ROWS]
            for face, edge, hatch in (("white", FENCE, "//"), (PUSH, PUSH, None)))
        self._numbers: list[list[Text]] = [
            [canvas.moving(ax.text(0, y, "", fontsize=18, fontweight="bold", ha=side, va="center"))
             for y in ROWS] for side in ("right", "left")]

    def draw(self, state: dict) -> str:
        """Let the ball come to rest between the fences."""
        places = (state["t1"], state["t2"], LAST)
        x, c, lam = resting_place(*places[:2])
        self._draw_fences(places)
        self._draw_forces(x, c, lam)
        for bars, sizes in ((self._room_bars, -c), (self._push_bars, lam)):
            for bar, size in zip(bars, sizes, strict=True):
                bar.set_width(size)
                bar.set_visible(bool(size))
        for k, (numbers, sizes) in enumerate(zip(self._numbers, (c, lam), strict=True)):
            for words, size in zip(numbers, sizes, strict=True):
                words.set_text(f"{size:.2f}" if size else "0")
                words.set_x((2 * k - 1) * (size + 0.12))
                words.set_color(style.GREY if not size else WORDS[PUSH] if k else style.INK)
        self._headline.set_text(_finding(c, lam))
        return _told(places, c, lam)

    def details(self, state: dict) -> str:
        """Return the place of the ball, and room and push of every fence."""
        x, c, lam = resting_place(state["t1"], state["t2"])
        rows = "; ".join(f"fence {i + 1} room {c[i]:.2f}, push {lam[i]:.2f}" for i in range(3))
        return f"Ball at ({signed(x[0])}, {signed(x[1])}), pull {np.hypot(*x):.2f}; {rows}."

    def _draw_fences(self, places: tuple[float, ...]) -> None:
        for n, t, side, line in zip(N, places, self._sides, self._lines, strict=True):
            along, middle = 9 * np.array([-n[1], n[0]]), t * n
            side.set_xy([middle + along, middle - along, middle - along - 9 * n,
                         middle + along - 9 * n])
            line.set_data(*np.transpose([middle + along, middle - along]))
        t1, t2, t3 = places
        y = -0.64 if t1 < 0.2 and t2 > 0.8 else 1.95        # clear of fence 2 and its name
        self._names[0].set_position(np.array([(t1 - 0.28 * y) / 0.96, y]) + 0.15 * N[0])
        self._names[1].set_position(np.array([-0.70, (t2 + 0.352 * 0.70) / 0.936]) + 0.15 * N[1])
        self._names[2].set_position((-t3 + 0.17, -0.62))
        away = min(abs(n @ [0.0, -0.16] - t) - abs(n[0]) * 0.4 for n, t in
                   zip(N, places, strict=True))
        self._lowest.set_visible(bool(away > 0.1 and t2 > -0.05))

    def _draw_forces(self, x: np.ndarray, c: np.ndarray, lam: np.ndarray) -> None:
        self._ball.set_data([x[0]], [x[1]])
        self._rooms.set_segments([[x, x - room * n] for room, n in zip(c, N, strict=True) if room])
        pull = np.hypot(*x)
        way = -x / pull if pull else np.zeros(2)
        self._pull.show(x + BALL * way, SHOWN * pull * way)
        tips = [x + (BALL + SHOWN * lam[i]) * N[i] for i in (0, 1)]
        for i in (0, 1):
            self._pushes[i].show(x + BALL * N[i], SHOWN * lam[i] * N[i])
            self._forces[i].set_text(f"{lam[i]:.2f}" if lam[i] else "")
        beside = lam[1] > 0         # above the tip it would meet the other arrow
        self._forces[0].set(position=tips[0] + ([0.08, 0.02] if beside else [0.0, 0.17]),
                            ha="left" if beside else "center")
        self._room.set_position((-LAST - 0.33, x[1] - 0.14))
        self._forces[1].set_position(tips[1] + [0.02, 0.14])
        self._forces[2].set_text(f"pull {pull:.2f}" if pull else "")
        crowded = pull < 0.55 and c[1] > 0.12        # the name of fence 2 is near
        self._forces[2].set(ha="left" if crowded else "right", position=(
            x + [0.2, -0.2] if crowded else x + (BALL + SHOWN * pull) * way + [-0.08, 0.14]))
        end = x + SHOWN * lam @ N
        self._sides_of_sum.set_segments(
            [[x + SHOWN * lam[i] * N[i], end] for i in (0, 1)] if (lam[:2] > 0).all() else [])


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
