"""Lesson a1: a rod tied to the samples by springs; its two balances are the normal equations.

Legend: ``r`` residuals, ``w`` slope, ``h`` height over the mean of x, ``lam`` the penalty λ.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lessona1.rod import PIVOT, X, Rod, at_rest, lifted
from coursekit.plots import style
from coursekit.wording import signed

ENDS = np.array([-0.1, 9.3])
LAST = X[-1]
EXTRA_AT = 8.75          # where the extra spring holds the rod
COILS, SHORT = 5, 0.6           # a spring shorter than this is a straight stroke
NAME, HIGHEST = 2.2, 7.0        # length of "held here"; no name stands above this y
ZERO = 0.005            # a pull below this is called 0
REACH = 35.0            # half of either bar: 1 is as long in both
SLACK = style.WORDS["female"]
BARS = {"pull": 0.70, "turn": 0.43}


def settled(slope: float, height: float, let_go: float, lift: float, lam: float) -> Rod:
    """Return the rod on its way from the hand, at 0, to rest, at 1."""
    held, rest = np.array([slope, height]), np.array(at_rest(lam, lifted(lift)))
    return Rod(*(float(v) for v in held + let_go * (rest - held)))


class Springs(Explorer):
    """A rod held by hand or let go, the springs of eight samples, and both balances.

    Parameters
    ----------
    guess : float, optional
        How far somebody thinks the rod will rise at the last sample, once this is lifted by 1: a
        mark keeps it.

    Examples
    --------
    >>> Springs(let_go=1.0).status.split("; ")[-1]
    'the energy is 3.58.'
    """

    title = "Springs"
    question = "Where does the rod come to rest?"
    size = (8.8, 5.1)
    controls = (
        Slider("slope", "slope w", 0.0, 0.8, 0.025, 0.2, "slope at which you hold the rod"),
        Slider("height", "height", 2.0, 4.25, 0.125, 2.0,
               "height at which you hold the rod over the mean of x"),
        Slider("let_go", "let go", 0.0, 1.0, 0.1, 0.0, "0: held; 1: the rod has come to rest"),
        Slider("lift", "lift the last sample", 0.0, 1.0, 0.1, 0.0, "how far it is moved up"),
        Slider("lam", "spring λ", 0, 30, 5, 0, "an extra spring turns the rod back by λ w"))
    presets = {
        "let go": Preset({"let_go": 1.0}, "Both black bars are gone. What do the springs still do?",
                         shows=r"at rest.*the energy is 3\.58"),
        "no pull": Preset({"slope": 0.2, "height": 3.375},
                          "The pulls cancel. Is it at rest?", shows=r"Σ r = 0\.0 and turn it by "
                          r"\+16\.1"),
        "extra spring": Preset({"let_go": 1.0, "lam": 20},
                               "One more spring turns the rod back. Which bar feels it?",
                               shows=r"λ = 20, at rest with slope 0\.395"),
        "strong": Preset({"let_go": 1.0, "lam": 30},
                         "What would an endlessly strong one do?", shows=r"slope 0\.340")}

    def __init__(self, guess: float | None = None, **options):
        self._guess = guess
        super().__init__(**options)

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the rod and both bars, and say what never changes."""
        self._stage = stage = Stage(
            canvas,
            plane=((0.055, 0.11, 0.555, 0.77), {"xlim": (-0.3, 9.95), "ylim": (-1.3, 8.0),
                                                "xlabel": "x", "ylabel": "y"}),
            **{name: ((0.645, bottom, 0.34, 0.09), {"xlim": (-REACH, REACH), "ylim": (-1, 1)})
               for name, bottom in BARS.items()})
        plane, word = stage.plane, stage.word
        plane.plot([PIVOT, PIVOT], [-1.3, -0.5], color=style.INK, lw=2)
        word(PIVOT - 0.2, -0.75, "x̄, mean of x", 13, plane, "normal", ha="right")
        word(-0.1, 7.5, "springs from the samples", 14, plane, "normal", color=SLACK)
        for ax, bottom, ends in zip((stage.pull, stage.turn), BARS.values(),
                                    (("down", "up"), ("right end down", "right end up")),
                                    strict=True):
            ax.set_axis_off()
            stage.lines(ax, [[(0, -1), (0, 1)]], z=4)
            for x, side, end in zip((0.65, 0.98), ("left", "right"), ends, strict=True):
                word(x, bottom - 0.035, end, 13, fontweight="normal", ha=side, color=style.GREY)

    def draw(self, state: dict) -> str:
        """Move the rod, stretch the springs, and weigh their pulls."""
        let_go, lift, lam = state["let_go"], state["lift"], state["lam"]
        held, y = Rod(state["slope"], state["height"]), lifted(lift)
        rod, before = settled(**state), settled(**state | {"lift": 0.0})
        pull, back = rod.pull(y), lam * rod.w
        turn, energy = rod.turn(y) - back, rod.energy(lam, y)
        rise = float(rod.at(LAST) - before.at(LAST))
        self._draw_rod(rod, y, lam)
        if lift:
            self._ghost(rod, before, "before", beside=not lam)
        elif let_go and self._guess is None:
            self._ghost(rod, held, "held here")
        if self._guess is not None:
            self._mark(at_rest(lam).at(LAST) + self._guess)
        self._bar("pull", f"pull Σ r = {_signed(pull)}", pull)
        less = " − λ w" if lam else ""
        self._bar("turn", f"turn Σ r (x − x̄){less} = {_signed(turn)}", turn + back, -back)
        word = self._stage.word
        word(0.815, 0.21, f"energy {energy:.2f}" if lam else f"energy Σ r² = {energy:.2f}", 20,
             ha="center")
        word(0.815, 0.135, f"Σ r² + λ w² = {rod.energy(y=y):.2f} + {back * rod.w:.2f}" if lam
             else "r: spring length, upwards +", 14, fontweight="normal", ha="center")
        if lift:
            word(0.815, 0.06, f"rod at the last sample {_signed(rise)}", ha="center")
        elif let_go and self._guess is None:
            word(0.815, 0.06, f"held: {held.energy(lam):.2f}", 14, fontweight="normal", ha="center",
                 color=style.GREY)
        word(0.015, 0.95, _finding(pull, turn, lam, rod), 16)
        how = {0.0: "held", 1.0: "at rest"}.get(let_go, "on its way")
        extra = f"Extra spring λ = {lam}, " if lam else "Rod "
        more = f" With the last sample {lift:.1f} higher it is {_signed(rise)} higher there." \
            if lift else ""
        return (f"{extra}{how} with slope {rod.w:.3f} and height {rod.h:.3f}"
                + (f" (held at {held.w:.3f} and {held.h:.3f})" if let_go else "")
                + f": all springs pull it by Σ r = {_signed(pull)} and turn it by {_signed(turn)}; "
                f"the energy is {energy:.2f}.{more}").replace("-", "−")

    def details(self, state: dict) -> str:
        """Return the intercept and all residuals."""
        rod = settled(**state)
        each = ", ".join(signed(r, "+.2f") for r in rod.residuals(lifted(state["lift"])))
        return f"Intercept b = {signed(rod.b, '.2f')}. Residuals from left to right: {each}."

    def _draw_rod(self, rod: Rod, y: np.ndarray, lam: float) -> None:
        stage, plane = self._stage, self._stage.plane
        plane.plot(ENDS, rod.at(ENDS), color=style.INK, lw=6, solid_capstyle="round", zorder=4)
        plane.plot(X, y, "o", color=style.INK, ms=11, mec="white", mew=1.2, zorder=6)
        stage.lines(plane, [coil(*ends) for ends in zip(X, rod.at(X), y, strict=True)],
                    style.COLOURS["slack"])
        if lam:
            stage.lines(plane, [[(PIVOT, rod.h), (9.6, rod.h)]], style.GREEN, 2, 2,
                        linestyles=[(0, (4, 3))])
            stage.lines(plane, [coil(EXTRA_AT, rod.h, rod.at(EXTRA_AT), 0.2)], style.GREEN, 4.5)
            stage.word(9.9, -0.75, f"extra spring, λ = {lam:g}", ax=plane, ha="right",
                       color=style.WORDS["male"], zorder=8)

    def _ghost(self, rod: Rod, other: Rod, name: str, beside: bool = True) -> None:
        """Draw where the rod was, in grey, and name it (beside it: at the end that moved more)."""
        there, now = other.at(ENDS), rod.at(ENDS)
        apart = np.abs(there - now)
        if apart.max() <= 0.3:
            return
        plane = self._stage.plane
        plane.plot(ENDS, there, color="#8E8E8E", lw=4, solid_capstyle="round", zorder=1)
        if not beside:      # the extra spring is in the way
            self._stage.word(-0.1, 6.9, f"grey: {name}", 13, plane, "normal", color=style.GREY)
            return
        end = int(np.where(there > HIGHEST, -1, apart).argmax())
        under = there[end] < now[end]
        away = 0.25 + (NAME * other.w if under == bool(end) else 0)
        self._stage.word(ENDS[end], there[end] + (-away if under else away), name, 13, plane,
                         "normal", color=style.GREY, ha=("left", "right")[end],
                         va="top" if under else "bottom", zorder=8)

    def _mark(self, height: float) -> None:
        """Draw a guess at the last sample."""
        self._stage.lines(self._stage.plane, [[(LAST - 0.35, height), (LAST + 0.35, height)]],
                          "#8E8E8E", 7, 5)
        self._stage.word(LAST - 0.7, height + 0.5, "your guess", ax=self._stage.plane,
                         ha="right", color=style.GREY, zorder=8)

    def _bar(self, name: str, head: str, samples: float, extra: float = 0.0) -> None:
        """Draw the sum over the samples as a black bar, and that of the extra spring in green."""
        ax = getattr(self._stage, name)
        start = min(samples, 0.0) if extra < 0 else 0.0
        self._stage.areas(ax, [[(a, -0.7), (b, -0.7), (b, 0.7), (a, 0.7)] for a, b in
                               ((0, samples), (start, start + extra))],
                          [style.INK, style.GREEN], 0)
        self._stage.word(0.815, BARS[name] + 0.125, head, 13, ha="center")


def coil(x: float, foot: float, tip: float, half: float = 0.13) -> np.ndarray:
    """Return the zigzag of a spring from (x, foot) to (x, tip): (points, 2)."""
    side = np.r_[0, 0, np.tile([half, -half], COILS), 0, 0]
    if abs(tip - foot) < SHORT:
        side = np.zeros_like(side)
    return np.column_stack([x + side, np.linspace(foot, tip, len(side))])


def _signed(value: float) -> str:
    if abs(value) < ZERO:
        return "0.0"
    return signed(value, f"+.{1 if abs(value) >= 1 else 2}f")


def _finding(pull: float, turn: float, lam: float, rod: Rod) -> str:
    if abs(pull) < ZERO and abs(turn) < ZERO:
        return (f"At rest: the extra spring holds the slope down to {rod.w:.2f}" if lam
                else "At rest: the pulls cancel, and so do the turns")
    if abs(pull) < ZERO:
        return "The pulls cancel, but the springs still turn the rod"
    if abs(turn) < ZERO:
        return "The turns cancel, but the springs still pull the rod"
    return f"The springs pull the rod {'up' if pull > 0 else 'down'} and " \
        f"{'raise' if turn > 0 else 'lower'} its right end"
