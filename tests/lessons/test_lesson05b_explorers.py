"""The explorers of lesson 05b show runs of the library, and say in every state what is so."""
from __future__ import annotations

import asyncio
import re

import numpy as np
import owl_repeats as maker
import pytest

from coursekit.datasets import load_repeats
from coursekit.explorer import base
from coursekit.explorers import NestedLoops, Repeats, repeats
from coursekit.explorers.nested_loops import MOST_INNER, MOST_OUTER, N, VOTERS, recorded
from panels import bars, panels
from sentences import points, says
from states import played


def parts(explorer):
    """Return the image of who does what: 0 to 3 for each fold and sample."""
    (image,) = panels(explorer)[0].images
    return image


SHAPES = [(2, 2, 1), (5, 4, 3), (6, 5, 5), (6, 2, 5), (2, 5, 2)]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_step_shows_and_says_what_the_run_did(shape):
    result, events = recorded(*shape)
    explorer = NestedLoops(**dict(zip(("outer", "inner", "settings"), shape)), step=0)
    outer, inner, settings = shape
    assert len(events) == outer * (inner * settings + 3) == explorer.limits(explorer.state())[
        "step"][1]
    says(explorer.status, {
        "Step # of #: nothing has been fitted": [0, len(events)],
        f"# outer folds, # inner folds and # setting{'s' * (settings > 1)} will take # fits":
            [outer, inner, settings, outer * (inner * settings + 1)]})
    fits = 0
    for step, event in enumerate(events, 1):
        explorer.set(step=step)
        fits += event.kind in ("inner", "refit")
        assert not explorer.failed
        fold, roles = result.folds[event.outer], parts(explorer).get_array()
        strip = roles[event.outer]
        teach, choose, judge = (set(np.flatnonzero(strip == part)) for part in (1, 2, 3))
        number = VOTERS[event.setting]
        voters = f"# voter{'s' * (number > 1)}"
        told = {"Step # of #, outer fold #:": [step, len(events), event.outer + 1],
                "# of # fits are made": [fits, outer * (inner * settings + 1)]}
        if event.kind == "inner":
            train, test = fold.inner[event.inner]
            assert teach == set(train) and choose == set(test) and not judge
            told |= {f"with {voters}, # samples teach and # validate: inner score #.":
                     [number, len(train), len(test), event.score],
                     "The # test samples are not used": len(fold.test)}
        elif event.kind == "winner":
            assert not teach and not choose and not judge
            told |= {f"the setting with {voters} wins with the inner mean #.":
                     [number, fold.inner_scores.mean(axis=1).max()],
                     "The # test samples have not been used for this": len(fold.test)}
        elif event.kind == "refit":
            assert teach == set(fold.train) and not choose and not judge
            told |= {f"the winner, {voters}, learns again, from all # samples":
                     [number, len(fold.train)]}
        else:
            assert judge == set(fold.test) and teach == set(fold.train)
            told |= {f"the refitted winner, {voters}, is right on # of the # test samples":
                     [number, fold.score, len(fold.test)]}
        if step == len(events):
            scores, won = [f.score for f in result.folds], len({f.winner for f in result.folds})
            told |= {"mean of the outer scores is #, sd #;":
                     [np.mean(scores), np.std(scores, ddof=1)],
                     f"# different winner{'s' * (won > 1)}.": won}
        says(explorer.status, told)
        for k in range(event.outer):
            assert set(np.flatnonzero(roles[k] == 3)) == set(result.folds[k].test)


def test_the_colours_of_the_strips_are_the_parts_that_the_legend_names():
    explorer = NestedLoops(step=15)         # the first outer score
    box, roles = explorer.canvas.figure.legends[0], parts(explorer)
    for part, (words, patch) in enumerate(zip(box.get_texts(), box.get_patches(), strict=True)):
        assert words.get_text().split()[0] == ("not", "train", "validate", "test")[part]
        assert patch.get_facecolor() == pytest.approx(roles.cmap(roles.norm(part)))


def test_the_table_holds_the_scores_so_far_and_their_means():
    result, events = recorded(5, 4, 3)
    explorer = NestedLoops(step=13)
    shown = {(y, x): words for cells in explorer.cells for x, y, words in cells.shown}
    scores = np.column_stack([result.folds[0].inner_scores,
                              result.folds[0].inner_scores.mean(axis=1)])
    wanted = {(s + 0.5, v + 0.5): f"{score:.3f}" for (s, v), score in np.ndenumerate(scores)}
    assert shown == wanted
    explorer.set(step=6)
    assert sum(len(cells.shown) for cells in explorer.cells) == 7      # six scores, one mean


def test_each_outer_fold_is_one_block_and_all_samples_are_tested_once():
    for outer in range(2, MOST_OUTER + 1):
        tests = [fold.test for fold in recorded(outer, 2, 1)[0].folds]
        assert np.concatenate(tests).tolist() == list(range(N))


def test_the_answers_to_the_tasks_and_the_presets():
    explorer = NestedLoops(step=0)
    explorer.to_winner()
    assert explorer.state()["step"] == 13 and "wins with the inner mean" in explorer.status
    assert "The 8 test samples have not been used for this" in explorer.status
    explorer.next()
    assert "from all 32 samples" in explorer.status
    explorer.back()
    explorer.back()
    assert "24 samples teach and 8 validate" in explorer.status
    explorer.to_winner()
    assert explorer.state()["step"] == 13       # from the step before it, too
    explorer.set(outer=6, inner=5, settings=5, step=0)
    assert "will take 156 fits" in explorer.status
    assert MOST_OUTER == 6 and MOST_INNER == 5 and len(VOTERS) == 5
    tip = next(c.tip for c in explorer.controls if c.name == "settings")
    first = [int(n) for n in re.findall(r"\d+", tip)]
    assert "and so on" in tip and VOTERS == tuple(range(first[0], 10, first[1] - first[0])) \
        and first == [*VOTERS[:3]]
    explorer.to_winner()
    assert explorer.state()["step"] == 26
    said = {}
    for name in explorer.presets:
        explorer.preset(name)
        said[name] = explorer.status
    assert "wins with the inner mean" in said["first winner"] and "learns again" in said["refit"]
    assert [event.kind for event in recorded(5, 4, 3)[1]].index("outer") == 14     # its step is 15
    train, test = (np.concatenate(part) for part in zip(*recorded(5, 4, 3)[0].folds[0].inner))
    assert set(train) == set(test) == set(recorded(5, 4, 3)[0].folds[0].train)
    assert "is right on" in said["first outer score"] and "Step 75 of 75" in said["the end"]
    explorer.to_winner()
    explorer.next()
    assert explorer.state()["step"] == 75
    assert re.search(r"; \d different winners?\.$", explorer.status)


def test_play_steps_through_all_sixty_inner_scores_to_the_end(monkeypatch):
    monkeypatch.setattr(base, "PAUSE", 0.0)
    shown = []

    async def play():
        explorer = NestedLoops(step=0)
        draw = explorer.draw
        monkeypatch.setattr(explorer, "draw", lambda state: shown.append(draw(state)) or shown[-1])
        explorer.play()
        await played()
        return explorer
    explorer = asyncio.run(play())
    assert explorer.state()["step"] == 75 == len(shown)
    assert sum("validate: inner score" in words for words in shown) == 60


# -- the same samples, cut otherwise -------------------------------------------------------------


def test_the_scores_of_the_owls_can_be_computed_again():
    """Two partitions; a sample on the border may be answered otherwise on another machine."""
    for seed, k in ((0, 3), (119, 5)):
        assert np.abs(maker.scored(seed, k) - load_repeats()[k][seed]).max() <= 1


@pytest.mark.parametrize("k", [3, 5, 10])
def test_each_owl_is_tested_once_in_a_partition(k):
    right = load_repeats()[k]
    sizes = [len(test) for test in np.array_split(np.arange(135), k)]
    assert right.shape == (repeats.PARTITIONS, 13, k) and (right <= sizes).all()
    assert (right.sum(axis=2) > 80).all()


@pytest.mark.parametrize("k", [3, 5, 10])
@pytest.mark.parametrize("many", [1, 3, 7, 10])
def test_runs_are_means_over_partitions_of_their_own(k, many):
    found, right = repeats.runs(k, many), load_repeats()[k]
    sizes = [len(test) for test in np.array_split(np.arange(135), k)]
    assert len(found.plain) == 120 // many
    for run in (0, 120 // many - 1):
        part = right[run * many:(run + 1) * many] / sizes
        assert found.plain[run] == pytest.approx(
            np.mean([max(np.mean(row) for row in one[:12]) for one in part]))
        assert found.nested[run] == pytest.approx(part[:, 12].mean())
        assert sorted(found.scores[run]) == pytest.approx(sorted(part[:, 12].ravel()))
        low, high = found.interval(run, k)
        low2, high2 = found.interval(run, k, corrected=False)
        ratio = (1 / (k * many) + round(135 / k) / (135 - round(135 / k))) * k * many
        assert (high - low) / (high2 - low2) == pytest.approx(ratio**0.5, rel=1e-4)
        assert (low + high) / 2 == pytest.approx(found.nested[run])


@pytest.mark.parametrize("k", ["3", "5", "10"])
@pytest.mark.parametrize("many", [1, 2, 7, 10])
def test_what_is_quoted_is_shown_and_said(k, many):
    explorer = Repeats(folds=k, repeats=many)
    found = repeats.runs(int(k), many)
    for run in (1, 120 // many, 1 + 57 // many):
        explorer.set(run=run)
        assert not explorer.failed and explorer.limits(explorer.state())["run"] == (1, 120 // many)
        assert set(points(explorer, "this run")[:, 0]) == {v[run - 1] for v in found[:2]}
        low, high = found.interval(run - 1, int(k))
        assert points(explorer, "95 %, corrected")[:, 0].tolist() == [low, high]
    assert [ax.get_title("left") or ax.get_title() for ax in explorer.canvas.figure.axes] == [
        "best plain CV score", "nested CV score"]
    for ax, highest in zip(panels(explorer), (repeats.HEIGHT, 0.6)):    # below the intervals
        heights = [bar[:, 1].max() for bar in bars(ax)]
        assert sum(heights) == pytest.approx(1) and max(heights) < highest


def test_what_the_page_says_of_the_runs():
    """Points apart, mostly in one order; repeating takes away the cutting, and not the interval."""
    one, ten = repeats.runs(5, 1), repeats.runs(5, 10)
    assert 0.8 < np.mean(one.nested < one.plain - 1e-9) < 1 and one.nested.std(ddof=1) > 0.02
    assert one.nested[0] == pytest.approx(one.plain[0])         # the start gives nothing away
    assert ten.nested.std(ddof=1) < one.nested.std(ddof=1) / 2.5

    def reach(found, corrected):
        return np.mean([np.ptp(found.interval(k, 5, corrected)) for k in range(len(found.plain))])
    assert reach(ten, False) < reach(one, False) / 3 and reach(ten, True) > reach(one, True) / 2
    for run in range(12):
        low, high = ten.interval(run, 5)
        assert (high - low) / 2 > 1.96 * ten.scores[run].std(ddof=1) * (1 / 4)**0.5


def test_a_run_that_is_no_more_moves_to_the_last_one():
    explorer = Repeats(run=120)
    explorer.set(repeats=10)
    assert explorer.state()["run"] == 12 and explorer.status.startswith("Run 12 of 12, 10 part")


def test_the_corrected_interval_is_the_wider_one():
    wide, narrow = (points(Repeats(), label)[:, 0] for label in
                    ("95 %, corrected", "95 %, without the second term"))
    assert np.ptp(wide) > 1.2 * np.ptp(narrow)
