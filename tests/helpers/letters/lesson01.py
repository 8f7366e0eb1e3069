"""Letters of 01, the Titanic data."""
import numpy as np


def bayes(draw: np.random.Generator) -> dict:
    """Two densities at one age, and the proportion counted in a large crowd."""
    pi, f1, f0 = draw.uniform(0.1, 0.9), draw.uniform(0.01, 0.05), draw.uniform(0.01, 0.05)
    alive, dead = 1e6 * pi * f1, 1e6 * (1 - pi) * f0        # per year of age, among a million
    return {"pi": pi, "f_1(a)": f1, "f_0(a)": f0, "r(a)": alive / (alive + dead)}


SUPPOSED = {"f_1(a) = f_0(a)"}
