"""The first line of the course says whether everything is in place."""
from coursekit import environment
from coursekit.environment import _packages, _python, check_environment


def test_nothing_to_say_when_all_is_well(capsys):
    check_environment()
    assert capsys.readouterr().out.startswith("Everything is in place")


def test_what_is_missing_or_old_is_named_with_a_remedy(capsys, monkeypatch):
    assert _python((3, 9, 1)) == ["Python 3.9.1 is too old; 3.11 is needed"]
    assert _packages(["numpy>=999"])[0].endswith("is installed; numpy>=999 is needed")
    assert _packages(["no-such-thing>=1"]) == ["no-such-thing is not installed; "
                                               "no-such-thing>=1 is needed"]
    assert _packages(['no-such-thing; extra == "test"', "numpy>=1"]) == []
    monkeypatch.setattr(environment, "verify_data", lambda: ["data file drug.csv is missing"])
    check_environment()
    said = capsys.readouterr().out
    assert "drug.csv is missing" in said and "make lab" in said
