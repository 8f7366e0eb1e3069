"""Kernels: scalar products of samples after a map φ into another space.

A kernel is a function of ``(X, Z, **params)`` that returns the values of all pairs; `KERNELS`
lists those that ``SVC`` accepts by name, as in scikit-learn. `is_psd` tests a Gram matrix.

>>> import numpy as np
>>> from coursekit.kernels import gram
>>> gram("rbf", np.array([[0.0], [1.0]]), gamma=0.5).round(4)
array([[1.    , 0.6065],
       [0.6065, 1.    ]])
"""
from coursekit.kernels.psd import Evidence, eigen_map, is_psd, require_psd
from coursekit.kernels.smoothing import nadaraya_watson
from coursekit.kernels.structured import (
    diffusion, fisher, spectrum, subsequences, subset_trees, walks,
)
from coursekit.kernels.values import KERNELS, Kernel, diagonal, gram, resolve_gamma
from coursekit.kernels.vectors import (
    cosine, from_products, gaussian, laplace_l1, laplace_l2, linear, polynomial, rbf,
    squared_distances,
)

__all__ = ["KERNELS", "Evidence", "Kernel", "cosine", "diagonal", "diffusion",
           "eigen_map", "fisher", "from_products", "gaussian", "gram", "is_psd", "laplace_l1",
           "laplace_l2", "linear", "nadaraya_watson", "polynomial", "rbf", "require_psd",
           "resolve_gamma", "spectrum", "squared_distances", "subsequences", "subset_trees",
           "walks"]
