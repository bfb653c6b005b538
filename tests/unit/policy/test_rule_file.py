"""One rule is written, changed or taken out; all else in the file stays as it was, to the byte."""

import os
import stat
import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from assent.model.rules import Rule, RulebookFile
from assent.policy import rule_file
from assent.policy.rule_file import NotWritten, RuleFile
from builders import AT

TEXT = """\
# My rules. é

[[rule]]  # the first
command = "git status"   # often
decision = "allow"

# About the second,
# at length.
[[rule]]
decision = 'deny'
command = '''rm'''
message = \"\"\"
[[rule]]
# no comment
\"\"\"

   # indented
[[rule]]
command = "make"
decision = "ask"
match = [
    "make",  # all
    "make x",
]
# the end
"""
NEW = '[[rule]]\ncommand = "ls"\ndecision = "allow"\nmatch = ["ls -l"]\n'
LS = Rule(command="ls", decision="allow", match=("ls -l",))


@pytest.fixture
def file(tmp_path: Path) -> RuleFile:
    """Return the file with the text."""
    path = tmp_path / "rules.toml"
    path.write_text(TEXT)
    path.chmod(0o600)
    return RuleFile(path)


def rules_in(file: RuleFile) -> tuple[Rule, ...]:
    return RulebookFile.model_validate(tomllib.loads(file.path.read_text())).rule


def test_a_rule_is_added_word_for_word(file: RuleFile):
    file.append(NEW, [LS])
    assert file.path.read_text() == TEXT + "\n" + NEW
    assert rules_in(file)[3] == LS


def test_the_first_rule_makes_the_file_for_the_person_alone(tmp_path: Path):
    file = RuleFile(tmp_path / "new" / "rules.toml")
    file.append(NEW, [LS])
    assert file.path.read_text() == NEW
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert [each.name for each in file.path.parent.iterdir()] == ["rules.toml"]


def test_a_file_without_an_end_of_its_last_line_gets_one(file: RuleFile):
    file.path.write_text(TEXT.rstrip("\n"))
    file.append(NEW, [LS])
    assert file.path.read_text() == TEXT + "\n" + NEW


def test_what_is_written_is_what_was_shown(file: RuleFile):
    other = LS.model_copy(update={"decision": "deny"})
    for toml, rules in ((NEW, [other]), (NEW, [LS, LS]), (NEW + "x = 1\n", [LS]), ("[[", [LS])):
        with pytest.raises(NotWritten):
            file.append(toml, rules)
    assert file.path.read_text() == TEXT


@pytest.mark.parametrize(
    ("number", "gone"),
    [
        (0, '[[rule]]  # the first\ncommand = "git status"   # often\ndecision = "allow"\n'),
        (1, TEXT[TEXT.index("[[rule]]\ndecision") : TEXT.index("\n   # indented")]),
        (2, TEXT[TEXT.index('[[rule]]\ncommand = "make"') : TEXT.index("# the end")]),
    ],
)
def test_a_rule_is_taken_out_and_every_comment_stays(file: RuleFile, number: int, gone: str):
    before = rules_in(file)
    assert TEXT.count(gone) == 1
    file.remove(number)
    assert file.path.read_text() == TEXT.replace(gone, "")
    assert rules_in(file) == before[:number] + before[number + 1 :]


def test_all_rules_can_be_taken_out(file: RuleFile):
    for _ in range(3):
        file.remove(0)
    assert rules_in(file) == ()
    assert file.path.read_text().count("#") == 5
    file.append(NEW, [LS])
    assert rules_in(file) == (LS,)


def test_a_rule_is_changed_where_it_differs(file: RuleFile):
    file.edit(0, Rule(command="git status", decision="ask"))
    assert file.path.read_text() == TEXT.replace('decision = "allow"', 'decision = "ask"')
    file.edit(0, Rule(command="git status", decision="allow"))
    assert file.path.read_text() == TEXT


def test_a_changed_rule_loses_and_gets_keys_and_all_comments_stay(file: RuleFile):
    before = rules_in(file)
    new = Rule(
        command="rm", decision="allow", uses=3, expires=AT + timedelta(days=1), cwd="/tmp", match=("rm x",)
    )
    file.edit(1, new)
    text = file.path.read_text()
    assert rules_in(file) == (before[0], new, before[2])
    for kept in ("# My rules. é", "# the first", "# often", "# About the second,", "# all", "# the end"):
        assert kept in text
    assert "message" not in text


@pytest.mark.parametrize("number", [-1, 3])
def test_a_rule_that_is_not_there_is_not_changed(file: RuleFile, number: int):
    for change in (lambda: file.remove(number), lambda: file.edit(number, LS)):
        with pytest.raises(NotWritten, match="no such rule"):
            change()
    assert file.path.read_text() == TEXT


def test_a_file_that_changed_since_it_was_looked_at_is_left_alone(file: RuleFile):
    seen = file.seen()
    file.path.write_text(TEXT + "\n")
    for change in (
        lambda: file.append(NEW, [LS], seen=seen),
        lambda: file.remove(0, seen=seen),
        lambda: file.edit(0, LS, seen=seen),
    ):
        with pytest.raises(NotWritten, match="in the meantime"):
            change()
    assert file.path.read_text() == TEXT + "\n"
    file.append(NEW, [LS], seen=file.seen())


def test_one_that_changes_while_it_is_written_is_left_alone(file: RuleFile, monkeypatch: pytest.MonkeyPatch):
    write = rule_file.write_whole

    def edited_meanwhile(path: Path, data: bytes) -> None:
        raise AssertionError("written over an edit")

    real = RuleFile._read
    texts = iter([TEXT.encode(), (TEXT + "# mine\n").encode()])
    monkeypatch.setattr(RuleFile, "_read", lambda _self: next(texts))
    monkeypatch.setattr(rule_file, "write_whole", edited_meanwhile)
    with pytest.raises(NotWritten, match="in the meantime"):
        file.append(NEW, [LS])
    monkeypatch.setattr(RuleFile, "_read", real)
    monkeypatch.setattr(rule_file, "write_whole", write)


def test_a_link_stays_one(file: RuleFile, tmp_path: Path):
    (tmp_path / "dotfiles").mkdir()
    target = file.path.rename(tmp_path / "dotfiles" / "assent-rules.toml")
    file.path.symlink_to(target)
    file.append(NEW, [LS])
    assert file.path.is_symlink()
    assert target.read_text() == TEXT + "\n" + NEW


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('rule = [{command = "x", decision = "deny"}]\n', "cannot be"),
        ("[[rule]]\n", "not good"),
        ("[[rule", "not good"),
        ("x = 1\n", "not good"),
        (NEW.replace("ls -l", "cd x"), "not good"),
        ("# " + "x" * (1 << 20), "larger"),
    ],
)
def test_a_file_that_is_not_understood_is_left_alone(file: RuleFile, text: str, told: str):
    file.path.write_text(text)
    for change in (lambda: file.append(NEW, [LS]), lambda: file.remove(0), lambda: file.edit(0, LS)):
        with pytest.raises(NotWritten):
            change()
    with pytest.raises(NotWritten, match=told):
        file.remove(0)
    assert file.path.read_text() == text


def test_bytes_that_are_no_text_are_left_alone(file: RuleFile):
    file.path.write_bytes(b"# \xff\n")
    with pytest.raises(NotWritten, match="UTF-8"):
        file.append(NEW, [LS])


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_a_file_that_others_may_write_is_left_alone(file: RuleFile):
    file.path.chmod(0o666)
    with pytest.raises(NotWritten, match="others may write"):
        file.append(NEW, [LS])


def test_a_folder_in_its_place_is_told(tmp_path: Path):
    (tmp_path / "rules.toml").mkdir()
    with pytest.raises(NotWritten, match="cannot be used"):
        RuleFile(tmp_path / "rules.toml").append(NEW, [LS])


def test_windows_line_ends_stay(file: RuleFile):
    file.path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    file.remove(0)
    assert file.path.read_bytes().count(b"\r\n") == TEXT.count("\n") - 3
