"""What the explorers of sitting 04c show: every corner its samples, every click its machine."""
from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from sklearn.svm import SVC as LibSVC

from coursekit.explorers import (
    CGammaMap, KernelOrNot, kernel_map, kernel_or_not,
)
from coursekit.kernels import is_psd
from coursekit.svm import DualProblem
from panels import marked, panels
from sentences import points, says
from states import corners, preset_states


@pytest.fixture(scope="module")
def chart():
    return CGammaMap()


# --------------------------------------------------------------------------------- C and gamma

@pytest.mark.parametrize("state", corners(CGammaMap) + preset_states(CGammaMap), ids=str)
def test_every_corner_of_the_map_says_what_a_peer_finds(chart, state):
    chart.reset()
    chart.set(**state)
    assert not chart.failed, chart.status
    state = chart.state()
    s = kernel_map.samples(state["data"])
    peer = LibSVC(C=state["C"], gamma=state["gamma"], tol=1e-6).fit(s.X, s.y)
    loose = 9 if state["tol"] > 0.1 else 0.6        # a sample or two may lie at f = 0
    found = kernel_map.machine(*(state[k] for k in ("data", "C", "gamma", "tol")))
    K = np.exp(-state["gamma"] * s.D)
    gap = DualProblem(K, s.y, state["C"]).gap(found.beta * s.y)
    assert gap <= state["tol"] * 1.006 and found.gap == pytest.approx(gap, abs=1e-7)
    right = np.mean((found.f > 0) == (s.v > 0))
    says(chart.status, {
        "C = #, γ = #, tolerance #:": [float(f"{state[name]:.3g}")
                                       for name in ("C", "gamma", "tol")],
        "right are # of the # training samples": [found.train, 200],
        "and # of # fresh ones (se #)": [right, 1000, np.sqrt(right * (1 - right) / 1000)],
        "vectors: #, of which # have α = C":
            [np.sum(found.beta != 0), np.sum(np.abs(found.beta) == state["C"])],
        f"KKT gap #{' (below 0: b is not unique)' * bool(gap < 0)}.": found.gap,
        "Margin width 2/‖w‖ = #;": 2 / np.sqrt(found.beta @ K @ found.beta),
        "f of the fresh ones goes from # to #.": [found.f.min(), found.f.max()],
        "All fresh samples get the same class": len(np.unique(found.f > 0)) == 1},
        whole=False)
    assert 100 * found.train == pytest.approx(100 * peer.score(s.X, s.y), abs=loose)
    assert 100 * right == pytest.approx(100 * peer.score(s.V, s.v), abs=loose)
    rings = points(chart, "support vector")
    assert np.array_equal(rings, s.X[found.beta != 0])
    plane = panels(chart)[1]
    (left, right), (low, high) = plane.get_xlim(), plane.get_ylim()
    assert ((s.X > [left, low]) & (s.X < [right, high])).all()


def numbers_on(ax) -> dict[tuple, str]:
    """Return what is written at each place of the map, by column and row."""
    return {text.get_position(): text.get_text() for text in ax.texts}


def test_the_map_is_what_each_cell_says(chart):
    shares = kernel_map.accuracy_map("crescents")
    assert shares.shape == (12, 12)
    chart.reset()
    s = kernel_map.samples("crescents")
    drawn = numbers_on(panels(chart)[0])
    for i, j in [(0, 0), (3, 9), (4, 6), (11, 0), (11, 11), (8, 5)]:
        C, gamma = kernel_map.C_AXIS.places()[i], kernel_map.GAMMA_AXIS.places()[j]
        found = kernel_map.machine("crescents", C, gamma, 1e-3)
        assert shares[i, j] == pytest.approx(np.mean((found.f > 0) == (s.v > 0)), abs=0.006)
        assert drawn[j, i] == f"{100 * shares[i, j]:.0f}"
    assert len(np.unique(s.y)) == 2 and 0.55 < np.mean(s.v > 0) < 0.62


def test_a_click_chooses_the_cell_under_it_and_none_beside_the_map(chart):
    chart.reset()
    chart.png()
    ax, size = panels(chart)[0], chart.canvas.figure.bbox.size
    for i, j in [(0, 0), (11, 11), (5, 2), (2, 7)]:
        chart.receive({"click": list(ax.transData.transform((j + 0.3, i - 0.4)) / size)})
        assert chart.state()["C"] == kernel_map.C_AXIS.places()[i]
        assert chart.state()["gamma"] == kernel_map.GAMMA_AXIS.places()[j]
    before = chart.state()
    for x, y in ((0.99, 0.5), (0.0, 0.0), (0.3, 0.999)):
        chart.receive({"click": [x, y]})
        assert chart.state() == before


def test_the_three_defaults_stand_where_they_belong(chart):
    for data in kernel_map.DATA:
        chart.set(data=data)
        X = kernel_map.samples(data).X
        wanted = {"1/n": 1 / 200, "scale": 1 / (2 * X.var()), "1/d": 0.5}
        places = 2 * np.log10(np.array(list(wanted.values())) / 1e-3)
        assert marked(panels(chart)[0], "v")[:, 0] == pytest.approx(places)
        across = {text.get_text(): text.get_position()[0] for text in panels(chart)[0].texts}
        assert [across[name] for name in wanted] == pytest.approx(places)


def test_along_the_dashed_line_c_times_gamma_is_constant(chart):
    chart.set(data="crescents", C=100.0, gamma=0.1)
    (dashed,) = (line for line in panels(chart)[0].lines if line.get_linestyle() == "--")
    x, y = dashed.get_data()
    C, gamma = 0.01 * 10 ** (y / 2), 1e-3 * 10 ** (x / 2)
    assert C * gamma == pytest.approx([10, 10])


def test_what_the_page_says_of_the_map_is_so():
    """Answers 2 to 4: lines, islands by C, and what a tolerance of 1 changes."""
    s = kernel_map.samples("crescents")
    left = [kernel_map.machine("crescents", C, 0.1 / C, 1e-6).f for C in (100.0, 1e3 * 10**0.5)]
    assert np.mean(np.sign(left[0]) == np.sign(left[1])) > 0.98
    minority = s.y == -1
    share = max(np.mean(minority), 1 - np.mean(minority))
    top = kernel_map.GAMMA_AXIS.high
    trained = [kernel_map.machine("crescents", C, top, 1e-6).train
               for C in kernel_map.C_AXIS.places() if C > 0.9]
    assert 0.98 <= trained[0] < 1 and set(trained[1:]) == {1.0}
    low = kernel_map.machine("crescents", 10**-0.5, top, 1e-6)
    assert low.train == pytest.approx(share, abs=0.011)
    fresh = [kernel_map.machine("crescents", C, gamma, 0.01).f > 0
             for C in kernel_map.C_AXIS.places() for gamma in kernel_map.GAMMA_AXIS.places()]
    right = np.array(fresh) == (s.v > 0)
    best = right[np.argmax(right.mean(axis=1))]
    apart = best.astype(float) - right              # on the same fresh samples, so paired
    alike = apart.mean(axis=1) <= 2 * apart.std(axis=1) / np.sqrt(len(s.v))
    assert alike.sum() >= 10
    for data in ("stripes", "spirals"):             # classes of one size: around 0, not flat at 1
        for gamma in (kernel_map.GAMMA_AXIS.low, top):
            assert np.abs(kernel_map.machine(data, 0.01, gamma, 1e-3).f).max() < 0.04
    exact, middle, loose = (kernel_map.machine("crescents", 100.0, 1.0, tol)
                            for tol in (1e-4, 1e-2, 1.0))
    assert np.mean(np.sign(exact.f) == np.sign(middle.f)) > 0.995
    assert not np.array_equal(np.sign(exact.f), np.sign(loose.f))


def test_controls_and_words_fit_a_laptop():
    explorer = CGammaMap()
    assert explorer.size[0] <= 8.8 and explorer.size[1] <= 5.1
    for preset in explorer.presets:
        explorer.preset(preset)
        assert not explorer.failed and len(explorer.status) < 420
    assert explorer.widget().spec["clicks"]


# ------------------------------------------------------------------------------- kernel or not

@pytest.fixture(scope="module")
def candidate():
    return KernelOrNot()


def values(state):
    """Return the Gram matrix from the formulas as they are written."""
    x, p = kernel_or_not.places(state["n"], state["width"], state["draw"]), state["p"]
    d, low, xz = np.abs(x[:, None] - x), np.minimum(x[:, None], x), np.outer(x, x)
    return {"exp(−dᵖ)": lambda: np.exp(-d**p), "−dᵖ": lambda: -d**p,
            "cos(pd)": lambda: np.cos(p * d),
            "max(0, 1 − d/p)": lambda: np.where(d < p, 1 - d / p, 0),
            "1 if d ≤ p, else 0": lambda: np.where(d < p + 1e-9, 1.0, 0.0),
            "min(x, z)ᵖ": lambda: low**p, "(xz + p)²": lambda: xz**2 + 2 * p * xz + p * p,
            "tanh(pxz)": lambda: np.tanh(p * xz)}[state["function"]]()


def all_states():
    rng = np.random.default_rng(3)
    places = KernelOrNot.controls[3].places()
    for name, chosen in kernel_or_not.FUNCTIONS.items():
        for p, n, width, draw in product((chosen.low, chosen.high), (2, 30), (0.25, 16.0), (0, 20)):
            yield {"function": name, "p": p, "n": n, "width": width, "draw": draw}
        yield {"function": name, "p": chosen.high, "n": 2, "width": 2.0, "draw": 5}
        for _ in range(25):
            yield {"function": name, "p": 0.25 * rng.integers(4 * chosen.low, 4 * chosen.high + 1),
                   "n": int(rng.integers(2, 31)), "width": places[rng.integers(len(places))],
                   "draw": int(rng.integers(0, 21))}


def test_the_words_and_dots_are_those_of_the_eigenvalues(candidate):
    refuted = set()
    for state in [*all_states(), *preset_states(KernelOrNot)]:
        candidate.reset()
        candidate.set(**state)
        state, words = candidate.state(), candidate.status.replace("−", "-")
        assert not candidate.failed and len(words) < 420, words
        K = values(state)
        found = np.sort(np.linalg.eigvalsh(K))[::-1]
        size, negative = np.abs(found).max(), int(np.sum(found < -1e-10 * np.abs(found).max()))
        near = np.abs(np.abs(found) - 1e-10 * size) < 1e-14 * size      # may fall to either side
        if near.any():
            continue
        draw, zero = state["draw"], abs(found[-1]) <= 1e-10 * size
        says(words, {
            "p = #, # samples from 0 to #:": [state["p"], state["n"], state["width"]],
            "equally far apart": draw == 0, **({"random draw #": draw} if draw else {}),
            "the smallest eigenvalue is 0 up to rounding, the largest #." if zero else
            "the smallest eigenvalue is #, the largest #.": found[[0]] if zero else found[[-1, 0]],
            "prove that this is no kernel": negative > 0,
            "No eigenvalue is negative beyond rounding": negative == 0,
            "do not refute it, and prove nothing for others": negative == 0,
            **({f"# {'is' if negative == 1 else 'are'} negative beyond rounding": negative}
               if negative else {})}, whole=False)
        if negative:
            refuted.add((state["function"], state["p"]))
        below, above, null = (points(candidate, label) for label in
                              ("negative", "positive", "0 up to rounding"))
        assert len(below) == negative and len(above) == np.sum(found > 1e-10 * size)
        dots = np.vstack([below, above, null])
        down = dots[np.argsort(-dots[:, 1]), 0]         # from the top, the largest first
        assert down * size == pytest.approx(found, abs=1e-8 * size)
        assert np.abs(down).max() == pytest.approx(1)
        apart = np.ptp(np.diff(kernel_or_not.places(state["n"], state["width"], draw)))
        assert (apart < 1e-12) == (draw == 0 or state["n"] == 2)
        (shown,) = (image.get_array() for image in panels(candidate)[0].images)
        strongest = np.abs(K) / max(np.abs(K).max(), 1e-300)
        assert (shown[..., 0][(K > 0) & (strongest > 0.1)] < 0.95).all()        # blue
        assert (shown[..., 2][(K < 0) & (strongest > 0.1)] < 0.95).all()        # orange
        x = kernel_or_not.places(state["n"], state["width"], state["draw"])
        if not negative and len(set(x[x > 0])) > 1:     # theory must not say that these refute it
            assert not re.search(r"two different samples[^,;.]* refute it\.", words), words
    assert {name for name, _ in refuted} == {
        "exp(−dᵖ)", "−dᵖ", "1 if d ≤ p, else 0", "(xz + p)²", "tanh(pxz)"}


def test_theory_calls_a_kernel_exactly_what_no_samples_refute(candidate):
    near = np.array([[0, 0.1], [0.1, 0.2], [0, 0.3]])
    for name, chosen in kernel_or_not.FUNCTIONS.items():
        for p in np.arange(chosen.low, chosen.high + 0.1, 0.25):
            tried = [*near, *(h * np.arange(3) for h in (0.1, 0.3, 0.7 * abs(p))),
                     np.arange(30) / 7]
            refuted = any(not is_psd(chosen.values(x[:, None], x, p)).psd for x in tried)
            candidate.reset()
            candidate.set(function=name, p=p)
            assert candidate.state()["p"] == p
            theory = candidate.status.split("Theory: ")[1].replace("−", "-")
            assert theory.startswith(f"{'no' if refuted else 'a'} kernel for this p; "), (name, p)
            bound = re.search(r"it is one if p ([≤≥]) (-?\d+)", theory)
            if bound:
                inside = p <= int(bound[2]) if bound[1] == "≤" else p >= int(bound[2])
                assert inside != refuted, (name, p)


def test_what_theory_and_the_page_say_of_the_functions_is_so(candidate):
    def refuted(name, x, p):
        x = np.array(x, dtype=float)
        return not is_psd(kernel_or_not.FUNCTIONS[name].values(x[:, None], x, p)).psd
    rng = np.random.default_rng(8)
    for p in np.arange(0.25, 4.1, 0.25):
        x, z = np.sort(rng.uniform(0.1, 1.0, 2)) / np.sqrt(p)
        assert refuted("−dᵖ", [x, z], p) and refuted("tanh(pxz)", [x, z], p)
        assert refuted("1 if d ≤ p, else 0", [0, p, 1.5 * p], p)
        for spread in (1.1, 0.4):       # neighbours farther than p apart; ends no farther
            assert not refuted("1 if d ≤ p, else 0", spread * p * np.arange(3), p)
        assert not refuted("tanh(pxz)", [0, x], p)
        h = 0.3
        assert refuted("exp(−dᵖ)", [0, h, 2 * h], p) == (p > 2)
    for p in np.arange(-2, 2.1, 0.25):
        for share in (0.1, 0.5, 0.99):          # z² below 2|p|
            z = np.sqrt(2 * max(abs(p), 0.25) * share)
            assert refuted("(xz + p)²", [0, z], p) == (p < 0)
    why = {name: chosen.why for name, chosen in kernel_or_not.FUNCTIONS.items()}
    assert "neighbours at most p apart and the ends farther" in why["1 if d ≤ p, else 0"]
    assert "two different samples above 0" in why["tanh(pxz)"]
    titles = [ax.get_title("left") or ax.get_title() for ax in candidate.canvas.figure.axes]
    assert "eigenvalues, largest first" in titles
    assert "eigenvalue / largest size of one" in [
        ax.get_xlabel() for ax in candidate.canvas.figure.axes]
    steps = KernelOrNot.controls[3].places()
    for width in steps:                         # task 1: the next step of the slider, and all below
        assert refuted("exp(−dᵖ)", [0, width / 2, width], 4.0) == (width < 2), width
    candidate.preset("Gaussian")                # task 3
    assert "smallest eigenvalue is 0 up to rounding" in candidate.status


def test_the_unit_over_the_map_is_that_of_its_numbers_and_of_the_words():
    chart = CGammaMap()
    s, k = kernel_map, chart.state()
    row, column = (axis.places().index(k[name])
                   for axis, name in ((s.C_AXIS, "C"), (s.GAMMA_AXIS, "gamma")))
    ax = panels(chart)[0]
    number = float(numbers_on(ax)[column, row])
    said = float(re.search(r"([\d.]+)% of 1,000 fresh", chart.status)[1])
    assert number == pytest.approx(said, abs=0.5)
    assert "% right of fresh samples" in ax.get_title(loc="left")


def test_the_tips_of_the_map_say_what_its_numbers_are():
    tips = {control.name: control.tip for control in CGammaMap.controls}
    for C, tol in ((0.1, 1e-3), (10.0, 1.0)):
        found = kernel_map.machine("crescents", C, 1.0, tol)
        assert np.abs(found.beta).max() == C and found.gap <= tol
    assert "largest multiplier" in tips["C"] and "largest KKT gap" in tips["tol"]
    make = kernel_map.DATA["crescents"]
    turned = make(20_000, seed=2)[1] != make(20_000, seed=2, share=0)[1]
    assert turned.mean() == pytest.approx(0.1, abs=4 * np.sqrt(0.09 / 20_000))
    assert "each label is turned with the chance 0.1" in tips["data"]
