"""The deciding words of sitting 07 are read from its page, and tried by computing which are true."""
from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import binom, chi2

from coursekit.datasets import load_zoo
from coursekit.explorers.rules_beam import fitted, lines_of
from coursekit.rules import CN2, Table, best_line, g_statistic, lift, make_selectors, wilks_p_value
from coursekit.rules.aq import cover_class, star
from coursekit.tree import entropy
from page_code import page_functions
from told import page_says

RNG = np.random.default_rng(0)
PAGE = page_functions("07_rule_learning")
ZOO = load_zoo()
X, Y = ZOO.drop(columns="type"), ZOO["type"].astype(str).to_numpy()
LIST = CN2(trace=True).fit(X, Y)


def of_classes(labels) -> np.ndarray:
    return np.asarray(labels) == np.unique(labels)[:, None]


COUNTS = of_classes(Y) @ make_selectors(X).S.T.astype(int)      # (7, 40), each selector alone
ALONE = {"H": entropy(COUNTS.T), "G": g_statistic(COUNTS.T, of_classes(Y).sum(axis=1))}


def says(words: str) -> str | list[str]:
    return page_says("07_rule_learning", words)


def test_lift_and_relative_risk():
    *most, many, large = says(
        "A conditional probability is at {most|least} 1, so lift is at {most|least} $1/\\Pr(B)$, and by symmetry at "
        "{most|least} $1/\\Pr(A)$: a rule that covers {many|few} cannot have a {large|small} lift")
    exactly, wide, near, close, strong = says(
        "So lift exceeds 1 {exactly|only} if RR does, but for a {wide|narrow} rule ($s$ near {1|0}) it stays "
        "{close to|far from} 1, however {strong|weak} the rule is")
    alike, nothing = says("treats $A$ and $B$ {alike|apart}, it says {nothing|much} about direction")
    found = []
    for counts in RNG.integers(1, 40, (300, 4)):
        a, b, c, d = map(int, counts)          # A and B, A alone, B alone, neither
        value, RR = lift(a, a + b, a + c, a + b + c + d)[0], a / (a + b) * (c + d) / c
        found.append((value * (a + b) / counts.sum(), value * (a + c) / counts.sum(), (value > 1) == (RR > 1)))
        assert value == pytest.approx(lift(a, a + c, a + b, counts.sum())[0])
    found = np.array(found)
    assert found[:, :2].max() <= 1 + 1e-12 and found[:, 2].all() and exactly == "exactly"
    assert most == ["most"] * 3 and (alike, nothing) == ("alike", "nothing")
    best = {"many": lift(90, 90, 90, 100)[0], "few": lift(5, 5, 5, 100)[0]}     # as strong as can be
    assert (best[many] < 1.2) == (large == "large")
    share = {"wide": 0.99, "narrow": 0.01}[wide]
    strongest = 1 / (share + (1 - share) / 1e6)
    assert (strongest < 1.05) == (close == "close to") and (share > 0.5) == (near == "1") and strong == "strong"


def test_what_a_conjunction_covers():
    both = says("is the {AND|OR} of their rows")
    selectors, table = make_selectors(X), Table.of(X)
    for pair in RNG.integers(0, len(selectors), (20, 2)):
        rows = selectors.S[pair]
        cover = table.covers(selectors.names(pair))
        assert (cover == {"AND": rows.all(axis=0), "OR": rows.any(axis=0)}[both]).all()


def test_aq_round_by_round():
    seed, negative = says("adds a selector that holds for the {seed|negative} and not for this {negative|seed}")
    largest, nots = says("Of several ways it takes the one with the {largest|smallest} $q = m^+ + (n^- - m^-)$: the "
                         "positives not yet explained that are covered, plus the negatives that are{ not|}.")
    take, none, least = says("A further selector can only {take|bring} samples away, so {none|some} returns; so each "
                             "round removes at {least|most} one")
    stays = says("Every added selector holds for the seed, so the seed stays {covered|uncovered}")
    its_seed = says("Each finished conjunction explains at {least|most} its seed")
    removed, explained = [], []
    for _ in range(25):
        S = RNG.random((20, 14)) < 0.5
        S = np.vstack([S, ~S])
        positive = np.arange(14) < 7
        before = np.ones(14, bool)
        for step in star(S, positive, ~positive, 0, 1, lambda some: int(some[0])):
            for e in step.candidates:
                who = {"seed": S[e.selectors[-1], 0], "negative": S[e.selectors[-1], step.negative]}
                covered = S[list(e.selectors)].all(axis=0)
                counted = ~covered if nots == " not" else covered
                assert who[seed] and not who[negative] and e.q == e.m_pos + np.sum(counted & ~positive)
            assert step.kept[0].q == {"largest": max, "smallest": min}[largest](e.q for e in step.candidates)
            after = S[list(step.kept[0].selectors)].all(axis=0)
            assert after[0] == (stays == "covered") and not (after & ~before).any() and none == "none"
            removed.append(np.sum(before & ~positive) - np.sum(after & ~positive))
            before = after
        explained.append(np.sum(S[list(cover_class(S, positive)[0][0])].all(axis=0) & positive))
    assert min(removed) >= 1 < max(removed) and (take, least) == ("take", "least")
    assert min(explained) >= 1 < max(explained) and its_seed == "least"


def test_contradictory_samples():
    all_, no = says("If a negative satisfies {all|some} selectors of a positive (*contradictory samples*), {no|one} "
                    "selector can be added")
    S = np.array([[1, 1], [1, 0], [0, 1]], bool)        # sample 1 satisfies some selectors of 0: one is left
    assert cover_class(S, np.array([True, False]))[0] == [(1,)]
    with pytest.raises(ValueError):
        cover_class(S[[0, 2]], np.array([True, False]))
    assert (all_, no) == ("all", "no")


def test_what_a_beam_misses():
    equally, smaller = says("Each condition on $a$ or $b$ alone covers both classes {equally|unequally}"), says(
        "A third feature that goes a little with the classes has a {smaller|larger} $H$")
    no, wide, step = says("and {no|a} conjunction of $a$ and $b$ alone is ever formed. A beam that is {wide|narrow} "
                          "enough to keep a condition on $a$ finds one in the {next|last} step")
    a, b = np.arange(80) % 2, np.arange(80) // 2 % 2
    other = np.where(np.arange(80) % 10 < 7, a ^ b, 1 - (a ^ b))
    table = np.column_stack([a, b, other])
    selectors, classes = make_selectors(table), of_classes(a ^ b)
    H = {j: {entropy(classes[:, row].sum(axis=1)) for row in selectors.S[selectors.feature == j]} for j in range(3)}
    assert (H[0] == H[1] == {1.0}) == (equally == "equally") and (max(H[2]) < 1) == (smaller == "smaller")

    def formed(width):
        trace = CN2(width, trace=True).fit(table, a ^ b).trace_
        return [{frozenset(selectors.feature[list(c.selectors)]) for c in s.beam} for s in trace if s.line == 0]
    kept = formed(6)
    assert not any({0, 1} in beam for beam in formed(1)) and no == "no"
    assert {0} in kept[0] and {0, 1} in kept[1] and (wide, step) == ("wide", "next")


def test_what_a_step_leaves_out():
    nobody, many, words = says("Leave out an extension that covers {nobody|somebody}, or {as many as|fewer than} the "
                               "conjunction it extends: it says the same in {more|fewer} words")
    purest = says("A beam keeps the {purest|most mixed} conjunctions")
    S = RNG.random((6, 9)) < 0.5
    S[0], S[1] = False, True
    new = PAGE["specialise"]({frozenset(): np.ones(9, bool)}, S)
    assert {k for (k,) in new} == {k for k, row in enumerate(S) if (row.sum() > 0) == (nobody == "nobody") and (
        row.sum() < 9) == (many == "as many as")}
    assert {len(c) for c in PAGE["specialise"](new, S)} == {2} and words == "more"
    kept = sorted(ALONE["H"], reverse=purest != "purest")[:5]
    assert [c.impurity for c in LIST.trace_[0].beam] == pytest.approx(kept)


def test_how_many_agree():
    sees, only = says("Entropy does {not see|see} how many"), says("How many samples agree, only {$G$|$H$} sees")
    counts, equal = np.array([7, 2, 1]), [1, 1, 1]
    G = g_statistic(counts, equal)
    assert (entropy(counts) == pytest.approx(entropy(5 * counts))) == (sees == "not see")
    assert g_statistic(5 * counts, equal) > 2 * G and only == "$G$"
    twice, sign = says("{Twice|Half} its {negative|positive} logarithm is the **G statistic**")
    only_if, nothing, infinite, size, much = says(
        "It is 0 {only if|unless} the shares agree. A class with $m_k = 0$ adds {nothing|something} (nobody covered: "
        "$G = 0$); one with $m_k > 0$ and $\\theta_k = 0$ makes $G$ {infinite|0}. Size counts: {twice|half} the "
        "samples, {twice|half} the $G$")
    factor = {"Twice": 2, "twice": 2, "half": 0.5, "Half": 0.5, "negative": -1, "positive": 1}
    assert G == pytest.approx(factor[twice] * factor[sign] * np.sum(counts * np.log(10 / 3 / counts)))
    assert g_statistic([2, 2, 2], equal) == pytest.approx(0) and G > 1 and only_if == "only if"
    assert g_statistic([1, 2], [0, 5]) == {"infinite": np.inf, "0": 0}[infinite]
    rest = 2 * np.sum(counts * np.log(counts / 10 / np.array([0.3, 0.2, 0.1])))     # a fourth class, not covered
    assert (g_statistic([*counts, 0], [3, 2, 1, 4]) == pytest.approx(rest)) == (nothing == "nothing")
    assert g_statistic(factor[size] * counts, equal) == pytest.approx(factor[much] * G)


def test_what_explains_a_cover():
    best, largest = says("explain the cover {best|worst}: they make $\\prod_k t_k^{m_k}$ {largest|smallest}")
    below, only = says("Because $\\ln x {\\le|\\ge} x"), says("with equality {only|not} for $t_k = \\hat\\theta_k$")
    assert all((np.log(x) <= x - 1) == (below == "\\le") for x in np.linspace(0.01, 5, 100))
    m = np.array([6, 3, 1])
    own, other = m @ np.log(m / 10), np.log(RNG.dirichlet(np.ones(3), 300)) @ m
    assert (own > other).all() == (largest == "largest") and best == "best" and only == "only"
    least = says("is the probability that $G$ is at {least|most} as large as here if nothing but chance is at work")
    assert wilks_p_value(7.0, 3) == pytest.approx({"least": chi2.sf, "most": chi2.cdf}[least](7.0, 3))
    twice, branches, one = says("{twice|half} $n$ times the information gain of the split. A tree looks at {both|one} "
                                "branches, CN2 at {one|both}")
    covered, others = np.array([6, 2, 1]), np.array([1, 5, 3])
    whole = covered + others
    G = g_statistic(covered, whole), g_statistic(others, whole)
    gain = np.log(2) * (entropy(whole) - (9 * entropy(covered) + 9 * entropy(others)) / 18)      # in nats
    assert {"both": sum(G), "one": G[0]}[branches] == pytest.approx({"twice": 2, "half": 0.5}[twice] * 18 * gain)
    assert G[0] != G[1] and one != branches


def test_what_the_search_remembers():
    below, not_above, more, large, purest, most = says(
        "Its $p$ must be {below|above} a *level* $\\alpha$ (here $0.1$; one calls it *significant*), and its entropy "
        "{not above|above} the reference's: a {more|less} mixed cover can have a {large|small} $G$, too. Of those that "
        "pass it is the {purest|most mixed}, and among equally pure ones that with the {largest|smallest} $G$")
    degrees = says("The degrees of freedom count {only|also} classes still in the reference")
    stopped = 0
    for _ in range(40):
        table = RNG.integers(0, 2, (30, 3))
        labels = np.r_[0, 1, 2, RNG.choice(3, 27, p=[0.8, 0.1, 0.1])]
        selectors, classes = make_selectors(table), of_classes(labels)
        whole, passed = classes.sum(axis=1), []
        for asked in itertools.product((None, 0, 1), repeat=3):
            cover = np.all([(table[:, j] == v) | (v is None) for j, v in enumerate(asked)], axis=0)
            if 0 < cover.sum() < 30:
                m = classes[:, cover].sum(axis=1)
                G, H = g_statistic(m, whole), entropy(m)
                significant = chi2.sf(G, 2) < 0.1 if below == "below" else chi2.sf(G, 2) > 0.1
                stopped += significant and H > entropy(whole)
                if significant and (H <= entropy(whole) + 1e-9 if not_above == "not above" else H > entropy(whole)):
                    passed.append((round(H, 9), -round(G, 9)))
        found = best_line(selectors, classes, np.ones(30, bool), 20)
        if passed or found:
            H = {"purest": min, "most mixed": max}[purest](passed)[0]
            G = {"largest": max, "smallest": min}[most](-g for h, g in passed if h == H)
            assert (found.impurity, found.G) == pytest.approx((H, G))
    pure = ALONE["G"][ALONE["H"] == 0]
    assert len(pure) > 2 and LIST.trace_[0].best.G == pytest.approx({"largest": max, "smallest": min}[most](pure))
    assert stopped and (more, large) == ("more", "large")
    alive = LIST.rules_.first_match(X) >= 6
    left = np.sum(of_classes(Y)[:, alive].sum(axis=1) > 0)
    line = next(s.best for s in LIST.trace_ if s.line == 6)
    assert left < 7 and (LIST.rules_.rules[6].p == pytest.approx(chi2.sf(line.G, left - 1))) == (degrees == "only")


def test_lines_of_a_list():
    common, default = says("becomes a line of the list, for the {commonest|rarest} class that it covers"), says(
        "The {commonest|rarest} class of what is left becomes the default")
    none, above = says("a line claims its conjunction *and* that {none|one} above it holds"), says(
        "A line of a list speaks of what those {above|below} it leave")
    T, noise = RNG.integers(0, 3, (90, 3)), RNG.integers(0, 3, 90)
    y = np.where(T[:, 0] > 1, noise, T[:, 1])
    model = CN2(3, 0.3).fit(T, y)
    decides, alone = model.rules_.first_match(T), model.rules_.covers(T)
    pick = {"commonest": np.max, "rarest": np.min}
    for k, rule in enumerate(model.rules_.rules):
        counts = np.bincount(y[decides == k], minlength=3)
        assert counts[rule.label] == pick[common](counts) > 0
        others = alone[:k] if above == "above" else alone[k + 1:]
        assert ((decides == k) == alone[k] & (others.any(axis=0) == (none != "none"))).all()
    left = np.bincount(y[decides == len(alone)], minlength=3)
    assert left[model.rules_.default.label] == pick[default](left) > left.min() and len(alone) > 2
    line = says("Invertebrates, insects and mammals without a tail were gone before the {eighth|sixth} line was asked")
    gone = np.isin(Y, ["invertebrate", "insect", "mammal"]) & ~X["tail"].to_numpy(bool)
    assert (LIST.rules_.first_match(X)[gone] < {"eighth": 7, "sixth": 5}[line]).all()


def test_wider_beams():
    many, few = says("With {10|9} there are more errors than with {9|10}")
    wrong = {str(k): sum(line[2] for line in lines_of("zoo", k, 0.1, False)) for k in (9, 10)}
    assert wrong[many] > wrong[few]
    legs, three, no = says("A line for all four amphibians (in water, {more|fewer} than three legs), of whom “no tail” "
                           "had found {three|two}, and {no|one} error")
    lines = lines_of("zoo", 5, 0.1, True)
    assert (f"aquatic ∧ legs {'>' if legs == 'more' else '<='} 3 → amphibian", 4, 0) in lines
    assert sum(bad for *_, bad in lines) == {"no": 0, "one": 1}[no]
    assert sum(LIST.rules_.rules[7].counts) == {"three": 3, "two": 2}[three]
    fifth = says("After the {fifth|fourth} line: none of the covers")
    assert len(fitted("zoo", 5, 0.01, False).rules_) == {"fifth": 5, "fourth": 4}[fifth]


def test_a_cover_is_drawn_without_replacement():
    once, draw, cure = says("each at most once, that is, *{without|with}* replacement"), says(
        "So the draw is {without|with} replacement"), says("The cure: count the {uncovered|covered} samples, too")
    shares = np.array([0.5, 0.3, 0.2])
    m = RNG.multivariate_hypergeometric([50, 30, 20], 60, size=30_000)
    ratio = m.var(axis=0) / (60 * shares * (1 - shares))
    assert (ratio < 0.6).all() == (draw == once == "without")
    covered, others = (np.mean(np.sum((m - 60 * shares)**2 / (k * shares), axis=1)) for k in (60, 40))
    assert covered + {"uncovered": others, "covered": covered}[cure] == pytest.approx(2, abs=0.1)


def shuffled_p(T0, T) -> np.ndarray:
    return (1 + (T >= T0[:, None]).sum(axis=1)) / (T.shape[1] + 1)


def test_after_a_search():
    tried, best = says("The program has tried {hundreds|one} and shows the {best|first}")
    assert (sum(s.evaluated for s in LIST.trace_) > 500) == (tried == "hundreds")
    assert LIST.trace_[0].best.selectors == ({"best": int(np.lexsort((-ALONE["G"], ALONE["H"]))[0]), "first": 0}[best],)
    most, least, indices = says("$p \\le \\alpha$ says that at {most|least} $\\alpha (B + 1)$ of these values are at "
                                "{least|most} $T_0$. At {most|least} $\\alpha (B + 1)$ of the $B + 1$ indices")
    T = RNG.integers(0, 6, (300, 20))
    p, alpha = shuffled_p(T[:, 0], T[:, 1:]), 0.25
    among = {"least": T >= T[:, :1], "most": T <= T[:, :1]}[least].sum(axis=1)
    assert ((p <= alpha) == (among <= 5 if most == "most" else among >= 5)).all()
    have = np.array([np.sum([(row >= t).sum() <= 5 for t in row]) for row in T])
    assert have.min() < 5 and (have.max() <= 5) == (indices == "most")


def test_when_shuffling_fails():
    fails = says("*It {fails|holds}* if labels come in clusters, if only the rule found is tested again")
    signs = np.repeat(RNG.choice([-1, 1], (300, 2, 8)), 8, axis=2)       # eight clusters of eight, feature and label
    x, y = signs[:, 0], signs[:, 1]
    T = np.abs([np.sum(x * RNG.permuted(y, axis=1), axis=1) for _ in range(39)]).T
    clustered = np.mean(shuffled_p(np.abs(np.sum(x * y, axis=1)), T) <= 0.05)
    many, y = RNG.choice([-1, 1], (300, 30, 40)), RNG.choice([-1, 1], (300, 40))
    found = many[np.arange(300), np.einsum("ijk,ik->ij", many, y).argmax(axis=1)]
    T = np.array([np.sum(found * RNG.permuted(y, axis=1), axis=1) for _ in range(39)]).T
    again = np.mean(shuffled_p(np.sum(found * y, axis=1), T) <= 0.05)
    assert (min(clustered, again) > 0.2) == (fails == "fails")
    safe, could = says("It is {safe|unsafe} if each p is exact and the number is that of all rules that the search "
                              "{*could have*|*must have*} tried")
    small = says("The number that it did try is too {small|large}")
    p = binom.sf(((found * y).sum(axis=1) + 40) / 2 - 1, 40, 0.5)       # tried: the one that the labels choose
    assert np.mean(p * 30 <= 0.1) <= 0.13 and np.mean(p <= 0.1) > 0.8
    assert (safe, could, small) == ("safe", "*could have*", "small")


def test_a_pure_cover():
    best = says("the {smaller|larger} the **entropy** $H$ of its classes the better, and "
                "{0|1} is a pure cover")
    assert entropy([5, 0]) == float(best[1]) and entropy([3, 2]) > entropy([4, 1]) and best[0] == "smaller"
