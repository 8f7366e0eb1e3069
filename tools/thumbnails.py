"""Write the thumbnails of the course's map into the folders of the lessons.

    python tools/thumbnails.py

Which picture stands for a lesson is said in coursekit/lessons/lesson00/course.py.
"""
from __future__ import annotations

import base64
import io
import pathlib

import nbformat
import numpy as np
from PIL import Image

from coursekit.explorer import find_explorer
from coursekit.lessons.lesson00.course import HEIGHT, LESSONS, WIDTH, Lesson
from coursekit.plots import style

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"
SHARPNESS = 1.5     # pixels of the file per pixel of the page
MARGIN = 3          # pixels around a panel: its frame


def picture(lesson: Lesson) -> Image.Image:
    """Return what stands for a lesson, in its own size."""
    if lesson.picture == "figure":
        page = nbformat.read(NOTEBOOKS / f"{lesson.page}.ipynb", as_version=4)
        return next(Image.open(io.BytesIO(base64.b64decode(output.data["image/png"]))).convert("RGB")
                    for cell in page.cells for output in cell.get("outputs", [])
                    if "image/png" in output.get("data", {}))
    if lesson.picture:
        return panel(find_explorer(lesson.picture)(**lesson.state).canvas, lesson.panel)
    figure = style.new_figure(WIDTH / 100, HEIGHT / 100)
    figure.text(0.5, 0.5, lesson.number.upper(), ha="center", va="center", fontsize=24, color=style.GREY)
    figure.canvas.draw()
    return Image.fromarray(np.asarray(figure.canvas.buffer_rgba())[..., :3].copy())


def panel(canvas, number: int) -> Image.Image:
    """Return one panel of an explorer's picture, without its ticks and labels."""
    pixels = canvas.pixels()[..., :3].copy()
    box = canvas.figure.axes[number].get_window_extent()
    rows = slice(max(0, round(len(pixels) - box.y1) - MARGIN), round(len(pixels) - box.y0) + MARGIN)
    return Image.fromarray(pixels[rows, max(0, round(box.x0) - MARGIN):round(box.x1) + MARGIN])


def framed(image: Image.Image) -> Image.Image:
    """Return a picture in the size of a thumbnail, whole, on white."""
    size = round(SHARPNESS * WIDTH), round(SHARPNESS * HEIGHT)
    share = min(size[0] / image.width, size[1] / image.height)
    small = image.resize((round(share * image.width), round(share * image.height)), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", size, "white")
    whole.paste(small, ((size[0] - small.width) // 2, (size[1] - small.height) // 2))
    return whole


def write(lesson: Lesson) -> None:
    """Write a lesson's thumbnail."""
    lesson.thumbnail.parent.mkdir(exist_ok=True)
    small = framed(picture(lesson)).quantize(colors=160, dither=Image.Dither.NONE)
    small.save(lesson.thumbnail, format="PNG", optimize=True)


def main() -> None:
    """Write all thumbnails."""
    for lesson in LESSONS:
        write(lesson)


if __name__ == "__main__":
    main()
