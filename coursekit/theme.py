"""Floor 1: light or dark? Ink and ground of what the course itself puts on a page.

An explorer or a box paints its own ground under its own ink, so it can be read on any page.
Which pair it is, the page's own mark decides (JupyterLab's, VS Code's, Colab's, a web site's);
where there is none, what the reader prefers. On paper it is the light one.
"""

CLASS = "coursekit-themed"

_LIGHT = "--ck-ink:#1b1b1b;--ck-paper:#fff;color-scheme:light"
_DARK = "--ck-ink:#eee;--ck-paper:#1e1e1e;color-scheme:dark"
_DARK_PAGE = ("[data-jp-theme-light=false],.vscode-dark,.vscode-high-contrast,"
              "[data-vscode-theme-kind$=dark],[data-vscode-theme-kind$=contrast],"
              "[theme=dark],[data-theme=dark]")
_LIGHT_PAGE = ("[data-jp-theme-light=true],.vscode-light,.vscode-high-contrast-light,"
               "[data-vscode-theme-kind$=light],[theme=light],[data-theme=light]")

# The class is doubled where a page's own rule for p, legend or code would win.
STYLE = (
    f".{CLASS}{{{_LIGHT};color:var(--ck-ink);background:var(--ck-paper)}}"
    f"@media screen{{@media (prefers-color-scheme:dark){{.{CLASS}{{{_DARK}}}}}"
    f":is({_DARK_PAGE}) .{CLASS}{{{_DARK}}}"
    f":is({_LIGHT_PAGE}) .{CLASS}{{{_LIGHT}}}}}"
    f".{CLASS}.{CLASS} *{{color:inherit}}.{CLASS}.{CLASS} :is(code,pre){{background:none}}")
