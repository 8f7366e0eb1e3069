"""The deciding words of sitting 04b are read from its page, and tried by computing which are true."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import load_digits, load_shifts, make_overlap_60, make_row_of_three
from coursekit.explorers import votes
from coursekit.svm import SVC, OneVsOne, OneVsRest, fit_sigmoid, fit_virtual
from told import page_says

RNG = np.random.default_rng(0)
X, Y = make_row_of_three()
NAMES = ("left", "middle", "right")


def says(words: str) -> str | list[str]:
    return page_says("04b_many_classes", words)


def test_what_radial_means():
    only = says("*radial* means that a kernel depends on $\\lVert x - z \\rVert$ {only|not at all}")
    radial, gaussian = says("This one is {radial|linear}, but not {Gaussian|radial}")
    x, z, c = RNG.normal(size=(3, 4))
    turn = np.linalg.qr(RNG.normal(size=(4, 4)))[0]
    for k, is_radial in ((lambda a, b: np.exp(-np.linalg.norm(a - b)), True), (lambda a, b: np.exp(-np.abs(a - b).sum()), False),
                         (lambda a, b: (a @ b + 1)**2, False)):
        assert (k(turn @ (x + c), turn @ (z + c)) == pytest.approx(k(x, z))) == is_radial
    d = np.array([0.5, 1, 2])
    assert np.ptp(-np.log(np.exp(-d)) / d**2) > 0.1 and (only, radial, gaussian) == ("only", "radial", "Gaussian")


def test_the_middle_machine_says_no_to_everybody():
    largest, signs = says("The remedy is to ask for values, not signs: the answer is the class with the {largest|smallest} "
                          "$f_k(x)$"), says("{Each|No} middle sample is the midpoint of a left and a right one")
    least = says("the slacks of the three sum to {at least|at most} $2$")
    no, below = says("the middle machine is a {no|yes} to everybody"), says("in the middle, the others fall {below|above} $-1$")
    f = {name: SVC(kernel="linear", C=1.0, tol=1e-8).fit(X, np.where(Y == name, 1, -1)).decision_function(X) for name in NAMES}
    values = np.column_stack([f[name] for name in NAMES])
    best = {"largest": values.argmax(axis=1), "smallest": values.argmin(axis=1)}[largest]
    clear = np.abs(np.abs(X[:, 0]) - 0.5) > 1e-9        # at the ends of the middle class two are equal
    assert (np.array(NAMES)[best] == Y)[clear].all() and (f["middle"] < 0).all() == (no == "no")
    middle = Y == "middle"
    assert max(f["left"][middle].max(), f["right"][middle].max()) <= -1 + 1e-6 and below == "below"
    sides = [X[Y == name] for name in ("left", "right")]
    halves = ((sides[0][:, None] + sides[1]) / 2).reshape(-1, 2)
    assert all((np.abs(halves - x).max(axis=1) < 1e-9).any() for x in X[middle]) == (signs == "Each")
    for a, b in RNG.normal(size=(100, 2)) * 2:          # the values at both ends
        assert max(0, 1 + a) + max(0, 1 + b) + max(0, 1 - (a + b) / 2) >= 2 - 1e-12 and least == "at least"


def test_votes_of_pairs():
    most, sums = says("Each machine votes for one of its two classes, and {most|fewest} votes win"), says(
        "`OneVsOne` compares the {sums|products} of their decision values")
    first = says("the `SVC` of scikit-learn takes the {first|last}")
    Z = np.vstack([RNG.normal(size=(12, 2)) + c for c in ([0, 2], [2, -1], [-2, -1])])
    labels = np.repeat([0, 1, 2], 12)
    mine, peer = OneVsOne(SVC(kernel="linear", C=0.3)).fit(Z, labels), LibSVC(kernel="linear", C=0.3).fit(Z, labels)
    new = RNG.uniform(-1.5, 1.5, (4000, 2))
    pairs, f = [(0, 1), (0, 2), (1, 2)], {}
    for a, b in pairs:
        keep = np.isin(labels, (a, b))
        f[a, b] = LibSVC(kernel="linear", C=0.3, tol=1e-6).fit(Z[keep], labels[keep] == a).decision_function(new)
    votes, totals = np.zeros((len(new), 3)), np.zeros((len(new), 3))
    for (a, b), value in f.items():
        votes[:, a] += value > 0
        votes[:, b] += value < 0
        totals[:, a] += value
        totals[:, b] -= value
    tied = (votes == 1).all(axis=1)
    sure = np.abs(np.array([*f.values()])).min(axis=0) > 0.01
    assert tied.sum() > 5 and (peer.predict(new)[sure & ~tied] == votes.argmax(axis=1)[sure & ~tied]).all()
    assert (mine.predict(new)[sure & ~tied] == votes.argmax(axis=1)[sure & ~tied]).all() and most == "most"
    close = np.sort(totals, axis=1)
    clear = tied & sure & (close[:, 2] - close[:, 1] > 0.02)
    assert (mine.predict(new)[clear] == totals.argmax(axis=1)[clear]).all() and sums == "sums"
    assert set(peer.predict(new)[tied & sure]) == {0} and first == "first"


def test_a_probability_for_a_value():
    large, convex = says("the product of the probabilities that it gives to the labels is as {large|small} as possible"), says(
        "$$ This function is {convex|concave}; `fit_sigmoid` looks for its {minimum|maximum}")
    f = RNG.normal(size=80)
    y = np.where(f + RNG.normal(size=80) > 0, 1, -1)
    n_plus, n_minus = np.sum(y > 0), np.sum(y < 0)
    target = np.where(y > 0, (n_plus + 1) / (n_plus + 2), 1 / (n_minus + 2))

    def ell(v):
        z = v[0] * f + v[1]
        return np.sum(target * np.logaddexp(0, z) + (1 - target) * np.logaddexp(0, -z))
    A, B = fit_sigmoid(f, y)
    assert ell(minimize(ell, [0, 0]).x) == pytest.approx(ell([A, B]), rel=1e-6) and (large, *convex) == (
        "large", "convex", "minimum")
    for u, v in RNG.normal(size=(50, 2, 2)):
        assert ell((u + v) / 2) <= (ell(u) + ell(v)) / 2 + 1e-9
    no, always = says("Where values separate the classes there is {no|one} minimum"), says(
        "With these targets there is {always|never} a minimum")
    apart = np.array([-2.0, -1, 1, 2])
    plain = [np.sum(np.logaddexp(0, -a * np.abs(apart))) for a in (1, 5, 25)]
    assert plain[0] > plain[1] > plain[2] > 0 and no == "no"
    assert np.isfinite(fit_sigmoid(apart, np.sign(apart))).all() and always == "always"
    inwards, more = says("Platt moves the targets {inwards|outwards}"), says(
        "as if {two more|two fewer} samples stood beside those of each class")
    assert 0 < 1 / (n_minus + 2) < (n_plus + 1) / (n_plus + 2) < 1 and (inwards, more) == ("inwards", "two more")


def test_probabilities_of_many_machines_need_not_add_up():
    need = says("their $c$ probabilities {need not|always} add up to 1")
    machines = OneVsRest(SVC(kernel="linear")).fit(X, Y)
    f = machines.decision_function(X)
    p = np.column_stack([1 / (1 + np.exp(np.clip(A * f[:, k] + B, -500, 500)))
                         for k, (A, B) in enumerate(fit_sigmoid(f[:, k], np.where(Y == name, 1, -1))
                                                    for k, name in enumerate(machines.classes_))])
    assert np.abs(p.sum(axis=1) - 1).max() > 0.05 and need == "need not"


def test_virtual_support_vectors():
    only, nothing = says("train, keep {only|all but} the support vectors, add a copy of each for every shift, and train again"), says(
        "so the first machine loses {nothing|much}")
    A, b = make_overlap_60()
    first = SVC(kernel="linear", tol=1e-8).fit(A, b)
    keep = first.solution_.alpha > 0
    again = SVC(kernel="linear", tol=1e-8).fit(A[keep], b[keep])
    assert 0 < keep.sum() < 60 and again.decision_function(A) == pytest.approx(first.decision_function(A), abs=1e-5)
    assert again.solution_.objective == pytest.approx(first.solution_.objective) and nothing == "nothing"
    seen = []

    def move(Z):
        seen.append({"only": keep, "all but": ~keep}[only].sum() == len(Z))
        return Z + [0.1, 0]
    machine = fit_virtual(SVC(kernel="linear", tol=1e-8), A, b, [move, move])
    assert seen == [True, True] and machine.n_iter_ > 0


def test_what_both_have_right_cancels():
    cancel = says("Those that both have right, or both wrong, {cancel|add up} in the difference of their errors")
    minus = says("Then the error changes by $\\frac{s - m}{N}$, the mean of $N$ numbers $1$, ${-1|1}$ and $0$")
    for _ in range(20):
        one, other = RNG.random((2, 50)) < 0.7          # right?
        m, s = np.sum(~one & other), np.sum(one & ~other)
        change = (~other).mean() - (~one).mean()
        numbers = np.where(one & ~other, 1, np.where(~one & other, int(minus), 0))
        assert [change, numbers.mean()] == pytest.approx([(s - m) / 50] * 2)
        assert numbers.std() / 50**0.5 == pytest.approx(np.sqrt(((s + m) / 50 - ((s - m) / 50)**2) / 50))
    assert cancel == "cancel"


def test_values_for_probabilities():
    sign, more = page_says("04b_many_classes", "So $A {<|>} 0$ if larger $f$ means {more|less} of class $+1$")
    f = RNG.normal(size=200)
    A, _ = fit_sigmoid(f, np.where(f + RNG.normal(size=200) > 0, 1, -1))
    assert (A < 0) == (sign == "<") and more == "more"
    out, than = page_says("04b_many_classes", "A machine pushes those of its *training* samples "
                          "{outwards|inwards}, to $\\pm 1$ and beyond, so they separate {better|worse} than fresh")
    X = RNG.normal(size=(400, 5))
    y = np.where(X[:, 0] + RNG.normal(size=400) > 0, 1, -1)
    model = LibSVC(C=10, gamma=1.0).fit(X[:200], y[:200])
    old, new = (y[part] * model.decision_function(X[part]) for part in (slice(200), slice(200, 400)))
    assert old.mean() > new.mean() + 0.3 and (out, than) == ("outwards", "better")


def test_votes():
    page, found = "04b_many_classes", votes.machines("three clouds", 10.0)
    ends = np.array([(side[0], side[-1]) for side in found.sides])

    def at(u, v):
        P = (ends[:, 0] + np.array([u, v]) * (ends[:, 1] - ends[:, 0]))[None]
        F = found.rest.decision_function(P)
        return {rule: found.rest.classes_[votes.answers(found, rule, P, F)[0]] for rule in votes.RULES
                if votes.answers(found, rule, P, F)[0] >= 0}
    nobody = at(0.46, 0.44)
    both, one = page_says(page, "The largest value and the votes name *{a|b|c}*, the largest distance "
                          "names *{a|b|c}*")
    assert nobody == {"largest value": both, "votes of pairs": both, "largest distance": one}
    assert page_says(page, "it names the {first|last} class that says yes, however {small|large}") == [
        "first", "small"]
    F = np.array([[-1.0, 0.1, 2.0]])
    assert votes.answers(found, "first yes", ends[:, :1].T, F)[0] == 1


def test_moved_copies():
    page, data = "04b_many_classes", load_shifts()
    change = (data.wrong - data.plain[:, None, None]) / 1697        # kernel, direction, fraction, split
    mean = change.mean(axis=-1)
    assert page_says(page, "By two pixels the copies do {harm|no harm} in every split") == "harm"
    assert (change[0, 0, 8] > 0).all()
    assert page_says(page, "Yet the error {falls|rises} in all splits") == "falls"
    assert (change[0, 0, 4] < 0).all()
    assert page_says(page, "{Sideways|Up and down} copies help at every move, on average over the splits; "
                     "{up and down|sideways} they do harm") == ["Sideways", "up and down"]
    assert (mean[0, 1, 1:] < 0).all() and (mean[0, 2, 2:] > 0).all()
    rise = page_says(page, "About half a pixel, on average. From a whole one on the error {rises|falls}")
    assert mean[1, 0].argmin() == 2 and (mean[1, 0, 4:] > 0).all() and rise == "rises"
    rows, columns = page_says(page, "reaches the top {row|column} and the bottom row, and {few|most} reach "
                              "an outer column")
    ink = load_digits().drop(columns="digit").to_numpy().reshape(-1, 8, 8).mean(axis=0)
    assert (rows, columns) == ("row", "few") and ink[[0, 7]].sum() > 5 * ink[:, [0, 7]].sum()
