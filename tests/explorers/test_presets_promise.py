"""Each preset leads where its name and its words say: the sentence there, tested elsewhere, tells so."""
from __future__ import annotations

import re

import pytest

from coursekit.explorer import explorer_names, find_explorer

#: By explorer, what the sentence of each preset must hold.
THERE = {
    "AgeBins": {"two bins": r"^2 bins of 40 years, all", "men, eight bins": r"^8 bins .* men and boys",
                "forty bins": r"^40 bins of 2 years"},
    "AnnealingSteps": {"too cold": r"^Step 120 of 120, T = 1:", "too hot": r"T = 256:",
                       "cooled too fast": r"T below 0.001:", "held": r"T = 32:"},
    "AqStepper": {"second seed": r"^Round 2 of \d, drug A: no condition yet",
                  "two conditions": r"^Round 3 of 3, drug A: age <= [\d.]+, \d patients covered",
                  "a tie": r"^Round \d of \d, drug B"},
    "BeamSearch": {"large beam": r"^zoo, beam of 12,", "one place": r"beam of 5, .*one place per cover",
                   "strict": r"α = 0\.01: 5 rules", "iris": r"^iris, .* Line 3, round 1"},
    "BendIt": {"flat": r"^bend = 0\.00: all \d+ samples lie in the plane.*°.* above the plane",
               "from above": r"^bend = 1\.00:.*Turned by 0°, seen from above",
               "from the side": r"^bend = 1\.00:.*triangle wave.*seen along the plane, which is a line",
               "spirals": r"^bend = 1\.00: .*cos\(r/0\.8"},
    "CGammaMap": {"flat": r"^C = 0\.1, γ = 0\.001.*(goes from (−?0\.9\d|−?1\.0\d) to (0\.9\d|1\.0\d)|same class)",
                  "nearly a line": r"^C = 1000, γ = 0\.001", "islands": r"γ = 100.*right are (9[89]|100)\.\d% of the 200",
                  "no islands": r"γ = 100.*All fresh samples get the same class"},
    "CodeLength": {"no rule": r"^no rule, ", "3a alone": r"^\{3a\}, .*Greedy.* ends here",
                   "8a alone": r"^\{8a\}, "},
    "Confounder": {"sex": r"^sex, raw.*at one mix of class a gap of 5\d", "title": r"they share no stratum"},
    "DegreeChoice": {"too simple": r"degree 1:", "too rich": r"degree 8:", "much noise": r"noise sd 3\.0, degree 2\b",
                     "many samples": r"n = 200, .* AIC in \d+, BIC"},
    "Imputation": {"drop": r"714 of 891 rows kept", "title": r"^median of the title",
                   "mark": r"The mark keeps them apart"},
    "KernelOrNot": {"three close samples": r"^exp\(−dᵖ\), p = 4, 3 samples from 0 to 1:.*prove that this is no",
                    "Gaussian": r"p = 2, 30 samples.*smallest eigenvalue is 0 up to rounding",
                    "a box": r"^1 if d ≤ p.*prove that this is no kernel",
                    "tanh": r"^tanh\(pxz\), p = 1, 2 samples.*1 is negative"},
    "LagrangeTilt": {"t below 0": r"t = −0\.50: .*inside the feasible side", "small λ": r"^λ = 0\.200.*raise λ",
                     "large λ": r"^λ = 0\.800.*lower λ", "t above 1": r"t = 1\.60: .*gap v − q = 0\.36"},
    "NestedLoops": {"first winner": r"^Step 13 .*the setting with .* wins", "refit": r"^Step 14 .*learns again",
                    "first outer score": r"^Step 15 .*outer fold 1: the refitted winner.*is right on",
                    "the end": r"^Step 75 of 75.*The mean of the outer scores"},
    "Optimism": {"nothing to choose": r"^n = 80, 1 setting,", "few samples": r"^n = 20, 256 settings",
                 "many samples": r"^n = 320, 16 settings"},
    "Pruner": {"almost free": r"smallest split that stands serves \d,", "one error a leaf": r"^α = 1\.12 .*largest branch "
               r"gone had \d+", "dear": r"^α = 50\.1 .*: 2 leaves of"},
    "Repeats": {"another run": r"^Run 8 of 120", "ten partitions": r"^Run 1 of 12, 10 partitions",
                "three folds": r"into 3 folds"},
    "RulePruner": {"a little more careful": r"^Rule 5, .*α = 0\.229.*no condition at all",
                   "nobody covered": r"^Rule 7, .*U goes from 100\.00%"},
    "SMOStepper": {"start": r"^Step 0 of .*all β are zero", "quiet": r"^Step 45 of .*not certified.*quiet passes stop "
                   r"it at 45", "certified": r": certified;.*end of the record",
                   "AND": r"^Step 0 of .*tol stops it at \d+; quiet passes occur with random partners only"},
    "SORShift": {"far away": r"^Samples moved by 30, C = 1\.", "larger C": r"^Samples moved by 30, C = 100\.",
                 "centred": r"^Samples moved by 30 and centred, C = 1\.",
                 "ω > 2": r"^Samples moved by 0, .*ω = 2\.10 is not finished"},
    "ScoreMap": {"far apart": r"^Partition 4, .*C from 1 to 100", "one framed": r"1 of 49 cells lies",
                 "scatter": r"Sd over the inner folds", "paired": r"corrected standard error.*Framed cells lie"},
    "ShiftFraction": {"a whole pixel": r"^Split 1, Gaussian, copies moved by 1 px.*20 have fewer errors",
                      "cubic": r"cubic, copies moved by 1 px", "two pixels": r"moved by 2 px",
                      "not moved": r"moved by 0 px.*Unmoved copies"},
    "SlackPrice": {"AND on the line": r"^C = 2: .*\(1, 1\) is on the line", "hard from here": r"^C = 4: .*No slack is left",
                   "band": r"any b from .* is optimal"},
    "SplitScanner": {"too early": r"^s = 0\.200: .*not the lowest", "in the middle": r"^s = 0\.500: .*It stays so for every s",
                     "nobody left": r"all samples are on one side"},
    "TubeAndBandwidth": {"level": r"The curve is level: every b from", "narrow": r"h = 0\.1:", "wide": r"h = 10:",
                         "outside": r"C = 1, .*samples are outside the tube"},
    "Votes": {"nobody": r"nobody said yes", "two at once": r"two machines said yes",
              "in the middle": r"Distances are undefined: the machine of middle has w = 0",
              "irises": r"^iris sepals, C = 1, largest value: .* [1-9]\d* samples have no yes"},
}
CASES = [(kind, preset) for kind, presets in THERE.items() for preset in presets]


def test_every_preset_is_here():
    kinds = explorer_names()
    missing = {kind: new for kind in kinds if (new := set(find_explorer(kind).presets) ^ set(THERE.get(kind, ())))}
    assert not missing, f"THERE says of each preset what the sentence has there, but not of (or of too many): {missing}"


@pytest.mark.parametrize("kind, preset", CASES)
def test_a_preset_leads_where_it_says(kind, preset):
    explorer = find_explorer(kind)()
    start = explorer.status
    explorer.preset(preset)
    assert re.search(THERE[kind][preset], explorer.status), explorer.status
    assert explorer.status != start
