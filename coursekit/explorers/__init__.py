"""Floor 4: explorers, pictures that follow a slider.

>>> from coursekit import explorers
>>> explorers.AgeBins().state()["bins"]
8
"""
from importlib import import_module

_HOME = {
    "Explorer": "base",
    "Depth": "tree_depth",
    "Pruner": "tree_prune",
    "Resample": "tree_resample",
    "SplitScanner": "tree_split",
    "LagrangeTilt": "lagrange_tilt",
    "PenaltyOnAnd": "svm_and",
    "SMOStepper": "svm_stepper",
    "Zones": "svm_zones",
    "SORShift": "svm_sor",
    "AgeBins": "titanic_bins",
    "Confounder": "titanic_confounder",
    "Imputation": "titanic_imputation",
}


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"there is no explorer {name!r}; there are {', '.join(_HOME)}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
