"""The deciding words of sitting 05b: each is read from the page, and its evidence computed."""
from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from scipy.stats import chi2, norm, ttest_ind
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, KFold, cross_val_predict, cross_val_score
from sklearn.naive_bayes import BernoulliNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import told
from coursekit.datasets import load_titanic
from coursekit.exercises.lesson05b import best_threshold, cost_of
from coursekit.exercises.lesson05b_pipeline import titanic_pipeline
from coursekit.explorers.degree_choice import errors
from coursekit.explorers.score_map import FRAMES, record, score_map
from coursekit.model_selection import folds, one_standard_error, pairs
from told import page_says

PAGE = "05b_pipelines"
UP = told.UP | {
    "most": 1, "least": -1, "much": 1, "little": -1, "better": 1, "worse": -1, "richer": 1, "poorer": -1,
    "poor": -1, "rich": 1, "surer": 1, "vaguer": -1, "together": 1, "apart": -1, "highest": 1, "lowest": -1}
RNG = np.random.default_rng(0)


@functools.cache
def maps():
    return [score_map(partition, fold) for partition in range(1, 7) for fold in range(1, 6)]


@functools.cache
def noise_scores(columns, seeds=5):
    """Return accuracies on labels of nothing: five columns chosen on all samples, inside, and only scaled outside."""
    found = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        X, y, cut = rng.normal(size=(60, columns)), np.tile([0, 1], 30), KFold(5, shuffle=True, random_state=seed)
        keep = SelectKBest(k=5)
        found.append([cross_val_score(model, table, y, cv=cut).mean() for model, table in (
            (LogisticRegression(), keep.fit_transform(X, y)), (make_pipeline(keep, LogisticRegression()), X),
            (LogisticRegression(), StandardScaler().fit_transform(X[:, :5])))])
    return np.mean(found, axis=0)


def test_what_learns_inside():
    inside, most = page_says(PAGE, "All that learns, learns {inside|outside} the loop; what looks at labels is "
                             "{most|least} dangerous")
    where, which = page_says(PAGE, "Chosen {inside|outside}, the columns fit only {training|test} labels")
    many = page_says(PAGE, "Among so {many|few} columns some fit the labels of *all* samples by chance")
    outside, within, blind = noise_scores(1000)
    assert abs({"inside": within, "outside": outside}[inside] - 0.5) < 0.1 < 0.25 < outside - 0.5 and where == inside
    assert UP[most] * (abs(outside - 0.5) - abs(blind - 0.5)) > 0
    assert (outside - noise_scores(10)[0] > 0.1) == (many == "many")
    X, y = RNG.normal(size=(60, 1000)), np.tile([0, 1], 30)
    train, test = np.arange(40), np.arange(40, 60)
    kept = SelectKBest(k=5).fit(X[train], y[train]).get_support()
    apart = {"training": train, "test": test}
    gap = {part: np.abs(ttest_ind(X[rows][y[rows] == 1], X[rows][y[rows] == 0]).statistic)[kept].mean()
           for part, rows in apart.items()}
    assert gap[which] == max(gap.values()) > 2.5


def test_groups_formed_by_outcomes():
    before = page_says(PAGE, "That was done {before|after} the folds were cut")
    little, much = page_says(PAGE, "Three groups give chance {little|much} room; many levels or columns give it "
                             "{much|little}")
    seen = {}
    for levels in (3, 40):              # each level answers as most of its rows, all of them
        right = []
        for _ in range(100):
            x, y = RNG.integers(0, levels, 100), RNG.integers(0, 2, 100)
            ones, rows = np.bincount(x, y, levels), np.bincount(x, minlength=levels)
            right.append(np.mean((2 * ones > rows)[x] == y))
        seen[levels] = np.mean(right) - 0.5
    assert UP[little] * (seen[3] - seen[40]) > 0.1 and UP[much] * (seen[40] - seen[3]) > 0.1
    assert seen[3] > 0.02 and before == "before"


def test_shared_and_own_parts():
    what = page_says(PAGE, "They are correlated, as the folds share {training|test} samples")
    corr = page_says(PAGE, "Fold scores are {correlated|independent}; the corrected interval guesses by how much")
    own, shared = page_says(PAGE, "In the mean the {own|shared} parts average out; the {shared|own} one stays")
    train, test = zip(*pairs(folds(50, 5, RNG)))
    common = {"training": np.intersect1d(*train[:2]), "test": np.intersect1d(*test[:2])}
    assert len(common[what]) > 0
    J, rho = 400, 0.3
    Z = rho**0.5 * RNG.exponential(size=(4000, 1)).repeat(J, axis=1)        # not normal: it need not be
    U = (1 - rho)**0.5 * RNG.exponential(size=(4000, J))
    part = {"own": U, "shared": Z}
    assert part[own].mean(axis=1).var() < 0.01 < 0.2 < part[shared].mean(axis=1).var()
    assert (np.corrcoef((Z + U)[:, :2].T)[0, 1] > 0.2) == (corr == "correlated")


def test_what_one_cross_validation_cannot_tell():
    second = page_says(PAGE, "The usual $s^2/J$ misses the {second|first} term")
    sees = page_says(PAGE, "$s^2$ sees the {own|shared} parts only")
    cannot, no = page_says(PAGE, "The scores of one cross-validation {cannot|can} tell: {no|an} estimator of")
    squares, variance = [], []          # of the scores of a table; of the mean, over tables
    for rho in (0.0, 0.5):              # own parts alike, so the scores of one table look alike
        shared = (rho / (1 - rho))**0.5 * RNG.normal(size=(20000, 1))
        S = shared + RNG.normal(size=(20000, 5))
        squares.append(S.var(axis=1, ddof=1))
        variance.append(S.mean(axis=1).var())
        terms = {"first": squares[-1].mean() / 5, "second": rho / (1 - rho) * squares[-1].mean()}
        assert variance[-1] - squares[-1].mean() / 5 == pytest.approx(terms[second], abs=0.05)
    for of in (np.mean, lambda v: np.quantile(v, 0.9)):
        assert of(squares[0]) == pytest.approx(of(squares[1]), rel=0.03) and sees == "own"
    assert variance[1] > 4 * variance[0] and (cannot, no) == ("cannot", "no")


def test_repetitions():
    small, no = page_says(PAGE, "Repetitions make $1/J$ {small|large}, but not the second term: they bring {no|many}")
    tables = []
    for y in RNG.integers(0, 2, (100, 50)):             # the majority of the others is scored
        tables.append([np.mean([np.mean(y[t] == (y.sum() > y[t].sum() + 20)) for t in folds(50, 5, RNG)])
                       for _ in range(16)])
    means = np.array(tables).mean(axis=1)
    assert UP[small] * (means.var() - np.var(tables)) > 0
    assert (means.var() > 4 * np.var(tables) / 16) == (no == "no")      # new samples would bring it to a sixteenth


def test_bonferroni():
    sign = page_says(PAGE, "gives each of $m$ intervals the confidence $1 {-|+} 0.05/m$")
    least = page_says(PAGE, "all hold together with at {least|most} 95 % confidence")
    m, miss = 5, {"-": 0.05, "+": -0.05}[sign] / 5
    together = [1 - m * miss, (1 - miss)**m, 1 - miss]      # misses never meet; by chance; always
    assert (together[0] == pytest.approx(0.95) == min(together)) == (least == "least")


def fitted_errors(degree, n, times=60):
    """Return mean errors of a polynomial of y = x³ − x on its n samples and on fresh ones."""
    rng, found = np.random.default_rng(n + degree), []
    for _ in range(times):
        x = rng.uniform(-2, 2, (2, n))
        y = x**3 - x + rng.normal(size=(2, n))
        fit = np.polynomial.Polynomial.fit(x[0], y[0], degree, domain=[-2, 2])
        found.append(np.mean((fit(x) - y)**2, axis=1))
    return np.mean(found, axis=0)


def test_four_sources_and_their_remedies():
    variance, more, smaller = page_says(PAGE, "another one would teach another rule (*{variance|bias}*). {More|Fewer} "
                                        "samples help, or a {smaller|larger} class")
    poor, bias, richer = page_says(PAGE, "the **class** of rules is too {poor|rich} (*{bias|variance}*). A "
                                   "{richer|poorer} one helps")
    wild, line, cubic = fitted_errors(9, 15), fitted_errors(1, 200), {n: fitted_errors(3, n)[1] for n in (15, 200)}
    assert UP[more.lower()] * (wild[1] - fitted_errors(9, 200)[1]) > 0      # a rich class on few samples
    assert UP[smaller] * (cubic[15] - wild[1]) > 0 and (variance, bias) == ("variance", "bias")
    assert UP[richer] * (line[1] - cubic[200]) > 0.3 > UP[poor]             # and a poor one on many
    gap, met = page_says(PAGE, "A {gap|meeting} between them speaks of the sample. If they have {met|parted}, look")
    assert wild[1] - wild[0] > 1 > 0.2 > line[1] - line[0] and (gap, met) == ("gap", "met")
    before, steps = page_says(PAGE, "was stopped {before|after} it found the best rule of the class. {More|Fewer} ")
    x = RNG.uniform(-1, 1, (100, 2))
    y, w, loss = x @ [1.0, -2.0] > 0, np.zeros(2), []
    for _ in range(200):
        loss.append(np.logaddexp(0, np.where(y, -1, 1) * (x @ w)).mean())
        w -= x.T @ (1 / (1 + np.exp(-x @ w)) - y) / 100
    assert UP[steps.lower()] * (loss[5] - loss[-1]) > 0.1 and before == "before"
    equal, differ = page_says(PAGE, "{equal|unequal} samples have {different|equal} labels. Only other features help")
    seen, label = np.repeat([0, 1, 2], 2), np.tile([0, 1], 3)
    assert max(np.mean(rule[seen] == label) for rule in (RNG.integers(0, 2, 3) for _ in range(20))) == 0.5
    assert (equal, differ) == ("equal", "different")
    better = page_says(PAGE, "a machine that does {better|worse} on the same samples shows that it is not noise alone")
    assert UP[better] * (line[1] - cubic[200]) > 0.3


def test_the_rule_under_much_noise():
    low, taken = page_says(PAGE, "with noise of sd $3$ it mostly takes too {low|high} a degree"), []
    for _ in range(60):
        x = RNG.uniform(-2, 2, 30)
        y = 1 + x - x**2 + 3 * RNG.normal(size=30)
        taken.append(one_standard_error(-np.array([[np.mean((np.polyval(np.polyfit(x[a], y[a], d), x[b]) - y[b])**2)
                                                    for a, b in pairs(folds(30, 5, RNG))] for d in range(6)])))
    assert np.mean(UP[low] * (np.array(taken) - 2) > 0) > 0.5


def test_the_likelihood_and_its_penalty():
    twice = page_says(PAGE, "{Twice|Half} the negative logarithm of the likelihood is")
    e = RNG.normal(0, 2, 40)
    rss, v = np.sum(e**2), 1.7
    assert (2 if twice == "Twice" else 0.5) * -norm.logpdf(e, 0, v**0.5).sum() == pytest.approx(
        40 * math.log(2 * math.pi * v) + rss / v)
    least = page_says(PAGE, "and the degree is taken with the {least|greatest} $$")
    keep, no = page_says(PAGE, "Both steps {keep|reverse} the order of the degrees"), page_says(
        PAGE, "adds the same number to every degree and changes {no|each} choice")
    found, m = errors(30, 1.0), np.arange(1, 10)
    for kappa, name in ((2, "AIC"), (math.log(30), "BIC")):
        cost = 30 * np.log(found.by["training"]) + kappa * m
        pick = (np.argmin if least == "least" else np.argmax)(cost, axis=1)
        assert (pick == found.chosen()[name]).all() and ((cost + kappa).argmin(axis=1) == cost.argmin(axis=1)).all()
        assert (np.argsort(np.exp(cost / 30)) == np.argsort(cost)).all() and (keep, no) == ("keep", "no")


def test_what_aic_and_bic_choose():
    many, high = page_says(PAGE, "However {many|few} samples there are, it keeps choosing too {high|low} a degree")
    tends = page_says(PAGE, "BIC finds it with a probability that tends to ${1|0}$")
    higher = page_says(PAGE, "AIC takes a {higher|lower} degree with about a third of the seeds")
    most = page_says(PAGE, "BIC takes the true one {most|least} often in both cases")
    low, more = page_says(PAGE, "it still does, but it takes too {low|high} a degree {more|less} often than the others")
    error = page_says(PAGE, "1. The {training|fresh} error: each degree contains the lower ones")
    chosen = {key: errors(*key).chosen() for key in ((30, 1.0), (200, 1.0), (30, 3.0))}
    for key in ((30, 1.0), (200, 1.0)):
        assert all(0.2 < np.mean(UP[higher] * (chosen[key][name] - 2) > 0) < 0.45 for name in ("AIC", "5-fold CV"))
    for now in chosen.values():
        assert (now["training"] == 8).all() == (error == "training")
        true = {name: np.mean(now[name] == 2) for name in ("AIC", "BIC", "5-fold CV")}
        assert true["BIC"] == (max if most == "most" else min)(true.values())
    off = {name: np.mean(UP[low] * (chosen[30, 3.0][name] - 2) > 0) for name in true}
    assert off.pop("BIC") > max(off.values()) and more == "more"
    sign = page_says(PAGE, "$$ n \\ln(\\mathrm{RSS}/n) {+|-} \\kappa\\, m. $$")
    value = 30 * np.log(errors(30, 1.0).by["training"]) + UP[sign] * 2 * (np.arange(9) + 1)
    assert (value.argmin(axis=1) == chosen[30, 1.0]["AIC"]).all()
    surplus = UP[high] * (chosen[200, 1.0]["AIC"] - 2)
    assert (surplus >= 0).all() and surplus.any() and many == "many"
    # The gain of one degree more, in 2 ln L, is χ² with one degree of freedom, however large n is.
    over = [chi2.sf(math.log(n), 1) for n in (30, 10**4, 10**8)]
    assert chi2.sf(2, 1) > 0.1 and (over[0] > over[1] > over[2] and over[2] < 1e-4) == (tends == "1")
    better, nearer = page_says(PAGE, "With seed $3$, for instance, degree $4$ is {better|worse}: its curve happens to "
                               "lie {nearer to|farther from} the truth")
    fresh = errors(30, 1.0).fresh[2]
    assert UP[better] * (fresh[2] - fresh[4]) > 0 and nearer == "nearer to"


def test_costs_and_thresholds():
    side, alike = page_says(PAGE, "says yes where its probability $p$ is {above|below} ½. That is right if both "
                            "errors cost {alike|unlike}")
    first, second = page_says(PAGE, "then *{yes|no}* costs $(1 - p)\\, c_{\\text{FP}}$ on average, and *{no|yes}*")
    no, yes = page_says(PAGE, "A false {no|yes} shall cost $4$, a false {yes|no} $1$, so $\\theta^* = 0.2$")
    wrong = {"yes": lambda y: 1 * (y == 0), "no": lambda y: 4 * (y == 1)}
    p = RNG.random(40000)
    y = (RNG.random(40000) < p).astype(int)
    near = np.abs(p - 0.3) < 0.05
    assert wrong[first](y[near]).mean() == pytest.approx(0.7 * 1, abs=0.06)
    assert wrong[second](y[near]).mean() == pytest.approx(0.3 * 4, abs=0.12)
    assert dict([(yes, 1), (no, 4)]).get("yes") == 5 * 0.2
    alike_ = {t: cost_of(t, p, y, 1, 1) for t in (0.2, 0.5, 0.8)}
    assert (min(alike_, key=alike_.get) == 0.5) == (alike == "alike")
    share = page_says(PAGE, "of the samples that are told $p$, a share $p$ are a {yes|no}")
    assert y[near].mean() == pytest.approx(0.3 if share == "yes" else 0.7, abs=0.03)
    fitted = LogisticRegression().fit(p[:, None], y)
    assert (fitted.predict(p[:, None]) == (UP[side] * (fitted.predict_proba(p[:, None])[:, 1] - 0.5) > 0)).all()
    if_ = page_says(PAGE, "Thresholds follow from costs {if|unless} probabilities are calibrated")
    not_ = page_says(PAGE, "If it is {not|so}, the threshold is one more hyperparameter")
    lies = p**3                         # not calibrated: told too low
    best, bent = (best_threshold(told[:4000], y[:4000], 1, 4) for told in (p, lies))
    losses = [[cost_of(t, told, y, 1, 4) / len(y) for t in (0.2, own)] for told, own in ((p, best), (lies, bent))]
    assert abs(np.subtract(*losses[0])) < 0.02 < 0.05 < np.subtract(*losses[1])
    assert (if_, not_) == ("if", "not")


def test_naive_bayes():
    agree = page_says(PAGE, "that of its members who {agree|disagree} with the new passenger there")
    independent = page_says(PAGE, "the products are right if the columns are {independent|equal} within each class")
    several = page_says(PAGE, "one piece of evidence counts {several times|once}")
    y = RNG.random(4000) < 0.5
    one, two = (RNG.random((2, 4000)) < np.where(y, 0.8, 0.3)).astype(int)
    surplus = {}
    for kind, X in (("independent", np.column_stack([one, two])), ("equal", np.column_stack([one] * 4))):
        p = BernoulliNB().fit(X, y).predict_proba(X)[:, 1]
        surplus[kind] = p[p == p.max()].mean() - y[p == p.max()].mean()
        share = [np.where(X[0], X[y == c].mean(axis=0), 1 - X[y == c].mean(axis=0)) for c in (True, False)]
        yes, no = (np.prod(s if agree == "agree" else 1 - s) * np.mean(y == c) for s, c in zip(share, (True, False)))
        assert p[0] == pytest.approx(yes / (yes + no), abs=0.01)
    assert abs(surplus[independent]) < 0.05 < surplus["equal"] - 0.05 and several == "several times"


def test_tuning_naive_bayes():
    lowers, yeses, noes = page_says(PAGE, "here it {lowers|raises} the threshold, but the new false {yeses|noes} cost "
                                    "about what the spared false {noes|yeses} would have")
    people = load_titanic().dropna(subset="Embarked")
    y = people.pop("Survived").to_numpy()
    p = cross_val_predict(titanic_pipeline(BernoulliNB()), people, y, groups=people["Ticket"], cv=GroupKFold(4),
                          method="predict_proba")[:, 1]
    t = best_threshold(p, y, 1, 4)
    assert UP[lowers] * (t - 0.2) > 0
    wrong = {"yeses": lambda t: np.sum((p >= t) & (y == 0)), "noes": lambda t: 4 * np.sum((p < t) & (y == 1))}
    new, spared = wrong[yeses](t) - wrong[yeses](0.2), wrong[noes](0.2) - wrong[noes](t)
    assert new > 0 and spared > 0 and abs(new - spared) < 2 * np.sqrt(new + 4 * spared)


def test_the_map():
    within = page_says(PAGE, "Framed cells lie {within|beyond} one standard error of the best")
    smaller, larger = page_says(PAGE, "the plateau is a *ridge*, on which a {smaller|larger} $C$ goes with a "
                                "{larger|smaller} $\\gamma$")
    found, data = maps(), record()
    for m in found:
        assert ((m.mean >= m.mean.max() - m.error - 1e-6) == m.framed(FRAMES[0])).all() == (within == "within")
    ridge = np.mean([m.mean for m in found], axis=0).argmax(axis=1)
    assert (np.diff(data.C) > 0).all() and (UP[smaller] * UP[larger] * np.diff(ridge) >= 0).all() and np.ptp(ridge) > 2
    which, most, twice = page_says(PAGE, "in nearly all folds the sd of the scores is the {larger|smaller} one, in "
                                   "{most|few} at least {twice|half} the other; not in partition 1, fold 3")
    medians = np.array([m.medians(m.framed(FRAMES[0])) for m in found if m.framed(FRAMES[0]).sum() > 1])
    assert np.mean(UP[which] * (medians[:, 0] - medians[:, 1]) > 0) > 0.9 and UP[which] * np.subtract(*medians[1]) < 0
    share = np.mean(medians[:, 0] >= {"twice": 2, "half": 0.5}[twice] * medians[:, 1])
    assert (0.5 < share < 0.95) == (most == "most")


def test_what_the_checklist_quotes():
    where, which = page_says(PAGE, "Tune in an {inner|outer} loop, quote the {inner|outer} mean")
    found = {"inner": [], "outer": []}
    for _ in range(300):                                # coins: every rule is right with probability 1/2
        rules, labels = RNG.integers(0, 2, (16, 40)), RNG.integers(0, 2, 40)
        right = rules == labels
        best = right[:, :30].mean(axis=1).argmax()      # chosen on thirty samples, judged on ten others
        found["inner"].append(right[best, :30].mean())
        found["outer"].append(right[best, 30:].mean())
    off = {kind: abs(np.mean(scores) - 0.5) for kind, scores in found.items()}
    assert min(off, key=off.get) == which != where and off[where] > 0.05


def test_degrees_costs_and_kernels():
    page = "05b_pipelines"
    lower, never = page_says(page, "Each degree contains the {lower|higher} ones, so the *training* error never "
                             "{rises|falls}")
    x = RNG.uniform(-2, 2, 30)
    t = 1 + x - x**2 + RNG.normal(size=30)
    rss = [np.sum((np.polyval(np.polyfit(x, t, d), x) - t)**2) for d in range(8)]
    assert (UP[never] * np.diff(rss) <= 1e-9).all() and lower == "lower"
    again = page_says(page, "is $n \\ln(\\mathrm{RSS}/n)$. This never {rises|falls} with the degree")
    assert (UP[again] * np.diff(30 * np.log(np.array(rss) / 30)) <= 1e-9).all()
    least, lowest = page_says(page, "Cross-validation takes the degree with the {least|most} mean error; by the "
                              "**one-standard-error rule** the *{lowest|highest}* whose mean is within")
    assert (least, lowest) == ("least", "lowest")       # as the exercise and `choose_cp` do
    grows = page_says(page, "the training error times a factor that {grows|shrinks} with $m$")
    assert (UP[grows] * np.diff(np.exp(2 * np.arange(1, 9) / 30)) > 0).all()
    more = page_says(page, "So yes costs no {more|less} than no exactly if")
    for p, fp, fn in RNG.uniform(0.05, 1, (200, 3)):
        assert (UP[more] * ((1 - p) * fp - p * fn) <= 0) == (p >= fp / (fp + fn))
    larger, narrower = page_says(page, "and $\\gamma$: the {larger|smaller}, the {narrower|wider} the kernel")
    assert (larger == "larger") == (narrower == "narrower")
