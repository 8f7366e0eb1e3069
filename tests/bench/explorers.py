"""How quickly an explorer follows: in the kernel, and from key press to picture in a browser.

Run by `make bench`. What comes within a tenth of a second is felt to come at once. Targets: kernel
p95 ≤ 100 ms; browser p95 ≤ 200 ms, first visits to a state, which may have to be solved, included.
What JupyterLab itself takes, an empty message to the kernel and back, is measured beside it.
Names of explorers may be given, to measure those alone.
"""
from __future__ import annotations

import itertools
import pathlib
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator

import numpy as np

HERE = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HERE / "helpers"), str(HERE / "browser")]

from coursekit.explorer import explorer_names, find_explorer  # noqa: E402
from coursekit.explorer.controls import Choice, LogSlider, Slider, Toggle  # noqa: E402

NAMES = sys.argv[1:] or explorer_names()
MOVES = 60
ECHO = '''
import anywidget

class Echo(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      el.innerHTML = "<button id='echo'>echo</button>";
      let start = 0, done = null;
      model.on("msg:custom", () => requestAnimationFrame(() => done(performance.now() - start)));
      el.firstChild.timed = () => new Promise(resolve => {
        start = performance.now(); done = resolve; model.send({});
      });
    } }"""

echo = Echo()
echo.on_msg(lambda *_: echo.send({}))
echo
'''


def values(control):
    """Return values of a control to step through."""
    if isinstance(control, LogSlider):
        return control.places()
    if isinstance(control, Slider):
        return [control.nearest(v) for v in np.arange(control.low, control.high, control.step)]
    return control.options if isinstance(control, Choice) else (True, False)


def kernel(name: str) -> np.ndarray:
    """Return milliseconds from a slider's value to the picture's bytes, for each move."""
    explorer = find_explorer(name)()
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


def browser() -> Iterator[tuple[str, np.ndarray]]:
    """Yield the name of each explorer and its milliseconds from key press to picture."""
    import gallery
    from lab import Explorer, Notebook, browser_page, chromium, running_lab
    if chromium() is None:
        print("No Chromium: the browser side was not measured.")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        page_name = gallery.write(folder, ECHO)
        # Cells that are out of view take no time, as in any JupyterLab that nobody has set up.
        with running_lab(folder, all_cells=False) as address, browser_page() as page:
            Notebook(page, address, page_name).run_all()
            for name in NAMES:
                box = page.get_by_role("group", name=find_explorer(name).title, exact=True)
                explorer = Explorer(page, box, name)
                yield name, np.array([press(explorer, k) for k in range(MOVES)])
            yield "(empty message and back)", np.array([echo(page) for _ in range(MOVES)])


def echo(page) -> float:
    """Time a message to the kernel and back, with nothing done on either side: the floor."""
    button = page.locator("#echo")
    button.scroll_into_view_if_needed()
    page.wait_for_timeout(30)
    return button.evaluate("button => button.timed()")


def press(explorer, k: int) -> float:
    """Press one key on the first control and wait for the new picture."""
    control, key = explorer.box.locator("input:checked").first, "ArrowRight"
    if explorer.sliders().count():
        control = explorer.sliders().first
        low, high = control.evaluate("s => [s.value === s.min, s.value === s.max]")
        if high or k % 16 >= 8 and not low:
            key = "ArrowLeft"
    control.scroll_into_view_if_needed()
    taken = explorer.timed(control, key)
    explorer.page.wait_for_timeout(30)
    return taken


def report(kind: str, target: float, times: Iterable[tuple[str, np.ndarray]]) -> bool:
    """Print a line as soon as an explorer is measured; return whether all meet the target."""
    print(f"\n{kind} (target: p95 at most {target:g} ms)", flush=True)
    good = True
    for name, t in times:
        t = t[np.isfinite(t)]       # a key at the end of a slider changes nothing
        p50, p95 = np.percentile(t, [50, 95])
        good &= p95 <= target or name.startswith("(")
        print(f"  {name:24s} {len(t):4d} moves   p50 {p50:6.1f}   p95 {p95:6.1f} ms"
              f"   {'ok' if p95 <= target else 'MISSED'}", flush=True)
    return good


if __name__ == "__main__":
    inside = report("kernel: slider value to image bytes", 100, ((n, kernel(n)) for n in NAMES))
    outside = report("browser: key press to new picture", 200, browser())
    sys.exit(0 if inside and outside else 1)
