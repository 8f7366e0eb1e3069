"""An explorer and its page: what a cell lets go, what is shown where, which controls."""
from __future__ import annotations

import base64
import gc
import inspect
import sys
import weakref

import pytest
from jupyter_client.manager import start_new_kernel

from coursekit.explorer import find_explorer
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.controls import Button, Slider
from coursekit.explorer.view import View

COUNT = """
import gc
from ipywidgets import Widget
from coursekit.explorer.base import Explorer
gc.collect()
print(*(sum(issubclass(type(o), kind) for o in gc.get_objects()) for kind in (Explorer, Widget)))
"""


class Small(Explorer):
    """A dot."""

    title, question, size = "A dot", "Where is it?", (2.0, 1.5)
    controls = (Slider("x", "x", 0, 9, 1, 5, "across"), Slider("y", "y", 0, 9, 1, 5, "up"))
    buttons = (Button("Up", "a step up", "up"),)
    presets = {"a corner": Preset({"x": 0, "y": 0}, "Is it the origin?", "0, 0")}

    def build(self, canvas):
        self._ax = canvas.figure.subplots()
        self._ax.set(xlim=(-0.5, 9.5), ylim=(-0.5, 9.5))

    def draw(self, state):
        self._ax.plot([state["x"]], [state["y"]], "o")
        return f"The dot is at {state['x']}, {state['y']}."

    def clicked(self, x, y):
        self.set(x=9 * x)


SMALL = f"""
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.controls import Button, Slider
{inspect.getsource(Small)}"""


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel()
    run(client, SMALL, "defined")
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(client, code: str, cell: str) -> str:
    """Run code as a page runs a cell; return what it prints."""
    content = {"code": code, "silent": False, "store_history": True, "user_expressions": {},
               "allow_stdin": False, "stop_on_error": True}
    message = client.session.msg("execute_request", content, metadata={"cellId": cell})
    client.shell_channel.send(message)
    printed = []
    while True:
        told = client.get_iopub_msg(timeout=60)
        if told["parent_header"].get("msg_id") != message["header"]["msg_id"]:
            continue
        assert told["msg_type"] != "error", told["content"]
        if told["msg_type"] == "stream":
            printed.append(told["content"]["text"])
        if told["content"].get("execution_state") == "idle":
            return "".join(printed)


@pytest.mark.parametrize("show", ["Small()", "display(Small())",
                                  "e = Small(); e"])
def test_a_cell_that_runs_ten_times_holds_one_explorer(kernel, show):
    run(kernel, "1", show)
    start = [int(n) for n in run(kernel, COUNT, "count").split()]
    for _ in range(10):
        run(kernel, show, show)
    explorers, widgets = (int(n) for n in run(kernel, COUNT, "count").split())
    assert (explorers - start[0], widgets - start[1]) == (1, 2), "it, its view and its layout"


def test_an_explorer_that_another_cell_shows_stays(kernel):
    run(kernel, "shown = Small()", "made")
    for cell in ("first", "second"):
        run(kernel, "shown", cell)
    run(kernel, "Small()", "first")
    assert run(kernel, "print(shown.widget().comm is not None)", "asks").strip() == "True"


def test_an_explorer_that_nobody_refers_to_dies_and_its_widget_is_closed():
    explorer = Small()
    page, known = explorer.widget(), weakref.ref(explorer)
    page._handle_custom_msg({"values": {"x": 8}, "ask": "view:1"}, [])
    assert explorer.state()["x"] == 8
    del explorer
    gc.collect()
    assert known() is None and page.comm is None


def test_the_metadata_of_the_widget_stay_beside_the_words(monkeypatch):
    """Colab reads there where the widget's front end is."""
    url = {"application/vnd.jupyter.widget-view+json": {"colab": {"custom_widget_manager": "url"}}}
    monkeypatch.setattr(View, "_repr_mimebundle_", lambda self, **_: ({"a": "view"}, url))
    bundle, metadata = Small()._repr_mimebundle_()
    assert bundle["a"] == "view" and "image/png" in bundle
    assert url.items() <= metadata.items() and metadata["image/png"]["alt"]


def without_anywidget(monkeypatch):
    monkeypatch.delitem(sys.modules, "coursekit.explorer.view")
    monkeypatch.setitem(sys.modules, "anywidget", None)


def without_a_way_to_the_page(monkeypatch):
    def create_comm(*args, **kwargs):
        raise RuntimeError("no comm here")
    monkeypatch.setattr("comm.create_comm", create_comm)
    monkeypatch.setattr("ipykernel.comm.Comm.__init__", create_comm)    # ipywidgets 7


@pytest.mark.parametrize("host", [without_anywidget, without_a_way_to_the_page])
def test_where_there_can_be_no_widget_the_picture_is_shown(host, monkeypatch):
    explorer = Small()
    host(monkeypatch)
    with pytest.warns(UserWarning, match="no controls here"):
        bundle, metadata = explorer._repr_mimebundle_()
    assert set(bundle) == {"image/png", "text/plain"} and set(metadata) == {"image/png"}


def test_only_the_controls_that_a_question_needs_are_shown():
    few = Small(only=("x",), y=3)
    spec = few.widget().spec
    assert [c["name"] for c in spec["controls"]] == ["x"]
    assert spec["presets"] == spec["buttons"] == [] and not spec["clicks"]
    few.receive({"values": {"x": 7, "y": 9}, "ask": "view:1"})
    assert few.state() == {"x": 7, "y": 3} and few.alt_text == "A dot: x 7. The dot is at 7, 3."
    few.set(y=4)                        # the page's own code may
    assert few.status == Small(x=7, y=4).status
    few.reset()
    assert few.state() == Small().state()
    assert [c["name"] for c in Small().widget().spec["controls"]] == ["x", "y"]


def test_a_still_is_its_picture_and_its_words():
    still = Small(only=(), x=7)
    bundle, metadata = still._repr_mimebundle_()
    assert set(bundle) == {"image/png", "text/plain"} and set(metadata) == {"image/png"}
    assert base64.b64decode(bundle["image/png"]) == still.png() == Small(x=7).png()
    shown, (width, height) = metadata["image/png"], still.size
    assert shown["alt"] == f"A dot. {still.question} {still.status}"
    assert shown["height"] <= 406 and abs(shown["width"] / shown["height"] - width / height) < 0.01


@pytest.mark.parametrize("only", [("z",), "", "x", ("x", "z"), 3])
def test_a_control_that_is_not_there_is_refused(only):
    with pytest.raises(ValueError, match=r"only must be a tuple of names from \['"):
        Small(only=only)


def test_an_opening_with_few_controls_says_what_the_whole_one_says():
    swing = find_explorer("Swing")
    texts = [[t.get_text() for ax in e.canvas.figure.axes for t in ax.texts]
             for e in (swing(), swing(only=(swing.controls[0].name,)))]
    assert texts[0] == texts[1]
