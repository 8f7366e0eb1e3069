"""Programs put together from the code in an exercise's hints are right.

In a program <h2.1> is the first piece of code in the second hint, <w.1> in the way, <f.1> in the
sentence for an unknown mistake; `...` and `…` in a piece are filled, in order, by what follows it
in the placeholder: <h3.1|a|b>.
"""
from __future__ import annotations

import math
import re
import textwrap

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.base import BaseEstimator

from coursekit.exercise import grade
from coursekit.lessons.lesson05b.exercises.nested_cv_cases import cv_score
from coursekit.exercise.registry import exercises, find, lessons
from coursekit.tree.naive import best_cut, gain
from coursekit.tree.naive_pruning import leaves

PROGRAMS = {
    "share-right": """
        def share_right(said, truth):
            return float((said == truth)<h3.1>)
        """,
    "title-of": """
        def title_of(name):
            before, comma, rest = <h2.1>
            title, stop, after = rest.partition('.')
            return title.strip() if comma and stop else None
        """,
    "title-median": """
        class TitleMedian(BaseEstimator):
            def <h1.1>(self, X, y=None):
                self.medians, self.all = <h2.1>, X["Age"].median()
                return <h1.3>
            def <h3.1>(self, X):
                titles, medians = X["Name"].map(title_of), self.medians
                return <h3.3|X["<w.3>"].fillna(<h3.2>.fillna(self.all))>
        """,
    "kkt-residuals": """
        def kkt_residuals(grad_f, grads_c, c, lam):
            def largest(v):
                return float(<h3.2|np.abs(v)>)
            grads_c = np.reshape(grads_c, (len(c), len(grad_f)))
            slope, products = np.array(grad_f) - <h3.1>, np.array(lam) * np.array(c)
            primal = <h2.1>
            c = lam
            return largest(slope), largest(primal), largest(<h2.1>), largest(products)
        """,
    "dual-ascent": """
        def dual_ascent(A, t, step, steps):
            A, t = np.array(A), np.array(t)
            <h1.1>
            for _ in range(<h1.2>):
                lam = <h3.1|lam + step * (t - A @ (A.T @ lam))>
            return lam
        """,
    "perceptron": """
        def perceptron(X, y, max_epochs=1000):
            Z = <h1.1>
            w, updates = np.zeros(Z.shape[1]), 0
            for _ in range(max_epochs):
                before = updates
                for x, label in zip(Z, y):
                    <h3.1>:
                        w, updates = w + <h3.2>, updates + 1
                if updates == before:
                    return w, updates
            return None, updates
        """,
    "line-from-alpha": """
        def line_from_alpha(X, y, alpha):
            X, y, alpha = np.array(X), np.array(y), np.array(alpha)
            w = <h2.1>
            i = <h3.1>
            return w, y[i] - X[i] @ w, 1 / <h3.2>
        """,
    "kkt-violation": """
        def kkt_violation(yf, alpha, C):
            yf, alpha = <h3.1>(yf), <h3.1>(alpha)
            return <h3.2|<h3.3>|np.maximum(0, yf - 1)|np.abs(yf - 1)>
        """,
    "best-step": """
        def best_step(slope, eta, low, high):
            if eta == 0:
                return high if slope > 0 else low if slope < 0 else min(max(0.0, low), high)
            top = -slope / eta
            return <h3.1>
        """,
    "maximal-violating-pair": """
        def maximal_violating_pair(F, beta, A, B):
            return int(<h2.1><h3.1>), int(np.where(beta > A, F, <h3.2>)<h3.3>)
        """,
    "duality-gap": """
        def duality_gap(K, y, C, beta, b):
            norm, f, F = <h2.1>, <h2.2>, <h2.3>
            room = <h3.2|np.maximum(0, C * y) - beta|beta - np.minimum(0, C * y)>
            areas = np.sum(np.abs(F - b) * room)
            assert np.isclose(areas, norm + C * <h3.1>(0, 1 - y * f).sum() - y @ beta)
            return areas
        """,
    "intercept": """
        def intercept(F, beta, A, B):
            <h2.1>
            if <h2.2>:
                return F[free].mean()
            return (F[beta < B].max() + F[beta > A].min()) / 2
        """,
    "rbf": """
        def rbf(X, Z, gamma):
            assert (<h2.1>).shape == (<w.1> - <w.2>).shape == (len(X), len(Z), X.shape[1])
            return <h3.1>(-gamma * ((<h2.1>)**2).sum(axis=-1))
        """,
    "kernel-perceptron": """
        def kernel_perceptron(K, y, max_epochs=100):
            beta = np.zeros(len(y))
            for _ in range(<w.5>):
                mistakes = 0
                for i in range(len(y)):
                    assert np.isclose(<h2.1>, <w.1>)
                    if <w.2>:
                        <w.4> += <w.3>
                        mistakes += 1
                if not mistakes:
                    break
            return beta
        """,
    "witness": """
        def witness(K):
            <h2.1>
            return None if <h3.1> >= -1e-10 * np.abs(values).max() else <h2.2>[:, 0]
        """,
    "one-vs-rest-predict": """
        def one_vs_rest_predict(decision, classes):
            assert (<h2.1>(decision, axis=1) == <w.1>).all()
            return [<w.2>[k] for k in <w.1>]
        """,
    "folds": """
        def folds(n, k, rng):
            order = <h2.1>
            return <h3.1>
        """,
    "cv-score": """
        def f(learn, setting, X, y, splits):
            right = 0
            for test in <h1.1>:
                <h2.1>
                <h2.2>
                right += <h3.1>
            return right / len(y)
        """,
    "nested-cv": """
        def nested_cv(learn, settings, X, y, outer, inner):
            scores, winners = [], []
            for test in outer:
                <h2.1>
                <h2.2>
                means = [<h2.4>(learn, s, <h2.5>, <h2.6>, splits) for s in settings]
                winner = settings[int(np.argmax(means))]
                predict = learn(winner, <h3.1>, <h2.6>)
                scores.append(float(np.mean(predict(<h3.2>) == y[test])))
                winners.append(winner)
            return scores, winners
        """,
    "gain": """
        def f(y, left):
            if not 0 < <h3.1> < len(y):
                return 0.0
            return <h3.1> * <h3.2> / len(y) * (np.mean(<h1.1>) - np.mean(<h1.2>))**2
        """,
    "best-cut": """
        def f(x, y, min_samples_leaf=1):
            x, y = np.asarray(x, float), np.asarray(y, float)
            <h1.1>
            x, y = x[order], y[order]
            sums, n, best = <h2.2>, len(y), (<h3.1>)
            for k in range(max(min_samples_leaf, 1), n - min_samples_leaf + 1):
                if k < n and x[k - 1] < x[k]:
                    found = <h2.1>(y, np.arange(n) < k)
                    assert np.isclose(sums[k - 1], y[:k].sum())
                    if found > best[1] + 1e-9:
                        best = (x[k - 1] + x[k]) / 2, found
            return best
        """,
    "grow": """
        def grow(X, y, min_samples_split=20, min_samples_leaf=7):
            node = {"n": len(y), "value": np.mean(y)}
            if len(y) < min_samples_split:
                return node
            found = [<h1.1>(<h1.2>, y, min_samples_leaf) for j in range(X.shape[1])]
            j = int(np.argmax([g for _, g in found]))
            threshold = found[j][0]
            if threshold is <h2.1>:
                return node
            <h3.1>
            node.update(feature=j, threshold=threshold)
            node.update(left=<h3.2|min_samples_split, min_samples_leaf>)
            left = ~left
            node.update(right=<h3.2|min_samples_split, min_samples_leaf>)
            return node
        """,
    "weakest-link": """
        def weakest_link(tree):
            if "left" not in tree:
                return <h3.1>
            below = <h1.1>
            own = (tree["risk"] - sum(leaf["risk"] for leaf in below)) / (len(below) - 1)
            three = (own, [tree]), weakest_link(tree["left"]), weakest_link(tree["right"])
            least = min(g for g, _ in three)
            return least, [node for g, nodes in three if g == least for node in nodes]
        """,
    "upper-bound": """
        def upper_bound(errors, n, chance=0.25):
            if errors == n:
                return 1.0
            low, high = 0.0, 1.0
            for _ in range(60):
                p = (low + high) / 2
                low, high = (p, high) if <h1.1> > <h2.1> else (low, p)
            rate = low
            assert abs(<f.1> - chance) < 1e-6
            return low
        """,
    "vote": """
        def vote(said):
            labels = <h1.1>
            table = np.array([<h2.1> for c in labels])
            return labels[table.<h3.1>]
        """,
    "specialise": """
        def specialise(beam, S):
            new = {}
            for conjunction, cover in beam.items():
                for j in range(len(S)):
                    if 0 < (<w.1>).sum() < cover.sum():
                        assert <h2.1> == <w.2>
                        new[<h2.1>] = <w.1>
            return new
        """,
    "g-statistic": """
        def g_statistic(covered, reference):
            m, reference = np.asarray(covered, float), np.asarray(reference, float)
            e = m.sum() * reference / reference.sum()
            with np.errstate(all="ignore"):
                return 2 * np.sum(<h3.1> * np.log(<h3.1> / e[m > 0]))
        """,
    "search-p-value": """
        def search_p_value(search, y, B, rng):
            T_0 = search(y)
            return (1 + sum(search(<h2.1>) >= T_0 for _ in range(B))) / (B + 1)
        """,
    "simplify": """
        def simplify(conditions, count, bound):
            def U(some):
                right, wrong = <h1.1>(some)
                return bound(wrong, right + wrong)
            kept = list(conditions)
            while kept:
                best = <h2.2|(<h2.1> for j in range(len(kept)))|U>
                if U(best) > U(kept):
                    break
                kept = best
            return kept
        """,
    "description-length": """
        def description_length(conditions_bits, n, covered, fp, fn, w=0.5):
            a, b = covered, fp
            exceptions = log2(<h2.1>)
            a, b = n - covered, fn
            exceptions += <h2.3>(<h2.1>)
            k = len(conditions_bits)
            rules = -log2(<h2.2>)
            for bits in conditions_bits:
                k = len(bits)
                rules += log2(k) + sum(bits) - log2(<h2.2>) if k else 0
            return w * rules + exceptions
        """,
    "back-substitute": """
        def back_substitute(U, v):
            x = np.zeros(len(v))
            for i in reversed(range(len(v))):
                x[i] = (v[i] - <h3.1>) / U[i, i]
            return x
        """,
    "ridge-dual": """
        def ridge_dual(K, y, lam, K_new):
            n = len(y)
            return K_new @ <h2.2>(K + lam * <h2.1>, y)
        """,
    "newton-step": """
        def newton_step(Z, y, v):
            p = 1 / (1 + np.exp(-Z @ v))
            d = p * (1 - p)
            curvature = Z.T @ (<h2.1>)
            return v + <h3.1>
        """,
    "tube-dual": """
        def tube_dual(y, epsilon, C):
            y, n = np.asarray(y, float), len(y)
            none, full = np.zeros(n), np.full(n, C)
            return <h3.1>([y - epsilon, y + epsilon]), <h3.1>([none, -full]), <h3.1>([full, none])
        """,
    "kernel-ridge": """
        def kernel_ridge(K, y, lam):
            n = len(y)
            M = np.ones((n + 1, n + 1))
            M[:n, :n], M[n, n] = K + lam * np.eye(n), 0
            *beta, b = <h3.1>(M, np.append(y, 0))
            beta = np.array(beta)
            assert np.allclose(<f.1>, y) and abs(<f.2>) < 1e-6 * (1 + np.abs(beta).max())
            return beta, b
        """,
}
SPACE = {"np": np, "math": math, "comb": math.comb, "factorial": math.factorial, "log2": math.log2,
         "binom": binom,
         "cv_score": cv_score, "BaseEstimator": BaseEstimator,
         "title_of": find("title-of").reference, "best_cut": best_cut, "gain": gain,
         "leaves": leaves}
PLACE = re.compile(r"<(h\d|w|f)\.(\d)((?:\|(?:[^<>|]|<[^<>]*>|(?<= )[<>]=? )*)*)>")
#: Pieces that no program uses: names alone, or said of what goes wrong.
ASIDE = re.compile(r"\w+|\[:-0\]|\[3, 0\], \[5, 6\]")


def pieces(key: str) -> dict[str, str]:
    """Return the pieces of code in the hints, by place."""
    exercise = find(key)
    texts = {**{f"h{k}": hint for k, hint in enumerate(exercise.hints, 1)}, "w": exercise.way,
             "f": exercise.fallback_hint}
    return {f"{part}.{k}": piece for part, text in texts.items() for k, piece in enumerate(
        re.findall(r"`([^`]+)`", " ".join(text.split())), 1)}


def filled(key: str) -> str:
    """Return the program with its placeholders filled, inner ones first."""
    found, code = pieces(key), textwrap.dedent(PROGRAMS[key])

    def fill(match: re.Match) -> str:
        assert f"{match[1]}.{match[2]}" in found, f"{key} has no piece {match[0]}; it has {found}"
        piece = found[f"{match[1]}.{match[2]}"]
        for given in match[3].split("|")[1:]:
            piece = re.sub(r"\.\.\.|…", lambda _, given=given: given, piece, count=1)
        return piece
    while PLACE.search(code):
        code = PLACE.sub(fill, code)
    return code


@pytest.mark.parametrize("key", PROGRAMS)
def test_the_code_of_the_hints_makes_a_right_program(key):
    space = dict(SPACE)
    exec(filled(key), space)
    (function,) = (thing for name, thing in space.items() if callable(thing)
                   and thing is not SPACE.get(name))
    answer = grade(key, function)
    assert answer.status == "right", (answer.message, filled(key))


def test_no_piece_of_code_in_a_hint_is_left_out():
    """But of the pipeline, whose parts the page has."""
    for lesson in lessons():
        for key in exercises(lesson):
            if type(find(key)).__name__ == "CodeExercise" and key != "titanic-pipeline":
                used = {f"{part}.{k}" for part, k, _ in PLACE.findall(PROGRAMS.get(key, ""))} | {
                    ".".join(place) for place in re.findall(r"<(h\d|w|f)\.(\d)",
                                                            PROGRAMS.get(key, ""))}
                left = {place: piece for place, piece in pieces(key).items()
                        if place not in used and not ASIDE.fullmatch(piece)}
                said = " ".join(pieces(key)[place] for place in used)
                unused = [piece for piece in left.values() if piece not in said]
                assert not unused, (
                    f"{key}: no program of PROGRAMS uses {unused}; put one there that does, with "
                    "<h1.1> (the first piece of the first hint) and the like")
