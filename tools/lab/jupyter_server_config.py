"""What `make lab` and Binder tell the Jupyter server: send each message at once.

A kernel's messages are short. Without TCP_NODELAY the second waits for the receipt of the first,
which the browser's system holds back for 40 ms, so each move of an explorer waits as long.
"""
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class AtOnce(ZMQChannelsWebsocketConnection):
    """The connection between browser and kernel, without Nagle's algorithm."""

    async def connect(self) -> object:
        """Connect, and send what is small at once."""
        self.websocket_handler.set_nodelay(True)
        return await super().connect()


c.ServerApp.kernel_websocket_connection_class = AtOnce  # noqa: F821  (Jupyter's `c`)
