"""The explorer of lesson 07b says and shows what CN2 did."""
from __future__ import annotations

import re
import time
from itertools import product

import numpy as np
import pytest
from scipy.stats import chi2, entropy, power_divergence

from coursekit.datasets import load_iris, load_zoo
from coursekit.explorers import BeamSearch
from coursekit.explorers.rules_beam import MOST_LINES, fitted, lines_of
from coursekit.rules import CN2
from panels import panels, texts_in
from sentences import points, says


def test_words_look_as_matplotlib_draws_them():
    """Their kept pictures, also where they stand elsewhere the next time."""
    explorer = BeamSearch()
    for state in ({}, {"k": 12}, {"data": "iris", "line": 3}, {}):
        explorer.reset()
        explorer.set(**state)
        kept = explorer.canvas.pixels().copy().astype(int)
        figure = explorer.canvas.figure
        explorer.canvas.clear()
        moving = figure.findobj(lambda artist: artist.get_animated())
        for artist in sorted(moving, key=lambda a: a.zorder):
            artist.axes.draw_artist(artist)
        far = np.abs(kept - np.asarray(figure.canvas.buffer_rgba()))[..., :3].max(axis=2)
        assert (far > 64).mean() < 0.003


@pytest.mark.parametrize("data, load, target", [("zoo", load_zoo, "type"),
                                                ("iris", load_iris, "species")])
def test_every_setting_tells_the_errors_of_its_list(data, load, target):
    explorer, frame = BeamSearch(data=data), load()
    X, y = frame.drop(columns=target), frame[target].astype(str)
    for k, alpha, distinct in product((1, 3, 12, 20), (0.01, 0.1, 0.5), (False, True)):
        explorer.set(k=k, alpha=alpha, distinct=distinct)
        model = CN2(k, alpha, distinct_covers=distinct).fit(X, y)
        wrong, rules = int(np.sum(model.predict(X) != y)), len(model.rules_)
        scored = sum(step.evaluated for step in
                     CN2(k, alpha, distinct_covers=distinct, trace=True).fit(X, y).trace_)
        place, more = ", one place per cover" * distinct, rules + 1 - MOST_LINES
        says(explorer.status.split(" Line ")[0], {
            f"{data}, beam of #, α = #{place}:": [k, alpha],
            f"# rule{'s' * (rules != 1)} and the default": rules,
            "# of # samples wrong": [wrong, len(y)], "# conjunctions were scored": scored,
            **({f"# more than {'is' if more == 1 else 'are'} drawn": more} if more > 0
               else {"drawn": False})})
        box = panels(explorer)[0].get_legend()
        widths = {told.get_text(): sum(
            bar.get_width() for bar in panels(explorer)[0].patches
            if bar.get_visible() and bar.get_facecolor() == sign.get_facecolor())
            for told, sign in zip(box.get_texts(), box.legend_handles, strict=True)}
        assert sum(widths.values()) == len(y) or more > 0
        assert widths["wrong"] == wrong or more > 0


def p_value(model, line, candidate) -> float:
    """Return Wilks's p-value against the classes of the samples that earlier lines left."""
    left = np.sum([rule.counts for rule in (*model.rules_.rules[line:],
                                            model.rules_.default)], axis=0)
    counts, shares = np.array(candidate.counts)[left > 0], left[left > 0] / left.sum()
    G = power_divergence(counts, counts.sum() * shares, lambda_="log-likelihood")[0]
    return float(chi2.sf(G, len(shares) - 1))


def test_the_beam_is_replayed_round_by_round():
    explorer, seen = BeamSearch(line=1), []
    for _ in range(40):
        found = re.search(r"Line (\d+), round (\d+) of (\d+)", explorer.status)
        seen.append(tuple(map(int, found.groups())))
        dots = points(explorer, "in the beam")
        assert 0 <= len(dots) <= 5 and np.all(np.diff(dots[:, 0]) >= 0)
        model = fitted("zoo", 5, 0.1, False)
        now = next(step for step in model.trace_
                   if (step.line + 1, step.depth) == seen[-1][:2])
        last = seen[-1][1] == seen[-1][2]
        evaluated, stay = now.evaluated, len(now.beam)
        says(explorer.status.split("were scored. ", 1)[1], {
            "Line #, round # of #": seen[-1],
            **({f"# conjunction{' was' if evaluated == 1 else 's were'} scored": evaluated,
                f"# stay{'s' * (stay == 1)};": stay} if evaluated else {}),
            "no conjunction of this length covers less than its parent": not evaluated,
            "none passes the test yet": bool(evaluated and not now.best and not last),
            "none passes the test, so the list ends here":
                bool(evaluated and not now.best and last)}, whole=False)
        for candidate, (entropy_, n) in zip(now.beam, dots, strict=True):
            assert entropy_ == pytest.approx(entropy(candidate.counts, base=2))
            assert n == sum(candidate.counts)
        best = points(explorer, "best so far")
        assert len(best) == (now.best is not None)
        if now.best:
            assert best.tolist() == [[now.best.impurity, sum(now.best.counts)]]
            told = re.search(r"the best that passes is (.+?) \((\d+)\)", explorer.status)
            assert int(told[2]) == sum(now.best.counts)
            assert len(told[1].split(" ∧ ")) == len(now.best.selectors)
            assert p_value(model, now.line, now.best) <= 0.1
            assert all(best[0, 0] <= dot[0] + 1e-8 for c, dot in zip(now.beam, dots)
                       if p_value(model, now.line, c) <= 0.1)
        told = texts_in(panels(explorer)[1])
        assert len(told) == min(stay, 5) and (stay < 5 or told[-1] == f"… and {stay - 4} more")
        explorer.next()
    assert seen[0] == (1, 1, seen[0][2])
    lines = [line for line, *_ in seen]
    assert lines == sorted(lines) and set(lines) == set(range(1, max(lines) + 1))
    assert seen[-1][1] == seen[-1][2], "the last round of the last line"
    assert "none passes the test, so the list ends here" in explorer.status
    explorer.back()
    assert explorer.state()["round"] == max(1, seen[-1][1] - 1)


def test_the_tips_of_the_beam_say_what_its_size_and_its_level_are():
    """Of all that were extended those of least entropy stay; no line has a larger p-value."""
    tips = {control.name: control.tip for control in BeamSearch.controls}
    few, many = (fitted("zoo", k, 0.1, False).trace_[0].beam for k in (3, 12))
    assert [c.impurity for c in many] == sorted(c.impurity for c in many)
    assert few == many[:3] and "of least entropy, in bits" in tips["k"]
    lines, most = 0, 0.0
    for alpha in (0.01, 0.1, 0.5):
        model = fitted("iris", 5, alpha, False)
        for line in range(len(model.rules_)):
            best = [step.best for step in model.trace_ if step.line == line][-1]
            p = p_value(model, line, best)
            assert p <= alpha
            lines, most = lines + 1, max(most, p)
    assert lines > 10 and most > 0.05 and "largest p-value of a line" in tips["alpha"]
    top, bottom = BeamSearch().canvas.figure.axes
    assert bottom.get_ylabel() == "samples" and bottom.get_position().y1 < top.get_position().y0
    assert "the beam below" in tips["line"]
    assert "selectors in each conjunction of the beam" in tips["round"]
    assert all(len(c.selectors) == step.depth for step in fitted("zoo", 5, 0.1, False).trace_
               for c in step.beam)


def test_what_the_answers_of_the_page_say():
    """A larger beam is not always better; with one place a cover the amphibians are found."""
    def errors(**state) -> int:
        return int(re.search(r"(\d+) of 101", BeamSearch(**state).status)[1])

    wrong = [errors(k=k) for k in range(1, 21)]
    assert wrong[0] == 3 and wrong[-1] == 0 and np.any(np.diff(wrong) > 0)
    assert errors(k=5) == 1 and errors(k=5, distinct=True) == 0
    assert wrong[9] > wrong[8]
    lines = lines_of("zoo", 5, 0.1, True)
    assert ("aquatic ∧ legs > 3 → amphibian", 4, 0) in lines and len(lines) == 9
    assert ("no tail → amphibian", 3, 0) in lines_of("zoo", 5, 0.1, False)
    assert "5 rules and the default" in BeamSearch(alpha=0.01).status


def test_a_picture_is_drawn_in_a_tenth_of_a_second():
    """CPU time of fit and picture, the slowest twentieth left out; machines differ, so twice."""
    explorer, took = BeamSearch(), []
    explorer.canvas.encode()
    for data, k in product(("zoo", "iris"), range(1, 21)):
        start = time.process_time()
        explorer.set(data=data, k=k, alpha=0.07)
        explorer.canvas.encode()
        took.append(time.process_time() - start)
    assert np.quantile(took, 0.95) < 0.15
