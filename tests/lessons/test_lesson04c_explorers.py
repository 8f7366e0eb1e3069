"""What the explorers of sitting 04c show: every corner its samples, every click its machine."""
from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from coursekit.explorers import KernelOrNot, kernel_or_not
from coursekit.kernels import is_psd
from panels import panels
from sentences import points, says
from states import preset_states


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


