"""The person's rules are read again when they change, and a bad file never loosens or loses them."""

import os
from pathlib import Path

import pytest

from assent.model.rules import Rule
from assent.policy.rulebook import GivenRules, Rulebook, pattern_of
from assent.policy.toml_file import TomlFile

GOOD = '[[rule]]\ncommand = "git status"\ndecision = "allow"\n'


def words(book: Rulebook) -> list[str]:
    return [each.rule.command for each in book.layered()]


def write(path: Path, text: str | bytes, mode: int = 0o600) -> None:
    """Replace the file, as an editor does: a new file under the old name."""
    new = path.with_name("new")
    new.write_bytes(text.encode() if isinstance(text, str) else text)
    new.chmod(mode)
    new.replace(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the rules are to be."""
    return tmp_path / "rules.toml"


@pytest.mark.parametrize(
    ("rule", "command", "matches"),
    [
        ("git status", "git status", True),
        ("git status", "git status -s", True),
        ("git status", "git", False),
        ("git status", "git log status", False),
        ("git", "gitk", False),
        ("=make test", "make test", True),
        ("=make test", "make test all", False),
        ("= make test", "make test", True),
        ("npm run *", "npm run", False),
        ("npm run *", "npm run build --fast", True),
        ("git * origin", "git push origin", True),
        ("git * origin", "git push upstream", False),
        ("=ls *", "ls -l", True),
        ("=ls *", "ls", False),
        ("=ls *", "ls -l x", False),
        ("*", "anything at all", True),
        ("'my tool' x", "my@tool x", True),
        ("git st*", "git status", False),
    ],
)
def test_a_pattern_speaks_of_the_commands_that_begin_with_its_words(rule: str, command: str, matches: bool):
    pattern = pattern_of(Rule(command=rule, decision="allow"))
    assert pattern.matches(tuple(word.replace("@", " ") for word in command.split())) is matches


@pytest.mark.parametrize("command", [" ", "=", "= ", "''", "'open"])
def test_a_rule_without_readable_words_is_refused(command: str):
    if command == "''":
        assert pattern_of(Rule(command=command, decision="deny")).words == ("",)
        return
    with pytest.raises(ValueError, match=r"no words|No closing quotation"):
        pattern_of(Rule(command=command, decision="deny"))


def test_no_file_is_a_book_without_rules_and_no_problem(path: Path):
    book = Rulebook(path)
    assert (book.layered(), book.problem) == ((), None)


def test_a_change_is_in_force_at_the_next_look(path: Path):
    book = Rulebook(path)
    assert words(book) == []
    write(path, GOOD)
    assert words(book) == ["git status"]
    write(path, GOOD.replace("status", "logger"))
    assert words(book) == ["git logger"]
    path.unlink()
    assert words(book) == []


def test_a_change_in_place_of_the_same_length_is_seen(path: Path):
    write(path, GOOD)
    book = Rulebook(path)
    assert words(book) == ["git status"]
    before = path.stat().st_mtime_ns
    path.write_text(GOOD.replace("status", "logger"))
    os.utime(path, ns=(before + 1, before + 1))  # a file system's clock may be too coarse for a quick test
    assert words(book) == ["git logger"]


def test_an_unchanged_file_is_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch):
    write(path, GOOD)
    book = Rulebook(path)
    first = book.layered()
    monkeypatch.setattr(TomlFile, "_table", lambda _: pytest.fail("read again"))
    assert book.layered() is first


BAD = {
    "no TOML": "[[rule\n",
    "a key twice": "rule = []\nrule = []\n",
    "no UTF-8": b'[[rule]]\ncommand = "\xff"\n',
    "an unknown key": GOOD + 'until = "noon"\n',
    "an unknown table": GOOD + "[limits]\nx = 1\n",
    "no decision": '[[rule]]\ncommand = "ls"\n',
    "no command": '[[rule]]\ndecision = "allow"\n',
    "an empty command": '[[rule]]\ncommand = ""\ndecision = "allow"\n',
    "a number for a command": '[[rule]]\ncommand = 5\ndecision = "allow"\n',
    "a list for a command": '[[rule]]\ncommand = ["ls"]\ndecision = "allow"\n',
    "another decision": '[[rule]]\ncommand = "ls"\ndecision = "maybe"\n',
    "a decision in capitals": '[[rule]]\ncommand = "ls"\ndecision = "ALLOW"\n',
    "a text for the rules": 'rule = "ls"\n',
    "one table for the rules": '[rule]\ncommand = "ls"\ndecision = "allow"\n',
    "an open quote": '[[rule]]\ncommand = "it\'s"\ndecision = "allow"\n',
    "too large": "#" * ((1 << 20) + 1),
    "too deep": "x = " + "[" * 100_000,
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_a_problem_and_the_last_good_rules_hold(path: Path, text: str | bytes):
    write(path, GOOD)
    book = Rulebook(path)
    assert words(book) == ["git status"]
    write(path, text)
    assert words(book) == ["git status"]
    assert book.problem is not None
    assert (book.problem.source, bool(book.problem.message)) == (str(path), True)
    write(path, GOOD + GOOD)
    assert words(book) == ["git status"] * 2
    assert book.problem is None


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_bad_file_from_the_start_allows_nothing(path: Path, text: str | bytes):
    write(path, text)
    book = Rulebook(path)
    assert words(book) == []
    assert book.problem is not None


def test_the_problem_says_where_and_what(path: Path):
    book = Rulebook(path)
    write(path, GOOD + '[[rule]]\ncommand = "ls"\ndecision = "maybe"\nuntil = 1\n')
    book.layered()
    assert book.problem is not None
    assert "rule.2.decision: " in book.problem.message
    assert "rule.2.until: " in book.problem.message
    write(path, GOOD + '[[rule]]\ncommand = "it\'s"\ndecision = "deny"\n')
    book.layered()
    assert 'rule 2, command "it\'s": No closing quotation' in book.problem.message


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_believed(path: Path, mode: int):
    write(path, GOOD)
    book = Rulebook(path)
    assert words(book) == ["git status"]
    write(path, GOOD.replace("status", "push"), mode)
    assert words(book) == ["git status"]
    assert book.problem is not None
    assert "others may write" in book.problem.message
    path.chmod(0o644)
    assert words(book) == ["git push"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_not_believed(path: Path):
    write(path, GOOD)
    os.chown(path, 65534, -1)
    book = Rulebook(path)
    assert words(book) == []
    assert book.problem is not None
    assert "another user" in book.problem.message


def test_what_is_no_file_is_a_problem(path: Path):
    path.mkdir()
    book = Rulebook(path)
    assert words(book) == []
    assert book.problem is not None


def test_rules_in_force_are_named_and_the_same_tuple_while_none_changed(path: Path):
    write(path, GOOD + '[[rule]]\ntool = "Fetch"\ndecision = "ask"\n')
    book = Rulebook(path)
    first = book.layered()
    assert [(each.name.rule, each.name.source, each.layer) for each in first] == [
        ("git status", str(path), "user"),
        ("the tool Fetch", str(path), "user"),
    ]
    assert book.layered() is first
    write(path, GOOD)
    assert len(book.layered()) == 1


def test_given_rules_are_what_they_are():
    rules = GivenRules([Rule(command="ls", decision="allow")], "given")
    assert [(each.rule.command, each.name.source) for each in rules.layered("/tmp")] == [("ls", "given")]
