"""Appendix A3: the table of every printed number, beside what is computed."""
from __future__ import annotations

import re

import numpy as np
import pytest

from coursekit.datasets import load_drug
from coursekit.lessons.lessona3 import found, printed, printed_rows, printed_table
from coursekit.rules import cover_class, make_selectors
from pages import NOTEBOOKS, markdown_cells, read

ROWS = printed_rows()
COMPARED = ROWS[ROWS["key"] != ""]
SOURCES = ("Niehues", "Acquaviva", "Cooney", "Borgelt", "Schmidt")


def numbers(text: str) -> list[str]:
    """Return the numbers of a text as they are printed, without commas between thousands."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.replace("½", "0.5"))
    return [n.replace("−", "-").replace(" ", "") for n in re.findall(r"[−-]? ?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("row", list(COMPARED.itertuples()), ids=list(COMPARED["key"]))
def test_each_number_that_is_called_equal_is_equal_to_its_last_printed_digit(row):
    told, ours = numbers(row.printed), found.found()[row.key]
    assert row.fate == "equal" and len(told) == len(ours) > 0
    digits = [len(n.partition(".")[2]) for n in told]
    assert [f"{x:.{d}f}".replace("-0", "0") if x == 0 else f"{x:.{d}f}"
            for x, d in zip(ours, digits)] == told


def test_numbers_are_read_as_they_are_printed():
    assert numbers("mean 0.961, 1,882; 1.3775x − 4.133, −2.64 and ½, 7 (9%)") == [
        "0.961", "1882", "1.3775", "-4.133", "-2.64", "0.5", "7", "9"]


def test_every_row_has_a_fate_and_every_other_fate_than_equal_a_reason():
    assert set(ROWS["source"]) == set(SOURCES) and set(ROWS["fate"]) == set(printed.FATES)
    assert not ROWS.duplicated(["source", "place", "printed"]).any()
    assert (ROWS[["place", "printed", "finds", "fate"]] != "").all(axis=None)
    assert (ROWS.loc[ROWS["fate"] != "equal", "because"] != "").all()


def test_each_place_is_on_its_page():
    """A numbered section, or a heading; only two places lie before the first section."""
    pages = {page.stem: page for page in NOTEBOOKS}
    for place in "; ".join(filter(None, ROWS["where"])).split("; "):
        stem, _, section = place.partition(" ")
        text = "\n".join(cell.source for cell in markdown_cells(read(pages[stem])))
        wanted = f"{section} · " if section.isdigit() else section
        wanted = "1 · " if section == "before section 1" else wanted
        assert re.search(rf"^## {re.escape(wanted)}", text, re.M), place


@pytest.mark.parametrize("source", SOURCES)
def test_a_table_has_a_line_for_each_row_and_five_cells_in_each(source):
    lines = printed_table(source).splitlines()
    assert len(lines) == 2 + np.sum(ROWS["source"] == source)
    assert {line.count("|") for line in lines} == {6} and not re.search(r"[{}]", "".join(lines))


def test_the_rows_that_differ_are_those_of_the_golden_numbers(golden):
    ours, thyroid = found.found(), golden["hypothyroid"]
    sets, left = thyroid["class_sets"], thyroid["uncovered"]
    kinds = "primary hypothyroid", "compensated hypothyroid", "negative"
    assert ours["class_table"] == [sets[kind]["covered"] for kind in (kinds[0], kinds[2])]
    assert ours["uncovered"] == [sum(left.values()), *(left[kind] for kind in kinds)]
    value = golden["usps"]["value"]
    named = [value[name] for name in ("full", "sv_set", "virtual", "full_virtual")]
    assert [ours[k] for k in ("usps_images", "usps_vectors", "usps_errors")] == \
        [list(column) for column in zip(*named)]
    assert ours["ptitanic_rows"][0] == golden["cart_ptitanic"]["n"]
    steps = golden["aq_drug"]["A"] + golden["aq_drug"]["B"]
    conditions = sum(len(step["table"]) for step in steps)      # one of them is not printed
    row = ROWS[ROWS["place"] == "Aq, six tables"].iloc[0]
    assert len(steps) == 6 and numbers(row.printed) == [str(conditions - 1)]


def test_aq_takes_the_first_of_the_thresholds_that_tie(golden):
    last = golden["aq_drug"]["B"][-1]["table"]
    best = [row["cond"] for row in last if row["q"] == max(r["q"] for r in last)]
    assert found.found()["aq_ties"] == [len(best)]
    patients = load_drug()
    selectors = make_selectors(patients.drop(columns="drug"))
    rules, _ = cover_class(selectors.S, (patients["drug"] == "B").to_numpy())
    names = {str(selectors.conditions[j]) for rule in rules for j in rule}
    assert f"age > {found.found()['aq_tie'][0]:g}" in names
