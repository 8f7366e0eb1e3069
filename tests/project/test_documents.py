"""Names, files, commands and addresses in the documents are there, and lead where they should."""
from __future__ import annotations

import builtins
import keyword
import re
import tomllib

import pandas as pd
import pytest

from coursekit.own_pages import own_folder
from pages import NOTEBOOKS, ROOT, read

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "TEACHING.md", "RELEASING.md", "CHANGELOG.md", "AGENTS.md"]
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
START = read(NOTEBOOKS[0])
documents = pytest.mark.parametrize("document", DOCUMENTS)


def told(document: str) -> list[str]:
    """Return what a document has in code type."""
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text("utf-8"), flags=re.S)
    return re.findall(r"`([^`\n]+)`", text)


@documents
def test_every_name_that_is_told_occurs_in_the_code(document):
    code = "\n".join(path.read_text("utf-8") for room in ("coursekit", "tests", "tools", "notebooks")
                     for path in (ROOT / room).rglob("*") if path.suffix in {".py", ".ipynb", ".json", ".js"}) + MAKEFILE
    known = {*re.findall(r"[A-Za-z_][\w-]*", code), *dir(builtins), *keyword.kwlist}
    names = {n for t in told(document) if not re.search(r"[/ …<\\]|\.\w", t) for n in re.findall(r"[A-Za-z_][\w-]*", t)}
    assert names - known == set()


@documents
def test_every_file_that_is_told_is_there(document):
    files = [t for t in told(document) if re.fullmatch(r"\w[\w/.-]*(/|\.(py|md|toml|json|txt|yml|ipynb))", t)]
    bases = ("", "coursekit", ".github/workflows")
    files = [f.removeprefix("lab/tree/").replace(f"{own_folder().name}/", "notebooks/") for f in files]     # a copy
    gone = {f for f in files if not any((ROOT / base / f).exists() for base in bases)}
    made = set(re.findall(r"build/\w+/", re.search(r"^help:.*", MAKEFILE, re.M | re.S)[0]))      # by make
    assert [f for f in gone - made if not (ROOT / f).exists()] == []


def test_the_folder_that_is_served_is_the_one_that_is_made():
    readme, tool = ((ROOT / place).read_text("utf-8") for place in ("README.md", "tools/website/__main__.py"))
    made = "/".join(re.search(r"SITE = ROOT / \"(\w+)\" / \"[\w-]+\", ROOT / \"(\w+)\" / \"(\w+)\"", tool).groups()[1:])
    served = re.findall(r"http\.server -d ([\w/]+)", readme)
    assert served == [made] and f"`{made}/`" in readme


@documents
def test_every_target_with_its_variables_is_in_the_makefile(document):
    text = (ROOT / document).read_text("utf-8")
    pages = {path.stem for path in NOTEBOOKS}
    for target, given in re.findall(r"(?:`|^)make ([a-z-]+)((?: [A-Z]+=[\w.]+)*)", text, re.M):
        assert re.search(rf"^{target}:", MAKEFILE, re.M), target
        for variable, value in re.findall(r"([A-Z]+)=([\w.]+)", given):
            assert f"$({variable})" in MAKEFILE or f"$(if $({variable})" in MAKEFILE, (target, variable)
            assert variable != "NB" or any(page.startswith(value) for page in pages), value


def test_every_variable_of_the_environment_that_is_set_or_told_is_read():
    files = [path for room in ("coursekit", "tests", "tools", ".github", ".ci", "binder", ".devcontainer")
             for path in sorted((ROOT / room).rglob("*")) if path.is_file() and path.suffix != ".pyc"]
    files += [ROOT / name for name in ("Makefile", "conftest.py", *DOCUMENTS)]
    texts = {path.relative_to(ROOT): path.read_text("utf-8", errors="ignore") for path in files}
    name = r"\bCOURSE(?:KIT)?_[A-Z_]+"
    read = {n for text in texts.values() for n in re.findall(rf'environ(?:\.get\(|\[)"({name})"', text)}
    assert len(read) > 4
    unread = {str(path): n for path, text in texts.items() for n in re.findall(name, text) if n not in read}
    assert unread == {}


def linked(text: str) -> list[str]:
    """Return the page that each row of a table links to first."""
    return re.findall(r"^\| \[[^\]]+\]\((?:notebooks/)?(\w+)\.ipynb\) \|", text, re.M)


def test_the_readme_and_the_start_page_have_the_lessons_in_their_order():
    assert linked(README) == [path.stem for path in NOTEBOOKS]
    shown = [output.data.get("text/html", "") for cell in START.cells for output in cell.get("outputs", []) if "data" in output]
    start = re.findall(r'href="(\w+)\.ipynb"', " ".join(shown))
    assert [page for page in start if page in linked(README)] == linked(README)


def test_the_example_of_the_readme_runs():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    *lines, last = code.strip().splitlines()
    space = {}
    exec("\n".join(lines), space)
    table = eval(last, space)
    assert isinstance(table, pd.DataFrame) and set(table.index) == {"female", "male"} and len(table.columns) > 2


def test_the_addresses_for_binder_open_the_start_page():
    paths = re.findall(r"lab/tree/([\w/]+\.ipynb)", README)
    assert len(paths) >= 2 and set(paths) == {f"{own_folder().name}/{NOTEBOOKS[0].name}"}
    assert "python -m coursekit pages" in (ROOT / "binder" / "postBuild").read_text("utf-8")
    assert re.findall(r"`(\S*)lab/tree", README) == ["", "?urlpath="]


def test_conda_makes_and_enters_the_same_environment():
    called = re.search(r"conda activate (\w+)", README)[1]
    assert re.search(rf"^name: {called}$", (ROOT / "environment.yml").read_text("utf-8"), re.M)


def test_licences_are_those_of_their_files():
    code, prose = (re.search(rf"\[([^\]]+)\]\({name}\)", README)[1] for name in ("LICENSE", "LICENSE-CONTENT"))
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license"].startswith(code)
    assert "BSD 3-Clause" in (ROOT / "LICENSE").read_text("utf-8") and code == "BSD-3-Clause"
    kind, version = re.fullmatch(r"CC (BY(?:-\w+)*) (\d\.\d)", prose).groups()
    text = (ROOT / "LICENSE-CONTENT").read_text("utf-8")
    assert kind == "BY" and f"Attribution {version}" in text.replace("-", " ").replace("Commons ", "")


@pytest.mark.parametrize("author", ["Niehues", "Acquaviva", "Cooney", "Borgelt", "Schmidt"])
def test_the_authors_of_the_five_documents_are_named(author):
    start = " ".join(cell.source for cell in START.cells if cell.cell_type == "markdown")
    assert author in README and author in start
