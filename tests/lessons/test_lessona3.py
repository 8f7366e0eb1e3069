"""Appendix A3: its two files, of printed lines and of printed numbers, and what is computed."""
from __future__ import annotations

import re

import numpy as np
import pytest

from coursekit.datasets import load_drug, load_zoo
from coursekit.lessons.lessona3 import (by_document, by_lesson, evidence, folds, found, lines,
                                        printed, printed_rows)
from coursekit.lessons.lessona3.lines import EVIDENCE, SOURCES, TO_CORRECT, WEIGHTS, _cell
from coursekit.lessons.lessona3.printed import places, printed_table
from coursekit.rules import CN2, cover_class, make_selectors
from pages import NOTEBOOKS, code_cells, markdown_cells, outputs_text, read

ROWS = printed_rows()
PAGES = {page.stem: page for page in NOTEBOOKS}
COMPARED = ROWS[ROWS["key"] != ""]
LINES = lines()
ON_PAGES = [*ROWS["where"], *LINES["lesson"]]


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


def resolves(place: str) -> bool:
    """Tell whether a page has the section of this number, or what comes before its first one.

    On page A3 the place is the id of a line.
    """
    stem, _, section = place.partition(" ")
    if stem == printed.HERE:
        return section in set(LINES["id"])
    text = "\n".join(cell.source for cell in markdown_cells(read(PAGES[stem])))
    number = "1" if section == "before section 1" else section
    return re.search(rf"^## {number} · ", text, re.M) is not None


@pytest.mark.parametrize("place", sorted({p for text in ON_PAGES for p in places(text)}
                                         - {EVIDENCE}))
def test_each_place_is_on_its_page(place):
    assert resolves(place)


@pytest.mark.parametrize("place", ["02c_margins 9", "a3_sources NH99"])
def test_a_place_that_is_not_there_is_seen(place):
    assert not resolves(place)


def test_each_line_has_an_id_of_its_document_and_all_that_its_table_shows():
    assert (LINES.drop(columns="lesson") != "").all(axis=None)
    for source, prefix in zip(SOURCES, ("NH", "VA", "AC", "CB", "TS"), strict=True):
        ids = LINES["id"][LINES["source"] == source]
        assert list(ids) == [f"{prefix}{k}" for k in range(1, len(ids) + 1)]
    assert set(LINES["source"]) == set(SOURCES)


@pytest.mark.parametrize("source", SOURCES)
def test_what_misleads_comes_first_then_slips_then_remarks(source):
    weights = [WEIGHTS.index(weight) for weight in lines(source)["weight"]]
    assert weights == sorted(weights) and weights[0] == WEIGHTS.index(TO_CORRECT[0])


def test_a_row_promises_evidence_if_and_only_if_the_page_has_a_cell_that_confirms_it():
    promised = LINES["id"][LINES["lesson"].map(lambda text: EVIDENCE in places(text))]
    given = [(cell, match) for cell in code_cells(read(PAGES[printed.HERE]))
             for match in re.findall(r'^evidence\(\s*"(\w+)"', cell.source, re.M)]
    assert sorted(id_ for _, id_ in given) == sorted(promised)
    for cell, id_ in given:
        assert outputs_text(cell.outputs).strip().startswith(f"**{id_}.** "), id_


def test_evidence_that_does_not_confirm_its_row_is_refused(capsys):
    with pytest.raises(AssertionError, match="NH1"):
        evidence("NH1", "It holds.", [True, False])
    for id_ in ("NH8", "NH99"):                         # without evidence; without a row
        with pytest.raises(ValueError, match=id_):
            evidence(id_, "It holds.", True)
    evidence("NH1", "It holds for {n}.", np.array([True, True]), n=3)
    assert capsys.readouterr().out == "**NH1.** It holds for 3.\n"


def test_bars_end_no_cell_and_braces_of_formulas_are_no_numbers():
    assert _cell(r"1/|| w || and $\|w\| = |u_{i}|$") == \
        r"1/&#124;&#124; w &#124;&#124; and $\Vert{}w\Vert{} = \vert{}u_{i}\vert{}$"
    assert _cell(r"{cuts[0]:.0f} cuts, $\frac{1}{2}$") == r"2 cuts, $\frac{1}{2}$"


def test_the_indexes_name_every_line_and_every_document():
    ids = set(re.findall(r"\b(?:NH|VA|AC|CB|TS)\d+\b", by_lesson()))
    elsewhere = LINES["lesson"].map(lambda text: set(places(text)) - {EVIDENCE} != set())
    assert ids == set(LINES["id"][elsewhere & (LINES["weight"] != "best")])
    assert [row.split(" | ")[1] for row in by_document().splitlines()[2:]] == list(SOURCES.values())


def test_a_wider_beam_finds_a_list_of_significant_rules_without_an_error():
    zoo = load_zoo()
    animals, kind = zoo.drop(columns="type"), zoo["type"]
    errors = {width: np.sum(CN2(beam_width=width).fit(animals, kind).predict(animals) != kind)
              for width in (5, 12)}
    assert errors == {5: 1, 12: 0}


@pytest.mark.parametrize("source", SOURCES)
def test_a_table_has_a_line_for_each_row_and_five_cells_in_each(source):
    rows = printed_table(source).splitlines()
    assert len(rows) == 2 + np.sum(ROWS["source"] == source)
    assert {row.count("|") for row in rows} == {6} and not re.search(r"[{}]", "".join(rows))
    for table in re.findall(r"\| place.*?(?=\n\n)", folds(source), re.S):
        assert len({line.count("|") for line in table.splitlines()}) == 1, table


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
