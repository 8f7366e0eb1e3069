"""How quickly an explorer follows: in the kernel, and from key press to picture in a browser.

Run by `make bench`. Targets: kernel p95 ≤ 33 ms, browser p95 ≤ 100 ms, over 50 moves or more.
"""
from __future__ import annotations

import itertools
import pathlib
import shutil
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HERE), str(HERE / "browser")]

from coursekit import explorers  # noqa: E402
from coursekit.explorers.controls import Choice, LogSlider, Slider, Toggle  # noqa: E402

NAMES = sorted(set(explorers._HOME) - {"Explorer"})
MOVES = 60

# One key press that moves the first control, and the time until the new picture is loaded.
TIMED_PRESS = """
([box, selector]) => new Promise(resolve => {
  const img = box.querySelector('img'), start = performance.now();
  const done = () => { img.removeEventListener('load', done);
                       requestAnimationFrame(() => resolve(performance.now() - start)); };
  img.addEventListener('load', done);
  setTimeout(() => resolve(NaN), 3000);
})
"""


def values(control):
    """Return values of a control to step through."""
    if isinstance(control, LogSlider):
        return np.geomspace(control.low, control.high, 40).tolist()
    if isinstance(control, Slider):
        steps = np.arange(control.low, control.high + 1e-9, control.step)
        return [control.check(v) for v in np.minimum(steps, control.high)]
    return control.options if isinstance(control, Choice) else (True, False)


def kernel(name: str) -> np.ndarray:
    """Return milliseconds from a slider's value to the picture's bytes, for each move."""
    explorer = getattr(explorers, name)()
    explorer.widget()
    steps = {c.name: list(values(c)) for c in explorer.controls if not isinstance(c, Toggle)}
    moves = [(k, v) for k, vs in steps.items() for v in vs]
    for k, v in moves:      # once around, so that nothing is computed for the first time
        explorer.set(**{k: v})
    times = []
    for k, v in itertools.islice(itertools.cycle(moves), max(MOVES, len(moves))):
        start = time.perf_counter()
        explorer.set(**{k: v})
        times.append(1e3 * (time.perf_counter() - start))
    return np.array(times)


def browser() -> dict[str, np.ndarray]:
    """Return milliseconds from key press to picture, for each explorer of lesson 01."""
    from lab import Notebook, browser_page, chromium, running_lab
    if chromium() is None:
        print("No Chromium: the browser side was not measured.")
        return {}
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        shutil.copy(HERE.parent / "notebooks" / "01_titanic_eda.ipynb", folder)
        with running_lab(folder) as address, browser_page() as page:
            notebook = Notebook(page, address, "01_titanic_eda.ipynb")
            notebook.run_all()
            for explorer in notebook.explorers():
                found[explorer.title] = np.array([timed_press(explorer, k) for k in range(MOVES)])
    return found


def timed_press(explorer, k: int) -> float:
    """Press one key and wait for the new picture."""
    box = explorer.box.element_handle()
    if explorer.sliders().count():
        explorer.sliders().last.focus()
        key = "ArrowRight" if k % 16 < 8 else "ArrowLeft"
    else:
        row = explorer.choices().first.locator("button")
        row.nth(k % row.count()).focus()
        key = "Space"
    waiting = explorer.page.evaluate_handle(f"(a) => ({{promise: ({TIMED_PRESS})(a)}})", [box, ""])
    explorer.page.keyboard.press(key)
    time_taken = waiting.evaluate("h => h.promise")
    explorer.page.wait_for_timeout(30)
    return time_taken


def report(kind: str, target: float, times: dict[str, np.ndarray]) -> bool:
    """Print a table; return whether every explorer meets the target."""
    print(f"\n{kind} (target: p95 at most {target:g} ms)")
    good = True
    for name, t in times.items():
        t = t[np.isfinite(t)]
        p50, p95 = np.percentile(t, [50, 95])
        good &= p95 <= target
        print(f"  {name:24s} {len(t):4d} moves   p50 {p50:6.1f}   p95 {p95:6.1f} ms"
              f"   {'ok' if p95 <= target else 'MISSED'}")
    return good


if __name__ == "__main__":
    inside = report("kernel: slider value to image bytes", 33, {n: kernel(n) for n in NAMES})
    outside = report("browser: key press to new picture", 100, browser())
    sys.exit(0 if inside and outside else 1)
