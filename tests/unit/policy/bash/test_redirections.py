"""Only redirections that change nothing are read."""

import pytest

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.redirections import Heredoc, body_of, redirection_at
from assent.policy.block import Redirection


@pytest.mark.parametrize(
    ("written", "redirection"),
    [
        *(
            (text, Redirection("nowhere", "/dev/null"))
            for text in (">/dev/null", "2> /dev/null", "&>/dev/null")
        ),
        *(
            (text, Redirection("nowhere", "/dev/null"))
            for text in (">>/dev/null", "1>/dev/null", "&>>/dev/null")
        ),
        *((text, Redirection("duplicate", text)) for text in ("2>&1", ">&2", "1>&2")),
        ("< a.txt", Redirection("file", "a.txt")),
        ("<'a b'", Redirection("file", "a b")),
        ("</dev/null", Redirection("file", "/dev/null")),
    ],
)
def test_a_neutral_one_is_read(written: str, redirection: Redirection):
    reading = redirection_at(f"ls {written};", 3, {})
    assert reading is not None
    assert reading.redirection == redirection
    assert reading.end == 3 + len(written)


@pytest.mark.parametrize(
    "written",
    [
        *(
            ">a",
            ">>a",
            "2>a",
            "&>a",
            ">&a",
            ">|a",
            "<>a",
            "3>&1",
            "2>&3",
            "2>&-",
            "<&0",
            "0<&1",
            "12>&1",
            ">/dev/null2",
        ),
        *(
            ">/dev/nullx",
            "2>&1x",
            "2>&1'x'",
            "2>&12",
            ">/dev/stdout",
            "</dev/tcp/a/1",
            "</dev/stdin",
            "<*.py",
            '<"$HOME"',
        ),
        *(
            "<{a,b}",
            "<(a)",
            ">(a)",
            "<",
            "< #a",
            "<<",
            "<<\\E",
            "<<'a''b'",
            '<<"$x"',
            "<<<",
            "<<<*",
            '<<<"$HOME"',
            "<<<2>&1",
        ),
    ],
)
def test_others_are_doubted(written: str):
    with pytest.raises(Doubt):
        redirection_at(written, 0, {})


def test_a_word_is_none():
    assert redirection_at("2a", 0, {}) is None


def test_a_text_in_the_line_is_stdin():
    reading = redirection_at("<<< 'a b'", 0, {})
    assert reading is not None
    assert (reading.stdin, reading.stdin_text) == ("text", "a b\n")


@pytest.mark.parametrize(
    ("written", "heredoc"),
    [
        ("<<EOF", Heredoc("EOF", strips_tabs=False, is_literal=False, at=0)),
        ("<< 'E-1'", Heredoc("E-1", strips_tabs=False, is_literal=True, at=0)),
        ('<<-"E"', Heredoc("E", strips_tabs=True, is_literal=True, at=0)),
    ],
)
def test_a_heredoc_waits_for_its_lines(written: str, heredoc: Heredoc):
    reading = redirection_at(written, 0, {})
    assert reading is not None
    assert reading.heredoc == heredoc


def test_its_text_goes_up_to_its_name():
    literal = Heredoc("E", strips_tabs=False, is_literal=True, at=0)
    assert body_of(literal, "a $x\n E\nE \nE\nls", 0) == ("a $x\n E\nE \n", 13)
    assert body_of(literal, "E", 0) == ("", 1)
    assert body_of(literal._replace(strips_tabs=True), "\t\ta\n\tE", 0) == ("a\n", 6)


@pytest.mark.parametrize("text", ["$x\nE", "`a`\nE", "a\\\nE\nE", "a\n"])
def test_one_that_bash_would_fill_or_that_does_not_end_is_doubted(text: str):
    with pytest.raises(Doubt):
        body_of(Heredoc("E", strips_tabs=False, is_literal=False, at=0), text, 0)
