"""`assent rules` says the decision by its exit code, and tells it in lines or as JSON."""

import io
import json
import sys
from pathlib import Path

import pytest

from assent.console.rules_check import main

RULES = """
[[rule]]
command = "ls"
decision = "allow"
match = ["ls -l"]
not_match = ["ls > x"]

[[rule]]
command = "rm"
decision = "deny"
message = "Use the trash."
match = ["env rm x"]
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    """Return the path of a file of rules."""
    path = tmp_path / "rules.toml"
    path.write_text(RULES)
    return str(path)


@pytest.mark.parametrize(("block", "code"), [("ls", 0), ("cat x", 1), ("ls; rm x", 2)])
def test_the_exit_code_says_the_decision(
    rules: str, block: str, code: int, capsys: pytest.CaptureFixture[str]
):
    assert main(["check", "--rules", rules, "--json", block]) == code
    told = json.loads(capsys.readouterr().out)
    assert told["decision"] == ("allow", "ask", "deny")[code]


def test_for_a_person_it_is_told_in_lines(rules: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", "--rules", rules, "ls | rm x"]) == 2
    out = capsys.readouterr().out
    assert "Use the trash." in out
    assert out.splitlines()[0] == "deny  The rule 'rm' says deny."


def test_a_batch_is_read_from_a_file_or_from_stdin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    line = json.dumps({"id": 1, "allow": ["ls"], "deny": [], "command": "ls"}) + "\n"
    batch = tmp_path / "batch.jsonl"
    batch.write_text(line * 3)
    assert main(["check", "--batch", str(batch)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((line + "x\n").encode())))
    assert main(["check", "--batch", "-"]) == 65
    assert "error" in capsys.readouterr().out


def test_all_samples_are_tried(tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]):
    assert main(["test", "--rules", rules]) == 0
    assert "3 samples of 2 rules, 0 of them wrong" in capsys.readouterr().out
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[[rule]]\ncommand = "ls"\ndecision = "allow"\nmatch = ["ls > x"]\n')
    assert main(["test", "--rules", str(wrong)]) == 1
    assert "ls > x" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["[[rule]]\ncommand = 1\n", "x", '[[rule]]\ncommand = "\'"\ndecision = "deny"\n']
)
def test_rules_that_cannot_be_read_are_told(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    assert main(["check", "--rules", str(path), "ls"]) == 65
    assert str(path) in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [[], ["check"], ["check", "a", "--batch", "b"], ["check", "--what"], ["else"]]
)
def test_a_command_line_that_is_wrong_is_told(words: list[str]):
    assert main(words) == 64


def test_help_is_no_error():
    assert main(["check", "--help"]) == 0
