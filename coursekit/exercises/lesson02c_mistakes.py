"""Functions of sitting 02c with one mistake in them, as source code."""
from __future__ import annotations


def zones(zero: str = "np.maximum(0, 1 - yf)", free: str = "abs(yf - 1)",
          full: str = "np.maximum(0, yf - 1)", at: str = "alpha == C") -> str:
    """Return the source of `kkt_violation` with one zone changed."""
    return f"""
def kkt_violation(yf, alpha, C):
    yf, alpha = np.array(yf, dtype=float), np.array(alpha, dtype=float)
    return np.where(alpha == 0, {zero}, np.where({at}, {full}, {free}))
"""
