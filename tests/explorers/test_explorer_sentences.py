"""The numbers in explorers' sentences, computed again from the state by another way.

Those of the other explorers are computed in the tests of their lessons.
"""
from __future__ import annotations

import re

import numpy as np
import pytest
from scipy.stats import hypergeom

from coursekit.explorer import find_explorer
from coursekit.datasets import load_titanic
from panels import marked, panels
from sentences import agree, between, numbers, points, says


def wilson(k, n, z=1.959964) -> tuple[float, float]:
    """Return the roots of (p - k/n)² = z² p (1 - p) / n."""
    low, high = np.sort(np.roots([1 + z * z / n, -2 * k / n - z * z / n, (k / n)**2]).real)
    return float(low), float(high)


def test_numbers_are_read_and_compared_to_their_last_digit():
    assert numbers("n = 1,000: −0.5 points, 12% [3.0e-05]") == ["1,000", "-0.5", "12%", "3.0e-05"]
    assert agree(["12%", "0.50"], [0.124, 0.504]) and not agree(["12%"], [0.126])
    assert not agree(["0.50"], [0.506]) and not agree(["1"], [1.0, 2.0])
    assert agree(["3.0e-05"], [2.96e-5]) and not agree(["3.0e-05"], [4e-5])


@pytest.mark.parametrize("named", [
    {"training error #": 2, "test error #": 1}, {"training error #": 1, "test error #": 3},
    {"training error #": 1}, {"error #": 1, "test error #": 2}, {"rises": True}, {"falls": False}])
def test_a_sentence_that_says_another_thing_is_refused(named):
    words = "It falls: training error 1, test error 2."
    says(words, {"falls": True, "rises": False, "training error #": 1, "test error #": 2})
    with pytest.raises(AssertionError):
        says(words, named)


@pytest.mark.parametrize("bins, shift", [(4, 0.5), (4, 9.0), (16, 4.5)])
def test_moved_age_bins_are_told_in_years(bins, shift):
    words = find_explorer("AgeBins")(bins=bins, shift=shift).status
    width = 80 / bins
    tip = next(c.tip for c in find_explorer("AgeBins").controls if c.name == "shift")
    assert "move all inner edges up, by less than the width of a bin" in tip and shift < width
    assert re.match(r"\S+ bins of \S+ years, edges moved up by \S+ \(the first bin is \S+ years "
                    r"wide, the last \S+\), ", words)
    assert agree(numbers(words.split("),")[0]), [bins, width, shift, width + shift, width - shift])


@pytest.mark.parametrize("sex, bins", [("all", 8), ("women", 5), ("men", 20), ("all", 40)])
def test_age_bins(sex, bins):
    people = load_titanic().dropna(subset="Age")
    people = people if sex == "all" else people[people["Sex"] == {"women": "female",
                                                                  "men": "male"}[sex]]
    age, alive = people["Age"].to_numpy(), people["Survived"].to_numpy()
    place = np.minimum((age * bins // 80).astype(int), bins - 1)
    counts = [(int(alive[place == k].sum()), int(np.sum(place == k))) for k in range(bins)]
    full = [(k, n) for k, n in counts if n]
    ends = [wilson(k, n) for k, n in full]
    rate = alive.mean()
    apart = sum(not low <= rate <= high for low, high in ends)
    chance = sum(hypergeom.pmf(k, len(alive), alive.sum(), n) for _, n in full
                 for k in range(n + 1) if not wilson(k, n)[0] <= rate <= wilson(k, n)[1])
    explorer = find_explorer("AgeBins")(sex=sex, bins=bins)
    words, who = explorer.status, {"all": "all passengers", "men": "men and boys",
                                   "women": "women and girls"}[sex]
    halves = [(b - a) / 2 for a, b in ends]
    says(words, {
        f"# bins of # years, {who}:": [bins, 80 / bins],
        f"# to # passengers per bin{', # empty' * (len(full) < bins)}.":
            [min(n for _, n in full), max(n for _, n in full),
             *([bins - len(full)] if len(full) < bins else [])],
        "Half-widths of the intervals: # to #.": [min(halves), max(halves)],
        f"# of the # intervals miss{'es' * (apart == 1)} the overall rate, # of those":
            [apart, len(full), rate],
        "If ages were shuffled, about # intervals would miss it by chance": chance,
        "of shuffles at least": apart > 0}, whole=False)
    explorer.set(intervals=False)
    says(explorer.status, {"The intervals are hidden.": True, "Half-widths": False}, whole=False)
    explorer.set(intervals=True)
    places = [(k + 0.5) * 80 / bins for k, (_, n) in enumerate(counts) if n]
    rates = [(x, k / n, low <= rate <= high) for x, (k, n), (low, high) in zip(places, full, ends)]
    assert points(explorer, "of a bin").ravel() == pytest.approx(
        [v for x, share, inside in rates if inside for v in (x, share)])
    assert marked(panels(explorer)[0], "D").ravel() == pytest.approx(
        [v for x, share, inside in rates if not inside for v in (x, share)])
    assert points(explorer, "overall rate")[:, 1] == pytest.approx([rate, rate])
    rng, dealt = np.random.default_rng(0), []
    outside = {n: [not wilson(k, n)[0] <= rate <= wilson(k, n)[1] for k in range(n + 1)]
               for _, n in full}
    for _ in range(400):
        hits = np.bincount(place, rng.permutation(alive), bins)
        dealt.append(sum(outside[n][int(k)] for k, (_, n) in zip(hits, counts) if n))
    share = np.mean(np.array(dealt) >= apart)
    if apart and "in under 1% of shuffles" not in words:
        says(words, {"by chance; in # of shuffles at least": share}, slack=8, whole=False)
    else:
        assert not apart or share < 0.03


def test_what_the_presets_of_the_ages_promise():
    """Two bins look alike; boys stand out among men; with forty bins few are in one."""
    explorer = find_explorer("AgeBins")()
    explorer.preset("two bins")
    young, old = points(explorer, "of a bin")[:, 1]
    assert abs(young - old) < 0.05
    explorer.preset("men, eight bins")
    assert marked(panels(explorer)[0], "D")[:, 0].min() < 10
    explorer.preset("forty bins")
    words = explorer.status
    least, most = map(int, re.search(r"(\d+) to (\d+) passengers per bin", words).groups())
    apart = int(re.search(r"(\d+) of the \d+ intervals", explorer.status)[1])
    assert least < 5
    by_chance = float(between(words, "were shuffled, about", "intervals would")[0])
    assert apart > 2 * by_chance > 2
