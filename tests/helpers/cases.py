"""How many cases a test takes: a push pays for a guard, the night for its repetitions."""
import os

ALL = os.environ.get("COURSE_CASES") == "all"


def some(cases, most=12):
    """Return all cases at night (COURSE_CASES=all), else at most so many, spread over all."""
    cases = list(cases)
    if ALL or len(cases) <= most:
        return cases
    step = (len(cases) - 1) / (most - 1)
    return [cases[round(i * step)] for i in range(most)]
