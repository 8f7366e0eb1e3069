"""Letters of 03c, solvers and certificates."""
import numpy as np
from formulas import slope
from scipy.optimize import minimize
from sklearn.svm import LinearSVC

from . import lesson03


def best_machine(draw: np.random.Generator) -> dict:
    """The multipliers of the best machine."""
    return lesson03.solved(draw)


def a_parabola(draw: np.random.Generator) -> dict:
    """The gain at the top of a parabola s t + ½ η t², by a search."""
    s, eta = draw.normal(), -draw.uniform(0.1, 3)
    top = minimize(lambda t: -(s * t[0] + eta * t[0] ** 2 / 2), [0], tol=1e-12)
    return {"s": s, "eta": eta, "t": top.x[0], "top": -top.fun,
            r"s^2/(2\,\lvert\eta\rvert)": -top.fun}


def penalised_intercept(draw: np.random.Generator) -> dict:
    """The machine with a penalised intercept, α by a search in the box."""
    X, y = lesson03._samples(draw, 6)
    n, C = len(y), draw.uniform(0.2, 1)
    longer = np.column_stack([X, np.ones(n)])

    def value(alpha):
        return alpha.sum() - np.sum(((alpha * y) @ longer) ** 2) / 2
    best = minimize(lambda a: -value(a), np.full(n, C / 2), bounds=[(0, C)] * n, tol=1e-14).x
    return {"alpha": best, "y": y, "x_": X, "C": C, "W": value(best),
            "over": {"k": range(1, n + 1), "l": range(1, n + 1)},
            "K": np.array([[a @ b for b in X] for a in X]), "w": ((best * y) @ X),
            "b": (best * y).sum(),
            "Q": np.array([[value(a) + value(b) - value(a + b) for b in np.eye(n)]
                           for a in np.eye(n)]),
            "g": slope(value, best)}


def the_same_by_liblinear(draw: np.random.Generator) -> dict:
    """Weights and intercept by LIBLINEAR, which penalises the intercept."""
    known = penalised_intercept(draw)
    peer = LinearSVC(loss="hinge", C=known["C"], tol=1e-10,
                     max_iter=10 ** 6).fit(known["x_"], known["y"])
    return {"alpha": known["alpha"].round(3), "y": known["y"], "over": known["over"],
            "b": round(peer.intercept_[0], 2),
            r"\sum_k \alpha_k y_k": round(known["b"], 2)}


SUPPOSED = [r"Q\alpha = 1", r"F_{\text{up}} > F_{\text{low}}",
            r"F_k \le F_{\text{up}} \le F_{\text{low}} \le F_k"]


def one_multiplier(draw: np.random.Generator) -> dict:
    """A change of one α by t, or by ω times the step to the top; W's rise from its values."""
    known = penalised_intercept(draw)
    X, y = known["x_"], known["y"]
    longer = np.column_stack([X, np.ones(len(y))])
    alpha, k, omega, t = draw.uniform(0, 1, len(y)), int(draw.integers(len(y))), draw.uniform(
        0.2, 1.8), draw.normal()

    def value(change):
        at = alpha + change * np.eye(len(y))[k]
        return at.sum() - np.sum(((at * y) @ longer) ** 2) / 2
    g, bend = slope(value, 0), 2 * value(0) - value(1) - value(-1)
    return {"g": [g], "Q": [[bend]], "k": 1, "t": t, "omega": omega, "rise": value(t) - value(0),
            "gain": value(omega * g / bend) - value(0), "curvature": -bend}


def full_step(draw: np.random.Generator) -> dict:
    """The step to the top of the parabola, by a search."""
    known = one_multiplier(draw)
    g, bend = known["g"][0], known["Q"][0][0]
    top = minimize(lambda t: -(g * t[0] - bend * t[0] ** 2 / 2), [0], tol=1e-12).x[0]
    return {"g": known["g"], "Q": known["Q"], "k": 1, "t": top}


def relaxed_step(draw: np.random.Generator) -> dict:
    """ω times that step."""
    known, omega = full_step(draw), draw.uniform(0.2, 1.8)
    return {**known, "omega": omega, "t": omega * known["t"]}


def a_gain(draw: np.random.Generator) -> dict:
    """The gain of a step between two samples at the distance d."""
    known = a_parabola(draw)
    return {"s": known["s"], "d": np.sqrt(-known["eta"]), "top": known["top"]}


def a_longer_sample(draw: np.random.Generator) -> dict:
    """Scalar products of samples with a constant appended; what the intercept costs as its
    weight."""
    X, kappa, b = draw.normal(size=(4, 2)), draw.uniform(2, 9), draw.normal()
    k, l = map(int, draw.integers(1, 5, 2))  # noqa: E741
    ones = np.column_stack([X, np.ones(4)])
    return {"K": X @ X.T, "k": k, "l": l, "kappa": kappa, "b": b, "one": ones[k - 1] @ ones[l - 1],
            "cost": np.linalg.lstsq([[kappa]], [b])[0][0] ** 2 / 2}


def one_entry(draw: np.random.Generator) -> dict:
    """An entry of the Gram matrix of samples with a constant appended."""
    x, z, kappa = *draw.normal(size=(2, 3)), draw.uniform(2, 9)
    return {"K": x @ z, "kappa": kappa, "entry": np.append(x, kappa) @ np.append(z, kappa)}


def features_in_another_unit(draw: np.random.Generator) -> dict:
    """The same line in features times a: the penalty that weighs slack and weights as before."""
    X, y = lesson03._samples(draw)
    w, a, C = draw.normal(size=2), draw.uniform(0.2, 5), draw.uniform(0.5, 3)
    there = np.linalg.lstsq(a * X, X @ w)[0]
    return {"a": a, "C": C, "penalty": C * (there @ there) / (w @ w)}


def certificates(draw: np.random.Generator) -> dict:
    """Any feasible multipliers, any intercept; primal and dual value as numbers."""
    known = lesson03.any_multipliers(draw)
    return {**known, "P": known["P"](known["w"], known["b"]), "W": known["W"](known["beta"]),
            "r": np.where(known["F"] > known["b"], known["B"] - known["beta"],
                          known["beta"] - known["A"])}


def the_free_agree(draw: np.random.Generator) -> dict:
    """The best machine by scikit-learn, with weights from a search; b of its free samples."""
    known = lesson03.solved(draw)
    free = (known["alpha"] > 1e-6) & (known["alpha"] < known["C"] - 1e-6)
    if not free.any():
        return the_free_agree(draw)
    return {**known, "b": float(np.mean(known["F"][free]))}


def squared_slack(draw: np.random.Generator) -> dict:
    """The machine with squared slack, by a search in w, b and ξ; its α from the gradient of P."""
    X, y = lesson03._samples(draw, 6)
    C = draw.uniform(0.3, 2)
    best = minimize(lambda v: v[:2] @ v[:2] / 2 + C / 2 * np.sum(
        np.maximum(0, 1 - y * (X @ v[:2] + v[2]))**2), np.zeros(3), tol=1e-14).x
    xi = np.maximum(0, 1 - y * (X @ best[:2] + best[2]))
    price = [slope(lambda s, k=k: C / 2 * (xi[k] + s)**2, 0.0) for k in range(len(y))]
    return {"C": C, "xi": xi, "alpha": np.array(price), "over": {"k": range(1, len(y) + 1)}}


def its_diagonal(draw: np.random.Generator) -> dict:
    """A diagonal entry with squared slack: the curvature of the dual in one α, by differences."""
    X, C = draw.normal(size=(4, 2)), draw.uniform(0.3, 2)

    def dual(a):            # the smallest Lagrangian for one sample, by a search in its slack
        inner = minimize(lambda s: C / 2 * s[0]**2 - a * s[0], [0.1], tol=1e-14).fun
        return a - a**2 * (X[0] @ X[0]) / 2 + inner
    return {"K": X @ X.T, "k": 1, "C": C, "entry": 2 * dual(1.0) - dual(2.0) - dual(0.0)}


def run_time(draw: np.random.Generator) -> dict:
    """A power of n."""
    c, p, n = draw.uniform(0.1, 3), draw.uniform(0.5, 3), int(draw.integers(2, 50))
    return {"c": c, "p": p, "n": n, "T": c * n**p}


VALUES = [
    (r"K_{kk} + \frac1C", its_diagonal, lambda of: of["entry"]),
    (r"g_k\, t - \frac12 Q_{kk}\, t^2", one_multiplier, lambda of: of["rise"]),
    (r"\frac{g_k^2}{2\,Q_{kk}}\; \omega\,(2 - \omega)", one_multiplier, lambda of: of["gain"]),
    (r"s\,t + \frac12 \eta\, t^2", a_parabola, lambda of: of["top"]),
    (r"\frac12 (s/d)^2", a_gain, lambda of: of["top"]),
    ("K_{kl} + 1", a_longer_sample, lambda of: of["one"]),
    (r"K + \kappa^2", one_entry, lambda of: of["entry"]),
    (r"\frac12 (b/\kappa)^2", a_longer_sample, lambda of: of["cost"]),
    ("C / a^2", features_in_another_unit, lambda of: of["penalty"]),
]
