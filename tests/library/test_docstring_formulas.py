"""The formula in a docstring gives what the function returns: it is read from there and worked
out."""
from __future__ import annotations

import inspect
import re
from math import comb, factorial

import numpy as np
import pytest
from scipy.stats import norm, t as student

from coursekit import statistics
from coursekit.kernels import (
    diffusion, fisher, gaussian, laplace_l1, laplace_l2, nadaraya_watson, polynomial, rbf,
    resolve_gamma,
)
from coursekit.lessons.lesson06c import naive_pruning
from coursekit.linear import ridge
from coursekit.model_selection import corrected_interval
from coursekit.rules import description, measures, subsets
from coursekit.svm import platt, smo
from coursekit.tree import criteria

RNG = np.random.default_rng(0)
X, Z = RNG.normal(size=(2, 3))
D = X - Z
LETTERS = {"exp": np.exp, "sqrt": np.sqrt, "log": np.log, "log2": np.log2, "ln": np.log,
           "sum": np.sum,
           "min": min, "Q": norm.ppf, "comb": comb, "factorial": factorial}


def formula(thing, pattern: str, **letters) -> float:
    """Find the formula in a docstring by a pattern with one group, and work it out."""
    doc = " ".join(inspect.getdoc(thing).split())
    text = re.search(pattern, doc)[1]
    for sign, meant in (("‖x - z‖²", "norm**2"), ("‖x - x_i‖²", "norm**2"), ("‖x - z‖", "norm"),
                        ("⟨x, z⟩", "dot"),
                        ("Σ|x_k - z_k|", "ones"), ("²", "**2"), ("½ ", "0.5*"), ("½", "0.5"),
                        ("·", "*"), ("^", "**"),
                        ("2h", "2*h"), ("2σ", "2*σ"), ("γnorm", "γ*norm"), ("γdot", "γ*dot"),
                        ("Σ p_k**2", "sum(p**2)"),
                        ("Σ p_k log2 p_k", "sum(p*log2(p))"),
                        ("2 Σ m_k ln(m_k / e_k)", "2*sum(m*ln(m / e))"),
                        ("Σ (m_k - e_k)**2 / e_k", "sum((m - e)**2 / e)"), ("e(1", "e*(1"),
                        ("gamma norm", "gamma*norm"),
                        ("log2 C(N, fp)", "log2(comb(N, fp))"),
                        ("log2 C(n - N, fn)", "log2(comb(n - N, fn))"),
                        ("log2 k! ", "log2(factorial(k)) "), ("log2 k!", "log2(factorial(k))"),
                        ("log2 k ", "log2(k) "),
                        ("Σ bits", "sum(bits)"), ("|T_t|", "leaves"), ("R(T_t)", "below"),
                        ("R(t)", "own")):
        text = text.replace(sign, meant)
    return float(eval(text, LETTERS | letters))


@pytest.mark.parametrize("kernel, pattern, value, letters", [
    (rbf, r"Return the Gaussian kernel (exp\(.*?\)), γ", lambda f: f(X[None], Z[None], gamma=0.7),
     {"γ": 0.7}),
    (rbf, r"γ = (1/\(.*?\)), shape", lambda f: np.array([[0.7]]), {"σ": (1 / 1.4)**0.5}),
    (laplace_l2, r"(exp\(-.*?‖\)), shape", lambda f: f(X[None], Z[None], rate=0.7), {"rate": 0.7}),
    (laplace_l1, r"(exp\(-.*?\|\)) of the", lambda f: f(X[None], Z[None], rate=0.7), {"rate": 0.7}),
    (polynomial, r"Return (\(.*?degree), shape",
     lambda f: f(X[None], Z[None], gamma=0.7, coef0=2.0, degree=3),
     {"γ": 0.7, "coef0": 2.0, "degree": 3}),
])
def test_kernels(kernel, pattern, value, letters):
    told = formula(kernel, pattern, norm=np.linalg.norm(D), dot=X @ Z,
                   ones=np.abs(D).sum(), **letters)
    assert value(kernel) == pytest.approx(told)


def test_the_gaussian_of_any_shape():
    text = re.search(r"Return exp\((.*?)\), the Gaussian", inspect.getdoc(gaussian))[1]
    sign, half, inverse = re.fullmatch(r"(-?)(½?) ?\(x - z\)ᵀ Σ(⁻¹)? \(x - z\)", text).groups()
    A = RNG.normal(size=(3, 3))
    S = A @ A.T + np.eye(3)
    distance = D @ (np.linalg.inv(S) if inverse else S) @ D
    told = np.exp((-1 if sign else 1) * (0.5 if half else 1) * distance)
    assert gaussian(X[None], Z[None], covariance=S) == pytest.approx(told)


def test_weighted_means():
    h, samples, y = 0.6, RNG.normal(size=(5, 3)), RNG.normal(size=5)
    k = [formula(nadaraya_watson, r"with k_i\(x\) = (exp\(.*?\)\))\.",
                 norm=np.linalg.norm(X - x), h=h)
         for x in samples]
    assert nadaraya_watson(samples, y, X[None], h) == pytest.approx([np.sum(k * y) / np.sum(k)])


def test_gamma():
    data = RNG.normal(size=(6, 4))
    scale, auto = re.search(r'"scale" is (.*?), "auto" is (.*?),',
                            inspect.getdoc(resolve_gamma)).groups()
    letters = {"d": 4, "Var": data.var()}
    assert resolve_gamma("scale", data) \
        == pytest.approx(eval(scale.replace("·Var X", "*Var"), letters))
    assert resolve_gamma("auto", data) == pytest.approx(eval(auto, letters))


def test_diffusion_and_fisher():
    edge = np.array([[0.0, 1], [1, 0]])
    values = np.linalg.eigvalsh(np.diag(edge.sum(axis=0)) - edge)
    told = sorted(formula(diffusion, r"become (exp\(.*?\)) > 0", time=0.3, λ=v) for v in values)
    assert np.linalg.eigvalsh(diffusion(edge, time=0.3)) == pytest.approx(told)
    p, x = np.array([0.2, 0.7]), np.array([[1, 0]])
    u = [eval(re.search(r"u_j = (.*?)\. The Fisher",
                        " ".join(inspect.getdoc(fisher).split()))[1].replace(
        "x_j", "a").replace("p_j (", "b * (").replace("p_j", "b"), {"a": a, "b": b})
         for a, b in zip(x[0], p)]
    assert fisher(x, p=p) == pytest.approx(np.sum(np.square(u) * p * (1 - p)))


def test_both_forms_of_ridge():
    data, y, lam = RNG.normal(size=(7, 3)), RNG.normal(size=7), 0.8
    doc = " ".join(inspect.getdoc(ridge).split())
    primal = re.search(r"\(XᵀX ([+-]) λI\) w = Xᵀy", doc)[1]
    dual = re.search(r"w = Xᵀ\(XXᵀ ([+-]) λI\)⁻¹y", doc)[1]
    C, r = data - data.mean(axis=0), y - y.mean()
    sign = {"+": 1, "-": -1}
    w, _ = ridge(data, y, lam)
    assert (C.T @ C + sign[primal] * lam * np.eye(3)) @ w == pytest.approx(C.T @ r)
    assert w == pytest.approx(C.T @ np.linalg.solve(C @ C.T + sign[dual] * lam * np.eye(7), r))
    penalty = re.search(r"minimise Σ \(y_i - ⟨w, x_i⟩ - b\)² ([+-]) λ‖w‖²", doc)[1]
    assert penalty == "+"


def test_intervals_and_bounds():
    scores = np.array([82, 80, 83, 84, 81.0])
    J, s, q = 5, scores.std(ddof=1), student.ppf(0.975, 4)
    reach = formula(corrected_interval, r"mean ± (t·s·sqrt\(.*?\)), t with", t=q, s=s, J=J,
                    n_test=10, n_train=40)
    assert corrected_interval(scores, n_train=40, n_test=10) \
        == pytest.approx((82 - reach, 82 + reach))
    z = formula(statistics.upper_error_bound, r"z = (Q\(.*?\)), where", α=0.25)
    U = formula(statistics.upper_error_bound, r"U = (.*?), z =", e=3, n=11, z=z)
    assert statistics.upper_error_bound(3, 11, 0.25) == pytest.approx(U)
    none = formula(statistics.upper_error_bound, r"where e > 0, and (.*?) where e = 0",
                   α=0.25, n=11)
    assert statistics.upper_error_bound(0, 11, 0.25) == pytest.approx(none)


def test_measures_of_rules():
    m, reference = np.array([4.0, 1, 2]), np.array([5.0, 6, 9])
    e = m.sum() * reference / reference.sum()
    assert measures.g_statistic(m, reference) == pytest.approx(
        formula(measures.g_statistic, r"Return G = (.*?), twice", m=m, e=e))
    assert measures.pearson_statistic(m, reference) == pytest.approx(
        formula(measures.pearson_statistic, r"X² = (.*?) of the", m=m, e=e))
    assert description.rule_bits([2.0, 3.5, 1.0]) == pytest.approx(
        formula(description.rule_bits, r"conditions: (.*?)\.", k=3, bits=[2.0, 3.5, 1.0]))
    told = formula(description.exception_bits, r"Return (.*?): which", n=20, N=8, fp=3, fn=2)
    assert np.sum(description.exception_bits(20, 8, 3, 2)) == pytest.approx(told)
    chance = formula(subsets.anneal, r"with probability (min\(.*?\)\)) \(Metro",
                     **{"ΔL": 3.0, "T": 2.0})
    assert chance == pytest.approx(np.exp(-1.5)) and formula(
        subsets.anneal, r"with probability (min\(.*?\)\)) \(Metro", **{"ΔL": -3.0, "T": 2.0}) == 1


def test_impurities_links_and_steps():
    p = np.array([0.5, 0.3, 0.2])
    assert criteria.gini(100 * p) == pytest.approx(formula(criteria.gini,
                                                           r"Gini index (.*?):", p=p))
    assert criteria.entropy(100 * p) == pytest.approx(formula(criteria.entropy,
                                                              r"entropy (.*?) in bits", p=p))
    tree = {"risk": 9.0, "left": {"risk": 2.0}, "right": {"risk": 3.0}}
    g = formula(naive_pruning.weakest_link, r"g = (\(.*?\)), as in", own=9.0, below=5.0, leaves=2)
    assert naive_pruning.weakest_link(tree)[0] == pytest.approx(g)
    heights = [formula(smo.best_step, r"at which (.*?) is largest", slope=1.3, eta=-0.6, t=t)
               for t in np.linspace(-1, 4, 5001)]
    assert smo.best_step(1.3, -0.6, -1, 4) \
        == pytest.approx(np.linspace(-1, 4, 5001)[np.argmax(heights)], abs=2e-3)


@pytest.mark.parametrize("thing", [platt.fit_sigmoid, platt.sigmoid])
def test_the_sigmoid(thing):
    told = formula(thing, r"(1/\(1 \+ exp\(.*?\)\))", A=-1.3, B=0.4, f=0.9)
    assert platt.sigmoid(0.9, -1.3, 0.4) == pytest.approx(told)
