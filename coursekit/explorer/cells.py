"""What each cell of a page shows: when it runs again, what it showed before is let go.

A page keeps every explorer that it shows alive, 8 MB each, and so does IPython, which remembers
what cells gave. Without this module each further run of a cell would keep one explorer more.
"""
from __future__ import annotations

from typing import Any

_shown: dict[str, tuple[int, list]] = {}    # by cell: its last run, and what that run shows


def keep(explorer: Any) -> None:
    """Keep an explorer alive for the cell that shows it; let go of those of the cell's last run.

    In a page that does not say which cell runs, nothing is let go.
    """
    from IPython import get_ipython     # a page needs it, a script does not

    shell = get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return
    asked = getattr(kernel, "get_parent", dict)()       # not every kernel has it
    cell = asked.get("metadata", {}).get("cellId", "")
    run, shown = _shown.get(cell, (shell.execution_count, []))
    gone = shown if cell and run != shell.execution_count else []
    _shown[cell] = shell.execution_count, [*([] if gone else shown), explorer]
    still = {id(other) for _, others in _shown.values() for other in others}
    for old in gone:
        if id(old) not in still:
            old.close()
            _forget(old, shell)


def _forget(result: Any, shell: Any) -> None:
    """Take a result out of what IPython remembers: Out[7], _7, and _, __ and ___."""
    for names in (shell.user_ns["_oh"], shell.user_ns, shell.user_ns_hidden):
        for name in [name for name, value in names.items()
                     if value is result and str(name).removeprefix("_").isdigit()]:
            del names[name]
    for names in (shell.user_ns, shell.user_ns_hidden, vars(shell.displayhook)):
        names.update({name: "" for name in ("_", "__", "___") if names.get(name) is result})
