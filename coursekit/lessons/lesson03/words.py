"""Numbers as the explorer of lesson 03 writes them."""
from __future__ import annotations

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def short(value: float, digits: int = 3) -> str:
    """Return a number for a picture: a few digits, and a power of ten where it is tiny.

    Examples
    --------
    >>> short(4.8415), short(0.000000283), short(-0.25), short(0.0)
    ('4.84', '2.8·10⁻⁷', '−0.25', '0')
    """
    if value and abs(value) < 1e-3:
        factor, power = f"{value:.1e}".split("e")
        return f"{factor}·10{str(int(power)).translate(RAISED)}".replace("-", "−")
    return f"{value:.{digits}g}".replace("-", "−")


def apart(old: float, new: float) -> list[str]:
    """Return two numbers with as many digits as it takes to see that they differ.

    Examples
    --------
    >>> apart(0.0, 0.126), apart(0.95281, 0.95319)
    (['0', '0.126'], ['0.9528', '0.9532'])
    """
    digits = next((d for d in range(3, 8) if short(old, d) != short(new, d)), 3)
    return [short(old, digits), short(new, digits)]
