"""The widget of an explorer in the notebook: two traits, and the script that draws them."""
from __future__ import annotations

import pathlib

import anywidget
import traitlets

from coursekit import theme

_HERE = pathlib.Path(__file__).parent


class View(anywidget.AnyWidget):
    """The widget that shows an explorer.

    Attributes
    ----------
    spec : dict
        Title, question, controls, presets and buttons; constant.
    shown : dict
        Values, texts, status, picture; replaced as a whole in every update.
    """

    _esm = (_HERE / "front.js").read_text("utf-8")
    _css = theme.STYLE + (_HERE / "front.css").read_text("utf-8")
    spec = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
