"""Put the pages into the wheel, without their outputs, for `python -m coursekit lab`."""
from __future__ import annotations

import json
import pathlib
import runpy
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = pathlib.Path(__file__).parents[1]


class Pages(BuildHookInterface):
    """Lay the pages out in a folder that the wheel takes in; an editable one reads notebooks/."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Lay out the pages before the wheel is written."""
        if version == "editable":
            return
        laid_out = runpy.run_path(str(ROOT / "coursekit" / "own_pages.py"))["laid_out"]
        self.folder = tempfile.TemporaryDirectory()
        for page in sorted([*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "own").glob("*.ipynb")]):
            bare = pathlib.Path(self.folder.name) / page.name
            bare.write_text(json.dumps(laid_out(page), ensure_ascii=False), "utf-8")
            build_data["force_include"][str(bare)] = f"coursekit/pages/{page.name}"

    def finalize(self, version: str, build_data: dict, artifact_path: str) -> None:
        """Remove the folder."""
        if version != "editable":
            self.folder.cleanup()
