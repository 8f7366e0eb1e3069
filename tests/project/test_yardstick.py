"""The changes by which the tests are measured: real ones, and found again where their lines went."""
from __future__ import annotations

import ast
import shutil

import pytest

import yardstick

pytestmark = pytest.mark.walk      # `make yardstick` runs them first


@pytest.fixture(scope="module")
def possible():
    return yardstick.changes(yardstick.ROOT)


def test_each_change_is_code_and_another_code(possible):
    """Every thirtieth: all of them take a minute."""
    assert len({change.file for change in possible}) > 40
    for change in possible[::30]:
        source = (yardstick.ROOT / change.file).read_text("utf-8")
        assert ast.dump(ast.parse(yardstick.changed(source, change))) != ast.dump(ast.parse(source)), change


def kinds(source: str) -> set[tuple[str, str]]:
    return {(ast.unparse(node), new) for node, found in yardstick.nodes(ast.parse(source)) for new in found}


def test_kinds_of_changes():
    found = kinds("def f(x: int = 3, *, y: Literal[5]) -> Literal[7]:\n    if x <= 4 or not y:\n        x += min(y)\n        raise E(9)\n    return x - y")
    assert {("x <= 4", "(x < 4)"), ("not y", "(y)"), ("x <= 4 or not y", "(x <= 4 and (not y))"), ("min", "max"), ("3", "(6)"),
            ("x <= 4 or not y", "(not (x <= 4 or not y))"), ("x += min(y)", "pass"), ("return x - y", "return None"),
            ("x - y", "(x + y)"), ("4", "(5)"), ("4", "(3)")} <= found
    assert not {"5", "7", "9"} & {old for old, _ in found}
    assert kinds('"text" + f"{x + 1}"') == set()


def test_a_change_is_found_again_where_its_line_went(possible, tmp_path):
    earlier = [change._asdict() for change in possible if change.file.endswith("svm/sor.py")]
    shutil.copytree(yardstick.ROOT / "coursekit", tmp_path / "coursekit")
    old = tmp_path / "coursekit" / "svm" / "sor.py"
    text = "\n\n" + old.read_text("utf-8").replace("omega * slope[i]", "slope[i] * omega")
    old.rename(tmp_path / "coursekit" / "svm" / "relaxation.py").write_text(text, "utf-8")
    again = yardstick.again(earlier, yardstick.changes(tmp_path))
    lost = [change for change in earlier if "omega * slope" in change["text"]]
    assert len(again) == len(earlier) - len(lost) < len(earlier)
    moved = [change for change in again if change.file.endswith("relaxation.py")]
    assert len(moved) > 0.8 * len(again)


@pytest.mark.slow
def test_a_change_is_noticed_unnoticed_or_out_of_time_and_taken_back(tmp_path):
    source = "def f(n):\n    while n > 1:\n        n -= 1\n    return n\n"
    code = tmp_path / "under_test.py"
    code.write_text(source, "utf-8")
    (tmp_path / "test_it.py").write_text("from under_test import f\n\ndef test_f():\n    assert f(3) == 1\n", "utf-8")
    results = {}
    for before, after in (("n > 1", "(n > 2)"), ("n -= 1", "pass"), ("n > 1", "(1 < n)")):
        line, text = next((k, row) for k, row in enumerate(source.splitlines(), 1) if before in row)
        span = line, text.index(before), line, text.index(before) + len(before)
        change = yardstick.Change("under_test.py", line, text, 0, before, after, span)
        results[after] = yardstick.attempt(change, tmp_path, ["test_it.py"], 20)
        assert code.read_text("utf-8") == source
    assert results == {"(n > 2)": "noticed", "pass": "timeout", "(1 < n)": "unnoticed"}
    assert yardstick.attempt(change, tmp_path, [], 10) == "unnoticed"
