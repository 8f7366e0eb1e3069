"""Numbers in sentences and labels: a true minus sign, per cent, and the plural."""
from __future__ import annotations


def signed(value: float, form: str = "+d") -> str:
    """Return a number with a true minus sign, as wide as the plus.

    >>> signed(-1), signed(2.5, "+.2f"), signed(-3.0, "g")
    ('−1', '+2.50', '−3')
    """
    return f"{value:{form}}".replace("-", "−")


def percent(share: float, digits: int = 1) -> str:
    """Return a proportion in per cent.

    >>> percent(0.742), percent(1 / 3, 0)
    ('74.2%', '33%')
    """
    return f"{100 * share:.{digits}f}%"


def plural(count: int, thing: str, things: str = "") -> str:
    """Return a count with what is counted; several are ``things``, by default with an s.

    >>> plural(1, "step"), plural(0, "step"), plural(2, "box", "boxes")
    ('1 step', '0 steps', '2 boxes')
    """
    return f"{count} {thing if count == 1 else things or thing + 's'}"
