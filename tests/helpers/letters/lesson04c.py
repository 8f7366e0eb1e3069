"""Letters of 04c, kernels."""
from itertools import product

import numpy as np
from formulas import slope
from scipy.linalg import expm
from scipy.stats import bernoulli
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.svm import SVC

XOR, SIGNS = np.array([[0, 0], [1, 1], [0, 1], [1, 0]]), np.array([-1, -1, 1, 1])


def xor_as_a_formula(draw: np.random.Generator) -> dict:
    """The function that is −½ at two corners and ½ at the other two, linear along each side."""
    x = draw.uniform(0, 1, 2)
    value = sum(s / 2 * np.prod(np.where(corner, x, 1 - x))
                for corner, s in zip(XOR, SIGNS, strict=True))
    return {"x": x, "f": value}


def _features(x):
    """Return the second power's features: all products of two of (x₁, x₂, 1), in the page's
    order."""
    a, b = x
    return np.array([a * a, b * b, np.sqrt(2) * a * b, np.sqrt(2) * a, np.sqrt(2) * b, 1])


def in_features(draw: np.random.Generator) -> dict:
    """A model by its coefficients, its weights in the features, and its Gram matrix."""
    X, beta, b = draw.normal(size=(4, 2)), draw.normal(size=4), draw.normal()
    Phi = np.array([_features(x) for x in X])
    w = np.sum([c * row for c, row in zip(beta, Phi, strict=True)], axis=0)
    y = np.sign(beta)
    x = draw.normal(size=2)
    return {"x_": X, "x": x, "z": draw.normal(size=2), "beta": beta, "alpha": abs(beta), "y": y,
            "b": b, "w": w,
            "varphi": _features, "Phi": Phi, "K": polynomial_kernel(X, degree=2, gamma=1, coef0=1),
            "v": draw.normal(size=4),
            "k": lambda x, z: polynomial_kernel([x], [z], degree=2, gamma=1, coef0=1)[0, 0],
            "f": lambda x: w @ _features(x) + b, "over": {"i": range(1, 5), "j": range(1, 5)}}


def xor_by_hand(draw: np.random.Generator) -> dict:
    """XOR with the corners ±1, solved by scikit-learn."""
    X = 2 * XOR - 1
    svc = SVC(kernel="poly", degree=2, gamma=1, coef0=1, C=1e6, tol=1e-10).fit(X, SIGNS)
    K = polynomial_kernel(X, degree=2, gamma=1, coef0=1)
    s, x = draw.uniform(0, 1), draw.normal(size=2)
    return {"x_1": x[0], "x_2": x[1], "x_": X, "y": SIGNS, "K": K,
            "b": round(svc.intercept_[0], 8), "x": x,
            "f": lambda x: svc.decision_function([x])[0], "s": s,
            "W": 4 * s - s ** 2 * SIGNS @ K @ SIGNS / 2,
            "over": {"i": range(1, 5), "j": range(1, 5)}, "found": ["b"]}


def xor_s_best(_: np.random.Generator) -> dict:
    """The common multiplier."""
    X = 2 * XOR - 1
    svc = SVC(kernel="poly", degree=2, gamma=1, coef0=1, C=1e6, tol=1e-10).fit(X, SIGNS)
    return {"s": abs(svc.dual_coef_[0, 0]).round(8), "found": ["s"]}


def gaussian(draw: np.random.Generator) -> dict:
    """The Gaussian kernel."""
    g, x, z = draw.uniform(0.1, 2), *draw.normal(size=(2, 3))
    X, v = draw.normal(size=(4, 3)), draw.normal(size=4)
    return {"gamma": g, "x": x, "z": z, "k": lambda x, z: rbf_kernel([x], [z], gamma=g)[0, 0],
            "v": v, "x_": X,
            "u": np.array([a * rbf_kernel([p], [0 * p], gamma=g)[0, 0]
                           for a, p in zip(v, X, strict=True)]),
            "K": rbf_kernel(X, gamma=g), "over": {"i": range(1, 5), "j": range(1, 5)}}


def spectrum(draw: np.random.Generator) -> dict:
    """The eigenvectors and eigenvalues of a Gram matrix, and the parts of a vector."""
    A, v = draw.normal(size=(4, 4)), draw.normal(size=4)
    K = A @ A.T
    values, R = np.linalg.eigh(K)
    root = np.diag(np.sqrt(values))
    return {"K": K, "R": R, "Lambda": np.diag(values), "Lambda^1/2": root, "T": R @ root,
            "lambda": values, "v": v,
            "u": np.linalg.solve(R, v), "over": {"j": range(1, 5)}}


def functions(draw: np.random.Generator) -> dict:
    """Two functions as sums of kernels; as vectors in the features."""
    X, Z, x, a, b = *draw.normal(size=(2, 3, 2)), draw.normal(size=2), *draw.normal(size=(2, 3))
    f, g = a @ [_features(p) for p in X], b @ [_features(p) for p in Z]

    def k(p, q):
        return polynomial_kernel([p], [q], degree=2, gamma=1, coef0=1)[0, 0]
    return {"x_": X, "z_": Z, "x": x, "a": a, "b": b, "f": f, "g": g, "k": k,
            "f(x)": f @ _features(x),
            "K": polynomial_kernel(X, degree=2, gamma=1, coef0=1),
            r"\langle f, k(x, \cdot) \rangle": f @ _features(x),
            r"f(x)^2": (f @ _features(x)) ** 2, "over": {"i": [1, 2, 3], "j": [1, 2, 3]}}


def kernels_values(draw: np.random.Generator) -> dict:
    """The scalar product of two kernels as functions."""
    x, z = draw.normal(size=(2, 2))
    return {"x": x, "z": z,
            r"\langle k(z, \cdot), k(x, \cdot) \rangle": _features(z) @ _features(x),
            "k": lambda p, q: polynomial_kernel([p], [q], degree=2, gamma=1, coef0=1)[0, 0]}


def conditionally(draw: np.random.Generator) -> dict:
    """−½ times the squared distance, for v that sums to 0."""
    X, v = draw.normal(size=(4, 2)), draw.normal(size=4)
    return {"K": -np.array([[np.sum((a - b) ** 2) for b in X] for a in X]) / 2, "v": v - v.mean(),
            "over": {"i": range(1, 5)}}


def diffusion(draw: np.random.Generator) -> dict:
    """Heat on a graph."""
    edges = [(1, 2), (2, 3), (3, 4), (1, 3)]
    A = np.zeros((4, 4))
    for i, j in edges:
        A[i - 1, j - 1] = A[j - 1, i - 1] = 1
    v, start = draw.normal(size=(2, 4))
    D = np.diag(A.sum(axis=1))
    L = sum(np.outer(e, e) for e in (np.eye(4)[i - 1] - np.eye(4)[j - 1] for i, j in edges))
    h = 1e-5
    return {"L": L, "D": D, "A": A, "v": v, "h": expm(-0.3 * L) @ start, "i": 1, "j": 2,
            "h'": (expm(-(0.3 + h) * L) @ start - expm(-(0.3 - h) * L) @ start) / (2 * h),
            r"\sum_{\text{edges}} (v_i - v_j)^2": sum((v[i - 1] - v[j - 1]) ** 2 for i, j in edges)}


def fisher(draw: np.random.Generator) -> dict:
    """Independent yes-or-no features, and the slope of the logarithm of their probability."""
    p, x = draw.uniform(0.1, 0.9, 4), draw.integers(0, 2, 4)
    grad = slope(lambda p: bernoulli.logpmf(x, p).sum(), p)
    j = int(draw.integers(1, 5))
    return {"p": p, "x": x, "u": grad, "j": j, r"\partial \ln \Pr(x) / \partial p_j": grad[j - 1]}


def fisher_s_sum(draw: np.random.Generator) -> dict:
    """The logarithm of the probability."""
    known = fisher(draw)
    return {"p": known["p"], "x": known["x"],
            r"\ln \Pr(x)": bernoulli.logpmf(known["x"], known["p"]).sum(),
            "over": {"j": range(1, 5)}}


def unit_features(draw: np.random.Generator) -> dict:
    """Features of length 1, and the square root that gives their distance."""
    x, z = draw.normal(size=(2, 3))

    def varphi(p):
        return np.asarray(p) / np.sqrt(np.sum(np.square(p)))
    return {"x": x, "z": z, "varphi": varphi, "k": lambda p, q: varphi(p) @ varphi(q)}


def two_maps(draw: np.random.Generator) -> dict:
    """Two samples in the features of two kernels, and a number for each sample."""
    x, z, A, B = *draw.normal(size=(2, 2)), draw.normal(size=(3, 2)), draw.normal(size=(4, 2))
    return {"x": x, "z": z, "varphi_": [lambda p, a=a: a @ p for a in A],
            "varphi'_": [lambda p, b=b: b @ p for b in B],
            "over": {"r": range(1, 4), "s": range(1, 5)}}


def two_grams(draw: np.random.Generator) -> dict:
    """Two Gram matrices and weights."""
    X, v = draw.normal(size=(4, 2)), draw.normal(size=4)
    return {"K": rbf_kernel(X, gamma=0.5), "K'": polynomial_kernel(X, degree=2), "v": v}


def small_steps(draw: np.random.Generator) -> dict:
    """A Gaussian of the distance: what n equal steps add up to, and the straight line."""
    d, n = draw.uniform(0.2, 2), int(draw.integers(1, 20))
    c = draw.uniform(0.2, 2)
    k = rbf_kernel([[0.0], [d]], gamma=c)
    direct = np.sqrt(k[0, 0] + k[1, 1] - k[0, 1] - k[1, 0])
    return {"d": d, "n": n, "g": lambda r: np.exp(-c * r * r),
            r"\lVert \varphi(x) - \varphi(z) \rVert": direct}


def bits(draw: np.random.Generator) -> dict:
    """Two strings of bits, and the conjunctions that are true of both, counted one by one."""
    m = int(draw.integers(1, 6))
    x, z = draw.integers(0, 2, (2, m))
    both = sum(all(w is None or x[j] == z[j] == w for j, w in enumerate(wanted))
               for wanted in product((None, 0, 1), repeat=m))
    return {"m": m, "x": x, "z": z, "s": int(np.sum(x == z)), "k": lambda p, q: both,
            "all": sum(1 for _ in product((None, 0, 1), repeat=m))}


SUPPOSED = [
    r"w_1 + b > 0", r"w_2 + b > 0", r"w_1 + w_2 + 2b > 0", r"b < 0", r"w_1 + w_2 + b < 0",
    r"w_1 + w_2 + 2b < 0", r"\langle f, f \rangle = 0", r"K\beta = y", r"k(x, x) = 0",
    r"\varphi(x) = \varphi(z)",
    r"g(d) = \langle \varphi(x), \varphi(z) \rangle = \lVert \varphi(x) \rVert^2 = 1"]


def monomials(draw: np.random.Generator) -> dict:
    """Products of d features of degree at most p, counted."""
    d, p = map(int, draw.integers(1, 5, 2))
    return {"d": d, "p": p,
            "count": sum(sum(powers) <= p for powers in product(range(p + 1), repeat=d))}


def an_edge(draw: np.random.Generator) -> dict:
    """What a node of one edge keeps of its heat."""
    t = draw.uniform(0.1, 2)
    return {"t": t, "kept": expm(-t * np.array([[1, -1], [-1, 1]]))[0, 0]}


def information(draw: np.random.Generator) -> dict:
    """The variance of the slope of the logarithm of one feature's probability."""
    p, j = draw.uniform(0.1, 0.9, 4), int(draw.integers(1, 5))
    slopes = [slope(lambda q, x=x: bernoulli.logpmf(x, q), p[j - 1]) for x in (0, 1)]
    return {"p": p, "j": j,
            "variance": np.average(np.square(slopes), weights=[1 - p[j - 1], p[j - 1]])}


VALUES = [
    (r"\binom{d + p}{p}", monomials, lambda of: of["count"]),
    (r"3^m", bits, lambda of: of["all"]),
    (r"\frac12 (1 + e^{-2t})", an_edge, lambda of: of["kept"]),
    ("1 / (p_j (1 - p_j))", information, lambda of: of["variance"]),
]


def one_point_twice(draw: np.random.Generator) -> dict:
    """x = z, and the function that a kernel has there."""
    x = draw.normal(size=3)

    def k(x, z):
        return polynomial_kernel([x], [z], degree=3)[0, 0]
    return {"x": x, "z": x, "k": k, "f": lambda z: k(x, z), r"\langle f, f \rangle": k(x, x)}


TIGHT = [
    ("k(x, z)^2", one_point_twice),
]
