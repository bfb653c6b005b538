"""What is wrong with a file of rules is told with its line."""

import tomllib

import pytest
from pydantic import ValidationError

from assent.model.rules import RulebookFile
from assent.policy.rule_lines import document_of, header_lines, line_of, tables_of

TEXT = '''# head
[[rule]] # c
command = "a" # x
decision = "allow"

# about b
[[rule]]
decision = "maybe"
command = """
[[rule]]
"""
'''


def test_each_rule_is_found_whatever_stands_in_texts():
    assert header_lines(TEXT) == [1, 6]
    assert header_lines("") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (TEXT, 8),
        ("x=1\n[[rule]]\ncommand='a'\ndecision='deny'\n", 1),
        ("\n[[rule]]\ncommand='a'\n", 2),
        ("[[rule]]\ncommand='a'\ndecision='deny'\nmatch=[\n'a',\n5]\n", 6),
        ("rule=[{a=1}]\n", 1),
        ("#\n[rule]\na=1\n", 2),
        ("[[rule]]\ncommand='a'\ndecision='deny'\n[rule.sub]\nx=1\n", 4),
        ("[[rule]]\ncommand='a'\ndecision='deny'\nuses=1\n", 1),
    ],
)
def test_the_line_of_what_is_wrong(text: str, line: int):
    with pytest.raises(ValidationError) as found:
        RulebookFile.model_validate(tomllib.loads(text))
    assert line_of(text, found.value) == line


@pytest.mark.parametrize("text", ["rule = []\n", "rule = 1\n"])
def test_rules_that_are_no_tables_of_their_own_are_told(text: str):
    with pytest.raises(ValueError, match="one list"):
        tables_of(document_of(text))


def test_what_is_no_toml_is_told():
    with pytest.raises(ValueError, match="line 1"):
        document_of("[[")
