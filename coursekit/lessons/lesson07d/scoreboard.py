"""The rows of lesson 07d: the rules of C4.5rules, without and with the title of a name."""
from __future__ import annotations

from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline

from coursekit.rules import C45Rules
from coursekit.scoreboard import Method
from coursekit.titanic import RAW_COLUMNS, TitleExtractor


def rules_of_passengers(*, title: bool = False) -> Pipeline:
    """Return C4.5rules on the seven raw columns, and on the title if that is asked for.

    A condition on a missing age is false.

    Examples
    --------
    >>> len(rules_of_passengers(title=True)[0].transformers)
    2
    """
    parts: list[tuple] = [("raw", "passthrough", RAW_COLUMNS)]
    if title:
        parts.append(("title", TitleExtractor(), ["Name"]))
    choose = ColumnTransformer(parts, verbose_feature_names_out=False)
    return Pipeline([("raw", choose.set_output(transform="pandas")), ("rules", C45Rules())])


METHODS = (Method("C4.5rules", "7 raw", rules_of_passengers()),
           Method("C4.5rules, title", "7 raw + title", rules_of_passengers(title=True)))
