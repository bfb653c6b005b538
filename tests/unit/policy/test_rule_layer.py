"""One file of rules is in force whole, as it was when it was last good, or not known."""

from pathlib import Path

from assent.policy.rule_layer import RuleLayer

GOOD = '[[rule]]\ncommand = "ls"\ndecision = "allow"\n[[rule]]\ncommand = "rm"\ndecision = "deny"\n'


def write(path: Path, text: str) -> None:
    """Replace the file."""
    new = path.with_name("new")
    new.write_text(text)
    new.chmod(0o600)
    new.replace(path)


def test_a_file_is_in_force_whole_and_its_narrowing_rules_are_known(tmp_path: Path):
    layer = RuleLayer(tmp_path / "r.toml", "user")
    assert (layer.book().rules, layer.problem, layer.sha256) == ((), None, "")
    write(layer.path, GOOD)
    assert [each.rule.command for each in layer.book().rules] == ["ls", "rm"]
    assert [each.rule.command for each in layer.book().narrowing] == ["rm"]
    assert len(layer.sha256) == 64
    assert layer.book() is layer.book()


def test_a_bad_one_leaves_the_last_good_one_in_force(tmp_path: Path):
    layer = RuleLayer(tmp_path / "r.toml", "user")
    write(layer.path, GOOD)
    good = layer.book()
    write(layer.path, GOOD + "x = 1\n")
    assert layer.book() is good
    assert layer.problem is not None
    assert layer.problem.message == "line 7: rule.2.x: unknown field"


def test_of_one_that_never_was_good_nothing_is_known(tmp_path: Path):
    layer = RuleLayer(tmp_path / "r.toml", "project")
    write(layer.path, "x = 1\n")
    [unknown] = layer.book().rules
    assert (unknown.rule.decision, unknown.rule.command, unknown.layer) == ("ask", "*", "project")
    assert layer.book().narrowing == layer.book().rules
    layer.path.unlink()
    assert (layer.book().rules, layer.problem) == ((), None)
    write(layer.path, "x = 2\n")
    assert layer.book().rules == (unknown,)  # that there was no file is not to know what is in this one
