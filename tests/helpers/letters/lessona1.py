"""Letters of A1, linear models."""
import numpy as np
from formulas import slope


def one_feature(draw: np.random.Generator) -> dict:
    """The best line through samples with one feature; the model f at its weights."""
    n = 6
    x, y = draw.normal(size=n), draw.normal(size=n)
    w, b = np.polyfit(x, y, 1)
    loss = {"b": lambda b: np.sum((y - w * x - b) ** 2),
            "w": lambda w: np.sum((y - w * x - b) ** 2)}
    h = 1e-6
    slopes = {rf"\frac{{\partial J}}{{\partial {v}}}": (f(at + h) - f(at - h)) / (2 * h)
              for (v, f), at in zip(loss.items(), (b, w), strict=True)}
    return {"x": x, "y": y, "n": n, "bar x": x.mean(), "w": w, "b": b,
            "over": {"i": range(1, n + 1)},
            "J": lambda w, b: ((y - np.polyval([w, b], x)) ** 2).sum(), **slopes}


def the_rod_at_rest(draw: np.random.Generator) -> dict:
    """The residuals of the best line, which pull and turn no more."""
    x, y = draw.normal(size=6), draw.normal(size=6)
    w, b = np.polyfit(x, y, 1)
    return {"x": x, "y": y, "w": w, "b": b, "r": y - w * x - b, "bar x": x.mean(),
            "over": {"i": range(1, 7)}}


def the_rod_anywhere(draw: np.random.Generator) -> dict:
    """A line and its value at one place; the residual and the energy of some samples."""
    x, y, (w, b) = draw.normal(size=6), draw.normal(size=6), draw.normal(size=2)
    return {"x": x, "y": y, "w": w, "b": b, "r": y - np.polyval([w, b], x),
            "f": lambda x: np.polyval([w, b], x), "i": 2,
            "J": ((y - np.polyval([w, b], x)) ** 2).sum()}


def a_lifted_sample(draw: np.random.Generator) -> dict:
    """How far the best line rises where one of its samples is lifted."""
    x, y, k = draw.normal(size=6), draw.normal(size=6), int(draw.integers(6))
    more = y + (np.arange(6) == k)
    before, after = (np.polyval(np.polyfit(x, t, 1), x[k]) for t in (y, more))
    return {"x": x, "n": 6, "k": k + 1, "bar x": x.mean(), "over": {"i": range(1, 7)},
            "rise": after - before}


def orthonormal_columns(draw: np.random.Generator) -> dict:
    """A matrix, its factors by NumPy, and the weights of least squares."""
    X, y = draw.normal(size=(6, 3)), draw.normal(size=6)
    Q, R = np.linalg.qr(X)
    return {"tilde X": X, "y": y, "Q": Q, "R": R, "I": np.eye(3),
            "tilde w": np.linalg.pinv(X) @ y}


def noisy_targets(draw: np.random.Generator) -> dict:
    """True weights, errors, and what least squares finds; its covariance from unit errors."""
    X, w, errors = draw.normal(size=(6, 3)), draw.normal(size=3), draw.normal(size=6)
    sigma, A = draw.uniform(0.5, 2), np.linalg.pinv(X)
    return {"X": X, "w": w, "y": X @ w + errors, "varepsilon": errors, "sigma": sigma, "A": A,
            "hat w": np.linalg.lstsq(X, X @ w + errors, rcond=None)[0],
            r"\operatorname{Var} \hat w": sum(np.outer(A @ e, A @ e)
                                              for e in sigma * np.eye(6))}


def a_model(draw: np.random.Generator) -> dict:
    """The value of a model is the scalar product and the intercept."""
    w, x, b = draw.normal(size=2), draw.normal(size=2), draw.normal()
    return {"w": w, "x": x, "b": b, "f": lambda x: sum(w * x) + b}


def eight_samples(_: np.random.Generator) -> dict:
    """The samples of the page, solved by another way."""
    x, y = np.arange(1, 9), np.array([1, 3, 2, 3, 4, 3, 5, 6])
    w, b = np.polyfit(x, y, 1)
    return {"w": w, "b": b, "found": ["w", "b"]}


def many_features(draw: np.random.Generator) -> dict:
    """Any table with its ones, residuals, and a change of the weights."""
    n, d = 7, 2
    X, y = draw.normal(size=(n, d)), draw.normal(size=n)
    ones = np.column_stack([np.ones(n), X])
    at, u = draw.normal(size=(2, d + 1))
    return {"tilde X": ones, "y": y, "tilde w": at, "u": u, "r": y - ones @ at,
            "J": lambda v: sum((y[i] - v[0] - X[i] @ v[1:]) ** 2 for i in range(n)),
            "over": {"i": range(1, n + 1)}}


def at_its_best(draw: np.random.Generator) -> dict:
    """The weights at which least squares is smallest."""
    X, y = np.column_stack([np.ones(7), draw.normal(size=(7, 2))]), draw.normal(size=7)
    return {"tilde X": X, "y": y, "tilde w": np.linalg.lstsq(X, y, rcond=None)[0]}


def samples_on_a_line(draw: np.random.Generator) -> dict:
    """The six samples of the prediction, on their line, and the change that keeps the heights."""
    first = draw.permutation(6) + draw.normal()
    second = first + 1
    X = np.column_stack([np.ones(6), first, second])
    u = np.linalg.svd(X)[2][-1]
    x = draw.integers(6)
    return {"tilde X": X, "u": u / u[0], "x_1": first[x], "x_2": second[x], r"\tilde X u": X @ u}


def cholesky(draw: np.random.Generator) -> dict:
    """A positive definite matrix and its factor by NumPy."""
    d = 4
    X = draw.normal(size=(6, d))
    M = X.T @ X
    L, v = np.linalg.cholesky(M), draw.normal(size=d)
    return {"tilde X": X, "M": M, "L": L, "v": v, "z": np.linalg.solve(L, v),
            "x": np.linalg.solve(M, v),
            "over": {"j": range(1, d + 1), "i": lambda env: range(env["j"] + 1, d + 1),
                     "k<j": lambda env: range(1, env["j"])}}


def a_pivot(draw: np.random.Generator) -> dict:
    """In the proof: the first pivot that is not positive is the value at a certain v."""
    j = 3
    A = draw.normal(size=(j - 1, j - 1))
    m, last = draw.normal(size=j - 1), draw.uniform(-1, 0)
    M = np.block([[A @ A.T, m[:, None]], [m[None, :], np.array([[last]])]])
    before = np.linalg.cholesky(A @ A.T)
    row = np.linalg.solve(before, m)
    a = np.linalg.solve(before.T, row)
    return {"M": M, "L'": before, "m": m, "ell": row, "a": a, "v": np.append(a, -1), "M_jj": last}


def ridge(draw: np.random.Generator) -> dict:
    """And the two forms of ridge regression: ridge without an intercept, solved as least
    squares."""
    n, d = 6, 3
    X, y, lam = draw.normal(size=(n, d)), draw.normal(size=n), draw.uniform(0.1, 3)
    longer = np.vstack([X, np.sqrt(lam) * np.eye(d)])
    w = np.linalg.lstsq(longer, np.append(y, np.zeros(d)), rcond=None)[0]
    x, K = draw.normal(size=d), np.array([[a @ b for b in X] for a in X])
    return {"X": X, "y": y, "lambda": lam, "w": w, "K": K, "beta": (y - X @ w) / lam,
            "x_": X, "x": x,
            "I": np.eye(d), "f": lambda x: w @ x,
            "over": {"i": range(1, n + 1), "j": range(1, n + 1)}}


def ridge_in_any_weights(draw: np.random.Generator) -> dict:
    """The objective of ridge away from its minimum."""
    X, y, lam = draw.normal(size=(6, 3)), draw.normal(size=6), draw.uniform(0.1, 3)
    return {"X": X, "y": y, "lambda": lam, "w": draw.normal(size=3),
            "R": lambda w: np.sum((y - X @ w) ** 2) + lam * np.sum(w ** 2)}


def a_free_intercept(draw: np.random.Generator) -> dict:
    """Ridge of the weights only; the intercept found by a search."""
    X, y, lam = draw.normal(size=(7, 2)), draw.normal(size=7), draw.uniform(0.1, 3)
    longer = np.column_stack([np.vstack([X, np.sqrt(lam) * np.eye(2)]),
                              np.append(np.ones(7), np.zeros(2))])
    *w, b = np.linalg.lstsq(longer, np.append(y, np.zeros(2)), rcond=None)[0]
    return {"w": np.array(w), "b": b, "bar y": y.mean(), "bar x": X.mean(axis=0)}


def two_correlated(draw: np.random.Generator) -> dict:
    """Two features with variance 1, and what ridge does to the condition number."""
    rho = draw.uniform(0.1, 0.9)
    low, high = np.linalg.eigvalsh([[1, rho], [rho, 1]])
    lam = draw.uniform(0.1, 3)
    return {"rho": rho, "mu_max": high, "mu_min": low, "lambda": lam,
            "condition": np.linalg.cond(np.array([[1 + lam, rho], [rho, 1 + lam]]))}


def residuals_of_the_best_intercept(draw: np.random.Generator) -> dict:
    """Any weights; the intercept by the mean of what they leave."""
    X, y, w = draw.normal(size=(6, 3)), draw.normal(size=6), draw.normal(size=3)
    i, left = int(draw.integers(6)), y - X @ w
    return {"x_": X, "y": y, "w": w, "bar x": X.mean(axis=0), "bar y": y.mean(), "i": i + 1,
            "residual": (left - left.mean())[i]}


VALUES = [
    (r"\frac1n + \frac{(x_k - \bar x)^2}{\sum_i (x_i - \bar x)^2}", a_lifted_sample,
     lambda of: of["rise"]),
    (r"-2 \tilde X^\top r", many_features, lambda of: slope(of["J"], of["tilde w"])),
    (r"(\tilde X^\top \tilde X)^{-1} \tilde X^\top", many_features,
     lambda of: np.linalg.pinv(of["tilde X"])),
    (r"1 + \rho", two_correlated, lambda of: of["mu_max"]),
    (r"1 - \rho", two_correlated, lambda of: of["mu_min"]),
    (r"-2 X^\top (y - X w) + 2 \lambda w", ridge_in_any_weights,
     lambda of: slope(of["R"], of["w"])),
    (r"(\mu_{\max} + \lambda) / (\mu_{\min} + \lambda)", two_correlated,
     lambda of: of["condition"]),
    (r"(y_i - \bar y) - \langle w, x_i - \bar x \rangle", residuals_of_the_best_intercept,
     lambda of: of["residual"]),
]
