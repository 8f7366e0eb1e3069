"""Features in other units: the linear machine of s·X at C/s² is that of X, and nothing is NaN."""
from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import make_three_clouds
from coursekit.svm import SVC, SVR, DualProblem, OneVsOne, OneVsRest, solve_qp

from cases import some

SCALES = some((1e-6, 1e-3, 1.0, 1e3, 1e5, 1e6), 2)
SOLVERS = ("auto", "fast", "smo", "interior", "qp")
pytestmark = pytest.mark.filterwarnings("error")


def clouds(apart: float):
    rng = np.random.default_rng(0)
    y = np.repeat([-1, 1], 30)
    return rng.normal(size=(60, 2)) + apart * y[:, None] + [3, 1], y


CASES = [(solver, apart, C) for solver in SOLVERS
         for apart, C in ((2.5, 1.0), (2.5, np.inf), (0.8, 1.0))
         if not (solver == "interior" and C == np.inf)]


@pytest.mark.parametrize("s", SCALES)
@pytest.mark.parametrize("solver, apart, C", CASES)
def test_other_units_of_the_features_leave_the_machine(solver, apart, C, s):
    X, y = clouds(apart)
    model = SVC(C / s**2, kernel="linear", solver=solver, tol=1e-6).fit(s * X, y)
    optimum = solve_qp(DualProblem.from_data(X, y, C), tol=1e-6)
    peer = LibSVC(C=C if np.isfinite(C) else 1e6, kernel="linear", tol=1e-8).fit(X, y)
    assert model.solution_.converged
    assert model.dual_objective_ * s**2 == pytest.approx(optimum.objective, rel=1e-6)
    assert model.intercept_ == pytest.approx(peer.intercept_, abs=1e-4)
    assert model.decision_function(s * X) == pytest.approx(peer.decision_function(X), abs=1e-4)
    assert model.support_.tolist() == np.flatnonzero(optimum.alpha).tolist()


@pytest.mark.parametrize("s", [1e3, 1e5, 1e6])
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_plain_C_on_raw_features_is_the_hard_margin(solver, s):
    X, y = clouds(2.5)
    model = SVC(1.0, kernel="linear", solver=solver, tol=1e-6).fit(s * X, y)
    hard = SVC(np.inf, kernel="linear").fit(X, y)
    assert model.solution_.converged and model.score(s * X, y) == 1
    assert model.decision_function(s * X) == pytest.approx(hard.decision_function(X), abs=1e-5)


@pytest.mark.parametrize("s", SCALES)
@pytest.mark.parametrize("C", [1.0, np.inf])
@pytest.mark.parametrize("rule", [OneVsRest, OneVsOne])
def test_other_units_leave_several_classes(rule, C, s):
    X, y = make_three_clouds()
    X = X + 20 * np.array([[0, 0], [1, 0], [0, 1]])[np.unique(y, return_inverse=True)[1]]
    here = rule(SVC(C, kernel="linear", tol=1e-6)).fit(X, y)
    there = rule(SVC(C / s**2, kernel="linear", tol=1e-6)).fit(s * X, y)
    assert there.machine_values(s * X) == pytest.approx(here.machine_values(X), abs=1e-4)


@pytest.mark.parametrize("s", SCALES)
@pytest.mark.parametrize("solver, slack", [("fast", "linear"), ("smo", "linear"),
                                           ("fast", "squared")])
def test_other_units_leave_the_regression(solver, slack, s):
    X = clouds(0.8)[0]
    y = X[:, 0] + np.sin(X[:, 1])
    options = {"kernel": "linear", "solver": solver, "slack": slack, "tol": 1e-6}
    here = SVR(1.0, **options).fit(X, y)
    there = SVR(1 / s**2, **options).fit(s * X, y)
    assert there.dual_objective_ * s**2 == pytest.approx(here.dual_objective_, rel=1e-6)
    assert there.predict(s * X) == pytest.approx(here.predict(X), abs=1e-5)


@pytest.mark.parametrize("slack", ["linear", "squared"])
def test_a_plain_C_on_raw_features_is_a_regression_without_error(slack):
    X = clouds(0.8)[0]
    y = X @ [1.0, -2.0]
    model = SVR(1.0, epsilon=0.05, slack=slack, kernel="linear").fit(1e5 * X, y)
    assert np.abs(model.predict(1e5 * X) - y).max() <= 0.05 + 1e-3 and len(model.support_)


@pytest.mark.filterwarnings("default")
def test_a_machine_without_a_support_vector_says_so_and_knows_no_nan():
    X, y = clouds(2.5)
    with pytest.warns(ConvergenceWarning, match="no support vector"):
        model = SVC(kernel="linear", tol=3).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all() and len(set(model.predict(X))) == 1


def test_the_penalised_intercept_has_weights_too():
    X, y = clouds(2.5)
    model = SVC(kernel="linear", solver="sor").fit(X, y)
    f = X @ model.coef_[0] + model.intercept_
    assert model.decision_function(X) == pytest.approx(f) and model.score(X, y) == 1
