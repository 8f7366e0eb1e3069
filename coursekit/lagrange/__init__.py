"""Floor 1: how hard does a constraint push? Lines, Lagrangians, and the KKT conditions.

>>> from coursekit.lagrange import circle_on_line, kkt_report
>>> kkt_report(circle_on_line(), x=[0.5, 0.5], multipliers=[1.0]).holds()
True
"""
from coursekit.lagrange.examples import (
    box_of_surface, circle_behind_wall, circle_on_line, cusp, equality_qp, inequality_qp,
    largest_box,
)
from coursekit.lagrange.lines import Line, margin, signed_distance
from coursekit.lagrange.program import (
    Constraint, KKTReport, Program, kkt_report, numerical_gradient,
)

__all__ = [
    "Constraint", "KKTReport", "Line", "Program", "box_of_surface", "circle_behind_wall",
    "circle_on_line", "cusp", "equality_qp", "inequality_qp", "kkt_report", "largest_box", "margin",
    "numerical_gradient", "signed_distance",
]
