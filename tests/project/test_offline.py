"""The guard that cuts kernels off the network really cuts."""
import subprocess
import sys


def run(code: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_a_kernel_cannot_reach_the_network():
    tried = run("import urllib.request; urllib.request.urlopen('http://example.org', timeout=5)")
    assert tried.returncode != 0 and "the network is cut off in tests" in tried.stderr


def test_a_kernel_reaches_its_own_machine():
    assert run("import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); "
               "socket.create_connection(s.getsockname()).close()").returncode == 0
