"""Each preset leads where its name and its words say: the sentence there says so."""
from __future__ import annotations

import re

import pytest

from coursekit.explorer import explorer_names, find_explorer

CASES = [(kind, preset) for kind in explorer_names() for preset in find_explorer(kind).presets]


@pytest.mark.parametrize("kind, preset", CASES)
def test_a_preset_leads_where_it_says(kind, preset):
    explorer = find_explorer(kind)()
    start, shows = explorer.status, find_explorer(kind).presets[preset].shows
    explorer.preset(preset)
    assert re.search(shows, explorer.status), explorer.status
    assert explorer.status != start
