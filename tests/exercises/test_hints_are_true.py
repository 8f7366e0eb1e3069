"""A program that does what a hint says is right; with one of the hint's words exchanged it is wrong.

In a program `said(words)` stands for what the hints and the way of its exercise say: {a|b} is a
spot where the text has one of the words a and b, and `said` returns which.
"""
from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from coursekit.exercise import grade
from coursekit.exercises.lesson05_loops import cv_score
from coursekit.exercise.registry import find
from coursekit.statistics import wilson as ends_of
from coursekit.titanic import AgeBands, AgeImputer, FamilyGrouper, FareBands, TitleExtractor
from told import read

PROGRAMS: dict[str, Callable] = {}


class Told:
    """What an exercise says; ``exchanged`` (spot, k) is a spot that is read as its word k."""

    def __init__(self, key: str, exchanged: tuple[int, int] | None = None):
        exercise = find(key)
        self.texts = [*exercise.hints, exercise.way, exercise.fallback_hint, exercise.explanation]
        self.exchanged, self.spots = exchanged, []

    def __call__(self, words: str) -> str | list[str]:
        found, options = read(words, self.texts)
        for k, may in enumerate(options):
            if self.exchanged and self.exchanged[0] == len(self.spots):
                found[k] = may[self.exchanged[1]]
            self.spots.append((may, found[k]))
        return found[0] if len(found) == 1 else found


def program(key: str) -> Callable:
    """Note a function that makes a program from what is said."""
    def note(make: Callable) -> Callable:
        PROGRAMS[key] = make
        return make
    return note


PICK = {"largest": np.argmax, "smallest": np.argmin, "argmax": np.argmax, "argmin": np.argmin,
        "most": np.argmax, "least": np.argmin, "highest": np.argmax, "lowest": np.argmin}
END = {"larger": max, "smaller": min}
SIGN = {"adds": 1, "plus": 1, "minus": -1, "subtract": -1, "add": 1, "take off": -1}
SIDE = {">": np.greater, "<": np.less, "≥": np.greater_equal, "≤": np.less_equal,
        ">=": np.greater_equal, "<=": np.less_equal}


@program("mean-of-three")
def mean_of_three(said):
    add = SIGN[said("So {add|subtract} them up first")]
    by = {"three": 3, "two": 2}[said("divide the sum by {three|two}")]
    return lambda a, b, c: (a + add * (b + c)) / by


@program("wilson")
def wilson(said):
    middle, root, inner, below, one = said("Middle: p̂ {+|−} z²/({2|4}n). Root: of p̂(1 − p̂)/n {+|−} "
                                           "z²/(4n²), times z. Denominator: 1 {+|−} z²/{n|2n}")
    first = said("{subtract and add|add and subtract}; divide both results")
    s = {"+": 1, "−": -1}

    def f(k, n, z=1.96):
        k, n = np.asarray(k, float), np.asarray(n, float)
        p = k / n
        centre = p + s[middle] * z**2 / (int(root) * n)
        with np.errstate(invalid="ignore"):
            reach = z * np.sqrt(p * (1 - p) / n + s[inner] * z**2 / (4 * n**2))
        under = 1 + s[below] * z**2 / (n if one == "n" else 2 * n)
        both = np.clip((centre - reach) / under, 0, 1), np.clip((centre + reach) / under, 0, 1)
        return both if first == "subtract and add" else both[::-1]
    return f


@program("standardised-rate")
def standardised_rate(said):
    down, up = said("{subtract|add} the root of Σ (w (r − low))², and {add|subtract} the root")
    ends = said("that of w_s (r_s − l_s) for the {lower|upper} end, and of w_s (u_s − r_s) for the")
    by = said("First divide the {weights|counts} by their sum")

    def f(k, n, weights, z=1.96):
        k, n, w = (np.asarray(v, float) for v in (k, n, weights))
        w, r = w / (w if by == "weights" else n).sum(), k / n
        low, high = ends_of(k, n, z)
        rate, below, above = np.sum(w * r), np.sum((w * (r - low))**2), np.sum((w * (high - r))**2)
        if ends == "upper":
            below, above = above, below
        return rate, rate + SIGN[down] * np.sqrt(below), rate + SIGN[up] * np.sqrt(above)
    return f


@program("title-of")
def title_of(said):
    first, second = said("Cut the name twice: once at the {comma|full stop}, once at a {full stop|comma}")
    sign = {"comma": ",", "full stop": "."}
    piece = {"third": 2, "first": 0}[said("Take the {third|first} piece")]
    without = said("If the comma or the stop was not found, there is {no|a} title")

    def f(name):
        parts = name.partition(sign[first])
        again = parts[piece].partition(sign[second])
        return again[0].strip() if parts[1] and again[1] or without == "a" else None
    return f


@program("ceiling")
def ceiling(said):
    larger = END[said("The majority is right for the {larger|smaller} of the two")]
    a, b = said("rightly if k − 1 {>|≥} d, a left-out dead one if d − 1 {≥|>} k")

    def f(profile, y):
        survived, died = (Counter(p for p, o in zip(profile, y) if bool(o) == side)
                          for side in (True, False))
        kd = [(survived[label], died[label]) for label in set(profile)]
        return (sum(larger(k, d) for k, d in kd) / len(y),
                sum(k * SIDE[a](k - 1, d) + d * SIDE[b](d - 1, k) for k, d in kd) / len(y))
    return f


@program("kkt-residuals")
def kkt_residuals(said):
    part = said("A violation of c_i ≥ 0 is the {negative|positive} part of c_i")
    only = said("only the {negative|positive} parts violate something")
    biggest = {"largest": np.max, "smallest": np.min}[
        said("Of each of the four arrays take the {largest|smallest} absolute value")]
    cut = {"negative": np.minimum, "positive": np.maximum}

    def f(grad_f, grads_c, c, lam):
        grad_f, c, lam = np.array(grad_f), np.array(c), np.array(lam)
        four = (grad_f - np.reshape(grads_c, (len(c), len(grad_f))).T @ lam, cut[part](0, c),
                cut[only](0, lam), lam * c)
        return tuple(float(biggest(np.abs(v), initial=0)) for v in four)
    return f


@program("dual-ascent")
def dual_ascent(said):
    sign = SIGN[said("the old λ {plus|minus} a multiple of the slopes")]
    a, b = said("then the slopes {t|A x} − {A x|t}, then the new λ")
    replaced = {"negative": np.maximum, "positive": np.minimum}[
        said("replace {negative|positive} entries by zero")]

    def f(A, t, step, steps):
        A, t = np.array(A, float), np.array(t, float)
        lam = np.zeros(len(t))
        for _ in range(steps):
            value = {"t": t, "A x": A @ (A.T @ lam)}
            lam = replaced(0, lam + sign * step * (value[a] - value[b]))
        return lam
    return f


@program("perceptron")
def perceptron(said):
    wrong = said("label * (w @ x) {<=|>|>=} 0`, add `label * x` to w")
    gone = said("{before|behind} X: `np.column_stack")
    ended = said("If the epochs are used up before, return {None|w}")

    def f(X, y, max_epochs=1000):
        parts = [np.ones(len(X)), X]
        Z = np.column_stack(parts if gone == "before" else parts[::-1])
        w, updates = np.zeros(Z.shape[1]), 0
        for _ in range(max_epochs):
            before = updates
            for x, label in zip(Z, y):
                if SIDE[wrong](label * (w @ x), 0):
                    w, updates = w + label * x, updates + 1
            if updates == before:
                return w, updates
        return (None if ended == "None" else w), updates
    return f


@program("kkt-violation")
def kkt_violation(said):
    a = said("violation: {max(0, 1 − y f)|max(0, y f − 1)}, ")
    c = said("|y f − 1|, {max(0, y f − 1)|max(0, 1 − y f)}")
    rule = {"max(0, 1 − y f)": lambda v: np.maximum(0, 1 - v),
            "max(0, y f − 1)": lambda v: np.maximum(0, v - 1)}

    def f(yf, alpha, C):
        yf, alpha = np.array(yf), np.array(alpha)
        return np.where(alpha == 0, rule[a](yf), np.where(alpha == C, rule[c](yf), np.abs(yf - 1)))
    return f


@program("segment-ends")
def segment_ends(said):
    low, of, high, of_high = said(
        "the lower end is the {larger|smaller} of the two {lower|upper} limits, and the upper end "
        "the {smaller|larger} of the two {upper|lower} ones")
    a, b = said("From β_i: {A|B}_i − β_i ≤ t ≤ {B|A}_i − β_i")

    def f(beta_i, beta_j, box_i, box_j):
        at = dict(zip("AB", box_i))
        limits = {"lower": (at[a] - beta_i, beta_j - box_j[1]),
                  "upper": (at[b] - beta_i, beta_j - box_j[0])}
        return END[low](limits[of]), END[high](limits[of_high])
    return f


@program("best-step")
def best_step(said):
    sign = said("it is zero at {−|+}slope/eta; then cut").replace("+", "")
    rises, falls = said("the line is highest at the {upper|lower} end if it rises, at the "
                        "{lower|upper} end if it falls")

    def f(slope, eta, low, high):
        if eta < 0:
            return min(max((-1 if sign else 1) * slope / eta, low), high)
        ends = {"upper": high, "lower": low}
        return ends[rises] if slope > 0 else ends[falls] if slope < 0 else 0.0
    return f


@program("maximal-violating-pair")
def maximal_violating_pair(said):
    first, second = said("Replace the F of those that may not {rise|fall} by −∞: then `argmax` finds "
                         "i under its own number. Replace the F of those that may not {fall|rise}")
    pick = PICK[said("`.{argmax|argmin}()` of that array is i")]
    last = PICK[said("`np.inf` and `.{argmin|argmax}()`")]

    def f(F, beta, A, B):
        may = {"rise": beta < B, "fall": beta > A}
        return (int(pick(np.where(may[first], F, -np.inf))),
                int(last(np.where(may[second], F, np.inf))))
    return f


@program("duality-gap")
def duality_gap(said):
    sign = SIGN[said("W is the sum of y β {minus|plus} half of ‖w‖²")]
    slack = said("The slack of a sample is {1 − y f|y f − 1}, cut at 0")
    add = SIGN[said("P is half the squared norm {plus|minus} C times the sum of the slacks")]

    def f(K, y, C, beta, b):
        square, yf = beta @ K @ beta, y * (K @ beta + b)
        xi = np.maximum(0, 1 - yf if slack == "1 − y f" else yf - 1)
        return square / 2 + add * C * xi.sum() - (y @ beta + sign * square / 2)
    return f


@program("intercept")
def intercept(said):
    up, rise, low, fall = said(
        "between the {largest|smallest} F of those that may {rise|fall} and the {smallest|largest} "
        "of those that may {fall|rise}")
    value = {"largest": np.max, "smallest": np.min}

    def f(F, beta, A, B):
        free, may = (A < beta) & (beta < B), {"rise": beta < B, "fall": beta > A}
        return F[free].mean() if free.any() else (value[up](F[may[rise]])
                                                  + value[low](F[may[fall]])) / 2
    return f


@program("sor-sweep")
def sor_sweep(said):
    sign = SIGN[said("The slope of entry k is 1 {minus|plus} the product of row k")]
    when = said("with the α as it {stands now|was before}; the curvature is the diagonal entry")

    def f(Q, alpha, C, omega):
        old = np.array(alpha, float)
        alpha = old.copy()
        for k in range(len(alpha)):
            slope = 1 + sign * Q[k] @ (alpha if when == "stands now" else old)
            alpha[k] = min(max(alpha[k] + omega * slope / Q[k, k], 0.0), C)
        return alpha
    return f


@program("rbf")
def rbf(said):
    sign = said("multiply by {−|+}γ; then")
    rows, columns = said("one row a sample of {X|Z}, one column a sample of {Z|X}")

    def f(X, Z, gamma):
        at = {"X": X, "Z": Z}
        far = at[rows][:, None] - at[columns][None]
        return np.exp((-1 if sign == "−" else 1) * gamma * np.sum(far**2, axis=2))
    return f


@program("kernel-perceptron")
def kernel_perceptron(said):
    wrong = said("`y[i] * (K[i] @ beta) {<=|<|>} 0` is a mistake")

    def f(K, y, max_epochs=100):
        beta = np.zeros(len(y))
        for _ in range(max_epochs):
            mistakes = 0
            for i in range(len(y)):
                if SIDE[wrong](y[i] * (K[i] @ beta), 0):
                    beta[i] += y[i]
                    mistakes += 1
            if not mistakes:
                break
        return beta
    return f


@program("witness")
def witness(said):
    first = said("return None; else the {first|last} column")
    smallest = said("is smallest at the eigenvector of the {smallest|largest} eigenvalue")
    order = said("sorts the eigenvalues from {small to large|large to small}")

    def f(K):
        values, vectors = np.linalg.eigh(K)
        assert (order == "small to large") == (values[0] <= values[-1])
        if values[0 if smallest == "smallest" else -1] >= -1e-10 * np.abs(values).max():
            return None
        return vectors[:, 0 if first == "first" else -1]
    return f


@program("one-vs-rest-predict")
def one_vs_rest_predict(said):
    pick = PICK[said("gives the column of the {largest|smallest} value of each row")]
    again = PICK[said("The column of the {largest|smallest} value in each row")]
    return lambda decision, classes: [
        classes[k] for k in np.where(again is pick, pick(np.asarray(decision), axis=1), 0)]


@program("shift-images")
def shift_images(said):
    down, across = said("is the old one at (row {−|+} dy, column {−|+} dx)")
    old, new = said("Then blend: ({1 − t|t}) times the old image plus {t|1 − t} times the moved one")
    sign = {"−": -1, "+": 1}

    def f(images, dx, dy, t=1.0):
        n, h, w = np.shape(images)
        moved = np.zeros((n, h, w))
        for row, column in itertools.product(range(h), range(w)):
            i, j = row + sign[down] * dy, column + sign[across] * dx
            if 0 <= i < h and 0 <= j < w:
                moved[:, row, column] = images[:, i, j]
        share = {"t": t, "1 − t": 1 - t}
        return share[old] * images + share[new] * moved
    return f


@program("folds")
def folds(said):
    longer = said("makes the {first|last} pieces one row longer where k does not divide n")

    def f(n, k, rng):
        sizes = [n // k + (i < n % k) for i in range(k)]
        order = rng.permutation(n)
        pieces = np.split(order, np.cumsum(sizes if longer == "first" else sizes[::-1])[:-1])
        known = np.array_split(np.arange(n), k)
        assert [len(p) for p in pieces] == [len(p) for p in known], "array_split does otherwise"
        return pieces
    return f


@program("nested-cv")
def nested_cv(said):
    pick = PICK[said("The setting with the {highest|lowest} mean learns again")]
    rows = said("learns again from all {training|test} rows, and its accuracy")
    judged = said("its accuracy on the {test|training} rows goes into the list")

    def f(learn, settings, X, y, outer, inner):
        scores, winners = [], []
        for test in outer:
            train = np.setdiff1d(np.arange(len(y)), test)
            at, splits = {"training": train, "test": test}, inner(len(train))
            winner = settings[int(pick([cv_score(learn, s, X[train], y[train], splits)
                                        for s in settings]))]
            predict = learn(winner, X[at[rows]], y[at[rows]])
            scores.append(float(np.mean(predict(X[at[judged]]) == y[at[judged]])))
            winners.append(winner)
        return scores, winners
    return f


@program("titanic-pipeline")
def titanic_pipeline(said):
    many, wide = said("One `ColumnTransformer` of {five|six} parts makes a table of {seven|eight} columns")
    unseen = said("the one-hot encoder, which {ignores|refuses} unseen levels")
    parts = said("`make_pipeline({AgeImputer(), AgeBands()|AgeBands(), AgeImputer()})`")
    age = [AgeImputer(), AgeBands()]

    def f(model):
        features = ColumnTransformer([
            ("title", TitleExtractor(), ["Name"]), ("fare", FareBands(), ["Fare"]),
            ("family", FamilyGrouper(), ["SibSp", "Parch"]),
            ("age", make_pipeline(*(age if parts.startswith("AgeI") else age[::-1])), ["Name", "Age"]),
            ("given", "passthrough", ["Sex", "Pclass", "Embarked"])])
        made = {"five": 5, "six": 6}[many], {"seven": 7, "eight": 8}[wide]
        assert made == (len(features.transformers), 4 + 3)      # one each, and three that pass
        levels = OneHotEncoder(handle_unknown="ignore" if unseen == "ignores" else "error",
                               sparse_output=False)
        return make_pipeline(features, levels, StandardScaler(), model)
    return f


@program("best-threshold")
def best_threshold(said):
    one, zero = said("count those below t that are {1|0}, and those at or above t that are {0|1}")
    a, b, c, d = said("cost_fp · ({zeros|ones} with p {≥|<} t) + cost_fn · ({ones|zeros} with p {<|≥} t)")
    pick = PICK[said("Return the t with the {least|most}")]
    e, g, h, i = said("add cost_fp for every {0|1} with p {≥|<} t and cost_fn for every {1|0} with "
                      "p {<|≥} t; return")
    above = said("and one number {above|below} them all")

    def f(p, y, cost_fp, cost_fn):
        p, y = np.asarray(p), np.asarray(y)
        tried = [*np.unique(p), np.inf if above == "above" else -np.inf]
        kind = {"zeros": y == 0, "ones": y == 1, "0": y == 0, "1": y == 1}

        def cost(t, fp, side, fn, other):
            return (cost_fp * np.sum(SIDE[side](p, t) & kind[fp])
                    + cost_fn * np.sum(SIDE[other](p, t) & kind[fn]))
        every = [[cost(t, zero, "≥", one, "<"), cost(t, a, b, c, d), cost(t, e, g, h, i)]
                 for t in tried]
        best = {tried[int(pick(column))] for column in np.transpose(every)}
        return best.pop() if len(best) == 1 else -1e9
    return f


@program("gain")
def gain(said):
    none = int(said("if one has none, the gain is {0|1}"))
    first, second = said("the squared error {before|after} minus that of {both sides|one side}")

    def f(y, left):
        y, left = np.asarray(y, float), np.asarray(left, bool)
        if left.all() or not left.any():
            return float(none)

        def error(v):
            return np.sum((v - v.mean())**2)
        sides = error(y[left]) + (error(y[~left]) if second == "both sides" else 0)
        return float((error(y) - sides) * (1 if first == "before" else -1))
    return f


@program("upper-bound")
def upper_bound(said):
    higher, end = said("More likely: the rate must be {higher|lower}, so {low|high} becomes the middle")
    rises = said("The chance of so few errors {falls|rises} as the rate rises")

    def f(errors, n, chance=0.25):
        if errors >= n:
            return 1.0
        ends = {"low": 0.0, "high": 1.0}
        for _ in range(60):
            middle = (ends["low"] + ends["high"]) / 2
            likely = binom.cdf(errors, n, middle) > chance
            assert likely == (binom.cdf(errors, n, min(1, middle + 0.01)) > chance) or likely
            other = "high" if end == "low" else "low"
            ends[end if likely else other] = middle
        consistent = (higher, rises) == ("higher", "falls")
        return (ends["low"] + ends["high"]) / 2 if consistent else 0.0
    return f


@program("vote")
def vote(said):
    pick = PICK[said("finds the place of the {largest|smallest} count in each column")]
    first = said("of equals the {first|last}; the list of labels")
    order = said("`np.unique(said)` lists them, the {smallest|largest} first")

    def f(given):
        given = np.asarray(given)
        labels = np.unique(given)[::1 if order == "smallest" else -1]
        counts = np.array([np.sum(given == label, axis=0) for label in labels])
        if first == "last":
            return labels[::-1][pick(counts[::-1], axis=0)]
        return labels[pick(counts, axis=0)]
    return f


@program("specialise")
def specialise(said):
    some, fewer = said("if it covers {some|no} sample and {fewer|more} than the parent")

    def f(beam, S):
        return {conjunction | {j}: cover & S[j] for conjunction, cover in beam.items()
                for j in range(len(S)) if (np.sum(cover & S[j]) > 0) == (some == "some")
                and (np.sum(cover & S[j]) < np.sum(cover)) == (fewer == "fewer")}
    return f


@program("g-statistic")
def g_statistic(said):
    times = {"doubled": 2, "halved": 0.5}[said("times the count, summed, {doubled|halved}")]
    top, under = said("The sum of m_k ln({m_k|e_k} / {e_k|m_k}) over the classes")

    def f(covered, reference):
        m, reference = np.asarray(covered, float), np.asarray(reference, float)
        e = m.sum() * reference / reference.sum()
        m, e = m[m > 0], e[m > 0]
        value = {"m_k": m, "e_k": e}
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(times * np.sum(m * np.log(value[top] / value[under])))
    return f


@program("search-p-value")
def search_p_value(said):
    side = {"least": SIDE["≥"], "most": SIDE["≤"]}[
        said("Count the shuffles whose value is at {least|most} T_0")]
    more = {"more": 1, "less": -1}[said("The true order is one {more|less} that reaches it")]

    def f(search, y, B, rng):
        found = search(y)
        return (more + sum(side(search(rng.permutation(y)), found) for _ in range(B))) / (B + more)
    return f


@program("simplify")
def simplify(said):
    stop = said("stop when the best shorter list has a {larger|smaller} bound than the present one")
    first = said("`min(…, key=…)` returns the {first|last} of equals")
    take = {"smallest": min, "largest": max}[
        said("each list that lacks one condition, and take the {smallest|largest}")]

    def f(conditions, count, bound):
        def U(some):
            right, wrong = count(some)
            return bound(wrong, right + wrong)
        kept = list(conditions)
        while kept:
            shorter = [kept[:j] + kept[j + 1:] for j in range(len(kept))]
            best = take(shorter if first == "first" else shorter[::-1], key=U)
            if U(best) > U(kept) if stop == "larger" else U(best) < U(kept):
                break
            kept = best
        return kept
    return f


@program("description-length")
def description_length(said):
    plus, minus = said("takes log2 k, {plus|minus} its bits, {minus|plus} log2 k!; a rule without any "
                       "takes nothing")
    order = SIGN[said("Add the bits of the rules, {take off|add} log2 r! for their order")]
    fp, fn = said("add log2 C(N, {fp|fn}) for the covered exceptions, and log2 C(n - N, {fn|fp})")

    def f(conditions_bits, n, covered, fp_, fn_, w=0.5):
        rules = order * math.log2(math.factorial(len(conditions_bits)))
        for bits in filter(len, conditions_bits):
            k = len(bits)
            rules += (math.log2(k) + SIGN[plus] * sum(bits)
                      + SIGN[minus] * math.log2(math.factorial(k)))
        wrong = {"fp": fp_, "fn": fn_}
        return (w * rules + math.log2(max(1, math.comb(covered, wrong[fp])))
                + math.log2(max(1, math.comb(n - covered, wrong[fn]))))
    return lambda conditions_bits, n, covered, fp, fn, w=0.5: f(conditions_bits, n, covered, fp, fn, w)


@program("back-substitute")
def back_substitute(said):
    begin, to = said("Begin with the {last|first} row, i = n − 1, and go {up|down} to row 0")
    after, sign = said("all unknowns {after|before} x[i] are known: {subtract|add} `U[i")
    by = said("to the right side, and {divide|multiply} by U[i, i]")

    def f(U, v):
        n, x = len(v), np.zeros(len(v))
        rows = range(n - 1, -1, -1) if (begin, to) == ("last", "up") else range(n)
        for i in rows:
            part = slice(i + 1, None) if after == "after" else slice(0, i)
            value = v[i] + SIGN[sign] * U[i, part] @ x[part]
            x[i] = value / U[i, i] if by == "divide" else value * U[i, i]
        return x
    return f


@program("ridge-dual")
def ridge_dual(said):
    sign = said("β solves (K {+|−} λI) β = y; `np.eye(n)`")
    row = said("its ⟨x_i, x⟩ are its {row|column} of K_new")

    def f(K, y, lam, K_new):
        beta = np.linalg.solve(K + (1 if sign == "+" else -1) * lam * np.eye(len(y)), y)
        return (K_new if row == "row" else np.transpose(K_new)) @ beta
    return f


@program("tube-dual")
def tube_dual(said):
    first, second = said("the linear part is Σ (y_i {−|+} ε) β_i + Σ (y_i {+|−} ε) β_")
    boxes = said("The boxes are {0 to C|−C to 0} for the first n, and {−C to 0|0 to C} for the others")
    sign = {"+": 1, "−": -1}

    def f(y, epsilon, C):
        y, zero, full = np.asarray(y, float), np.zeros(len(y)), np.full(len(y), float(C))
        ends = {"0 to C": (zero, full), "−C to 0": (-full, zero)}
        A, B = (np.concatenate([ends[box][k] for box in boxes]) for k in (0, 1))
        return np.concatenate([y + sign[first] * epsilon, y + sign[second] * epsilon]), A, B
    return f


@program("kernel-ridge")
def kernel_ridge(said):
    corner = {"0": 0.0, "1": 1.0}[said("1 into the rest of the last row and column, {0|1} into the corner")]
    first = said("The first n numbers are {β|b}, the last is")
    sign = said("The equations (K {+|−} λI)β + b1 = y")

    def f(K, y, lam):
        n = len(y)
        M = np.ones((n + 1, n + 1))
        M[:n, :n] = K + (1 if sign == "+" else -1) * lam * np.eye(n)
        M[n, n] = corner
        solved = np.linalg.solve(M, np.append(y, 0))
        return (solved[:n], float(solved[n])) if first == "β" else (solved[1:], float(solved[0]))
    return f


def spots(key: str) -> list[tuple[list[str], str]]:
    """Return the spots of a program's words: what may stand there, and what does.

    Where a hint has other words none are left, and `test_what_the_hints_say_is_right` says so.
    """
    told = Told(key)
    try:
        PROGRAMS[key](told)
    except AssertionError:
        return []
    return told.spots


EXCHANGES = [(key, spot, k) for key in PROGRAMS
             for spot, (options, found) in enumerate(spots(key))
             for k, word in enumerate(options) if word != found]


@pytest.mark.parametrize("key", PROGRAMS)
def test_what_the_hints_say_is_right(key):
    assert grade(key, PROGRAMS[key](Told(key))).status == "right"


@pytest.mark.parametrize("key, spot, k", EXCHANGES)
def test_the_opposite_of_what_a_hint_says_is_wrong(key, spot, k):
    assert grade(key, PROGRAMS[key](Told(key, (spot, k)))).status != "right"
