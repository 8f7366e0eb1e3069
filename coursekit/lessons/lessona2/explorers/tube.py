"""Lesson A2: a curve in its tube, the pulls of its samples, and what a residual costs.

Legend: ``epsilon`` half-width of the tube, ``C`` penalty, ``h`` width of the Gaussian,
``beta / C`` pull of a sample, as a share of C.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage, Toggle
from coursekit.lessons.lessona2.wave import (
    NOISE, WIDTHS, Curve, errors, fit, rmse, wave, without_hollow)
from coursekit.plots import style
from coursekit.wording import signed

PLACES = np.linspace(-0.3, 9.3, 321)[:, None]
LOW, HIGH = -5.0, 5.0           # the frame of the curve, in units of y
REACH = 3.8                     # largest residual in the picture
MOST = {"linear": 3.8, "squared": 7.2}      # largest cost
STRONGEST = {"linear": 1.2, "squared": 3.8}     # largest pull, as a share of C
STILL = 1e-3                    # a curve that moves by less has not moved
PULL, TRAIN, FRESH = "#00704F", "#1C6399", "#A34400"    # words: 4.5 : 1 on white and on the tube
SLACK = "#9C3C72"
TUBE = "#F6EF8E"                # the tube, and dashes on the black curve
HELD = {"mfc": "#8DBFE2", "mec": style.INK, "mew": 2}
HOLLOW = {"mfc": "white", "mec": style.GREY, "mew": 1.5}
COST, ERRORS = "cost", "errors"
LEFT, WIDE, NARROW = 0.068, 0.917, 0.565        # shares of the picture


class Tube(Explorer):
    """A tube around a curve; only samples on its wall or outside pull.

    Without the control ``beside`` the curve has the whole picture; without ``drop`` its title asks
    what would happen without the hollow samples.

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
                           shows=r"hollow ones \(23\).*moves by less than 0\.001"),
        "no tube": Preset({"epsilon": 0.0, "beside": ERRORS},
                          "Every sample pulls. How far off is this curve on fresh samples?",
                          shows=r"40 of 40 samples pull.*on fresh ones 0\.8"),
        "wide": Preset({"epsilon": 2.0, "beside": ERRORS},
                       "Only three samples pull. What do they hold?",
                       shows=r"3 of 40 samples pull.*on fresh ones 0\.9"),
        "ridge": Preset({"epsilon": 0.0, "slack": "squared"},
                        "Which bar is the longest now?",
                        shows=r"squared slack: 40 of 40 samples pull")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane above the pulls, and the panels beside them."""
        names = {control.name for control in self.controls}
        self._asks, self._alone = "drop" not in names, "beside" not in names
        wide, ends = WIDE if self._alone else NARROW, {"xlim": (-0.3, 9.3)}
        self._stage = stage = Stage(
            canvas,
            plane=((LEFT, 0.375, wide, 0.515), {
                **ends, "ylim": (LOW, HIGH), "ylabel": "y", "xticks": range(0, 10, 2)}),
            pulls=((LEFT, 0.105, wide, 0.195), {**ends, "xlabel": "x"}),
            cost=((0.718, 0.105, 0.27, 0.63), {
                "xlim": (-REACH, REACH), "xticks": [-3, 0, 3], "xlabel": "residual r",
                "ylabel": "cost / C"}),
            errors=((0.718, 0.105, 0.27, 0.755), {
                "xlim": (-0.12, 3.12), "ylim": (0, 2.6), "xticks": [0, 1, 2, 3],
                "yticks": [0, 1, 2], "xlabel": "tube ε", "ylabel": "error (RMSE)"}))
        stage.plane.tick_params(labelbottom=False)
        stage.pulls.axhline(0, color=style.INK, lw=1.2)

    def draw(self, state: dict) -> str:
        """Fit, and draw the curve, its tube, the pulls and the panel beside them."""
        now = fit(*_setting(state))
        refit = without_hollow(*_setting(state)) if state["drop"] else None
        whole = now.model.predict(PLACES)
        f = refit.predict(PLACES) if refit else whole
        moved = float(np.abs(f - whole).max())
        self._curve(f, whole if refit else None, state["epsilon"])
        self._samples(now, refit is not None)
        self._pulls(now, state)
        self._words(now, state, moved)
        for name in (COST, ERRORS):
            getattr(self._stage, name).set_visible(not self._alone and name == state["beside"])
        if not self._alone:
            (self._cost if state["beside"] == COST else self._errors)(now, state)
        return _sentence(now, state, moved)

    def details(self, state: dict) -> str:
        """Return the pull of every sample that has one."""
        now, (X, _) = fit(*_setting(state)), wave()
        each = ", ".join(f"{signed(b / state['C'], '+.2f')} at x = {x:.1f}"
                         for x, b in zip(X[:, 0], now.beta, strict=True) if b)
        return f"Pulls as a share of C: {each or 'none'}."

    def _curve(self, f: np.ndarray, before: np.ndarray | None, epsilon: float) -> None:
        ax, x = self._stage.plane, PLACES[:, 0]
        ax.fill_between(x, f - epsilon, f + epsilon, facecolor=TUBE, edgecolor="#9A8F00", lw=1.3,
                        zorder=0)
        ax.plot(x, f, color=style.COLOURS["decision line"], lw=4.5, zorder=2)
        if before is not None:
            ax.plot(x, before, color=TUBE, lw=1.8, ls=(0, (4, 4)), zorder=3)

    def _samples(self, now: Curve, dropped: bool) -> None:
        ax, (X, y), held = self._stage.plane, wave(), now.pulls
        ax.plot(X[held, 0], y[held], "o", ms=10, zorder=6, **HELD)
        ax.plot(X[~held, 0], y[~held], "o", ms=7, zorder=5, **HOLLOW)
        if dropped:
            ax.plot(X[~held, 0], y[~held], "x", ms=8, color=style.GREY, mew=1.8, zorder=5)

    def _pulls(self, now: Curve, state: dict) -> None:
        """Draw each pull as a bar under its sample, upwards or downwards."""
        ax, most = self._stage.pulls, STRONGEST[state["slack"]]
        ax.set(ylim=(-most, most), yticks=[-1, 0, 1] if state["slack"] == "linear" else [-3, 0, 3])
        ax.set_yticklabels(["−C", "0", "C"] if state["slack"] == "linear" else ["−3C", "0", "3C"])
        self._stage.lines(ax, [[(x, 0), (x, b)] for x, b in
                               zip(wave()[0][:, 0], now.beta / state["C"], strict=True) if b],
                          style.COLOURS["multiplier"], 5)
        full = np.abs(now.beta) >= state["C"] * (1 - 1e-9)
        less = now.pulls & ~full if state["slack"] == "linear" else np.zeros_like(full)
        for dots, face in ((now.pulls & ~less, style.COLOURS["multiplier"]), (less, "white")):
            ax.plot(wave()[0][dots, 0], now.beta[dots] / state["C"], "o", ms=6.5, zorder=4,
                    color=style.COLOURS["multiplier"], mfc=face, mew=1.5)
        told = "pull = C times the slack: no ceiling"
        if state["slack"] == "linear":
            for ceiling in (-1, 1):
                ax.axhline(ceiling, color=style.GREY, ls="--", lw=1.8)
            told = "pulls (dashed: ceiling C; white dot: less)"
        self._stage.word(LEFT, 0.335, told, 13.5, color=PULL)

    def _words(self, now: Curve, state: dict, moved: float) -> None:
        n, held, stage = len(now.beta), int(now.pulls.sum()), self._stage
        drop = state["drop"] and held < n
        stage.word(4.7, 3.9, f"{held} blue, {n - held} hollow" if self._asks
                   else f"{held} of {n} pull" if held else "no sample pulls", 20, stage.plane,
                   ha="center", color=PULL)
        if state["drop"]:
            told = ("no sample is hollow" if held == n else "no sample would be left" if not held
                    else f"{n - held} left out: the curve moved by {_by(moved)}")
            stage.word(-0.15, -4.3, told, 13.5, stage.plane, zorder=9)
        stage.word(0.015, 0.945, f"What if the hollow samples ({n - held}) go?"
                   if self._asks and 0 < held < n else
                   "Without the samples inside its tube, the curve stays" if drop and held else
                   "In so wide a tube a level curve costs nothing" if not held else
                   "Only samples on the wall or outside pull the curve" if held < n else
                   "So narrow a tube has no sample inside" if state["epsilon"] else
                   "Without a tube, every sample pulls at the curve", 16)

    def _cost(self, now: Curve, state: dict) -> None:
        """Draw what a residual costs, with every sample at its residual."""
        ax, stage, linear = self._stage.cost, self._stage, state["slack"] == "linear"
        epsilon, power, most = state["epsilon"], 1 if linear else 2, MOST[state["slack"]]

        def cost(r: np.ndarray) -> np.ndarray:
            return np.maximum(0, np.abs(r) - epsilon) ** power / power
        r = np.linspace(-REACH, REACH, 401)
        ax.set(ylim=(-0.07 * most, most), yticks=[0, 1, 2, 3] if linear else [0, 2, 4, 6])
        ax.axvspan(-epsilon, epsilon, color=TUBE, lw=0, zorder=0)
        ax.plot(r, cost(r), color=style.COLOURS["slack"], lw=4, zorder=2)
        for chosen, look in ((~now.pulls, HOLLOW), (now.pulls, HELD)):
            at = now.residual[chosen]
            ax.plot(at, cost(at), "o", ms=8.5, zorder=3, **look)
        stage.word(0.5, 1.17, "cost: the slack ξ" if linear else "cost: ½ ξ² (other scale)", 14,
                   ax, ha="center", color=SLACK, transform=ax.transAxes)
        stage.word(0.5, 1.07, "steepness = pull", 13.5, ax, ha="center", color=PULL,
                   transform=ax.transAxes)

    def _errors(self, now: Curve, state: dict) -> None:
        """Draw how far off the curve is, on its own samples and on fresh ones, for every ε."""
        ax, stage = self._stage.errors, self._stage
        own, fresh = _at(state)
        for values, role in zip(errors(state["C"], state["h"], state["slack"]), ("train", "test"),
                                strict=True):
            ax.plot(WIDTHS, values, color=style.COLOURS[role], lw=3.5, zorder=2)
        ax.plot([0, 3], [NOISE, NOISE], color=style.INK, ls=":", lw=1.8, zorder=1)
        ax.plot([state["epsilon"]] * 2, [own, fresh], "D", color=style.INK, ms=10, mec="white",
                zorder=4)
        stage.word(1.5, 2.44, f"on fresh ones: {fresh:.2f}", 14.5, ax, ha="center", color=FRESH)
        stage.word(1.5, 2.2, f"on these forty: {own:.2f}", 13.5, ax, ha="center", color=TRAIN)
        stage.word(3.05, 0.1, f"dotted: noise {NOISE}", 13, ax, "normal", ha="right")


def _setting(state: dict) -> tuple:
    return state["epsilon"], state["C"], state["h"], state["slack"]


def _at(state: dict) -> tuple[float, float]:
    """Return the RMSE on the curve's own samples and on fresh ones."""
    table = errors(state["C"], state["h"], state["slack"])
    k = int(np.abs(WIDTHS - state["epsilon"]).argmin())
    return float(table[0, k]), float(table[1, k])


def _sentence(now: Curve, state: dict, moved: float) -> str:
    n, held = len(now.beta), int(now.pulls.sum())
    full = int(np.sum(np.abs(now.beta) >= state["C"] * (1 - 1e-9)))
    at = ", ".join(f"{c.label} = {c.text(state[c.name])}" for c in Tube.controls[:3])
    pulls = f"{held} of {n} samples pull" if held else "no sample pulls"
    if held and state["slack"] == "linear":
        pulls += f", {full or 'none'} of them with all of C"
    ends = f"the error on these samples is {rmse(wave()[1], now.f):.2f}"
    if state["beside"] == ERRORS:
        ends += f" and on fresh ones {_at(state)[1]:.2f}"
    if state["drop"]:
        out = _left_out(n, held, moved)
        ends = out if state["beside"] == COST else f"{out}, and {ends}"
    return f"{at}, {state['slack']} slack: {pulls}; {ends}."


def _left_out(n: int, held: int, moved: float) -> str:
    if held == n:
        return "no sample is hollow, so none is left out"
    if not held:
        return f"without the {n} hollow ones no sample would be left"
    return f"without the hollow ones ({n - held}) the curve moves by {_by(moved)}"


def _by(moved: float) -> str:
    return f"less than {STILL:g}" if moved < STILL else f"{moved:.3f}"
