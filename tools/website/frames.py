"""An explorer for a page without a kernel: pictures along each control's axis, drawn beforehand.

One control moves at a time, from where the explorer starts; those that the explorer names as moving
together keep their places, and each combination has its picture. A preset moves all of them. The
sentence under the picture is the explorer's own.
"""
from __future__ import annotations

import html
import io
import itertools
import json
import pathlib

import numpy as np
from coursekit.explorer.controls import Choice, LogSlider, Toggle
from PIL import Image

PLACES = 9              # of a slider
COARSE = 5              # of one that moves together with others
QUALITY = 72            # of a picture, as JPEG counts


def places(control, start, limits: tuple | None = None, count: int = PLACES) -> list:
    """Return the values of a control that are drawn, about ``count``, its start among them.

    Examples
    --------
    >>> from coursekit.explorer.controls import Slider
    >>> places(Slider("bins", "bins", 1, 5, 1, 4, "number of bins"), 4)
    [1, 2, 3, 4, 5]
    """
    if isinstance(control, Choice):
        return list(control.options)
    if isinstance(control, Toggle):
        return [False, True]
    if isinstance(control, LogSlider):
        grid = control.places()
    else:
        steps = round((control.high - control.low) / control.step)
        grid = [control.nearest(control.low + k * control.step) for k in range(steps + 1)]
    low, high = limits or (control.low, control.high)
    grid = [value for value in grid if low <= value <= high]
    chosen = {grid[round(k)] for k in np.linspace(0, len(grid) - 1, count)}
    if count == COARSE and start not in chosen:
        chosen.remove(min(chosen, key=lambda value: abs(grid.index(value) - grid.index(start))))
    return sorted(chosen | {start})


def nearest(control, value, values: list) -> int:
    """Return the number of the place that is nearest to a value.

    Examples
    --------
    >>> from coursekit.explorer.controls import LogSlider
    >>> nearest(LogSlider("C", "penalty", 1, 100, 1, "price of slack"), 9, [1, 10, 100])
    1
    """
    if isinstance(control, Choice | Toggle):
        return values.index(value)
    scale = np.log if isinstance(control, LogSlider) else np.asarray
    return int(np.argmin(np.abs(scale(values) - scale(value))))


class Album:
    """The pictures of one explorer in a folder, each drawn once."""

    def __init__(self, explorer, folder: pathlib.Path, address: str):
        self.explorer, self.folder, self.address = explorer, folder, address
        self.frames: list[dict] = []
        self.known: dict[tuple, int] = {}
        self.start = explorer.state()
        limits = explorer.limits(self.start)
        self.places = {control.name: places(control, self.start[control.name], limits.get(control.name),
                                            COARSE if control.name in explorer.together else PLACES)
                       for control in explorer.controls}
        folder.mkdir(parents=True, exist_ok=True)

    def frame(self, **state) -> int:
        """Draw a state, unless it is there already; return the number of its picture."""
        self.explorer.set(**self.start | state)
        key = tuple(self.explorer.state().values())
        if key not in self.known:
            if self.explorer.failed:
                raise RuntimeError(f"{self.explorer.title}, {state}: {self.explorer.status}")
            number = self.known[key] = len(self.frames)
            (self.folder / f"{number}.jpg").write_bytes(jpeg(self.explorer))
            self.frames.append({"picture": f"{self.address}/{number}.jpg",
                                "status": self.explorer.status, "alt": self.explorer.alt_text})
        return self.known[key]

    def axis(self, control) -> dict:
        """Draw the values of one control; the others stay where they start."""
        values = self.places[control.name]
        return {"frames": [self.frame(**{control.name: value}) for value in values],
                "texts": [control.text(value) for value in values],
                "start": values.index(self.start[control.name])}

    def grid(self) -> dict:
        """Draw each combination of the controls that move together; the last one runs fastest."""
        axes = [k for k, control in enumerate(self.explorer.controls)
                if control.name in self.explorer.together]
        names = [self.explorer.controls[k].name for k in axes]
        combinations = itertools.product(*(self.places[name] for name in names)) if axes else ()
        return {"axes": axes, "frames": [self.frame(**dict(zip(names, values, strict=True)))
                                         for values in combinations]}

    def preset(self, **state) -> dict:
        """Draw a state; tell where each control then stands: the nearest of its places, its text."""
        frame, at = self.frame(**state), self.explorer.state()
        return {"frame": frame,
                "texts": [control.text(at[control.name]) for control in self.explorer.controls],
                "places": [nearest(control, at[control.name], self.places[control.name])
                           for control in self.explorer.controls]}


def jpeg(explorer) -> bytes:
    """Return the current picture, small."""
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(explorer.canvas.pixels()[..., :3])).save(
        out, format="JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def write(explorer, name: str, folder: pathlib.Path, address: str) -> str:
    """Draw an explorer's pictures into a folder; return it as HTML, to be moved by explorer.js."""
    album = Album(explorer, folder, address)
    first = album.frames[album.frame()]
    axes = [album.axis(control) for control in explorer.controls]
    rows = "".join(row(name, k, control, axis)
                   for k, (control, axis) in enumerate(zip(explorer.controls, axes, strict=True)))
    defaults = {c.name: c.default for c in explorer.controls}
    presets = [album.preset(**album.start),
               *(album.preset(**defaults | state) for state, *_ in explorer.presets.values())]
    buttons = "".join(
        f'<button type="button" data-preset="{k}" title="{html.escape(look_for)}">'
        f"{html.escape(preset)}</button>"
        for k, (preset, (_, look_for, _)) in enumerate(explorer.presets.items(), start=1))
    grid = album.grid()
    data = json.dumps(
        {"axes": axes, "grid": grid, "frames": album.frames, "presets": presets}).replace(
        "<", "\\u003c")
    width, height = (round(100 * inches) for inches in explorer.size)
    return (
        f'<section class="explorer" aria-label="Explorer: {html.escape(explorer.title)}">'
        f'<p class="explorer-title"><strong>{html.escape(explorer.heading)}</strong> '
        f"{html.escape(explorer.question)}</p>"
        f'<div class="picture"><img src="{first["picture"]}" alt="{html.escape(first["alt"])}" '
        f'width="{width}" height="{height}"></div>'
        f'<p class="explorer-status" role="status" aria-live="polite">'
        f'{html.escape(first["status"])}</p>'
        f'<div class="explorer-controls">{rows}</div>'
        f'<div class="explorer-presets"><button type="button" data-preset="0">Reset</button>'
        f"{buttons}</div>"
        f'<p class="explorer-note">Pictures drawn beforehand: {how_they_move(explorer)}</p>'
        f'<script type="application/json">{data}</script></section>')


def how_they_move(explorer) -> str:
    """Return what moving a control does to the others, and what more the notebook has."""
    if len(explorer.controls) == 1:
        return "in the notebook it moves freely."
    alone = ("one control moves at a time, and the others go back to their start. In the notebook "
             "all of them move freely, and what is to be clicked on, stepped or played is found there.")
    if not explorer.together:
        return f"here {alone}"
    *first, last = [control.label for control in explorer.controls
                    if control.name in explorer.together]
    return (f"here {', '.join(first)} and {last} move together, in large steps; of the rest {alone}")


def row(name: str, number: int, control, axis: dict) -> str:
    """Return one control: words in a list, numbers on a slider."""
    ident, text = f"{name}-{control.name}", axis["texts"][axis["start"]]
    label = f'<label for="{ident}" title="{html.escape(control.tip)}">{html.escape(control.label)}'
    if isinstance(control, Choice | Toggle):
        options = "".join(
            f'<option value="{k}"{" selected" if k == axis["start"] else ""}>{html.escape(t)}</option>'
            for k, t in enumerate(axis["texts"]))
        return (f'<div>{label}</label><select id="{ident}" data-axis="{number}" '
                f'autocomplete="off">{options}</select></div>')
    return (f'<div>{label} <output for="{ident}">{text}</output></label>'
            f'<input type="range" id="{ident}" data-axis="{number}" autocomplete="off" min="0" '
            f'max="{len(axis["texts"]) - 1}" value="{axis["start"]}" aria-valuetext="{text}"></div>')
