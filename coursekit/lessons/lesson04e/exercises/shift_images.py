"""Exercise "shift-images": all images moved at once, by a fraction of a pixel if wanted."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception


def shift_images(images, dx, dy, t=1.0):
    """Blend each image with itself moved dx columns to the right and dy rows down.

    A move may be larger than the image.
    """
    n, h, w = np.shape(images)
    moved = np.zeros((n, h, w))
    for row in range(h):
        for column in range(w):
            from_row, from_column = row - dy, column - dx
            if 0 <= from_row < h and 0 <= from_column < w:
                moved[:, row, column] = images[:, from_row, from_column]
    return (1 - t) * images + t * moved


def _images(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[[1.0, 2.0], [3.0, 4.0]]]), 1, 0
    yield np.array([[[1.0, 2.0], [3.0, 4.0]]]), 0, 1
    yield np.array([[[1.0, 2.0, 4.0], [3.0, 5.0, 6.0]]]), 0, 0
    yield np.array([[[1.0, 2.0, 4.0], [3.0, 5.0, 6.0]]]), -1, 0, 0.25
    yield np.array([[[1, 2, 4], [3, 5, 6]]], dtype=np.uint8), 1, -1, 0.25
    yield np.array([[[8.0]]]), 1, 0, 0.5
    yield np.array([[[1.0, 2.0], [3.0, 4.0]]]), -5, 4               # farther than the image
    yield np.zeros((0, 2, 3)), 1, 1
    for _ in range(40):
        n, h, w = (int(v) for v in rng.integers(1, 6, 3))
        dx, dy = (int(v) for v in rng.integers(-3, 4, 2))
        images = rng.integers(1, 17, (n, h, w)).astype(float)
        yield images, dx, dy, float(rng.choice([0.0, 0.25, 0.5, 1.0]))


def _pixels(case: tuple, given, right) -> bool:
    given = np.asarray(given)
    if not right.size:          # as a list, no images at all have no height and width
        return given.size == 0
    return given.shape == right.shape and given.dtype.kind in "iuf" \
        and np.allclose(given, right, rtol=1e-5, atol=1e-6)


def _t(case: tuple) -> float:
    return case[3] if len(case) > 3 else 1.0


def _mistaken(right: str = "dx", down: str = "dy",
              result: str = "(1 - t) * images + t * moved") -> str:
    """Return the source of a shift with one thing in it changed."""
    return f"""
        def shift_images(images, dx, dy, t=1.0):
            kind = np.asarray(images).dtype
            images = np.asarray(images, dtype=float)
            h, w = images.shape[1:]
            right, down, far = {right}, {down}, max(abs(dx), abs(dy))
            wide = np.pad(images, ((0, 0), (far, far), (far, far)))
            moved = wide[:, far - down:far - down + h, far - right:far - right + w]
            return {result}
        """


SHIFT = CodeExercise(
    key="shift-images", title="Images moved by a fraction", reference=shift_images, cases=_images,
    accept=_pixels,
    misconceptions=(
        Misconception("comes back on the other side", """
            def shift_images(images, dx, dy, t=1.0):
                images = np.asarray(images, dtype=float)
                return (1 - t) * images + t * np.roll(images, (dy, dx), axis=(1, 2))
            """, "What left the image on one side has come back on the other."),
        Misconception("places counted from the end", """
            def shift_images(images, dx, dy, t=1.0):
                h, w = np.shape(images)[1:]
                moved = np.zeros(np.shape(images))
                for row in range(h):
                    for column in range(w):
                        if -h <= row - dy < h and -w <= column - dx < w:
                            moved[:, row, column] = images[:, row - dy, column - dx]
                return (1 - t) * images + t * moved
            """, "Some pixels come from the other side: to Python the place −1 is the last one."),
        Misconception("dx and dy exchanged", _mistaken(right="dy", down="dx"),
                      "dx and dy have changed places: dx counts columns, dy counts rows."),
        Misconception("the other direction", _mistaken(right="-dx", down="-dy"),
                      "It moves the other way. Positive is to the right, and down."),
        Misconception("the other way up", _mistaken(down="-dy"),
                      "Columns are right; rows move the other way. Row 0 is the top one."),
        Misconception("an empty slice", """
            def shift_images(images, dx, dy, t=1.0):
                moved = np.zeros(np.shape(images))
                if dx > 0:
                    moved[:, :, dx:] = images[:, :, :-dx]
                elif dx < 0:
                    moved[:, :, :dx] = images[:, :, -dx:]
                if dy > 0:
                    moved[:, dy:] = moved[:, :-dy].copy()
                    moved[:, :dy] = 0
                elif dy < 0:
                    moved[:, :dy] = moved[:, -dy:].copy()
                    moved[:, dy:] = 0
                return (1 - t) * images + t * moved
            """, "Where dx is 0 the moved image is blank. A slice such as `x[:-0]` is empty; an "
                 "`if dx > 0` leaves 0 out.",
                      lambda case, given, right: case[1] == 0
                      and np.allclose(given, (1 - _t(case)) * case[0])),
        Misconception("t ignored", _mistaken(result="moved"),
                      "Right for t = 1 only. What does t do?"),
        Misconception("t and 1 - t exchanged", _mistaken(result="t * images + (1 - t) * moved"),
                      "At t = 1 the image should have moved, at t = 0 not."),
        Misconception("old image forgotten", _mistaken(result="t * moved"),
                      "The moved part is there, times t. Where is the rest of the image?"),
        Misconception("whole numbers kept",
                      _mistaken(result="((1 - t) * images + t * moved).astype(kind)"),
                      "Your result has the whole numbers of the images, and t = 0.25 gives "
                      "others."),
    ),
    hints=("First the whole move: an array of zeros of the same shape, into which the part that "
           "stays inside is copied.",
           "For dx > 0 columns dx, dx + 1, … of the new image are columns 0, 1, … of the old one. "
           "Beware of `[:-0]`, and of moves beyond the image.",
           "Then blend: (1 − t) times the old image plus t times the moved one."),
    way="Begin with zeros. The pixel at (row, column) of the moved image is the old one at "
        "(row − dy, column − dx), if there is one; with two loops over rows and columns all images "
        "move at once. Then blend the two with 1 − t and t.",
    explanation="A quarter of a pixel is a blend: three quarters old, one quarter moved.",
    by_case=(
        (lambda case, given, right: _t(case) == 0, "With t = 0 nothing moves."),
        (lambda case, given, right: _t(case) < 1, "Here t is less than 1: how much of the old "
         "image stays, and how much of the moved one is added?"),
        (lambda case, given, right: abs(case[1]) >= np.shape(case[0])[2]
         or abs(case[2]) >= np.shape(case[0])[1], "Here the images move farther than they are "
         "wide or high. What is left to be seen?")),
    fallback_hint="Write down the first image of this case, and where each of its numbers goes.")
