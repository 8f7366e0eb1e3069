"""Mutation testing: change the algorithms at random, and count the changes that a test notices.

    python tools/yardstick.py --changes 100 --seed 0 --json build/yardstick.json
    python tools/yardstick.py --again build/yardstick.json      # the same changes, as far as their lines exist

In a copy of the project tests/library is run once, to get its line coverage and which tests run which
line. Then one place at a time is changed, and the tests that run it are run, fastest first, as many as
fit into half of the time for a change. A change that no test runs is unnoticed. Some changes do no harm
(a tolerance twice as large), so compare the percentage with earlier ones rather than read it alone.
"""
from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import NamedTuple

import coverage
from tqdm import tqdm

ROOT = pathlib.Path(__file__).resolve().parents[1]
PACKAGES = ("svm", "tree", "rules", "kernels", "linear", "model_selection", "statistics.py", "lagrange.py", "titanic.py")
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info")
WATCH = '''
import json, time, coverage, pytest
TIMES, PASSED = {}, {}

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    name, start = item.nodeid.partition("[")[0], time.process_time()
    coverage.Coverage.current().switch_context(name)
    try:
        return (yield)
    finally:
        TIMES[name] = TIMES.get(name, 0) + time.process_time() - start
        coverage.Coverage.current().switch_context("")

def pytest_runtest_logreport(report):
    name = report.nodeid.partition("[")[0]
    PASSED[name] = PASSED.get(name, True) and not report.failed

def pytest_sessionfinish():
    json.dump({name: TIMES[name] for name in TIMES if PASSED[name]}, open("times.json", "w"))
'''
SWAPS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
         ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub,
         ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.And: ast.Or, ast.Or: ast.And}
NAMES = {"min": "max", "argmin": "argmax", "minimum": "maximum", "any": "all"}
NAMES |= {other: name for name, other in NAMES.items()}


class Change(NamedTuple):
    """One place in a file: its first line, how many equal places precede it there, and the new code."""

    file: str
    line: int
    text: str       # the source line, to find it again
    place: int      # index among equal changes in that line
    before: str
    after: str
    span: tuple[int, int, int, int]


def variants(node: ast.AST) -> Iterator[str]:
    """Yield the possible replacements of an expression or statement, as code."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
        yield f"({ast.unparse(ast.Compare(node.left, [SWAPS[type(node.ops[0])]()], node.comparators))})"
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS and not any(
            isinstance(side, ast.JoinedStr | ast.List) or isinstance(getattr(side, "value", 0), str) for side in (node.left, node.right)):
        yield f"({ast.unparse(ast.BinOp(node.left, SWAPS[type(node.op)](), node.right))})"
    elif isinstance(node, ast.BoolOp):
        yield f"({ast.unparse(ast.BoolOp(SWAPS[type(node.op)](), node.values))})"
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield from (f"({value!r})" for value in sorted({node.value + 1, node.value - 1, 2 * node.value} - {node.value}))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Name | ast.Attribute) and getattr(node, "id", getattr(node, "attr", "")) in NAMES:
        head, dot, name = ast.unparse(node).rpartition(".")
        yield f"{head}{dot}{NAMES[name]}"
    elif isinstance(node, ast.Return) and node.value is not None and ast.unparse(node) != "return None":
        yield "return None"
    elif isinstance(node, ast.AugAssign) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "pass"


def nodes(tree: ast.AST) -> Iterator[tuple[ast.AST, list[str]]]:
    """Walk through code that computes, skipping annotations, strings, error messages and decorators."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list") or isinstance(value, ast.JoinedStr):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr | ast.Raise):
                continue
            found = list(variants(node))
            if name == "test" and not isinstance(node, ast.Compare):
                found.append(f"(not ({ast.unparse(node)}))")
            yield node, found
            yield from nodes(node)


def changes(root: pathlib.Path) -> list[Change]:
    """Return all possible changes."""
    found = []
    for path in sorted(p for package in PACKAGES for p in [*(root / "coursekit" / package).rglob("*.py"), root / "coursekit" / package] if p.is_file()):
        source, seen = path.read_text("utf-8"), collections.Counter()
        lines = source.splitlines()
        for node, new in nodes(ast.parse(source)):
            for after in new:
                span = node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
                key = node.lineno, ast.get_source_segment(source, node), after
                found.append(Change(str(path.relative_to(root)), node.lineno, lines[node.lineno - 1].strip(), seen[key], *key[1:], span))
                seen[key] += 1
    return found


def changed(source: str, change: Change) -> str:
    """Return the source with the change applied; columns count bytes."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    first, start, last, end = change.span
    lines[first - 1:last] = [lines[first - 1][:start] + change.after.encode() + lines[last - 1][end:]]
    return b"".join(lines).decode()


def again(earlier: list[dict], now: list[Change]) -> list[Change]:
    """Return the changes of an earlier run whose line still exists, in the same file or another."""
    found = collections.defaultdict(list)
    for change in now:
        found[change.text, change.place, change.before, change.after].append(change)
    kept = []
    for old in earlier:
        same = found[old["text"], old["place"], old["before"], old["after"]]
        if same:
            kept.append(min(same, key=lambda change: change.file != old["file"]))
            same.remove(kept[-1])
    return kept


def run(copy: pathlib.Path, words: list, seconds: float = 0) -> int | None:
    """Run Python in the copy; return its exit code, or None after its processor time (or eight times that on the clock)."""
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
    limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))) if seconds else None
    options = ["-p", "no:cacheprovider", "-q", "--disable-warnings"]
    try:
        code = subprocess.run([sys.executable, "-m", *words, *options], cwd=copy, env=env, preexec_fn=limit, timeout=8 * seconds or None,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return None
    return None if code < 0 else code


def watch(copy: pathlib.Path) -> tuple[dict[str, float], coverage.Coverage]:
    """Run all tests once; return the processor seconds of those that pass, and the lines each runs."""
    (copy / "watch.py").write_text(WATCH, "utf-8")
    run(copy, ["coverage", "run", "--source=coursekit", "-m", "pytest", "-p", "watch", "tests/library"])
    measured = coverage.Coverage(data_file=str(copy / ".coverage"))
    measured.load()
    return json.loads((copy / "times.json").read_text("utf-8")), measured


def share(measured: coverage.Coverage, package: str) -> float:
    """Return the percentage of lines of a package, or of all, that are run."""
    place = "/".join(filter(None, ("**/coursekit", package)))
    with open(os.devnull, "w") as nowhere:
        return round(measured.report(include=[place, f"{place}/**"], file=nowhere), 1)


def runners(change: Change, copy: pathlib.Path, times: dict[str, float], measured: coverage.Coverage) -> list[str]:
    """Return the tests that run a line, fastest first; for lines run at import, those of the module."""
    by_line = measured.get_data().contexts_by_lineno(str(copy / change.file))
    names = set(by_line.get(change.line) or by_line.get(change.span[2], []))
    if "" in names:
        names = {name for some in by_line.values() for name in some}
    return sorted(names & set(times), key=times.get)


def attempt(change: Change, copy: pathlib.Path, tests: list[str], seconds: float) -> str:
    """Apply the change, run the tests, undo it; return the result."""
    if not tests:
        return "unnoticed"
    path = copy / change.file
    source = path.read_text("utf-8")
    path.write_text(changed(source, change), "utf-8")
    code = run(copy, ["pytest", "-x", *tests], seconds)
    path.write_text(source, "utf-8")
    return {None: "timeout", 0: "unnoticed"}.get(code, "noticed")


def main() -> None:
    """Print the lines that can be changed unnoticed, and percentages; write everything as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--changes", type=int, default=100, help="how many, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60, help="processor time for the tests of a change")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="time on the clock for all changes")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "yardstick.json")
    parser.add_argument("--again", type=pathlib.Path, help="JSON of an earlier run whose changes are repeated")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="yardstick-") as folder:
        copy = pathlib.Path(folder).resolve() / "project"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        print("running tests/library once, to see which test runs which line ...", flush=True)
        times, measured = watch(copy)
        report = {"coverage": {"coursekit": share(measured, ""),
                               **{package: share(measured, package) for package in PACKAGES}}, "changes": []}
        possible = changes(copy)
        chosen = random.Random(asked.seed).sample(possible, min(asked.changes, len(possible)))
        if asked.again:
            earlier = json.loads(asked.again.read_text("utf-8"))["changes"]
            chosen = again(earlier, possible)
            print(f"{len(chosen)} of {len(earlier)} lines are still there")
        counts, end = collections.Counter(), time.monotonic() + 60 * asked.minutes
        for change in (bar := tqdm(chosen)):
            if time.monotonic() > end:
                break
            able = runners(change, copy, times, measured)
            spent, tests = 0.0, []
            for name in able:
                spent += times[name]
                if not tests or spent <= asked.seconds / 2:
                    tests.append(name)
            result = attempt(change, copy, tests, asked.seconds)
            counts[result] += 1
            bar.set_postfix(counts)
            if result != "noticed":
                tqdm.write(f"{result}: {change.file}:{change.line}: {change.before} -> {change.after} ({len(tests)} of {len(able)} tests)")
            report["changes"].append({**change._asdict(), "result": result, "tests": len(tests), "left_out": len(able) - len(tests)})
            asked.json.parent.mkdir(parents=True, exist_ok=True)
            asked.json.write_text(json.dumps({"counts": counts, **report}, indent=1), "utf-8")
    print(f"{dict(counts)}; lines of coursekit run by tests/library: {report['coverage']}%")


if __name__ == "__main__":
    main()
