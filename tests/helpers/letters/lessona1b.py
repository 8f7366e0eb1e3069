"""Letters of A1b, logistic regression."""
import numpy as np
from formulas import slope
from scipy.special import expit, logit
from scipy.stats import bernoulli


def odds(draw: np.random.Generator) -> dict:
    """A probability, what is bet on it, and its logit by SciPy."""
    p = draw.uniform(0.02, 0.98)
    return {"p": p, "o": 1 / (1 / p - 1), "f": logit(p)}


def the_curve(draw: np.random.Generator) -> dict:
    """One feature: the curve is one half at h."""
    w, h, x = draw.normal(size=3)
    return {"w": w, "h": h, "b": -np.polyval([w, 0], h), "x": x,
            "f": lambda x: np.polyval([w, 0], x - h), "p": expit(w * (x - h))}


def steepness(draw: np.random.Generator) -> dict:
    """The slope of the logistic function, in numbers."""
    f = draw.normal()
    return {"f": f, "p": expit(f), r"\\frac{dp}{df}": slope(expit, f)}


def power_law(draw: np.random.Generator) -> dict:
    """What the transform needs."""
    a, p, x = draw.uniform(0.5, 3, 3)
    return {"a": a, "p": p, "x": x, "y": a * x ** p}


def decay(draw: np.random.Generator) -> dict:
    """A constant part is lost in each unit of time."""
    a, k, x = draw.uniform(0.5, 3, 3)
    return {"a": a, "k": k, "x": x, "y": a * np.exp(-k) ** x}


def growth(draw: np.random.Generator) -> dict:
    """The logistic function as SciPy has it."""
    w, b, x = draw.normal(size=3)
    top, h = draw.uniform(1, 9), 1e-6
    f = top * expit(w * x + b)
    return {"w": w, "b": b, "x": x, "y_max": top, "f": f, "f(x)": f,
            "f'": top * (expit(w * (x + h) + b) - expit(w * (x - h) + b)) / (2 * h)}


def small_errors(draw: np.random.Generator) -> dict:
    """An error of y, as if the logit were straight."""
    top = draw.uniform(1, 9)
    y, error = top * draw.uniform(0.1, 0.9), draw.uniform(1, 5)
    return {"y": y, "y_max": top, "Delta": error / y,
            "of the logit": error * slope(lambda y: logit(y / top), y)}


def labels(draw: np.random.Generator) -> dict:
    """Logistic regression at any weights."""
    n = 6
    X, y = np.column_stack([np.ones(n), draw.normal(size=(n, 2))]), draw.integers(0, 2, n)
    at, u = draw.normal(size=(2, 3))

    def loss(v):
        return -bernoulli.logpmf(y, expit(X @ v)).sum()
    p, i = expit(X @ at), int(draw.integers(n))
    bend = np.array([(slope(loss, at + 1e-4 * e) - slope(loss, at - 1e-4 * e)) / 2e-4
                     for e in np.eye(3)])
    return {"tilde X": X, "y": y, "p": p, "x_": X, "f": lambda x: x @ at,
            "D": np.diag(p * (1 - p)), "u": u, "n": n, "i": i + 1,
            r"\ell(w, b)": loss(at), r"\nabla_{\tilde w}\, \ell": slope(loss, at),
            "likelihood": bernoulli.pmf(y, p).prod(), "bend": u @ bend @ u,
            "by f": slope(lambda f: -bernoulli.logpmf(y[i], expit(f)), X[i] @ at),
            "over": {"i": range(1, n + 1)}}


def one_label(draw: np.random.Generator) -> dict:
    """One term of the loss, and its slope by the model's value."""
    of = labels(draw)
    return {"y": of["y"], "p": of["p"], "i": of["i"], "by f": of["by f"]}


def at_the_best(draw: np.random.Generator) -> dict:
    """The probabilities at the minimum, found by a search of SciPy."""
    from scipy.optimize import minimize
    x = draw.normal(size=30)
    y = (draw.random(30) < expit(x)).astype(int)
    y[[x.argmin(), x.argmax()]] = 1, 0
    X = np.column_stack([np.ones(30), x])
    found = minimize(lambda v: -bernoulli.logpmf(y, expit(X @ v)).sum(), np.zeros(2), tol=1e-12)
    return {"tilde X": X, "p": expit(X @ found.x), "y": y, "over": {"i": range(1, 31)}}


def newton(draw: np.random.Generator) -> dict:
    """The lowest point of the parabola with the value, gradient and curvature of the loss."""
    X, y, at = np.column_stack([np.ones(9), draw.normal(size=(9, 2))]), draw.integers(
        0, 2, 9), draw.normal(size=3)
    p = expit(X @ at)
    root = np.sqrt(p * (1 - p))
    u = np.linalg.lstsq(root[:, None] * X, (y - p) / root, rcond=None)[0]
    return {"tilde X": X, "D": np.diag(root ** 2), "y": y, "p": p, "u": u}


def parabola(draw: np.random.Generator) -> dict:
    """A short step away from any weights."""
    of = labels(draw)
    u = 1e-3 * draw.normal(size=3)
    at = np.linalg.lstsq(of["tilde X"], logit(of["p"]), rcond=None)[0]
    return {"tilde X": of["tilde X"], "y": of["y"], "p": of["p"], "D": of["D"], "u": u,
            "tilde w": at,
            "ell": lambda v: -bernoulli.logpmf(of["y"], expit(of["tilde X"] @ v)).sum()}


def threshold(draw: np.random.Generator) -> dict:
    """Features on the border itself: the probability there is the threshold."""
    w, x, b = draw.normal(size=2), draw.normal(size=2), draw.normal()
    return {"w": w, "x": x, "b": b, "f": lambda x: sum(w * x) + b,
            "theta": expit(sum(w * x) + b) - 1e-9}


def costs(draw: np.random.Generator) -> dict:
    """A probability at which saying "survived" is the cheaper answer."""
    false_alarm, miss = draw.uniform(1, 5, 2)
    return {"p": draw.uniform(false_alarm / (false_alarm + miss), 1),
            "c_FP": false_alarm, "c_FN": miss}


VALUES = [
    (r"p_i (1 - p_i)", labels, lambda of: of["D"][of["i"] - 1, of["i"] - 1]),
    (r"\Delta y \cdot y_{\max} / \bigl( y\, (y_{\max} - y) \bigr)", small_errors,
     lambda of: of["of the logit"]),
    (r"\prod_i p_i^{y_i}\, (1 - p_i)^{1 - y_i}", labels, lambda of: of["likelihood"]),
    (r"-y_i (1 - p_i) + (1 - y_i)\, p_i = p_i - y_i", one_label, lambda of: of["by f"]),
]
