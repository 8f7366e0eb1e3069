"""What lesson 03 says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import re

import nbformat
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit.datasets import make_linear_40, make_overlap_60, make_two_points
from coursekit.exercises.inject import reference_code
from coursekit.exercises.model import Code
from coursekit.svm import SVC, DualProblem, solve_qp, solve_smo, solve_sor
from coursekit.svm.experiments import accuracy_by_origin, quiet_runs
from coursekit.svm.ladder import RUNGS, passengers
from fixtures.source_listing import source_listing
from pages import NOTEBOOKS

WANTED = ("bounds", "take_step", "simplified_smo", "listing", "printed_count", "worst_pair_smo",
          "sor")


@pytest.fixture(scope="module")
def page():
    """Return the page's own functions, by name."""
    path = next(p for p in NOTEBOOKS if p.name.startswith("03_"))
    space = {"np": np}
    for cell in nbformat.read(path, as_version=4).cells:
        for name in WANTED:
            if found := re.search(rf"^def {name}\(.*?(?=^\S|\Z)", cell.source, re.S | re.M):
                exec(found.group(), space)
    assert set(WANTED) <= set(space)
    space["quiet_count"] = Code(reference_code("03.4"))()
    return space


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def test_the_worst_pair_on_the_page_is_an_optimum(page, cloud):
    K, y = cloud
    problem = DualProblem(K, y, 1.0)
    best = solve_qp(problem)
    alpha, b, _ = page["worst_pair_smo"](K, y, 1.0, tol=1e-6)
    assert problem.gap(alpha) <= 1.01e-6
    assert problem.objective(alpha) == pytest.approx(best.objective, rel=1e-8)
    assert b == pytest.approx(best.b, abs=1e-5)
    assert np.array_equal(problem.zones(alpha), problem.zones(best.alpha))


def test_the_random_partner_on_the_page_gets_there_with_enough_quiet_passes(page, cloud):
    K, y = cloud
    problem = DualProblem(K, y, 1.0)
    alpha, b, _ = page["simplified_smo"](K, y, 1.0, page["quiet_count"], max_passes=300)
    assert problem.objective(alpha) == pytest.approx(solve_qp(problem).objective, rel=1e-4)
    assert problem.gap(alpha) < 0.02 and abs(alpha @ y) < 1e-10


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 10_000), C=st.sampled_from([0.01, 0.3, 1.0, 7.0]))
def test_a_step_of_the_page_keeps_every_promise(page, seed, C):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(12, 2)), np.where(np.arange(12) % 2, 1, -1)
    problem = DualProblem(X @ X.T, y, C)
    alpha, b, E, before = np.zeros(12), 0.0, -y.astype(float), 0.0
    for _ in range(40):
        i, j = rng.choice(12, 2, replace=False)
        b, moved = page["take_step"](problem.K, y, C, alpha, b, E, i, j)
        now = problem.objective(alpha)
        assert now >= before - 1e-10 and abs(alpha @ y) < 1e-10
        assert alpha.min() >= 0 and alpha.max() <= C
        assert np.allclose(E, problem.K @ (alpha * y) + b - y, atol=1e-9)
        if moved and 0 < alpha[i] < C:
            assert abs(E[i]) < 1e-9
        before = now


def test_the_printed_counter_has_the_optimum_after_one_sweep_and_never_ends(page):
    X, y = make_two_points()
    count, smo = page["printed_count"], page["simplified_smo"]
    assert smo(X @ X.T, y, 10, count, cap=1)[0].tolist() == [0.25, 0.25]
    assert smo(X @ X.T, y, 10, count, cap=500)[2] == 500
    assert smo(X @ X.T, y, 10, page["quiet_count"], cap=500)[2] < 20


def test_the_listing_on_the_page_has_the_defects_it_is_said_to_have(page, cloud):
    """Endless, as in the fixture; a width from n; last sample never drawn; a sum that drifts."""
    X, y = make_overlap_60()
    two, labels = make_two_points()
    assert page["listing"](two, labels, C=10, cap=300)[2] == 300
    assert source_listing(two, labels, C=10, cap=300).endless
    *_, sweeps = page["listing"](X, y, max_passes=1)
    assert sweeps == 1
    drawn = {int(np.random.default_rng(s).integers(0, 59)) for s in range(2000)}
    assert 59 not in drawn and 58 in drawn
    rough = page["listing"](X, y, tol=0.05, max_passes=5, gamma=0.5)[0]
    assert abs(rough @ y) > 1e-3
    assert source_listing(X, y, tol=0.05, max_passes=5, gamma=0.5).alpha @ y != 0


def test_fifty_quiet_passes_find_six_support_vectors_for_every_seed(cloud):
    problem = DualProblem(*cloud, 1.0)
    best, quiet = solve_qp(problem), quiet_runs(problem, [1, 50])
    assert len(best.support) == 6 and len(set(quiet.vectors[0])) > 1
    assert all(np.array_equal(run.support, best.support) for run in quiet.runs[1])


def test_stray_support_vectors_lie_outside_the_street(cloud):
    K, y = cloud
    problem = DualProblem(K, y, 1.0)
    best, run = solve_qp(problem), quiet_runs(problem, [1], 1).runs[0][0]
    stray = np.setdiff1d(run.support, best.support)
    assert len(stray) and (y * (K @ (best.alpha * y) + best.b))[stray].min() > 1


def test_no_run_with_ten_quiet_passes_is_finished(cloud):
    assert quiet_runs(DualProblem(*cloud, 1.0), [10]).gaps.min() > 1e-3


def test_all_rungs_reach_one_optimum_and_errors_may_be_kept():
    X, y = passengers(80)
    problem = DualProblem.from_data(X, y, 1.0, kernel="rbf", gamma=0.04)
    found = {name: rung(problem) for name, rung in RUNGS.items()}
    best = solve_qp(problem).objective
    for alpha in found.values():
        assert problem.objective(alpha) == pytest.approx(best, rel=1e-4)
        assert problem.gap(alpha) < 0.01 and abs(alpha @ y) < 1e-9
    slow, kept = found["listing, mended"], found["errors kept"]
    assert problem.objective(slow) == pytest.approx(problem.objective(kept), rel=1e-6)


def test_a_quiet_pass_over_all_partners_proves_something():
    X, y = passengers(80)
    problem = DualProblem.from_data(X, y, 1.0, kernel="rbf", gamma=0.04)
    alpha = RUNGS["Platt's partners"](problem)
    assert problem.gap(alpha) <= 2 * 1e-3 + 1e-4   # each sample breaks its condition by 1e-3 at most


def test_a_tie_goes_to_the_first_class():
    X, y = make_two_points()
    machine = SVC(C=10, kernel="linear", tol=1e-9).fit(X, y)
    assert machine.decision_function([[1.0, 1.0]]) == pytest.approx(0, abs=1e-12)
    assert machine.predict([[1.0, 1.0]])[0] == machine.classes_[0] == -1


def test_only_a_free_intercept_does_not_know_where_the_origin_is():
    table = accuracy_by_origin(*make_overlap_60())
    assert table.loc["free"].nunique() == 1
    assert table.loc["penalised"].iloc[-1] < table.loc["penalised"].iloc[0] - 0.2
    assert table.loc["forced to zero"].iloc[-1] == 0.5


def test_sor_of_the_page_is_the_general_solver_s(page, cloud):
    K, y = cloud
    alpha, b = page["sor"](K, y, 1.0)
    general = solve_qp(DualProblem(K, y, 1.0, penalised=True))
    assert np.allclose(alpha, general.alpha, atol=1e-6) and b == pytest.approx(general.b, abs=1e-6)


def test_the_best_relaxation_depends_on_the_data():
    X, y = make_overlap_60()

    def sweeps(X, omega):
        return solve_sor(DualProblem.from_data(X, y, 1.0), omega=omega, tol=1e-6).n_iter
    assert sweeps(X, 1.3) < sweeps(X, 1.0) and sweeps(X + 1, 1.0) < sweeps(X + 1, 1.3)


def test_more_samples_can_be_bound_at_a_larger_C():
    """The line under the explorer of the zones: a law on its sixty points, but not on forty."""
    def bound(X, y, penalties):
        problem = DualProblem.from_data(X, y, 1.0)
        return [int(np.sum(solve_smo(problem.with_C(C), tol=1e-6).alpha == C)) for C in penalties]
    assert np.diff(bound(*make_overlap_60(), np.logspace(-2, 2, 21))).max() <= 0
    fewer, more = bound(*make_linear_40(), (3.2, 4.0))
    assert fewer < more
