"""Lesson 07: Aq covers twelve patients, one choice at a time."""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from coursekit.datasets import load_drug
from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.plots import style
from coursekit.rules import (
    Selectors, StarStep, conjunction_text, cover_class, make_selectors,
)

PRESSURES = ("low", "normal", "high")
#: Seeds and negatives in the order in which the example of the lecture takes them.
PICKS = {"A": (2, 8, 0, 6, 10), "B": (7, 5, 6, 11, 5)}
LOOK = {"A": (style.BLUE, "o"), "B": (style.ORANGE, "X")}
SHADE = {"facecolor": "#CDE6F5", "edgecolor": style.BLUE, "lw": 1.6, "zorder": 0}
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


def _cover(chosen: tuple[int, ...]) -> np.ndarray:
    """Mark the patients for whom all of these selectors hold, (n,) Boolean."""
    return patients()[1].S[list(chosen)].all(axis=0)


def _explained(drug: str, k: int) -> np.ndarray:
    """Mark the patients whom rules finished before round k cover, (n,) Boolean."""
    positive = (patients()[0]["drug"] == drug).to_numpy()
    done = [step.kept[0].selectors for step in rounds(drug)[:k] if step.kept[0].m_neg == 0]
    covers = [_cover(rule) & positive for rule in done]
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
        """Set the plane of the patients, and say which mark is which."""
        self._stage = stage = Stage(canvas, extent=(880, 460), plane=(
            (0.085, 0.25, 0.42, 0.65), {
                "xlim": (14, 82), "ylim": (-0.65, 2.6), "yticks": range(3),
                "yticklabels": PRESSURES, "xlabel": "age (years)", "ylabel": "blood pressure"}))
        stage.plane.set_title("Twelve patients")
        frame, _ = patients()
        self._at = np.column_stack([frame["age"], [PRESSURES.index(b) + (0.16 if s == "male" else
                                    -0.16) for b, s in zip(frame["blood_pressure"], frame["sex"])]])
        entries = [(drug, sex) for drug in LOOK for sex in ("male", "female")]
        for (drug, sex), x in zip(entries, (24, 190, 374, 540), strict=True):
            colour, marker = LOOK[drug]
            stage.paper.plot(x, 36, marker, markersize=10, mec=colour, mew=2,
                             mfc=colour if sex == "male" else "white")
            stage.word(x + 13, 36, f"drug {drug}, {sex}", 13, fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show a round before or after its choice."""
        at, stage = rounds(state["drug"]), self._stage
        k, chosen = divmod(state["step"], 2)
        now = at[k]
        best = now.kept[0]
        before = best.selectors[:-1]
        cover = _cover(best.selectors if chosen else before)
        asked = best if chosen else now.candidates[HIDDEN]
        self._shade(asked.selectors[-1])
        if chosen or before:
            stage.plane.scatter(*self._at[cover].T, s=430, marker="s", facecolor="none",
                                edgecolor=style.INK, linewidth=1.8, label="covered")
            stage.paper.plot(724, 36, "s", markersize=15, mfc="none", mec=style.INK, mew=1.8)
            stage.word(742, 36, "covered", 13, fontweight="normal")
        self._patients()
        explained = _explained(state["drug"], k)
        stage.plane.scatter(*self._at[explained].T, s=90, marker="s", zorder=3.5,
                            color=style.GREY, label="explained by now")
        if explained.any():
            stage.word(718, 13, "■ explained", 13, fontweight="normal", color=style.GREY)
        for name, i in (("seed", now.seed), ("negative", now.negative)):
            above = self._at[i, 1] % 1 < 0.5     # men stand above their line, women below
            stage.word(self._at[i, 0], self._at[i, 1] + (0.17 if above else -0.17), name, 13,
                       stage.plane, ha="center", va="bottom" if above else "top", zorder=4)
        condition = words(asked.selectors[-1:])
        stage.word(360, 436, f"{condition}: {best.m_pos} own, {best.m_neg} other" if chosen else
                   f"{condition}: how many own, how many other?", 14, color=style.WORDS["survived"])
        self._fill(now, chosen)
        start = f"Round {k + 1} of {len(at)}, drug {state['drug']}: "
        if not chosen:
            so_far = words(before) if before else "no condition yet"
            return (start + f"{so_far}, {cover.sum()} patients covered. Patient {now.seed + 1} is "
                    f"the seed, patient {now.negative + 1} must be excluded; {len(now.candidates)} "
                    f"conditions do both. What is q = m⁺ + (6 − m⁻) for {condition}?")
        equal = sum(e.q == best.q for e in now.candidates)
        tie = f", the first of {equal} with this value" if equal > 1 else ""
        end = ("covers no patient of the other drug: a rule" if best.m_neg == 0 else
               f"still covers {best.m_neg} of the other drug: another condition is needed")
        return (start + f"chosen is {words(best.selectors)} with q = {best.q}{tie}; it covers "
                f"{best.m_pos} patients not yet explained, and {end}.")

    def _shade(self, selector: int) -> None:
        """Shade where one condition holds; of two sexes, behind the patients of one."""
        plane, known = self._stage.plane, patients()[1]
        condition = known.conditions[selector]
        if condition.feature == "age":
            ends = (14, condition.value) if condition.op == "<=" else (condition.value, 82)
            plane.axvspan(*ends, **SHADE)
        elif condition.feature == "blood_pressure":
            y = PRESSURES.index(condition.value[0])
            plane.axhspan(y - 0.42, y + 0.46, **SHADE)
        else:
            plane.scatter(*self._at[known.S[selector]].T, s=900, **SHADE)

    def _patients(self) -> None:
        plane, (frame, _) = self._stage.plane, patients()
        for drug, (colour, marker) in LOOK.items():
            for sex, face in (("male", colour), ("female", "white")):
                who = ((frame["drug"] == drug) & (frame["sex"] == sex)).to_numpy()
                plane.scatter(*self._at[who].T, s=110, marker=marker, facecolor=face,
                              edgecolor=colour, linewidth=2, zorder=3)
        for i, (age, height) in enumerate(self._at):
            right_of = i not in NUMBER_ON_THE_LEFT
            plane.text(age + (4.4 if right_of else -3.4), height, i + 1, fontsize=12, va="center",
                       ha="left" if right_of else "right", zorder=4)

    def _fill(self, now: StarStep, chosen: int) -> None:
        """Write the table; before the choice one row has question marks."""
        best = now.kept[0]
        lines = [("condition", "own m⁺", "other m⁻", "q")] + [
            (words(e.selectors[-1:]).removeprefix("blood "),
             *((e.m_pos, e.m_neg, e.q) if chosen or i != HIDDEN else "???"))
            for i, e in enumerate(now.candidates)]
        for k, row in enumerate(lines):
            winner = k > 0 and chosen and now.candidates[k - 1] == best
            for value, x, side in zip(row, (500, 720, 814, 866), ("left", *("right",) * 3),
                                      strict=True):
                self._stage.word(x, 390 - 33 * k, str(value), 13, ha=side,
                                 fontweight="bold" if winner or k == 0 else "normal",
                                 color=style.BLUE if winner else style.INK, gid=f"row {k}")

    def back(self) -> None:
        """Go one step back."""
        self.set(step=max(0, self._state["step"] - 1))

    def next(self) -> None:
        """Go one step on."""
        self.set(step=min(STOPS, self._state["step"] + 1))
