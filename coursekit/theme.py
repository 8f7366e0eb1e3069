"""Light or dark theme: text and background colours of the course's own output.

An explorer or a box draws its own background under its text, so it is readable on any page. The
page's theme decides between the two (that of JupyterLab, VS Code, Colab or a web site); without
one, the reader's preference. In print it is the light one.
"""

CLASS = "coursekit-themed"

_LIGHT = "--ck-ink:#1b1b1b;--ck-paper:#fff;color-scheme:light"
_DARK = "--ck-ink:#eee;--ck-paper:#1e1e1e;color-scheme:dark"
_DARK_PAGE = ("[data-jp-theme-light=false],.vscode-dark,.vscode-high-contrast,"
              "[data-vscode-theme-kind$=dark],[data-vscode-theme-kind$=contrast],"
              "[theme=dark],[data-theme=dark]")
_LIGHT_PAGE = ("[data-jp-theme-light=true],.vscode-light,.vscode-high-contrast-light,"
               "[data-vscode-theme-kind$=light],[theme=light],[data-theme=light]")

# The class is doubled to override a page's own rule for p, legend or code.
STYLE = (
    f".{CLASS}{{{_LIGHT};color:var(--ck-ink);background:var(--ck-paper)}}"
    f"@media screen{{@media (prefers-color-scheme:dark){{.{CLASS}{{{_DARK}}}}}"
    f":is({_DARK_PAGE}) .{CLASS}{{{_DARK}}}"
    f":is({_LIGHT_PAGE}) .{CLASS}{{{_LIGHT}}}}}"
    f".{CLASS}.{CLASS} *{{color:inherit}}.{CLASS}.{CLASS} :is(code,pre){{background:none}}")
