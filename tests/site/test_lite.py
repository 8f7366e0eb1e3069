"""The course in the browser alone: what can be tried without the address that Pyodide comes from.

Built by ``make site LITE=1``. No kernel starts here, for its parts come from a network; but Node,
where there is one, runs the same Pyodide without its packages.
"""
from __future__ import annotations

import email
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import lab
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE, LITE = ROOT / "build" / "site", ROOT / "build" / "site" / "lite"
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix",
           "python_version": "3.14", "python_full_version": "3.14.2", "extra": ""}
STUBS = {"widgetsnbextension"}      # the kernel brings one of its own
BROUGHT = (ROOT / "tools" / "lite" / "pyodide.txt").read_text("utf-8")

pytestmark = pytest.mark.skipif(not LITE.exists(), reason="only with make site LITE=1")


def shipped() -> dict[str, tuple[str, list[Requirement]]]:
    """Return version and requirements of each wheel that travels with the site."""
    found = {}
    for path in sorted((LITE / "pypi").glob("*.whl")):
        name, version, _, tags = parse_wheel_filename(path.name)
        assert {(t.abi, t.platform) for t in tags} == {("none", "any")}, f"{path.name} is not pure"
        with zipfile.ZipFile(path) as wheel:
            text = wheel.read(next(n for n in wheel.namelist() if n.endswith("/METADATA")))
        needs = email.message_from_bytes(text).get_all("Requires-Dist") or []
        found[name] = str(version), [Requirement(need) for need in needs]
    return found


def test_all_that_the_course_needs_is_brought_by_pyodide_or_by_the_site():
    wheels = shipped()
    assert "coursekit" in wheels
    have = {canonicalize_name(n): v for n, v in re.findall(r"^([\w.-]+)==(\S+)$", BROUGHT, re.M)}
    have.update({name: version for name, (version, _) in wheels.items()})
    missing = [f"{name} needs {need}" for name, (_, needs) in wheels.items() for need in needs
               if (not need.marker or need.marker.evaluate(BROWSER))
               and canonicalize_name(need.name) not in STUBS
               and not need.specifier.contains(have.get(canonicalize_name(need.name), "0"))]
    assert not missing, missing


def test_the_kernel_takes_packages_from_the_site_and_asks_no_index():
    settings = json.loads((LITE / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = settings["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] is True
    assert any(url.startswith("./pypi/all.json") for url in kernel["pipliteUrls"])
    names = {extension["name"] for extension in settings["federated_extensions"]}
    assert {"anywidget", "@jupyter-widgets/jupyterlab-manager"} <= names


def test_the_versions_are_those_of_the_kernel_that_is_built_in():
    asked = re.search(r"Pyodide ([\d.]+)", BROUGHT).group(1)
    scripts = (LITE / "extensions" / "@jupyterlite" / "pyodide-kernel-extension" / "static")
    assert any(f"pyodide/v{asked}/" in path.read_text("utf-8") for path in scripts.glob("*.js"))


@pytest.fixture(scope="module")
def address():
    """Serve the site: pages that run need a server."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(SITE))
    SimpleHTTPRequestHandler.log_message = lambda *_: None
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")),
                         ids=lambda path: path.stem)
def test_a_page_links_to_its_twin_which_begins_with_the_course(path):
    link = f'href="../lite/lab/index.html?path=notebooks/{path.name}"'
    assert link in (SITE / "notebooks" / f"{path.stem}.html").read_text("utf-8")
    cells = json.loads((LITE / "files" / "notebooks" / path.name).read_text("utf-8"))["cells"]
    assert cells[2]["source"] == "%pip install -q coursekit"
    assert cells[3:] and all(isinstance(cell["source"], str) for cell in cells)


@pytest.fixture
def chromium() -> None:
    if lab.chromium() is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium")
        pytest.skip("no Chromium")


def test_a_page_leads_to_its_twin_only_where_there_is_a_server(address, chromium):
    with lab.browser_page() as page:
        page.goto(f"{address}/notebooks/03_smo.html")
        assert page.locator("a.live").count() == 1
        page.goto((SITE / "notebooks" / "03_smo.html").as_uri())
        assert page.get_by_text("serve this folder").is_visible()
        assert page.locator("a.live").count() == 0


def test_the_first_page_opens_in_the_lab_of_the_browser(address, chromium):
    with lab.browser_page() as page:
        asked, wrong = [], []
        page.on("request", lambda r: asked.append(r.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{address}/lite/lab/index.html?path=notebooks/00_start_here.ipynb")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
        page.get_by_role("heading", name=re.compile("^00 · ")).first.wait_for()
        assert page.locator(".jp-DirListing-item").count() \
            == len(list(LITE.glob("files/*/*.ipynb")))
        assert not wrong
        left = {url.split("/")[2] for url in asked if url.startswith("http")}
        assert left <= {address.split("/")[2], "cdn.jsdelivr.net"}      # the latter has Pyodide


def test_an_endless_loop_ends_in_pyodide_itself(tmp_path):
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("no Node")
    asked = re.search(r"Pyodide ([\d.]+)", BROUGHT).group(1)
    packed = subprocess.run(["npm", "pack", "--silent", f"pyodide@{asked}"], cwd=tmp_path,
                            capture_output=True, text=True)
    if packed.returncode:
        pytest.skip("npm has no Pyodide: no network?")
    subprocess.run(["tar", "xzf", packed.stdout.strip()], cwd=tmp_path, check=True)
    guard = (ROOT / "coursekit" / "exercise" / "guard.py").read_text("utf-8")
    (tmp_path / "try.mjs").write_text(f"""
        import {{ loadPyodide }} from "./package/pyodide.mjs";
        const python = await loadPyodide({{ indexURL: "./package/" }});
        python.FS.writeFile("/home/pyodide/guard.py", {json.dumps(guard)});
        console.log(python.runPython({json.dumps(LOOPS)}));
    """, "utf-8")
    said = subprocess.run(["node", "try.mjs"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=120)
    assert said.stdout.strip() == "42 TimeUp(3)", said.stdout + said.stderr


LOOPS = """
from guard import TimeUp, guarded

def forever(at):
    at(3)
    while True:
        try:
            sum(range(10))
        except Exception:
            pass

told = [guarded(lambda at: 42)]
try:
    guarded(forever, 0.3)
except TimeUp as error:
    told.append(repr(error))
" ".join(map(str, told))
"""
