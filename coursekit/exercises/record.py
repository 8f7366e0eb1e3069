"""What the learner has tried, kept on the learner's own machine.

The record is a log to which single lines are appended: nothing is ever read, changed
and written back, so neither a crash nor a second kernel can lose an earlier line.
"""
from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path


def record_file() -> Path:
    """Return where the log is: ``COURSEKIT_PROGRESS``, or the user's own data directory.

    Examples
    --------
    >>> record_file().suffix
    '.jsonl'
    """
    if os.environ.get("COURSEKIT_PROGRESS"):
        return Path(os.environ["COURSEKIT_PROGRESS"])
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "coursekit" / "progress.jsonl"


def note(exercise: str, event: str, **details) -> str:
    """Append one event to the log.

    Parameters
    ----------
    exercise : str
        "01.2"
    event : str
        "answer", "hint" or "solution".
    **details
        Small values: the status, the level of a hint.

    Returns
    -------
    str
        Empty, or a sentence that says why it could not be saved.

    Examples
    --------
    >>> note("00.1", "hint", level=1)
    ''
    """
    line = json.dumps({"time": datetime.now(UTC).isoformat(timespec="seconds"),
                       "exercise": exercise, "event": event, **details})
    try:
        _append(record_file(), line)
    except OSError as error:
        return (f"Your progress could not be saved ({error.strerror or error}); "
                "everything else works.")
    return ""


def _append(path: Path, line: str) -> None:
    """Add a line in one write. It starts with a newline, so a line torn by a crash stays alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, f"\n{line}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def events() -> list[dict]:
    """Return all events that can be read; a torn or foreign line is passed over.

    Examples
    --------
    >>> _ = note("00.1", "answer", status="right")
    >>> events()[-1]["event"]
    'answer'
    """
    try:
        text = record_file().read_text("utf-8", errors="replace")
    except OSError:
        return []
    found = []
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and isinstance(event.get("exercise"), str):
            found.append(event)
    return found
