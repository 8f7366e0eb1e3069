"""Cut the network off: any Python started with this directory on PYTHONPATH can
reach its own machine and nothing else. (A kernel talks to its page over loopback,
so it goes on working.)"""
import socket

_connect, _getaddrinfo = socket.socket.connect, socket.getaddrinfo
_OWN = ("127.", "::1", "localhost", "0.0.0.0")


def _refuse(host) -> None:
    if not (host is None or str(host).startswith(_OWN) or host == ""):
        raise OSError(f"the network is cut off in tests; something tried to reach {host!r}")


def connect(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6):
        _refuse(address[0])
    return _connect(self, address)


def getaddrinfo(host, *args, **kwargs):
    _refuse(host.decode() if isinstance(host, bytes) else host)
    return _getaddrinfo(host, *args, **kwargs)


socket.socket.connect, socket.getaddrinfo = connect, getaddrinfo
