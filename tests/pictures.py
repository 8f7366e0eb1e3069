"""Pictures compared as a reader compares them: small, with a little tolerance."""
from __future__ import annotations

import base64
import io

import numpy as np
from PIL import Image

SIZE = (64, 36)         # pixels of a thumbnail; one stands for about 12 x 12 on the page
NOTICED = 24            # of 255: a thumbnail's pixel that differs by more looks different
SHARE = 0.005           # of a thumbnail's pixels that may look different


def thumbnail(png: str) -> np.ndarray:
    """Return a picture (PNG, in base64) as a small array of red, green and blue, 0 to 255."""
    picture = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")
    return np.asarray(picture.resize(SIZE, Image.Resampling.BOX), dtype=float)


def share_that_differs(one: str, other: str) -> float:
    """Return the share of the thumbnail in which two pictures look different."""
    return float((np.abs(thumbnail(one) - thumbnail(other)).max(axis=2) > NOTICED).mean())


def pictures_of(outputs: list) -> list[str]:
    """Return the pictures among a cell's outputs, in base64."""
    return [output["data"]["image/png"] for output in outputs
            if "image/png" in output.get("data", {})]


def differences(fresh: list, committed: list) -> list[str]:
    """Return a sentence for each picture of a cell that is not the committed one."""
    fresh, committed = pictures_of(fresh), pictures_of(committed)
    if len(fresh) != len(committed):
        return [f"{len(fresh)} pictures instead of the {len(committed)} that are committed"]
    shares = [share_that_differs(*pair) for pair in zip(fresh, committed, strict=True)]
    return [f"picture {k} differs from the committed one in {share:.1%} of its thumbnail"
            for k, share in enumerate(shares, 1) if share > SHARE]
