"""The explorer: a pure function of a state, with controls around it.

A subclass declares its controls and presets, draws in ``build`` what never moves, and in
``draw`` what a state shows; it says in one sentence what is to be seen. The rest is here; how
it looks on the page is in ``front.js`` and ``front.css``.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from coursekit.explorer import still
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Control, LogSlider, Slider
from coursekit.explorer.player import Player
from coursekit.threads import one_blas_thread


class Preset(NamedTuple):
    """A state worth showing, what to look for there, and what its sentence must say.

    ``shows`` is a regular expression that the status matches in this state and not at the start.
    """

    state: dict
    look_for: str
    shows: str


class Explorer(Player):
    """Base class of the explorers.

    One that replays a record has a control ``step``, whose upper limit is the last step, and may
    have buttons for ``back``, ``next`` and ``play``.

    Parameters
    ----------
    only : tuple of str
        Names of the controls to show. The others stay where they are, and there are no presets: for
        a question that one control is to answer. With none it is a still, a picture and no more.
    **state
        Values of controls to open with; the others start at their defaults.

    Attributes
    ----------
    title, question : str
        What it is, and what it is to answer.
    controls : tuple of Control
    presets : dict of str to Preset
    kept : dict
        What else belongs to the state, without a control, and its value at the start: samples that
        were clicked into the picture, say. `check_kept` sees to it.
    buttons : tuple of Button
        Buttons of its own, besides Reset and the presets.
    together : tuple of str
        Names of controls that move together on a page without a kernel, too, where each combination
        of five places of each is a picture drawn beforehand: at most three.
    size : tuple of float
        Inches of the picture, at most 8.8 by 5.1: beside its controls on a laptop a larger
        one would be shown smaller, with ticks too small to read.
    status : str
        The state in words, as it stands under the picture.
    failed : bool
        Whether the state could not be drawn; ``status`` then tells why.
    frames : int
        Number of pictures drawn so far.

    Raises
    ------
    ValueError, TypeError
        If a state names an unknown control or a value outside its limits.

    Examples
    --------
    >>> from coursekit.lessons.lesson01 import AgeBins
    >>> explorer = AgeBins(bins=4)
    >>> explorer.set(bins=20)
    >>> explorer.state()["bins"]
    20
    """

    title = ""
    question = ""
    controls: tuple[Control, ...] = ()
    presets: Mapping[str, Preset] = {}
    kept: Mapping[str, Any] = {}
    buttons: tuple[Button, ...] = ()
    together: tuple[str, ...] = ()
    size = (8.0, 4.5)

    def __init__(self, *, only: tuple[str, ...] | None = None, **state):
        if only is not None:
            self._narrow(only)
        self._state = self._start()
        self._state.update(self._checked(state))
        self._page: Any = None
        self._asked, self._heard = "", 0
        self.status, self.failed, self.frames = "", False, 0
        self.canvas = Canvas(*self.size)
        self._build()
        self._draw()

    def _narrow(self, only: tuple[str, ...]) -> None:
        """Show some controls only, and nothing by which the others could move."""
        names = [c.name for c in self.controls]
        if not isinstance(only, (tuple, list)) or not set(only) <= set(names):
            raise ValueError(f"only must be a tuple of names from {names}, got {only!r}")
        self.controls = tuple(c for c in self.controls if c.name in only)
        self.together = self.together if set(self.together) <= set(only) else ()
        self.presets, self.buttons = {}, self.buttons if "step" in only else ()

    @one_blas_thread()
    def _build(self) -> None:
        """Build, and see that no artist has taken the name of something that an explorer has."""
        before = dict(vars(self))
        self.build(self.canvas)
        for name, value in vars(self).items():
            if value is not before.get(name) and (name in before or hasattr(Explorer, name)):
                raise AttributeError(f"{type(self).__name__}.build sets self.{name}, which every "
                                     "explorer has for its own use; take another name")

    def build(self, canvas: Canvas) -> None:
        """Create the axes, and draw what never moves."""
        raise NotImplementedError

    def draw(self, state: dict) -> str:
        """Draw what a state shows; return the state in words. The axes are as `build` left them."""
        raise NotImplementedError

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return narrower limits of sliders that depend on the rest of the state."""
        return {}

    def details(self, state: dict) -> str:
        """Return numbers of a state for its text alternative that are too many for its status."""
        return ""

    def check_kept(self, name: str, value: Any) -> Any:
        """Return a value of ``kept`` as the state holds it; raise an error if it cannot be one."""
        return value

    def clicked(self, x: float, y: float) -> None:
        """Answer a click on the picture, at shares of its width and height from the lower left."""

    def pressed(self, key: str) -> None:
        """Answer an arrow key, Enter or the space bar, pressed while the picture has the focus."""

    # -- the state -----------------------------------------------------------------

    def state(self) -> dict:
        """Return the values of all controls, and what else is kept."""
        return dict(self._state)

    def _start(self) -> dict:
        return {c.name: c.check(c.default) for c in type(self).controls} | dict(self.kept)

    def set(self, **state) -> None:
        """Move some controls and draw at once; this, like a hand on a control, ends a play."""
        self._pause()
        self._show(state)

    def _show(self, state: dict) -> None:
        self._state.update(self._checked(state))
        self._draw()
        self._publish()

    def reset(self) -> None:
        """Go back to where the explorer starts."""
        self.set(**self._start())

    def preset(self, name: str) -> None:
        """Go to a state that is worth showing."""
        if name not in self.presets:
            raise ValueError(f"there is no preset {name!r}; there are {list(self.presets)}")
        self.set(**self._start() | self.presets[name].state)

    def png(self) -> bytes:
        """Return the current picture as PNG."""
        return self.canvas.encode("png")

    @property
    def heading(self) -> str:
        """The title as a sentence."""
        return self.title if self.title[-1] in "?!." else f"{self.title}."

    @property
    def alt_text(self) -> str:
        """The picture for those who do not see it: where the controls stand, status, details."""
        stands = ", ".join(f"{c.label} {c.text(self._state[c.name])}" for c in self.controls)
        stands = f"{stands}. " if stands else ""
        more = "" if self.failed else self.details(self.state())
        return f"{self.title}: {stands}{self.status} {more}".rstrip()

    def _checked(self, state: dict) -> dict:
        known = {c.name: c for c in type(self).controls}
        for name in state:
            if name not in known and name not in self.kept:
                raise ValueError(f"{type(self).__name__} has no control {name!r}; "
                                 f"it has {[*known, *self.kept]}")
        return {name: known[name].check(value) if name in known else self.check_kept(name, value)
                for name, value in state.items()}

    @one_blas_thread()
    def _draw(self) -> None:
        """Draw the state; if that fails keep the picture and say so in the status line."""
        try:
            for name, (low, high) in self.limits(self._state).items():
                self._state[name] = min(max(self._state[name], low), high)
            with self.canvas.drawing():
                self.status = self.draw(self.state())
            self.failed = False
            self.frames += 1
        except Exception as error:  # shown to the learner, never swallowed
            self.status = f"Something went wrong: {error} Press Reset to go on."
            self.failed = True

    # -- the page ------------------------------------------------------------------

    def widget(self) -> Any:
        """Return the widget, made on first use."""
        if self._page is None:
            from coursekit.explorer.view import View  # a page needs it, a script does not

            spec = still.spec(self, clicks=self._heeds("clicked"), keys=self._heeds("pressed"))
            self._page = View(spec=spec, shown=self._page_state())
            self._page.on_msg(_receiver(self))
            weakref.finalize(self, self._page.close).atexit = False
        return self._page

    def close(self) -> None:
        """End a play, and take the widget off the page."""
        self._pause()
        if self._page is not None:
            self._page.layout.close()
            self._page.close()
            self._page = None

    def _heeds(self, way: str) -> bool:
        """Tell whether it has an answer of its own to clicks or keys, and shows all controls."""
        whole = len(self.controls) == len(type(self).controls)
        return whole and getattr(type(self), way) is not getattr(Explorer, way)

    def _page_state(self) -> dict:
        """Return what changes with the state. It travels as one message, so it fits together."""
        picture = self._page.shown["picture"] if self._page is not None and self.failed \
            else self.canvas.encode("jpeg")
        return {"values": self.state(), "limits": self.limits(self._state),
                "texts": {c.name: c.text(self._state[c.name]) for c in self.controls},
                "status": self.status, "failed": self.failed, "alt": self.alt_text,
                "picture": picture, "frame": self.frames, "answers": self._asked,
                "heard": self._heard}

    def _publish(self) -> None:
        """Bring the page to the current state."""
        if self._page is not None:
            self._page.shown = self._page_state()

    def receive(self, message: dict) -> None:
        """Do what a hand on the page asked for, and answer: the page waits for it."""
        self._heard += 1
        if "values" in message:
            self._asked = message.get("ask", "")     # the page waits for the answer to this
            self.set(**self._reachable(message["values"]))
            self._asked = ""
        elif "preset" in message:
            self.preset(message["preset"])
        elif "action" in message:
            if message["action"] in {button.action for button in self.buttons}:
                getattr(self, message["action"])()
        elif "click" in message:
            self.clicked(*message["click"])
        elif "key" in message:
            self.pressed(message["key"])
        elif "reset" in message:
            self.reset()
        if self.widget().shown["heard"] != self._heard:     # nothing was to be drawn
            self._publish()

    def _reachable(self, values: dict) -> dict:
        """Return values that may have been typed, moved to the nearest that is allowed."""
        kinds = {c.name: c for c in self.controls}
        return {name: kinds[name].nearest(value) if isinstance(kinds[name], (Slider, LogSlider))
                else value for name, value in values.items() if name in kinds}

    def _repr_mimebundle_(self, include=None, exclude=None) -> tuple[dict, dict]:
        """Widget for a live page; for a static one a picture that carries the words."""
        return still.bundle(self)


def _receiver(explorer: Explorer) -> Callable[[Any, dict, list], None]:
    """Return what hands messages of the page to an explorer, without keeping it alive."""
    known = weakref.ref(explorer)

    def receive(_: Any, message: dict, buffers: list) -> None:
        if (alive := known()) is not None:
            alive.receive(message)
    return receive
