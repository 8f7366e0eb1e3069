"""The first line of the course says whether everything is in place."""
from coursekit import environment
from coursekit.environment import _python, check_environment


def test_nothing_to_say_when_all_is_well(capsys):
    check_environment()
    assert capsys.readouterr().out.startswith("Everything is in place")


def test_what_is_missing_or_old_is_named_with_a_remedy(capsys, monkeypatch):
    assert _python((3, 9, 1)) == ["Python 3.9.1 is too old; 3.11 is needed"]
    monkeypatch.setattr(environment, "verify_data", lambda: ["data file drug.csv is missing"])
    monkeypatch.setattr(environment.metadata, "requires", lambda _: [
        "numpy>=999", "no-such-thing>=1", 'not-wanted; extra == "test"', "numpy>=1"])
    check_environment()
    said = capsys.readouterr().out
    problems = [line for line in said.splitlines() if line.startswith(" - ")]
    assert "make lab" in said
    assert len(problems) == 3, problems
    for part in ("numpy>=999", "no-such-thing", "drug.csv"):
        assert sum(part in problem for problem in problems) == 1, part
