"""tools/exam.py: its answers are right for the numbers in its questions, recomputed another way."""
from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import entropy, power_divergence

import exam
from pages import ROOT

SEEDS = range(40)


def numbers(text: str) -> np.ndarray:
    return np.array([float(found.replace("−", "-")) for found in re.findall(r"(?<![\w.])[-−]?\d+(?:\.\d+)?", text)])


def of_a_line(asked, said):
    (a, b, t), (x, y, lam) = asked, said
    return a * x + b * y == t and np.allclose([2 * x, 2 * y], [lam * a, lam * b])


def of_a_pair(asked, said):
    (b_i, _, C, b_j, *_, slope, eta), (low, high, best) = asked, said
    t = np.linspace(-3, 3, 6001)
    t = t[(b_i + t > -1e-9) & (b_i + t < C + 1e-9) & (b_j - t > -C - 1e-9) & (b_j - t < 1e-9)]
    return np.allclose([t.min(), t.max(), t[np.argmax(slope * t + eta * t**2 / 2)]], [low, high, best], atol=0.006)


def left_out(ones, zeros):
    y = np.repeat([1, 0], [ones, zeros])
    return np.mean([(np.delete(y, k).mean() > 0.5) == y[k] for k in range(len(y))])


def spread(a, low, b, high):
    y = np.repeat([low, high], [int(a), int(b)])
    return len(y) * y.var()


RIGHT = {
    "01": lambda q, a: np.isclose(a[-1], q[1] / (q[0] + q[1]), atol=0.005),
    "01b": lambda q, a: np.isclose(a[0], np.hypot(q[0], q[1])),
    "02": of_a_line,
    "02b": lambda q, a: np.isclose(a[-1], max(q[0] * lam - lam**2 / 2 for lam in range(20))) and a[-2] == q[0],
    "02c": lambda q, a: np.isclose(a[0] / a[1], abs(q[2] * q[0] - q[3] * q[1] + q[4]) / np.hypot(q[2], q[3])),
    "02d": lambda q, a: np.allclose(a, [max(0, 1 - q[0]), q[1]]),
    "03": of_a_pair,
    "04": lambda q, a: np.isclose(np.exp(-q[0] * 0.01), np.exp(-a[0] * 0.01 * q[1]**2), atol=1e-3),
    "04b": lambda q, a: np.allclose(a, next([k, gap / 2] for k, gap in enumerate(q[:-1]) if gap <= q[-1])),
    "05": lambda q, a: np.isclose(left_out(int(q[0]), int(q[2])), a[0] / (a[1] if len(a) > 1 else 1)),
    "05b": lambda q, a: a[-1] == q[0] * (q[1] * q[2] + 1),
    "06": lambda q, a: np.isclose(a[0], spread(*q), atol=0.0006),
    "06c": lambda q, a: np.isclose(a[0], (q[0] - q[1:].sum()) / (len(q) - 2), rtol=0.01),
    "07": lambda q, a: np.allclose(a[[0, -1]], [entropy(q[:4], base=2), power_divergence([q[4], 0], lambda_="log-likelihood")[0]], atol=0.006),
}


@pytest.mark.parametrize("lesson", RIGHT)
def test_the_answer_is_right(lesson):
    for seed in SEEDS:
        ((_, asked, said),) = (written for written in exam.exam(seed) if written[0] == lesson)
        if lesson == "02c":
            asked = re.sub(r"(.*is )(\(.+\))(.*line )(\d+)x₁ − (\d+)x₂ \+ (\d+)(.*)", r"\2 \4 \5 \6", asked)
        elif lesson == "03":
            asked = asked.replace("β_i", "").replace("β_j", "")
        assert RIGHT[lesson](numbers(asked), numbers(said)), (seed, asked, said)


def test_another_seed_asks_something_else_and_the_same_one_the_same():
    assert exam.exam(1) == exam.exam(1) and len({str(exam.exam(seed)) for seed in SEEDS}) == len(SEEDS)


def test_it_prints_the_lessons_that_are_named():
    run = subprocess.run([sys.executable, "tools/exam.py", "3", "06", "02"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout.count("1. ") == 2 and "Minimise" in run.stdout and "3. " not in run.stdout
    assert subprocess.run([sys.executable, "tools/exam.py", "3", "99"], cwd=ROOT, capture_output=True).returncode == 2
