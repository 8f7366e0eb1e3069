"""The explorer: a pure function of a state, with sliders around it.

A subclass declares its controls and presets, creates its artists in ``build``, and in
``draw`` moves them and says in one sentence what is to be seen. The rest is here.
"""
from __future__ import annotations

import asyncio
import base64
import html
from collections.abc import Mapping
from typing import Any

from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Control

#: Seconds for which changes are gathered before one picture is drawn for all of them.
GATHER = 0.002


class Explorer:
    """Base class of the explorers.

    Parameters
    ----------
    **state
        Values of controls to open with; the others start at their defaults.

    Attributes
    ----------
    title, question : str
        What it is, and what it is to answer.
    controls : tuple of Control
    presets : dict
        Name to (state, what to look for).
    status : str
        The state in words, as it stands under the picture.
    frames : int
        Number of pictures drawn so far.

    Raises
    ------
    ValueError, TypeError
        If a state names an unknown control or a value outside its limits.

    Examples
    --------
    >>> from coursekit.explorers import AgeBins
    >>> explorer = AgeBins(bins=4)
    >>> explorer.set(bins=20)
    >>> explorer.state()["bins"]
    20
    """

    title = ""
    question = ""
    controls: tuple[Control, ...] = ()
    presets: Mapping[str, tuple[dict, str]] = {}
    size = (8.0, 4.5)

    def __init__(self, **state):
        self._state = {c.name: c.default for c in self.controls}
        self._state.update(self._checked(state))
        self._widgets: dict[str, Any] = {}
        self._image = self._line = self._box = self._waiting = None
        self._quiet = False
        self.status, self.frames = "", 0
        self.canvas = Canvas(*self.size)
        self.build(self.canvas)
        self._draw()

    def build(self, canvas: Canvas) -> None:
        """Create the axes and the artists that will move."""
        raise NotImplementedError

    def draw(self, state: dict) -> str:
        """Move the artists to a state; return the state in words."""
        raise NotImplementedError

    # -- the state -----------------------------------------------------------------

    def state(self) -> dict:
        """Return the values of all controls."""
        return dict(self._state)

    def set(self, **state) -> None:
        """Move some controls and draw at once."""
        self._state.update(self._checked(state))
        self._draw()
        self._publish()

    def reset(self) -> None:
        """Go back to where the explorer starts."""
        self.set(**{c.name: c.default for c in self.controls})

    def preset(self, name: str) -> None:
        """Go to a state that is worth showing."""
        if name not in self.presets:
            raise ValueError(f"there is no preset {name!r}; there are {list(self.presets)}")
        self.set(**{c.name: c.default for c in self.controls} | self.presets[name][0])

    def png(self) -> bytes:
        """Return the current picture as PNG."""
        return self.canvas.encode("png")

    def _checked(self, state: dict) -> dict:
        known = {c.name: c for c in self.controls}
        for name in state:
            if name not in known:
                raise ValueError(f"{type(self).__name__} has no control {name!r}; "
                                 f"it has {list(known)}")
        return {name: known[name].check(value) for name, value in state.items()}

    def _draw(self) -> None:
        """Draw the state; if that fails keep the picture and say so in the status line."""
        try:
            self.status = self.draw(self.state())
            self.frames += 1
        except Exception as error:  # shown to the learner, never swallowed
            self.status = f"Something went wrong: {error} Press Reset to go on."

    # -- the widgets ---------------------------------------------------------------

    def _publish(self) -> None:
        """Bring widgets, picture and status line to the current state."""
        if self._box is None:
            return
        self._quiet = True
        for name, widget in self._widgets.items():
            if widget.value != self._state[name]:
                widget.value = self._state[name]
        self._quiet = False
        if not self.status.startswith("Something went wrong"):
            self._image.value = self.canvas.encode("webp")
        self._line.value = _status_html(self.status)

    def _moved(self, change) -> None:
        """Note that a control was moved; draw once for all moves that arrive together."""
        if self._quiet or self._waiting is not None:
            return
        try:
            self._waiting = asyncio.get_running_loop().call_later(GATHER, self._catch_up)
        except RuntimeError:  # no loop: a script or a test
            self._catch_up()

    def _catch_up(self) -> None:
        self._waiting = None
        self._state = {name: widget.value for name, widget in self._widgets.items()}
        self._draw()
        self._publish()

    def widget(self) -> Any:
        """Return the ipywidgets box, made on first use."""
        if self._box is None:
            self._make_widgets()
        return self._box

    def _make_widgets(self) -> None:
        import ipywidgets as w

        self._widgets = {c.name: c.widget(self._state[c.name]) for c in self.controls}
        for widget in self._widgets.values():
            widget.observe(self._moved, names="value")
        self._image = w.Image(value=self.canvas.encode("webp"), format="webp",
                              layout={"width": f"{self.size[0] * 100:.0f}px", "max_width": "100%"})
        self._line = w.HTML(_status_html(self.status))
        head = w.HTML(f"<b>{html.escape(self.title)}</b><br>{html.escape(self.question)}")
        grid = w.Box(list(self._widgets.values()), layout={"flex_flow": "row wrap"})
        self._box = w.VBox([head, grid, w.HBox(self._buttons()), self._image, self._line])
        self._box.add_class("coursekit-explorer")

    def _buttons(self) -> list:
        import ipywidgets as w

        reset = w.Button(description="Reset", tooltip="Back to the start", icon="undo")
        reset.on_click(lambda _: self.reset())
        buttons = [reset]
        for name, (_, look_for) in self.presets.items():
            button = w.Button(description=name, tooltip=look_for, layout={"width": "auto"})
            button.on_click(lambda _, name=name: self.preset(name))
            buttons.append(button)
        return buttons

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        """Widget for a live page, picture for a static one, words for everybody."""
        view = self.widget()._repr_mimebundle_() or {}
        view = view[0] if isinstance(view, tuple) else view
        return {**view, "image/png": base64.b64encode(self.png()).decode(),
                "text/plain": f"{self.title}. {self.status}"}


def _status_html(text: str) -> str:
    return (f'<div role="status" aria-live="polite" class="coursekit-status" '
            f'style="max-width:800px;line-height:1.4">{html.escape(text)}</div>')
