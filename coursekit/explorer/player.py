"""A record replayed step by step: one step back, one step on, or play to the end."""
from __future__ import annotations

import asyncio

PAUSE = 0.6       # seconds a step is shown while playing


class Player:
    """The part of an explorer that moves its control ``step``; its upper limit is the last step.

    Examples
    --------
    >>> from coursekit.explorer import find_explorer
    >>> explorer = find_explorer("SMOStepper")()
    >>> explorer.next()
    >>> explorer.state()["step"]
    1
    """

    _task: asyncio.Task | None = None

    def steps(self) -> int:
        """Return the last step of the record in view."""
        return self.limits(self._state)["step"][1]

    def back(self) -> None:
        """Go one step back."""
        self.set(step=max(0, min(self._state["step"], self.steps()) - 1))

    def next(self) -> None:
        """Go one step on."""
        self.set(step=min(self.steps(), self._state["step"] + 1))

    def play(self) -> None:
        """Go on step by step to the end; when it plays already, pause.

        Raises
        ------
        RuntimeError
            Where no event loop runs, as in a script: call ``next`` there.
        """
        if self._pause():
            return
        loop = asyncio.get_running_loop()
        if self._state["step"] >= self.steps():
            self.set(step=0)
        self._task = loop.create_task(self._play())

    async def _play(self) -> None:
        while self._state["step"] < self.steps():
            await asyncio.sleep(PAUSE)
            self._show({"step": min(self.steps(), self._state["step"] + 1)})

    def _pause(self) -> bool:
        """End the play, if there is one; tell whether there was."""
        task, self._task = self._task, None
        return task is not None and not task.done() and task.cancel()
