"""Each preset leads where its name and its words say: the sentence there says so."""
from __future__ import annotations

import re


def test_a_preset_leads_where_it_says(walked):
    for name, look in walked.presets.items():
        assert re.search(walked.kind.presets[name].shows, look.status), (name, look.status)
        assert look.status != walked.start.status, name
