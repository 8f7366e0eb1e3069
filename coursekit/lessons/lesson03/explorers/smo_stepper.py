"""Lesson 03: one step of SMO is a parabola between two walls, and the line turns beside it.

Legend: as in `coursekit.lessons.lesson03.runs`. State k shows step k and what it has led to; at 0
it shows the pair that is about to move. Across, the parabola is drawn in units of the way to its
top, upwards in units of the top's height: it always looks the same, and only the walls move.
"""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from coursekit.explorer import above, Button, Canvas, Choice, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson03.runs import CHOICES, DATA, MOST, Record, Step, recorded
from coursekit.plots import style

ACROSS, UPWARDS = (-0.55, 2.05), (-1.02, 1.74)      # in units of the way to the top, and its height
CARDS = ((0.54, 1.16, 1.48, 0.55), (0.06, -1.0, 1.96, 0.87))     # white, behind words
TANGENT = 0.53              # where its drawn part ends, in ways to the top
FAR = 60.0                  # longer than any line in the plane
FACES = ((1, "o"), (-1, "X"))
SMALL, LARGE = 60, 430      # area of a marker at α = 0, and what is added at α = C
WORDS, PALE = style.WORDS["male"], "#D4D4D4"
WALL = "#7A4A2B"
STREET = "#F8F2A0"          # the yellow of the margin, half as strong


def short(value: float, digits: int = 3) -> str:
    """Return a number for a picture: a few digits, and a power of ten where it is tiny.

    Examples
    --------
    >>> short(4.8415), short(0.000000283), short(-0.25), short(0.0)
    ('4.84', '2.8·10⁻⁷', '−0.25', '0')
    """
    if value and abs(value) < 1e-3:
        factor, power = f"{value:.1e}".split("e")
        return f"{factor}·10{str(int(power)).translate(RAISED)}".replace("-", "−")
    return f"{value:.{digits}g}".replace("-", "−")


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def apart(old: float, new: float) -> list[str]:
    """Return two numbers with as many digits as it takes to see that they differ.

    Examples
    --------
    >>> apart(0.0, 0.126), apart(0.95281, 0.95319)
    (['0', '0.126'], ['0.9528', '0.9532'])
    """
    digits = next((d for d in range(3, 8) if short(old, d) != short(new, d)), 3)
    return [short(old, digits), short(new, digits)]


def stopped_by(record: Record, k: int) -> str:
    """Return which multiplier stops the step after k steps, and at which of its bounds."""
    step, beta = record.step(k), record.betas[k]
    room_i, room_j = record.B[step.i] - beta[step.i], beta[step.j] - record.A[step.j]
    of_i = room_i <= room_j
    up = record.y[step.i] > 0 if of_i else record.y[step.j] < 0
    both = room_i == room_j and (record.y[step.i] > 0) != (record.y[step.j] > 0)
    who = "both α are" if both else f"α of {'i' if of_i else 'j'} is"
    C = max(record.B.max(), -record.A.min())
    return f"{who} {f'C = {short(C, 2)}' if up else '0'}"


class SMOStepper(Explorer):
    """A run of SMO, step by step: samples and line on the left, the parabola on the right.

    Examples
    --------
    >>> SMOStepper(step=3).status.split(".")[0]
    'Step 3 of 18 (sixty samples, C = 1): the pair reaches the top at t = 0'
    """

    title = "Two at a time"
    question = "Does the pair reach the top of its parabola, or does a wall stop it?"
    size = (8.8, 5.1)
    controls = (
        Slider("step", "step", 0, MOST, 1, 0, "how many pairs have moved"),
        LogSlider("C", "penalty C", 0.01, 100, 1, "the largest value of a multiplier"),
        LogSlider("tol", "tolerance", 1e-5, 1, 1e-3,
                  "the run ends when the KKT gap, the largest slope of a pair, is at most this"),
        Choice("pair", "pair", CHOICES, "steepest",
               "which pair moves: the one with the largest slope, or any that can still gain"),
        Choice("data", "samples", tuple(DATA), "sixty samples",
               "sixty samples that overlap, or the four of AND"))
    presets = {
        "first wall": Preset(
            {"step": 2}, "How far is the top? What stops the pair?",
            shows=r"^Step 2 of .*a wall stops the pair at t = 1"),
        "small C": Preset(
            {"step": 4, "C": 0.0501187233627}, "Where do the walls stand when C is small?",
            shows=r"C = 0\.0501.*a wall stops"),
        "tolerance 1": Preset(
            {"step": MOST, "tol": 1.0}, "How many steps, and which line, at a coarse tolerance?",
            shows=r"at most the tolerance 1: finished"),
        "finished": Preset(
            {"step": MOST}, "How many multipliers are above 0?",
            shows=r"at most the tolerance 0\.001: finished")}
    buttons = (Button("Back", "One step back", "back"), Button("Next", "One step on", "next"),
               Button("Play", "Play to the end; again to pause", "play"))

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the steps of the run in view: the slider ends where the run ends."""
        return {"step": (0, recorded(state["data"], state["C"], state["pair"]).end(state["tol"]))}

    # -- what is drawn ---------------------------------------------------------------

    def build(self, canvas: Canvas) -> None:
        """Create both panels and what is written."""
        canvas.figure.set_layout_engine("none")
        self._left = canvas.figure.add_axes((0.015, 0.15, 0.475, 0.69), xticks=[], yticks=[])
        self._right = canvas.figure.add_axes((0.545, 0.15, 0.44, 0.69), xticks=[], yticks=[],
                                             xlim=ACROSS, ylim=UPWARDS)
        for ax in (self._left, self._right):
            ax.grid(False)
            ax.spines[:].set_visible(True)
        self._build_plane(canvas, self._left)
        self._build_parabola(canvas, self._right)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: int, weight: str = "bold", colour: str = style.INK):
            return canvas.moving(paper.text(x, y, "", fontsize=size, color=colour, weight=weight,
                                            va="center"))
        self._title = words(0.015, 0.955, 17)
        self._above = words(0.015, 0.875, 14)
        self._below = words(0.015, 0.095, 13, "normal")
        self._key = words(0.015, 0.04, 13, "normal")
        self._W = words(0.545, 0.875, 14)
        self._left_over = words(0.545, 0.095, 14)
        self._stop = words(0.545, 0.04, 13, "normal")

    def _build_plane(self, canvas: Canvas, ax) -> None:
        self._street = canvas.moving(ax.add_patch(Polygon(
            np.zeros((4, 2)), facecolor=STREET, edgecolor=style.GREY, lw=1.2, zorder=0)))
        (self._old,) = ax.plot([], [], "--", color=style.GREY, lw=2.5, zorder=1)
        (self._line,) = ax.plot([], [], color=style.INK, lw=4, zorder=2)
        (self._join,) = ax.plot([], [], ":", color=style.INK, lw=2.4, zorder=2)
        self._dots = {c: ax.scatter([], [], marker=marker, color=style.COLOURS[c],
                                    edgecolor="white", linewidth=0.9, zorder=3)
                      for c, marker in FACES}
        self._rings = ax.scatter([], [], facecolor="none", edgecolor=style.INK, linewidth=2.8,
                                 zorder=4)
        self._names, self._frames, self._leads = [], [], []
        for x, y, side in ((0.025, 0.95, "left"), (0.975, 0.05, "right")):
            self._names.append(canvas.moving(ax.text(
                x, y, "", fontsize=14, weight="bold", ha=side, transform=ax.transAxes, zorder=7,
                va="center")))
            self._frames.append(canvas.moving(ax.add_patch(Rectangle(
                (0, y - 0.04), 0, 0.08, facecolor="white", edgecolor=style.INK, lw=1.6, zorder=6,
                transform=ax.transAxes))))
            self._leads += ax.plot([], [], color="#5A5A5A", lw=1.2, zorder=5)
        for artist in (self._old, self._line, self._join, *self._dots.values(), self._rings,
                       *self._leads):
            canvas.moving(artist)

    def _build_parabola(self, canvas: Canvas, ax) -> None:
        u = np.linspace(*ACROSS, 200)
        canvas.moving(ax.axhline(0, color=style.GREY, lw=1.2, zorder=1))
        canvas.moving(ax.plot(u, 2 * u - u**2, "--", color="#5A5A5A", lw=2.5, zorder=2)[0])
        self._walls = [canvas.moving(ax.add_patch(Rectangle(
            (0, UPWARDS[0]), 0, np.ptp(UPWARDS), facecolor=PALE, lw=0, zorder=0))) for _ in "AB"]
        self._edges = [canvas.moving(ax.plot([], [], color=WALL, lw=8, zorder=3,
                                             solid_capstyle="butt")[0]) for _ in "AB"]
        (self._inside,) = ax.plot([], [], color=style.INK, lw=5, zorder=4)
        (self._slope,) = ax.plot([-0.4, TANGENT], [-0.8, 2 * TANGENT], color=style.BLUE, lw=3.5,
                                 zorder=2)
        (self._gain,) = ax.plot([], [], color=style.GREEN, lw=5, zorder=5)
        (self._top,) = ax.plot([1], [1], "o", color="white", markeredgecolor=style.INK,
                               markeredgewidth=2.5, markersize=12, zorder=5)
        (self._here,) = ax.plot([0], [0], "o", color=style.INK, markeredgecolor="white",
                                markeredgewidth=1.5, markersize=14, zorder=6)
        (self._star,) = ax.plot([], [], "*", color=style.GREEN, markeredgecolor="white",
                                markeredgewidth=1.5, markersize=28, zorder=7)

        def words(x: float, y: float, size: int, colour: str, weight: str = "bold"):
            return canvas.moving(ax.text(
                x, y, "", fontsize=size, color=colour, weight=weight, va="center", zorder=8,
                ha="right"))
        for x, y, wide, high in CARDS:
            canvas.moving(ax.add_patch(Rectangle((x, y), wide, high, facecolor="white", lw=1,
                                                 edgecolor=PALE, zorder=7.5)))
        self._steep = words(1.99, 1.58, 13, style.WORDS["survived"])
        self._height = words(1.99, 1.30, 14, style.INK, "normal")
        self._reached = words(1.99, -0.27, 20, WORDS)
        self._way = words(1.99, -0.55, 14, WORDS)
        self._wall = words(1.99, -0.83, 14, "#6A3E22")
        for artist in (self._inside, self._slope, self._gain, self._top, self._here, self._star):
            canvas.moving(artist)

    # -- one state -------------------------------------------------------------------

    def draw(self, state: dict) -> str:
        """Show a step: the pair, its parabola, and where the line has gone."""
        record = recorded(state["data"], state["C"], state["pair"])
        k = min(state["step"], record.end(state["tol"]))
        made, step = k > 0, record.step(max(k - 1, 0))
        self._place(state["data"], record)
        self._draw_lines(record, k)
        self._draw_samples(record, k, step, state["C"])
        self._draw_parabola(step, made)
        self._write(record, state, k, step)
        return self._status(record, state, k, step)

    def details(self, state: dict) -> str:
        """Return the pair, its parabola and the line of a state."""
        record = recorded(state["data"], state["C"], state["pair"])
        k = min(state["step"], record.end(state["tol"]))
        step, (w, b) = record.step(max(k - 1, 0)), record.line(k)
        line = f"; w = ({w[0]:.3f}, {w[1]:.3f}), b = {b:.3f}" if k else ""
        wrong = int(np.sum(record.y * (record.X @ w + b) <= 0))
        return (f"Pair i = {step.i}, j = {step.j}: slope {step.slope:.3g}, curvature "
                f"{step.eta:.3g}, from {step.low:.3g} to {step.high:.3g}{line}"
                f"{f'; misclassified: {wrong}' if k else ''}.").replace("-", "−")

    def _place(self, data: str, record: Record) -> None:
        room = 0.75 if data == "AND" else 0.13
        low, high = record.X.min(axis=0), record.X.max(axis=0)
        low, high = low - room * (high - low), high + room * (high - low)
        if self._left.get_xlim() != (low[0], high[0]):
            self._left.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))

    def _draw_lines(self, record: Record, k: int) -> None:
        for drawn, at in ((self._line, k), (self._old, k - 1)):
            drawn.set_data([], [])
            self._street.set_visible(k > 0)
            if at > 0:
                w, b = record.line(at)
                along = FAR * np.array([-w[1], w[0]]) / np.linalg.norm(w)
                feet = {h: (h - b) * w / (w @ w) for h in (-1, 0, 1)}
                drawn.set_data(*np.transpose([feet[0] - along, feet[0] + along]))
                if at == k:
                    self._street.set_xy([feet[-1] - along, feet[-1] + along, feet[1] + along,
                                         feet[1] - along])

    def _draw_samples(self, record: Record, k: int, step: Step, C: float) -> None:
        size = SMALL + LARGE * np.abs(record.betas[k]) / C
        for c, dots in self._dots.items():
            dots.set_offsets(record.X[record.y == c])
            dots.set_sizes(size[record.y == c])
        pair = [step.i, step.j]
        places = record.X[pair]
        self._rings.set_offsets(places)
        self._rings.set_sizes(1.35 * size[pair] + 190)
        self._join.set_data(*places.T)
        for name, frame, lead, letter, s, corner in zip(
                self._names, self._frames, self._leads, "ij", pair, ((0.16, 0.91), (0.84, 0.09)),
                strict=True):
            old, new = (abs(record.betas[at][s]) for at in (max(k - 1, 0), k))
            words = f"{letter}: α = " + (" → ".join(apart(old, new)) if k else "0")
            name.set_text(words)
            wide = 0.04 + 0.0275 * len(words)
            frame.set(x=0.01 if letter == "i" else 0.99 - wide, width=wide)
            end = self._left.transData.inverted().transform(self._left.transAxes.transform(corner))
            lead.set_data(*np.transpose([end, record.X[s]]))

    def _draw_parabola(self, step: Step, made: bool) -> None:
        top = step.top
        low, high = max(step.low / top, ACROSS[0]), min(step.high / top, ACROSS[1])
        for area, edge, (start, end), at in zip(
                self._walls, self._edges, ((ACROSS[0], low), (high, ACROSS[1])),
                (step.low / top, step.high / top), strict=True):
            area.set(x=start, width=end - start)
            edge.set_data([at, at], UPWARDS)
            edge.set_visible(bool(ACROSS[0] <= at <= ACROSS[1]))
        u, to = np.linspace(low, high, 80), step.t / top
        self._inside.set_data(u, 2 * u - u**2)
        self._gain.set_data([to, to], [0, 2 * to - to**2])
        self._star.set_data([to], [2 * to - to**2])
        for artist in (self._gain, self._star):
            artist.set_visible(made)

    def _write(self, record: Record, state: dict, k: int, step: Step) -> None:
        count, end = int(np.count_nonzero(record.betas[k])), record.end(state["tol"])
        gap, tol = record.gaps[k], state["tol"]
        done = f"; {'run finished' if gap <= tol else 'record ends'}" * (k == end)
        met = f"hits a wall {min(step.high / step.top, 0.99):.0%} of the way to the top" \
            if step.clipped else "reaches the top"
        self._title.set_text(f"Step {k} {met}{done}" if k else
                             "Two multipliers are about to move: top, or wall?")
        self._above.set_text(f"{count} of {len(record.y)} multipliers α are above 0" if k else
                             "All multipliers α are 0; no line yet")
        self._below.set_text("bigger marker = larger multiplier α, up to C")
        self._key.set_text("dashed: the line before this step" if k > 1 else
                           "rings: the two samples i and j that move")
        self._W.set_text("How W rises as i and j move by t")
        self._steep.set_text(f"slope at 0: {short(step.slope)}")
        self._height.set_text(f"top: t = {short(step.top)}")
        self._reached.set_text(f"t = {short(step.t)}" if k else "t = ?")
        self._way.set_text(f"W rises by {short(float(step.rise(step.t)))}" if k else
                           "W rises by ?")
        self._wall.set_text(f"wall: {stopped_by(record, max(k - 1, 0))}" if step.clipped and k
                            else "")
        told = above(gap, tol)[0] if gap > tol else short(gap)
        self._left_over.set_text(f"KKT gap now: {told}")
        self._stop.set_text(f"= largest slope left; tolerance {short(tol)}")
        self._left_over.set_color(WORDS if gap <= tol else style.INK)

    def _status(self, record: Record, state: dict, k: int, step: Step) -> str:
        end, gap, tol = record.end(state["tol"]), record.gaps[k], state["tol"]
        where = f"Step {k} of {end} ({state['data']}, C = {short(state['C'])}"
        where += ")" if state["pair"] == "steepest" else ", random pairs)"
        if not k:
            return (f"{where}: samples {step.i} and {step.j} will move first; the top lies at "
                    f"t = {short(step.top)}, and the KKT gap is {short(gap)}.")
        met = f"a wall stops the pair at t = {short(step.t)}" if step.clipped else \
            f"the pair reaches the top at t = {short(step.t)}"
        ends = f"at most the tolerance {short(tol)}: finished" if gap <= tol else \
            "above the tolerance" + ": the record is cut off here" * (k == end)
        return (f"{where}: {met}. W rises by {short(float(step.rise(step.t)))}, to "
                f"{record.W(k):.4g}. KKT gap {short(gap) if gap <= tol else above(gap, tol)[0]}, "
                f"{ends}.")
