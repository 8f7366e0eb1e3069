"""Lesson 07: how the size of the beam and the level of the test make a list."""
from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from coursekit.datasets import load_iris, load_zoo
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Choice, Slider, Toggle
from coursekit.plots import style
from coursekit.rules import (
    CN2, BeamStep, Candidate, Selectors, Table, conjunction_text, make_selectors,
)

DATA = {"zoo": (load_zoo, "type"), "iris": (load_iris, "species")}
MOST_LINES = 11     # of a list, in the picture
MOST_NAMES = 4      # of the beam


@cache
def table_of(data: str) -> tuple[Table, np.ndarray, Selectors]:
    """Return features, classes and conditions of a data set."""
    load, target = DATA[data]
    frame = load()
    X = Table.of(frame.drop(columns=target))
    return X, frame[target].to_numpy(dtype=object), make_selectors(X)


@lru_cache(maxsize=64)
def fitted(data: str, k: int, alpha: float, distinct: bool) -> CN2:
    """Return CN2 on one of the data sets, with its trace."""
    X, y, _ = table_of(data)
    return CN2(k, alpha, distinct_covers=distinct, trace=True).fit(X, y)


@lru_cache(maxsize=64)
def lines_of(data: str, k: int, alpha: float, distinct: bool) -> tuple[tuple[str, int, int], ...]:
    """Return text, covered samples and errors of each line of a list, the default last."""
    rules = fitted(data, k, alpha, distinct).rules_
    lines = [(_short(conjunction_text(r.conditions).replace("_", " ")), r) for r in rules.rules]
    return tuple((f"{text} → {r.label}", sum(r.counts), sum(r.counts) - r.counts[r.own])
                 for text, r in [*lines, ("otherwise", rules.default)])


class BeamSearch(Explorer):
    """The list that CN2 makes, and the beam of one search, round by round.

    Examples
    --------
    >>> BeamSearch().status.split(";")[0]
    'zoo, beam of 5, α = 0.10: 8 rules and the default, 1 of 101 samples wrong'
    """

    title = "Beam and test"
    question = "Does a larger beam, or a stricter test, make fewer rules and fewer errors?"
    size = (8.8, 5.1)
    controls = (
        Slider("k", "beam size", 1, 20, 1, 5,
               "conjunctions that are extended in a round: those of least entropy, in bits"),
        Slider("alpha", "level α", 0.01, 0.5, 0.01, 0.1, "largest p-value of a line"),
        Choice("data", "data", tuple(DATA), "zoo", "101 animals of 7 types, or 150 irises"),
        Toggle("distinct", "one place per cover", False,
               "conjunctions that cover the same samples share one place of the beam"),
        Slider("line", "line sought", 1, 20, 1, 1, "which line of the list the beam below is for"),
        Slider("round", "round", 1, 12, 1, 1, "selectors in each conjunction of the beam"),
    )
    presets = {
        "large beam": Preset(
            {"k": 12},
            "which lines are new, and how many samples do they cover?",
            shows=r"^zoo, beam of 12,"),
        "one place": Preset(
            {"k": 5, "distinct": True},
            "what takes the freed places?",
            shows=r"beam of 5, .*one place per cover"),
        "strict": Preset(
            {"alpha": 0.01},
            "where does the list end?",
            shows=r"α = 0\.01: 5 rules"),
        "iris": Preset(
            {"data": "iris", "line": 3},
            "which cover has the lowest entropy?",
            shows=r"^iris, .* Line 3, round 1"),
    }
    buttons = (Button("Back", "One round back", "back"), Button("Next", "One round on", "next"))

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the lines and rounds that this run has."""
        model = _model(state)
        lines = _searches(model)
        line = min(state["line"], lines)
        return {"line": (1, lines), "round": (1, len(_rounds(model, line)))}

    def build(self, canvas: Canvas) -> None:
        """Create the bars of the list and the dots of the beam."""
        canvas.figure.set_layout_engine("none")
        top, bottom = canvas.figure.subplots(2, 1, height_ratios=[1.45, 1], gridspec_kw={
            "left": 0.40, "right": 0.97, "top": 0.93, "bottom": 0.12, "hspace": 0.62})
        style.label(top, "The list", "samples that the line decides for", "")
        style.label(bottom, "The beam", "entropy of the covered classes (bits)", "samples")
        top.set(ylim=(MOST_LINES - 0.4, -0.6), xlim=(0, 56), yticks=[])
        top.grid(False)
        bottom.set(xlim=(-0.1, 2.9), ylim=(-6, 112))
        self._bars = [[canvas.moving(top.barh(i, 0, 0.66, color=colour, hatch=hatch,
                                              edgecolor="white")[0])
                       for colour, hatch in ((style.BLUE, ""), (style.ORANGE, "//"))]
                      for i in range(MOST_LINES)]
        self._lines = [canvas.moving(top.text(-0.6, i, "", fontsize=10.5, ha="right",
                                              va="center")) for i in range(MOST_LINES)]
        self._numbers = [canvas.moving(top.text(0, i, "", fontsize=10.5, va="center"))
                         for i in range(MOST_LINES)]
        top.legend(handles=[self._bars[0][0], self._bars[0][1]], labels=["right", "wrong"],
                   loc="lower right", fontsize=11)
        self._dots = canvas.moving(bottom.scatter([], [], s=70, color=style.SKY, zorder=3,
                                                  edgecolor="white"))
        self._best = canvas.moving(*bottom.plot([], [], "D", mfc="none", mec=style.INK, mew=2,
                                                markersize=14, zorder=4))
        bottom.legend(handles=[self._dots, self._best], labels=["in the beam", "best so far"],
                      loc="upper right", fontsize=11)
        self._told = [canvas.moving(bottom.text(-0.68, 1.0 - 0.21 * i, "", fontsize=10.5,
                                                transform=bottom.transAxes, va="top"))
                      for i in range(MOST_NAMES + 1)]

    def draw(self, state: dict) -> str:
        """Show the list of these settings, and one round of one search."""
        model = _model(state)
        lines = lines_of(*_settings(state))
        self._draw_list(lines)
        rounds = _rounds(model, state["line"])
        now = rounds[min(state["round"], len(rounds)) - 1]
        self._draw_beam(now, state["data"])
        wrong, n = sum(line[2] for line in lines), sum(line[1] for line in lines)
        more = len(lines) - MOST_LINES
        hidden = f" ({more} more than {'is' if more == 1 else 'are'} drawn)" if more > 0 else ""
        rule = "rule" if len(lines) == 2 else "rules"
        return (f"{state['data']}, beam of {state['k']}, α = {state['alpha']:.2f}"
                f"{', one place per cover' if state['distinct'] else ''}: {len(lines) - 1} {rule} "
                f"and the default{hidden}, {wrong} of {n} samples wrong; "
                f"{sum(step.evaluated for step in model.trace_):,} conjunctions were scored. "
                + _told(now, state["data"], len(rounds)))

    def _draw_list(self, lines: tuple[tuple[str, int, int], ...]) -> None:
        for i in range(MOST_LINES):
            text, covered, errors = lines[i] if i < len(lines) else ("", 0, 0)
            right, wrong = self._bars[i]
            right.set(width=covered - errors, visible=covered > errors)
            wrong.set(x=covered - errors, width=errors, visible=errors > 0)
            self._lines[i].set_text(text)
            self._numbers[i].set(x=covered + 0.6, text=f"{covered}" if text else "")

    def _draw_beam(self, now: BeamStep, data: str) -> None:
        places = [(c.impurity, sum(c.counts)) for c in now.beam]
        self._dots.set_offsets(np.reshape(places, (-1, 2)))
        best = [[now.best.impurity], [sum(now.best.counts)]] if now.best else [[], []]
        self._best.set_data(*best)
        names = [_name(c, data) for c in now.beam[:MOST_NAMES]]
        if len(now.beam) > MOST_NAMES:
            names.append(f"… and {len(now.beam) - MOST_NAMES} more")
        for i, text in enumerate(self._told):
            text.set_text(names[i] if i < len(names) else "")

    def back(self) -> None:
        """Go one round back."""
        self.set(round=max(1, self._state["round"] - 1))

    def next(self) -> None:
        """Go one round on; after the last to the next line."""
        model, line = _model(self._state), self._state["line"]
        if self._state["round"] < len(_rounds(model, line)):
            self.set(round=self._state["round"] + 1)
        elif line < _searches(model):
            self.set(line=line + 1, round=1)


def _settings(state: dict) -> tuple[str, int, float, bool]:
    return state["data"], state["k"], state["alpha"], state["distinct"]


def _model(state: dict) -> CN2:
    return fitted(*_settings(state))


def _searches(model: CN2) -> int:
    return model.trace_[-1].line + 1


def _rounds(model: CN2, line: int) -> list[BeamStep]:
    return [step for step in model.trace_ if step.line == line - 1]


def _name(candidate: Candidate, data: str, width: int = 30) -> str:
    known = table_of(data)[2].conditions
    told = conjunction_text(known[j] for j in candidate.selectors).replace("_", " ")
    return f"{_short(told, width)} ({sum(candidate.counts)})"


def _short(text: str, width: int = 28) -> str:
    text = text.replace(" = True", "").replace(" and ", " ∧ ")
    parts = [f"no {p.removesuffix(' = False')}" if p.endswith(" = False") else p
             for p in text.split(" ∧ ")]
    text = " ∧ ".join(parts)
    return text if len(text) <= width else text[:width - 1] + "…"


def _told(now: BeamStep, data: str, rounds: int) -> str:
    start = f"Line {now.line + 1}, round {now.depth} of {rounds}: "
    none = "none passes the test, so the list ends here" if now.depth == rounds else \
        "none passes the test yet"
    best = none if now.best is None else \
        f"the best that passes is {_name(now.best, data, 70)}"
    scored = "1 conjunction was" if now.evaluated == 1 else f"{now.evaluated} conjunctions were"
    stay = "1 stays" if len(now.beam) == 1 else f"{len(now.beam)} stay"
    return start + f"{scored} scored, {stay}; {best}."
