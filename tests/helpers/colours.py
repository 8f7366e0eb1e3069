"""How far two colours are apart, by the Web's measure."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb, to_rgba

XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour) -> np.ndarray:
    """sRGB, 0 to 1, without its gamma."""
    c = np.array(to_rgb(colour))
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(one, other) -> float:
    """WCAG's ratio, 1 to 21."""
    a, b = sorted(float(linear(c) @ XYZ[1]) for c in (one, other))
    return (b + 0.05) / (a + 0.05)


def over(colour, ground) -> tuple[float, ...]:
    """Return what is seen of a colour that lets the ground through."""
    *top, alpha = to_rgba(colour)
    return tuple(alpha * np.array(top) + (1 - alpha) * np.array(to_rgb(ground)))
