"""The explorers of sitting 07c show what the library does, in every corner and in between."""
from __future__ import annotations

import math
import re
from itertools import product

import numpy as np
import pytest

from coursekit.datasets import load_hypothyroid
from coursekit.explorers import AnnealingSteps, CodeLength, RulePruner, rules_anneal
from coursekit.explorers.rules_anneal import START, STEPS, met, restarts, run
from coursekit.explorers.rules_code import LABEL, NAMES, TEXTS, WIDEST, named, place, priced
from coursekit.explorers.rules_prune import MOST, deletions, thyroid
from coursekit.rules import (
    C45Rules, Table, anneal, choose_exhaustively, choose_greedily, condition_bits, conjunction_text,
    simplify,
)
from coursekit.statistics import upper_error_bound
from panels import bars, panels, scattered, texts_in
from sentences import points, says

LEVELS = (1 / 64, 0.25 * 2 ** (-1 / 8), 0.25, 0.5)


def test_every_rule_at_every_level_tells_what_was_deleted():
    explorer, (table, y, rules) = RulePruner(), thyroid()
    assert len(rules) == explorer.controls[0].high
    for number, alpha in product(range(1, 12), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        alpha = explorer.state()["alpha"]
        best, steps = simplify(rules[number - 1], table, y, alpha)
        U, end = steps[0].now.bound, steps[-1].now.bound
        assert not explorer.failed and (f": U stays at {U:.2%}. " if U == end else
                                        f": U goes from {U:.2%} to {end:.2%}. ") in explorer.status
        many = len(rules[number - 1].conditions)
        says(explorer.status, {f"Rule #, {rules[number - 1].label}, α = #": [number, alpha],
                               f"Left of # condition{'s' * (many != 1)}": many}, whole=False)
        kept = " and ".join(map(str, best.conditions)) or "no condition at all"
        assert f": {kept}. " in explorer.status
        x, row = points(explorer, "chosen").T
        assert np.allclose(x, [100 * upper_error_bound(s.now.wrong, s.now.right + s.now.wrong,
                                                       alpha) for s in steps])
        assert list(row) == list(range(len(steps))) and len(steps) <= MOST + 1
        tried = sorted((100 * judged.bound, k) for k, s in enumerate(steps, 1)
                       for judged in s.without)
        assert sorted(map(tuple, points(explorer, "one condition less"))) == tried
        names, ways, _ = panels(explorer)
        assert texts_in(names) == ["nothing yet", *(str(s.deleted) for s in steps[:-1])]
        low, high = ways.get_xlim()
        assert low < np.min(x) and np.max(x) <= high == 100
    assert "%" in ways.get_xlabel()


def covered(table, y, conditions, label):
    """Return how many samples of the label and how many others a conjunction covers."""
    hit = table.covers(conditions)
    return [int(np.sum(hit & (y == label))), int(np.sum(hit & (y != label)))]


def test_the_story_of_a_rule_is_what_decided():
    """Who was covered at first and at the end; what every further deletion would do to U."""
    explorer, (table, y, rules), told = RulePruner(), thyroid(), set()
    for number, alpha in product(range(1, 12), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        alpha, rule = explorer.state()["alpha"], rules[number - 1]
        kept = simplify(rule, table, y, alpha)[0].conditions
        first, last = (covered(table, y, c, rule.label) for c in (rule.conditions, kept))
        others = [covered(table, y, [c for c in kept if c is not out], rule.label) for out in kept]
        raised = [upper_error_bound(wrong, right + wrong, alpha) for right, wrong in others]
        nobody, deleted = sum(first) == 0, len(kept) < len(rule.conditions)
        is_so = {
            "All samples together are charged less than any small cover": not kept,
            "Nobody was covered, so the first deletions were ties": nobody and last[1] > last[0],
            "ended in a rule that is mostly wrong": nobody and last[1] > last[0],
            "Nobody was covered at first (U = 1): a deletion helps once someone is covered rightly":
                bool(kept) and nobody and last[1] <= last[0],
            "Nothing goes: the best deletion would raise U to": not nobody and not deleted,
            "Another deletion would raise U to": bool(kept) and not nobody and deleted}
        for story, value in is_so.items():
            assert (story in explorer.status) == value, (number, alpha, story)
        if kept and not nobody:
            end = " at least" * deleted
            says(explorer.status, {f"would raise U to #{end}.": min(raised)}, whole=False)
            assert min(raised) > upper_error_bound(last[1], sum(last), alpha)
        told |= {story for story, value in is_so.items() if value}
        rows = texts_in(panels(explorer)[2])
        assert rows[0] == "{} / {}".format(*first) and rows[-1] == "{} / {}".format(*last)
    assert told == set(is_so)
    assert "right / wrong" in [ax.get_title("left") for ax in explorer.canvas.figure.axes]


def test_the_tip_of_the_level_says_what_a_smaller_one_does():
    """It adds more to the error rate of a small cover; two-sided, so each side has half of it."""
    next(c.tip for c in RulePruner.controls if c.name == "alpha")
    added = {(n, alpha): upper_error_bound(n // 4, n, alpha) - 0.25 for n in (4, 400)
             for alpha in (0.05, 0.25)}
    assert added[4, 0.05] - added[4, 0.25] > added[400, 0.05] - added[400, 0.25] > 0
    assert upper_error_bound(0, 4, 0.25) == pytest.approx(1 - (0.25 / 2)**(1 / 4))


def test_what_the_answers_of_the_page_say():
    """One notch below 0.25 nothing is left of rule 5; rule 7 ends mostly wrong, at any level."""
    places = RulePruner.controls[1].places()
    k = places.index(0.25)
    assert deletions(5, places[k])[-1].now.conditions
    assert deletions(5, places[k - 1])[-1].now.conditions == ()
    ways = [deletions(7, alpha) for alpha in places]
    assert len({way[-1].now.conditions for way in ways}) == 1
    end, tried = ways[0][-1].now, ways[0][0].without
    assert end.wrong > end.right and ways[0][0].now.right == 0
    assert {judged.bound for judged in tried} == {1}


def test_a_deletion_helps_rules_without_cover_once_someone_is_covered_rightly():
    """That is what the status of such a rule says; covered wrongly, U stays 1."""
    explorer = RulePruner()
    for number, alpha in product((2, 3), LEVELS):
        explorer.set(rule=number, alpha=alpha)
        steps = deletions(number, explorer.state()["alpha"])
        if "once someone is covered rightly" in explorer.status:
            assert all((judged.bound < 1) == (judged.right > 0)
                       for step in steps for judged in step.without)
    assert any(judged.wrong and judged.bound == 1 for judged in deletions(3, 0.25)[0].without)


@pytest.mark.parametrize("name", RulePruner.presets)
def test_each_preset_says_something_of_its_own(name):
    explorer = RulePruner()
    explorer.preset(name)
    told = {"a little more careful": "All samples together",
            "nobody covered": "mostly wrong"}[name]
    assert told in explorer.status


# -- the code length of a set ---------------------------------------------------------------------


def forms():
    """The seven conjunctions, from the library."""
    return {f"{k}{letter}": step.now.conditions for k in (3, 8)
            for letter, step in zip("abcd", reversed(deletions(k, 0.25)))}


def by_hand(names, w):
    """Bits of rules, false positives and negatives of a set, and its counts, from whole numbers."""
    table, y, _ = thyroid()
    bits, positive = condition_bits(table), y == LABEL
    cover = np.zeros(len(y), dtype=bool)
    rules = -math.log2(math.factorial(len(names)))
    for name in names:
        conditions = forms()[name]
        cover |= table.covers(conditions)
        k = len(conditions)
        rules += (math.log2(k) + sum(bits[c.feature] for c in conditions)
                  - math.log2(math.factorial(k)))
    N, fp, fn = int(cover.sum()), int((cover & ~positive).sum()), int((~cover & positive).sum())
    return (w * rules, math.log2(math.comb(N, fp)), math.log2(math.comb(len(y) - N, fn)),
            fp, N, fn, len(y) - N)


SETS = [(), NAMES, *((name,) for name in NAMES), ("3c", "8a"), ("3a", "8a"), ("3c", "3d", "8b")]
COUNTS = re.compile(r"w = (\S+): (\S+) bits for the rules, (\S+) to name (\d+) "
                    r"false positives among "
                    r"(\d+) covered samples, (\S+) to name (\d+) false negatives among (\d+) "
                    r"others; (\S+) together")


def test_the_texts_are_the_forms_of_the_two_rules():
    assert tuple(forms()) == NAMES
    written = dict(zip(NAMES, TEXTS))
    for name, conditions in forms().items():
        words = written[name]
        while words[:2] in written:
            words = written[words[:2]] + words[2:]
        assert set(words.split(" and ")) == set(conjunction_text(conditions).split(" and "))


@pytest.mark.parametrize("w", [0, 0.5, 2.75, 4])
def test_bars_and_words_are_the_terms_of_the_length(w):
    explorer, rng = CodeLength(w=w), np.random.default_rng(0)
    for names in [*SETS, *(tuple(np.array(NAMES)[rng.random(7) < 0.5]) for _ in range(12))]:
        explorer.set(**{f"r{name}": name in names for name in NAMES})
        rules, positives, negatives, fp, N, fn, others = by_hand(names, w)
        total = rules + positives + negatives
        said = [float(words) for words in COUNTS.search(explorer.status).groups()]
        assert said == pytest.approx([w, rules, positives, fp, N, negatives, fn, others, total],
                                     abs=0.0501)
        listed, lengths = panels(explorer)
        drawn = [bar[:, 0] for bar in bars(lengths)[::2]]       # this set's and greedy's in turn
        ends = np.cumsum([0, rules, positives, negatives])
        for x, a, b in zip(drawn, ends[:-1], ends[1:], strict=True):
            assert (x.min(), x.max()) == pytest.approx((a, b), abs=1e-6)
        assert total < WIDEST and texts_in(lengths)[0] == f"{total:.1f}"
        _, marks = scattered(listed)
        assert [NAMES[int(k)] for k in marks[:, 1]] == list(names)


@pytest.mark.parametrize("w", [0, 0.5, 2.75, 3, 4])
def test_a_set_is_compared_with_greedy_with_its_neighbours_and_with_all(w):
    explorer, known = CodeLength(w=w), priced(w)
    length = known.coded.length
    greedy = choose_greedily(length, 7)
    least = length(choose_exhaustively(length, 7))
    assert points(explorer, "shortest of all 128")[:, 0] == pytest.approx([least] * 2)
    for at in range(0, 128, 1 if w == 0.5 else 7):
        chosen = np.array([at >> j & 1 for j in range(7)], dtype=bool)
        explorer.set(**{f"r{name}": bool(flag) for name, flag in zip(NAMES, chosen)})
        ahead = length(greedy) - length(chosen)
        words = explorer.status
        if (chosen == greedy).all():
            assert "ends here" in words
        else:
            assert f"ends at {named(greedy)}; the set shown is " in words
            side = "as long" if abs(ahead) < 1e-9 else "shorter" if ahead > 0 else "longer"
            assert side in words and (side == "as long"
                                      or f" {abs(ahead):.1f} bits {side}" in words)
        change = min(length(chosen ^ (np.arange(7) == j)) for j in range(7)) < length(chosen) - 1e-9
        best = length(chosen) < least + 1e-9
        assert ("none of the 128 sets has a shorter message" in words) == best
        assert best or f"takes {length(chosen) - least:.1f} bits less" in words
        assert best or ("; a single change" in words) == change
        assert best or ("no single change" in words) == (not change)


def test_the_list_of_rules_counts_who_is_covered_rightly_and_wrongly():
    table, y, _ = thyroid()
    words = [t.get_text() for t in CodeLength().canvas.figure.axes[0].texts]
    rows = [words[k:k + 4] for k in range(0, len(words), 4)]
    assert rows[0][2:] == ["right / wrong", "bits"]
    for name, _, counts, bits in rows[1:]:
        assert counts == "{} / {}".format(*covered(table, y, forms()[name], LABEL))
        assert float(bits) == pytest.approx(by_hand([name], 1)[0], abs=0.051)


def test_the_button_goes_the_greedy_way_and_stays_at_its_end():
    explorer, length = CodeLength(), priced().coded.length
    for _ in range(8):
        chosen = np.array([explorer.state()[f"r{name}"] for name in NAMES])
        near = [chosen, *(chosen ^ (np.arange(7) == j) for j in range(7))]
        explorer.descend()
        assert named(min(near, key=length)) in explorer.status.split(", w =")[0]
    assert "ends here" in explorer.status and "no single change" in explorer.status
    assert explorer.status.startswith("{3a}, ") and "111 false positives" in explorer.status


def test_what_the_answers_of_the_page_say_of_longer_forms():
    best = {w: choose_exhaustively(priced(w).coded.length, 7) for w in (0.5, 2.75, 3, 4)}
    assert [named(chosen) for chosen in best.values()] == ["{3c, 8a}", "{3c, 8a}", "{8a}", "{8a}"]
    length = priced().coded.length
    to = {text: length(np.isin(NAMES, text.split())) for text in ("3a", "3c 8a", "3a 8a")}
    assert to["3c 8a"] < to["3a"] < to["3a 8a"]     # two rules would have to change at once
    wrong = {name: by_hand((name,), 1)[3] for name in NAMES}
    assert all(by_hand(("3a", name), 1)[3] == wrong["3a"] for name in NAMES[1:])
    frame = load_hypothyroid()
    model = C45Rules().fit(frame.drop(columns="class"), frame["class"])
    for part in ("train", "test"):
        frame = load_hypothyroid(part)
        table, y = Table.of(frame.drop(columns="class")), frame["class"].astype(str) == LABEL
        left = y.to_numpy() & ~table.covers(forms()["8a"])
        assert left.sum() > 5 and (left <= table.covers(forms()["3c"])).all()
        lines = model.rules_.covers(frame.drop(columns="class"))
        assert lines[:, left].any(axis=0).sum() == 1    # the default catches all but this one
        assert frame["FTI"][left].isna().all() and (frame["T4U_measured"][left] == "f").all()
    assert model.rules_.default.label == LABEL


# -- annealing ------------------------------------------------------------------------------------


def replay(T, cooling, seed):
    """The library's own annealing, from all rules on, with lengths computed from the samples."""
    return anneal(priced().coded.length, 7, T * cooling ** np.arange(STEPS),
                  np.random.default_rng(seed), START)[1]


def test_every_step_shows_and_says_what_the_trace_holds():
    rng = np.random.default_rng(1)
    states = [*product((1, 256), (0.9, 1), (0, 19)),
              *((2.0 ** rng.integers(9), round(0.9 + rng.integers(11) / 100, 2),
                 int(rng.integers(20))) for _ in range(4))]
    explorer, least, length = AnnealingSteps(), priced().lengths.min(), priced().coded.length
    assert points(explorer, "shortest of all 128")[:, 1] == pytest.approx([least] * 2)
    descent = length(choose_greedily(length, 7, np.array(START)))
    assert points(explorer, "descent from all rules")[:, 1] == pytest.approx([descent] * 2)
    for T, cooling, seed in states:
        flips = replay(T, cooling, seed)
        chosen, now = np.array(START), priced().coded.length(np.array(START))
        for step in range(STEPS + 1):
            if step:
                flip, before = flips[step - 1], now
                way = "out" if chosen[flip.rule] else "in"
                chosen[flip.rule] ^= flip.accepted
                now = flip.current
            if step % 7 and step > 3:
                continue
            explorer.set(step=step, T=T, cooling=cooling, seed=seed)
            words = explorer.status
            best = flips[step - 1].best if step else now
            if step:
                assert f"{NAMES[flip.rule]} {way} ({flip.length - before:+.1f} bits) is " \
                    f"{'accepted' if flip.accepted else 'refused'}; now {named(chosen)}, " \
                    f"{now:.1f} bits." in words
                told = re.search(r"T = ([\d.]+):", words)
                assert (float(told[1]) == pytest.approx(flip.temperature, rel=0.005) if told
                        else "T below 0.001" in words and flip.temperature < 0.001)
            else:
                assert f"all rules are in: {now:.1f} bits" in words and f"T = {T:g}." in words
            is_met = bool(best < least + 1e-9)
            says(words, {
                "It has met the shortest message.": is_met,
                **({} if is_met else {"Its least is # bits above the shortest": best - least}),
                "the plan has met it by now with probability #;": met(T, cooling)[step],
                "descents from random sets, with as many lengths computed (#), #.":
                    [step + 1, restarts()[step + 1]]}, whole=False)
            steps, y = points(explorer, "this set").T
            assert list(steps) == list(range(step + 1)) and y[-1] == pytest.approx(now)
            assert points(explorer, "least so far")[:, 1] == pytest.approx(
                np.minimum.accumulate(y))
            refused = [f.length for f in flips[:step] if not f.accepted]
            assert points(explorer, "refused")[:, 1] == pytest.approx(refused)
            low, high = panels(explorer)[0].get_ylim()
            assert low < min([*y, *refused]) and max([*y, *refused]) < high


@pytest.mark.parametrize("T, cooling", [(32, 1.0), (64, 0.95)])
def test_the_probability_of_a_plan_is_the_share_of_runs_that_met_the_shortest(T, cooling):
    lengths = priced().lengths
    rng, runs, least = np.random.default_rng(5), 600, lengths.min()
    best = np.array([[f.best for f in anneal(lambda s: lengths[place(s)], 7,
                                             T * cooling ** np.arange(STEPS), rng, START)[1]]
                     for _ in range(runs)])
    share, p = (best == least).mean(axis=0), met(T, cooling)[1:]
    assert np.all(np.abs(share - p) <= 4.5 * np.sqrt(p * (1 - p) / runs) + 1e-12)
    assert met(T, cooling)[0] == 0 and np.all(np.diff(met(T, cooling)) >= 0)


def test_descents_from_random_sets_are_simulated_with_their_price():
    lengths, rng, runs = priced().lengths, np.random.default_rng(6), 1500
    spent = []
    for _ in range(runs):
        count, found = 0, 0
        while not found and count <= STEPS + 1:
            chosen = rng.random(7) < 0.5
            count += 1
            while True:
                near = [chosen ^ (np.arange(7) == j) for j in range(7)]
                if lengths[place(chosen)] == lengths.min():
                    found = count
                    break
                count += 7
                shortest = min(near, key=lambda s: lengths[place(s)])
                if lengths[place(shortest)] >= lengths[place(chosen)] - 1e-9:
                    break
                chosen = shortest
        spent.append(found or np.inf)
    for budget in (1, 20, 61, 121):
        p = restarts()[budget]
        assert abs(np.mean(np.array(spent) <= budget) - p) <= 4 * np.sqrt(p * (1 - p) / runs)


def test_what_the_answers_of_the_page_say_of_plans():
    T, cooling = AnnealingSteps.controls[1].places(), np.round(np.arange(0.9, 1.001, 0.01), 2)
    worth = {plan: met(*plan)[-1] for plan in product(T, cooling)}
    assert max(worth.values()) < restarts()[STEPS + 1]
    assert worth[32, 1.0] > 0.85 and worth[64, 0.99] > 0.85
    assert all(worth[plan] < 0.65 for plan in [(1, 1.0), (256, 1.0), (64, 0.9)])
    assert min(priced().lengths[place(s)] for s in run(1, 1.0, 0)[1]) > 200     # too cold
    for seed in range(20):
        ups = [f.length - before.current for before, f in zip(replay(1, 1.0, seed),
                                                              replay(1, 1.0, seed)[1:])
               if f.accepted]
        assert max(ups) < 8
    assert STEPS < 2 ** 7


def test_begun_with_no_rule_the_best_plan_is_just_ahead_of_the_descents(monkeypatch):
    T, cooling = AnnealingSteps.controls[1].places(), np.round(np.arange(0.9, 1.001, 0.01), 2)
    monkeypatch.setattr(rules_anneal, "START", (False,) * 7)
    worth = max(met.__wrapped__(*plan)[-1] for plan in product(T, cooling))
    assert 0 < worth - restarts()[STEPS + 1] < 0.01


@pytest.mark.parametrize("kind, told", [
    (CodeLength, {"no rule": "729.2 to name 129 false negatives", "3a alone": "ends here",
                  "8a alone": "9 false negatives"}),
    (AnnealingSteps, {"too cold": "T = 1:", "too hot": "T = 256:", "cooled too fast": "T below",
                      "held": "T = 32:"})])
def test_the_presets_say_something_of_their_own(kind, told):
    explorer = kind()
    for name in kind.presets:
        explorer.preset(name)
        assert told[name] in explorer.status


def test_the_temperature_has_the_unit_of_what_is_minimised():
    explorer = AnnealingSteps(step=1, T=16, cooling=0.9)
    assert "T = 16:" in explorer.status and explorer.controls[1].label == "first temperature T"
    unit = re.fullmatch(r"in (\w+)", next(c.tip for c in explorer.controls if c.name == "T"))[1]
    assert unit in explorer.canvas.figure.axes[0].get_ylabel() and f" {unit}" in explorer.status
