"""The person's rules are read again when they change, and a bad file never loosens or loses them."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from assent.policy.projects import Projects, TrustedFiles
from assent.policy.rule_uses import RuleUses
from assent.policy.rulebook import Rulebook
from assent.policy.toml_file import TomlFile
from builders import AT, a_call

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
    monkeypatch.setattr(TomlFile, "_text", lambda _: pytest.fail("read again"))
    assert book.layered() is first


BAD = {
    "no TOML": "[[rule\n",
    "a key twice": "rule = []\nrule = []\n",
    "no UTF-8": b'[[rule]]\ncommand = "\xff"\n',
    "an unknown key": GOOD + 'until = "noon"\n',
    "an unknown table": GOOD + "[limits]\nx = 1\n",
    "no decision": '[[rule]]\ncommand = "ls"\n',
    "neither a command nor a tool": '[[rule]]\ndecision = "allow"\n',
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
def test_of_a_bad_file_from_the_start_nothing_is_known_and_all_is_asked(path: Path, text: str | bytes):
    write(path, text)
    book = Rulebook(path)
    [unknown] = book.layered()
    assert (unknown.rule.command, unknown.rule.decision, unknown.name.source) == ("*", "ask", str(path))
    assert book.problem is not None


def test_the_problem_says_where_and_what(path: Path):
    book = Rulebook(path)
    write(path, GOOD + '[[rule]]\ncommand = "ls"\ndecision = "maybe"\nuntil = 1\n')
    book.layered()
    assert book.problem is not None
    assert book.problem.message.startswith("line 6: rule.2.decision: ")
    assert "rule.2.until: " in book.problem.message
    write(path, GOOD + '[[rule]]\ncommand = "it\'s"\ndecision = "deny"\n')
    book.layered()
    assert book.problem.message.startswith('line 4: rule.2: command "it\'s": ')
    write(path, GOOD + 'match = ["git push"]\n')
    book.layered()
    told = "line 1: rule.1: of the sample 'git push' it does not say allow: "
    assert book.problem.message.startswith(told)
    write(path, GOOD + "decision = 1\n")
    book.layered()
    assert "line 4" in book.problem.message


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
    assert words(book) == ["*"]
    assert book.problem is not None
    assert "another user" in book.problem.message


def test_what_is_no_file_is_a_problem(path: Path):
    path.mkdir()
    book = Rulebook(path)
    assert words(book) == ["*"]
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


def test_a_rule_ends_when_its_time_is_up(path: Path):
    now = AT
    write(
        path, GOOD + f"expires = {(AT + timedelta(minutes=5)).isoformat()}\n" + GOOD.replace("status", "log")
    )
    book = Rulebook(path, clock=lambda: now)
    assert words(book) == ["git status", "git log"]
    now += timedelta(minutes=5)
    assert words(book) == ["git log"]


def test_a_rule_ends_when_it_was_used_as_often_as_it_says(path: Path):
    write(path, GOOD + "uses = 2\n" + GOOD.replace("status", "log"))
    uses = RuleUses({})
    book = Rulebook(path, uses=uses)
    first = book.layered()
    for left in (2, 1):
        assert len(words(book)) == 2, left
        uses.count([first[0].name], book.counted(""), a_call())
    assert words(book) == ["git log"]


def managed_and_project(
    folder: Path, managed: str = "", project: str = ""
) -> tuple[Rulebook, str, TrustedFiles]:
    """Return a book of three layers, and the folder of a repository."""
    (folder / "etc").mkdir()
    inner = folder / "repository" / "inner"
    (folder / "repository" / ".git").mkdir(parents=True)
    (folder / "repository" / ".assent").mkdir()
    inner.mkdir()
    write(folder / "rules.toml", GOOD)
    if managed:
        write(folder / "etc" / "rules.toml", managed)
    if project:
        write(folder / "repository" / ".assent" / "rules.toml", project)
    trusted = TrustedFiles(folder / "trusted.json")
    projects = Projects(trusted.known)
    managed_file = folder / "etc" / "rules.toml"
    return Rulebook(folder / "rules.toml", managed=managed_file, projects=projects), str(inner), trusted


MORE = (
    '[[rule]]\ncommand = "make"\ndecision = "allow"\n'
    '[[rule]]\ncommand = "git push"\ndecision = "deny"\n'
    '[[rule]]\ncommand = "git log"\ndecision = "ask"\n'
)


def said(book: Rulebook, folder: str = "") -> list[tuple[str | None, str]]:
    return [(each.rule.command, each.layer) for each in book.layered(folder)]


def test_a_project_only_narrows(tmp_path: Path):
    book, folder, _ = managed_and_project(tmp_path, project=MORE)
    assert said(book) == [("git status", "user")]
    assert said(book, "/") == [("git status", "user")]
    assert said(book, folder) == [("git status", "user"), ("git push", "project"), ("git log", "project")]
    assert book.layered(folder) is book.layered(folder)


def test_a_trusted_project_allows_until_its_rules_change(tmp_path: Path):
    book, folder, trusted = managed_and_project(tmp_path, project=MORE)
    book.layered(folder)
    [(path, sha256)] = book.untrusted()
    trusted.trust(path, sha256)
    assert ("make", "project") in said(book, folder)
    assert book.untrusted() == ()
    write(Path(path), MORE + GOOD)
    assert said(book, folder) == [("git status", "user"), ("git push", "project"), ("git log", "project")]
    assert len(book.untrusted()) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root is an administrator")
def test_the_administrator_adds_and_may_leave_out_what_others_allow(tmp_path: Path):
    book, folder, trusted = managed_and_project(tmp_path, managed=MORE, project=MORE)
    assert said(book)[1:] == [("make", "managed"), ("git push", "managed"), ("git log", "managed")]
    assert not book.only_managed
    book.layered(folder)
    trusted.trust(*book.untrusted()[0])
    write(tmp_path / "etc" / "rules.toml", "only_managed = true\n" + MORE)
    assert book.only_managed
    assert [each for each in said(book, folder) if each[1] != "managed"] == [
        ("git push", "project"),
        ("git log", "project"),
    ]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_only_the_administrator_writes_the_administrators_rules(tmp_path: Path):
    book, _, _ = managed_and_project(tmp_path, managed=MORE)
    os.chown(tmp_path / "etc" / "rules.toml", 65534, -1)
    assert said(book) == [("git status", "user"), ("*", "managed")]
    assert book.problem is not None
    assert "than root" in book.problem.message


def test_nobody_else_says_that_only_they_allow(tmp_path: Path):
    book, folder, _ = managed_and_project(tmp_path, project="only_managed = true\n" + MORE)
    assert said(book, folder) == [("git status", "user"), ("*", "project")]
    assert book.problem is not None
    assert "only_managed" in book.problem.message


def test_a_bad_file_of_a_project_is_told_and_the_last_good_one_holds(tmp_path: Path):
    book, folder, _ = managed_and_project(tmp_path, project=MORE)
    before = said(book, folder)
    write(tmp_path / "repository" / ".assent" / "rules.toml", "x = 1\n")
    assert said(book, folder) == before
    assert book.problem is not None
    assert book.problem.message == "line 1: x: unknown field"
