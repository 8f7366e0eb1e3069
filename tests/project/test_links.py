"""`make links`: README's first links, from the repository's own address."""
from __future__ import annotations

import re

import links
import pytest

from pages import NOTEBOOKS, ROOT


@pytest.mark.parametrize("address", [
    "https://github.com/ada/the.course", "https://github.com/ada/the.course.git",
    "git@github.com:ada/the.course.git", "ssh://git@github.com/ada/the.course"])
def test_all_forms_of_an_address_give_the_same_links(address):
    made = links.links(address)
    assert made == links.links("https://github.com/ada/the.course/")
    assert made.count("ada/the.course") == 3 and "https://ada.github.io/the.course/" in made
    assert made.count(NOTEBOOKS[0].name) == 2


@pytest.mark.parametrize("address", ["", "https://example.org/ada/course", "/srv/course.git"])
def test_another_host_is_told_what_to_do(address):
    with pytest.raises(ValueError, match="COURSE_REPOSITORY=https://github.com/you/course make links"):
        links.links(address)


def test_the_links_take_the_place_of_what_stood_there(tmp_path, monkeypatch):
    monkeypatch.setattr(links, "ROOT", tmp_path)
    monkeypatch.setenv("COURSE_REPOSITORY", "https://github.com/ada/course")
    (tmp_path / "README.md").write_text((ROOT / "README.md").read_text("utf-8"), "utf-8")
    links.main()
    once = (tmp_path / "README.md").read_text("utf-8")
    links.main()
    assert (tmp_path / "README.md").read_text("utf-8") == once
    assert re.search(r"<!-- links -->\n.*mybinder.*colab.*\n<!-- /links -->", once, re.S)
