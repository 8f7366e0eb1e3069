"""Letters of 02e, perceptron and least squares."""
import numpy as np


def a_line(draw: np.random.Generator) -> dict:
    """A line and a point."""
    w, b, x = draw.normal(size=2), draw.normal(), draw.normal(size=2)
    return {"w": w, "b": b, "x": x, "f": lambda x: w[0] * x[0] + w[1] * x[1] + b,
            "tilde x": np.array([1, *x]), "tilde w": np.array([b, *w])}


def a_loss(draw: np.random.Generator) -> dict:
    """A label and a value, and how far apart they are."""
    y, f = draw.choice([-1, 1]), draw.normal()
    return {"y": y, "f": f, "squared": abs(y - f)**2}


def perceptron(draw: np.random.Generator) -> dict:
    """A run of the perceptron, looked at after k mistakes."""
    y = np.repeat([1, -1], 6)
    X = draw.normal(size=(12, 2)) + 1.2 * y[:, None]
    X, y = X[(X @ [1, 1] * y) > 0.3], y[(X @ [1, 1] * y) > 0.3]
    Z = np.column_stack([np.ones(len(X)), X])
    u = np.array([0, 1, 1]) / np.sqrt(2)
    weights, mistakes = [np.zeros(3)], []
    for _ in range(3):
        for i in range(len(X)):
            if y[i] * (Z[i] @ weights[-1]) <= 0:
                weights.append(weights[-1] + y[i] * Z[i])
                mistakes.append(i + 1)
    if len(mistakes) < 2:
        return perceptron(draw)
    k = int(draw.integers(2, len(mistakes) + 1))
    return {"tilde w_k": weights[k], "tilde w_k-1": weights[k - 1], "tilde x_": Z, "y": y,
            "u": u, "k": k,
            "i": mistakes[k - 1], "rho": (y * (Z @ u)).min(), "R": np.linalg.norm(Z, axis=1).max()}


def an_update(draw: np.random.Generator) -> dict:
    """The rise of y⟨w, x⟩ by one update."""
    w, x = draw.normal(size=(2, 3))
    y = draw.choice([-1, 1])
    return {"tilde x": x, "rise": y * (w + y * x) @ x - y * w @ x}


VALUES = [(r"\|\tilde x\|^2", an_update, lambda of: of["rise"]),
          (r"(y - f)^2", a_loss, lambda of: of["squared"]),
          (r"(1 - y f)^2", a_loss, lambda of: of["squared"])]


SUPPOSED = [r"f(x) = x_1 + x_2"]
