"""The course's settings of the Jupyter server: send each message at once, save pictures.

A kernel's messages are short. Without TCP_NODELAY the second waits for the receipt of the first,
which the browser's system holds back for 40 ms, so each move of an explorer waits as long.
"""
import warnings

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
RUN_AGAIN = "<p><em>Run this cell, and its controls appear.</em></p>"


class AtOnce(ZMQChannelsWebsocketConnection):
    """The connection between browser and kernel, without Nagle's algorithm."""

    async def connect(self) -> object:
        """Connect, and send what is small at once."""
        self.websocket_handler.set_nodelay(True)
        return await super().connect()


def save_pictures(model: dict, **_: object) -> None:
    """Save explorers as pictures: tomorrow the kernel is gone that their controls need.

    What has no picture, such as the sliders of `interact`, is replaced by a sentence.
    """
    if model["type"] != "notebook":
        return
    for cell in (model.get("content") or {}).get("cells", []):
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if data.pop(WIDGET_VIEW, None) and "image/png" not in data:
                data["text/html"] = RUN_AGAIN


# Jupyter applies its settings more than once, and then warns that the hook replaces itself.
warnings.filterwarnings("ignore", message="Overriding existing pre_save_hook")
c.ServerApp.kernel_websocket_connection_class = AtOnce  # noqa: F821  (Jupyter's `c`)
c.ContentsManager.pre_save_hook = save_pictures         # noqa: F821
