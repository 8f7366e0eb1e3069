"""The learner's progress, kept on the learner's own machine.

The log only ever grows by single lines: nothing is read, changed and written back, so neither a
crash nor a second kernel can lose an earlier line; a reset is a line, too. If the log cannot be
written, the events stay in memory as long as the kernel runs.
"""
from __future__ import annotations

import errno
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import coursekit

_unsaved: dict[str, list[dict]] = {}  # events that could not be written, by log


def record_file() -> Path:
    """Return the path of the log: ``COURSEKIT_PROGRESS``, or in the user's data directory.

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
    except RuntimeError as error:  # pathlib raises it for a user without a home
        raise OSError("your home directory is unknown; name a file in the environment variable "
                      "COURSEKIT_PROGRESS") from error


def _data_home() -> Path:
    """Return the system's directory for a user's data."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def record_event(exercise: str, event: str, **details: str | int | None) -> str:
    """Append one event to the log; return a message if that failed, else an empty string.

    Parameters
    ----------
    exercise : str
        Key of the exercise.
    event : str
        "answer", "hint", "solution", or "reset": what came before no longer counts.
    **details
        Small values: the status, the level of a hint; never the answer itself.

    Returns
    -------
    str
        Empty, or a sentence that says why it could not be saved.

    Examples
    --------
    >>> record_event("share-right", "hint", level=1)
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
    """Append a line in one write; it starts with a newline, in case a crash cut the last line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = f"\n{line}\n".encode()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(descriptor, data) < len(data):  # the disk became full meanwhile
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def events() -> list[dict]:
    """Return all events since each exercise's last reset; unreadable lines are skipped.

    Examples
    --------
    >>> _ = record_event("share-right", "answer", status="right")
    >>> events()[-1]["event"]
    'answer'
    """
    try:
        path = record_file()
        text = path.read_text("utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        text = ""
    saved = (_event(line) for line in text.split("\n"))
    found = [event for event in saved if event] + _unsaved.get(_place(), [])
    resets = {event["exercise"]: k for k, event in enumerate(found) if event["event"] == "reset"}
    return [event for k, event in enumerate(found) if k > resets.get(event["exercise"], -1)]


def _event(line: str) -> dict | None:
    """Return the event on a line, or ``None`` if there is none."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = isinstance(event, dict) and isinstance(event.get("exercise"), str) \
        and isinstance(event.get("event"), str)
    return event if known else None
