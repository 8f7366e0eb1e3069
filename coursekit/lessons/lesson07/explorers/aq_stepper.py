"""Lesson 07: Aq covers twelve patients, one choice at a time."""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from matplotlib.lines import Line2D

from coursekit.datasets import load_drug
from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider
from coursekit.plots import style
from coursekit.rules import (
    Selectors, StarStep, conjunction_text, cover_class, make_selectors,
)

PRESSURES = ("low", "normal", "high")
#: Seeds and negatives in the order in which the example of the lecture takes them.
PICKS = {"A": (2, 8, 0, 6, 10), "B": (7, 5, 6, 11, 5)}
LOOK = {"A": (style.BLUE, "o"), "B": (style.ORANGE, "X")}
MOST = 9    # rows of the largest table
NUMBER_ON_THE_LEFT = (0, 3)     # patients with a neighbour on their right
HIDDEN = 1  # the row whose numbers are asked before the choice
STOPS = 5   # of the slider: before and after each of three rounds


@cache
def patients() -> tuple[pd.DataFrame, Selectors]:
    """Return the twelve patients, and all conditions on them."""
    frame = load_drug()
    return frame, make_selectors(frame.drop(columns="drug"))


@cache
def rounds(drug: str) -> tuple[StarStep, ...]:
    """Return the rounds of Aq for one drug."""
    frame, selectors = patients()
    picks = iter(PICKS[drug])
    positive = (frame["drug"] == drug).to_numpy()
    return tuple(cover_class(selectors.S, positive, 1, lambda candidates: next(picks))[1])


def words(selectors: tuple[int, ...]) -> str:
    """Return a conjunction of selectors in words."""
    _, known = patients()
    return conjunction_text(known.conditions[j] for j in selectors).replace(
        "_", " ").replace("<=", "≤")


def _explained(drug: str, k: int) -> np.ndarray:
    """Mark the patients whom rules finished before round k cover, (n,) Boolean."""
    frame, selectors = patients()
    positive = (frame["drug"] == drug).to_numpy()
    done = [step.kept[0].selectors for step in rounds(drug)[:k] if step.kept[0].m_neg == 0]
    covers = [selectors.S[list(rule)].all(axis=0) & positive for rule in done]
    return np.any([np.zeros_like(positive), *covers], axis=0)


class AqStepper(Explorer):
    """A star grows: the seed, the negative to exclude, the candidates and their q.

    Examples
    --------
    >>> AqStepper(step=1).status.split(";")[0]
    'Round 1 of 3, drug A: chosen is blood pressure = high with q = 9'
    """

    title = "Covering, step by step"
    question = "What do the question marks stand for, and which condition wins?"
    size = (8.8, 4.6)
    controls = (
        Slider("step", "step", 0, STOPS, 1, 0, "even: before a choice; odd: after it"),
        Choice("drug", "drug to explain", ("A", "B"), "A",
               "whose patients are the positives; ages are in years"),
    )
    presets = {
        "second seed": Preset(
            {"step": 2},
            "what may a conjunction for the seed not cover?",
            shows=r"^Round 2 of \d, drug A: no condition yet"),
        "two conditions": Preset(
            {"step": 4},
            "which patients does the first condition still cover?",
            shows=r"^Round 3 of 3, drug A: age ≤ [\d.]+, \d patients covered"),
        "a tie": Preset(
            {"step": 4, "drug": "B"},
            "which candidates have the same q?",
            shows=r"^Round \d of \d, drug B"),
    }
    buttons = (Button("Back", "One step back", "back"), Button("Next", "One step on", "next"))

    def build(self, canvas: Canvas) -> None:
        """Draw the patients once; create rings and the table."""
        frame, _ = patients()
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1, 1.1])
        style.label(left, "Twelve patients", "age (years)", "blood pressure")
        right.set_title("Which condition wins?")
        right.axis("off")
        self._at = np.column_stack([frame["age"], [PRESSURES.index(b) + (0.16 if s == "male" else
                                    -0.16) for b, s in zip(frame["blood_pressure"], frame["sex"])]])
        for drug, (colour, marker) in LOOK.items():
            for sex, face in (("male", colour), ("female", "white")):
                who = ((frame["drug"] == drug) & (frame["sex"] == sex)).to_numpy()
                left.scatter(*self._at[who].T, s=110, marker=marker, facecolor=face,
                             edgecolor=colour, linewidth=2, zorder=3)
        for i, (age, height) in enumerate(self._at):
            right_of = i not in NUMBER_ON_THE_LEFT
            left.text(age + (4.4 if right_of else -3.4), height, i + 1, fontsize=12, va="center",
                      ha="left" if right_of else "right")
        left.set(ylim=(-0.65, 2.6), xlim=(14, 82), yticks=range(3), yticklabels=PRESSURES)
        left.grid(False)
        self._covered = canvas.moving(left.scatter([], [], s=430, marker="s", facecolor="none",
                                                   edgecolor=style.INK, linewidth=1.8))
        self._explained = canvas.moving(left.scatter([], [], s=90, marker="s", zorder=3.5,
                                                     color=style.GREY))
        self._names = [canvas.moving(left.text(0, 0, name, fontsize=13, ha="center", va="bottom",
                                               fontweight="bold")) for name in ("seed", "negative")]
        self._rows = [[canvas.moving(right.text(x, 0.93 - 0.088 * k, "", fontsize=12, ha=side))
                       for x, side in ((0.0, "left"), (0.66, "right"), (0.9, "right"),
                                       (1.0, "right"))] for k in range(MOST + 1)]
        handles = [_entry(*LOOK[drug], face, f"drug {drug}, {sex}") for drug in LOOK
                   for sex, face in (("male", LOOK[drug][0]), ("female", "white"))]
        handles.append(Line2D([], [], ls="none", marker="s", markersize=15, mfc="none",
                              mec=style.INK, mew=1.8, label="covered"))
        handles.append(Line2D([], [], ls="none", marker="s", markersize=9, color=style.GREY,
                              label="explained by now"))
        canvas.figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=12)

    def draw(self, state: dict) -> str:
        """Show a round before or after its choice."""
        at = rounds(state["drug"])
        k, chosen = divmod(state["step"], 2)
        now = at[k]
        best = now.kept[0]
        before = best.selectors[:-1]
        _, selectors = patients()
        cover = selectors.S[list(best.selectors if chosen else before)].all(axis=0)
        self._covered.set_offsets(self._at[cover])
        self._explained.set_offsets(self._at[_explained(state["drug"], k)])
        for text, i in zip(self._names, (now.seed, now.negative)):
            above = self._at[i, 1] % 1 < 0.5     # men stand above their line, women below
            text.set_position(self._at[i] + (0, 0.17 if above else -0.17))
            text.set_va("bottom" if above else "top")
        self._fill(now, chosen)
        start = f"Round {k + 1} of {len(at)}, drug {state['drug']}: "
        if not chosen:
            so_far = words(before) if before else "no condition yet"
            return (start + f"{so_far}, {cover.sum()} patients covered. Patient {now.seed + 1} is "
                    f"the seed, patient {now.negative + 1} must be excluded; {len(now.candidates)} "
                    f"conditions do both. What is q = m⁺ + (6 − m⁻) for {self._hidden(now)}?")
        equal = sum(e.q == best.q for e in now.candidates)
        tie = f", the first of {equal} with this value" if equal > 1 else ""
        end = ("covers no patient of the other drug: a rule" if best.m_neg == 0 else
               f"still covers {best.m_neg} of the other drug: another condition is needed")
        return (start + f"chosen is {words(best.selectors)} with q = {best.q}{tie}; it covers "
                f"{best.m_pos} patients not yet explained, and {end}.")

    def _hidden(self, now: StarStep) -> str:
        return words(now.candidates[HIDDEN].selectors[-1:])

    def _fill(self, now: StarStep, chosen: int) -> None:
        """Write the table; before the choice one row has question marks."""
        best = now.kept[0]
        lines = [("condition", "own m⁺", "other m⁻", "q")] + [
            (words(e.selectors[-1:]),
             *((e.m_pos, e.m_neg, e.q) if chosen or i != HIDDEN else "???"))
            for i, e in enumerate(now.candidates)]
        for k, row in enumerate(self._rows):
            values = lines[k] if k < len(lines) else ("",) * 4
            winner = k > 0 and chosen and k <= len(now.candidates) and \
                now.candidates[k - 1] == best
            for text, value in zip(row, values):
                text.set(text=str(value), fontweight="bold" if winner or k == 0 else "normal",
                         color=style.BLUE if winner else style.INK)

    def back(self) -> None:
        """Go one step back."""
        self.set(step=max(0, self._state["step"] - 1))

    def next(self) -> None:
        """Go one step on."""
        self.set(step=min(STOPS, self._state["step"] + 1))


def _entry(colour: str, marker: str, face: str, words: str) -> Line2D:
    return Line2D([], [], ls="none", marker=marker, markersize=10, mfc=face, mec=colour, mew=2,
                  label=words)
