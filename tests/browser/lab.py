"""A real JupyterLab in a real Chromium, driven as a learner drives it: by menu and keyboard."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect, sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TOKEN = "course"
PATIENCE = 600      # seconds that any event may take: a busy machine is no fault of the course
expect.set_options(timeout=1000 * PATIENCE)
# No pop-up with news over the page; and, but for what is timed, cells out of view stay on it.
SETTINGS = {plugin.replace(":", "/"): settings for plugin, settings in json.loads((
    pathlib.Path(__file__).parents[2] / "tools/lab/labconfig/default_setting_overrides.json").read_text("utf-8")).items()}
ALL_CELLS = {"@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"}}


def chromium() -> str | None:
    """Return the browser's path: COURSEKIT_CHROMIUM, or whatever is on the PATH."""
    named = os.environ.get("COURSEKIT_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def running_lab(folder: pathlib.Path, *, all_cells: bool = True,
                python: str | pathlib.Path = sys.executable, app: str = "jupyterlab"):
    """Run a Python's JupyterLab, or its app "notebook", on a folder; yield its address."""
    port = _free_port()
    own = {k: str(folder / ".jupyter" / k.lower()) for k in
           ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}
    own["JUPYTERLAB_SETTINGS_DIR"] = str(folder / ".jupyter" / "settings")
    for plugin, settings in {**SETTINGS, **(ALL_CELLS if all_cells else {})}.items():
        path = folder / ".jupyter" / "settings" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings), "utf-8")
    command = [python, "-m", app, "--no-browser", "--allow-root",
               f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}",
               "--LabApp.news_url=", "--LabApp.check_for_updates_class="
               "jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly",
               *(f"--{kind}.expose_app_in_browser=True" for kind in ("LabApp", "JupyterNotebookApp"))]
    with open(folder / "lab.log", "w", encoding="utf-8") as log:
        server = subprocess.Popen(command, cwd=folder, env={**os.environ, **own}, stdout=log,
                                  stderr=subprocess.STDOUT)
        try:
            _wait_for(f"http://127.0.0.1:{port}/api?token={TOKEN}", server, folder / "lab.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait_for(address: str, server: subprocess.Popen, log: pathlib.Path) -> None:
    ends = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < ends:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=10).close()
            return
        time.sleep(0.25)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text('utf-8')[-2000:]}")


@contextlib.contextmanager
def browser_page():
    """Yield a page of a headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_default_timeout(1000 * PATIENCE)
            yield page
        finally:
            browser.close()


# The notebook is there, with a kernel; from now on the page knows what the kernel is still to answer.
OPENED = """async () => {
  const panel = jupyterapp.shell.currentWidget;
  await Promise.all([panel.context.ready, panel.sessionContext.ready]);
  const {kernel} = panel.sessionContext.session, asked = window.asked = new Set();
  kernel.anyMessage.connect((_, {direction, msg}) => {
    if (direction === "send" && msg.channel === "shell") asked.add(msg.header.msg_id);
  });
  kernel.iopubMessage.connect((_, msg) => {
    if (msg.content.execution_state === "idle") asked.delete(msg.parent_header.msg_id);
  });
  await kernel.info;
}"""
RUN = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
SLEEP = """seconds => jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute(
  {code: `import time; time.sleep(${seconds})`, silent: true, store_history: false}).done"""
IN_TIME = """([given, patience]) => Promise.race([(%s)(given), new Promise(
  (_, late) => setTimeout(() => late(new Error(`not in ${patience} s`)), 1000 * patience))])"""
# The cells in view are drawn, with their pictures and explorers.
DRAWN = """() => {
  const {top, bottom} = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
  const {widgets} = jupyterapp.shell.currentWidget.content, last = widgets.at(-1);
  const at = cell => cell.isAttached ? cell.node.getBoundingClientRect() : {};
  const cells = widgets.filter(cell => at(cell).bottom > top && at(cell).top < bottom);
  const loaded = image => image.complete && image.naturalWidth;
  return (cells.length || at(last).bottom <= top) && cells.every(cell => !cell.isPlaceholder() &&
    [...cell.node.querySelectorAll("img")].every(loaded) &&
    [...cell.node.querySelectorAll(".jp-OutputArea-output.lm-Panel")].every(
      view => view.querySelector(".coursekit-status:not(:empty), .jupyter-widgets")));
}"""


class Notebook:
    """One notebook, open in JupyterLab."""

    def __init__(self, page: Page, address: str, path: str):
        # A workspace of its own, emptied: else tabs of earlier notebooks would be restored.
        space = f"{pathlib.Path(path).stem}-{uuid.uuid4().hex[:8]}"
        self._open(page, f"{address}/lab/workspaces/{space}/tree/{path}?reset&token={TOKEN}")

    @classmethod
    def at(cls, page: Page, address: str) -> Notebook:
        """Return the notebook at an address of its own."""
        notebook = cls.__new__(cls)
        notebook._open(page, address)
        return notebook

    def _open(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function("jupyterapp.shell.currentWidget?.sessionContext")
        self._await(OPENED)

    def _await(self, wait: str, given: float | None = None) -> None:
        self.page.evaluate(IN_TIME % wait, [given, PATIENCE])

    def run_all(self) -> None:
        """Run all cells, and wait until the last has run."""
        self._await(RUN)

    def rest(self, seconds: float = 0) -> None:
        """Let the kernel rest for so many seconds, and wait until it has answered everything."""
        if seconds:
            self._await(SLEEP, seconds)
        self.page.wait_for_function("!window.asked.size")

    def explorers(self) -> Iterator[Explorer]:
        """Yield the live explorers, top to bottom, each while it is in view.

        JupyterLab takes cells that are out of view off the page, so an explorer must be used
        before the page is scrolled on.
        """
        seen = set()
        for _ in self.scroll():
            for title in self.page.locator(".coursekit-explorer:visible .ck-title").all_text_contents():
                for k in range(self.box(title).count()):    # an opening has fewer controls
                    explorer = Explorer(self.page, self.box(title).nth(k), title)
                    if (title, buttons := explorer.buttons().count()) not in seen:
                        seen.add((title, buttons))
                        yield explorer

    def box(self, title: str) -> Locator:
        """Return the explorers with a title."""
        return self.page.locator(f".coursekit-explorer[aria-label={json.dumps(title, ensure_ascii=False)}]")

    def scroll(self) -> Iterator[int]:
        """Scroll through the page, yielding at each stop once what is in view is drawn."""
        outer = self.page.locator(".jp-WindowedPanel-outer").first
        height, top = 1, 0
        while top < height:
            outer.evaluate("(e, y) => { e.scrollTop = y }", top)
            self.page.wait_for_function(DRAWN, polling=100)
            height = outer.evaluate("e => e.scrollHeight")
            yield top
            top += 500

    def errors(self) -> list[str]:
        """Return error outputs and broken widgets on the page."""
        found = self.page.locator(
            ".jp-RenderedText[data-mime-type='application/vnd.jupyter.error'], "
            ".jupyter-widgets-error-widget, .jp-RenderedText[data-mime-type"
            "='application/vnd.jupyter.stderr']")
        return found.all_inner_texts()


class Explorer:
    """One explorer on the page, moved by keyboard."""

    def __init__(self, page: Page, box: Locator, title: str):
        self.page, self.box, self.title = page, box, title

    def picture(self) -> str:
        """Return the number of the current picture: each drawing has one of its own."""
        return self.box.locator("img").first.get_attribute("data-frame") or ""

    def status(self) -> str:
        """Return the line below the picture."""
        return self.box.locator(".coursekit-status").text_content() or ""

    def sliders(self) -> Locator:
        """Return the sliders."""
        return self.box.locator("input[type=range]")

    def numbers(self) -> Locator:
        """Return the fields beside the sliders."""
        return self.box.locator("input.ck-number")

    def choices(self) -> Locator:
        """Return the groups of which one is chosen."""
        return self.box.locator("fieldset")

    def ticks(self) -> Locator:
        """Return the boxes to tick."""
        return self.box.locator("input[type=checkbox]")

    def buttons(self) -> Locator:
        """Return Reset and the presets."""
        return self.box.get_by_role("group", name="Reset and presets").locator("button")

    def press(self, control: Locator, key: str) -> None:
        """Give a control the focus and press a key."""
        control.focus()
        self.page.keyboard.press(key)

    def changes(self, before: tuple[str, str], *, words: bool = True) -> bool:
        """Wait until the picture (and the words) differ from what they were."""
        return self.box.evaluate(CHANGED, [*before, words, PATIENCE])

    def now(self) -> tuple[str, str]:
        """Return picture and words."""
        return self.picture(), self.status()

    def go(self, preset: str) -> None:
        """Go to a preset, and wait for it."""
        self._press_and_wait(self.box.get_by_role("button", name=preset, exact=True))

    def reset(self) -> None:
        """Go back to the start, and wait for it."""
        self._press_and_wait(self.buttons().first)

    def _press_and_wait(self, button: Locator) -> None:
        before = self.now()
        button.click()
        assert self.changes(before, words=False), f"{self.title}: nothing was drawn"

    def timed(self, control: Locator, key: str) -> float:
        """Press a key on a control; return the milliseconds until the new picture is loaded."""
        control.focus()
        waiting = self.box.locator("img").evaluate_handle(TIMED)
        self.page.keyboard.press(key)
        return waiting.evaluate("h => h.promise")


# From the key to the frame in which the new picture stands; the clock starts in the page, so that
# the way of the key press through the test is not counted.
TIMED = """
img => ({promise: new Promise(resolve => {
  let start = 0;
  const key = () => { start = performance.now(); };
  document.addEventListener('keydown', key, {capture: true, once: true});
  img.addEventListener('load', () => requestAnimationFrame(
    () => resolve(performance.now() - start)), {once: true});
  setTimeout(() => resolve(NaN), 3000);
})})
"""
# Whether another picture (and other words) than these come in so many seconds.
CHANGED = """
(box, [frame, said, words, patience]) => new Promise(resolve => {
  const changed = () => box.querySelector('img').dataset.frame !== frame &&
    (!words || box.querySelector('.coursekit-status').textContent !== said);
  const end = how => { watch.disconnect(); clearTimeout(alarm); resolve(how); };
  const watch = new MutationObserver(() => changed() && end(true));
  const alarm = setTimeout(() => end(false), 1000 * patience);
  watch.observe(box, {attributes: true, childList: true, characterData: true, subtree: true});
  if (changed()) end(true);
})
"""

# The words among some elements whose contrast with what lies behind them is below 4.5 to 1.
FAINT = """
(box, which) => {
  const parts = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(
    v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const colour = parts(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.5) return light(colour);
    }
    return 1;
  };
  return [...box.querySelectorAll(which)].filter(e => e.textContent.trim() || e.value).map(e => {
    const [a, b] = [light(parts(getComputedStyle(e).color)), behind(e)].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), (e.textContent || e.value).trim().slice(0, 30)];
  }).filter(([ratio]) => ratio < 4.5);
}
"""
