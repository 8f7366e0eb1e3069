"""Lesson A2: a curve in its tube, the pulls of its samples, and what a residual costs.

Legend: ``epsilon`` half-width of the tube, ``C`` penalty, ``h`` width of the Gaussian,
``beta / C`` pull of a sample, as a share of C.
"""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Toggle
from coursekit.lessons.lessona2.wave import (
    NOISE, WIDTHS, Curve, errors, fit, rmse, wave, without_hollow)
from coursekit.plots import style

PLACES = np.linspace(-0.3, 9.3, 321)[:, None]
LOW, HIGH = -5.4, 5.4           # the frame of the curve, in units of y
REACH = 3.8                     # largest residual in the picture
MOST = {"linear": 3.8, "squared": 7.2}      # largest cost
HEAD, HALF = 0.26, 0.11         # length and half-width of the head of an arrow
STILL = 1e-3                    # a curve that moves by less has not moved
PULL, TRAIN, FRESH = "#00704F", "#1C6399", "#A34400"    # words: 4.5 : 1 on white and on the tube
HOLLOW = "#F6EF8E"              # the tube, and dashes on the black curve
COST, ERRORS = "cost", "errors"


class Tube(Explorer):
    """A tube around a curve; only samples on its wall or outside pull.

    Examples
    --------
    >>> Tube(epsilon=3.0).status.split(": ")[1].split(";")[0]
    'no sample pulls'
    """

    title = "The tube"
    question = "Which samples hold the curve?"
    size = (8.8, 5.1)
    controls = (
        Slider("epsilon", "tube ε", 0.0, 3.0, 0.1, 0.6,
               "half-width of the tube: residuals up to ε cost nothing, in units of y"),
        LogSlider("C", "penalty C", 0.1, 10, 10, "what a slack costs; the largest pull", 2),
        LogSlider("h", "width h", 0.1, 10, 1, "width of the Gaussian bumps, in units of x", 4),
        Choice("slack", "slack", ("linear", "squared"), "linear",
               "what a sample outside costs: C times its slack, or C/2 times its square"),
        Choice("beside", "right", (COST, ERRORS), COST,
               "beside the curve: what each residual costs, or how far off the curve is"),
        Toggle("drop", "leave out", False, "fit again without the hollow samples"))
    presets = {
        "left out": Preset({"drop": True}, "How far has the curve moved?",
                           shows=r"without the 23 .*moves by less than 0\.001"),
        "no tube": Preset({"epsilon": 0.0, "beside": ERRORS},
                          "Every sample pulls. What does the curve follow?",
                          shows=r"40 of 40 samples pull.*on fresh ones 0\.8"),
        "wide": Preset({"epsilon": 2.0, "beside": ERRORS},
                       "Only three samples pull. What do they hold?",
                       shows=r"3 of 40 samples pull.*on fresh ones 0\.9"),
        "ridge": Preset({"epsilon": 0.0, "slack": "squared"},
                        "Which arrow is the longest now?",
                        shows=r"squared slack: 40 of 40 samples pull")}

    def build(self, canvas: Canvas) -> None:
        """Create the curve in its tube, the arrows, both right panels and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        self._plane = figure.add_axes((0.068, 0.105, 0.565, 0.785), xlim=(-0.3, 9.3),
                                      ylim=(LOW, HIGH), xlabel="x", ylabel="y")
        self._plane.grid(False)
        self._build_curve(canvas)
        self._panels = {COST: _Cost(canvas), ERRORS: _Errors(canvas)}
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=-1)
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.015, 0.945, "", fontsize=16, weight="bold",
                                               va="center"))

        def words(x: float, y: float, size: float, **more):
            return canvas.moving(self._plane.text(x, y, "", fontsize=size, va="center", zorder=9,
                                                  **more))
        self._count = words(5.0, 4.65, 22, weight="bold", ha="center", color=PULL)
        self._arrow = words(5.0, 3.75, 14, ha="center", color=PULL)
        self._inside = words(0.0, -4.0, 14, weight="bold", color="#4A4A4A")
        self._moved = words(0.0, -4.8, 14, weight="bold", color=style.INK)

    def _build_curve(self, canvas: Canvas) -> None:
        ax = self._plane
        self._tube = ax.add_collection(PolyCollection([], facecolor=HOLLOW, edgecolor="#9A8F00",
                                                      lw=1.3, zorder=0))
        (self._curve,) = ax.plot([], [], color=style.COLOURS["decision line"], lw=4.5, zorder=2)
        (self._before,) = ax.plot([], [], color=HOLLOW, lw=1.8, ls=(0, (4, 4)), zorder=3)
        self._shafts = ax.add_collection(LineCollection([], colors=style.COLOURS["multiplier"],
                                                        linewidths=3.4, zorder=4))
        self._heads = ax.add_collection(PolyCollection([], facecolor=style.COLOURS["multiplier"],
                                                       lw=0, zorder=4))
        (self._free,) = ax.plot([], [], "o", ms=9, mfc="white", mec=style.GREY, mew=1.6, zorder=5)
        (self._gone,) = ax.plot([], [], "x", ms=8, color=style.GREY, mew=1.8, zorder=5)
        (self._held,) = ax.plot([], [], "o", ms=10, mfc="#8DBFE2", mec=style.INK, mew=2.2, zorder=6)
        for artist in (self._tube, self._curve, self._before, self._shafts, self._heads,
                       self._free, self._gone, self._held):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Fit, and move the curve, its tube, the arrows and the panel beside them."""
        setting = {name: state[name] for name in ("epsilon", "C", "h", "slack")}
        now = fit(**setting)
        refit = without_hollow(**setting) if state["drop"] else None
        shown = refit or now.model
        f = shown.predict(PLACES)
        low, high = f - state["epsilon"], f + state["epsilon"]
        self._tube.set_verts([np.vstack([np.column_stack([PLACES, low]),
                                         np.column_stack([PLACES, high])[::-1]])])
        self._curve.set_data(PLACES[:, 0], f)
        self._before.set_visible(refit is not None)
        whole = now.model.predict(PLACES)
        self._before.set_data(PLACES[:, 0], whole)
        moved = float(np.abs(f - whole).max())
        self._samples(now, state["C"], state["drop"])
        self._words(now, state, moved)
        for name, panel in self._panels.items():
            panel.visible(name == state["beside"])
        self._panels[state["beside"]].show(now, state)
        self.canvas.invalidate(key=(state["beside"], state["slack"]))
        return _sentence(now, state, moved)

    def details(self, state: dict) -> str:
        """Return the pull of every sample that has one."""
        now = fit(*(state[name] for name in ("epsilon", "C", "h", "slack")))
        X, _ = wave()
        each = ", ".join(f"{b / state['C']:+.2f} at x = {x:.1f}"
                         for x, b in zip(X[:, 0], now.beta, strict=True) if b)
        return f"Pulls as a share of C: {each or 'none'}.".replace("-", "−")

    def _samples(self, now: Curve, C: float, drop: bool) -> None:
        (X, y), held = wave(), now.pulls
        for line, chosen in ((self._held, held), (self._free, ~held),
                             (self._gone, ~held & drop & held.any())):
            line.set_data(X[chosen, 0], y[chosen])
        arrows = [(x, start, pull) for x, start, pull in
                  zip(X[held, 0], now.f[held], now.beta[held] / C, strict=True)]
        self._shafts.set_segments([[(x, a), (x, a + _shaft(pull))] for x, a, pull in arrows])
        self._heads.set_verts([_head(x, a + pull, np.sign(pull)) for x, a, pull in arrows
                               if abs(pull) > HEAD])

    def _words(self, now: Curve, state: dict, moved: float) -> None:
        n, held = len(now.beta), int(now.pulls.sum())
        drop = state["drop"] and held < n
        opening = state == self._start()
        self._count.set_text(f"{held} blue, {n - held} hollow" if opening
                             else f"{held} of {n} pull" if held else "no sample pulls")
        self._arrow.set_text("" if not held else "arrow length = pull, at most C"
                             if state["slack"] == "linear"
                             else "arrow length = pull, C times the slack")
        self._inside.set_text("" if held == n else
                              f"crossed out: {n - held} inside; dashes: curve before"
                              if drop else f"hollow: {n - held} inside the tube" if held
                              else f"hollow: all {n} inside the tube")
        self._moved.set_text("" if not state["drop"] else "no sample is hollow" if held == n else
                             "no sample would be left" if not held else
                             f"the curve moved by {_by(moved)}")
        self._title.set_text(
            f"What if the {n - held} hollow samples are left out?" if opening else
            "Without the samples inside its tube, the curve stays" if drop and held else
            "In so wide a tube a level curve costs nothing" if not held else
            "Only samples on the wall or outside pull the curve" if held < n else
            "So narrow a tube has no sample inside" if state["epsilon"] else
            "Without a tube, every sample pulls at the curve")


class _Cost:
    """What a residual costs, with every sample at its residual."""

    def __init__(self, canvas: Canvas):
        ax = canvas.figure.add_axes((0.718, 0.105, 0.27, 0.63), xlim=(-REACH, REACH),
                                    xticks=[-3, 0, 3])
        ax.grid(False)
        style.label(ax, "", "residual r", "cost / C")
        self._ax, self._ends = ax, canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=HOLLOW, lw=0, zorder=0)))
        (self._line,) = ax.plot([], [], color=style.COLOURS["slack"], lw=4, zorder=2)
        (self._free,) = ax.plot([], [], "o", ms=8, mfc="white", mec=style.GREY, mew=1.5, zorder=3)
        (self._held,) = ax.plot([], [], "o", ms=9, mfc="#8DBFE2", mec=style.INK, mew=1.9, zorder=4)
        self._rule = ax.text(0.5, 1.17, "", ha="center", va="center", fontsize=14, weight="bold",
                             color="#9C3C72", transform=ax.transAxes)
        self._note = ax.text(0.5, 1.07, "", ha="center", va="center", fontsize=13.5, color=PULL,
                             transform=ax.transAxes)
        self._moving = [canvas.moving(a) for a in (self._line, self._free, self._held, self._rule,
                                                   self._note)] + [self._ends]

    def visible(self, shown: bool) -> None:
        """Show or hide all of it."""
        for artist in [self._ax, *self._moving]:
            artist.set_visible(shown)

    def show(self, now: Curve, state: dict) -> None:
        """Draw the cost, and every sample on it."""
        epsilon, power = state["epsilon"], 1 if state["slack"] == "linear" else 2

        def cost(r: np.ndarray) -> np.ndarray:
            return np.maximum(0, np.abs(r) - epsilon) ** power / power
        r, most = np.linspace(-REACH, REACH, 401), MOST[state["slack"]]
        self._ax.set(ylim=(-0.07 * most, most), yticks=[0, 1, 2, 3] if power == 1 else [0, 2, 4, 6])
        self._line.set_data(r, cost(r))
        self._ends.set_verts([[(-epsilon, -0.07 * most), (-epsilon, most), (epsilon, most),
                               (epsilon, -0.07 * most)]])
        for line, chosen in ((self._free, ~now.pulls), (self._held, now.pulls)):
            at = now.residual[chosen]
            line.set_data(at, cost(at))
        self._rule.set_text("cost: the slack ξ" if power == 1 else "cost: ½ ξ² (other scale)")
        self._note.set_text("steepness = pull")


class _Errors:
    """How far off the curve is, on its own samples and on fresh ones, for every ε."""

    def __init__(self, canvas: Canvas):
        ax = canvas.figure.add_axes((0.718, 0.105, 0.27, 0.755), xlim=(-0.12, 3.12),
                                    ylim=(0, 2.6), xticks=[0, 1, 2, 3], yticks=[0, 1, 2])
        ax.grid(False)
        style.label(ax, "", "tube ε", "error (RMSE)")
        (self._train,) = ax.plot([], [], color=style.COLOURS["train"], lw=3.5, zorder=2)
        (self._fresh,) = ax.plot([], [], color=style.COLOURS["test"], lw=3.5, zorder=2)
        (self._noise,) = ax.plot([0, 3], [NOISE, NOISE], color=style.INK, ls=":", lw=1.8, zorder=1)
        (self._dots,) = ax.plot([], [], "D", color=style.INK, ms=10, mec="white", zorder=4)
        self._told = ax.text(1.5, 2.44, "", fontsize=14.5, weight="bold", ha="center", va="center",
                             color=FRESH)
        self._own = ax.text(1.5, 2.2, "", fontsize=13.5, weight="bold", ha="center", va="center",
                            color=TRAIN)
        self._name = ax.text(3.05, 0.1, f"dotted: noise {NOISE}", fontsize=13, ha="right")
        self._moving = [self._train, self._fresh, self._noise, self._dots, self._told, self._own,
                        self._name]
        self._ax = ax
        for artist in self._moving:
            canvas.moving(artist)

    def visible(self, shown: bool) -> None:
        """Show or hide all of it."""
        for artist in [self._ax, *self._moving]:
            artist.set_visible(shown)

    def show(self, now: Curve, state: dict) -> None:
        """Draw both curves of errors, and where ε stands."""
        table = errors(state["C"], state["h"], state["slack"])
        self._train.set_data(WIDTHS, table[0])
        self._fresh.set_data(WIDTHS, table[1])
        own, fresh = _at(state)
        self._dots.set_data([state["epsilon"]] * 2, [own, fresh])
        self._told.set_text(f"on fresh ones: {fresh:.2f}")
        self._own.set_text(f"on its own: {own:.2f}")


def _at(state: dict) -> tuple[float, float]:
    """Return the RMSE on the curve's own samples and on fresh ones."""
    table = errors(state["C"], state["h"], state["slack"])
    k = int(np.abs(WIDTHS - state["epsilon"]).argmin())
    return float(table[0, k]), float(table[1, k])


def _shaft(pull: float) -> float:
    """Return how long the shaft of an arrow is; a weak pull is a stroke without a head."""
    return float(pull - np.sign(pull) * 0.8 * HEAD) if abs(pull) > HEAD else float(pull)


def _head(x: float, tip: float, sign: float) -> list[tuple[float, float]]:
    return [(x, tip), (x - HALF, tip - sign * HEAD), (x + HALF, tip - sign * HEAD)]


def _sentence(now: Curve, state: dict, moved: float) -> str:
    n, held = len(now.beta), int(now.pulls.sum())
    full = int(np.sum(np.abs(now.beta) >= state["C"] * (1 - 1e-9)))
    at = ", ".join(f"{c.label} = {c.text(state[c.name])}" for c in Tube.controls[:3])
    pulls = f"{held} of {n} samples pull" if held else "no sample pulls"
    if held and state["slack"] == "linear":
        pulls += f", {full or 'none'} of them with all of C"
    y = wave()[1]
    if state["beside"] == ERRORS:
        own, fresh = _at(state)
        ends = f"the error is {own:.2f} on these samples and on fresh ones {fresh:.2f}"
    else:
        ends = f"the error on these samples is {rmse(y, now.f):.2f}"
    if state["drop"]:
        ends = (_left_out(n, held, moved) if state["beside"] == COST
                else f"{_left_out(n, held, moved)}, and {ends}")
    return f"{at}, {state['slack']} slack: {pulls}; {ends}."


def _left_out(n: int, held: int, moved: float) -> str:
    if held == n:
        return "no sample is hollow, so none is left out"
    if not held:
        return f"without the {n} hollow ones no sample would be left"
    return f"without the {n - held} hollow ones the curve moves by {_by(moved)}"


def _by(moved: float) -> str:
    return f"less than {STILL:g}" if moved < STILL else f"{moved:.3f}"
