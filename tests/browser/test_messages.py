"""A message to the kernel and its answer are not held back on their way through the server."""
from __future__ import annotations

import asyncio
import json
import time
import urllib.request
import uuid

import numpy as np
from lab import TOKEN, running_lab
from tornado.websocket import websocket_connect

HELD_BACK = 0.040      # seconds that Linux waits before it sends a receipt alone
ECHO = """
def answer(comm, _):
    comm.on_msg(lambda message: comm.send({}))

get_ipython().kernel.comm_manager.register_target("echo", answer)
"""


def message(kind: str, **content) -> str:
    """Return a message to the kernel as the browser's side writes it."""
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "s", "username": "",
              "version": "5.3", "date": "2000-01-01T00:00:00Z"}
    return json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content,
                       "channel": "shell", "buffers": []})


async def echoes(address: str, moves: int) -> np.ndarray:
    """Return the seconds from the kernel's first word after a message to its echo.

    (How long a busy machine takes to come to a message is another matter.)
    """
    socket = await websocket_connect(address.replace("http", "ws", 1))

    async def until(kind: str, **content) -> None:
        while True:
            read = json.loads(await socket.read_message())
            if read["msg_type"] == kind and content.items() <= read["content"].items():
                return

    await socket.write_message(message(
        "execute_request", code=ECHO, silent=False, store_history=False, user_expressions={},
        allow_stdin=False, stop_on_error=True))
    await until("execute_reply")
    await socket.write_message(message("comm_open", comm_id="e", target_name="echo", data={}))
    await until("status", execution_state="busy")
    await until("status", execution_state="idle")
    times = []
    for _ in range(moves):
        await socket.write_message(message("comm_msg", comm_id="e", data={}))
        await until("status", execution_state="busy")
        start = time.perf_counter()
        await until("comm_msg")
        times.append(time.perf_counter() - start)
        await until("status", execution_state="idle")
    socket.close()
    return np.array(times)


def test_no_message_waits_for_the_receipt_of_the_last(tmp_path):
    with running_lab(tmp_path) as address:
        start = urllib.request.Request(f"{address}/api/kernels?token={TOKEN}", data=b"{}")
        with urllib.request.urlopen(start) as answer:
            kernel = json.load(answer)["id"]
        took = asyncio.run(echoes(f"{address}/api/kernels/{kernel}/channels?token={TOKEN}"
                                  "&session_id=s", 80))
    # A system sends the first receipts at once; and other work may delay many, but not nearly all.
    assert np.quantile(took[40:], 0.2) < 0.9 * HELD_BACK, "is jupyter_server_config.py in place?"
