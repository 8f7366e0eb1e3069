"""Pages that show notebooks, as far as their colours go; and explorers and boxes on such a page."""
from __future__ import annotations

import base64
import json
import pathlib
import re

import nbformat
from jupyter_core.paths import jupyter_path
from nbconvert.filters import markdown2html
from pages import NOTEBOOKS

from coursekit.explorer import find_explorer
from coursekit.explorer.base import Explorer
from coursekit.explorer.view import View


def _vscode(kind: str, ground: str, ink: str, code: str, under_code: str, marks: str = "") -> dict:
    return {"body": {"class": marks or kind, "data-vscode-theme-kind": kind}, "css": f"""
        :root {{ --vscode-editor-background: {ground}; --vscode-editor-foreground: {ink};
                --jp-widgets-color: {ink}; }}
        html {{ background: {ground} }} body {{ background: transparent; color: {ink} }}
        code {{ color: {code}; background-color: {under_code} }}
        input:focus {{ outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px }}
        .alert-info {{ background-color: rgb(178,235,242); color: rgb(0,96,100) }}
        .alert-warning {{ background-color: rgb(255,224,178); color: rgb(230,81,0) }}"""}


def _lab(theme: str) -> dict:
    light = str(theme == "light").lower()
    own = f"lab/themes/@jupyterlab/theme-{theme}-extension/index.css"
    file = next(filter(pathlib.Path.exists, map(pathlib.Path, jupyter_path(own))))
    return {"body": {"data-jp-theme-light": light}, "css": file.read_text("utf-8") + """
        body { background: var(--jp-layout-color1); color: var(--jp-content-font-color1) }
        pre, code { background: var(--jp-layout-color0); color: var(--jp-content-font-color1) }
        .alert-info { color: var(--jp-info-color0); background: var(--jp-info-color3) }
        .alert-warning { color: var(--jp-warn-color0); background: var(--jp-warn-color3) }
        table { color: var(--jp-ui-font-color1) }
        tbody tr:nth-child(odd) { background: var(--jp-layout-color0) }"""}


# Colab brings JupyterLab's light variables to every widget.
_COLAB = ":root { --jp-layout-color1: white; --jp-ui-font-color1: rgba(0,0,0,.87) }"
_ELEMENTS = """ body { background: white; color: black } legend, label, p, strong { color: #333 }
    code { color: #c7254e; background: #f9f2f4 } button { color: #0b0b45 }
    input[type=text] { background: white; color: black; border: 0 }
    body button { background: #d0d0ff } """
HOSTS = {
    "plain light": {"css": "body { background: white; color: black }"},
    "plain dark": {"css": "body { background: black; color: white }"},
    "rules for elements": {"css": _ELEMENTS},
    "half a theme": {"css": "body { background: #222; color: #eee }"
                            ":root { --jp-layout-color1: #111; --vscode-editor-background: #fff }"},
    "the other half": {"css": "body { background: white; color: black }"
                              ":root { --jp-ui-font-color1: white; --jp-ui-font-color2: #eee }"},
    "VS Code dark": _vscode("vscode-dark", "#1f1f1f", "#cccccc", "#d0d0d0", "#3c3c3c"),
    "VS Code light": _vscode("vscode-light", "#ffffff", "#3b3b3b", "#3b3b3b", "#0000001f"),
    "VS Code high contrast": _vscode("vscode-high-contrast", "#000", "#fff", "#000", "#fff"),
    "VS Code high contrast light": _vscode("vscode-high-contrast-light", "#fff", "#292929", "#fff",
                                           "#09345f", "vscode-high-contrast "
                                           "vscode-high-contrast-light"),
    "Colab dark": {"html": {"theme": "dark"}, "css": _COLAB + """
        :root { --colab-primary-surface-color: #383838; --colab-primary-text-color: white }
        body { background: #383838; color: #d5d5d5 }"""},
    "Colab light": {"html": {"theme": "light"}, "css": _COLAB + """
        :root { --colab-primary-surface-color: white; --colab-primary-text-color: #212121 }
        body { background: white; color: #212121 }"""},
    "JupyterLab dark": _lab("dark"), "JupyterLab light": _lab("light"),
    "a dark web site": {"html": {"data-theme": "dark"},
                        "css": "body { background: #121212; color: #ced6dd }"}}
HOSTS["VS Code dark, widgets on white"] = {**HOSTS["VS Code dark"], "css":
    HOSTS["VS Code dark"]["css"] + ".explorers { background: white !important }"}


for _name, _host in HOSTS.items():      # each real host with a dark ground has light links
    if "dark" in _name or _name in ("half a theme", "VS Code high contrast"):
        _host["css"] += " a { color: #8ab4f8 }"


def boxes() -> list[str]:
    """Return the boxes in the text of the pages, and what cells show as HTML or Markdown."""
    found = []
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                found += map(markdown2html,
                             re.findall(r'<div class="alert.*?</div>', cell.source, re.S))
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                if "text/html" in data or "text/markdown" in data:
                    found.append(data.get("text/html") or markdown2html(data["text/markdown"]))
    return list(dict.fromkeys(found))


def shown(explorer: Explorer) -> dict:
    """Return what an explorer sends to a page, as JSON can hold it."""
    widget = explorer.widget()
    return {"spec": widget.spec, "shown": {
        **widget.shown, "picture": base64.b64encode(widget.shown["picture"]).decode()}}


# What anywidget does with the front end, without a kernel behind it.
RENDER = """
for (const sent of JSON.parse(document.getElementById("sent").textContent)) {
  const bytes = Uint8Array.from(atob(sent.shown.picture), (letter) => letter.charCodeAt(0));
  sent.shown.picture = { buffer: bytes.buffer, byteOffset: 0, byteLength: bytes.length };
  front.render({ model: { get: (name) => sent[name], send() {}, on() {}, off() {} },
                 el: document.querySelector(".explorers").appendChild(
                   document.createElement("div")) });
}
document.body.dataset.ready = "";
"""


def page_of(sent: list[dict], fragments: list[str]) -> str:
    """Return a page without colours: explorers, and fragments of HTML, each in an output."""
    ours = View().get_state(["_esm", "_css"])
    front = ours["_esm"].replace("export default", "const front =")
    data = json.dumps(sent).replace("</", "<\\/")
    outputs = "".join(f'<div class="output">{f}</div>' for f in fragments)
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><style>{ours["_css"]}</style>
        <style id="host"></style></head><body><div class="explorers"></div>{outputs}
        <script id="sent" type="application/json">{data}</script>
        <script type="module">{front}{RENDER}</script></body></html>"""


# Makes it a page of some host: its marks, and its rules after ours, which is harder.
DRESS = """({ css, html = {}, body = {} }) => {
  document.getElementById("host").textContent = css;
  for (const [element, marks] of [[document.documentElement, html], [document.body, body]]) {
    for (const name of element.getAttributeNames()) {
      if (name !== "data-ready") element.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(marks)) element.setAttribute(name, value);
  }
}"""


def explorers_sent(names: list[str]) -> list[dict]:
    """Return explorers, as they are sent."""
    return [shown(find_explorer(name)()) for name in names]
