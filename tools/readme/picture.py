"""Write the README's moving picture: an explorer, as its slider goes from end to end.

    python tools/readme/picture.py
"""
from __future__ import annotations

import io
import pathlib

from PIL import Image, ImageOps

from coursekit.explorer.still import framed
from coursekit.lessons.lesson04.explorers.sum_of_bumps_plane import SumOfBumpsPlane

PICTURE = pathlib.Path(__file__).with_name("explorer.gif")
PAUSE = 500     # milliseconds a picture


def frame(gamma: float) -> Image.Image:
    """Return the explorer with its words, above and below its picture, at one gamma."""
    explorer = SumOfBumpsPlane(gamma=gamma)
    seen = framed(explorer.canvas.pixels(), explorer.title, explorer.question, explorer.status)
    return Image.open(io.BytesIO(seen)).convert("RGB")


def moving() -> list[Image.Image]:
    """Return the frames, all of one size."""
    slider = next(c for c in SumOfBumpsPlane.controls if c.name == "gamma")
    frames = [frame(gamma) for gamma in slider.places()[4::2]]
    size = max(f.height for f in frames)
    return [ImageOps.pad(f, (f.width, size), color="white", centering=(0.5, 0)) for f in frames]


def write() -> None:
    """Write a GIF that repeats."""
    frames = [f.convert("P", palette=Image.Palette.ADAPTIVE, colors=48, dither=Image.Dither.NONE)
              for f in moving()]
    frames[0].save(PICTURE, save_all=True, append_images=frames[1:], duration=PAUSE, loop=0,
                   optimize=True)
    print(f"{PICTURE.name}: {len(frames)} frames, {PICTURE.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    write()
