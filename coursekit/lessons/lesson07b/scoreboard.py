"""The rows of lesson 07b: decision lists of CN2, with a mild test of each line and a strict one.

A condition on a missing age is false. The p-values are those that CN2 prints, of a rule that was
fixed beforehand; the strict level makes up for some of that.
"""
from __future__ import annotations

from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline

from coursekit.rules import CN2
from coursekit.scoreboard import Method

COLUMNS = ["Pclass", "Sex", "Age", "SibSp", "Parch", "Fare", "Embarked"]


def raw_list(**settings) -> Pipeline:
    """Return CN2 on the seven raw columns.

    Examples
    --------
    >>> from coursekit.scoreboard import passengers
    >>> X, y, _ = passengers()
    >>> print(str(raw_list().fit(X, y)[-1].rules_).splitlines()[0])
    if Age <= 0.96 then 1
    """
    choose = ColumnTransformer([("raw", "passthrough", COLUMNS)], verbose_feature_names_out=False)
    return Pipeline([("raw", choose.set_output(transform="pandas")), ("rules", CN2(**settings))])


METHODS = (
    Method("CN2, level 0.1", "7 raw", raw_list(beam_width=5, alpha=0.1)),
    Method("CN2, level 0.001", "7 raw", raw_list(beam_width=5, alpha=0.001)),
)
