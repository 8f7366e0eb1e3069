"""Lesson 06d: what it says in words and cannot compute into its sentences, and its exercises."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import mode

from coursekit.exercise import grade
from coursekit.lessons.lesson06c.titanic import passengers
from coursekit.tree import experiments
from coursekit.tree.naive_pruning import vote


def test_meaningless_numbers_rank_high_in_training_and_lose_nothing_outside():
    importance, lost = experiments.meaningless_column(*passengers(), seeds=60)
    rank = 1 + np.sum(importance.mean(axis=0) > importance.mean(axis=0)[-1])
    assert rank <= 2 and importance.shape == (60, 6)
    assert importance.sum(axis=1) == pytest.approx(1)
    assert abs(lost[:, 1].mean()) < 0.01 < lost[:, 0].mean()


def test_a_fixed_cut_gains_a_square_of_a_standard_normal_and_the_best_of_many_more():
    best = experiments.best_gains([2, 4, 10, 200], 400, np.random.default_rng(0))
    assert best[:, 0].mean() == pytest.approx(1, abs=0.25)
    assert np.mean(best[:, 0] > 3.84) == pytest.approx(0.05, abs=0.03)
    assert (np.diff(best.mean(axis=0)) > 0).all() and np.mean(best[:, 3] > 3.84) > 0.4


def test_trees_of_two_halves_disagree_more_than_lines_do():
    apart = experiments.halves_disagree(*passengers(), seeds=8)
    full, pruned, line = (share.mean() for share in apart.values())
    assert full > pruned > line > 0


def test_an_average_beats_its_members_by_their_spread():
    rng = np.random.default_rng(0)
    for _ in range(100):
        f, y = rng.normal(size=rng.integers(1, 9)), rng.normal()
        assert (f.mean() - y) ** 2 == pytest.approx(np.mean((f - y) ** 2) - f.var())


def test_a_vote_can_be_worse_than_its_voters():
    """Where most trees err the vote errs, so no formula protects it."""
    said = np.array([[1, 1], [0, 1], [1, 0]])
    assert vote(said).tolist() == [1, 1]
    said = np.array([[1], [1], [0]])
    assert np.mean(vote(said) == [0]) == 0 < np.mean(said == 0)


def test_the_sentences_about_the_vote_hold_in_most_partitions():
    X, y = passengers()
    rows = [experiments.rivals_of_a_vote(X, y, *experiments.partition(len(y), s), vote,
                                         np.random.default_rng(s), B=25) for s in range(6)]
    mean = {name: np.mean([row[name] for row in rows]) for name in rows[0]}
    assert mean["vote"] > mean["one resampled tree"]
    assert mean["vote"] < mean["pruned tree"] + 0.01


def test_right_answers_in_unusual_form():
    assert grade("vote", lambda said: [min(set(c), key=lambda v: (-list(c).count(v), v))
                                       for c in np.asarray(said).T.tolist()]).status == "right"
    assert grade("bag-or-not", "e, d").status == "right"
    assert grade("vote", lambda said: np.array(
        [np.bincount(c).argmax() for c in said.T], dtype=float)).status == "right"
    assert grade("vote", lambda said: mode(said, axis=0).mode).status == "right"


@pytest.mark.parametrize("key, wrong, mistake", [
    ("vote", lambda said: [max(list(c), key=list(c).count) for c in said.T], "ties to the last"),
    ("vote", lambda said: np.mean(said, axis=0), "the mean"),
    ("vote", lambda said: np.mean(said, axis=0) > 0.5, "the mean"),
    ("vote", lambda said: mode(said, axis=0, keepdims=True).mode, "a table"),
])
def test_wrong_answers_are_recognised(key, wrong, mistake):
    verdict = grade(key, wrong)
    assert verdict.status == "wrong" and verdict.matched == mistake


@pytest.mark.parametrize("key, wrong, cause", [
    ("vote", lambda said: np.argmax([np.sum(said == c, axis=0) for c in range(10)], axis=0),
     None),
    ("vote", lambda said: [max(set(c), key=c.count) for c in said.T.tolist()],
     "ties to the last"),
])
def test_what_few_inputs_tell_apart_is_told_apart(key, wrong, cause):
    verdict = grade(key, wrong)
    assert (verdict.status, verdict.matched) == ("wrong", cause)


@pytest.mark.parametrize("key, wrong, guess", [
    ("vote", lambda said: np.any(said, axis=0), "That works for"),
])
def test_no_verdict_guesses_a_cause_that_is_another_one(key, wrong, guess):
    verdict = grade(key, wrong)
    assert verdict.status == "wrong" and guess not in verdict.message


@pytest.mark.parametrize("key, wrong", [
    ("vote", lambda said: vote(said)[0]),
    ("vote", lambda said: np.asarray(said).max(axis=0)),
    ("vote", lambda said: np.asarray(said)[-1]),
    ("vote", lambda said: vote(said)[::-1]),
    ("vote", lambda said: vote(said).astype(str)),
    ("vote", lambda said: {k: v for k, v in enumerate(vote(said))}),
    ("vote", lambda said: np.asarray(said).mean(axis=0) > 0.5),
    ("bag-or-not", "a"),
    ("bag-or-not", "bcd"),
    ("bag-or-not", "de c"),
    ("bag-or-not", "b"),
])
def test_wrong_answers_are_wrong(key, wrong):
    assert grade(key, wrong).status == "wrong"
