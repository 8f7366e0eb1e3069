"""What the learner has tried, kept on the learner's own machine.

The record is a log to which single lines are appended: nothing is ever read, changed
and written back, so neither a crash nor a second kernel can lose an earlier line.
Where no line can be written, the events stay in memory for as long as the kernel lives.
"""
from __future__ import annotations

import errno
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import coursekit

_unsaved: dict[str, list[dict]] = {}  # events that could not be written, by place


def record_file() -> Path:
    """Return where the log is: ``COURSEKIT_PROGRESS``, or the user's own data directory.

    Raises
    ------
    OSError
        If no home directory is known.

    Examples
    --------
    >>> record_file().suffix
    '.jsonl'
    """
    try:
        named = os.environ.get("COURSEKIT_PROGRESS")
        return Path(named).expanduser() if named else _data_home() / "coursekit/progress.jsonl"
    except RuntimeError as error:  # what pathlib raises for a user without a home
        raise OSError("your home directory is unknown; name a file in the environment variable "
                      "COURSEKIT_PROGRESS") from error


def _data_home() -> Path:
    """Return the directory that the system keeps for a user's data."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def note(exercise: str, event: str, **details: str | int | None) -> str:
    """Append one event to the log.

    Parameters
    ----------
    exercise : str
        Its key.
    event : str
        "answer", "hint" or "solution".
    **details
        Small values: the status, the level of a hint. Never the answer itself.

    Returns
    -------
    str
        Empty, or a sentence that says why it could not be saved.

    Examples
    --------
    >>> note("mean-of-three", "hint", level=1)
    ''
    """
    entry = {"time": datetime.now(UTC).isoformat(timespec="seconds"),
             "version": coursekit.__version__, "exercise": exercise, "event": event, **details}
    try:
        _append(record_file(), json.dumps(entry))
    except OSError as error:
        _unsaved.setdefault(_place(), []).append(entry)
        return (f"Your progress could not be saved ({error.strerror or error}); "
                "everything else works.")
    return ""


def _place() -> str:
    return os.environ.get("COURSEKIT_PROGRESS", "")


def _append(path: Path, line: str) -> None:
    """Add a line in one write. It starts with a newline, so a line torn by a crash stays alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = f"\n{line}\n".encode()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(descriptor, data) < len(data):  # the disk became full on the way
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def events() -> list[dict]:
    """Return all events that can be read; a torn or foreign line is passed over.

    Examples
    --------
    >>> _ = note("mean-of-three", "answer", status="right")
    >>> events()[-1]["event"]
    'answer'
    """
    try:
        path = record_file()
        text = path.read_text("utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        text = ""
    saved = (_event(line) for line in text.split("\n"))
    return [event for event in saved if event] + _unsaved.get(_place(), [])


def _event(line: str) -> dict | None:
    """Return the event on a line, or ``None`` if there is none."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = isinstance(event, dict) and isinstance(event.get("exercise"), str) \
        and isinstance(event.get("event"), str)
    return event if known else None
