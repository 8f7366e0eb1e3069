"""Functions of sitting 02c with one mistake in them, as source code."""
from __future__ import annotations


def learner(test: str = "<= 0", extend: str = "np.column_stack([np.ones(len(X)), X])",
            step: str = "w = w + label * x", result: str = "w, updates",
            capped: str = "None, updates", after: str = "pass", count: str = "updates += 1",
            epochs: str = "max_epochs", fresh: str = "wrong = 0", first: str = "pass") -> str:
    """Return the source of `perceptron` with one line changed."""
    return f"""
def perceptron(X, y, max_epochs=1000):
    X_1 = {extend}
    w, updates, epoch, wrong = np.zeros(X_1.shape[1]), 0, 0, 0
    for epoch in range(1, {epochs} + 1):
        {fresh}
        for x, label in zip(X_1, y):
            if label * (w @ x) {test}:
                {step}
                {count}
                wrong += 1
                {first}
            {after}
        if wrong == 0:
            return {result}
    return {capped}
"""


ENDS_EARLY = """
def perceptron(X, y, max_epochs=1000):
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for _ in range(max_epochs):
        for x, label in zip(X_1, y):
            if label * (w @ x) <= 0:
                w = w + label * x
                updates += 1
        if (np.array(y) * (X_1 @ w) > 0).all():
            return w, updates
    return None, updates
"""

ALL_AT_ONCE = """
def perceptron(X, y, max_epochs=1000):
    X_1, y = np.column_stack([np.ones(len(X)), X]), np.array(y)
    w, updates = np.zeros(X_1.shape[1]), 0
    for _ in range(max_epochs):
        wrong = y * (X_1 @ w) <= 0
        if not wrong.any():
            return w, updates
        w = w + y[wrong] @ X_1[wrong]
        updates += int(wrong.sum())
    return None, updates
"""

FIRST_RIGHT = """
def perceptron(X, y, max_epochs=1000):
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for _ in range(max_epochs):
        for x, label in zip(X_1, y):
            if label * (w @ x) > 0:
                return w, updates
            w = w + label * x
            updates += 1
    return None, updates
"""
