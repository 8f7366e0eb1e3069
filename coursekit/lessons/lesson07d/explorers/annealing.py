"""Lesson 07d: simulated annealing among sets of rules, replayed, and what such a plan is worth.

The sets are those of the explorer of code lengths. What a plan is worth needs no luck: with 128
sets the probability of having met the shortest is carried from step to step.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from coursekit.explorer import Canvas, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson07d.patients import (
    NAMES, TIE, R, named, neighbours, place, priced,
)
from coursekit.plots import style
from coursekit.rules import Flip, anneal, choose_greedily

STEPS = 120         # fewer than there are sets
START = (True,) * R


def length(chosen: np.ndarray) -> float:
    """Return the bits of a set."""
    return float(priced().lengths[place(chosen)])


def temperatures(T: float, cooling: float) -> np.ndarray:
    """Return the temperature of each step."""
    return T * cooling ** np.arange(STEPS)


@lru_cache(maxsize=512)
def run(T: float, cooling: float, seed: int) -> tuple[list[Flip], np.ndarray]:
    """Return what the library's annealing does, and the sets (STEPS + 1, R) it is at."""
    flips = anneal(length, R, temperatures(T, cooling), np.random.default_rng(seed), START)[1]
    changes = np.array([[f.accepted and f.rule == j for j in range(R)] for f in flips])
    return flips, np.logical_xor.accumulate([START, *changes])


@lru_cache(maxsize=512)
def met(T: float, cooling: float) -> np.ndarray:
    """Return the probability that the shortest message was met by each step, (STEPS + 1,)."""
    L = priced().lengths
    near = np.array([neighbours(at) for at in range(2 ** R)])
    up = np.maximum(L[near] - L[:, None], 0)
    p = np.zeros(2 ** R)
    p[place(START)] = 1
    there = [0.0]
    for now in temperatures(T, cooling):
        go = np.exp(-up / now) / R
        go[L.argmin()] = 0                  # who has met it stays
        flow = p[:, None] * go
        p = p - flow.sum(axis=1) + flow[near, np.arange(R)].sum(axis=1)
        there.append(p[L.argmin()])
    return np.array(there)


@lru_cache
def restarts() -> np.ndarray:
    """Return the probability that descents from random sets met the shortest message.

    The place in the array is the number of lengths computed: one for each start, and that of
    seven neighbours before each change, and before the descent ends.
    """
    L, ends = priced().lengths, []
    for at in range(2 ** R):
        cost = 1
        while L[at] > L.min() and (near := L[neighbours(at)]).min() < L[at] - TIE:
            at, cost = int(neighbours(at)[near.argmin()]), cost + R
        ends.append((cost, True) if L[at] == L.min() else (cost + R, False))
    found = np.zeros(STEPS + 2)
    for spent in range(STEPS + 2):
        found[spent] = np.mean([arrived or found[spent - cost] if cost <= spent else 0
                                for cost, arrived in ends])
    return found


class AnnealingSteps(Explorer):
    """One run of annealing, step by step, beside descent and the shortest of all messages.

    Examples
    --------
    >>> AnnealingSteps(step=0).status.split(": ")[0]
    'Step 0 of 120, all rules are in'
    """

    title = "Annealing, step by step"
    question = "Which temperatures find the shortest message, and is that better than descents?"
    size = (8.8, 5.0)
    controls = (
        Slider("step", "step", 0, STEPS, 1, STEPS, "one proposal each"),
        LogSlider("T", "first temperature T", 1, 256, 4, "in bits", 1, 2.0),
        Slider("cooling", "cooling factor", 0.9, 1, 0.01, 1, "T is multiplied by it each step"),
        Slider("seed", "seed", 0, 19, 1, 0, "another run with the same plan"))
    presets = {
        "too cold": Preset(
            {"T": 1, "cooling": 1},
            "Which steps up are accepted?",
            shows=r"^Step 120 of 120, T = 1:"),
        "too hot": Preset(
            {"T": 256, "cooling": 1},
            "Does it stay where it is good?",
            shows=r"T = 256:"),
        "cooled too fast": Preset(
            {"T": 64, "cooling": 0.9},
            "Where does it freeze?",
            shows=r"T below 0.001:"),
        "held": Preset(
            {"T": 32, "cooling": 1},
            "Does this need any cooling?",
            shows=r"T = 32:")}

    def build(self, canvas: Canvas) -> None:
        """Create the proposals, the two curves and the two levels."""
        canvas.figure.set_layout_engine("none")
        ax = canvas.figure.add_axes((0.09, 0.125, 0.895, 0.62))
        style.label(ax, "", "steps", "bits of the message (log scale)")
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.945, "", fontsize=15,
                                               fontweight="bold", va="center"))
        ticks = [50, 100, 200, 400, 800]
        ax.set(yscale="log", xlim=(-1, STEPS + 1), ylim=(50, 1000))
        ax.set_yticks(ticks, map(str, ticks))
        ax.set_yticks([], minor=True)
        L = priced().lengths
        lines = [
            ax.axhline(length(choose_greedily(length, R, START)), color=style.GREEN, ls="-.",
                       lw=2, label="descent from all rules"),
            ax.axhline(L.min(), color=style.INK, ls="--", lw=2, label="shortest of all 128")]
        self._refused = canvas.moving(*ax.plot([], [], "x", color=style.GREY, markersize=5,
                                               label="refused"))
        self._best = canvas.moving(*ax.plot([], [], color=style.ORANGE, lw=4, label="least so far",
                                            drawstyle="steps-post"))
        self._now = canvas.moving(*ax.plot([], [], color=style.BLUE, lw=2, label="this set",
                                           drawstyle="steps-post"))
        self._at = canvas.moving(*ax.plot([], [], "D", color=style.BLUE, markersize=8))
        ax.legend(handles=[self._now, self._best, self._refused, *lines], loc="upper center",
                  ncols=3, bbox_to_anchor=(0.48, 1.27), fontsize=13)

    def draw(self, state: dict) -> str:
        """Draw the run up to the step."""
        step = state["step"]
        flips, sets = run(state["T"], state["cooling"], state["seed"])
        flips = flips[:step]
        first = length(START)
        now, best = ([first, *(getattr(f, kind) for f in flips)] for kind in ("current", "best"))
        self._now.set_data(range(step + 1), now)
        self._best.set_data(range(step + 1), best)
        self._at.set_data([step], now[-1:])
        refused = [(k, f.length) for k, f in enumerate(flips, 1) if not f.accepted]
        self._refused.set_data(*zip(*refused) if refused else ([], []))
        worth = met(state["T"], state["cooling"])[step]
        told = _happened(flips, sets[step]) if step else (
            f"Step 0 of {STEPS}, all rules are in: {first:.1f} bits, before T = {state['T']:.3g}")
        self._title.set_text(f"By now {worth:.0%} of such runs have met the shortest; "
                             f"descents: {restarts()[step + 1]:.0%}")
        return f"{told}; {_worth(step, worth)}."

    def details(self, state: dict) -> str:
        """Return what the last step did, and how near the run has come."""
        flips, sets = run(state["T"], state["cooling"], state["seed"])
        step = state["step"]
        best = flips[step - 1].best if step else length(START)
        above = best - priced().lengths.min()
        near = ("The run has met the shortest message." if above <= TIE else
                f"The least of the run is {above:.1f} bits above the shortest.")
        return f"{_proposed(flips[:step], sets[step])} {near}" if step else near


def _happened(flips: list[Flip], chosen: np.ndarray) -> str:
    """Tell where the run is now."""
    last = flips[-1]
    T = f"T = {last.temperature:.3g}" if last.temperature >= 0.001 else "T below 0.001"
    return (f"Step {len(flips)} of {STEPS}, {T}: now {named(chosen)}, {last.current:.1f} bits "
            f"(least so far {last.best:.1f})")


def _proposed(flips: list[Flip], chosen: np.ndarray) -> str:
    """Tell what the last step proposed."""
    last, before = flips[-1], length(START) if len(flips) == 1 else flips[-2].current
    way = "in" if chosen[last.rule] == last.accepted else "out"
    return (f"Last proposal: {NAMES[last.rule]} {way} ({last.length - before:+.1f} bits), "
            f"{'accepted' if last.accepted else 'refused'}.")


def _worth(step: int, worth: float) -> str:
    """Compare the plan, over all seeds, with descents that compute as many lengths."""
    return (f"this plan meets the shortest message by now with probability {worth:.0%}, "
            f"descents from random sets with {restarts()[step + 1]:.0%}")
