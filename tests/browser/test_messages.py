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


def ask(address: str) -> None:
    """Ask the server what it can say without a kernel."""
    urllib.request.urlopen(address).close()


async def echoes(address: str, question: str, moves: int) -> np.ndarray:
    """Return the seconds from a message to its echo, and those of a question to the server."""
    socket = await websocket_connect(address.replace("http", "ws", 1))

    async def until(kind: str) -> None:
        while json.loads(await socket.read_message())["msg_type"] != kind:
            pass

    await socket.write_message(message(
        "execute_request", code=ECHO, silent=False, store_history=False, user_expressions={},
        allow_stdin=False, stop_on_error=True))
    await until("execute_reply")
    await socket.write_message(message("comm_open", comm_id="e", target_name="echo", data={}))
    times, empty = [], []
    for _ in range(moves):
        start = time.perf_counter()
        await socket.write_message(message("comm_msg", comm_id="e", data={}))
        await until("comm_msg")
        times.append(time.perf_counter() - start)
        start = time.perf_counter()
        await asyncio.to_thread(ask, question)
        empty.append(time.perf_counter() - start)
        await asyncio.sleep(0.02)
    socket.close()
    return np.array([times, empty])


def test_no_message_waits_for_the_receipt_of_the_last(tmp_path):
    with running_lab(tmp_path) as address:
        start = urllib.request.Request(f"{address}/api/kernels?token={TOKEN}", data=b"{}")
        with urllib.request.urlopen(start) as answer:
            kernel = json.load(answer)["id"]
        channels = f"{address}/api/kernels/{kernel}/channels?token={TOKEN}&session_id=s"
        took = asyncio.run(echoes(channels, f"{address}/api/status?token={TOKEN}", 80))
    # A system sends the first receipts at once; and other work may delay many, but not nearly all,
    # except where it delays the server's other answers as well.
    echo, empty = np.quantile(took[:, 40:], 0.2, axis=1)
    assert echo < max(0.9 * HELD_BACK, 4 * empty), "is jupyter_server_config.py in place?"
