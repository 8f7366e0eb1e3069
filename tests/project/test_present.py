"""`make present`: what it says where something is missing, without a browser or a server."""
from __future__ import annotations

import importlib.util
import pathlib
import socket
import sys
import webbrowser

import pytest


ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def present(tmp_path, monkeypatch):
    """Return the tool, which starts nothing here and keeps its settings out of the project."""
    spec = importlib.util.spec_from_file_location("present", ROOT / "tools" / "present.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    monkeypatch.setattr(tool, "HALL", tmp_path)
    monkeypatch.setattr(tool.os, "execve", lambda program, words, env: print("started", *words))
    monkeypatch.chdir(ROOT)
    return tool


def test_without_a_browser_it_says_what_to_do_and_starts(present, monkeypatch, capsys):
    def none():
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    monkeypatch.setattr(sys, "argv", ["present.py", "02c"])
    present.main()
    said = capsys.readouterr().out
    assert "No browser was found on this machine: open the address that is printed below.\n" in said
    assert "started" in said and "/doc/tree/02c_margins.ipynb" in said


def test_an_unknown_page_is_answered_with_those_that_are_there(present):
    with pytest.raises(SystemExit, match="There is no page '99'.*\n.*make present NB=00_start_here"):
        present.find_notebook("99", "present")


@pytest.mark.parametrize("wanted, page", [
    ("01", "01_titanic_eda"), ("02C", "02c_margins"), ("A1", "a1_linear_models"),
    ("02_lag", "02_lagrange_kkt"), ("03_smo.ipynb", "03_smo")])
def test_a_page_is_meant_by_number_or_by_the_beginning_of_its_name(present, wanted, page):
    assert present.find_notebook(wanted, "present").stem == page


def test_a_page_of_an_instructors_own_is_found_as_well(present, tmp_path):
    (tmp_path / "my_page.ipynb").touch()
    assert present.find_notebook("my", "present", tmp_path) == tmp_path / "my_page.ipynb"


@pytest.mark.parametrize("wanted", ["0", ""])
def test_what_may_mean_several_pages_is_asked_back(present, wanted):
    with pytest.raises(SystemExit, match="There is no page"):
        present.find_notebook(wanted, "present")


@pytest.mark.parametrize("port", [-1, 0, 65_536, 99_999])
def test_a_port_that_cannot_be_is_not_called_busy(present, port):
    with pytest.raises(SystemExit, match=f"{port}.* 65535"):
        present.find_port(port)


def test_the_first_and_the_last_port_may_be_named(present, monkeypatch):
    monkeypatch.setattr(present.socket.socket, "bind", lambda probe, address: None)
    assert [present.find_port(port) for port in (1, 65_535)] == [1, 65_535]


def test_a_busy_port_is_passed_over_or_named(present, monkeypatch):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(SystemExit, match=f"{port}.* 8888"):
            present.find_port(port)
        monkeypatch.setattr(present, "FIRST_PORT", port)
        assert present.find_port(None) > port


def test_where_all_ports_are_busy_it_says_so(present, monkeypatch):
    tried = []

    def busy(probe, address):
        tried.append(address)
        raise OSError

    monkeypatch.setattr(present.socket.socket, "bind", busy)
    with pytest.raises(SystemExit, match="8888.* 8937.*make present PORT="):
        present.find_port(None)
    assert tried == [("127.0.0.1", port) for port in range(8888, 8938)]
