"""Support vector machines: the dual problem, several ways to solve it, one certificate.

The modules that ``fit`` uses; each imports only from those before it:

    gram            the Gram matrix, whole or by rows    solution        the result of every solver
    dual            the problem and its certificate      smo             the solver to read
    fast            the default solver                   interior        linear, many samples
    qp              a general solver                     sor             a penalised intercept
    gram_path       a search over C and γ, all folds     machine         the base of the estimators
    svc             two classes                          multiclass      several classes
    tube            the dual problem of regression       svr             regression

Extras for single lessons: `kernel_ridge`, `sgd` (the primal problem), `platt` (probabilities).

>>> from coursekit.datasets import make_and
>>> from coursekit.svm import SVC
>>> X, y = make_and()
>>> SVC(C=10, kernel="linear", tol=1e-9).fit(X, y).decision_function(X).round(6).tolist()
[-3.0, -1.0, -1.0, 1.0]
"""
from coursekit.svm.dual import DualProblem
from coursekit.svm.fast import solve_fast
from coursekit.svm.interior import solve_interior_point
from coursekit.svm.kernel_ridge import kernel_ridge
from coursekit.svm.multiclass import OneVsOne, OneVsRest
from coursekit.svm.platt import fit_sigmoid, sigmoid
from coursekit.svm.qp import solve_qp
from coursekit.svm.sgd import hinge_sgd
from coursekit.svm.smo import solve_smo
from coursekit.svm.solution import Solution
from coursekit.svm.sor import solve_sor
from coursekit.svm.svc import SVC
from coursekit.svm.svr import SVR

__all__ = ["SVC", "SVR", "DualProblem", "OneVsOne", "OneVsRest", "Solution", "fit_sigmoid",
           "hinge_sgd", "kernel_ridge", "sigmoid", "solve_fast",
           "solve_interior_point", "solve_qp", "solve_smo", "solve_sor"]
