"""The learner's own copy of the pages, in a folder that no update of the course overwrites.

The course's `notebooks/` are executed and kept under version control; nobody works there. A copy
begins without outputs, but for the page that is only looked up in. When the course changes, each
page in the copy is brought up to date cell by cell: what the learner wrote, ran or deleted stays.
"""
from __future__ import annotations

import datetime
import json
import os
import pathlib

HERE = pathlib.Path(__file__).parent
GIVEN = ".as_given.json"    # in the learner's folder: the text of each cell as it was laid out


def _packed(name: str, in_checkout: str) -> pathlib.Path:
    """Return a folder of the package (a wheel), or its original in the checkout."""
    return HERE / name if (HERE / name).is_dir() else HERE.parent / in_checkout


PAGES = _packed("pages", "notebooks")
SETTINGS = _packed("lab", "tools/lab")
LOOKED_UP = "a3_sources"    # asks nothing, so that its outputs give nothing away


def own_folder() -> pathlib.Path:
    """Return the learner's folder: in the checkout, or at home if nothing can be written there.

    >>> own_folder().name
    'my_course'
    """
    in_checkout = PAGES.name == "notebooks" and os.access(PAGES.parent, os.W_OK)
    return (PAGES.parent if in_checkout else pathlib.Path.home()) / "my_course"


def lay_out(folder: pathlib.Path, again: str = "") -> list[str]:
    """Lay out all pages, or bring them up to date; return what the learner should know.

    ``folder``: the learner's folder; it is made if it is not there.
    ``again``: name or number ("00") of a page to begin again; the old page is kept under another
        name.

    Raises ValueError if there is no such page.
    """
    folder.mkdir(parents=True, exist_ok=True)
    said = [_put_aside(folder, again)] if again else []
    record = folder / GIVEN
    given = json.loads(record.read_text("utf-8")) if record.exists() else {}
    for page in pages():
        try:
            new = laid_out(page)
        except (ValueError, LookupError, TypeError):
            said.append(f"{page} cannot be read as a notebook and is left out.")
            continue
        said += _bring(folder / page.name, given.get(page.stem, _texts(new)), new)
        given[page.stem] = _texts(new)
    _write(record, given)
    return said


def laid_out(page: pathlib.Path) -> dict:
    """Return a notebook without outputs, except the picture with which it opens.

    The page that is only looked up in keeps them all.
    """
    book, opened = json.loads(page.read_text("utf-8")), False
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            pictures = [o for o in cell["outputs"] if "image/png" in o.get("data", {})][:not opened]
            kept = cell["outputs"] if page.stem == LOOKED_UP else pictures
            for output in kept:
                output.update({"execution_count": None} if "execution_count" in output else {})
            cell.update(outputs=kept, execution_count=None)
            opened = opened or bool(pictures)
    return book


def merged(given: dict[str, str], mine: list[dict], new: list[dict]) -> tuple[list[dict], int]:
    """Return the cells of the new page with the learner's changes, and how many cells clash.

    ``given``: for the id of each cell its text as the learner got it.
    ``mine``, ``new``: the cells of the learner's page, and of the course's page today.

    Returns ``cells``: a cell that the learner changed stays as it is, one that was deleted stays
    away; the learner's own cells stay behind the cell that they follow; ``clashes``: cells that
    both the learner and the course changed.
    """
    places, kept = {cell["id"] for cell in new}, {cell.get("id"): cell for cell in mine}
    own, before = {}, None
    for cell in mine:
        if cell.get("id") in places:
            before = cell["id"]
        elif given.get(cell.get("id")) != _text(cell):      # not a cell that the course removed
            own.setdefault(before, []).append(cell)
    cells, clashes = own.get(None, []), 0
    for cell in new:
        old, his = given.get(cell["id"]), kept.get(cell["id"])
        if his is None:
            cells += [cell] if old is None else []
            continue
        if _text(his) not in (old, _text(cell)):
            clashes += _text(cell) != old
            cells.append(his)
        elif _text(his) == _text(cell) and his.get("execution_count"):
            cells.append({**cell, **{k: his[k] for k in ("outputs", "execution_count")}})
        else:
            cells.append(cell)
        cells += own.get(cell["id"], [])
    return cells, clashes


def pages() -> list[pathlib.Path]:
    """Return the course's pages, then those that an instructor keeps in own/ beside them."""
    return [*sorted(PAGES.glob("*.ipynb")), *sorted((PAGES.parent / "own").glob("*.ipynb"))]


def _put_aside(folder: pathlib.Path, again: str) -> str:
    """Rename the learner's page, so that a fresh one is laid out; say under which name it is."""
    wanted = [page.name for page in pages() if again in (page.stem, page.stem.split("_")[0])]
    if not wanted:
        raise ValueError(f"there is no page {again!r}; name one by its number: "
                         f"{', '.join(page.stem.split('_')[0] for page in pages())}")
    page = folder / wanted[0]
    if not page.exists():
        return f"{page.stem} begins."
    old = page.with_stem(f"{page.stem} until {datetime.datetime.now():%Y-%m-%d %H.%M.%S}")
    page.rename(old)
    return f"{page.stem} begins again; your old page is “{old.name}”."


def _bring(page: pathlib.Path, given: dict[str, str], new: dict) -> list[str]:
    """Write a page that is missing, or bring it up to date; return what to say about it."""
    if not page.exists():
        _write(page, new)
        return []
    try:
        mine = json.loads(page.read_text("utf-8"))
        cells, clashes = merged(given, mine["cells"], new["cells"])
    except (ValueError, LookupError, TypeError):
        return [f"{page.stem} cannot be read as a notebook and stays as it is; "
                f"to begin it again: --again {page.stem.split('_')[0]}"]
    if not given.keys() & {cell.get("id") for cell in mine["cells"]}:
        return [f"{page.stem} was saved without the ids of its cells and stays as it is."]
    if [_state(cell) for cell in cells] == [_state(cell) for cell in mine["cells"]]:
        return []
    written = {**mine, "cells": cells}
    _write(page, written)
    if _texts(written) == _texts(mine):     # only its opening picture is another
        return []
    with_yours = ", with what you wrote" if _texts(mine) != given else ""
    both = f"; {clashes} changed on both sides and stayed as you wrote them" if clashes else ""
    return [f"{page.stem}: a newer version{with_yours}{both}."]


def _text(cell: dict) -> str:
    return "".join(cell["source"])


def _texts(book: dict) -> dict[str, str]:
    return {cell.get("id"): _text(cell) for cell in book["cells"]}


def _state(cell: dict) -> tuple:
    return cell.get("id"), _text(cell), cell.get("outputs")


def _write(path: pathlib.Path, content: dict) -> None:
    """Write a file whole, or leave the old one."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
    part.replace(path)
