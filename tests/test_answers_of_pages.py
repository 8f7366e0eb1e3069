"""The deciding words of the answers under explorers, read from the page and found true in numbers.

`page_says` returns the word at a spot like {more|fewer}; what is counted by the way is tested
with the explorer itself.
"""
from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import pairwise

import numpy as np
import pytest
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import (
    load_digits, load_score_maps, load_shifts, load_titanic, make_overlap_60, make_staircase, make_wave,
)
from coursekit.explorers import kernel_map, kernel_or_not, repeats, svm_runs, svm_sor, votes
from coursekit.explorers.degree_choice import errors
from coursekit.explorers.rules_anneal import STEPS, met, restarts
from coursekit.explorers.rules_beam import fitted, lines_of
from coursekit.explorers.rules_code import NAMES, priced
from coursekit.explorers.rules_prune import deletions, thyroid
from coursekit.explorers.titanic_bins import bin_rates
from coursekit.explorers.titanic_confounder import compare
from coursekit.kernels import is_psd, nadaraya_watson
from coursekit.svm import SVR
from told import page_says

SIGN = {"more": 1, "fewer": -1, "larger": 1, "smaller": -1, "higher": 1, "lower": -1, "longer": 1,
        "rises": 1, "falls": -1, "above": 1, "below": -1, "harm": 1, "help": -1}


def goes(word: str, values) -> bool:
    """Tell whether values that are compared one after the other go as a word says."""
    return bool(np.all(SIGN[word] * np.diff(values) > 0))


def test_00_narrower_bins_have_longer_intervals():
    people = load_titanic().dropna(subset="Age")
    half = [np.nanmean(found.high - found.low) for found in
            (bin_rates(people["Age"].to_numpy(), people["Survived"].to_numpy(), bins, 0.0)
             for bins in (4, 8, 20, 40))]
    longer, bins, few, less = page_says(
        "00_start_here", "They become {longer|shorter}: the {narrower|wider} a bin, the "
        "{fewer|more} people are in it, and the {less|more} is known")
    assert goes(longer, half)
    assert (bins, few, less) == ("narrower", "fewer", "less")       # n a bin is 714 / bins


def test_01_age():
    people = load_titanic().dropna(subset="Age")
    age, alive = people["Age"].to_numpy(), people["Survived"].to_numpy()
    found = {bins: bin_rates(age, alive, bins, 0.0) for bins in (8, 20, 40)}
    which = page_says("01_titanic_eda", "With 8 bins one stands out, the {youngest|oldest}")
    assert np.flatnonzero(found[8].apart).tolist() == [{"youngest": 0, "oldest": 7}[which]]
    looks, finds = page_says("01_titanic_eda", "More bins mean {more|fewer} looks, and so "
                             "{more|fewer} finds by chance")
    assert looks == "more" and goes(finds, [found[bins].apart_by_chance for bins in found])
    rare = page_says("01_titanic_eda", "chance gives as many in {less|more} than one deal of a hundred")
    assert (found[40].chance_of_as_many < 0.01) == (rare == "less")
    assert found[40].apart.sum() > 1 and 0.2 < found[8].chance_of_as_many < 0.3


def test_01_what_is_held_fixed():
    sex = compare("sex", "class")
    assert page_says("01_titanic_eda", "*Sex* with class held fixed {hardly|clearly} moves") == "hardly"
    assert abs(sex.gap[0] / sex.raw_gap[0] - 1) < 0.1
    way = page_says("01_titanic_eda", "*Port* and *cabin* {shrink|grow}, whatever is held fixed")
    for feature, fixed in [*((f, s) for f in ("port", "cabin") for s in ("class", "sex", "class and sex")),
                           ("family", "class"), ("class", "sex")]:
        found = compare(feature, fixed)
        assert (found.gap[0] < found.raw_gap[0]) == (way == "shrink"), (feature, fixed)


def test_01b_who_is_dropped():
    people = load_titanic()
    known = people["Age"].notna()
    more, often = page_says("01b_titanic_features", "{more|fewer} of the third class than of the "
                            "first, so those who are kept survived {more|less} often")
    gone = 1 - known.groupby(people["Pclass"]).mean()
    assert (gone[3] > gone[1]) == (more == "more")
    assert (people["Survived"][known].mean() > people["Survived"].mean()) == (often == "more")
    share = page_says("01b_titanic_features", "A {fifth|third} of the list is gone, more")
    assert (~known).mean() == pytest.approx({"fifth": 1 / 5, "third": 1 / 3}[share], abs=0.01)


def test_03_the_run_that_is_certified():
    page = "03_smo"
    yes, no = page_says(page, "Seed {3|0} is, seed {0|3} is not")
    gaps = {seed: svm_runs.gaps("sixty samples", "random", seed)[-1] for seed in (0, 3)}
    assert gaps[int(yes)] <= 1e-3 < gaps[int(no)]
    side = page_says(page, "its gap is {above|below} 1. The line")
    assert SIGN[side] * (svm_runs.gaps("sixty samples", "maximal", 0)[6] - 1) > 0
    run, seen = svm_runs.recorded("sixty samples", "random", 0), set()
    where = page_says(page, "It is clipped if −slope/η lies {outside|inside} the segment")
    for k in range(run.last):
        slope, eta, low, high = run.ends(k)
        t = run.betas[k + 1][run.pairs[k][0]] - run.betas[k][run.pairs[k][0]]
        inside = low < -slope / eta < high
        assert (t == pytest.approx(-slope / eta, rel=1e-6)) == inside
        seen.add(inside)
    assert seen == {True, False} and where == "outside"


def test_03b_where_the_origin_is():
    page, b, right = "03b_solvers", {}, {}
    for C, centred in ((1.0, False), (100.0, False), (1.0, True)):
        X, y = svm_sor.moved(30.0, centred)
        (alpha, penalised), (_, free) = svm_sor.optima(30.0, C, centred)
        b[C, centred] = abs(penalised), abs(free)
        right[C, centred] = np.mean(np.sign((alpha * y) @ X @ X.T + penalised) == y)
    smaller = page_says(page, "It stays {smaller|larger}, and the line turns until samples lie on the "
                        "{wrong|right} side")
    assert smaller == ["smaller", "wrong"] and b[1.0, False][0] < b[1.0, False][1] / 10
    assert page_says(page, "A {larger|smaller} $C$, because the slack then outweighs") == "larger"
    assert right[100.0, False] > right[1.0, False] + 0.2
    assert page_says(page, "leaves {little|much} for $b$ to do: now they {nearly|hardly} agree") == [
        "little", "nearly"]
    assert abs(np.subtract(*b[1.0, True])) < 0.1
    told = page_says(page, "is {8|12}, {12|8}, {35|98}, {98|35} for moves of 0, 1, 2, 3")
    for move, number in enumerate(told):
        Z = np.column_stack([make_overlap_60()[0] + move, np.ones(60)])
        assert round(np.linalg.cond(Z.T @ Z)) == int(number)


def test_04_kernel_or_not():
    page = "04_kernels"

    def refuted(name, x, p):
        x = np.array(x, float)
        return not is_psd(kernel_or_not.FUNCTIONS[name].values(x[:, None], x, p)).psd
    together = page_says(page, "Not at width 2. {Closer together|Farther apart}, from the next step")
    assert not refuted("exp(−dᵖ)", [0, 1, 2], 4)
    width = 2 / 2**0.5 if together == "Closer together" else 2 * 2**0.5
    assert refuted("exp(−dᵖ)", [0, width / 2, width], 4)
    above, far = page_says(page, "Both. The eigenvalues are {above|below} 0, but far {below|above} what")
    pivots = []         # of Gauss's elimination, all positive if and only if all eigenvalues are
    with localcontext(prec=150):
        x = [Decimal(2 * k) / 29 for k in range(30)]
        rows = [[(-(a - c)**2).exp() for c in x] for a in x]
        for k in range(30):
            pivots.append(rows[k][k])
            for i in range(k + 1, 30):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [u - factor * v for u, v in zip(rows[i], rows[k])]
    assert (min(pivots) > 0) == (above == "above")
    assert (min(pivots) < Decimal("1e-16")) == (far == "below")


def test_04_the_map_of_c_and_gamma():
    page = "04_kernels"
    C, gamma = kernel_map.C_AXIS.places(), kernel_map.GAMMA_AXIS.places()
    s = kernel_map.samples("crescents")

    def cell(up: str, side: str):
        at = (C[1] if up == "lower" else C[-1]), (gamma[0] if side == "left" else gamma[-1])
        return LibSVC(C=at[0], gamma=at[1]).fit(s.X, s.y)
    larger = 1 if np.mean(s.y == 1) > 0.5 else -1
    flat = page_says(page, "1. {Lower|Upper} left and {lower|upper} right: flat, and all samples get the "
                     "{larger|smaller} class. {Upper|Lower} left: nearly a line. {Upper|Lower} right: islands")
    for word, side in zip(flat[:2], ("left", "right")):
        same = np.unique(cell(word.lower(), side).predict(s.V))
        assert same.tolist() == [larger if flat[2] == "larger" else -larger]
    line, islands = cell(flat[3].lower(), "left"), cell(flat[4].lower(), "right")
    direction = np.linalg.lstsq(np.column_stack([s.V, np.ones(1000)]), line.decision_function(s.V))[0]
    straight = np.sign(np.column_stack([s.V, np.ones(1000)]) @ direction)
    assert np.mean(straight == line.predict(s.V)) > 0.9 and islands.score(s.X, s.y) == 1


def test_04b_votes():
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


def test_04b_moved_copies():
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


def test_05_runs_on_the_same_owls():
    one, ten = repeats.runs(5, 1), repeats.runs(5, 10)
    usual = page_says("05_nested_cv", "Usually the nested score is {lower|higher}, but not in every run")
    lower = np.mean(one.nested < one.plain - 1e-9)
    assert (0.5 < lower < 1) == (usual == "lower")
    assert page_says("05_nested_cv", "so with five folds it always reaches at {least|most} $1.96\\, s") == "least"
    assert page_says("05_nested_cv", "The histograms, and the interval {without|with} the second term"
                     ) == "without"
    for corrected, much in ((False, True), (True, False)):
        reach = [np.mean([np.ptp(runs.interval(k, 5, corrected)) for k in range(len(runs.plain))])
                 for runs in (one, ten)]
        assert (reach[1] < reach[0] / 3) == much


def test_05b_degrees():
    page = "05b_pipelines"
    few, many, noisy = errors(30, 1.0), errors(200, 1.0), errors(30, 3.0)

    def share(found, name, sign):
        return np.mean(np.sign(found.chosen()[name] - 2) == sign)
    way = page_says(page, "AIC takes a {higher|lower} degree with about a third of the seeds")
    for found in (few, many):       # of a hundred seeds: half a tenth either way
        assert share(found, "AIC", SIGN[way]) == pytest.approx(1 / 3, abs=0.06)
    often = page_says(page, "BIC takes the true one {most|least} often in both cases")
    for found in (few, many):
        rank = sorted(("5-fold CV", "AIC", "BIC"), key=lambda name: share(found, name, 0))
        assert rank[-1 if often == "most" else 0] == "BIC"
    way, more = page_says(page, "it takes too {low|high} a degree {more|less} often than the others")
    side = {"low": -1, "high": 1}[way]
    others = max(share(noisy, name, side) for name in ("5-fold CV", "AIC"))
    assert (share(noisy, "BIC", side) > others) == (more == "more")
    degree, better = page_says(page, "With seed $3$, for instance, degree ${4|2|3}$ is {better|worse}")
    assert few.fresh[2].argmin() == int(degree) and better == "better"


def test_05b_the_ridge():
    page, data = "05b_pipelines", load_score_maps()
    scores = (data.right[..., :4] / data.tested[:, :, None, None, :4]).mean(axis=(0, 1, 4))   # C, gamma
    best = np.array(data.gamma)[scores.argmax(axis=1)]
    C, gamma = page_says(page, "on which a {smaller|larger} $C$ goes with a {larger|smaller} $\\gamma$")
    falls = all(b <= a for a, b in pairwise(best)) and best[-1] < best[0]
    assert falls == (C != gamma) and falls
    larger, twice = page_says(page, "in nearly all folds the sd of the scores is the {larger|smaller} one, in "
                              "{most|few} at least twice the other")
    assert (larger, twice) == ("larger", "most")        # counted with the explorer's medians
    assert page_says(page, "two cells mostly rise and fall *{together|apart}*") == "together"


def test_06_where_to_cut():
    x, y = make_staircase()
    error = [sum(np.sum((side - side.mean())**2) for side in (y[:k], y[k:]))
             for k in range(1, len(x))]
    first, three, then = page_says("06_cart", "with four samples on the {left|right} the error is "
                                   "{lower|higher} than with three or five, but with seven it is "
                                   "{lower|higher} still")
    assert first == "left"
    assert (error[3] < min(error[2], error[4])) == (three == "lower")
    assert (error[6] < error[3]) == (then == "lower")


def test_07_larger_beams():
    page = "07_rule_learning"

    def wrong(k):
        return sum(line[2] for line in lines_of("zoo", k, 0.1, False))
    more = page_says(page, "With 10 there are {more|fewer} errors than with 9")
    assert SIGN[more] * (wrong(10) - wrong(9)) > 0
    legs = page_says(page, "(in water, {more|fewer} than three legs)")
    (text, covered, errors_), = (line for line in lines_of("zoo", 5, 0.1, True) if "amphibian" in line[0])
    assert ("legs > 3" in text) == (legs == "more") and (covered, errors_) == (4, 0)
    after = page_says(page, "After the {fifth|fourth|sixth} line: none of the covers")
    assert len(fitted("zoo", 5, 0.01, False).rules_) == {"fourth": 4, "fifth": 5, "sixth": 6}[after]


def test_07b_deletions():
    page = "07b_rules_from_trees"
    below = page_says(page, "Just {below|above} $\\alpha = 0.25$: one notch of the slider takes the last")
    factor = 2 ** (-1 / 8 if below == "below" else 1 / 8)
    assert deletions(5, 0.25)[-1].now.conditions and not deletions(5, 0.25 * factor)[-1].now.conditions
    wrong, bad = page_says(page, "In a rule that is {wrong|right} for most of its samples: at the start all "
                           "ways are equally {bad|good} ($U = 1$)")
    table, y, rules = thyroid()
    end = deletions(7, 0.25)[-1].now
    assert (end.wrong > end.right) == (wrong == "wrong")
    assert {d.bound for d in deletions(7, 0.25)[0].without} == {1} and bad == "bad"


def test_07b_the_message():
    page, length = "07b_rules_from_trees", priced().coded.length

    def of(*names):
        return length(np.isin(NAMES, names))
    side = page_says(page, "1. That of the {false positives|false negatives}. Rule 3a covers too {much|little}")
    N, fp, fn = priced().coded.counts(np.isin(NAMES, "3a"))
    assert (fp > fn) == (side == ["false positives", "much"]) and side[1] == "much"
    a, c = page_says(page, "2. {3c|3a} and {8a|8b}. The shortened rule is best *by itself*")
    least = min(range(128), key=lambda at: priced().lengths[at])
    assert {name for j, name in enumerate(NAMES) if least >> j & 1} == {a, c}
    assert of(a, c) == pytest.approx(priced().lengths.min())
    costs = page_says(page, "then the bits of 3c cost {more|less} than it saves")
    at = {w: priced(w).coded.length for w in (2.75, 3.0)}
    gain = [at[w](np.isin(NAMES, ["8a"])) - at[w](np.isin(NAMES, ["3c", "8a"])) for w in at]
    assert gain[0] > 0 > gain[1] and costs == "more"


def test_07b_annealing_and_descents():
    page = "07b_rules_from_trees"
    plans = [met(T, cooling)[-1] for T in 2.0 ** np.arange(9) for cooling in np.round(
        np.arange(0.9, 1.001, 0.01), 2)]
    none = page_says(page, "At the end {none|some} of the sliders' plans beats the descents")
    assert (max(plans) < restarts()[STEPS + 1]) == (none == "none")
    T, held, factor = page_says(page, "For example $T = {32|64}$ held, or $T = {64|32}$ with the factor ${0.99|0.9}$")
    assert met(float(T), 1.0)[-1] > 0.85 and met(float(held), float(factor))[-1] > 0.85


def test_a2_the_tube():
    page = "a2_support_vector_regression"
    assert page_says(page, "From {half|twice} the range of the targets on, whatever $C$ and $h$ are") == "half"
    assert page_says(page, "2. Those of the samples {outside|inside} the tube") == "outside"
    assert page_says(page, "every $k(x_i, x)$ is nearly {0|1} there") == "0"
    rng = np.random.default_rng(0)
    X, y = np.sort(rng.uniform(0, 10, 30))[:, None], rng.normal(size=30)
    for C, gamma in ((0.1, 0.5), (10.0, 50.0)):
        flat, bent = (SVR(C, epsilon=share * np.ptp(y), gamma=gamma).fit(X, y) for share in (0.5, 0.4))
        assert not flat.beta_.any() and bent.beta_.any()
    level, curved = page_says(page, "The {weighted mean|SVR} is level. {SVR|The weighted mean} is curved")
    small, nearly = page_says(page, "With a {small|large} $C$ it is nearly {level|curved}, too: the $\\beta_i$ add up to")
    x, t = make_wave()
    reach = {"SVR": {C: np.ptp(SVR(C, gamma=1 / 200).fit(x, t).predict(x)) for C in (0.01, 10.0)},
             "weighted mean": {C: np.ptp(nadaraya_watson(x, t, x, 10.0)) for C in (0.01, 10.0)}}
    assert reach[level][10.0] < 0.5 < 1 < reach[curved.removeprefix("The ")][10.0]
    assert (reach["SVR"][0.01] < 0.5) == (nearly == "level") and small == "small"
    out = np.abs(y - bent.predict(X)) > bent.epsilon + 1e-2
    assert (np.abs(bent.beta_[out]) == 10.0).all()
